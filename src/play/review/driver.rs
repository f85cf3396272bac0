//! The review of a whole game by one engine, whose session may end on the way.
//!
//! A machine without IO and without a clock: it is told what the session reported and what time it
//! is; [`ReviewDriver::poll_request`] says what to send, [`ReviewDriver::poll_change`] what the
//! caller has to do or show. Starts no engine and chooses none.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::silence::AfterStall;
use super::{BetterLine, KnownReviews, PositionReview, Review, ReviewPlan};
use crate::games::{Game, GameInfo, Line, Link, Record, RecordError};
use crate::play::Cause;
use crate::protocol::Request;
use crate::session::{Exit, News, SessionEvent, SessionState};

/// A review on its way.
#[derive(Debug)]
pub struct ReviewDriver {
    review: Review,
    /// The session is over, and no new one was reported.
    has_ended: bool,
    /// It is paused until the caller lets it go on ([`ReviewDriver::rest`]).
    rests: bool,
    /// Everything was reported.
    is_over: bool,
    requests: VecDeque<Request>,
    changes: VecDeque<ReviewChange>,
}

/// What has changed in a review.
#[derive(Clone, Debug, PartialEq)]
pub enum ReviewChange {
    /// More is known of the game; [`ReviewDriver::apply`] writes it into the record.
    Values,
    /// The engine has ended. The caller starts it again and reports that by
    /// [`ReviewDriver::restarted`]; the open question is then asked once more. `None` where it had
    /// ended before and the review is to go on after a pause.
    Restart(Option<Cause>),
    /// The engine has ended and is not asked again: the review is paused. `None` where the session
    /// was asked to end.
    Paused(Option<Cause>),
    /// Every position was dealt with.
    Finished {
        /// The engine gave a value of something, or nothing was to be asked; otherwise nothing can be
        /// judged with it.
        has_values: bool,
        /// It left questions without a word, each asked twice, and was asked nothing more.
        is_silent: bool,
    },
}

/// Time for each position.
const USUAL_BUDGET: Duration = Duration::from_millis(800);
/// The same where engines rank a position's moves and then end by themselves: more than they need.
const RANKING_BUDGET: Duration = Duration::from_secs(8);

impl ReviewDriver {
    /// The time that an engine is usually given for each position of this game.
    #[must_use]
    pub fn usual_budget(info: &GameInfo) -> Duration {
        if info.has_dice { RANKING_BUDGET } else { USUAL_BUDGET }
    }

    /// A review of a line of the record, as `plan` says; what is on a line of `known` is not played
    /// again. [`ReviewDriver::begin`] asks the first question.
    ///
    /// # Errors
    ///
    /// When the record cannot be played through.
    pub fn new(
        game: &dyn Game,
        record: &Record,
        known: &[&Arc<Line>],
        engine: &str,
        link: &'static dyn Link,
        plan: ReviewPlan,
    ) -> Result<Self, RecordError> {
        Ok(Self {
            review: Review::new(game, record, known, engine, link, plan)?,
            has_ended: false,
            rests: false,
            is_over: false,
            requests: VecDeque::new(),
            changes: VecDeque::new(),
        })
    }

    /// The engine's session has been started.
    pub fn begin(&mut self, now: Instant) {
        let request = self.review.go_on(now);
        self.send(request);
    }

    /// The session has reported something, which `session` has noted. `may_restart` says that the
    /// caller would start the engine again, should this be its end.
    pub fn handle_event(
        &mut self,
        event: &SessionEvent,
        session: &SessionState,
        may_restart: bool,
    ) {
        match &event.what {
            News::Ended(exit) => {
                // An engine that was never ready would only fail again.
                let was_ready = session.capabilities().is_some();
                self.handle_end(exit, was_ready && may_restart);
            }
            News::Event(_) | News::Infos(_) => {
                let request = self.review.handle(event, session);
                self.send(request);
            }
        }
    }

    /// The engine is asked the same question once more; when that fails too, or may not be, the
    /// review pauses. Of an engine that hangs the question is passed over.
    fn handle_end(&mut self, exit: &Exit, may_restart: bool) {
        self.review.restarted();
        self.has_ended = true;
        self.requests.clear();
        if self.is_over || self.review.is_paused() {
            return;
        }
        let cause = Cause::of_exit(exit);
        let hangs = matches!(cause, Some(Cause::Stalled(_))) && may_restart;
        match hangs.then(|| self.review.handle_stall()) {
            Some(AfterStall::Again) => {
                return self.changes.push_back(ReviewChange::Restart(cause));
            }
            Some(AfterStall::Over) => return self.send(None),
            Some(AfterStall::Unheard) | None => {}
        }
        if cause.is_some() && may_restart && self.review.try_again() {
            self.changes.push_back(ReviewChange::Restart(cause));
        } else {
            self.review.pause();
            self.changes.push_back(ReviewChange::Paused(cause));
        }
    }

    /// The engine was started again; the open question is asked, unless the review is paused.
    pub fn restarted(&mut self, now: Instant) {
        self.review.restarted();
        self.has_ended = false;
        self.requests.clear();
        if !self.review.is_paused() {
            let request = self.review.go_on(now);
            self.send(request);
        }
    }

    /// Time has passed; too early is harmless.
    pub fn handle_timeout(&mut self, now: Instant) {
        let request = self.review.handle_timeout(now);
        self.send(request);
    }

    /// The engine has just let a question pass without a word, twice, and is asked the next one: says so
    /// once. A caller that can starts it again, because it may hang in the search of that question, and
    /// reports that by [`ReviewDriver::restarted`].
    pub fn take_left_silent(&mut self) -> bool {
        self.review.take_left_silent()
    }

    /// The review is paused because the engine has failed twice at a question: goes on with the next one.
    /// Returns false, and stays paused, where the engine has never given a value or fails at one question
    /// after the other.
    pub fn pass_over_failed(&mut self, now: Instant) -> bool {
        let passes = self.review.is_paused() && self.review.pass_over_failed();
        if passes {
            self.set_paused(false, now);
            // That may have been the last question.
            if self.review.is_done() {
                self.changes.clear();
                self.send(None);
            }
        }
        passes
    }

    /// The user pauses the review, or lets it go on.
    pub fn set_paused(&mut self, paused: bool, now: Instant) {
        if self.review.is_paused() == paused {
            return;
        }
        self.rests = false;
        let request = if paused { self.review.pause() } else { self.review.go_on(now) };
        match (paused, self.has_ended) {
            // It is asked when it has been started again.
            (false, true) => self.changes.push_back(ReviewChange::Restart(None)),
            (true, _) | (false, false) => self.send(request),
        }
    }

    /// Pauses the review until [`ReviewDriver::wake`]. Says whether it was going on.
    pub fn rest(&mut self, now: Instant) -> bool {
        let was_going = !self.review.is_paused();
        self.set_paused(true, now);
        self.rests |= was_going;
        was_going
    }

    /// Lets the review go on that [`ReviewDriver::rest`] has paused, if it still rests.
    pub fn wake(&mut self, now: Instant) {
        if self.rests {
            self.set_paused(false, now);
        }
    }

    fn send(&mut self, request: Option<Request>) {
        self.requests.extend(request.filter(|_| !self.has_ended));
        if self.review.has_news() {
            self.changes.push_back(ReviewChange::Values);
        }
        if self.review.is_done() && !std::mem::replace(&mut self.is_over, true) {
            let is_silent = self.review.is_given_up();
            let has_values =
                if is_silent { self.review.has_values() } else { !self.review.is_mute() };
            self.changes.push_back(ReviewChange::Finished { has_values, is_silent });
        }
    }

    /// The next request for the session.
    pub fn poll_request(&mut self) -> Option<Request> {
        self.requests.pop_front()
    }

    /// The next change.
    pub fn poll_change(&mut self) -> Option<ReviewChange> {
        self.changes.pop_front()
    }

    /// When [`ReviewDriver::handle_timeout`] must be called next.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        self.review.poll_timeout()
    }

    /// It waits for the user, or for [`ReviewDriver::wake`].
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.review.is_paused()
    }

    /// How far it is: positions dealt with, and all of them.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        self.review.progress()
    }

    /// The engine has given a value of something.
    #[must_use]
    pub fn has_values(&self) -> bool {
        self.review.has_values()
    }

    /// The name of the engine, as values have it.
    #[must_use]
    pub fn engine(&self) -> &str {
        self.review.engine()
    }

    /// Writes what is known so far into the record that the review was made of: values, losses,
    /// marks and luck; those of earlier reviews are replaced.
    pub fn apply(&self, record: &mut Record) {
        self.review.apply(record);
    }

    /// Writes only the values: for an engine whose judgement of the moves does not count.
    pub fn apply_values(&self, record: &mut Record) {
        self.review.apply_values(record);
    }

    /// Writes only losses, marks and luck: for the engine whose judgement counts.
    pub fn apply_judgement(&self, record: &mut Record) {
        self.review.apply_judgement(record);
    }

    /// The engine's line in place of every move of the record that lost as much as a mistake does
    /// ([`GameInfo::loss_marks`]).
    #[must_use]
    pub fn better_lines(&self, record: &Record) -> Vec<BetterLine> {
        self.review.better_lines(record)
    }

    /// What is known of the position after so many plies, and of the move that was played there in
    /// the record of the review.
    #[must_use]
    pub fn position(&self, record: &Record, ply: usize) -> PositionReview {
        self.review.position(record, ply)
    }

    /// What is known of the positions from the start on, up to the last one of which everything is known;
    /// of one of which it is not, nothing is said. Of one whose move was not to be judged only that is said
    /// why it has no value: it was asked for the move before it alone, or is known from another review.
    #[must_use]
    pub fn positions(&self, record: &Record) -> Vec<PositionReview> {
        let n = self.review.n_positions();
        let known = (0..n).rev().find(|ply| self.is_complete(*ply)).map_or(0, |last| last + 1);
        let position = |ply| match self.is_complete(ply) {
            true if self.review.is_to_be_judged(ply) => self.position(record, ply),
            true => {
                let unknown = self.position(record, ply).unknown;
                PositionReview { unknown, ..PositionReview::default() }
            }
            false => PositionReview::default(),
        };
        (0..known).map(position).collect()
    }

    /// What an earlier review has found out of the position after so many plies: it is not asked
    /// again. To be called before [`ReviewDriver::begin`]. Says whether it is enough.
    pub fn restore(&mut self, ply: usize, known: &PositionReview) -> bool {
        self.review.restore(ply, known)
    }

    /// The same for every position of the record of the review that this engine has looked at as deep as
    /// it would now.
    pub fn restore_all(&mut self, record: &Record, known: &KnownReviews) {
        for (ply, id) in self.review.ids(record).into_iter().enumerate() {
            let found = known.find(&id, self.review.engine(), self.review.effort());
            if let Some(found) = found {
                self.restore(ply, found);
            }
        }
    }

    /// Hands everything that is known of positions to `known`.
    pub fn remember(&self, record: &Record, known: &mut KnownReviews) {
        for (ply, id) in self.review.ids(record).into_iter().enumerate() {
            if self.review.was_answered(ply) {
                let found = self.review.position(record, ply);
                known.add(id, self.review.engine(), self.review.effort(), found);
            }
        }
    }

    /// The positions that are looked at, by the plies before them, in the order in which they are.
    #[must_use]
    pub fn plies(&self) -> &[usize] {
        self.review.plies()
    }

    /// The engine named moves, though without values, where it was asked; otherwise it said nothing at
    /// all.
    #[must_use]
    pub fn names_moves(&self) -> bool {
        self.review.names_moves()
    }

    /// Everything is known of the position after so many plies, the loss of the move played there
    /// included.
    #[must_use]
    pub fn is_complete(&self, ply: usize) -> bool {
        self.review.is_complete(ply)
    }
}

#[cfg(test)]
mod tests;
