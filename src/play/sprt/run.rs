//! A test while its match is played: which pairs count, in which order, and what they say.
//!
//! Stops nothing: the caller ends the match at the verdict.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde::Serialize;

use super::{Model, Sprt, Verdict};
use crate::games::{counted, with_sign};
use crate::play::GameScore;

/// A test with the pairs that it has counted.
///
/// Pairs count in the order of their numbers, not in that of their ends: a pair that is over waits
/// until all earlier ones are. So the verdict does not depend on which games are fast, on how many
/// are played at once, or on the machine. After the verdict nothing counts any more.
#[derive(Clone, Debug, PartialEq)]
pub struct SprtRun {
    sprt: Sprt,
    /// The pair that counts next.
    next: u32,
    /// Later games, and the first games of open pairs, by the pair's number.
    waiting: BTreeMap<u32, Waiting>,
    /// Openings that have counted.
    openings: HashSet<u32>,
    /// Pairs by their sum of scores.
    sums: BTreeMap<i64, u32>,
    /// The sum of the squares of what the games were worth, under [`Model::Points`].
    squares: i64,
    state: SprtState,
    /// The pair with which it had its verdict.
    last_pair: Option<u32>,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// Pairs counted.
    pub pairs: u32,
    /// The logarithm of the likelihood ratio of H1 to H0 ([`Sprt::tested_llr_of_pairs`]).
    pub llr: f64,
    /// The values of it at which H0 and H1 are accepted.
    pub bounds: [f64; 2],
    /// The decision; `None` while there is none.
    pub verdict: Option<Verdict>,
}

/// A rate of fewer pairs says nothing.
const LEAST_PAIRS: u32 = 10;

impl SprtState {
    /// How many more pairs lead to a verdict if the ratio goes on to change as it has on average so far;
    /// `None` after a verdict, with fewer than ten pairs, or where it does not change.
    #[must_use]
    pub fn pairs_left(&self) -> Option<u32> {
        if self.verdict.is_some() || self.pairs < LEAST_PAIRS {
            return None;
        }
        let rate = self.llr / f64::from(self.pairs);
        let bound = if rate > 0.0 { self.bounds[1] } else { self.bounds[0] };
        let left = ((bound - self.llr) / rate).ceil();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it was compared with the largest one"
        )]
        (0.0..f64::from(u32::MAX)).contains(&left).then_some(left as u32)
    }
}

/// `LLR +1.25 (-2.94 to +2.94)`
impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.bounds;
        let [llr, low, high] = [self.llr, low, high].map(|at| with_sign(at, 2));
        write!(f, "LLR {llr} ({low} to {high})")
    }
}

/// `elo0=0,elo1=5,...: H1 is accepted after 213 pairs, LLR +2.97 (-2.94 to +2.94)`
impl fmt::Display for SprtRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = match self.state.verdict {
            Some(Verdict::H0) => "H0 is accepted",
            Some(Verdict::H1) => "H1 is accepted",
            None => "no verdict",
        };
        let pairs = counted(self.state.pairs as usize, "pair");
        write!(f, "{}: {said} after {pairs}, {}", self.sprt, self.state)
    }
}

/// The games of a pair so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Waiting {
    games: u32,
    sum: i64,
    squares: i64,
    opening: u32,
}

impl SprtRun {
    /// A test that has counted nothing.
    #[must_use]
    pub fn new(sprt: Sprt) -> Self {
        let state = SprtState { pairs: 0, llr: 0.0, bounds: sprt.bounds(), verdict: None };
        Self {
            sprt,
            next: 0,
            waiting: BTreeMap::new(),
            openings: HashSet::new(),
            sums: BTreeMap::new(),
            squares: 0,
            state,
            last_pair: None,
        }
    }

    /// The test.
    #[must_use]
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// The number of the pair with which it had its verdict: games of later ones do not count. `None`
    /// while it has none.
    #[must_use]
    pub fn last_pair(&self) -> Option<u32> {
        self.last_pair
    }

    /// What it says so far.
    #[must_use]
    pub fn state(&self) -> SprtState {
        self.state
    }

    /// Adds a finished game: `pair` is the number of its pair, from 0, and `opening` that of its
    /// opening. `score` is that of the first engine.
    pub fn add(&mut self, pair: u32, opening: u32, score: GameScore) {
        let waiting = self.waiting.entry(pair).or_default();
        waiting.games += 1;
        let value = match self.sprt.model {
            Model::Points => i64::from(score.points),
            Model::Logistic | Model::Normalised => i64::from(score.halves),
        };
        waiting.sum += value;
        waiting.squares += value * value;
        waiting.opening = opening;
        while let Some(found) = self.waiting.get(&self.next).filter(|found| found.games == 2) {
            let found = *found;
            self.waiting.remove(&self.next);
            if self.state.verdict.is_none() {
                self.add_pair(found);
                self.last_pair = self.state.verdict.map(|_| self.next);
            }
            self.next += 1;
        }
    }

    /// Counts a pair after those that were counted before. A pair that repeats an opening proves
    /// nothing and does not count.
    fn add_pair(&mut self, pair: Waiting) {
        if !self.openings.insert(pair.opening) {
            return;
        }
        *self.sums.entry(pair.sum).or_default() += 1;
        self.squares += pair.squares;
        self.state.pairs += 1;
        self.state.llr = match self.sprt.model {
            Model::Points => {
                let sums = self.sums.iter().map(|(sum, n)| (*sum, *n));
                self.sprt.tested_llr_of_points(sums, self.spread())
            }
            Model::Logistic | Model::Normalised => self.sprt.tested_llr_of_pairs(self.counts()),
        };
        self.state.verdict = self.sprt.verdict(self.state.llr);
    }

    /// The variance that the sums of pairs of independent games would have, as in
    /// [`crate::play::Points`].
    fn spread(&self) -> f64 {
        2.0 * (self.squares + 1) as f64 / f64::from(2 * self.state.pairs + 1)
    }

    /// The pairs that were counted, by twice the points of the first engine: 0 to 4.
    fn counts(&self) -> [u32; 5] {
        [0, 1, 2, 3, 4].map(|doubled| self.sums.get(&doubled).copied().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    fn test() -> SprtRun {
        SprtRun::new("elo0=0,elo1=100,model=logistic".parse().unwrap())
    }

    fn score(halves: u32) -> GameScore {
        GameScore { halves, points: 0 }
    }

    #[test]
    fn what_is_left_of_a_test_follows_from_its_rate_so_far() {
        let state = |pairs, llr| SprtState { pairs, llr, bounds: [-2.0, 3.0], verdict: None };
        assert_eq!(state(10, 1.0).pairs_left(), Some(20));
        assert_eq!(state(40, -1.5).pairs_left(), Some(14));
        assert_eq!(state(9, 1.0).pairs_left(), None, "too few");
        assert_eq!(state(10, 0.0).pairs_left(), None, "it leads nowhere");
        let over = SprtState { verdict: Some(Verdict::H1), ..state(50, 3.1) };
        assert_eq!(over.pairs_left(), None);
    }

    #[test]
    fn points_count_where_the_test_is_about_them() {
        let mut run = SprtRun::new("points0=0,points1=0.5".parse().unwrap());
        run.add(0, 0, GameScore { halves: 2, points: 4 });
        run.add(0, 0, GameScore { halves: 0, points: -1 });
        let spread = 2.0 * (16.0 + 1.0 + 1.0) / 3.0;
        assert_eq!(run.state().llr, run.sprt().tested_llr_of_points([(3, 1)], spread));
    }

    #[test]
    fn a_pair_counts_when_both_games_and_all_earlier_pairs_are_over() {
        let mut run = test();
        let mut after = Vec::new();
        // Pairs 0 to 2; the fast ones are over first.
        for (pair, halves) in [(1, 2), (2, 0), (1, 2), (0, 1), (2, 1), (0, 1)] {
            run.add(pair, pair, score(halves));
            after.push(run.state().pairs);
        }
        assert_eq!(after, [0, 0, 0, 0, 0, 3]);
        assert_eq!(run.state().llr, run.sprt().tested_llr_of_pairs([0, 1, 1, 0, 1]));
    }

    #[test]
    fn the_order_of_ends_changes_no_verdict() {
        // The first twenty pairs are won, and then all are lost.
        let score = |pair: u32| score(if pair < 20 { 2 } else { 0 });
        let mut in_order = test();
        let mut reversed = test();
        for pair in 0..80 {
            (0..2).for_each(|_| in_order.add(pair, pair, score(pair)));
            (0..2).for_each(|_| reversed.add(79 - pair, 79 - pair, score(79 - pair)));
        }
        assert_eq!(in_order.state(), reversed.state());
        assert_eq!(in_order.state().verdict, Some(Verdict::H1));
        assert!(in_order.state().pairs <= 20, "{:?}", in_order.state());
    }

    /// How many of [`TESTS`] accept H1; each one has a verdict. `game` plays one, from its random
    /// number.
    fn n_accepting(sprt: Sprt, game: impl Fn(f64) -> GameScore) -> u32 {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let mut accepts = || {
            let mut run = SprtRun::new(sprt);
            let mut pair = 0;
            while run.state().verdict.is_none() {
                for _ in 0..2 {
                    run.add(pair, pair, game(f64::from(random.next_u32()) / f64::from(u32::MAX)));
                }
                pair += 1;
            }
            run.state().verdict == Some(Verdict::H1)
        };
        (0..TESTS).map(|_| u32::from(accepts())).sum()
    }

    const TESTS: u32 = 10_000;
    /// Five per cent, and what 10,000 tests that err so often exceed it by in one of forty cases.
    const MOST_WRONG: u32 = 500 + 43;
    /// A share of one half is uncertain by 100, and the middle of the hypotheses is not exactly even.
    const EVEN: std::ops::Range<u32> = 4_500..5_500;

    fn assert_rates(name: &str, accepting: [u32; 3]) {
        let [h0, between, h1] = accepting;
        let is_right = h0 <= MOST_WRONG && EVEN.contains(&between) && h1 >= TESTS - MOST_WRONG;
        assert!(is_right, "{name}: {accepting:?} of {TESTS} accept H1");
    }

    /// `benches/sprt.rs` simulates many more kinds.
    #[test]
    fn ten_thousand_tests_err_no_more_often_than_they_may() {
        let sprt = Sprt::new(Model::Logistic, 0.0, 100.0).unwrap();
        for draws in [0.0, 0.3] {
            let accepting = [0.0, 50.0, 100.0].map(|elo: f64| {
                let win = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)) - draws / 2.0;
                n_accepting(sprt, |random| match random {
                    random if random < win => score(2),
                    random if random < win + draws => score(1),
                    _ => score(0),
                })
            });
            assert_rates(&format!("{draws} draws"), accepting);
        }
    }

    #[test]
    fn ten_thousand_tests_of_points_err_no_more_often_than_they_may() {
        // Backgammon without the cube: of each four wins three are single and one is a gammon.
        let sprt = Sprt::new(Model::Points, 0.0, 0.4).unwrap();
        let accepting = [0.0, 0.2, 0.4].map(|mean: f64| {
            let win = 0.5 + mean / 2.5;
            n_accepting(sprt, |random| {
                let (is_won, share) = match random {
                    random if random < win => (true, random / win),
                    random => (false, (random - win) / (1.0 - win)),
                };
                let worth = if share < 0.75 { 1 } else { 2 };
                GameScore { halves: 0, points: if is_won { worth } else { -worth } }
            })
        });
        assert_rates("points", accepting);
    }

    #[test]
    fn a_match_of_pairs_that_are_all_alike_ends() {
        for (sprt, halves, points, verdict) in [
            ("elo0=0,elo1=20,model=logistic", [2, 0], [0, 0], Verdict::H0),
            ("elo0=-20,elo1=0,model=logistic", [1, 1], [0, 0], Verdict::H1),
            ("elo0=0,elo1=20", [2, 2], [0, 0], Verdict::H1),
            ("points0=0,points1=0.1", [2, 0], [1, -1], Verdict::H0),
            ("points0=0,points1=0.1", [2, 2], [1, 1], Verdict::H1),
        ] {
            let mut run = SprtRun::new(sprt.parse().unwrap());
            for pair in 0..1_000 {
                for (halves, points) in halves.into_iter().zip(points) {
                    run.add(pair, pair, GameScore { halves, points });
                }
            }
            assert_eq!(run.state().verdict, Some(verdict), "{sprt}: {:?}", run.state());
        }
    }

    #[test]
    fn pairs_that_repeat_an_opening_do_not_count() {
        let mut run = test();
        for pair in 0..30 {
            (0..2).for_each(|_| run.add(pair, pair % 3, score(2)));
        }
        assert_eq!(run.state().pairs, 3);
    }
}
