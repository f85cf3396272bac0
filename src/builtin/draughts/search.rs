//! The search: iterative deepening, one or all root moves valued.
//!
//! Speaks no protocol and prints nothing: it passes its results to a closure after every depth.

use std::sync::Arc;

use super::eval::{ENDS, Weights};
use super::levels::MAX_DEPTH;
use super::order::{Experience, Way};
use super::past::Past;
use crate::builtin::ends::INFINITE;
use crate::builtin::pace::Pace;
use crate::builtin::stop::Stop;
use crate::builtin::tt::TranspositionTable;
use crate::games::draughts::{Draughts, Move, MoveList, Variant, legal_moves};

/// No line is longer.
pub(super) const MAX_PLY: usize = 240;
/// Half the width of the first window around the score of the depth before.
const ASPIRATION: i32 = 20;
/// From this depth on there is such a window.
const ASPIRATION_DEPTH: u32 = 5;

/// The limits and the task of a search.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Deepest search, in plies; at least 1.
    pub depth: u32,
    /// Most positions to look at.
    pub nodes: Option<u64>,
    /// The clock.
    pub pace: Pace,
    /// Every root move gets its own value, not only the best one.
    pub values_all: bool,
    /// The value of a draw for the side to move, in hundredths of a man.
    pub draw: i32,
    /// It may end when a longer search would not change the move: a win is proved.
    pub may_end_early: bool,
}

impl Limits {
    /// A search of a fixed depth.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        let pace = Pace::unhurried();
        Self { depth, nodes: None, pace, values_all: false, draw: 0, may_end_early: false }
    }
}

/// A root move and its line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Line {
    /// The moves expected; the first is the root move.
    pub moves: Vec<Move>,
    /// Value for the side to move, in hundredths of a man.
    pub score: i32,
}

/// The result of one depth of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Depth in plies.
    pub depth: u32,
    /// The mean depth at which the lines ended, in plies.
    pub mean_depth: f64,
    /// The best move; all moves, best first, if all were valued.
    pub lines: Vec<Line>,
    /// Positions looked at since the search began.
    pub nodes: u64,
    /// Evaluations since then.
    pub evaluations: u64,
}

/// The search with its tables. An engine keeps one for its lifetime: the knowledge about positions
/// stays useful for the next move.
#[derive(Debug)]
pub struct Searcher {
    pub(super) variant: Variant,
    pub(super) weights: Arc<Weights>,
    pub(super) table: TranspositionTable<Way>,
    pub(super) experience: Experience,
    pub(super) past: Past,
    pub(super) nodes: u64,
    pub(super) evaluations: u64,
    /// Plies at which lines ended, summed up.
    pub(super) leaf_plies: u64,
    pub(super) stopped: bool,
    /// The value of a draw for the side that moves at plies 0, 2, 4 ...
    pub(super) draw: i32,
    /// The best line found below each ply.
    pub(super) lines: Vec<Vec<Move>>,
    stop: Stop,
    pace: Pace,
    most_nodes: u64,
}

impl Searcher {
    /// A search whose table has `2^hash_bits` entries of 16 bytes.
    #[must_use]
    pub fn new(variant: Variant, hash_bits: u32) -> Self {
        Self::with_weights(variant, hash_bits, Weights::embedded(variant))
    }

    /// The same search, with weights other than those of the program.
    #[must_use]
    pub fn with_weights(variant: Variant, hash_bits: u32, weights: Arc<Weights>) -> Self {
        Self {
            variant,
            weights,
            table: TranspositionTable::new(hash_bits),
            experience: Experience::new(MAX_PLY),
            past: Past::default(),
            nodes: 0,
            evaluations: 0,
            leaf_plies: 0,
            stopped: false,
            draw: 0,
            lines: vec![Vec::new(); MAX_PLY + 1],
            stop: Stop::never(),
            pace: Pace::unhurried(),
            most_nodes: u64::MAX,
        }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.clear();
        self.experience = Experience::new(MAX_PLY);
    }

    /// Searches and reports after every depth, and whenever a better move is found. Returns the
    /// last report, or `None` when the side to move has no move. If it is stopped before the first
    /// depth is done, it still returns a legal move.
    ///
    /// `game` is the game up to now: each position with the move made in it, oldest first.
    pub fn search(
        &mut self,
        game: &[(Draughts, Move)],
        root: &Draughts,
        limits: &Limits,
        stop: Stop,
        mut tell: impl FnMut(&Report),
    ) -> Option<Report> {
        let mut moves = MoveList::new();
        legal_moves(root, &mut moves);
        let mut lines: Vec<Line> =
            moves.iter().map(|mv| Line { moves: vec![*mv], score: 0 }).collect();
        if lines.is_empty() {
            return None;
        }
        self.begin(game, root, limits, stop);
        let mut last = self.report(0, &lines, limits);
        for depth in 1..=limits.depth.clamp(1, MAX_DEPTH) {
            // The first depth takes no time, and without it the move would be arbitrary.
            if depth > 1 && self.pace.is_late() {
                break;
            }
            let found = if limits.values_all {
                self.value_all(root, &mut lines, depth)
            } else {
                self.find_best(root, &mut lines, depth)
            };
            if !found {
                // A better move may have been proved before the end came.
                if lines[0] != last.lines[0] && !limits.values_all {
                    last = self.report(last.depth, &lines, limits);
                }
                break;
            }
            last = self.report(depth, &lines, limits);
            tell(&last);
            if limits.may_end_early && ENDS.is_decided(lines[0].score, depth) {
                break;
            }
        }
        last.nodes = self.nodes;
        Some(last)
    }

    fn begin(&mut self, game: &[(Draughts, Move)], root: &Draughts, limits: &Limits, stop: Stop) {
        self.nodes = 0;
        self.evaluations = 0;
        self.leaf_plies = 0;
        self.stopped = false;
        self.stop = stop;
        self.pace = limits.pace.clone();
        self.most_nodes = limits.nodes.unwrap_or(u64::MAX);
        self.draw = limits.draw;
        self.table.next_search();
        self.experience.fade();
        let start = game.first().map_or(root, |(pos, _)| pos);
        let after = game.iter().skip(1).map(|(pos, _)| pos).chain([root]);
        self.past = Past::of_game(start, game.iter().map(|(_, mv)| mv).zip(after));
    }

    /// Finds the best move at a depth. Returns `false` when it was stopped; the first of the lines
    /// is then still the best one known.
    fn find_best(&mut self, root: &Draughts, lines: &mut [Line], depth: u32) -> bool {
        let around = lines[0].score;
        let mut width = ASPIRATION;
        let [mut alpha, mut beta] = if depth < ASPIRATION_DEPTH || ENDS.is_end(around) {
            [-INFINITE, INFINITE]
        } else {
            [around - width, around + width]
        };
        loop {
            let Some(score) = self.root_window(root, lines, depth, [alpha, beta]) else {
                return false;
            };
            width *= 4;
            if score <= alpha {
                alpha = if width > 500 { -INFINITE } else { around - width };
            } else if score >= beta {
                beta = if width > 500 { INFINITE } else { around + width };
            } else {
                return true;
            }
        }
    }

    /// Searches all root moves within a window; the best line comes to the front.
    fn root_window(
        &mut self,
        root: &Draughts,
        lines: &mut [Line],
        depth: u32,
        [alpha, beta]: [i32; 2],
    ) -> Option<i32> {
        let mut best = -INFINITE;
        for idx in 0..lines.len() {
            let floor = alpha.max(best);
            let mv = lines[idx].moves[0];
            let score = if idx == 0 {
                self.value_move(root, &mv, depth, [alpha, beta])
            } else {
                let score = self.value_move(root, &mv, depth, [floor, floor + 1]);
                if score > floor && score < beta && !self.stopped {
                    self.value_move(root, &mv, depth, [floor, beta])
                } else {
                    score
                }
            };
            if self.stopped {
                return None;
            }
            if score > best {
                best = score;
                if score > alpha || idx == 0 {
                    lines[idx] = self.line(mv, score);
                    // The others keep their order: they were good once.
                    lines[..=idx].rotate_right(1);
                }
            }
            if best >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Gives every root move its own value and puts the best one first.
    fn value_all(&mut self, root: &Draughts, lines: &mut [Line], depth: u32) -> bool {
        let mut valued = Vec::with_capacity(lines.len());
        for line in lines.iter() {
            let mv = line.moves[0];
            let score = self.value_move(root, &mv, depth, [-INFINITE, INFINITE]);
            if self.stopped {
                return false;
            }
            valued.push(self.line(mv, score));
        }
        valued.sort_by_key(|line| -line.score);
        lines.clone_from_slice(&valued);
        true
    }

    fn value_move(&mut self, root: &Draughts, mv: &Move, depth: u32, window: [i32; 2]) -> i32 {
        let mut child = *root;
        child.play(mv);
        self.past.push(root, mv, &child);
        let [alpha, beta] = window;
        let score = -self.pvs(&child, -beta, -alpha, depth.cast_signed() - 1, 1);
        self.past.pop();
        score
    }

    fn line(&self, mv: Move, score: i32) -> Line {
        let mut moves = vec![mv];
        moves.extend(&self.lines[1]);
        Line { moves, score }
    }

    fn report(&self, depth: u32, lines: &[Line], limits: &Limits) -> Report {
        let n_lines = if limits.values_all { lines.len() } else { 1 };
        let n_leaves = self.evaluations.max(1);
        Report {
            depth,
            mean_depth: self.leaf_plies as f64 / n_leaves as f64,
            lines: lines[..n_lines].to_vec(),
            nodes: self.nodes,
            evaluations: self.evaluations,
        }
    }

    /// Counts a position. Returns `true` when the search must end.
    #[inline]
    pub(super) fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes & 0x1ff == 0 || self.nodes >= self.most_nodes {
            self.stopped |=
                self.nodes >= self.most_nodes || self.pace.is_over() || self.stop.asked();
        }
        self.stopped
    }
}
