//! The actions about what the board and the cards show in analysis, and about lines that are kept.
//!
//! Shows nothing itself.

use egui::Key;

use super::effects::{NO_LINE_YET, best_line_of_game, show_tab};
use super::table::{ALT, k};
use super::{Action, ActionId as Id, Menu, Run};
use crate::app::board::NodeId;
use crate::app::{Aid, AnalysisCommand, EngineCardView, Mode, SettingsCommand, Snapshot};
use crate::ui::state::{DrawerTab, LineId, UiState};
use crate::ui::text;

/// The actions, behind the others of their menus.
pub(super) static SHOWING: &[Action] = &[
    Action::new(Id::PinLine, Menu::Engines, text::PIN_LINE, "pin", |r| {
        if let Some((id, moves)) = line_meant(r.snapshot, r.state) {
            r.analysis(AnalysisCommand::Pin(id, moves));
        }
    })
    .keys(&[k(ALT, Key::K)])
    .of_game()
    .when(|s| best_line_of_game(s).is_some(), NO_LINE_YET)
    .group(),
    Action::new(Id::Rollout, Menu::View, text::ROLLOUT, "dice", |r| {
        show_tab(r, DrawerTab::Rollout)
    })
    .of_game()
    .dice()
    .when(|s| s.mode == Mode::Analyse, "Positions are rolled out in Analyse.")
    .when(|s| s.dice_study.is_some(), text::NO_ROLLOUT),
    Action::new(Id::FollowMainLine, Menu::View, text::FOLLOW_MAIN_LINE, "", |r| {
        toggle(r, Aid::MainLine);
    })
    .keys(&[k(ALT, Key::M)])
    .on(|s| s.settings.aids.main_line)
    .group(),
    Action::new(Id::EngineArrows, Menu::View, text::ENGINE_ARROWS, "", |r| {
        toggle(r, Aid::EngineArrows);
    })
    .keys(&[k(ALT, Key::A)])
    .on(|s| s.settings.aids.engine_arrows),
    Action::new(Id::ShowDifferences, Menu::View, text::DIFFERENCES, "", |r| {
        toggle(r, Aid::Differences);
    })
    .keys(&[k(ALT, Key::D)])
    .when(|s| s.mode == Mode::Analyse, text::DIFFERENCES_IN_ANALYSE)
    .on(|s| s.settings.aids.differences),
    Action::new(Id::ShowRegions, Menu::View, text::REGIONS, "", |r| toggle(r, Aid::Regions))
        .keys(&[k(ALT, Key::R)])
        .when(|s| s.game.info.has_regions, "This game does not count empty regions.")
        .on(|s| s.settings.aids.regions),
];

fn toggle(r: &mut Run<'_>, aid: Aid) {
    r.settings(SettingsCommand::Show(aid, !r.snapshot.settings.aids.has(aid)));
}

/// The line that is inserted, and the move behind which: that under the pointer, else the best one of the game.
pub(super) fn line_to_insert(
    snapshot: &Snapshot,
    state: &UiState,
) -> Option<(NodeId, Vec<String>)> {
    let (id, moves) = line_meant(snapshot, state)?;
    let card = snapshot.analysis.cards.iter().find(|card| card.id == id)?;
    let node = card.lock.as_ref().map_or(snapshot.game.current, |lock| lock.node);
    Some((node, moves))
}

/// The line of a card under the pointer, else the best line of the game: its session and moves.
fn line_meant(snapshot: &Snapshot, state: &UiState) -> Option<(u64, Vec<String>)> {
    let cards = &snapshot.analysis.cards;
    let pointed = state.preview.and_then(|look| match look.of {
        LineId::Card(id, idx) => {
            let card = cards.iter().find(|card| card.id == id && card.threat.is_none())?;
            Some((id, card.lines.get(idx)?.moves.clone()))
        }
        LineId::Said(_) | LineId::Pinned(_) | LineId::Elsewhere(_) => None,
    });
    let best = || {
        let (_, best) = best_line_of_game(snapshot)?;
        let has_it = |card: &&EngineCardView| {
            card.threat.is_none() && card.lines.first().is_some_and(|line| line == best)
        };
        Some((cards.iter().find(has_it)?.id, best.moves.clone()))
    };
    pointed.or_else(best)
}
