//! Which ratings the points of a crosstable determine, and what can be said of the others.
//!
//! Computes no ratings.

use std::cmp::Reverse;

use super::super::interval::TAIL;
use super::{Crosstable, PER_LOGIT, Rating, share};

/// Players by what can be known of their ratings.
#[derive(Debug)]
pub(super) struct Groups {
    /// Players whose ratings the points determine, in the order of their numbers: each has made a
    /// point against another, directly or over a chain, and so has that one against it (L. R. Ford,
    /// American Mathematical Monthly 64, 1957). Empty where several groups weigh the same: which of
    /// them the others are compared with must not depend on the order of the players.
    pub(super) known: Vec<usize>,
    /// Players with such a chain of points down to `known`, or to one of the groups that weigh the same.
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
        let references: Vec<Vec<usize>> = match anchor {
            Some(player) => vec![group_of(player)],
            None => {
                // Each group once: that of its first player.
                let groups = (0..n).map(group_of).enumerate();
                let groups = groups.filter(|(player, group)| group.first() == Some(player));
                heaviest(table, groups.map(|(_, group)| group).collect())
            }
        };
        // A chain within a group says nothing of it.
        let is = |chained: &dyn Fn(usize, usize) -> bool| -> Vec<bool> {
            let is_to = |player: usize, group: &Vec<usize>| {
                !group.contains(&player) && chained(player, group[0])
            };
            (0..n).map(|player| references.iter().any(|group| is_to(player, group))).collect()
        };
        let above = is(&|player, other| chain[player][other]);
        let below = is(&|player, other| chain[other][player]);
        let mut references = references.into_iter();
        let known = match (references.next(), references.next()) {
            (Some(group), None) => group,
            (_, _) => Vec::new(),
        };
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

/// The groups that weigh most, usually one: the one with the most players, of these the one with the
/// most games within it, then with the most games against others, then the one whose points against others
/// are nearest to half of them, and then the one with more of these.
fn heaviest(table: &Crosstable, groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let weight = |group: &Vec<usize>| {
        let (mut within, mut against, mut points) = (0, 0, 0.0);
        for one in group {
            for other in 0..table.n_players() {
                let met = table.encounter(*one, other);
                if group.contains(&other) {
                    within += met.games;
                } else {
                    against += met.games;
                    points += met.points;
                }
            }
        }
        let halves = (2.0 * points).round() as u32;
        (group.len(), within, against, Reverse(halves.abs_diff(against)), halves)
    };
    let weights: Vec<_> = groups.iter().map(weight).collect();
    let most = weights.iter().max().copied();
    let pairs = groups.into_iter().zip(weights);
    pairs.filter(|(_, weight)| Some(*weight) == most).map(|(group, _)| group).collect()
}

/// The Elo of a player who would win (with a `sign` of 1) or lose (-1) all these games in one of forty
/// matches: the end of the 95 % interval (C. J. Clopper and E. S. Pearson, Biometrika 26, 1934).
pub(super) fn bound(opponents: &[(f64, u32)], sign: f64) -> Option<f64> {
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
