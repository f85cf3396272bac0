//! An engine that is asked what a position is worth, and what a move loses there, with the questions
//! and the rules of a review.
//!
//! Where the engine does not say what each move is worth, a search from the next position looks one ply deeper
//! than one from here, and in some games odd depths see other values than even ones. So a move that seems
//! to lose is compared with the engine's own move, both by a search from the position after them.
//!
//! A machine without IO and without a clock, as [`ReviewDriver`], which it drives. Starts no engine.

use std::time::Instant;

use super::exercise::mover;
use super::{Exercise, ExerciseError, MoveVerdict};
use crate::games::{Game, Link, Record, RecordError, Side};
use crate::play::Cause;
use crate::play::review::{
    MoveClass, PositionReview, ReviewChange, ReviewDriver, ReviewEffort, ReviewPlan, ReviewScope,
    Worth, lost,
};
use crate::protocol::Request;
use crate::session::{SessionEvent, SessionState};

/// A question about an exercise on its way.
#[derive(Debug)]
pub struct Judge {
    asking: Asking,
    /// What is asked now.
    search: Search,
    /// What was found of the position and of the move that was tried, while the engine's own move is
    /// looked at.
    tried: Option<Tried>,
}

/// Who is asked, and about what.
#[derive(Debug)]
struct Asking {
    game: &'static dyn Game,
    exercise: Exercise,
    engine: String,
    link: &'static dyn Link,
    can_stop: bool,
    /// Who has to move.
    side: Option<Side>,
}

/// A position and a move there, of which the engine is asked.
#[derive(Debug)]
struct Search {
    driver: ReviewDriver,
    record: Record,
    /// Plies before the position.
    ply: usize,
}

/// What was found of a move that seems to lose.
#[derive(Debug)]
struct Tried {
    review: PositionReview,
    /// What the position after it is worth.
    after: Worth,
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
        let side = mover(&*exercise.set_up()?.1);
        let (exercise, engine) = (exercise.clone(), engine.to_owned());
        let asking = Asking { game, exercise, engine, link, can_stop, side };
        let search = asking.search(mv, asking.exercise.known.as_ref())?;
        Ok(Self { asking, search, tried: None })
    }

    /// The engine's session has been started.
    pub fn begin(&mut self, now: Instant) {
        self.search.driver.begin(now);
    }

    /// As [`ReviewDriver::handle_event`].
    pub fn handle_event(
        &mut self,
        event: &SessionEvent,
        session: &SessionState,
        may_restart: bool,
    ) {
        self.search.driver.handle_event(event, session, may_restart);
    }

    /// The engine was started again.
    pub fn restarted(&mut self, now: Instant) {
        self.search.driver.restarted(now);
    }

    /// Time has passed; too early is harmless.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.search.driver.handle_timeout(now);
    }

    /// The next request for the session.
    pub fn poll_request(&mut self) -> Option<Request> {
        self.search.driver.poll_request()
    }

    /// When [`Judge::handle_timeout`] must be called next.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        self.search.driver.poll_timeout()
    }

    /// The next change. `now` is when the engine is asked again, should the question need that.
    pub fn poll_change(&mut self, now: Instant) -> Option<JudgeChange> {
        loop {
            return Some(match self.search.driver.poll_change()? {
                ReviewChange::Values => continue,
                ReviewChange::Restart(cause) => JudgeChange::Restart(cause),
                ReviewChange::Paused(cause) => JudgeChange::Failed(cause),
                ReviewChange::Finished { .. } => match self.conclude(now) {
                    Some(review) => JudgeChange::Done(Box::new(review)),
                    None => continue,
                },
            });
        }
    }

    /// What is said of the move; `None` where the engine's own move has to be looked at first.
    fn conclude(&mut self, now: Instant) -> Option<PositionReview> {
        let review = self.search.review(0);
        let after = review.played.as_ref().and_then(|_| self.search.review(1).worth());
        if let Some(tried) = self.tried.take() {
            return Some(self.asking.compared(tried, after));
        }
        let (Some(after), true) = (after, self.asking.seems_to_lose(&review)) else {
            return Some(review);
        };
        let best = review.best().map(str::to_owned);
        // A review does not look behind the engine's own move, which it knows by the line.
        let known = PositionReview { line: Vec::new(), ..review.clone().alone() };
        let Ok(search) = self.asking.search(best.as_deref(), Some(&known)) else {
            return Some(review);
        };
        (self.search, self.tried) = (search, Some(Tried { review, after }));
        self.search.driver.begin(now);
        None
    }
}

impl Asking {
    /// The question about the position, and about a move there.
    fn search(
        &self,
        mv: Option<&str>,
        known: Option<&PositionReview>,
    ) -> Result<Search, ExerciseError> {
        let (mut record, mut pos) = self.exercise.set_up()?;
        let ply = self.exercise.moves.len();
        if let Some(mv) = mv {
            let mv = pos.play(mv).map_err(|error| RecordError::Move { ply: ply + 1, error })?;
            record.add(record.last(), mv, self.side);
        }
        let usual = || ReviewEffort::Time(ReviewDriver::usual_budget(self.game.info()));
        let effort = self.exercise.effort.unwrap_or_else(usual);
        // Only the move that was tried.
        let scope = ReviewScope { plies: ply + 1..=ply + 1, ..ReviewScope::default() };
        let plan = ReviewPlan { effort, scope, marks: None, can_stop: self.can_stop };
        let mut driver = ReviewDriver::new(self.game, &record, &[], &self.engine, self.link, plan)?;
        if let Some(known) = known {
            driver.restore(ply, known);
        }
        Ok(Search { driver, record, ply })
    }

    /// The move is not good enough by the values before and after it. With dice the engine has compared all
    /// moves in one search already.
    fn seems_to_lose(&self, review: &PositionReview) -> bool {
        let info = self.game.info();
        let is_wrong = |loss| matches!(MoveVerdict::of(loss, info), MoveVerdict::Wrong(_));
        !info.has_dice && review.loss.is_some_and(is_wrong)
    }

    /// What is said of a move that seemed to lose, where the position after the engine's own move is worth
    /// `best`; by the values before and after it where that is not known.
    fn compared(&self, tried: Tried, best: Option<Worth>) -> PositionReview {
        let Tried { review, after } = tried;
        let (Some(best), info) = (best, self.game.info()) else { return review };
        let Some(lost) = lost(best, after, self.side.unwrap_or(Side::First), info) else {
            return review;
        };
        let loss = lost.max(0.0);
        let class = Some(MoveClass::of(loss, false, info));
        PositionReview { loss: Some(loss), class, ..review }
    }
}

impl Search {
    /// What is known of the position so many plies after that of the exercise.
    fn review(&self, plies: usize) -> PositionReview {
        self.driver.position(&self.record, self.ply + plies)
    }
}

#[cfg(test)]
mod tests;
