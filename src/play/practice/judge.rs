//! An engine that is asked what a position is worth, and what a move loses there, with the questions
//! and the rules of a review.
//!
//! A machine without IO and without a clock, as [`ReviewDriver`], which it drives. Starts no engine.

use std::time::Instant;

use super::exercise::mover;
use super::{Exercise, ExerciseError};
use crate::games::{Link, Record, RecordError};
use crate::play::Cause;
use crate::play::review::{
    PositionReview, ReviewChange, ReviewDriver, ReviewEffort, ReviewPlan, ReviewScope,
};
use crate::protocol::Request;
use crate::session::{SessionEvent, SessionState};

/// A question about an exercise on its way.
#[derive(Debug)]
pub struct Judge {
    driver: ReviewDriver,
    record: Record,
    /// Plies before the position.
    ply: usize,
}

/// What has become of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum JudgeChange {
    /// The engine has ended. The caller starts it again and reports that by [`Judge::restarted`].
    Restart(Option<Cause>),
    /// The engine has ended and is not asked again; `None` where it was asked to end.
    Failed(Option<Cause>),
    /// What the engine says of the position, and of the move where one was asked about.
    Done(Box<PositionReview>),
}

impl Judge {
    /// Asks about the position of an exercise, and about a legal move there if one is given; what is
    /// known already is not asked again. An engine that cannot be stopped (`can_stop`) is asked for
    /// what it would play. [`Judge::begin`] asks the first question.
    ///
    /// # Errors
    ///
    /// Where the exercise cannot be set up, or the move cannot be played.
    pub fn new(
        exercise: &Exercise,
        mv: Option<&str>,
        engine: &str,
        link: &'static dyn Link,
        can_stop: bool,
    ) -> Result<Self, ExerciseError> {
        let game = exercise.game()?;
        let (mut record, mut pos) = exercise.set_up()?;
        let ply = exercise.moves.len();
        if let Some(mv) = mv {
            let side = mover(&*pos);
            let mv = pos.play(mv).map_err(|error| RecordError::Move { ply: ply + 1, error })?;
            record.add(record.last(), mv, side);
        }
        let usual = || ReviewEffort::Time(ReviewDriver::usual_budget(game.info()));
        let effort = exercise.effort.unwrap_or_else(usual);
        // Only the move that was tried.
        let scope = ReviewScope { plies: ply + 1..=ply + 1, ..ReviewScope::default() };
        let plan = ReviewPlan { scope, ..ReviewPlan::of(effort, can_stop) };
        let mut driver = ReviewDriver::new(game, &record, &[], engine, link, plan)?;
        if let Some(known) = &exercise.known {
            driver.restore(ply, known);
        }
        Ok(Self { driver, record, ply })
    }

    /// The engine's session has been started.
    pub fn begin(&mut self, now: Instant) {
        self.driver.begin(now);
    }

    /// As [`ReviewDriver::handle_event`].
    pub fn handle_event(
        &mut self,
        event: &SessionEvent,
        session: &SessionState,
        may_restart: bool,
    ) {
        self.driver.handle_event(event, session, may_restart);
    }

    /// The engine was started again.
    pub fn restarted(&mut self, now: Instant) {
        self.driver.restarted(now);
    }

    /// Time has passed; too early is harmless.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.driver.handle_timeout(now);
    }

    /// The next request for the session.
    pub fn poll_request(&mut self) -> Option<Request> {
        self.driver.poll_request()
    }

    /// When [`Judge::handle_timeout`] must be called next.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        self.driver.poll_timeout()
    }

    /// The next change.
    pub fn poll_change(&mut self) -> Option<JudgeChange> {
        loop {
            return Some(match self.driver.poll_change()? {
                ReviewChange::Values => continue,
                ReviewChange::Restart(cause) => JudgeChange::Restart(cause),
                ReviewChange::Paused(cause) => JudgeChange::Failed(cause),
                ReviewChange::Finished { .. } => {
                    JudgeChange::Done(Box::new(self.driver.position(&self.record, self.ply)))
                }
            });
        }
    }
}

#[cfg(test)]
mod tests;
