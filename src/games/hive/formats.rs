//! The file formats of Hive, and what a pasted text may be.
//!
//! Knows which format is which; how each is read and written stands in its own module.

use std::borrow::Cow;

use super::{Hive, game_string, pgn, sgf};
use crate::games::{
    FileProblem, Format, GamesRead, Reading, Recognised, Record, Rules, WriteError,
};

/// PGN is the native one; it alone holds comments, variations and names.
pub(super) static FORMATS: &[Format] = &[
    Format { name: "pgn", title: "Hive PGN", extensions: &["pgn"], writes: true },
    Format { name: "uhp", title: "GameString", extensions: &["uhp", "txt"], writes: true },
    Format { name: "sgf", title: "BoardSpace SGF", extensions: &["sgf"], writes: false },
];

/// Reads every game of a file.
pub(super) fn read_games(format: &str, bytes: &[u8], reading: &Reading) -> GamesRead {
    match format {
        "pgn" => pgn::read(&decoded(bytes), reading),
        "uhp" => game_string::read(&decoded(bytes), reading),
        "sgf" => sgf::read(&decoded(bytes), reading),
        _ => GamesRead {
            records: Vec::new(),
            problems: vec![FileProblem { game: None, line: 1, reason: unknown(format) }],
        },
    }
}

/// Writes one game.
///
/// # Errors
///
/// When the format cannot hold the game or is not written at all.
pub(super) fn write_game(format: &str, record: &Record) -> Result<String, WriteError> {
    let written = if record.game == Hive::INFO.name {
        match format {
            "pgn" => pgn::write(record),
            "uhp" => game_string::write(record),
            "sgf" => Err("BoardSpace files are only read".to_owned()),
            _ => Err(unknown(format)),
        }
    } else {
        Err(format!("a game of {:?}, not of Hive", record.game))
    };
    written.map_err(|reason| WriteError { format: format.to_owned(), reason })
}

fn unknown(format: &str) -> String {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    format!("unknown format {format:?}; Hive has: {}", names.join(", "))
}

/// Recognises a GameString, a PGN or BoardSpace game, and a list of MoveStrings.
///
/// # Errors
///
/// When it looks like one of them but is broken.
pub(super) fn recognise(text: &str) -> Result<Option<Recognised>, FileProblem> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if game_string::looks_like_one(text) {
        let found = first_game(game_string::read(text, &Reading::default()), "GameString")?;
        return Ok(found.map(position_if_empty));
    }
    if sgf::looks_like_one(text) {
        return first_game(sgf::read(text, &Reading::default()), "BoardSpace game");
    }
    if pgn::looks_like_one(text) {
        return first_game(pgn::read(text, &Reading::default()), "Hive PGN game");
    }
    match game_string::bare_list(text) {
        None => Ok(None),
        Some(Err(reason)) => Err(FileProblem { game: None, line: 1, reason }),
        Some(Ok(record)) => {
            let what = match record.main_line().len() {
                1 => "list of 1 move".to_owned(),
                n => format!("list of {n} moves"),
            };
            Ok(Some(Recognised::Game { what, record: Box::new(record) }))
        }
    }
}

/// A GameString without moves is a place to start from.
fn position_if_empty(found: Recognised) -> Recognised {
    match found {
        Recognised::Game { what, record } if record.main_line().is_empty() => {
            Recognised::Position { what, setup: record.setup }
        }
        Recognised::Game { .. } | Recognised::Position { .. } => found,
    }
}

fn first_game(games: GamesRead, what: &str) -> Result<Option<Recognised>, FileProblem> {
    let n_games = games.records.len();
    let is_of_first = |problem: &&FileProblem| problem.game.is_none_or(|game| game == 1);
    if let Some(problem) = games.problems.iter().find(is_of_first) {
        return Err(problem.clone());
    }
    let Some(record) = games.records.into_iter().next() else { return Ok(None) };
    let what = match n_games {
        1 => what.to_owned(),
        n => format!("{what}, the first of {n}"),
    };
    Ok(Some(Recognised::Game { what, record: Box::new(record) }))
}

/// The text of a file: UTF-8, or Latin-1 where it is not (old archives).
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}
