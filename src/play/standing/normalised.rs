//! Normalized Elo and draws: what the pairs of games of a match say in the unit of its usual test.
//!
//! Tests nothing; `sprt` does.

use super::{FEWEST_UNITS, Interval, Standing};
use crate::play::interval::Z_95;
use crate::play::sprt::{PER_DEVIATION, misfit_of_pairs};

/// Half a pair of independent games between equal players, each won or lost, that counts beside the
/// pairs that were seen, so that a few equal pairs prove nothing.
const PRIOR: [f64; 5] = [1.0 / 32.0, 4.0 / 32.0, 6.0 / 32.0, 4.0 / 32.0, 1.0 / 32.0];

/// By how much few pairs widen the interval: the correction of M. S. Bartlett for the mean of a normal
/// distribution, as a share of one pair.
const BARTLETT: f64 = 1.5;

/// How many standard deviations of a pair the mean of so many pairs of each sum lies above one half;
/// infinite where all pairs are alike, and 0 where they are even.
fn deviations(counts: [f64; 5]) -> f64 {
    let pairs: f64 = counts.iter().sum();
    let average = |of: &dyn Fn(f64) -> f64| {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        scores.iter().zip(counts).map(|(score, count)| count * of(*score)).sum::<f64>() / pairs
    };
    let mean = average(&|score| score);
    let variance = average(&|score| (score - mean).powi(2));
    if mean == 0.5 { 0.0 } else { (mean - 0.5) / variance.sqrt() }
}

/// Where the deviations, changed from their value in this direction, explain the pairs so badly that the
/// misfit is `limit`. Every sum of a pair has a count above 0, so there is such a place.
fn end(counts: [f64; 5], direction: f64, limit: f64) -> f64 {
    /// Doublings of the first step, which is half a deviation; no interval is so wide.
    const MOST_STEPS: i32 = 14;
    /// Halvings; the last one is finer than any interval is shown.
    const HALVINGS: u32 = 24;
    let value = deviations(counts);
    let is_inside = |step: f64| misfit_of_pairs(counts, value + direction * step) < limit;
    let steps = (0..MOST_STEPS).map(|doublings| 0.5 * 2_f64.powi(doublings));
    let mut outside = steps.clone().find(|step| !is_inside(*step)).unwrap_or(0.0);
    let mut inside = 0.0;
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(inside, outside);
        if is_inside(middle) { inside = middle } else { outside = middle }
    }
    value + direction * outside
}

impl Standing {
    /// The difference in normalized Elo with its 95 % interval, from pairs of games; `None` with fewer
    /// than [`FEWEST_UNITS`] pairs, and where all pairs ended alike and not 1-1: there is nothing to
    /// measure the difference by.
    #[must_use]
    pub fn normalised_elo(&self) -> Option<Interval> {
        let n_pairs = self.n_pairs() as usize;
        let seen = self.pairs.map(f64::from);
        let found = deviations(seen);
        if n_pairs < FEWEST_UNITS || found.is_infinite() {
            return None;
        }
        let mut believed = seen;
        believed.iter_mut().zip(PRIOR).for_each(|(count, more)| *count += more);
        let limit = Z_95 * Z_95 * (1.0 + BARTLETT / n_pairs as f64);
        let [low, high] = [-1.0, 1.0].map(|direction| end(believed, direction, limit));
        // A game deviates by the square root of two more than the mean of two does.
        let [value, low, high] =
            [found, low, high].map(|deviations| deviations * PER_DEVIATION / 2_f64.sqrt());
        Some(Interval { value, low: low.min(value), high: high.max(value) })
    }

    /// The share of the games that were drawn; `None` without games.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| f64::from(self.draws) / f64::from(self.games()))
    }

    /// The share of the pairs that ended 1-1, by two draws or by a win each; `None` without pairs.
    #[must_use]
    pub fn even_pairs(&self) -> Option<f64> {
        let n_pairs = self.n_pairs();
        (n_pairs > 0).then(|| f64::from(self.pairs[2]) / f64::from(n_pairs))
    }

    fn n_pairs(&self) -> u32 {
        self.pairs.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many pairs of each sum, as one win and draws or as two draws.
    fn standing(counts: [u32; 5]) -> Standing {
        let mut standing = Standing::default();
        let mut opening = 0;
        for (sum, count) in (0..).zip(counts) {
            for _ in 0..count {
                standing.add_halves(opening, sum / 2);
                standing.add_halves(opening, sum - sum / 2);
                opening += 1;
            }
        }
        standing
    }

    #[test]
    fn normalised_elo_is_what_the_formula_gives_by_hand() {
        // Mean 3/4 and variance 6/16² · 2 = 3/64 of 8 pairs, so 3/32 of a game: 1/4 / √(3/32) =
        // 0.81650 deviations of 347.436 each.
        let found = standing([0, 0, 3, 2, 3]).normalised_elo().unwrap();
        assert!((found.value - 283.680).abs() < 2e-3, "{found:?}");
        let even = standing([1, 2, 3, 2, 1]).normalised_elo().unwrap();
        assert!(even.value.abs() < 1e-9 && (even.low + even.high).abs() < 1e-3, "{even:?}");
    }

    /// Pairs of each sum, and the ends of their interval as another method finds them: for each mean
    /// above one half the deviations fix the variance, the most likely distribution with both follows
    /// from two multipliers of Lagrange, and the best mean was found by golden section.
    const ENDS: [([u32; 5], f64, f64); 5] = [
        ([0, 0, 3, 2, 3], 19.360, 522.643),
        ([1, 2, 3, 2, 1], -176.769, 176.769),
        ([0, 0, 0, 1, 29], 388.084, 5503.225),
        ([10, 20, 40, 30, 20], 7.718, 98.549),
        ([0, 1, 0, 0, 9], 107.501, 1587.876),
    ];

    #[test]
    fn the_ends_of_the_interval_are_those_that_another_method_finds() {
        for (counts, low, high) in ENDS {
            let found = standing(counts).normalised_elo().unwrap();
            let is_met = (found.low - low).abs() < 0.01 && (found.high / high - 1.0).abs() < 1e-4;
            assert!(is_met, "{counts:?}: {found:?}");
        }
    }

    #[test]
    fn a_match_won_by_nearly_all_pairs_is_known_to_be_won() {
        // 59.5 of 60: the last pair was a win and a draw.
        let found = standing([0, 0, 0, 1, 29]).normalised_elo().unwrap();
        assert!(found.low > 300.0 && found.value > 2_600.0, "{found:?}");
        let lost = standing([29, 1, 0, 0, 0]).normalised_elo().unwrap();
        assert!(lost.high < -300.0, "{lost:?}");
    }

    #[test]
    fn normalised_elo_of_both_players_is_opposite() {
        let one = standing([1, 0, 4, 5, 2]).normalised_elo().unwrap();
        let other = standing([1, 0, 4, 5, 2]).reversed().normalised_elo().unwrap();
        assert!((one.value + other.value).abs() < 1e-9, "{one:?} {other:?}");
        assert!((one.low + other.high).abs() < 1e-3, "{one:?} {other:?}");
    }

    #[test]
    fn pairs_that_are_all_alike_and_even_have_an_interval_and_others_have_none() {
        let even = standing([0, 0, 4, 0, 0]).normalised_elo().unwrap();
        assert_eq!(even.value, 0.0);
        assert!((even.low + even.high).abs() < 1e-3 && even.high < 300.0, "{even:?}");
        for swept in [[0, 0, 0, 0, 50], [0, 7, 0, 0, 0]] {
            assert_eq!(standing(swept).normalised_elo(), None);
        }
        let few = standing([0, 0, 0, 0, 2]);
        assert_eq!(few.normalised_elo(), None);
    }

    #[test]
    fn draws_are_shares_of_the_games_and_of_the_pairs() {
        // Two draws in each of three pairs, one in each of two, none in two won pairs and one lost.
        let found = standing([1, 0, 3, 2, 2]);
        assert_eq!((found.draw_ratio(), found.even_pairs()), (Some(0.5), Some(0.375)));
        let mut traded = Standing::default();
        traded.add_halves(0, 2);
        traded.add_halves(0, 0);
        assert_eq!((traded.draw_ratio(), traded.even_pairs()), (Some(0.0), Some(1.0)));
        let none = Standing::default();
        assert_eq!((none.draw_ratio(), none.even_pairs()), (None, None));
    }
}
