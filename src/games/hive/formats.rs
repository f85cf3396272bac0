//! The file formats of Hive, and the forms that a pasted text may have.
//!
//! Each format is read and written in its own module.

use super::recording::GameRead;
use super::{Hive, game_string, pgn, sgf};
use crate::games::file::decoded;
use crate::games::{FileProblem, Format, GamesRead, Reading, Recognised, Rules, Writing, counted};

/// PGN is the native one; only PGN holds comments, variations and names.
pub(super) static FORMATS: &[Format] = &[
    Format {
        game: Hive::INFO,
        name: "pgn",
        title: "Hive PGN",
        extensions: &["pgn"],
        read: |bytes, reading| all_of(pgn::read(&decoded(bytes), reading), reading),
        write: Writing::By(pgn::write),
    },
    Format {
        game: Hive::INFO,
        name: "uhp",
        title: "GameString",
        extensions: &["uhp", "txt"],
        read: |bytes, reading| all_of(game_string::read(&decoded(bytes), reading), reading),
        write: Writing::By(game_string::write),
    },
    Format {
        game: Hive::INFO,
        name: "sgf",
        title: "BoardSpace SGF",
        extensions: &["sgf"],
        read: |bytes, reading| all_of(sgf::read(&decoded(bytes), reading), reading),
        write: Writing::Never("BoardSpace files are only read"),
    },
];

/// The games of a file with their numbers.
fn all_of(games: Vec<GameRead>, reading: &Reading) -> GamesRead {
    let mut all = GamesRead::default();
    for (idx, game) in games.into_iter().enumerate() {
        let problems = game.faults.into_iter().chain(game.notes);
        let number = Some(idx + 1);
        all.problems.extend(problems.map(|(line, reason)| FileProblem::new(number, line, reason)));
        let left_out = game.left_out.into_iter().map(|(line, reason)| FileProblem {
            is_around: true,
            ..FileProblem::new(number, line, reason)
        });
        all.problems.extend(left_out);
        all.numbers.extend(number.filter(|_| game.record.is_some()));
        all.records.extend(game.record);
    }
    if all.records.is_empty() && all.problems.is_empty() && !reading.is_cancelled() {
        return GamesRead::nothing("there is no game of Hive in it".to_owned());
    }
    all
}

/// Recognises a GameString, a PGN or BoardSpace game, and a list of MoveStrings.
///
/// # Errors
///
/// When it looks like one of them but is broken. A header that contradicts the moves is not such a
/// mistake: it is reported in the description of the result.
pub(super) fn recognise(text: &str) -> Result<Option<Recognised>, FileProblem> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let all = Reading::default();
    if game_string::looks_like_one(text) {
        let found = first_game(game_string::read(text, &all), "GameString")?.map(position_if_empty);
        if let Some(Recognised::Position { .. }) = found
            && let Some(problem) =
                game_string::lines(text).next().and_then(game_string::wrong_start)
        {
            return Err(FileProblem::new(None, 1, problem));
        }
        return Ok(found);
    }
    if sgf::looks_like_one(text) {
        return first_game(sgf::read(text, &all), "BoardSpace game");
    }
    if pgn::looks_like_one(text) {
        return first_game(pgn::read(text, &all), "Hive PGN game");
    }
    match game_string::bare_list(text) {
        None => Ok(None),
        Some(Err(reason)) => Err(FileProblem::new(None, 1, reason)),
        Some(Ok(record)) => {
            let what = format!("list of {}", counted(record.main_line().len(), "move"));
            Ok(Some(Recognised::Game { what, record: Box::new(record), doubt: None }))
        }
    }
}

/// Turns a GameString without moves into a position to start from.
fn position_if_empty(found: Recognised) -> Recognised {
    match found {
        Recognised::Game { what, record, .. } if record.main_line().is_empty() => {
            Recognised::Position { what, setup: record.setup }
        }
        Recognised::Game { .. } | Recognised::Position { .. } | Recognised::Foreign { .. } => found,
    }
}

fn first_game(games: Vec<GameRead>, what: &str) -> Result<Option<Recognised>, FileProblem> {
    let n_games = games.len();
    let Some(GameRead { record, faults, notes, left_out, wrong_turn }) = games.into_iter().next()
    else {
        return Ok(None);
    };
    if let Some((line, reason)) = faults.into_iter().next() {
        return Err(FileProblem::new(Some(1), line, reason));
    }
    let mut what = what.to_owned();
    if n_games > 1 {
        what.push_str(&format!(", the first of {n_games}"));
    }
    for (_, note) in notes {
        what.push_str(&format!("; {note}"));
    }
    if !left_out.is_empty() {
        what.push_str(&format!("; {} left out", counted(left_out.len(), "other fact")));
    }
    let game = |record| Recognised::Game { what, record: Box::new(record), doubt: wrong_turn };
    Ok(record.map(game))
}
