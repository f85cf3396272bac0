//! The search: its tasks, its reports, and its threads.
//!
//! Speaks no protocol and prints nothing: it passes its results to a closure after every depth.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::eval::{Slant, Weights};
use super::levels::MAX_DEPTH;
use super::root::Worker;
use super::table::SharedTable;
use crate::builtin::pace::Pace;
use crate::builtin::stop::Stop;
use crate::games::hive::{Board, BoardMove, Hive};

/// The limits and the task of a search.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Deepest search, in plies; at least 1.
    pub depth: u32,
    /// Most positions to look at, in the first thread.
    pub nodes: Option<u64>,
    /// The clock.
    pub pace: Pace,
    /// Every root move that is at most this much worse than the best one gets its own value, in
    /// hundredths of a point; `None`: the best one only.
    pub within: Option<i32>,
    /// The value of a draw for the side to move, in hundredths of a point.
    pub draw: i32,
    /// The weight on each side's queen, in per cent.
    pub slant: [i32; 2],
    /// Threads; at least 1. With one thread the same search has the same result.
    pub threads: usize,
}

impl Limits {
    /// A search of a fixed depth by one thread.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self {
            depth,
            nodes: None,
            pace: Pace::unhurried(),
            within: None,
            draw: 0,
            slant: super::eval::LEVEL,
            threads: 1,
        }
    }
}

/// A root move and its line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Line {
    /// The moves expected; the first is the root move.
    pub moves: Vec<BoardMove>,
    /// Value for the side to move, in hundredths of a point.
    pub score: i32,
}

/// The result of one depth of the search.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Report {
    /// Depth in plies; the unfinished depth if the search was stopped after finding a better move.
    pub depth: u32,
    /// The best move; all moves, best first, if others were valued too. An immediate win is alone.
    pub lines: Vec<Line>,
    /// Positions looked at since the search began, by the first thread.
    pub nodes: u64,
}

/// The search with its tables. An engine keeps one for its lifetime: the knowledge about positions
/// stays useful for the next move.
#[derive(Debug)]
pub struct Searcher {
    table: Arc<SharedTable>,
    weights: Arc<Weights>,
    workers: Vec<Worker>,
    slant: Slant,
}

impl Searcher {
    /// A search whose table has `2^hash_bits` entries of 16 bytes.
    #[must_use]
    pub fn new(hash_bits: u32) -> Self {
        Self::with_weights(hash_bits, Weights::embedded())
    }

    /// The same search, with weights other than those of the program.
    #[must_use]
    pub fn with_weights(hash_bits: u32, weights: Arc<Weights>) -> Self {
        let table = Arc::new(SharedTable::new(hash_bits));
        Self { table, weights, workers: Vec::new(), slant: super::eval::LEVEL }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.clear();
        self.workers.clear();
    }

    /// The static value of a position, for the side to move, in hundredths of a point.
    pub(super) fn evaluate(&self, board: &Board, slant: Slant) -> i32 {
        self.weights.evaluate(board, slant)
    }

    /// Searches and reports after every depth. Returns the last report, or `None` when the side to
    /// move has no move or there is no position. If it is stopped before the first depth is done,
    /// it still returns a legal move.
    ///
    /// `game` is the game up to now, the position to search last.
    pub fn search(
        &mut self,
        game: &[Hive],
        limits: &Limits,
        stop: &Stop,
        tell: impl FnMut(&Report),
    ) -> Option<Report> {
        if self.slant != limits.slant {
            // Results for other weights cannot be used.
            self.table.clear();
            self.slant = limits.slant;
        }
        self.table.next_search();
        let n_threads = limits.threads.max(1);
        while self.workers.len() < n_threads {
            let (table, weights) = (Arc::clone(&self.table), Arc::clone(&self.weights));
            self.workers.push(Worker::new(table, weights));
        }
        let (first, helpers) = self.workers.split_first_mut()?;
        if n_threads == 1 {
            return first.search(game, limits, stop.clone(), tell);
        }
        let done = Arc::new(AtomicBool::new(false));
        thread::scope(|scope| {
            for (idx, helper) in helpers[..n_threads - 1].iter_mut().enumerate() {
                let (asked, done) = (stop.clone(), Arc::clone(&done));
                let stop = Stop::when(move || done.load(Ordering::Relaxed) || asked.asked());
                let limits = Limits { nodes: None, depth: MAX_DEPTH, ..limits.clone() };
                helper.skip_depths(idx % 2);
                scope.spawn(move || helper.search(game, &limits, stop, |_| ()));
            }
            let found = first.search(game, limits, stop.clone(), tell);
            done.store(true, Ordering::SeqCst);
            found
        })
    }
}
