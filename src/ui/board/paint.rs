//! Paints a scene: field, marks, values, pieces, arrows.
//!
//! Takes no input; [`super::board_ui`] does.

use egui::epaint::RectShape;
use egui::{Color32, CornerRadius, Id, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::layout::Layout;
use super::motion::Shown;
use super::{Overlay, materials, values};
use crate::app::board::{Cell, Mark, Scene, Surface};
use crate::ui::kit::{C, Kit, UV, W};
use crate::ui::theme::fade;

/// Cells narrower than this carry no labels and no lines of text.
const SMALL: f32 = 24.0;

/// The field, its frame, lines and labels.
pub(super) fn field(kit: &Kit<'_>, place: Id, layout: &Layout, scene: &Scene) {
    match scene.surface {
        Surface::Felt | Surface::Planks | Surface::Table => framed(kit, place, layout, scene),
        Surface::Plane => {}
    }
    match scene.surface {
        Surface::Felt => lines(kit, layout, scene),
        Surface::Planks | Surface::Table | Surface::Plane => {}
    }
    if layout.unit < SMALL {
        return;
    }
    let size = (layout.edge * 0.62).min(11.0);
    for label in &scene.labels {
        let at = layout.label(label.at);
        kit.text(at, C, &label.text, W::Medium, size, kit.t.label);
    }
}

fn framed(kit: &Kit<'_>, place: Id, layout: &Layout, scene: &Scene) {
    kit.soft_shadow(layout.outer, 6, 28, if kit.t.dark { 130 } else { 70 });
    let id = materials::board(kit, place, layout, scene);
    let shape = RectShape::filled(layout.outer, CornerRadius::same(5), Color32::WHITE);
    kit.p.add(shape.with_texture(id, UV));
}

/// Lines between the cells, and the four dots of an Othello board.
fn lines(kit: &Kit<'_>, layout: &Layout, scene: &Scene) {
    let f = layout.field;
    let (w, h) = (scene.size.0.round() as i32, scene.size.1.round() as i32);
    for i in 0..=w {
        let x = f.left() + kit.snap(i as f32 * layout.unit) - 0.5;
        let line = Rect::from_min_size(pos2(x, f.top()), vec2(1.0, f.height()));
        kit.fill(line, 0.0, materials::LINE);
    }
    for i in 0..=h {
        let y = f.top() + kit.snap(i as f32 * layout.unit) - 0.5;
        let line = Rect::from_min_size(pos2(f.left(), y), vec2(f.width(), 1.0));
        kit.fill(line, 0.0, materials::LINE);
    }
    if w < 6 || h < 6 {
        return;
    }
    let radius = (layout.unit * 0.062).clamp(1.0, 3.5);
    for x in [2, w - 2] {
        for y in [2, h - 2] {
            let at = layout.at((x as f32, y as f32));
            kit.p.circle_filled(at, radius, materials::LINE);
        }
    }
}

fn cell<'s>(scene: &'s Scene, name: &str) -> Option<&'s Cell> {
    scene.cells.iter().find(|cell| cell.name == name)
}

/// What lies under the pieces: marks of the game, values.
pub(super) fn under(kit: &Kit<'_>, layout: &Layout, scene: &Scene, overlay: &Overlay<'_>) {
    let valued = |name: &str| overlay.values.iter().any(|value| value.cell == name);
    for mark in &scene.marks {
        let (Mark::LastMove(name) | Mark::Legal(name) | Mark::Movable(name) | Mark::Chosen(name)) =
            mark;
        let Some(cell) = cell(scene, name) else { continue };
        match mark {
            Mark::LastMove(_) => last_square(kit, layout, scene, cell),
            Mark::Legal(_) if valued(name) => {}
            Mark::Legal(_) => {
                let (at, r) = (layout.centre(cell), layout.unit * 0.13);
                let stroke = Stroke::new((r * 0.26).max(1.0), fade(kit.t.target, 0.9));
                kit.p.circle(at, r, fade(kit.t.target, 0.28), stroke);
            }
            Mark::Movable(_) => {
                let at = layout.centre(cell);
                kit.p.circle_stroke(at, layout.unit * 0.44, Stroke::new(2.0, kit.t.target));
            }
            Mark::Chosen(_) => {
                let stroke = Stroke::new(3.0, kit.t.select);
                kit.p.add(Shape::closed_line(layout.outline(cell), stroke));
            }
        }
    }
    for value in overlay.values {
        if let Some(cell) = cell(scene, &value.cell) {
            values::paint(kit, layout.bounds(cell), value.loss as f32, &value.text);
        }
    }
}

fn last_square(kit: &Kit<'_>, layout: &Layout, scene: &Scene, cell: &Cell) {
    match scene.surface {
        // A dot on the disc says it there.
        Surface::Felt => {}
        Surface::Planks | Surface::Plane | Surface::Table => {
            let corners = layout.outline(cell);
            kit.p.add(Shape::convex_polygon(corners, kit.t.last_move, Stroke::NONE));
        }
    }
}

/// Shadows first, so that none falls on a neighbour; then the pieces.
pub(super) fn pieces(kit: &Kit<'_>, place: Id, pieces: &[Shown]) {
    for piece in pieces {
        let offset = vec2(1.5, 3.5) * (piece.diameter / 47.0).min(1.0);
        kit.blob(piece.centre + offset, piece.diameter * 0.60, 0.9 * piece.alpha);
    }
    for piece in pieces {
        stone(kit, place, piece);
    }
}

fn stone(kit: &Kit<'_>, place: Id, piece: &Shown) {
    let px = kit.px(piece.diameter);
    let id = materials::piece(kit, place, piece.art, px);
    let side = px as f32 / kit.ppp();
    let size = vec2(side * piece.squeeze, side);
    let min = kit.snap_pos(piece.centre - Vec2::splat(side) / 2.0);
    let rect = Rect::from_center_size(min + Vec2::splat(side) / 2.0, size);
    kit.p.image(id, rect, UV, Color32::from_white_alpha((piece.alpha * 255.0) as u8));
}

/// What lies over the pieces: the dot of the last move, see-through pieces, arrows.
pub(super) fn over(
    kit: &Kit<'_>,
    place: Id,
    layout: &Layout,
    scene: &Scene,
    overlay: &Overlay<'_>,
) {
    for mark in &scene.marks {
        let (Mark::LastMove(name), Surface::Felt) = (mark, scene.surface) else { continue };
        if let Some(cell) = cell(scene, name) {
            let radius = (layout.unit * 0.07).clamp(1.5, 4.0 * (layout.unit / 56.0).max(1.0));
            kit.p.circle_filled(layout.centre(cell), radius, materials::LAST_DOT);
        }
    }
    for (art, name) in overlay.ghosts {
        let Some(cell) = cell(scene, name) else { continue };
        let diameter = layout.unit * 0.84;
        let centre = layout.centre(cell);
        stone(kit, place, &Shown { art: *art, centre, diameter, squeeze: 1.0, alpha: 0.45 });
    }
    for arrow in overlay.arrows {
        let ends = (cell(scene, &arrow.from), cell(scene, &arrow.to));
        let (Some(from), Some(to)) = ends else { continue };
        let (a, b) = (layout.centre(from), layout.centre(to));
        arrow_between(kit, layout, a, b, arrow.best);
    }
}

fn arrow_between(kit: &Kit<'_>, layout: &Layout, a: Pos2, b: Pos2, best: bool) {
    let dir = (b - a).normalized() * layout.unit;
    let (width, colour) = if best { (0.20, kit.t.arrow) } else { (0.13, fade(kit.t.arrow2, 0.8)) };
    if a == b {
        // A move without an origin: a ring around its goal.
        let stroke = Stroke::new(width * layout.unit * 0.5, fade(colour, 0.9));
        kit.p.circle_stroke(a, layout.unit * 0.40, stroke);
        return;
    }
    kit.arrow(a + dir * 0.12, b + dir * 0.06, width * layout.unit, colour);
}

/// The cell under the pointer.
pub(super) fn hovered(kit: &Kit<'_>, layout: &Layout, cell: &Cell) {
    let corners = layout.outline(cell);
    kit.p.add(Shape::convex_polygon(corners, Color32::from_white_alpha(20), Stroke::NONE));
}

/// The cell that has the keyboard.
pub(super) fn focused(kit: &Kit<'_>, layout: &Layout, cell: &Cell) {
    let stroke = Stroke::new(2.0, kit.t.focus);
    if cell.outline.len() == 4 {
        kit.p.rect_stroke(layout.bounds(cell).shrink(1.0), 2.0, stroke, StrokeKind::Middle);
    } else {
        kit.p.add(Shape::closed_line(layout.outline(cell), stroke));
    }
}
