//! The standing of a match: wins, draws, losses, and what they prove.
//!
//! Plays nothing; counts results as they come.

use std::collections::HashMap;

use crate::games::{Outcome, Side};

/// The results of a match between two engines, from the first engine's point of view.
///
/// Games come in pairs: the same opening with colours swapped. Two games of a pair are not
/// independent, so the uncertainty is computed from pairs once both games are in, and from single
/// games for the rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Games the first engine won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games the first engine lost.
    pub losses: u32,
    /// Pairs by twice the points the first engine made in them: 0 to 4.
    pub pairs: [u32; 5],
    /// Twice the points of the pairs of which one game is in.
    open: HashMap<u32, u32>,
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Standing {
    /// Counts a game. `pair` is the number of its opening, `seat` where the first engine sat.
    pub fn add(&mut self, pair: u32, seat: Side, outcome: Outcome) {
        let doubled = match outcome {
            Outcome::WonBy(side) if side == seat => {
                self.wins += 1;
                2
            }
            Outcome::WonBy(_) => {
                self.losses += 1;
                0
            }
            Outcome::Draw => {
                self.draws += 1;
                1
            }
        };
        match self.open.remove(&pair) {
            Some(other) => self.pairs[(doubled + other) as usize] += 1,
            None => {
                self.open.insert(pair, doubled);
            }
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
            open: self.open.iter().map(|(pair, doubled)| (*pair, 2 - doubled)).collect(),
        }
    }

    /// Points per game, 0 to 1, with its 95 % interval; `None` without games.
    ///
    /// It is Wilson's interval, with as many games as would give the variance that was observed. It
    /// stays within 0 and 1 and says something after a clean sweep, where the usual normal interval
    /// has no width.
    #[must_use]
    pub fn score(&self) -> Option<Interval> {
        let games = f64::from(self.games());
        if games == 0.0 {
            return None;
        }
        let mean = self.points() / games;
        let variance = self.variance_of_mean(mean);
        let binomial = mean * (1.0 - mean);
        let n = if variance > 0.0 && binomial > 0.0 { binomial / variance } else { games };
        let z2 = Z_95 * Z_95;
        let centre = (mean + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z_95 / (1.0 + z2 / n) * (binomial / n + z2 / (4.0 * n * n)).sqrt();
        Some(Interval {
            value: mean,
            low: (centre - half).clamp(0.0, mean),
            high: (centre + half).clamp(mean, 1.0),
        })
    }

    /// Sum of squared deviations of pairs (as units of two games) and of single games, over the
    /// square of the number of games.
    fn variance_of_mean(&self, mean: f64) -> f64 {
        let games = f64::from(self.games());
        let of_pairs = (0_u32..).zip(self.pairs).map(|(doubled, count)| {
            f64::from(count) * (f64::from(doubled) / 2.0 - 2.0 * mean).powi(2)
        });
        let of_singles =
            self.open.values().map(|doubled| (f64::from(*doubled) / 2.0 - mean).powi(2));
        (of_pairs.sum::<f64>() + of_singles.sum::<f64>()) / (games * games)
    }

    /// Difference in Elo with its 95 % interval. `None` without games, and where a side has made no
    /// point, because the difference then has no bound. An end without bound is infinite.
    #[must_use]
    pub fn elo(&self) -> Option<Interval> {
        let score = self.score()?;
        if score.value <= 0.0 || score.value >= 1.0 {
            return None;
        }
        Some(Interval { value: elo(score.value), low: elo(score.low), high: elo(score.high) })
    }
}

/// Half the width of a 95 % interval of the normal distribution, in standard deviations.
pub(super) const Z_95: f64 = 1.959_964;

/// Difference in Elo that makes one expect `score` points a game (logistic, 400 points a decade).
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

    #[test]
    fn independent_games_get_the_interval_of_wilson() {
        // Wilson's interval for 60 of 100 at 95 %: 0.5020 to 0.6906 (computed by its formula).
        let mut standing = Standing::default();
        for game in 0..100 {
            let outcome = if game < 60 { Side::First } else { Side::Second };
            standing.add(game, Side::First, Outcome::WonBy(outcome));
        }
        let score = standing.score().unwrap();
        assert!(
            (score.low - 0.5020).abs() < 1e-3 && (score.high - 0.6906).abs() < 1e-3,
            "{score:?}"
        );
        let elo = standing.elo().unwrap();
        assert!((elo.value - 70.44).abs() < 0.01, "{elo:?}");
        assert!(elo.low > 0.0 && elo.low < elo.value && elo.value < elo.high);
    }

    #[test]
    fn openings_that_decide_the_game_widen_nothing() {
        // Half the pairs are 1-1 because the opening wins for its side: the engines' difference
        // shows in pairs, and the interval from pairs is the narrower one.
        let paired = standing(&"+-".repeat(40)).score().unwrap();
        let mut single = Standing::default();
        for game in 0..80 {
            let outcome = if game % 2 == 0 { Side::First } else { Side::Second };
            single.add(game, Side::First, Outcome::WonBy(outcome));
        }
        let single = single.score().unwrap();
        assert!(paired.high - paired.low <= single.high - single.low);
        let mixed = standing(&format!("{}{}", "+-".repeat(40), "++".repeat(5))).score().unwrap();
        assert!(mixed.high - mixed.low < single.high - single.low, "{mixed:?} {single:?}");
    }

    #[test]
    fn a_clean_sweep_has_an_interval_but_no_elo() {
        let standing = standing(&"++".repeat(50));
        let score = standing.score().unwrap();
        assert_eq!((score.value, score.high), (1.0, 1.0));
        assert!((score.low - 0.963).abs() < 1e-3, "{score:?}");
        assert_eq!(standing.elo(), None);
        assert_eq!(Standing::default().score(), None);
    }
}
