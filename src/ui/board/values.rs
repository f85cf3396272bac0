//! Values on cells: colour by what a move loses, the number always written.
//!
//! Does not know where values come from, nor their unit.

use egui::{Color32, Rect, Stroke, StrokeKind};

use crate::app::ValueMark;
use crate::ui::kit::{C, Kit, W};
use crate::ui::theme::{fade, mix};

const BLUE: Color32 = Color32::from_rgb(36, 122, 226);
const GREY: Color32 = Color32::from_rgb(120, 134, 140);
const ORANGE: Color32 = Color32::from_rgb(214, 106, 20);
/// The light edge of the best.
const EDGE: Color32 = Color32::from_rgb(214, 234, 255);
/// Loss at which the colour is grey; it is fully orange at three times as much. In the game's
/// unit: discs in Othello.
const GREY_AT: f32 = 4.0;

/// Blue for the best, through grey, to orange: colour and opacity by loss.
#[must_use]
pub fn shade(loss: f32) -> (Color32, f32) {
    if loss <= GREY_AT {
        let part = (loss / GREY_AT).max(0.0);
        (mix(BLUE, GREY, part), 0.95 - 0.20 * part)
    } else {
        let part = ((loss - GREY_AT) / (2.0 * GREY_AT)).min(1.0);
        (mix(GREY, ORANGE, part), 0.75 + 0.20 * part)
    }
}

/// The same for what is counted in losses of a mistake of the game, in any game. In Othello such a loss is
/// five discs.
#[must_use]
pub(in crate::ui) fn heat(mistakes: f32) -> (Color32, f32) {
    shade(5.0 * mistakes)
}

/// What two engines differ by: blue where the first sees more, orange where the second does, grey where
/// they agree.
#[must_use]
fn balance(differs: f32) -> (Color32, f32) {
    let part = (differs.abs() / GREY_AT).min(1.0);
    // What is written as nothing has no colour either.
    let part = if differs.abs() < 0.05 { 0.0 } else { 0.35 + 0.65 * part };
    let colour = if differs > 0.0 { BLUE } else { ORANGE };
    (mix(GREY, colour, part), 0.75 + 0.20 * part)
}

/// Paints a value, or a difference, on the cell `r`.
pub(super) fn paint(kit: &Kit<'_>, r: Rect, value: &ValueMark) {
    let text = &value.text;
    let (colour, alpha) = match value.differs {
        Some(differs) => balance(differs as f32),
        None => shade(value.loss as f32),
    };
    let q = r.shrink(kit.snap((r.width() * 0.06).clamp(1.0, 3.5)));
    let radius = (q.width() * 0.12).min(6.0);
    kit.fill(q, radius, fade(colour, alpha));
    if value.differs.is_none() && value.loss <= 0.0 {
        kit.p.rect_stroke(q, radius, Stroke::new(2.0, EDGE), StrokeKind::Inside);
    }
    // Four characters (`-12.5`) still fit into the square.
    let narrow = if text.chars().count() > 4 { 0.24 } else { 0.30 };
    kit.text(q.center(), C, text, W::Semi, r.width() * narrow, Color32::WHITE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_has_the_colour_of_its_sign_and_none_where_engines_agree() {
        assert_eq!(balance(0.0).0, GREY);
        assert_eq!(balance(-0.04).0, GREY);
        assert_eq!(balance(5.0).0, BLUE);
        assert_eq!(balance(-5.0).0, ORANGE);
        assert_ne!(balance(0.3).0, balance(-0.3).0);
    }

    #[test]
    fn the_best_is_blue_and_a_large_loss_orange() {
        assert_eq!(shade(0.0), (BLUE, 0.95));
        assert_eq!(shade(4.0).0, GREY);
        assert_eq!(shade(40.0).0, ORANGE);
        assert!((shade(4.0).1 - 0.75).abs() < 1e-6);
    }
}
