//! The results of the games of a rollout: means and their standard errors.
//!
//! Plays no game and ends no rollout.

use crate::builtin::backgammon::chances::{Chances, N_CHANCES};
use crate::builtin::backgammon::payoff::Sample;

/// The results of games from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    n: u32,
    chances: [Sum; N_CHANCES],
    equity: Sum,
}

impl Tally {
    /// The number of games played.
    #[must_use]
    pub fn n_games(&self) -> u32 {
        self.n
    }

    /// The chances of the player who rolled first.
    #[must_use]
    pub fn chances(&self) -> Chances {
        // Luck that is subtracted may lead a little beyond what is possible.
        Chances(self.chances.map(|sum| sum.mean(self.n) as f32)).in_order()
    }

    /// The standard errors of these chances.
    #[must_use]
    pub fn chance_errors(&self) -> [f64; N_CHANCES] {
        self.chances.map(|sum| sum.error(self.n))
    }

    /// The mean equity without cube, in the points in which the games were added.
    #[must_use]
    pub fn equity(&self) -> f64 {
        self.equity.mean(self.n)
    }

    /// The standard error of the equity without cube, in points.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.equity.error(self.n)
    }

    /// Adds a game that ended like this, or was judged to end like this, for points of money.
    pub fn add(&mut self, chances: &Chances) {
        self.add_sample(&Sample::of(chances), chances.equity().into());
    }

    /// Adds the estimate of a game, with its equity.
    pub(super) fn add_sample(&mut self, sample: &Sample, equity: f64) {
        self.n += 1;
        self.equity.add(equity);
        for (sum, chance) in self.chances.iter_mut().zip(sample.0) {
            sum.add(chance);
        }
    }
}

/// A sum, and that of the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sum {
    all: f64,
    squares: f64,
}

impl Sum {
    pub(super) fn add(&mut self, number: f64) {
        self.all += number;
        self.squares += number * number;
    }

    /// The mean of `n` numbers.
    pub(super) fn mean(&self, n: u32) -> f64 {
        self.all / f64::from(n.max(1))
    }

    /// The standard error of the mean of `n` numbers.
    pub(super) fn error(&self, n: u32) -> f64 {
        let n = f64::from(n.max(2));
        let mean = self.all / n;
        ((self.squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt()
    }
}
