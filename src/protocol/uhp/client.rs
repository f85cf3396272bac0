//! The host's half of a UHP dialogue.
//!
//! A machine without IO: it is told what happened and asked what to do. It knows no rules and no
//! clocks; what time an engine is given for a move is decided by `play`.

mod lines;
mod sending;

use std::collections::VecDeque;
use std::mem;
use std::time::{Duration, Instant};

use super::deviation::Deviation;
use super::effort::{FRACTION, Forms, WHOLE};
use super::game_string::{GameKind, GameString};
use super::message::{Command, Effort, FRACTIONAL_TIME};
use super::reply::Thought;
use super::running::{Kind, Running, Stop};
use super::setting::Setting;
use super::settings::Settings;
use super::told::{Line, Told, Way};
use crate::protocol::{
    Client, ClientConfig, Event, Fault, Mode, OptionKind, RESTARTING, Reason, Refusal, Refused,
    Request, Restart, Root, Search, SearchId,
};

/// The share of the start deadline in which an engine may introduce itself before it is asked: 2 s
/// of the usual 30 s.
const BANNER_SHARE: u32 = 15;
/// How long the rest of an answer may take that began with its end.
const BARE_OK_PATIENCE: Duration = Duration::from_secs(1);
/// How long a search may take to end by itself before the engine is started anew.
const STEP_PATIENCE: Duration = Duration::from_secs(2);
/// The same for a search for a time that is over soon.
const END_PATIENCE: Duration = Duration::from_millis(1200);
/// The same for one whose time is just over, when a move is wanted now.
const ANSWER_PATIENCE: Duration = Duration::from_millis(250);
/// Sentences of one answer that are kept.
const MAX_TEXTS: usize = 20;

/// The host's half of a dialogue with one engine.
#[derive(Debug)]
pub struct UhpClient {
    phase: Phase,
    settings: Settings,
    name: String,
    /// What the engine says that it can play; it may have said nothing.
    able: Option<GameKind>,
    declared: Vec<Setting>,
    /// The forms of `bestmove` that it takes, as far as it has shown.
    forms: Forms,
    told: Told,
    flight: Option<Flight>,
    /// What a person typed.
    raw: VecDeque<String>,
    /// Options to be set.
    changes: VecDeque<(String, String)>,
    /// The newest wish, not begun yet.
    desired: Option<Search>,
    running: Option<Running>,
    question: Option<Question>,
    /// When the running search is ended the hard way.
    interrupt_at: Option<Instant>,
    /// It has failed, and UHP has no fence that shows whether it is in step: it is started again
    /// before anything else is asked.
    is_out_of_step: bool,
    wants_restart: bool,
    /// Why it is being started again, until it is ready.
    restart: Option<Restart>,
    /// Why it does not take what it was last told.
    reason: Option<Reason>,
    was_ready: bool,
    /// It does not introduce itself.
    needs_info: bool,
    /// It wants `true` for `True`.
    lower_case_bools: bool,
    /// A move that it refused when it was told by itself, and its words: until it is known whether
    /// it takes the game as a whole.
    refused: Option<(String, String)>,
    /// What it shows as its status.
    status: String,
    deviations: Vec<Deviation>,
    transmits: VecDeque<String>,
    events: VecDeque<Event>,
}

#[derive(Debug)]
enum Phase {
    /// The engine is to introduce itself.
    Starting {
        ask_at: Option<Instant>,
        deadline: Instant,
    },
    /// Its options are asked for and set.
    Preparing,
    Ready,
    /// The engine is gone and another one on its way.
    Restarting,
    /// `exit` was sent.
    Quitting {
        deadline: Instant,
    },
    /// Nothing follows.
    Over,
}

/// The command that is not answered yet.
#[derive(Debug)]
struct Flight {
    purpose: Purpose,
    /// The command, in a word.
    name: &'static str,
    since: Instant,
    limit: Option<Duration>,
    /// An `ok` without an answer has come: until when the answer is waited for.
    bare_ok: Option<Instant>,
    /// The answer to another command is coming in between.
    is_foreign: bool,
    got: Got,
}

impl Flight {
    fn deadline(&self) -> Option<Instant> {
        let limit = self.limit.map(|limit| self.since + limit);
        limit.into_iter().chain(self.bare_ok).min()
    }
}

/// What a command is for.
#[derive(Debug)]
enum Purpose {
    ListOptions,
    SetOption {
        name: String,
        value: String,
    },
    /// Brings the engine to another position.
    Place {
        after: Line,
        /// For the question of this number, not for the search.
        asks: Option<SearchId>,
    },
    Search,
    /// For the question of this number.
    ValidMoves(SearchId),
    /// A person's own.
    Raw,
}

/// What has come of an answer.
#[derive(Debug, Default)]
struct Got {
    game: Option<(GameString, String)>,
    settings: Vec<Setting>,
    moves: Option<Vec<String>>,
    best: Option<Thought>,
    errors: Vec<String>,
    texts: Vec<String>,
    /// A line with nothing on it where a move was due.
    has_blank: bool,
    /// A move where a game was due, or several where one was.
    has_stray_move: bool,
}

/// A wish for the engine's game, and for the moves that are possible in it.
#[derive(Debug)]
struct Question {
    id: SearchId,
    root: Root,
    way: Way,
    wants_moves: bool,
}

impl UhpClient {
    /// A dialogue that begins at `now`.
    pub(crate) fn new(config: &ClientConfig, now: Instant) -> Self {
        let settings = Settings::new(config);
        let start = settings.deadlines.start;
        let (ask_at, deadline) = (Some(now + start / BANNER_SHARE), now + start);
        Self {
            phase: Phase::Starting { ask_at, deadline },
            settings,
            name: config.name.clone(),
            able: None,
            declared: Vec::new(),
            forms: Forms::default(),
            told: Told::default(),
            flight: None,
            raw: VecDeque::new(),
            changes: VecDeque::new(),
            desired: None,
            running: None,
            question: None,
            interrupt_at: None,
            is_out_of_step: false,
            wants_restart: false,
            restart: None,
            reason: None,
            was_ready: false,
            needs_info: false,
            lower_case_bools: false,
            refused: None,
            status: String::new(),
            deviations: Vec::new(),
            transmits: VecDeque::new(),
            events: VecDeque::new(),
        }
    }
}

impl Client for UhpClient {
    fn handle_request(&mut self, request: Request, now: Instant) {
        if matches!(self.phase, Phase::Over | Phase::Quitting { .. }) {
            return self.refuse(request);
        }
        match request {
            Request::Search(search) => self.search(search, now),
            Request::Stop => self.stop(Stop::MoveNow, now),
            Request::Abandon => self.stop(Stop::Drop, now),
            Request::NewGame => {
                self.stop(Stop::Drop, now);
                self.told.forget();
            }
            Request::Resync => self.is_out_of_step = true,
            Request::SetOption { name, value } => self.choose(&name, &value),
            Request::ValidMoves { id, root } => self.ask(id, root, true, now),
            Request::GameState { id, root } => self.ask(id, root, false, now),
            // UHP knows neither pondering nor draws nor windows.
            Request::PonderHit | Request::OfferDraw | Request::ShowWindow(_) => {}
            Request::Raw(text) => self.raw.extend(text.lines().map(str::to_owned)),
            Request::Quit => return self.quit(now),
        }
        self.go_on(now);
    }

    fn handle_line(&mut self, line: &str, now: Instant) {
        match self.phase {
            Phase::Starting { .. } => self.hear_banner(line, now),
            Phase::Preparing | Phase::Ready => self.hear(line, now),
            Phase::Restarting | Phase::Quitting { .. } | Phase::Over => {}
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        let is_over = |due: Option<Instant>| due.is_some_and(|due| due <= now);
        match &mut self.phase {
            Phase::Starting { deadline, .. } if *deadline <= now => {
                let limit = self.settings.deadlines.start;
                return self.fail(Fault::Timeout { waiting_for: "info", limit });
            }
            Phase::Starting { ask_at, .. } if is_over(*ask_at) => {
                *ask_at = None;
                self.needs_info = true;
                self.send(&Command::Info);
                return;
            }
            Phase::Quitting { deadline } if *deadline <= now => {
                let limit = self.settings.deadlines.quit;
                return self.fail(Fault::Timeout { waiting_for: "exit", limit });
            }
            Phase::Starting { .. }
            | Phase::Preparing
            | Phase::Ready
            | Phase::Restarting
            | Phase::Quitting { .. }
            | Phase::Over => {}
        }
        if is_over(self.interrupt_at) {
            return self.interrupt(now);
        }
        let Some(flight) = &self.flight else { return };
        if is_over(flight.bare_ok) {
            self.complete(now);
        } else if is_over(flight.deadline()) {
            let (waiting_for, limit) = (flight.name, flight.limit.unwrap_or_default());
            if self.is_mere_question() {
                return self.give_up_question(waiting_for, limit, now);
            }
            self.fail(Fault::Timeout { waiting_for, limit });
        }
    }

    fn handle_eof(&mut self, _now: Instant) {
        let state = match self.phase {
            Phase::Starting { .. } | Phase::Preparing => "starting",
            Phase::Ready if self.is_thinking() => "thinking",
            Phase::Ready => "ready",
            Phase::Quitting { .. } => {
                self.phase = Phase::Over;
                return self.events.push_back(Event::Closed);
            }
            Phase::Restarting | Phase::Over => return,
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
        let phase = match self.phase {
            Phase::Starting { ask_at, deadline } => ask_at.into_iter().chain([deadline]).min(),
            Phase::Quitting { deadline } => Some(deadline),
            Phase::Preparing | Phase::Ready => None,
            Phase::Restarting | Phase::Over => return None,
        };
        let flight = self.flight.as_ref().and_then(Flight::deadline);
        [phase, flight, self.interrupt_at].into_iter().flatten().min()
    }

    fn poll_restart(&mut self) -> bool {
        mem::take(&mut self.wants_restart)
    }

    fn handle_restart(&mut self, now: Instant) {
        if !matches!(self.phase, Phase::Restarting) {
            return;
        }
        let start = self.settings.deadlines.start;
        let ask_at = (!self.needs_info).then_some(now + start / BANNER_SHARE);
        self.phase = Phase::Starting { ask_at, deadline: now + start };
        if self.needs_info {
            self.send(&Command::Info);
        }
    }

    fn hears_errors(&self) -> bool {
        true
    }

    fn handle_error_line(&mut self, line: &str, _now: Instant) {
        if let Some(thought) = Thought::parse_error_line(line)
            && let Some(running) = self.believed()
        {
            let info = running.note(thought);
            self.events.push_back(Event::Info(info));
        }
    }
}

/// Requests.
impl UhpClient {
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

    /// Asks for the game, and for its moves where they are wanted.
    fn ask(&mut self, id: SearchId, root: Root, wants_moves: bool, now: Instant) {
        self.interrupt_raw(now);
        let question = Question { id, root, way: self.first_way(), wants_moves };
        if let Some(older) = self.question.replace(question) {
            self.events.push_back(Event::ValidMoves { id: older.id, moves: None });
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
        if !self.is_thinking() {
            self.interrupt_raw(now);
            if let Some(running) = self.running.take() {
                self.events.push_back(Self::cut_short(&running, Some(stop)));
            }
            return;
        }
        let Some(running) = &mut self.running else { return };
        // A discarded answer stays discarded.
        if running.stop != Some(Stop::Drop) {
            running.stop = Some(stop);
        }
        let is_urgent = running.stop == Some(Stop::MoveNow) && !running.is_analysis();
        // It may have ended its answer already, without a move; or that `ok` was a stray one, and it
        // is thinking. Nobody knows, so that it is not taken for the answer.
        if let Some(Flight { bare_ok: Some(_), .. }) = &self.flight
            && is_urgent
        {
            self.interrupt_at.get_or_insert(now + ANSWER_PATIENCE);
            return;
        }
        let own_end = match (&running.kind, &self.flight) {
            (Kind::Once(Effort::Time(time)), Some(flight)) => Some(flight.since + *time),
            (Kind::Once(_) | Kind::Deepen(_), _) => None,
        };
        let ends_within = |time| own_end.is_some_and(|end| end <= now + time);
        let patience = match running.kind {
            _ if is_urgent && running.has_move() => {
                ends_within(ANSWER_PATIENCE).then_some(ANSWER_PATIENCE)
            }
            Kind::Deepen(_) => Some(STEP_PATIENCE),
            Kind::Once(_) => ends_within(END_PATIENCE).then_some(STEP_PATIENCE),
        };
        match patience.map(|patience| now + patience) {
            Some(end) => {
                self.interrupt_at = Some(self.interrupt_at.map_or(end, |at| at.min(end)));
            }
            None => self.interrupt(now),
        }
    }

    /// The end of a search that the engine has not ended: what it has found so far is its answer,
    /// where that is wanted.
    fn cut_short(running: &Running, stop: Option<Stop>) -> Event {
        if stop != Some(Stop::Drop) && running.has_move() {
            Event::Answer(running.answer())
        } else {
            Event::Ended(running.id)
        }
    }

    /// What a person started in the console must not keep the engine for ever.
    fn interrupt_raw(&mut self, now: Instant) {
        let is_raw = |flight: &Flight| matches!(flight.purpose, Purpose::Raw);
        if self.flight.as_ref().is_some_and(is_raw) {
            self.interrupt_at.get_or_insert(now + STEP_PATIENCE);
        }
    }

    /// The engine is started anew; the search that runs ends with what is known of it. One that
    /// waits for its next command goes on with the next engine.
    fn interrupt(&mut self, _now: Instant) {
        let is_thinking = self.is_thinking();
        if let Some(running) = self.running.take_if(|running| is_thinking || running.stop.is_some())
        {
            let stop = running.stop;
            self.events.push_back(Self::cut_short(&running, stop));
        }
        self.deviates(Deviation::Interrupted);
        self.start_again(Restart::Interrupted);
    }

    /// What was asked for and has not been begun goes on with the next engine.
    pub(super) fn start_again(&mut self, why: Restart) {
        if self.restart.replace(why).is_none() {
            self.events.push_back(Event::Restarting);
        }
        self.show_status(RESTARTING.to_owned());
        self.is_out_of_step = false;
        self.phase = Phase::Restarting;
        self.wants_restart = true;
        self.flight = None;
        self.interrupt_at = None;
        self.transmits.clear();
        self.changes.clear();
        self.told.forget();
    }

    /// What is in flight is wanted for a question alone, and for no search.
    fn is_mere_question(&self) -> bool {
        let is_searched = self.running.is_some() || self.desired.is_some();
        self.flight.as_ref().is_some_and(|flight| match flight.purpose {
            Purpose::ValidMoves(_) => true,
            Purpose::Place { asks, .. } => asks.is_some() && !is_searched,
            Purpose::ListOptions | Purpose::SetOption { .. } | Purpose::Search | Purpose::Raw => {
                false
            }
        })
    }

    /// A question must not cost the engine its game: where it does not answer it is started anew,
    /// and the search that waits goes on then.
    fn give_up_question(&mut self, name: &str, limit: Duration, now: Instant) {
        let text = format!("it did not answer {name} within {} s", limit.as_secs_f64());
        self.events.push_back(Event::Complaint(text));
        let asked = match self.flight.take().map(|flight| flight.purpose) {
            Some(Purpose::ValidMoves(id)) => Some(id),
            Some(Purpose::Place { asks, .. }) => asks,
            Some(
                Purpose::ListOptions | Purpose::SetOption { .. } | Purpose::Search | Purpose::Raw,
            )
            | None => None,
        };
        // A newer one may wait, which the engine has never seen: it is for the next engine.
        if let Some(question) = self.question.take_if(|question| Some(question.id) == asked) {
            self.events.push_back(Event::ValidMoves { id: question.id, moves: None });
        }
        self.interrupt(now);
    }

    fn choose(&mut self, name: &str, value: &str) {
        match self.admitted(name, value) {
            Ok(admitted) => {
                self.settings.choose(name, value);
                if !self.awaits_options() {
                    self.changes.push_back((name.to_owned(), admitted));
                }
            }
            Err(why) => self.events.push_back(Event::Complaint(why)),
        }
    }

    /// The engine has not listed its options yet; what is chosen is set when it has.
    fn awaits_options(&self) -> bool {
        match self.phase {
            Phase::Starting { .. } | Phase::Restarting => true,
            Phase::Preparing => {
                let flight = self.flight.as_ref().map(|flight| &flight.purpose);
                matches!(flight, Some(Purpose::ListOptions))
            }
            Phase::Ready | Phase::Quitting { .. } | Phase::Over => false,
        }
    }

    /// The option by which the engine declares that it takes parts of a second.
    fn fractional_time(&self) -> Option<&Setting> {
        let is_it = |setting: &&Setting| {
            setting.name == FRACTIONAL_TIME && setting.kind == OptionKind::Bool
        };
        self.declared.iter().find(is_it)
    }

    /// What the times for its searches are multiples of.
    fn time_step(&self) -> Duration {
        match self.fractional_time() {
            Some(setting) if setting.value.eq_ignore_ascii_case("true") => FRACTION,
            Some(_) | None => WHOLE,
        }
    }

    /// The value as it is sent; otherwise what is wrong with it.
    fn admitted(&self, name: &str, value: &str) -> Result<String, String> {
        if self.awaits_options() {
            return Ok(value.to_owned());
        }
        let Some(setting) = self.declared.iter().find(|setting| setting.name == name) else {
            return Err(format!("option {name:?} is not known to the engine"));
        };
        setting.admit(value).ok_or_else(|| {
            let allowed = setting.allowed();
            format!("option {name:?} cannot be set to {value:?}; allowed: {allowed}")
        })
    }

    fn quit(&mut self, now: Instant) {
        self.end_everything();
        let deadline = now + self.settings.deadlines.quit;
        self.phase = Phase::Quitting { deadline };
        self.flight = None;
        self.interrupt_at = None;
        self.send(&Command::Exit);
    }

    /// Nothing that was asked for will be answered.
    fn end_everything(&mut self) {
        let running = self.running.take().map(|running| running.id);
        let unsent = self.desired.take().map(|search| search.id);
        self.events.extend(running.into_iter().chain(unsent).map(Event::Ended));
        if let Some(question) = self.question.take() {
            self.events.push_back(Event::ValidMoves { id: question.id, moves: None });
        }
    }

    /// The dialogue is over, or as good as over.
    fn refuse(&mut self, request: Request) {
        if matches!(self.phase, Phase::Over) {
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
impl UhpClient {
    /// `bestmove` is in flight.
    fn is_thinking(&self) -> bool {
        let is_search = |flight: &Flight| matches!(flight.purpose, Purpose::Search);
        self.flight.as_ref().is_some_and(is_search)
    }

    /// The search whose news are believed: it runs, and its answer is wanted.
    fn believed(&mut self) -> Option<&mut Running> {
        let is_thinking = self.is_thinking();
        self.running.as_mut().filter(|running| is_thinking && running.stop != Some(Stop::Drop))
    }

    /// The engine does not take something, and says why.
    fn object(&mut self, why: Reason) {
        self.events.push_back(Event::Complaint(why.words().to_owned()));
        self.reason = Some(why);
    }

    /// The engine does not take what a search needs; the search ends with that.
    fn refuse_search(&mut self, search: SearchId, what: Refused) {
        let why = self.reason.take();
        self.events.extend(why.map(|why| Event::Refused(Refusal { search, what, why })));
        self.events.push_back(Event::Ended(search));
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
        self.phase = Phase::Over;
        self.flight = None;
        self.interrupt_at = None;
        self.wants_restart = false;
        self.transmits.clear();
        self.events.push_back(Event::Fault(fault));
    }
}

#[cfg(test)]
mod tests;
