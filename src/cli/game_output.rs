//! Games as a command writes them: many in one file, with a report of what its format cannot hold.
//!
//! Changes no game.

use std::path::Path;

use anyhow::anyhow;
use quintet::games::{Format, GAMES, Game, Record, counted, write_many};
use quintet::store::{format_of_name, write_atomically};

use super::game_input::{STANDARD, of_game_file};
use super::output::{self, Output};
use super::{Code, Failure, Outcome, of_file};

/// The format for a file of this name; for the standard output, the game's own.
pub(super) fn format_of(path: &Path, game: &dyn Game) -> Result<&'static Format, Failure> {
    let path = if path.as_os_str() == STANDARD { Path::new("") } else { path };
    // Such a file holds games only together, so that no single game is saved in it.
    let mut databases =
        game.formats().iter().filter(|format| format.writes_many() && !format.writes());
    if let Some(format) = databases.find(|format| has_ending(path, format)) {
        return Ok(format);
    }
    format_of_name(path, game).map_err(of_game_file)
}

/// The format of this name.
///
/// # Errors
///
/// When the game has no such format, or one that is only read.
pub(super) fn format_named(name: &str, game: &dyn Game) -> Result<&'static Format, Failure> {
    let formats = game.formats();
    let found = formats.iter().find(|format| format.name.eq_ignore_ascii_case(name));
    found.filter(|format| format.writes_many()).ok_or_else(|| {
        let writable = formats.iter().filter(|format| format.writes_many());
        let names: Vec<&str> = writable.map(|format| format.name).collect();
        let title = game.info().title;
        Code::Usage.of(anyhow!("--to {name}: {title} is written as {}", names.join(", ")))
    })
}

/// The one game that is written in such a format; `None` where there is none, or there are several.
pub(super) fn written_as(is_one: impl Fn(&Format) -> bool) -> Option<&'static dyn Game> {
    let mut found = GAMES.iter().filter(|game| {
        let mut formats = game.formats().iter();
        formats.any(|format| format.writes_many() && is_one(format))
    });
    let first = found.next();
    first.filter(|_| found.next().is_none()).copied()
}

/// The name of the file has an ending of this format.
pub(super) fn has_ending(path: &Path, format: &Format) -> bool {
    let ending = path.extension().unwrap_or_default();
    format.extensions.iter().chain([&format.name]).any(|known| ending.eq_ignore_ascii_case(known))
}

/// Writes these games, each with its number, into a file, or to the standard output. What the format
/// cannot hold is listed on the error output; a game that it cannot hold at all is named and left
/// out.
///
/// # Errors
///
/// When the file cannot be written, or a game was left out.
pub(super) fn write_games<'a>(
    path: &Path,
    format: &Format,
    games: impl Iterator<Item = (usize, &'a Record)>,
) -> Outcome {
    let written = write_many(format, games);
    for (number, error) in &written.left_out {
        output::complain(&format!("quintet: game {number}: {error}"));
    }
    if written.n_written > 0 {
        match path.as_os_str() == STANDARD {
            true => Output::new().file(written.content())?,
            false => write_atomically(path, written.content()).map_err(of_file)?,
        }
    }
    if let Some(losses) = written.losses_text(format) {
        output::complain(&format!("quintet: {losses}"));
    }
    match written.left_out.len() {
        0 => Ok(()),
        n => Err(anyhow!("{} could not be written as {}", counted(n, "game"), format.title).into()),
    }
}
