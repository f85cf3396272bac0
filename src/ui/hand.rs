//! Pieces that a side has yet to place: a row of stacks in its strip, each with its count.
//!
//! Knows no rule: it reports which stack was clicked, as the board reports the cell.

use egui::accesskit::Role;
use egui::{Id, Pos2, Rect, Sense, Ui, WidgetInfo, pos2, vec2};

use super::board;
use super::kit::{C, Kit, W};
use super::theme::{fade, mix};
use crate::app::board::{Art, HandPiece};

/// Distance of stacks at most and at least, in points.
const STEP: (f32, f32) = (35.0, 19.0);
/// Width of a tile at the largest distance.
const WIDTH: f32 = 27.0;
/// Radius of a count's badge and size of its figure there, and what is left of them on small tiles.
const BADGE: f32 = 7.0;
const FIGURE: f32 = 9.5;
const BADGE_LEAST: f32 = 0.78;
/// The visible part of a stack with a legible count and a recognisable piece.
const CLEAR_STEP: f32 = 27.0;
/// Opacity of an empty stack.
const GONE: f32 = 0.26;

/// What the user did with a stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Deed {
    /// It was clicked, or chosen by key.
    Clicked {
        /// By a key or a screen reader.
        by_key: bool,
    },
    /// A piece was taken off it and is held at this place.
    Dragged(Pos2),
    /// It was dropped there.
    Dropped(Pos2),
}

/// The width of the row if `room` points are left for it.
pub(super) fn width(hand: &[HandPiece], room: f32) -> f32 {
    let n = hand.len().max(1) as f32;
    let step = (room / n).clamp(STEP.1, STEP.0);
    (step * hand.len() as f32).floor()
}

/// The room that shows every stack clearly.
pub(super) fn clear_width(hand: &[HandPiece]) -> f32 {
    CLEAR_STEP * hand.len() as f32
}

/// Shows the stacks in `rect`; returns the user's action and its stack. If `enabled` is false the
/// stacks do not look clickable, but clicks are still reported: only the game knows why. A `hinted`
/// stack has a frame.
pub(super) fn hand_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    rect: Rect,
    hand: &[HandPiece],
    hinted: &dyn Fn(&HandPiece) -> bool,
    enabled: bool,
) -> Option<(usize, Deed)> {
    let step = rect.width() / hand.len().max(1) as f32;
    let mut done = None;
    // Also between the stacks a click does not reach what is below them.
    let row = ui.scope_id().with(("row", &hand.first()?.name));
    ui.interact(rect, row, Sense::CLICK);
    for (i, piece) in hand.iter().enumerate() {
        let left = rect.left() + step * i as f32;
        let place = Rect::from_x_y_ranges(left..=left + step, rect.y_range());
        if let Some(deed) = stack_ui(ui, kit, place, piece, hinted(piece), enabled) {
            done = Some((i, deed));
        }
    }
    done
}

/// The stack's identity for the keyboard, shown by this `ui`.
pub(super) fn stack_id(ui: &Ui, piece: &HandPiece) -> Id {
    ui.scope_id().with(("hand", &piece.name))
}

fn stack_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    place: Rect,
    piece: &HandPiece,
    hinted: bool,
    enabled: bool,
) -> Option<Deed> {
    let id = stack_id(ui, piece);
    let left = piece.count > 0;
    let sense = match (left, enabled) {
        (true, true) => Sense::click_and_drag(),
        (true, false) => Sense::click(),
        // It cannot be chosen by key, but does not let a click through either.
        (false, _) => Sense::CLICK,
    };
    let response = ui.interact(place, id, sense);
    let lit = enabled && response.hovered();
    let spoken = format!("{}{}", piece.spoken, if hinted { ", hint" } else { "" });
    response
        .widget_info(|| WidgetInfo::selected(Role::Button, enabled && left, piece.chosen, &spoken));
    let ring = place.shrink2(vec2(0.5, 3.0));
    if piece.chosen {
        kit.fill(ring, 6.0, fade(kit.t.target, 0.22));
        kit.frame(ring, 6.0, kit.t.target);
    } else if hinted {
        kit.frame(ring, 6.0, kit.t.arrow);
    } else if lit && left {
        kit.fill(ring, 6.0, fade(kit.t.text, 0.08));
    }
    // Both hands are seen at once, and one may have less room than the other.
    let pictures = Id::unique("hand").with(ui.scope_id()).with(is_white(&piece.art));
    stack(kit, pictures, place, piece);
    if response.has_focus() {
        kit.focus_ring(ring, 6.0);
    }
    if left && enabled && response.hovered() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    }
    let primary = egui::PointerButton::Primary;
    let at = response.interact_pointer_pos();
    if response.clicked() {
        let by_key = !response.clicked_by(primary) || !ui.input(|i| i.pointer.any_click());
        return Some(Deed::Clicked { by_key });
    }
    if response.drag_stopped_by(primary) {
        return at.map(Deed::Dropped);
    }
    if response.dragged_by(primary) {
        return at.map(Deed::Dragged);
    }
    None
}

/// A stack with its count.
fn stack(kit: &Kit<'_>, pictures: Id, place: Rect, piece: &HandPiece) {
    // A hexagon is higher than it is wide.
    let width = (place.width() - 3.0).min((place.height() - 3.0) * 0.866).min(WIDTH);
    let centre = place.center() - vec2(2.0, 0.0);
    if piece.count == 0 {
        return board::piece_sample(kit, pictures, piece.art, centre, width, GONE);
    }
    for below in (1..piece.count.min(3)).rev() {
        let shift = f32::from(below) * 2.0;
        let at = centre + vec2(shift, -shift * 0.5);
        board::piece_sample(kit, pictures, piece.art, at, width, 1.0);
    }
    board::piece_sample(kit, pictures, piece.art, centre, width, 1.0);
    let part = (width / WIDTH).max(BADGE_LEAST);
    let (radius, figure) = (BADGE * part, FIGURE * part);
    // The next stack must not cut it off.
    let right = (centre.x + width * 0.40).min(place.right() - radius);
    let at = pos2(right, (centre.y + width * 0.36).min(place.bottom() - radius));
    let edge = egui::Stroke::new(1.0, mix(kit.t.card, kit.t.line2, 0.6));
    kit.p.circle(at, radius, kit.t.window, edge);
    kit.text(at, C, &piece.count.to_string(), W::Bold, figure, kit.t.text);
}

/// Distinguishes the hands of both sides.
fn is_white(art: &Art) -> bool {
    match art {
        Art::Tile { white, .. }
        | Art::Man { white }
        | Art::King { white }
        | Art::Checker { white }
        | Art::Rim { white } => *white,
        Art::Stone { black } => !black,
    }
}
