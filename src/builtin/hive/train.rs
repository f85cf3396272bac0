//! Makes the weights: positions from its own games in all game types, outcomes, regression.
//!
//! Writes no file: the text goes back to the caller. The same options give the same text.
//!
//! A round plays quick games with the current weights, with random moves among them, and fits new
//! weights to the results of the games and to the evaluations in them.

use std::sync::Arc;

use super::eval::{MAX_ESTIMATE, Weights};
use super::regression::{self, ODDS_UNIT, Samples, logistic};
use super::search::{Limits, Searcher};
use crate::builtin::random::Random;
use crate::builtin::stop::Stop;
use crate::games::hive::{BoardMove, GameType, Hive, legal_moves};
use crate::games::{Outcome, Rules, Side};

/// The settings of a training.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TrainOptions {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Games of each round.
    pub games: u32,
    /// Rounds; each plays with the weights of the round before.
    pub rounds: u32,
}

/// Depth of the search that plays the games.
const DEPTH: u32 = 2;
/// Random moves before each game, at least and fewer than.
const OPENING: [u64; 2] = [2, 9];
/// After that, one move in this many is random.
const RANDOM_EVERY: u64 = 25;
/// A game of this many plies has no informative result.
const LONGEST: usize = 120;
/// The weight of the game's outcome; the rest is the evaluation.
const OUTCOME_PART: f32 = 0.75;

/// Makes weights, starting from `start`; returns the text of weights. From time to time `tell` gets
/// a line of progress.
pub fn train(options: &TrainOptions, start: &Weights, mut tell: impl FnMut(&str)) -> String {
    let mut weights = Arc::new(start.clone());
    for round in 1..=options.rounds {
        let mut random = Random::new(options.seed.wrapping_add(u64::from(round)));
        let (mut samples, mut results) = (Samples::default(), [0_u32; 3]);
        for number in 0..options.games {
            let game_type = GameType::ALL[number as usize % GameType::ALL.len()];
            let mut searcher = Searcher::with_weights(12, Arc::clone(&weights));
            let Some(game) = play_game(&mut searcher, game_type, &mut random) else { continue };
            results[game.result_idx()] += 1;
            game.add_to(&mut samples);
        }
        let n_positions = samples.len();
        let (fitted, errors) = regression::fit(&mut samples, &weights, &mut random);
        weights = Arc::new(fitted);
        tell(&format!(
            "round {round}: {results:?} won, drawn, lost by White; {n_positions} positions, loss \
             {:.4} bits, on others {:.4}",
            errors.fitted, errors.held_out,
        ));
    }
    weights.to_text()
}

/// A game played for training.
#[derive(Debug)]
struct Played {
    outcome: Outcome,
    /// Positions with their estimated value for the side to move.
    positions: Vec<(Hive, i32)>,
}

impl Played {
    fn result_idx(&self) -> usize {
        match self.outcome {
            Outcome::WonBy(Side::First) => 0,
            Outcome::Draw => 1,
            Outcome::WonBy(Side::Second) => 2,
        }
    }

    fn add_to(&self, samples: &mut Samples) {
        for (pos, score) in &self.positions {
            let outcome = match self.outcome {
                Outcome::WonBy(side) if side == pos.turn() => 1.0,
                Outcome::WonBy(_) => 0.0,
                Outcome::Draw => 0.5,
            };
            let thought = logistic(*score as f32 / ODDS_UNIT);
            samples.add(pos.board(), OUTCOME_PART * outcome + (1.0 - OUTCOME_PART) * thought);
        }
    }
}

/// Plays a game; `None` if it became too long.
fn play_game(searcher: &mut Searcher, game_type: GameType, random: &mut Random) -> Option<Played> {
    let mut game = vec![Hive::new(game_type)];
    let mut positions = Vec::new();
    let n_opening = OPENING[0] + random.below(OPENING[1] - OPENING[0]);
    while game.len() < LONGEST {
        let pos = &game[game.len() - 1];
        if let Some(ending) = pos.board().ending() {
            return Some(Played { outcome: ending.outcome, positions });
        }
        let is_random = (game.len() as u64) <= n_opening || random.below(RANDOM_EVERY) == 0;
        let mv = if is_random {
            random_move(pos, random)
        } else {
            let limits = Limits::depth(DEPTH);
            let report = searcher.search(&game, &limits, &Stop::never(), |_| ());
            let report = report.expect("the game goes on");
            let line = &report.lines[0];
            // Decided positions teach nothing about undecided ones.
            if line.score.abs() <= MAX_ESTIMATE && pos.board().n_plies() >= 6 {
                positions.push((pos.clone(), line.score));
            }
            line.moves[0]
        };
        let mut next = pos.clone();
        next.play_unchecked(&pos.game_move(mv));
        game.push(next);
    }
    None
}

fn random_move(pos: &Hive, random: &mut Random) -> BoardMove {
    let mut moves = Vec::new();
    legal_moves(pos.board(), &mut moves);
    moves[random.below(moves.len() as u64) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_options_give_the_same_weights_and_others_do_not() {
        let start = Weights::embedded();
        let made = |seed| {
            let options = TrainOptions { seed, games: 8, rounds: 1 };
            train(&options, &start, |_| ())
        };
        let text = made(1);
        assert_eq!(text, made(1));
        assert_ne!(text, made(2));
        assert!(Weights::read(&text).is_ok_and(|weights| weights != *start));
    }
}
