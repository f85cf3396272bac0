//! The openings of games that were kept.
//!
//! Makes none and reads no file.

use std::collections::{BTreeMap, HashMap};

use super::openings::PairOpening;
use crate::games::{Actor, BoxPosition, MoveText};

/// The openings that the kept games of a match or tournament had. The game that is left of a pair
/// must have the same as the one that was played, whatever the program would choose by now.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct KnownOpenings {
    /// Their moves, by their numbers.
    lines: BTreeMap<u32, Vec<MoveText>>,
    /// The numbers of the openings, by the numbers of the pairs.
    pairs: BTreeMap<u32, u32>,
}

impl KnownOpenings {
    /// A kept game of this pair had the opening of this number with these moves. The first game of a
    /// pair decides; a game without an opening says nothing.
    pub fn note(&mut self, pair: u32, number: u32, moves: &[String]) {
        if moves.is_empty() || self.pairs.contains_key(&pair) {
            return;
        }
        self.pairs.insert(pair, number);
        let line = || moves.iter().cloned().map(MoveText).collect();
        self.lines.entry(number).or_insert_with(line);
    }

    /// The opening of this pair.
    pub(super) fn of_pair(&self, pair: u32) -> Option<PairOpening> {
        let number = *self.pairs.get(&pair)?;
        let moves = self.lines.get(&number)?.clone();
        Some(PairOpening { number, position: None, moves })
    }

    /// The opening of this number.
    pub(super) fn line(&self, number: u32) -> Option<&Vec<MoveText>> {
        self.lines.get(&number)
    }

    /// Those that can be played from this start, and the shapes of their positions with their numbers.
    pub(super) fn playable(mut self, start: &BoxPosition) -> (Self, HashMap<u64, u32>) {
        let mut shapes = HashMap::new();
        self.lines.retain(|number, line| {
            let end = end_of(start, line);
            shapes.extend(end.iter().map(|pos| (pos.shape(), *number)));
            end.is_some()
        });
        (self, shapes)
    }
}

/// The position after a line; `None` if the line is not legal or the game is over then.
pub(super) fn end_of(start: &BoxPosition, line: &[MoveText]) -> Option<BoxPosition> {
    let mut pos = start.clone();
    for mv in line {
        pos.play(&mv.0).ok()?;
    }
    let is_over = matches!(pos.actor(), Actor::Over(_));
    (!is_over).then_some(pos)
}
