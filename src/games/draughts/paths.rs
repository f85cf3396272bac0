//! The squares that a capture leads over, for clicks and for the eye.
//!
//! Does not judge: a capture is known by where it begins and ends and by what it takes.

use super::Draughts;
use super::board::{Piece, squares, step};
use super::moves::Move;
use super::pdn::{Leg, each_path};

/// More ways than these are not told: people never need them.
const MOST: usize = 200;

/// The ways to make a legal capture: the squares where the piece lands, the goal last. Where it does
/// not turn, it lands right behind what it took.
pub(super) fn landings(pos: &Draughts, mv: &Move) -> Vec<Vec<u8>> {
    collected(pos, mv, |legs| legs.iter().map(|leg| leg.to).collect())
}

/// The ways to make a legal capture: every square that the piece comes by, in order, without those
/// of the pieces it takes.
pub(super) fn visited(pos: &Draughts, mv: &Move) -> Vec<Vec<u8>> {
    collected(pos, mv, |legs| {
        let mut at = mv.from;
        let mut visited = Vec::new();
        for leg in legs {
            while at != leg.to {
                at = step(1 << at, leg.dir).trailing_zeros() as u8;
                visited.extend((at != leg.over).then_some(at));
            }
        }
        visited
    })
}

fn collected(pos: &Draughts, mv: &Move, squares: impl Fn(&[Leg]) -> Vec<u8>) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    if mv.is_capture() {
        each_path(pos, mv, &mut |legs| {
            found.push(squares(legs));
            found.len() == MOST
        });
    }
    found
}

/// The squares where the piece that moved last stood, turned and stands now, seen from the position
/// after the move; empty if the move cannot have led here.
#[must_use]
pub(super) fn way_of_last(pos: &Draughts, mv: &Move) -> Vec<u8> {
    let side = pos.turn().opponent();
    if pos.board().at(mv.to).is_none_or(|piece| piece.side != side) {
        return Vec::new();
    }
    if !mv.is_capture() {
        return vec![mv.from, mv.to];
    }
    let mut board = *pos.board();
    board.put(mv.to, None);
    for square in squares(mv.captured) {
        board.put(square, Some(Piece { side: pos.turn(), king: false }));
    }
    // A man that became a king by the move went as a man.
    let ways = [false, true].into_iter().find_map(|king| {
        board.put(mv.from, Some(Piece { side, king }));
        let before = Draughts { board, turn: side, ..*pos };
        landings(&before, mv).into_iter().next()
    });
    ways.map(|way| [&[mv.from][..], &way].concat()).unwrap_or_default()
}
