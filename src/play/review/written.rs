//! What a review has written into a record, read back.
//!
//! Judges nothing: what is not written is unknown.

use super::{MoveClass, PositionReview};
use crate::games::{GameInfo, NodeId, Record};

impl PositionReview {
    /// What is written of the positions of the main line, from the start on: losses, luck, and the line of
    /// the engine where it is the first variation beside the move. `known` is what the engine is known to
    /// have said of the same positions, as far as they are known; what is written counts.
    #[must_use]
    pub fn written(record: &Record, info: &GameInfo, known: &[Self]) -> Vec<Self> {
        let line = record.main_line();
        let review = |(ply, id): (usize, &NodeId)| {
            let node = record.node(*id);
            if let Some(known) = known.get(ply).filter(|known| known.best().is_some()) {
                let is_judged = known.loss.is_some() && node.loss.is_some();
                let is_first = is_judged && known.class == Some(MoveClass::Best);
                return Self {
                    played: node.mv.as_ref().map(|mv| mv.0.clone()),
                    loss: node.loss,
                    class: node.loss.map(|loss| MoveClass::of(loss, is_first, info)),
                    luck: node.luck,
                    ..known.clone()
                };
            }
            Self {
                line: variation(record, *id),
                played: node.mv.as_ref().map(|mv| mv.0.clone()),
                loss: node.loss,
                class: node.loss.map(|loss| MoveClass::of(loss, false, info)),
                luck: node.luck,
                ..Self::default()
            }
        };
        line.iter().enumerate().map(review).collect()
    }
}

/// The first move of the first variation beside a move: of one that lost much, what a review has found to
/// be better.
#[must_use]
pub fn better_beside(record: &Record, id: NodeId) -> Option<NodeId> {
    let siblings = &record.node(record.node(id).parent?).children;
    siblings.iter().find(|sibling| **sibling != id).copied()
}

/// The first variation beside a move.
fn variation(record: &Record, id: NodeId) -> Vec<String> {
    let mut next = better_beside(record, id);
    let mut moves = Vec::new();
    while let Some(at) = next {
        let node = record.node(at);
        moves.extend(node.mv.as_ref().map(|mv| mv.0.clone()));
        next = node.children.first().copied();
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, MoveText, Setup, Side};

    #[test]
    fn losses_and_the_line_beside_a_move_are_read_back() {
        let info = games::find("othello").unwrap().info();
        let mut record = Record::new("othello", Setup::default());
        let mv = |text: &str| MoveText(text.to_owned());
        let first = record.add(Record::START, mv("f5"), Some(Side::First));
        let second = record.add(first, mv("f4"), Some(Side::Second));
        record.node_mut(second).loss = Some(6.0);
        let better = record.add(first, mv("d6"), Some(Side::Second));
        record.add(better, mv("c3"), Some(Side::First));
        let written = PositionReview::written(&record, info, &[]);
        assert_eq!((written.len(), written[0].class), (2, None));
        assert_eq!((written[1].class, written[1].loss), (Some(MoveClass::Mistake), Some(6.0)));
        assert_eq!(written[1].line, ["d6", "c3"]);
    }
}
