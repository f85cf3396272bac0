//! One thread of a search: iterative deepening, one or all root moves valued.
//!
//! Uses `tree` to look below the root's moves.

use std::sync::Arc;

use super::eval::{ENDS, LEVEL, Slant, Weights};
use super::levels::MAX_DEPTH;
use super::order::{Experience, Ranked};
use super::past::Past;
use super::search::{Limits, Line, Report};
use super::table::SharedTable;
use super::tree::wins;
use crate::builtin::ends::{INFINITE, WIN};
use crate::builtin::pace::Pace;
use crate::builtin::stop::Stop;
use crate::games::hive::{Board, BoardMove, GameType, Hive, legal_moves};

/// No line is longer.
pub(super) const MAX_PLY: usize = 128;
/// Half the width of the first window around the score of the depth before.
const ASPIRATION: i32 = 60;
/// From this depth on there is such a window.
const ASPIRATION_DEPTH: u32 = 4;
/// The number of positions searched deeper at depth 0 because of a threat; it doubles with each
/// depth.
const EXTENSIONS: u32 = 128;
/// A window of this half width is as good as an open one.
const WIDE: i32 = 1_500;

/// One thread of a search with its knowledge.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) table: Arc<SharedTable>,
    pub(super) weights: Arc<Weights>,
    pub(super) experience: Experience,
    pub(super) past: Past,
    pub(super) board: Board,
    pub(super) nodes: u64,
    pub(super) stopped: bool,
    /// The value of a draw for the side that moves at plies 0, 2, 4 ...
    pub(super) draw: i32,
    pub(super) slant: Slant,
    /// Threats do not make lines longer than this.
    pub(super) longest: usize,
    /// The number of positions that this depth's search may still extend because of a threat.
    pub(super) n_extensions: u32,
    /// The best line found below each ply.
    pub(super) lines: Vec<Vec<BoardMove>>,
    /// Lists of moves that are not in use.
    pub(super) spare: Vec<Vec<Ranked>>,
    pub(super) generated: Vec<BoardMove>,
    first_depth: u32,
    stop: Stop,
    pace: Pace,
    most_nodes: u64,
}

impl Worker {
    pub(super) fn new(table: Arc<SharedTable>, weights: Arc<Weights>) -> Self {
        Self {
            table,
            weights,
            experience: Experience::new(MAX_PLY),
            past: Past::default(),
            board: Board::new(GameType::default()),
            nodes: 0,
            stopped: false,
            draw: 0,
            slant: LEVEL,
            longest: 0,
            n_extensions: 0,
            lines: vec![Vec::new(); MAX_PLY + 2],
            spare: Vec::new(),
            generated: Vec::new(),
            first_depth: 1,
            stop: Stop::never(),
            pace: Pace::unhurried(),
            most_nodes: u64::MAX,
        }
    }

    /// The next search begins this many plies deeper: a helper that does the same as the first
    /// thread is useless.
    pub(super) fn skip_depths(&mut self, n: usize) {
        self.first_depth = 1 + n as u32;
    }

    /// Does the same as [`super::Searcher::search`], with this thread alone.
    pub(super) fn search(
        &mut self,
        game: &[Hive],
        limits: &Limits,
        stop: Stop,
        mut tell: impl FnMut(&Report),
    ) -> Option<Report> {
        self.begin(game, limits, stop)?;
        let mut moves = Vec::new();
        legal_moves(&self.board, &mut moves);
        moves.sort_unstable();
        let mut lines: Vec<Line> =
            moves.iter().map(|mv| Line { moves: vec![*mv], score: 0 }).collect();
        if lines.is_empty() {
            return None;
        }
        if let Some(mv) = moves.iter().copied().find(|mv| wins(&mut self.board, *mv)) {
            let line = Line { moves: vec![mv], score: WIN - 1 };
            let report = Report { depth: 1, lines: vec![line], nodes: 0 };
            tell(&report);
            return Some(report);
        }
        let mut last = self.report(0, &lines, limits);
        for depth in self.first_depth..=limits.depth.clamp(1, MAX_DEPTH) {
            // The first depth takes no time, and without it the move would be arbitrary.
            if depth > 1 && self.pace.is_late() {
                break;
            }
            self.longest = longest(depth);
            self.n_extensions = EXTENSIONS << depth.min(20);
            let found = match limits.within {
                Some(within) => self.value_all(&mut lines, depth, within),
                None => self.find_best(&mut lines, depth),
            };
            if !found {
                // A better move may have been proved before the end came. The same one has no new
                // value: the others may still be better.
                if lines[0].moves[0] != last.lines[0].moves[0] {
                    last = self.report(depth, &lines, limits);
                }
                break;
            }
            last = self.report(depth, &lines, limits);
            tell(&last);
            if ENDS.is_decided(lines[0].score, depth) {
                break;
            }
        }
        last.nodes = self.nodes;
        Some(last)
    }

    fn begin(&mut self, game: &[Hive], limits: &Limits, stop: Stop) -> Option<()> {
        self.board.clone_from(game.last()?.board());
        self.past = Past::of_game(game.iter().map(Hive::board));
        self.nodes = 0;
        self.stopped = false;
        self.stop = stop;
        self.pace = limits.pace.clone();
        self.most_nodes = limits.nodes.unwrap_or(u64::MAX);
        self.draw = limits.draw;
        self.slant = limits.slant;
        self.experience.fade();
        Some(())
    }

    /// Finds the best move at a depth. Returns `false` when it was stopped; the first of the lines
    /// is then still the best one known.
    fn find_best(&mut self, lines: &mut [Line], depth: u32) -> bool {
        let around = lines[0].score;
        let mut width = ASPIRATION;
        let [mut alpha, mut beta] = if depth < ASPIRATION_DEPTH || ENDS.is_end(around) {
            [-INFINITE, INFINITE]
        } else {
            [around - width, around + width]
        };
        loop {
            let Some(score) = self.root_window(lines, depth, [alpha, beta]) else {
                return false;
            };
            width *= 4;
            if score <= alpha {
                alpha = if width > WIDE { -INFINITE } else { around - width };
            } else if score >= beta {
                beta = if width > WIDE { INFINITE } else { around + width };
            } else {
                return true;
            }
        }
    }

    /// Searches all root moves within a window; the best line comes to the front.
    fn root_window(
        &mut self,
        lines: &mut [Line],
        depth: u32,
        [alpha, beta]: [i32; 2],
    ) -> Option<i32> {
        let mut best = -INFINITE;
        for idx in 0..lines.len() {
            let floor = alpha.max(best);
            let mv = lines[idx].moves[0];
            let score = if idx == 0 {
                self.value_move(mv, depth, [alpha, beta])
            } else {
                let score = self.value_move(mv, depth, [floor, floor + 1]);
                if score > floor && score < beta && !self.stopped {
                    self.value_move(mv, depth, [floor, beta])
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

    /// Gives every root move that is at most `within` worse than the best one its own value, the
    /// others an upper bound, and puts the best one first. Returns `false` if it was stopped; the
    /// lines are then unchanged.
    fn value_all(&mut self, lines: &mut [Line], depth: u32, within: i32) -> bool {
        let (mut valued, mut best) = (Vec::with_capacity(lines.len()), None);
        for line in lines.iter() {
            let mv = line.moves[0];
            let floor = best.map_or(-INFINITE, |best: i32| (best - within - 1).max(-INFINITE));
            let mut score = INFINITE;
            if best.is_some() {
                score = self.value_move(mv, depth, [floor, floor + 1]);
            }
            if score > floor && !self.stopped {
                score = self.value_move(mv, depth, [floor, INFINITE]);
            }
            if self.stopped {
                return false;
            }
            best = best.max(Some(score));
            valued.push(self.line(mv, score));
        }
        valued.sort_by_key(|line| -line.score);
        lines.clone_from_slice(&valued);
        true
    }

    fn value_move(&mut self, mv: BoardMove, depth: u32, [alpha, beta]: [i32; 2]) -> i32 {
        let undo = self.play(mv);
        let score = -self.pvs([-beta, -alpha], depth.cast_signed() - 1, 1, true);
        self.take_back(mv, undo);
        score
    }

    fn line(&self, mv: BoardMove, score: i32) -> Line {
        let mut moves = vec![mv];
        moves.extend(&self.lines[1]);
        Line { moves, score }
    }

    fn report(&self, depth: u32, lines: &[Line], limits: &Limits) -> Report {
        let n_lines = if limits.within.is_some() { lines.len() } else { 1 };
        Report { depth, lines: lines[..n_lines].to_vec(), nodes: self.nodes }
    }

    /// Counts a position. Returns `true` when the search must end.
    #[inline]
    pub(super) fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes & 0xff == 0 || self.nodes >= self.most_nodes {
            self.stopped |=
                self.nodes >= self.most_nodes || self.pace.is_over() || self.stop.asked();
        }
        self.stopped
    }
}

/// The greatest length to which threats and forced moves may extend the lines of a search of this
/// depth. It is only a few plies more: with both queens nearly surrounded almost every move is a
/// threat, and the tree has no other bound.
const fn longest(depth: u32) -> usize {
    (depth + 2 + depth / 4) as usize
}
