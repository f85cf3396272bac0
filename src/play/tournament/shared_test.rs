//! The test of a tournament that is played in shares: in which order their pairs count.
//!
//! Reads no file, and stops nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;

use super::kept::KeptGame;
use super::shard::Shard;
use crate::games::Side;
use crate::play::{GameScore, Sprt, SprtRun};

/// The games of the shares that were found, for their test.
///
/// The shares take turns: in each turn the next pair of every share that has begun counts, in the order of
/// their numbers, and a pair that is not over yet is waited for. A share takes part from the first turn
/// that begins after the share has begun, until it has no more pairs. So a share that has not begun holds
/// nothing up, and no pair counts earlier because it was over sooner: who takes part in a turn depends on the
/// pairs that have counted before, and on when the shares began. A later look at the same shares continues
/// the order of an earlier one.
#[derive(Clone, Debug)]
pub struct SharedTest {
    sprt: Sprt,
    /// How many pairs there are in all shares.
    n_pairs: u32,
    counts_points: bool,
    shares: BTreeMap<Shard, Share>,
}

#[derive(Clone, Debug, Default)]
struct Share {
    /// When it began; `None` if that is not known, and then it comes before all others.
    begun: Option<SystemTime>,
    pairs: BTreeMap<u32, PairOfGames>,
}

#[derive(Clone, Debug, Default)]
struct PairOfGames {
    opening: u32,
    scores: [Option<GameScore>; 2],
    /// When its last game was over.
    ended: Option<SystemTime>,
}

/// What the test of shares says.
#[derive(Clone, Debug)]
pub struct SharedVerdict {
    /// The test.
    pub run: SprtRun,
    /// The pair that counts next, from 0, where others wait behind it; `None` after the verdict.
    pub waits_for: Option<u32>,
    /// The pairs that have counted.
    counted: BTreeSet<u32>,
}

impl SharedVerdict {
    /// Games of this pair belong in the table: after the verdict only those with which it was reached do.
    #[must_use]
    pub fn holds(&self, pair: u32) -> bool {
        self.run.state().verdict.is_none() || self.counted.contains(&pair)
    }
}

impl SharedTest {
    /// A test of so many pairs in all shares, of which none was found yet.
    #[must_use]
    pub fn new(sprt: Sprt, n_pairs: u32, counts_points: bool) -> Self {
        Self { sprt, n_pairs, counts_points, shares: BTreeMap::new() }
    }

    /// A share was found that began at this time.
    pub fn add_share(&mut self, share: Shard, begun: Option<SystemTime>) {
        self.shares.entry(share).or_default().begun = begun;
    }

    /// Adds a finished game of a share. One that has no result, or is there already, changes nothing.
    pub fn add(&mut self, share: Shard, game: &KeptGame) {
        let (Some(outcome), Some(place)) = (game.outcome(), game.number.checked_sub(1)) else {
            return;
        };
        let points = game.margin.filter(|_| self.counts_points).unwrap_or(0);
        let seat = Side::BOTH[(place % 2) as usize];
        let pairs = &mut self.shares.entry(share).or_default().pairs;
        let pair = pairs.entry(place / 2).or_default();
        let score = &mut pair.scores[seat.idx()];
        if score.is_none() {
            *score = Some(GameScore::of(outcome, seat, points));
            pair.opening = game.opening_number;
            pair.ended = pair.ended.max(game.ended());
        }
    }

    /// What the test says of them.
    #[must_use]
    pub fn verdict(&self) -> SharedVerdict {
        let run = SprtRun::new(self.sprt);
        let mut found = SharedVerdict { run, waits_for: None, counted: BTreeSet::new() };
        let mut next: BTreeMap<Shard, u32> =
            self.shares.keys().map(|share| (*share, share.number() - 1)).collect();
        // The end of the last turn, by what has counted.
        let mut now = None;
        loop {
            let is_left = |share: &Shard| next[share] < self.n_pairs;
            let left = || self.shares.iter().filter(|(share, _)| is_left(share));
            let Some(first) = left().map(|(_, found)| found.begun).min() else { return found };
            now = now.max(first);
            let turn: Vec<Shard> =
                left().filter(|(_, share)| share.begun <= now).map(|(share, _)| *share).collect();
            for share in turn {
                let pair = next[&share];
                let games = self.shares[&share].pairs.get(&pair);
                let Some((games, scores)) = games.and_then(PairOfGames::over) else {
                    let mut all = self.shares.values().flat_map(|share| &share.pairs);
                    let waits = |pair: &u32| !found.counted.contains(pair);
                    let has_later = all.any(|(pair, games)| games.over().is_some() && waits(pair));
                    found.waits_for = has_later.then_some(pair);
                    return found;
                };
                let position = u32::try_from(found.counted.len()).unwrap_or(u32::MAX);
                for score in scores {
                    found.run.add(position, games.opening, score);
                }
                found.counted.insert(pair);
                if found.run.state().verdict.is_some() {
                    return found;
                }
                now = now.max(games.ended);
                next.insert(share, pair.saturating_add(share.of()));
            }
        }
    }
}

impl PairOfGames {
    /// The pair with the scores of both games, if it is over.
    fn over(&self) -> Option<(&Self, [GameScore; 2])> {
        let [one, other] = self.scores;
        Some((self, [one?, other?]))
    }
}

#[cfg(test)]
mod tests;
