//! Engines that say nothing: how long they are waited for, and when they are given up.
//!
//! Ends no session: the driver reports it.

use std::time::{Duration, Instant};

use super::{NoValue, Review};
use crate::protocol::Request;

/// How long an engine may say nothing of a position, beyond its budget, before it is passed over.
pub(super) const SILENCE: Duration = Duration::from_secs(10);

/// After so many questions in a row without a word the engine is not asked any more; after the first,
/// where it has never given a value.
const MOST_SILENT: usize = 3;

impl Review {
    /// When [`Review::handle_timeout`] must be called next.
    #[must_use]
    pub(super) fn poll_timeout(&self) -> Option<Instant> {
        self.until
    }

    /// Time has passed; too early is harmless. Gives what to send next, if anything.
    pub(super) fn handle_timeout(&mut self, now: Instant) -> Option<Request> {
        if self.until? > now {
            return None;
        }
        if self.analyst.best().is_some() {
            return self.finish_question(now);
        }
        if self.try_again() {
            return self.go_on(now);
        }
        self.n_silent += 1;
        if self.n_valued == 0 || MOST_SILENT <= self.n_silent {
            return self.give_up();
        }
        self.finish_question(now)
    }

    /// How long the engine may say nothing: less for one that has just let that time pass.
    pub(super) fn silence(&self) -> Duration {
        SILENCE / (1 << self.n_silent.min(MOST_SILENT))
    }

    /// Asks nothing more of an engine that does not answer.
    fn give_up(&mut self) -> Option<Request> {
        for question in &self.questions[self.at..] {
            self.unknown[question.ply()] = Some(NoValue::Silent);
        }
        self.fill_forced();
        self.at = self.questions.len();
        self.is_given_up = true;
        self.until = None;
        self.analyst.rest()
    }

    /// The engine has given a value of something.
    pub(super) fn has_values(&self) -> bool {
        self.n_valued > 0
    }

    /// The engine has left questions without a word, and is not asked any more.
    pub(super) fn is_given_up(&self) -> bool {
        self.is_given_up
    }
}
