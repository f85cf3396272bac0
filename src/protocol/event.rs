//! The events that an engine reports to the program, whatever its protocol.
//!
//! Reads no line; the clients do.

use std::fmt;
use std::time::Duration;

use super::{OptionDecl, SearchId, quoted};

/// The [`Event::Status`] while an engine that cannot be stopped is started again to end a search.
pub const RESTARTING: &str = "interrupted: the engine is started again";
/// The [`Event::Status`] once it has been started again, until its next search begins or is over.
pub const RESTARTED: &str = "interrupted: the engine was started again";

/// An event of any engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The handshake is over; searches asked for earlier begin now.
    Ready {
        /// The name that the engine gives itself, or its name in the list until it has given one.
        name: String,
        /// The capabilities of the engine.
        capabilities: Capabilities,
        /// Options it has declared.
        options: Vec<OptionDecl>,
    },
    /// The engine's capabilities, since it has shown that it cannot do all that was reported when
    /// it became ready.
    Capabilities(Capabilities),
    /// The engine calls itself by a new name.
    Renamed(String),
    /// The search was sent to an engine that is ready: its clock starts.
    Started(SearchId),
    /// Something about the running search.
    Info(Info),
    /// The answer to a search, and its end.
    Answer(Answer),
    /// A search has ended, and there is no wanted answer.
    Ended(SearchId),
    /// The engine refuses a search: [`Event::Ended`] follows at once.
    Refused(Refusal),
    /// The engine is about to be started again
    /// ([`Client::poll_restart`](super::Client::poll_restart)).
    Restarting,
    /// It was started again, and is ready. What is not reported again still holds.
    Restarted(Restart),
    /// The game as the engine now reports it, for comparison with the referee's.
    GameState {
        /// The game that the engine was told, [`Root::full`](super::Root::full).
        told: String,
        /// The game that the engine has (UHP: a GameString), as it wrote it.
        game: String,
    },
    /// The answer to [`Request::ValidMoves`](super::Request::ValidMoves), and the end of
    /// [`Request::GameState`](super::Request::GameState).
    ValidMoves {
        /// Its number.
        id: SearchId,
        /// The moves as the engine wrote them; may hold duplicates. `None` if it gave no list: it
        /// refused the position, failed, or received another request before it could answer.
        moves: Option<Vec<String>>,
    },
    /// The engine's status line; empty clears it.
    Status(String),
    /// The engine offers a draw, or agrees to one that was offered.
    DrawOffered,
    /// The engine comments on the move of this number (1 is the first; 0 is the start of the game).
    Remark {
        /// Number of moves up to and including it.
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
    /// The dialogue cannot continue; nothing follows.
    Fault(Fault),
}

/// An engine's refusal of a search.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Refusal {
    /// The search.
    pub search: SearchId,
    /// The part that the engine did not take.
    pub what: Refused,
    /// The reason.
    pub why: Reason,
}

/// The part of a search that an engine does not take.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Refused {
    /// The position, or a move on the way to it.
    Position,
    /// This command to search, in a position that it has taken.
    Command(String),
}

/// The reason why an engine does not take something.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reason {
    /// In its own words.
    Said(String),
    /// A fault that its client found in its answer: a clause that begins with `it`.
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
    /// A clause that follows the name of the engine and states what was refused.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.why.words();
        match &self.what {
            Refused::Position => write!(f, "refused the position: {words}"),
            Refused::Command(command) => write!(f, "answered {command} with {}", quoted(words)),
        }
    }
}

/// The reason why an engine was started again in the middle of its session.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Restart {
    /// A search had to end, and did not end otherwise.
    Interrupted,
    /// Its next answer might have belonged to another request.
    OutOfStep,
}

/// The engine's report on its running search. Whatever it did not report is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// The search it belongs to.
    pub search: SearchId,
    /// The line of analysis that this belongs to: the first move of `pv`; `None` for a report on
    /// the search as a whole. The last report on a line wins.
    pub line: Option<String>,
    /// Value in the game's unit, from the point of view of the side to move.
    pub score: Option<f64>,
    /// The certainty of the value.
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
    /// The probabilities of the ends of the game, if the engine reports them (backgammon).
    pub chances: Option<Chances>,
    /// Standard error of `score`, if the engine found it by playing games out.
    pub std_error: Option<f64>,
}

/// The probabilities of the ends of a game, from 0 to 1, from the point of view of the side to
/// move. Every kind includes the ones above it: gammons include backgammons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances {
    /// It wins.
    pub win: f64,
    /// It wins a gammon or a backgammon; `None` if that was not reported, as below.
    pub win_gammon: Option<f64>,
    /// It wins a backgammon.
    pub win_backgammon: Option<f64>,
    /// It loses a gammon or a backgammon.
    pub lose_gammon: Option<f64>,
    /// It loses a backgammon.
    pub lose_backgammon: Option<f64>,
}

impl Chances {
    /// The same ends from the other side's point of view.
    #[must_use]
    pub fn of_other_side(self) -> Self {
        Self {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }
}

/// The certainty of a value.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Bound {
    /// An estimate.
    #[default]
    Estimate,
    /// Only the winner is proved.
    WinLossDraw,
    /// Exactly this.
    Exact,
}

/// The end of a search that was wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The search.
    pub search: SearchId,
    /// The move, as the engine wrote it; `None` after an analysis, or when the engine says that it
    /// has no move.
    pub mv: Option<String>,
    /// The reply it expects.
    pub ponder: Option<String>,
    /// Value in the game's unit, from the point of view of the side to move.
    pub score: Option<f64>,
    /// Time the engine says it has used.
    pub time: Option<Duration>,
}

/// The requests that an engine's protocol allows.
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
    /// Depth and nodes can be limited for its moves in a game, too, and not only for analyses.
    pub limited_moves: bool,
    /// Most lines of analysis at a time.
    pub lines: u32,
    /// It can go through a whole game and comment on its moves
    /// ([`Mode::WholeGame`](super::Mode::WholeGame)).
    pub whole_game: bool,
    /// Options can be changed while it runs ([`Request::SetOption`](super::Request::SetOption));
    /// otherwise it must be started again with them.
    pub live_options: bool,
    /// A draw can be offered to it.
    pub draw_offers: bool,
    /// It may have a window of its own.
    pub window: bool,
    /// The time for a move is a multiple of this, if the engine has a step of its own, not only its
    /// protocol's ([`Protocol::time_step`](super::Protocol::time_step)).
    pub time_step: Option<Duration>,
    /// The greatest of the variants that it declares; it plays all smaller ones with it (UHP:
    /// `Base+MLP`). `None` if it has declared no variant.
    pub variants: Option<&'static str>,
}

#[cfg(test)]
impl Capabilities {
    /// Those of an engine that can be stopped, thinks on the other's time, divides its clock itself
    /// and has one line: for tests of what is built upon sessions.
    pub(crate) const SAMPLE: Self = Self {
        stop: true,
        ponder: true,
        clock: true,
        depth: true,
        nodes: false,
        limited_moves: true,
        lines: 1,
        whole_game: false,
        live_options: true,
        draw_offers: false,
        window: false,
        time_step: None,
        variants: None,
    };
}

/// The reason why a dialogue cannot continue.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Fault {
    /// The engine closed its output while the dialogue was still wanted.
    #[error("closed its output while {state}")]
    Closed {
        /// The client's state: `starting`, `ready`, `thinking`.
        state: &'static str,
    },
    /// No answer within the deadline.
    #[error("did not answer {waiting_for} within {} s", limit.as_secs_f64())]
    Timeout {
        /// The command that was not answered.
        waiting_for: &'static str,
        /// The time that the engine was given.
        limit: Duration,
    },
    /// The engine does not play the requested game.
    #[error("{what}")]
    Unsupported {
        /// The games that it plays instead, as a sentence: `it plays only the variants normal, bt`.
        what: String,
    },
    /// It says that it cannot begin.
    #[error("{what}")]
    Unready {
        /// The engine's reason, as a sentence.
        what: String,
    },
}
