//! How searches end: by `stop`, or by the host if the engine does not take their limits.
//!
//! Orders no search; `ordering` does.

use std::mem;
use std::time::Instant;

use super::{HubClient, HubState, Stopping};
use crate::protocol::hub::deviation::Deviation;
use crate::protocol::hub::message::Command;
use crate::protocol::hub::running::{Kind, Running, Wish};
use crate::protocol::machine::Stop;
use crate::protocol::{Event, Mode};

impl HubClient {
    /// Ends the search that runs.
    pub(super) fn end(&mut self, stop: Stop, now: Instant) {
        match mem::replace(&mut self.state, HubState::Idle) {
            HubState::Searching(running) => self.begin_to_stop(running, stop, false, now),
            HubState::Kept { running, .. } => {
                self.report_end(&running);
                self.rest(now);
            }
            HubState::Stopping(mut stopping) => {
                // A discarded answer stays discarded, and the deadline stays.
                if stop == Stop::Drop {
                    stopping.stop = stop;
                }
                self.state = HubState::Stopping(stopping);
            }
            HubState::Fencing(mut fencing) => {
                // A discarded answer stays discarded.
                if fencing.stop != Some(Stop::Drop) {
                    fencing.stop = Some(stop);
                }
                self.state = HubState::Fencing(fencing);
            }
            other @ (HubState::Greeting { .. }
            | HubState::Initialising { .. }
            | HubState::Proving { .. }
            | HubState::Idle) => self.state = other,
        }
    }

    pub(super) fn begin_to_stop(
        &mut self,
        running: Running,
        stop: Stop,
        refused: bool,
        now: Instant,
    ) {
        // A wrong guess has no answer.
        let stop = if running.kind == Kind::Ponder { Stop::Drop } else { stop };
        self.talk.send(Command::Stop);
        self.may_complain = true;
        // An engine that was already given up may have stopped reading without anyone noticing.
        let is_awaited = refused || self.talk.desired.is_some();
        let limit = self.settings.deadlines.after_stop(is_awaited);
        let deadline = now + limit;
        self.state = HubState::Stopping(Stopping { running, stop, refused, limit, deadline });
    }

    pub(super) fn ponder_hit(&mut self, now: Instant) {
        if let Some(Wish { search, .. }) = &mut self.talk.desired {
            // The guess has come true before the engine was free to begin.
            if search.mode == Mode::Ponder {
                search.mode = Mode::Play;
                self.talk.forget_start();
            }
            return;
        }
        match mem::replace(&mut self.state, HubState::Idle) {
            HubState::Searching(mut running) if running.kind == Kind::Ponder => {
                self.hit(&mut running, now);
                self.state = HubState::Searching(running);
                self.end_if_over(now);
            }
            HubState::Fencing(mut fencing) => {
                fencing.is_hit = fencing.running.kind == Kind::Ponder;
                self.state = HubState::Fencing(fencing);
            }
            HubState::Kept { running, done } => {
                running.id.into_iter().for_each(|id| self.talk.report_start_again(id));
                self.talk.report_all(running.answer(done).map(Event::Answer));
                self.rest(now);
            }
            other => self.state = other,
        }
    }

    /// The guess has come true: the search goes on as one for a move, and its clock starts.
    pub(super) fn hit(&mut self, running: &mut Running, now: Instant) {
        running.kind = Kind::Play;
        running.begin(now);
        running.id.into_iter().for_each(|id| self.talk.report_start_again(id));
        self.talk.send(Command::PonderHit);
        self.may_complain = true;
    }

    /// No `done` comes for a search that was answered with an error: perhaps it did not even begin.
    pub(super) fn give_up_done(&mut self, now: Instant) {
        self.talk.deviates(Deviation::NoDoneAfterError);
        if let HubState::Stopping(Stopping { running, .. }) = &self.state {
            self.talk.report_all(running.id.map(Event::Ended));
        }
        self.rest(now);
    }

    /// Ends the search whose limits the engine was not told, as soon as it reaches one.
    pub(super) fn end_if_over(&mut self, now: Instant) {
        if matches!(&self.state, HubState::Searching(running) if running.is_over(now)) {
            self.end(Stop::MoveNow, now);
        }
    }
}
