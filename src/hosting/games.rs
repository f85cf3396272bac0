//! The finished games of a tournament's folder, without those that were replaced.
//!
//! Counts nothing.

use std::path::Path;

use serde::de::DeserializeOwned;

use crate::play::tournament::{
    GameRow, KeyDifference, LateRows, Plan, Tournament, pairing_differences,
};
use crate::store::{FileError, TournamentFolder, each_result, refused_result};

/// What becomes of games that were lost on time while the machine was late.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum LateGames {
    /// They count until a game that was played again replaces them.
    #[default]
    Count,
    /// They do not count, and are played again.
    Replay,
}

/// Late games cannot be played again where other results would have made other pairings.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a {format} pairs its rounds by results, and other results would make other pairs")]
pub struct PairedByResults {
    format: &'static str,
}

impl LateGames {
    /// Whether this can be done with the late games of a tournament.
    ///
    /// # Errors
    ///
    /// When they are to be played again, and its pairings depend on results.
    pub fn check(self, tournament: &Tournament) -> Result<(), PairedByResults> {
        match self {
            Self::Replay if !tournament.plan.is_fixed() => {
                Err(PairedByResults { format: tournament.file.format.name() })
            }
            Self::Replay | Self::Count => Ok(()),
        }
    }
}

/// The keys of a tournament's file, whose text this is, that pair its players otherwise than when the games of
/// its folder were played last.
///
/// # Errors
///
/// When a file of the folder cannot be read.
pub fn changed_keys(
    folder: &TournamentFolder,
    text: &str,
) -> Result<Vec<KeyDifference>, FileError> {
    let played = folder.played_text()?;
    Ok(played.map(|played| pairing_differences(&played, text)).unwrap_or_default())
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

/// As [`each_game`], of the file that a match of two engines has for its games.
///
/// # Errors
///
/// As [`each_result`].
pub fn each_match_game<T: GameRow + DeserializeOwned>(
    path: &Path,
    late: LateGames,
    mut take: impl FnMut(T) -> Result<(), String>,
) -> Result<(), FileError> {
    let mut rows = LateRows::of_match();
    each_result(path, |row: T| rows.pass(row).map_or(Ok(()), &mut take))?;
    match late {
        LateGames::Count => {
            rows.into_rest().try_for_each(take).map_err(|why| refused_result(path, &why))
        }
        LateGames::Replay => Ok(()),
    }
}
