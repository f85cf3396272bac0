//! Fits weights to positions with known outcomes: logistic regression by gradient descent, each
//! weight with its own step size (AdaGrad: Duchi, Hazan, Singer 2011).
//!
//! Plays and searches nothing.

use super::eval::Weights;
use super::features::{N_FEATURES, see_side};
use crate::builtin::random::Random;
use crate::games::hive::{Board, pinned};

/// One position in this many is used for measuring and not for learning.
const HELD_OUT_EVERY: usize = 20;
/// Size of the first steps.
const RATE: f32 = 0.03;
/// Passes over the positions.
const EPOCHS: u32 = 12;
/// Hundredths of a point for which the odds are e to 1.
pub(super) const ODDS_UNIT: f32 = 500.0;

/// Positions in the form that the regression uses.
#[derive(Debug, Default)]
pub(super) struct Samples {
    /// Features and values of all samples, one after the other.
    sights: Vec<(u8, i8)>,
    samples: Vec<Sample>,
}

#[derive(Clone, Copy, Debug)]
struct Sample {
    first: usize,
    end: usize,
    /// Share of the points that the side to move gets.
    outcome: f32,
}

impl Samples {
    /// Adds a position with the result for the side to move, 0 to 1.
    pub(super) fn add(&mut self, board: &Board, outcome: f32) {
        let mut values = [0_i32; N_FEATURES];
        let pinned = pinned(board);
        for (sign, side) in [(1, board.turn()), (-1, board.turn().opponent())] {
            see_side(board, side, pinned, &mut |idx, n| values[idx] += sign * n);
        }
        let first = self.sights.len();
        for (idx, value) in values.into_iter().enumerate().filter(|(_, value)| *value != 0) {
            let value = i8::try_from(value).expect("14 pieces by 6 neighbours are the most");
            self.sights.push((idx as u8, value));
        }
        self.samples.push(Sample { first, end: self.sights.len(), outcome });
    }

    pub(super) fn len(&self) -> usize {
        self.samples.len()
    }

    fn sights(&self, sample: &Sample) -> &[(u8, i8)] {
        &self.sights[sample.first..sample.end]
    }
}

/// The distance of predicted outcomes from the real ones: the mean of the logarithmic losses, in
/// bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errors {
    /// On the positions learned from.
    pub(super) fitted: f64,
    /// On the positions kept apart.
    pub(super) held_out: f64,
}

/// Weights while they are fitted, as logarithms of odds.
#[derive(Debug)]
struct Fit {
    weights: [f32; N_FEATURES],
    /// Squares of all steps wanted so far.
    slopes: [f32; N_FEATURES],
}

/// Fits weights in several passes in random order, starting from `start`, which rare features keep.
pub(super) fn fit(
    samples: &mut Samples,
    start: &Weights,
    random: &mut Random,
) -> (Weights, Errors) {
    shuffle(&mut samples.samples, random);
    let n_held_out = samples.samples.len() / HELD_OUT_EVERY;
    let held_out = samples.samples.split_off(samples.samples.len() - n_held_out);
    let mut fit = Fit {
        weights: start.all().map(|weight| weight as f32 / ODDS_UNIT),
        slopes: [1.0; N_FEATURES],
    };
    for _ in 0..EPOCHS {
        shuffle(&mut samples.samples, random);
        for sample in &samples.samples {
            fit.learn(sample.outcome, samples.sights(sample));
        }
    }
    let error = |of: &[Sample]| {
        let sum: f64 = of.iter().map(|sample| fit.loss(sample, samples.sights(sample))).sum();
        sum / of.len().max(1) as f64
    };
    let errors = Errors { fitted: error(&samples.samples), held_out: error(&held_out) };
    let rounded = |weight: f32| (weight * ODDS_UNIT).round().clamp(-9_000.0, 9_000.0) as i32;
    (Weights::of(fit.weights.map(rounded)), errors)
}

impl Fit {
    fn predict(&self, sights: &[(u8, i8)]) -> f32 {
        let sum: f32 = sights
            .iter()
            .map(|(idx, value)| f32::from(*value) * self.weights[usize::from(*idx)])
            .sum();
        logistic(sum)
    }

    fn learn(&mut self, outcome: f32, sights: &[(u8, i8)]) {
        let error = outcome - self.predict(sights);
        for (idx, value) in sights {
            let idx = usize::from(*idx);
            let slope = error * f32::from(*value);
            self.slopes[idx] += slope * slope;
            self.weights[idx] += RATE * slope / self.slopes[idx].sqrt();
        }
    }

    fn loss(&self, sample: &Sample, sights: &[(u8, i8)]) -> f64 {
        let share = f64::from(self.predict(sights)).clamp(1e-6, 1.0 - 1e-6);
        let outcome = f64::from(sample.outcome);
        -(outcome * share.log2() + (1.0 - outcome) * (1.0 - share).log2())
    }
}

/// The share of the points at these odds.
pub(super) fn logistic(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for end in (1..items.len()).rev() {
        items.swap(end, random.below(end as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::hive::features::{CROWD, N_FEATURES, TURN};
    use crate::games::hive::{BoardMove, GameType, Piece, Way};
    use crate::games::{Side, hive};

    /// A queen with this many enemies around her, and Black to move.
    fn crowded(n: u64) -> hive::Board {
        let mut board = hive::Board::new(GameType::default());
        let (queen, origin) = (Piece::queen(Side::First), hive::Board::origin());
        board.play(BoardMove::Play { piece: queen, to: origin });
        let enemies = ["bG1", "bG2", "bG3", "bA1", "bA2"];
        for (way, name) in Way::ALL.into_iter().zip(enemies).take(n as usize) {
            let piece = name.parse().unwrap();
            board.play(BoardMove::Play { piece, to: origin.step(way) });
            board.play(BoardMove::Pass);
        }
        board
    }

    #[test]
    fn what_wins_is_found_to_be_worth_something_and_what_is_never_seen_stays() {
        let (mut samples, mut random) = (Samples::default(), Random::new(1));
        for _ in 0..2_000 {
            let n = 1 + random.below(5);
            samples.add(&crowded(n), if n >= 3 { 1.0 } else { 0.0 });
        }
        let mut start = [0; N_FEATURES];
        start[CROWD + 6] = -777;
        let (weights, errors) = fit(&mut samples, &Weights::of(start), &mut random);
        assert!(errors.held_out < 0.5, "{errors:?}");
        let value = |n| weights.evaluate(&crowded(n), crate::builtin::hive::eval::LEVEL);
        assert!(value(5) > 200 && value(1) < -200, "{} {}", value(5), value(1));
        assert_eq!(weights.all()[CROWD + 6], -777);
        assert_ne!(weights.all()[TURN], 0);
    }
}
