//! The part of its clock that an engine spends on a move.
//!
//! Reads no clock and knows no protocol.

use std::time::Duration;

/// The maximum of any clock, whatever a host sends: thirty years.
pub(crate) const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// The time for a move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Budget {
    /// No deeper search starts after this.
    pub(crate) soft: Duration,
    /// The search ends at this.
    pub(crate) hard: Duration,
}

/// Reserve for a busy machine: a twentieth of the game's time, within these limits.
pub(crate) const RESERVE: [Duration; 2] = [Duration::from_millis(100), Duration::from_millis(300)];
/// With less than this above the reserve a move is answered at once.
const SHORT: Duration = Duration::from_millis(50);
/// The cost of a move besides thinking; a busy machine is late at many moves.
const LAG: Duration = Duration::from_millis(50);

/// The time that a side has when it must move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct TimeLeft {
    /// The time left, including the increment for this move.
    pub(crate) left: Duration,
    /// The total time for the game or the period; `left` if that is unknown.
    pub(crate) main: Duration,
    /// Added for every move.
    pub(crate) increment: Duration,
    /// Moves with thinking for which the time left must last; at least 1.
    pub(crate) moves: u32,
    /// All moves for which the time left must last, with thinking or without.
    pub(crate) lags: u32,
}

impl TimeLeft {
    /// The time for the next move.
    ///
    /// It is at most a third of the time left above the reserve, and while little more than the
    /// reserve is left, a quarter of the increment, so that the clock recovers.
    pub(crate) fn budget(&self) -> Budget {
        let lag = LAG.min(self.main / 40);
        // The increment pays for the lag first, the main time pays for the rest of it.
        let lags = lag.saturating_sub(self.increment) * self.lags;
        let reserve = (self.main / 20).clamp(RESERVE[0], RESERVE[1]);
        let spare = self.left.saturating_sub(reserve + lags);
        if spare < SHORT {
            return self.at_once();
        }
        let share = spare / self.moves.max(1) + self.increment.saturating_sub(lag) * 4 / 5;
        let hard = (share * 3).min(spare / 3);
        Budget { soft: (share / 2).min(hard), hard }
    }

    /// The time for a move without time to spare.
    fn at_once(&self) -> Budget {
        let hard = if self.increment.is_zero() { self.left / 100 } else { self.increment / 4 };
        let hard = hard.min(self.left / 8);
        Budget { soft: hard, hard }
    }
}

/// The time for a move with its own limit: all of it except a little for a busy machine.
pub(crate) fn move_budget(time: Duration) -> Budget {
    let time = time.min(LONGEST);
    let hard = time.saturating_sub((time / 10).min(Duration::from_millis(30)));
    Budget { soft: hard, hard }
}
