//! What the user wishes of reviews of many games. It changes nothing itself.

use super::ReviewWish;

/// About reviews of many games.
#[derive(Clone, Debug, PartialEq)]
pub enum BatchCommand {
    /// Review these games of the opened file, by their places in it from 0, so many at once, when the reviews
    /// that were begun before have ended.
    Begin {
        /// Which.
        games: Vec<usize>,
        /// Games at once, at least 1.
        workers: usize,
        /// How each is reviewed.
        wish: ReviewWish,
    },
    /// Pause the review of this number; what was found out stays.
    Pause(u64),
    /// Go on with it after a pause, or after the program was ended.
    GoOn(u64),
    /// Stop it, and leave the games that were not reviewed as they are; one that does not run is removed.
    Stop(u64),
}
