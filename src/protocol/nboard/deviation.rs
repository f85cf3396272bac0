//! The ways in which real engines deviate from NBoard's document, each with its name.
//!
//! Handles none of them; the code that reads the line does.

use crate::protocol::machine::Deviates;

/// A deviation that is known and handled.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::protocol) enum Deviation {
    /// NTest: a dozen lines before its first answer.
    Banner,
    /// Edax: `=== f5 0.00 0.0`.
    BlanksInAnswer,
    /// Edax: `=== f5 ..`.
    LowerCaseAnswer,
    /// More moves than `hint n` requested.
    MoreLinesThanAsked,
    /// `nodestats -nan`, `search F5 nan 0 6`.
    NotANumber,
    /// A `pong` without its number.
    UnnumberedPong,
    /// A `pong` that no `ping` asked for.
    StrayPong,
    /// `===` in answer to `hint`.
    MoveForNoGo,
    /// Edax: a `ping` read before the search begins does not end it. Engines that look for input
    /// only now and then look the same.
    SlowStop,
    /// By the document, a `ping` must only stop the engine. One that has sent no line by then has
    /// no move.
    NoMoveAtStop,
    /// It does not read its input while it searches, and had to be started again.
    Interrupted,
}

impl Deviates for Deviation {
    fn text(self) -> &'static str {
        match self {
            Self::Banner => "banner: text that is not in the protocol before the first answer",
            Self::BlanksInAnswer => "blanks in answer: fields of === separated by blanks, not /",
            Self::LowerCaseAnswer => "lower-case answer: the move after === in small letters",
            Self::MoreLinesThanAsked => "more lines than asked: hint listed further moves",
            Self::NotANumber => "not a number: a value like nan where a number belongs",
            Self::UnnumberedPong => "unnumbered pong: taken for the oldest ping not yet answered",
            Self::StrayPong => "stray pong: an answer to a ping that was not sent; not believed",
            Self::MoveForNoGo => "move for no go: === after hint; taken for its end",
            Self::SlowStop => "slow stop: the search went on after ping, which was repeated",
            Self::Interrupted => "interrupted: it did not end its search and was started again",
            Self::NoMoveAtStop => {
                "no move at stop: nothing was told before the search was ended; asked again for one ply"
            }
        }
    }
}
