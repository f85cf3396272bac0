//! The evaluation bar beside the board: one side's share, and the value.
//!
//! Judges nothing: share and text come ready in the snapshot.

use egui::accesskit::Role;
use egui::epaint::RectShape;
use egui::{CornerRadius, Rect, Sense, Ui, WidgetInfo, pos2};

use super::board::swatch;
use super::kit::{C, Kit, W};
use super::theme::fade;
use crate::app::GameView;
use crate::app::board::Side;

/// Size of the value where it fits.
const FONT: f32 = 9.5;

/// Shows the bar in `r`; the side below the board has the lower part.
pub fn eval_bar_ui(ui: &mut Ui, kit: &Kit<'_>, r: Rect, game: &GameView) {
    let id = ui.scope_id().with("evaluation bar");
    let response = ui.interact(r, id, Sense::hover());
    response.widget_info(|| {
        let label = format!("evaluation {}", game.bar_text);
        WidgetInfo::labeled(Role::Meter, true, label)
    });
    let lower_is_first = game.bottom == Side::First;
    let first = game.bar.clamp(0.0, 1.0);
    let share = if lower_is_first { first } else { 1.0 - first };
    let dark =
        |side: Side| swatch(game.info.sides[side.idx()], game.scene.surface).intensity() < 0.5;
    let colour = |side: Side| if dark(side) { kit.t.bar_second } else { kit.t.bar_first };
    let (lower, upper) = (colour(game.bottom), colour(game.bottom.opponent()));

    kit.fill(r, 3.0, upper);
    let cut = kit.snap(r.bottom() - r.height() * share);
    let part = Rect::from_min_max(pos2(r.left(), cut), r.max);
    let corners = CornerRadius { nw: 0, ne: 0, sw: 3, se: 3 };
    kit.p.add(RectShape::filled(part, corners, lower));
    let middle = r.center().y;
    let line = Rect::from_min_max(pos2(r.left(), middle - 0.5), pos2(r.right(), middle + 0.5));
    kit.fill(line, 0.0, fade(kit.t.arrow, 0.9));
    kit.frame(r, 3.0, kit.t.line2);

    // The first side's value stands at its end of the bar.
    let y = if lower_is_first { r.bottom() - 10.0 } else { r.top() + 10.0 };
    let ink = if dark(Side::First) { kit.t.bar_first } else { kit.t.bar_second };
    let words = short(&game.bar_text);
    let scale = ((r.width() - 3.0) / kit.width(words, W::Semi, FONT)).min(1.0);
    kit.text(pos2(r.center().x, y), C, words, W::Semi, FONT * scale, ink);
}

/// As much of a score as the bar is wide: `+0.1` of `+0.11`, `+99` of `+99.90`.
fn short(score: &str) -> &str {
    let Some(point) = score.find('.') else { return score };
    let n_figures = score[..point].chars().filter(char::is_ascii_digit).count();
    let end = if n_figures > 1 { point } else { point + 2 };
    score.get(..end).unwrap_or(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_cut_to_the_width_of_the_bar() {
        for (score, shown) in [
            ("+0.11", "+0.1"),
            ("\u{2212}99.90", "\u{2212}99"),
            ("+20", "+20"),
            ("\u{2013}", "\u{2013}"),
        ] {
            assert_eq!(short(score), shown);
        }
    }
}
