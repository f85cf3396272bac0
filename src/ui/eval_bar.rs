//! The evaluation bar beside the board: one side's share, and the value.
//!
//! Evaluates nothing: share and text come ready in the snapshot.

use egui::accesskit::Role;
use egui::epaint::RectShape;
use egui::{CornerRadius, Rect, Sense, Ui, WidgetInfo, pos2};

use super::board::swatch;
use super::kit::{C, Kit, W};
use super::theme::fade;
use crate::app::GameView;
use crate::app::board::Side;

/// Size of the value where it stands across the bar, and where it reads upwards.
const FONT: f32 = 9.5;
const UPWARDS: f32 = 11.5;

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

    // The value stands at the end of the better side, in its part, which is at least half of the bar.
    let better = if first >= 0.5 { Side::First } else { Side::Second };
    let is_below = better == game.bottom;
    let ink = if dark(better) { kit.t.bar_first } else { kit.t.bar_second };
    let words = game.bar_text.as_str();
    let long = kit.width(words, W::Semi, FONT);
    let y = if is_below { r.bottom() - 10.0 } else { r.top() + 10.0 };
    if long <= r.width() - 3.0 {
        kit.text(pos2(r.center().x, y), C, words, W::Semi, FONT, ink);
        return;
    }
    // A text wider than the bar reads upwards and is complete.
    let long = kit.width(words, W::Semi, UPWARDS);
    let foot = if is_below { r.bottom() - 6.0 } else { r.top() + 6.0 + long };
    kit.text_up(pos2(r.center().x, foot), words, W::Semi, UPWARDS, ink);
}
