//! The host's half of a GUIDE dialogue.
//!
//! A machine without IO: its caller reports what happened and asks what to do. It knows no rules
//! and no clock; `play` decides how long a move may take.

mod ending;
mod lines;
mod telling;

use std::mem;
use std::time::{Duration, Instant};

use self::telling::Doubts;
use super::abilities::Abilities;
use super::command::Command;
use super::deviation::Deviation;
use super::pings::Trust;
use super::reply::{OptionLine, Reply};
use super::running::{Kind, Running};
use super::sent_setup::SentSetup;
use super::settings::Settings;
use crate::protocol::machine::{Exchange, Machine, Stop};
use crate::protocol::pings::Pings;
use crate::protocol::words::typed_lines;
use crate::protocol::{
    Capabilities, ClientConfig, Deadlines, Event, Framing, Mode, Request, Search, SearchId,
};

/// The host's half of a dialogue with one engine.
#[derive(Debug)]
pub struct GuideClient {
    state: GuideState,
    talk: Exchange<Deviation>,
    /// The engine has not sent its name, and was not asked for it.
    is_nameless: bool,
    settings: Settings,
    abilities: Abilities,
    /// The options as the engine has declared them.
    options: Vec<OptionLine>,
    /// Options that were set, the last one of a name last.
    chosen: Vec<(String, String)>,
    /// Options to set as soon as the engine is free, by name and value.
    unset: Vec<(String, String)>,
    told: SentSetup,
    /// Searches that a person has started in the console and that may still run.
    n_typed: u32,
    pings: Pings,
    trust: Trust,
    /// The engine's last complaint while a board was sent.
    objection: Option<String>,
}

#[derive(Debug)]
enum GuideState {
    /// Waiting for `engineok`; `guide` is sent at `ask_at` if the engine has sent nothing before.
    Starting { ask_at: Option<Instant>, deadline: Instant },
    /// `capabilities` was sent, or `guide` behind `engineok`.
    Asking { until: Instant },
    /// The engine has nothing to do.
    Idle,
    /// The engine is being brought to the position; `go` follows when the fence opens.
    Fencing { running: Running, fence: Fence, stop: Option<Stop>, doubts: Doubts },
    /// The engine is searching, or has answered a search whose answer is not wanted yet.
    Searching(Running),
    /// `halt` was sent, or would have been if the engine knew it.
    Stopping { running: Running, stop: Stop, fence: Fence },
}

/// An event that must come before the dialogue goes on.
#[derive(Clone, Copy, Debug)]
struct Fence {
    awaited: Awaited,
    limit: Duration,
    /// The time when it opens by itself or the engine is given up.
    until: Instant,
}

/// The event that a fence waits for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Awaited {
    /// The answer to the ping of this number.
    Pong(u32),
    /// The time in which a pong would have come.
    Time,
    /// The move in answer to `halt 1`.
    Halt,
    /// The end of the search itself, if the engine has no `halt`.
    End,
}

impl GuideClient {
    /// A dialogue that begins at `now`; nothing is sent before the engine has spoken or been silent
    /// for a while.
    pub(crate) fn new(config: &ClientConfig, now: Instant) -> Self {
        let settings = Settings::new(config);
        let state = GuideState::Starting {
            ask_at: Some(now + settings.first_words),
            deadline: now + settings.deadlines.start,
        };
        Self {
            state,
            talk: Exchange::new(&config.name),
            is_nameless: true,
            abilities: Abilities::default(),
            options: Vec::new(),
            chosen: Vec::new(),
            unset: config.options.clone(),
            told: SentSetup::new(settings.transfer),
            n_typed: 0,
            pings: Pings::new(),
            trust: Trust::Untried,
            objection: None,
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
            limited_moves: true,
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

impl Machine for GuideClient {
    type Deviation = Deviation;
    type Wish = Search;

    const ANSWERS_QUIT: bool = true;
    const FRAMING: Framing = Framing::ControlBytes;

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
        self.hear_reply(Reply::parse(line), now);
    }

    fn expire(&mut self, now: Instant) {
        let start = self.settings.deadlines.start;
        match &mut self.state {
            GuideState::Starting { ask_at, deadline } if now < *deadline => {
                *ask_at = None;
                self.is_nameless = false;
                self.talk.deviates(Deviation::SilentStart);
                self.talk.send(Command::Guide);
            }
            GuideState::Starting { .. } => self.talk.time_out("engineok", start),
            GuideState::Asking { .. } => {
                if !self.abilities.are_declared() {
                    self.talk.deviates(Deviation::NoCapabilities);
                }
                self.become_ready(now);
            }
            GuideState::Fencing { fence, .. } | GuideState::Stopping { fence, .. } => {
                let fence = *fence;
                self.fence_is_over(fence, now);
            }
            GuideState::Searching(running) if running.is_over(now) => {
                self.end_running(Stop::MoveNow, now);
            }
            GuideState::Searching(_) => {
                self.talk.deviates(Deviation::QuietAnalysis);
                self.end_running(Stop::Drop, now);
            }
            GuideState::Idle => {}
        }
    }

    fn due(&self) -> Option<Instant> {
        match &self.state {
            GuideState::Starting { ask_at, deadline } => {
                Some(ask_at.unwrap_or(*deadline).min(*deadline))
            }
            GuideState::Asking { until } => Some(*until),
            GuideState::Fencing { fence, .. } | GuideState::Stopping { fence, .. } => {
                Some(fence.until)
            }
            GuideState::Searching(running) if running.kind == Kind::WholeGame => {
                Some(running.heard + self.settings.deadlines.start)
            }
            GuideState::Searching(running) => running.until(),
            GuideState::Idle => None,
        }
    }

    fn doing(&mut self) -> &'static str {
        match self.state {
            GuideState::Starting { .. } | GuideState::Asking { .. } => "starting",
            GuideState::Idle => "ready",
            GuideState::Fencing { .. } | GuideState::Searching(_) | GuideState::Stopping { .. } => {
                "thinking"
            }
        }
    }

    fn begin_again(&mut self, now: Instant) {
        self.state = GuideState::Starting {
            ask_at: Some(now + self.settings.first_words),
            deadline: now + self.settings.deadlines.start,
        };
    }

    fn is_idle(&self) -> bool {
        matches!(self.state, GuideState::Idle)
    }

    fn begin_next(&mut self, now: Instant) -> bool {
        self.order_next(now)
    }

    fn end_running(&mut self, stop: Stop, now: Instant) {
        self.end(stop, now);
    }

    /// From now on a deadline decides, even where a person could decide.
    fn hurry(&mut self, now: Instant) {
        let limit = self.settings.deadlines.stop;
        if let GuideState::Stopping { fence, .. } = &mut self.state
            && now + limit < fence.until
        {
            (fence.limit, fence.until) = (limit, now + limit);
        }
    }

    fn begin_game(&mut self) {
        self.told.begin_game();
    }

    fn send_typed(&mut self, text: &str, _now: Instant) {
        for line in typed_lines(text) {
            let command = Command::parse(line);
            if matches!(command, Command::Go { .. }) {
                self.n_typed = self.n_typed.saturating_add(1);
                self.doubt_board();
            } else if command == (Command::Halt { plays: false }) {
                self.n_typed = 0;
            }
            self.told.overhear(line);
            self.talk.send(line);
        }
    }

    fn request(&mut self, request: Request, now: Instant) {
        match request {
            Request::PonderHit => self.ponder_hit(now),
            Request::OfferDraw => self.send_if_able("offerdraw", &Command::OfferDraw),
            Request::ShowWindow(shown) => {
                self.send_if_able("showwindow", &Command::ShowWindow(shown));
            }
            Request::SetOption { name, value } => self.unset.push((name, value)),
            other => self.talk.refuse(other),
        }
    }

    fn leave(&mut self) -> Option<SearchId> {
        match mem::replace(&mut self.state, GuideState::Idle) {
            GuideState::Searching(running) => {
                if running.kept.is_none() && self.abilities.has("halt") {
                    self.talk.send(Command::Halt { plays: false });
                }
                Some(running.id)
            }
            GuideState::Fencing { running, .. } | GuideState::Stopping { running, .. } => {
                Some(running.id)
            }
            GuideState::Starting { .. } | GuideState::Asking { .. } | GuideState::Idle => None,
        }
    }

    fn goodbye_limit(&self) -> Duration {
        self.settings.goodbye
    }

    fn miss_goodbye(&mut self) {
        self.talk.deviates(Deviation::NoGoodbye);
        self.talk.close();
    }

    fn hear_goodbye(&mut self, line: &str) {
        match Reply::parse(line) {
            Reply::Quit => self.talk.close(),
            Reply::Error(text) => self.talk.report(Event::Complaint(text)),
            Reply::Debug(text) | Reply::Chatter(text) => self.talk.report(Event::Chatter(text)),
            _ => {}
        }
    }

    fn has_mode(&self, _mode: Mode) -> bool {
        true
    }
}

/// Requests.
impl GuideClient {
    fn ponder_hit(&mut self, now: Instant) {
        match &mut self.state {
            // It starts as an ordinary search when the fence opens.
            GuideState::Fencing { running, stop: None, .. } => {
                if running.kind == Kind::Ponder {
                    running.kind = Kind::Play;
                }
            }
            GuideState::Searching(running) if running.kind == Kind::Ponder => {
                running.kind = Kind::Play;
                running.begin(&self.abilities, now);
                self.talk.report(Event::Started(running.id));
                if let Some(answer) = running.kept.take() {
                    self.finish(Event::Answer(answer), now);
                }
            }
            GuideState::Starting { .. }
            | GuideState::Asking { .. }
            | GuideState::Idle
            | GuideState::Fencing { .. }
            | GuideState::Searching(_)
            | GuideState::Stopping { .. } => {
                if let Some(search) = &mut self.talk.desired
                    && search.mode == Mode::Ponder
                {
                    search.mode = Mode::Play;
                }
            }
        }
    }

    fn send_if_able(&mut self, name: &str, command: &Command) {
        let is_ready =
            !matches!(self.state, GuideState::Starting { .. } | GuideState::Asking { .. });
        if is_ready && self.talk.is_on() && self.abilities.has(name) {
            self.talk.send(command);
        }
    }

    /// Reports the end of the engine's last action and goes on with the next request.
    fn finish(&mut self, end: Event, now: Instant) {
        self.talk.report(end);
        self.rest(now);
    }

    /// The engine is free: goes on with the next request.
    fn rest(&mut self, now: Instant) {
        self.state = GuideState::Idle;
        self.talk.show_status(String::new());
        self.go_on(now);
    }
}

#[cfg(test)]
mod tests;
