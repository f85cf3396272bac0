//! The keys overlay: every action that has a key, by menu.
//!
//! Reads the action table; has no list of its own.

use egui::{Context, Rect, Ui, pos2, vec2};

use super::heading_ui;
use crate::ui::actions::{ACTIONS, Action, Menu, key_text};
use crate::ui::kit::{Kit, L, W};
use crate::ui::overlay::{Place, floating};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{Button, label};

const WIDTH: f32 = 760.0;
const ROW: f32 = 25.0;

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
    let groups: Vec<(&str, Vec<&Action>)> = Menu::ALL
        .iter()
        .map(|(menu, words)| {
            let with_keys = ACTIONS.iter().filter(|a| a.menu == *menu && !a.keys.is_empty());
            (*words, with_keys.collect::<Vec<_>>())
        })
        .filter(|(_, actions)| !actions.is_empty())
        .collect();
    let rows: usize = groups.iter().map(|(_, actions)| actions.len() + 1).sum();
    let half = rows.div_ceil(2) as f32 * ROW + 40.0;
    let top = ui.cursor().min;
    let col = WIDTH / 2.0 - 16.0;
    let (mut x, mut y, mut lowest) = (top.x, top.y, top.y);
    for (words, actions) in groups {
        let height = (actions.len() + 1) as f32 * ROW;
        if y + height > top.y + half && x == top.x {
            (x, y) = (top.x + WIDTH / 2.0 + 8.0, top.y);
        }
        let at = pos2(x, y + ROW / 2.0 + 4.0);
        label(ui, kit, at, L, words, W::Semi, font::SMALL, kit.t.text3, col);
        y += ROW;
        for action in actions {
            row_ui(ui, kit, Rect::from_min_size(pos2(x, y), vec2(col, ROW)), action);
            y += ROW;
        }
        y += 8.0;
        lowest = lowest.max(y);
    }
    ui.allocate_space(vec2(WIDTH, lowest - top.y));
}

fn row_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, action: &Action) {
    let max = row.width() - 120.0;
    label(ui, kit, row.left_center(), L, action.words, W::Regular, font::BODY, kit.t.text, max);
    let mut right = row.right_center();
    for key in action.keys.iter().rev() {
        right.x = kit.key(right, &key_text(key)).left() - 6.0;
    }
}
