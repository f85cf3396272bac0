//! The host's half of a UBGI dialogue.
//!
//! A machine without IO: its caller reports what happened and asks what to do. It knows no rules.

mod ending;
mod fences;
mod lines;
mod sending;

use std::collections::{BTreeSet, VecDeque};
use std::mem;
use std::time::Instant;

use self::fences::Fence;
use super::deviation::Deviation;
use super::message::Command;
use super::peer::Peer;
use super::running::{Asked, Running, Thinking};
use super::settings::Settings;
use crate::protocol::machine::{Exchange, Machine, Stop};
use crate::protocol::{ClientConfig, Deadlines, Event, Info, Request, Search, SearchId};

/// The host's half of a dialogue with one engine.
#[derive(Debug)]
pub struct UbgiClient {
    state: UbgiState,
    talk: Exchange<Deviation>,
    settings: Settings,
    peer: Peer,
    /// The lines that a person typed.
    raw: VecDeque<String>,
    /// The options to set.
    changes: VecDeque<(String, String)>,
    /// The last lines to the engine about the game around the board (v0.1).
    told: Vec<Command>,
    /// A new game begins; engines of the later dialects are told first.
    is_new_game: bool,
    /// The lines to which a `sorry` may still come, the oldest first.
    doubts: VecDeque<Doubt>,
    /// The position to which one more answer may come: it was sent twice, and one answer has come.
    owed: Option<String>,
    /// The engine's complaints: each is reported once.
    complaints: BTreeSet<String>,
}

#[derive(Debug)]
enum UbgiState {
    /// `ubgi` was sent.
    Starting {
        deadline: Instant,
    },
    /// `isready` was sent: a line before `readyok` belongs to the lines sent before it.
    Fenced(Fence),
    Idle,
    Thinking(Box<Thinking>),
    /// A person's line was sent to an engine without fences.
    Typed {
        /// An answer to it must come.
        is_owed: bool,
        /// The time until which an answer is waited for.
        until: Option<Instant>,
    },
}

/// A line to which a `sorry` may still come: without fences nothing shows what it belongs to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Doubt {
    /// For `stop`.
    Stop,
    /// For a choice of an option.
    Option,
    /// For a request to rank, or for a line that a person typed.
    Other,
}

#[derive(Debug)]
enum Purpose {
    /// The question for all keys.
    Keys,
    /// Options.
    Options,
    /// The game around the board, for this search.
    Context(Box<Running>),
    /// The position of this search.
    Place(Box<Running>),
    /// No question: the answer has come, and lines that belong to it may follow.
    Close { running: Box<Running>, answer: String, is_id: bool },
    /// Lines that are not wanted any more.
    Drain,
    /// A person's line.
    Typed,
}

impl UbgiClient {
    /// A dialogue that begins at `now`.
    pub(crate) fn new(config: &ClientConfig, now: Instant) -> Self {
        let settings = Settings::new(config);
        let deadline = now + settings.deadlines.start;
        let mut talk = Exchange::new(&config.name);
        talk.send(Command::Ubgi);
        Self {
            state: UbgiState::Starting { deadline },
            talk,
            settings,
            peer: Peer::default(),
            raw: VecDeque::new(),
            changes: VecDeque::new(),
            told: Vec::new(),
            is_new_game: true,
            doubts: VecDeque::new(),
            owed: None,
            complaints: BTreeSet::new(),
        }
    }
}

impl Machine for UbgiClient {
    type Deviation = Deviation;
    type Wish = Search;

    fn exchange(&self) -> &Exchange<Deviation> {
        &self.talk
    }

    fn exchange_mut(&mut self) -> &mut Exchange<Deviation> {
        &mut self.talk
    }

    fn deadlines(&self) -> &Deadlines {
        &self.settings.deadlines
    }

    fn hear(&mut self, line: &str, now: Instant) {
        match self.state {
            UbgiState::Starting { .. } => self.hear_start(line, now),
            UbgiState::Fenced(_) => self.hear_fenced(line, now),
            UbgiState::Thinking(_) => self.hear_thinking(line, now),
            UbgiState::Typed { .. } => self.hear_typed(line),
            UbgiState::Idle => self.hear_idle(line),
        }
    }

    fn expire(&mut self, now: Instant) {
        let is_over = |due: Option<Instant>| due.is_some_and(|due| due <= now);
        match &mut self.state {
            UbgiState::Starting { .. } => self.talk.time_out("ubgi", self.settings.deadlines.start),
            UbgiState::Fenced(_) => self.give_up_fence(),
            UbgiState::Typed { is_owed: true, .. } => self.interrupt(),
            UbgiState::Typed { is_owed: false, .. } => self.state = UbgiState::Idle,
            UbgiState::Thinking(thinking) => {
                if is_over(thinking.stop_at) {
                    thinking.stop_at = None;
                    self.say_stop();
                } else if is_over(thinking.interrupt_at) {
                    self.interrupt();
                } else if is_over(thinking.blank_at) {
                    self.finish_thinking(String::new(), false, now);
                } else if is_over(thinking.try_out()) {
                    self.does_not_rank(true, now);
                } else if let Some((_, limit)) = thinking.limit.filter(|(at, _)| *at <= now) {
                    self.talk.time_out("go", limit);
                }
            }
            UbgiState::Idle => {}
        }
    }

    fn due(&self) -> Option<Instant> {
        match &self.state {
            UbgiState::Starting { deadline } => Some(*deadline),
            UbgiState::Fenced(fence) => fence.deadline,
            UbgiState::Thinking(thinking) => thinking.due(),
            UbgiState::Typed { until, .. } => *until,
            UbgiState::Idle => None,
        }
    }

    fn doing(&mut self) -> &'static str {
        match &self.state {
            UbgiState::Starting { .. } => "starting",
            UbgiState::Fenced(Fence { purpose: Purpose::Close { .. }, .. }) => {
                self.close();
                "ready"
            }
            UbgiState::Fenced(_) if !self.talk.was_ready() => "starting",
            UbgiState::Thinking(_) => "thinking",
            UbgiState::Fenced(_) | UbgiState::Typed { .. } | UbgiState::Idle => "ready",
        }
    }

    fn begin_again(&mut self, now: Instant) {
        self.state = UbgiState::Starting { deadline: now + self.settings.deadlines.start };
        self.talk.send(Command::Ubgi);
    }

    fn is_idle(&self) -> bool {
        matches!(self.state, UbgiState::Idle)
    }

    fn begin_next(&mut self, now: Instant) -> bool {
        if !self.changes.is_empty() {
            self.set_options(now);
        } else if !self.talk.is_ready() {
            self.become_ready();
        } else if let Some(text) = self.raw.pop_front() {
            self.send_raw(text, now);
        } else if let Some(search) = self.talk.desired.take() {
            self.begin(Running::new(search), now);
        } else {
            return false;
        }
        true
    }

    fn end_running(&mut self, stop: Stop, now: Instant) {
        self.end(stop, now);
    }

    fn begin_game(&mut self) {
        self.told.clear();
        self.is_new_game = true;
    }

    fn send_typed(&mut self, text: &str, _now: Instant) {
        self.raw.extend(text.lines().map(str::to_owned));
    }

    fn request(&mut self, request: Request, _now: Instant) {
        match request {
            Request::SetOption { name, value } => self.choose(&name, &value),
            other => self.talk.refuse(other),
        }
    }

    fn leave(&mut self) -> Option<SearchId> {
        match mem::replace(&mut self.state, UbgiState::Idle) {
            UbgiState::Thinking(thinking) => Some(thinking.running.id()),
            UbgiState::Fenced(Fence {
                purpose:
                    Purpose::Context(running) | Purpose::Place(running) | Purpose::Close { running, .. },
                ..
            }) => Some(running.id()),
            UbgiState::Fenced(_)
            | UbgiState::Starting { .. }
            | UbgiState::Typed { .. }
            | UbgiState::Idle => None,
        }
    }
}

/// The methods that all states share.
impl UbgiClient {
    fn choose(&mut self, name: &str, value: &str) {
        let is_starting = matches!(self.state, UbgiState::Starting { .. });
        let is_known = self.talk.was_ready() && self.talk.is_on() && !is_starting;
        if !is_known {
            // The value is checked when the engine has declared its options.
            return self.settings.choose(name, value);
        }
        match self.peer.admit(name, value) {
            Ok(admitted) => {
                self.settings.choose(name, value);
                self.changes.push_back((name.to_owned(), admitted));
            }
            Err(why) => self.talk.report(Event::Complaint(why)),
        }
    }

    /// Reports on the running search, if the program wants it.
    fn report(&mut self, news: impl FnOnce(&mut Running) -> Option<Info>) {
        let running = match &mut self.state {
            UbgiState::Thinking(thinking) => &mut thinking.running,
            UbgiState::Fenced(Fence { purpose: Purpose::Close { running, .. }, .. }) => running,
            _ => return,
        };
        let info = news(running).filter(|_| running.is_wanted());
        self.talk.report_all(info.map(Event::Info));
    }

    /// Reports a complaint; the same one only once in a session.
    fn complain(&mut self, text: String) {
        /// The most complaints that are remembered: an engine that never repeats itself must not
        /// fill the memory.
        const MOST: usize = 100;
        let is_new = !self.complaints.contains(&text);
        if is_new && self.complaints.len() < MOST {
            self.complaints.insert(text.clone());
        }
        self.talk.report(if is_new { Event::Complaint(text) } else { Event::Chatter(text) });
    }
}

#[cfg(test)]
mod tests;
