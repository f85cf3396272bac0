//! The effect of the lines of a ready engine on the dialogue.
//!
//! Sends only what the end of a search permits.

use std::mem;
use std::time::Instant;

use super::ordering::Part;
use super::{HubClient, HubState, Stopping};
use crate::protocol::Event;
use crate::protocol::hub::deviation::Deviation;
use crate::protocol::hub::message::{Done, Reply, Thought};
use crate::protocol::hub::running::{Kind, Running, is_not_in_millions, is_short_capture};
use crate::protocol::hub::settings::Captures;
use crate::protocol::machine::Stop;

impl HubClient {
    /// Takes a line of an engine that is ready.
    pub(super) fn hear_ready(&mut self, line: &str, now: Instant) {
        match Reply::parse(line) {
            Reply::Info(thought) => self.thought(thought, line, now),
            Reply::Done(done) => self.done(done, now),
            Reply::Pong => self.pong(now),
            Reply::Error(message) => self.error(message, now),
            Reply::Chatter(line) => self.chatter(line),
            Reply::Id(_) | Reply::Param(_) | Reply::Wait | Reply::Ready => {
                self.chatter(line.to_owned());
            }
        }
    }

    /// The search whose info lines are accepted.
    fn believed(&mut self) -> Option<&mut Running> {
        match &mut self.state {
            HubState::Searching(running)
            | HubState::Stopping(Stopping { running, stop: Stop::MoveNow, .. }) => Some(running),
            HubState::Stopping(_)
            | HubState::Greeting { .. }
            | HubState::Initialising { .. }
            | HubState::Proving { .. }
            | HubState::Idle
            | HubState::Fencing(_)
            | HubState::Kept { .. } => None,
        }
    }

    fn thought(&mut self, thought: Thought, line: &str, now: Instant) {
        if thought.not_a_number {
            self.talk.deviates(Deviation::NotANumber);
        }
        if thought.nps.is_some_and(is_not_in_millions) {
            self.talk.deviates(Deviation::NpsNotInMillions);
        }
        if 1 < thought.pv.len() && !line.contains('"') {
            self.talk.deviates(Deviation::UnquotedPv);
        }
        self.learn_spelling(thought.pv.iter());
        let info = self.believed().and_then(|running| running.info(thought));
        self.talk.report_all(info.map(Event::Info));
        self.end_if_over(now);
    }

    /// An engine that writes short captures also reads them.
    fn learn_spelling<'a>(&mut self, mut moves: impl Iterator<Item = &'a String>) {
        if self.settings.captures.is_none() && moves.any(|mv| is_short_capture(mv)) {
            self.settings.captures = Some(Captures::Short);
            self.talk.deviates(Deviation::ShortCaptures);
        }
    }

    /// Exactly one `done` belongs to every `go`, also after `stop`.
    fn done(&mut self, done: Done, now: Instant) {
        self.learn_spelling(done.mv.iter().chain(&done.ponder));
        self.learn_forms();
        match mem::replace(&mut self.state, HubState::Idle) {
            HubState::Searching(running) if running.kind == Kind::Ponder => {
                self.state = HubState::Kept { running, done };
            }
            HubState::Searching(running) => {
                self.talk.report_all(running.answer(done).map(Event::Answer));
                self.rest(now);
            }
            HubState::Stopping(Stopping { running, stop, .. }) => {
                match stop {
                    Stop::MoveNow => self.talk.report_all(running.answer(done).map(Event::Answer)),
                    Stop::Drop => self.report_end(&running),
                }
                self.rest(now);
            }
            other @ (HubState::Proving { .. }
            | HubState::Idle
            | HubState::Fencing(_)
            | HubState::Kept { .. }) => {
                self.state = other;
                self.talk.deviates(Deviation::StrayDone);
            }
            other @ (HubState::Greeting { .. } | HubState::Initialising { .. }) => {
                self.state = other
            }
        }
    }

    fn pong(&mut self, now: Instant) {
        self.count_pong();
        if let HubState::Fencing(fencing) = &mut self.state {
            fencing.parts.pop_front();
        }
        if self.pings.n_open > 0 {
            return;
        }
        if mem::take(&mut self.pings.given_up) {
            self.talk.deviates(Deviation::LatePong);
            self.settings.pings = true;
        }
        match mem::replace(&mut self.state, HubState::Idle) {
            HubState::Proving { .. } => self.become_ready(now),
            HubState::Fencing(fencing) => self.fence_opens(fencing, now),
            other => self.state = other,
        }
    }

    pub(super) fn count_pong(&mut self) {
        match self.pings.n_open.checked_sub(1) {
            Some(left) => self.pings.n_open = left,
            None => self.talk.deviates(Deviation::StrayPong),
        }
    }

    /// An error between `pos` and `done` means that the engine searches another position than the
    /// one that it was sent (the old one; field notes, Hub 5), or searches without its level: its
    /// reports on that are worthless. An error before `pos` is about a `stop` or a `ponder-hit`
    /// that came too late, or about a person's line.
    fn error(&mut self, message: String, now: Instant) {
        match mem::replace(&mut self.state, HubState::Idle) {
            HubState::Searching(mut running) => {
                self.object_to(&mut running, Part::Search, None, message);
                self.begin_to_stop(running, Stop::Drop, true, now);
            }
            HubState::Stopping(mut stopping) => {
                let stop = Some(stopping.stop);
                self.object_to(&mut stopping.running, Part::Search, stop, message);
                (stopping.stop, stopping.refused) = (Stop::Drop, true);
                stopping.hurry(self.settings.deadlines.stop, now);
                self.state = HubState::Stopping(stopping);
            }
            HubState::Fencing(mut fencing) if fencing.part() != Part::Before => {
                let part = fencing.part();
                if mem::take(&mut fencing.is_hit) {
                    fencing.running.kind = Kind::Play;
                }
                self.object_to(&mut fencing.running, part, fencing.stop, message);
                (fencing.stop, fencing.refused) = (Some(Stop::Drop), true);
                self.state = HubState::Fencing(fencing);
            }
            // Some engines answer unknown commands in this way (field notes, Hub 6). If the error
            // is about something else, the pong will come soon.
            HubState::Proving { deadline } => {
                self.talk.report(Event::Complaint(message));
                let deadline = deadline.min(now + self.settings.deadlines.stop / 20);
                self.state = HubState::Proving { deadline };
            }
            other @ (HubState::Greeting { .. }
            | HubState::Initialising { .. }
            | HubState::Idle
            | HubState::Fencing(_)
            | HubState::Kept { .. }) => {
                self.talk.report(Event::Complaint(message));
                self.state = other;
            }
        }
    }
}
