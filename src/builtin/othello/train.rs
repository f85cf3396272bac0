//! Makes the weights: positions from its own games, values by search, weights by regression.
//!
//! Writes no file: the bytes go back to the caller. The same options give the same bytes.
//!
//! A round plays games with the current weights, with random moves among them. Then it goes through
//! the stages from the end of the game to its beginning. With few empty squares a position's value
//! is the exact result; with more it is the value of a search that ends in the stage before, whose
//! weights are new already. So each stage learns from one that knows more, down to the last disc.

use std::sync::Arc;

use super::eval::{N_STAGES, Node, Stage, Weights, stage_of};
use super::regression::{Regression, Sample};
use super::search::{INFINITE, Searcher};
use crate::builtin::random::Random;
use crate::games::othello::board::{Board, squares};

/// The settings of a training.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TrainOptions {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Games of each round; at most 8,000 in the first one if it starts without weights.
    pub games: u32,
    /// Rounds; each plays with the weights of the round before.
    pub rounds: u32,
    /// Begin with the weights that come with the program, not with mobility alone.
    pub embedded: bool,
}

/// The step of written weights, in hundredths of a disc.
const STEP: u8 = 10;
/// Games of the first round, which only needs rough values.
const FIRST_GAMES: u32 = 8_000;
/// With at most this many empty squares the value of a position is its exact result.
const EXACT_FROM: u32 = 10;
/// Depth of the search for all other positions: it ends one stage later.
const LABEL_DEPTH: u32 = 5;
/// Depth of the search that plays the games.
const PLAY_DEPTH: u32 = 2;
/// One move in this many is random.
const RANDOM_EVERY: u64 = 12;
/// Passes over the positions of a stage.
const EPOCHS: u32 = 16;

/// Makes weights; returns the weights file. From time to time `tell` gets a line of progress.
pub fn train(options: &TrainOptions, mut tell: impl FnMut(&str)) -> Vec<u8> {
    let mut weights =
        if options.embedded { Weights::embedded() } else { Arc::new(Weights::mobility_only()) };
    for round in 1..=options.rounds {
        let fresh = round == 1 && !options.embedded;
        let games = if fresh { options.games.min(FIRST_GAMES) } else { options.games };
        tell(&format!("round {round}: playing {games} games"));
        let mut random = Random::new(options.seed.wrapping_add(u64::from(round)));
        let positions = play_games(&weights, games, &mut random);
        let mut stages: [Stage; N_STAGES] =
            std::array::from_fn(|stage| weights.stage(stage).clone());
        for (stage, boards) in positions.iter().enumerate() {
            if fresh && stage > 0 {
                stages[stage] = stages[stage - 1].clone();
            }
            let current = Arc::new(Weights::of_stages(stages.clone()));
            let samples = label(boards, current);
            let mut regression = Regression::new(&stages[stage]);
            let error = regression.fit(samples, EPOCHS, &mut random);
            stages[stage] = regression.stage();
            tell(&format!(
                "round {round}, stage {stage}: {} positions, error {:.2} discs, on others {:.2}",
                boards.len(),
                error.fitted,
                error.held_out,
            ));
        }
        weights = Arc::new(Weights::of_stages(stages));
    }
    weights.to_bytes(STEP)
}

/// Positions of games by stage.
fn play_games(weights: &Arc<Weights>, games: u32, random: &mut Random) -> Vec<Vec<Board>> {
    let mut searcher = Searcher::with_weights(12, Arc::clone(weights));
    let mut positions = vec![Vec::new(); N_STAGES];
    for _ in 0..games {
        let opening = 2 + random.below(18);
        let mut board = Board::START;
        for ply in 0.. {
            if board.legal() == 0 {
                board = board.pass();
                if board.legal() == 0 {
                    break;
                }
            }
            positions[stage_of(board)].push(board);
            let wild = ply < opening || random.below(RANDOM_EVERY) == 0;
            let square = if wild {
                random_square(board.legal(), random)
            } else {
                best_square(&mut searcher, board)
            };
            board = board.place(square, board.flips(square));
        }
    }
    for boards in &mut positions {
        // There are few beginnings of games; counting one many times would teach nothing.
        boards.sort_unstable_by_key(|board| (board.own, board.opp));
        boards.dedup();
    }
    positions
}

fn random_square(legal: u64, random: &mut Random) -> u32 {
    let number = random.below(u64::from(legal.count_ones()));
    squares(legal).nth(number as usize).expect("the number is below the count")
}

fn best_square(searcher: &mut Searcher, board: Board) -> u32 {
    let root = Node::new(board);
    let value = |square: &u32| {
        let child = root.place(*square, board.flips(*square));
        -searcher.pvs(&child, -INFINITE, INFINITE, PLAY_DEPTH - 1)
    };
    squares(board.legal()).max_by_key(value).expect("there are moves")
}

/// The values of positions, in hundredths of a disc.
fn label(boards: &[Board], weights: Arc<Weights>) -> Vec<Sample> {
    let mut searcher = Searcher::with_weights(14, weights);
    boards
        .iter()
        .map(|board| {
            let node = Node::new(*board);
            let score = if board.empty().count_ones() <= EXACT_FROM {
                100 * searcher.solve(&node, -64, 64)
            } else {
                // The table holds values of the stage's old weights only at depths that this
                // search never reuses from above; those below end in the stage before.
                searcher.pvs(&node, -INFINITE, INFINITE, LABEL_DEPTH)
            };
            Sample::new(&node, score)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_weights_and_another_one_others() {
        let bytes = |seed| {
            let options = TrainOptions { seed, games: 6, rounds: 1, embedded: false };
            train(&options, |_| ())
        };
        let first = bytes(1);
        assert!(Weights::read(&first).is_ok());
        assert_eq!(bytes(1), first);
        assert_ne!(bytes(2), first);
    }
}
