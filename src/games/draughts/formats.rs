//! The file formats of draughts, and what a pasted text may be.

use crate::games::{FileProblem, Format, GamesRead, Reading, Recognised, Record, WriteError};

/// PDN is the native one.
pub(super) static FORMATS: &[Format] = &[];

/// Reads every game of a file.
pub(super) fn read_games(format: &str, _bytes: &[u8], _reading: &Reading) -> GamesRead {
    let reason = format!("unknown format {format:?}");
    GamesRead { records: Vec::new(), problems: vec![FileProblem { game: None, line: 1, reason }] }
}

/// Writes one game.
///
/// # Errors
///
/// When the format cannot hold the game.
pub(super) fn write_game(format: &str, _record: &Record) -> Result<String, WriteError> {
    let reason = format!("unknown format {format:?}");
    Err(WriteError { format: format.to_owned(), reason })
}

/// Recognises a game or a position.
///
/// # Errors
///
/// When it looks like one of them but is broken.
pub(super) fn recognise(_text: &str) -> Result<Option<Recognised>, FileProblem> {
    Ok(None)
}
