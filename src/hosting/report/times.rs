//! The time that players use, as pictures: how their moves are spread, and how long a move takes in the
//! course of a game.
//!
//! Draws numbers that others have found. Colours are the page's.

use std::fmt::Display;
use std::time::Duration;

use super::charts::{LEFT, RIGHT, ROW, WIDTH, shortened};
use crate::page::{Html, begin, label, line, step_of};
use crate::play::tournament::TimeUse;

/// `12 ms`, `3.4 s`, `2 min 5 s`, `3 h 20 min`
pub(super) fn time_text(ms: f64) -> String {
    let secs = ms / 1000.0;
    match secs.round() as u64 {
        _ if ms < 10.0 => format!("{ms:.1} ms"),
        _ if ms < 1000.0 => format!("{ms:.0} ms"),
        0..=59 => format!("{secs:.1} s"),
        secs @ 60..=3599 => format!("{} min {} s", secs / 60, secs % 60),
        secs => format!("{} h {} min", secs / 3600, secs % 3600 / 60),
    }
}

/// A mark of a scale of this step: `0`, `200 ms`, `1.5 s`.
fn mark_text(ms: f64) -> String {
    if ms == 0.0 {
        return "0".to_owned();
    }
    if ms < 1.0 { format!("{ms:.2} ms") } else { time_text(ms) }
}

/// The times of moves of each player: a bar from the first to the third quarter, the middle one as a
/// line across it, and a thin line from the fastest to the slowest 5 %.
pub(super) fn spreads(html: &mut Html, players: &[(&str, &TimeUse)]) {
    const SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    let spread = |used: &TimeUse| {
        let found = SHARES.map(|share| used.spread.quantile(share).map(millis));
        (!used.spread.is_empty()).then(|| found.map(Option::unwrap_or_default))
    };
    let spreads: Vec<Option<[f64; 5]>> = players.iter().map(|(_, used)| spread(used)).collect();
    let most = spreads.iter().flatten().map(|found| found[4]).fold(0.0, f64::max).max(0.01);
    // Marks of times are wide: half as many as of numbers.
    let step = step_of(most * 2.0);
    let high = (most / step).ceil() * step;
    let x = |ms: f64| LEFT + ms / high * (RIGHT - LEFT);
    let bottom = ROW * players.len() as f64 + 8.0;
    begin(html, [WIDTH, bottom + 22.0], "Time for a move by player");
    for idx in 0..=(high / step).round() as u32 {
        let ms = f64::from(idx) * step;
        line(html, "grid", [x(ms), 4.0, x(ms), bottom]);
        label(html, "middle", [x(ms), bottom + 16.0], &mark_text(ms));
    }
    for (idx, ((name, _), spread)) in players.iter().zip(&spreads).enumerate() {
        let y = ROW * (idx as f64 + 0.5) + 4.0;
        label(html, "end", [LEFT - 10.0, y + 4.0], &shortened(name));
        let Some([least, low, middle, high, most]) = *spread else { continue };
        line(html, "whisker", [x(least), y, x(most), y]);
        let [at, top, wide] =
            [x(low), y - 6.0, (x(high) - x(low)).max(2.0)].map(|at| format!("{at:.1}"));
        let place: [(&'static str, &dyn Display); 5] =
            [("class", &"times-box"), ("x", &at), ("y", &top), ("width", &wide), ("height", &"12")];
        html.open("rect", &place);
        let words =
            format!("{name}: half of the moves took {} to {}", time_text(low), time_text(high));
        html.element("title", &[], words);
        html.close("rect");
        line(html, "times-middle", [x(middle), y - 6.0, x(middle), y + 6.0]);
        label(
            html,
            "start",
            [RIGHT + 12.0, y + 4.0],
            &format!("{} in the middle", time_text(middle)),
        );
    }
    html.close("svg");
    html.raw("\n");
}

/// A name for a line, with its end: what distinguishes the levels of an engine stands there.
fn of_line(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    match chars.len() {
        0..=18 => name.to_owned(),
        len => chars[..7].iter().chain(&['.'; 3]).chain(&chars[len - 8..]).collect(),
    }
}

/// Players whose lines can be told apart.
pub(super) const MOST_LINES: usize = 4;

/// The mean time of the moves with each number, a line for each of few players. Numbers that hardly any
/// game has reached are left out.
pub(super) fn courses(html: &mut Html, players: &[(&str, &TimeUse)]) {
    const HEIGHT: f64 = 160.0;
    const EDGE: f64 = 60.0;
    let course = |used: &TimeUse| -> Vec<(usize, f64)> {
        let most = used.by_move.iter().map(|(count, _)| *count).max().unwrap_or(0);
        let is_reached = |count: u32| count > 0 && count * 20 >= most;
        let numbered = (1..).zip(&used.by_move).filter(|(_, (count, _))| is_reached(*count));
        numbered.map(|(number, (count, sum))| (number, sum / f64::from(*count))).collect()
    };
    let courses: Vec<Vec<(usize, f64)>> = players.iter().map(|(_, used)| course(used)).collect();
    let points = || courses.iter().flatten();
    let last = points().map(|(number, _)| *number).max().unwrap_or(1).max(2);
    let most = points().map(|(_, ms)| *ms).fold(0.0, f64::max).max(0.01);
    let x = |number: usize| EDGE + (WIDTH - 2.0 * EDGE) * (number - 1) as f64 / (last - 1) as f64;
    let y = |ms: f64| 10.0 + HEIGHT * (1.0 - ms / most);
    let legend = HEIGHT + 50.0;
    begin(html, [WIDTH, legend + 8.0], "Mean time for a move by its number");
    line(html, "axis", [EDGE, y(0.0), WIDTH - EDGE, y(0.0)]);
    line(html, "grid", [EDGE, y(most), WIDTH - EDGE, y(most)]);
    label(html, "end", [EDGE - 6.0, y(most) + 4.0], &mark_text(most));
    label(html, "end", [EDGE - 6.0, y(0.0) + 4.0], "0");
    label(html, "middle", [EDGE, y(0.0) + 16.0], "move 1");
    label(html, "middle", [WIDTH - EDGE, y(0.0) + 16.0], &last.to_string());
    for (idx, (course, (name, _))) in courses.iter().zip(players).take(MOST_LINES).enumerate() {
        let class = format!("series engine-{}", idx + 1);
        let place = |(number, ms): &(usize, f64)| format!("{:.1},{:.1}", x(*number), y(*ms));
        let places: Vec<String> = course.iter().map(place).collect();
        html.element("polyline", &[("class", &class), ("points", &places.join(" "))], "");
        let left = EDGE + idx as f64 * (WIDTH - 2.0 * EDGE) / MOST_LINES as f64;
        let key = format!("{left:.1},{legend:.1} {:.1},{legend:.1}", left + 22.0);
        html.element("polyline", &[("class", &class), ("points", &key)], "");
        label(html, "start", [left + 28.0, legend + 4.0], &of_line(name));
    }
    html.close("svg");
    html.raw("\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_unit_that_fits() {
        let times = [0.42, 12.4, 3_440.0, 125_000.0, 12_000_000.0].map(time_text);
        assert_eq!(times, ["0.4 ms", "12 ms", "3.4 s", "2 min 5 s", "3 h 20 min"]);
        assert_eq!(of_line("Quintet Othello (level 10)"), "Quintet...evel 10)");
        assert_eq!([0.0, 0.05, 200.0, 1500.0].map(mark_text), ["0", "0.05 ms", "200 ms", "1.5 s"]);
    }

    #[test]
    fn players_with_and_without_moves_are_drawn() {
        let mut used = TimeUse::default();
        for ms in [10.0, 20.0, 30.0, 40.0, 1000.0] {
            used.spread.add(Duration::from_secs_f64(ms / 1000.0));
        }
        used.by_move = vec![(2, 60.0), (2, 20.0), (0, 0.0), (1, 1000.0)];
        let none = TimeUse::default();
        let players = [("<A>", &used), ("B", &none)];
        let mut html = Html::default();
        spreads(&mut html, &players);
        courses(&mut html, &players);
        let text = html.into_text();
        assert_eq!(text.matches("class=\"times-box\"").count(), 1, "{text}");
        assert!(text.contains("&lt;A&gt;: half of the moves took 20 ms to 40 ms"), "{text}");
        assert!(text.contains("30 ms in the middle"), "{text}");
        // The mean of the first move is 30 ms, and the fourth has the most.
        assert!(text.contains(">1.0 s</text>"), "{text}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}
