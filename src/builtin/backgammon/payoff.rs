//! What each of the five chances is worth without a cube, and chances as estimates.
//!
//! Chooses nothing and knows no checkers; [`super::cube`] has the worth of the cube.

use super::chances::{Chances, N_CHANCES};
use super::cube::Stakes;

/// An estimate of the chances in the order of [`Chances`]. Unlike chances it may lie outside of 0 and
/// 1: the luck of a game was subtracted from its result.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sample(pub(super) [f64; N_CHANCES]);

impl Sample {
    pub(super) fn of(chances: &Chances) -> Self {
        Self(chances.0.map(f64::from))
    }

    /// The same game from the other player's point of view.
    pub(super) fn inverted(&self) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.0;
        Self([1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon])
    }

    /// A difference of two samples from the other player's point of view.
    pub(super) fn inverted_difference(&self) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.0;
        Self([-win, lose_gammon, lose_backgammon, win_gammon, win_backgammon])
    }

    /// Adds `part` of another one.
    pub(super) fn add(&mut self, other: &Self, part: f64) {
        for (sum, chance) in self.0.iter_mut().zip(other.0) {
            *sum += part * chance;
        }
    }
}

/// The equity of a game without cube as a sum over the chances, in points of the cube; in a match
/// 1 is worth as much as winning the cube's points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Payoff {
    lost: f64,
    gains: [f64; N_CHANCES],
}

impl Payoff {
    /// The payoff of a game that ends with the cube as it lies. Gammons count, whatever Jacoby's rule
    /// says: where it matters, a player doubles before there is a gammon.
    pub(super) fn of(stakes: &Stakes) -> Self {
        let value = |times: [u32; 2]| f64::from(stakes.equity(stakes.ended(times)));
        let [won, won_gammon, won_backgammon] = [1, 2, 3].map(|times| value([times, 0]));
        let [lost, lost_gammon, lost_backgammon] = [1, 2, 3].map(|times| value([0, times]));
        let gains = [
            won - lost,
            won_gammon - won,
            won_backgammon - won_gammon,
            lost_gammon - lost,
            lost_backgammon - lost_gammon,
        ];
        Self { lost, gains }
    }

    pub(super) fn equity(&self, sample: &Sample) -> f64 {
        self.lost + self.gains.iter().zip(sample.0).map(|(gain, chance)| gain * chance).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::backgammon::cube::Score;

    const CHANCES: Chances = Chances([0.6, 0.2, 0.02, 0.1, 0.01]);

    #[test]
    fn money_counts_gammons_twice_and_backgammons_three_times() {
        let found = Payoff::of(&Stakes::CUBELESS).equity(&Sample::of(&CHANCES));
        assert!((found - f64::from(CHANCES.equity())).abs() < 1e-6, "{found}");
        let other = Payoff::of(&Stakes::CUBELESS).equity(&Sample::of(&CHANCES).inverted());
        assert!((found + other).abs() < 1e-6);
    }

    #[test]
    fn at_the_last_point_of_both_only_the_win_counts() {
        let score = Score::Match { away: [1, 1], is_from_crawford_on: true };
        let payoff = Payoff::of(&Stakes { score, ..Stakes::CUBELESS });
        assert!((payoff.equity(&Sample::of(&CHANCES)) - 0.2).abs() < 1e-6, "{payoff:?}");
    }
}
