//! What reading and writing game files gives, whatever the game and the format.
//!
//! Does not open files: bytes in, records out.

use super::{Record, Setup};

/// A file format of a game.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Format {
    /// Short name: `ggf`.
    pub name: &'static str,
    /// Name shown to people.
    pub title: &'static str,
    /// File extensions without the dot, the usual one first.
    pub extensions: &'static [&'static str],
    /// Games can be written in it.
    pub writes: bool,
}

/// The games of a file, and what could not be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GamesRead {
    /// Every game that could be read, or read up to its first mistake.
    pub records: Vec<Record>,
    /// What is wrong, in the order of the file.
    pub problems: Vec<FileProblem>,
}

/// Something in a file or a pasted text that could not be read.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{}line {line}: {reason}", game.map(|n| format!("game {n}, ")).unwrap_or_default())]
pub struct FileProblem {
    /// Number of the game in the file, from 1; `None` outside any game.
    pub game: Option<usize>,
    /// Line in the file, from 1 (1 for binary files, where the reason names the offset).
    pub line: usize,
    /// What is wrong, the bad input quoted.
    pub reason: String,
}

/// A record that a format cannot hold.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("cannot write as {format}: {reason}")]
pub struct WriteError {
    /// The format's name.
    pub format: String,
    /// Why.
    pub reason: String,
}

/// What a pasted text turned out to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Recognised {
    /// A game, or the first of several.
    Game {
        /// What it was, in words: `GGF game`, `transcript of 24 moves`.
        what: String,
        /// The game.
        record: Box<Record>,
    },
    /// A position to start from.
    Position {
        /// What it was, in words: `64-character board`.
        what: String,
        /// Where to start.
        setup: Setup,
    },
}
