//! The standing of a match: wins, draws, losses, and their significance.
//!
//! Plays nothing; counts results as they come.

mod normalised;

use std::collections::HashMap;

use super::GameScore;
use super::interval::{Interval, TAIL};
use crate::games::{Outcome, Side};

/// The results of a match between two engines, from the first engine's point of view.
///
/// Games come in pairs: the same opening with colours swapped. Games from the same opening are not
/// independent of each other, so the evidence is counted in units: all games from one opening are
/// one, however often it is repeated. `docs/STATISTICS.md` has the formulas, their sources, and how
/// often the intervals contain the true value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Games the first engine won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games the first engine lost.
    pub losses: u32,
    /// Openings of which both games are in, by twice the points the first engine made in them: 0 to
    /// 4. What repeats an opening is not counted here.
    pub pairs: [u32; 5],
    /// By the number of the opening.
    units: HashMap<u32, Unit>,
}

/// The games from one opening.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Unit {
    games: u32,
    /// Twice the points of the first engine.
    doubled: u32,
}

impl Standing {
    /// Counts a game. `opening` is the number of its opening, `seat` where the first engine sat.
    pub fn add(&mut self, opening: u32, seat: Side, outcome: Outcome) {
        self.add_halves(opening, GameScore::of(outcome, seat, 0).halves);
    }

    /// Counts a game in which the first engine made so many half points: 0 to 2.
    pub fn add_halves(&mut self, opening: u32, doubled: u32) {
        match doubled {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        let unit = self.units.entry(opening).or_default();
        unit.games += 1;
        unit.doubled += doubled;
        if unit.games == 2 {
            self.pairs[unit.doubled as usize] += 1;
        }
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first engine; a draw is half a point.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// The same results from the second engine's point of view.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs,
            units: self.units.iter().map(|(opening, unit)| (*opening, unit.reversed())).collect(),
        }
    }

    /// Openings with at least one finished game: the amount of independent evidence.
    #[must_use]
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// Games from openings that were played in a pair before; they are not in [`Self::pairs`].
    #[must_use]
    pub fn repeating_games(&self) -> u32 {
        self.units.values().map(|unit| unit.games.saturating_sub(2)).sum()
    }

    /// Points per game, 0 to 1; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / f64::from(self.games()))
    }

    /// Points per game with their 95 % interval; `None` if there are too few games: fewer than
    /// [`FEWEST_UNITS`] openings.
    ///
    /// The beta distribution that has the mean and the variance of what is believed after the
    /// games: the units that were seen, and some that stand for what was believed before them (see
    /// `spread`). It stays within 0 and 1, and a clean sweep has a lower end, too.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let value = self.score()?;
        let [mean, variance] = self.believed()?;
        let [low, high] = Interval::of_share(mean, variance);
        let swept = self.swept_at_least();
        Some(match value {
            ..=0.0 => Interval { value, low: 0.0, high: high.max(1.0 - swept) },
            1.0.. => Interval { value, low: low.min(swept), high: 1.0 },
            _ => Interval { value, low: low.min(value), high: high.max(value) },
        })
    }

    /// The mean and the variance of what is believed of the score after the games; `None` as in
    /// [`Standing::interval`].
    fn believed(&self) -> Option<[f64; 2]> {
        let value = self.score()?;
        let units = self.effective_units();
        if self.units() < FEWEST_UNITS {
            return None;
        }
        let mean = (units * value + PRIOR_EVEN * 0.5) / (units + PRIOR_EVEN);
        Some([mean, self.spread(value, units) / (units + PRIOR_EVEN)])
    }

    /// How likely the first engine is the stronger one, from 0 to 1 (LOS): how much of the distribution
    /// of [`Standing::interval`] lies above one half; `None` as there. After a clean sweep it is no more
    /// certain than the interval, which is widened then: it is above 97.5 % where the interval lies above
    /// one half, and nowhere else.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let [mean, variance] = self.believed()?;
        let share = Interval::share_above(mean, variance, 0.5);
        let by_chance = 0.5_f64.powf(self.independent_games());
        Some(match self.score()? {
            ..=0.0 => share.max(by_chance),
            1.0.. => share.min(1.0 - by_chance),
            _ => share,
        })
    }

    /// The score with which every game is won in one of forty matches, games being independent (C. J.
    /// Clopper and E. S. Pearson, Biometrika 26, 1934).
    fn swept_at_least(&self) -> f64 {
        TAIL.powf(self.independent_games().recip())
    }

    /// The games without those that repeat an opening: two of each count.
    fn independent_games(&self) -> f64 {
        f64::from(self.games()).min(2.0 * self.units() as f64)
    }

    /// The number of equal units that the present ones count as (L. Kish, Survey Sampling, 1965): a
    /// lone game counts for less than a pair.
    fn effective_units(&self) -> f64 {
        let squares: f64 = self.units.values().map(|unit| f64::from(unit.games).powi(2)).sum();
        f64::from(self.games()).powi(2) / squares.max(1.0)
    }

    /// The variance of a unit's points a game: that of the units that were seen, and of
    /// [`PRIOR_SPREAD`] more which vary as pairs of independent games would. A few equal units
    /// prove nothing.
    fn spread(&self, mean: f64, units: f64) -> f64 {
        let weigh = |unit: &Unit| f64::from(unit.games).powi(2);
        let deviations = |unit: &Unit| weigh(unit) * (unit.score() - mean).powi(2);
        let weights: f64 = self.units.values().map(weigh).sum();
        let seen = self.units.values().map(deviations).sum::<f64>() / weights;
        (units * seen + PRIOR_SPREAD * self.variance_of_games() / 2.0) / (units + PRIOR_SPREAD)
    }

    /// The variance of a single game's points, with [`PRIOR_DECIDED`] wins, as many losses and
    /// [`PRIOR_DRAWS`] draws added to those that were seen.
    fn variance_of_games(&self) -> f64 {
        let wins = f64::from(self.wins) + PRIOR_DECIDED;
        let draws = f64::from(self.draws) + PRIOR_DRAWS;
        let games = wins + draws + f64::from(self.losses) + PRIOR_DECIDED;
        (wins + draws / 4.0) / games - ((wins + draws / 2.0) / games).powi(2)
    }

    /// Difference in Elo with its 95 % interval; `None` as in [`Standing::interval`]. After a clean
    /// sweep the value and the end on its side are infinite, and the other end is a bound.
    #[must_use]
    pub fn elo(&self) -> Option<Interval> {
        let Interval { value, low, high } = self.interval()?;
        Some(Interval { value: elo(value), low: elo(low), high: elo(high) })
    }
}

impl Unit {
    fn score(self) -> f64 {
        f64::from(self.doubled) / f64::from(2 * self.games)
    }

    fn reversed(self) -> Self {
        Self { doubled: 2 * self.games - self.doubled, ..self }
    }
}

/// Stands in place of an interval that would mean nothing.
pub const TOO_FEW: &str = "too few games";

/// With fewer units of evidence there is no interval: [`TOO_FEW`].
pub const FEWEST_UNITS: usize = 3;

/// Units with an even score that count beside those that were seen. This and the next three were
/// chosen by `benches/coverage.rs`, so that the interval contains the true value in 95 of 100
/// matches.
const PRIOR_EVEN: f64 = 0.7;
/// Units of the spread that independent games would have.
const PRIOR_SPREAD: f64 = 3.0;
/// Wins, and as many losses, that count beside those that were seen.
const PRIOR_DECIDED: f64 = 2.0;
/// Draws that count beside those that were seen.
const PRIOR_DRAWS: f64 = 0.5;

/// Difference in Elo for an expected score of `score` points per game (logistic, 400 points a
/// decade).
#[must_use]
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of successive pairs, from the first engine's view: `+` `=` `-`.
    fn standing(results: &str) -> Standing {
        let mut standing = Standing::default();
        for (idx, result) in (0_u32..).zip(results.chars()) {
            let seat = Side::BOTH[(idx % 2) as usize];
            let outcome = match result {
                '+' => Outcome::WonBy(seat),
                '-' => Outcome::WonBy(seat.opponent()),
                _ => Outcome::Draw,
            };
            standing.add(idx / 2, seat, outcome);
        }
        standing
    }

    #[test]
    fn results_are_counted_singly_and_in_pairs() {
        let standing = standing("+-+++==-=");
        assert_eq!((standing.wins, standing.draws, standing.losses), (4, 3, 2));
        assert_eq!(standing.pairs, [0, 1, 1, 1, 1]);
        assert_eq!(standing.points(), 5.5);
        let reversed = standing.reversed();
        assert_eq!((reversed.wins, reversed.draws, reversed.losses), (2, 3, 4));
        assert_eq!(reversed.pairs, [1, 1, 1, 1, 0]);
    }

    /// This many games, each from a different opening.
    fn singles(results: impl IntoIterator<Item = Outcome>) -> Standing {
        let mut standing = Standing::default();
        for (opening, outcome) in (0..).zip(results) {
            standing.add(opening, Side::First, outcome);
        }
        standing
    }

    #[test]
    fn many_independent_games_get_the_interval_of_wilson() {
        // Wilson's interval for 60 of 100 at 95 %: 0.5020 to 0.6906 (computed by its formula).
        let results = (0..100).map(|game| Side::BOTH[usize::from(game >= 60)]);
        let standing = singles(results.map(Outcome::WonBy));
        let found = standing.interval().unwrap();
        assert!(
            (found.low - 0.5020).abs() < 4e-3 && (found.high - 0.6906).abs() < 4e-3,
            "{found:?}"
        );
        let elo = standing.elo().unwrap();
        assert!((elo.value - 70.44).abs() < 0.01, "{elo:?}");
        assert!(elo.low > 0.0 && elo.low < elo.value && elo.value < elo.high);
    }

    #[test]
    fn openings_that_decide_the_game_widen_nothing() {
        // Half the pairs are 1-1 because the opening wins for its side: the engines' difference
        // shows in pairs, and the interval from pairs is the narrower one.
        let paired = standing(&"+-".repeat(40)).interval().unwrap();
        let results = (0..80).map(|game| Outcome::WonBy(Side::BOTH[game % 2]));
        let single = singles(results).interval().unwrap();
        assert!(paired.high - paired.low <= single.high - single.low);
        let mixed = standing(&format!("{}{}", "+-".repeat(40), "++".repeat(5))).interval().unwrap();
        assert!(mixed.high - mixed.low < single.high - single.low, "{mixed:?} {single:?}");
    }

    #[test]
    fn fewer_than_three_openings_are_too_few_games_for_an_interval() {
        assert_eq!((Standing::default().score(), Standing::default().interval()), (None, None));
        let two = standing("+-=+");
        assert_eq!((two.score(), two.interval(), two.elo()), (Some(0.625), None, None));
        let three = standing("+-=++=").interval().unwrap();
        assert!(three.low < 0.5 && three.high > 0.8, "{three:?}");
    }

    #[test]
    fn pairs_that_repeat_an_opening_are_no_new_evidence() {
        let once = ["++", "+-", "==", "-=", "+="];
        let mut repeated = Standing::default();
        for (opening, pair) in (0..).zip(once).cycle().take(20 * once.len()) {
            for (seat, result) in Side::BOTH.into_iter().zip(pair.chars()) {
                let outcome = match result {
                    '+' => Outcome::WonBy(seat),
                    '-' => Outcome::WonBy(seat.opponent()),
                    _ => Outcome::Draw,
                };
                repeated.add(opening, seat, outcome);
            }
        }
        let first = standing(&once.concat());
        assert_eq!((repeated.games(), repeated.units()), (200, 5));
        assert_eq!(repeated.pairs, first.pairs);
        let [first, repeated] = [first, repeated].map(|found| found.interval().unwrap());
        assert_eq!(repeated.value, first.value);
        // Only what a single game is worth is known somewhat better.
        let widths = [first, repeated].map(|found| found.high - found.low);
        assert!(widths[1] > 0.9 * widths[0], "{first:?} {repeated:?}");
    }

    #[test]
    fn the_likelihood_of_superiority_is_above_its_bound_where_the_interval_lies_above_one_half() {
        // Three games, all won: equal players do that in one of eight matches.
        let three = singles([Outcome::WonBy(Side::First); 3]);
        assert!((three.superiority().unwrap() - 0.875).abs() < 1e-9, "{three:?}");
        let swept = (3..12).map(|n| singles(vec![Outcome::WonBy(Side::First); n]));
        let pairs = (3..12).map(|n| standing(&"++".repeat(n)));
        let mixed = ["+=+=+=", "+=++++", "++++++=-", "+-+-+-++", "==+=++++", "-+=---"];
        for found in swept.chain(pairs).chain(mixed.map(standing)) {
            let (interval, likely) = (found.interval().unwrap(), found.superiority().unwrap());
            assert_eq!(interval.low > 0.5, likely > 1.0 - TAIL, "{interval:?} {likely} {found:?}");
            let other = found.reversed();
            let (interval, lost) = (other.interval().unwrap(), other.superiority().unwrap());
            assert_eq!(interval.high < 0.5, lost < TAIL, "{interval:?} {lost} {other:?}");
            assert!((likely + lost - 1.0).abs() < 1e-6, "{likely} {lost} {found:?}");
        }
    }

    #[test]
    fn a_clean_sweep_has_a_bound_for_elo() {
        for (n_pairs, bound) in [(3, 28.0), (50, 570.0)] {
            let swept = standing(&"++".repeat(n_pairs));
            let found = swept.interval().unwrap();
            assert_eq!((found.value, found.high), (1.0, 1.0));
            let elo = swept.elo().unwrap();
            assert!(elo.value.is_infinite() && elo.high.is_infinite());
            assert!(elo.low.is_finite() && (elo.low - bound).abs() < 2.0, "{n_pairs}: {elo:?}");
            let lost = swept.reversed().elo().unwrap();
            assert_eq!((lost.value, lost.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
            assert!((lost.high + elo.low).abs() < 1e-6, "{lost:?} {elo:?}");
        }
    }
}
