//! What the window sees of a tournament besides its games.
//!
//! Plain data; the contest fills it.

use std::sync::Arc;

use super::EloView;
use crate::app::command::TournamentPlace;
use crate::play::Verdict;
use crate::play::tournament::TournamentFile;

/// A tournament: its table and its test.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentView {
    /// Its format, such as `round-robin`.
    pub format: &'static str,
    /// The round that is played, from 1, and how many there are.
    pub round: (u32, u32),
    /// What decides between equal scores: `SB`.
    pub tie_break: &'static str,
    /// The players, best first.
    pub lines: Vec<TournamentLine>,
    /// The test that ends it, if it has one.
    pub test: Option<TestView>,
}

/// The file of a tournament that was read, for the form.
#[derive(Clone, Debug)]
pub struct TournamentDraft {
    /// Counts up with each file that is read.
    pub number: u64,
    /// What the file says.
    pub file: TournamentFile,
    /// Where it is, and what comes of its games.
    pub place: TournamentPlace,
}

/// A player's line in the table of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentLine {
    /// Its name.
    pub name: String,
    /// What the engine calls itself; empty while that is not known.
    pub own_name: String,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// A win is one, a draw half.
    pub score: f64,
    /// Points won less those lost, where games are worth different points.
    pub points: Option<i64>,
    /// What decides between equal scores.
    pub tie_break: f64,
    /// The rating, as far as it is known.
    pub elo: Option<EloView>,
    /// Against the player of each line of the table, in its order: points made, and of how many games.
    /// `None` where they have not met.
    pub against: Vec<Option<(f64, u32)>>,
    /// The player plays no more.
    pub withdrawn: bool,
}

/// A sequential probability ratio test.
#[derive(Clone, Debug, PartialEq)]
pub struct TestView {
    /// What is tested: `elo0=0,elo1=5,...`.
    pub terms: String,
    /// Pairs that count.
    pub pairs: u32,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// At which H0 and H1 are accepted.
    pub bounds: [f64; 2],
    /// The decision; `None` while there is none.
    pub verdict: Option<Verdict>,
    /// Numbers of pairs and the value after them, in order; thinned where there are many.
    pub curve: Arc<[(u32, f64)]>,
}
