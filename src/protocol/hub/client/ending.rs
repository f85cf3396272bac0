//! How searches end: by `stop`, or by the host where the engine does not take their limits.
//!
//! Orders no search: `ordering` does.

use std::mem;
use std::time::Instant;

use super::{HubClient, State, Stop, Stopping};
use crate::protocol::hub::deviation::Deviation;
use crate::protocol::hub::message::Command;
use crate::protocol::hub::running::{How, Kind, Running, Wish};
use crate::protocol::{Event, Mode};

impl HubClient {
    /// Ends the newest search: the one that is wished for, else the one that is running.
    pub(super) fn stop(&mut self, stop: Stop, now: Instant) {
        match self.desired.take() {
            // It was ordered before, and answered by an error that may be about its level.
            Some(wish) if stop == Stop::MoveNow && wish.how != How::Whole => {
                self.desired = Some(Wish { moves_at_once: true, ..wish });
            }
            Some(unsent) => self.events.push_back(Event::Ended(unsent.search.id)),
            None => self.end_running(stop, now),
        }
    }

    pub(super) fn end_running(&mut self, stop: Stop, now: Instant) {
        match mem::replace(&mut self.state, State::Idle) {
            State::Searching(running) => self.begin_to_stop(running, stop, false, now),
            State::Kept { running, .. } => {
                self.report_end(&running);
                self.rest(now);
            }
            State::Stopping(mut stopping) => {
                // A discarded answer stays discarded, and the deadline stays.
                if stop == Stop::Drop {
                    stopping.stop = stop;
                }
                self.state = State::Stopping(stopping);
            }
            State::Fencing(mut fencing) => {
                // A discarded answer stays discarded.
                if fencing.stop != Some(Stop::Drop) {
                    fencing.stop = Some(stop);
                }
                self.state = State::Fencing(fencing);
            }
            other @ (State::Greeting { .. }
            | State::Initialising { .. }
            | State::Proving { .. }
            | State::Idle
            | State::Restarting
            | State::Quitting { .. }
            | State::Over) => self.state = other,
        }
    }

    pub(super) fn begin_to_stop(
        &mut self,
        running: Running,
        stop: Stop,
        refused: bool,
        now: Instant,
    ) {
        // A guess that has not come true has no answer.
        let stop = if running.kind == Kind::Ponder { Stop::Drop } else { stop };
        self.send(&Command::Stop.to_string());
        self.may_complain = true;
        // An engine that was already given up may be deaf without anyone noticing.
        let is_awaited = refused || self.desired.is_some();
        let limit = self.settings.deadlines.after_stop(is_awaited);
        let deadline = now + limit;
        self.state = State::Stopping(Stopping { running, stop, refused, limit, deadline });
    }

    pub(super) fn ponder_hit(&mut self, now: Instant) {
        if let Some(Wish { search, .. }) = &mut self.desired {
            // It has come true before the engine was free to begin.
            if search.mode == Mode::Ponder {
                search.mode = Mode::Play;
                self.started = None;
            }
            return;
        }
        match mem::replace(&mut self.state, State::Idle) {
            State::Searching(mut running) if running.kind == Kind::Ponder => {
                self.hit(&mut running, now);
                self.state = State::Searching(running);
                self.end_if_over(now);
            }
            State::Fencing(mut fencing) => {
                fencing.is_hit = fencing.running.kind == Kind::Ponder;
                self.state = State::Fencing(fencing);
            }
            State::Kept { running, done } => {
                self.events.extend(running.id.map(Event::Started));
                self.events.extend(running.answer(done).map(Event::Answer));
                self.rest(now);
            }
            other => self.state = other,
        }
    }

    /// The guess has come true: the search goes on as one for a move, and its clock starts.
    pub(super) fn hit(&mut self, running: &mut Running, now: Instant) {
        running.kind = Kind::Play;
        running.begin(now);
        self.started = running.id;
        self.events.extend(running.id.map(Event::Started));
        self.send(&Command::PonderHit.to_string());
        self.may_complain = true;
    }

    /// No `done` comes for a search that was answered by an error: perhaps it did not even begin.
    pub(super) fn give_up_done(&mut self, now: Instant) {
        self.deviates(Deviation::NoDoneAfterError);
        if let State::Stopping(Stopping { running, .. }) = &self.state {
            self.events.extend(running.id.map(Event::Ended));
        }
        self.rest(now);
    }

    /// Ends the search whose limits the engine was not told, as soon as it reaches one.
    pub(super) fn end_if_over(&mut self, now: Instant) {
        if matches!(&self.state, State::Searching(running) if running.is_over(now)) {
            self.end_running(Stop::MoveNow, now);
        }
    }
}
