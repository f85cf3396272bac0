//! The results of a tournament so far: what pairings and tables are made of.
//!
//! Keeps no game, and does not depend on the order in which games end.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::play::GameScore;

/// The results of all games that count.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Results {
    pairs: BTreeMap<u32, [Option<GameScore>; 2]>,
    n_games: u32,
}

impl Results {
    /// Adds a game (0 or 1) of a pair; false if it is already there.
    pub fn add(&mut self, pair: u32, game: usize, score: GameScore) -> bool {
        let place = &mut self.pairs.entry(pair).or_default()[game];
        let is_new = place.is_none();
        if is_new {
            *place = Some(score);
            self.n_games += 1;
        }
        is_new
    }

    /// The result of a game (0 or 1) of a pair.
    #[must_use]
    pub fn game(&self, pair: u32, game: usize) -> Option<GameScore> {
        self.pairs.get(&pair).and_then(|games| games[game])
    }

    /// How many games there are.
    #[must_use]
    pub fn n_games(&self) -> u32 {
        self.n_games
    }

    /// Both games of all these pairs have been played.
    #[must_use]
    pub fn are_played(&self, first_pair: u32, n_pairs: u32) -> bool {
        let range = first_pair..first_pair.saturating_add(n_pairs);
        let whole = self.pairs.range(range).filter(|(_, games)| games.iter().all(Option::is_some));
        whole.count() == n_pairs as usize
    }

    /// The games of these pairs.
    pub fn games(&self, first_pair: u32, n_pairs: u32) -> impl Iterator<Item = GameScore> {
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
