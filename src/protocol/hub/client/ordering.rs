//! How searches are ordered, and ordered once more if an error does not say what it is about.
//!
//! Reads no line: see [`super::lines`].

use std::collections::VecDeque;
use std::mem;
use std::time::Instant;

use super::{Fencing, HubClient, HubState, Stopping};
use crate::protocol::hub::deviation::Deviation;
use crate::protocol::hub::levels::Form;
use crate::protocol::hub::message::Command;
use crate::protocol::hub::running::{How, Order, Running, Wish};
use crate::protocol::machine::Stop;
use crate::protocol::{Event, Reason, Refused, Restart, quoted};

/// The subject of an error.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Part {
    /// Something that was sent before the search.
    Before,
    /// `pos`.
    Place,
    /// `level` of this form.
    Level(Form),
    /// The search, without a sign of which of its lines.
    Search,
}

impl Fencing {
    /// The subject of an error that comes now.
    pub(super) fn part(&self) -> Part {
        self.parts.front().copied().unwrap_or(Part::Search)
    }
}

impl HubClient {
    /// The engine is free: sends the next request.
    pub(super) fn order_next(&mut self, now: Instant) -> bool {
        // The fence of the next search, if it has one, shows whether the engine is in step.
        let is_out_of_step =
            self.talk.desired.is_some() && mem::take(&mut self.talk.is_out_of_step);
        if is_out_of_step && !self.settings.pings {
            self.talk.deviates(Deviation::OutOfStep);
            self.talk.explain_restart(Restart::OutOfStep);
            self.talk.restart();
            return true;
        }
        if mem::take(&mut self.new_game) {
            self.talk.send(Command::NewGame);
        }
        let Some(Wish { search, how, moves_at_once }) = self.talk.desired.take() else {
            return false;
        };
        let running = Running::new(search, how, &self.settings);
        let Some(order) = running.order(&self.settings) else { return true };
        let stop = moves_at_once.then_some(Stop::MoveNow);
        let mut parts = self.ping_before_place();
        parts.extend(self.send_order(&order, running.how == How::InParts));
        if !self.settings.pings {
            self.begin(running, stop, false, now);
            return true;
        }
        let deadline = now + self.settings.deadlines.ready;
        let (is_hit, refused) = (false, false);
        self.state = HubState::Fencing(Fencing { running, stop, is_hit, refused, parts, deadline });
        true
    }

    /// Sends the lines of a search with its fences. Returns the subject of an error before each of
    /// their pongs.
    fn send_order(&mut self, order: &Order, is_in_parts: bool) -> Vec<Part> {
        let has_pings = self.settings.pings;
        let mut parts = Vec::new();
        self.talk.send(&order.place);
        if has_pings && is_in_parts {
            self.ping();
            parts.push(Part::Place);
        }
        for (form, level) in &order.levels {
            self.talk.send(level);
            if has_pings && is_in_parts {
                self.ping();
                parts.push(Part::Level(*form));
            }
        }
        if has_pings && !is_in_parts {
            self.ping();
            parts.push(Part::Search);
        }
        self.talk.send(&order.go);
        parts
    }

    /// Sends a ping that separates the errors about the search from those about earlier lines, if
    /// there may be such errors. Returns the subjects of errors until its pong comes.
    fn ping_before_place(&mut self) -> VecDeque<Part> {
        if !mem::take(&mut self.may_complain) || !self.settings.pings {
            return VecDeque::new();
        }
        self.ping();
        (0..self.pings.n_open).map(|_| Part::Before).collect()
    }

    /// From here on the engine's reports are about this search.
    pub(super) fn fence_opens(&mut self, fencing: Fencing, now: Instant) {
        let Fencing { mut running, stop, is_hit, refused, .. } = fencing;
        match stop {
            Some(Stop::Drop) => {}
            // An engine that was told to move has an answer only once the guess has come true.
            Some(Stop::MoveNow) | None if is_hit => self.hit(&mut running, now),
            Some(Stop::MoveNow) | None => {}
        }
        self.begin(running, stop, refused, now);
    }

    /// The engine is searching, or must end the search at once.
    fn begin(&mut self, mut running: Running, stop: Option<Stop>, refused: bool, now: Instant) {
        if stop != Some(Stop::Drop) {
            running.id.into_iter().for_each(|id| self.talk.report_start(id));
        }
        match stop {
            Some(stop) => self.begin_to_stop(running, stop, refused, now),
            None => {
                running.begin(now);
                self.state = HubState::Searching(running);
            }
        }
    }
}

/// Errors.
impl HubClient {
    /// The engine has answered a search with an error, so the search is dropped and its results are
    /// void. It is ordered once more if the error may be about a form of `level` that the engine
    /// has not taken before.
    pub(super) fn object_to(
        &mut self,
        running: &mut Running,
        part: Part,
        stop: Option<Stop>,
        words: String,
    ) {
        if running.how == How::Whole || running.id.is_none() {
            self.talk.report(Event::Complaint(words.clone()));
        }
        let Some(search) = running.id else { return };
        let suspects = running.untried(&self.settings.forms);
        let next = match (&running.how, part) {
            (How::WithoutLevel { .. }, _) | (_, Part::Place) => None,
            _ if suspects.is_empty() => None,
            (How::InParts, Part::Level(form)) if suspects.contains(&form) => {
                let level = running.level(form).unwrap_or_default();
                self.lacks_level(form, &level, &words);
                Some(How::InParts)
            }
            (How::Whole, _) if self.settings.pings => Some(How::InParts),
            (How::Whole | How::InParts, _) => {
                Some(How::WithoutLevel { suspects, words: words.clone() })
            }
        };
        let Some(how) = next else {
            running.id = None;
            return self.talk.refuse_search(search, Refused::Position, Some(Reason::Said(words)));
        };
        // A discarded search is not ordered again, and ends without a report.
        if stop != Some(Stop::Drop) {
            running.id = None;
            self.talk.desired = running.again(how, stop == Some(Stop::MoveNow));
        }
    }

    /// A search has ended without an error about it: the engine takes the lines that it was sent.
    pub(super) fn learn_forms(&mut self) {
        let (HubState::Searching(running)
        | HubState::Stopping(Stopping { running, refused: false, .. })) = &self.state
        else {
            return;
        };
        let told: Vec<Form> = running.forms().collect();
        let how = running.how.clone();
        told.into_iter().for_each(|form| self.settings.forms.take(form));
        if let How::WithoutLevel { suspects, words } = how {
            for form in suspects {
                self.lacks_level(form, "level", &words);
            }
        }
    }

    /// The engine does not take this form of `level`, which it was sent as `level`: it is not sent
    /// again.
    fn lacks_level(&mut self, form: Form, level: &str, words: &str) {
        let before = self.settings.capabilities();
        self.settings.forms.refuse(form);
        self.talk.deviates(Deviation::NoLevel(form));
        let text = format!("{} in answer to {level}: it is asked without it", quoted(words));
        self.talk.report(Event::Complaint(text));
        let capabilities = self.settings.capabilities();
        if capabilities != before {
            self.talk.report(Event::Capabilities(capabilities));
        }
    }
}
