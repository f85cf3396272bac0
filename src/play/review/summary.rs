//! How a side played, by what one engine says of a game.
//!
//! Judges no move: it counts the classes and losses of [`PositionReview`]s.

use super::{MoveClass, PositionReview, accuracy_of};
use crate::games::{GameInfo, Record, Side};

/// The moves of a side that were judged; forced moves are not among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideSummary {
    /// How many.
    pub n_moves: usize,
    /// How many there are of each class, as in [`MoveClass::ALL`].
    pub classes: [usize; 5],
    /// What they lost in all, in the game's unit.
    pub lost: f64,
    /// See [`accuracy_of`]; `None` without moves.
    pub accuracy: Option<f64>,
    /// The luck of its rolls in all; `None` where none is known.
    pub luck: Option<f64>,
}

impl SideSummary {
    /// The summaries of both sides, the first side's first.
    #[must_use]
    pub fn both(record: &Record, positions: &[PositionReview], info: &GameInfo) -> [Self; 2] {
        [Side::First, Side::Second].map(|side| Self::of(record, positions, info, side))
    }

    fn of(record: &Record, positions: &[PositionReview], info: &GameInfo, side: Side) -> Self {
        let nodes: Vec<_> = record.main_line().into_iter().map(|id| record.node(id)).collect();
        let mut summary = Self::default();
        let mut losses = Vec::new();
        for (ply, review) in positions.iter().enumerate().take(nodes.len()) {
            // Dice belong to the side that plays them.
            let rolled_for = nodes.get(ply + 1).and_then(|next| next.side);
            if let Some(luck) = review.luck.filter(|_| rolled_for == Some(side)) {
                *summary.luck.get_or_insert(0.0) += luck;
            }
            let own = nodes[ply].side == Some(side);
            let Some((class, loss)) = review.class.zip(review.loss).filter(|_| own) else {
                continue;
            };
            summary.classes[class as usize] += 1;
            losses.push(loss);
        }
        summary.n_moves = losses.len();
        summary.lost = losses.iter().sum();
        summary.accuracy = accuracy_of(losses.into_iter(), info);
        summary
    }

    /// The mean loss of a move; `None` without moves.
    #[must_use]
    pub fn mean_loss(&self) -> Option<f64> {
        (self.n_moves > 0).then(|| self.lost / self.n_moves as f64)
    }

    /// How many moves are of this class.
    #[must_use]
    pub fn n_of(&self, class: MoveClass) -> usize {
        self.classes[class as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{MoveText, Setup, find};

    #[test]
    fn moves_count_for_the_side_that_made_them_and_dice_for_the_side_that_plays_them() {
        let info = find("backgammon").unwrap().info();
        let mut record = Record::new("backgammon", Setup::default());
        let mut at = Record::START;
        for (text, side) in
            [("31", None), ("8/5 6/5", Some(Side::First)), ("double", Some(Side::Second))]
        {
            at = record.add(at, MoveText(text.to_owned()), side);
        }
        let roll = PositionReview { luck: Some(0.2), ..PositionReview::default() };
        let judged = |class, loss| PositionReview {
            class: Some(class),
            loss: Some(loss),
            ..PositionReview::default()
        };
        let positions = [roll, judged(MoveClass::Best, 0.0), judged(MoveClass::Blunder, 0.3)];
        let [white, black] = SideSummary::both(&record, &positions, info);
        assert_eq!((white.n_moves, white.luck, white.accuracy), (1, Some(0.2), Some(100.0)));
        assert_eq!((black.n_of(MoveClass::Blunder), black.luck), (1, None));
        assert_eq!(black.mean_loss(), Some(0.3));
    }
}
