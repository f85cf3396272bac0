//! How much of its clock an engine gives to a move.
//!
//! Reads no clock and knows no protocol.

use std::time::Duration;

/// No clock has more, whatever a host says: thirty years.
pub(crate) const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// What a move may take.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Budget {
    /// No deeper search is begun after this.
    pub(crate) soft: Duration,
    /// The search ends at this.
    pub(crate) hard: Duration,
}

/// Kept back for a busy machine: a twentieth of the game's time, but no less and no more than this.
pub(crate) const RESERVE: [Duration; 2] = [Duration::from_millis(100), Duration::from_millis(300)];
/// With less than this above the reserve a move is answered at once.
const SHORT: Duration = Duration::from_millis(50);
/// What a move costs besides thinking; a busy machine is late at many moves.
const LAG: Duration = Duration::from_millis(50);

/// The time that a side has when it must move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct TimeLeft {
    /// What is left, the increment for this move included.
    pub(crate) left: Duration,
    /// What was given for the game or the period; `left` where that is not known.
    pub(crate) main: Duration,
    /// Added for every move.
    pub(crate) increment: Duration,
    /// Moves that must be thought about with what is left; at least 1.
    pub(crate) moves: u32,
    /// Moves that must be made with what is left, thinking or not.
    pub(crate) lags: u32,
}

impl TimeLeft {
    /// What the next move may take.
    ///
    /// It is at most a third of what is left above the reserve, and while little more than the
    /// reserve is left a quarter of the increment, so that the clock recovers.
    pub(crate) fn budget(&self) -> Budget {
        let lag = LAG.min(self.main / 40);
        // The increment pays for the lag first, the main time for the rest of it.
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

    /// What a move may take that has no time to spare.
    fn at_once(&self) -> Budget {
        let hard = if self.increment.is_zero() { self.left / 100 } else { self.increment / 4 };
        let hard = hard.min(self.left / 8);
        Budget { soft: hard, hard }
    }
}

/// What a move may take that has its own time: all of it but a little for a busy machine.
pub(crate) fn move_budget(time: Duration) -> Budget {
    let time = time.min(LONGEST);
    let hard = time.saturating_sub((time / 10).min(Duration::from_millis(30)));
    Budget { soft: hard, hard }
}
