//! Fits weights to positions with known outcomes: logistic regression by gradient descent, each
//! weight with its own step size (AdaGrad: Duchi, Hazan, Singer 2011).
//!
//! Plays and searches nothing.

use super::eval::{Weights, opening_part};
use super::features::{View, place};
use crate::builtin::random::Random;
use crate::games::Side;
use crate::games::draughts::board::Board;

/// One position in this many is used for measuring and not for learning.
const HELD_OUT_EVERY: usize = 20;
/// Size of the first steps.
const RATE: f32 = 0.05;
/// A weight that was seen only so often counts half; rare sights are mostly noise.
const HALF_BELIEVED: f32 = 6.0;
/// The range of a man's contribution to the logarithm of the odds, so that a hundredth of a man is
/// meaningful in every variant.
const MAN_ODDS: [f32; 2] = [0.35, 2.0];

/// Positions in the form that the regression uses.
#[derive(Debug, Default)]
pub(super) struct Samples {
    /// Places and values of all samples, one after the other.
    sights: Vec<(u16, i8)>,
    samples: Vec<Sample>,
}

#[derive(Clone, Copy, Debug)]
struct Sample {
    first: usize,
    end: usize,
    /// The share of the opening in it.
    opening: f32,
    /// Share of the points that the side to move gets.
    outcome: f32,
    /// Pieces that the side to move has more, a king counted as three.
    material: i8,
}

impl Samples {
    /// Adds a position with the result for the side to move, 0 to 1.
    pub(super) fn add(&mut self, board: &Board, side: Side, outcome: f32) {
        let first = self.sights.len();
        self.sights.push((narrow(place::TEMPO), 1));
        for (sign, side) in [(1, side), (-1, side.opponent())] {
            View::of(board, side).each(|place, value| {
                if value != 0 {
                    let value = i8::try_from(sign * value).expect("a side has 20 pieces");
                    self.sights.push((narrow(place), value));
                }
            });
        }
        let count = |side: Side| {
            let (men, kings) = (board.men[side.idx()], board.kings[side.idx()]);
            men.count_ones().cast_signed() + 3 * kings.count_ones().cast_signed()
        };
        let material = (count(side) - count(side.opponent())).clamp(-100, 100);
        self.samples.push(Sample {
            first,
            end: self.sights.len(),
            opening: opening_part(board),
            outcome,
            material: material as i8,
        });
    }

    pub(super) fn len(&self) -> usize {
        self.samples.len()
    }

    fn sights(&self, sample: &Sample) -> &[(u16, i8)] {
        &self.sights[sample.first..sample.end]
    }

    /// The contribution of a man to the logarithm of the odds, by material alone.
    fn man_odds(&self) -> f32 {
        let mut odds = 0.5_f32;
        for _ in 0..40 {
            let (mut slope, mut bend) = (0.0_f64, 1e-9_f64);
            for sample in &self.samples {
                let material = f32::from(sample.material);
                let share = logistic(odds * material);
                slope += f64::from((sample.outcome - share) * material);
                bend += f64::from(share * (1.0 - share) * material * material);
            }
            odds += ((slope / bend) as f32).clamp(-0.5, 0.5);
        }
        odds.abs().clamp(MAN_ODDS[0], MAN_ODDS[1])
    }
}

fn narrow(place: usize) -> u16 {
    u16::try_from(place).expect("there are fewer than 65,536 weights")
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
    weights: Vec<[f32; 2]>,
    /// Squares of all steps wanted so far.
    slopes: Vec<[f32; 2]>,
    /// The amount that each place was seen.
    seen: Vec<[f32; 2]>,
}

/// Fits weights in several passes in random order, starting from zero.
pub(super) fn fit(samples: &mut Samples, epochs: u32, random: &mut Random) -> (Weights, Errors) {
    let odds = samples.man_odds();
    shuffle(&mut samples.samples, random);
    let n_held_out = samples.samples.len() / HELD_OUT_EVERY;
    let held_out = samples.samples.split_off(samples.samples.len() - n_held_out);
    let mut fit = Fit {
        weights: vec![[0.0; 2]; place::COUNT],
        slopes: vec![[1.0; 2]; place::COUNT],
        seen: vec![[0.0; 2]; place::COUNT],
    };
    fit.count(samples);
    for _ in 0..epochs {
        shuffle(&mut samples.samples, random);
        for sample in &samples.samples {
            fit.learn(sample, samples.sights(sample));
        }
    }
    fit.doubt();
    let error = |of: &[Sample]| {
        let sum: f64 = of.iter().map(|sample| fit.loss(sample, samples.sights(sample))).sum();
        sum / of.len().max(1) as f64
    };
    let errors = Errors { fitted: error(&samples.samples), held_out: error(&held_out) };
    (fit.weights(100.0 / odds), errors)
}

impl Fit {
    fn predict(&self, sample: &Sample, sights: &[(u16, i8)]) -> f32 {
        let sum: f32 = sights
            .iter()
            .map(|(place, value)| {
                let [opening, ending] = self.weights[usize::from(*place)];
                f32::from(*value) * (sample.opening * opening + (1.0 - sample.opening) * ending)
            })
            .sum();
        logistic(sum)
    }

    fn learn(&mut self, sample: &Sample, sights: &[(u16, i8)]) {
        let error = sample.outcome - self.predict(sample, sights);
        for (place, value) in sights {
            let place = usize::from(*place);
            for (phase, part) in [sample.opening, 1.0 - sample.opening].into_iter().enumerate() {
                let slope = error * f32::from(*value) * part;
                self.slopes[place][phase] += slope * slope;
                self.weights[place][phase] += RATE * slope / self.slopes[place][phase].sqrt();
            }
        }
    }

    fn count(&mut self, samples: &Samples) {
        for sample in &samples.samples {
            for (place, _) in samples.sights(sample) {
                let seen = &mut self.seen[usize::from(*place)];
                seen[0] += sample.opening;
                seen[1] += 1.0 - sample.opening;
            }
        }
    }

    /// Makes rare weights smaller.
    fn doubt(&mut self) {
        for (weights, seen) in self.weights.iter_mut().zip(&self.seen) {
            for (weight, seen) in weights.iter_mut().zip(seen) {
                *weight *= seen / (seen + HALF_BELIEVED);
            }
        }
    }

    fn loss(&self, sample: &Sample, sights: &[(u16, i8)]) -> f64 {
        let share = f64::from(self.predict(sample, sights)).clamp(1e-6, 1.0 - 1e-6);
        let outcome = f64::from(sample.outcome);
        -(outcome * share.log2() + (1.0 - outcome) * (1.0 - share).log2())
    }

    /// The weights in hundredths of a man: the logarithms of odds times `unit`.
    fn weights(&self, unit: f32) -> Weights {
        let rounded = |weight: f32| (weight * unit).round().clamp(-30_000.0, 30_000.0) as i16;
        Weights::of_pairs(self.weights.iter().map(|pair| pair.map(rounded)).collect())
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
    use crate::games::draughts::Variant;

    #[test]
    fn material_that_wins_is_found_to_be_worth_something() {
        let mut samples = Samples::default();
        let mut random = Random::new(1);
        for _ in 0..4_000 {
            let mut board = Board::EMPTY;
            let sides = [8 + random.below(3), 8 + random.below(3)];
            for (side, n) in Side::BOTH.into_iter().zip(sides) {
                while u64::from(board.men[side.idx()].count_ones()) < n {
                    let square = 1 << (5 + random.below(40));
                    if board.occupied() & square == 0 {
                        board.men[side.idx()] |= square;
                    }
                }
            }
            let outcome = match sides[0].cmp(&sides[1]) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            };
            samples.add(&board, Side::First, outcome);
        }
        let (weights, errors) = fit(&mut samples, 8, &mut random);
        assert!(errors.held_out < 0.65, "{errors:?}");
        let mut board = Board::START;
        board.men[1] &= !0xf;
        let value = |side| weights.evaluate(Variant::International, &board, side);
        assert!(value(Side::First) > 100, "{}", value(Side::First));
        assert!(value(Side::Second) < -100, "{}", value(Side::Second));
    }
}
