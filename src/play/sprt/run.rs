//! A test while its match is played: which pairs count, in which order, and what they say.
//!
//! Stops nothing: the caller ends the match at the verdict.

use std::collections::{BTreeMap, HashSet};

use super::{Model, Sprt, Verdict};

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
    state: SprtState,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// Pairs counted.
    pub pairs: u32,
    /// The logarithm of the likelihood ratio of H1 to H0.
    pub llr: f64,
    /// The values of it at which H0 and H1 are accepted.
    pub bounds: [f64; 2],
    /// The decision; `None` while there is none.
    pub verdict: Option<Verdict>,
}

/// The games of a pair so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Waiting {
    games: u32,
    sum: i64,
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
            state,
        }
    }

    /// The test.
    #[must_use]
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// What it says so far.
    #[must_use]
    pub fn state(&self) -> SprtState {
        self.state
    }

    /// Adds a finished game: `pair` is the number of its pair, from 0, and `opening` that of its
    /// opening. `score` is twice the points of the first engine (0, 1 or 2), or the points that the
    /// game was worth to it under [`Model::Points`].
    pub fn add(&mut self, pair: u32, opening: u32, score: i64) {
        let waiting = self.waiting.entry(pair).or_default();
        waiting.games += 1;
        waiting.sum += score;
        waiting.opening = opening;
        while let Some(found) = self.waiting.get(&self.next).filter(|found| found.games == 2) {
            let Waiting { sum, opening, .. } = *found;
            self.waiting.remove(&self.next);
            self.next += 1;
            self.add_pair(opening, sum);
        }
    }

    /// Counts a pair, given by its sum of scores as in [`SprtRun::add`], after those that were
    /// counted before. A pair that repeats an opening proves nothing and does not count.
    pub fn add_pair(&mut self, opening: u32, sum: i64) {
        if self.state.verdict.is_some() || !self.openings.insert(opening) {
            return;
        }
        *self.sums.entry(sum).or_default() += 1;
        self.state.pairs += 1;
        self.state.llr = match self.sprt.model {
            Model::Points => self.sprt.llr_of_points(self.sums.iter().map(|(sum, n)| (*sum, *n))),
            Model::Logistic | Model::Normalised => self.sprt.llr_of_pairs(self.counts()),
        };
        self.state.verdict = self.sprt.verdict(self.state.llr);
    }

    /// The pairs that were counted, by twice the points of the first engine: 0 to 4.
    fn counts(&self) -> [u32; 5] {
        [0, 1, 2, 3, 4].map(|doubled| self.sums.get(&doubled).copied().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test() -> SprtRun {
        SprtRun::new("elo0=0,elo1=100,model=logistic".parse().unwrap())
    }

    #[test]
    fn a_pair_counts_when_both_games_and_all_earlier_pairs_are_over() {
        let mut run = test();
        let mut after = Vec::new();
        // Pairs 0 to 2; the fast ones are over first.
        for (pair, score) in [(1, 2), (2, 0), (1, 2), (0, 1), (2, 1), (0, 1)] {
            run.add(pair, pair, score);
            after.push(run.state().pairs);
        }
        assert_eq!(after, [0, 0, 0, 0, 0, 3]);
        assert_eq!(run.state().llr, run.sprt().llr_of_pairs([0, 1, 1, 0, 1]));
    }

    #[test]
    fn the_order_of_ends_changes_no_verdict() {
        // The first twenty pairs are won, and then all are lost.
        let score = |pair: u32| if pair < 20 { 2 } else { 0 };
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

    #[test]
    fn pairs_that_repeat_an_opening_do_not_count() {
        let mut run = test();
        for pair in 0..30 {
            (0..2).for_each(|_| run.add(pair, pair % 3, 2));
        }
        assert_eq!(run.state().pairs, 3);
    }
}
