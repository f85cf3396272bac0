//! Makes the weights of a variant: positions from its own games, outcomes, regression.
//!
//! Writes no file: the bytes go back to the caller. The same options give the same bytes.
//!
//! A round plays quick games with the current weights, with random moves among them, and fits new
//! weights to the results of the games. From the second round on, the search's value of a position
//! counts, too: games between weak players end by chance.

use std::sync::Arc;

use super::eval::{MAX_ESTIMATE, Weights};
use super::features::place;
use super::regression::{self, Samples, logistic};
use super::search::{Limits, Searcher};
use super::tree::threatens;
use crate::builtin::random::Random;
use crate::builtin::stop::Stop;
use crate::games::draughts::{Draughts, Move, MoveList, Variant, legal_moves, must_capture};
use crate::games::{Outcome, Side};

/// The settings of a training.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TrainOptions {
    /// The rules.
    pub variant: Variant,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Games of each round.
    pub games: u32,
    /// Rounds; each plays with the weights of the round before.
    pub rounds: u32,
    /// Begin with the weights that come with the program, not with material alone.
    pub embedded: bool,
}

/// The step of written weights, in hundredths of a man.
const STEP: u8 = 1;
/// Depth of the search that plays the games.
const DEPTH: u32 = 4;
/// Random moves before each game, at least and fewer than.
const OPENING: [u64; 2] = [4, 16];
/// After that, one move in this many is random.
const RANDOM_EVERY: u64 = 40;
/// A game of this many moves is a draw.
const LONGEST: usize = 200;
/// A game is over when one side's evaluation has been this much better (hundredths of a man) for
/// this many moves.
const DECIDED: (i32, u32) = (700, 6);
/// The weight of the game's outcome from the second round on; the rest is the evaluation.
const OUTCOME_PART: f32 = 0.6;
/// Hundredths of a man for which the odds are e to 1.
const ODDS_UNIT: f32 = 130.0;
/// Passes over the positions.
const EPOCHS: u32 = 10;

/// Makes weights; returns the weights file. From time to time `tell` gets a line of progress.
pub fn train(options: &TrainOptions, mut tell: impl FnMut(&str)) -> Vec<u8> {
    let variant = options.variant;
    let mut weights = if options.embedded {
        Weights::embedded(variant)
    } else {
        Arc::new(Weights::simple(variant))
    };
    for round in 1..=options.rounds {
        let mut random = Random::new(options.seed.wrapping_add(u64::from(round)));
        let trusts_search = round > 1 || options.embedded;
        let mut samples = Samples::default();
        let mut results = [0_u32; 3];
        let mut searcher = Searcher::with_weights(variant, 14, Arc::clone(&weights));
        for _ in 0..options.games {
            let game = play_game(&mut searcher, &mut random);
            results[game.result_idx()] += 1;
            game.add_to(&mut samples, trusts_search);
        }
        let n_positions = samples.len();
        let (fitted, errors) = regression::fit(&mut samples, EPOCHS, &mut random);
        weights = Arc::new(fitted);
        let [man, king] = [place::MAN, place::FIRST_KING].map(|place| weights.pairs()[place]);
        tell(&format!(
            "{} round {round}: {results:?} won, drawn, lost by White; {n_positions} positions, \
             loss {:.4} bits, on others {:.4}; a man {man:?}, a king {king:?}",
            variant.name(),
            errors.fitted,
            errors.held_out,
        ));
    }
    weights.to_bytes(STEP)
}

/// A game played for training.
#[derive(Debug)]
struct Played {
    outcome: Outcome,
    /// Quiet positions with their estimated value for the side to move.
    positions: Vec<(Draughts, i32)>,
}

impl Played {
    fn result_idx(&self) -> usize {
        match self.outcome {
            Outcome::WonBy(Side::First) => 0,
            Outcome::Draw => 1,
            Outcome::WonBy(Side::Second) => 2,
        }
    }

    fn add_to(&self, samples: &mut Samples, trusts_search: bool) {
        for (pos, score) in &self.positions {
            let outcome = match self.outcome {
                Outcome::WonBy(side) if side == pos.turn() => 1.0,
                Outcome::WonBy(_) => 0.0,
                Outcome::Draw => 0.5,
            };
            let thought = logistic(*score as f32 / ODDS_UNIT);
            let part = if trusts_search { OUTCOME_PART } else { 1.0 };
            samples.add(pos.board(), pos.turn(), part * outcome + (1.0 - part) * thought);
        }
    }
}

fn play_game(searcher: &mut Searcher, random: &mut Random) -> Played {
    let opening = OPENING[0] + random.below(OPENING[1] - OPENING[0]);
    let mut pos = Draughts::start_of(searcher.variant);
    let mut line: Vec<(Draughts, Move)> = Vec::new();
    let mut positions = Vec::new();
    let (mut leader, mut lead) = (Side::First, 0);
    while line.len() < LONGEST {
        if let Some(ending) = pos.ending() {
            return Played { outcome: ending.outcome, positions };
        }
        let mut moves = MoveList::new();
        legal_moves(&pos, &mut moves);
        let is_wild = (line.len() as u64) < opening || random.below(RANDOM_EVERY) == 0;
        let mv = if is_wild || moves.len() == 1 {
            moves[random.below(moves.len() as u64) as usize]
        } else {
            let found = searcher
                .search(&line, &pos, &Limits::depth(DEPTH), Stop::never(), |_| ())
                .expect("there are moves");
            let best = &found.lines[0];
            if is_quiet(&pos) && best.score.abs() <= MAX_ESTIMATE {
                positions.push((pos, best.score));
            }
            let ahead = if best.score > 0 { pos.turn() } else { pos.turn().opponent() };
            lead = if best.score.abs() < DECIDED.0 || ahead != leader { 0 } else { lead + 1 };
            leader = ahead;
            if lead >= DECIDED.1 {
                return Played { outcome: Outcome::WonBy(leader), positions };
            }
            best.moves[0]
        };
        line.push((pos, mv));
        pos.play(&mv);
    }
    Played { outcome: Outcome::Draw, positions }
}

/// Neither side can take a piece.
fn is_quiet(pos: &Draughts) -> bool {
    !must_capture(pos) && !threatens(pos, pos.turn().opponent())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_weights_and_another_one_others() {
        let bytes = |variant, seed| {
            let options = TrainOptions { variant, seed, games: 4, rounds: 2, embedded: false };
            train(&options, |_| ())
        };
        for variant in [Variant::Frisian, Variant::Losing] {
            let first = bytes(variant, 1);
            assert!(Weights::read(&first).is_ok());
            assert_eq!(bytes(variant, 1), first);
            assert_ne!(bytes(variant, 2), first);
        }
    }
}
