//! A piece that is dragged: it follows the pointer, and where it is dropped is a second click.
//!
//! Knows no rule: the game's mark says whether the piece may be picked up.

use egui::{Pos2, Response, Ui};

use super::layout::Layout;
use super::motion::Shown;
use crate::app::board::{Art, Cell, HOLD, Mark, Scene, Surface};

/// How long a dropped piece stays in place waiting for the game's answer, in seconds.
const WAIT: f64 = 0.25;

/// A piece being dragged.
#[derive(Clone, Debug, Default)]
pub(super) struct Drag {
    held: Option<Held>,
}

#[derive(Clone, Debug)]
struct Held {
    /// The cell it was taken from.
    from: String,
    /// The cell that receives the pointer events: where hexagons overlap as rectangles, another
    /// one.
    by: String,
    /// Where it is on the screen.
    at: Pos2,
    /// Since it was dropped there, the time at which it goes back.
    back_at: Option<f64>,
}

impl Drag {
    /// Pieces move from cell to cell on this board.
    pub(super) fn accepts(scene: &Scene) -> bool {
        match scene.surface {
            Surface::Planks | Surface::Plane | Surface::Table => true,
            Surface::Felt => false,
        }
    }

    /// Follows what happens to the cell `idx`; returns the cell that counts as clicked.
    pub(super) fn follow(
        &mut self,
        ui: &Ui,
        layout: &Layout,
        scene: &Scene,
        idx: usize,
        response: &Response,
    ) -> Option<usize> {
        let name = &scene.cells[idx].name;
        let pointer = ui.input(|i| i.pointer.interact_pos())?;
        let chosen =
            |cell: &String| scene.marks.iter().any(|m| matches!(m, Mark::Chosen(c) if c == cell));
        let primary = egui::PointerButton::Primary;
        if response.drag_started_by(primary) {
            let pressed = ui.input(|i| i.pointer.press_origin()).unwrap_or(pointer);
            let idx = layout.hit(scene, pressed)?;
            piece_on(layout, scene, idx)?;
            let from = scene.cells[idx].name.clone();
            // Another click would deselect a chosen piece.
            let taken = (!chosen(&from)).then_some(idx);
            self.held = Some(Held { from, by: name.clone(), at: pointer, back_at: None });
            return taken;
        }
        let held = self.held.as_mut().filter(|held| held.by == *name)?;
        if held.back_at.is_none() {
            held.at = pointer;
        }
        if !response.drag_stopped_by(primary) {
            return None;
        }
        let to = layout.hit(scene, pointer).filter(|to| scene.cells[*to].name != held.from);
        // The game has not picked up the piece: its reason stays visible.
        let Some(to) = to.filter(|_| chosen(&held.from)) else {
            self.held = None;
            return None;
        };
        held.at = layout.centre(&scene.cells[to]);
        held.back_at = Some(ui.input(|i| i.time) + WAIT);
        Some(to)
    }

    /// A piece is being dragged.
    pub(super) fn is_held(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.back_at.is_none())
    }

    /// A piece was dropped and the answer is pending: the move needs no animation.
    pub(super) fn was_dropped(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.back_at.is_some())
    }

    /// The text of a click on a cell: on a table, picking up a checker differs from clicking it,
    /// which would move it.
    pub(super) fn spoken(&self, scene: &Scene, name: &str) -> String {
        let is_taken = self.is_held() && self.held.as_ref().is_some_and(|held| held.from == name);
        if is_taken && scene.surface == Surface::Table {
            format!("{HOLD}{name}")
        } else {
            name.to_owned()
        }
    }

    /// Drops the dragged piece: the position has changed, or the drag has ended.
    pub(super) fn settle(&mut self, changed: bool, time: f64) {
        let over = |held: &Held| held.back_at.is_some_and(|back| changed || time >= back);
        if self.held.as_ref().is_some_and(over) {
            self.held = None;
        }
    }

    /// Drops a piece whose cell is gone: the release of the button is not reported any more.
    pub(super) fn let_go(&mut self, ui: &Ui) {
        if self.is_held() && !ui.input(|i| i.pointer.primary_down()) {
            self.held = None;
        }
    }

    /// Moves the dragged piece to the pointer, above all others.
    pub(super) fn lift(&self, ui: &Ui, layout: &Layout, scene: &Scene, shown: &mut Vec<Shown>) {
        let Some(held) = &self.held else { return };
        if let Some(back) = held.back_at {
            let left = (back - ui.input(|i| i.time)).max(0.0);
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
        }
        let Some(cell) = scene.cells.iter().find(|cell| cell.name == held.from) else { return };
        let on_cell = |piece: &Shown| {
            let lies_at = piece.centre - layout.lift(piece.level);
            lies_on(layout, scene, cell, lies_at, piece.diameter)
        };
        if let Some(at) = shown.iter().rposition(on_cell) {
            let piece = shown.remove(at);
            let level = if layout.lifts { piece.level.max(1) } else { piece.level };
            shown.push(Shown { centre: held.at, level, ..piece });
        }
    }
}

/// The piece on a cell, as an index; of several the one on top.
pub(in crate::ui) fn piece_on(layout: &Layout, scene: &Scene, idx: usize) -> Option<usize> {
    scene.pieces.iter().rposition(|piece| {
        let (lies_at, diameter) = (layout.at(piece.centre), piece.diameter * layout.unit);
        !matches!(piece.art, Art::Rim { .. })
            && lies_on(layout, scene, &scene.cells[idx], lies_at, diameter)
    })
}

/// The piece on a cell, also one that has been borne off, as an index; of several the one on top.
pub(in crate::ui) fn lying_on(layout: &Layout, scene: &Scene, idx: usize) -> Option<usize> {
    let cell = &scene.cells[idx];
    scene.pieces.iter().rposition(|piece| {
        lies_on(layout, scene, cell, layout.at(piece.centre), piece.diameter * layout.unit)
    })
}

/// A piece lies on a cell: in its middle, but anywhere along a point of a table.
fn lies_on(layout: &Layout, scene: &Scene, cell: &Cell, at: Pos2, diameter: f32) -> bool {
    match scene.surface {
        Surface::Table => layout.bounds(cell).contains(at),
        Surface::Felt | Surface::Planks | Surface::Plane => {
            at.distance(layout.centre(cell)) < diameter * 0.3
        }
    }
}
