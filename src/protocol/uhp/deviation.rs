//! The ways in which real engines deviate from UHP's document, each with its name.
//!
//! Handles none of them; the code that reads the line does.

use crate::protocol::machine::Deviates;

/// A deviation that is known and handled.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::protocol) enum Deviation {
    /// It introduced itself only after `info`.
    NoBanner,
    /// Text before the first `ok` that is not in the protocol.
    Banner,
    /// It introduced itself once more.
    SecondBanner,
    /// An `ok` that answers no command.
    StrayOk,
    /// A move when a game was due, or several moves when one was due.
    StrayMove,
    /// An answer whose head does not fit its moves.
    WrongHead,
    /// Moves come back in another spelling.
    Respelled,
    /// Another game came back than was sent.
    WrongGame,
    /// A bare sentence for `err`.
    BareError,
    /// A move twice in `validmoves`.
    Duplicates,
    /// `bestmove depth` is refused.
    NoDepth,
    /// `bestmove time` is refused.
    NoTime,
    /// It takes `true` instead of `True`.
    LowerCaseBool,
    /// A search was interrupted by starting the engine again.
    Interrupted,
    /// It was started again because it had failed, and nothing showed whether it was in step.
    OutOfStep,
}

impl Deviates for Deviation {
    fn text(self) -> &'static str {
        match self {
            Self::NoBanner => "no banner: it did not introduce itself and was asked for info",
            Self::Banner => "banner: text that is not in the protocol before the first ok",
            Self::SecondBanner => "second banner: it introduced itself without being asked",
            Self::StrayOk => "stray ok: it ends no answer that is waited for",
            Self::StrayMove => "stray move: it is no answer to what was asked, and not believed",
            Self::WrongHead => "wrong head: a GameString whose head does not fit its moves",
            Self::Respelled => "respelled: moves come back in another spelling",
            Self::WrongGame => "wrong game: another game came back than was sent; it is sent again",
            Self::BareError => "bare error: a sentence without err where an answer was due",
            Self::Duplicates => "duplicates: a move stands twice among the valid ones",
            Self::NoDepth => "no depth: bestmove depth is refused; a time is given instead",
            Self::NoTime => {
                "no time: bestmove time is refused; it is asked depth by depth in the time instead"
            }
            Self::LowerCaseBool => "lower case bool: true and false are wanted, not True and False",
            Self::OutOfStep => {
                "out of step: it failed, and nothing shows which question its next answer belongs to, \
                 so the engine was started again"
            }
            Self::Interrupted => {
                "interrupted: the protocol has no stop, so the engine was started again"
            }
        }
    }
}
