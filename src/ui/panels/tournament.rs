//! A tournament in the panel of a match: its table, what each two players made, its test.
//!
//! Computes nothing.

use egui::{Pos2, Rect, ScrollArea, Shape, Stroke, Ui, pos2, vec2};

use super::matching::short_names;
use super::standings::{POINTS, elo_text};
use crate::app::{TestView, TournamentLine, TournamentView, Verdict};
use crate::count::{counted, with_sign};
use crate::ui::kit::{C, Cut, Kit, L, R, W};
use crate::ui::text;
use crate::ui::theme::{fade, font};
use crate::ui::widgets;

const HEAD: f32 = 36.0;
const ROW: f32 = 30.0;
/// Lines of the table that are seen at once; more scroll.
const MOST_LINES: usize = 6;
/// Least width of a cell of what two players made.
const CELL: f32 = 36.0;
/// Least width of a name beside wins, draws and losses.
const LEAST_NAME: f32 = 60.0;
/// Least width of a name beside the cells.
const NAME: f32 = 90.0;
/// About the room of the Elo with its interval at the right edge.
const ELO: f32 = 88.0;
/// Least width of a column of a number, and the gap before it.
const NUMBER: f32 = 14.0;
const NUMBER_GAP: f32 = 12.0;
/// Height of the card of the test.
const TEST: f32 = 148.0;

/// Height of the table's card.
pub(super) fn table_height(found: &TournamentView) -> f32 {
    HEAD + ROW * found.lines.len().clamp(2, MOST_LINES) as f32 + 6.0
}

/// Height of the card of the test with the gap before it; nothing without a test.
pub(super) fn test_height(found: &TournamentView, gap: f32) -> f32 {
    if found.test.is_some() { TEST + gap } else { 0.0 }
}

/// Shows the table in a card.
pub(super) fn table_ui(ui: &mut Ui, kit: &Kit<'_>, r: Rect, found: &TournamentView) {
    let t = kit.t;
    kit.card(r);
    let mut inner = r.shrink2(vec2(14.0, 0.0));
    let head = inner.cut_top(HEAD);
    let y = head.center().y;
    kit.text(head.left_center(), L, "Engine", W::Medium, font::SMALL, t.text3);
    // Cells stand in the table where all of them have room; else in a list of their own.
    let n = found.lines.len();
    let all_met = found.lines.iter().all(|line| !line.against.is_empty());
    let cell = cell_width(kit, &found.lines);
    let (columns, numbers) = columns_beside(kit, &found.lines, true);
    let crossed = all_met && n as f32 * cell <= inner.width() - numbers - NAME;
    let (columns, numbers) = match crossed {
        true => (columns, numbers),
        false => columns_beside(kit, &found.lines, false),
    };
    // Where names would have no room, the score says what wins, draws and losses do.
    let is_tight = !crossed && inner.width() - numbers - 26.0 < LEAST_NAME;
    let (columns, numbers) = match columns[..] {
        [elo, score, ..] if is_tight => (vec![elo, score], score.1 + 42.0),
        _ => (columns, numbers),
    };
    for (name, from_right) in &columns {
        let at = pos2(head.right() - from_right, y);
        kit.text(at, R, name, W::Medium, font::SMALL, t.text3);
    }
    let cells = if crossed { n as f32 * cell } else { 0.0 };
    let name_room = inner.width() - numbers - cells - 26.0;
    let names: Vec<&str> = found.lines.iter().map(|line| line.name.as_str()).collect();
    let shorts = short_names(&names);
    let cells_right = inner.right() - numbers;
    if crossed {
        for place in 0..n {
            let at = pos2(cells_right - cell * (n - place) as f32 + cell / 2.0, y);
            kit.text(at, C, &(place + 1).to_string(), W::Medium, font::SMALL, t.text3);
        }
    }
    kit.hline(inner.left(), inner.right(), head.bottom());
    let list = Rect::from_min_max(inner.min, pos2(inner.right(), r.bottom() - 6.0));
    widgets::area(ui, list, "table", |ui| {
        let area = ScrollArea::vertical().auto_shrink([false, false]).animated(false);
        area.show_rows(ui, ROW, n, |ui, range| {
            for place in range {
                let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
                let kit = kit.on(ui);
                let line = &found.lines[place];
                let whole = kit.width(&line.name, W::Semi, font::BODY) <= name_room;
                let name = if whole { &line.name } else { shorts[place] };
                line_ui(ui, &kit, row, place, (line, name), &columns, name_room);
                if crossed {
                    let right = row.right() - numbers;
                    cells_ui(ui, &kit, row.with_max_x(right), place, cell, &found.lines);
                }
            }
        });
    });
}

/// `+12`, with a true minus.
fn points_text(points: i64) -> String {
    match points {
        0 => "0".to_owned(),
        points => format!("{points:+}").replace('-', "\u{2212}"),
    }
}

/// The columns of numbers with their right edges, measured from that of the table, and the room of all.
/// With cells beside them the score is left out. Each is as wide as its widest number.
fn columns_beside(
    kit: &Kit<'_>,
    lines: &[TournamentLine],
    crossed: bool,
) -> (Vec<(&'static str, f32)>, f32) {
    let most = |n_of: fn(&TournamentLine) -> u32| lines.iter().map(n_of).max().unwrap_or(0);
    let width = |text: &str, least: f32| kit.width(text, W::Medium, font::BODY).ceil().max(least);
    let number = |n: u32| width(&n.to_string(), if crossed { NUMBER } else { NUMBER + 2.0 });
    let mut right = if crossed { ELO + 4.0 } else { ELO - 4.0 };
    let mut columns = vec![("Elo, 95 %", 0.0)];
    let mut add = |name: &'static str, width: f32| {
        right += NUMBER_GAP;
        columns.push((name, right));
        right += width;
    };
    // Where games are worth different points, these count and not the games won.
    let points = lines.iter().filter_map(|line| line.points);
    if let Some(longest) = points.map(points_text).max_by_key(|text| text.chars().count()) {
        add(POINTS, width(&longest, 46.0));
    }
    if !crossed {
        let most = lines.iter().map(|line| line.score).fold(0.0, f64::max).trunc() + 0.5;
        add("Score", width(&halves(most), 42.0));
    }
    add("L", number(most(|line| line.losses)));
    add("D", number(most(|line| line.draws)));
    add("W", number(most(|line| line.wins)));
    (columns, right + NUMBER)
}

/// Width of a cell of what two players made: the longest text has room.
fn cell_width(kit: &Kit<'_>, lines: &[TournamentLine]) -> f32 {
    let made = lines.iter().flat_map(|line| line.against.iter().flatten());
    let longest = made.map(|(score, _)| halves(*score)).max_by_key(|text| text.chars().count());
    let width = longest.map_or(0.0, |text| kit.width(&text, W::Semi, 12.0).ceil());
    CELL.max(width + 10.0)
}

/// Shows one player under the name that has room.
fn line_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    row: Rect,
    place: usize,
    (line, shown_name): (&TournamentLine, &str),
    columns: &[(&str, f32)],
    room: f32,
) {
    let t = kit.t;
    let y = row.center().y;
    if place > 0 {
        kit.hline(row.left(), row.right(), row.top());
    }
    let number = (place + 1).to_string();
    kit.text(pos2(row.left() + 12.0, y), R, &number, W::Regular, font::SMALL, t.text3);
    let ink = if line.withdrawn { t.text3 } else { t.text };
    let at = pos2(row.left() + 20.0, y);
    let shown = kit.fit(at, L, shown_name, W::Semi, font::BODY, ink, room.max(20.0));
    let is_cut = shown_name != line.name || kit.width(shown_name, W::Semi, font::BODY) > room;
    widgets::engine_tip(ui, kit, shown, (&line.name, &line.own_name), is_cut);
    let (elo, half) = elo_text(line.elo).unwrap_or_else(|| (text::DASH.to_owned(), String::new()));
    for (column, from_right) in columns {
        let at = pos2(row.right() - from_right, y);
        let cell = |words: &str, ink| kit.text(at, R, words, W::Medium, font::BODY, ink);
        match *column {
            "W" => cell(&line.wins.to_string(), t.text2),
            "D" => cell(&line.draws.to_string(), t.text3),
            "L" => cell(&line.losses.to_string(), t.text2),
            "Score" => cell(&halves(line.score), t.text),
            POINTS => cell(&line.points.map(points_text).unwrap_or_default(), t.text),
            _ => {
                let left = kit.text(at, R, &half, W::Regular, font::SMALL, t.text3).left();
                kit.text(pos2(left - 4.0, y), R, &elo, W::Semi, font::BODY, t.text)
            }
        };
    }
    let [wins, draws, losses] = [(line.wins, "win"), (line.draws, "draw"), (line.losses, "loss")]
        .map(|(n, noun)| counted(n as usize, noun));
    let gone = if line.withdrawn { ", withdrawn" } else { "" };
    let TournamentLine { name, score, .. } = line;
    let words = format!(
        "{number}. {name}: {wins}, {draws}, {losses}, score {score}, Elo {elo} {half}{gone}"
    );
    widgets::say(ui, row, words.trim_end());
}

/// What the player of this line made against the others, in cells that end at the right edge.
fn cells_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, place: usize, width: f32, lines: &[TournamentLine]) {
    let line = &lines[place];
    let n = lines.len();
    for (other, cell) in line.against.iter().enumerate() {
        let min = pos2(row.right() - width * (n - other) as f32 + 2.0, row.top() + 3.0);
        let place_of_cell = Rect::from_min_size(min, vec2(width - 4.0, ROW - 6.0));
        cell_ui(ui, kit, place_of_cell, (place, other), lines, *cell);
    }
}

fn cell_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    cell: Rect,
    (place, other): (usize, usize),
    lines: &[TournamentLine],
    made: Option<(f64, u32)>,
) {
    let t = kit.t;
    if place == other {
        kit.fill(cell, 4.0, fade(t.line, 0.5));
        return;
    }
    let Some((score, games)) = made.filter(|(_, games)| *games > 0) else {
        kit.fill(cell, 4.0, fade(t.line, 0.25));
        return;
    };
    let share = (score / f64::from(games)) as f32 - 0.5;
    let ink = if share >= 0.0 { t.accent } else { t.warn };
    kit.fill(cell, 4.0, fade(ink, 0.12 + 0.5 * share.abs()));
    kit.text(cell.center(), C, &halves(score), W::Semi, 12.0, t.text);
    let (name, against) = (&lines[place].name, &lines[other].name);
    let words = format!("{name} against {against}: {} of {games}", halves(score));
    widgets::say(ui, cell, &words);
    let id = ui.scope_id().with(("made", place, other));
    widgets::tip(ui.interact(cell, id, egui::Sense::hover()), t, &words);
}

/// Shows what each two players made in a list of its own, which scrolls both ways.
pub(super) fn crosstable_ui(ui: &mut Ui, kit: &Kit<'_>, found: &TournamentView) {
    let n = found.lines.len();
    let t = kit.t;
    let names: Vec<&str> = found.lines.iter().map(|line| line.name.as_str()).collect();
    let shorts = short_names(&names);
    if found.lines.iter().any(|line| line.against.is_empty()) {
        let words = "With so many players there is no crosstable.";
        let at = ui.max_rect().left_top() + vec2(16.0, 20.0);
        kit.on(ui).text(at, L, words, W::Regular, font::BODY, t.text3);
        return;
    }
    let cell = cell_width(kit, &found.lines);
    let area = ScrollArea::both().auto_shrink([false, false]).animated(false);
    area.show(ui, |ui| {
        let width = (NAME + 66.0 + cell * n as f32 + 70.0).max(ui.available_width());
        let (_, head) = ui.allocate_space(vec2(width, HEAD));
        let kit = kit.on(ui);
        let names_right = head.left() + NAME + 66.0;
        for place in 0..n {
            let at = pos2(names_right + cell * (place as f32 + 0.5), head.center().y);
            kit.text(at, C, &(place + 1).to_string(), W::Medium, font::SMALL, t.text3);
        }
        let at = pos2(names_right + cell * n as f32 + 64.0, head.center().y);
        kit.text(at, R, found.tie_break, W::Medium, font::SMALL, t.text3);
        for (place, short) in shorts.iter().enumerate() {
            let (_, row) = ui.allocate_space(vec2(width, ROW));
            kit.hline(row.left(), row.right(), row.top());
            let y = row.center().y;
            let number = (place + 1).to_string();
            kit.text(pos2(row.left() + 28.0, y), R, &number, W::Regular, font::SMALL, t.text3);
            let line = &found.lines[place];
            let at = pos2(row.left() + 36.0, y);
            let room = names_right - at.x - 8.0;
            let is_cut = kit.width(&line.name, W::Semi, font::BODY) > room;
            let name = if is_cut { short } else { line.name.as_str() };
            let shown = kit.fit(at, L, name, W::Semi, font::BODY, t.text, room);
            widgets::engine_tip(ui, &kit, shown, (&line.name, &line.own_name), is_cut);
            let cells = row.with_max_x(names_right + cell * n as f32);
            cells_ui(ui, &kit, cells, place, cell, &found.lines);
            let at = pos2(names_right + cell * n as f32 + 64.0, y);
            let tie = format!("{:.2}", line.tie_break);
            let tie = tie.trim_end_matches('0').trim_end_matches('.');
            kit.text(at, R, tie, W::Medium, font::BODY, t.text2);
        }
    });
}

/// `3`, `2½`, `½`
fn halves(score: f64) -> String {
    match (score.trunc(), score.fract() == 0.0) {
        (whole, true) => format!("{whole:.0}"),
        (0.0, false) => "\u{bd}".to_owned(),
        (whole, false) => format!("{whole:.0}\u{bd}"),
    }
}

/// Shows the test in a card: its value after each pair between the bounds that decide it.
pub(super) fn test_ui(ui: &Ui, kit: &Kit<'_>, r: Rect, test: &TestView) {
    let t = kit.t;
    kit.card(r);
    let mut inner = r.shrink2(vec2(14.0, 0.0));
    let head = inner.cut_top(HEAD);
    let y = head.center().y;
    let (verdict, ink) = match test.verdict {
        Some(Verdict::H1) => (" H1 accepted", t.accent_text),
        Some(Verdict::H0) => (" H0 accepted", t.danger),
        None => ("", t.text),
    };
    let value = format!("LLR {}{verdict}", with_sign(test.llr, 2)).replace('-', "\u{2212}");
    let left = kit.text(pos2(head.right(), y), R, &value, W::Semi, font::BODY, ink).left();
    let end = kit.text(head.left_center(), L, "SPRT", W::Semi, font::BODY, t.text).right();
    let terms = format!("{}, {}", counted(test.pairs as usize, "pair"), test.terms);
    let room = left - end - 20.0;
    let shown = kit.fit(pos2(end + 8.0, y), L, &terms, W::Regular, 12.0, t.text3, room.max(0.0));
    let said = format!("Test: {value} after {terms}");
    widgets::say(ui, head, &said);
    let id = ui.scope_id().with("terms of the test");
    widgets::tip(ui.interact(shown, id, egui::Sense::hover()), t, &terms);
    let plot = Rect::from_min_max(
        pos2(inner.left() + 44.0, inner.top() + 4.0),
        pos2(inner.right(), inner.bottom() - 12.0),
    );
    curve_ui(kit, plot, test);
}

/// The curve between its two bounds, with the numbers at its left.
fn curve_ui(kit: &Kit<'_>, plot: Rect, test: &TestView) {
    let t = kit.t;
    let [low, high] = test.bounds;
    let values = test.curve.iter().map(|(_, value)| *value);
    let (least, most) = values.fold((low, high), |(a, b), value| (a.min(value), b.max(value)));
    let y_of = |value: f64| {
        let share = (value - least) / (most - least).max(f64::EPSILON);
        plot.bottom() - plot.height() * share as f32
    };
    for (value, words, ink) in [(high, "H1", t.accent), (0.0, "0", t.line2), (low, "H0", t.danger)]
    {
        let y = y_of(value);
        kit.hline(plot.left(), plot.right(), y);
        if value != 0.0 {
            let line = Stroke::new(1.0, fade(ink, 0.7));
            let ends = [pos2(plot.left(), y), pos2(plot.right(), y)];
            kit.p.extend(Shape::dashed_line(&ends, line, 5.0, 4.0));
        }
        let at = pos2(plot.left() - 8.0, y);
        let number = format!("{words} {value:+.1}").replace('-', "\u{2212}");
        let number = if value == 0.0 { "0".to_owned() } else { number };
        kit.text(at, R, &number, W::Regular, font::SMALL, t.text3);
    }
    let last = test.curve.last().map_or(1, |(pairs, _)| (*pairs).max(1));
    let point = |(pairs, value): &(u32, f64)| -> Pos2 {
        pos2(plot.left() + plot.width() * *pairs as f32 / last as f32, y_of(*value))
    };
    let points: Vec<Pos2> = test.curve.iter().map(point).collect();
    if let Some(end) = points.last() {
        kit.p.circle_filled(*end, 3.0, t.accent);
    }
    kit.p.add(Shape::line(points, Stroke::new(1.6, t.accent)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_points_stand_alone_below_one() {
        assert_eq!([0.0, 0.5, 1.0, 20.5].map(halves), ["0", "\u{bd}", "1", "20\u{bd}"]);
    }
}
