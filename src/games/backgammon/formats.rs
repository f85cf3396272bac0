//! The file formats of backgammon, and what a pasted text may be.

use super::{Backgammon, xgid};
use crate::games::{FileProblem, Format, GamesRead, Reading, Recognised, Record, Side, WriteError};

/// The formats.
pub(super) static FORMATS: &[Format] = &[];

/// Reads a position in any of its forms.
///
/// # Errors
///
/// In words, when the text is none of them or broken.
pub(super) fn read_position(text: &str) -> Result<Backgammon, String> {
    xgid::read_xgid(text)
}

/// The position in every form.
pub(super) fn position_texts(pos: &Backgammon) -> Vec<(&'static str, String)> {
    vec![("XGID", xgid::write_xgid(pos, Side::First))]
}

/// Reads every game of a file.
pub(super) fn read_games(format: &str, _bytes: &[u8], _reading: &Reading) -> GamesRead {
    GamesRead {
        problems: vec![FileProblem { game: None, line: 1, reason: unknown(format) }],
        ..GamesRead::default()
    }
}

/// Writes one game.
///
/// # Errors
///
/// When the format cannot hold the game or is not written at all.
pub(super) fn write_game(format: &str, _record: &Record) -> Result<String, WriteError> {
    Err(WriteError { format: format.to_owned(), reason: unknown(format) })
}

fn unknown(format: &str) -> String {
    format!("unknown format {format:?}")
}

/// Recognises a game or a position.
///
/// # Errors
///
/// When it looks like one of them but is broken.
pub(super) fn recognise(_text: &str) -> Result<Option<Recognised>, FileProblem> {
    Ok(None)
}
