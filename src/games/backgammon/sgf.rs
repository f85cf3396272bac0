//! SGF of backgammon, `GM[6]`: one tree for each game of a match.
//!
//! Source: red-bean.com/sgf/backgammon.html; details that it leaves open follow GNU Backgammon
//! 1.07. White is the first side; its home is `a` to `f`. Of that program's own analysis plays and luck are
//! read; other evaluations are skipped, and so are variations, which is reported. Markup of the board is read and
//! written (`drawings`). Checks no rule.

mod drawings;
mod read;
mod tree;
mod values;
mod write;

pub(super) use read::{looks_like_one, read};
pub(super) use values::FILE_ENGINE;
pub(super) use write::write;

use super::board::{BAR, OFF};
use crate::games::Side;

/// The letter of a point in the numbering of `side`.
fn letter(side: Side, point: u8) -> char {
    match usize::from(point) {
        BAR => 'y',
        OFF => 'z',
        point => {
            let white = if side == Side::First { point } else { BAR - point };
            char::from(b'a' + white as u8 - 1)
        }
    }
}

/// The point that a letter names, in the numbering of `side`.
fn point(side: Side, letter: char) -> Option<u8> {
    match letter {
        'y' => Some(BAR as u8),
        'z' => Some(OFF as u8),
        'a'..='x' => {
            let white = letter as u8 - b'a' + 1;
            Some(if side == Side::First { white } else { BAR as u8 - white })
        }
        _ => None,
    }
}
