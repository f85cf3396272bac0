//! The file formats of Othello, and the forms that a pasted text may have.
//!
//! Each format is read and written in its own module.

use std::borrow::Cow;

use super::{Othello, board_text, ggf, side_name, transcript, wthor};
use crate::games::file::decoded;
use crate::games::{
    FileProblem, Format, GamesRead, Reading, Recognised, Record, Rules, Writing, counted,
};

/// GGF is the native one; WTHOR holds many games in one file of bytes.
pub(super) static FORMATS: &[Format] = &[
    Format {
        game: Othello::INFO,
        name: "ggf",
        title: "GGF",
        extensions: &["ggf"],
        read: |bytes, reading| ggf::read(&decoded(bytes), reading),
        write: Writing::By(ggf::write),
    },
    Format {
        game: Othello::INFO,
        name: "transcript",
        title: "Transcript",
        extensions: &["txt"],
        read: |bytes, reading| transcript::read(&decoded(bytes), reading),
        write: Writing::By(transcript::write),
    },
    Format {
        game: Othello::INFO,
        name: "pgn",
        title: "Othello PGN",
        extensions: &["pgn"],
        read: |bytes, reading| transcript::read(&decoded(bytes), reading),
        write: Writing::Never("games of Othello in PGN are only read"),
    },
    Format {
        game: Othello::INFO,
        name: "wthor",
        title: "WTHOR database",
        extensions: &["wtb"],
        read: wthor::read,
        write: Writing::Database(wthor::write),
    },
];

/// Recognises a GGF game, a board or a transcript.
///
/// # Errors
///
/// When it looks like one of them but is broken.
pub(super) fn recognise(text: &str) -> Result<Option<Recognised>, FileProblem> {
    let text = text.trim_start_matches('\u{feff}');
    if looks_like_ggf(text) {
        return first_game(ggf::read(text, &Reading::default()), |_| "GGF game".to_owned());
    }
    if board_text::n_leading_squares(text) >= SQUARES_OF_A_BOARD {
        return board(text).map(Some);
    }
    if transcript::looks_like_one(text) {
        return first_game(transcript::read(text, &Reading::default()), |record| {
            format!("transcript of {}", counted(record.main_line().len(), "move"))
        });
    }
    Ok(None)
}

/// So many squares at the beginning of a text do not come by chance: it is meant to be a board.
const SQUARES_OF_A_BOARD: usize = 24;

fn looks_like_ggf(text: &str) -> bool {
    let compact: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(2_000)
        .collect::<String>()
        .to_ascii_lowercase();
    compact.contains("(;gm[othello]") || compact.contains("(;gm[reversi]") || {
        let boards = ["bo[8", "bo[6", "bo[10"];
        compact.starts_with("(;") && boards.iter().any(|board| compact.contains(board))
    }
}

fn first_game(
    games: GamesRead,
    what: impl Fn(&Record) -> String,
) -> Result<Option<Recognised>, FileProblem> {
    let n_games = games.records.len();
    if let Some(foreign) = games.as_foreign() {
        return Ok(Some(foreign));
    }
    if let Some(problem) = games.problems.iter().find(|problem| problem.game == Some(1)) {
        return Err(problem.clone());
    }
    let Some(record) = games.records.into_iter().next() else {
        return games.problems.into_iter().next().map_or(Ok(None), Err);
    };
    let what = match n_games {
        1 => what(&record),
        n => format!("{}, the first of {n}", what(&record)),
    };
    Ok(Some(Recognised::Game { what, record: Box::new(record), doubt: None }))
}

fn board(text: &str) -> Result<Recognised, FileProblem> {
    let pos = board_text::read(text)
        .map_err(|reason| FileProblem::new(None, 1, format!("board: {reason}")))?;
    let what = format!("64-character board, {} to move", side_name(pos.side));
    Ok(Recognised::Position { what, setup: pos.setup() })
}

/// The words for a game on a board of another size in a refusal.
pub(super) fn of_size(size: &str) -> String {
    match size.parse::<u8>() {
        Ok(n) if n.is_multiple_of(2) && n < 20 => format!("Othello on {n}x{n} squares"),
        Ok(_) | Err(_) => format!("Othello on a board of size {:?}", shortened(size)),
    }
}

/// The beginning of a text, short enough to be quoted in a message.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    const LEN: usize = 40;
    match text.char_indices().nth(LEN) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
