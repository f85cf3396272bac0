//! The time of one search: its beginning, that of its clock, and the limit.
//!
//! Decides nothing; a search asks for the time.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::time_budget::Budget;

/// The clock of a search. While it does not run (an engine that ponders) no deadline passes.
/// Earlier thinking counts: after a right guess the answer comes as if the search had begun with
/// the guess, or at once.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// The time when the clock began to run.
    begun: Arc<OnceLock<Instant>>,
    /// The time that the search may take, and the time when it began to think.
    budget: Option<(Budget, Instant)>,
}

impl Pace {
    /// A search without a time limit.
    #[must_use]
    pub fn unhurried() -> Self {
        Self::default()
    }

    /// A search of at most `time`, all of which it should use, from now on.
    #[must_use]
    pub fn exactly(time: Duration) -> Self {
        let now = Instant::now();
        let pace = Self::of(Budget { soft: time, hard: time }, now);
        pace.begin(now);
        pace
    }

    /// A search that thinks from `now` on, by a clock that does not run yet.
    pub(crate) fn of(budget: Budget, now: Instant) -> Self {
        Self { begun: Arc::default(), budget: Some((budget, now)) }
    }

    /// Starts the clock at `now`, if it does not run already.
    pub fn begin(&self, now: Instant) {
        self.begun.get_or_init(|| now);
    }

    /// No deeper search should start.
    pub(crate) fn is_late(&self) -> bool {
        self.exceeds(|budget| budget.soft, Instant::now())
    }

    /// The search must end.
    pub(crate) fn is_over(&self) -> bool {
        self.exceeds(|budget| budget.hard, Instant::now())
    }

    fn exceeds(&self, limit: impl Fn(&Budget) -> Duration, now: Instant) -> bool {
        let Some((budget, since)) = &self.budget else { return false };
        self.begun.get().is_some() && limit(budget) <= now.saturating_duration_since(*since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_pondered_counts_once_the_clock_runs() {
        let start = Instant::now();
        let secs = Duration::from_secs;
        let pace = Pace::of(Budget { soft: secs(2), hard: secs(6) }, start);
        let late = |at| pace.exceeds(|budget| budget.soft, start + secs(at));
        let over = |at| pace.exceeds(|budget| budget.hard, start + secs(at));
        assert!(!late(100) && !over(100), "nothing is late while the other thinks");
        pace.begin(start + secs(5));
        assert!(
            late(5) && !over(5),
            "the time for a new depth was over before the guess was right"
        );
        assert!(over(6));
        assert!(!Pace::unhurried().is_late());
    }
}
