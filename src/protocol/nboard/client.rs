//! The host's half of an NBoard dialogue.
//!
//! A machine without IO: its caller reports what happened and asks what to do. It knows no rules
//! and no clock of a game; `play` decides how long a move may take.

mod lines;
mod timing;

use std::mem;
use std::time::Instant;

use super::deviation::Deviation;
use super::message::Command;
use super::pace::Pace;
use super::running::Running;
use super::sent_state::SentState;
use super::settings::Settings;
use super::stopping::Stopping;
use crate::protocol::machine::{Exchange, Machine, Stop};
use crate::protocol::pings::Pings;
use crate::protocol::{ClientConfig, Deadlines, Event, Request, Search, SearchId};

/// The host's half of a dialogue with one engine.
#[derive(Debug)]
pub struct NBoardClient {
    state: NBoardState,
    talk: Exchange<Deviation>,
    settings: Settings,
    told: SentState,
    pings: Pings,
    pace: Pace,
}

#[derive(Debug)]
enum NBoardState {
    /// The first lines were sent; the first `pong` makes the engine ready.
    Starting { ping: u32, deadline: Instant },
    /// The engine has nothing to do.
    Idle,
    /// Position, `ping` and order were sent; reports before the `pong` are not accepted.
    Fencing(Fencing),
    /// The engine is searching.
    Searching(Running),
    /// The engine is being stopped.
    Stopping(Stopping),
}

/// A search behind its fence.
#[derive(Debug)]
struct Fencing {
    running: Running,
    /// The way in which it will be ended as soon as the fence opens.
    stop: Option<Stop>,
    ping: u32,
    deadline: Instant,
}

impl NBoardClient {
    /// A dialogue that begins at `now`; the first lines are ready to be sent.
    pub(crate) fn new(config: &ClientConfig, now: Instant) -> Self {
        let settings = Settings::new(config);
        let pace = Pace::new(settings.stops);
        let (told, pings) = (SentState::default(), Pings::new());
        let talk = Exchange::new(&config.name);
        let state = NBoardState::Idle;
        let mut client = Self { state, talk, settings, told, pings, pace };
        client.greet(now);
        client
    }

    /// The first lines: the engine is ready when the `ping` behind them is answered.
    fn greet(&mut self, now: Instant) {
        let (told, greeting) = SentState::greeting(self.settings.depth);
        self.told = told;
        self.talk.send_all(greeting);
        self.pings = Pings::new();
        let ping = self.pings.send();
        self.talk.send(Command::Ping(ping));
        self.state = NBoardState::Starting { ping, deadline: now + self.settings.deadlines.start };
    }
}

impl Machine for NBoardClient {
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
        self.hear_reply(line, now);
    }

    fn expire(&mut self, now: Instant) {
        if self.keep_time(now) {
            return;
        }
        let deadlines = self.settings.deadlines;
        match &mut self.state {
            NBoardState::Starting { .. } => self.talk.time_out("ping", deadlines.start),
            NBoardState::Fencing(_) => self.talk.time_out("ping", deadlines.ready),
            NBoardState::Stopping(stopping) => match stopping.overdue(now) {
                Some(limit) => self.give_up_search(limit, now),
                None => self.ping_if_due(now),
            },
            NBoardState::Searching(_) | NBoardState::Idle => {}
        }
    }

    fn due(&self) -> Option<Instant> {
        let state = match &self.state {
            NBoardState::Starting { deadline, .. }
            | NBoardState::Fencing(Fencing { deadline, .. }) => Some(*deadline),
            NBoardState::Stopping(stopping) => stopping.due(),
            NBoardState::Searching(_) | NBoardState::Idle => None,
        };
        [state, self.time_due()].into_iter().flatten().min()
    }

    fn doing(&mut self) -> &'static str {
        match self.state {
            NBoardState::Starting { .. } => "starting",
            NBoardState::Idle => "ready",
            NBoardState::Fencing(_) | NBoardState::Searching(_) | NBoardState::Stopping(_) => {
                "thinking"
            }
        }
    }

    fn begin_again(&mut self, now: Instant) {
        self.greet(now);
    }

    fn is_idle(&self) -> bool {
        matches!(self.state, NBoardState::Idle)
    }

    /// Every search stands behind a ping with a number of its own, so no search is ever out of
    /// step.
    fn begin_next(&mut self, now: Instant) -> bool {
        let Some(search) = self.talk.desired.take() else { return false };
        let mut running = Running::new(&search, &self.settings, now);
        self.plan(&mut running);
        let position = self.told.position(search.root);
        self.talk.send_all(position);
        self.order(running, now);
        true
    }

    fn end_running(&mut self, stop: Stop, now: Instant) {
        match mem::replace(&mut self.state, NBoardState::Idle) {
            NBoardState::Searching(running) => self.begin_to_stop(running, stop, now),
            NBoardState::Fencing(mut fencing) => {
                // A discarded answer stays discarded.
                if fencing.stop != Some(Stop::Drop) {
                    fencing.stop = Some(stop);
                }
                self.state = NBoardState::Fencing(fencing);
            }
            NBoardState::Stopping(mut stopping) if stop == Stop::Drop => {
                stopping.stop = stop;
                self.state = NBoardState::Stopping(stopping);
                self.limit_stopping(now);
            }
            other => self.state = other,
        }
    }

    fn hurry(&mut self, now: Instant) {
        if let NBoardState::Stopping(stopping) = &mut self.state {
            stopping.hurry(self.settings.deadlines.stop, now);
            self.limit_stopping(now);
        }
    }

    fn begin_game(&mut self) {
        self.told.forget_game();
        self.pace.begin_game();
    }

    fn send_typed(&mut self, text: &str, _now: Instant) {
        for line in text.lines() {
            if let Command::Ping(number) = Command::parse(line) {
                self.pings.overhear(number);
            }
            self.told.overhear(line);
            self.talk.send(line);
        }
    }

    fn request(&mut self, request: Request, _now: Instant) {
        match request {
            Request::SetOption { name, value } => {
                let refused = self.settings.set_option(&name, &value).err();
                self.talk.report_all(refused.map(Event::Complaint));
            }
            other => self.talk.refuse(other),
        }
    }

    fn leave(&mut self) -> Option<SearchId> {
        let running = match mem::replace(&mut self.state, NBoardState::Idle) {
            NBoardState::Fencing(Fencing { running, .. }) | NBoardState::Searching(running) => {
                // This makes engines read `quit` that read it only between searches.
                let ping = self.pings.send();
                self.talk.send(Command::Ping(ping));
                running
            }
            NBoardState::Stopping(Stopping { running, .. }) => running,
            NBoardState::Starting { .. } | NBoardState::Idle => return None,
        };
        (!running.reported).then_some(running.id)
    }
}

/// Searches.
impl NBoardClient {
    /// Limits the time that a search whose answer is discarded may take to end.
    fn limit_stopping(&mut self, now: Instant) {
        let NBoardState::Stopping(stopping) = &self.state else { return };
        let limit = self.limit_after_time(&stopping.running);
        if let (Some(limit), NBoardState::Stopping(stopping)) = (limit, &mut self.state) {
            stopping.limit(limit, now);
        }
    }

    fn begin_to_stop(&mut self, running: Running, stop: Stop, now: Instant) {
        let usual = self.settings.deadlines.after_stop(self.talk.desired.is_some());
        // An engine that does not listen ends its search while its clock lasts.
        let limit = running.timed.as_ref().map_or(usual, |timed| timed.left.max(usual));
        let limit = self.settings.stops.then_some(limit);
        let is_abandoned = stop == Stop::Drop && !running.reported;
        self.state = NBoardState::Stopping(Stopping::new(running, stop, limit, now));
        if is_abandoned {
            self.limit_stopping(now);
        }
        self.ping_if_due(now);
    }

    fn ping_if_due(&mut self, now: Instant) {
        let NBoardState::Stopping(stopping) = &mut self.state else { return };
        if stopping.ping_is_due(now) {
            let number = self.pings.send();
            stopping.pinged(number, now);
            self.talk.send(Command::Ping(number));
        }
    }

    /// The engine has the position: orders the search.
    fn order(&mut self, mut running: Running, now: Instant) {
        running.since = now;
        running.depth_is_new = self.told.depth() != Some(running.depth());
        let settings = self.told.settings(running.depth(), running.contempt);
        self.talk.send_all(settings);
        let ping = self.pings.send();
        self.talk.send(Command::Ping(ping));
        self.talk.send(running.command());
        let deadline = now + self.settings.deadlines.ready;
        self.state = NBoardState::Fencing(Fencing { running, stop: None, ping, deadline });
    }

    /// Reports the end of the engine's last action and goes on with the next request.
    fn finish(&mut self, end: Event, now: Instant) {
        self.talk.report(end);
        self.rest(now);
    }

    /// The engine is free: goes on with the next request.
    fn rest(&mut self, now: Instant) {
        self.state = NBoardState::Idle;
        self.go_on(now);
    }
}

#[cfg(test)]
mod tests;
