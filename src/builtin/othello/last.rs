//! The exact solver's last plies: at most six empty squares, no table, as few words as possible.
//!
//! Cannot be interrupted: it is done before a stop could arrive.

use super::endgame::{CORNERS, MAX_SCORE};
use crate::games::othello::board::{Board, squares};

/// The squares around each square.
static NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    let mut found = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1_u64 << square;
        let left = (bit & !0x0101_0101_0101_0101) >> 1;
        let right = (bit & !0x8080_8080_8080_8080) << 1;
        let row = bit | left | right;
        found[square] = (row | (row << 8) | (row >> 8)) & !bit;
        square += 1;
    }
    found
}

/// The value of a position with few empty squares. There is no table; squares in quarters with an
/// odd number of empty squares come first, because the side that plays there has the last move.
pub(super) fn solve_few(nodes: &mut u64, board: Board, alpha: i32, beta: i32, n_empty: u32) -> i32 {
    *nodes += 1;
    if n_empty <= 4 {
        return solve_last(nodes, board, alpha, beta, n_empty);
    }
    let legal = board.legal();
    if legal == 0 {
        if board.pass().legal() == 0 {
            return board.final_score();
        }
        return -solve_few(nodes, board.pass(), -beta, -alpha, n_empty);
    }
    let odd = odd_quarters(board.empty());
    let (mut best, mut low) = (-MAX_SCORE - 1, alpha);
    for part in [legal & CORNERS, legal & odd & !CORNERS, legal & !odd & !CORNERS] {
        for square in squares(part) {
            let child = board.place(square, board.flips(square));
            let score = -solve_few(nodes, child, -beta, -low, n_empty - 1);
            if score > best {
                best = score;
                low = low.max(score);
                if low >= beta {
                    return best;
                }
            }
        }
    }
    best
}

/// The quarters that hold an odd number of empty squares.
fn odd_quarters(empty: u64) -> u64 {
    let mut odd = 0;
    for quarter in [0x0f0f_0f0f_u64, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32] {
        if (empty & quarter).count_ones() % 2 == 1 {
            odd |= quarter;
        }
    }
    odd
}

/// At most four empty squares: every square is tried, without first finding the legal ones.
fn solve_last(nodes: &mut u64, board: Board, alpha: i32, beta: i32, n_empty: u32) -> i32 {
    let empty = board.empty();
    match n_empty {
        0 => board.final_score(),
        1 => last_one(board, empty.trailing_zeros()),
        2 => last_two(nodes, board, alpha, beta, in_order(empty)),
        3 => last_three(nodes, board, alpha, beta, in_order(empty)),
        _ => last_four(nodes, board, alpha, beta, in_order(empty)),
    }
}

/// The empty squares, those of odd quarters first.
fn in_order<const N: usize>(empty: u64) -> [u32; N] {
    let odd = odd_quarters(empty);
    let mut found = [0; N];
    for (at, square) in found.iter_mut().zip(squares(empty & odd).chain(squares(empty & !odd))) {
        *at = square;
    }
    found
}

/// Discs that a disc on `square` would turn, after a quick look whether there can be any.
fn quick_flips(board: Board, square: u32) -> u64 {
    if board.opp & NEIGHBOURS[square as usize] == 0 { 0 } else { board.flips(square) }
}

fn last_four(nodes: &mut u64, board: Board, alpha: i32, beta: i32, [a, b, c, d]: [u32; 4]) -> i32 {
    let mut try_all = |board: Board, alpha: i32, beta: i32| {
        let (mut best, mut low) = (None, alpha);
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            let flips = quick_flips(board, square);
            if flips == 0 {
                continue;
            }
            let score = -last_three(nodes, board.place(square, flips), -beta, -low, rest);
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                low = low.max(score);
                if low >= beta {
                    break;
                }
            }
        }
        best
    };
    try_all(board, alpha, beta)
        .or_else(|| try_all(board.pass(), -beta, -alpha).map(|score| -score))
        .unwrap_or_else(|| board.final_score())
}

fn last_three(nodes: &mut u64, board: Board, alpha: i32, beta: i32, [a, b, c]: [u32; 3]) -> i32 {
    *nodes += 1;
    let mut try_all = |board: Board, alpha: i32, beta: i32| {
        let (mut best, mut low) = (None, alpha);
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let flips = quick_flips(board, square);
            if flips == 0 {
                continue;
            }
            let score = -last_two(nodes, board.place(square, flips), -beta, -low, rest);
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                low = low.max(score);
                if low >= beta {
                    break;
                }
            }
        }
        best
    };
    try_all(board, alpha, beta)
        .or_else(|| try_all(board.pass(), -beta, -alpha).map(|score| -score))
        .unwrap_or_else(|| board.final_score())
}

fn last_two(nodes: &mut u64, board: Board, alpha: i32, beta: i32, [a, b]: [u32; 2]) -> i32 {
    *nodes += 1;
    let try_all = |board: Board, beta: i32| {
        let flips = quick_flips(board, a);
        let mut best = None;
        if flips != 0 {
            let score = -last_one(board.place(a, flips), b);
            if score >= beta {
                return Some(score);
            }
            best = Some(score);
        }
        let flips = quick_flips(board, b);
        if flips == 0 {
            return best;
        }
        best.max(Some(-last_one(board.place(b, flips), a)))
    };
    try_all(board, beta)
        .or_else(|| try_all(board.pass(), -alpha).map(|score| -score))
        .unwrap_or_else(|| board.final_score())
}

/// One empty square: the side that can play it takes it; otherwise it goes to the winner.
fn last_one(board: Board, square: u32) -> i32 {
    let own = board.own.count_ones().cast_signed();
    let turned = board.flips(square).count_ones().cast_signed();
    if turned > 0 {
        return 2 * (own + turned) - 62;
    }
    let lost = board.pass().flips(square).count_ones().cast_signed();
    if lost > 0 {
        return 2 * (own - lost) - 64;
    }
    if 2 * own > 63 { 2 * own - 62 } else { 2 * own - 64 }
}
