//! Whether this program did not run for a while: a machine that slept, or a program that was halted.
//!
//! Judges no game. One thread looks at the clock several times a second; where it could not, nothing of
//! the program ran.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// From one look at the clock to the next.
const PERIOD: Duration = Duration::from_millis(250);
/// A machine that has much to do may leave a thread waiting for less than this.
const LEAST: Duration = Duration::from_secs(2);
/// Gaps that are remembered.
const MAX_GAPS: usize = 64;

/// The looks at the clock so far.
#[derive(Debug)]
struct Pulse {
    last: Instant,
    /// Times in which nothing ran: when each ended, and how long it was.
    gaps: VecDeque<(Instant, Duration)>,
}

impl Pulse {
    fn new(now: Instant) -> Self {
        Self { last: now, gaps: VecDeque::new() }
    }

    fn beat(&mut self, now: Instant) {
        let gap = now.saturating_duration_since(self.last);
        if gap >= LEAST {
            self.gaps.push_back((now, gap));
            if self.gaps.len() > MAX_GAPS {
                self.gaps.pop_front();
            }
        }
        self.last = now;
    }

    /// The longest gap that ended after `since`.
    fn longest_since(&self, since: Instant) -> Duration {
        let after = self.gaps.iter().filter(|(end, _)| *end > since);
        after.map(|(_, gap)| *gap).max().unwrap_or_default()
    }
}

/// Begins to watch, once for the whole program.
pub(super) fn begin() {
    drop(pulse());
}

/// The longest time after `since` in which nothing of this program ran; zero if there was none that is
/// worth mentioning.
pub(super) fn longest_gap(since: Instant) -> Duration {
    let mut pulse = pulse();
    // After a gap this may run before the thread that watches.
    pulse.beat(Instant::now());
    pulse.longest_since(since)
}

fn pulse() -> MutexGuard<'static, Pulse> {
    static PULSE: OnceLock<Mutex<Pulse>> = OnceLock::new();
    let pulse = PULSE.get_or_init(|| {
        // Where no thread can be started, the looks at the clock of games that were lost are all.
        drop(thread::Builder::new().name("pulse".to_owned()).spawn(watch));
        Mutex::new(Pulse::new(Instant::now()))
    });
    pulse.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watch() {
    loop {
        thread::park_timeout(PERIOD);
        pulse().beat(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_gaps_after_a_moment_count() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let mut pulse = Pulse::new(start);
        [250, 500, 2_400, 9_400, 9_650].into_iter().for_each(|ms| pulse.beat(at(ms)));
        assert_eq!(pulse.longest_since(at(0)), Duration::from_secs(7));
        assert_eq!(pulse.longest_since(at(9_000)), Duration::from_secs(7), "it ended later");
        assert_eq!(pulse.longest_since(at(9_400)), Duration::ZERO);
    }
}
