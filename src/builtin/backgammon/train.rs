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
//! Games begin at the start or with a drawn position (`rare.rs`) and are played well or
//! badly; their positions, the last one first, learn from all rolls, and all lessons of a round and of
//! the one before are repeated at its end. Fits end it: the networks stay as they are while lessons of
//! the same kind are collected, and then learn all lessons of all fits many times.

use std::sync::Arc;

use super::chances::Chances;
use super::eval::{Class, Evaluator, Weights};
use super::rare;
use crate::builtin::random::Random;
use crate::games::backgammon::{Board, Dice, Play, plays_into};

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
    /// Begin with the weights that come with the program, not with random ones.
    pub embedded: bool,
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
const FIT_LAMBDA: f32 = 0.8;
/// Each fit learns all its lessons so many times.
const FIT_REPEATS: u32 = 20;
/// Games of a round that begin at the start, of a hundred; the others begin with a drawn position.
const GAMES_FROM_START: u64 = 30;
/// Mean errors of the plays in the games of the rounds: each side has one of them.
const SLIPS: [f32; 4] = [0.0, 0.05, 0.15, 0.35];
/// The share of learning from beyond the next position: at first, and from a tenth of the games on.
const LAMBDAS: [f32; 2] = [0.7, 0.2];
/// The most moves of a game: one between networks that know nothing may last for ever.
const LONGEST: usize = 1_000;
/// Reports of progress, and looks at the weights, in the whole training.
const STAGES: u32 = 40;

/// Makes weights; returns the weights file. From time to time `tell` gets a line of progress and
/// the current weights.
pub fn train(options: &TrainOptions, mut tell: impl FnMut(&str, &Weights)) -> Vec<u8> {
    let mut random = Random::new(options.seed);
    let weights = if options.embedded {
        Weights::embedded()
    } else {
        Arc::new(Weights::untrained(&mut random))
    };
    let mut trainer = Trainer { evaluator: Evaluator::new(weights), plays: Vec::new(), random };
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

/// The position after another one in a game.
struct Later {
    board: Board,
    /// Its chances as the network saw them when the game was played.
    thought: Chances,
    /// What it learns.
    learned: Chances,
}

struct Trainer {
    evaluator: Evaluator,
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

    /// The positions of a game, each with its estimated value for the side to move, until one needs
    /// no network.
    fn play_game(&mut self) -> Vec<(Board, Chances)> {
        // The first roll is never a double.
        let dice = loop {
            let dice = self.roll();
            if !dice.is_double() {
                break dice;
            }
        };
        self.play_on(Board::START, dice, [0.0; 2])
    }

    /// The positions of a game from this one on, with the mean errors of the plays of both sides, that
    /// of the player on turn first.
    fn play_on(
        &mut self,
        mut board: Board,
        mut dice: Dice,
        slips: [f32; 2],
    ) -> Vec<(Board, Chances)> {
        let mut line = vec![(board, self.evaluator.chances(&board))];
        while line.len() < LONGEST {
            let (after, chances) = match slips[(line.len() - 1) % 2] {
                0.0 => self.best_play(&board, dice),
                slip => self.play_with_slip(&board, dice, slip),
            };
            line.push((after, chances));
            if matches!(Class::of(&after), Class::Over | Class::BearOff) {
                break;
            }
            board = after;
            dice = self.roll();
        }
        line
    }

    fn roll(&mut self) -> Dice {
        let [one, other] = [(); 2].map(|()| self.random.below(6) as u8 + 1);
        Dice::new(one, other).expect("dice show 1 to 6")
    }

    /// The position after the best play, from the next player's point of view, and its worth for
    /// that player.
    fn best_play(&mut self, board: &Board, dice: Dice) -> (Board, Chances) {
        plays_into(board, dice, &mut self.plays);
        let evaluator = &mut self.evaluator;
        let judged = self.plays.iter().map(|play| {
            let after = play.board.flip();
            (after, evaluator.chances(&after))
        });
        judged
            .min_by(|a, b| a.1.equity().total_cmp(&b.1.equity()))
            .expect("there is always a play, if only an empty one")
    }

    /// Does the same as [`Trainer::best_play`] with an error in the worth of each play.
    fn play_with_slip(&mut self, board: &Board, dice: Dice, slip: f32) -> (Board, Chances) {
        plays_into(board, dice, &mut self.plays);
        let mut best = (f32::INFINITY, *board, Chances::default());
        for play in &self.plays {
            let after = play.board.flip();
            let chances = self.evaluator.chances(&after);
            let mut even = || self.random.below(1 << 20) as f32 / (1 << 20) as f32;
            // Two even numbers from 0 to 1 are a third apart on average.
            let seen = chances.equity() + (even() - even()) * 3.0 * slip;
            if seen < best.0 {
                best = (seen, after, chances);
            }
        }
        (best.1, best.2)
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
        let mut lessons = Vec::new();
        for fit in 0..options.fits {
            let wanted = lessons.len() + options.fitted as usize;
            while lessons.len() < wanted {
                self.collect(FIT_LAMBDA, &mut lessons);
            }
            for repeat in 0..FIT_REPEATS {
                let progress = f64::from(repeat) / f64::from(FIT_REPEATS - 1);
                self.repeat(&mut lessons, falling(FIT_RATES, progress));
            }
            self.report(&format!("{} fits", fit + 1), tell);
        }
    }

    /// Plays a game and adds the lessons of its positions, the last one first: the mean of all rolls,
    /// corrected by what came later in the game.
    fn collect(&mut self, lambda: f32, lessons: &mut Vec<(Board, Chances)>) {
        let is_from_start = self.random.below(100) < GAMES_FROM_START;
        let board = if is_from_start { Board::START } else { rare::draw(&mut self.random) };
        let slips = [(); 2].map(|()| SLIPS[self.random.below(SLIPS.len() as u64) as usize]);
        let dice = self.roll();
        let line = self.play_on(board, dice, slips);
        // The last position needs no network, or the game was given up there.
        let mut next: Option<Later> = None;
        for (board, thought) in line.iter().rev() {
            let mut learned = *thought;
            if !matches!(Class::of(board), Class::Over | Class::BearOff) {
                let mut is_best = false;
                let after = next.as_ref().map(|next| next.board);
                learned = self.after_all_rolls(board, |best| is_best |= Some(*best) == after);
                if let Some(next) = next.filter(|_| is_best) {
                    learned.add(&next.learned.inverted(), lambda);
                    learned.add(&next.thought.inverted(), -lambda);
                }
                lessons.push((*board, learned));
            }
            next = Some(Later { board: *board, thought: *thought, learned });
        }
    }

    /// Learns all lessons again in a random order.
    fn repeat(&mut self, lessons: &mut [(Board, Chances)], rate: f32) {
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
                let target = self.after_all_rolls(&board, |_| ());
                self.evaluator.learn(&board, &target, rate);
                if is_stage(done, options.positions) {
                    self.report(&format!("{} positions", done + 1), tell);
                }
                done += 1;
            }
        }
    }

    /// The mean worth of the best plays of all rolls; `each` gets the positions after them.
    fn after_all_rolls(&mut self, board: &Board, mut each: impl FnMut(&Board)) -> Chances {
        let mut mean = Chances::default();
        for dice in Dice::ALL {
            let (after, chances) = self.best_play(board, dice);
            each(&after);
            mean.add(&chances.inverted(), dice.weight() as f32 / 36.0);
        }
        mean
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
                embedded: false,
            };
            train(&options, |_, _| ())
        };
        let first = bytes(1);
        assert!(Weights::read(&first).is_ok());
        assert_eq!(bytes(1), first);
        assert_ne!(bytes(2), first);
    }
}
