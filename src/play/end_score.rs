//! The value of a position in which the game is over.
//!
//! Knows the rules of the board alone: a draw by repetition is judged from the whole game.

use crate::games::{Actor, GameInfo, Outcome, Position, Side};

/// The value in the game's unit from the first player's point of view; `None` while the game goes
/// on, and where there are dice: points of a match are no equities of its last game.
pub(super) fn end_score(pos: &dyn Position, info: &GameInfo) -> Option<f64> {
    let (Actor::Over(ending), false) = (pos.actor(), info.has_dice) else { return None };
    // A margin of 1 that only says who won is no man ahead.
    let won = info.win_score.unwrap_or_else(|| f64::from(ending.margin));
    Some(match ending.outcome {
        Outcome::WonBy(Side::First) => won,
        Outcome::WonBy(Side::Second) => -won,
        Outcome::Draw => 0.0,
    })
}
