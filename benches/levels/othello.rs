//! Contests of Othello; the points are discs. The novice takes a corner when one is offered.

use std::time::Duration;

use quintet::builtin::othello::{Level, Player};
use quintet::games::othello::board::{Board, squares};

use super::contest::{Contest, Entrant, Random, Spec};

pub(crate) struct OthelloContest([Option<Player>; 2]);

impl OthelloContest {
    /// Random moves before the players take over.
    const OPENING: u32 = 8;

    pub(crate) fn new(entrants: [&Entrant; 2]) -> Self {
        Self(entrants.map(|entrant| match entrant {
            Entrant::Novice => None,
            Entrant::Level(spec) => Some(Player::new(level(spec), u64::from(spec.number))),
        }))
    }
}

fn level(spec: &Spec) -> &'static Level {
    let mut level = *Level::find(spec.number).expect("levels are 1 to 10");
    spec.change("depth", &mut level.depth);
    spec.change("exact", &mut level.exact_from);
    spec.change("slips", &mut level.slips.per_mille);
    spec.change("slip-depth", &mut level.slips.depth);
    spec.change("noise", &mut level.slips.noise);
    Box::leak(Box::new(level))
}

fn novice(board: Board, random: &mut Random) -> Option<u32> {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    let moves: Vec<u32> = squares(board.legal()).collect();
    random.best(&moves, |square| i64::from(CORNERS >> *square & 1 == 1))
}

impl Contest for OthelloContest {
    fn play(&mut self, first: usize, seed: u64, time: Duration) -> i32 {
        let (mut random, mut board) = (Random::new(seed), Board::START);
        for _ in 0..Self::OPENING {
            let moves: Vec<u32> = squares(board.legal()).collect();
            let square = moves[random.below(moves.len())];
            board = board.place(square, board.flips(square));
        }
        let mut mover = first;
        loop {
            let square = match &mut self.0[mover] {
                Some(player) => player.best_square(board, time),
                None => novice(board, &mut random),
            };
            if let Some(square) = square {
                board = board.place(square, board.flips(square));
            } else if board.is_over() {
                let score = board.final_score();
                return if mover == 0 { score } else { -score };
            } else {
                board = board.pass();
            }
            mover = 1 - mover;
        }
    }
}
