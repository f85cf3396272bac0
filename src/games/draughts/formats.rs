//! The file formats of draughts, and the forms that a pasted text may have.
//!
//! Each format is read and written in its own module.

mod fen_file;
mod pasted;

use super::{Draughts, fen, pdn};
use crate::games::file::decoded;
use crate::games::{FileProblem, Format, Recognised, Record, Rules, Writing, counted};

/// PDN is the native one.
pub(super) static FORMATS: &[Format] = &[
    Format {
        game: Draughts::INFO,
        name: "pdn",
        title: "PDN",
        extensions: &["pdn"],
        read: |bytes, reading| pdn::read(&decoded(bytes), reading),
        write: Writing::By(pdn::write),
    },
    Format {
        game: Draughts::INFO,
        name: "fen",
        title: "FEN",
        extensions: &["fen"],
        read: |bytes, reading| fen_file::read(&decoded(bytes), reading),
        write: Writing::By(fen_file::write),
    },
];

/// Recognises a PDN game, a list of moves, and positions or games in the forms of FEN, Hub and
/// GUIDE.
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
    Ok(Some(Recognised::Game { what, record, doubt: None }))
}
