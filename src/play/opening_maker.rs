//! Makes openings: lines of random moves to positions that are balanced.
//!
//! The same seed gives the same lines on every machine. Keeps none of them, only the shapes of their
//! positions.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::known_openings::{KnownOpenings, end_of};
use crate::builtin::Balance;
use crate::games::{Actor, BoxPosition, MoveText, Opening, Position};

/// Finds openings one after another.
#[derive(Debug)]
pub(super) struct Maker {
    start: BoxPosition,
    plies: u32,
    seed: u64,
    /// The stream of random numbers that is used next.
    next: u64,
    /// Shapes of the positions used so far.
    seen: HashSet<u64>,
    balance: Option<Balance>,
    /// The number of the next opening.
    number: u32,
    /// The openings of kept games.
    known: Arc<KnownOpenings>,
    /// The shapes of their positions, with their numbers.
    taken: HashMap<u64, u32>,
    /// All known openings so far were made by these random numbers.
    follows: bool,
}

/// How often to look for another opening before longer and less balanced ones are taken, too.
const TRIES: u32 = 200;
/// How often that is done before giving up.
const STEPS: u32 = 10;

impl Maker {
    /// Makes lines of so many plies from a start; every one has about the same chances for both sides
    /// if `balance` can judge them.
    pub(super) fn new(start: BoxPosition, plies: u32, seed: u64, balance: Option<Balance>) -> Self {
        let (seen, taken, known) = (HashSet::new(), HashMap::new(), Arc::default());
        let (next, number, follows) = (0, 0, true);
        Self { start, plies, seed, next, seen, balance, number, known, taken, follows }
    }

    /// The same, to which these openings are known, with the shapes of their positions: each is the
    /// opening of its number, and no other number gets it.
    pub(super) fn with_known(self, known: Arc<KnownOpenings>, taken: HashMap<u64, u32>) -> Self {
        Self { known, taken, ..self }
    }

    /// The first openings are those of the list.
    pub(super) fn skip(&mut self, n_listed: usize) {
        self.number = u32::try_from(n_listed).unwrap_or(u32::MAX);
    }

    /// The lines of the list in an order of the seed, without those that lead to the same. Known
    /// openings have the places of their numbers.
    pub(super) fn listed(&mut self, listed: &[Opening]) -> Vec<Vec<MoveText>> {
        let mut rng = self.next_rng();
        let mut order: Vec<&Opening> = listed.iter().collect();
        shuffle(&mut order, &mut rng);
        let mut lines: Vec<Vec<MoveText>> = Vec::new();
        for opening in order {
            let Some(pos) = end_of(&self.start, &opening.moves) else { continue };
            let number = u32::try_from(lines.len()).unwrap_or(u32::MAX);
            let is_elsewhere = self.taken.get(&pos.shape()).is_some_and(|at| *at != number);
            if self.seen.insert(pos.shape()) && !is_elsewhere {
                lines.push(self.known.line(number).unwrap_or(&opening.moves).clone());
            }
        }
        lines
    }

    /// A line of random moves to a balanced position that was not used before; `None` if none is
    /// found. If that takes long, lines get longer and less balanced.
    pub(super) fn make(&mut self) -> Option<Vec<MoveText>> {
        if self.plies == 0 {
            return self.seen.insert(self.start.shape()).then(Vec::new);
        }
        let known = self.known.line(self.number).cloned();
        self.number = self.number.saturating_add(1);
        if let Some(line) = known {
            // Another version of the program made the first one that is not found, and the others.
            self.follows = self.follows && self.find(&line);
            return Some(line);
        }
        (0..STEPS).find_map(|step| (0..TRIES).find_map(|_| self.attempt(step)))
    }

    fn attempt(&mut self, step: u32) -> Option<Vec<MoveText>> {
        let mut rng = self.next_rng();
        let (line, shape) = play_randomly(&self.start, self.plies + step, &mut rng)?;
        if self.seen.contains(&shape) || self.taken.contains_key(&shape) {
            return None;
        }
        let tolerance = i32::try_from(step).unwrap_or(i32::MAX - 1) + 1;
        if self.balance.as_mut().is_some_and(|balance| !balance.holds(&line, tolerance)) {
            return None;
        }
        self.seen.insert(shape);
        Some(line)
    }

    /// Goes on to the attempt that made this line before: none in between was balanced. If there is no
    /// such attempt, nothing is changed.
    fn find(&mut self, line: &[MoveText]) -> bool {
        let first = self.next;
        for step in 0..STEPS {
            for _ in 0..TRIES {
                let mut rng = self.next_rng();
                if line.len() == (self.plies + step) as usize
                    && let Some(shape) = plays(&self.start, line, &mut rng)
                    && self.seen.insert(shape)
                {
                    return true;
                }
            }
        }
        self.next = first;
        false
    }

    fn next_rng(&mut self) -> ChaCha8Rng {
        self.next += 1;
        rng_of(self.seed, self.next - 1)
    }
}

/// One of the streams of random numbers of a seed.
fn rng_of(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    rng
}

/// Puts items into the order that belongs to a seed.
pub(super) fn shuffle_by_seed<T>(items: &mut [T], seed: u64) {
    shuffle(items, &mut rng_of(seed, 0));
}

fn shuffle<T>(items: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last + 1, rng));
    }
}

/// This many random plies, and the shape of the position they lead to; `None` if the game is over
/// by then.
fn play_randomly(
    start: &BoxPosition,
    plies: u32,
    rng: &mut ChaCha8Rng,
) -> Option<(Vec<MoveText>, u64)> {
    let mut pos = start.clone();
    let mut line = Vec::new();
    for _ in 0..plies {
        let mv = random_move(&*pos, rng)?;
        pos.play(&mv.0).expect("the rules listed this move as legal");
        line.push(mv);
    }
    match pos.actor() {
        Actor::Over(_) => None,
        Actor::Player(_) | Actor::Chance => Some((line, pos.shape())),
    }
}

/// The shape of the position after this line, if these random numbers lead to it.
fn plays(start: &BoxPosition, line: &[MoveText], rng: &mut ChaCha8Rng) -> Option<u64> {
    let mut pos = start.clone();
    for mv in line {
        if random_move(&*pos, rng)? != *mv {
            return None;
        }
        pos.play(&mv.0).ok()?;
    }
    Some(pos.shape())
}

/// One of the legal moves, all equally likely; `None` when the game is over.
fn random_move(pos: &dyn Position, rng: &mut ChaCha8Rng) -> Option<MoveText> {
    let mut moves = pos.legal_moves();
    if moves.is_empty() {
        return None;
    }
    Some(moves.swap_remove(below(moves.len(), rng)))
}

/// A number below `n`, all equally likely.
fn below(n: usize, rng: &mut ChaCha8Rng) -> usize {
    let idx = (u128::from(rng.next_u64()) * n as u128) >> 64;
    usize::try_from(idx).expect("below a usize")
}
