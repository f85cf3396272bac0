//! Makes the weights: the engine plays against itself and learns from the next positions.
//!
//! Writes no file: the bytes go back to the caller. The same options give the same bytes.
//!
//! First come games without a cube in which every position learns from the ones after it, nearer
//! ones more than later ones: TD(lambda) of Tesauro's TD-Gammon, by the forward view at the end of
//! each. Then positions of such games learn the mean worth of the best plays of all 21 rolls, which is
//! free of the luck of the dice. One network with few units judges all contact until then.
//!
//! Last come rounds: the networks get all their units, and late contact gets a network of its own.
//! Positions learn from all rolls and from what comes later in their game (`lines.rs`), and all lessons
//! of a round and of the one before are repeated at its end. Fits end it: the networks stay as they are
//! while lessons of the same kind are collected, and then learn those of the last fits many times.

mod lines;
mod sieve;

use std::collections::VecDeque;
use std::sync::Arc;

use super::chances::Chances;
use super::eval::{Class, Evaluator, Weights};
use crate::builtin::random::Random;
use crate::games::backgammon::{Board, Play};
use sieve::Sieve;

/// The settings of a training.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TrainOptions {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Games that learn from the next positions.
    pub games: u32,
    /// Positions that learn from all 21 rolls, after the games.
    pub positions: u32,
    /// Rounds after these, with drawn positions and all units.
    pub rounds: u32,
    /// Positions that learn in each round.
    pub lessons: u32,
    /// Fits after the rounds.
    pub fits: u32,
    /// Positions that each fit adds.
    pub fitted: u32,
}

/// The learning rate at the first game and at the last; it falls evenly by factors.
const GAME_RATES: [f32; 2] = [0.05, 0.004];
/// The same for positions that learn from all rolls.
const POSITION_RATES: [f32; 2] = [0.01, 0.001];
/// The same for positions of the first round and of the last.
const ROUND_RATES: [f32; 2] = [0.04, 0.002];
/// How much of what a position learns counts, compared with what was thought of it, for the position
/// before it: in the first round and in the last. 1 makes a lesson a game of a rollout whose luck is
/// subtracted.
const ROUND_LAMBDAS: [f32; 2] = [0.95, 0.5];
/// The lessons of a round and of the one before are repeated so many times.
const REPEATS: u32 = 6;
/// The learning rate at the first and at the last repetition of a fit.
const FIT_RATES: [f32; 2] = [0.1, 0.002];
/// What [`ROUND_LAMBDAS`] are for rounds.
const FIT_LAMBDA: f32 = 0.95;
/// Each fit learns its lessons and those of the fits before it, so many fits in all.
const FITS_KEPT: usize = 4;
/// Each fit learns all its lessons so many times.
const FIT_REPEATS: u32 = 16;
/// From so many lessons on a sieve spares work.
const SIEVE_FROM: usize = 50_000;
/// The share of learning from beyond the next position: at first, and from a tenth of the games on.
const LAMBDAS: [f32; 2] = [0.7, 0.2];
/// Reports of progress, and looks at the weights, in the whole training.
const STAGES: u32 = 40;

/// Makes weights, from these or from random ones; returns the weights file. From time to time `tell`
/// gets a line of progress and the current weights.
pub fn train(
    options: &TrainOptions,
    start: Option<Arc<Weights>>,
    mut tell: impl FnMut(&str, &Weights),
) -> Vec<u8> {
    let mut random = Random::new(options.seed);
    let weights = start.unwrap_or_else(|| Arc::new(Weights::untrained(&mut random)));
    let evaluator = Evaluator::new(weights);
    let mut trainer = Trainer { evaluator, sieve: None, plays: Vec::new(), random };
    for game in 0..options.games {
        trainer.learn_game(f64::from(game) / f64::from(options.games));
        if is_stage(game, options.games) {
            trainer.report(&format!("{} games", game + 1), &mut tell);
        }
    }
    trainer.refine(options, &mut tell);
    trainer.grow(options.seed);
    trainer.learn_rounds(options, &mut tell);
    trainer.fit(options, &mut tell);
    trainer.evaluator.weights.to_bytes()
}

fn is_stage(done: u32, all: u32) -> bool {
    let stage = |n: u32| u64::from(n) * u64::from(STAGES) / u64::from(all);
    stage(done) != stage(done + 1)
}

/// From the first value to the second by equal factors.
fn falling(rates: [f32; 2], progress: f64) -> f32 {
    let [first, last] = rates.map(f64::from);
    (first * (last / first).powf(progress)) as f32
}

/// A position and its right chances.
type Lesson = (Board, Chances);

struct Trainer {
    evaluator: Evaluator,
    /// `None` while all plays are judged by the networks.
    sieve: Option<Sieve>,
    plays: Vec<Play>,
    random: Random,
}

impl Trainer {
    /// Plays a game and learns from it, backwards.
    fn learn_game(&mut self, progress: f64) {
        let rate = falling(GAME_RATES, progress);
        let lambda = if progress < 0.1 { LAMBDAS[0] } else { LAMBDAS[1] };
        let line = self.play_game();
        let Some(((_, last), played)) = line.split_last() else { return };
        // The final chances of the positions after this one, from the point of view of the player
        // on turn there.
        let (mut learned, mut said) = (*last, *last);
        for (board, thought) in played.iter().rev() {
            let mut target = Chances::default();
            target.add(&learned.inverted(), lambda);
            target.add(&said.inverted(), 1.0 - lambda);
            self.evaluator.learn(board, &target, rate);
            (learned, said) = (target, *thought);
        }
    }

    /// All networks get all their units. From here on the random numbers depend on the seed alone.
    fn grow(&mut self, seed: u64) {
        self.random = Random::new(!seed);
        let weights = Weights::clone(&self.evaluator.weights);
        self.evaluator.weights = Arc::new(weights.grown(&mut self.random));
    }

    /// Learns from all rolls of positions of games that begin anywhere, and repeats the lessons.
    fn learn_rounds(&mut self, options: &TrainOptions, tell: &mut impl FnMut(&str, &Weights)) {
        let mut before = Vec::new();
        for round in 0..options.rounds {
            let progress = f64::from(round) / f64::from(options.rounds.max(2) - 1);
            let rate = falling(ROUND_RATES, progress);
            let lambda = falling(ROUND_LAMBDAS, progress);
            let mut lessons = Vec::new();
            while lessons.len() < options.lessons as usize {
                let first = lessons.len();
                self.collect(lambda, &mut lessons);
                for (board, target) in &lessons[first..] {
                    self.evaluator.learn(board, target, rate);
                }
            }
            let mut both = [before, lessons.clone()].concat();
            for _ in 0..REPEATS {
                self.repeat(&mut both, rate);
            }
            before = lessons;
            self.report(&format!("{} rounds", round + 1), tell);
        }
    }

    /// Collects lessons with the networks as they are, and learns all of them, again and again. The
    /// random numbers depend on the seed alone.
    fn fit(&mut self, options: &TrainOptions, tell: &mut impl FnMut(&str, &Weights)) {
        self.random = Random::new(options.seed.rotate_left(32));
        let mut kept: VecDeque<Vec<Lesson>> = VecDeque::new();
        for fit in 0..options.fits {
            let mut lessons = Vec::new();
            while lessons.len() < options.fitted as usize {
                self.collect(FIT_LAMBDA, &mut lessons);
                if self.sieve.is_none() && lessons.len() >= SIEVE_FROM {
                    self.sieve = Some(Sieve::taught(&lessons, &mut self.random));
                }
            }
            self.report(&format!("lessons of {} fits", fit + 1), tell);
            kept.push_back(lessons);
            if kept.len() > FITS_KEPT {
                kept.pop_front();
            }
            let mut lessons = kept.make_contiguous().concat();
            for repeat in 0..FIT_REPEATS {
                let progress = f64::from(repeat) / f64::from(FIT_REPEATS - 1);
                self.repeat(&mut lessons, falling(FIT_RATES, progress));
            }
            self.sieve = Some(Sieve::taught(&lessons, &mut self.random));
            self.report(&format!("{} fits", fit + 1), tell);
        }
    }

    /// Learns all lessons again in a random order.
    fn repeat(&mut self, lessons: &mut [Lesson], rate: f32) {
        for idx in (1..lessons.len()).rev() {
            lessons.swap(idx, self.random.below(idx as u64 + 1) as usize);
        }
        for (board, target) in lessons {
            self.evaluator.learn(board, target, rate);
        }
    }

    /// Learns from all rolls of positions of games.
    fn refine(&mut self, options: &TrainOptions, tell: &mut impl FnMut(&str, &Weights)) {
        let mut done = 0;
        while done < options.positions {
            for (board, _) in self.play_game() {
                if done == options.positions {
                    break;
                }
                if matches!(Class::of(&board), Class::Over | Class::BearOff) {
                    continue;
                }
                let rate = falling(POSITION_RATES, f64::from(done) / f64::from(options.positions));
                let target = self.look_at_all_rolls(&board).mean;
                self.evaluator.learn(&board, &target, rate);
                if is_stage(done, options.positions) {
                    self.report(&format!("{} positions", done + 1), tell);
                }
                done += 1;
            }
        }
    }

    fn report(&mut self, done: &str, tell: &mut impl FnMut(&str, &Weights)) {
        let start = self.evaluator.chances(&Board::START);
        let text = format!("{done}: the start is thought to be {:?}", start.0);
        tell(&text, &self.evaluator.weights);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_weights_and_another_one_others() {
        let bytes = |seed| {
            let options = TrainOptions {
                seed,
                games: 3,
                positions: 10,
                rounds: 2,
                lessons: 20,
                fits: 2,
                fitted: 20,
            };
            train(&options, None, |_, _| ())
        };
        let first = bytes(1);
        assert!(Weights::read(&first).is_ok());
        assert_eq!(bytes(1), first);
        assert_ne!(bytes(2), first);
    }
}
