//! The host's half of an NBoard dialogue.
//!
//! A machine without IO: it is told what happened and asked what to do. It knows no rules and no
//! clock of a game; how long a move may take is `play`'s business.

mod lines;
mod timing;

use std::collections::VecDeque;
use std::mem;
use std::time::{Duration, Instant};

use super::deviation::Deviation;
use super::message::Command;
use super::pace::Pace;
use super::pings::Pings;
use super::running::Running;
use super::settings::Settings;
use super::stopping::{Stop, Stopping};
use super::told::Told;
use crate::protocol::{Client, ClientConfig, Event, Fault, Mode, Request, Search};

/// The host's half of a dialogue with one engine.
#[derive(Debug)]
pub struct NBoardClient {
    state: State,
    /// The newest wish, not sent yet.
    desired: Option<Search>,
    name: String,
    /// What the engine shows as its status.
    status: String,
    settings: Settings,
    told: Told,
    pings: Pings,
    pace: Pace,
    /// The engine is to be started again.
    wants_restart: bool,
    /// It was, and is not ready yet.
    is_restarted: bool,
    deviations: Vec<Deviation>,
    transmits: VecDeque<String>,
    events: VecDeque<Event>,
}

#[derive(Debug)]
enum State {
    /// The first lines were sent; the first `pong` makes the engine ready.
    Starting { ping: u32, deadline: Instant },
    /// Nothing is asked of the engine.
    Idle,
    /// Position, `ping` and order were sent; nothing is believed before the `pong`.
    Fencing(Fencing),
    /// The engine is at it.
    Searching(Running),
    /// The engine is being stopped.
    Stopping(Stopping),
    /// It is being killed and started again.
    Restarting,
    /// `quit` was sent.
    Quitting { deadline: Instant },
    /// Nothing follows.
    Over,
}

/// A search behind its fence.
#[derive(Debug)]
struct Fencing {
    running: Running,
    /// How it is to be ended as soon as the fence opens.
    stop: Option<Stop>,
    ping: u32,
    deadline: Instant,
}

impl NBoardClient {
    /// A dialogue that begins at `now`; the first lines are ready to be sent.
    pub(crate) fn new(config: &ClientConfig, now: Instant) -> Self {
        let settings = Settings::new(config);
        let pace = Pace::new(settings.stops);
        let (told, greeting) = Told::greeting(settings.depth);
        let deadline = now + settings.deadlines.start;
        let mut pings = Pings::new();
        let ping = pings.send();
        let mut transmits = VecDeque::from(greeting);
        transmits.push_back(Command::Ping(ping).to_string());
        Self {
            state: State::Starting { ping, deadline },
            desired: None,
            name: config.name.clone(),
            status: String::new(),
            settings,
            told,
            pings,
            pace,
            wants_restart: false,
            is_restarted: false,
            deviations: Vec::new(),
            transmits,
            events: VecDeque::new(),
        }
    }
}

impl Client for NBoardClient {
    fn handle_request(&mut self, request: Request, now: Instant) {
        if matches!(self.state, State::Over) {
            return;
        }
        match request {
            Request::Search(search) => self.search(search, now),
            Request::Stop => self.stop(Stop::MoveNow, now),
            Request::Abandon => self.stop(Stop::Drop, now),
            Request::NewGame => {
                self.told.forget_game();
                self.pace.begin_game();
                self.stop(Stop::Drop, now);
            }
            Request::SetOption { name, value } => {
                let refused = self.settings.set_option(&name, &value).err();
                self.events.extend(refused.map(Event::Complaint));
            }
            // NBoard knows neither pondering nor draws nor windows.
            Request::PonderHit | Request::OfferDraw | Request::ShowWindow(_) => {}
            // Every search stands behind a ping with a number of its own.
            Request::Resync => {}
            Request::ValidMoves { id, root: _ } | Request::GameState { id, root: _ } => {
                self.events.push_back(Event::ValidMoves { id, moves: None });
            }
            Request::Raw(text) => self.send_raw(&text),
            Request::Quit => self.quit(now),
        }
    }

    fn handle_line(&mut self, line: &str, now: Instant) {
        if matches!(self.state, State::Quitting { .. } | State::Over) {
            return;
        }
        self.hear(line, now);
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.poll_timeout().is_none_or(|due| now < due) {
            return;
        }
        if self.keep_time(now) {
            return;
        }
        let deadlines = self.settings.deadlines;
        match &mut self.state {
            State::Starting { .. } => self.time_out("ping", deadlines.start),
            State::Fencing(_) => self.time_out("ping", deadlines.ready),
            State::Stopping(stopping) => match stopping.overdue(now) {
                Some(limit) => self.give_up_search(limit, now),
                None => self.ping_if_due(now),
            },
            State::Quitting { .. } => self.time_out("quit", deadlines.quit),
            State::Searching(_) | State::Idle | State::Restarting | State::Over => {}
        }
    }

    fn poll_restart(&mut self) -> bool {
        mem::take(&mut self.wants_restart)
    }

    fn handle_restart(&mut self, now: Instant) {
        if !matches!(self.state, State::Restarting) {
            return;
        }
        let (told, greeting) = Told::greeting(self.settings.depth);
        self.told = told;
        self.pings = Pings::new();
        self.is_restarted = true;
        self.send_all(|_told| greeting);
        let ping = self.pings.send();
        self.send(&Command::Ping(ping).to_string());
        self.state = State::Starting { ping, deadline: now + self.settings.deadlines.start };
    }

    fn handle_eof(&mut self, _now: Instant) {
        let state = match self.state {
            State::Starting { .. } => "starting",
            State::Idle => "ready",
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
        [self.state_due(), self.time_due()].into_iter().flatten().min()
    }
}

/// Requests.
impl NBoardClient {
    /// When the state of the dialogue must change, if nothing is heard.
    fn state_due(&self) -> Option<Instant> {
        match &self.state {
            State::Starting { deadline, .. }
            | State::Fencing(Fencing { deadline, .. })
            | State::Quitting { deadline } => Some(*deadline),
            State::Stopping(stopping) => stopping.due(),
            State::Searching(_) | State::Idle | State::Restarting | State::Over => None,
        }
    }

    fn search(&mut self, search: Search, now: Instant) {
        if matches!(self.state, State::Quitting { .. }) {
            return self.events.push_back(Event::Ended(search.id));
        }
        self.end_running(Stop::Drop, now);
        if let Some(older) = self.desired.take() {
            self.events.push_back(Event::Ended(older.id));
        }
        if search.mode == Mode::WholeGame {
            return self.events.push_back(Event::Ended(search.id));
        }
        self.desired = Some(search);
        match &mut self.state {
            State::Idle => self.go_on(now),
            // Somebody waits for it, and does not see that it is deaf.
            State::Stopping(stopping) => {
                stopping.hurry(self.settings.deadlines.stop, now);
                self.limit_stopping(now);
            }
            State::Restarting => {}
            State::Starting { .. }
            | State::Fencing(_)
            | State::Searching(_)
            | State::Quitting { .. }
            | State::Over => {}
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
        match &mut self.state {
            State::Fencing(Fencing { stop: wish, .. }) => {
                // An answer that nobody wants any more stays unwanted.
                if *wish != Some(Stop::Drop) {
                    *wish = Some(stop);
                }
            }
            State::Stopping(stopping) => {
                if stop == Stop::Drop {
                    stopping.stop = stop;
                    self.limit_stopping(now);
                }
            }
            State::Searching(_) => {
                let state = mem::replace(&mut self.state, State::Idle);
                if let State::Searching(running) = state {
                    self.begin_to_stop(running, stop, now);
                }
            }
            State::Starting { .. }
            | State::Idle
            | State::Restarting
            | State::Quitting { .. }
            | State::Over => {}
        }
    }

    /// How long a search may take to end whose answer is discarded.
    fn limit_stopping(&mut self, now: Instant) {
        let State::Stopping(stopping) = &self.state else { return };
        let limit = self.limit_after_time(&stopping.running);
        if let (Some(limit), State::Stopping(stopping)) = (limit, &mut self.state) {
            stopping.limit(limit, now);
        }
    }

    fn begin_to_stop(&mut self, running: Running, stop: Stop, now: Instant) {
        let usual = self.settings.deadlines.after_stop(self.desired.is_some());
        // An engine that does not listen comes to its end as long as its clock lasts.
        let limit = running.timed.as_ref().map_or(usual, |timed| timed.left.max(usual));
        let limit = self.settings.stops.then_some(limit);
        let is_abandoned = stop == Stop::Drop && !running.reported;
        self.state = State::Stopping(Stopping::new(running, stop, limit, now));
        if is_abandoned {
            self.limit_stopping(now);
        }
        self.ping_if_due(now);
    }

    fn ping_if_due(&mut self, now: Instant) {
        let State::Stopping(stopping) = &mut self.state else { return };
        if stopping.ping_is_due(now) {
            let number = self.pings.send();
            stopping.pinged(number, now);
            self.send(&Command::Ping(number).to_string());
        }
    }

    /// The engine is free: sends what is wished for next.
    fn go_on(&mut self, now: Instant) {
        let Some(search) = self.desired.take() else { return };
        let mut running = Running::new(&search, &self.settings, now);
        self.plan(&mut running);
        self.send_all(|told| told.position(search.root));
        self.order(running, now);
    }

    /// The position is the engine's: orders the search.
    fn order(&mut self, mut running: Running, now: Instant) {
        running.since = now;
        running.depth_is_new = self.told.depth() != Some(running.depth());
        self.send_all(|told| told.settings(running.depth(), running.contempt));
        let ping = self.pings.send();
        self.send(&Command::Ping(ping).to_string());
        self.send(&running.command().to_string());
        let deadline = now + self.settings.deadlines.ready;
        self.state = State::Fencing(Fencing { running, stop: None, ping, deadline });
    }

    fn send_raw(&mut self, text: &str) {
        for line in text.lines() {
            if let Command::Ping(number) = Command::parse(line) {
                self.pings.overhear(number);
            }
            self.told.overhear(line);
            self.send(line);
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
            State::Fencing(Fencing { running, .. }) | State::Searching(running) => {
                // Engines that read `quit` only between searches come to read it.
                let ping = self.pings.send();
                self.send(&Command::Ping(ping).to_string());
                (!running.reported).then_some(running.id)
            }
            State::Stopping(Stopping { running, .. }) => (!running.reported).then_some(running.id),
            State::Starting { .. } | State::Idle | State::Restarting => None,
        };
        self.wants_restart = false;
        let unsent = self.desired.take().map(|search| search.id);
        self.events.extend(running.into_iter().chain(unsent).map(Event::Ended));
        self.send(&Command::Quit.to_string());
    }
}

/// What both have in common.
impl NBoardClient {
    /// Reports the end of what the engine was doing and goes on with what is wished for.
    fn finish(&mut self, end: Event, now: Instant) {
        self.events.push_back(end);
        self.rest(now);
    }

    /// The engine does nothing any more: goes on with what is wished for.
    fn rest(&mut self, now: Instant) {
        self.state = State::Idle;
        self.go_on(now);
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

    fn send_all(&mut self, lines: impl FnOnce(&mut Told) -> Vec<String>) {
        for line in lines(&mut self.told) {
            self.send(&line);
        }
    }

    /// One line, whatever the text holds: a command must not hide in a player's name.
    fn send(&mut self, line: &str) {
        self.transmits.push_back(line.replace(['\n', '\r'], " "));
    }

    fn time_out(&mut self, waiting_for: &'static str, limit: Duration) {
        self.fail(Fault::Timeout { waiting_for, limit });
    }

    fn fail(&mut self, fault: Fault) {
        self.state = State::Over;
        self.transmits.clear();
        self.events.push_back(Event::Fault(fault));
    }
}

#[cfg(test)]
mod tests;
