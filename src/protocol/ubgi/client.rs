//! The host's half of a UBGI dialogue.
//!
//! A machine without IO: it is told what happened and asked what to do. It knows no rules.

mod lines;
mod sending;

use std::collections::{BTreeSet, VecDeque};
use std::mem;
use std::time::Instant;

use super::deviation::Deviation;
use super::message::Command;
use super::peer::Peer;
use super::running::{Asked, Running, Stop, Thinking};
use super::settings::Settings;
use crate::protocol::{
    Client, ClientConfig, Event, Fault, Info, Mode, RESTARTING, Request, Restart, Search, SearchId,
};

/// The host's half of a dialogue with one engine.
#[derive(Debug)]
pub struct UbgiClient {
    state: State,
    settings: Settings,
    name: String,
    peer: Peer,
    /// What a person typed.
    raw: VecDeque<String>,
    /// Options to be set.
    changes: VecDeque<(String, String)>,
    /// The newest wish, not begun yet.
    desired: Option<Search>,
    /// What the engine was last told of the game around the board (v0.1).
    told: Vec<Command>,
    /// The later dialects are told of a new game first.
    is_new_game: bool,
    /// For what a `sorry` may still come, the oldest first.
    doubts: VecDeque<Doubt>,
    /// The position to which one answer more may come: it was sent twice, and one has come.
    owed: Option<String>,
    /// The search that was last reported to have begun.
    started: Option<SearchId>,
    /// It has failed, and no fence shows that it is in step: it is started again before the next
    /// question.
    is_out_of_step: bool,
    wants_restart: bool,
    /// Why it is being started again, until it is ready.
    restart: Option<Restart>,
    /// What it has complained of: each is told once.
    complaints: BTreeSet<String>,
    was_ready: bool,
    /// What it shows as its status.
    status: String,
    deviations: Vec<Deviation>,
    transmits: VecDeque<String>,
    events: VecDeque<Event>,
}

#[derive(Debug)]
enum State {
    /// `ubgi` was sent.
    Starting {
        deadline: Instant,
    },
    /// `isready` was sent: what comes before `readyok` belongs to what was sent before it.
    Fenced(Fence),
    Idle,
    Thinking(Box<Thinking>),
    /// A person's line was sent to an engine without fences.
    Typed {
        /// Something must come of it.
        is_owed: bool,
        /// Until when it is waited for.
        until: Option<Instant>,
    },
    /// The engine is gone and another one on its way.
    Restarting,
    /// `quit` was sent.
    Quitting {
        deadline: Instant,
    },
    /// Nothing follows.
    Over,
}

/// For what a `sorry` may still come: without fences, nobody can tell what it belongs to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Doubt {
    /// For `stop`.
    Stop,
    /// For a choice of an option.
    Option,
    /// For a request to rank, or for what a person typed.
    Other,
}

/// What was sent before `isready`.
#[derive(Debug)]
struct Fence {
    purpose: Purpose,
    deadline: Option<Instant>,
    errors: Errors,
}

/// What the engine refused behind a fence; it must not fill the memory.
#[derive(Debug, Default)]
struct Errors {
    first: Vec<String>,
    /// What was too much to keep.
    n_more: usize,
}

impl Errors {
    /// Nobody reads more of them.
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

    /// To be reported one by one.
    fn texts(self) -> impl Iterator<Item = String> {
        let more = (self.n_more > 0).then(|| format!("more of the kind: {}", self.n_more));
        self.first.into_iter().chain(more)
    }
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
    /// Nothing: the answer has come, and what belongs to it may follow.
    Close { running: Box<Running>, answer: String, is_id: bool },
    /// What nobody wants any more.
    Drain,
    /// A person's line.
    Typed,
}

impl UbgiClient {
    /// A dialogue that begins at `now`.
    pub(crate) fn new(config: &ClientConfig, now: Instant) -> Self {
        let settings = Settings::new(config);
        let deadline = now + settings.deadlines.start;
        Self {
            state: State::Starting { deadline },
            settings,
            name: config.name.clone(),
            peer: Peer::default(),
            raw: VecDeque::new(),
            changes: VecDeque::new(),
            desired: None,
            told: Vec::new(),
            is_new_game: true,
            doubts: VecDeque::new(),
            owed: None,
            started: None,
            is_out_of_step: false,
            wants_restart: false,
            restart: None,
            complaints: BTreeSet::new(),
            was_ready: false,
            status: String::new(),
            deviations: Vec::new(),
            transmits: VecDeque::from([Command::Ubgi.to_string()]),
            events: VecDeque::new(),
        }
    }
}

impl Client for UbgiClient {
    fn handle_request(&mut self, request: Request, now: Instant) {
        if matches!(self.state, State::Over | State::Quitting { .. }) {
            return self.refuse(request);
        }
        match request {
            Request::Search(search) => self.search(search, now),
            Request::Stop => self.stop(Stop::MoveNow, now),
            Request::Abandon => self.stop(Stop::Drop, now),
            Request::NewGame => {
                self.stop(Stop::Drop, now);
                self.told.clear();
                self.is_new_game = true;
            }
            Request::Resync => self.is_out_of_step |= !self.peer.is_ordered,
            Request::SetOption { name, value } => self.choose(&name, &value),
            Request::ValidMoves { id, root: _ } | Request::GameState { id, root: _ } => {
                self.events.push_back(Event::ValidMoves { id, moves: None });
            }
            // UBGI knows neither pondering nor draws nor windows.
            Request::PonderHit | Request::OfferDraw | Request::ShowWindow(_) => {}
            Request::Raw(text) => self.raw.extend(text.lines().map(str::to_owned)),
            Request::Quit => return self.quit(now),
        }
        self.go_on(now);
    }

    fn handle_line(&mut self, line: &str, now: Instant) {
        match self.state {
            State::Starting { .. } => self.hear_start(line, now),
            State::Fenced(_) => self.hear_fenced(line, now),
            State::Thinking(_) => self.hear_thinking(line, now),
            State::Typed { .. } => self.hear_typed(line),
            State::Idle => self.hear_idle(line),
            State::Restarting | State::Quitting { .. } | State::Over => return,
        }
        self.go_on(now);
    }

    fn handle_timeout(&mut self, now: Instant) {
        let is_over = |due: Option<Instant>| due.is_some_and(|due| due <= now);
        let deadlines = self.settings.deadlines;
        match &mut self.state {
            State::Starting { deadline } if *deadline <= now => {
                let limit = deadlines.start;
                self.fail(Fault::Timeout { waiting_for: "ubgi", limit });
            }
            State::Quitting { deadline } if *deadline <= now => {
                let limit = deadlines.quit;
                self.fail(Fault::Timeout { waiting_for: "quit", limit });
            }
            State::Fenced(fence) if is_over(fence.deadline) => self.give_up_fence(),
            State::Typed { is_owed, until } if is_over(*until) => {
                if *is_owed {
                    self.interrupt();
                } else {
                    self.state = State::Idle;
                }
            }
            State::Thinking(thinking) => {
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
                    self.fail(Fault::Timeout { waiting_for: "go", limit });
                }
            }
            State::Starting { .. }
            | State::Fenced(_)
            | State::Typed { .. }
            | State::Idle
            | State::Restarting
            | State::Quitting { .. }
            | State::Over => {}
        }
        self.go_on(now);
    }

    fn handle_eof(&mut self, _now: Instant) {
        let state = match &self.state {
            State::Starting { .. } => "starting",
            State::Fenced(Fence { purpose: Purpose::Close { .. }, .. }) => {
                self.close();
                "ready"
            }
            State::Fenced(_) if !self.was_ready => "starting",
            State::Thinking(_) => "thinking",
            State::Fenced(_) | State::Typed { .. } | State::Idle => "ready",
            State::Quitting { .. } => {
                self.state = State::Over;
                return self.events.push_back(Event::Closed);
            }
            State::Restarting | State::Over => return,
        };
        self.fail(Fault::Closed { state });
    }

    fn poll_transmit(&mut self) -> Option<String> {
        self.transmits.pop_front()
    }

    fn poll_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    fn poll_timeout(&self) -> Option<Instant> {
        match &self.state {
            State::Starting { deadline } | State::Quitting { deadline } => Some(*deadline),
            State::Fenced(fence) => fence.deadline,
            State::Thinking(thinking) => thinking.due(),
            State::Typed { until, .. } => *until,
            State::Idle | State::Restarting | State::Over => None,
        }
    }

    fn poll_restart(&mut self) -> bool {
        mem::take(&mut self.wants_restart)
    }

    fn handle_restart(&mut self, now: Instant) {
        if !matches!(self.state, State::Restarting) {
            return;
        }
        self.state = State::Starting { deadline: now + self.settings.deadlines.start };
        self.send(&Command::Ubgi);
    }
}

/// Requests.
impl UbgiClient {
    fn search(&mut self, search: Search, now: Instant) {
        self.end_running(Stop::Drop, now);
        if let Some(older) = self.desired.take() {
            self.events.push_back(Event::Ended(older.id));
        }
        match search.mode {
            Mode::Play | Mode::Analyse { .. } => self.desired = Some(search),
            Mode::WholeGame | Mode::Ponder => self.events.push_back(Event::Ended(search.id)),
        }
    }

    /// Ends the newest search: the one that is wished for, else the one that is running.
    fn stop(&mut self, stop: Stop, now: Instant) {
        match self.desired.take() {
            Some(unsent) => self.events.push_back(Event::Ended(unsent.id)),
            None => self.end_running(stop, now),
        }
    }

    fn end_running(&mut self, stop: Stop, now: Instant) {
        let patience = now + self.settings.patience;
        match &mut self.state {
            State::Thinking(thinking) => {
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
            // What a person started in the console must not keep the engine for ever.
            State::Fenced(Fence { purpose: Purpose::Typed, deadline: until, .. })
            | State::Typed { is_owed: true, until } => {
                until.get_or_insert(patience);
            }
            State::Fenced(_) => self.end_fenced(stop),
            State::Starting { .. }
            | State::Typed { .. }
            | State::Idle
            | State::Restarting
            | State::Quitting { .. }
            | State::Over => {}
        }
    }

    /// Ends the search that a fence is for; the fence itself must still come.
    fn end_fenced(&mut self, stop: Stop) {
        let State::Fenced(fence) = &mut self.state else { return };
        match mem::replace(&mut fence.purpose, Purpose::Drain) {
            // Its answer has come, and what else belongs to it is not waited for.
            Purpose::Close { running, answer, .. } if stop == Stop::MoveNow => {
                self.complete(*running, Some(answer));
            }
            Purpose::Context(running)
            | Purpose::Place(running)
            | Purpose::Close { running, .. } => {
                self.events.push_back(Event::Ended(running.id()));
            }
            other @ (Purpose::Keys | Purpose::Options | Purpose::Typed | Purpose::Drain) => {
                fence.purpose = other;
            }
        }
    }

    fn say_stop(&mut self) {
        let State::Thinking(thinking) = &mut self.state else { return };
        if !self.settings.stops || self.peer.lacks_stop || thinking.is_told_to_stop {
            return;
        }
        thinking.is_told_to_stop = true;
        self.send(&Command::Stop);
        if self.peer.is_ordered {
            self.send(&Command::IsReady);
        }
    }

    fn lacks_stop(&mut self) {
        self.peer.lacks_stop = true;
        self.deviates(Deviation::NoStop);
    }

    fn choose(&mut self, name: &str, value: &str) {
        let is_known = self.was_ready && !matches!(self.state, State::Restarting);
        let is_known = is_known && !matches!(self.state, State::Starting { .. });
        if !is_known {
            // It is checked when the engine has declared its options.
            return self.settings.choose(name, value);
        }
        match self.peer.admit(name, value) {
            Ok(admitted) => {
                self.settings.choose(name, value);
                self.changes.push_back((name.to_owned(), admitted));
            }
            Err(why) => self.events.push_back(Event::Complaint(why)),
        }
    }

    fn quit(&mut self, now: Instant) {
        let deadline = now + self.settings.deadlines.quit;
        let state = mem::replace(&mut self.state, State::Quitting { deadline });
        let running = match state {
            State::Thinking(thinking) => Some(thinking.running.id()),
            State::Fenced(Fence {
                purpose:
                    Purpose::Context(running) | Purpose::Place(running) | Purpose::Close { running, .. },
                ..
            }) => Some(running.id()),
            _ => None,
        };
        let unsent = self.desired.take().map(|search| search.id);
        self.events.extend(running.into_iter().chain(unsent).map(Event::Ended));
        self.wants_restart = false;
        self.send(&Command::Quit);
    }

    /// The dialogue is over, or as good as over.
    fn refuse(&mut self, request: Request) {
        if matches!(self.state, State::Over) {
            return;
        }
        match request {
            Request::Search(search) => self.events.push_back(Event::Ended(search.id)),
            Request::ValidMoves { id, .. } | Request::GameState { id, .. } => {
                self.events.push_back(Event::ValidMoves { id, moves: None });
            }
            Request::Stop
            | Request::Abandon
            | Request::PonderHit
            | Request::OfferDraw
            | Request::ShowWindow(_)
            | Request::NewGame
            | Request::Resync
            | Request::SetOption { .. }
            | Request::Raw(_)
            | Request::Quit => {}
        }
    }
}

/// What all have in common.
impl UbgiClient {
    /// The engine is started anew; the search that runs ends with what is known of it.
    fn interrupt(&mut self) {
        if let State::Thinking(thinking) = mem::replace(&mut self.state, State::Idle) {
            // First, for it tells who waits for the move why there is none.
            self.tell_restart(Restart::Interrupted);
            let running = thinking.running;
            let best = thinking.answer.as_deref().or(running.best()).map(str::to_owned);
            let has_answer = running.is_wanted() && (best.is_some() || running.is_analysis());
            self.events.push_back(if has_answer {
                Event::Answer(running.answer(best))
            } else {
                Event::Ended(running.id())
            });
        }
        self.deviates(Deviation::Interrupted);
        self.restart(Restart::Interrupted);
    }

    /// An answer could have belonged to two questions: with a new engine there is but one.
    fn restart_in_doubt(&mut self) {
        if let State::Thinking(thinking) = mem::replace(&mut self.state, State::Idle) {
            let running = thinking.running;
            // It is asked once more, unless something newer is wanted.
            match running.stop {
                None if self.desired.is_none() => self.desired = Some(running.search),
                _ => {
                    self.tell_restart(Restart::OutOfStep);
                    self.events.push_back(Event::Ended(running.id()));
                }
            }
        }
        // What may have been refused is not tried again, or this would have no end.
        if self.doubts.contains(&Doubt::Stop) {
            self.lacks_stop();
        }
        self.peer.lacks_options |= self.doubts.contains(&Doubt::Option);
        self.deviates(Deviation::Doubtful);
        self.restart(Restart::OutOfStep);
    }

    fn tell_restart(&mut self, why: Restart) {
        if self.restart.replace(why).is_none() {
            self.events.push_back(Event::Restarting);
        }
        self.show_status(RESTARTING.to_owned());
    }

    fn restart(&mut self, why: Restart) {
        self.tell_restart(why);
        self.is_out_of_step = false;
        self.state = State::Restarting;
        self.wants_restart = true;
        self.doubts.clear();
        self.owed = None;
        self.is_new_game = true;
        self.told.clear();
        self.transmits.clear();
        self.changes.clear();
    }

    /// News of the running search, unless nobody wants them.
    fn report(&mut self, news: impl FnOnce(&mut Running) -> Option<Info>) {
        let running = match &mut self.state {
            State::Thinking(thinking) => &mut thinking.running,
            State::Fenced(Fence { purpose: Purpose::Close { running, .. }, .. }) => running,
            _ => return,
        };
        let info = news(running).filter(|_| running.is_wanted());
        self.events.extend(info.map(Event::Info));
    }

    /// Reports a complaint; the same one only once in a session.
    fn complain(&mut self, text: String) {
        /// So many are remembered: an engine that never repeats itself must not fill the memory.
        const MOST: usize = 100;
        let is_new = !self.complaints.contains(&text);
        if is_new && self.complaints.len() < MOST {
            self.complaints.insert(text.clone());
        }
        self.events.push_back(if is_new { Event::Complaint(text) } else { Event::Chatter(text) });
    }

    fn show_status(&mut self, text: String) {
        if text != self.status {
            self.status.clone_from(&text);
            self.events.push_back(Event::Status(text));
        }
    }

    fn deviates(&mut self, deviation: Deviation) {
        if !self.deviations.contains(&deviation) {
            self.deviations.push(deviation);
            self.events.push_back(Event::Deviation(deviation.text().to_owned()));
        }
    }

    fn fail(&mut self, fault: Fault) {
        self.state = State::Over;
        self.wants_restart = false;
        self.transmits.clear();
        self.events.push_back(Event::Fault(fault));
    }
}

#[cfg(test)]
mod tests;
