//! Players that joined a round robin or gauntlet that had begun, and the parts of it that follow from them.
//!
//! Pairs no players, and knows no result.

use std::ops::Range;

/// The players that joined a round robin or gauntlet when it had begun: the last players, in the order in
/// which they joined.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Joined {
    /// How many.
    n: usize,
    /// After how many cycles the first of them joined, then zeros; the others joined after all cycles.
    after: [u32; Self::MOST],
}

/// Rounds in which the same players meet.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Part {
    pub(super) who: Who,
    /// The cycles, from 0.
    pub(super) cycles: Range<u32>,
}

/// Who plays in a part of a round robin or gauntlet.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Who {
    /// All players before this number.
    All(usize),
    /// The player of this number catches up: it meets those who have met without it.
    Joins(usize),
}

impl Joined {
    /// So many players can have joined before the last cycle.
    pub const MOST: usize = 16;

    /// None has.
    pub const NONE: Self = Self::at_end(0);

    /// So many joined after all cycles.
    #[must_use]
    pub const fn at_end(n: usize) -> Self {
        Self { n, after: [0; Self::MOST] }
    }

    /// So many joined, the first of them after these numbers of cycles, from 1. Numbers after the first
    /// [`Joined::MOST`] are left out.
    #[must_use]
    pub fn new(n: usize, after: impl IntoIterator<Item = u32>) -> Self {
        let mut found = Self::at_end(n);
        found.after.iter_mut().zip(after).for_each(|(place, cycles)| *place = cycles);
        found
    }

    /// How many there are.
    #[must_use]
    pub fn n(&self) -> usize {
        self.n
    }

    /// After how many cycles they joined, as far as that is said.
    pub(super) fn after(&self) -> impl Iterator<Item = u32> {
        self.after.iter().copied().take_while(|cycles| *cycles > 0)
    }

    /// What the user can do where other players would meet in the games of a tournament of so many cycles, of which
    /// there were `before` when it was played.
    pub(super) fn advice(&self, cycles: u32, before: Option<u32>) -> String {
        match (self.n, before) {
            (0, _) => "change it back, and raise cycles for more games; a player that joins now stands last, with \
                       late = true"
                .to_owned(),
            (_, Some(before)) => format!(
                "change it back; to raise cycles to {cycles} when players have joined with late = true, give them the \
                 cycles of then as a number: late = {before}"
            ),
            (_, None) => format!(
                "change it back; to raise cycles to {cycles} when players have joined with late = true, give them the \
                 cycles of then as a number (late = 1 where there was one)"
            ),
        }
    }

    /// The parts of a tournament of so many cycles and players, in their order.
    pub(super) fn parts(&self, players: usize, cycles: u32) -> Vec<Part> {
        let founders = players - self.n;
        let mut parts = Vec::new();
        let mut met = 0;
        let after = self.after().chain(std::iter::repeat(cycles));
        for (player, after) in (founders..players).zip(after) {
            if after > met {
                parts.push(Part { who: Who::All(player), cycles: met..after });
                met = after;
            }
            parts.push(Part { who: Who::Joins(player), cycles: 0..met });
        }
        if cycles > met {
            parts.push(Part { who: Who::All(players), cycles: met..cycles });
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_joins_meets_the_others_as_often_as_they_have_met_and_then_plays_with_them() {
        let all = |players, cycles| Part { who: Who::All(players), cycles };
        let joins = |player, cycles| Part { who: Who::Joins(player), cycles: 0..cycles };
        assert_eq!(Joined::NONE.parts(4, 3), [all(4, 0..3)]);
        assert_eq!(Joined::at_end(2).parts(4, 3), [all(2, 0..3), joins(2, 3), joins(3, 3)]);
        assert_eq!(
            Joined::new(3, [1, 1]).parts(6, 3),
            [all(3, 0..1), joins(3, 1), joins(4, 1), all(5, 1..3), joins(5, 3)]
        );
    }
}
