//! The exact solver: alpha-beta to the last disc, in whole discs.
//!
//! Chooses no move for a game and reports nothing; [`super::search`] drives it.

use super::best::Best;
use super::eval::Node;
use super::last::solve_few;
use super::ranked::Ranking;
use super::search::{INFINITE, Searcher};
use super::stability::stable;
use super::tt::{self, NO_MOVE};
use crate::games::othello::board::{Board, squares};

/// The best possible score; the worst is its negative.
pub(super) const MAX_SCORE: i32 = 64;

/// From this many empty squares on, positions are kept in the table and moves are ordered by the
/// number of replies.
const TABLE_FROM: u32 = 7;
/// From this many on, moves are ordered by estimates.
const ESTIMATE_FROM: u32 = 11;

/// The quarter of the board of each square.
static QUARTER_OF: [u64; 64] = quarters();

/// The four corners.
pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Squares next to a corner, along the edge and on the diagonal.
const NEAR_CORNERS: u64 = 0x42c3_0000_0000_c342;

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

/// A position as the solver carries it: with few empty squares the bare board is enough.
trait Carried: Copy {
    fn board(&self) -> Board;
    #[must_use]
    fn place(&self, square: u32, flips: u64) -> Self;
    #[must_use]
    fn pass(&self) -> Self;
    /// The value, if another way of solving takes over.
    fn handed_over(&self, searcher: &mut Searcher, alpha: i32, beta: i32) -> Option<i32>;
    /// The moves, most promising first; `known` are those of the table.
    fn rank(&self, searcher: &mut Searcher, known: [u8; 2], alpha: i32) -> Ranking;
}

impl Carried for Node {
    fn board(&self) -> Board {
        self.board
    }

    fn place(&self, square: u32, flips: u64) -> Self {
        self.place(square, flips)
    }

    fn pass(&self) -> Self {
        self.pass()
    }

    fn handed_over(&self, searcher: &mut Searcher, alpha: i32, beta: i32) -> Option<i32> {
        let few = self.board.empty().count_ones() < ESTIMATE_FROM;
        few.then(|| searcher.solve_carried(&self.board, alpha, beta))
    }

    fn rank(&self, searcher: &mut Searcher, known: [u8; 2], alpha: i32) -> Ranking {
        let estimated = searcher.table.probe(tt::key(self.board)).map_or(NO_MOVE, |e| e.moves[0]);
        let depth = match self.board.empty().count_ones() {
            0..=13 => 0,
            14..=17 => 1,
            18..=21 => 2,
            22.. => 3,
        };
        let mut ranking = Ranking::new();
        for square in squares(self.board.legal()) {
            let flips = self.board.flips(square);
            let child = self.place(square, flips);
            let number = square as u8;
            let key = if number == known[0] {
                1 << 30
            } else if number == known[1] {
                1 << 29
            } else if known[0] == NO_MOVE && number == estimated {
                1 << 28
            } else if searcher.is_known_above(&child, alpha) {
                1 << 27
            } else {
                let value = -searcher.pvs(&child, -INFINITE, INFINITE, depth);
                value - 400 * freedom(child.board)
            };
            ranking.push(key, square, flips);
        }
        ranking.sort();
        ranking
    }
}

impl Carried for Board {
    fn board(&self) -> Board {
        *self
    }

    fn place(&self, square: u32, flips: u64) -> Self {
        Self::place(*self, square, flips)
    }

    fn pass(&self) -> Self {
        Self::pass(*self)
    }

    fn handed_over(&self, searcher: &mut Searcher, alpha: i32, beta: i32) -> Option<i32> {
        let n_empty = self.empty().count_ones();
        let few = n_empty < TABLE_FROM;
        few.then(|| solve_few(&mut searcher.nodes, *self, alpha, beta, n_empty))
    }

    fn rank(&self, _searcher: &mut Searcher, known: [u8; 2], _alpha: i32) -> Ranking {
        let empty = self.empty();
        let mut ranking = Ranking::new();
        for square in squares(self.legal()) {
            let flips = self.flips(square);
            let number = square as u8;
            let key = if number == known[0] {
                1 << 30
            } else if number == known[1] {
                1 << 29
            } else {
                let odd = (empty & QUARTER_OF[square as usize]).count_ones() % 2 == 1;
                let place = match 1_u64 << square {
                    bit if bit & CORNERS != 0 => 12,
                    bit if bit & NEAR_CORNERS != 0 => -4,
                    _ => 0,
                };
                let child = Self::place(*self, square, flips);
                place + if odd { 8 } else { 0 } - 16 * freedom(child)
            };
            ranking.push(key, square, flips);
        }
        ranking.sort();
        ranking
    }
}

/// The freedom of choice of the side to move; corners count twice.
fn freedom(board: Board) -> i32 {
    let moves = board.legal();
    (moves.count_ones() + (moves & CORNERS).count_ones()).cast_signed()
}

impl Searcher {
    /// The value of a position in discs, within a window (fail-soft).
    pub(super) fn solve(&mut self, node: &Node, alpha: i32, beta: i32) -> i32 {
        self.solve_carried(node, alpha, beta)
    }

    fn solve_carried<P: Carried>(&mut self, pos: &P, alpha: i32, beta: i32) -> i32 {
        if let Some(score) = pos.handed_over(self, alpha, beta) {
            return score;
        }
        if self.interrupted() {
            return 0;
        }
        let board = pos.board();
        if board.legal() == 0 {
            if board.pass().legal() == 0 {
                return board.final_score();
            }
            return -self.solve_carried(&pos.pass(), -beta, -alpha);
        }
        let key = tt::key(board);
        let (alpha, beta, known) = match self.solved_before(key, board, alpha, beta) {
            Ok(window) => window,
            Err(score) => return score,
        };
        let mut best = Best::new(alpha);
        for (number, mv) in pos.rank(self, known, alpha).iter().enumerate() {
            let child = pos.place(mv.square, mv.flips);
            let score = self.solved_child(&child, best.low, beta, number == 0);
            if self.stopped {
                return 0;
            }
            if best.take(score, mv.square) >= beta {
                break;
            }
        }
        let n_empty = board.empty().count_ones() as u8;
        self.exact.store(key, n_empty, [alpha, beta], best.score, [best.square, NO_MOVE]);
        best.score
    }

    /// The value of a move: every move but the first is expected not to exceed the best so far.
    fn solved_child<P: Carried>(&mut self, child: &P, low: i32, beta: i32, first: bool) -> i32 {
        if first || beta - low <= 1 {
            return -self.solve_carried(child, -beta, -low);
        }
        let score = -self.solve_carried(child, -low - 1, -low);
        if score <= low || score >= beta || self.stopped {
            return score;
        }
        -self.solve_carried(child, -beta, -score)
    }

    /// The result from the table and the stable discs: a value, or a narrower window and moves to
    /// try.
    fn solved_before(
        &self,
        key: u64,
        board: Board,
        alpha: i32,
        mut beta: i32,
    ) -> Result<(i32, i32, [u8; 2]), i32> {
        // Stable discs are worth counting only if nothing but a high result is enough.
        if alpha >= 2 * board.empty().count_ones().cast_signed() - 8 {
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
        Ok((alpha.max(lower), beta.min(upper), entry.moves))
    }

    /// The table shows that the move to this position is worth more than `alpha`.
    fn is_known_above(&self, child: &Node, alpha: i32) -> bool {
        self.exact.probe(tt::key(child.board)).is_some_and(|entry| i32::from(entry.upper) < -alpha)
    }
}
