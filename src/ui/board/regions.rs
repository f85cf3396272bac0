//! Paints regions of empty cells: their edges, and how many cells each has.
//!
//! Takes no input and finds no region.

use egui::{Color32, Rect, Shape, Stroke, pos2, vec2};

use super::Overlay;
use super::layout::Layout;
use crate::app::board::{Cell, Region, Scene};
use crate::ui::kit::{C, Kit, W};
use crate::ui::theme::font;

/// The edge of a region in which the side that begins it plays last, and of one in which it does not. The
/// same in every theme: they lie on boards, which are the same.
const ODD: Color32 = Color32::from_rgb(255, 196, 46);
const EVEN: Color32 = Color32::from_rgb(226, 232, 238);
/// Cells narrower than this have the number alone, without the word.
const WORDY: f32 = 44.0;

/// All regions of the overlay.
pub(super) fn paint(kit: &Kit<'_>, layout: &Layout, scene: &Scene, overlay: &Overlay<'_>) {
    for region in overlay.regions {
        let is_in = |cell: &&Cell| region.cells.contains(&cell.name);
        let cells: Vec<&Cell> = scene.cells.iter().filter(is_in).collect();
        let ink = if region.is_odd() { ODD } else { EVEN };
        for cell in &cells {
            for (beside, edge) in cell.neighbours.into_iter().zip(edges(layout.bounds(cell))) {
                let within =
                    beside.is_some_and(|idx| region.cells.contains(&scene.cells[idx].name));
                if !within {
                    line(kit, layout, edge, ink, region.is_odd());
                }
            }
        }
        let places = cells.iter().map(|cell| layout.bounds(cell));
        let order = |a: &Rect, b: &Rect| (a.top(), a.left()).partial_cmp(&(b.top(), b.left()));
        let first = places.min_by(|a, b| order(a, b).unwrap_or(std::cmp::Ordering::Equal));
        if let Some(first) = first {
            label(kit, layout, first, region, ink);
        }
    }
}

/// The edges of a cell: left, right, above, below, as [`Cell::neighbours`].
fn edges(r: Rect) -> [[egui::Pos2; 2]; 4] {
    [
        [r.left_top(), r.left_bottom()],
        [r.right_top(), r.right_bottom()],
        [r.left_top(), r.right_top()],
        [r.left_bottom(), r.right_bottom()],
    ]
}

/// A line around an odd region is whole, around an even one it is dashed.
fn line(kit: &Kit<'_>, layout: &Layout, edge: [egui::Pos2; 2], ink: Color32, is_whole: bool) {
    let width = (layout.unit * 0.045).clamp(1.5, 4.0);
    let stroke = Stroke::new(width, ink);
    if is_whole {
        kit.p.line_segment(edge, stroke);
    } else {
        let dash = (layout.unit * 0.12).clamp(3.0, 9.0);
        kit.p.extend(Shape::dashed_line(&edge, stroke, dash, dash * 0.7));
    }
}

/// `odd 7` in the corner of the region's first cell.
fn label(kit: &Kit<'_>, layout: &Layout, cell: Rect, region: &Region, ink: Color32) {
    let n = region.cells.len();
    let word = if region.is_odd() { "odd" } else { "even" };
    let words = if layout.unit < WORDY { n.to_string() } else { format!("{word} {n}") };
    let size = (layout.unit * 0.17).clamp(8.0, font::SMALL);
    let width = kit.width(&words, W::Semi, size) + 8.0;
    let place = Rect::from_min_size(cell.min + vec2(2.0, 2.0), vec2(width, size + 5.0));
    kit.fill(place, 4.0, Color32::from_black_alpha(190));
    kit.text(pos2(place.center().x, place.center().y), C, &words, W::Semi, size, ink);
}
