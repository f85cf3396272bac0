//! The row of a card that shows what the other side would play.
//!
//! Searches nothing: it pushes commands.

use egui::{Rect, Ui, pos2, vec2};

use crate::app::{AnalysisCommand, Command, EngineCardView, ThreatView};
use crate::ui::kit::{Kit, L, W};
use crate::ui::root::View;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button};

/// Shows the row; its button goes back to the position as it is.
pub(super) fn threat_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    row: Rect,
    card: &EngineCardView,
    threat: &ThreatView,
) {
    let t = kit.t;
    kit.hline(row.left() + 8.0, row.right() - 8.0, row.top());
    kit.icon(pos2(row.left() + 19.0, row.center().y), "bolt", 12.0, t.danger);
    let at = pos2(row.left() + 31.0, row.center().y + 0.5);
    let max = row.right() - 44.0 - at.x;
    widgets::label(ui, kit, at, L, &threat.title, W::Medium, font::SMALL, t.danger, max);
    let name = format!("Show the position as it is: {}", card.name);
    let right = pos2(row.right() - 31.0, row.center().y);
    let place = Rect::from_center_size(right + vec2(14.0, 0.0), vec2(28.0, size::ROW));
    if Button::icon("close", &name).show(ui, kit, place.left_center()).clicked() {
        view.push(Command::Analysis(AnalysisCommand::Threat(card.id, false)));
    }
}
