//! The host's half of a Hub dialogue.
//!
//! A machine without IO: its caller reports what happened and asks what to do. It knows no rules
//! and no clock; `play` decides how long a move may take.

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
use super::running::{How, Running, Wish};
use super::settings::Settings;
use crate::protocol::machine::{Exchange, Machine, Stop};
use crate::protocol::{ClientConfig, Deadlines, Event, Mode, Request, SearchId};

/// The host's half of a dialogue with one engine.
#[derive(Debug)]
pub struct HubClient {
    state: HubState,
    talk: Exchange<Deviation, Wish>,
    /// The next search belongs to a new game, and the engine has not been told.
    new_game: bool,
    params: Vec<Param>,
    settings: Settings,
    pings: Pings,
    /// Since the last search something was sent that may be answered by an `error` of its own:
    /// `stop` or `ponder-hit`, which may have crossed the `done`, or what a person typed.
    may_complain: bool,
    /// Searches that a person has ordered in the console and that wait for their turn.
    typed: u32,
}

#[derive(Debug)]
enum HubState {
    /// `hub` was sent; the engine declares itself until `wait`.
    Greeting { deadline: Instant },
    /// Parameters and `init` were sent; `ready` must follow. `refusal` is the first error in answer to that.
    Initialising { deadline: Instant, refusal: Option<String> },
    /// The engine is ready; the client finds out whether it answers `ping` before it sends any
    /// request.
    Proving { deadline: Instant },
    /// The engine has nothing to do.
    Idle,
    /// Position, `ping` and `go` were sent; reports before the `pong` are not accepted.
    Fencing(Fencing),
    /// The engine is searching; exactly one `done` must follow.
    Searching(Running),
    /// It has ended a [`Kind::Ponder`] search by itself: its answer waits for the opponent's move.
    Kept { running: Running, done: Done },
    /// `stop` was sent; exactly one `done` must follow.
    Stopping(Stopping),
}

/// A search behind its fence: a `done` that comes before the `pong` belongs to an older one.
#[derive(Debug)]
struct Fencing {
    running: Running,
    /// The way in which it will be ended as soon as the fence opens.
    stop: Option<Stop>,
    /// The expected move was played meanwhile.
    is_hit: bool,
    /// The engine has answered it with an error.
    refused: bool,
    /// The subject of an error that comes before the next pong, for each pong that is still to
    /// come.
    parts: VecDeque<Part>,
    deadline: Instant,
}

#[derive(Debug)]
struct Stopping {
    running: Running,
    stop: Stop,
    /// The engine has answered it with an error: perhaps it did not even begin to search.
    refused: bool,
    /// The time for which the deadline was set.
    limit: Duration,
    deadline: Instant,
}

impl Stopping {
    /// Makes sure that it is over within `limit` from now, even if it was given longer.
    fn hurry(&mut self, limit: Duration, now: Instant) {
        if limit < self.limit {
            (self.limit, self.deadline) = (limit, now + limit);
        }
    }
}

/// `ping` has no number, so pongs are counted.
#[derive(Debug, Default)]
struct Pings {
    n_open: u32,
    /// The first one was not answered in time. It was answered after all as soon as none is open.
    given_up: bool,
}

impl HubClient {
    /// A dialogue that begins at `now`; the first line is ready to be sent.
    #[must_use]
    pub fn new(config: &ClientConfig, now: Instant) -> Self {
        let settings = Settings::new(config);
        let mut talk = Exchange::new(&config.name);
        talk.send(Command::Hub);
        Self {
            state: HubState::Greeting { deadline: now + settings.deadlines.start },
            talk,
            new_game: false,
            params: Vec::new(),
            settings,
            pings: Pings::default(),
            may_complain: false,
            typed: 0,
        }
    }
}

impl Machine for HubClient {
    type Deviation = Deviation;
    type Wish = Wish;

    fn exchange(&self) -> &Exchange<Deviation, Wish> {
        &self.talk
    }

    fn exchange_mut(&mut self) -> &mut Exchange<Deviation, Wish> {
        &mut self.talk
    }

    fn deadlines(&self) -> &Deadlines {
        &self.settings.deadlines
    }

    fn hear(&mut self, line: &str, now: Instant) {
        match self.state {
            HubState::Greeting { .. } | HubState::Initialising { .. } => self.hear_start(line, now),
            HubState::Proving { .. }
            | HubState::Idle
            | HubState::Fencing(_)
            | HubState::Searching(_)
            | HubState::Kept { .. }
            | HubState::Stopping(_) => self.hear_ready(line, now),
        }
    }

    fn expire(&mut self, now: Instant) {
        let deadlines = self.settings.deadlines;
        match &self.state {
            HubState::Greeting { .. } => self.talk.time_out("hub", deadlines.start),
            HubState::Initialising { .. } => self.give_up_init(),
            HubState::Proving { .. } => self.knows_no_ping(now),
            HubState::Fencing(_) => self.talk.time_out("ping", deadlines.ready),
            HubState::Stopping(Stopping { refused: true, .. }) if self.settings.pings => {
                self.give_up_done(now);
            }
            HubState::Stopping(Stopping { limit, .. }) => self.talk.time_out("stop", *limit),
            HubState::Searching(_) => self.end_if_over(now),
            HubState::Idle | HubState::Kept { .. } => {}
        }
    }

    fn due(&self) -> Option<Instant> {
        match &self.state {
            HubState::Greeting { deadline }
            | HubState::Initialising { deadline, .. }
            | HubState::Proving { deadline }
            | HubState::Fencing(Fencing { deadline, .. })
            | HubState::Stopping(Stopping { deadline, .. }) => Some(*deadline),
            HubState::Searching(running) => running.until,
            HubState::Idle | HubState::Kept { .. } => None,
        }
    }

    fn doing(&mut self) -> &'static str {
        match self.state {
            HubState::Greeting { .. } => "starting",
            HubState::Initialising { .. } | HubState::Proving { .. } => "initialising",
            HubState::Idle | HubState::Kept { .. } => "ready",
            HubState::Fencing(_) | HubState::Searching(_) | HubState::Stopping(_) => "thinking",
        }
    }

    /// It is the same program: the findings about it still hold.
    fn begin_again(&mut self, now: Instant) {
        self.state = HubState::Greeting { deadline: now + self.settings.deadlines.start };
        self.talk.send(Command::Hub);
        self.params.clear();
        self.pings.n_open = 0;
        (self.may_complain, self.typed, self.new_game) = (false, 0, true);
    }

    fn is_idle(&self) -> bool {
        matches!(self.state, HubState::Idle)
    }

    fn begin_next(&mut self, now: Instant) -> bool {
        self.order_next(now)
    }

    fn end_running(&mut self, stop: Stop, now: Instant) {
        self.end(stop, now);
    }

    /// A search that was voided by an error may have been told to move.
    fn stop(&mut self, stop: Stop, now: Instant) {
        match &mut self.talk.desired {
            Some(wish) if stop == Stop::MoveNow && wish.how != How::Whole => {
                wish.moves_at_once = true;
            }
            Some(_) => self.talk.drop_wish(),
            None => self.end(stop, now),
        }
    }

    fn hurry(&mut self, now: Instant) {
        if let HubState::Stopping(stopping) = &mut self.state {
            stopping.hurry(self.settings.deadlines.stop, now);
        }
    }

    fn begin_game(&mut self) {
        self.new_game = true;
    }

    fn send_typed(&mut self, text: &str, _now: Instant) {
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
            self.talk.send(line);
        }
    }

    fn request(&mut self, request: Request, now: Instant) {
        match request {
            Request::PonderHit => self.ponder_hit(now),
            Request::SetOption { name, .. } => {
                let text = format!("option {name:?} is set when the engine starts: start it again");
                self.talk.report(Event::Complaint(text));
            }
            other => self.talk.refuse(other),
        }
    }

    fn leave(&mut self) -> Option<SearchId> {
        match mem::replace(&mut self.state, HubState::Idle) {
            HubState::Searching(running) | HubState::Fencing(Fencing { running, .. }) => {
                // By the document, a search may be disturbed only by stop, ping and ponder-hit.
                self.talk.send(Command::Stop);
                running.id
            }
            HubState::Stopping(Stopping { running, .. }) | HubState::Kept { running, .. } => {
                running.id
            }
            HubState::Greeting { .. }
            | HubState::Initialising { .. }
            | HubState::Proving { .. }
            | HubState::Idle => None,
        }
    }

    fn has_mode(&self, mode: Mode) -> bool {
        mode != Mode::WholeGame
    }
}

/// The methods that all states share.
impl HubClient {
    /// A person has ordered a search: its `done` must not be taken for one of ours.
    fn typed_go(&mut self) {
        match self.state {
            HubState::Idle => self.state = HubState::Searching(Running::typed()),
            HubState::Proving { .. }
            | HubState::Fencing(_)
            | HubState::Searching(_)
            | HubState::Kept { .. }
            | HubState::Stopping(_) => self.typed += 1,
            HubState::Greeting { .. } | HubState::Initialising { .. } => {}
        }
    }

    /// The handshake is over except for the question whether the engine answers `ping`.
    fn prove_ping(&mut self, now: Instant) {
        self.ping();
        self.state = HubState::Proving { deadline: now + self.settings.deadlines.stop };
    }

    /// A `pong` separates nothing for this engine, unless one comes late.
    fn knows_no_ping(&mut self, now: Instant) {
        self.talk.deviates(Deviation::NoPong);
        self.settings.pings = false;
        self.pings.given_up = true;
        self.become_ready(now);
    }

    fn ping(&mut self) {
        self.pings.n_open += 1;
        self.talk.send(Command::Ping);
    }

    /// The engine owes no answer.
    fn rest(&mut self, now: Instant) {
        self.state = HubState::Idle;
        if let Some(left) = self.typed.checked_sub(1) {
            self.typed = left;
            self.state = HubState::Searching(Running::typed());
            if self.talk.desired.is_some() {
                self.end(Stop::Drop, now);
            }
            return;
        }
        self.go_on(now);
    }

    fn report_end(&mut self, running: &Running) {
        self.talk.report_all(running.id.map(Event::Ended));
    }
}

#[cfg(test)]
mod tests;
