//! The row of a card whose engine reports one line: how many moves it compares, and how far it is.
//!
//! Compares nothing: it pushes commands.

use egui::accesskit::Role;
use egui::{Rect, Ui, WidgetInfo, pos2, vec2};

use crate::app::{AnalysisCommand, Command, ComparisonView, EngineCardView};
use crate::count::counted;
use crate::ui::kit::{Kit, L, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{fade, font, size};
use crate::ui::widgets::{self, MenuItem};

/// How many moves can be compared.
const MOVES: std::ops::RangeInclusive<u32> = 2..=8;
/// As many as the key chooses.
pub(in crate::ui) const USUAL_MOVES: u32 = 4;

/// Shows the row.
pub(super) fn comparison_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    row: Rect,
    card: &EngineCardView,
    comparison: &ComparisonView,
) {
    let t = kit.t;
    kit.hline(row.left() + 8.0, row.right() - 8.0, row.top());
    let words = match comparison.n_moves {
        Some(n) => format!("Compare {}", counted(n as usize, "move")),
        None => text::COMPARE_MOVES.to_owned(),
    };
    let w = kit.width(&words, W::Medium, font::SMALL) + 30.0;
    let at = pos2(row.left() + 6.0, row.center().y - 10.0);
    let place = Rect::from_min_size(at, vec2(w, 20.0));
    let response = widgets::hit(ui, place, ("compare", card.id), true);
    kit.fill(place, size::R_CONTROL, fade(t.hover, widgets::lift(&response)));
    let ink = if comparison.n_moves.is_some() { t.accent_text } else { t.text2 };
    let left = place.left_center() + vec2(7.0, 0.0);
    kit.text(left, L, &words, W::Medium, font::SMALL, ink);
    kit.icon(place.right_center() - vec2(12.0, 0.0), "down", 11.0, t.text3);
    widgets::ring(kit, &response, place, size::R_CONTROL);
    let spoken = format!("{words}: {}", card.name);
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &spoken));
    let response = widgets::tip(response, t, text::COMPARE_TIP);
    widgets::menu(&response, t, text::COMPARE_MOVES, 160.0, |ui| {
        let choices = std::iter::once(None).chain(MOVES.map(Some));
        for n in choices {
            let words = n.map_or_else(|| "Off".to_owned(), |n| counted(n as usize, "move"));
            let item = MenuItem { on: Some(n == comparison.n_moves), ..MenuItem::new(&words) };
            if item.show(ui, kit).clicked() {
                view.push(Command::Analysis(AnalysisCommand::CompareMoves(card.id, n)));
            }
        }
    });
    if comparison.state.is_empty() {
        return;
    }
    let at = pos2(place.right() + 8.0, row.center().y + 0.5);
    let max = row.right() - 10.0 - at.x;
    let state = &comparison.state;
    widgets::label(ui, kit, at, L, state, W::Regular, font::SMALL, t.text3, max);
}
