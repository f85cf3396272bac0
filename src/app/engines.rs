//! Running engines: what each is for, what it does now, and how that is said.
//!
//! The one place of the app that knows what the session of an engine has reported. Decides neither moves nor what is
//! analysed, and runs nothing: what is to be started, sent or ended goes out as effects.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::effect::Effect;
use super::format;
use super::numbers::Numbers;
use super::views::{Chip, ChipTone, RunningEngine};
use crate::games::Side;
use crate::play::Cause;
use crate::protocol::{Event, Mode, Request, SearchId};
use crate::session::{Exit, Launch, News, SessionEvent, SessionState};

/// An engine that should answer but has not for so long is called slow.
const SLOW: Duration = Duration::from_secs(2);

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
    /// It looks at the moves of a person.
    Coach,
    /// It judges the moves of a practice.
    Practice,
    /// It is asked what it can do, and ends.
    Ask,
}

impl Role {
    /// The side that it plays, if it plays one.
    pub(super) fn seat(self) -> Option<Side> {
        if let Self::Seat(side) = self { Some(side) } else { None }
    }
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
    /// What its session has reported of it.
    pub(super) session: SessionState,
    pub(super) launch: Launch,
    /// What runs is another program than the one that `launch` would start now.
    pub(super) outdated: bool,
    pub(super) state: State,
    /// What it says of itself.
    pub(super) status: String,
    pub(super) started: Instant,
    /// The search asked for last, while it is not over.
    search: Option<SearchId>,
    /// What its session is to be told, oldest first, until the effects are taken.
    requests: Vec<Request>,
    /// Why it has ended while no one waited for it, until that was considered.
    pub(super) failed_at_rest: Option<Cause>,
    /// Why it was ended by the program, though it was not to end.
    pub(super) unruly: Option<Cause>,
}

impl Engine {
    /// Sends a request, and notes what it means for the state. A session that has gone reports that
    /// itself; one that does not take requests any more is killed.
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
        self.requests.push(request);
    }

    pub(super) fn has_ended(&self) -> bool {
        matches!(self.state, State::Ended(_))
    }

    /// Takes note of what its session reports.
    fn note(&mut self, event: &SessionEvent) {
        self.session.note(event, &self.launch.config.name);
        match &event.what {
            News::Event(event_kind) => self.note_event(event_kind, event.at),
            News::Infos(_) => {}
            News::Ended(exit) => {
                self.search = None;
                self.state = State::Ended(exit.clone());
            }
        }
    }

    fn note_event(&mut self, event: &Event, at: Instant) {
        match event {
            Event::Ready { .. } => {
                self.state = match self.search {
                    Some(_) => State::Searching { since: None, ponders: false },
                    None => State::Ready,
                };
            }
            Event::Started(search) if self.search == Some(*search) => {
                let ponders = matches!(self.state, State::Searching { ponders: true, .. });
                self.state = State::Searching { since: Some(at), ponders };
            }
            Event::Answer(answer) if self.search == Some(answer.search) => self.rest(),
            Event::Ended(search) if self.search == Some(*search) => self.rest(),
            Event::Status(text) => self.status.clone_from(text),
            Event::Capabilities(_)
            | Event::Renamed(_)
            | Event::Restarting
            | Event::Restarted(_)
            | Event::Started(_)
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
        if let Some(at) = self.session.restarting_since() {
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
                let time = at.map(|at| format!(" {}", format::secs(since(at))));
                let text = format!("{}{}", searching_word(*ponders), time.unwrap_or_default());
                (text, ChipTone::Busy)
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

    /// Its state in words without the time that it has been thinking, which changes all the time.
    fn chip_at_rest(&self, now: Instant) -> Chip {
        match &self.state {
            State::Searching { ponders, .. } if self.session.restarting_since().is_none() => {
                Chip { text: searching_word(*ponders).to_owned(), tone: ChipTone::Busy }
            }
            State::Starting
            | State::Ready
            | State::Searching { .. }
            | State::Stopping { .. }
            | State::Ended(_) => self.chip(now),
        }
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

    /// A search of it ends early only by starting it again.
    pub(super) fn cannot_stop(&self) -> bool {
        self.session.cannot_stop() && !self.has_ended()
    }

    /// Its words change with time alone.
    pub(super) fn is_ticking(&self) -> bool {
        match self.state {
            State::Starting | State::Searching { .. } | State::Stopping { .. } => true,
            State::Ready | State::Ended(_) => self.session.restarting_since().is_some(),
        }
    }
}

/// What an engine does that searches.
fn searching_word(ponders: bool) -> &'static str {
    if ponders { "pondering" } else { "thinking" }
}

/// What is known of a session beside its log.
#[derive(Clone, Debug, Default)]
pub(super) struct Watched {
    /// As it is called.
    pub(super) name: String,
    /// As its engine calls itself.
    pub(super) own_name: String,
    /// It has not ended.
    pub(super) alive: bool,
}

/// Why it has failed, in the few words of a chip.
pub(super) fn chip_text(cause: &Cause) -> String {
    let is_crash = matches!(cause, Cause::Crashed { .. });
    if is_crash { cause.to_string() } else { cause.kind().to_owned() }
}

/// The engines that a room runs, by number.
#[derive(Debug)]
pub(super) struct Engines {
    running: BTreeMap<u64, Engine>,
    numbers: Numbers,
    /// What is to be done with their sessions, oldest first.
    effects: Vec<Effect>,
}

impl Engines {
    /// No engine runs. `numbers` are those of all sessions of the program.
    pub(super) fn new(numbers: Numbers) -> Self {
        Self { running: BTreeMap::new(), numbers, effects: Vec::new() }
    }

    /// Starts an engine; its number. Its session reports a failure to start.
    pub(super) fn start(
        &mut self,
        entry: &str,
        options: Vec<(String, String)>,
        launch: Launch,
        role: Role,
        now: Instant,
    ) -> u64 {
        self.start_in_place_of(None, entry, options, launch, role, now)
    }

    /// Starts an engine again: the session of this number goes. Its new number.
    pub(super) fn start_again(&mut self, id: u64, now: Instant) -> Option<u64> {
        let old = self.running.get(&id)?;
        let (entry, options) = (old.entry.clone(), old.options.clone());
        let (launch, role) = (old.launch.clone(), old.role);
        self.remove(id);
        Some(self.start_in_place_of(Some(id), &entry, options, launch, role, now))
    }

    fn start_in_place_of(
        &mut self,
        old: Option<u64>,
        entry: &str,
        options: Vec<(String, String)>,
        mut launch: Launch,
        role: Role,
        now: Instant,
    ) -> u64 {
        launch.config.attended = matches!(role, Role::Seat(_));
        let id = self.numbers.next();
        self.effects.push(Effect::Start { id, launch: Box::new(launch.clone()), old });
        let engine = Engine {
            id,
            entry: entry.to_owned(),
            options,
            role,
            session: SessionState::new(),
            launch,
            outdated: false,
            state: State::Starting,
            status: String::new(),
            started: now,
            search: None,
            requests: Vec::new(),
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

    /// What is to be done with the sessions, oldest first.
    pub(super) fn take_effects(&mut self) -> Vec<Effect> {
        let mut effects = std::mem::take(&mut self.effects);
        for engine in self.running.values_mut() {
            let id = engine.id;
            effects.extend(engine.requests.drain(..).map(|request| Effect::Send(id, request)));
        }
        effects
    }

    /// Forgets an engine; its session ends in good order.
    pub(super) fn remove(&mut self, id: u64) {
        let Some(engine) = self.running.remove(&id) else { return };
        self.effects.extend(engine.requests.into_iter().map(|request| Effect::Send(id, request)));
        self.effects.push(Effect::End(id));
    }

    /// Ends the process of an engine at once; its session reports that.
    pub(super) fn kill(&mut self, id: u64) {
        self.effects.push(Effect::Kill(id));
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

    /// The engine on a seat, to be looked at.
    pub(super) fn on_seat(&self, side: Side) -> Option<&Engine> {
        self.running.values().find(|engine| engine.role == Role::Seat(side))
    }

    /// What the session of the engine on a seat has reported; nothing where no engine was started.
    pub(super) fn session_on_seat(&self, side: Side) -> &SessionState {
        static NOT_STARTED: SessionState = SessionState::new();
        self.on_seat(side).map_or(&NOT_STARTED, |engine| &engine.session)
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

    /// Sessions of an entry of the list go by its new name.
    pub(super) fn rename(&mut self, name: &str, to: &str) {
        for engine in self.running.values_mut().filter(|engine| engine.entry == name) {
            to.clone_into(&mut engine.entry);
        }
    }

    /// What runs, as the list of engines shows it.
    pub(super) fn running_views(&self, now: Instant) -> impl Iterator<Item = RunningEngine> {
        self.running.values().map(move |engine| RunningEngine {
            entry: engine.entry.clone(),
            id: engine.id,
            chip: engine.chip_at_rest(now),
            has_ended: engine.has_ended(),
        })
    }

    /// The words of one of them change with time alone.
    pub(super) fn is_ticking(&self) -> bool {
        self.running.values().any(Engine::is_ticking)
    }
}
