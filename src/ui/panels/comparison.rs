//! The row of a card whose engine reports one line: how many moves it compares, and how far it is.
//!
//! Compares nothing: it pushes commands.

use egui::accesskit::Role;
use egui::{Rect, Ui, WidgetInfo, pos2, vec2};

use crate::app::board::MoveText;
use crate::app::{AnalysisCommand, Command, ComparedMove, ComparisonView, EngineCardView};
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
    let n_picked = comparison.moves.iter().filter(|mv| mv.is_picked).count();
    let words = match comparison.n_moves {
        _ if n_picked > 0 => format!("Compare {}", counted(n_picked, "picked move")),
        Some(n) => format!("Compare {}", counted(n as usize, "move")),
        None => text::COMPARE_MOVES.to_owned(),
    };
    let w = kit.width(&words, W::Medium, font::SMALL) + 30.0;
    let at = pos2(row.left() + 6.0, row.center().y - 10.0);
    let place = Rect::from_min_size(at, vec2(w, 20.0));
    let response = widgets::hit(ui, place, ("compare", card.id), true);
    kit.fill(place, size::R_CONTROL, fade(t.hover, widgets::lift(&response)));
    let ink = if comparison.n_moves.is_some() || n_picked > 0 { t.accent_text } else { t.text2 };
    let left = place.left_center() + vec2(7.0, 0.0);
    kit.text(left, L, &words, W::Medium, font::SMALL, ink);
    kit.icon(place.right_center() - vec2(12.0, 0.0), "down", 11.0, t.text3);
    widgets::ring(kit, &response, place, size::R_CONTROL);
    let spoken = format!("{words}: {}", card.name);
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &spoken));
    let response = widgets::tip(response, t, text::COMPARE_TIP);
    widgets::lasting_menu(&response, t, text::COMPARE_MOVES, 160.0, |ui| {
        let choices = std::iter::once(None).chain(MOVES.map(Some));
        for n in choices {
            let words = n.map_or_else(|| "Off".to_owned(), |n| counted(n as usize, "move"));
            let is_on = n == comparison.n_moves && n_picked == 0;
            let item = MenuItem { on: Some(is_on), ..MenuItem::new(&words) };
            if item.show(ui, kit).clicked() {
                view.push(Command::Analysis(AnalysisCommand::PickMoves(card.id, Vec::new())));
                view.push(Command::Analysis(AnalysisCommand::CompareMoves(card.id, n)));
            }
        }
        picks_ui(ui, view, kit, card.id, &comparison.moves);
    });
    if comparison.state.is_empty() {
        return;
    }
    let at = pos2(place.right() + 8.0, row.center().y + 0.5);
    let max = row.right() - 10.0 - at.x;
    let state = &comparison.state;
    widgets::label(ui, kit, at, L, state, W::Regular, font::SMALL, t.text3, max);
}

/// The moves that can be picked; a click picks one or gives it back.
fn picks_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, card: u64, moves: &[ComparedMove]) {
    if moves.is_empty() {
        return;
    }
    widgets::menu_line(ui, kit);
    let pick = |moves: Vec<MoveText>| Command::Analysis(AnalysisCommand::PickMoves(card, moves));
    let in_tree: Vec<MoveText> =
        moves.iter().filter(|mv| mv.is_in_tree).map(|mv| mv.mv.clone()).collect();
    if in_tree.len() > 1 && MenuItem::new(text::COMPARE_LISTED).show(ui, kit).clicked() {
        view.push(pick(in_tree));
    }
    for (idx, mv) in moves.iter().enumerate() {
        let words = format!("Only {}", mv.shown);
        let item = MenuItem { on: Some(mv.is_picked), stays: true, ..MenuItem::new(&words) };
        if item.show(ui, kit).clicked() {
            let chosen = moves.iter().enumerate();
            let chosen = chosen.filter(|(at, mv)| mv.is_picked != (*at == idx));
            view.push(pick(chosen.map(|(_, mv)| mv.mv.clone()).collect()));
        }
    }
}
