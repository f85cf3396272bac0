//! Openings for matches: random lines from the start, the same for the same seed.
//!
//! Knows no opening theory and no game: it plays legal moves at random.

use std::collections::HashSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::games::{Actor, BoxPosition, Game, MoveText, Position, Setup, SetupError};

/// Number of random plies, unless told otherwise. In Othello that gives many thousand openings, of
/// which few are lost at once; every one is played by both sides.
pub const OPENING_PLIES: u32 = 8;

/// A stream of different openings.
#[derive(Debug)]
pub struct Openings {
    start: BoxPosition,
    plies: u32,
    seed: u64,
    next: u64,
    /// Positions given out already.
    seen: HashSet<String>,
}

impl Openings {
    /// Openings of `plies` plies from a start. The same seed gives the same stream.
    ///
    /// # Errors
    ///
    /// When the start cannot be set up.
    pub fn new(game: &dyn Game, setup: &Setup, plies: u32, seed: u64) -> Result<Self, SetupError> {
        Ok(Self { start: game.start(setup)?, plies, seed, next: 0, seen: HashSet::new() })
    }

    /// The next opening: one that leads to a position not given out before and not over, as long as
    /// such a one is found in a reasonable number of tries; then openings repeat.
    pub fn next_opening(&mut self) -> Vec<MoveText> {
        let mut line = Vec::new();
        for _ in 0..TRIES {
            let (moves, end) = self.random_line();
            let fresh = self.seen.insert(end);
            line = moves;
            if fresh {
                break;
            }
        }
        line
    }

    /// A random line of the length wanted, or shorter where every continuation tried was over
    /// before, and the text of the position it leads to.
    fn random_line(&mut self) -> (Vec<MoveText>, String) {
        for _ in 0..TRIES {
            let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
            rng.set_stream(self.next);
            self.next += 1;
            if let Some(found) = play_randomly(&self.start, self.plies, &mut rng) {
                return found;
            }
        }
        (Vec::new(), self.start.to_text())
    }
}

/// How often to look for another opening before making do.
const TRIES: u32 = 200;

fn play_randomly(
    start: &BoxPosition,
    plies: u32,
    rng: &mut ChaCha8Rng,
) -> Option<(Vec<MoveText>, String)> {
    let mut pos = start.clone();
    let mut line = Vec::new();
    for _ in 0..plies {
        let mv = random_move(&*pos, rng)?;
        pos.play(&mv.0).expect("the rules listed this move as legal");
        line.push(mv);
    }
    match pos.actor() {
        Actor::Nobody(_) => None,
        Actor::Player(_) | Actor::Chance => Some((line, pos.to_text())),
    }
}

/// One of the legal moves (or of the rolls of the dice), each as likely as the others; `None` when
/// the game is over.
pub(super) fn random_move(pos: &dyn Position, rng: &mut ChaCha8Rng) -> Option<MoveText> {
    let mut moves = pos.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let idx = (u128::from(rng.next_u64()) * moves.len() as u128) >> 64;
    Some(moves.swap_remove(usize::try_from(idx).expect("below the number of moves")))
}
