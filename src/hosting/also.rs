//! The games of a tournament or match in a second format, beside their own: the one that most other programs
//! read, where a game has such a format.
//!
//! Reads the kept games one after another, and holds none of them.

use std::collections::BTreeSet;
use std::path::Path;

use crate::games::{Format, Game, Reading};
use crate::play::tournament::KeptGame;
use crate::store::{FileError, GameTexts};

/// What such a file holds.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct AlsoWritten {
    /// Its name in the folder.
    pub(super) name: String,
    /// Its games.
    pub(super) n_games: usize,
    /// Games that the format cannot hold.
    pub(super) n_left_out: usize,
}

/// The names of such formats.
const FORMATS: [&str; 1] = ["mat"];

/// Writes the counted games of a folder, which `each_game` reads one after another, into the file of their
/// second format; `None` where the game has none.
///
/// # Errors
///
/// When the games cannot be read, or the file cannot be written.
pub(super) fn write(
    game: &'static dyn Game,
    folder: &Path,
    each_game: impl FnOnce(TakeGame<'_>) -> Result<(), FileError>,
) -> Result<Option<AlsoWritten>, FileError> {
    let formats = || game.formats().iter().filter(|format| format.writes());
    let also = formats().find(|format| FORMATS.contains(&format.name));
    let (Some(own), Some(also)) = (formats().next(), also) else { return Ok(None) };
    let extension = also.extensions[0];
    let mut texts = GameTexts::create(folder, extension)?;
    let name = format!("games.{extension}");
    let mut written = AlsoWritten { name, n_games: 0, n_left_out: 0 };
    let mut known = BTreeSet::new();
    let mut unwritten = None;
    each_game(&mut |kept: KeptGame| {
        if kept.outcome().is_none() || !known.insert(kept.number) || unwritten.is_some() {
            return Ok(());
        }
        match kept.text.as_deref().and_then(|text| converted(text, own, also)) {
            Some(text) => {
                written.n_games += 1;
                unwritten = texts.append(&text).err();
            }
            None => written.n_left_out += 1,
        }
        Ok(())
    })?;
    unwritten.map_or(Ok(Some(written)), Err)
}

/// Takes each kept game, and says why it cannot be one of them.
pub(super) type TakeGame<'a> = &'a mut dyn FnMut(KeptGame) -> Result<(), String>;

/// A game of one format in another; `None` if that cannot hold it.
fn converted(text: &str, from: &Format, to: &Format) -> Option<String> {
    let read = (from.read)(text.as_bytes(), &Reading::default());
    let record = read.records.into_iter().next()?;
    to.write_game(&record).ok()
}
