//! Points of a match whose games are worth different numbers of them, as backgammon for money.
//!
//! Plays nothing, and does not know what a point is.

use std::collections::HashMap;

use super::standing::{Interval, Z_95};

/// The points of a match, from the first engine's point of view: what it won less what it lost.
///
/// The two games of a pair have the same dice with seats swapped, so they are not independent; the
/// pair is what is drawn at random. With the units *u* = 1 … *n* (pairs of which both games are in,
/// of *k* = 2 games each, and single games, *k* = 1), their sums of points *S*, *N* games in all and
/// the mean *m* = Σ*S* / *N* points a game, the variance of the mean is
///
/// > Σ (*S* − *k m*)² · *n* / (*n* − 1) / *N*²
///
/// and the 95 % interval is *m* ± *t* times its root, *t* of Student's distribution with *n* − 1
/// degrees of freedom. With one unit there is none, nor where all are alike: a few that happen to be
/// equal are no certainty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    games: u32,
    sum: i64,
    /// Pairs of which both games are in.
    pairs: u32,
    /// The sum of their points.
    pair_sum: i64,
    /// The sum of the squares of their points.
    pair_squares: i64,
    /// The points of the pairs of which one game is in.
    open: HashMap<u32, i64>,
}

impl Points {
    /// Counts a game that was worth so many points to the first engine. `pair` is the number of its
    /// dice.
    pub fn add(&mut self, pair: u32, points: i32) {
        let points = i64::from(points);
        self.games += 1;
        self.sum += points;
        match self.open.remove(&pair) {
            Some(other) => {
                let both = points + other;
                self.pairs += 1;
                self.pair_sum += both;
                self.pair_squares += both * both;
            }
            None => {
                self.open.insert(pair, points);
            }
        }
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Points won less points lost.
    #[must_use]
    pub fn sum(&self) -> i64 {
        self.sum
    }

    /// The same from the second engine's point of view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            sum: -self.sum,
            pair_sum: -self.pair_sum,
            open: self.open.iter().map(|(pair, points)| (*pair, -points)).collect(),
            ..*self
        }
    }

    /// Points a game; `None` without games.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum as f64 / f64::from(self.games))
    }

    /// Points a game with their 95 % interval, by the formula of [`Points`]; `None` where there are
    /// fewer than two units, or all are alike.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let mean = self.mean()?;
        let units = self.pairs as usize + self.open.len();
        let freedom = units.checked_sub(1).filter(|freedom| *freedom > 0)?;
        let of_pairs = self.pair_squares as f64 - 4.0 * mean * self.pair_sum as f64
            + 4.0 * mean * mean * f64::from(self.pairs);
        let of_singles: f64 =
            self.open.values().map(|points| (*points as f64 - mean).powi(2)).sum();
        let spread = (of_pairs + of_singles) * units as f64 / freedom as f64;
        // What rounding leaves of nothing is far smaller than a point.
        if spread < 1e-6 {
            return None;
        }
        let half = student_95(freedom) * spread.sqrt() / f64::from(self.games);
        Some(Interval { value: mean, low: mean - half, high: mean + half })
    }
}

/// Half the width of a 95 % interval of Student's distribution, in standard deviations.
fn student_95(freedom: usize) -> f64 {
    /// From a table of the distribution, 1 to 10 degrees of freedom.
    const FEW: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    if let Some(few) = FEW.get(freedom - 1) {
        return *few;
    }
    // Fisher and Cornish's expansion at the normal distribution.
    let (z, n) = (Z_95, freedom as f64);
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / n + second / n.powi(2) + third / n.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of successive pairs, two of each.
    fn points(games: &[i32]) -> Points {
        let mut points = Points::default();
        for (idx, game) in (0..).zip(games) {
            points.add(idx / 2, *game);
        }
        points
    }

    fn close(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 5e-4
    }

    #[test]
    fn the_interval_is_that_of_the_means_of_the_pairs() {
        // Pair sums 3, -1, 0, 2: their halves have mean 0.5 and standard deviation 0.9129, so the
        // standard error is 0.4564; t of 3 degrees of freedom is 3.182.
        let found = points(&[1, 2, -2, 1, -1, 1, 3, -1]).interval().unwrap();
        assert!(close(found.value, 0.5) && close(found.high - found.value, 1.4524), "{found:?}");
        assert!(close(found.value - found.low, 1.4524), "{found:?}");
    }

    #[test]
    fn what_the_dice_decide_cancels_out_within_a_pair() {
        // Whoever has the better dice wins three points: nothing is learnt of the engines, and the
        // pairs say so, where single games would say ±0.7.
        let games = [[3, -3].repeat(19), vec![3, -2]].concat();
        let even = points(&games).interval().unwrap();
        assert!(close(even.value, 0.025) && even.high < 0.08, "{even:?}");
        let mut single = Points::default();
        for game in 0..40 {
            single.add(game, if game % 2 == 0 { 3 } else { -3 });
        }
        let single = single.interval().unwrap();
        assert!(close(single.high, 2.0227 * 3.0 * (40.0_f64 / 39.0).sqrt() / 40.0_f64.sqrt()));
    }

    #[test]
    fn a_game_without_its_second_counts_singly() {
        let mut odd = points(&[2, 2, -1]);
        assert_eq!((odd.games(), odd.sum()), (3, 3));
        // Units 4 of two games and -1 of one, mean 1: deviations 2 and -2; 8 · 2 / 9, t 12.706.
        let found = odd.interval().unwrap();
        assert!(close(found.high - 1.0, 12.706 * (16.0_f64).sqrt() / 3.0), "{found:?}");
        odd.add(1, 1);
        assert_eq!(odd, points(&[2, 2, -1, 1]));
        let reversed = odd.reversed().interval().unwrap();
        assert_eq!(reversed.low, -odd.interval().unwrap().high);
    }

    #[test]
    fn one_pair_has_a_mean_and_no_interval() {
        assert_eq!(Points::default().mean(), None);
        let one = points(&[2, -1]);
        assert_eq!((one.mean(), one.interval()), (Some(0.5), None));
        assert_eq!(points(&[2, -1, -1, 2, 2, -1]).interval(), None, "alike, and no certainty");
    }

    #[test]
    fn students_distribution_is_that_of_the_tables() {
        for (freedom, expected) in
            [(1, 12.706), (10, 2.228), (11, 2.201), (30, 2.042), (120, 1.980)]
        {
            assert!((student_95(freedom) - expected).abs() < 6e-4, "{freedom}");
        }
    }
}
