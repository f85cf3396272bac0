//! The host's half of a GUIDE dialogue.
//!
//! A machine without IO: it is told what happened and asked what to do. It knows no rules and no
//! clock; how long a move may take is `play`'s business.

mod ending;
mod lines;
mod telling;

use std::collections::VecDeque;
use std::mem;
use std::time::{Duration, Instant};

use self::telling::Doubts;
use super::abilities::Abilities;
use super::command::Command;
use super::deviation::Deviation;
use super::pings::Pings;
use super::reply::OptionLine;
use super::running::{Kind, Running};
use super::settings::Settings;
use super::told::Told;
use crate::protocol::{
    Capabilities, Client, ClientConfig, Event, Fault, Framing, Mode, Request, Restart, Search,
};

/// The host's half of a dialogue with one engine.
#[derive(Debug)]
pub struct GuideClient {
    state: State,
    /// The newest wish, not sent yet.
    desired: Option<Search>,
    name: String,
    /// It has not said its name, and was not asked for it.
    is_nameless: bool,
    settings: Settings,
    abilities: Abilities,
    /// As the engine has declared them.
    options: Vec<OptionLine>,
    /// Options that were set, the last one of a name last.
    chosen: Vec<(String, String)>,
    /// Options to be set as soon as the engine is free, by name and value.
    unset: Vec<(String, String)>,
    told: Told,
    /// Searches that a person has started in the console and that may still run.
    n_typed: u32,
    pings: Pings,
    /// It has failed, and answers no ping that would show whether it is in step: it is started again
    /// before the next search.
    is_out_of_step: bool,
    wants_restart: bool,
    /// Why it is being started again, until it is ready.
    restart: Option<Restart>,
    /// What it last complained of while a board was told.
    objection: Option<String>,
    was_ready: bool,
    /// What the engine shows as its status.
    status: String,
    deviations: Vec<Deviation>,
    transmits: VecDeque<String>,
    events: VecDeque<Event>,
}

#[derive(Debug)]
enum State {
    /// Waiting for `engineok`; `guide` is sent at `ask_at` if nothing was heard before.
    Starting { ask_at: Option<Instant>, deadline: Instant },
    /// `capabilities` was sent, or `guide` behind `engineok`.
    Asking { until: Instant },
    /// Nothing is asked of the engine.
    Idle,
    /// The engine is being brought to the position; `go` follows when the fence opens.
    Fencing { running: Running, fence: Fence, stop: Option<Stop>, doubts: Doubts },
    /// The engine is at it, or has answered a search whose answer is not wanted yet.
    Searching(Running),
    /// `halt` was sent, or would have been to one that knows it.
    Stopping { running: Running, stop: Stop, fence: Fence },
    /// The engine is gone and another one on its way.
    Restarting,
    /// `quit` was sent.
    Quitting { deadline: Instant },
    /// Nothing follows.
    Over,
}

/// What is waited for before the dialogue goes on.
#[derive(Clone, Copy, Debug)]
struct Fence {
    awaited: Awaited,
    limit: Duration,
    /// When it opens by itself or the engine is given up.
    until: Instant,
}

/// What a fence waits for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Awaited {
    /// The answer to the ping of this number.
    Pong(u64),
    /// The time in which one would have come.
    Time,
    /// The move in answer to `halt 1`.
    Halt,
    /// The end that a search has of its own, where there is no `halt`.
    End,
}

/// How a search is ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stop {
    /// Its answer is wanted now.
    MoveNow,
    /// Nobody wants its answer.
    Drop,
}

impl GuideClient {
    /// A dialogue that begins at `now`; nothing is sent before the engine has spoken or been silent
    /// for a while.
    pub(crate) fn new(config: &ClientConfig, now: Instant) -> Self {
        let settings = Settings::new(config);
        let state = State::Starting {
            ask_at: Some(now + settings.first_words),
            deadline: now + settings.deadlines.start,
        };
        Self {
            state,
            desired: None,
            name: config.name.clone(),
            is_nameless: true,
            abilities: Abilities::default(),
            options: Vec::new(),
            chosen: Vec::new(),
            unset: config.options.clone(),
            told: Told::new(settings.told),
            n_typed: 0,
            pings: Pings::new(),
            is_out_of_step: false,
            wants_restart: false,
            restart: None,
            objection: None,
            was_ready: false,
            status: String::new(),
            deviations: Vec::new(),
            transmits: VecDeque::new(),
            events: VecDeque::new(),
            settings,
        }
    }

    fn capabilities(&self) -> Capabilities {
        let has_clock = self.abilities.has("levelsblitzgame");
        Capabilities {
            stop: self.abilities.has("halt"),
            ponder: self.abilities.has("halt"),
            clock: has_clock,
            depth: self.abilities.has("levelsfixeddepth"),
            nodes: false,
            lines: 1,
            whole_game: self.abilities.has("enginemode"),
            live_options: true,
            draw_offers: self.abilities.has("offerdraw"),
            window: self.abilities.has("showwindow"),
            // Times are written in seconds with parts.
            time_step: (!has_clock).then_some(Duration::from_millis(1)),
            variants: None,
        }
    }
}

impl Client for GuideClient {
    fn handle_request(&mut self, request: Request, now: Instant) {
        if matches!(self.state, State::Over) {
            return;
        }
        match request {
            Request::Search(search) => self.search(search, now),
            Request::Stop => self.stop(Stop::MoveNow, now),
            Request::Abandon => self.stop(Stop::Drop, now),
            Request::PonderHit => self.ponder_hit(now),
            Request::OfferDraw => self.send_if_able("offerdraw", &Command::OfferDraw),
            Request::ShowWindow(shown) => {
                self.send_if_able("showwindow", &Command::ShowWindow(shown));
            }
            Request::NewGame => {
                self.told.begin_game();
                self.stop(Stop::Drop, now);
            }
            Request::Resync => self.is_out_of_step = true,
            Request::SetOption { name, value } => {
                self.unset.push((name, value));
                if matches!(self.state, State::Idle) {
                    self.set_options();
                }
            }
            Request::ValidMoves { id, root: _ } | Request::GameState { id, root: _ } => {
                self.events.push_back(Event::ValidMoves { id, moves: None });
            }
            Request::Raw(text) => self.send_raw(&text),
            Request::Quit => self.quit(now),
        }
    }

    fn handle_line(&mut self, line: &str, now: Instant) {
        if !matches!(self.state, State::Restarting | State::Over) {
            self.hear(line, now);
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.poll_timeout().is_none_or(|due| now < due) {
            return;
        }
        let start = self.settings.deadlines.start;
        match &mut self.state {
            State::Starting { ask_at, deadline } if now < *deadline => {
                *ask_at = None;
                self.is_nameless = false;
                self.deviates(Deviation::SilentStart);
                self.send(&Command::Guide);
            }
            State::Starting { .. } => {
                self.fail(Fault::Timeout { waiting_for: "engineok", limit: start })
            }
            State::Asking { .. } => {
                if !self.abilities.are_declared() {
                    self.deviates(Deviation::NoCapabilities);
                }
                self.become_ready(now);
            }
            State::Fencing { fence, .. } | State::Stopping { fence, .. } => {
                let fence = *fence;
                self.fence_is_over(fence, now);
            }
            State::Searching(running) if running.is_over(now) => {
                self.end_running(Stop::MoveNow, now);
            }
            State::Searching(_) => {
                self.deviates(Deviation::QuietAnalysis);
                self.end_running(Stop::Drop, now);
            }
            State::Quitting { .. } => {
                self.deviates(Deviation::NoGoodbye);
                self.close();
            }
            State::Idle | State::Restarting | State::Over => {}
        }
    }

    fn handle_eof(&mut self, _now: Instant) {
        let state = match self.state {
            State::Starting { .. } | State::Asking { .. } => "starting",
            State::Idle => "ready",
            State::Fencing { .. } | State::Searching(_) | State::Stopping { .. } => "thinking",
            State::Quitting { .. } => return self.close(),
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
            State::Starting { ask_at, deadline } => {
                Some(ask_at.unwrap_or(*deadline).min(*deadline))
            }
            State::Asking { until } => Some(*until),
            State::Fencing { fence, .. } | State::Stopping { fence, .. } => Some(fence.until),
            State::Searching(running) if running.kind == Kind::WholeGame => {
                Some(running.heard + self.settings.deadlines.start)
            }
            State::Searching(running) => running.until(),
            State::Quitting { deadline } => Some(*deadline),
            State::Idle | State::Restarting | State::Over => None,
        }
    }

    fn poll_restart(&mut self) -> bool {
        mem::take(&mut self.wants_restart)
    }

    fn handle_restart(&mut self, now: Instant) {
        if matches!(self.state, State::Restarting) {
            self.state = State::Starting {
                ask_at: Some(now + self.settings.first_words),
                deadline: now + self.settings.deadlines.start,
            };
        }
    }

    fn framing(&self) -> Framing {
        Framing::ControlBytes
    }

    fn answers_quit(&self) -> bool {
        true
    }
}

/// Requests.
impl GuideClient {
    fn search(&mut self, search: Search, now: Instant) {
        if matches!(self.state, State::Quitting { .. }) {
            return self.events.push_back(Event::Ended(search.id));
        }
        self.end_running(Stop::Drop, now);
        self.hurry(now);
        if let Some(older) = self.desired.replace(search) {
            self.events.push_back(Event::Ended(older.id));
        }
        if matches!(self.state, State::Idle) {
            self.go_on(now);
        }
    }

    fn ponder_hit(&mut self, now: Instant) {
        match &mut self.state {
            // It starts as an ordinary search when the fence opens.
            State::Fencing { running, stop: None, .. } => {
                if running.kind == Kind::Ponder {
                    running.kind = Kind::Play;
                }
            }
            State::Searching(running) if running.kind == Kind::Ponder => {
                running.kind = Kind::Play;
                running.begin(&self.abilities, now);
                self.events.push_back(Event::Started(running.id));
                if let Some(answer) = running.kept.take() {
                    self.finish(Event::Answer(answer), now);
                }
            }
            State::Starting { .. }
            | State::Asking { .. }
            | State::Idle
            | State::Fencing { .. }
            | State::Searching(_)
            | State::Stopping { .. }
            | State::Restarting => {
                if let Some(search) = &mut self.desired
                    && search.mode == Mode::Ponder
                {
                    search.mode = Mode::Play;
                }
            }
            State::Quitting { .. } | State::Over => {}
        }
    }

    fn send_if_able(&mut self, name: &str, command: &Command) {
        let is_ready = !matches!(
            self.state,
            State::Starting { .. }
                | State::Asking { .. }
                | State::Restarting
                | State::Quitting { .. }
                | State::Over
        );
        if is_ready && self.abilities.has(name) {
            self.send(command);
        }
    }

    fn send_raw(&mut self, text: &str) {
        for line in text.split(|ch: char| ch < ' ').filter(|line| !line.trim().is_empty()) {
            let command = Command::parse(line);
            if matches!(command, Command::Go { .. }) {
                self.n_typed = self.n_typed.saturating_add(1);
                self.doubt_board();
            } else if command == (Command::Halt { plays: false }) {
                self.n_typed = 0;
            }
            self.told.overhear(line);
            self.transmits.push_back(line.to_owned());
        }
    }
}

/// What both have in common.
impl GuideClient {
    /// Reports the end of what the engine was doing and goes on with what is wished for.
    fn finish(&mut self, end: Event, now: Instant) {
        self.events.push_back(end);
        self.state = State::Idle;
        self.show_status(String::new());
        self.go_on(now);
    }

    fn close(&mut self) {
        self.state = State::Over;
        self.transmits.clear();
        self.events.push_back(Event::Closed);
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

    fn send(&mut self, command: &Command) {
        self.transmits.push_back(command.to_string());
    }

    fn fail(&mut self, fault: Fault) {
        self.state = State::Over;
        self.transmits.clear();
        self.events.push_back(Event::Fault(fault));
    }
}

#[cfg(test)]
mod tests;
