//! How searches end before their time, and the dialogue.
//!
//! Tells the engine of no position: `telling` does.

use std::mem;
use std::time::Instant;

use super::{Awaited, Fence, GuideClient, State, Stop};
use crate::protocol::guide::command::Command;
use crate::protocol::guide::deviation::Deviation;
use crate::protocol::guide::running::{Kind, Running};
use crate::protocol::{Event, RESTARTING, Restart};

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
            | State::Restarting
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
        let stop = if plays { Stop::MoveNow } else { Stop::Drop };
        let limit = self.settings.deadlines.obey;
        if !self.abilities.has("halt") {
            return self.await_end(running, stop, now);
        }
        self.send(&Command::Halt { plays });
        let fence = if plays {
            Fence { awaited: Awaited::Halt, limit, until: now + limit }
        } else {
            self.n_typed = 0;
            self.fence(limit, now)
        };
        self.state = State::Stopping { running, stop, fence };
    }

    /// The engine knows no `halt`: its search ends by itself soon, or with the engine.
    fn await_end(&mut self, running: Running, stop: Stop, now: Instant) {
        let has_end = running.has_end();
        let limit = self.settings.own_end;
        let fence = Fence { awaited: Awaited::End, limit, until: now + limit };
        self.state = State::Stopping { running, stop, fence };
        if !has_end {
            self.interrupt();
        }
    }

    /// The engine says that it knows no `halt`: what that should have ended goes on.
    pub(super) fn lacks_halt(&mut self, now: Instant) {
        match mem::replace(&mut self.state, State::Idle) {
            State::Stopping { running, stop, fence } if fence.awaited != Awaited::End => {
                self.await_end(running, stop, now);
            }
            State::Fencing { running, stop, doubts, .. } if doubts.is_halted => {
                self.tell_another(running, stop);
            }
            other => self.state = other,
        }
    }

    /// What a person has started cannot be halted: the engine is started anew before it is told any
    /// board.
    pub(super) fn tell_another(&mut self, running: Running, stop: Option<Stop>) {
        match stop {
            None if self.desired.is_none() => self.desired = Some(running.into_search()),
            Some(_) | None => self.events.push_back(Event::Ended(running.id)),
        }
        self.deviates(Deviation::NoHalt);
        self.restart(Restart::Interrupted);
    }

    /// Ends the running search by starting the engine anew.
    pub(super) fn interrupt(&mut self) {
        // First, for it tells who waits for the move why there is none.
        self.tell_restart(Restart::Interrupted);
        if let State::Stopping { running, .. } = &self.state {
            self.events.push_back(Event::Ended(running.id));
        }
        self.deviates(Deviation::NoHalt);
        self.restart(Restart::Interrupted);
    }

    fn tell_restart(&mut self, why: Restart) {
        if self.restart.replace(why).is_none() {
            self.events.push_back(Event::Restarting);
        }
        self.show_status(RESTARTING.to_owned());
    }

    /// Nothing of the old engine holds, but what it has said of itself.
    pub(super) fn restart(&mut self, why: Restart) {
        self.tell_restart(why);
        self.is_out_of_step = false;
        self.state = State::Restarting;
        self.wants_restart = true;
        self.n_typed = 0;
        self.pings.forget();
        self.told.begin_anew();
        self.unset.splice(0..0, mem::take(&mut self.chosen));
        self.transmits.clear();
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
                if running.kept.is_none() && self.abilities.has("halt") {
                    self.send(&Command::Halt { plays: false });
                }
                Some(running.id)
            }
            State::Fencing { running, .. } | State::Stopping { running, .. } => Some(running.id),
            State::Starting { .. } | State::Asking { .. } | State::Idle | State::Restarting => None,
        };
        self.wants_restart = false;
        let unsent = self.desired.take().map(|search| search.id);
        self.events.extend(running.into_iter().chain(unsent).map(Event::Ended));
        self.send(&Command::Quit);
    }
}
