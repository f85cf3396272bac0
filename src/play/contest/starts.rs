//! Engines of a game whose start takes long: what is reported of them, and when.
//!
//! Gives no engine up: its client has a deadline for that.

use std::time::Instant;

use super::Contest;
use crate::play::MatchEvent;

impl Contest<'_> {
    /// When the start of an engine that is not ready takes long; `None` once that is reported.
    pub(super) fn slow_start_at(&self, engine: usize) -> Option<Instant> {
        self.starts[engine].poll_timeout(&self.engines[engine])
    }

    /// Reports that the start of this engine takes long by now, or that one which took long is over.
    pub(super) fn note_start(&mut self, engine: usize, now: Instant) {
        let place = (self.pairing.number, Some(engine));
        let report = self.starts[engine].poll_report(&self.engines[engine], place, now);
        if let Some(start) = report {
            self.progress.tell(MatchEvent::SlowStart(start));
        }
    }
}
