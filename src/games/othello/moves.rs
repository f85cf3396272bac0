//! Moves of Othello and their texts.
//!
//! Does not know whether a move is legal.

use std::fmt;
use std::str::FromStr;

use crate::games::UnreadableMove;

/// A move by its identity. Squares come in board order, the pass last.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Move {
    /// A disc is placed on this square: 0 = a1, 7 = h1, 63 = h8.
    Place(u8),
    /// The side to move cannot place a disc.
    Pass,
}

/// Canonical text: `f5`, `pass`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => f.write_str(square_name(*square)),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// Reads `f5`, `F5`; a pass as `pass`, `PA`, `ps` (NBoard, Edax) or `--` (PGN-like files, and the
/// answer of Edax when the game is over).
impl FromStr for Move {
    type Err = UnreadableMove;

    fn from_str(text: &str) -> Result<Self, UnreadableMove> {
        let trimmed = text.trim();
        if let &[col, row] = trimmed.as_bytes()
            && let Some(square) = square_at(col, row)
        {
            return Ok(Self::Place(square));
        }
        if is_pass(trimmed) {
            return Ok(Self::Pass);
        }
        Err(UnreadableMove { text: trimmed.to_owned() })
    }
}

/// The name of a square, 0 = `a1`, 63 = `h8`.
///
/// # Panics
///
/// When there is no such square.
#[must_use]
pub fn square_name(square: u8) -> &'static str {
    const NAMES: &str = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4\
                         a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8";
    let at = usize::from(square) * 2;
    &NAMES[at..at + 2]
}

/// The square of a column letter (either case) and a row digit.
#[must_use]
pub fn square_at(col: u8, row: u8) -> Option<u8> {
    let col = col.to_ascii_lowercase();
    if (b'a'..=b'h').contains(&col) && (b'1'..=b'8').contains(&row) {
        Some((row - b'1') * 8 + (col - b'a'))
    } else {
        None
    }
}

fn is_pass(text: &str) -> bool {
    ["pass", "pa", "ps", "--"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_read_back_as_written() {
        for square in 0..64 {
            let mv = Move::Place(square);
            assert_eq!(mv.to_string().parse::<Move>().unwrap(), mv);
            assert_eq!(mv.to_string().to_uppercase().parse::<Move>().unwrap(), mv);
        }
        assert_eq!("f5".parse::<Move>().unwrap(), Move::Place(37));
        assert_eq!(square_name(63), "h8");
    }

    #[test]
    fn a_pass_has_many_names() {
        for text in ["pass", "PASS", "pa", "PA", "Pa", "ps", "--", " pass "] {
            assert_eq!(text.parse::<Move>().unwrap(), Move::Pass, "{text}");
        }
        assert_eq!(Move::Pass.to_string(), "pass");
    }

    #[test]
    fn what_is_no_square_is_unreadable() {
        for text in ["", "f", "f0", "f9", "i5", "5f", "f55", "fü", "é5", "passe", "-", "f 5"] {
            assert_eq!(text.parse::<Move>().unwrap_err().text, text, "{text}");
        }
    }
}
