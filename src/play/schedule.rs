//! The pairings of a match, their openings and their order.
//!
//! Starts nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::openings::{Openings, PairOpening};
use crate::games::{MoveText, Side};

/// One game to be played.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Pairing {
    /// Number of the game, from 1.
    pub number: u32,
    /// Number of its pair, from 0.
    pub pair: u32,
    /// Number of its opening (of its dice), from 0: the same in both games of a pair, and in pairs
    /// that repeat an opening.
    pub opening_number: u32,
    /// The side of the first engine.
    pub seat: Side,
    /// The position that the opening starts from; `None` for the start of the match.
    pub position: Option<String>,
    /// The opening.
    pub opening: Vec<MoveText>,
}

impl Pairing {
    /// The game with this number.
    pub(super) fn of(number: u32, seat: Side, opening: PairOpening) -> Self {
        let PairOpening { number: opening_number, position, moves: opening } = opening;
        Self { number, pair: (number - 1) / 2, opening_number, seat, position, opening }
    }

    /// The engine (0 or 1) of a side.
    #[must_use]
    pub fn engine_at(&self, side: Side) -> usize {
        if side == self.seat { 0 } else { 1 }
    }

    /// The side of an engine (0 or 1).
    #[must_use]
    pub fn seat_of(&self, engine: usize) -> Side {
        if engine == 0 { self.seat } else { self.seat.opponent() }
    }
}

/// The games of a match between two engines: each opening twice, with colours swapped.
#[derive(Debug)]
pub struct Schedule {
    openings: Arc<Openings>,
    total: u32,
    /// The number of the next game, less one, if that was not played before.
    next: u32,
    /// The numbers of games that were played before.
    done: BTreeSet<u32>,
}

impl Schedule {
    /// The number of games.
    #[must_use]
    pub fn new(openings: Arc<Openings>, games: u32) -> Self {
        Self { openings, total: games, next: 0, done: BTreeSet::new() }
    }

    /// Without the games of these numbers: they were played before.
    #[must_use]
    pub fn without(self, done: BTreeSet<u32>) -> Self {
        Self { done, ..self }
    }

    /// Only the game with this number, if there is one.
    #[must_use]
    pub fn only(self, number: u32) -> Self {
        let next = number.saturating_sub(1).min(self.total);
        Self { next, total: number.min(self.total), ..self }
    }

    /// Games not scheduled yet.
    #[must_use]
    pub fn left(&self) -> u32 {
        let coming = self.next + 1..=self.total;
        let n_done = if coming.is_empty() { 0 } else { self.done.range(coming).count() };
        self.total - self.next - u32::try_from(n_done).unwrap_or(u32::MAX)
    }
}

impl Iterator for Schedule {
    type Item = Pairing;

    fn next(&mut self) -> Option<Pairing> {
        while self.done.contains(&(self.next + 1)) && self.next < self.total {
            self.next += 1;
        }
        if self.next == self.total {
            return None;
        }
        let idx = self.next;
        self.next += 1;
        let seat = if idx.is_multiple_of(2) { Side::First } else { Side::Second };
        Some(Pairing::of(idx + 1, seat, self.openings.of_pair(idx / 2)))
    }
}
