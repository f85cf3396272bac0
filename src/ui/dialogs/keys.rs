//! The keys overlay: every action that has a key, by menu.
//!
//! Reads the action table; has a list of its own only for what keys do on a board.

use egui::{Context, Rect, Ui, pos2, vec2};

use super::heading_ui;
use crate::ui::actions::{ACTIONS, Menu, key_text};
use crate::ui::kit::{Cut, Kit, L, W};
use crate::ui::overlay::{Place, floating, scrolled};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{Button, label};

const WIDTH: f32 = 1240.0;
/// Minimum width of a column, and the largest number of columns.
const COLUMN: f32 = 290.0;
const MOST_COLUMNS: usize = 4;
/// Between two columns.
const BETWEEN: f32 = 18.0;
const ROW: f32 = 24.0;
const GAP: f32 = 6.0;

/// Keys that are not actions: they move to the board and on it.
const ON_BOARD: [(&str, &[&str]); 3] = [
    ("To the board and the hands", &["Tab", "Shift Tab"]),
    ("From place to place", &["Arrow keys"]),
    ("Choose, then place or move", &["Enter", "Space"]),
];

/// Keys of the position editor that are not actions.
const IN_EDITOR: [(&str, &[&str]); 6] = [
    ("Choose a brush", &["0 to 9", "Shift 0 to 9"]),
    ("To the board and on it", &["Arrow keys"]),
    ("Put the piece of the brush", &["Enter", "Space"]),
    ("Empty the place", &["Delete"]),
    ("Done", &["Ctrl Enter"]),
    ("Play from here", &["Ctrl Shift Enter"]),
];

/// What a key does, in words, and the keys.
type Row = (&'static str, Vec<String>);

/// Shows the overlay. Returns whether it stays open.
pub(in crate::ui) fn keys_ui(ctx: &Context, view: &View<'_>) -> bool {
    let mut done = false;
    let closed = floating(ctx, view.cx.theme, text::KEYS, WIDTH, Place::Middle, |ui| {
        let kit = view.kit(ui);
        heading_ui(ui, &kit, text::KEYS);
        let foot = 12.0 + size::CONTROL;
        scrolled(ui, foot, |ui| columns_ui(ui, &kit.on(ui)));
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), foot));
        let right = row.right_bottom() - vec2(0.0, size::CONTROL / 2.0);
        done = Button::words("", text::CLOSE).show_right(ui, &kit.on(ui), right).clicked();
    });
    !(closed || done)
}

/// The groups in columns, the longest first, each whole and in the column that is shortest until then, so
/// that the columns are about equally high and all fit a low window.
fn columns_ui(ui: &mut Ui, kit: &Kit<'_>) {
    let top = ui.cursor().min;
    let width = ui.available_width();
    let n_columns = ((width / COLUMN) as usize).clamp(1, MOST_COLUMNS);
    let step = width / n_columns as f32;
    let mut ends = vec![top.y; n_columns];
    let mut groups = groups();
    groups.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
    for (words, rows) in &groups {
        let shortest = ends.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
        let column = shortest.map_or(0, |(column, _)| column);
        let min = pos2(top.x + step * column as f32, ends[column]);
        let height = (rows.len() + 1) as f32 * ROW + GAP;
        let place = Rect::from_min_size(min, vec2(step - BETWEEN, height));
        group_ui(ui, kit, place, words, rows);
        ends[column] = place.bottom();
    }
    let lowest = ends.into_iter().fold(top.y, f32::max);
    ui.allocate_space(vec2(width, lowest - top.y));
}

fn group_ui(ui: &Ui, kit: &Kit<'_>, place: Rect, words: &str, rows: &[Row]) {
    let mut r = place;
    let at = r.cut_top(ROW).left_center() + vec2(0.0, 4.0);
    label(ui, kit, at, L, words, W::Semi, font::SMALL, kit.t.text3, place.width());
    for row in rows {
        row_ui(ui, kit, r.cut_top(ROW), row);
    }
}

/// By menu, and last what is done on the board and in the position editor.
fn groups() -> Vec<(&'static str, Vec<Row>)> {
    let of_menu = |menu: &Menu| -> Vec<Row> {
        let with_keys = ACTIONS.iter().filter(|a| a.menu == *menu && !a.keys.is_empty());
        with_keys.map(|a| (a.words, a.keys.iter().map(key_text).collect())).collect()
    };
    let listed = |rows: &[(&'static str, &[&str])]| -> Vec<Row> {
        rows.iter().map(|(words, keys)| (*words, owned(keys))).collect()
    };
    let menus = Menu::ALL.iter().map(|(menu, words)| (*words, of_menu(menu)));
    let places = [(text::ON_THE_BOARD, listed(&ON_BOARD)), (text::IN_EDITOR, listed(&IN_EDITOR))];
    let all = menus.chain(places);
    all.filter(|(_, rows)| !rows.is_empty()).collect()
}

fn owned(keys: &[&str]) -> Vec<String> {
    keys.iter().map(|key| (*key).to_owned()).collect()
}

fn row_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, (words, keys): &Row) {
    let mut right = row.right_center();
    for key in keys.iter().rev() {
        right.x = kit.key(right, key).left() - 6.0;
    }
    let max = right.x - row.left() - 6.0;
    // Several keys leave less room: smaller words still stand in whole.
    let is_wide = kit.width(words, W::Regular, font::BODY) > max;
    let font_size = if is_wide { font::SMALL } else { font::BODY };
    label(ui, kit, row.left_center(), L, words, W::Regular, font_size, kit.t.text, max);
}
