//! GGF, the Generic Game Format of GGS and NBoard, as far as it concerns Othello.
//!
//! Sources: the GGF specification by Michael Buro (`skatgame.net/mburo/ggsa/ggf`), the NBoard
//! protocol document's example, and files written by GGS and NBoard.
//!
//! Facts that GGF cannot express are not written: variations, depth and line of the player's own value, and
//! the clock after a move. Marks are written at the beginning of the comment. What others than the
//! player say of a move, as the engine of a review, stands behind them as commands, in parentheses:
//! `(%eval 2.50,8,Edax)(%loss 4.0000)`. The number that stands with the move is the player's own; where he gave
//! none it is that of the review, for other programs, and the command has `=` instead of it. GGF has no escapes either, so brackets in a text become parentheses; brackets
//! that another program has escaped with a backslash are still read. A reason for the result
//! without a GGF suffix goes into our own property, `RN`, which other readers skip like any unknown
//! property.

mod read;
mod scan;
mod write;

pub(super) use read::read;
pub(super) use write::{push_property, write};

use super::side_name;
use crate::games::{Ending, Outcome};

/// How the command of a value begins.
const EVAL: &str = "[%eval ";

/// The end of a game, by the suffix of `RE`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Suffix {
    /// By the rules, or unknown.
    None,
    /// `:r`, the loser resigned.
    Resigned,
    /// `:t`, the loser's time ran out.
    Time,
    /// `:l`, adjourned.
    Adjourned,
    /// `:s`, the players agreed on the score.
    Agreed,
}

impl Suffix {
    const ALL: [Self; 5] = [Self::None, Self::Resigned, Self::Time, Self::Adjourned, Self::Agreed];

    fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Resigned => ":r",
            Self::Time => ":t",
            Self::Adjourned => ":l",
            Self::Agreed => ":s",
        }
    }

    /// The reason in words that this suffix means for a game with this outcome, whose last
    /// position is `ending` by the rules.
    fn reason(self, outcome: Outcome, ending: Option<Ending>) -> String {
        let loser = match outcome {
            Outcome::WonBy(side) => Some(side_name(side.opponent())),
            Outcome::Draw => None,
        };
        match (self, loser) {
            (Self::None, _) => match ending {
                Some(ending) if ending.outcome == outcome => ending.reason.to_owned(),
                Some(_) | None => "as recorded".to_owned(),
            },
            (Self::Resigned, Some(loser)) => format!("{loser} resigned"),
            (Self::Resigned, None) => "resigned".to_owned(),
            (Self::Time, Some(loser)) => format!("{loser} lost on time"),
            (Self::Time, None) => "time".to_owned(),
            (Self::Adjourned, _) => "adjourned".to_owned(),
            (Self::Agreed, Some(_)) => "agreed".to_owned(),
            (Self::Agreed, None) => "draw agreed".to_owned(),
        }
    }
}
