//! An engine at a level: chooses moves by the clock, values positions.
//!
//! Speaks no protocol.

use std::time::{Duration, Instant};

use super::game::Game;
use super::levels::Level;
use super::search::{Limits, Line, Report, Searcher, Sureness};
use super::tt::NO_MOVE;
use crate::builtin::Stop;
use crate::builtin::random::Random;
use crate::builtin::slips::{Glimpse, Look};
use crate::builtin::time_budget::Budget;
use crate::games::othello::board::Board;

/// Hundredths of a disc in a disc.
const DISC: i32 = 100;
const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The value of a corner for a player who counts discs.
const CORNER_WORTH: i32 = 10 * DISC;
/// A single move leaves no choice; it is searched this deep for its value.
const FORCED_DEPTH: u32 = 8;
/// Time for one position of a whole game.
const VALUE_TIME: Duration = Duration::from_millis(1_500);
/// Deepest search by estimates for one position of a whole game.
const VALUE_DEPTH: u32 = 14;

/// The chosen move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chosen {
    /// The square; 64 is a pass, `None` a finished game.
    pub(crate) square: Option<u32>,
    /// Its evaluation in a single line; `None` for forced moves without a search.
    pub(crate) report: Option<Report>,
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Worth {
    /// The score in hundredths of a disc.
    pub(crate) score: i32,
    exact: bool,
}

/// An engine at a level.
#[derive(Debug)]
pub struct Player {
    level: &'static Level,
    random: Random,
    /// Made at the first search, so that the engine starts at once.
    searcher: Option<Searcher>,
}

impl Player {
    /// An engine at `level`, with random errors from `seed`.
    #[must_use]
    pub fn new(level: &'static Level, seed: u64) -> Self {
        Self { level, random: Random::new(seed), searcher: None }
    }

    pub(crate) fn searcher(&mut self) -> &mut Searcher {
        self.searcher.get_or_insert_with(|| Searcher::new(self.level.hash_bits))
    }

    /// Chooses a move for the side to move in `game`, thinking at most `depth` plies ahead and as
    /// long as the clock allows from `begun` on; `tell` gets every depth.
    pub(crate) fn choose(
        &mut self,
        game: &Game,
        depth: u32,
        draw: i32,
        stop: Stop,
        begun: Instant,
        tell: impl FnMut(&Report),
    ) -> Chosen {
        let board = game.pos().board;
        let Some(limits) = self.limits(board, game.budget(), depth, draw, begun) else {
            let square = (!board.is_over()).then_some(u32::from(NO_MOVE));
            return Chosen { square, report: None };
        };
        self.think(board, &limits, stop, tell)
    }

    /// The square to play on, found within `time`; `None` if the side to move has no move.
    pub fn best_square(&mut self, board: Board, time: Duration) -> Option<u32> {
        let budget = Budget { soft: time / 2, hard: time };
        let limits = self.limits(board, budget, self.level.depth, 0, Instant::now())?;
        self.think(board, &limits, Stop::never(), |_| ()).square
    }

    /// The limits of the search for a move in a game; `None` if there is no move.
    fn limits(
        &self,
        board: Board,
        budget: Budget,
        depth: u32,
        draw: i32,
        begun: Instant,
    ) -> Option<Limits> {
        let n_moves = board.legal().count_ones();
        if n_moves == 0 {
            return None;
        }
        let mut limits = Limits {
            depth: self.level.depth.min(depth),
            lines: 1,
            exact_from: self.level.exact_from.min(depth + 4),
            soft: Some(begun + budget.soft),
            hard: Some(begun + budget.hard),
            draw,
            selective: self.level.selective,
        };
        if self.level.number == 10 && depth >= 16 {
            limits.exact_from = exact_within(budget.hard);
        }
        if n_moves == 1 {
            limits.depth = limits.depth.min(FORCED_DEPTH);
            limits.exact_from = limits.exact_from.min(FORCED_DEPTH);
        }
        Some(limits)
    }

    fn think(
        &mut self,
        board: Board,
        limits: &Limits,
        stop: Stop,
        tell: impl FnMut(&Report),
    ) -> Chosen {
        let look = self.level.slips.look(&mut self.random);
        let limits = match look {
            Look::Full => *limits,
            Look::Short(depth) => {
                Limits { depth: depth.min(limits.depth), exact_from: 0, ..*limits }
            }
            Look::Glance => Limits { depth: 1, exact_from: 0, lines: u32::MAX, ..*limits },
        };
        let Some(mut report) = self.searcher().search(board, &limits, stop, tell) else {
            return Chosen { square: None, report: None };
        };
        if look == Look::Glance {
            report.lines = vec![self.glance(board, &report).clone()];
        }
        Chosen { square: Some(report.lines[0].moves[0]), report: Some(report) }
    }

    /// The move of one that counts discs: it likes to turn many and knows the value of a corner,
    /// but not which moves give one away.
    fn glance<'a>(&mut self, board: Board, report: &'a Report) -> &'a Line {
        let glimpses: Vec<Glimpse> = report
            .lines
            .iter()
            .map(|line| {
                let square = line.moves[0];
                let corner = if CORNERS & (1 << square) != 0 { CORNER_WORTH } else { 0 };
                let n_turned = board.flips(square).count_ones().cast_signed();
                Glimpse { worth: n_turned * DISC + corner, idle: false }
            })
            .collect();
        &report.lines[self.level.slips.choose(&glimpses, &mut self.random)]
    }

    /// The value of a position; `after` is the value of the next one in the game.
    pub(crate) fn value(
        &mut self,
        board: Board,
        depth: u32,
        draw: i32,
        after: Option<Worth>,
        stop: Stop,
    ) -> Worth {
        let begun = Instant::now();
        let limits = Limits {
            depth: self.level.analysis_depth.min(depth).min(VALUE_DEPTH),
            lines: 1,
            exact_from: self.level.exact_from,
            soft: Some(begun + VALUE_TIME / 3),
            hard: Some(begun + VALUE_TIME),
            draw,
            selective: self.level.selective,
        };
        let report = if board.legal() == 0 {
            self.value_without_moves(board, &limits, stop)
        } else {
            let found = self.searcher().search(board, &limits, stop, |_| ());
            found.expect("there are moves")
        };
        let line = &report.lines[0];
        let found = Worth { score: line.score, exact: line.sureness == Sureness::Exact };
        // The played move is one of the moves, so the position is worth at least the next one,
        // which was searched more deeply.
        match after {
            Some(after) if !found.exact && -after.score > found.score => {
                Worth { score: -after.score, exact: false }
            }
            Some(_) | None => found,
        }
    }

    /// A position in which the side to move has no move: the pass, or the end.
    pub(crate) fn value_without_moves(
        &mut self,
        board: Board,
        limits: &Limits,
        stop: Stop,
    ) -> Report {
        let pass = u32::from(NO_MOVE);
        let limits = Limits { lines: 1, draw: -limits.draw, ..*limits };
        if let Some(mut report) = self.searcher().search(board.pass(), &limits, stop, |_| ()) {
            for line in &mut report.lines {
                line.score = -line.score;
                line.moves.insert(0, pass);
            }
            return report;
        }
        let score = match board.final_score() {
            0 => -limits.draw,
            score => score,
        };
        let line = Line { moves: vec![pass], score: score * DISC, sureness: Sureness::Exact };
        Report { depth: 0, lines: vec![line], nodes: 1 }
    }
}

/// The number of empty squares from which on a result can be found within `time`: 20 take about a
/// second on one core, two more about eight times as long.
fn exact_within(time: Duration) -> u32 {
    match time.as_millis() {
        0..40 => 14,
        40..150 => 16,
        150..500 => 18,
        500..10_000 => 20,
        10_000..60_000 => 22,
        60_000.. => 24,
    }
}
