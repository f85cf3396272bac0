//! What an engine is told before it searches, and when it may begin.
//!
//! Reads none of its messages but through what waits for them.

use std::mem;
use std::time::{Duration, Instant};

use super::{Fence, GuideClient, State, Stop};
use crate::protocol::guide::command::Command;
use crate::protocol::guide::deviation::Deviation;
use crate::protocol::guide::pings::Trust;
use crate::protocol::guide::running::{Kind, Running};
use crate::protocol::guide::settings::encode;
use crate::protocol::{Event, Fault, Mode};

impl GuideClient {
    /// The engine is free: sends what is wished for next.
    pub(super) fn go_on(&mut self, now: Instant) {
        let set_any = self.set_options();
        let Some(search) = self.desired.take() else { return };
        if search.mode == Mode::WholeGame && !self.abilities.has("enginemode") {
            let text = "it cannot comment on games (enginemode)".to_owned();
            self.events.extend([Event::Complaint(text), Event::Ended(search.id)]);
            return;
        }
        let running = Running::new(search, self.abilities.has("enginemode"), now);
        let steps = self.told.position(&running.root, &self.abilities);
        self.transmits.extend(steps.lines);
        let settings = self.told.settings(&running.wanted, &self.abilities);
        self.transmits.extend(settings);
        // Where it costs next to nothing, what comes before the fence is told from its answer.
        if steps.heavy || set_any || self.pings.trust == Trust::Answers {
            let fence = self.fence(self.settings.deadlines.ready, now);
            self.state = State::Fencing { running, fence, stop: None };
        } else {
            self.go(running, now);
        }
    }

    fn go(&mut self, mut running: Running, now: Instant) {
        self.transmits.push_back(running.go());
        running.heard = now;
        self.events.push_back(Event::Started(running.id));
        self.state = State::Searching(running);
    }

    /// Sends the options that wait; whether there were any.
    pub(super) fn set_options(&mut self) -> bool {
        let mut any = false;
        for (name, value) in mem::take(&mut self.unset) {
            match encode(&self.options, &name, &value) {
                Ok((id, value)) => {
                    any = true;
                    self.send(&Command::SetOption { id, value });
                }
                Err(reason) => self.events.push_back(Event::Complaint(reason)),
            }
        }
        any
    }

    /// Sends a ping where the engine may answer it.
    pub(super) fn fence(&mut self, limit: Duration, now: Instant) -> Fence {
        if self.pings.trust == Trust::Silent || !self.abilities.has("ping") {
            let limit = self.settings.no_pong;
            return Fence { waiting_for: "ping", ping: None, limit, until: now + limit };
        }
        let (number, text) = self.pings.send();
        self.send(&Command::Ping(text));
        let tried = self.pings.trust == Trust::Answers || self.abilities.are_declared();
        let limit = if tried { limit } else { self.settings.first_pong };
        Fence { waiting_for: "ping", ping: Some(number), limit, until: now + limit }
    }

    /// A fence has stood for as long as it may.
    pub(super) fn fence_is_over(&mut self, fence: Fence, now: Instant) {
        let halted = fence.waiting_for == "halt";
        let tried = self.pings.trust == Trust::Answers || self.abilities.are_declared();
        if halted || (fence.ping.is_some() && tried) {
            let Fence { waiting_for, limit, .. } = fence;
            return self.fail(Fault::Timeout { waiting_for, limit });
        }
        if fence.ping.is_some() {
            self.pings.trust = Trust::Silent;
            self.deviates(Deviation::NoPong);
        }
        self.fence_opens(now);
    }

    /// What was waited for has come, or never will.
    pub(super) fn fence_opens(&mut self, now: Instant) {
        match mem::replace(&mut self.state, State::Idle) {
            State::Fencing { running, stop: Some(Stop::Drop), .. } => {
                self.finish(Event::Ended(running.id), now);
            }
            State::Fencing { running, stop, .. } => {
                self.go(running, now);
                if stop.is_some() {
                    self.end_running(Stop::MoveNow, now);
                }
            }
            State::Stopping { running, fence, .. } => {
                if fence.ping.is_none() {
                    // A move may still be on its way.
                    self.told.doubt();
                } else if running.kind == Kind::WholeGame {
                    self.told.forget_board();
                }
                self.finish(Event::Ended(running.id), now);
            }
            other => self.state = other,
        }
    }
}
