//! Counting the tree of legal moves, the last ply in bulk.

use super::board::{Board, BoardMove};
use super::movegen::{count_legal, legal_moves};

/// Number of leaves `depth` plies down; a finished game counts 0 at every greater depth (rules
/// 2.3).
#[must_use]
pub fn perft(board: &Board, depth: u32) -> u64 {
    let mut list = Vec::with_capacity(4096);
    counted(&mut board.clone(), depth, &mut list)
}

/// The moves of all plies are in one list, those of the deepest last.
fn counted(board: &mut Board, depth: u32, list: &mut Vec<BoardMove>) -> u64 {
    match depth {
        0 => return 1,
        1 => return u64::from(count_legal(board)),
        _ => {}
    }
    let start = list.len();
    legal_moves(board, list);
    let mut n = 0;
    for idx in start..list.len() {
        let mv = list[idx];
        let undo = board.play(mv);
        n += counted(board, depth - 1, list);
        board.take_back(mv, undo);
    }
    list.truncate(start);
    n
}
