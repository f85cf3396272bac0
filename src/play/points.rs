//! Points of a match whose games are worth different numbers of them, as backgammon for money.
//!
//! Plays nothing, and does not know what a point is.

use std::collections::{BTreeMap, HashMap};

use super::interval::{Interval, student_95, student_share};
use super::standing::FEWEST_UNITS;

/// The points of a match, from the first engine's point of view: what it won minus what it lost.
///
/// The two games of a pair have the same dice with seats swapped, so they are not independent; the
/// pair is what is drawn at random. With the units *u* = 1 … *n* (all games with the same dice: *k*
/// = 2 of a pair, 1 of a single game), their sums of points *S*, *N* games in all and the mean *m* =
/// Σ*S* / *N* points a game, the variance of the mean is
///
/// > (Σ (*S* − *k m*)² + ½ *v*) / (*n* − ½) · *n* / *N*²
///
/// and the 95 % interval is *m* ± *t* times its root, *t* of Student's distribution with *n*
/// degrees of freedom. *v* is what the sums of pairs of independent games would vary by:
/// 2 (Σ*p*² + 1) / (*N* + 1) of the points *p* of single games. Half a unit of it counts beside
/// those that were seen, since a few equal ones prove nothing. With fewer than [`FEWEST_UNITS`]
/// units there is no interval. `docs/STATISTICS.md` says how often it contains the true value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    games: u32,
    sum: i64,
    /// The sum of the squares of the games' points.
    squares: i64,
    /// By the number of the dice.
    units: HashMap<u32, Unit>,
    /// Dice of which both games are in, by the points that both were worth together. What repeats dice
    /// is not counted here.
    pairs: BTreeMap<i64, u32>,
}

/// The ranges of what a pair of games is worth, in which [`Points::pair_counts`] counts.
pub const PAIR_POINTS: [&str; 5] = ["-3 or less", "-2 or -1", "0", "+1 or +2", "+3 or more"];

/// The games with the same dice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Unit {
    games: u32,
    sum: i64,
}

impl Points {
    /// Counts a game that was worth so many points to the first engine. `dice` is the number of its
    /// dice.
    pub fn add(&mut self, dice: u32, points: i32) {
        let points = i64::from(points);
        self.games += 1;
        self.sum += points;
        self.squares += points * points;
        let unit = self.units.entry(dice).or_default();
        unit.games += 1;
        unit.sum += points;
        if unit.games == 2 {
            *self.pairs.entry(unit.sum).or_default() += 1;
        }
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Points won minus points lost.
    #[must_use]
    pub fn sum(&self) -> i64 {
        self.sum
    }

    /// The same from the second engine's point of view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let reversed = |(dice, unit): (&u32, &Unit)| (*dice, Unit { sum: -unit.sum, ..*unit });
        let units = self.units.iter().map(reversed).collect();
        let pairs = self.pairs.iter().map(|(sum, count)| (-sum, *count)).collect();
        Self { sum: -self.sum, units, pairs, ..*self }
    }

    /// Pairs of games with the same dice: what both were worth together, the least first, and how often.
    pub fn pairs(&self) -> impl Iterator<Item = (i64, u32)> {
        self.pairs.iter().map(|(sum, count)| (*sum, *count))
    }

    /// The same pairs in the ranges of [`PAIR_POINTS`].
    #[must_use]
    pub fn pair_counts(&self) -> [u32; 5] {
        let mut counts = [0; 5];
        for (sum, count) in self.pairs() {
            let range = match sum {
                ..=-3 => 0,
                -2 | -1 => 1,
                0 => 2,
                1 | 2 => 3,
                3.. => 4,
            };
            counts[range] += count;
        }
        counts
    }

    /// Points per game; `None` without games.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum as f64 / f64::from(self.games))
    }

    /// Points per game with their 95 % interval, by the formula of [`Points`]; `None` if there are
    /// too few games: fewer than [`FEWEST_UNITS`] units.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let [mean, deviation] = self.believed()?;
        let half = student_95(self.units.len()) * deviation;
        Some(Interval { value: mean, low: mean - half, high: mean + half })
    }

    /// How likely the first engine is the one that wins more points than it loses, from 0 to 1 (LOS): how
    /// much of the distribution of [`Points::interval`] lies above 0; `None` as there.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let [mean, deviation] = self.believed()?;
        Some(student_share(mean / deviation, self.units.len()))
    }

    /// The mean and its standard deviation; `None` as in [`Points::interval`].
    fn believed(&self) -> Option<[f64; 2]> {
        let mean = self.mean()?;
        let n_units = self.units.len();
        if n_units < FEWEST_UNITS {
            return None;
        }
        let (units, games) = (n_units as f64, f64::from(self.games));
        let deviation = |unit: &Unit| (unit.sum as f64 - f64::from(unit.games) * mean).powi(2);
        let seen: f64 = self.units.values().map(deviation).sum();
        let independent = 2.0 * (self.squares as f64 + 1.0) / (games + 1.0);
        let spread = (seen + PRIOR_SPREAD * independent) / (units - 1.0 + PRIOR_SPREAD);
        Some([mean, (spread * units).sqrt() / games])
    }
}

/// Units of the spread that independent games would have, which count beside those that were seen;
/// chosen by `benches/coverage.rs`.
const PRIOR_SPREAD: f64 = 0.5;

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
    fn the_interval_is_that_of_the_sums_of_the_pairs() {
        // Sums 3, -1, 0, 2 with mean 1: squared deviations 10. Squares of games 22, so pairs of
        // independent games would vary by 2 * 23 / 9. t of 4 degrees of freedom is 2.776.
        let found = points(&[1, 2, -2, 1, -1, 1, 3, -1]).interval().unwrap();
        let spread: f64 = (10.0 + 0.5 * 46.0 / 9.0) / 3.5;
        let half = 2.776 * (spread * 4.0).sqrt() / 8.0;
        assert!(close(found.value, 0.5) && close(found.high - found.value, half), "{found:?}");
        assert!(close(found.value - found.low, half), "{found:?}");
    }

    #[test]
    fn the_likelihood_of_superiority_is_that_of_the_interval() {
        // The interval ends at 0 where 2.5 % of the distribution lie below it.
        for games in [&[1, 2, -2, 1, -1, 1, 3, -1][..], &[2, 2, 2, 1, 1, 1], &[-1, 2, -2, -1, 1, 0]]
        {
            let found = points(games);
            let (interval, likely) = (found.interval().unwrap(), found.superiority().unwrap());
            assert_eq!(interval.low > 0.0, likely > 0.975, "{interval:?} {likely}");
            assert_eq!(interval.value > 0.0, likely > 0.5, "{interval:?} {likely}");
            let other = found.reversed().superiority().unwrap();
            assert!((likely + other - 1.0).abs() < 1e-9, "{likely} {other}");
        }
        // Four pairs with the spread s of the test above: the mean lies 0.5 · 8 / √(4 s) = 1.0560 deviations
        // above 0. With 4 degrees of freedom Student's distribution has in closed form 0.8247 below it.
        let likely = points(&[1, 2, -2, 1, -1, 1, 3, -1]).superiority().unwrap();
        assert!((likely - 0.8247).abs() < 1e-4, "{likely}");
        assert_eq!(points(&[2, 2, 1, 1]).superiority(), None, "too few games");
    }

    #[test]
    fn pairs_are_counted_by_what_both_games_were_worth() {
        let mut found = points(&[4, 4, 1, -1, -2, 1, 2, -2, 1, 1, -4]);
        let pairs = |points: &Points| points.pairs().collect::<Vec<_>>();
        assert_eq!(pairs(&found), [(-1, 1), (0, 2), (2, 1), (8, 1)], "half a pair is none");
        assert_eq!(found.pair_counts(), [0, 1, 2, 1, 1]);
        assert_eq!(found.reversed().pair_counts(), [1, 1, 2, 1, 0]);
        found.add(0, -2);
        assert_eq!(found.pair_counts(), [0, 1, 2, 1, 1], "the dice were there before");
    }

    #[test]
    fn what_the_dice_decide_cancels_out_within_a_pair() {
        // The side with the better dice wins three points: this says nothing about the engines, and
        // the pairs show that, while single games would give ±0.9.
        let games = [[3, -3].repeat(19), vec![3, -2]].concat();
        let even = points(&games).interval().unwrap();
        assert!(close(even.value, 0.025) && even.high < 0.2, "{even:?}");
        let mut single = Points::default();
        for game in 0..40 {
            single.add(game, if game % 2 == 0 { 3 } else { -3 });
        }
        let single = single.interval().unwrap();
        assert!(single.high > 0.9, "{single:?}");
    }

    #[test]
    fn a_game_without_its_second_counts_singly() {
        let mut odd = points(&[2, 2, -1, 1, -1]);
        assert_eq!((odd.games(), odd.sum()), (5, 3));
        // Units 4 and 0 of two games, -1 of one, mean 0.6: deviations 2.8, -1.2, -1.6.
        let found = odd.interval().unwrap();
        let spread: f64 = (7.84 + 1.44 + 2.56 + 0.5 * 2.0 * 12.0 / 6.0) / 2.5;
        assert!(close(found.high - 0.6, 3.182 * (spread * 3.0).sqrt() / 5.0), "{found:?}");
        odd.add(2, 1);
        assert_eq!(odd, points(&[2, 2, -1, 1, -1, 1]));
        let reversed = odd.reversed().interval().unwrap();
        assert_eq!(reversed.low, -odd.interval().unwrap().high);
    }

    #[test]
    fn fewer_than_three_pairs_are_too_few_games_for_an_interval() {
        assert_eq!(Points::default().mean(), None);
        let two = points(&[2, -1, -1, 2]);
        assert_eq!((two.mean(), two.interval()), (Some(0.5), None));
        let alike = points(&[2, -1, -1, 2, 2, -1]).interval().unwrap();
        assert!(alike.low < 0.0 && alike.high > 1.0, "alike, and no certainty: {alike:?}");
    }
}
