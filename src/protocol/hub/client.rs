//! The host's half of a Hub dialogue.
//!
//! A machine without IO: it is told what happened and asked what to do. It knows no rules and no
//! clock; how long a move may take is `play`'s business.

mod ending;
mod lines;
mod ordering;
mod start;

use std::collections::VecDeque;
use std::mem;
use std::time::{Duration, Instant};

use self::ordering::Part;
use super::deviation::Deviation;
use super::message::{Command, Done};
use super::param::Param;
use super::running::{Running, Wish};
use super::settings::Settings;
use crate::protocol::{Client, ClientConfig, Event, Fault, Mode, Request, Search, SearchId};

/// The host's half of a dialogue with one engine.
#[derive(Debug)]
pub struct HubClient {
    state: State,
    /// For the next engine, where this one is started again.
    config: ClientConfig,
    /// The newest wish, not sent yet.
    desired: Option<Wish>,
    /// The search that was last reported to have begun.
    started: Option<SearchId>,
    /// The next search belongs to a new game, and the engine has not been told.
    new_game: bool,
    name: String,
    params: Vec<Param>,
    settings: Settings,
    pings: Pings,
    /// Something was sent since the last search was that may be answered by an `error` of its own:
    /// `stop` or `ponder-hit`, which may have crossed the `done`, or what a person typed.
    may_complain: bool,
    /// Searches that a person has ordered in the console and that wait for their turn.
    typed: u32,
    /// It has failed, and answers no ping that would show whether it is in step: it is started again
    /// before the next search.
    is_out_of_step: bool,
    wants_restart: bool,
    was_ready: bool,
    deviations: Vec<Deviation>,
    transmits: VecDeque<String>,
    events: VecDeque<Event>,
}

#[derive(Debug)]
enum State {
    /// `hub` was sent; the engine declares itself until `wait`.
    Greeting { deadline: Instant },
    /// Parameters and `init` were sent; `ready` is to come.
    Initialising { deadline: Instant },
    /// It is ready; whether it answers `ping` is found out before anything is asked of it.
    Proving { deadline: Instant },
    /// Nothing is asked of the engine.
    Idle,
    /// Position, `ping` and `go` were sent; before the `pong` nothing is believed.
    Fencing(Fencing),
    /// The engine is at it; exactly one `done` is to come.
    Searching(Running),
    /// It has ended a [`Kind::Ponder`] search by itself: its answer waits for the other's move.
    Kept { running: Running, done: Done },
    /// `stop` was sent; exactly one `done` is to come.
    Stopping(Stopping),
    /// The engine is gone and another one on its way.
    Restarting,
    /// `quit` was sent.
    Quitting { deadline: Instant },
    /// Nothing follows.
    Over,
}

/// A search behind its fence: a `done` that comes before the `pong` belongs to an older one.
#[derive(Debug)]
struct Fencing {
    running: Running,
    /// How it is to be ended as soon as the fence opens.
    stop: Option<Stop>,
    /// The expected move was played meanwhile.
    is_hit: bool,
    /// The engine has answered it with an error.
    refused: bool,
    /// What an error is about that comes before the next pong, for each pong that is still to come.
    parts: VecDeque<Part>,
    deadline: Instant,
}

#[derive(Debug)]
struct Stopping {
    running: Running,
    stop: Stop,
    /// The engine has answered it with an error: perhaps it did not even begin to search.
    refused: bool,
    /// From when the deadline was set.
    limit: Duration,
    deadline: Instant,
}

impl Stopping {
    /// It must be over within `limit` from now, where it was given longer.
    fn hurry(&mut self, limit: Duration, now: Instant) {
        if limit < self.limit {
            (self.limit, self.deadline) = (limit, now + limit);
        }
    }
}

/// How a search is ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stop {
    /// Its answer is wanted now.
    MoveNow,
    /// Nobody wants its answer.
    Drop,
}

/// `ping` has no number: pongs are counted.
#[derive(Debug, Default)]
struct Pings {
    n_open: u32,
    /// The first was not answered in time: as soon as none is open, it was after all.
    given_up: bool,
}

impl HubClient {
    /// A dialogue that begins at `now`; the first line is ready to be sent.
    #[must_use]
    pub fn new(config: &ClientConfig, now: Instant) -> Self {
        let settings = Settings::new(config);
        Self {
            state: State::Greeting { deadline: now + settings.deadlines.start },
            config: config.clone(),
            desired: None,
            started: None,
            new_game: false,
            name: config.name.clone(),
            params: Vec::new(),
            settings,
            pings: Pings::default(),
            may_complain: false,
            typed: 0,
            is_out_of_step: false,
            wants_restart: false,
            was_ready: false,
            deviations: Vec::new(),
            transmits: VecDeque::from([Command::Hub.to_string()]),
            events: VecDeque::new(),
        }
    }
}

impl Client for HubClient {
    fn handle_request(&mut self, request: Request, now: Instant) {
        if matches!(self.state, State::Over) {
            return;
        }
        match request {
            Request::Search(search) => self.search(search, now),
            Request::Stop => self.stop(Stop::MoveNow, now),
            Request::Abandon => self.stop(Stop::Drop, now),
            Request::PonderHit => self.ponder_hit(now),
            Request::NewGame => {
                self.new_game = true;
                self.stop(Stop::Drop, now);
                if matches!(self.state, State::Idle) {
                    self.go_on(now);
                }
            }
            Request::Resync => self.is_out_of_step = true,
            Request::SetOption { name, .. } => {
                let text = format!("option {name:?} is set when the engine starts: start it again");
                self.events.push_back(Event::Complaint(text));
            }
            // Hub knows neither draws nor windows.
            Request::OfferDraw | Request::ShowWindow(_) => {}
            Request::ValidMoves { id, root: _ } | Request::GameState { id, root: _ } => {
                self.events.push_back(Event::ValidMoves { id, moves: None });
            }
            Request::Raw(text) => self.send_raw(&text),
            Request::Quit => self.quit(now),
        }
    }

    fn handle_line(&mut self, line: &str, now: Instant) {
        match self.state {
            State::Restarting | State::Quitting { .. } | State::Over => {}
            State::Greeting { .. } | State::Initialising { .. } => self.hear_start(line, now),
            State::Proving { .. }
            | State::Idle
            | State::Fencing(_)
            | State::Searching(_)
            | State::Kept { .. }
            | State::Stopping(_) => self.hear(line, now),
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.poll_timeout().is_none_or(|due| now < due) {
            return;
        }
        let deadlines = self.settings.deadlines;
        match &self.state {
            State::Greeting { .. } => self.time_out("hub", deadlines.start),
            State::Initialising { .. } => self.time_out("init", deadlines.start),
            State::Proving { .. } => self.knows_no_ping(now),
            State::Fencing(_) => self.time_out("ping", deadlines.ready),
            State::Stopping(Stopping { refused: true, .. }) if self.settings.pings => {
                self.give_up_done(now);
            }
            State::Stopping(Stopping { limit, .. }) => {
                let limit = *limit;
                self.time_out("stop", limit);
            }
            State::Searching(_) => self.end_if_over(now),
            State::Quitting { .. } => self.time_out("quit", deadlines.quit),
            State::Idle | State::Kept { .. } | State::Restarting | State::Over => {}
        }
    }

    fn handle_eof(&mut self, _now: Instant) {
        let state = match self.state {
            State::Greeting { .. } => "starting",
            State::Initialising { .. } => "initialising",
            State::Proving { .. } => "initialising",
            State::Idle | State::Kept { .. } => "ready",
            State::Fencing(_) | State::Searching(_) | State::Stopping(_) => "thinking",
            State::Quitting { .. } => {
                self.state = State::Over;
                self.events.push_back(Event::Closed);
                return;
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
            State::Greeting { deadline }
            | State::Initialising { deadline }
            | State::Proving { deadline }
            | State::Fencing(Fencing { deadline, .. })
            | State::Stopping(Stopping { deadline, .. })
            | State::Quitting { deadline } => Some(*deadline),
            State::Searching(running) => running.until,
            State::Idle | State::Kept { .. } | State::Restarting | State::Over => None,
        }
    }

    fn poll_restart(&mut self) -> bool {
        mem::take(&mut self.wants_restart)
    }

    fn handle_restart(&mut self, now: Instant) {
        if !matches!(self.state, State::Restarting) {
            return;
        }
        let next = Self::new(&self.config, now);
        let old = mem::replace(self, next);
        // It is the same program: what was found out about it still holds.
        self.settings.pings = old.settings.pings;
        self.settings.captures = old.settings.captures;
        self.settings.forms = old.settings.forms;
        self.pings.given_up = old.pings.given_up;
        (self.desired, self.started) = (old.desired, old.started);
        (self.new_game, self.was_ready) = (true, true);
        (self.deviations, self.events) = (old.deviations, old.events);
    }
}

/// Requests.
impl HubClient {
    fn search(&mut self, search: Search, now: Instant) {
        if matches!(self.state, State::Quitting { .. }) {
            return self.events.push_back(Event::Ended(search.id));
        }
        self.end_running(Stop::Drop, now);
        if let Some(older) = self.desired.take() {
            self.events.push_back(Event::Ended(older.search.id));
        }
        if search.mode == Mode::WholeGame {
            let text = "Hub has no command that values a whole game".to_owned();
            self.events.push_back(Event::Complaint(text));
            return self.events.push_back(Event::Ended(search.id));
        }
        self.desired = Some(Wish::new(search));
        match &mut self.state {
            State::Idle => self.go_on(now),
            // Somebody waits for it, and does not see that it is deaf.
            State::Stopping(stopping) => stopping.hurry(self.settings.deadlines.stop, now),
            State::Greeting { .. }
            | State::Initialising { .. }
            | State::Proving { .. }
            | State::Fencing(_)
            | State::Searching(_)
            | State::Kept { .. }
            | State::Restarting
            | State::Quitting { .. }
            | State::Over => {}
        }
    }

    fn send_raw(&mut self, text: &str) {
        for line in text.lines() {
            let command = Command::parse(line);
            self.may_complain |= command != Command::Ping;
            match command {
                Command::Ping => self.pings.n_open += 1,
                Command::Go(_) => self.typed_go(),
                Command::Hub
                | Command::SetParam { .. }
                | Command::Init
                | Command::Pos(_)
                | Command::Level(_)
                | Command::PonderHit
                | Command::Stop
                | Command::NewGame
                | Command::Quit
                | Command::Malformed(_)
                | Command::Ignored(_) => {}
            }
            self.send(line);
        }
    }

    /// A person has ordered a search: its `done` must not be taken for one of ours.
    fn typed_go(&mut self) {
        match self.state {
            State::Idle => self.state = State::Searching(Running::typed()),
            State::Proving { .. }
            | State::Fencing(_)
            | State::Searching(_)
            | State::Kept { .. }
            | State::Stopping(_) => self.typed += 1,
            State::Greeting { .. }
            | State::Initialising { .. }
            | State::Restarting
            | State::Quitting { .. }
            | State::Over => {}
        }
    }

    fn quit(&mut self, now: Instant) {
        let deadline = now + self.settings.deadlines.quit;
        let state = mem::replace(&mut self.state, State::Quitting { deadline });
        let running = match state {
            State::Quitting { .. } | State::Over => {
                self.state = state;
                return;
            }
            State::Searching(running) | State::Fencing(Fencing { running, .. }) => {
                // The document: a search may be disturbed only by stop, ping and ponder-hit.
                self.send(&Command::Stop.to_string());
                running.id
            }
            State::Stopping(Stopping { running, .. }) | State::Kept { running, .. } => running.id,
            State::Greeting { .. }
            | State::Initialising { .. }
            | State::Proving { .. }
            | State::Restarting
            | State::Idle => None,
        };
        self.wants_restart = false;
        let unsent = self.desired.take().map(|wish| wish.search.id);
        self.events.extend(running.into_iter().chain(unsent).map(Event::Ended));
        self.send(&Command::Quit.to_string());
    }
}

/// What all have in common.
impl HubClient {
    /// The handshake is over but for the question whether the engine answers `ping`.
    fn prove_ping(&mut self, now: Instant) {
        self.ping();
        self.state = State::Proving { deadline: now + self.settings.deadlines.stop };
    }

    /// Nothing can be told apart by a `pong`, unless one comes late.
    fn knows_no_ping(&mut self, now: Instant) {
        self.deviates(Deviation::NoPong);
        self.settings.pings = false;
        self.pings.given_up = true;
        self.become_ready(now);
    }

    fn ping(&mut self) {
        self.pings.n_open += 1;
        self.send(&Command::Ping.to_string());
    }

    /// Nothing is owed by the engine.
    fn rest(&mut self, now: Instant) {
        self.state = State::Idle;
        if let Some(left) = self.typed.checked_sub(1) {
            self.typed = left;
            self.state = State::Searching(Running::typed());
            if self.desired.is_some() {
                self.end_running(Stop::Drop, now);
            }
            return;
        }
        self.go_on(now);
    }

    fn report_end(&mut self, running: &Running) {
        self.events.extend(running.id.map(Event::Ended));
    }

    fn deviates(&mut self, deviation: Deviation) {
        if !self.deviations.contains(&deviation) {
            self.deviations.push(deviation);
            self.events.push_back(Event::Deviation(deviation.text().to_owned()));
        }
    }

    /// One line, whatever the text holds: a command must not hide in a position.
    fn send(&mut self, line: &str) {
        self.transmits.push_back(line.replace(['\n', '\r'], " "));
    }

    fn time_out(&mut self, waiting_for: &'static str, limit: Duration) {
        self.fail(Fault::Timeout { waiting_for, limit });
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
