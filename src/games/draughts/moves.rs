//! Moves of draughts and their texts.
//!
//! Does not know whether a move is legal; `spelling` finds the meaning of a text in a position.

use std::fmt;
use std::str::FromStr;

use super::board::{N_SQUARES, squares};
use crate::games::UnreadableMove;

/// A move by its identity (rules 1.2, 7): two ways to capture the same pieces from the same square
/// to the same square are one move. Squares are 0 to 49.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Move {
    /// The square of the piece.
    pub from: u8,
    /// The square where it goes; in a circular capture the same square.
    pub to: u8,
    /// The squares of the captured pieces; empty for a move without a capture.
    pub captured: u64,
}

impl Move {
    /// It captures at least one piece.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        self.captured != 0
    }

    /// The text of the move, as `Display` writes it. This does not use the general way of writing
    /// numbers: a long file has a million moves, and that would take most of the time for reading
    /// it.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(8);
        push_number(&mut text, self.from);
        text.push(if self.is_capture() { 'x' } else { '-' });
        push_number(&mut text, self.to);
        for square in squares(self.captured) {
            text.push('x');
            push_number(&mut text, square);
        }
        text
    }
}

/// Hub notation: `32-28`; `28x19x23`, the squares of the captured pieces ascending.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// Writes the number of a square (0 to 49), which has one or two digits.
pub(super) fn push_number(text: &mut String, square: u8) {
    let number = square + 1;
    if number >= 10 {
        text.push(char::from(b'0' + number / 10));
    }
    text.push(char::from(b'0' + number % 10));
}

/// Reads Hub notation, with the captured squares in any order. A capture must name the captured
/// squares.
impl FromStr for Move {
    type Err = UnreadableMove;

    fn from_str(text: &str) -> Result<Self, UnreadableMove> {
        let unreadable = || UnreadableMove { text: text.trim().to_owned() };
        let spelling: Spelling = text.parse()?;
        match (&spelling.squares[..], spelling.capture) {
            (&[from, to], false) => Ok(Self { from, to, captured: 0 }),
            ([from, to, rest @ ..], true) if !rest.is_empty() => {
                let captured = rest.iter().fold(0, |set, square| set | 1_u64 << square);
                let all_differ = captured.count_ones() as usize == rest.len();
                let mv = Self { from: *from, to: *to, captured };
                all_differ.then_some(mv).ok_or_else(unreadable)
            }
            _ => Err(unreadable()),
        }
    }
}

/// A text that has the form of a move: squares, and whether it is a capture.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Spelling {
    /// The squares (0 to 49) as written, at least two.
    pub squares: Vec<u8>,
    /// Written with `x` or `:`.
    pub capture: bool,
}

/// Reads `32-28`, `32 - 28`, `32 28`, `28x19`, `28:19`, `28x19x23`, `047X09`: numbers of squares
/// with one kind of separator between them.
impl FromStr for Spelling {
    type Err = UnreadableMove;

    fn from_str(text: &str) -> Result<Self, UnreadableMove> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let is_capture_sign = |c: char| matches!(c, 'x' | 'X' | ':' | '×' | '*');
        let capture = compact.contains(is_capture_sign);
        let square = |number: &str| {
            let is_number =
                (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
            let number = is_number.then(|| number.parse::<u8>().ok())??;
            (1..=N_SQUARES).contains(&number).then(|| number - 1)
        };
        let squares: Option<Vec<u8>> = if capture {
            compact.split(is_capture_sign).map(square).collect()
        } else if compact.bytes().all(|byte| byte.is_ascii_digit()) {
            text.split_whitespace().map(square).collect()
        } else {
            compact.split(['-', '–']).map(square).collect()
        };
        squares
            .filter(|squares| squares.len() == 2 || squares.len() > 2 && capture)
            .map(|squares| Self { squares, capture })
            .ok_or_else(|| UnreadableMove { text: text.trim().to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_names_its_squares_and_what_it_takes() {
        for (mv, text) in [
            (Move { from: 0, to: 8, captured: 0 }, "1-9"),
            (Move { from: 9, to: 49, captured: 1 << 8 | 1 << 9 | 1 << 49 }, "10x50x9x10x50"),
            (Move { from: 30, to: 30, captured: 1 }, "31x31x1"),
        ] {
            assert_eq!(mv.to_string(), text);
        }
    }
}
