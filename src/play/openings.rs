//! Openings for matches: those of a file, or those that the game lists and then random lines from
//! the start that the program's own engine finds balanced; the same for the same seed on every
//! machine. Games that were kept decide the openings of their pairs.
//!
//! Knows no opening theory, and reads no file ([`OpeningBook`] has what was in it).

use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::known_openings::KnownOpenings;
use super::opening_book::OpeningBook;
use super::opening_maker::Maker;
use crate::builtin::Balance;
use crate::games::{Game, MoveText, Opening, Setup, SetupError, counted};

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

/// The opening of a pair of games.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct PairOpening {
    /// Its number, from 0; in a game with dice that of the pair, whose dice are its own.
    pub number: u32,
    /// The position that it starts from; `None` for the start of the match.
    pub position: Option<String>,
    /// Its moves.
    pub moves: Vec<MoveText>,
}

/// Different openings of a game: no two lead to positions that are the same or mirror images.
#[derive(Debug)]
pub struct Openings {
    source: Source,
    /// As many are wanted, and more are never given.
    wanted: u32,
}

#[derive(Debug)]
enum Source {
    /// The dice make games differ.
    Dice,
    /// Listed by the game, or made.
    Made(Made),
    /// From a file.
    Book { book: Arc<OpeningBook>, has_dice: bool },
}

/// Openings that the game lists, and those that are made when they are needed.
#[derive(Debug)]
struct Made {
    n_listed: usize,
    /// Random plies of those that are made.
    plies: u32,
    seed: u64,
    /// The openings that kept games had.
    known: Arc<KnownOpenings>,
    queue: Mutex<Queue>,
}

/// The openings so far.
#[derive(Debug)]
struct Queue {
    lines: Vec<Vec<MoveText>>,
    /// The next ones; `None` after the last.
    coming: Option<Receiver<Vec<MoveText>>>,
}

/// As many openings are made ahead of need: making one takes some milliseconds, which no engine's
/// clock should pay for, and a long match must not wait for its last opening before it begins.
const AHEAD: usize = 64;

/// The openings that the game lists for this start.
fn listed(game: &dyn Game, setup: &Setup) -> &'static [Opening] {
    match setup.position {
        None => game.openings(setup.variant.as_deref()),
        Some(_) => &[],
    }
}

impl Openings {
    /// The openings that the game lists for this start in an order of the seed, and then lines of
    /// random moves that are balanced ([`Balance`]), which a thread makes a little ahead of need.
    /// There are fewer than wanted only if no other position is found near the start. A longer list
    /// begins with the same openings. Games with dice have no openings: the dice make them differ.
    ///
    /// # Errors
    ///
    /// When the start cannot be set up.
    pub fn new(game: &dyn Game, setup: &Setup, wish: OpeningWish) -> Result<Self, SetupError> {
        Self::again(game, setup, wish, KnownOpenings::default())
    }

    /// The same where kept games had some of them. A pair of which a game was kept has the opening of
    /// that game, also if the program would now make another one; the openings of other pairs differ
    /// from these. Finding openings again costs little, because they are not judged a second time.
    ///
    /// # Errors
    ///
    /// As [`Openings::new`].
    pub fn again(
        game: &dyn Game,
        setup: &Setup,
        wish: OpeningWish,
        known: KnownOpenings,
    ) -> Result<Self, SetupError> {
        let listed = listed(game, setup);
        let start = game.start(setup)?;
        let OpeningWish { count, plies, seed } = wish;
        if game.info().has_dice {
            return Ok(Self { source: Source::Dice, wanted: count });
        }
        let longest = listed.iter().map(|opening| plies_of(&opening.moves)).max();
        let plies = longest.unwrap_or(plies);
        let balance = Balance::of(game.info().name, setup);
        let (known, taken) = known.playable(&start);
        let known = Arc::new(known);
        let mut maker =
            Maker::new(start, plies, seed, balance).with_known(Arc::clone(&known), taken);
        let mut lines = maker.listed(listed);
        lines.truncate(count as usize);
        maker.skip(lines.len());
        let n_listed = lines.len();
        let coming = (n_listed < count as usize).then(|| made(maker, count as usize - n_listed));
        let queue = Mutex::new(Queue { lines, coming });
        let source = Source::Made(Made { n_listed, plies, seed, known, queue });
        Ok(Self { source, wanted: count })
    }

    /// The first openings of a book, at most so many.
    #[must_use]
    pub fn of_book(book: Arc<OpeningBook>, count: u32, has_dice: bool) -> Self {
        let wanted = count.min(u32::try_from(book.len()).unwrap_or(u32::MAX));
        Self { source: Source::Book { book, has_dice }, wanted }
    }

    /// How many there are; 0 in a game whose dice are its openings. Of openings that have not been
    /// made yet it is known only near the start that there are fewer than wanted.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.source {
            Source::Dice => 0,
            Source::Made(made) => made.queue().count(self.wanted) as usize,
            Source::Book { .. } => self.wanted as usize,
        }
    }

    /// The list is empty: the dice make games differ.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The opening of a pair of games. After the last one they repeat in the same order; with dice
    /// every pair has a number of its own, and no moves unless they come from a book. Waits until
    /// the opening is made.
    #[must_use]
    pub fn of_pair(&self, pair: u32) -> PairOpening {
        let without = PairOpening { number: pair, ..PairOpening::default() };
        match &self.source {
            Source::Dice => without,
            Source::Made(made) => {
                if let Some(kept) = made.known.of_pair(pair) {
                    return kept;
                }
                let mut queue = made.queue();
                // After the last one it must be known how many there are.
                queue.fill(pair.saturating_add(1).min(self.wanted) as usize);
                let Some(number) = pair.checked_rem(queue.count(self.wanted)) else {
                    return without;
                };
                let moves = queue.lines.get(number as usize).cloned().unwrap_or_default();
                PairOpening { number, position: None, moves }
            }
            Source::Book { book, has_dice } => {
                let Some(number) = pair.checked_rem(self.wanted) else { return without };
                let opening = book.opening(number as usize);
                PairOpening {
                    number: if *has_dice { pair } else { number },
                    position: opening.position.clone(),
                    moves: opening.moves.clone(),
                }
            }
        }
    }

    /// In words: `120 openings (100 listed, 20 made), seed 7`.
    #[must_use]
    pub fn text(&self) -> String {
        let made = match &self.source {
            Source::Dice => return different(0),
            Source::Made(made) => made,
            Source::Book { book, .. } => {
                return format!("{} {}", different(self.len()), book.whence());
            }
        };
        let n_made = self.len() - made.n_listed;
        let whence = match (made.n_listed, n_made) {
            (_, 0) => String::new(),
            (0, _) => format!(" of {} random plies", made.plies),
            (listed, made) => format!(" ({listed} listed, {made} made)"),
        };
        format!("{}{whence}, seed {}", different(self.len()), made.seed)
    }
}

impl Made {
    fn queue(&self) -> std::sync::MutexGuard<'_, Queue> {
        // Lines are only added to it.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Waits until there are so many, or it is known that there are fewer.
    fn fill(&mut self, count: usize) {
        while self.lines.len() < count {
            let Some(line) = self.coming.as_ref().and_then(|coming| coming.recv().ok()) else {
                self.coming = None;
                return;
            };
            self.lines.push(line);
        }
    }

    /// How many there are of so many wanted, as far as that is known.
    fn count(&self, wanted: u32) -> u32 {
        match self.coming {
            Some(_) => wanted,
            None => u32::try_from(self.lines.len()).unwrap_or(u32::MAX),
        }
    }
}

/// Makes so many openings on a thread, which ends when the last is made or no one waits for it.
fn made(mut maker: Maker, count: usize) -> Receiver<Vec<MoveText>> {
    let (lines, coming) = sync_channel(AHEAD);
    thread::spawn(move || {
        yield_to_games();
        for _ in 0..count {
            let Some(line) = maker.make() else { return };
            if lines.send(line).is_err() {
                return;
            }
        }
    });
    coming
}

/// Lowers the priority of this thread a little, where the system can do it for one thread: games that
/// run wait for nothing that is made ahead of need, and the next game must not wait for long.
fn yield_to_games() {
    #[cfg(target_os = "linux")]
    // Where it is refused, the thread works as it is.
    let _refused = rustix::process::nice(5);
}

/// `12 different openings`.
pub(super) fn different(count: usize) -> String {
    counted(count, "different opening")
}

fn plies_of(line: &[MoveText]) -> u32 {
    u32::try_from(line.len()).unwrap_or(OPENING_PLIES)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::games::{self, PlayError, Side};
    use crate::play::{Pairing, Schedule};

    fn openings(game: &str, variant: Option<&str>, seed: u64, count: u32) -> Openings {
        let setup = Setup { variant: variant.map(str::to_owned), position: None };
        let wish = OpeningWish { count, plies: OPENING_PLIES, seed };
        Openings::new(games::find(game).unwrap(), &setup, wish).unwrap()
    }

    /// All of them.
    fn lines(made: &Openings) -> Vec<Vec<MoveText>> {
        // The last one shows how many there are.
        drop(made.of_pair(made.wanted.saturating_sub(1)));
        (0..).map(|pair| made.of_pair(pair).moves).take(made.len()).collect()
    }

    fn n_listed(made: &Openings) -> usize {
        let Source::Made(made) = &made.source else { panic!("{made:?}") };
        made.n_listed
    }

    /// The normal start of Othello as a position of its own, for which no openings are listed.
    fn unlisted() -> Setup {
        let start = games::find("othello").unwrap().start(&Setup::default()).unwrap();
        Setup { variant: None, position: Some(start.to_text()) }
    }

    fn known(lines: impl IntoIterator<Item = (u32, Vec<MoveText>)>) -> KnownOpenings {
        let mut known = KnownOpenings::default();
        for (number, line) in lines {
            let line: Vec<String> = line.into_iter().map(|mv| mv.0).collect();
            known.note(number, number, &line);
        }
        known
    }

    fn othello(plies: u32, seed: u64, count: u32) -> Vec<String> {
        let wish = OpeningWish { count, plies, seed };
        let game = games::find("othello").unwrap();
        let made = Openings::new(game, &unlisted(), wish).unwrap();
        lines(&made).iter().map(|line| line.iter().map(|mv| mv.0.as_str()).collect()).collect()
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
    fn openings_that_are_known_are_not_judged_again_and_change_none_of_the_others() {
        let wish = OpeningWish { count: 60, plies: OPENING_PLIES, seed: 7 };
        let game = games::find("othello").unwrap();
        let again = |known| lines(&Openings::again(game, &unlisted(), wish, known).unwrap());
        let all = again(KnownOpenings::default());
        let numbered = || (0..).zip(all.iter().cloned());
        let holes = numbered().filter(|(number, _)| number % 10 != 3);
        assert_eq!(again(known(holes)), all);
        // It cannot be played: it is left out, as if it were not known.
        let strange = numbered().map(|(number, line)| match number {
            5 => (number, vec![MoveText("a1".to_owned()); 8]),
            _ => (number, line),
        });
        assert_eq!(again(known(strange)), all);
        // Lines that were never judged: they are taken as they are.
        let start = game.start(&unlisted()).unwrap();
        let mut maker = Maker::new(start, OPENING_PLIES, 7, None);
        let unjudged: Vec<_> = (0..60).map_while(|_| maker.make()).collect();
        assert_ne!(unjudged, all, "some of them are not balanced");
        assert_eq!(again(known((0..).zip(unjudged.clone()))), unjudged);
    }

    #[test]
    fn a_pair_that_another_version_began_keeps_its_opening_and_no_other_pair_gets_it() {
        let game = games::find("othello").unwrap();
        let listed = game.openings(None).len() as u32;
        let count = listed + 20;
        let wish = OpeningWish { count, plies: OPENING_PLIES, seed: 7 };
        let shape = |line: &[MoveText]| {
            let mut pos = game.start(&Setup::default()).unwrap();
            assert!(line.iter().all(|mv| pos.play(&mv.0).is_ok()), "{line:?}");
            pos.shape()
        };
        let usual = lines(&Openings::new(game, &Setup::default(), wish).unwrap());
        // Its openings were others: one that this list has elsewhere, one beyond the list, and one that
        // came twice.
        let [foreign, far] = [3, 4].map(|seed| {
            let wish = OpeningWish { count: 1, plies: OPENING_PLIES, seed };
            lines(&Openings::new(game, &unlisted(), wish).unwrap()).remove(0)
        });
        let kept = [
            (0, 1, foreign.clone()),
            (1, 9, usual[2].clone()),
            (5, listed + 4, far.clone()),
            (8, 1, foreign.clone()),
        ];
        let mut known = KnownOpenings::default();
        for (pair, number, line) in &kept {
            let line: Vec<String> = line.iter().map(|mv| mv.0.clone()).collect();
            known.note(*pair, *number, &line);
        }
        let again = || Openings::again(game, &Setup::default(), wish, known.clone()).unwrap();
        let openings = again();
        let pairs: Vec<PairOpening> = (0..count).map(|pair| openings.of_pair(pair)).collect();
        for (pair, number, moves) in kept {
            let opening = PairOpening { number, position: None, moves };
            assert_eq!(pairs[pair as usize], opening, "pair {pair}");
        }
        let mut seen = HashMap::new();
        for PairOpening { number, moves, .. } in &pairs {
            let first = seen.entry(shape(moves)).or_insert(*number);
            assert_eq!(first, number, "{moves:?} has two numbers");
        }
        assert_eq!(pairs[0].moves, pairs[8].moves);
        assert_eq!(pairs, (0..count).map(|pair| again().of_pair(pair)).collect::<Vec<_>>());
        // The others are those of the list, without the one that has another number.
        assert_eq!((&pairs[3].moves, &pairs[7].moves), (&usual[4].clone(), &usual[8].clone()));
    }

    #[test]
    fn a_list_that_is_exhausted_is_followed_by_made_openings_and_none_comes_twice() {
        let games = [
            ("draughts", Some("killer")),
            ("draughts", Some("losing")),
            ("hive", Some("Base")),
            ("othello", None),
        ];
        for (name, variant) in games {
            let listed = games::find(name).unwrap().openings(variant).len() as u32;
            let found = openings(name, variant, 3, listed + 6);
            assert_eq!(n_listed(&found), listed as usize, "{name}");
            let found = lines(&found);
            assert_eq!(found.len(), listed as usize + 6, "{name}");
            let game = games::find(name).unwrap();
            let setup = Setup { variant: variant.map(str::to_owned), position: None };
            let mut balance = Balance::of(name, &setup).unwrap();
            let mut seen = HashSet::new();
            for (idx, line) in found.iter().enumerate() {
                let mut pos = game.start(&setup).unwrap();
                let played: Result<Vec<_>, PlayError> =
                    line.iter().map(|mv| pos.play(&mv.0)).collect();
                assert_eq!(played.unwrap(), *line);
                assert!(seen.insert(pos.shape()), "{name}: {line:?} is there twice");
                let is_balanced = (1..=10).any(|tolerance| balance.holds(line, tolerance));
                assert!(idx < listed as usize || is_balanced, "{name}: {line:?}");
            }
        }
    }

    /// Openings as `game,variant,number,moves`, numbers from 0 after the last of the book.
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
            let variant_name = Some(variant).filter(|name| !name.is_empty());
            let listed = games::find(game).unwrap().openings(variant_name).len() as u32;
            let made = openings(game, variant_name, 7, listed + last + 1);
            assert_eq!(n_listed(&made), listed as usize, "{game} {variant}");
            for (game, variant, number, _) in rows {
                let line = made.of_pair(listed + number).moves;
                let moves: Vec<&str> = line.iter().map(|mv| mv.0.as_str()).collect();
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
    fn games_that_were_played_before_are_left_out_and_the_others_are_as_before() {
        let of = |done: &[u32]| {
            let schedule = Schedule::new(openings("othello", None, 3, 2).into(), 5);
            schedule.without(done.iter().copied().collect())
        };
        let all: Vec<Pairing> = of(&[]).collect();
        let mut rest = of(&[1, 3, 5]);
        assert_eq!(rest.left(), 2);
        assert_eq!(rest.next().as_ref(), Some(&all[1]));
        assert_eq!(rest.left(), 1);
        assert_eq!(rest.next().as_ref(), Some(&all[3]));
        assert_eq!((rest.left(), rest.next()), (0, None));
        assert_eq!(of(&[1, 2, 3, 4, 5]).next(), None);
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
        let seventh = PairOpening { number: 7, ..PairOpening::default() };
        assert_eq!((none.len(), none.of_pair(7)), (0, seventh));
    }

    #[test]
    fn the_heading_says_how_many_different_openings_there_are() {
        let wish = OpeningWish { count: 2, plies: OPENING_PLIES, seed: 7 };
        assert_eq!(
            Openings::new(games::find("othello").unwrap(), &unlisted(), wish).unwrap().text(),
            "2 different openings of 8 random plies, seed 7"
        );
        let some = openings("draughts", None, 1, 30).text();
        assert_eq!(some, "30 different openings, seed 1");
        let more = openings("draughts", Some("killer"), 1, 51).text();
        assert_eq!(more, "51 different openings (50 listed, 1 made), seed 1");
    }
}
