//! Fences: the lines that are sent before `isready`, and the refusals that come before its
//! `readyok`.

use std::mem;
use std::time::Instant;

use super::{Doubt, Purpose, UbgiClient, UbgiState};
use crate::protocol::ubgi::action::Action;
use crate::protocol::ubgi::deviation::Deviation;
use crate::protocol::ubgi::message::Command;
use crate::protocol::ubgi::reply::{Best, Reply};
use crate::protocol::{Event, Reason, Refused, quoted};

/// The lines that were sent before `isready`.
#[derive(Debug)]
pub(super) struct Fence {
    pub(super) purpose: Purpose,
    pub(super) deadline: Option<Instant>,
    pub(super) errors: Errors,
}

/// The refusals of the engine behind a fence; they must not fill the memory.
#[derive(Debug, Default)]
pub(super) struct Errors {
    first: Vec<String>,
    /// The number of refusals that were not kept.
    n_more: usize,
}

impl Errors {
    /// The most that are kept; no user would read more of them.
    const MOST: usize = 20;

    fn push(&mut self, line: &str) {
        if self.first.len() < Self::MOST {
            self.first.push(line.trim().to_owned());
        } else {
            self.n_more += 1;
        }
    }

    fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// The refusals, for reporting them one by one.
    fn texts(self) -> impl Iterator<Item = String> {
        let more = (self.n_more > 0).then(|| format!("more of the kind: {}", self.n_more));
        self.first.into_iter().chain(more)
    }
}

/// The methods behind a fence.
impl UbgiClient {
    pub(super) fn hear_fenced(&mut self, line: &str, now: Instant) {
        let UbgiState::Fenced(fence) = &mut self.state else { return };
        let reply = Reply::parse(line);
        if reply == Reply::ReadyOk {
            return self.pass_fence(now);
        }
        match (reply, &mut fence.purpose) {
            (Reply::Action(Action::NoPlay), _) => {}
            (_, Purpose::Typed) => self.chatter(line),
            (Reply::Option(decl), Purpose::Keys | Purpose::Options) => self.declare(decl, line),
            (Reply::Value { key, value }, Purpose::Options) => self.check_value(&key, &value),
            (
                Reply::Sorry | Reply::Error(_),
                Purpose::Keys | Purpose::Options | Purpose::Context(_) | Purpose::Place(_),
            ) => fence.errors.push(line),
            (Reply::Best(Best::Move(mv)), Purpose::Close { answer, is_id: is_id @ true, .. }) => {
                *answer = mv;
                *is_id = false;
            }
            (Reply::Best(Best::MoveId(_)), Purpose::Close { .. }) => {}
            (Reply::Thought(thought), Purpose::Close { .. }) => {
                self.report(|running| Some(running.note(thought)));
            }
            (Reply::Id { key, text }, _) => self.introduced(&key, text),
            // This belongs to the lines that are not wanted any more.
            (
                Reply::Action(_)
                | Reply::Best(_)
                | Reply::Analysis(_)
                | Reply::Thought(_)
                | Reply::Sorry
                | Reply::Error(_),
                Purpose::Drain,
            ) => {}
            (Reply::Action(_) | Reply::Best(_) | Reply::Analysis(_), _) => self.stray(line),
            (Reply::Error(text), _) => self.complain(text),
            (_, _) => self.chatter(line),
        }
    }

    /// Checks the value of an option after it was set.
    fn check_value(&mut self, key: &str, value: &str) {
        let mut options = self.settings.options.iter();
        let Some((_, wanted)) = options.find(|(name, _)| name == key) else { return };
        let Ok(admitted) = self.peer.admit(key, wanted) else { return };
        if !admitted.eq_ignore_ascii_case(value) {
            let [key, value, admitted] = [key, value, admitted.as_str()].map(quoted);
            let text = format!("option {key} is {value} after it was set to {admitted}");
            self.talk.report(Event::Complaint(text));
        }
    }

    fn pass_fence(&mut self, now: Instant) {
        let UbgiState::Fenced(fence) = &mut self.state else { return };
        if matches!(fence.purpose, Purpose::Close { .. }) {
            return self.close();
        }
        let UbgiState::Fenced(Fence { purpose, errors, .. }) =
            mem::replace(&mut self.state, UbgiState::Idle)
        else {
            return;
        };
        match purpose {
            Purpose::Keys => self.choose_options(),
            Purpose::Options => errors.texts().for_each(|text| self.complain(text)),
            Purpose::Context(running) => {
                if !errors.is_empty() {
                    self.peer.lacks_context = true;
                    self.talk.deviates(Deviation::NoContext);
                    self.talk.report_all(errors.texts().map(Event::Chatter));
                }
                self.place(*running, now);
            }
            Purpose::Place(running) if errors.is_empty() => self.search_placed(*running, now),
            Purpose::Place(running) => {
                let texts: Vec<String> = errors.texts().collect();
                let why = Reason::Said(texts.first().cloned().unwrap_or_default());
                self.talk.report_all(texts.into_iter().map(Event::Complaint));
                self.talk.refuse_search(running.id(), Refused::Position, Some(why));
            }
            Purpose::Close { .. } | Purpose::Drain | Purpose::Typed => {}
        }
    }

    /// The answer is complete.
    pub(super) fn close(&mut self) {
        if let UbgiState::Fenced(Fence {
            purpose: Purpose::Close { running, answer, .. }, ..
        }) = mem::replace(&mut self.state, UbgiState::Idle)
        {
            self.complete(*running, Some(answer));
        }
    }

    pub(super) fn fence(&mut self, purpose: Purpose, now: Instant) {
        self.talk.send(Command::IsReady);
        let deadline = Some(now + self.settings.deadlines.ready);
        self.state = UbgiState::Fenced(Fence { purpose, deadline, errors: Errors::default() });
    }

    /// No `readyok` came.
    pub(super) fn give_up_fence(&mut self) {
        let UbgiState::Fenced(fence) = &self.state else { return };
        match fence.purpose {
            Purpose::Typed => self.interrupt(),
            Purpose::Close { .. } => {
                self.close();
                self.fail_fence();
            }
            Purpose::Options if !self.peer.is_sure() => {
                // The engine has options, but does not know isready.
                self.peer.is_fenced = false;
                self.peer.lacks_isready = true;
                self.doubts.push_back(Doubt::Option);
                self.state = UbgiState::Idle;
            }
            Purpose::Keys
            | Purpose::Options
            | Purpose::Context(_)
            | Purpose::Place(_)
            | Purpose::Drain => self.fail_fence(),
        }
    }

    fn fail_fence(&mut self) {
        let limit = self.settings.deadlines.ready;
        self.talk.time_out("isready", limit);
    }
}
