//! How the user wishes a game to be reviewed. It changes nothing itself.

use std::ops::RangeInclusive;

use crate::games::Side;
use crate::play::ReviewEffort;

/// How a game is to be reviewed.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewWish {
    /// Names in the list, at most [`MOST_REVIEWERS`]; each has its own limit in each position. The
    /// losses and marks of the moves are those of the first.
    pub engines: Vec<(String, ReviewEffort)>,
    /// Only moves of this side; `None` for those of both.
    pub side: Option<Side>,
    /// The first and the last move, counted from 1 by moves and rolls; the last may lie behind the end.
    pub plies: RangeInclusive<usize>,
    /// The last position is looked at first.
    pub from_end: bool,
    /// The variations, too, each behind the main line.
    pub variations: bool,
}

/// So many engines can review a game at once.
pub const MOST_REVIEWERS: usize = 4;

impl Default for ReviewWish {
    /// The whole main line, from the start on, by no engine yet.
    fn default() -> Self {
        let (side, plies) = (None, 1..=usize::MAX);
        Self { engines: Vec::new(), side, plies, from_end: false, variations: false }
    }
}
