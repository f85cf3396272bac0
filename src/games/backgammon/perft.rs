//! Counting the tree of plays.

use super::board::{Board, N_CHECKERS, OFF};
use super::{Backgammon, Dice, Phase, Play, plays_into};

/// Number of leaves `depth` plies below `board`, before the dice are rolled. A ply is a roll
/// together with the play that answers it: each of the 21 rolls counts once, a roll that cannot be
/// played counts as one play, the cube is not turned, and a finished game counts 1 at every greater
/// depth. `weight` is the number of times that a roll counts: `|_| 1`, or [`Dice::weight`] for all
/// 36 throws.
pub fn perft(board: &Board, depth: u32, weight: fn(Dice) -> u64) -> u64 {
    if depth == 0 || is_over(board) {
        return 1;
    }
    let mut plays = Vec::with_capacity(64);
    Dice::ALL
        .into_iter()
        .map(|dice| weight(dice) * after(board, dice, depth, weight, &mut plays))
        .sum()
}

fn after(
    board: &Board,
    dice: Dice,
    depth: u32,
    weight: fn(Dice) -> u64,
    plays: &mut Vec<Play>,
) -> u64 {
    plays_into(board, dice, plays);
    if depth == 1 {
        return plays.len() as u64;
    }
    plays.iter().map(|play| perft(&play.board.flip(), depth - 1, weight)).sum()
}

fn is_over(board: &Board) -> bool {
    board.own[OFF] == N_CHECKERS || board.opp[OFF] == N_CHECKERS
}

/// Perft of a position: dice already rolled are not rolled again.
pub(super) fn perft_of(pos: &Backgammon, depth: u32, weight: fn(Dice) -> u64) -> u64 {
    match pos.phase {
        _ if depth == 0 => 1,
        Phase::Over { .. } => 1,
        Phase::Play(dice) => after(&pos.board, dice, depth, weight, &mut Vec::new()),
        Phase::Opening | Phase::Decide | Phase::Roll | Phase::Doubled => {
            perft(&pos.board, depth, weight)
        }
    }
}
