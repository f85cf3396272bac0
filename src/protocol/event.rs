//! What an engine tells the program, whatever its protocol.
//!
//! Reads no line: the clients do.

use std::fmt;
use std::time::Duration;

use super::{OptionDecl, SearchId, quoted};

/// The [`Event::Status`] while an engine that cannot be stopped is started again to end a search.
pub const RESTARTING: &str = "interrupted: the engine is started again";
/// The [`Event::Status`] once it has been started again, until its next search begins or is over.
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
    /// What the engine can do, since it has shown that it cannot do all that was said when it got
    /// ready.
    Capabilities(Capabilities),
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
    /// The engine refuses a search: [`Event::Ended`] follows at once.
    Refused(Refusal),
    /// The engine is about to be started again ([`Client::poll_restart`](super::Client::poll_restart)).
    Restarting,
    /// It was started again, and is ready. What is not reported again still holds.
    Restarted(Restart),
    /// The game as the engine has it now, by its own word: to be compared with the referee's.
    GameState {
        /// The game that it was told, [`Root::full`](super::Root::full).
        told: String,
        /// The game that it has (UHP: a GameString), as it wrote it.
        game: String,
    },
    /// The answer to [`Request::ValidMoves`](super::Request::ValidMoves), and the end of [`Request::GameState`](super::Request::GameState).
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

/// What an engine refused of a search.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Refusal {
    /// The search.
    pub search: SearchId,
    /// What it did not take.
    pub what: Refused,
    /// Why.
    pub why: Reason,
}

/// What an engine does not take.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Refused {
    /// The position, or a move on the way to it.
    Position,
    /// This command to search, in a position that it has taken.
    Command(String),
}

/// Why an engine does not take something.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reason {
    /// In its own words.
    Said(String),
    /// What its client found wrong with its answer: a clause that begins with `it`.
    Found(String),
}

impl Reason {
    /// The words, the engine's or the client's.
    #[must_use]
    pub fn words(&self) -> &str {
        match self {
            Self::Said(words) | Self::Found(words) => words,
        }
    }
}

impl fmt::Display for Refusal {
    /// A clause behind the name of the engine, which says what was refused.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.why.words();
        match &self.what {
            Refused::Position => write!(f, "refused the position: {words}"),
            Refused::Command(command) => write!(f, "answered {command} with {}", quoted(words)),
        }
    }
}

/// Why an engine was started again in the middle of its session.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Restart {
    /// A search had to end, and did not end otherwise.
    Interrupted,
    /// Its next answer could have belonged to another question.
    OutOfStep,
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
    /// It divides the time on its clock itself. Otherwise the host does: each move has a limit of
    /// its own ([`Limits::move_time`](super::Limits::move_time)).
    pub clock: bool,
    /// A depth can be set.
    pub depth: bool,
    /// Nodes can be limited.
    pub nodes: bool,
    /// Most lines of analysis at a time.
    pub lines: u32,
    /// It can go through a whole game and comment on its moves ([`Mode::WholeGame`](super::Mode::WholeGame)).
    pub whole_game: bool,
    /// Options can be changed while it runs ([`Request::SetOption`](super::Request::SetOption)); otherwise it must be started
    /// again with them.
    pub live_options: bool,
    /// A draw can be offered to it.
    pub draw_offers: bool,
    /// It may have a window of its own.
    pub window: bool,
    /// What the time for a move is a multiple of, where that is the engine's own and not its
    /// protocol's ([`Protocol::time_step`](super::Protocol::time_step)).
    pub time_step: Option<Duration>,
    /// The greatest of the variants that it declares, with which it plays all smaller ones (UHP:
    /// `Base+MLP`); `None` where it has declared none.
    pub variants: Option<&'static str>,
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
    /// It does not play what it is wanted for.
    #[error("{what}")]
    Unsupported {
        /// What it plays instead, as a sentence: `it plays only the variants normal, bt`.
        what: String,
    },
    /// It says that it cannot begin.
    #[error("{what}")]
    Unready {
        /// How it says so, as a sentence.
        what: String,
    },
}
