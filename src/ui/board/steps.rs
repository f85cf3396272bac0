//! Paints the moves of a line as numbered steps: where each piece goes, and translucent what lies there
//! then.
//!
//! Takes no input and plays no move.

use egui::{Pos2, Stroke, vec2};

use super::layout::Layout;
use super::motion::Shown;
use super::{Overlay, paint};
use crate::app::LineStep;
use crate::app::board::{Art, Scene, Surface};
use crate::ui::kit::{C, Kit, W};
use crate::ui::theme::fade;

/// Opacity of a piece that would lie there.
const GHOST: f32 = 0.6;

/// All steps of the overlay: arrows lowest, numbers on top.
pub(super) fn paint(
    kit: &Kit<'_>,
    place: egui::Id,
    layout: &Layout,
    scene: &Scene,
    overlay: &Overlay<'_>,
) {
    let end = |step: &LineStep| layout.at(step.to) + layout.lift(step.level);
    for step in overlay.steps {
        let Some(from) = step.from else { continue };
        let (a, b) = (layout.at(from), end(step));
        let dir = (b - a).normalized() * layout.unit;
        kit.arrow(a + dir * 0.12, b - dir * 0.16, layout.unit * 0.10, fade(kit.t.arrow, 0.8));
    }
    // A table has its checkers in columns: an arrow and a number say enough.
    let has_ghosts = scene.surface != Surface::Table;
    for step in overlay.steps.iter().filter(|_| has_ghosts) {
        let Some(art) = step.art else { continue };
        let diameter = match art {
            Art::Tile { .. } => layout.unit,
            Art::Stone { .. }
            | Art::Man { .. }
            | Art::King { .. }
            | Art::Checker { .. }
            | Art::Rim { .. } => layout.unit * 0.84,
        };
        let centre = end(step);
        let ghost = Shown { art, centre, diameter, squeeze: 1.0, alpha: GHOST, level: step.level };
        paint::piece(kit, place, &ghost);
    }
    for (idx, step) in overlay.steps.iter().enumerate() {
        let same = overlay.steps[..idx].iter().filter(|other| other.to == step.to).count();
        number(kit, layout, end(step), step.number, same);
    }
}

/// The number of a move at the lower left of its place, beside those that are there already.
fn number(kit: &Kit<'_>, layout: &Layout, at: Pos2, number: usize, before: usize) {
    let radius = (layout.unit * 0.15).clamp(6.0, 13.0);
    let at = at + vec2(-0.26, 0.24) * layout.unit + vec2(2.1 * radius, 0.0) * before as f32;
    kit.p.circle(at, radius, kit.t.window, Stroke::new(1.5, kit.t.arrow));
    kit.text(at, C, &number.to_string(), W::Bold, radius * 1.2, kit.t.text);
}
