//! The search by estimates: alpha-beta to a depth, in hundredths of a disc.
//!
//! Knows no clock and no root; [`super::search`] drives it, and [`super::endgame`] uses it to order
//! moves.

use super::best::Best;
use super::endgame::MAX_SCORE;
use super::eval::{N_STAGES, Node, stage_of};
use super::ranked::Ranking;
use super::search::{DISC, Searcher};
use super::tt::{self, Entry, NO_MOVE};
use crate::games::othello::board::squares;

/// From this depth on moves are ordered by estimates, and hopeless positions left out.
const ESTIMATE_FROM: u32 = 3;

impl Searcher {
    /// The value by estimates, within a window (fail-soft), in hundredths of a disc.
    pub(super) fn pvs(&mut self, node: &Node, alpha: i32, beta: i32, depth: u32) -> i32 {
        if self.interrupted() {
            return 0;
        }
        let legal = node.board.legal();
        if legal == 0 {
            let passed = node.pass();
            if passed.board.legal() == 0 {
                // A draw counts as 0 here; the root decides the value of a proved one.
                return node.board.final_score() * DISC;
            }
            if depth > 0 {
                return -self.pvs(&passed, -beta, -alpha, depth);
            }
        }
        match depth {
            0 => self.weights.evaluate(node, legal),
            1 => self.last_ply(node, legal, alpha, beta),
            _ => self.deeper(node, legal, [alpha, beta], depth),
        }
    }

    /// One ply to go: the order of the moves matters little, the table even less.
    fn last_ply(&mut self, node: &Node, legal: u64, alpha: i32, beta: i32) -> i32 {
        let mut best = Best::new(alpha);
        for square in squares(legal) {
            let child = node.place(square, node.board.flips(square));
            let score = -self.pvs(&child, -beta, -best.low, 0);
            if best.take(score, square) >= beta {
                break;
            }
        }
        best.score
    }

    fn deeper(&mut self, node: &Node, legal: u64, window: [i32; 2], depth: u32) -> i32 {
        let key = tt::key(node.board);
        let entry = self.table.probe(key);
        let [alpha, beta] = match entry.map(|entry| narrowed(entry, window, depth)) {
            Some(Err(score)) => return score,
            Some(Ok(window)) => window,
            None => window,
        };
        if self.selective
            && depth >= ESTIMATE_FROM
            && beta - alpha == 1
            && let Some(bound) = self.probe(node, legal, alpha, depth)
        {
            return bound;
        }
        let mut best = Best::new(alpha);
        let known = entry.map_or([NO_MOVE; 2], |entry| entry.moves);
        for (number, mv) in self.rank(node, legal, known, depth).iter().enumerate() {
            let child = node.place(mv.square, mv.flips);
            let score = self.child_value(&child, best.low, beta, depth, number == 0);
            if self.stopped {
                return 0;
            }
            if best.take(score, mv.square) >= beta {
                break;
            }
        }
        self.table.store(key, depth as u8, [alpha, beta], best.score, [best.square, NO_MOVE]);
        best.score
    }

    /// The value of a move: every move but the first is expected not to exceed the best so far.
    fn child_value(&mut self, child: &Node, low: i32, beta: i32, depth: u32, first: bool) -> i32 {
        if first || beta - low <= 1 {
            return -self.pvs(child, -beta, -low, depth - 1);
        }
        let score = -self.pvs(child, -low - 1, -low, depth - 1);
        if score <= low || score >= beta || self.stopped {
            return score;
        }
        -self.pvs(child, -beta, -score, depth - 1)
    }

    /// The result of a shallow search for a null window above `alpha`, if it is certain enough:
    /// ProbCut (Buro 1995), with the errors measured for the weights in use.
    fn probe(&mut self, node: &Node, legal: u64, alpha: i32, depth: u32) -> Option<i32> {
        let shallow = depth / 4 * 2 + depth % 2;
        let margin = probcut_margin(stage_of(node.board), depth - shallow);
        let estimate = self.weights.evaluate(node, legal);
        let (low, high) = (alpha - margin, alpha + 1 + margin);
        if estimate > alpha && high < DISC * MAX_SCORE {
            let score = self.pvs(node, high - 1, high, shallow);
            if score >= high && !self.stopped {
                return Some(alpha + 1);
            }
        } else if estimate <= alpha && low > -DISC * MAX_SCORE {
            let score = self.pvs(node, low, low + 1, shallow);
            if score <= low && !self.stopped {
                return Some(alpha);
            }
        }
        None
    }

    /// The moves, most promising first: those of the table, then by estimate, near the leaves by
    /// mobility.
    fn rank(&self, node: &Node, legal: u64, known: [u8; 2], depth: u32) -> Ranking {
        let mut ranking = Ranking::new();
        for square in squares(legal) {
            let flips = node.board.flips(square);
            let key = if square as u8 == known[0] {
                1 << 30
            } else if square as u8 == known[1] {
                1 << 29
            } else if depth >= ESTIMATE_FROM {
                let child = node.place(square, flips);
                -self.weights.evaluate(&child, child.board.legal())
            } else {
                -node.board.place(square, flips).legal().count_ones().cast_signed()
            };
            ranking.push(key, square, flips);
        }
        ranking.sort();
        ranking
    }
}

/// The window narrowed by the table, or the value from the table.
fn narrowed(entry: Entry, [alpha, beta]: [i32; 2], depth: u32) -> Result<[i32; 2], i32> {
    if u32::from(entry.depth) < depth {
        return Ok([alpha, beta]);
    }
    let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
    if lower >= beta || lower == upper {
        return Err(lower);
    }
    if upper <= alpha {
        return Err(upper);
    }
    Ok([alpha.max(lower), beta.min(upper)])
}

/// Standard deviation of a search's value from that of one four plies deeper, by stage, in
/// hundredths of a disc; measured over 800 positions of games at depth 2.
const ERRORS: [i32; N_STAGES] = [440, 440, 440, 400, 360, 340, 320, 310, 280, 260, 260, 260];

/// The distance from the window at which a shallow value is trusted: about one and a half
/// deviations.
fn probcut_margin(stage: usize, plies: u32) -> i32 {
    ERRORS[stage] * (14 + plies.cast_signed()) / 12
}
