//! The parts that the clients of all protocols share: the request and the start of searches, the
//! lines and events that wait to be handed over, restarts, refusals and the end of the dialogue.
//!
//! Knows no protocol's words: a [`Machine`] adds the rules of its document.

use std::collections::VecDeque;
use std::fmt::{Debug, Display};
use std::mem;
use std::time::{Duration, Instant};

use super::{
    Capabilities, Client, Deadlines, Event, Fault, Framing, Mode, OptionDecl, RESTARTING, Reason,
    Refusal, Refused, Request, Restart, Search, SearchId,
};

/// The way in which a search is ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Stop {
    /// Its answer is wanted now.
    MoveNow,
    /// Its answer is not wanted.
    Drop,
}

/// A known way in which engines deviate from a document.
pub(super) trait Deviates: Copy + Debug + PartialEq + Send {
    /// The text reported to people: the name, then the fact.
    fn text(self) -> &'static str;
}

/// A search that waits for its turn.
pub(super) trait Waiting: Debug + From<Search> + Send {
    fn id(&self) -> SearchId;
}

impl Waiting for Search {
    fn id(&self) -> SearchId {
        self.id
    }
}

/// The lines and events that pass between the program and an engine, whatever its protocol.
#[derive(Debug)]
pub(super) struct Exchange<D, W = Search> {
    /// The name that the engine gives itself, or its name in the list until it has given one.
    pub(super) name: String,
    /// The newest requested search, not sent yet.
    pub(super) desired: Option<W>,
    /// The engine has failed: it must show that it is in step before the next search, or is started
    /// again.
    pub(super) is_out_of_step: bool,
    phase: Phase,
    /// The search that was last reported to have begun.
    started: Option<SearchId>,
    wants_restart: bool,
    /// The reason for the current restart of the engine, until it is ready.
    restart: Option<Restart>,
    was_ready: bool,
    /// The engine's status.
    status: String,
    deviations: Vec<D>,
    transmits: VecDeque<String>,
    events: VecDeque<Event>,
}

/// The state of the whole dialogue; a machine keeps the details in a state of its own.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Phase {
    /// The engine is running.
    On,
    /// It is gone, and another one is being started.
    Restarting,
    /// It was asked to end.
    Quitting { deadline: Instant },
    /// Nothing follows.
    Over,
}

impl<D: Deviates, W: Waiting> Exchange<D, W> {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            desired: None,
            is_out_of_step: false,
            phase: Phase::On,
            started: None,
            wants_restart: false,
            restart: None,
            was_ready: false,
            status: String::new(),
            deviations: Vec::new(),
            transmits: VecDeque::new(),
            events: VecDeque::new(),
        }
    }

    /// The engine is running and was not asked to end.
    pub(super) fn is_on(&self) -> bool {
        self.phase == Phase::On
    }

    /// The handshake is over with this engine, not only with the one before it.
    pub(super) fn is_ready(&self) -> bool {
        self.was_ready && self.restart.is_none()
    }

    /// The handshake was over at some time.
    pub(super) fn was_ready(&self) -> bool {
        self.was_ready
    }

    /// Sends one line, whatever the text contains: a command must not hide in a position or a name.
    pub(super) fn send(&mut self, line: impl Display) {
        self.transmits.push_back(line.to_string().replace(['\n', '\r'], " "));
    }

    pub(super) fn send_all(&mut self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.send(line));
    }

    /// Reports something to the program; nothing follows the end of the dialogue.
    pub(super) fn report(&mut self, event: Event) {
        if self.phase != Phase::Over {
            self.events.push_back(event);
        }
    }

    pub(super) fn report_all(&mut self, events: impl IntoIterator<Item = Event>) {
        events.into_iter().for_each(|event| self.report(event));
    }

    /// Reports a deviation, once.
    pub(super) fn deviates(&mut self, deviation: D) {
        if !self.deviations.contains(&deviation) {
            self.deviations.push(deviation);
            self.report(Event::Deviation(deviation.text().to_owned()));
        }
    }

    /// Shows a status, if it is a new one.
    pub(super) fn show_status(&mut self, text: String) {
        if text != self.status {
            self.status.clone_from(&text);
            self.report(Event::Status(text));
        }
    }

    /// The engine calls itself by this name.
    pub(super) fn rename(&mut self, name: String) {
        if name.is_empty() || name == self.name {
            return;
        }
        self.name.clone_from(&name);
        if self.is_ready() {
            self.report(Event::Renamed(name));
        }
    }

    /// The handshake is over. Returns true if it was so before: the engine was started again.
    pub(super) fn get_ready(
        &mut self,
        capabilities: Capabilities,
        options: Vec<OptionDecl>,
    ) -> bool {
        let again = self.restart.take();
        self.report_all(again.map(Event::Restarted));
        if !mem::replace(&mut self.was_ready, true) {
            let name = self.name.clone();
            self.report(Event::Ready { name, capabilities, options });
        }
        again.is_some()
    }

    /// Reports that a search has begun, once for each search however often it is ordered.
    pub(super) fn report_start(&mut self, search: SearchId) {
        if self.started.replace(search) != Some(search) {
            self.report(Event::Started(search));
        }
    }

    /// The clock of this search starts, even if that was reported before.
    pub(super) fn report_start_again(&mut self, search: SearchId) {
        self.forget_start();
        self.report_start(search);
    }

    /// The start of the next search will be reported in any case.
    pub(super) fn forget_start(&mut self) {
        self.started = None;
    }

    /// The program does not want the waiting search any more.
    pub(super) fn drop_wish(&mut self) {
        let unsent = self.desired.take().map(|wish| Event::Ended(wish.id()));
        self.report_all(unsent);
    }

    /// The engine does not take something that a search needs; the search ends with that.
    pub(super) fn refuse_search(&mut self, search: SearchId, what: Refused, why: Option<Reason>) {
        self.report_all(why.map(|why| Event::Refused(Refusal { search, what, why })));
        self.report(Event::Ended(search));
    }

    /// Refuses a request that the protocol does not have, or that comes too late.
    pub(super) fn refuse(&mut self, request: Request) {
        match request {
            Request::Search(search) => self.report(Event::Ended(search.id)),
            Request::ValidMoves { id, .. } | Request::GameState { id, .. } => {
                self.report(Event::ValidMoves { id, moves: None });
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

    /// Reports that the engine is going to be started again.
    pub(super) fn announce_restart(&mut self, why: Restart) {
        if self.restart.replace(why).is_none() {
            self.report(Event::Restarting);
        }
    }

    /// Reports a restart and also shows it as the status: this explains why a search has no answer.
    pub(super) fn explain_restart(&mut self, why: Restart) {
        self.announce_restart(why);
        self.show_status(RESTARTING.to_owned());
    }

    /// Has the engine started again. The waiting request goes to the new engine; lines that were
    /// not sent yet are dropped.
    pub(super) fn restart(&mut self) {
        self.phase = Phase::Restarting;
        self.wants_restart = true;
        self.is_out_of_step = false;
        self.transmits.clear();
    }

    /// The engine has ended as it was asked to.
    pub(super) fn close(&mut self) {
        self.end(Event::Closed);
    }

    pub(super) fn fail(&mut self, fault: Fault) {
        self.end(Event::Fault(fault));
    }

    pub(super) fn time_out(&mut self, waiting_for: &'static str, limit: Duration) {
        self.fail(Fault::Timeout { waiting_for, limit });
    }

    fn end(&mut self, how: Event) {
        self.report(how);
        self.phase = Phase::Over;
        self.wants_restart = false;
        self.transmits.clear();
    }
}

/// The client of one protocol: the rules of its document, and the differences between its engines.
///
/// It is called only while the engine is running and was not asked to end.
pub(super) trait Machine: Debug + Send {
    type Deviation: Deviates;
    type Wish: Waiting;

    /// The command that asks an engine to end.
    const GOODBYE: &'static str = "quit";
    /// See [`Client::answers_quit`].
    const ANSWERS_QUIT: bool = false;
    /// See [`Client::framing`].
    const FRAMING: Framing = Framing::Lines;
    /// See [`Client::hears_errors`].
    const HEARS_ERRORS: bool = false;

    fn exchange(&self) -> &Exchange<Self::Deviation, Self::Wish>;
    fn exchange_mut(&mut self) -> &mut Exchange<Self::Deviation, Self::Wish>;
    fn deadlines(&self) -> &Deadlines;

    /// The engine wrote a line.
    fn hear(&mut self, line: &str, now: Instant);
    /// The engine wrote a line on its error output.
    fn hear_error(&mut self, _line: &str) {}
    /// The time given by [`Machine::due`] has come.
    fn expire(&mut self, now: Instant);
    /// The time when [`Machine::expire`] must be called next.
    fn due(&self) -> Option<Instant>;
    /// The state of the engine, for the report that it has vanished: `starting`, `ready`,
    /// `thinking`.
    fn doing(&mut self) -> &'static str;
    /// Another engine runs in place of the one that had to be started again.
    fn begin_again(&mut self, now: Instant);

    /// The engine has nothing to do.
    fn is_idle(&self) -> bool;
    /// Begins the next request that waits for the engine; returns false if there is no such
    /// request.
    fn begin_next(&mut self, now: Instant) -> bool;
    /// Ends the search that runs.
    fn end_running(&mut self, stop: Stop, now: Instant);
    /// A newer search waits for the end of the one that is being stopped: a deadline holds from now
    /// on.
    fn hurry(&mut self, _now: Instant) {}
    /// A new game begins; forgets the old one.
    fn begin_game(&mut self) {}
    /// A person has typed this in the console.
    fn send_typed(&mut self, text: &str, now: Instant);
    /// A request that only some protocols have.
    fn request(&mut self, request: Request, _now: Instant) {
        self.exchange_mut().refuse(request);
    }
    /// The engine will be asked to end: sends the lines that must come before; returns the search
    /// that ran.
    fn leave(&mut self) -> Option<SearchId>;
    /// The time that the engine may take to end.
    fn goodbye_limit(&self) -> Duration {
        self.deadlines().quit
    }
    /// It has not ended in time.
    fn miss_goodbye(&mut self) {
        let limit = self.goodbye_limit();
        self.exchange_mut().time_out(Self::GOODBYE, limit);
    }
    /// The engine wrote a line after it was asked to end.
    fn hear_goodbye(&mut self, _line: &str) {}

    /// The protocol has searches of this kind.
    fn has_mode(&self, mode: Mode) -> bool {
        match mode {
            Mode::Play | Mode::Analyse { .. } => true,
            Mode::WholeGame | Mode::Ponder => false,
        }
    }

    /// A newer search replaces the request before it.
    fn search(&mut self, search: Search, now: Instant) {
        self.end_running(Stop::Drop, now);
        let has_mode = self.has_mode(search.mode);
        let talk = self.exchange_mut();
        talk.drop_wish();
        if !has_mode {
            return talk.refuse(Request::Search(search));
        }
        talk.desired = Some(search.into());
        self.hurry(now);
    }

    /// Ends the newest search: the requested one, else the running one.
    fn stop(&mut self, stop: Stop, now: Instant) {
        if self.exchange().desired.is_some() {
            self.exchange_mut().drop_wish();
        } else {
            self.end_running(stop, now);
        }
    }

    /// Begins waiting requests, as long as the engine is free.
    fn go_on(&mut self, now: Instant) {
        while self.exchange().is_on() && self.is_idle() && self.begin_next(now) {}
    }

    fn quit(&mut self, now: Instant) {
        let running = self.leave();
        let deadline = now + self.goodbye_limit();
        let talk = self.exchange_mut();
        talk.report_all(running.map(Event::Ended));
        talk.drop_wish();
        talk.wants_restart = false;
        talk.send(Self::GOODBYE);
        talk.phase = Phase::Quitting { deadline };
    }
}

impl<M: Machine> Client for M {
    fn handle_request(&mut self, request: Request, now: Instant) {
        if matches!(self.exchange().phase, Phase::Quitting { .. } | Phase::Over) {
            return self.exchange_mut().refuse(request);
        }
        match request {
            Request::Search(search) => self.search(search, now),
            Request::Stop => self.stop(Stop::MoveNow, now),
            Request::Abandon => self.stop(Stop::Drop, now),
            Request::NewGame => {
                self.begin_game();
                self.stop(Stop::Drop, now);
            }
            Request::Resync => self.exchange_mut().is_out_of_step = true,
            Request::Raw(text) => self.send_typed(&text, now),
            Request::Quit => self.quit(now),
            Request::PonderHit
            | Request::OfferDraw
            | Request::ShowWindow(_)
            | Request::SetOption { .. }
            | Request::ValidMoves { .. }
            | Request::GameState { .. } => self.request(request, now),
        }
        self.go_on(now);
    }

    fn handle_line(&mut self, line: &str, now: Instant) {
        match self.exchange().phase {
            Phase::On => self.hear(line, now),
            Phase::Quitting { .. } => self.hear_goodbye(line),
            Phase::Restarting | Phase::Over => {}
        }
        self.go_on(now);
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.poll_timeout().is_none_or(|due| now < due) {
            return;
        }
        if self.exchange().is_on() {
            self.expire(now);
            self.go_on(now);
        } else {
            self.miss_goodbye();
        }
    }

    fn handle_eof(&mut self, _now: Instant) {
        match self.exchange().phase {
            Phase::On => {
                let state = self.doing();
                self.exchange_mut().fail(Fault::Closed { state });
            }
            Phase::Quitting { .. } => self.exchange_mut().close(),
            Phase::Restarting | Phase::Over => {}
        }
    }

    fn poll_transmit(&mut self) -> Option<String> {
        self.exchange_mut().transmits.pop_front()
    }

    fn poll_event(&mut self) -> Option<Event> {
        self.exchange_mut().events.pop_front()
    }

    fn poll_timeout(&self) -> Option<Instant> {
        match self.exchange().phase {
            Phase::On => self.due(),
            Phase::Quitting { deadline } => Some(deadline),
            Phase::Restarting | Phase::Over => None,
        }
    }

    fn framing(&self) -> Framing {
        Self::FRAMING
    }

    fn answers_quit(&self) -> bool {
        Self::ANSWERS_QUIT
    }

    fn poll_restart(&mut self) -> bool {
        mem::take(&mut self.exchange_mut().wants_restart)
    }

    fn handle_restart(&mut self, now: Instant) {
        if self.exchange().phase == Phase::Restarting {
            self.exchange_mut().phase = Phase::On;
            self.begin_again(now);
        }
    }

    fn hears_errors(&self) -> bool {
        Self::HEARS_ERRORS
    }

    fn handle_error_line(&mut self, line: &str, _now: Instant) {
        if self.exchange().is_on() {
            self.hear_error(line);
        }
    }
}
