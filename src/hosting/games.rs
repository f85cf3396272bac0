//! The finished games of a tournament's folder, without those that were replaced.
//!
//! Counts nothing.

use serde::de::DeserializeOwned;

use crate::play::tournament::{GameRow, LateRows, Plan};
use crate::store::{FileError, TournamentFolder};

/// What becomes of games that were lost on time while the machine was late.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum LateGames {
    /// They count until a game that was played again replaces them.
    #[default]
    Count,
    /// They do not count, and are played again.
    Replay,
}

/// Reads the games of a folder one after another; those lost late come last, and without those that
/// a later row replaces.
///
/// # Errors
///
/// As [`TournamentFolder::each_game`].
pub fn each_game<T: GameRow + DeserializeOwned>(
    folder: &TournamentFolder,
    plan: &Plan,
    late: LateGames,
    mut take: impl FnMut(T) -> Result<(), String>,
) -> Result<(), FileError> {
    let mut rows = LateRows::new(plan);
    folder.each_game(|row: T| rows.pass(row).map_or(Ok(()), &mut take))?;
    match late {
        LateGames::Count => {
            rows.into_rest().try_for_each(take).map_err(|why| folder.refused_game(&why))
        }
        LateGames::Replay => Ok(()),
    }
}
