//! The actions of matches and tournaments, for the table.
//!
//! Plays nothing and reads no file: it pushes commands.

use super::effects::{NO_MATCH_RUNS, match_running, set_mode};
use super::{Action, ActionId as Id, Menu, Run};
use crate::app::{Command, MatchCommand, Mode, Snapshot};
use crate::ui::dialogs::{Confirm, PathUse, ask_path};
use crate::ui::panels::{MatchKind, open_shown};
use crate::ui::state::Overlay;
use crate::ui::text;

const RUNS: &str = "A match is running. Another one can begin when it has ended or was stopped.";

pub(super) const NEW_MATCH: Action =
    Action::new(Id::NewMatch, Menu::Engines, text::NEW_MATCH, "match", |r| {
        show_form(r, MatchKind::Match);
    })
    .group()
    .when(none_runs, RUNS);

pub(super) const NEW_TOURNAMENT: Action =
    Action::new(Id::NewTournament, Menu::Engines, text::NEW_TOURNAMENT, "", |r| {
        show_form(r, MatchKind::Tournament);
    })
    .when(none_runs, RUNS);

pub(super) const GO_ON_WITH: Action =
    Action::new(Id::GoOnWith, Menu::Engines, text::GO_ON_WITH, "", |r| {
        set_mode(r, Mode::Match);
        ask_path(r.ctx, r.state, PathUse::TournamentFolder, None);
    })
    .when(none_runs, RUNS);

pub(super) const PAUSE: Action =
    Action::new(Id::MatchPause, Menu::Engines, text::MATCH_PAUSE, "pause", |r| {
        let paused = r.snapshot.matching.as_ref().is_some_and(|m| m.paused);
        r.commands.push(Command::Match(MatchCommand::Pause(!paused)));
    })
    .when(match_running, NO_MATCH_RUNS)
    .on(|s| s.matching.as_ref().is_some_and(|m| m.paused));

pub(super) const FINISH: Action =
    Action::new(Id::MatchFinish, Menu::Engines, text::MATCH_FINISH, "check", |r| {
        r.commands.push(Command::Match(MatchCommand::FinishThenStop));
    })
    .when(match_running, NO_MATCH_RUNS)
    .when(|s| s.matching.as_ref().is_some_and(|m| !m.finishing), "The match is ending already.");

pub(super) const GO_ON: Action =
    Action::new(Id::MatchGoOn, Menu::Engines, text::MATCH_GO_ON, "play", |r| {
        r.commands.push(Command::Match(MatchCommand::GoOn));
    })
    .when(match_running, NO_MATCH_RUNS)
    .when(|s| s.matching.as_ref().is_some_and(|m| m.finishing), "The match goes on as it is.")
    .when(|s| s.matching.as_ref().is_some_and(|m| !m.stopping), "The match has been stopped.");

pub(super) const STOP: Action =
    Action::new(Id::MatchStop, Menu::Engines, text::MATCH_STOP, "stop", |r| {
        r.state.overlay = Some(Overlay::Confirm(Confirm::stop_match(r.snapshot)));
    })
    .when(match_running, NO_MATCH_RUNS);

pub(super) const LIST: Action =
    Action::new(Id::ListMatchGames, Menu::Engines, text::LIST_MATCH_GAMES, "games", |r| {
        r.commands.push(Command::Match(MatchCommand::ListGames));
        // The page of games comes into view with them.
        r.state.games.before = Some(r.snapshot.file_games.clone());
    })
    .when(are_kept, "No match was played, or its games are not kept yet.");

fn none_runs(snapshot: &Snapshot) -> bool {
    !match_running(snapshot)
}

fn show_form(r: &mut Run<'_>, kind: MatchKind) {
    open_shown(r.state, r.snapshot, kind);
    set_mode(r, Mode::Match);
}

/// The games of the match that runs or has run last are in a folder.
fn are_kept(snapshot: &Snapshot) -> bool {
    snapshot.matching.as_ref().is_some_and(|found| found.folder.is_some())
}
