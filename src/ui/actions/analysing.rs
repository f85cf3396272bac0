//! The actions about analyses of the position and of the game, for the table.
//!
//! Each stands in the table by its name here.

use egui::Key;

use super::effects::{analyse_toggle, is_reviewing};
use super::table::{ALT, NO, k};
use super::{Action, ActionId as Id, Menu, Run};
use crate::app::{AnalysisCommand, ComparisonView, Mode, PointOfView, Snapshot};
use crate::ui::dialogs::{self, PathUse};
use crate::ui::panels::{USUAL_MOVES, first_choice};
use crate::ui::text;

pub(super) const TOGGLE: Action =
    Action::new(Id::AnalyseToggle, Menu::Engines, text::ANALYSE_TOGGLE, "play", analyse_toggle)
        .keys(&[k(NO, Key::Space)])
        .when(
            |s| !s.analysis.cards.is_empty() || first_choice(s).is_some(),
            "No engine of the list plays this game.",
        )
        .on(|s| s.analysis.cards.iter().any(|card| card.running));

pub(super) const WHOLE_GAME: Action =
    Action::new(Id::WholeGame, Menu::Engines, text::WHOLE_GAME, "graph", |r| {
        let running = is_reviewing(r.snapshot);
        r.analysis(if running {
            AnalysisCommand::StopWholeGame
        } else {
            AnalysisCommand::WholeGame
        });
    })
    .when(
        |s| s.progress.is_none() || is_reviewing(s),
        "Something else is running; wait until it is done.",
    );

pub(super) const REVIEW: Action =
    Action::new(Id::Review, Menu::Engines, text::REVIEW, "graph", |r| {
        dialogs::ask_review(r.snapshot, r.state);
    })
    .when(|s| s.progress.is_none(), "Something else is running; wait until it is done.")
    .when(|s| s.game.plies.len() > 1, "There is no move to analyse yet.");

pub(super) const REVIEW_MANY: Action =
    Action::new(Id::ReviewMany, Menu::Engines, text::REVIEW_MANY, "games", |r| {
        dialogs::ask_review_of_many(r.snapshot, r.state);
    })
    .when(|s| s.games_kind.is_some(), "No file with several games is open.");

pub(super) const SAVE_PAGE: Action =
    Action::new(Id::SavePage, Menu::Engines, text::SAVE_PAGE, "save", |r| {
        ask_export(r, "analysis", "html");
    })
    .when(|s| s.mode != Mode::Match, "The games of a match are saved as they end.")
    .when(|s| s.game.summary.is_some(), "No engine has analysed the game yet.");

pub(super) const SAVE_PICTURE: Action =
    Action::new(Id::SavePicture, Menu::Edit, text::SAVE_PICTURE, "save", |r| {
        ask_export(r, "board", "png");
    });

pub(super) const SAVE_FILM: Action =
    Action::new(Id::SaveFilm, Menu::Edit, text::SAVE_FILM, "save", |r| {
        ask_export(r, "game", "gif");
    })
    .when(|s| s.game.plies.len() > 1, "The game has no move yet.");

/// Asks where to write the game in a form from which it cannot be read again: beside its own file, if it
/// has one.
fn ask_export(r: &mut Run<'_>, name: &str, ending: &str) {
    let beside = r.snapshot.game.save_as.clone();
    let path = beside.unwrap_or_else(|| name.into()).with_extension(ending);
    dialogs::ask_path(r.ctx, r.state, PathUse::Save, Some(path));
}

pub(super) const MORE_LINES: Action =
    Action::new(Id::MoreLines, Menu::Engines, text::MORE_LINES, "plus", |r| {
        r.analysis(AnalysisCommand::SetLines(r.snapshot.analysis.lines + 1));
    })
    .keys(&[k(NO, Key::Plus)])
    .when(|s| s.analysis.lines < 20, "20 lines are the maximum.");

pub(super) const FEWER_LINES: Action =
    Action::new(Id::FewerLines, Menu::Engines, text::FEWER_LINES, "", |r| {
        r.analysis(AnalysisCommand::SetLines(r.snapshot.analysis.lines - 1));
    })
    .keys(&[k(NO, Key::Minus)])
    .when(|s| s.analysis.lines > 1, "One line is the minimum.");

pub(super) const COMPARE: Action =
    Action::new(Id::CompareMoves, Menu::Engines, text::COMPARE_MOVES, "", compare_moves)
        .keys(&[k(ALT, Key::C)])
        .when(|s| one_line_card(s).is_some(), NO_ONE_LINE_CARD)
        .on(|s| one_line_card(s).is_some_and(|(_, comparison)| comparison.n_moves.is_some()));

pub(super) const LOCK: Action =
    Action::new(Id::LockEngine, Menu::Engines, text::LOCK, "lock", |r| {
        if let Some(card) = r.snapshot.analysis.cards.first() {
            r.analysis(AnalysisCommand::Lock(card.id, card.lock.is_none()));
        }
    })
    .keys(&[k(ALT, Key::L)])
    .of_game()
    .when(|s| !s.analysis.cards.is_empty(), "No engine analyses here yet.")
    .on(|s| s.analysis.cards.first().is_some_and(|card| card.lock.is_some()));

pub(super) const THREAT: Action =
    Action::new(Id::Threat, Menu::Engines, text::SHOW_THREAT, "bolt", |r| {
        if let Some(card) = r.snapshot.analysis.cards.first() {
            r.analysis(AnalysisCommand::Threat(card.id, card.threat.is_none()));
        }
    })
    .keys(&[k(ALT, Key::T)])
    .of_game()
    .when(|s| !s.analysis.cards.is_empty(), "No engine analyses here yet.")
    .on(|s| s.analysis.cards.first().is_some_and(|card| card.threat.is_some()));

pub(super) const POINT_OF_VIEW: Action =
    Action::new(Id::PointOfView, Menu::Engines, text::POINT_OF_VIEW, "", |r| {
        r.analysis(AnalysisCommand::SetPointOfView(match r.snapshot.analysis.point_of_view {
            PointOfView::First => PointOfView::Mover,
            PointOfView::Mover => PointOfView::First,
        }));
    })
    .keys(&[k(NO, Key::V)])
    .on(|s| s.analysis.point_of_view == PointOfView::Mover);

const NO_ONE_LINE_CARD: &str = "No engine that analyses here reports one line at a time: those with several \
                                lines have them in the list of lines.";

/// The first card whose engine reports one line at a time.
fn one_line_card(snapshot: &Snapshot) -> Option<(u64, &ComparisonView)> {
    let mut cards = snapshot.analysis.cards.iter();
    cards.find_map(|card| Some((card.id, card.comparison.as_ref()?)))
}

fn compare_moves(r: &mut Run<'_>) {
    if let Some((id, comparison)) = one_line_card(r.snapshot) {
        let n = comparison.n_moves.is_none().then_some(USUAL_MOVES);
        r.analysis(AnalysisCommand::CompareMoves(id, n));
    }
}
