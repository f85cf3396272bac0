//! How long a match has been played: without pauses, and over several starts of the program.
//!
//! Reads no clock: the time is an argument.

use std::time::{Duration, Instant, SystemTime};

/// The time that a match has taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch {
    /// Before it went on last.
    before: Duration,
    /// Since then, until it rested last.
    taken: Duration,
    /// Since when it runs; `None` while it rests.
    since: Option<Instant>,
}

impl Stopwatch {
    /// Begins to run.
    pub(super) fn started(now: Instant) -> Self {
        Self { before: Duration::ZERO, taken: Duration::ZERO, since: Some(now) }
    }

    /// Rests, after so long.
    pub(super) fn at_rest(before: Duration) -> Self {
        Self { before, taken: Duration::ZERO, since: None }
    }

    /// Runs or rests from now on.
    pub(super) fn set(&mut self, runs: bool, now: Instant) {
        let began = self.since.get_or_insert(now);
        self.taken += now.saturating_duration_since(*began);
        self.since = runs.then_some(now);
    }

    /// The match goes on, after all this time.
    pub(super) fn go_on(&mut self, now: Instant) {
        *self = Self { since: Some(now), ..Self::at_rest(self.total(now)) };
    }

    /// The match is the continuation of another one, which has taken this time.
    pub(super) fn continue_from(&mut self, other: &Self, now: Instant) {
        self.before += other.total(now);
    }

    /// Since the match was begun or went on last.
    pub(super) fn this_run(&self, now: Instant) -> Duration {
        let running = self.since.map(|since| now.saturating_duration_since(since));
        self.taken + running.unwrap_or_default()
    }

    /// In all.
    pub(super) fn total(&self, now: Instant) -> Duration {
        self.before + self.this_run(now)
    }
}

/// The times of games that are over, of which the time of their match follows after a restart.
#[derive(Debug, Default)]
pub(super) struct Spans(Vec<(SystemTime, SystemTime)>);

impl Spans {
    /// A game began then and took so long.
    pub(super) fn add(&mut self, began: SystemTime, took: Duration) {
        self.0.push((began, began + took));
    }

    /// How long at least one of the games was played: not in pauses, and not while nothing ran.
    pub(super) fn total(mut self) -> Duration {
        self.0.sort_unstable();
        let mut total = Duration::ZERO;
        let mut until = SystemTime::UNIX_EPOCH;
        for (began, ended) in self.0 {
            total += ended.duration_since(began.max(until)).unwrap_or_default();
            until = ended.max(until);
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_stopwatch_counts_no_pause_and_goes_on_where_it_was() {
        let start = Instant::now();
        let at = |n: u32| start + n * SECOND;
        let mut watch = Stopwatch::started(at(0));
        watch.set(true, at(1));
        watch.set(false, at(2));
        watch.set(false, at(5));
        assert_eq!((watch.this_run(at(9)), watch.total(at(9))), (2 * SECOND, 2 * SECOND));
        watch.set(true, at(10));
        assert_eq!(watch.this_run(at(13)), 5 * SECOND);
        watch.set(false, at(13));
        watch.go_on(at(20));
        assert_eq!((watch.this_run(at(21)), watch.total(at(21))), (SECOND, 6 * SECOND));
        let mut longer = Stopwatch::started(at(30));
        longer.continue_from(&watch, at(21));
        assert_eq!((longer.this_run(at(31)), longer.total(at(31))), (SECOND, 7 * SECOND));
    }

    #[test]
    fn time_in_which_no_game_was_played_does_not_count_and_games_at_once_count_once() {
        let at = |n: u32| SystemTime::UNIX_EPOCH + n * SECOND;
        let mut spans = Spans::default();
        for (began, took) in [(100, 10), (20, 5), (10, 10), (12, 3)] {
            spans.add(at(began), took * SECOND);
        }
        assert_eq!(spans.total(), 25 * SECOND);
        assert_eq!(Spans::default().total(), Duration::ZERO);
    }
}
