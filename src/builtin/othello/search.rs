//! The search: iterative deepening, one to many best moves, estimates first, then the exact result.
//!
//! Speaks no protocol and prints nothing: it passes its results to a closure after every depth.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::endgame::MAX_SCORE;
use super::eval::{Node, Weights};
use super::tt::{self, MoveTable, NO_MOVE};
use crate::builtin::Stop;
use crate::games::othello::board::{Board, squares};

/// Beyond every score.
pub(super) const INFINITE: i32 = 30_000;
/// Hundredths of a disc in a disc.
pub(super) const DISC: i32 = 100;

/// The limits and the task of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Deepest search by estimates, in plies.
    pub depth: u32,
    /// The number of best moves that get a value of their own; at least 1.
    pub lines: u32,
    /// With at most this many empty squares the result is exact.
    pub exact_from: u32,
    /// No deeper search is begun after this; the first depth is searched in any case.
    pub soft: Option<Instant>,
    /// The search ends at this.
    pub hard: Option<Instant>,
    /// The reported value of a proved draw for the side to move, in discs.
    pub draw: i32,
    /// Positions that a shallow search finds far outside of the window are not searched deeply.
    pub selective: bool,
}

/// The certainty of a value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sureness {
    /// An estimate.
    Estimate,
    /// Only the winner is proved.
    WinLossDraw,
    /// Exactly this.
    Exact,
}

/// A move at the root and its line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The squares of the moves expected; the first is the root move. A pass is 64.
    pub moves: Vec<u32>,
    /// Value for the side to move, in hundredths of a disc.
    pub score: i32,
    /// The certainty of the value.
    pub sureness: Sureness,
}

/// The result of one round of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Depth in plies; for an exact result the number of empty squares.
    pub depth: u32,
    /// The best moves, best first.
    pub lines: Vec<Line>,
    /// Positions looked at since the search began.
    pub nodes: u64,
}

/// A root move during the search.
#[derive(Clone, Debug)]
struct RootMove {
    square: u32,
    node: Node,
    score: i32,
    /// Its value in the last round of estimates.
    estimate: i32,
    /// It has an exact value and not just a bound.
    valued: bool,
}

/// The measure of a round at the root.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Round {
    /// Estimates at a depth.
    Estimate(u32),
    /// The winner.
    WinLossDraw,
    /// The exact difference.
    Exact,
}

/// The search with its tables. An engine keeps one for its lifetime: the knowledge about positions
/// stays useful for the next move.
pub struct Searcher {
    pub(super) weights: Arc<Weights>,
    /// Estimates, in hundredths of a disc.
    pub(super) table: MoveTable,
    /// Exact results, in discs.
    pub(super) exact: MoveTable,
    pub(super) nodes: u64,
    /// The same number for other threads, a few milliseconds old.
    counter: Arc<AtomicU64>,
    pub(super) stopped: bool,
    until_check: u32,
    stop: Stop,
    hard: Option<Instant>,
    draw: i32,
    pub(super) selective: bool,
}

impl fmt::Debug for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl Searcher {
    /// A search whose two tables have `2^hash_bits` entries of 16 bytes each.
    #[must_use]
    pub fn new(hash_bits: u32) -> Self {
        Self::with_weights(hash_bits, Weights::embedded())
    }

    /// The same search, with weights other than those of the program.
    #[must_use]
    pub fn with_weights(hash_bits: u32, weights: Arc<Weights>) -> Self {
        Self {
            weights,
            table: MoveTable::new(hash_bits),
            exact: MoveTable::new(hash_bits),
            nodes: 0,
            counter: Arc::default(),
            stopped: false,
            until_check: 0,
            stop: Stop::never(),
            hard: None,
            draw: 0,
            selective: false,
        }
    }

    /// Positions visited by the running search, for observers.
    #[must_use]
    pub fn counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.counter)
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.clear();
        self.exact.clear();
    }

    /// Searches and reports after every depth. Returns the last report, or `None` when the side to
    /// move has no move. If it is stopped before the first depth is done, it still returns a legal
    /// move.
    pub fn search(
        &mut self,
        board: Board,
        limits: &Limits,
        stop: Stop,
        mut tell: impl FnMut(&Report),
    ) -> Option<Report> {
        let root = Node::new(board);
        let mut moves = root_moves(&root);
        if moves.is_empty() {
            return None;
        }
        self.begin(limits, stop);
        let n_empty = board.empty().count_ones();
        let lines = (limits.lines.max(1) as usize).min(moves.len());
        let mut last = self.report(0, Round::Estimate(0), &moves[..lines]);
        for (number, round) in rounds(n_empty, limits).into_iter().enumerate() {
            // The first round takes no time, and without it the move would be arbitrary.
            if number > 0 && limits.soft.is_some_and(|soft| Instant::now() >= soft) {
                break;
            }
            if !self.search_root(&mut moves, lines, round) {
                if lines == 1 && moves[0].valued {
                    last =
                        self.report(last.depth, Round::Estimate(0), unfinished(&mut moves, round));
                }
                break;
            }
            let depth = match round {
                Round::Estimate(depth) => depth,
                Round::WinLossDraw | Round::Exact => n_empty,
            };
            last = self.report(depth, round, &moves[..lines]);
            tell(&last);
        }
        last.nodes = self.nodes;
        Some(last)
    }

    fn begin(&mut self, limits: &Limits, stop: Stop) {
        self.nodes = 0;
        self.counter.store(0, Ordering::Relaxed);
        self.stopped = false;
        // The first thousand positions are free: they find a sensible move in any case.
        self.until_check = 1_000;
        self.stop = stop;
        self.hard = limits.hard;
        self.draw = limits.draw;
        self.selective = limits.selective;
        self.table.next_search();
        self.exact.next_search();
    }

    /// Counts a position. Returns true when the search has ended.
    pub(super) fn interrupted(&mut self) -> bool {
        self.nodes += 1;
        if let Some(left) = self.until_check.checked_sub(1) {
            self.until_check = left;
            return self.stopped;
        }
        // The solver does a few hundred positions between two counts: a hundred counts are some
        // milliseconds.
        self.until_check = 100;
        self.counter.store(self.nodes, Ordering::Relaxed);
        self.stopped |= self.stop.asked() || self.hard.is_some_and(|hard| Instant::now() >= hard);
        self.stopped
    }

    /// Searches one round over all root moves; the best `lines` end up in front with exact values.
    /// False if it was cut short; then the results so far are in front.
    fn search_root(&mut self, moves: &mut [RootMove], lines: usize, round: Round) -> bool {
        for mv in moves.iter_mut() {
            mv.valued = false;
        }
        for number in 0..moves.len() {
            let bar = if number < lines { -INFINITE } else { moves[lines - 1].score };
            let Some(score) = self.root_value(&moves[number], bar, round) else {
                return false;
            };
            let mv = &mut moves[number];
            mv.score = score;
            mv.valued = score > bar;
            if let Round::Estimate(_) = round {
                mv.estimate = score;
            }
            if mv.valued {
                let place = moves[..number.min(lines)].partition_point(|mv| mv.score >= score);
                moves[place..=number].rotate_right(1);
            }
        }
        true
    }

    /// The value of a root move, or a bound at or below `bar`; `None` when stopped.
    fn root_value(&mut self, mv: &RootMove, bar: i32, round: Round) -> Option<i32> {
        let score = match round {
            Round::Estimate(depth) => self.estimated_value(mv, bar, depth - 1),
            Round::WinLossDraw => match bar {
                DISC.. => bar,
                0..DISC => (-self.solve(&mv.node, -1, 0)).signum() * DISC,
                ..0 => (-self.solve(&mv.node, -1, 1)).signum() * DISC,
            },
            Round::Exact => self.exact_value(mv, bar.div_euclid(DISC).max(-MAX_SCORE)) * DISC,
        };
        (!self.stopped).then_some(score)
    }

    fn estimated_value(&mut self, mv: &RootMove, bar: i32, depth: u32) -> i32 {
        if bar > -INFINITE {
            let score = -self.pvs(&mv.node, -bar - 1, -bar, depth);
            if self.stopped || score <= bar {
                return score;
            }
        }
        -self.pvs(&mv.node, -INFINITE, -bar, depth)
    }

    /// The exact value, found by narrow windows that begin at the estimate.
    fn exact_value(&mut self, mv: &RootMove, bar: i32) -> i32 {
        if bar > -MAX_SCORE {
            let score = -self.solve(&mv.node, -bar - 1, -bar);
            if self.stopped || score <= bar {
                return score;
            }
        }
        let guess = (mv.estimate + DISC * MAX_SCORE + DISC) / (2 * DISC) * 2 - MAX_SCORE;
        let (mut low, mut high) = (bar.max(-MAX_SCORE), MAX_SCORE);
        let mut middle = guess.clamp(low, high);
        loop {
            // Results are even, so that a window between two odd numbers proves one of them.
            let score = -self.solve(&mv.node, -middle - 1, -middle + 1);
            if self.stopped || score == middle {
                return score;
            }
            if score > middle {
                low = score;
            } else {
                high = score;
            }
            if low >= high {
                return score;
            }
            middle = score.clamp(-MAX_SCORE, MAX_SCORE);
        }
    }

    fn report(&self, depth: u32, round: Round, moves: &[RootMove]) -> Report {
        let sureness = match round {
            Round::Estimate(_) => Sureness::Estimate,
            Round::WinLossDraw => Sureness::WinLossDraw,
            Round::Exact => Sureness::Exact,
        };
        let lines = moves
            .iter()
            .map(|mv| Line {
                moves: self.continuation(mv, round),
                score: if sureness == Sureness::Estimate || mv.score != 0 {
                    mv.score
                } else {
                    self.draw * DISC
                },
                sureness,
            })
            .collect();
        Report { depth, lines, nodes: self.nodes }
    }

    /// The moves expected after a root move, from the tables.
    fn continuation(&self, mv: &RootMove, round: Round) -> Vec<u32> {
        let table = if let Round::Estimate(_) = round { &self.table } else { &self.exact };
        let mut found = vec![mv.square];
        let mut board = mv.node.board;
        while found.len() < 24 {
            let legal = board.legal();
            if legal == 0 {
                board = board.pass();
                if board.legal() == 0 {
                    break;
                }
                found.push(u32::from(NO_MOVE));
                continue;
            }
            let Some(entry) = table.probe(tt::key(board)) else { break };
            let square = u32::from(entry.moves[0]);
            if square > 63 || legal & (1 << square) == 0 {
                break;
            }
            found.push(square);
            board = board.place(square, board.flips(square));
        }
        found
    }
}

/// The rounds of a search, in order.
fn rounds(n_empty: u32, limits: &Limits) -> Vec<Round> {
    let solves = n_empty <= limits.exact_from;
    // Estimates order the moves for the solver; the last plies are left to it.
    let deepest = if solves { n_empty.saturating_sub(8) } else { n_empty };
    let mut found: Vec<Round> =
        (1..=limits.depth.min(deepest).max(1)).map(Round::Estimate).collect();
    if solves {
        if n_empty > 16 {
            found.push(Round::WinLossDraw);
        }
        found.push(Round::Exact);
    }
    found
}

/// The best move of a round that was cut short: the best so far, unless that is proved to lose and
/// another one looks better.
fn unfinished(moves: &mut [RootMove], round: Round) -> &[RootMove] {
    if round == Round::WinLossDraw
        && moves[0].score < 0
        && let Some(open) = moves.iter().position(|mv| mv.score > moves[0].score)
    {
        moves[..=open].rotate_right(1);
    }
    &moves[..1]
}

fn root_moves(root: &Node) -> Vec<RootMove> {
    squares(root.board.legal())
        .map(|square| {
            let node = root.place(square, root.board.flips(square));
            RootMove { square, node, score: 0, estimate: 0, valued: false }
        })
        .collect()
}
