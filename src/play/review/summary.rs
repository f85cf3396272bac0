//! How a side played, by what one engine says of a game.
//!
//! Judges no move: it counts losses that are known.

use std::sync::Arc;

use super::class::worth;
use super::{MoveClass, PositionReview};
use crate::games::{Game, GameInfo, GamePhase, Line, Record, RecordError, Side};

/// The moves of a side that were judged; forced moves are not among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideSummary {
    /// How many.
    pub n_moves: usize,
    /// How many there are of each class, as in [`MoveClass::ALL`].
    pub classes: [usize; 5],
    /// What they lost in all, in the game's unit.
    pub lost: f64,
    /// See [`accuracy_of`](super::accuracy_of); `None` without moves.
    pub accuracy: Option<f64>,
    /// The luck of its rolls in all; `None` where none is known.
    pub luck: Option<f64>,
    /// The same by the part of the game, as in [`GamePhase::ALL`].
    pub phases: [PhaseSummary; 3],
}

/// The moves of a side in a part of the game that were judged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhaseSummary {
    /// How many.
    pub n_moves: usize,
    /// What they lost in all, in the game's unit.
    pub lost: f64,
    /// What they are worth for the accuracy, in all.
    worth: f64,
}

impl PhaseSummary {
    /// The accuracy in per cent; `None` without moves.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        (self.n_moves > 0).then(|| 100.0 * self.worth / self.n_moves as f64)
    }

    fn add(&mut self, loss: f64, info: &GameInfo) {
        self.n_moves += 1;
        self.lost += loss;
        self.worth += worth(loss, info);
    }
}

/// The part of the game in which each position of the main line lies, that at the start first. What is
/// on a line of `known` is not played again.
///
/// # Errors
///
/// When the record cannot be played through.
pub fn phases(
    game: &dyn Game,
    record: &Record,
    known: &[&Arc<Line>],
) -> Result<Vec<GamePhase>, RecordError> {
    let (line, n_plies) = Line::to(game, record, record.last(), known)?;
    Ok(line.positions()[..=n_plies].iter().map(|position| position.phase()).collect())
}

impl SideSummary {
    /// The summaries of both sides by what an engine says of the positions of the main line, the first
    /// side's first. `phases` are those of the same positions ([`phases`]).
    #[must_use]
    pub fn both(
        record: &Record,
        positions: &[PositionReview],
        phases: &[GamePhase],
        info: &GameInfo,
    ) -> [Self; 2] {
        Side::BOTH.map(|side| {
            let mut summary = Self::default();
            let nodes: Vec<_> = record.main_line().into_iter().map(|id| record.node(id)).collect();
            for (ply, review) in positions.iter().enumerate().take(nodes.len()) {
                // Dice belong to the side that plays them.
                let rolled_for = nodes.get(ply + 1).and_then(|next| next.side);
                if rolled_for == Some(side) {
                    summary.add_luck(review.luck);
                }
                let judged =
                    review.class.zip(review.loss).filter(|_| nodes[ply].side == Some(side));
                if let Some((class, loss)) = judged {
                    summary.add(class, loss, phases.get(ply), info);
                }
            }
            summary.finished()
        })
    }

    /// The same by what is written in the record.
    #[must_use]
    pub fn written(record: &Record, phases: &[GamePhase], info: &GameInfo) -> [Self; 2] {
        Side::BOTH.map(|side| {
            let mut summary = Self::default();
            let line = record.main_line();
            for (ply, id) in line.iter().enumerate() {
                let node = record.node(*id);
                let next = line.get(ply + 1).map(|next| record.node(*next));
                if next.is_some_and(|next| next.side == Some(side)) {
                    summary.add_luck(node.luck);
                }
                if let Some(loss) = node.loss.filter(|_| node.side == Some(side)) {
                    let class = MoveClass::of(loss, false, info);
                    summary.add(class, loss, phases.get(ply), info);
                }
            }
            summary.finished()
        })
    }

    fn add_luck(&mut self, luck: Option<f64>) {
        if let Some(luck) = luck {
            *self.luck.get_or_insert(0.0) += luck;
        }
    }

    fn add(&mut self, class: MoveClass, loss: f64, phase: Option<&GamePhase>, info: &GameInfo) {
        let phase = phase.copied().unwrap_or(GamePhase::Middle);
        self.classes[class as usize] += 1;
        self.phases[phase as usize].add(loss, info);
    }

    fn finished(mut self) -> Self {
        let all = self.phases.into_iter().fold(PhaseSummary::default(), |all, part| PhaseSummary {
            n_moves: all.n_moves + part.n_moves,
            lost: all.lost + part.lost,
            worth: all.worth + part.worth,
        });
        (self.n_moves, self.lost, self.accuracy) = (all.n_moves, all.lost, all.accuracy());
        self
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

    /// How many moves are marked, as the list of mistakes counts them.
    #[must_use]
    pub fn n_marked(&self) -> usize {
        let marked = MoveClass::ALL.into_iter().filter(|class| class.is_marked());
        marked.map(|class| self.n_of(class)).sum()
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
        let [white, black] = SideSummary::both(&record, &positions, &[], info);
        assert_eq!((white.n_moves, white.luck, white.accuracy), (1, Some(0.2), Some(100.0)));
        assert_eq!((black.n_of(MoveClass::Blunder), black.luck), (1, None));
        assert_eq!(black.mean_loss(), Some(0.3));
        assert_eq!((white.n_marked(), black.n_marked()), (0, 1));
        let slip = judged(MoveClass::Inaccuracy, 0.05);
        let positions = [PositionReview::default(), positions[1].clone(), slip];
        let [_, black] = SideSummary::both(&record, &positions, &[], info);
        assert_eq!(black.n_marked(), 1, "the list of mistakes counts it too");
    }

    #[test]
    fn a_written_loss_counts_in_the_part_of_the_game_in_which_the_move_was_made() {
        let game = find("draughts").unwrap();
        let mut record = Record::new("draughts", Setup::default());
        for (idx, text) in ["32-28", "19-23", "28x19"].into_iter().enumerate() {
            let id =
                record.add(record.last(), MoveText(text.to_owned()), Some(Side::BOTH[idx % 2]));
            record.node_mut(id).loss = [0.0, 0.9].get(idx).copied();
        }
        let parts = phases(game, &record, &[]).unwrap();
        assert_eq!(parts, [GamePhase::Opening; 4]);
        let parts = [GamePhase::Opening, GamePhase::Middle, GamePhase::Ending, GamePhase::Ending];
        let [white, black] = SideSummary::written(&record, &parts, game.info());
        assert_eq!(
            (white.n_moves, white.accuracy, white.n_of(MoveClass::Best)),
            (1, Some(100.0), 1)
        );
        assert_eq!((black.phases[1].n_moves, black.phases[1].lost), (1, 0.9));
        assert_eq!((black.phases[0].accuracy(), black.n_of(MoveClass::Mistake)), (None, 1));
        assert_eq!(black.accuracy, black.phases[1].accuracy());
    }
}
