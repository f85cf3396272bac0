//! Values that a file itself has of plays, rolls and the cube, written into the record as the file's.
//!
//! Asks no engine: what a move lost is the difference of the file's own numbers.

use super::Backgammon;
use super::script::Told;
use super::sgf::FILE_ENGINE;
use crate::games::{Evaluation, NodeId, Record, Rules as _, Side};

/// What the file says of the last event, whose node this is.
pub(super) fn write(record: &mut Record, at: NodeId, told: &Told) {
    match told {
        Told::Play { equity, loss, depth } => write_value(record, at, *equity, *loss, depth),
        Told::Luck(luck) => write_luck(record, at, *luck),
        Told::Cube { no_double, take, depth } => write_cube(record, at, *no_double, *take, depth),
    }
}

/// What the cube is worth before a double, an answer or a roll; nothing is written of a roll where no player
/// would have thought of a double.
fn write_cube(record: &mut Record, at: NodeId, no_double: f64, take: f64, depth: &str) {
    /// What the other side gives away by passing.
    const DROP: f64 = 1.0;
    let double = take.min(DROP);
    let mv = |record: &Record, at: NodeId| record.node(at).mv.as_ref().map(|mv| mv.0.clone());
    let (equity, loss, at) = match mv(record, at).as_deref() {
        Some("double") => (double, no_double - double, at),
        Some("take") => (-take, take - DROP, at),
        Some("drop") => (-DROP, DROP - take, at),
        Some(_) => {
            let Some(roll) = rolled_before(record, at) else { return };
            let missed = double - no_double;
            if missed < -Backgammon::INFO.loss_marks[2] {
                return;
            }
            (no_double, missed, roll)
        }
        None => return,
    };
    write_value(record, at, equity, Some(loss.max(0.0)), depth);
}

/// The move by which the side that made this play decided to roll instead of doubling.
fn rolled_before(record: &Record, play: NodeId) -> Option<NodeId> {
    let dice = record.node(play).parent.filter(|dice| record.node(*dice).side.is_none())?;
    let roll = record.node(dice).parent?;
    let is_roll = record.node(roll).mv.as_ref().is_some_and(|mv| mv.0 == "roll");
    is_roll.then_some(roll)
}

/// The equity of the play at this node for the side that made it, what it lost, and how deep that was looked
/// at; nothing is written where that is no play.
fn write_value(record: &mut Record, at: NodeId, equity: f64, loss: Option<f64>, depth: &str) {
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
fn write_luck(record: &mut Record, at: NodeId, luck: f64) {
    let roll = record.node(at).parent.filter(|_| record.node(at).side.is_some());
    let roll = roll.filter(|roll| *roll != Record::START && record.node(*roll).side.is_none());
    if let Some(roll) = roll {
        record.node_mut(roll).luck = Some(luck);
    }
}
