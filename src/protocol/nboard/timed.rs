//! A move whose time the host keeps: the engine's reports so far, and the limit.
//!
//! Sends and reports nothing; `client` ends the search when the time is used up.

use std::time::{Duration, Instant};

use super::message::Evaluation;
use super::pace::Pace;
use crate::protocol::Limits;

/// A depth that was reached earlier does not show what a ply costs.
const EARLY: Duration = Duration::from_millis(10);

/// The time of a move, and the engine's reports on it.
#[derive(Debug)]
pub(super) struct Timed {
    /// The time, counted from the moment when the engine begins the order.
    pub(super) budget: Duration,
    /// The time left on the clock; the time for the move if there is no clock.
    pub(super) left: Duration,
    /// The time when the move must be there; known once the search has begun.
    pub(super) until: Option<Instant>,
    /// The depth that is ordered.
    pub(super) depth: u32,
    /// The engine has sent a line: there is a move even if it does not answer.
    pub(super) has_line: bool,
    /// The engine was stopped without a word about its move, and has the request once more.
    pub(super) is_asked_again: bool,
    /// The host has ended the search because its time was used up.
    pub(super) is_used_up: bool,
    /// The move comes from a book: it says nothing about the speed.
    from_book: bool,
    /// The first and the last reported depth, each with the time of its report.
    first_told: Option<(u32, Duration)>,
    last_told: Option<(u32, Duration)>,
}

impl Timed {
    pub(super) fn new(budget: Duration, limits: &Limits) -> Self {
        let left = limits.clocks.map_or(budget, |[own, _]| own.main.max(budget));
        Self {
            budget,
            left,
            until: None,
            depth: 1,
            has_line: false,
            is_asked_again: false,
            is_used_up: false,
            from_book: false,
            first_told: None,
            last_told: None,
        }
    }

    /// The time when the best reported line counts as the move: an engine that does not end its
    /// search has until half of its clock is used up.
    pub(super) fn last_moment(&self) -> Option<Instant> {
        let waits = (self.left / 2).saturating_sub(self.budget);
        self.until.filter(|_| self.has_line).map(|until| until + waits)
    }

    /// The time that an engine may go on with a search that is over before this one begins: less
    /// than the player waits for it.
    pub(super) fn patience(&self) -> Duration {
        /// The least time.
        const LEAST: Duration = Duration::from_secs(1);
        (self.left * 3 / 4).max(LEAST)
    }

    /// The engine has sent a line, so long after it began the order.
    pub(super) fn tells(&mut self, line: &Evaluation, book: bool, after: Duration) {
        self.has_line = true;
        self.from_book |= book;
        let Some(depth) = line.depth.parse::<u32>().ok().filter(|_| !book) else { return };
        if after >= EARLY {
            self.first_told.get_or_insert((depth, after));
        }
        if self.last_told.is_none_or(|(told, _)| told <= depth) {
            self.last_told = Some((depth, after));
        }
    }

    /// The search was finished, in so much time.
    pub(super) fn finished(&self, took: Duration, pace: &mut Pace) {
        if !self.from_book && !self.is_asked_again {
            pace.finished(self.depth, took);
            self.shows_growth(pace);
        }
    }

    /// The search went on to its end, or at least for so long, whatever was sent.
    pub(super) fn went_on(&self, took: Duration, pace: &mut Pace) {
        match self.last_told.filter(|(depth, _)| *depth < self.depth) {
            Some(reached) => pace.interrupted(reached),
            None if self.last_told.is_some() => pace.finished(self.depth, took),
            None => pace.was_too_deep(self.depth, took),
        }
        self.shows_growth(pace);
    }

    /// The search was ended before it was finished, after so much time.
    pub(super) fn interrupted(&self, after: Duration, pace: &mut Pace) {
        match self.last_told {
            Some(reached) => pace.interrupted(reached),
            None => pace.was_too_deep(self.depth, after),
        }
        self.shows_growth(pace);
    }

    /// The host has ended the search, and neither a move nor a line has come: the client must
    /// request it once more, as a search that is done at once. Returns true if that is the case.
    pub(super) fn is_to_be_asked_again(&mut self) -> bool {
        let is_due = self.is_used_up && !self.has_line && !self.is_asked_again;
        if is_due {
            self.is_asked_again = true;
            self.is_used_up = false;
            self.until = None;
            self.depth = 1;
        }
        is_due
    }

    fn shows_growth(&self, pace: &mut Pace) {
        if let Some((first, last)) = self.first_told.zip(self.last_told) {
            pace.grew(first, last);
        }
    }
}
