//! A move that has a time which the host keeps: what the engine has said so far, and until when.
//!
//! Sends and reports nothing; `client` ends the search when the time is used up.

use std::time::{Duration, Instant};

use super::message::Evaluation;
use super::pace::Pace;
use crate::protocol::Limits;

/// A depth that was reached earlier does not show what a ply costs.
const EARLY: Duration = Duration::from_millis(10);

/// The time of a move, and what the engine has told of it.
#[derive(Debug)]
pub(super) struct Timed {
    /// The time, from the moment at which the order is taken up.
    pub(super) budget: Duration,
    /// What is left on the clock; the time for the move where there is none.
    pub(super) left: Duration,
    /// When the move must be there; known from that moment on.
    pub(super) until: Option<Instant>,
    /// The depth that is ordered.
    pub(super) depth: u32,
    /// The engine has told a line: there is a move even if it does not answer.
    pub(super) has_line: bool,
    /// The engine was stopped without a word about its move, and is asked once more.
    pub(super) is_asked_again: bool,
    /// The host has ended the search because its time was used up.
    pub(super) is_used_up: bool,
    /// The move comes from a book: it says nothing about the speed.
    from_book: bool,
    /// The first depth that was told, and the last one, and after which time.
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

    /// When the best line that was told counts as the move: an engine that does not end its search is
    /// waited for until half of its clock is used up.
    pub(super) fn last_moment(&self) -> Option<Instant> {
        let waits = (self.left / 2).saturating_sub(self.budget);
        self.until.filter(|_| self.has_line).map(|until| until + waits)
    }

    /// How long an engine may go on with a search that is over before this one begins: less than the
    /// player waits for it.
    pub(super) fn patience(&self) -> Duration {
        /// Least time.
        const LEAST: Duration = Duration::from_secs(1);
        (self.left * 3 / 4).max(LEAST)
    }

    /// The engine has told a line, so long after the order was taken up.
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

    /// The search went on to its end, or for so long at least, whatever was sent.
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

    /// The host has ended the search, and neither a move nor a line has come: the engine is to be asked
    /// once more, for a search that is done at once. Says whether that is the case.
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
