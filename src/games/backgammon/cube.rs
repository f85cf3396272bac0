//! The doubling cube, and the value of a game.
//!
//! Does not know which side is on turn.

use super::board::{BAR, Board, N_CHECKERS, OFF};
use crate::games::Side;

/// The doubling cube.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Cube {
    /// The power of two it shows: 0 is 1, 6 is 64.
    pub log2: u8,
    /// The side that owns it; `None` while it lies in the middle.
    pub owner: Option<Side>,
}

impl Cube {
    /// The value that it shows.
    #[must_use]
    pub fn value(self) -> u32 {
        1 << self.log2
    }

    /// It has been turned in this game.
    #[must_use]
    pub fn is_turned(self) -> bool {
        self.owner.is_some() || self.log2 > 0
    }

    /// The cube after `taker` has taken a double.
    #[must_use]
    pub fn taken_by(self, taker: Side) -> Self {
        Self { log2: self.log2 + 1, owner: Some(taker) }
    }
}

/// The way in which a game was won.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Win {
    /// Borne off, and the loser has begun to bear off.
    Single,
    /// Borne off before the loser bore off any.
    Gammon,
    /// A gammon with a checker of the loser on the bar or in the winner's home.
    Backgammon,
    /// The loser refused a double.
    Drop,
    /// The loser gave up that many times the cube, 1 to 3, and it was accepted.
    Resigned(u8),
}

impl Win {
    /// The multiple of the cube.
    #[must_use]
    pub fn times(self) -> u32 {
        match self {
            Self::Single | Self::Drop => 1,
            Self::Gammon => 2,
            Self::Backgammon => 3,
            Self::Resigned(times) => u32::from(times),
        }
    }

    /// The win in words.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::Single => "single game",
            Self::Gammon => "gammon",
            Self::Backgammon => "backgammon",
            Self::Drop => "double dropped",
            Self::Resigned(_) => "resignation",
        }
    }
}

/// The way in which the side to move has won; `None` while it has checkers left.
#[must_use]
pub fn win_of(board: &Board) -> Option<Win> {
    if board.own[OFF] < N_CHECKERS {
        return None;
    }
    if board.opp[OFF] > 0 {
        return Some(Win::Single);
    }
    Some(if is_behind(board) { Win::Backgammon } else { Win::Gammon })
}

/// The largest win that the player on turn can still reach: accepting a resignation of that size
/// loses nothing.
#[must_use]
pub fn largest_win(board: &Board) -> Win {
    if board.opp[OFF] > 0 {
        Win::Single
    } else if board.is_race() && !is_behind(board) {
        Win::Gammon
    } else {
        Win::Backgammon
    }
}

/// The opponent has a checker on the bar or in the home of the player on turn.
fn is_behind(board: &Board) -> bool {
    board.opp[19..=BAR].iter().any(|n| *n > 0)
}
