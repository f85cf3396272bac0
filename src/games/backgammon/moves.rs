//! What a player or the dice can do, and its text.
//!
//! Does not know whether it is legal.

use std::fmt;

use super::board::{BAR, Board, OFF, Step};
use super::dice::Dice;
use super::movegen::Steps;

/// Something done in a match: a roll, a play, a turn of the cube, a resignation.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Move {
    /// One die of each player, the first player's first, not equal: who has the larger plays both.
    Opening(u8, u8),
    /// Two dice, rolled for the player on turn.
    Rolled(Dice),
    /// A play; empty where the roll cannot be played.
    Play(Steps),
    /// The player on turn doubles.
    Double,
    /// The player on turn rolls without doubling.
    Roll,
    /// The double is taken.
    Take,
    /// The double is refused, and the game lost.
    Drop,
    /// Offers to lose the game 1 to 3 times the cube.
    Resign(u8),
    /// The resignation is accepted.
    Accept,
    /// The resignation is refused; the game goes on.
    Reject,
}

/// The canonical text of a move; `board` is that of the player on turn.
pub(super) fn text(board: &Board, mv: &Move) -> String {
    match mv {
        Move::Opening(first, second) => format!("{first}{second}"),
        Move::Rolled(dice) => dice.to_string(),
        Move::Play(steps) => play_text(board, steps),
        Move::Double => "double".to_owned(),
        Move::Roll => "roll".to_owned(),
        Move::Take => "take".to_owned(),
        Move::Drop => "drop".to_owned(),
        Move::Resign(times) => format!("resign {times}"),
        Move::Accept => "accept".to_owned(),
        Move::Reject => "reject".to_owned(),
    }
}

/// As people write it: `24/13` for a checker's whole way, `8/5(2)` for two checkers.
pub(super) fn short_text(board: &Board, mv: &Move) -> String {
    text(board, mv)
}

/// The text of a play from this position: `bar/23 6/5*`, each step on its own; `pass` where there
/// is none.
#[must_use]
pub fn play_text(board: &Board, steps: &Steps) -> String {
    if steps.as_slice().is_empty() {
        return PASS.to_owned();
    }
    let mut board = *board;
    let texts = steps.as_slice().iter().map(|step| {
        let hit = board.step(*step);
        format!("{}{}", StepText(*step), if hit { "*" } else { "" })
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// The play that a roll leaves no step for.
pub(super) const PASS: &str = "pass";

/// `24/18`, `bar/20`, `3/off`.
struct StepText(Step);

impl fmt::Display for StepText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Step { from, to } = self.0;
        match usize::from(from) {
            BAR => f.write_str("bar")?,
            from => write!(f, "{from}")?,
        }
        match usize::from(to) {
            OFF => f.write_str("/off"),
            to => write!(f, "/{to}"),
        }
    }
}
