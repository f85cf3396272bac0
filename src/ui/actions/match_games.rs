//! The action that lists the games of a match, for the table.
//!
//! Reads no file: it pushes a command.

use super::{Action, ActionId as Id, Menu};
use crate::app::{Command, MatchCommand, Snapshot};
use crate::ui::text;

pub(super) const LIST: Action =
    Action::new(Id::ListMatchGames, Menu::Engines, text::LIST_MATCH_GAMES, "games", |r| {
        r.commands.push(Command::Match(MatchCommand::ListGames));
        // The page of games comes into view with them.
        r.state.games.before = Some(r.snapshot.file_games.clone());
    })
    .when(are_kept, "No match was played, or its games are not kept yet.");

/// The games of the match that runs or has run last are in a folder.
fn are_kept(snapshot: &Snapshot) -> bool {
    snapshot.matching.as_ref().is_some_and(|found| found.folder.is_some())
}
