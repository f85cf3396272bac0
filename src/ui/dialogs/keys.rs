//! The keys overlay: every action that has a key, by menu.
//!
//! Reads the action table; has a list of its own only for what keys do on a board.

use egui::{Context, Rect, Ui, pos2, vec2};

use super::heading_ui;
use crate::ui::actions::{ACTIONS, Menu, key_text};
use crate::ui::kit::{Kit, L, W};
use crate::ui::overlay::{Place, floating};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{Button, label};

const WIDTH: f32 = 760.0;
const ROW: f32 = 25.0;
const GAP: f32 = 8.0;

/// What the keys do that are no actions: they walk to the board and on it.
const ON_BOARD: [(&str, &[&str]); 4] = [
    ("To the board and what is in hand", &["Tab", "Shift Tab"]),
    ("From place to place on the board", &["Arrow keys"]),
    ("Choose, then place or move", &["Enter", "Space"]),
    ("Put back what is chosen", &["Esc"]),
];

/// What a key does, in words, and the keys.
type Row = (&'static str, Vec<String>);

/// Shows the overlay. Returns whether it stays open.
pub(in crate::ui) fn keys_ui(ctx: &Context, view: &View<'_>) -> bool {
    let mut done = false;
    let closed = floating(ctx, view.cx.theme, text::KEYS, WIDTH, Place::Middle, |ui| {
        let kit = view.kit(ui);
        heading_ui(ui, &kit, text::KEYS);
        columns_ui(ui, &kit.on(ui));
        let (_, row) = ui.allocate_space(vec2(WIDTH, 12.0 + size::CONTROL));
        let right = row.right_bottom() - vec2(0.0, size::CONTROL / 2.0);
        done = Button::words("", text::CLOSE).show_right(ui, &kit.on(ui), right).clicked();
    });
    !(closed || done)
}

fn columns_ui(ui: &mut Ui, kit: &Kit<'_>) {
    let groups = groups();
    let height = |actions: &[Row]| (actions.len() + 1) as f32 * ROW + GAP;
    let all: f32 = groups.iter().map(|(_, actions)| height(actions)).sum();
    // The groups that begin in the first half of the height stand in the first column.
    let mut before = 0.0;
    let in_first = groups
        .iter()
        .take_while(|(_, actions)| {
            let begins = before;
            before += height(actions);
            begins + height(actions) / 2.0 <= all / 2.0
        })
        .count();
    let top = ui.cursor().min;
    let col = WIDTH / 2.0 - 16.0;
    let mut lowest = top.y;
    for (i, column) in [&groups[..in_first], &groups[in_first..]].into_iter().enumerate() {
        let x = top.x + (WIDTH / 2.0 + 8.0) * i as f32;
        let mut y = top.y;
        for (words, actions) in column {
            let at = pos2(x, y + ROW / 2.0 + 4.0);
            label(ui, kit, at, L, words, W::Semi, font::SMALL, kit.t.text3, col);
            for (k, of_row) in actions.iter().enumerate() {
                let min = pos2(x, y + (k + 1) as f32 * ROW);
                row_ui(ui, kit, Rect::from_min_size(min, vec2(col, ROW)), of_row);
            }
            y += height(actions);
        }
        lowest = lowest.max(y);
    }
    ui.allocate_space(vec2(WIDTH, lowest - top.y));
}

/// By menu, and last what is done on the board.
fn groups() -> Vec<(&'static str, Vec<Row>)> {
    let of_menu = |menu: &Menu| -> Vec<Row> {
        let with_keys = ACTIONS.iter().filter(|a| a.menu == *menu && !a.keys.is_empty());
        with_keys.map(|a| (a.words, a.keys.iter().map(key_text).collect())).collect()
    };
    let on_board = ON_BOARD.iter().map(|(words, keys)| {
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        (*words, keys)
    });
    let menus = Menu::ALL.iter().map(|(menu, words)| (*words, of_menu(menu)));
    let all = menus.chain([(text::ON_THE_BOARD, on_board.collect())]);
    all.filter(|(_, rows)| !rows.is_empty()).collect()
}

fn row_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, (words, keys): &Row) {
    let max = row.width() - 120.0;
    label(ui, kit, row.left_center(), L, words, W::Regular, font::BODY, kit.t.text, max);
    let mut right = row.right_center();
    for key in keys.iter().rev() {
        right.x = kit.key(right, key).left() - 6.0;
    }
}
