//! The pictures of a report as SVG: ratings with their intervals, bars of counts.
//!
//! Draws numbers that others have found. Colours are the page's.

use std::fmt;

use crate::games::with_sign;
use crate::page::{Html, begin, label, line, step_of};

/// A rating with its interval; `None` where the results do not bound it.
#[derive(Clone, Debug)]
pub(super) struct RatingRow {
    pub(super) player: RowName,
    pub(super) value: Option<f64>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
    /// The numbers in words.
    pub(super) text: String,
}

/// The name of a player in a table or beside a picture.
#[derive(Clone, Debug)]
pub(super) struct RowName {
    pub(super) name: String,
    /// The player is withdrawn, which stands behind its name.
    pub(super) is_withdrawn: bool,
}

/// Stands behind the name of a player that is withdrawn.
const WITHDRAWN: &str = " (withdrawn)";

impl RowName {
    fn mark(&self) -> &'static str {
        if self.is_withdrawn { WITHDRAWN } else { "" }
    }

    /// As much of it as fits beside a picture.
    pub(super) fn shortened(&self) -> String {
        let mark = self.mark();
        shortened_to(&self.name, NAME - mark.len()) + mark
    }
}

impl fmt::Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.mark())
    }
}

/// Width of all pictures, in units of the picture.
pub(super) const WIDTH: f64 = 720.0;
/// Where the names end and the scale begins.
pub(super) const LEFT: f64 = 190.0;
/// Where the scale ends and the numbers begin.
pub(super) const RIGHT: f64 = 540.0;
pub(super) const ROW: f64 = 24.0;
/// Width of a character of a number, in units of the picture.
pub(super) const DIGIT: f64 = 7.0;
/// Between two labels side by side.
const GAP: f64 = 10.0;
/// Characters of a name that fit.
const NAME: usize = 26;

/// As much of a name as fits beside a picture, with its end: the levels of an engine differ there.
pub(super) fn shortened(name: &str) -> String {
    shortened_to(name, NAME)
}

/// The same with at most so many characters.
fn shortened_to(name: &str, most: usize) -> String {
    let chars: Vec<char> = name.chars().collect();
    if chars.len() <= most {
        return name.to_owned();
    }
    let end = &chars[chars.len() - most / 2..];
    chars[..most / 2 - 3].iter().chain(&['.'; 3]).chain(end).collect()
}

/// Every how many labels side by side one has room, if each of them has so much.
fn every_label<'a>(labels: impl Iterator<Item = &'a String>, spacing: f64) -> usize {
    let widest = labels.map(|text| text.chars().count()).max().unwrap_or_default();
    ((widest as f64 * DIGIT + GAP) / spacing).ceil().max(1.0) as usize
}

/// Ratings as points with bars, one player a line. What has no bound on a side goes to the edge.
pub(super) fn ratings(html: &mut Html, rows: &[RatingRow]) {
    let known = rows.iter().flat_map(|row| [row.value, row.low, row.high]).flatten();
    let (low, high) = known.fold((0.0_f64, 0.0_f64), |(low, high), at| (low.min(at), high.max(at)));
    let step = step_of((high - low).max(10.0));
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let high = if high > low { high } else { low + step };
    let x = |elo: f64| LEFT + (elo - low) / (high - low) * (RIGHT - LEFT);
    let bottom = ROW * rows.len() as f64 + 8.0;
    begin(html, [WIDTH, bottom + 22.0], "Ratings in Elo with intervals of 95 %");
    let n_steps = ((high - low) / step).round() as u32;
    let ticks: Vec<(f64, String)> = (0..=n_steps)
        .map(|idx| low + f64::from(idx) * step)
        .map(|elo| (elo, with_sign(elo, 0)))
        .collect();
    let spacing = (RIGHT - LEFT) / f64::from(n_steps.max(1));
    let every = every_label(ticks.iter().map(|(_, text)| text), spacing);
    // The label of 0 is always there.
    let zero = (-low / step).round() as usize;
    for (idx, (elo, text)) in ticks.iter().enumerate() {
        line(html, "grid", [x(*elo), 4.0, x(*elo), bottom]);
        if idx.abs_diff(zero).is_multiple_of(every) {
            label(html, "middle", [x(*elo), bottom + 16.0], text);
        }
    }
    for (idx, row) in rows.iter().enumerate() {
        let y = ROW * (idx as f64 + 0.5) + 4.0;
        label(html, "end", [LEFT - 10.0, y + 4.0], &row.player.shortened());
        label(html, "start", [RIGHT + 12.0, y + 4.0], &row.text);
        if row.value.or(row.low).or(row.high).is_none() {
            continue;
        }
        let [from, to] = [row.low.map_or(LEFT, x), row.high.map_or(RIGHT, x)];
        line(html, "bar", [from, y, to, y]);
        for end in [row.low, row.high].into_iter().flatten() {
            line(html, "bar", [x(end), y - 5.0, x(end), y + 5.0]);
        }
        if let Some(value) = row.value {
            let [cx, cy] = [x(value), y].map(|at| format!("{at:.1}"));
            html.element("circle", &[("class", &"dot"), ("cx", &cx), ("cy", &cy), ("r", &"4")], "");
        }
    }
    html.close("svg");
    html.raw("\n");
}

/// The logarithm of the likelihood ratio after each pair of games, between its bounds.
pub(super) fn llr(html: &mut Html, points: &[(u32, f64)], bounds: [f64; 2]) {
    const HEIGHT: f64 = 200.0;
    const EDGE: f64 = 60.0;
    let values = points.iter().map(|(_, llr)| *llr).chain(bounds);
    let (low, high) =
        values.fold((0.0_f64, 0.0_f64), |(low, high), at| (low.min(at), high.max(at)));
    let last = points.last().map_or(0, |(pairs, _)| *pairs).max(1);
    let x = |pairs: u32| EDGE + (WIDTH - 2.0 * EDGE) * f64::from(pairs) / f64::from(last);
    let y = |llr: f64| 10.0 + HEIGHT * (high - llr) / (high - low);
    begin(
        html,
        [WIDTH, HEIGHT + 36.0],
        "Logarithm of the likelihood ratio after each pair of games",
    );
    for (at, class, text) in [
        (bounds[0], "bound", format!("{:+.2} H0", bounds[0])),
        (0.0, "grid", "0".to_owned()),
        (bounds[1], "bound", format!("{:+.2} H1", bounds[1])),
    ] {
        line(html, class, [EDGE, y(at), WIDTH - EDGE, y(at)]);
        label(html, "end", [EDGE - 6.0, y(at) + 4.0], &text);
    }
    label(html, "middle", [EDGE, HEIGHT + 28.0], "0");
    label(html, "middle", [WIDTH - EDGE, HEIGHT + 28.0], &format!("{last} pairs"));
    // More points than units of the picture are not seen; the last one counts most.
    let every = points.len().div_ceil(600).max(1);
    let shown = points.iter().rev().step_by(every).rev();
    let place = |(pairs, llr): &(u32, f64)| format!("{:.1},{:.1}", x(*pairs), y(*llr));
    let course: Vec<String> = std::iter::once(&(0, 0.0)).chain(shown).map(place).collect();
    html.element("polyline", &[("class", &"course"), ("points", &course.join(" "))], "");
    html.close("svg");
    html.raw("\n");
}

/// Bars of counts; each with the text below it (some are left out where many bars are) and a longer
/// one for the pointer.
pub(super) fn bars(html: &mut Html, title: &str, bars: &[(String, u32)]) {
    const HEIGHT: f64 = 160.0;
    const EDGE: f64 = 40.0;
    let most = bars.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let width = (WIDTH - 2.0 * EDGE) / bars.len().max(1) as f64;
    let y = |count: f64| 10.0 + HEIGHT * (1.0 - count / f64::from(most));
    begin(html, [WIDTH, HEIGHT + 36.0], title);
    line(html, "axis", [EDGE, y(0.0), WIDTH - EDGE, y(0.0)]);
    label(html, "end", [EDGE - 6.0, y(f64::from(most)) + 4.0], &most.to_string());
    label(html, "end", [EDGE - 6.0, y(0.0) + 4.0], "0");
    let every = every_label(bars.iter().map(|(text, _)| text), width);
    for (idx, (text, count)) in bars.iter().enumerate() {
        let left = EDGE + width * idx as f64;
        let top = y(f64::from(*count));
        let [at, top_text, wide, tall] =
            [left + width * 0.06, top, width * 0.88, y(0.0) - top].map(|at| format!("{at:.1}"));
        let place: [(&'static str, &dyn std::fmt::Display); 5] = [
            ("class", &"column"),
            ("x", &at),
            ("y", &top_text),
            ("width", &wide),
            ("height", &tall),
        ];
        html.open("rect", &place);
        html.element("title", &[], format!("{text}: {count}"));
        html.close("rect");
        if idx.is_multiple_of(every) {
            label(html, "middle", [left + width / 2.0, y(0.0) + 16.0], text);
        }
    }
    html.close("svg");
    html.raw("\n");
}

/// Shares from 0 to 1, one a line, as bars that begin in the middle.
pub(super) fn shares(html: &mut Html, title: &str, rows: &[(String, f64, String)]) {
    let x = |share: f64| LEFT + share * (RIGHT - LEFT);
    let bottom = ROW * rows.len() as f64 + 8.0;
    begin(html, [WIDTH, bottom + 22.0], title);
    for percent in [0, 25, 50, 75, 100] {
        let at = x(f64::from(percent) / 100.0);
        line(html, if percent == 50 { "axis" } else { "grid" }, [at, 4.0, at, bottom]);
        label(html, "middle", [at, bottom + 16.0], &format!("{percent} %"));
    }
    for (idx, (name, share, text)) in rows.iter().enumerate() {
        let y = ROW * idx as f64 + 8.0;
        label(html, "end", [LEFT - 10.0, y + 12.0], &shortened(name));
        label(html, "start", [RIGHT + 12.0, y + 12.0], text);
        let (from, to) = (x(share.min(0.5)), x(share.max(0.5)));
        let [at, top, wide] = [from, y, (to - from).max(1.5)].map(|at| format!("{at:.1}"));
        let place: [(&'static str, &dyn std::fmt::Display); 5] =
            [("class", &"column"), ("x", &at), ("y", &top), ("width", &wide), ("height", &"16")];
        html.element("rect", &place, "");
    }
    html.close("svg");
    html.raw("\n");
}

/// Counts as bars, one a line, with the words before them.
pub(super) fn counts(html: &mut Html, title: &str, rows: &[(String, u32)]) {
    let from = LEFT + 60.0;
    let most = rows.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let x = |count: u32| from + f64::from(count) / f64::from(most) * (RIGHT + 100.0 - from);
    begin(html, [WIDTH, ROW * rows.len() as f64 + 8.0], title);
    line(html, "axis", [from, 4.0, from, ROW * rows.len() as f64 + 4.0]);
    for (idx, (words, count)) in rows.iter().enumerate() {
        let y = ROW * idx as f64 + 8.0;
        let short = match words.char_indices().nth(COUNTED) {
            Some((end, _)) => format!("{}...", &words[..end]),
            None => words.clone(),
        };
        label(html, "end", [from - 10.0, y + 12.0], &short);
        label(html, "start", [x(*count) + 8.0, y + 12.0], &count.to_string());
        let [at, top, wide] = [from, y, x(*count) - from].map(|at| format!("{at:.1}"));
        let place: [(&'static str, &dyn std::fmt::Display); 5] =
            [("class", &"column"), ("x", &at), ("y", &top), ("width", &wide), ("height", &"16")];
        html.open("rect", &place);
        html.element("title", &[], format!("{words}: {count}"));
        html.close("rect");
    }
    html.close("svg");
    html.raw("\n");
}

/// Characters of the words before a bar that fit.
const COUNTED: usize = 36;

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, value: Option<f64>, low: Option<f64>, high: Option<f64>) -> RatingRow {
        let player = RowName { name: name.to_owned(), is_withdrawn: name == "B" };
        RatingRow { player, value, low, high, text: "-".to_owned() }
    }

    /// The labels in the middle of which these places are, with their texts.
    fn middle_labels(svg: &str) -> Vec<(f64, String)> {
        let found = svg.split("<text x=\"").skip(1).filter(|label| label.contains("\"middle\""));
        let label = |label: &str| {
            let at = label.split('"').next().and_then(|at| at.parse().ok()).unwrap();
            (at, label.split(['>', '<']).nth(1).unwrap().to_owned())
        };
        found.map(label).collect()
    }

    #[test]
    fn labels_of_a_scale_keep_their_distance_and_the_one_of_zero_stays() {
        for (low, high) in [(-3.0, 4.0), (-1800.0, 900.0), (-12_000.0, 100.0), (0.0, 99_999.0)] {
            let mut html = Html::default();
            ratings(&mut html, &[row("A", Some(high), Some(low), Some(high))]);
            let labels = middle_labels(&html.into_text());
            assert!(labels.len() > 2, "{labels:?}");
            assert!(labels.iter().any(|(_, text)| text == "+0"), "{labels:?}");
            for pair in labels.windows(2) {
                let half = |text: &str| text.len() as f64 * DIGIT / 2.0;
                let room = half(&pair[0].1) + half(&pair[1].1) + GAP;
                assert!(pair[1].0 - pair[0].0 >= room - 0.2, "{labels:?}");
            }
        }
    }

    #[test]
    fn a_rating_without_bounds_is_drawn_by_name_only_and_nothing_is_not_a_number() {
        assert_eq!(shortened("Quintet Backgammon (level 10)"), "Quintet Ba...on (level 10)");
        let mut html = Html::default();
        let rows = [row("<A>", None, None, None), row("B", None, Some(40.0), None)];
        ratings(&mut html, &rows);
        shares(&mut html, "x", &[]);
        bars(&mut html, "y", &[]);
        counts(&mut html, "z", &[]);
        counts(&mut html, "z", &[("a & b".to_owned(), 3), ("c".to_owned(), 0)]);
        let text = html.into_text();
        assert!(
            text.contains("&lt;A&gt;") && !text.contains("NaN") && !text.contains("inf"),
            "{text}"
        );
        assert!(text.contains(">B (withdrawn)</text>"), "{text}");
        assert_eq!(text.matches("class=\"bar\"").count(), 2, "{text}");
        assert!(text.contains("<title>a &amp; b: 3</title>"), "{text}");
    }
}
