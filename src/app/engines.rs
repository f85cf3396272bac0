//! Running engines: what each is for, what it does now, and how that is said.
//!
//! Decides neither moves nor what is analysed; the owner does.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::format;
use super::{Chip, ChipTone};
use crate::games::Side;
use crate::play::Cause;
use crate::protocol::{Capabilities, Event, Mode, Request, SearchId};
use crate::session::{Exit, Launch, Log, News, RequestError, Session, SessionEvent};

/// An engine that should answer but has not for so long is called slow.
const SLOW: Duration = Duration::from_secs(2);
/// Transcripts of engines that are kept when the engines are forgotten.
const MAX_LOGS: usize = 8;

/// What an engine was started for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Role {
    /// It plays this side.
    Seat(Side),
    /// It analyses the position on the board.
    Card,
    /// It goes through the whole game.
    Review,
    /// It gives hints.
    Hint,
    /// It ranks what a person could play.
    Candidates,
    /// It is asked what it can do, and goes home.
    Ask,
}

/// What an engine does now.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum State {
    /// The handshake is not over.
    Starting,
    /// It waits.
    Ready,
    /// A search was asked for; it runs since then once the engine has taken it up.
    Searching {
        /// When it began.
        since: Option<Instant>,
        /// It thinks on the other's time.
        ponders: bool,
    },
    /// It was told to stop.
    Stopping {
        /// When.
        since: Instant,
    },
    /// It has ended.
    Ended(Exit),
}

/// An engine that runs, or has run and is still shown.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) id: u64,
    /// Name in the list.
    pub(super) entry: String,
    /// What was chosen for it.
    pub(super) options: Vec<(String, String)>,
    pub(super) role: Role,
    /// What it calls itself, with its version where it says one; empty while it has said nothing.
    pub(super) own_name: String,
    pub(super) launch: Launch,
    /// What runs is another program than the one that `launch` would start now.
    pub(super) outdated: bool,
    pub(super) state: State,
    /// What it says of itself.
    pub(super) status: String,
    /// Since when it is being started anew by its client, to end a search.
    pub(super) restarting: Option<Instant>,
    pub(super) session: Session,
    /// What it can do, once its handshake is over.
    pub(super) capabilities: Option<Capabilities>,
    pub(super) started: Instant,
    /// The search asked for last, while it is not over.
    search: Option<SearchId>,
    /// What the session was too busy to take, oldest first.
    unsent: Vec<Request>,
    /// Why it has ended while nobody waited for it, until that was considered.
    pub(super) failed_at_rest: Option<Cause>,
    /// Why it was ended by the program, though it was not to end.
    pub(super) unruly: Option<Cause>,
}

impl Engine {
    /// Sends a request, and takes note of what it means for the state. A session that is gone
    /// reports that by itself; one that does not take requests any more is killed.
    pub(super) fn send(&mut self, request: Request, now: Instant) {
        match &request {
            Request::Search(search) => {
                self.search = Some(search.id);
                let idle = matches!(self.state, State::Ready | State::Stopping { .. });
                if idle || matches!(self.state, State::Searching { ponders: true, .. }) {
                    let ponders = search.mode == Mode::Ponder;
                    self.state = State::Searching { since: None, ponders };
                }
            }
            Request::PonderHit => self.state = State::Searching { since: None, ponders: false },
            Request::Stop | Request::Abandon => {
                if matches!(self.state, State::Searching { .. }) {
                    self.state = State::Stopping { since: now };
                }
            }
            Request::NewGame
            | Request::Resync
            | Request::OfferDraw
            | Request::ShowWindow(_)
            | Request::SetOption { .. }
            | Request::ValidMoves { .. }
            | Request::GameState { .. }
            | Request::Raw(_)
            | Request::Quit => {}
        }
        // The clients below replace older wishes for a search by newer ones anyway.
        if is_search_wish(&request) {
            self.unsent.retain(|older| !is_search_wish(older));
        }
        self.unsent.push(request);
        self.send_unsent();
    }

    /// On a machine under great load a session may not take a request at once; it is then kept and
    /// sent later.
    fn send_unsent(&mut self) {
        while let Some(request) = self.unsent.first() {
            if self.session.request(request.clone()) == Err(RequestError::Busy) {
                return;
            }
            self.unsent.remove(0);
        }
    }

    pub(super) fn has_ended(&self) -> bool {
        matches!(self.state, State::Ended(_))
    }

    /// Takes note of what its session reports.
    fn note(&mut self, event: &SessionEvent) {
        match &event.what {
            News::Event(event_kind) => self.note_event(event_kind, event.at),
            News::Infos(_) => {}
            News::Ended(exit) => {
                self.search = None;
                self.restarting = None;
                self.state = State::Ended(exit.clone());
            }
        }
    }

    fn note_event(&mut self, event: &Event, at: Instant) {
        match event {
            Event::Ready { name, capabilities, .. } => {
                // One that says nothing of itself is called as the list has it.
                if *name != self.launch.config.name {
                    self.own_name.clone_from(name);
                }
                self.capabilities = Some(*capabilities);
                self.state = match self.search {
                    Some(_) => State::Searching { since: None, ponders: false },
                    None => State::Ready,
                };
            }
            Event::Capabilities(capabilities) => self.capabilities = Some(*capabilities),
            Event::Renamed(name) => self.own_name.clone_from(name),
            Event::Started(search) if self.search == Some(*search) => {
                let ponders = matches!(self.state, State::Searching { ponders: true, .. });
                self.state = State::Searching { since: Some(at), ponders };
            }
            Event::Answer(answer) if self.search == Some(answer.search) => self.rest(),
            Event::Ended(search) if self.search == Some(*search) => self.rest(),
            Event::Status(text) => self.status.clone_from(text),
            Event::Restarting => self.restarting = Some(at),
            Event::Restarted(_) => self.restarting = None,
            Event::Started(_)
            | Event::Answer(_)
            | Event::Ended(_)
            | Event::Refused(_)
            | Event::Info(_)
            | Event::GameState { .. }
            | Event::ValidMoves { .. }
            | Event::DrawOffered
            | Event::Remark { .. }
            | Event::Deviation(_)
            | Event::Chatter(_)
            | Event::Complaint(_)
            | Event::Closed
            | Event::Fault(_) => {}
        }
    }

    fn rest(&mut self) {
        self.search = None;
        self.state = State::Ready;
    }

    /// Its state in words.
    pub(super) fn chip(&self, now: Instant) -> Chip {
        let since = |at: Instant| now.saturating_duration_since(at);
        if let Some(at) = self.restarting {
            let (time, tone) = match since(at) {
                time if time > SLOW => (format!(" for {}", format::secs(time)), ChipTone::Warn),
                _ => (String::new(), ChipTone::Busy),
            };
            return Chip { text: format!("restarting{time}"), tone };
        }
        let (text, tone) = match &self.state {
            State::Starting if since(self.started) > SLOW => {
                (format!("starting for {}", format::secs(since(self.started))), ChipTone::Warn)
            }
            State::Starting => ("starting".to_owned(), ChipTone::Idle),
            State::Ready => ("ready".to_owned(), ChipTone::Ok),
            State::Searching { since: at, ponders } => {
                let what = if *ponders { "pondering" } else { "thinking" };
                let time = at.map(|at| format!(" {}", format::secs(since(at))));
                (format!("{what}{}", time.unwrap_or_default()), ChipTone::Busy)
            }
            State::Stopping { since: at } if since(*at) > SLOW => {
                (format!("not answering for {}", format::secs(since(*at))), ChipTone::Warn)
            }
            State::Stopping { .. } => ("stopping".to_owned(), ChipTone::Busy),
            State::Ended(exit) => match self.end_of(exit) {
                None => ("stopped".to_owned(), ChipTone::Idle),
                Some(cause) => (chip_text(&cause), ChipTone::Danger),
            },
        };
        Chip { text, tone }
    }

    /// Why it has ended though it was not to; `None` where it was.
    pub(super) fn end_of(&self, exit: &Exit) -> Option<Cause> {
        self.unruly.clone().or_else(|| Cause::of_exit(exit))
    }

    /// How long it has been searching.
    pub(super) fn searching_for(&self, now: Instant) -> Option<Duration> {
        match self.state {
            State::Searching { since, .. } => since.map(|at| now.saturating_duration_since(at)),
            State::Starting | State::Ready | State::Stopping { .. } | State::Ended(_) => None,
        }
    }

    /// How long ago it was told to stop, while it has not.
    pub(super) fn stopping_for(&self, now: Instant) -> Option<Duration> {
        match self.state {
            State::Stopping { since } => Some(now.saturating_duration_since(since)),
            State::Starting | State::Ready | State::Searching { .. } | State::Ended(_) => None,
        }
    }

    /// A search of it ends early only by starting it anew.
    pub(super) fn cannot_stop(&self) -> bool {
        let stops = self.capabilities.is_none_or(|capabilities| capabilities.stop);
        !stops && !self.has_ended()
    }

    /// Its words change with time alone.
    pub(super) fn is_ticking(&self) -> bool {
        match self.state {
            State::Starting | State::Searching { .. } | State::Stopping { .. } => true,
            State::Ready | State::Ended(_) => self.restarting.is_some() || !self.unsent.is_empty(),
        }
    }
}

/// Why it has failed, in the few words of a chip.
pub(super) fn chip_text(cause: &Cause) -> String {
    let is_crash = matches!(cause, Cause::Crashed { .. });
    if is_crash { cause.to_string() } else { cause.kind().to_owned() }
}

/// It is about the running search: a newer one makes an older one pointless.
fn is_search_wish(request: &Request) -> bool {
    match request {
        Request::Search(_) | Request::Stop | Request::Abandon | Request::PonderHit => true,
        Request::NewGame
        | Request::Resync
        | Request::OfferDraw
        | Request::ShowWindow(_)
        | Request::SetOption { .. }
        | Request::ValidMoves { .. }
        | Request::GameState { .. }
        | Request::Raw(_)
        | Request::Quit => false,
    }
}

/// Every engine that runs for the window, by number.
#[derive(Debug)]
pub(super) struct Engines {
    running: BTreeMap<u64, Engine>,
    /// Transcripts of those that were forgotten last, the newest last.
    logs: VecDeque<(u64, Arc<Log>)>,
    next_id: u64,
    events: mpsc::Sender<(u64, SessionEvent)>,
}

impl Engines {
    pub(super) fn new(events: mpsc::Sender<(u64, SessionEvent)>) -> Self {
        Self { running: BTreeMap::new(), logs: VecDeque::new(), next_id: 1, events }
    }

    /// Starts an engine. A failure to start is reported by its session.
    pub(super) fn start(
        &mut self,
        entry: &str,
        options: Vec<(String, String)>,
        mut launch: Launch,
        role: Role,
        now: Instant,
    ) -> u64 {
        launch.config.attended = matches!(role, Role::Seat(_));
        let id = self.next_id;
        self.next_id += 1;
        let (session, mut news) = Session::start(launch.clone());
        let events = self.events.clone();
        tokio::spawn(async move {
            while let Some(event) = news.recv().await {
                if events.send((id, event)).await.is_err() {
                    break;
                }
            }
        });
        let engine = Engine {
            id,
            entry: entry.to_owned(),
            options,
            role,
            own_name: String::new(),
            launch,
            outdated: false,
            state: State::Starting,
            status: String::new(),
            restarting: None,
            session,
            capabilities: None,
            started: now,
            search: None,
            unsent: Vec::new(),
            failed_at_rest: None,
            unruly: None,
        };
        self.running.insert(id, engine);
        id
    }

    /// Takes note of an event; `None` when the engine is not known any more.
    pub(super) fn note(&mut self, id: u64, event: &SessionEvent) -> Option<Role> {
        let engine = self.running.get_mut(&id)?;
        engine.note(event);
        Some(engine.role)
    }

    /// Sends what sessions were too busy to take.
    pub(super) fn send_unsent(&mut self) {
        for engine in self.running.values_mut() {
            engine.send_unsent();
        }
    }

    /// Forgets an engine; its session ends in good order.
    pub(super) fn remove(&mut self, id: u64) {
        let Some(engine) = self.running.remove(&id) else { return };
        if self.logs.len() >= MAX_LOGS {
            self.logs.pop_front();
        }
        self.logs.push_back((id, engine.session.log()));
    }

    /// The transcript of an engine, also of one that was forgotten not long ago: somebody may be about
    /// to save it.
    pub(super) fn log(&self, id: u64) -> Option<Arc<Log>> {
        let forgotten = self.logs.iter().find(|(known, _)| *known == id).map(|(_, log)| log);
        self.get(id).map(|engine| engine.session.log()).or_else(|| forgotten.cloned())
    }

    pub(super) fn get(&self, id: u64) -> Option<&Engine> {
        self.running.get(&id)
    }

    pub(super) fn get_mut(&mut self, id: u64) -> Option<&mut Engine> {
        self.running.get_mut(&id)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Engine> {
        self.running.values()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Engine> {
        self.running.values_mut()
    }

    /// The engine on a seat, to be looked at.
    pub(super) fn on_seat(&self, side: Side) -> Option<&Engine> {
        self.running.values().find(|engine| engine.role == Role::Seat(side))
    }

    /// The engine on a seat.
    pub(super) fn seat(&mut self, side: Side) -> Option<&mut Engine> {
        self.running.values_mut().find(|engine| engine.role == Role::Seat(side))
    }

    /// Forgets every engine for which `gone` holds.
    pub(super) fn remove_if(&mut self, gone: impl Fn(&Engine) -> bool) {
        let ids: Vec<u64> =
            self.running.values().filter(|engine| gone(engine)).map(|engine| engine.id).collect();
        ids.into_iter().for_each(|id| self.remove(id));
    }

    /// Sends every engine home, and waits until all have gone or `limit` is over.
    pub(super) async fn farewell(&mut self, limit: Duration) {
        let leaving = async {
            for engine in self.running.values() {
                // One that does not take the request any more is gone or will be killed.
                let _gone = engine.session.request(Request::Quit);
            }
            for engine in self.running.values() {
                engine.session.finished().await;
            }
        };
        let _late = tokio::time::timeout(limit, leaving).await;
        for engine in self.running.values() {
            engine.session.kill();
        }
        let gone = async {
            for engine in self.running.values() {
                engine.session.finished().await;
            }
        };
        let _late = tokio::time::timeout(limit, gone).await;
    }
}
