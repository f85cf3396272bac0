//! What the user wishes of a review of many games. It changes nothing itself.

use super::ReviewWish;

/// About a review of many games.
#[derive(Clone, Debug, PartialEq)]
pub enum BatchCommand {
    /// Review these games of the opened file, by their places in it from 0, so many at once.
    Begin {
        /// Which.
        games: Vec<usize>,
        /// Games at once, at least 1.
        workers: usize,
        /// How each is reviewed.
        wish: ReviewWish,
    },
    /// Pause it; what was found out stays.
    Pause,
    /// Go on after a pause, or after the program was ended.
    GoOn,
    /// Stop it, and leave the games that were not reviewed as they are.
    Stop,
}
