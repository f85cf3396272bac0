//! Values that a file itself has of plays and rolls, written into the record as the file's.
//!
//! Judges nothing.

use super::sgf::FILE_ENGINE;
use crate::games::{Evaluation, NodeId, Record, Side};

/// The equity of the play at this node for the side that made it, what it lost, and how deep that was looked
/// at; nothing is written where that is no play.
pub(super) fn write_value(
    record: &mut Record,
    at: NodeId,
    equity: f64,
    loss: Option<f64>,
    depth: &str,
) {
    let Some(side) = record.node(at).side else { return };
    let score = if side == Side::First { equity } else { -equity };
    let node = record.node_mut(at);
    node.loss = loss;
    node.evaluations.push(Evaluation {
        score,
        depth: depth.to_owned(),
        engine: FILE_ENGINE.to_owned(),
        ..Evaluation::default()
    });
}

/// The luck of the roll that was played at this node, for the side that played it.
pub(super) fn write_luck(record: &mut Record, at: NodeId, luck: f64) {
    let roll = record.node(at).parent.filter(|_| record.node(at).side.is_some());
    let roll = roll.filter(|roll| *roll != Record::START && record.node(*roll).side.is_none());
    if let Some(roll) = roll {
        record.node_mut(roll).luck = Some(luck);
    }
}
