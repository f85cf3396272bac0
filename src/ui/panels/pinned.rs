//! The card of the lines that the user keeps.
//!
//! Computes nothing.

use egui::{Rect, Ui, pos2, vec2};

use super::cards::{FOOT, HEAD};
use super::lines::{LineRow, line_ui};
use crate::app::{AnalysisCommand, Command};
use crate::ui::kit::{Cut, L, W};
use crate::ui::root::View;
use crate::ui::state::LineId;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button};

/// Height of the card with the gap above it; nothing where no line is kept.
pub(super) fn pinned_height(view: &View<'_>) -> f32 {
    match view.snapshot.analysis.pinned.len() {
        0 => 0.0,
        n => size::GAP + HEAD + n as f32 * size::ROW + FOOT,
    }
}

/// Shows the card, filling `place`, with a button in every row that lets the line go.
pub(super) fn pinned_ui(ui: &mut Ui, view: &mut View<'_>, place: Rect) {
    widgets::area(ui, place, "pinned lines", |ui| {
        let kit = view.kit(ui);
        kit.card(place);
        let head = place.with_max_y(place.top() + HEAD);
        kit.icon(pos2(head.left() + 20.0, head.center().y), "pin", 13.0, kit.t.text2);
        let at = pos2(head.left() + 36.0, head.center().y);
        let (words, ink) = (text::PINNED, kit.t.text);
        widgets::label(ui, &kit, at, L, words, W::Semi, font::STRONG, ink, head.width() - 52.0);
        for (idx, pinned) in view.snapshot.analysis.pinned.iter().enumerate() {
            let min = pos2(place.left() + 3.0, head.bottom() + idx as f32 * size::ROW);
            let mut row = Rect::from_min_size(min, vec2(place.width() - 3.0, size::ROW));
            let button = row.cut_right(28.0);
            let (of, node) = (LineId::Pinned(pinned.id), Some(pinned.node));
            let what = LineRow { of, place: 0, who: &pinned.who, depth: "", node };
            line_ui(ui, view, &kit, row, &what, &pinned.line);
            let name = format!("Unpin {} of {}", pinned.line.title(), pinned.who);
            if Button::icon("close", &name).show_in(ui, &kit, button).clicked() {
                view.push(Command::Analysis(AnalysisCommand::Unpin(pinned.id)));
            }
        }
    });
}
