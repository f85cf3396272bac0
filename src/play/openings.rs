//! Openings for matches: those that the game lists, or random lines from the start; the same for
//! the same seed.
//!
//! Knows no opening theory and no game: where none are listed it plays legal moves at random.

use std::collections::HashSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::games::{Actor, BoxPosition, Game, MoveText, Opening, Position, Setup, SetupError};

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
    /// The openings that the game lists; none where lines are random.
    listed: &'static [Opening],
    /// The order in which they are given out, the next one last.
    order: Vec<usize>,
}

/// The openings that the game lists for this start.
pub(super) fn listed(game: &dyn Game, setup: &Setup) -> &'static [Opening] {
    match setup.position {
        None => game.openings(setup.variant.as_deref()),
        Some(_) => &[],
    }
}

impl Openings {
    /// The openings that the game lists for this start in an order of their own, or else random ones
    /// of `plies` plies. The same seed gives the same stream. Games with dice have none: the dice
    /// make them differ.
    ///
    /// # Errors
    ///
    /// When the start cannot be set up.
    pub fn new(game: &dyn Game, setup: &Setup, plies: u32, seed: u64) -> Result<Self, SetupError> {
        Ok(Self {
            start: game.start(setup)?,
            plies: if game.info().has_dice { 0 } else { plies },
            seed,
            next: 0,
            seen: HashSet::new(),
            listed: listed(game, setup),
            order: Vec::new(),
        })
    }

    /// The next opening: one that leads to a position not given out before and not over, as long as
    /// such a one is found in a reasonable number of tries; then openings repeat.
    pub fn next_opening(&mut self) -> Vec<MoveText> {
        if !self.listed.is_empty() {
            return self.next_listed();
        }
        if self.plies == 0 {
            return Vec::new();
        }
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

    /// The next opening of the list; when all were given out, all again in another order.
    fn next_listed(&mut self) -> Vec<MoveText> {
        if self.order.is_empty() {
            let mut rng = self.next_rng();
            self.order = (0..self.listed.len()).collect();
            for last in (1..self.order.len()).rev() {
                self.order.swap(last, below(last + 1, &mut rng));
            }
        }
        let idx = self.order.pop().expect("the list is not empty");
        self.listed[idx].moves.clone()
    }

    fn next_rng(&mut self) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(self.next);
        self.next += 1;
        rng
    }

    /// A random line of the length wanted, or shorter where every continuation tried was over
    /// before, and the text of the position it leads to.
    fn random_line(&mut self) -> (Vec<MoveText>, String) {
        for _ in 0..TRIES {
            let mut rng = self.next_rng();
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

/// One of the legal moves, each as likely as the others; `None` when the game is over.
fn random_move(pos: &dyn Position, rng: &mut ChaCha8Rng) -> Option<MoveText> {
    let mut moves = pos.legal_moves();
    if moves.is_empty() {
        return None;
    }
    Some(moves.swap_remove(below(moves.len(), rng)))
}

/// A number below `n`, each as likely as the others.
fn below(n: usize, rng: &mut ChaCha8Rng) -> usize {
    let idx = (u128::from(rng.next_u64()) * n as u128) >> 64;
    usize::try_from(idx).expect("below a usize")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, PlayError};

    fn openings(plies: u32, seed: u64, n: usize) -> Vec<String> {
        let game = games::find("othello").unwrap();
        let mut openings = Openings::new(game, &Setup::default(), plies, seed).unwrap();
        let text = |line: Vec<MoveText>| line.into_iter().map(|mv| mv.0).collect::<String>();
        (0..n).map(|_| text(openings.next_opening())).collect()
    }

    #[test]
    fn the_same_seed_gives_the_same_openings_and_another_seed_others() {
        let some = openings(OPENING_PLIES, 7, 50);
        assert_eq!(some, openings(OPENING_PLIES, 7, 50));
        assert_eq!(some[..20], openings(OPENING_PLIES, 7, 20), "a shorter match has the same ones");
        let others = openings(OPENING_PLIES, 8, 50);
        assert!(some.iter().filter(|line| others.contains(line)).count() < 5);
    }

    #[test]
    fn openings_are_legal_of_the_right_length_and_lead_to_different_positions() {
        let game = games::find("othello").unwrap();
        let mut openings = Openings::new(game, &Setup::default(), 8, 1).unwrap();
        let mut seen = HashSet::new();
        for _ in 0..500 {
            let mut pos = game.start(&Setup::default()).unwrap();
            let line = openings.next_opening();
            assert_eq!(line.len(), 8);
            let played: Result<Vec<_>, PlayError> = line.iter().map(|mv| pos.play(&mv.0)).collect();
            assert_eq!(played.unwrap(), line);
            assert!(seen.insert(pos.to_text()));
        }
    }

    #[test]
    fn where_there_are_few_openings_they_repeat() {
        let few = openings(1, 3, 8);
        let mut first_moves = few[..4].to_vec();
        first_moves.sort();
        assert_eq!(first_moves, ["c4", "d3", "e6", "f5"]);
        assert!(few.iter().all(|line| line.len() == 2));
        assert_eq!(openings(0, 3, 2), ["", ""]);
    }

    #[test]
    fn colours_are_swapped_within_a_pair() {
        use crate::games::Side;
        use crate::play::Schedule;
        let game = games::find("othello").unwrap();
        let openings = Openings::new(game, &Setup::default(), 8, 1).unwrap();
        let mut schedule = Schedule::new(openings, 5);
        assert_eq!(schedule.left(), 5);
        let games: Vec<_> = schedule.by_ref().collect();
        assert_eq!(schedule.left(), 0);
        let seats: Vec<_> = games.iter().map(|game| (game.number, game.pair, game.seat)).collect();
        let (one, two) = (Side::First, Side::Second);
        assert_eq!(seats, [(1, 0, one), (2, 0, two), (3, 1, one), (4, 1, two), (5, 2, one)]);
        assert_eq!(games[0].opening, games[1].opening);
        assert_ne!(games[1].opening, games[2].opening);
        assert_eq!(games[1].engine_at(Side::First), 1);
        assert_eq!(games[1].seat_of(0), Side::Second);
    }

    #[test]
    fn listed_openings_come_each_once_in_an_order_of_the_seed_and_then_again() {
        let mv = |text: &str| vec![MoveText(text.to_owned())];
        let listed: Vec<Opening> = ["f5", "d3", "c4", "e6"]
            .map(|text| Opening { name: String::new(), moves: mv(text) })
            .to_vec();
        let listed: &'static [Opening] = listed.leak();
        let game = games::find("othello").unwrap();
        let take = |seed: u64, n: usize| -> Vec<String> {
            let openings = Openings::new(game, &Setup::default(), 8, seed).unwrap();
            let mut openings = Openings { listed, ..openings };
            (0..n).map(|_| openings.next_opening().remove(0).0).collect()
        };
        let some = take(3, 8);
        for half in [&some[..4], &some[4..]] {
            let all: HashSet<&String> = half.iter().collect();
            assert_eq!(all.len(), 4, "{some:?}");
        }
        assert_eq!(some, take(3, 8));
        assert!((4..20).any(|seed| take(seed, 4) != some[..4]), "another seed, another order");
        assert_ne!(take(3, 12)[4..8], take(3, 12)[..4]);
    }
}
