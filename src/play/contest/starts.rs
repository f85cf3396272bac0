//! Engines of a game whose start takes long: what is reported of them, and when.
//!
//! Gives no engine up: its client has a deadline for that.

use std::time::Instant;

use super::{Contest, now};
use crate::play::MatchEvent;
use crate::play::slow_start::{LONG, SlowStart};

impl Contest<'_> {
    /// When the start of an engine that is not ready takes long; `None` once that is reported.
    pub(super) fn slow_start_at(&self, engine: usize) -> Option<Instant> {
        let match_engine = &self.engines[engine];
        let since = match_engine.starting_since()?;
        let is_known = self.slow_starts[engine].as_ref().is_some_and(|known| known.since == since);
        (!is_known).then(|| since + LONG + match_engine.spec.launch.config.start_delay)
    }

    /// Reports the starts that take long by now.
    pub(super) fn note_slow_starts(&mut self, now: Instant) {
        for engine in [0, 1] {
            let is_due = self.slow_start_at(engine).is_some_and(|due| due <= now);
            let match_engine = &self.engines[engine];
            let Some(since) = match_engine.starting_since().filter(|_| is_due) else { continue };
            let (number, name) = (self.pairing.number, match_engine.spec.name.clone());
            let start = SlowStart { number, engine, name, since, took: None };
            self.slow_starts[engine] = Some(start.clone());
            self.progress.tell(MatchEvent::SlowStart(start));
        }
    }

    /// Reports that a start which took long is over, if the engine is ready.
    pub(super) fn note_ready(&mut self, engine: usize) {
        let match_engine = &self.engines[engine];
        if match_engine.starting_since().is_some() {
            return;
        }
        let known = self.slow_starts[engine].take();
        // Where it has ended instead, its game is over.
        if let Some(mut start) = known.filter(|_| match_engine.is_running()) {
            start.took = Some(now().saturating_duration_since(start.since));
            self.progress.tell(MatchEvent::SlowStart(start));
        }
    }
}
