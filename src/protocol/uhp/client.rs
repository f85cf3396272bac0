//! The host's half of a UHP dialogue.
//!
//! A machine without IO: its caller reports what happened and asks what to do. It knows no rules
//! and no clocks; `play` decides how much time an engine gets for a move.

mod asking;
mod ending;
mod lines;
mod options;
mod placing;
mod sending;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::deviation::Deviation;
use super::effort::Forms;
use super::game_string::{GameHead, GameKind};
use super::known_game::{KnownGame, Line, Way};
use super::message::Command;
use super::reply::Thought;
use super::running::Running;
use super::setting::Setting;
use super::settings::Settings;
use crate::protocol::machine::{Exchange, Machine, Stop};
use crate::protocol::{ClientConfig, Deadlines, Event, Reason, Request, Root, Search, SearchId};

/// The share of the start deadline in which an engine may introduce itself before it is asked: 2 s
/// of the usual 30 s.
const BANNER_SHARE: u32 = 15;
/// The time that the rest of an answer may take which began with its end.
const BARE_OK_PATIENCE: Duration = Duration::from_secs(1);
/// The time that a search may take to end by itself before the engine is started again.
const STEP_PATIENCE: Duration = Duration::from_secs(2);
/// The time for a search whose limit is over soon.
const END_PATIENCE: Duration = Duration::from_millis(1200);
/// The time for a search whose limit is just over, when a move is wanted now.
const ANSWER_PATIENCE: Duration = Duration::from_millis(250);
/// Sentences of one answer that are kept.
const MAX_TEXTS: usize = 20;

/// The host's half of a dialogue with one engine.
#[derive(Debug)]
pub struct UhpClient {
    readiness: Readiness,
    talk: Exchange<Deviation>,
    settings: Settings,
    /// The variants that the engine says it can play; it may have said nothing.
    able: Option<GameKind>,
    declared: Vec<Setting>,
    /// The forms of `bestmove` that it takes, as far as is known.
    forms: Forms,
    told: KnownGame,
    flight: Option<Flight>,
    /// The lines that a person typed.
    raw: VecDeque<String>,
    /// The options to set.
    changes: VecDeque<(String, String)>,
    running: Option<Running>,
    question: Option<Question>,
    /// The time when the running search is ended by restarting the engine.
    interrupt_at: Option<Instant>,
    /// The reason why it does not take the last command.
    reason: Option<Reason>,
    /// It does not introduce itself.
    needs_info: bool,
    /// It takes `true` instead of `True`.
    lower_case_bools: bool,
    /// A move that it refused when it was sent by itself, and its words, until it is known whether
    /// it takes the game as a whole.
    refused: Option<(String, String)>,
}

#[derive(Debug)]
enum Readiness {
    /// The engine has to introduce itself.
    Starting {
        ask_at: Option<Instant>,
        deadline: Instant,
    },
    /// The client asks for its options and sets them.
    Preparing,
    Ready,
}

/// The command that is not answered yet.
#[derive(Debug)]
struct Flight {
    purpose: Purpose,
    /// The command, in a word.
    name: &'static str,
    since: Instant,
    limit: Option<Duration>,
    /// An `ok` without an answer has come: the time until which the answer is waited for.
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

/// The purpose of a command.
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
    /// A person's own command.
    Raw,
}

/// The parts of an answer so far.
#[derive(Debug, Default)]
struct Got {
    /// A game: its head and its text.
    game: Option<(GameHead, String)>,
    settings: Vec<Setting>,
    moves: Option<Vec<String>>,
    best: Option<Thought>,
    errors: Vec<String>,
    texts: Vec<String>,
    /// An empty line came when a move was due.
    has_blank: bool,
    /// A move came when a game was due, or several moves when one was due.
    has_stray_move: bool,
}

/// A request for the engine's game, and for the moves that are possible in it.
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
            readiness: Readiness::Starting { ask_at, deadline },
            talk: Exchange::new(&config.name),
            settings,
            able: None,
            declared: Vec::new(),
            forms: Forms::default(),
            told: KnownGame::default(),
            flight: None,
            raw: VecDeque::new(),
            changes: VecDeque::new(),
            running: None,
            question: None,
            interrupt_at: None,
            reason: None,
            needs_info: false,
            lower_case_bools: false,
            refused: None,
        }
    }
}

impl Machine for UhpClient {
    type Deviation = Deviation;
    type Wish = Search;

    /// Not in the document, but in every engine.
    const GOODBYE: &'static str = "exit";
    const HEARS_ERRORS: bool = true;

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
        match self.readiness {
            Readiness::Starting { .. } => self.hear_banner(line, now),
            Readiness::Preparing | Readiness::Ready => self.hear_answer(line, now),
        }
    }

    fn hear_error(&mut self, line: &str) {
        if let Some(thought) = Thought::parse_error_line(line)
            && let Some(running) = self.believed()
        {
            let info = running.note(thought);
            self.talk.report(Event::Info(info));
        }
    }

    fn expire(&mut self, now: Instant) {
        let is_over = |due: Option<Instant>| due.is_some_and(|due| due <= now);
        match &mut self.readiness {
            Readiness::Starting { deadline, .. } if *deadline <= now => {
                return self.talk.time_out("info", self.settings.deadlines.start);
            }
            Readiness::Starting { ask_at, .. } if is_over(*ask_at) => {
                *ask_at = None;
                self.needs_info = true;
                return self.talk.send(Command::Info);
            }
            Readiness::Starting { .. } | Readiness::Preparing | Readiness::Ready => {}
        }
        if is_over(self.interrupt_at) {
            return self.interrupt();
        }
        let Some(flight) = &self.flight else { return };
        if is_over(flight.bare_ok) {
            self.complete(now);
        } else if is_over(flight.deadline()) {
            let (waiting_for, limit) = (flight.name, flight.limit.unwrap_or_default());
            if self.is_mere_question() {
                return self.give_up_question(waiting_for, limit);
            }
            self.talk.time_out(waiting_for, limit);
        }
    }

    fn due(&self) -> Option<Instant> {
        let phase = match self.readiness {
            Readiness::Starting { ask_at, deadline } => ask_at.into_iter().chain([deadline]).min(),
            Readiness::Preparing | Readiness::Ready => None,
        };
        let flight = self.flight.as_ref().and_then(Flight::deadline);
        [phase, flight, self.interrupt_at].into_iter().flatten().min()
    }

    fn doing(&mut self) -> &'static str {
        match self.readiness {
            Readiness::Starting { .. } | Readiness::Preparing => "starting",
            Readiness::Ready if self.is_thinking() => "thinking",
            Readiness::Ready => "ready",
        }
    }

    fn begin_again(&mut self, now: Instant) {
        let start = self.settings.deadlines.start;
        let ask_at = (!self.needs_info).then_some(now + start / BANNER_SHARE);
        self.readiness = Readiness::Starting { ask_at, deadline: now + start };
        if self.needs_info {
            self.talk.send(Command::Info);
        }
    }

    fn is_idle(&self) -> bool {
        self.flight.is_none() && !matches!(self.readiness, Readiness::Starting { .. })
    }

    fn begin_next(&mut self, now: Instant) -> bool {
        self.launch_next(now)
    }

    fn end_running(&mut self, stop: Stop, now: Instant) {
        self.end(stop, now);
    }

    fn begin_game(&mut self) {
        self.told.forget();
    }

    fn send_typed(&mut self, text: &str, _now: Instant) {
        self.raw.extend(text.lines().map(str::to_owned));
    }

    fn request(&mut self, request: Request, now: Instant) {
        match request {
            Request::SetOption { name, value } => self.choose(&name, &value),
            Request::ValidMoves { id, root } => self.ask(id, root, true, now),
            Request::GameState { id, root } => self.ask(id, root, false, now),
            other => self.talk.refuse(other),
        }
    }

    fn leave(&mut self) -> Option<SearchId> {
        self.flight = None;
        self.interrupt_at = None;
        self.end_question();
        self.running.take().map(|running| running.id)
    }
}

/// The methods that all states share.
impl UhpClient {
    /// `bestmove` is in flight.
    fn is_thinking(&self) -> bool {
        let is_search = |flight: &Flight| matches!(flight.purpose, Purpose::Search);
        self.flight.as_ref().is_some_and(is_search)
    }

    /// The search whose info lines are accepted: it runs, and its answer is wanted.
    fn believed(&mut self) -> Option<&mut Running> {
        let is_thinking = self.is_thinking();
        self.running.as_mut().filter(|running| is_thinking && running.stop != Some(Stop::Drop))
    }

    /// The engine does not take something, and gives the reason.
    fn object(&mut self, why: Reason) {
        self.talk.report(Event::Complaint(why.words().to_owned()));
        self.reason = Some(why);
    }
}

#[cfg(test)]
mod tests;
