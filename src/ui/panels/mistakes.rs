//! The list of marked moves.
//!
//! Judges nothing: a move is here because it carries a mark.

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use super::moves::spoken_move;
use crate::app::{Command, GameCommand, MoveCell, TreeRow};
use crate::ui::kit::{L, R, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::font;
use crate::ui::widgets;

const ROW: f32 = 28.0;

/// Shows every marked move of the main line; a click goes there.
pub(super) fn mistakes_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let rows = view.snapshot.game.rows.clone();
    let marked = marked(&rows);
    let kit = view.kit(ui);
    if marked.is_empty() {
        let at = rect.min + vec2(12.0, 12.0);
        let width = rect.width() - 24.0;
        let words = text::NO_MISTAKES;
        let para = kit.para(at, words, W::Regular, font::BODY, kit.t.text3, width);
        widgets::say(ui, para, words);
        return;
    }
    let area = ScrollArea::vertical().id_salt("mistakes").auto_shrink([false, false]);
    area.animated(false).show_rows(ui, ROW, marked.len(), |ui, range| {
        let kit = view.kit(ui);
        for (number, side, cell) in &marked[range] {
            let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
            let dots = if *side == 0 { "." } else { "\u{2026}" };
            let lead = format!("{number}{dots}");
            let name = format!("mistake {lead} {}", spoken_move(cell));
            let inner = row.shrink2(vec2(4.0, 1.0));
            let on = cell.node == view.snapshot.game.current;
            let clicked = widgets::row_button(ui, &kit, inner, &name, on).clicked();
            let y = row.center().y;
            let at = pos2(row.left() + 48.0, y);
            kit.text(at, R, &lead, W::Regular, font::SMALL, kit.t.text3);
            let at = pos2(row.left() + 58.0, y);
            let end = kit.text(at, L, &cell.text, W::Medium, font::BODY, kit.t.text).right();
            let quality = kit.quality(&cell.mark);
            kit.text(pos2(end + 6.0, y), L, &cell.mark, W::Bold, font::BODY, quality);
            let at = pos2(row.right() - 16.0, y);
            kit.text(at, R, &cell.score, W::Regular, font::SMALL, kit.t.text3);
            if clicked {
                view.push(Command::Game(GameCommand::GoTo(cell.node)));
            }
        }
    });
}

/// Marked moves of the main line with their number and side.
fn marked(rows: &[TreeRow]) -> Vec<(usize, usize, &MoveCell)> {
    let mut found = Vec::new();
    for row in rows {
        let TreeRow::Pair { number, moves } = row else { continue };
        for (side, cell) in moves.iter().enumerate() {
            if let Some(cell) = cell.as_ref().filter(|cell| cell.mark.contains('?')) {
                found.push((*number, side, cell));
            }
        }
    }
    found
}
