//! The throws of the pillbug, and of the mosquito beside one (rules 2.1, 8 and 10).
//!
//! Does not check whether the hive stays connected without the thrown piece, nor whether that piece
//! must rest: `movegen` checks that for every piece that moves.

use super::board::Board;
use super::hex::Cell;
use super::piece::{Bug, Piece, PieceSet};

/// The pieces that the pillbug of the side to move, and its mosquito as one, can throw, and their
/// targets.
#[derive(Debug)]
pub(super) struct Throws {
    /// Thrower's cell, ways to empty cells, and the pieces it could take up.
    pub(super) throwers: [(Cell, u8, PieceSet); 2],
    /// All pieces that some thrower could take up.
    pub(super) thrown: PieceSet,
}

pub(super) fn throws(board: &Board) -> Throws {
    let none = (Cell::NONE, 0, PieceSet::EMPTY);
    let mut throws = Throws { throwers: [none; 2], thrown: PieceSet::EMPTY };
    if !board.game_type().pillbug {
        return throws;
    }
    let side = board.turn();
    for (idx, bug) in [Bug::Pillbug, Bug::Mosquito].into_iter().enumerate() {
        let piece = Piece::first(side, bug);
        if can_throw(board, piece) {
            let at = board.at(piece);
            let drops = !board.neighbours(at) & 0b11_1111 & !gates_over(board, at);
            let picks = if drops == 0 { PieceSet::EMPTY } else { picks(board, at) };
            throws.throwers[idx] = (at, drops, picks);
            throws.thrown.0 |= picks.0;
        }
    }
    throws
}

/// A pillbug, or a mosquito on the ground beside one, that is not covered and did not move last.
pub(super) fn can_throw(board: &Board, piece: Piece) -> bool {
    let Some(at) = board.cell(piece) else { return false };
    let free = board.top(at) == Some(piece) && board.last_moved() != Some(piece);
    match piece.bug() {
        Bug::Pillbug => free,
        Bug::Mosquito => {
            free && board.height(at) == 1 && touched(board, at) & 1 << Bug::Pillbug as u8 != 0
        }
        Bug::Queen | Bug::Spider | Bug::Beetle | Bug::Grasshopper | Bug::Ant | Bug::Ladybug => {
            false
        }
    }
}

/// The ways over a piece on the ground that are closed by two stacks beside it (rules 2.1, 6).
fn gates_over(board: &Board, at: Cell) -> u8 {
    if !board.has_stacks() {
        return 0;
    }
    let is_stack = |way: usize| board.height(at.towards(way % 6)) >= 2;
    let mut closed = 0;
    for way in 0..6 {
        if is_stack(way + 1) && is_stack(way + 5) {
            closed |= 1 << way;
        }
    }
    closed
}

/// The neighbours of a thrower that are single pieces and reach it through no gate. For every piece
/// that moves, other code checks whether it must rest, and whether the hive stays connected without
/// it.
fn picks(board: &Board, at: Cell) -> PieceSet {
    let mut picks = PieceSet::EMPTY;
    let mut ways = board.neighbours(at) & !gates_over(board, at);
    while ways != 0 {
        let next = at.towards(ways.trailing_zeros() as usize);
        ways &= ways - 1;
        if let (1, Some(piece)) = (board.height(next), board.top(next)) {
            picks.insert(piece);
        }
    }
    picks
}

/// The kinds of the top pieces around a cell, as bits.
pub(super) fn touched(board: &Board, at: Cell) -> u8 {
    let mut kinds = 0;
    let mut ways = board.neighbours(at);
    while ways != 0 {
        let next = at.towards(ways.trailing_zeros() as usize);
        ways &= ways - 1;
        if let Some(piece) = board.top(next) {
            kinds |= 1 << piece.bug() as u8;
        }
    }
    kinds
}
