//! How long engines may take; `docs/CONFORMANCE.md` has the table.
//!
//! Measures nothing.

use std::time::Duration;

/// For the handshake: at most, and without a warning.
pub(super) const HANDSHAKE: Limit = Limit::new(15_000, 5_000);
/// For an answer that needs no search.
pub(super) const ANSWER: Limit = Limit::new(5_000, 1_000);
/// From a stop to the answer.
pub(super) const STOP: Limit = Limit::new(5_000, 1_000);
/// For a search with short limits, in addition to the time of these limits.
pub(super) const SEARCH: Limit = Limit::new(15_000, 5_000);
/// How much longer than its time for a move an engine may take.
pub(super) const OVERTIME: Limit = Limit::new(5_000, 1_000);
/// From `quit` or the end of the input to the end of the process.
pub(super) const END: Limit = Limit::new(4_000, 1_500);

/// How long something may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// Beyond it, it has failed.
    pub(super) most: Duration,
    /// Beyond it there is a warning.
    pub(super) brisk: Duration,
    /// The engine's own time in addition; `timeouts` does not change it.
    pub(super) given: Duration,
}

impl Limit {
    const fn new(most_millis: u64, brisk_millis: u64) -> Self {
        Self {
            most: Duration::from_millis(most_millis),
            brisk: Duration::from_millis(brisk_millis),
            given: Duration::ZERO,
        }
    }

    /// Longer by this: the engine was given that time.
    pub(super) fn after(self, given: Duration) -> Self {
        Self { given, ..self }
    }

    /// The same for a clock, which must not run out.
    pub(super) fn on_clock(self, given: Duration) -> Self {
        Self { given, brisk: Duration::ZERO, ..self }
    }
}
