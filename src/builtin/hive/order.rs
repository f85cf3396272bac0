//! The order in which moves are tried, and the knowledge behind it.
//!
//! Values no position.

use crate::builtin::tt::Hint;
use crate::games::hive::{Board, BoardMove, Cell, CellSet, Piece, PieceSet, Way};

/// A move in 16 bits: the piece and its destination.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Goal(u16);

impl Goal {
    /// No move.
    pub(super) const NONE: Self = Self(u16::MAX);
    const PASS: Self = Self(u16::MAX - 1);

    /// The goal of a move.
    #[inline]
    pub(super) fn of(mv: BoardMove) -> Self {
        match mv {
            BoardMove::Play { piece, to } => Self((piece.idx() << 10 | to.idx()) as u16),
            BoardMove::Pass => Self::PASS,
        }
    }
}

impl Hint for Goal {
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

/// History is halved when it grows beyond this.
const FULL: i32 = 1 << 20;
/// The worth of moves that come before all moves with a history.
const KNOWN: i32 = i32::MAX;
const KILLERS: [i32; 2] = [FULL * 2, FULL * 2 - 1];
/// A piece comes to the other queen, or climbs on her.
const ATTACKS: i32 = FULL / 8;
/// A piece leaves the own queen.
const FREES: i32 = FULL / 16;
/// A piece comes to the own queen.
const CROWDS: i32 = -FULL / 8;

const N_GOALS: usize = Piece::COUNT * Cell::COUNT;

/// A move with its worth in the order.
pub(super) type Ranked = (i32, BoardMove);

/// The knowledge about moves beyond single positions.
#[derive(Debug)]
pub(super) struct Experience {
    killers: Vec<[Goal; 2]>,
    history: Vec<i32>,
}

impl Experience {
    pub(super) fn new(max_ply: usize) -> Self {
        Self { killers: vec![[Goal::NONE; 2]; max_ply + 1], history: vec![0; N_GOALS] }
    }

    /// A new search begins: earlier knowledge counts less.
    pub(super) fn fade(&mut self) {
        self.killers.fill([Goal::NONE; 2]);
        self.history.iter_mut().for_each(|value| *value /= 8);
    }

    /// A move has refuted a position.
    pub(super) fn reward(&mut self, mv: BoardMove, depth: i32, ply: usize) {
        let goal = Goal::of(mv);
        if self.killers[ply][0] != goal {
            self.killers[ply] = [goal, self.killers[ply][0]];
        }
        let Some(value) = self.history.get_mut(usize::from(goal.0)) else { return };
        *value += depth * depth;
        if *value > FULL {
            self.history.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// The worth of a move in the order.
    #[inline]
    pub(super) fn rank(&self, mv: BoardMove, queens: &Queens, known: Goal, ply: usize) -> i32 {
        let goal = Goal::of(mv);
        if goal == known {
            return KNOWN;
        }
        let killers = self.killers[ply];
        if let Some(idx) = killers.iter().position(|killer| *killer == goal) {
            return KILLERS[idx];
        }
        let history = self.history.get(usize::from(goal.0)).copied().unwrap_or(0);
        history + queens.worth(mv)
    }
}

/// The pieces on and around the queens, for the order: moves that touch them are tried first.
#[derive(Debug)]
pub(super) struct Queens {
    /// The cells on and around the mover's queen, and the other's.
    near: [CellSet; 2],
    /// The pieces there.
    pieces: [PieceSet; 2],
}

impl Queens {
    pub(super) fn of(board: &Board) -> Self {
        let mut queens = Self { near: [CellSet::default(); 2], pieces: [PieceSet::EMPTY; 2] };
        for (idx, side) in [board.turn(), board.turn().opponent()].into_iter().enumerate() {
            let Some(queen) = board.cell(Piece::queen(side)) else { continue };
            for cell in Way::ALL.into_iter().map(|way| queen.step(way)).chain([queen]) {
                queens.near[idx].insert(cell);
                if let Some(top) = board.top(cell) {
                    queens.pieces[idx].insert(top);
                }
            }
        }
        queens
    }

    /// The move changes the pieces on or around a queen.
    #[inline]
    pub(super) fn touched_by(&self, mv: BoardMove) -> bool {
        let BoardMove::Play { piece, to } = mv else { return true };
        (0..2).any(|idx| self.near[idx].contains(to) || self.pieces[idx].contains(piece))
    }

    /// The worth of a move for the queens.
    #[inline]
    fn worth(&self, mv: BoardMove) -> i32 {
        let BoardMove::Play { piece, to } = mv else { return 0 };
        let mut worth = 0;
        if self.near[1].contains(to) && !self.pieces[1].contains(piece) {
            worth += ATTACKS;
        }
        match (self.pieces[0].contains(piece), self.near[0].contains(to)) {
            (true, false) => worth += FREES,
            (false, true) => worth += CROWDS,
            (true, true) | (false, false) => {}
        }
        worth
    }
}

/// Puts the best of the moves from `at` on to the place `at`.
#[inline]
pub(super) fn bring(moves: &mut [Ranked], at: usize) {
    let mut best = at;
    for idx in at + 1..moves.len() {
        if moves[idx].0 > moves[best].0 {
            best = idx;
        }
    }
    moves.swap(at, best);
}
