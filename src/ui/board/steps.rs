//! Paints the moves of a line as numbered steps: where each piece goes, and translucent what lies there
//! then.
//!
//! Takes no input and plays no move.

use egui::{Pos2, Rect, Stroke, Vec2, vec2};

use super::layout::Layout;
use super::motion::Shown;
use super::{Overlay, paint};
use crate::app::LineStep;
use crate::app::board::{Art, Cell, Scene, Surface};
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

/// What the steps take of the screen: where each piece goes, with its number.
pub(in crate::ui) fn covered(layout: &Layout, steps: &[LineStep]) -> Vec<Rect> {
    let place = |step: &LineStep| {
        let centre = layout.at(step.to) + layout.lift(step.level);
        Rect::from_center_size(centre, Vec2::splat(layout.unit))
    };
    steps.iter().map(place).collect()
}

/// A translucent piece lies on the cell: a value under it would shine through.
pub(super) fn hides(layout: &Layout, overlay: &Overlay<'_>, cell: &Cell) -> bool {
    let centre = layout.centre(cell);
    let lies_here = |step: &LineStep| {
        step.art.is_some() && layout.at(step.to).distance(centre) < layout.unit / 2.0
    };
    overlay.steps.iter().any(lies_here) || overlay.ghosts.iter().any(|(_, name)| *name == cell.name)
}

/// The number of a move at the lower left of its place, beside those that are there already.
fn number(kit: &Kit<'_>, layout: &Layout, at: Pos2, number: usize, before: usize) {
    let radius = (layout.unit * 0.15).clamp(6.0, 13.0);
    let at = at + vec2(-0.26, 0.24) * layout.unit + vec2(2.1 * radius, 0.0) * before as f32;
    kit.p.circle(at, radius, kit.t.window, Stroke::new(1.5, kit.t.arrow));
    kit.text(at, C, &number.to_string(), W::Bold, radius * 1.2, kit.t.text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::board::Tone;

    #[test]
    fn a_value_is_hidden_where_a_translucent_piece_lies() {
        let layout = Layout::of_hundred(false);
        let cell = |name: &str, x: f32| Cell {
            name: name.to_owned(),
            spoken: String::new(),
            outline: vec![(x, 0.0), (x + 1.0, 0.0), (x + 1.0, 1.0), (x, 1.0)],
            tone: Tone::Dark,
            corner: String::new(),
            neighbours: [None; 4],
        };
        let art = Some(Art::Stone { black: true });
        let step = LineStep { number: 1, art, from: None, to: (1.5, 0.5), level: 0 };
        let bare = LineStep { art: None, to: (0.5, 0.5), ..step.clone() };
        let steps = [step, bare];
        let overlay = Overlay { steps: &steps, ..Overlay::default() };
        let hidden = |overlay: &Overlay<'_>| {
            [cell("a", 0.0), cell("b", 1.0)].map(|cell| hides(&layout, overlay, &cell))
        };
        assert_eq!(hidden(&overlay), [false, true]);
        let ghosts = [(Art::Stone { black: true }, "a".to_owned())];
        assert_eq!(hidden(&Overlay { ghosts: &ghosts, ..Overlay::default() }), [true, false]);
        assert_eq!(hidden(&Overlay::default()), [false, false]);
    }
}
