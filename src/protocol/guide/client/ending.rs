//! How searches are ended before their time, and how the dialogue ends.
//!
//! Sends the engine no position; `telling` does.

use std::mem;
use std::time::Instant;

use super::{Awaited, Fence, GuideClient, GuideState};
use crate::protocol::guide::command::Command;
use crate::protocol::guide::deviation::Deviation;
use crate::protocol::guide::running::{Kind, Running};
use crate::protocol::machine::Stop;
use crate::protocol::{Event, Restart};

impl GuideClient {
    /// Ends the search that runs.
    pub(super) fn end(&mut self, stop: Stop, now: Instant) {
        match &mut self.state {
            GuideState::Fencing { stop: wish, .. } => {
                // A discarded answer stays discarded.
                if *wish != Some(Stop::Drop) {
                    *wish = Some(stop);
                }
            }
            GuideState::Stopping { stop: wish, .. } => {
                if stop == Stop::Drop {
                    *wish = stop;
                }
            }
            GuideState::Searching(_) => {
                if let GuideState::Searching(running) =
                    mem::replace(&mut self.state, GuideState::Idle)
                {
                    self.halt(running, stop, now);
                }
            }
            GuideState::Starting { .. } | GuideState::Asking { .. } | GuideState::Idle => {}
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
        self.talk.send(Command::Halt { plays });
        let fence = if plays {
            Fence { awaited: Awaited::Halt, limit, until: now + limit }
        } else {
            self.n_typed = 0;
            self.fence(limit, now)
        };
        self.state = GuideState::Stopping { running, stop, fence };
    }

    /// The engine has no `halt`: its search ends by itself soon, or with the engine.
    fn await_end(&mut self, running: Running, stop: Stop, now: Instant) {
        let has_end = running.has_end();
        let limit = self.settings.own_end;
        let fence = Fence { awaited: Awaited::End, limit, until: now + limit };
        self.state = GuideState::Stopping { running, stop, fence };
        if !has_end {
            self.interrupt();
        }
    }

    /// The engine says that it has no `halt`: the search that it should have ended goes on.
    pub(super) fn lacks_halt(&mut self, now: Instant) {
        match mem::replace(&mut self.state, GuideState::Idle) {
            GuideState::Stopping { running, stop, fence } if fence.awaited != Awaited::End => {
                self.await_end(running, stop, now);
            }
            GuideState::Fencing { running, stop, doubts, .. } if doubts.is_halted => {
                self.tell_another(running, stop);
            }
            other => self.state = other,
        }
    }

    /// A search that a person has started cannot be halted: the engine is started again before it
    /// is sent any board. board.
    pub(super) fn tell_another(&mut self, running: Running, stop: Option<Stop>) {
        match stop {
            None if self.talk.desired.is_none() => self.talk.desired = Some(running.into_search()),
            Some(_) | None => self.talk.report(Event::Ended(running.id)),
        }
        self.talk.deviates(Deviation::NoHalt);
        self.restart(Restart::Interrupted);
    }

    /// Ends the running search by starting the engine again.
    pub(super) fn interrupt(&mut self) {
        // This comes first, because it explains why the search has no move.
        self.talk.explain_restart(Restart::Interrupted);
        if let GuideState::Stopping { running, .. } = &self.state {
            self.talk.report(Event::Ended(running.id));
        }
        self.talk.deviates(Deviation::NoHalt);
        self.restart(Restart::Interrupted);
    }

    /// Forgets everything about the old engine except what it has reported about itself.
    pub(super) fn restart(&mut self, why: Restart) {
        self.talk.explain_restart(why);
        self.talk.restart();
        self.state = GuideState::Idle;
        self.n_typed = 0;
        self.pings.forget();
        self.told.begin_again();
        self.unset.splice(0..0, mem::take(&mut self.chosen));
    }
}
