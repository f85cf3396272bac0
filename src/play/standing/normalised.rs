//! Normalized Elo and draws: what the pairs of games of a match say in the unit of its usual test.
//!
//! Tests nothing; `sprt` does.

use super::{FEWEST_UNITS, Interval, Standing};
use crate::play::interval::student_95;
use crate::play::sprt::PER_DEVIATION;

/// Half a pair of independent games between equal players, each won or lost, that counts beside the
/// pairs that were seen, so that a few equal pairs prove nothing.
const PRIOR: [f64; 5] = [1.0 / 32.0, 4.0 / 32.0, 6.0 / 32.0, 4.0 / 32.0, 1.0 / 32.0];

/// The moments of the points a game that pairs made.
struct Moments {
    pairs: f64,
    mean: f64,
    /// About the mean: of the second, third and fourth order.
    central: [f64; 3],
}

impl Moments {
    /// Of so many pairs of each sum, of which there is at least one.
    fn of(counts: [f64; 5]) -> Self {
        let pairs: f64 = counts.iter().sum();
        let average = |of: &dyn Fn(f64) -> f64| {
            let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
            scores.iter().zip(counts).map(|(score, count)| count * of(*score)).sum::<f64>() / pairs
        };
        let mean = average(&|score| score);
        let central = [2, 3, 4].map(|order| average(&|score| (score - mean).powi(order)));
        Self { pairs, mean, central }
    }

    /// How many standard deviations of a pair the mean lies above one half.
    fn deviations(&self) -> f64 {
        (self.mean - 0.5) / self.central[0].sqrt()
    }

    /// The variance of [`Moments::deviations`].
    fn variance(&self) -> f64 {
        let [second, third, fourth] = self.central;
        let deviations = self.deviations();
        let (skewness, kurtosis) = (third / second.powf(1.5), fourth / second.powi(2));
        let of_one = 1.0 - deviations * skewness + deviations * deviations * (kurtosis - 1.0) / 4.0;
        of_one / self.pairs
    }
}

impl Standing {
    /// The difference in normalized Elo with its 95 % interval, from pairs of games; `None` with fewer
    /// than [`FEWEST_UNITS`] pairs, and where all pairs ended alike and not 1-1: there is nothing to
    /// measure the difference by.
    #[must_use]
    pub fn normalised_elo(&self) -> Option<Interval> {
        let n_pairs = self.n_pairs() as usize;
        if n_pairs < FEWEST_UNITS {
            return None;
        }
        let seen = self.pairs.map(f64::from);
        let found = Moments::of(seen);
        if found.central[0] == 0.0 && found.mean != 0.5 {
            return None;
        }
        let deviations = if found.mean == 0.5 { 0.0 } else { found.deviations() };
        let mut believed = seen;
        believed.iter_mut().zip(PRIOR).for_each(|(count, more)| *count += more);
        let believed = Moments::of(believed);
        let middle = believed.deviations();
        let half = student_95(n_pairs - 1) * believed.variance().sqrt();
        // A game deviates by the square root of two more than the mean of two does.
        let [value, low, high] = [deviations, middle - half, middle + half]
            .map(|deviations| deviations * PER_DEVIATION / 2_f64.sqrt());
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
        // 0.81650 deviations of 347.436 each. With half a pair added: mean 25/34, moments 0.0512543,
        // -0.00141207 and 0.00479064, so 1.039312 deviations of a pair with the variance 0.1586924,
        // and 2.365 times its root to both sides, times 347.436/√2.
        let found = standing([0, 0, 3, 2, 3]).normalised_elo().unwrap();
        let expected = [283.680, 23.876, 486.788];
        for (found, expected) in [found.value, found.low, found.high].into_iter().zip(expected) {
            assert!((found - expected).abs() < 2e-3, "{found} {expected}");
        }
        // Symmetric pairs: 2.306 · √(2/19) deviations to both sides.
        let even = standing([1, 2, 3, 2, 1]).normalised_elo().unwrap();
        assert!(even.value.abs() < 1e-9 && (even.high - 183.805).abs() < 2e-3, "{even:?}");
        assert!((even.low + even.high).abs() < 1e-9, "{even:?}");
    }

    #[test]
    fn normalised_elo_of_both_players_is_opposite() {
        let one = standing([1, 0, 4, 5, 2]).normalised_elo().unwrap();
        let other = standing([1, 0, 4, 5, 2]).reversed().normalised_elo().unwrap();
        assert!((one.value + other.value).abs() < 1e-9, "{one:?} {other:?}");
        assert!((one.low + other.high).abs() < 1e-9, "{one:?} {other:?}");
    }

    #[test]
    fn pairs_that_are_all_alike_and_even_have_an_interval_and_others_have_none() {
        let even = standing([0, 0, 4, 0, 0]).normalised_elo().unwrap();
        assert_eq!(even.value, 0.0);
        // 3.182 · √(2/9) deviations of a pair.
        assert!((even.high - 368.513).abs() < 2e-3 && even.low == -even.high, "{even:?}");
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
