//! Openings for matches: those that the game lists, then random lines from the start that the
//! program's own engine finds balanced; the same for the same seed on every machine.
//!
//! Knows no opening theory, and repeats no opening: the caller decides what follows the last one.

use std::collections::HashSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::builtin::Balance;
use crate::games::{
    Actor, BoxPosition, Game, MoveText, Opening, Position, Setup, SetupError, counted,
};

/// Default number of random plies if the game lists no openings. In Othello that gives many
/// thousand openings; every one is played by both sides.
pub const OPENING_PLIES: u32 = 8;

/// A request for openings.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct OpeningWish {
    /// How many different ones.
    pub count: u32,
    /// Random plies if the game lists no openings; otherwise made openings are as long as listed
    /// ones.
    pub plies: u32,
    /// The same seed gives the same openings.
    pub seed: u64,
}

/// Different openings of a game: no two lead to positions that are the same or mirror images.
#[derive(Clone, Debug)]
pub struct Openings {
    lines: Vec<Vec<MoveText>>,
    n_listed: usize,
    /// Random plies of those that were made.
    plies: u32,
    seed: u64,
}

/// The openings that the game lists for this start.
fn listed(game: &dyn Game, setup: &Setup) -> &'static [Opening] {
    match setup.position {
        None => game.openings(setup.variant.as_deref()),
        Some(_) => &[],
    }
}

impl Openings {
    /// The openings that the game lists for this start in an order of the seed, and then lines of
    /// random moves that are balanced ([`Balance`]). There are fewer than wanted only if no other
    /// position is found near the start. A longer list begins with the same openings. Games with
    /// dice have no openings: the dice make them differ.
    ///
    /// # Errors
    ///
    /// When the start cannot be set up.
    pub fn new(game: &dyn Game, setup: &Setup, wish: OpeningWish) -> Result<Self, SetupError> {
        Self::of_list(game, setup, wish, listed(game, setup))
    }

    fn of_list(
        game: &dyn Game,
        setup: &Setup,
        wish: OpeningWish,
        listed: &[Opening],
    ) -> Result<Self, SetupError> {
        let start = game.start(setup)?;
        let OpeningWish { count, plies, seed } = wish;
        let plies = listed.first().map_or(plies, |opening| plies_of(&opening.moves));
        let mut found = Self { lines: Vec::new(), n_listed: 0, plies, seed };
        if game.info().has_dice {
            return Ok(found);
        }
        let balance = Balance::of(game.info().name, setup);
        let mut maker = Maker { start, plies, seed, next: 0, seen: HashSet::new(), balance };
        found.lines = maker.shuffled(listed);
        found.n_listed = found.lines.len().min(count as usize);
        found.lines.truncate(found.n_listed);
        while found.lines.len() < count as usize {
            let Some(line) = maker.make() else { break };
            found.lines.push(line);
        }
        Ok(found)
    }

    /// How many there are; 0 in a game with dice.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// The list is empty: the dice make games differ.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The number of the opening of a pair of games, and its moves. After the last one they repeat
    /// in the same order; with dice every pair has its own number and no moves.
    #[must_use]
    pub fn of_pair(&self, pair: u32) -> (u32, &[MoveText]) {
        let Ok(count @ 1..) = u32::try_from(self.lines.len()) else { return (pair, &[]) };
        let number = pair % count;
        (number, &self.lines[number as usize])
    }

    /// In words: `120 openings (100 listed, 20 made), seed 7`.
    #[must_use]
    pub fn text(&self) -> String {
        let n_made = self.lines.len() - self.n_listed;
        let whence = match (self.n_listed, n_made) {
            (_, 0) => String::new(),
            (0, _) => format!(" of {} random plies", self.plies),
            (listed, made) => format!(" ({listed} listed, {made} made)"),
        };
        format!("{}{whence}, seed {}", different(self.lines.len()), self.seed)
    }
}

/// `12 different openings`.
pub(super) fn different(count: usize) -> String {
    counted(count, "different opening")
}

fn plies_of(line: &[MoveText]) -> u32 {
    u32::try_from(line.len()).unwrap_or(OPENING_PLIES)
}

/// Finds openings one after another.
struct Maker {
    start: BoxPosition,
    plies: u32,
    seed: u64,
    /// The stream of random numbers that is used next.
    next: u64,
    /// Shapes of the positions used so far.
    seen: HashSet<u64>,
    balance: Option<Balance>,
}

/// How often to look for another opening before longer and less balanced ones are taken, too.
const TRIES: u32 = 200;
/// How often that is done before giving up.
const STEPS: u32 = 10;

impl Maker {
    /// The lines of the list in an order of the seed, without those that lead to the same.
    fn shuffled(&mut self, listed: &[Opening]) -> Vec<Vec<MoveText>> {
        let mut rng = self.next_rng();
        let mut order: Vec<&Opening> = listed.iter().collect();
        for last in (1..order.len()).rev() {
            order.swap(last, below(last + 1, &mut rng));
        }
        let fresh = |opening: &&Opening| {
            let mut pos = self.start.clone();
            let is_played = opening.moves.iter().all(|mv| pos.play(&mv.0).is_ok());
            is_played && self.seen.insert(pos.shape())
        };
        order.into_iter().filter(fresh).map(|opening| opening.moves.clone()).collect()
    }

    /// A line of random moves to a balanced position that was not used before; `None` if none is
    /// found. If that takes long, lines get longer and less balanced.
    fn make(&mut self) -> Option<Vec<MoveText>> {
        if self.plies == 0 {
            return self.seen.insert(self.start.shape()).then(Vec::new);
        }
        (0..STEPS).find_map(|step| (0..TRIES).find_map(|_| self.attempt(step)))
    }

    fn attempt(&mut self, step: u32) -> Option<Vec<MoveText>> {
        let mut rng = self.next_rng();
        let (line, shape) = play_randomly(&self.start, self.plies + step, &mut rng)?;
        if self.seen.contains(&shape) {
            return None;
        }
        let tolerance = i32::try_from(step).unwrap_or(i32::MAX - 1) + 1;
        if self.balance.as_mut().is_some_and(|balance| !balance.holds(&line, tolerance)) {
            return None;
        }
        self.seen.insert(shape);
        Some(line)
    }

    fn next_rng(&mut self) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(self.next);
        self.next += 1;
        rng
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
        Actor::Nobody(_) => None,
        Actor::Player(_) | Actor::Chance => Some((line, pos.shape())),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, PlayError, Side};
    use crate::play::Schedule;

    fn openings(game: &str, variant: Option<&str>, seed: u64, count: u32) -> Openings {
        let setup = Setup { variant: variant.map(str::to_owned), position: None };
        let wish = OpeningWish { count, plies: OPENING_PLIES, seed };
        Openings::new(games::find(game).unwrap(), &setup, wish).unwrap()
    }

    fn othello(plies: u32, seed: u64, count: u32) -> Vec<String> {
        let wish = OpeningWish { count, plies, seed };
        let game = games::find("othello").unwrap();
        let made = Openings::new(game, &Setup::default(), wish).unwrap();
        made.lines.iter().map(|line| line.iter().map(|mv| mv.0.as_str()).collect()).collect()
    }

    #[test]
    fn the_same_seed_gives_the_same_openings_and_another_seed_others() {
        let some = othello(OPENING_PLIES, 7, 50);
        assert_eq!(some, othello(OPENING_PLIES, 7, 50));
        assert_eq!(some[..20], othello(OPENING_PLIES, 7, 20), "a shorter match has the same ones");
        let others = othello(OPENING_PLIES, 8, 50);
        assert!(some.iter().filter(|line| others.contains(line)).count() < 5);
    }

    #[test]
    fn a_list_that_is_exhausted_is_followed_by_made_openings_and_none_comes_twice() {
        let games = [
            ("draughts", Some("killer"), 50),
            ("draughts", Some("losing"), 50),
            ("hive", Some("Base"), 48),
            ("othello", None, 0),
        ];
        for (name, variant, n_listed) in games {
            let found = openings(name, variant, 3, n_listed + 6);
            assert_eq!(found.len(), n_listed as usize + 6, "{name}");
            assert_eq!(found.n_listed, n_listed as usize, "{name}");
            let game = games::find(name).unwrap();
            let setup = Setup { variant: variant.map(str::to_owned), position: None };
            let mut balance = Balance::of(name, &setup).unwrap();
            let mut seen = HashSet::new();
            for (idx, line) in found.lines.iter().enumerate() {
                let mut pos = game.start(&setup).unwrap();
                let played: Result<Vec<_>, PlayError> =
                    line.iter().map(|mv| pos.play(&mv.0)).collect();
                assert_eq!(played.unwrap(), *line);
                assert!(seen.insert(pos.shape()), "{name}: {line:?} is there twice");
                let is_balanced = (1..=10).any(|tolerance| balance.holds(line, tolerance));
                assert!(idx < n_listed as usize || is_balanced, "{name}: {line:?}");
            }
        }
    }

    /// Openings as `game,variant,number,moves`, numbers from 0.
    const PINNED: &str = include_str!("../../tests/data/openings.csv");

    #[test]
    fn the_openings_of_a_seed_are_the_same_on_every_machine() {
        let rows = PINNED.lines().filter(|line| !line.starts_with('#')).skip(1);
        let mut found = Vec::new();
        let mut expected: Vec<(&str, &str, u32, &str)> = Vec::new();
        for row in rows {
            let cells: Vec<&str> = row.split(',').collect();
            let [game, variant, number, moves] = cells[..] else { panic!("{row}") };
            expected.push((game, variant, number.parse().unwrap(), moves));
        }
        for rows in expected.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (game, variant, last, _) = rows[rows.len() - 1];
            let made = openings(game, Some(variant).filter(|name| !name.is_empty()), 7, last + 1);
            assert!(made.n_listed <= rows[0].2 as usize, "{game} {variant}: some are listed");
            for (game, variant, number, _) in rows {
                let moves: Vec<&str> =
                    made.lines[*number as usize].iter().map(|mv| mv.0.as_str()).collect();
                found.push(format!("{game},{variant},{number},{}", moves.join(" ")));
            }
        }
        let expected: Vec<String> =
            expected.iter().map(|(g, v, n, moves)| format!("{g},{v},{n},{moves}")).collect();
        assert!(found == expected, "expected others than\n{}", found.join("\n"));
    }

    #[test]
    fn near_the_start_there_are_few_openings_and_longer_ones_follow() {
        let few = othello(1, 3, 4);
        // The four first moves are the same by symmetry.
        assert!(["c4", "d3", "e6", "f5"].contains(&few[0].as_str()), "{few:?}");
        assert!(few[1..].iter().all(|line| line.len() > 2), "{few:?}");
        assert_eq!(othello(0, 3, 4), [""], "nothing to vary");
    }

    #[test]
    fn colours_are_swapped_within_a_pair_and_openings_repeat_after_the_last() {
        let mut schedule = Schedule::new(openings("othello", None, 1, 2).into(), 5);
        assert_eq!(schedule.left(), 5);
        let games: Vec<_> = schedule.by_ref().collect();
        assert_eq!(schedule.left(), 0);
        let seats: Vec<_> = games.iter().map(|game| (game.number, game.pair, game.seat)).collect();
        let (one, two) = (Side::First, Side::Second);
        assert_eq!(seats, [(1, 0, one), (2, 0, two), (3, 1, one), (4, 1, two), (5, 2, one)]);
        let numbers: Vec<u32> = games.iter().map(|game| game.opening_number).collect();
        assert_eq!(numbers, [0, 0, 1, 1, 0]);
        assert_eq!(games[0].opening, games[1].opening);
        assert_ne!(games[1].opening, games[2].opening);
        assert_eq!(games[4].opening, games[0].opening);
        assert_eq!(games[1].engine_at(Side::First), 1);
        assert_eq!(games[1].seat_of(0), Side::Second);
    }

    #[test]
    fn with_dice_every_pair_has_a_number_of_its_own_and_no_moves() {
        let none = openings("backgammon", Some("money"), 1, 10);
        assert_eq!((none.len(), none.of_pair(7)), (0, (7, &[][..])));
    }

    #[test]
    fn the_heading_says_how_many_different_openings_there_are() {
        assert_eq!(
            openings("othello", None, 7, 2).text(),
            "2 different openings of 8 random plies, seed 7"
        );
        let some = openings("draughts", None, 1, 30).text();
        assert_eq!(some, "30 different openings, seed 1");
        let more = openings("draughts", Some("killer"), 1, 51).text();
        assert_eq!(more, "51 different openings (50 listed, 1 made), seed 1");
    }
}
