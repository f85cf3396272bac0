//! Games that were lost on time while the machine was late, and the games that replace them.
//!
//! Reads no file. The rows of a folder are only ever added to: a game that is played again is a later
//! row of the same number, and replaces the one that was lost late.

use std::collections::BTreeMap;

use super::kept::KeptGame;
use super::plan::Plan;
use crate::play::ResultRow;
use crate::play::result_row::outcome_of;

/// A row of a finished game.
pub trait GameRow {
    /// The number of the game.
    fn number(&self) -> u32;

    /// It has a result.
    fn counts(&self) -> bool;

    /// It was lost on time while the program or the machine was late.
    fn is_late(&self) -> bool;
}

impl GameRow for KeptGame {
    fn number(&self) -> u32 {
        self.number
    }

    fn counts(&self) -> bool {
        self.outcome().is_some()
    }

    fn is_late(&self) -> bool {
        self.lateness.as_ref().is_some_and(|lateness| lateness.late)
    }
}

impl GameRow for ResultRow {
    fn number(&self) -> u32 {
        self.number
    }

    fn counts(&self) -> bool {
        outcome_of(&self.result).is_some()
    }

    fn is_late(&self) -> bool {
        self.lateness.as_ref().is_some_and(|lateness| lateness.late)
    }
}

/// Holds the rows of games that were lost late until it is known whether a later row replaces them.
///
/// Where pairings depend on results no game is played again: rows pass in their order.
#[derive(Clone, Debug)]
pub struct LateRows<T> {
    is_fixed: bool,
    held: BTreeMap<u32, T>,
}

impl<T: GameRow> LateRows<T> {
    /// None yet.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        Self { is_fixed: plan.is_fixed(), held: BTreeMap::new() }
    }

    /// None yet, of a match of two engines: its pairings depend on no result.
    #[must_use]
    pub fn of_match() -> Self {
        Self { is_fixed: true, held: BTreeMap::new() }
    }

    /// The row, unless it is held.
    pub fn pass(&mut self, row: T) -> Option<T> {
        if !self.is_fixed || !row.counts() {
            return Some(row);
        }
        if row.is_late() {
            self.held.insert(row.number(), row);
            return None;
        }
        self.held.remove(&row.number());
        Some(row)
    }

    /// The rows that no later one has replaced, by number.
    pub fn into_rest(self) -> impl Iterator<Item = T> {
        self.held.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tournament::{Format, LateRounds};

    /// A row: its number, whether it counts, whether it is late, and a mark.
    #[derive(Clone, Copy, Debug, Eq, PartialEq)]
    struct Row(u32, bool, bool, char);

    impl GameRow for Row {
        fn number(&self) -> u32 {
            self.0
        }

        fn counts(&self) -> bool {
            self.1
        }

        fn is_late(&self) -> bool {
            self.2
        }
    }

    fn passed(format: Format, rows: &[Row]) -> (String, String) {
        let mut late = LateRows::new(&Plan { format, players: 4, pairs: 1 });
        let passed = rows.iter().filter_map(|row| late.pass(*row)).map(|row| row.3).collect();
        (passed, late.into_rest().map(|row| row.3).collect())
    }

    #[test]
    fn a_later_row_replaces_one_that_was_lost_late_and_no_other() {
        let rows = [
            Row(1, true, true, 'a'),
            Row(2, true, false, 'b'),
            Row(3, true, true, 'c'),
            Row(1, false, false, 'd'),
            Row(3, true, false, 'e'),
            Row(2, true, false, 'f'),
            Row(4, true, true, 'g'),
            Row(4, true, true, 'h'),
        ];
        let said = |passed: &str, rest: &str| (passed.to_owned(), rest.to_owned());
        // The second row of game 2 is refused later: the first one counts.
        assert_eq!(passed(Format::Match, &rows), said("bdef", "ah"));
        let swiss = Format::Swiss { rounds: 1, late: LateRounds::default() };
        assert_eq!(passed(swiss, &rows), said("abcdefgh", ""));
    }
}
