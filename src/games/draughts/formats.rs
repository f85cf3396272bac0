//! The file formats of draughts, and what a pasted text may be.
//!
//! Knows which format is which; how each is read and written stands in its own module.

mod fen_file;
mod pasted;

use super::{Draughts, fen, pdn};
use crate::games::file::decoded;
use crate::games::{
    FileProblem, Format, GamesRead, Reading, Recognised, Record, Rules, WriteError, counted,
};

/// PDN is the native one.
pub(super) static FORMATS: &[Format] = &[
    Format { name: "pdn", title: "PDN", extensions: &["pdn"], writes: true },
    Format { name: "fen", title: "FEN", extensions: &["fen"], writes: true },
];

/// Reads every game of a file.
pub(super) fn read_games(format: &str, bytes: &[u8], reading: &Reading) -> GamesRead {
    match format {
        "pdn" => pdn::read(&decoded(bytes), reading),
        "fen" => fen_file::read(&decoded(bytes), reading),
        _ => GamesRead {
            problems: vec![FileProblem { game: None, line: 1, reason: unknown(format) }],
            ..GamesRead::default()
        },
    }
}

/// Writes one game.
///
/// # Errors
///
/// When the format cannot hold the game.
pub(super) fn write_game(format: &str, record: &Record) -> Result<String, WriteError> {
    let written = if record.game == Draughts::INFO.name {
        match format {
            "pdn" => pdn::write(record),
            "fen" => fen_file::write(record),
            _ => Err(unknown(format)),
        }
    } else {
        Err(format!("a game of {:?}, not of draughts", record.game))
    };
    written.map_err(|reason| WriteError { format: format.to_owned(), reason })
}

fn unknown(format: &str) -> String {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    format!("unknown format {format:?}; draughts has: {}", names.join(", "))
}

/// Recognises a PDN game, a list of moves, and positions or games as FEN, Hub and GUIDE have them.
///
/// # Errors
///
/// When it looks like one of them but is broken.
pub(super) fn recognise(text: &str) -> Result<Option<Recognised>, FileProblem> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Some(letters) = pasted::letters(text) {
        return letters.map(Some);
    }
    if fen::looks_like_fen(text) {
        return fen_file::position(text).map(Some);
    }
    let what = |record: &Record, look| match (look, record.main_line().len()) {
        (pdn::Look::Tags, _) => "PDN game".to_owned(),
        (pdn::Look::Moves | pdn::Look::Other, n) => format!("list of {}", counted(n, "move")),
    };
    let look = pdn::look(text);
    if look == pdn::Look::Other {
        return Ok(None);
    }
    let (record, n_games) = match pdn::first_game(text)? {
        Some(pdn::FirstGame::Game(record, n_games)) => (record, n_games),
        Some(pdn::FirstGame::Foreign(found)) => return Ok(Some(found)),
        None => return Ok(None),
    };
    let what = match n_games {
        1 => what(&record, look),
        n => format!("{}, the first of {n}", what(&record, look)),
    };
    Ok(Some(Recognised::Game { what, record }))
}
