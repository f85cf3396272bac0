//! A search that is being ended.
//!
//! Decides when to ping; `client` handles the result.

use std::time::{Duration, Instant};

use super::running::Running;
use crate::protocol::machine::Stop;

/// A search gets this long to begin before it is pinged: `ping` ends only the search that is
/// running when it is read, and one that is still queued would go on for ever (field notes,
/// NBoard 1; seen in Edax).
const GRACE: Duration = Duration::from_millis(10);

/// The ping that ends a search is repeated after this time, then after twice as long, and so on:
/// the search may have begun only after the last ping was read. Extra pings do no harm.
const FIRST_REPEAT: Duration = Duration::from_millis(100);

/// A search that is being ended.
#[derive(Debug)]
pub(super) struct Stopping {
    pub(super) running: Running,
    pub(super) stop: Stop,
    /// The first ping that was sent for it; `None` while the search is given time to begin.
    pub(super) ping: Option<u32>,
    /// More than one was sent.
    pub(super) repeated: bool,
    /// The time when the first one was sent.
    pub(super) pinged_at: Option<Instant>,
    /// The time when the next ping is due.
    next_ping: Option<Instant>,
    /// The ping is repeated, except to an engine that is known to go on to the end of its search.
    repeats: bool,
    /// The time from the next ping to the one after it.
    gap: Duration,
    /// The time by which it must be over, and the length of that limit; `None` for an engine that
    /// is known to go on to the end of its search.
    deadline: Option<(Instant, Duration)>,
}

impl Stopping {
    /// Nothing is sent yet; the first ping is due at once, or a little later if the search has
    /// only just begun. `limit` is the time from that ping to its answer.
    pub(super) fn new(running: Running, stop: Stop, limit: Option<Duration>, now: Instant) -> Self {
        let first_ping = now.max(running.since + GRACE);
        Self {
            running,
            stop,
            ping: None,
            repeated: false,
            pinged_at: None,
            next_ping: Some(first_ping),
            repeats: limit.is_some(),
            gap: FIRST_REPEAT,
            deadline: limit.map(|limit| (first_ping + limit, limit)),
        }
    }

    /// Makes sure that it is over within `limit` from now, even if it was given longer.
    pub(super) fn hurry(&mut self, limit: Duration, now: Instant) {
        if let Some(deadline) = self.deadline.as_mut().filter(|(_, given)| limit < *given) {
            *deadline = (now + limit, limit);
        }
    }

    /// Makes sure that it is over within `limit` from now, whatever it was given.
    pub(super) fn limit(&mut self, limit: Duration, now: Instant) {
        self.deadline = Some((now + limit, limit));
    }

    pub(super) fn ping_is_due(&self, now: Instant) -> bool {
        self.next_ping.is_some_and(|due| due <= now)
    }

    /// The length of its limit, once that is over.
    pub(super) fn overdue(&self, now: Instant) -> Option<Duration> {
        self.deadline.filter(|(deadline, _)| *deadline <= now).map(|(_, limit)| limit)
    }

    /// The time when the next ping is due or the limit is over.
    pub(super) fn due(&self) -> Option<Instant> {
        let deadline = self.deadline.map(|(deadline, _)| deadline);
        [deadline, self.next_ping].into_iter().flatten().min()
    }

    /// Takes note that a ping of this number was sent.
    pub(super) fn pinged(&mut self, number: u32, now: Instant) {
        self.repeated = self.ping.is_some();
        self.ping.get_or_insert(number);
        self.pinged_at.get_or_insert(now);
        self.next_ping = self.repeats.then_some(now + self.gap);
        self.gap *= 2;
    }
}
