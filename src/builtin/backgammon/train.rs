//! Makes the weights: the engine plays against itself and learns from the next positions.
//!
//! Writes no file: the bytes go back to the caller. The same options give the same bytes.
//!
//! First come games without a cube in which every position learns from the ones after it, nearer
//! ones more than later ones: TD(lambda) of Tesauro's TD-Gammon, by the forward view at the end of
//! each Then come rounds of refinement: positions of those games learn the mean worth of the best
//! plays of all 21 rolls, which is free of the luck of the dice.

use std::sync::Arc;

use super::chances::Chances;
use super::eval::{Class, Evaluator, Weights};
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
    /// Begin with the weights that come with the program, not with random ones.
    pub embedded: bool,
}

/// The learning rate at the first game and at the last; it falls evenly by factors.
const GAME_RATES: [f32; 2] = [0.05, 0.004];
/// The same for positions that learn from all rolls.
const POSITION_RATES: [f32; 2] = [0.01, 0.001];
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
        let mut board = Board::START;
        let mut line = vec![(board, self.evaluator.chances(&board))];
        // The first roll is never a double.
        let mut dice = loop {
            let dice = self.roll();
            if !dice.is_double() {
                break dice;
            }
        };
        while line.len() < LONGEST {
            let (after, chances) = self.best_play(&board, dice);
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
                let target = self.after_all_rolls(&board);
                self.evaluator.learn(&board, &target, rate);
                if is_stage(done, options.positions) {
                    self.report(&format!("{} positions", done + 1), tell);
                }
                done += 1;
            }
        }
    }

    /// The mean worth of the best plays of all rolls.
    fn after_all_rolls(&mut self, board: &Board) -> Chances {
        let mut mean = Chances::default();
        for dice in Dice::ALL {
            let (_, chances) = self.best_play(board, dice);
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
            let options = TrainOptions { seed, games: 3, positions: 10, embedded: false };
            train(&options, |_, _| ())
        };
        let first = bytes(1);
        assert!(Weights::read(&first).is_ok());
        assert_eq!(bytes(1), first);
        assert_ne!(bytes(2), first);
    }
}
