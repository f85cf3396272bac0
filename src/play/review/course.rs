//! The course of a game beside its values: the time that moves took, and the luck of rolls.
//!
//! Measures nothing: both stand in the record.

use crate::games::{Record, Side};

/// A ply of the main line of which the time or the luck is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoursePoint {
    /// Plies after it, itself among them: 1 is the first.
    pub ply: usize,
    /// Whose move it is, or who plays the roll.
    pub side: Side,
    /// Seconds that the move took.
    pub secs: Option<f64>,
    /// The luck of the roll, from the first player's point of view.
    pub luck: Option<f64>,
}

/// Times and luck along the main line.
#[must_use]
pub fn course(record: &Record) -> Vec<CoursePoint> {
    let line = record.main_line();
    let nodes: Vec<_> = line.iter().map(|id| record.node(*id)).collect();
    let point = |ply: usize| {
        let node = nodes[ply];
        // Dice belong to the side that plays them.
        let side = node.side.or_else(|| nodes.get(ply + 1)?.side)?;
        let secs = node.elapsed.map(|elapsed| elapsed.as_secs_f64());
        let luck = node.luck.map(|luck| if side == Side::First { luck } else { -luck });
        let is_known = secs.is_some() || luck.is_some();
        is_known.then_some(CoursePoint { ply: ply + 1, side, secs, luck })
    };
    (0..nodes.len()).filter_map(point).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::games::{MoveText, Setup};

    #[test]
    fn luck_counts_for_the_side_that_plays_the_roll_and_time_for_the_side_that_moves() {
        let mut record = Record::new("backgammon", Setup::default());
        let mut at = Record::START;
        for (text, side) in [("31", None), ("8/5 6/5", Some(Side::Second)), ("roll", None)] {
            at = record.add(at, MoveText(text.to_owned()), side);
        }
        let line = record.main_line();
        record.node_mut(line[0]).luck = Some(0.25);
        record.node_mut(line[1]).elapsed = Some(Duration::from_millis(1_500));
        let point = |ply, secs, luck| CoursePoint { ply, side: Side::Second, secs, luck };
        assert_eq!(course(&record), [point(1, None, Some(-0.25)), point(2, Some(1.5), None)]);
    }
}
