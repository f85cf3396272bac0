//! How searches end before their time, and the dialogue.
//!
//! Tells the engine of no position: `telling` does.

use std::mem;
use std::time::Instant;

use super::{Fence, GuideClient, State, Stop};
use crate::protocol::Event;
use crate::protocol::guide::command::Command;
use crate::protocol::guide::running::{Kind, Running};

impl GuideClient {
    /// Ends the newest search: the one that is wished for, else the one that is running.
    pub(super) fn stop(&mut self, stop: Stop, now: Instant) {
        match self.desired.take() {
            Some(unsent) => self.events.push_back(Event::Ended(unsent.id)),
            None => self.end_running(stop, now),
        }
    }

    pub(super) fn end_running(&mut self, stop: Stop, now: Instant) {
        match &mut self.state {
            State::Fencing { stop: wish, .. } => {
                // An answer that nobody wants any more stays unwanted.
                if *wish != Some(Stop::Drop) {
                    *wish = Some(stop);
                }
            }
            State::Stopping { stop: wish, .. } => {
                if stop == Stop::Drop {
                    *wish = stop;
                }
            }
            State::Searching(_) => {
                if let State::Searching(running) = mem::replace(&mut self.state, State::Idle) {
                    self.halt(running, stop, now);
                }
            }
            State::Starting { .. }
            | State::Asking { .. }
            | State::Idle
            | State::Quitting { .. }
            | State::Over => {}
        }
    }

    /// Something newer waits for the end of what was stopped: from now on a deadline decides, even
    /// where a person could.
    pub(super) fn hurry(&mut self, now: Instant) {
        let limit = self.settings.deadlines.stop;
        if let State::Stopping { fence, .. } = &mut self.state
            && now + limit < fence.until
        {
            (fence.limit, fence.until) = (limit, now + limit);
        }
    }

    /// Ends a search that the engine was ordered to do.
    fn halt(&mut self, running: Running, stop: Stop, now: Instant) {
        if running.kept.is_some() {
            // The engine has ended it already.
            return self.finish(Event::Ended(running.id), now);
        }
        // Only a search for a move has an answer, and one that ponders has none yet.
        let plays = stop == Stop::MoveNow && running.kind == Kind::Play;
        self.send(&Command::Halt { plays });
        if !plays {
            self.n_typed = 0;
        }
        let fence = if plays {
            let limit = self.settings.deadlines.obey;
            Fence { waiting_for: "halt", ping: None, limit, until: now + limit }
        } else {
            self.fence(self.settings.deadlines.obey, now)
        };
        let stop = if plays { Stop::MoveNow } else { Stop::Drop };
        self.state = State::Stopping { running, stop, fence };
    }

    pub(super) fn quit(&mut self, now: Instant) {
        let deadline = now + self.settings.goodbye;
        let state = mem::replace(&mut self.state, State::Quitting { deadline });
        let running = match state {
            State::Quitting { .. } | State::Over => {
                self.state = state;
                return;
            }
            State::Searching(running) => {
                if running.kept.is_none() {
                    self.send(&Command::Halt { plays: false });
                }
                Some(running.id)
            }
            State::Fencing { running, .. } | State::Stopping { running, .. } => Some(running.id),
            State::Starting { .. } | State::Asking { .. } | State::Idle => None,
        };
        let unsent = self.desired.take().map(|search| search.id);
        self.events.extend(running.into_iter().chain(unsent).map(Event::Ended));
        self.send(&Command::Quit);
    }
}
