//! Scores of draughts and Hive that say in how many plies a game ends.
//!
//! Searches nothing and knows no game.

use super::tt::Entry;

/// A game won on the spot; each ply until then is one less.
pub(super) const WIN: i32 = 10_000;
/// Beyond every score.
pub(super) const INFINITE: i32 = 20_000;

/// Tells scores of ends from estimates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// No estimate is larger; between it and [`WIN`] lie the scores of ends.
    pub(super) max_estimate: i32,
}

impl Ends {
    /// The score states in how many plies the game ends.
    pub(super) const fn is_end(self, score: i32) -> bool {
        score > self.max_estimate || score < -self.max_estimate
    }

    /// A win or loss that a search of this depth has seen to its end.
    pub(super) const fn is_decided(self, score: i32, depth: u32) -> bool {
        self.is_end(score) && (WIN - score.abs()).unsigned_abs() <= depth
    }

    /// The score of a position `ply` plies below the root as the table keeps it: counted from the
    /// position and not from the root.
    pub(super) fn to_table(self, score: i32, ply: usize) -> i32 {
        let ply = ply as i32;
        let counted = match score {
            _ if !self.is_end(score) || score.abs() > WIN => score,
            1.. => score + ply,
            _ => score - ply,
        };
        counted.clamp(-INFINITE, INFINITE)
    }

    /// The opposite of [`Ends::to_table`].
    fn read(self, score: i16, ply: usize) -> i32 {
        let (score, ply) = (i32::from(score), ply as i32);
        match score {
            _ if !self.is_end(score) || score.abs() > WIN => score,
            1.. => score - ply,
            _ => score + ply,
        }
    }

    /// The bound that an entry gives for the null window from `alpha` to `beta`, if it is deep enough.
    pub(super) fn bound<M>(
        self,
        entry: &Entry<M>,
        [alpha, beta]: [i32; 2],
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        let deep = i32::from(entry.depth) >= depth;
        let lower = self.read(entry.lower, ply);
        let upper = self.read(entry.upper, ply);
        // An end of the game that was found at any depth counts.
        if lower >= beta && (deep || lower > self.max_estimate) {
            return Some(lower);
        }
        (upper <= alpha && (deep || upper < -self.max_estimate)).then_some(upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDS: Ends = Ends { max_estimate: 9_000 };

    #[test]
    fn an_end_is_as_far_from_the_position_at_whatever_ply_the_position_stands() {
        for (score, kept) in [(9_990, 9_994), (-9_990, -9_994), (300, 300), (INFINITE, INFINITE)] {
            assert_eq!(ENDS.to_table(score, 4), kept);
            assert_eq!(ENDS.read(kept as i16, 4), score);
        }
    }

    #[test]
    fn a_shallow_entry_bounds_only_by_an_end() {
        let entry = |lower, upper| Entry { lower, upper, depth: 2, moves: () };
        let window = [99, 100];
        assert_eq!(ENDS.bound(&entry(150, i16::MAX), window, 2, 0), Some(150));
        assert_eq!(ENDS.bound(&entry(150, i16::MAX), window, 3, 0), None);
        assert_eq!(ENDS.bound(&entry(9_500, i16::MAX), window, 3, 1), Some(9_499));
        assert_eq!(ENDS.bound(&entry(i16::MIN, -9_500), window, 3, 1), Some(-9_499));
        assert_eq!(ENDS.bound(&entry(i16::MIN, 100), window, 2, 0), None, "between the bounds");
    }
}
