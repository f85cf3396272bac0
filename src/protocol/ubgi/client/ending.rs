//! How searches end before their time: by `stop`, or with the engine.
//!
//! Asks nothing; [`super::sending`] does.

use std::mem;
use std::time::Instant;

use super::{Doubt, Fence, Purpose, UbgiClient, UbgiState};
use crate::protocol::machine::Stop;
use crate::protocol::ubgi::deviation::Deviation;
use crate::protocol::ubgi::message::Command;
use crate::protocol::{Event, Restart};

impl UbgiClient {
    /// Ends the search that runs.
    pub(super) fn end(&mut self, stop: Stop, now: Instant) {
        let patience = now + self.settings.patience;
        match &mut self.state {
            UbgiState::Thinking(thinking) => {
                // A discarded answer stays discarded.
                if thinking.running.stop != Some(Stop::Drop) {
                    thinking.running.stop = Some(stop);
                }
                if thinking.interrupt_at.is_none() {
                    thinking.interrupt_at = Some(patience);
                    thinking.stop_at = None;
                    self.say_stop();
                }
            }
            // A search that a person started in the console must not keep the engine for ever.
            UbgiState::Fenced(Fence { purpose: Purpose::Typed, deadline: until, .. })
            | UbgiState::Typed { is_owed: true, until } => {
                until.get_or_insert(patience);
            }
            UbgiState::Fenced(_) => self.end_fenced(stop),
            UbgiState::Starting { .. } | UbgiState::Typed { .. } | UbgiState::Idle => {}
        }
    }

    /// Ends the search that a fence is for; the fence itself must still come.
    fn end_fenced(&mut self, stop: Stop) {
        let UbgiState::Fenced(fence) = &mut self.state else { return };
        match mem::replace(&mut fence.purpose, Purpose::Drain) {
            // Its answer has come, and other lines that belong to it are not waited for.
            Purpose::Close { running, answer, .. } if stop == Stop::MoveNow => {
                self.complete(*running, Some(answer));
            }
            Purpose::Context(running)
            | Purpose::Place(running)
            | Purpose::Close { running, .. } => {
                self.talk.report(Event::Ended(running.id()));
            }
            other @ (Purpose::Keys | Purpose::Options | Purpose::Typed | Purpose::Drain) => {
                fence.purpose = other;
            }
        }
    }

    pub(super) fn say_stop(&mut self) {
        let UbgiState::Thinking(thinking) = &mut self.state else { return };
        if !self.settings.stops || self.peer.lacks_stop || thinking.is_told_to_stop {
            return;
        }
        thinking.is_told_to_stop = true;
        self.talk.send(Command::Stop);
        if self.peer.is_ordered {
            self.talk.send(Command::IsReady);
        }
    }

    pub(super) fn lacks_stop(&mut self) {
        self.peer.lacks_stop = true;
        self.talk.deviates(Deviation::NoStop);
    }

    /// The engine is started again; the running search ends with the facts known so far.
    pub(super) fn interrupt(&mut self) {
        if let UbgiState::Thinking(thinking) = mem::replace(&mut self.state, UbgiState::Idle) {
            // This comes first, because it explains why the search has no move.
            self.talk.explain_restart(Restart::Interrupted);
            let running = thinking.running;
            let best = thinking.answer.as_deref().or(running.best()).map(str::to_owned);
            let has_answer = running.is_wanted() && (best.is_some() || running.is_analysis());
            self.talk.report(if has_answer {
                Event::Answer(running.answer(best))
            } else {
                Event::Ended(running.id())
            });
        }
        self.talk.deviates(Deviation::Interrupted);
        self.restart(Restart::Interrupted);
    }

    /// An answer could have belonged to two questions; with a new engine there is only one.
    pub(super) fn restart_in_doubt(&mut self) {
        if let UbgiState::Thinking(thinking) = mem::replace(&mut self.state, UbgiState::Idle) {
            let running = thinking.running;
            // The client asks once more, unless something newer is wanted.
            match running.stop {
                None if self.talk.desired.is_none() => self.talk.desired = Some(running.search),
                _ => {
                    self.talk.explain_restart(Restart::OutOfStep);
                    self.talk.report(Event::Ended(running.id()));
                }
            }
        }
        // A question that may have been refused is not tried again, or this would have no end.
        if self.doubts.contains(&Doubt::Stop) {
            self.lacks_stop();
        }
        self.peer.lacks_options |= self.doubts.contains(&Doubt::Option);
        self.talk.deviates(Deviation::Doubtful);
        self.restart(Restart::OutOfStep);
    }

    pub(super) fn restart(&mut self, why: Restart) {
        self.talk.explain_restart(why);
        self.talk.restart();
        self.state = UbgiState::Idle;
        self.doubts.clear();
        self.owed = None;
        self.is_new_game = true;
        self.told.clear();
        self.changes.clear();
    }
}
