//! The ways in which engines deviate from GUIDE's document and its rulings, each with its name.
//!
//! Handles none of them; the code that reads the message does.

use crate::protocol::machine::Deviates;

/// A deviation that is known and handled.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::protocol) enum Deviation {
    /// It sends its name only when it is asked.
    SilentStart,
    /// No answer to `capabilities`.
    NoCapabilities,
    /// A level is refused.
    NoLevel,
    /// A search could not be halted.
    NoHalt,
    /// It was started again because it had failed, and nothing showed whether it was in step.
    OutOfStep,
    /// More options, or choices of one, than are kept.
    ManyOptions,
    /// A new option when it was already ready.
    LateOption,
    /// No answer to the first `ping`.
    NoPong,
    /// A `pong` without its text.
    BarePong,
    /// A `move` that is not written as in the document.
    OddMove,
    /// A `move` although no search runs.
    StrayMove,
    /// A move that came after `halt 0`.
    LateMove,
    /// A move in answer to the analysis of a position or a game.
    MoveForAnalysis,
    /// The board it says it has is not the one it was told.
    OtherBoard,
    /// The analysis of a game came to no end.
    QuietAnalysis,
    /// No answer to `quit`.
    NoGoodbye,
}

impl Deviates for Deviation {
    fn text(self) -> &'static str {
        match self {
            Self::SilentStart => "silent start: it says who it is only after guide",
            Self::NoCapabilities => "no capabilities: taken for all but the rarer commands",
            Self::OutOfStep => {
                "out of step: it failed, and nothing shows which question its next answer belongs to, \
                 so the engine was started again"
            }
            Self::NoLevel => {
                "no level: it refuses a level; it is sent another one, and halted when that has no end"
            }
            Self::NoHalt => "no halt: it was started again to end a search",
            Self::ManyOptions => {
                "many options: only the first 1,000, and the first 1,000 choices of each, are kept"
            }
            Self::LateOption => "late option: declared when it was ready already; it is ignored",
            Self::NoPong => "no pong: ping is not answered; a little time is waited instead",
            Self::BarePong => "bare pong: taken for the oldest ping not yet answered",
            Self::OddMove => "odd move: not from, to, number and squares of the men taken",
            Self::StrayMove => "stray move: a move without a search; the board is sent again",
            Self::LateMove => "late move: it moved although it was halted; the board is sent again",
            Self::MoveForAnalysis => "move for analysis: taken for its end",
            Self::OtherBoard => "other board: it has another game than it was told; sent in steps",
            Self::QuietAnalysis => {
                "quiet analysis: nothing more was said of the game; it was ended"
            }
            Self::NoGoodbye => "no goodbye: quit was not answered",
        }
    }
}
