//! The card of what the players expected when they made the moves shown.
//!
//! Computes nothing.

use egui::{Rect, Ui, pos2, vec2};

use super::cards::{FOOT, HEAD};
use super::lines::{LineRow, line_ui};
use crate::ui::kit::{Cut, L, W};
use crate::ui::root::View;
use crate::ui::state::LineId;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets;

/// Height of the card with the gap below it; nothing where the players wrote nothing down. It has
/// rows for both players, so that nothing moves from one move to the next.
pub(super) fn said_height(view: &View<'_>) -> f32 {
    match view.snapshot.analysis.said.is_empty() {
        true => 0.0,
        false => HEAD + 2.0 * size::ROW + FOOT + size::GAP,
    }
}

/// Shows the card at the top of `p`, and takes its room away; nothing where it would leave less than
/// `least` for what comes below.
pub(super) fn said_ui(ui: &mut Ui, view: &mut View<'_>, p: &mut Rect, least: f32) {
    let height = said_height(view);
    if height == 0.0 || p.height() - height < least {
        return;
    }
    let mut place = p.cut_top(height).shrink2(vec2(size::PAD, 0.0));
    place.cut_bottom(size::GAP);
    widgets::area(ui, place, "players", |ui| {
        let kit = view.kit(ui);
        kit.card(place);
        let head = place.with_max_y(place.top() + HEAD);
        let at = pos2(head.left() + 16.0, head.center().y);
        let room = head.width() - 32.0;
        let (words, ink) = (text::PLAYERS_SAID, kit.t.text);
        widgets::label(ui, &kit, at, L, words, W::Semi, font::STRONG, ink, room);
        let snapshot = view.snapshot;
        for (idx, said) in snapshot.analysis.said.iter().enumerate() {
            let min = pos2(place.left() + 3.0, head.bottom() + idx as f32 * size::ROW);
            let row = Rect::from_min_size(min, vec2(place.width() - 3.0, size::ROW));
            let who = snapshot.game.info.sides[said.side];
            let of = LineId::Said(said.side);
            line_ui(
                ui,
                view,
                &kit,
                row,
                &LineRow { of, place: 0, who, depth: "", node: Some(said.node) },
                &said.line,
            );
        }
    });
}
