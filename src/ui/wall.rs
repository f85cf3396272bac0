//! The wall of a match: its running games as small boards, any of which can be made the large one.
//!
//! Plays nothing; if only one game runs there is no wall.

use egui::{Rect, Ui, pos2, vec2};

use super::board;
use super::centre::{EDGE, ROW};
use super::kit::{Cut, L, R, W};
use super::panels::{notices_ui, told_apart};
use super::root::View;
use super::theme::{font, size};
use super::widgets::{self, Button};
use crate::app::{Command, MatchCommand, MatchView, WallBoard};

/// Height of the words above a small board.
const CAPTION: f32 = 22.0;
/// Height of a line for the names alone.
const LINE: f32 = 16.0;
const GAP: f32 = 10.0;
/// In a row that is not as wide the way to the wall is an icon alone.
const LEAST_WITH_WORDS: f32 = 320.0;

/// Shows the running games, filling `area`, with the way back to one board below them.
pub(super) fn wall_ui(ui: &mut Ui, view: &mut View<'_>, area: Rect, found: &MatchView) {
    let mut area = area.shrink(EDGE);
    let row = area.cut_bottom(ROW);
    let end = wall_button_ui(ui, view, row, found);
    let row = row.with_max_x(end - 8.0);
    let begin = left_out_ui(ui, view, row, found.wall_left_out);
    let free = row.with_min_x(begin).with_max_y(row.top() + size::CONTROL);
    let Some(first) = found.wall.first() else { return };
    let (width, height) = first.scene.size;
    let aspect = if height > 0.0 { width / height } else { 1.0 };
    let n_columns = columns(found.wall.len(), area, aspect);
    let n_rows = found.wall.len().div_ceil(n_columns);
    let place = vec2(area.width() / n_columns as f32, area.height() / n_rows as f32);
    for (i, small) in found.wall.iter().enumerate() {
        let min = area.min + vec2((i % n_columns) as f32, (i / n_columns) as f32) * place;
        let tile = Rect::from_min_size(min, place).shrink(GAP / 2.0);
        small_ui(ui, view, tile, small, found.shown == Some(small.number));
    }
    let places = [free, row.with_max_y(free.bottom())];
    view.state.notice_in_panel = notices_ui(ui, view, &places).is_none();
}

/// Says that more games run than are shown; returns where the row is free after that.
fn left_out_ui(ui: &Ui, view: &View<'_>, row: Rect, n: u32) -> f32 {
    let words = match n {
        0 => return row.left(),
        1 => "1 more game is running.".to_owned(),
        n => format!("{n} more games are running."),
    };
    let kit = view.kit(ui);
    let at = pos2(row.left(), row.top() + size::CONTROL / 2.0);
    let ink = kit.t.text2;
    let max = row.width();
    widgets::label(ui, &kit, at, L, &words, W::Regular, font::BODY, ink, max).right() + 12.0
}

/// The number of columns for which the boards are largest.
fn columns(n: usize, area: Rect, aspect: f32) -> usize {
    let board_width = |columns: &usize| {
        let rows = n.div_ceil(*columns);
        let width = area.width() / *columns as f32 - GAP;
        let height = area.height() / rows as f32 - GAP - CAPTION;
        width.min(height * aspect)
    };
    // Of equals the last one counts: the one with the fewest columns.
    let largest = (1..=n.max(1)).rev().max_by(|a, b| board_width(a).total_cmp(&board_width(b)));
    largest.unwrap_or(1)
}

fn small_ui(ui: &Ui, view: &mut View<'_>, tile: Rect, small: &WallBoard, on: bool) {
    let kit = view.kit(ui);
    let t = kit.t;
    let WallBoard { number, scene, players: [first, second], stocks, length } = small;
    let [one, other] = stocks;
    let spoken = format!("Board of game {number}: {first}, {one} - {second}, {other}, {length}");
    let response = widgets::row_button(ui, &kit, tile, number, &spoken, on);
    if response.clicked() {
        view.push(Command::Match(MatchCommand::Show(*number)));
        view.state.match_wall = false;
    }
    let mut inner = tile.shrink(4.0);
    let caption = inner.cut_top(CAPTION - 4.0);
    let y = caption.center().y;
    let shown_number = format!("{number}  ");
    // The number names the game, so it stays whole; on the narrowest boards only the tip has the length.
    let n_width = kit.width(&shown_number, W::Regular, font::SMALL);
    let l_width = kit.width(length, W::Regular, font::SMALL);
    let end = match n_width + l_width <= caption.width() {
        true => {
            kit.text(pos2(caption.right(), y), R, length, W::Regular, font::SMALL, t.text3).left()
        }
        false => caption.right(),
    };
    let whole = format!("{first} \u{2013} {second}, {length}");
    let (first, second) = told_apart(first, second);
    let runs = [
        (shown_number.as_str(), W::Regular, t.text3),
        (first, W::Medium, t.text),
        ("  \u{2013}  ", W::Regular, t.text3),
        (second, W::Medium, t.text),
    ];
    let room = end - caption.left();
    let wanted: f32 =
        runs.iter().map(|(words, weight, _)| kit.width(words, *weight, font::SMALL)).sum();
    // Where names have no room beside the number, they stand below it if the board leaves a line free.
    let (width, height) = scene.size;
    let board = if width > 0.0 { inner.width() * height / width } else { inner.height() };
    let (n_beside, has_line) = match wanted <= room {
        true => (runs.len(), false),
        false => (1, inner.height() - LINE >= board),
    };
    kit.runs(pos2(caption.left(), y), L, &runs[..n_beside], font::SMALL, room);
    if has_line {
        let line = inner.cut_top(LINE);
        kit.runs(line.left_center(), L, &runs[1..], font::SMALL, line.width());
    }
    widgets::tip(response, t, &whole);
    board::thumbnail(&kit, inner, scene, &format!("wall {number}"));
}

/// The way from one board to all of them and back, at the right end of `row`; empty if only one
/// game runs. Returns where it begins.
pub(super) fn wall_button_ui(ui: &Ui, view: &mut View<'_>, row: Rect, found: &MatchView) -> f32 {
    if found.wall.len() < 2 {
        return row.right();
    }
    let kit = view.kit(ui);
    let (words, name) = match view.state.match_wall {
        true => ("One game", "Show one game large"),
        false => ("All games", "Show all running games"),
    };
    let at = pos2(row.right(), row.top() + size::CONTROL / 2.0);
    let words = if row.width() < LEAST_WITH_WORDS { "" } else { words };
    let response = Button::words("match", words).name(name).show_right(ui, &kit, at);
    if response.clicked() {
        view.state.match_wall = !view.state.match_wall;
    }
    response.rect.left()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_as_large_as_the_wall_allows() {
        let wall = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        assert_eq!([2, 4, 9].map(|n| columns(n, wall, 1.0)), [2, 2, 3]);
        let wide = Rect::from_min_size(pos2(0.0, 0.0), vec2(1600.0, 300.0));
        assert_eq!(columns(4, wide, 1.0), 4);
        assert_eq!(columns(1, wide, 1.0), 1);
    }
}
