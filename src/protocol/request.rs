//! The program's requests to an engine: searches, their limits, and everything else.
//!
//! Sends nothing itself and knows no protocol's words.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

/// Number of a search, given by the program; never used twice in a session.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SearchId(pub u64);

/// The position to search, as the protocol writes it. Made by a game's link; text to the client.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Root {
    /// The start of the game, for comparison with the engine's.
    pub start: String,
    /// The moves from the start, each as the protocol writes it in a single step.
    pub moves: Arc<[RootMove]>,
    /// The whole position with its history in one text (GGF in NBoard).
    pub full: String,
}

/// One move of a [`Root`]: its [`MoveTexts`]. The next position shares them, since engines are told the whole
/// game with every move.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RootMove(Arc<MoveTexts>);

/// A move as a protocol writes it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct MoveTexts {
    /// Its identity, for comparing: `F5`.
    pub mv: Arc<str>,
    /// The text that makes the engine play it: `F5/0.50/1.25`.
    pub step: Arc<str>,
}

impl Deref for RootMove {
    type Target = MoveTexts;

    fn deref(&self) -> &MoveTexts {
        &self.0
    }
}

impl RootMove {
    /// A move of this identity, which this text makes the engine play.
    #[must_use]
    pub fn new(mv: &str, step: &str) -> Self {
        Self(Arc::new(MoveTexts { mv: mv.into(), step: step.into() }))
    }

    /// The two are the same move, whatever was written with it.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.mv == other.mv
    }

    /// A move whose identity is the text that makes the engine play it.
    #[must_use]
    pub fn plain(text: &str) -> Self {
        let text: Arc<str> = text.into();
        Self(Arc::new(MoveTexts { mv: Arc::clone(&text), step: text }))
    }
}

/// The clock of one side as an engine is told it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct EngineClock {
    /// Time for the game (or the time left, if the protocol counts so).
    pub main: Duration,
    /// Added for every move.
    pub increment: Duration,
    /// Moves in which `main` must last, if it does not hold for the whole game.
    pub moves: Option<u32>,
}

/// The limits of a search. Without any limit it goes on until stopped.
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
    /// Time that the side to move and the other have used in the game so far, not counting
    /// this move (GUIDE).
    pub elapsed: [Duration; 2],
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Mode {
    /// The engine plays the move it finds.
    Play,
    /// The engine explains the position.
    Analyse {
        /// The number of best moves that it should explain.
        lines: u32,
    },
    /// The engine goes through the whole game and comments on its moves (GUIDE).
    WholeGame,
    /// The engine thinks on the opponent's time: the last move of the root is the reply it expects.
    /// The search gives no [`Event::Answer`](super::Event::Answer) before [`Request::PonderHit`];
    /// an answer that the engine gives earlier is kept until then. A wrong guess is ended with
    /// [`Request::Abandon`] or by the next search.
    Ponder,
}

/// A search, which does not change once it is requested.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// Its number; every event about it carries it.
    pub id: SearchId,
    /// The position to search.
    pub root: Root,
    /// Its limits.
    pub limits: Limits,
    /// Its purpose.
    pub mode: Mode,
}

/// A request of the program to any engine, whatever its protocol.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Search this. A request that was not sent yet is replaced; a running search is ended first
    /// and its late answer discarded. Every requested search ends in exactly one
    /// [`Event::Answer`](super::Event::Answer) or [`Event::Ended`](super::Event::Ended), or in the
    /// session's fault.
    Search(Search),
    /// End the running search now and request its answer ("move now";
    /// [`Event::Answer`](super::Event::Answer) if the engine gives one, else
    /// [`Event::Ended`](super::Event::Ended)).
    Stop,
    /// End the running search; its answer is not wanted ([`Event::Ended`](super::Event::Ended)).
    Abandon,
    /// The expected move was played: the running [`Mode::Ponder`] search goes on as a search of
    /// [`Mode::Play`], with the same number; [`Event::Started`](super::Event::Started) is sent
    /// again (its clock starts), and it ends in an answer. Ignored when no such search is running.
    PonderHit,
    /// Offer the engine a draw, if its protocol can
    /// ([`Capabilities::draw_offers`](super::Capabilities::draw_offers)).
    OfferDraw,
    /// Show or hide the engine's own window, if it may have one
    /// ([`Capabilities::window`](super::Capabilities::window)).
    ShowWindow(bool),
    /// A new game begins; the engine must forget the old one.
    NewGame,
    /// The engine's last answer was wrong, late or missing: before the next search the client
    /// proves that requests and answers are in step (by a fence), or has the engine started again.
    Resync,
    /// Change an option, if the protocol can do it in a running session.
    SetOption {
        /// Its name as the engine declared it.
        name: String,
        /// The new value.
        value: String,
    },
    /// Ask the engine which moves are possible (UHP `validmoves`). A request that was not sent yet
    /// is replaced. Ends in exactly one [`Event::ValidMoves`](super::Event::ValidMoves), an empty
    /// one in the other protocols.
    ValidMoves {
        /// A number for it, from those of the searches.
        id: SearchId,
        /// The position.
        root: Root,
    },
    /// Bring the engine to this game and ask which one it has
    /// ([`Event::GameState`](super::Event::GameState)) without asking for moves: for a finished
    /// game. Ends as [`Request::ValidMoves`] does, but always without moves.
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
