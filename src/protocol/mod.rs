//! The engines' languages as state machines without IO.
//!
//! A [`Client`] is told what happened (`handle_*`) and asked what to do next (`poll_*`). It reads
//! no clock, no pipe and no socket, so every dialogue can be replayed from a text file
//! (`tests/transcripts`). It knows no rules: positions and moves are text to it. It never panics on
//! input.

use std::fmt::{self, Debug};
use std::time::{Duration, Instant};

pub mod guide;
pub mod hub;
mod line;
pub mod nboard;
mod recognise;
pub mod ubgi;
pub mod uhp;

pub use line::{Line, LineDecoder};
pub use recognise::{Listener, Tongue, spoken, spoken_instead};

/// A protocol client: one dialogue with one engine.
///
/// The driver loops: tell it what happened, then drain [`Client::poll_transmit`] and
/// [`Client::poll_event`], then wait for whatever comes first, at most until
/// [`Client::poll_timeout`].
pub trait Client: Debug + Send {
    /// The program wants something.
    fn handle_request(&mut self, request: Request, now: Instant);
    /// The engine wrote a line (without its end). `now` is when it was read.
    fn handle_line(&mut self, line: &str, now: Instant);
    /// Time has passed; too early is harmless.
    fn handle_timeout(&mut self, now: Instant);
    /// The engine closed its output; no line follows.
    fn handle_eof(&mut self, now: Instant);
    /// The next line to write, without its end.
    fn poll_transmit(&mut self) -> Option<String>;
    /// The next thing to report.
    fn poll_event(&mut self) -> Option<Event>;
    /// When [`Client::handle_timeout`] must be called next.
    fn poll_timeout(&self) -> Option<Instant>;
    /// What separates the engine's messages; the same in the other direction.
    fn framing(&self) -> Framing {
        Framing::Lines
    }
    /// The engine answers [`Request::Quit`] by a message of its own: its input stays open until
    /// the dialogue is over.
    fn answers_quit(&self) -> bool {
        false
    }
    /// The engine cannot go on as it is and must be killed and started again (asked after every
    /// call of `handle_*`; true once for each restart). Nothing of the old engine is handed over
    /// afterwards; when the new one runs, [`Client::handle_restart`] is called.
    fn poll_restart(&mut self) -> bool {
        false
    }
    /// The engine was started again, as [`Client::poll_restart`] wanted.
    fn handle_restart(&mut self, _now: Instant) {}
    /// The client wants to be told what the engine writes on its error output.
    fn hears_errors(&self) -> bool {
        false
    }
    /// The engine wrote a line on its error output, where it has one; not in step with
    /// [`Client::handle_line`], and left out when there is too much of it.
    fn handle_error_line(&mut self, _line: &str, _now: Instant) {}
}

/// What separates messages on the wire. Written messages end in LF in both.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Framing {
    /// LF, with or without CR before it.
    #[default]
    Lines,
    /// Any run of bytes below 32 (GUIDE).
    ControlBytes,
}

/// A protocol that the program speaks.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Protocol {
    /// Hub, version 2 (draughts of all variants).
    Hub,
    /// GUIDE (international draughts, over TCP).
    Guide,
    /// NBoard (Othello).
    NBoard,
    /// UHP, the Universal Hive Protocol.
    Uhp,
    /// UBGI, the Universal Backgammon Interface.
    Ubgi,
}

impl Protocol {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Hub, Self::Guide, Self::NBoard, Self::Uhp, Self::Ubgi];

    /// The name in `engines.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Hub => "hub",
            Self::Guide => "guide",
            Self::NBoard => "nboard",
            Self::Uhp => "uhp",
            Self::Ubgi => "ubgi",
        }
    }

    /// The name shown to people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Hub => "Hub",
            Self::Guide => "GUIDE",
            Self::NBoard => "NBoard",
            Self::Uhp => "UHP",
            Self::Ubgi => "UBGI",
        }
    }

    /// Its document has a way to end a search. Whether an engine obeys is its own
    /// ([`Capabilities::stop`]).
    #[must_use]
    pub fn has_stop(self) -> bool {
        match self {
            Self::Hub | Self::Guide | Self::NBoard | Self::Ubgi => true,
            Self::Uhp => false,
        }
    }

    /// Engines can be told to think on the other's time; whether one does is its own.
    #[must_use]
    pub fn has_pondering(self) -> bool {
        match self {
            Self::Hub | Self::Guide => true,
            Self::NBoard | Self::Uhp | Self::Ubgi => false,
        }
    }

    /// Its engines are told of no clock: they are given a time for each move, in whole steps of so
    /// much; `None` where they are told of clocks.
    #[must_use]
    pub fn time_step(self) -> Option<Duration> {
        match self {
            Self::Uhp => Some(Duration::from_secs(1)),
            Self::Ubgi => Some(Duration::from_millis(1)),
            Self::Hub | Self::Guide | Self::NBoard => None,
        }
    }

    /// Finds a protocol by its name in `engines.toml`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|p| p.name().eq_ignore_ascii_case(name))
    }

    /// Its engines comment on the moves of a game that they go through ([`Mode::WholeGame`] gives
    /// [`Event::Remark`]s), where they can go through games at all.
    #[must_use]
    pub fn remarks_on_games(self) -> bool {
        match self {
            Self::Guide => true,
            Self::Hub | Self::NBoard | Self::Uhp | Self::Ubgi => false,
        }
    }

    /// Checks a dialect setting of `engines.toml`.
    ///
    /// # Errors
    ///
    /// What is wrong and what is allowed, to be read after the name of the setting.
    pub fn check_dialect(self, name: &str, value: &str) -> Result<(), String> {
        let settings = self.dialect_settings();
        let found = settings.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let Some((_, values)) = found else {
            let known: Vec<&str> = settings.iter().map(|(name, _)| *name).collect();
            return Err(format!("is not known; allowed: {}", known.join(", ")));
        };
        if values.contains(&value) {
            return Ok(());
        }
        Err(format!("is {value:?}; allowed: {}", values.join(", ")))
    }

    /// The dialect settings of this protocol by name, and what each may be; the first value is what
    /// holds without it.
    #[must_use]
    pub fn dialect_settings(self) -> &'static [(&'static str, &'static [&'static str])] {
        match self {
            Self::Hub => hub::DIALECT,
            Self::Guide => guide::DIALECT,
            Self::NBoard => nboard::DIALECT,
            Self::Uhp => uhp::DIALECT,
            Self::Ubgi => ubgi::DIALECT,
        }
    }

    /// Checks an option of `engines.toml`; without a value (it depends on a choice) only its name.
    ///
    /// # Errors
    ///
    /// As [`Protocol::check_dialect`].
    pub fn check_option(self, name: &str, value: Option<&str>) -> Result<(), String> {
        match self {
            Self::Hub => hub::check_option(name, value),
            Self::Guide => guide::check_option(name, value),
            Self::NBoard => nboard::check_option(name, value),
            Self::Uhp => uhp::check_option(name, value),
            Self::Ubgi => ubgi::check_option(name, value),
        }
    }

    /// A client for a new dialogue that begins at `now`.
    #[must_use]
    pub fn client(self, config: &ClientConfig, now: Instant) -> Box<dyn Client> {
        match self {
            Self::Hub => Box::new(hub::HubClient::new(config, now)),
            Self::Guide => Box::new(guide::GuideClient::new(config, now)),
            Self::NBoard => Box::new(nboard::NBoardClient::new(config, now)),
            Self::Uhp => Box::new(uhp::UhpClient::new(config, now)),
            Self::Ubgi => Box::new(ubgi::UbgiClient::new(config, now)),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// How a client treats this particular engine.
#[derive(Clone, Debug, PartialEq)]
pub struct ClientConfig {
    /// Name in the list of engines; used until the engine says its own.
    pub name: String,
    /// Every deadline is multiplied by this (`timeouts` in `engines.toml`).
    pub timeouts_scale: f64,
    /// Options wanted, by the protocol's own names.
    pub options: Vec<(String, String)>,
    /// Dialect settings by name; the protocol's module names those it knows.
    pub dialect: Vec<(String, String)>,
    /// The variant to be played, as the protocol writes it, where the engine must be told of it
    /// before it starts (Hub); made by [`crate::games::Link::variant_text`]. Another variant needs
    /// another session.
    pub variant: Option<String>,
}

impl Default for ClientConfig {
    fn default() -> Self {
        Self {
            name: String::new(),
            timeouts_scale: 1.0,
            options: Vec::new(),
            dialect: Vec::new(),
            variant: None,
        }
    }
}

impl ClientConfig {
    /// What the dialect setting of this name is set to; capitals of the name do not matter.
    fn dialect_value(&self, name: &str) -> Option<&str> {
        let found = self.dialect.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// The dialect settings of a protocol by name, and what each may be.
type Dialect = &'static [(&'static str, &'static [&'static str])];

/// Number of a search, given by the program; never used twice in a session.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SearchId(pub u64);

/// The position to search, as the protocol writes it. Made by a game's link; text to the client.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Root {
    /// The start of the game, for comparing with what the engine has.
    pub start: String,
    /// The moves from the start, each as the protocol writes it in a single step.
    pub moves: Vec<RootMove>,
    /// The whole position with its history in one text (GGF in NBoard).
    pub full: String,
}

/// One move of a [`Root`].
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RootMove {
    /// Its identity, for comparing: `F5`.
    pub mv: String,
    /// The text that makes the engine play it: `F5/0.50/1.25`.
    pub step: String,
}

/// The clock of one side as an engine is told of it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct EngineClock {
    /// Time for the game (or what is left of it, where the protocol counts so).
    pub main: Duration,
    /// Added for every move.
    pub increment: Duration,
    /// Moves in which `main` must last, where it does not hold for the whole game.
    pub moves: Option<u32>,
}

/// What ends a search. Without any limit it goes on until stopped.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Clocks of the side to move and of the other.
    pub clocks: Option<[EngineClock; 2]>,
    /// Time that the side to move and the other have used in the game so far, this move not
    /// counted (GUIDE).
    pub elapsed: [Duration; 2],
}

/// What a search is for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Mode {
    /// The engine plays the move it finds.
    Play,
    /// The engine explains the position.
    Analyse {
        /// How many of the best moves it should explain.
        lines: u32,
    },
    /// The engine values every position of the game (NBoard `analyze`).
    WholeGame,
    /// The engine thinks on the other's time: the last move of the root is the reply it expects.
    /// The search gives no [`Event::Answer`] before [`Request::PonderHit`]; an answer that the
    /// engine gives earlier is kept until then. A wrong guess is ended with [`Request::Abandon`] or
    /// by the next search.
    Ponder,
}

/// A search: immutable once asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// Its number; every event about it carries it.
    pub id: SearchId,
    /// What to search.
    pub root: Root,
    /// What ends it.
    pub limits: Limits,
    /// What it is for.
    pub mode: Mode,
}

/// What the program may ask of any engine, whatever its protocol.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Search this. A wish that was not sent yet is replaced; a running search is ended first and
    /// its late answer swallowed. Every search asked for ends in exactly one
    /// [`Event::Answer`] or [`Event::Ended`], or in the session's fault.
    Search(Search),
    /// End the running search now and have its answer ("move now"; [`Event::Answer`] where the
    /// engine gives one, else [`Event::Ended`]).
    Stop,
    /// End the running search; its answer is not wanted ([`Event::Ended`]).
    Abandon,
    /// The expected move was played: the running [`Mode::Ponder`] search goes on as a search of
    /// [`Mode::Play`], with the same number; [`Event::Started`] is sent again (its clock starts),
    /// and it ends in an answer. Ignored when no such search is running.
    PonderHit,
    /// Offer the engine a draw, where its protocol can ([`Capabilities::draw_offers`]).
    OfferDraw,
    /// Show or hide the engine's own window, where it may have one ([`Capabilities::window`]).
    ShowWindow(bool),
    /// A new game begins; nothing of the old one holds.
    NewGame,
    /// Change an option, where the protocol can do it in a running session.
    SetOption {
        /// Its name as the engine declared it.
        name: String,
        /// The new value.
        value: String,
    },
    /// Let the engine learn the game (NBoard `learn`).
    Learn(Root),
    /// Ask the engine which moves are possible (UHP `validmoves`). A wish that was not sent yet is
    /// replaced. Ends in exactly one [`Event::ValidMoves`], an empty one in the other protocols.
    ValidMoves {
        /// A number for it, from those of the searches.
        id: SearchId,
        /// The position.
        root: Root,
    },
    /// Bring the engine to this game and let it say which one it has ([`Event::GameState`]) without
    /// asking for moves: for a finished game. Ends as [`Request::ValidMoves`] does, always without
    /// moves.
    GameState {
        /// A number for it, from those of the searches.
        id: SearchId,
        /// The position.
        root: Root,
    },
    /// A line typed by a person in the console, sent as it is.
    Raw(String),
    /// End the dialogue in good order.
    Quit,
}

/// The [`Event::Status`] while an engine that cannot be stopped is started anew to end a search.
pub const RESTARTING: &str = "interrupted: the engine is started again";
/// The [`Event::Status`] once it has been started anew, until its next search is over.
pub const RESTARTED: &str = "interrupted: the engine was started again";

/// What any engine may tell the program.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The handshake is over; searches asked for earlier begin now.
    Ready {
        /// What the engine calls itself, or its name in the list while it has said nothing.
        name: String,
        /// What it can do.
        capabilities: Capabilities,
        /// Options it has declared.
        options: Vec<OptionDecl>,
    },
    /// The engine calls itself by a new name.
    Renamed(String),
    /// The search was sent to an engine that is ready: its clock starts.
    Started(SearchId),
    /// Something about the running search.
    Info(Info),
    /// The answer to a search, and its end.
    Answer(Answer),
    /// A search has ended without an answer that is wanted.
    Ended(SearchId),
    /// The value of one position of the game ([`Mode::WholeGame`]).
    GameValue {
        /// The search.
        search: SearchId,
        /// Moves made before the position; 0 is the start; passes count.
        ply: u32,
        /// In the game's unit, from the point of view of the side to move there.
        score: f64,
    },
    /// The engine has taken note of the game ([`Request::Learn`]).
    Learned,
    /// The game as the engine has it now, by its own word: to be compared with the referee's.
    GameState {
        /// The game that it was told, [`Root::full`].
        told: String,
        /// The game that it has (UHP: a GameString), as it wrote it.
        game: String,
    },
    /// The answer to [`Request::ValidMoves`], and the end of [`Request::GameState`].
    ValidMoves {
        /// Its number.
        id: SearchId,
        /// The moves as the engine wrote them; may hold duplicates. `None` where it gave none: it
        /// refused the position, failed, or was asked something else before it could answer.
        moves: Option<Vec<String>>,
    },
    /// The engine's status line; empty clears it.
    Status(String),
    /// The engine offers a draw, or agrees to one that was offered.
    DrawOffered,
    /// The engine comments on the game: on the move of this number (1 is the first; 0 the start).
    Remark {
        /// Moves made before and with it.
        ply: u32,
        /// The comment.
        text: String,
    },
    /// The engine deviates from the document in a way that is known and handled; each is reported
    /// once.
    Deviation(String),
    /// A line that means nothing to the protocol.
    Chatter(String),
    /// The engine complained.
    Complaint(String),
    /// The engine was asked to end and the dialogue is over.
    Closed,
    /// The dialogue is impossible from here on; nothing follows.
    Fault(Fault),
}

/// What an engine says about its running search. What it did not say is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// The search it belongs to.
    pub search: SearchId,
    /// Which line of analysis this is: the first move of `pv`; `None` for news about the search as
    /// a whole. The last one of a line wins.
    pub line: Option<String>,
    /// Value in the game's unit, from the point of view of the side to move.
    pub score: Option<f64>,
    /// How sure the value is.
    pub bound: Bound,
    /// Depth as written: `24`, `100%W`.
    pub depth: Option<String>,
    /// Nodes since the search began.
    pub nodes: Option<u64>,
    /// Nodes a second, as the engine says.
    pub nodes_per_second: Option<u64>,
    /// Time the engine says it has spent.
    pub time: Option<Duration>,
    /// The moves expected, as the engine wrote them, one by one.
    pub pv: Vec<String>,
    /// The value comes from a book.
    pub book: bool,
    /// How the game may end, where the engine says so (backgammon).
    pub chances: Option<Chances>,
    /// Standard error of `score`, where it was found by playing games out.
    pub std_error: Option<f64>,
}

/// How likely the ends of a game are, from the point of view of the side to move: from 0 to 1. Every
/// kind includes the ones above it: gammons include backgammons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances {
    /// It wins.
    pub win: f64,
    /// It wins a gammon or a backgammon; `None` where that was not said, as below.
    pub win_gammon: Option<f64>,
    /// It wins a backgammon.
    pub win_backgammon: Option<f64>,
    /// It loses a gammon or a backgammon.
    pub lose_gammon: Option<f64>,
    /// It loses a backgammon.
    pub lose_backgammon: Option<f64>,
}

/// How sure a value is.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Bound {
    /// An estimate.
    #[default]
    Estimate,
    /// Only who wins is proved.
    WinLossDraw,
    /// Exactly this.
    Exact,
}

/// The end of a search that was wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The search.
    pub search: SearchId,
    /// The move, as the engine wrote it; `None` after an analysis, or when it says that there is
    /// none.
    pub mv: Option<String>,
    /// The reply it expects.
    pub ponder: Option<String>,
    /// Value in the game's unit, from the point of view of the side to move.
    pub score: Option<f64>,
    /// Time the engine says it has used.
    pub time: Option<Duration>,
}

/// What an engine's protocol lets one ask of it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Capabilities {
    /// A running search can be ended.
    pub stop: bool,
    /// It can think on the other's time.
    pub ponder: bool,
    /// It is told of clocks.
    pub clock: bool,
    /// A depth can be set.
    pub depth: bool,
    /// Nodes can be limited.
    pub nodes: bool,
    /// Most lines of analysis at a time.
    pub lines: u32,
    /// It can value a whole game at one go.
    pub whole_game: bool,
    /// Options can be changed while it runs ([`Request::SetOption`]); otherwise it must be started
    /// again with them.
    pub live_options: bool,
    /// A draw can be offered to it.
    pub draw_offers: bool,
    /// It may have a window of its own.
    pub window: bool,
    /// The greatest of the variants that it declares, with which it plays all smaller ones (UHP:
    /// `Base+MLP`); `None` where it has declared none.
    pub variants: Option<&'static str>,
}

/// An option that an engine declares.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionDecl {
    /// Its name, as it is sent.
    pub name: String,
    /// What it may be.
    pub kind: OptionKind,
    /// Its value when the engine starts.
    pub default: String,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionKind {
    /// On or off.
    Bool,
    /// A whole number.
    Int {
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// A number.
    Real {
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
    },
    /// One of these. The value is the choice's own text, whatever the protocol sends for it.
    Choice(Vec<String>),
    /// Any text.
    Text,
}

impl OptionKind {
    /// What a number may be: ` from 1 to 9`, ` from 1`, ` up to 9`; nothing where the engine has left
    /// both bounds out, and for what is no number.
    #[must_use]
    pub fn range_text(&self) -> String {
        let [min, max] = match self {
            Self::Int { min, max } => [
                (*min > i64::MIN).then(|| min.to_string()),
                (*max < i64::MAX).then(|| max.to_string()),
            ],
            Self::Real { min, max } => [
                (*min > f64::MIN).then(|| min.to_string()),
                (*max < f64::MAX).then(|| max.to_string()),
            ],
            Self::Bool | Self::Choice(_) | Self::Text => [None, None],
        };
        match (min, max) {
            (Some(min), Some(max)) => format!(" from {min} to {max}"),
            (Some(min), None) => format!(" from {min}"),
            (None, Some(max)) => format!(" up to {max}"),
            (None, None) => String::new(),
        }
    }
}

/// What makes a dialogue impossible.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Fault {
    /// The engine closed its output while the dialogue was still wanted.
    #[error("closed its output while {state}")]
    Closed {
        /// What the client was doing: `starting`, `ready`, `thinking`.
        state: &'static str,
    },
    /// No answer within the deadline.
    #[error("did not answer {waiting_for} within {} s", limit.as_secs_f64())]
    Timeout {
        /// The command that was not answered.
        waiting_for: &'static str,
        /// How long it was given.
        limit: Duration,
    },
    /// It cannot do what it is wanted for.
    #[error("{what}")]
    Unsupported {
        /// What it cannot do, as a sentence: `it plays only the variants normal, bt`.
        what: String,
    },
    /// It says something that makes no sense in any state.
    #[error("sent {line:?} while {state}")]
    Unexpected {
        /// What the client was doing.
        state: &'static str,
        /// The line.
        line: String,
    },
}

/// The deadlines that hold for every protocol, before scaling.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Deadlines {
    /// From the start to the end of the handshake.
    pub start: Duration,
    /// For an answer to `ping` or its like.
    pub ready: Duration,
    /// For the answer after a stop.
    pub stop: Duration,
    /// From `quit` to the end of the output.
    pub quit: Duration,
}

impl Deadlines {
    /// The project's deadlines (`design.md`, "Protocol clients"), multiplied by `scale`.
    #[must_use]
    pub fn scaled(scale: f64) -> Self {
        let secs = |secs: f64| Duration::from_secs_f64((secs * scale).clamp(0.01, 86_400.0));
        Self { start: secs(30.0), ready: secs(15.0), stop: secs(5.0), quit: secs(5.0) }
    }
}

#[cfg(test)]
mod tests;
