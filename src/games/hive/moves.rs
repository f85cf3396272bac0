//! A move of Hive, read in every spelling and written in one spelling (rules 2.2).
//!
//! Does not check whether a move is legal.

use super::Hive;
use super::hex::{Cell, Hex, Way};
use super::piece::Piece;

/// A move: a piece and its target. It does not matter whether the piece was placed, moved or
/// thrown.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Move {
    /// A piece is placed, moved or thrown.
    Play {
        /// The piece.
        piece: Piece,
        /// Its target, relative to the first piece's first place.
        to: Hex,
    },
    /// The forced pass.
    Pass,
}

/// The signs for a direction beside a reference piece: before it or behind it.
const SIGNS: [(Way, &str, &str); 6] = [
    (Way::NorthWest, "\\", ""),
    (Way::NorthEast, "", "/"),
    (Way::East, "", "-"),
    (Way::SouthEast, "", "\\"),
    (Way::SouthWest, "/", ""),
    (Way::West, "-", ""),
];

/// A text that is a MoveString in form; the position decides which place it means.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Spelled {
    /// The pass.
    Pass,
    /// A piece without a place: the first move of a game.
    First(Piece),
    /// A piece next to another, or on top of its stack without a direction.
    Beside(Piece, Piece, Option<Way>),
}

/// Reads the form of a move; capitals do not matter, and the backslash may be doubled (SGF).
pub(super) fn spelled(text: &str) -> Option<Spelled> {
    let mut words = text.split_whitespace();
    let (first, second) = (words.next()?, words.next());
    if words.next().is_some() {
        return None;
    }
    let Some(place) = second else {
        let is_pass = first.eq_ignore_ascii_case("pass");
        return if is_pass { Some(Spelled::Pass) } else { first.parse().ok().map(Spelled::First) };
    };
    let piece = first.parse().ok()?;
    if place == "." {
        return Some(Spelled::First(piece));
    }
    let place = place.replace("\\\\", "\\");
    let name = place.trim_matches(['-', '/', '\\']);
    let (before, behind) = place.split_once(name).filter(|_| !name.is_empty())?;
    let beside = name.parse().ok()?;
    if before.is_empty() && behind.is_empty() {
        return Some(Spelled::Beside(piece, beside, None));
    }
    let (way, ..) = SIGNS.into_iter().find(|sign| (sign.1, sign.2) == (before, behind))?;
    Some(Spelled::Beside(piece, beside, Some(way)))
}

/// The move that a spelling means here; the reference may be covered, or the moving piece itself in
/// its old place.
///
/// # Errors
///
/// States in words why it means no place.
pub(super) fn resolved(pos: &Hive, spelled: Spelled) -> Result<Move, String> {
    match spelled {
        Spelled::Pass => Ok(Move::Pass),
        Spelled::First(piece) if pos.board().n_plies() == 0 => {
            Ok(Move::Play { piece, to: Hex::ORIGIN })
        }
        Spelled::First(_) => {
            Err("only the first move of a game needs no place beside another piece".to_owned())
        }
        Spelled::Beside(piece, beside, way) => {
            let at = pos.place(beside).ok_or_else(|| format!("{beside} has not been placed"))?;
            Ok(Move::Play { piece, to: way.map_or(at, |way| at.step(way)) })
        }
    }
}

/// Writes a move in the form of Mzinga: a first move without a place, a covering one with the piece
/// it covers, any other beside the first stack around its goal, clockwise from north-west.
pub(super) fn write(pos: &Hive, mv: Move) -> String {
    let Move::Play { piece, to } = mv else { return "pass".to_owned() };
    let (board, cell) = (pos.board(), Cell::of(to));
    let mut text = String::with_capacity("wA1 -wA1".len());
    text.extend(piece.letters());
    let covered = board.stack(cell).find(|top| *top != piece);
    if let Some(covered) = covered {
        text.push(' ');
        text.extend(covered.letters());
    } else if let Some((beside, way)) = board.reference(piece, cell) {
        let (_, before, behind) = SIGNS[way as usize];
        text.push(' ');
        text.push_str(before);
        text.extend(beside.letters());
        text.push_str(behind);
    }
    text
}
