//! The clocks at a table: who has how much time, and what searches are told of it.
//!
//! Reads no clock of the system: every moment is an argument.

use std::time::{Duration, Instant};

use super::Table;
use crate::games::Side;
use crate::play::clock::{Clock, Remaining, tag_text};
use crate::play::{Cause, TimeControl};
use crate::protocol::Limits;

impl Table {
    /// Forgives each side so much on every move (see [`Clock::new`]); before the first move.
    #[must_use]
    pub fn with_margins(mut self, margins: [Duration; 2]) -> Self {
        self.margins = margins;
        self.clocks = Side::BOTH.map(|side| Clock::new(self.control(side), margins[side.idx()]));
        self.reset_clocks();
        self
    }

    /// What a side was given.
    #[must_use]
    pub fn control(&self, side: Side) -> TimeControl {
        self.clocks[side.idx()].control()
    }

    /// Gives a side another time control, from the move on that it makes next. Its clock stands until
    /// [`Table::start_clock`].
    pub fn set_control(&mut self, side: Side, control: TimeControl) {
        self.clocks[side.idx()] = Clock::new(control, self.margins[side.idx()]);
        self.reset_clock(side);
        self.tell_clocks();
    }

    /// The mover is ready: its clock runs from `now`. Does nothing when it runs, when the game is
    /// paused or over.
    pub fn start_clock(&mut self, now: Instant) {
        if let Some(side) = self.turn().filter(|_| !self.paused) {
            self.clocks[side.idx()].start(now);
        }
    }

    /// What a side's clock shows at `now`.
    #[must_use]
    pub fn clock(&self, side: Side, now: Instant) -> Remaining {
        self.clocks[side.idx()].remaining(now)
    }

    /// When the mover's time is used up: the moment to tell an engine with a fixed time per move to
    /// move now. `None` while no clock runs, or when it has no end.
    #[must_use]
    pub fn zero_at(&self) -> Option<Instant> {
        self.clocks[self.turn()?.idx()].zero_at()
    }

    /// When [`Table::check_flag`] must be called: the mover's flag falls then. `None` while no clock
    /// runs, or when it has no end.
    #[must_use]
    pub fn flag_at(&self) -> Option<Instant> {
        self.clocks[self.turn()?.idx()].flag_at()
    }

    /// Ends the game when the mover's flag has fallen by `now`, and says whose it was.
    pub fn check_flag(&mut self, now: Instant) -> Option<Side> {
        let side = self.turn()?;
        // The timer rings exactly when the flag falls; a move that comes at that moment is in time,
        // so only the timer may call this early.
        if self.clocks[side.idx()].flag_at().is_none_or(|flag| flag > now) {
            return None;
        }
        self.clocks[side.idx()].pause(now);
        self.forfeit(side, Cause::LostOnTime);
        Some(side)
    }

    /// Stops the clocks; no move can be made until [`Table::resume_clocks`].
    pub fn pause(&mut self, now: Instant) {
        self.paused = true;
        self.stop_clocks(now);
    }

    /// Writes down what the clocks have used, so that a game that ends now leaves them showing it;
    /// a clock that ran must be started again if it goes on.
    pub fn stop_clocks(&mut self, now: Instant) {
        for clock in &mut self.clocks {
            clock.pause(now);
        }
    }

    /// Ends a pause. The mover's clock stands until [`Table::start_clock`], so that an engine can
    /// get ready first.
    pub fn resume_clocks(&mut self) {
        self.paused = false;
    }

    /// The game is paused.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// What each side has used by `now` for the move that it has not made yet.
    #[must_use]
    pub fn spent(&self, now: Instant) -> [Duration; 2] {
        self.clocks.each_ref().map(|clock| clock.elapsed(now))
    }

    /// Goes on as if each side had used so much for the move that it has not made yet; its clock
    /// stands.
    pub fn charge(&mut self, spent: [Duration; 2]) {
        for (clock, spent) in self.clocks.iter_mut().zip(spent) {
            clock.charge(spent);
        }
    }

    /// The limits of a search by `side` now.
    #[must_use]
    pub fn limits_for(&self, side: Side) -> Limits {
        self.clocks[side.idx()].limits(&self.clocks[side.opponent().idx()])
    }

    pub(super) fn tell_clocks(&mut self) {
        self.told.clocks = [self.clocks[0].at_start(), self.clocks[1].at_start()];
        for (tag, clock) in self.record.tags.clocks.iter_mut().zip(&self.told.clocks) {
            if let Some(text) = clock.as_ref().map(tag_text) {
                *tag = text;
            }
        }
    }

    /// Sets the clocks to what the record says was left after each side's last move.
    pub(super) fn reset_clocks(&mut self) {
        Side::BOTH.into_iter().for_each(|side| self.reset_clock(side));
    }

    fn reset_clock(&mut self, side: Side) {
        let clock = &mut self.clocks[side.idx()];
        clock.replay(self.nodes.iter().map(|id| self.record.node(*id)).filter_map(|node| {
            (node.side == Some(side)).then_some((node.elapsed?, node.time_left?))
        }));
    }
}
