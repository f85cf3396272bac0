//! The time of one search: when its clock began, and how long it may take.
//!
//! Decides nothing; a search asks it.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::purse::Budget;

/// The clock of a search. While it does not run (an engine that ponders) nothing is late.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    begun: Arc<OnceLock<Instant>>,
    budget: Option<Budget>,
}

impl Pace {
    /// As long as one likes.
    #[must_use]
    pub fn unhurried() -> Self {
        Self::default()
    }

    /// A search of at most `time`, all of which it should use, from now on.
    #[must_use]
    pub fn exactly(time: Duration) -> Self {
        let pace = Self::of(Budget { soft: time, hard: time });
        pace.begin(Instant::now());
        pace
    }

    /// A search by a clock that does not run yet.
    pub(crate) fn of(budget: Budget) -> Self {
        Self { begun: Arc::default(), budget: Some(budget) }
    }

    /// The clock runs from `now` on, if it does not run already.
    pub fn begin(&self, now: Instant) {
        self.begun.get_or_init(|| now);
    }

    /// No deeper search should be begun.
    pub(crate) fn is_late(&self) -> bool {
        self.exceeds(|budget| budget.soft)
    }

    /// The search must end.
    pub(crate) fn is_over(&self) -> bool {
        self.exceeds(|budget| budget.hard)
    }

    fn exceeds(&self, limit: impl Fn(&Budget) -> Duration) -> bool {
        let Some(budget) = &self.budget else { return false };
        self.begun.get().is_some_and(|begun| limit(budget) <= begun.elapsed())
    }
}
