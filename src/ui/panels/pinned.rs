//! The cards of lines that no card of an engine shows: those that the user keeps, and those of other tabs
//! about the same position.
//!
//! Computes nothing.

use egui::{Rect, Ui, pos2, vec2};

use super::cards::{FOOT, HEAD};
use super::lines::{LineRow, line_ui};
use crate::app::{AnalysisCommand, Command};
use crate::ui::kit::{Cut, Kit, L, W};
use crate::ui::root::View;
use crate::ui::state::LineId;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button};

/// Height of the cards with the gaps above them; nothing where they have no line.
pub(super) fn kept_height(view: &View<'_>) -> f32 {
    let snapshot = view.snapshot;
    height(snapshot.analysis.pinned.len()) + height(snapshot.elsewhere.len())
}

/// Height of a card with so many lines, with the gap above it.
fn height(n: usize) -> f32 {
    if n == 0 { 0.0 } else { size::GAP + HEAD + n as f32 * size::ROW + FOOT }
}

/// Shows both cards from the top of `place` on.
pub(super) fn kept_ui(ui: &mut Ui, view: &mut View<'_>, mut place: Rect) {
    let newest = new_pin(view);
    let snapshot = view.snapshot;
    let mut card = |n: usize| {
        let card = place.cut_top(height(n));
        card.with_min_y(card.top() + size::GAP)
    };
    let pinned = card(snapshot.analysis.pinned.len());
    let elsewhere = card(snapshot.elsewhere.len());
    if !snapshot.analysis.pinned.is_empty() {
        widgets::area(ui, pinned, "pinned lines", |ui| pinned_ui(ui, view, pinned, newest));
    }
    if !snapshot.elsewhere.is_empty() {
        widgets::area(ui, elsewhere, "lines of other tabs", |ui| elsewhere_ui(ui, view, elsewhere));
    }
}

/// The frame and the head of a card.
fn frame_ui(ui: &Ui, kit: &Kit<'_>, place: Rect, icon: &str, words: &str) {
    kit.card(place);
    let y = place.top() + HEAD / 2.0;
    kit.icon(pos2(place.left() + 20.0, y), icon, 13.0, kit.t.text2);
    let (at, room) = (pos2(place.left() + 36.0, y), place.width() - 52.0);
    widgets::label(ui, kit, at, L, words, W::Semi, font::STRONG, kit.t.text, room);
}

/// The row of a line, from 0.
fn row(place: Rect, idx: usize) -> Rect {
    let min = pos2(place.left() + 3.0, place.top() + HEAD + idx as f32 * size::ROW);
    Rect::from_min_size(min, vec2(place.width() - 3.0, size::ROW))
}

/// The line of this game that was pinned since the frame before.
fn new_pin(view: &mut View<'_>) -> Option<u64> {
    let last = view.snapshot.analysis.pinned.iter().map(|pinned| pinned.id).max();
    let seen = (view.snapshot.game.number, last.unwrap_or_default());
    let before = view.state.pin_seen.replace(seen)?;
    last.filter(|last| before.0 == seen.0 && before.1 < *last)
}

/// The lines that the user keeps, each with a button that lets it go; the newest comes into view.
fn pinned_ui(ui: &mut Ui, view: &mut View<'_>, place: Rect, newest: Option<u64>) {
    let kit = view.kit(ui);
    frame_ui(ui, &kit, place, "pin", text::PINNED);
    for (idx, pinned) in view.snapshot.analysis.pinned.iter().enumerate() {
        let mut row = row(place, idx);
        let button = row.cut_right(28.0);
        let (of, node) = (LineId::Pinned(pinned.id), Some(pinned.node));
        let what = LineRow { of, place: 0, who: &pinned.who, depth: &pinned.depth, node };
        line_ui(ui, view, &kit, row, &what, &pinned.line);
        if newest == Some(pinned.id) {
            ui.scroll_to_rect(row, None);
        }
        let name = format!("Unpin {} of {}", pinned.line.title(), pinned.who);
        // Lines may have one title: the button's own number tells it from the others.
        let unpin = widgets::area(ui, button, &format!("pin {}", pinned.id), |ui| {
            Button::icon("close", &name).show_in(ui, &kit, button)
        });
        if unpin.clicked() {
            view.push(Command::Analysis(AnalysisCommand::Unpin(pinned.id)));
        }
    }
}

/// What engines of other tabs say of the position shown.
fn elsewhere_ui(ui: &Ui, view: &mut View<'_>, place: Rect) {
    let kit = view.kit(ui);
    frame_ui(ui, &kit, place, "duplicate", text::ELSEWHERE);
    let node = Some(view.snapshot.game.current);
    for (idx, said) in view.snapshot.elsewhere.iter().enumerate() {
        let of = LineId::Elsewhere(idx);
        let what = LineRow { of, place: 0, who: &said.who, depth: &said.depth, node };
        line_ui(ui, view, &kit, row(place, idx), &what, &said.line);
    }
}
