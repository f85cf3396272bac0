//! An engine whose start takes long while a game of it runs: who, since when, and that it is over.
//!
//! Waits for nothing: [`super::run_match`] does.

use std::time::{Duration, Instant};

use super::match_engine::MatchEngine;
use crate::protocol::quoted;
use crate::session::Log;

/// An engine of a running game was started some time ago (5 s, after its own start delay) and is not
/// ready, or has become ready after such a time. The end of the game ends that, too.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SlowStart {
    /// The number of the game.
    pub number: u32,
    /// Which engine of the match or tournament, from 0; `None` for the referee engine.
    pub engine: Option<usize>,
    /// Its name in the match.
    pub name: String,
    /// When its process was started.
    pub since: Instant,
    /// The last line that it had written by then in place of the answer that is waited for.
    pub wrote: Option<String>,
    /// How long it took to be ready; `None` while it is not.
    pub took: Option<Duration>,
}

/// A start takes long from this time on.
const LONG: Duration = Duration::from_secs(5);

impl SlowStart {
    /// How long it has taken, at this moment if it is not over.
    #[must_use]
    pub fn lasts(&self, now: Instant) -> Duration {
        self.took.unwrap_or_else(|| now.saturating_duration_since(self.since))
    }

    /// The engine in words: `Edax`, `Edax (the referee)`.
    #[must_use]
    pub fn who(&self) -> String {
        match self.engine {
            Some(_) => self.name.clone(),
            None => format!("{} (the referee)", self.name),
        }
    }

    /// What it wrote in place of the answer, as the end of a sentence: `; it wrote “what is hub?”`. Empty
    /// where it wrote nothing.
    #[must_use]
    pub fn wrote_text(&self) -> String {
        let wrote = self.wrote.as_ref().map(|line| format!("; it wrote {}", quoted(line)));
        wrote.unwrap_or_default()
    }

    /// A sentence about it, at this moment.
    #[must_use]
    pub fn text(&self, now: Instant) -> String {
        let Self { number, took, .. } = self;
        let (name, secs) = (self.who(), self.lasts(now).as_secs());
        match took {
            None => {
                let wrote = self.wrote_text();
                format!(
                    "game {number}: {name} was started {secs} s ago and is not ready yet{wrote}"
                )
            }
            Some(_) => format!("game {number}: {name} is ready after {secs} s"),
        }
    }
}

/// Watches the starts of one engine in a game.
#[derive(Debug, Default)]
pub(super) struct StartWatch {
    /// The start that takes long, and was reported.
    told: Option<SlowStart>,
}

impl StartWatch {
    /// When the start of the engine takes long; `None` if it is ready, or that is reported.
    pub(super) fn poll_timeout(&self, engine: &MatchEngine) -> Option<Instant> {
        let since = engine.starting_since()?;
        let is_known = self.told.as_ref().is_some_and(|known| known.since == since);
        (!is_known).then(|| since + LONG + engine.spec.launch.config.start_delay)
    }

    /// What there is to report of this engine at this moment, for the game with this number: that its
    /// start takes long, or is over. Where it has ended instead, its game is over.
    pub(super) fn poll_report(
        &mut self,
        engine: &MatchEngine,
        (number, idx): (u32, Option<usize>),
        now: Instant,
    ) -> Option<SlowStart> {
        if let Some(since) = engine.starting_since() {
            self.poll_timeout(engine).filter(|due| *due <= now)?;
            let name = engine.spec.name.clone();
            let wrote = engine.log().and_then(Log::last_answer);
            self.told = Some(SlowStart { number, engine: idx, name, since, wrote, took: None });
            return self.told.clone();
        }
        let known = self.told.take().filter(|_| engine.is_running())?;
        Some(SlowStart { took: Some(now.saturating_duration_since(known.since)), ..known })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_is_not_ready_is_named_with_its_time() {
        let since = Instant::now();
        let name = "Slow".to_owned();
        let mut start =
            SlowStart { number: 3, engine: Some(1), name, since, wrote: None, took: None };
        let later = since + Duration::from_millis(12_900);
        assert_eq!(start.text(later), "game 3: Slow was started 12 s ago and is not ready yet");
        start.wrote = Some("what is hub?".to_owned());
        assert_eq!(
            start.text(later),
            "game 3: Slow was started 12 s ago and is not ready yet; it wrote \u{201c}what is hub?\u{201d}"
        );
        start.took = Some(Duration::from_secs(20));
        assert_eq!(start.text(later), "game 3: Slow is ready after 20 s");
        start.engine = None;
        assert_eq!(start.text(later), "game 3: Slow (the referee) is ready after 20 s");
    }
}
