//! The ways in which real engines deviate from UBGI's draft, each with its name.
//!
//! Handles none of them; the code that reads the line does.

use crate::protocol::machine::Deviates;

/// A deviation that is known and handled.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::protocol) enum Deviation {
    /// It ends its handshake with `ubgiok`: one of the later dialects.
    LaterDialect,
    /// Text in the handshake that is not in the protocol.
    Banner,
    /// More options, or choices of one, than any real engine has.
    TooManyOptions,
    /// A blank line before an answer.
    StrayBlank,
    /// An answer without a question.
    StrayAnswer,
    /// It does not know `stop`.
    NoStop,
    /// It does not know the extension for analyses.
    NoAnalysis,
    /// It does not take the score, the cube and the kind of session.
    NoContext,
    /// It does not take time, depth or nodes.
    NoLimits,
    /// It does not decide on doubling.
    NoCube,
    /// It cannot be asked whether to take.
    NoTake,
    /// A search was interrupted by starting the engine again.
    Interrupted,
    /// It was started again because an answer could have belonged to two questions.
    Doubtful,
    /// It was started again because it had failed, and no fence shows whether it is in step.
    OutOfStep,
}

impl Deviates for Deviation {
    fn text(self) -> &'static str {
        match self {
            Self::LaterDialect => "later dialect: ubgiok ends its handshake, not readyok",
            Self::Banner => "banner: text that is not in the protocol before the end of the start",
            Self::TooManyOptions => {
                "too many options: of its options, and of the choices of one, only the first 1000 \
                 are kept"
            }
            Self::StrayBlank => "stray blank: a blank line before an answer",
            Self::StrayAnswer => "stray answer: an answer that nothing asked for",
            Self::NoStop => "no stop: it does not know stop and is started again instead",
            Self::NoAnalysis => {
                "no analysis: it does not rank actions, only the best one can be shown"
            }
            Self::NoContext => {
                "no context: it is not told of score, cube and session; it knows only the board"
            }
            Self::NoLimits => {
                "no limits: it refuses movetime, depth and nodes, so it is asked without them"
            }
            Self::NoCube => "no cube: it does not decide on doubling, so it rolls",
            Self::NoTake => {
                "no take: its dialect cannot ask whether to take; the setting take decides"
            }
            Self::Interrupted => "interrupted: it did not stop, so the engine was started again",
            Self::Doubtful => {
                "doubtful: an answer could have belonged to two questions, so the engine was \
                 started again"
            }
            Self::OutOfStep => {
                "out of step: it failed, and nothing in its dialect shows which question its next \
                 answer belongs to, so the engine was started again"
            }
        }
    }
}
