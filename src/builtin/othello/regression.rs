//! Fits the weights of one stage to positions with known values: stochastic gradient descent.
//!
//! Plays and searches nothing.

use super::eval::{N_MOBILITY, Node, Stage, mobility};
use super::pattern::{N_PLACES, N_TABLES, PATTERNS, TABLE_PLACES, origin};
use crate::builtin::random::Random;

/// Entries of a table of weights.
const TABLE_LEN: usize = 1 << 16;
/// One position in this many is used for measuring and not for learning.
const HELD_OUT_EVERY: usize = 20;
/// The share of an error by which each weight changes, in the first and in the last pass.
const RATE: [f32; 2] = [0.006, 0.000_6];

/// A position in the form that the regression uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    places: [u16; N_PLACES],
    own_mobility: u8,
    opp_mobility: u8,
    score: f32,
}

impl Sample {
    /// A position with the value `score`, in hundredths of a disc.
    pub(super) fn new(node: &Node, score: i32) -> Self {
        let mut places = [0; N_PLACES];
        places.copy_from_slice(&node.features.lookups()[..N_PLACES]);
        Self {
            places,
            own_mobility: mobility(node.board) as u8,
            opp_mobility: mobility(node.board.pass()) as u8,
            score: score as f32,
        }
    }
}

/// Root mean square errors in discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errors {
    /// On the positions learned from.
    pub(super) fitted: f64,
    /// On the positions kept apart.
    pub(super) held_out: f64,
}

/// The weights of a stage while they are fitted.
#[derive(Debug)]
pub(super) struct Regression {
    constant: f32,
    own_mobility: [f32; N_MOBILITY],
    opp_mobility: [f32; N_MOBILITY],
    tables: [Vec<f32>; N_TABLES],
    /// For each entry of a table the one that stands for it and its mirror image.
    canonical: [Vec<u16>; N_TABLES],
}

impl Regression {
    /// Begins with the weights of `stage`.
    pub(super) fn new(stage: &Stage) -> Self {
        let floats = |weights: &[i16]| weights.iter().map(|w| f32::from(*w)).collect::<Vec<_>>();
        Self {
            constant: f32::from(stage.constant),
            own_mobility: stage.own_mobility.map(f32::from),
            opp_mobility: stage.opp_mobility.map(f32::from),
            tables: std::array::from_fn(|table| floats(&stage.tables[table][..])),
            canonical: canonical(),
        }
    }

    /// Fits to the positions in several passes in random order.
    pub(super) fn fit(
        &mut self,
        mut samples: Vec<Sample>,
        epochs: u32,
        random: &mut Random,
    ) -> Errors {
        for sample in &mut samples {
            for (canonical, (first, end)) in self.canonical.iter().zip(TABLE_PLACES) {
                for place in &mut sample.places[first..end] {
                    *place = canonical[usize::from(*place)];
                }
            }
        }
        shuffle(&mut samples, random);
        let n_held_out = samples.len() / HELD_OUT_EVERY;
        let held_out = samples.split_off(samples.len() - n_held_out);
        for epoch in 0..epochs {
            let done = epoch as f32 / epochs.max(2) as f32;
            let rate = RATE[0] * (RATE[1] / RATE[0]).powf(done);
            shuffle(&mut samples, random);
            for sample in &samples {
                self.learn(sample, rate);
            }
        }
        Errors { fitted: self.error(&samples), held_out: self.error(&held_out) }
    }

    /// The weights, rounded.
    pub(super) fn stage(&self) -> Stage {
        let mut stage = Stage::zero();
        stage.constant = self.constant.round() as i16;
        stage.own_mobility = self.own_mobility.map(|w| w.round() as i16);
        stage.opp_mobility = self.opp_mobility.map(|w| w.round() as i16);
        for (table, (floats, canonical)) in self.tables.iter().zip(&self.canonical).enumerate() {
            for (weight, at) in stage.tables[table].iter_mut().zip(canonical) {
                *weight = floats[usize::from(*at)].round() as i16;
            }
        }
        stage
    }

    fn predict(&self, sample: &Sample) -> f32 {
        let mut sum = self.constant
            + self.own_mobility[usize::from(sample.own_mobility)]
            + self.opp_mobility[usize::from(sample.opp_mobility)];
        for (table, (first, end)) in self.tables.iter().zip(TABLE_PLACES) {
            sum += sample.places[first..end].iter().map(|at| table[usize::from(*at)]).sum::<f32>();
        }
        sum
    }

    fn learn(&mut self, sample: &Sample, rate: f32) {
        let change = rate * (sample.score - self.predict(sample));
        self.constant += change;
        self.own_mobility[usize::from(sample.own_mobility)] += change;
        self.opp_mobility[usize::from(sample.opp_mobility)] += change;
        for (table, (first, end)) in self.tables.iter_mut().zip(TABLE_PLACES) {
            for at in &sample.places[first..end] {
                table[usize::from(*at)] += change;
            }
        }
    }

    fn error(&self, samples: &[Sample]) -> f64 {
        let squares: f64 = samples
            .iter()
            .map(|sample| f64::from((sample.score - self.predict(sample)) / 100.0).powi(2))
            .sum();
        (squares / samples.len().max(1) as f64).sqrt()
    }
}

fn canonical() -> [Vec<u16>; N_TABLES] {
    let mut found = std::array::from_fn(|_| (0..=u16::MAX).collect::<Vec<u16>>());
    for (number, pattern) in PATTERNS.iter().enumerate() {
        let (table, zero) = origin(number);
        let first = zero - pattern.n_indices() / 2;
        for (index, canonical) in pattern.canonical().into_iter().enumerate() {
            let at = first + canonical as usize;
            found[table][first + index] = u16::try_from(at).expect("tables are that small");
        }
    }
    debug_assert!(found.iter().all(|table| table.len() == TABLE_LEN));
    found
}

fn shuffle(samples: &mut [Sample], random: &mut Random) {
    for end in (1..samples.len()).rev() {
        samples.swap(end, random.below(end as u64 + 1) as usize);
    }
}
