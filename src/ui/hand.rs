//! Pieces that a side has yet to place: a row of stacks in its strip, each with its count.
//!
//! Knows no rule: it says which stack was meant, as the board says which cell.

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
/// Opacity of a stack of which nothing is left.
const GONE: f32 = 0.26;

/// What somebody did with a stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Deed {
    /// It was clicked, or chosen by key.
    Clicked {
        /// By a key or a screen reader.
        by_key: bool,
    },
    /// A piece was taken off it and is held at this place.
    Dragged(Pos2),
    /// It was let go there.
    Dropped(Pos2),
}

/// How wide the row is where `room` points are left for it.
pub(super) fn width(hand: &[HandPiece], room: f32) -> f32 {
    let n = hand.len().max(1) as f32;
    let step = (room / n).clamp(STEP.1, STEP.0);
    (step * hand.len() as f32).floor()
}

/// Shows the stacks in `rect`; returns what was done with which of them. Where `enabled` is false
/// nothing invites to a click, but it is told all the same: only the game knows why. A `hinted` stack
/// has a frame.
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
    for (i, piece) in hand.iter().enumerate() {
        let left = rect.left() + step * i as f32;
        let place = Rect::from_x_y_ranges(left..=left + step, rect.y_range());
        if let Some(deed) = stack_ui(ui, kit, place, piece, hinted(piece), enabled) {
            done = Some((i, deed));
        }
    }
    done
}

fn stack_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    place: Rect,
    piece: &HandPiece,
    hinted: bool,
    enabled: bool,
) -> Option<Deed> {
    let id = ui.scope_id().with(("hand", &piece.name));
    let left = piece.count > 0;
    let sense = match (left, enabled) {
        (true, true) => Sense::click_and_drag(),
        (true, false) => Sense::click(),
        (false, _) => Sense::hover(),
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
    let width = (place.width() - 8.0).min(WIDTH);
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
    let at = pos2(centre.x + width * 0.40, centre.y + width * 0.36);
    kit.p.circle(at, 7.0, kit.t.window, egui::Stroke::new(1.0, mix(kit.t.card, kit.t.line2, 0.6)));
    kit.text(at, C, &piece.count.to_string(), W::Bold, 9.5, kit.t.text);
}

/// Tells the hands of both sides apart.
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
