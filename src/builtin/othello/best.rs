//! The best move so far in a loop over moves.
//!
//! Shared by the search by estimates and the solver, which count in different units.

use super::search::INFINITE;
use super::tt::NO_MOVE;

/// The best move so far and the lower end of the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) score: i32,
    pub(super) square: u8,
    /// The value that another move must exceed.
    pub(super) low: i32,
}

impl Best {
    pub(super) fn new(alpha: i32) -> Self {
        Self { score: -INFINITE, square: NO_MOVE, low: alpha }
    }

    /// Takes a move's value into account. Returns the new lower end of the window.
    pub(super) fn take(&mut self, score: i32, square: u32) -> i32 {
        if score > self.score {
            (self.score, self.square) = (score, square as u8);
            self.low = self.low.max(score);
        }
        self.low
    }
}
