//! The results of a tournament so far: what pairings and tables are made of.
//!
//! Keeps no game, and does not depend on the order in which games end.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::withdrawal::Withdrawals;
use crate::play::GameScore;

/// The results of all games that count.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Results {
    pairs: BTreeMap<u32, [Option<Entry>; 2]>,
    n_games: u32,
    n_defaults: u32,
    /// The openings of pairs that have not one of their own number.
    openings: BTreeMap<u32, u32>,
    withdrawals: Withdrawals,
}

/// A game that is over, or is not played.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Entry {
    Played(GameScore),
    /// Lost by default by the player that is withdrawn; `None` if both are.
    Default(Option<GameScore>),
}

impl Entry {
    fn score(self) -> Option<GameScore> {
        match self {
            Self::Played(score) => Some(score),
            Self::Default(score) => score,
        }
    }
}

impl Results {
    /// Adds a game (0 or 1) of a pair; false if it is already there.
    pub fn add(&mut self, pair: u32, game: usize, score: GameScore) -> bool {
        let place = &mut self.pairs.entry(pair).or_default()[game];
        let is_new = place.is_none();
        if is_new {
            *place = Some(Entry::Played(score));
            self.n_games += 1;
        }
        is_new
    }

    /// A game (0 or 1) of a pair is lost by default by these of its players, in the order of their
    /// encounter, even if it was played. Returns whether it had no result before.
    pub(super) fn lose_by_default(&mut self, pair: u32, game: usize, losers: [bool; 2]) -> bool {
        let halves = match losers {
            [true, true] => None,
            [first_loses, _] => Some(if first_loses { 0 } else { 2 }),
        };
        let entry = Entry::Default(halves.map(|halves| GameScore { halves, points: 0 }));
        let before = self.pairs.entry(pair).or_default()[game].replace(entry);
        match before {
            Some(Entry::Default(_)) => {}
            Some(Entry::Played(_)) => {
                self.n_games -= 1;
                self.n_defaults += 1;
            }
            None => self.n_defaults += 1,
        }
        before.is_none()
    }

    /// The number of the opening of a pair; without this it is that of the pair.
    pub fn note_opening(&mut self, pair: u32, opening: u32) {
        if opening != pair {
            self.openings.insert(pair, opening);
        }
    }

    /// The number of the opening of a pair.
    #[must_use]
    pub fn opening_of(&self, pair: u32) -> u32 {
        self.openings.get(&pair).copied().unwrap_or(pair)
    }

    /// Takes back all games of the pairs after this one.
    pub(super) fn forget_after(&mut self, pair: u32) {
        for entry in self.pairs.split_off(&(pair + 1)).values().flatten().flatten() {
            match entry {
                Entry::Played(_) => self.n_games -= 1,
                Entry::Default(_) => self.n_defaults -= 1,
            }
        }
        self.withdrawals.forget_after(2 * (pair + 1));
    }

    /// Who is withdrawn.
    #[must_use]
    pub fn withdrawals(&self) -> &Withdrawals {
        &self.withdrawals
    }

    pub(super) fn withdrawals_mut(&mut self) -> &mut Withdrawals {
        &mut self.withdrawals
    }

    /// A game (0 or 1) of a pair has been played, or is lost by default.
    #[must_use]
    pub fn is_known(&self, pair: u32, game: usize) -> bool {
        self.pairs.get(&pair).is_some_and(|games| games[game].is_some())
    }

    /// The result of a game (0 or 1) of a pair, played or by default.
    #[must_use]
    pub fn game(&self, pair: u32, game: usize) -> Option<GameScore> {
        self.pairs.get(&pair).and_then(|games| games[game]).and_then(Entry::score)
    }

    /// How many games are lost by default.
    #[must_use]
    pub fn n_defaults(&self) -> u32 {
        self.n_defaults
    }

    /// How many games were played and count.
    #[must_use]
    pub fn n_games(&self) -> u32 {
        self.n_games
    }

    /// Both games of all these pairs have been played, or are lost by default.
    #[must_use]
    pub fn are_played(&self, first_pair: u32, n_pairs: u32) -> bool {
        let range = first_pair..first_pair.saturating_add(n_pairs);
        let whole = self.pairs.range(range).filter(|(_, games)| games.iter().all(Option::is_some));
        whole.count() == n_pairs as usize
    }

    /// The games of these pairs, played or lost by default.
    pub fn games(&self, first_pair: u32, n_pairs: u32) -> impl Iterator<Item = GameScore> {
        self.entries(first_pair, n_pairs).filter_map(Entry::score)
    }

    /// The games of these pairs that were played, each with the number of its opening.
    pub fn played(&self, first_pair: u32, n_pairs: u32) -> impl Iterator<Item = (u32, GameScore)> {
        let range = first_pair..first_pair.saturating_add(n_pairs);
        self.pairs.range(range).flat_map(|(pair, games)| {
            let opening = self.opening_of(*pair);
            games.iter().flatten().filter_map(move |entry| match entry {
                Entry::Played(score) => Some((opening, *score)),
                Entry::Default(_) => None,
            })
        })
    }

    fn entries(&self, first_pair: u32, n_pairs: u32) -> impl Iterator<Item = Entry> {
        let range = first_pair..first_pair.saturating_add(n_pairs);
        self.pairs.range(range).flat_map(|(_, games)| games.iter().flatten().copied())
    }

    /// Whether the first player of an encounter leads after these pairs: by score, then by points.
    #[must_use]
    pub fn lead(&self, first_pair: u32, n_pairs: u32) -> Ordering {
        let games = || self.games(first_pair, n_pairs);
        let halves: u32 = games().map(|game| game.halves).sum();
        let all = games().count();
        let points: i64 = games().map(|game| i64::from(game.points)).sum();
        (halves as usize).cmp(&all).then(points.cmp(&0))
    }
}
