//! The order in which moves are tried: killers, and the history of moves that were good elsewhere.
//!
//! Searches nothing.

use crate::builtin::tt::Hint;
use crate::games::Side;
use crate::games::draughts::{Draughts, Move};

/// A move as the table remembers it: from and to, plus one; if captures share both, it means the
/// first one that is generated. 0 means no move.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Way(u16);

impl Way {
    /// No move.
    pub(super) const NONE: Self = Self(0);

    pub(super) fn of(mv: &Move) -> Self {
        Self((u16::from(mv.from) << 6 | u16::from(mv.to)) + 1)
    }
}

impl Hint for Way {
    fn joined(self, old: Self) -> Self {
        if self == Self::NONE { old } else { self }
    }

    fn to_bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Self {
        Self(bits)
    }
}

/// Moves that get a place of their own in the order; the others come in any order.
const MOST: usize = 128;
/// History is halved when it grows beyond this.
const FULL: i32 = 1 << 20;
const FIRST: i32 = i32::MAX;
const KILLERS: [i32; 2] = [FIRST - 1, FIRST - 2];

/// The knowledge about moves beyond single positions.
#[derive(Debug)]
pub(super) struct Experience {
    killers: Vec<[Way; 2]>,
    history: Box<[[i32; 64 * 64]; 2]>,
}

impl Experience {
    pub(super) fn new(max_ply: usize) -> Self {
        Self { killers: vec![[Way::NONE; 2]; max_ply], history: Box::new([[0; 64 * 64]; 2]) }
    }

    /// A new search begins: earlier knowledge counts less.
    pub(super) fn fade(&mut self) {
        self.killers.fill([Way::NONE; 2]);
        self.history.iter_mut().flatten().for_each(|value| *value /= 8);
    }

    /// A quiet move has refuted a position.
    pub(super) fn reward(&mut self, side: Side, mv: &Move, depth: i32, ply: usize) {
        let way = Way::of(mv);
        if self.killers[ply][0] != way {
            self.killers[ply] = [way, self.killers[ply][0]];
        }
        let history = &mut self.history[side.idx()];
        let value = &mut history[way_idx(mv)];
        *value += depth * depth;
        if *value > FULL {
            history.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// The worth of each move in the order.
    pub(super) fn rank(&self, pos: &Draughts, moves: &[Move], known: Way, ply: usize) -> Ranks {
        let mut ranks = Ranks([0; MOST]);
        let history = &self.history[pos.turn().idx()];
        let killers = self.killers[ply];
        for (rank, mv) in ranks.0.iter_mut().zip(moves) {
            let way = Way::of(mv);
            *rank = if way == known {
                FIRST
            } else if way == killers[0] {
                KILLERS[0]
            } else if way == killers[1] {
                KILLERS[1]
            } else {
                history[way_idx(mv)]
            };
        }
        ranks
    }
}

fn way_idx(mv: &Move) -> usize {
    usize::from(mv.from) << 6 | usize::from(mv.to)
}

/// The worth of the moves of one position.
#[derive(Debug)]
pub(super) struct Ranks([i32; MOST]);

impl Ranks {
    /// Puts the best of the moves from `at` on to the place `at`.
    #[inline]
    pub(super) fn bring(&mut self, moves: &mut [Move], at: usize) {
        let end = moves.len().min(MOST);
        let Some(best) = (at..end).max_by_key(|idx| (self.0[*idx], usize::MAX - idx)) else {
            return;
        };
        moves.swap(at, best);
        self.0.swap(at, best);
    }
}
