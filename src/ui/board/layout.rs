//! The place of a scene on the screen: board units to points and back.
//!
//! Paints nothing.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use crate::app::board::{Cell, Piece, Point, Scene, Surface};
use crate::ui::kit::Kit;

/// Place of a board on the screen. A board unit is a whole number of physical pixels; the frame
/// takes the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The field, without the frame.
    pub field: Rect,
    /// The board with its frame.
    pub outer: Rect,
    /// Points per board unit.
    pub unit: f32,
    /// Width of the frame.
    pub edge: f32,
    /// Where the place `(0, 0)` lies; on an endless plane it may lie outside.
    pub zero: Pos2,
    /// Pieces of a stack are drawn above each other.
    pub lifts: bool,
}

/// How much higher each level of a stack is drawn than the one below, in board units.
const LIFT: Vec2 = vec2(-0.069, -0.144);

impl Layout {
    /// A layout for tests, which begins at zero and has 100 points to a unit.
    #[cfg(test)]
    pub(super) fn of_hundred(lifts: bool) -> Self {
        let (field, outer, zero) = (Rect::NOTHING, Rect::NOTHING, Pos2::ZERO);
        Self { field, outer, unit: 100.0, edge: 0.0, zero, lifts }
    }

    /// Lays a scene out in the middle of `area`, as large as it fits.
    #[must_use]
    pub fn new(kit: &Kit<'_>, area: Rect, scene: &Scene) -> Self {
        let (w, h) = (scene.size.0.max(1.0), scene.size.1.max(1.0));
        let side = area.width().min(area.height()).max(16.0);
        let edge = match scene.surface {
            Surface::Felt | Surface::Planks | Surface::Table => (side * 0.038).clamp(8.0, 20.0),
            Surface::Plane => 0.0,
        };
        let most = match scene.surface {
            Surface::Felt | Surface::Planks | Surface::Table => f32::INFINITY,
            // A single piece need not fill everything.
            Surface::Plane => side / 4.0,
        };
        let fits = ((area.width() - 2.0 * edge) / w).min((area.height() - 2.0 * edge) / h);
        let unit = ((fits.min(most) * kit.ppp()).floor() / kit.ppp()).max(1.0);
        let size = vec2(w, h) * unit;
        let edge = if edge > 0.0 { kit.snap(((area.size() - size) / 2.0).min_elem()) } else { 0.0 };
        let field = Rect::from_min_size(kit.snap_pos(area.center() - size / 2.0), size);
        let origin = vec2(scene.origin.0, scene.origin.1) * unit;
        Self {
            field,
            outer: field.expand(edge.max(0.0)),
            unit,
            edge: edge.max(0.0),
            zero: field.min - origin,
            lifts: scene.surface == Surface::Plane,
        }
    }

    /// A point of the field on the screen.
    #[must_use]
    pub fn at(&self, p: Point) -> Pos2 {
        self.zero + vec2(p.0, p.1) * self.unit
    }

    /// Where a piece lies on the screen, with its height in its stack.
    #[must_use]
    pub fn place(&self, piece: &Piece) -> Pos2 {
        self.at(piece.centre) + self.lift(piece.level)
    }

    /// How much higher a piece at this height of a stack is drawn, in points.
    #[must_use]
    pub fn lift(&self, level: u8) -> Vec2 {
        if self.lifts { LIFT * (self.unit * f32::from(level)) } else { Vec2::ZERO }
    }

    /// A place that may be on the frame; there one unit is the width of the frame.
    #[must_use]
    pub fn label(&self, p: Point) -> Pos2 {
        let place = |v: f32, min: f32, max: f32| {
            let size = (max - min) / self.unit;
            if v < 0.0 {
                min + v * self.edge
            } else if v > size {
                max + (v - size) * self.edge
            } else {
                min + v * self.unit
            }
        };
        let f = self.field;
        pos2(place(p.0, f.left(), f.right()), place(p.1, f.top(), f.bottom()))
    }

    /// The corners of a cell on the screen.
    #[must_use]
    pub fn outline(&self, cell: &Cell) -> Vec<Pos2> {
        cell.outline.iter().map(|p| self.at(*p)).collect()
    }

    /// The rectangle around a cell.
    #[must_use]
    pub fn bounds(&self, cell: &Cell) -> Rect {
        Rect::from_points(&self.outline(cell))
    }

    /// The middle of a cell.
    #[must_use]
    pub fn centre(&self, cell: &Cell) -> Pos2 {
        let sum = cell.outline.iter().fold(Vec2::ZERO, |sum, p| sum + vec2(p.0, p.1));
        let middle = sum / (cell.outline.len().max(1) as f32);
        self.at((middle.x, middle.y))
    }

    /// The cell at a place of the screen: the index of the first one whose outline holds it, or of
    /// the stack whose highest piece is seen there.
    #[must_use]
    pub fn hit(&self, scene: &Scene, pos: Pos2) -> Option<usize> {
        let lifted = scene.pieces.iter().rev().take_while(|piece| self.lifts && piece.level > 0);
        for piece in lifted {
            let p = (pos - self.lift(piece.level) - self.zero) / self.unit;
            let idx = scene.cells.iter().position(|cell| holds(&cell.outline, piece.centre))?;
            if holds(&scene.cells[idx].outline, (p.x, p.y)) {
                return Some(idx);
            }
        }
        if scene.surface == Surface::Table {
            // A checker is wider than the tip of the point that it lies on.
            return scene.cells.iter().position(|cell| self.bounds(cell).contains(pos));
        }
        let p = (pos - self.zero) / self.unit;
        scene.cells.iter().position(|cell| holds(&cell.outline, (p.x, p.y)))
    }
}

/// A convex outline, clockwise with y down, holds a point that is to the right of every edge. Of a
/// triangle (a point of a backgammon board) the rectangle around it counts: checkers are wider than
/// its tip.
pub(super) fn holds(outline: &[Point], p: Point) -> bool {
    let n = outline.len();
    if n == 3 {
        let within = |of: fn(&Point) -> f32, at: f32| {
            outline.iter().any(|corner| of(corner) <= at)
                && outline.iter().any(|corner| of(corner) >= at)
        };
        return within(|corner| corner.0, p.0) && within(|corner| corner.1, p.1);
    }
    n >= 3
        && (0..n).all(|i| {
            let (a, b) = (outline[i], outline[(i + 1) % n]);
            (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0) >= 0.0
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hexagon_holds_its_middle_and_not_the_corner_of_its_rectangle() {
        let hexagon: Vec<Point> = (0..6)
            .map(|i| {
                let turn = std::f32::consts::PI * (i as f32 / 3.0 + 0.5);
                (turn.cos(), turn.sin())
            })
            .collect();
        assert!(holds(&hexagon, (0.0, 0.0)));
        assert!(holds(&hexagon, (0.8, 0.0)));
        assert!(!holds(&hexagon, (0.8, 0.9)));
        assert!(!holds(&[], (0.0, 0.0)));
    }
}
