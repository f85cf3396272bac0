//! The ways in which real engines deviate from Hub's document, each with its name.
//!
//! Handles none of them; the code that reads the line does.

use super::levels::Form;
use crate::protocol::machine::Deviates;

/// A deviation that is known and handled.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::protocol) enum Deviation {
    /// Text before `id` and `wait` that is not in the protocol.
    Banner,
    /// GWD: `type=int` without `min` or `max`.
    NoBounds,
    /// More parameters, or values of one, than any real engine has.
    TooManyOptions,
    /// A capture of one piece as `28x19`, without the captured square.
    ShortCaptures,
    /// `pv=32-28 17-22`.
    UnquotedPv,
    /// `score=-nan`.
    NotANumber,
    /// `nps=8000000`.
    NpsNotInMillions,
    /// A `done` that no `go` asked for, or a second one for the same.
    StrayDone,
    /// A `pong` that no `ping` asked for.
    StrayPong,
    /// `ping` is not answered.
    NoPong,
    /// It was started again because it had failed, and nothing showed whether it was in step.
    OutOfStep,
    /// `ping` is answered after it was given up.
    LatePong,
    /// After `error` no `done` came for the `go` that followed.
    NoDoneAfterError,
    /// A form of `level` is answered by `error`.
    NoLevel(Form),
}

impl Deviates for Deviation {
    fn text(self) -> &'static str {
        match self {
            Self::Banner => "banner: text that is not in the protocol before the first answer",
            Self::NoBounds => "no bounds: a number among the parameters without min or max",
            Self::TooManyOptions => {
                "too many options: of its parameters, and of the values of one, only the first 1000 \
                 are kept"
            }
            Self::ShortCaptures => {
                "short captures: 28x19 for 28x19x23; the moves of a game are sent so, too"
            }
            Self::UnquotedPv => "unquoted pv: several moves without quotation marks",
            Self::NotANumber => "not a number: a value like nan where a number belongs",
            Self::NpsNotInMillions => "nps not in millions: taken for nodes a second",
            Self::StrayDone => "stray done: it answers no go, and is not believed",
            Self::StrayPong => "stray pong: an answer to a ping that was not sent",
            Self::OutOfStep => {
                "out of step: it failed, and nothing shows which question its next answer belongs to, \
                 so the engine was started again"
            }
            Self::NoPong => "no pong: ping is not answered; searches are no longer fenced",
            Self::LatePong => "late pong: ping is answered after all; searches are fenced again",
            Self::NoDoneAfterError => "no done after error: the search it spoilt was not ended",
            Self::NoLevel(Form::Depth) => {
                "no level depth: it refuses that form, so its search is stopped when it reports the \
                 depth"
            }
            Self::NoLevel(Form::Nodes) => {
                "no level nodes: it refuses that form, so its search is stopped when it reports so \
                 many nodes"
            }
            Self::NoLevel(Form::MoveTime) => {
                "no level move-time: it refuses that form, so its search is stopped when the time for \
                 the move is over"
            }
            Self::NoLevel(Form::Clock) => {
                "no level time: it refuses its clock, so the host gives each move a time"
            }
            Self::NoLevel(Form::Infinite) => {
                "no level infinite: it refuses that form, so endless searches have no level"
            }
        }
    }
}
