//! What the window sees of reviews of many games.
//!
//! Plain data; the room of these reviews fills it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// A review of many games that runs, waits or has run.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchView {
    /// Its number, by which commands name it.
    pub id: u64,
    /// The file that the games are in: `big.pdn`; or what they are, where they are in none.
    pub name: String,
    /// The list of games that is open is that of this review.
    pub is_listed: bool,
    /// How it stands.
    pub state: BatchState,
    /// The same in words, with its progress.
    pub text: String,
    /// How far it is, 0 to 1.
    pub part: f32,
    /// Games that were reviewed, of those that are to be.
    pub progress: (usize, usize),
    /// How long it will still take at its pace so far; `None` where that cannot be said.
    pub left: Option<Duration>,
    /// Games by their places in the list, from 0; none where it is not listed.
    pub games: BTreeMap<usize, BatchGameView>,
    /// Where its games would be saved; `None` while none of them is reviewed.
    pub save_as: Option<PathBuf>,
}

/// How a review of many games stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum BatchState {
    /// It was interrupted by the end of the program, and can go on.
    Interrupted,
    /// Those that were begun before come first; its place among those that wait, from 1.
    Waiting(usize),
    /// It goes on.
    Running,
    /// It is about to stop; what was found out is being written.
    Ending,
    /// The user has paused it.
    Paused,
    /// It rests while a match is played.
    Resting,
    /// It is done.
    Over,
}

/// A game of a review of many.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchGameView {
    /// How it stands.
    pub state: BatchGameState,
    /// What engines could not do of it, in words.
    pub fault: Option<String>,
}

/// How a game of a review of many stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BatchGameState {
    /// Its turn has not come.
    Waiting,
    /// The review ended before its turn came, or before it was done.
    Left,
    /// So many positions are dealt with, of so many.
    Running(usize, usize),
    /// It is reviewed: for each side, how well it played, where a move was judged, and how many of its
    /// moves are marked, as the list of mistakes of the game counts them.
    Reviewed([(Option<BatchMeasure>, usize); 2]),
}

/// How well a side played, in the measure that players of the game know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BatchMeasure {
    /// In per cent.
    Accuracy(f64),
    /// Thousandths of a point lost in each decision, where there is a cube.
    ErrorRate(f64),
}
