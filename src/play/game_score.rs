//! The score of a single game for one of its players.
//!
//! Adds nothing up: see `standing`, `points` and `tournament::Results`.

use crate::games::{Outcome, Side};

/// A game that counts, as far as pairings, tables and tests need it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct GameScore {
    /// The half points of the player whose score it is: 0 to 2. In a tournament that is the one
    /// who is named first in the encounter, in a match the first engine.
    pub halves: u32,
    /// What it was worth to that player, where games are played for points; otherwise 0.
    pub points: i32,
}

impl GameScore {
    /// The result for the player on this side. `points` are from the first side's point of view.
    #[must_use]
    pub fn of(outcome: Outcome, seat: Side, points: i32) -> Self {
        let halves = match outcome {
            Outcome::WonBy(side) if side == seat => 2,
            Outcome::WonBy(_) => 0,
            Outcome::Draw => 1,
        };
        Self { halves, points: if seat == Side::First { points } else { -points } }
    }

    /// The score of the opponent.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { halves: 2 - self.halves, points: -self.points }
    }
}
