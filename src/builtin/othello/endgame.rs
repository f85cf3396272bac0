//! The exact solver: alpha-beta to the last disc, in whole discs.
//!
//! Chooses no move for a game and reports nothing; [`super::search`] drives it.

use super::eval::Node;
use super::search::Searcher;
use super::stability::stable;
use super::tt::{self, NO_MOVE};
use crate::games::othello::board::{Board, squares};

/// The worst and the best there is.
pub(super) const MAX_SCORE: i32 = 64;

/// From this many empty squares on, positions are kept in the table and moves are ordered by what
/// the other side can answer.
const TABLE_FROM: u32 = 7;
/// From this many on, moves are ordered by estimates.
const ESTIMATE_FROM: u32 = 11;

/// The squares around each square.
static NEIGHBOURS: [u64; 64] = neighbours();
/// The quarter of the board that each square lies in.
static QUARTER_OF: [u64; 64] = quarters();

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Squares next to a corner, along the edge and on the diagonal.
const NEAR_CORNERS: u64 = 0x42c3_0000_0000_c342;

const fn neighbours() -> [u64; 64] {
    let mut found = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1_u64 << square;
        let side =
            bit | ((bit & !0x0101_0101_0101_0101) >> 1) | ((bit & !0x8080_8080_8080_8080) << 1);
        found[square] = (side | (side << 8) | (side >> 8)) & !bit;
        square += 1;
    }
    found
}

const fn quarters() -> [u64; 64] {
    let mut found = [0; 64];
    let mut square = 0;
    while square < 64 {
        let across = if square % 8 < 4 { 0x0f0f_0f0f_u64 } else { 0xf0f0_f0f0_u64 };
        found[square] = if square < 32 { across } else { across << 32 };
        square += 1;
    }
    found
}

/// A move and how promising it looks.
#[derive(Clone, Copy, Default)]
struct Ranked {
    key: i32,
    square: u32,
    flips: u64,
}

/// The most moves that any position has is 33.
const MAX_MOVES: usize = 34;

impl Searcher {
    /// The value of a position of which the numbers are known, for ordering by estimates.
    pub(super) fn solve(&mut self, node: &Node, alpha: i32, beta: i32) -> i32 {
        let n_empty = node.board.empty().count_ones();
        if n_empty < ESTIMATE_FROM {
            return self.solve_board(node.board, alpha, beta);
        }
        if self.interrupted() {
            return 0;
        }
        let legal = node.board.legal();
        if legal == 0 {
            let passed = node.pass();
            if passed.board.legal() == 0 {
                return node.board.final_score();
            }
            return -self.solve(&passed, -beta, -alpha);
        }
        let key = tt::key(node.board);
        let (alpha, beta, hash_moves) = match self.solved_before(key, node.board, alpha, beta) {
            Ok(window) => window,
            Err(score) => return score,
        };
        let mut ranked = [Ranked::default(); MAX_MOVES];
        let n_moves = self.rank_by_estimate(node, legal, hash_moves, [alpha, beta], &mut ranked);
        let (mut best, mut best_square, mut low) = (-MAX_SCORE - 1, NO_MOVE, alpha);
        for (number, mv) in ranked[..n_moves].iter().enumerate() {
            let child = node.place(mv.square, mv.flips);
            let mut score;
            if number == 0 || beta - low <= 1 {
                score = -self.solve(&child, -beta, -low);
            } else {
                score = -self.solve(&child, -low - 1, -low);
                if low < score && score < beta {
                    score = -self.solve(&child, -beta, -score);
                }
            }
            if self.stopped {
                return 0;
            }
            if score > best {
                (best, best_square) = (score, mv.square as u8);
                low = low.max(score);
                if low >= beta {
                    break;
                }
            }
        }
        self.exact.store(key, n_empty as u8, [alpha, beta], best, best_square);
        best
    }

    /// What the table and the stable discs say: a value, or a narrower window and moves to try.
    fn solved_before(
        &mut self,
        key: u64,
        board: Board,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<(i32, i32, [u8; 2]), i32> {
        let n_empty = board.empty().count_ones().cast_signed();
        if alpha >= 2 * n_empty - 8 {
            let most = MAX_SCORE - 2 * stable(board.pass()).count_ones().cast_signed();
            if most <= alpha {
                return Err(most);
            }
            beta = beta.min(most);
        }
        let Some(entry) = self.exact.probe(key) else { return Ok((alpha, beta, [NO_MOVE; 2])) };
        let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
        if lower >= beta || lower == upper {
            return Err(lower);
        }
        if upper <= alpha {
            return Err(upper);
        }
        alpha = alpha.max(lower);
        beta = beta.min(upper);
        Ok((alpha, beta, entry.moves))
    }

    fn rank_by_estimate(
        &mut self,
        node: &Node,
        legal: u64,
        hash_moves: [u8; 2],
        window: [i32; 2],
        ranked: &mut [Ranked; MAX_MOVES],
    ) -> usize {
        let n_empty = node.board.empty().count_ones();
        let mid_moves = self.table.probe(tt::key(node.board)).map_or([NO_MOVE; 2], |e| e.moves);
        let depth = match n_empty {
            0..=13 => 0,
            14..=17 => 1,
            18..=21 => 2,
            _ => 3,
        };
        let mut n_moves = 0;
        for square in squares(legal) {
            let flips = node.board.flips(square);
            let child = node.place(square, flips);
            let wanted = square as u8;
            let key = if wanted == hash_moves[0] {
                1 << 30
            } else if wanted == hash_moves[1] {
                1 << 29
            } else if hash_moves[0] == NO_MOVE && wanted == mid_moves[0] {
                1 << 28
            } else if self.refuted(&child, window[0]) {
                1 << 27
            } else {
                let replies = child.board.legal();
                let freedom = replies.count_ones() + (replies & CORNERS).count_ones();
                let value = -self.pvs(&child, -30_000, 30_000, depth);
                value - freedom.cast_signed() * 400
            };
            ranked[n_moves] = Ranked { key, square, flips };
            n_moves += 1;
        }
        sort(&mut ranked[..n_moves]);
        n_moves
    }

    /// The table knows that the reply position is worth little enough to the other side.
    fn refuted(&self, child: &Node, beta: i32) -> bool {
        self.exact.probe(tt::key(child.board)).is_some_and(|entry| i32::from(entry.upper) < -beta)
    }

    /// The value of a position in discs, within a window (fail-soft).
    pub(super) fn solve_board(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let n_empty = board.empty().count_ones();
        if n_empty < TABLE_FROM {
            return solve_few(&mut self.nodes, board, alpha, beta, n_empty);
        }
        if self.interrupted() {
            return 0;
        }
        let legal = board.legal();
        if legal == 0 {
            if board.pass().legal() == 0 {
                return board.final_score();
            }
            return -self.solve_board(board.pass(), -beta, -alpha);
        }
        let key = tt::key(board);
        let (alpha, beta, hash_moves) = match self.solved_before(key, board, alpha, beta) {
            Ok(window) => window,
            Err(score) => return score,
        };
        let mut ranked = [Ranked::default(); MAX_MOVES];
        let n_moves = rank_by_replies(board, legal, hash_moves, &mut ranked);
        let (mut best, mut best_square, mut low) = (-MAX_SCORE - 1, NO_MOVE, alpha);
        for (number, mv) in ranked[..n_moves].iter().enumerate() {
            let child = board.place(mv.square, mv.flips);
            let mut score;
            if number == 0 || beta - low <= 1 {
                score = -self.solve_board(child, -beta, -low);
            } else {
                score = -self.solve_board(child, -low - 1, -low);
                if low < score && score < beta {
                    score = -self.solve_board(child, -beta, -score);
                }
            }
            if self.stopped {
                return 0;
            }
            if score > best {
                (best, best_square) = (score, mv.square as u8);
                low = low.max(score);
                if low >= beta {
                    break;
                }
            }
        }
        self.exact.store(key, n_empty as u8, [alpha, beta], best, best_square);
        best
    }
}

fn rank_by_replies(
    board: Board,
    legal: u64,
    hash_moves: [u8; 2],
    ranked: &mut [Ranked; MAX_MOVES],
) -> usize {
    let empty = board.empty();
    let mut n_moves = 0;
    for square in squares(legal) {
        let flips = board.flips(square);
        let key = if square as u8 == hash_moves[0] {
            1 << 30
        } else if square as u8 == hash_moves[1] {
            1 << 29
        } else {
            let replies = board.place(square, flips).legal();
            let bit = 1_u64 << square;
            let mut key =
                -16 * (replies.count_ones() + (replies & CORNERS).count_ones()).cast_signed();
            if bit & CORNERS != 0 {
                key += 12;
            } else if bit & NEAR_CORNERS != 0 {
                key -= 4;
            }
            if (empty & QUARTER_OF[square as usize]).count_ones() % 2 == 1 {
                key += 8;
            }
            key
        };
        ranked[n_moves] = Ranked { key, square, flips };
        n_moves += 1;
    }
    sort(&mut ranked[..n_moves]);
    n_moves
}

/// Best first. There are few moves, and insertion is fastest then.
fn sort(ranked: &mut [Ranked]) {
    for end in 1..ranked.len() {
        let mut at = end;
        while at > 0 && ranked[at - 1].key < ranked[at].key {
            ranked.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// A position with few empty squares: no table, squares in quarters with an odd number of empty
/// squares first, for there one has the last move.
fn solve_few(nodes: &mut u64, board: Board, alpha: i32, beta: i32, n_empty: u32) -> i32 {
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

/// At most four empty squares: every square is tried, without asking first which are legal.
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

/// One empty square: whoever can takes it; otherwise it goes to the winner.
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
