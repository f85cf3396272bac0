//! An engine whose start takes long while a game of it runs: who, since when, and that it is over.
//!
//! Waits for nothing: [`super::run_match`] does.

use std::time::{Duration, Instant};

/// An engine of a running game was started some time ago (5 s, after its own start delay) and is not
/// ready, or has become ready after such a time. The end of the game ends that, too.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SlowStart {
    /// The number of the game.
    pub number: u32,
    /// Which engine of the match or tournament, from 0.
    pub engine: usize,
    /// Its name in the match.
    pub name: String,
    /// When its process was started.
    pub since: Instant,
    /// How long it took to be ready; `None` while it is not.
    pub took: Option<Duration>,
}

/// A start takes long from this time on.
pub(super) const LONG: Duration = Duration::from_secs(5);

impl SlowStart {
    /// How long it has taken, at this moment if it is not over.
    #[must_use]
    pub fn lasts(&self, now: Instant) -> Duration {
        self.took.unwrap_or_else(|| now.saturating_duration_since(self.since))
    }

    /// A sentence about it, at this moment.
    #[must_use]
    pub fn text(&self, now: Instant) -> String {
        let Self { number, name, took, .. } = self;
        let secs = self.lasts(now).as_secs();
        match took {
            None => format!("game {number}: {name} was started {secs} s ago and is not ready yet"),
            Some(_) => format!("game {number}: {name} is ready after {secs} s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_is_not_ready_is_named_with_its_time() {
        let since = Instant::now();
        let name = "Slow".to_owned();
        let mut start = SlowStart { number: 3, engine: 1, name, since, took: None };
        let later = since + Duration::from_millis(12_900);
        assert_eq!(start.text(later), "game 3: Slow was started 12 s ago and is not ready yet");
        start.took = Some(Duration::from_secs(20));
        assert_eq!(start.text(later), "game 3: Slow is ready after 20 s");
    }
}
