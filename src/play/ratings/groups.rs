//! Which ratings the points of a crosstable determine, and what can be said of the others.
//!
//! Computes no ratings.

use super::super::interval::TAIL;
use super::{Crosstable, PER_LOGIT, Rating, share};

/// Players by what can be known of their ratings.
#[derive(Debug)]
pub(super) struct Groups {
    /// Players whose ratings the points determine, in the order of their numbers: each has made a
    /// point against another, directly or over a chain, and so has that one against it (L. R. Ford,
    /// American Mathematical Monthly 64, 1957).
    pub(super) known: Vec<usize>,
    /// Players with such a chain of points down to them.
    above: Vec<bool>,
    /// Players with such a chain up to them.
    below: Vec<bool>,
}

impl Groups {
    pub(super) fn of(table: &Crosstable, anchor: Option<usize>) -> Self {
        let n = table.n_players();
        // Whether a chain of points leads from one player to the other (S. Warshall, Journal of the
        // ACM 9, 1962).
        let mut chain = vec![vec![false; n]; n];
        for (one, row) in chain.iter_mut().enumerate() {
            for (other, is_chain) in row.iter_mut().enumerate() {
                *is_chain = one == other || table.encounter(one, other).points > 0.0;
            }
        }
        for middle in 0..n {
            let onward = chain[middle].clone();
            for row in chain.iter_mut().filter(|row| row[middle]) {
                row.iter_mut().zip(&onward).for_each(|(is_chain, onward)| *is_chain |= onward);
            }
        }
        let group_of = |player: usize| -> Vec<usize> {
            (0..n).filter(|other| chain[player][*other] && chain[*other][player]).collect()
        };
        let n_games = |group: &[usize]| -> u32 {
            let of = |one: &usize| {
                group.iter().map(|two| table.encounter(*one, *two).games).sum::<u32>()
            };
            group.iter().map(of).sum()
        };
        let known = match anchor {
            Some(player) => group_of(player),
            // Of equal ones the last is the greatest.
            None => (0..n)
                .rev()
                .map(group_of)
                .max_by_key(|group| (group.len(), n_games(group)))
                .unwrap_or_default(),
        };
        let first = known.first().copied();
        let is = |chained: &dyn Fn(usize, usize) -> bool| -> Vec<bool> {
            (0..n).map(|player| first.is_some_and(|first| chained(player, first))).collect()
        };
        let above = is(&|player, first| chain[player][first]);
        let below = is(&|player, first| chain[first][player]);
        Self { known, above, below }
    }

    /// What can be said of a player whose rating is not known, and who played so many games against
    /// players with these ratings: all won, or all lost.
    pub(super) fn unknown(&self, player: usize, opponents: &[(f64, u32)]) -> Rating {
        match (self.above[player], self.below[player]) {
            (true, false) => Rating::Above(bound(opponents, 1.0)),
            (false, true) => Rating::Below(bound(opponents, -1.0)),
            (true, true) | (false, false) => Rating::Unconnected,
        }
    }
}

/// The Elo of a player who would win (with a `sign` of 1) or lose (-1) all these games in one of forty
/// matches: the end of the 95 % interval (C. J. Clopper and E. S. Pearson, Biometrika 26, 1934).
fn bound(opponents: &[(f64, u32)], sign: f64) -> Option<f64> {
    const STEPS: u32 = 60;
    const FAR: f64 = 10_000.0;
    if opponents.is_empty() {
        return None;
    }
    // The chance grows with the distance from here, in the direction of the sweep.
    let chance = |distance: f64| -> f64 {
        let of = |(elo, games): &(f64, u32)| {
            f64::from(*games) * share((distance - sign * elo) / PER_LOGIT).ln()
        };
        opponents.iter().map(of).sum::<f64>().exp()
    };
    let (mut low, mut high) = (-FAR, FAR);
    for _ in 0..STEPS {
        let middle = low.midpoint(high);
        if chance(middle) < TAIL {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(sign * low.midpoint(high))
}
