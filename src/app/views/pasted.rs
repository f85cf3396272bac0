//! What was found in the text that was pasted last, as the window shows it.
//!
//! Reads no text.

use std::sync::Arc;

/// What was found in a pasted text.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct PastedView {
    /// Counts the texts that were pasted since the program was started.
    pub number: u64,
    /// What was found, in the order of the text; the first of it is on the board.
    pub findings: Arc<[FindingView]>,
    /// What in the text was left out, in words.
    pub ignored: Option<String>,
    /// What looks like a game and could not be read.
    pub problems: Arc<[String]>,
    /// There is more in the text than is listed.
    pub is_cut: bool,
}

/// A game or position in a pasted text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FindingView {
    /// The line in which it begins, from 1.
    pub line: usize,
    /// The ways to read it, the likeliest first.
    pub readings: Vec<ReadingView>,
}

/// A way to read a game or position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReadingView {
    /// What it is: `PDN game (Frisian draughts, A - B, 43 moves)`.
    pub title: String,
    /// The name of the game.
    pub game: &'static str,
}

impl PastedView {
    /// There is something to choose: several findings, or one that two games can read. That it may be
    /// another variant of the same game is said in a message only.
    #[must_use]
    pub fn asks(&self) -> bool {
        let differ = |finding: &FindingView| {
            finding.readings.iter().any(|reading| reading.game != finding.readings[0].game)
        };
        self.findings.len() > 1 || self.findings.iter().any(differ)
    }
}
