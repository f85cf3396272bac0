//! A game against the adaptive opponent: whether it counts for the user's rating, and what it changed.
//!
//! Rates nothing.

use crate::games::Side;
use crate::play::adaptive::RatingChange;
use crate::store::{SavedRating, Uncounted};

/// A game of a person against the adaptive opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::app::desk) struct Adaptive {
    /// The opponent's side.
    pub(in crate::app::desk) side: Side,
    /// Its level in this game.
    pub(in crate::app::desk) level: u8,
    pub(in crate::app::desk) state: AdaptiveState,
}

/// How a game stands with the rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::app::desk) enum AdaptiveState {
    /// It counts when it ends.
    Counts,
    /// It does not count.
    Uncounted(Uncounted),
    /// It was counted; nothing that happens later changes that.
    Counted(RatingChange),
}

impl Adaptive {
    /// As a game that is not over is kept on disk. One that was counted and goes on, since the end was
    /// taken back, does not count a second time.
    pub(in crate::app::desk) fn saved(&self) -> SavedRating {
        let uncounted = match self.state {
            AdaptiveState::Counts => None,
            AdaptiveState::Uncounted(why) => Some(why),
            AdaptiveState::Counted(_) => Some(Uncounted::TakenBack),
        };
        SavedRating { seat: self.side.idx(), level: self.level, uncounted }
    }

    /// A game that was kept on disk; `None` where there is no such seat.
    pub(in crate::app::desk) fn of_saved(saved: SavedRating) -> Option<Self> {
        let side = *Side::BOTH.get(saved.seat)?;
        let state = saved.uncounted.map_or(AdaptiveState::Counts, AdaptiveState::Uncounted);
        Some(Self { side, level: saved.level, state })
    }
}
