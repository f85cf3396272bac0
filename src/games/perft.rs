//! Counts the leaves of the tree of legal moves.
//!
//! Plays each move: games count faster where they can ([`Rules::perft`]).

use super::{Actor, Rules};

/// Counts the leaves of the tree of legal moves, by definition: depth 0 is one leaf, a pass is a
/// ply, a finished game counts [`Rules::ENDED_COUNTS`] at every greater depth.
pub fn perft<R: Rules>(pos: &R, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if matches!(pos.actor(), Actor::Over(_)) {
        return R::ENDED_COUNTS;
    }
    let moves = pos.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|mv| {
            let mut child = pos.clone();
            child.play_unchecked(mv);
            child.perft(depth - 1)
        })
        .sum()
}
