//! The host keeps the time of an engine that obeys no clock.
//!
//! Knows no clock of a game: each move has a time of its own, and `play` decides how much.

use std::mem;
use std::time::Instant;

use super::{NBoardClient, State};
use crate::protocol::Event;
use crate::protocol::nboard::deviation::Deviation;
use crate::protocol::nboard::running::Running;
use crate::protocol::nboard::stopping::{Stop, Stopping};
use crate::protocol::nboard::timed::Timed;

impl NBoardClient {
    /// A search that is about to be ordered: how deep.
    pub(super) fn plan(&self, running: &mut Running) {
        let (before, most) = (self.told.depth(), running.goal);
        if let Some(timed) = &mut running.timed {
            timed.depth = self.pace.depth(timed.budget, before, most);
        }
    }

    /// When [`NBoardClient::keep_time`] must be called next.
    pub(super) fn time_due(&self) -> Option<Instant> {
        match &self.state {
            State::Searching(running) => {
                let timed = running.timed.as_ref()?;
                let until = timed.until?;
                until.checked_sub(self.pace.lead(timed.budget))
            }
            State::Stopping(Stopping { running, stop: Stop::MoveNow, .. }) => last_moment(running),
            State::Fencing { .. }
            | State::Stopping(_)
            | State::Starting { .. }
            | State::Idle
            | State::Learning
            | State::Quitting { .. }
            | State::Over => None,
        }
    }

    /// The time for the move is nearly used up: tells the engine to move. It is used up: the move is
    /// the best one that is known. Says whether either was the case.
    pub(super) fn keep_time(&mut self, now: Instant) -> bool {
        if self.time_due().is_none_or(|due| now < due) {
            return false;
        }
        match mem::replace(&mut self.state, State::Idle) {
            State::Searching(mut running) => {
                running.timed.iter_mut().for_each(|timed| timed.is_used_up = true);
                self.begin_to_stop(running, Stop::MoveNow, now);
            }
            State::Stopping(mut stopping) => {
                self.report(&mut stopping.running);
                stopping.stop = Stop::Drop;
                self.state = State::Stopping(stopping);
            }
            other => self.state = other,
        }
        true
    }

    /// The search is over as far as the program is concerned, whatever the engine still does. The move
    /// is the best line that was told, which the program knows.
    pub(super) fn report(&mut self, running: &mut Running) {
        if !mem::replace(&mut running.reported, true) {
            self.events.push_back(Event::Ended(running.id));
        }
    }

    /// The search is over without an answer. Where the host has ended it before there was anything to
    /// play, the engine is asked once more, for one ply; else it is reported.
    pub(super) fn ask_again_or_report(&mut self, stopping: Stopping, now: Instant) {
        let Stopping { mut running, stop, .. } = stopping;
        let is_wanted = stop == Stop::MoveNow && !running.reported;
        if is_wanted && running.timed.as_mut().is_some_and(Timed::is_to_be_asked_again) {
            self.deviates(Deviation::NoMoveAtStop);
            return self.order(running, false, now);
        }
        self.report(&mut running);
        self.rest(now);
    }

    /// The engine has answered a search whose time the host keeps: learns from it.
    pub(super) fn learn_from_answer(&mut self, now: Instant) {
        self.learn_reaction(now);
        if let State::Searching(Running { timed: Some(timed), since, .. }) = &self.state {
            timed.finished(now.saturating_duration_since(*since), &mut self.pace);
        }
    }

    /// A search that was being stopped has ended: how long the engine took for that.
    pub(super) fn learn_reaction(&mut self, now: Instant) {
        let State::Stopping(stopping) = &mut self.state else { return };
        let Some(timed) = &stopping.running.timed else { return };
        if let Some(pinged) = stopping.pinged_at.take() {
            self.pace.reacted(now.saturating_duration_since(pinged));
            let after = pinged.saturating_duration_since(stopping.running.since);
            timed.interrupted(after, &mut self.pace);
        }
    }
}

/// When the move must be there at the latest, if there is one without the engine's answer.
fn last_moment(running: &Running) -> Option<Instant> {
    let timed = running.timed.as_ref().filter(|timed| timed.has_line && !running.reported)?;
    timed.until
}
