//! The time that a move has had of the engine's, and its next share.
//!
//! Knows no engine and no move.

use std::time::Duration;

use crate::games::GameInfo;

/// The longest search; what was found by then changes slowly, and a search that is begun again has
/// to come so far first.
pub(super) const LONGEST: Duration = Duration::from_secs(30);
/// The same where the engine cannot be stopped: a user who goes to another position waits for it.
pub(super) const LONGEST_TIMED: Duration = Duration::from_secs(8);
/// The share of the position itself.
pub(super) const OF_ROOT: u32 = 2;
/// A search ended early if it took less than this part of its time.
const EARLY_SHARE: u32 = 10;
/// After so many early ends in a row more time is useless.
const MOST_EARLY: u32 = 2;

/// The time that was spent on one thing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    spent: Duration,
    /// The longest search so far.
    slice: Option<Duration>,
    n_early: u32,
    is_begun: bool,
    is_settled: bool,
}

impl Share {
    /// It was searched.
    pub(super) fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// Another search would find nothing more.
    pub(super) fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// In all.
    pub(super) fn spent(&self) -> Duration {
        self.spent
    }

    /// It needs no search.
    pub(super) fn settle(&mut self) {
        self.is_begun = true;
        self.is_settled = true;
    }

    /// A search of this length has ended, by itself where it `is_over`. It `is_settled` if its value
    /// is exact, or there is none.
    pub(super) fn note(
        &mut self,
        spent: Duration,
        slice: Option<Duration>,
        is_over: bool,
        is_settled: bool,
    ) {
        let slice = slice.unwrap_or(spent);
        let is_early = is_over && spent < slice / EARLY_SHARE;
        // The first look of an engine that ends by itself is short on purpose.
        self.n_early = if is_early && self.is_begun { self.n_early + 1 } else { 0 };
        self.spent += spent;
        self.slice = self.slice.max(Some(slice));
        self.is_begun = true;
        self.is_settled |= is_settled || self.n_early >= MOST_EARLY;
    }

    /// The length of its next search: twice that of the last one, since each begins from the start.
    pub(super) fn next_slice(&self, least: Duration, longest: Duration) -> Duration {
        self.slice.map_or(least, |slice| slice * 2).clamp(least, longest)
    }
}

/// How large the share of a move is that is worth so much less than the best one: the game's own
/// limits for inaccuracies and mistakes divide the promising from the others.
pub(super) fn weight(loss: f64, info: &GameInfo) -> u32 {
    let [inaccuracy, mistake, _] = info.loss_marks;
    match loss {
        _ if loss < inaccuracy => 4,
        _ if loss < mistake => 2,
        _ => 1,
    }
}
