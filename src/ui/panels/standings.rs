//! Tables of a match: standing with its uncertainty, why games were lost, delays by the host.
//!
//! Computes nothing.

use std::time::Duration;

use egui::{Rect, ScrollArea, Sense, Ui, pos2, vec2};

use super::matching::{short_names, told_apart};
use crate::app::{EloView, MatchView, SideStanding};
use crate::count::{counted, with_sign};
use crate::ui::kit::{Cut, Kit, L, R, W};
use crate::ui::text;
use crate::ui::theme::{fade, font};
use crate::ui::widgets;

pub(super) const POINTS: &str = "Points";
/// Columns of the standing, as distances from the right edge: wins, draws, losses, points, Elo.
const COLUMNS: [(&str, f32); 5] =
    [("W", 236.0), ("D", 200.0), ("L", 164.0), (POINTS, 108.0), ("Elo, 95 %", 0.0)];
/// The same where the panel is narrow: at 150 % and more in a window of 1280 points.
const NARROW: [(&str, f32); 4] = [("W", 126.0), ("D", 100.0), ("L", 74.0), (POINTS, 0.0)];
/// The columns where games are worth different points: there is no Elo of points.
const OF_POINTS: [(&str, f32); 4] =
    [("W", 260.0), ("L", 224.0), (POINTS, 150.0), ("A game, 95 %", 0.0)];
const OF_POINTS_NARROW: [(&str, f32); 3] = [("W", 100.0), ("L", 74.0), (POINTS, 0.0)];
const NARROWEST: [(&str, f32); 1] = [(POINTS, 0.0)];

/// Shows both engines' standing in a card; `counts_points` where games are worth different points.
pub(super) fn standing_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    r: Rect,
    standing: &[SideStanding; 2],
    counts_points: bool,
) {
    let t = kit.t;
    kit.card(r);
    let mut r = r.shrink2(vec2(14.0, 0.0));
    let head = r.cut_top(36.0);
    let y = head.center().y;
    kit.text(head.left_center(), L, "Engine", W::Medium, font::SMALL, t.text3);
    let columns = columns(r.width(), counts_points);
    for (name, from_right) in columns {
        let at = pos2(head.right() - from_right, y);
        kit.text(at, R, name, W::Medium, font::SMALL, t.text3);
    }
    kit.hline(r.left(), r.right(), head.bottom());
    for (i, side) in standing.iter().enumerate() {
        let row = r.cut_top(34.0);
        if i > 0 {
            kit.hline(row.left(), row.right(), row.top());
        }
        let names = told_apart(&standing[0].name, &standing[1].name);
        let short = if i == 0 { names.0 } else { names.1 };
        let text = SideText::of(side, counts_points);
        side_ui(ui, kit, row, i, (side, &text), short, columns);
    }
}

/// The columns for which there is room.
fn columns(width: f32, counts_points: bool) -> &'static [(&'static str, f32)] {
    match (width, counts_points) {
        (..190.0, _) => &NARROWEST,
        (..340.0, false) => &NARROW,
        (_, false) => &COLUMNS,
        (..364.0, true) => &OF_POINTS_NARROW,
        (_, true) => &OF_POINTS,
    }
}

/// The content of the last two columns, and their spoken form.
struct SideText {
    points: String,
    /// Elo or points a game, with half the width of its interval.
    last: Option<(String, String)>,
    spoken: String,
}

impl SideText {
    fn of(side: &SideStanding, counts_points: bool) -> Self {
        let minus = |text: String| text.replace('-', "\u{2212}");
        let few = || (String::new(), TOO_FEW.to_owned());
        let half = |half: Option<f64>| {
            half.map_or(TOO_FEW.to_owned(), |half| format!("\u{00b1}{half:.3}"))
        };
        if counts_points {
            let points = minus(with_sign(side.points, 0));
            let last = side.per_game.map(|(mean, of)| (minus(with_sign(mean, 3)), half(of)));
            let spoken = last.as_ref().map_or_else(
                || "no game yet".to_owned(),
                |(mean, half)| format!("{mean} a game, {half}"),
            );
            return Self { points, last, spoken };
        }
        let points = if side.points.fract() == 0.0 {
            format!("{:.0}", side.points)
        } else {
            format!("{:.0}\u{00bd}", side.points.trunc())
        };
        let has_played = side.wins + side.draws + side.losses > 0;
        let last = elo_text(side.elo).or_else(|| has_played.then(few));
        let elo = match (&last, side.elo) {
            (None, _) => "unknown".to_owned(),
            (_, Some(EloView::Around { value, low, high })) => {
                let [value, low, high] = [value, low, high].map(|elo| minus(with_sign(elo, 0)));
                format!("{value}, between {low} and {high}")
            }
            (_, Some(EloView::Above(bound))) => minus(format!("above {}", with_sign(bound, 0))),
            (_, Some(EloView::Below(bound))) => minus(format!("below {}", with_sign(bound, 0))),
            (Some((value, half)), _) => format!("{value} {half}").trim_start().to_owned(),
        };
        Self { points, last, spoken: format!("Elo {elo}") }
    }
}

/// An Elo difference and how far its interval goes on both sides, or the bound that is known of it: `+100`, `±52`;
/// `+407`, `−192/+236`.
pub(super) fn elo_text(elo: Option<EloView>) -> Option<(String, String)> {
    let minus = |text: String| text.replace('-', "\u{2212}");
    Some(match elo? {
        EloView::Around { value, low, high } => {
            let (below, above) = (value - low, high - value);
            let is_even = (above - below).abs() <= LOPSIDED * (above + below);
            let interval = match is_even {
                true => format!("\u{00b1}{:.0}", (above + below) / 2.0),
                false => minus(format!("{}/{}", with_sign(-below, 0), with_sign(above, 0))),
            };
            (minus(with_sign(value, 0)), interval)
        }
        EloView::Fixed(value) => (minus(with_sign(value, 0)), "fixed".to_owned()),
        EloView::Above(bound) => (minus(format!("> {}", with_sign(bound, 0))), String::new()),
        EloView::Below(bound) => (minus(format!("< {}", with_sign(bound, 0))), String::new()),
    })
}

/// An interval whose sides differ by more than this share of it is shown with both.
const LOPSIDED: f64 = 0.1;

/// Stands in place of an interval that would mean nothing.
const TOO_FEW: &str = "too few games";

/// Shows one engine; `short` is its name where there is too little room for all of it.
fn side_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    row: Rect,
    idx: usize,
    (side, text): (&SideStanding, &SideText),
    short: &str,
    columns: &[(&str, f32)],
) {
    let t = kit.t;
    let y = row.center().y;
    let number = (idx + 1).to_string();
    kit.text(pos2(row.left() + 8.0, y), R, &number, W::Regular, font::SMALL, t.text3);
    let at = pos2(row.left() + 18.0, y);
    let max = row.width() - columns.first().map_or(0.0, |(_, from_right)| *from_right) - 44.0;
    let whole = kit.width(&side.name, W::Semi, font::BODY) <= max;
    let name = if whole { &side.name } else { short };
    let shown = kit.fit(at, L, name, W::Semi, font::BODY, t.text, max);
    widgets::engine_tip(ui, kit, shown, (&side.name, &side.own_name), !whole);
    for (column, from_right) in columns {
        let at = pos2(row.right() - from_right, y);
        let cell = |words: &str, ink| kit.text(at, R, words, W::Medium, font::BODY, ink);
        match (*column, &text.last) {
            ("W", _) => cell(&side.wins.to_string(), t.text2),
            ("D", _) => cell(&side.draws.to_string(), t.text3),
            ("L", _) => cell(&side.losses.to_string(), t.text2),
            (POINTS, _) => cell(&text.points, t.text),
            (_, None) => kit.text(at, R, crate::ui::text::DASH, W::Regular, font::BODY, t.text3),
            (_, Some((value, half))) => {
                let left = kit.text(at, R, half, W::Regular, font::SMALL, t.text3).left();
                kit.text(pos2(left - 4.0, y), R, value, W::Semi, font::BODY, t.text)
            }
        };
    }
    let SideStanding { name, wins, draws, losses, .. } = side;
    let SideText { points, spoken, .. } = text;
    let [wins, draws, losses] = [(*wins, "win"), (*draws, "draw"), (*losses, "loss")]
        .map(|(n, noun)| counted(n as usize, noun));
    let words = format!("{name}: {wins}, {draws}, {losses}, {points} points, {spoken}");
    widgets::say(ui, row, &words);
}

const LIST_ROW: f32 = 24.0;
const DELAY: &str = "Delay by the host";

/// Height of the cards below the standing, for the longer of their lists.
pub(super) fn lists_height(found: &MatchView) -> f32 {
    let n = found.reasons.len().max(found.delays.len() + found.disagreements.len());
    32.0 + LIST_ROW * n.clamp(2, 4) as f32
}

/// Shows why games were lost, most often first; more than fits can be scrolled.
pub(super) fn reasons_ui(ui: &mut Ui, kit: &Kit<'_>, r: Rect, reasons: &[(String, u32, bool)]) {
    let t = kit.t;
    kit.card(r);
    let inner = r.shrink2(vec2(14.0, 0.0));
    let at = pos2(inner.left(), r.top() + 18.0);
    kit.fit(at, L, "Why games were lost", W::Semi, font::SMALL, t.text2, inner.width());
    if reasons.is_empty() {
        let at = pos2(inner.left(), r.top() + 43.0);
        kit.text(at, L, text::DASH, W::Regular, 12.5, t.text3);
    }
    list_ui(ui, kit, (r, "reasons"), reasons.len(), |ui, kit, rows| {
        reason_rows_ui(ui, kit, rows, reasons);
    });
}

/// Shows so many rows below the heading of a card; more than fits can be scrolled.
fn list_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    (card, salt): (Rect, &str),
    n: usize,
    content: impl FnOnce(&Ui, &Kit<'_>, Rect),
) {
    let list = card.with_min_y(card.top() + 43.0 - LIST_ROW / 2.0).with_max_y(card.bottom() - 1.0);
    let height = LIST_ROW * n as f32;
    if height <= list.height() {
        return content(ui, kit, list.with_max_y(list.top() + height));
    }
    widgets::area(ui, list, salt, |ui| {
        let area = ScrollArea::vertical().id_salt(salt).auto_shrink([false, false]);
        area.show(ui, |ui| {
            let (_, all) = ui.allocate_space(vec2(list.width(), height));
            content(ui, &kit.on(ui), all);
        });
    });
}

fn reason_rows_ui(ui: &Ui, kit: &Kit<'_>, mut rows: Rect, reasons: &[(String, u32, bool)]) {
    let t = kit.t;
    let most = reasons.iter().map(|(_, n, _)| *n).max().unwrap_or(1).max(1);
    for (i, (reason, n, failure)) in reasons.iter().enumerate() {
        let row = rows.cut_top(LIST_ROW);
        let inner = row.shrink2(vec2(14.0, 0.0));
        let y = row.center().y;
        let ink = if *failure { t.danger } else { t.neutral };
        let at = pos2(inner.left(), y);
        let bar = inner.width() - 158.0;
        let max = if bar >= 16.0 { 116.0 } else { inner.width() - 34.0 };
        kit.fit(at, L, reason, W::Regular, 12.5, t.text2, max);
        if bar >= 16.0 {
            let min = pos2(inner.left() + 122.0, y - 2.5);
            kit.meter(Rect::from_min_size(min, vec2(bar, 5.0)), *n as f32 / most as f32, ink);
        }
        kit.text(pos2(inner.right(), y), R, &n.to_string(), W::Semi, 12.5, t.text);
        let said = format!("{reason}: {n}");
        widgets::say(ui, row, &said);
        if kit.width(reason, W::Regular, 12.5) > max {
            let id = ui.scope_id().with(("whole reason", i));
            widgets::tip(ui.interact(row, id, Sense::hover()), t, &said);
        }
    }
}

/// Shows what the host adds to every move, in milliseconds, and below it how often engines disagreed with the
/// referee; more than fits can be scrolled.
pub(super) fn delays_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    r: Rect,
    delays: Delays<'_>,
    disagreements: &[(String, u32, String)],
) {
    let t = kit.t;
    kit.card(r);
    let inner = r.shrink2(vec2(14.0, 0.0));
    let y = r.top() + 18.0;
    // If it is narrow, only the longest delay is shown, and the heading is cut.
    let narrow = inner.width() < 210.0;
    let mut left =
        kit.text(pos2(inner.right(), y), R, "p99 ms", W::Medium, font::SMALL, t.text3).left();
    if !narrow {
        let at = pos2(inner.right() - 58.0, y);
        left = kit.text(at, R, "p50", W::Medium, font::SMALL, t.text3).left();
    }
    let max = left - inner.left() - 8.0;
    let at = pos2(inner.left(), y);
    let whole = kit.width(DELAY, W::Semi, font::SMALL) <= max;
    let heading = if whole { DELAY } else { "Delay" };
    kit.fit(at, L, heading, W::Semi, font::SMALL, t.text2, max);
    if delays.is_empty() {
        let at = pos2(inner.left(), r.top() + 43.0);
        kit.text(at, L, text::DASH, W::Regular, 12.5, t.text3);
    }
    let names: Vec<&str> = delays.iter().map(|(name, ..)| name.as_str()).collect();
    let shorts = short_names(&names);
    let n = delays.len() + disagreements.len();
    list_ui(ui, kit, (r, "delays"), n, |ui, kit, rows| {
        delay_rows_ui(ui, kit, rows, (delays, &shorts, narrow), disagreements);
    });
}

/// The name of each engine, the median of its delays, and their 99th percentile.
type Delays<'a> = &'a [(String, Duration, Duration)];

/// Shows the delays of each engine, and below them how often engines disagreed with the referee.
fn delay_rows_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    rows: Rect,
    (delays, shorts, narrow): (Delays<'_>, &[&str], bool),
    disagreements: &[(String, u32, String)],
) {
    let t = kit.t;
    let mut rest = rows;
    let n = delays.len() + disagreements.len();
    let places: Vec<Rect> = (0..n).map(|_| rest.cut_top(LIST_ROW)).collect();
    for row in places.iter().skip(1) {
        let line = Rect::from_x_y_ranges(row.x_range(), row.top()..=row.top() + 1.0);
        kit.fill(line.shrink2(vec2(14.0, 0.0)), 0.0, fade(t.line0, 0.5));
    }
    for ((row, (name, median, p99)), short) in places.iter().zip(delays).zip(shorts) {
        let inner = row.shrink2(vec2(14.0, 0.0));
        let y = row.center().y;
        let max = inner.width() - if narrow { 50.0 } else { 110.0 };
        let whole = kit.width(name, W::Regular, 12.5) <= max;
        let at = pos2(inner.left(), y);
        kit.fit(at, L, if whole { name } else { short }, W::Regular, 12.5, t.text2, max);
        let ms = |time: &Duration| format!("{:.2}", time.as_secs_f64() * 1e3);
        if !narrow {
            let at = pos2(inner.right() - 58.0, y);
            kit.text(at, R, &ms(median), W::Medium, 12.5, t.text);
        }
        let ink = if p99.as_secs_f64() > 1e-3 { t.warn } else { t.text };
        kit.text(pos2(inner.right(), y), R, &ms(p99), W::Medium, 12.5, ink);
        let words = format!("{name}: median {} ms, 99th percentile {} ms", ms(median), ms(p99));
        widgets::say(ui, *row, &words);
    }
    for (row, (name, n, kinds)) in places.iter().skip(delays.len()).zip(disagreements) {
        let inner = row.shrink2(vec2(14.0, 0.0));
        let y = row.center().y;
        let at = pos2(inner.right(), y);
        let left = kit.text(at, R, &n.to_string(), W::Semi, 12.5, t.warn).left();
        let max = left - inner.left() - 8.0;
        let text = format!("{name} disagrees");
        kit.fit(pos2(inner.left(), y), L, &text, W::Regular, 12.5, t.text2, max);
        let times = counted(*n as usize, "time");
        widgets::say(ui, *row, &format!("{name} disagrees with the referee {times}: {kinds}"));
    }
}
