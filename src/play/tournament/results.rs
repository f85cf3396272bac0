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
    pairs: BTreeMap<u32, [Place; 2]>,
    n_games: u32,
    n_defaults: u32,
    /// The openings of pairs that have not one of their own number.
    openings: BTreeMap<u32, u32>,
    withdrawals: Withdrawals,
}

/// What is known of a game.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
struct Place {
    /// It was played with this result, which counts unless it is lost by default.
    played: Option<GameScore>,
    default: Option<Forfeit>,
}

/// A game is lost by default by the player that is withdrawn; `None` if both are.
type Forfeit = Option<GameScore>;

impl Place {
    fn is_known(&self) -> bool {
        self.played.is_some() || self.default.is_some()
    }

    /// Played or by default.
    fn score(&self) -> Option<GameScore> {
        self.default.unwrap_or(self.played)
    }

    /// The result of a game that was played and counts.
    fn counted(&self) -> Option<GameScore> {
        self.played.filter(|_| self.default.is_none())
    }
}

/// What became of a result that was added.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Entered {
    /// It counts.
    Counts,
    /// The game is lost by default, as far as is known.
    Defaulted,
    /// There is a result of this game already.
    Known,
}

impl Results {
    /// Adds a game (0 or 1) of a pair, unless it is already there.
    pub fn add(&mut self, pair: u32, game: usize, score: GameScore) -> Entered {
        let place = &mut self.pairs.entry(pair).or_default()[game];
        if place.played.is_some() {
            return Entered::Known;
        }
        place.played = Some(score);
        if place.default.is_some() {
            return Entered::Defaulted;
        }
        self.n_games += 1;
        Entered::Counts
    }

    /// A game (0 or 1) of a pair is lost by default by these of its players, in the order of their
    /// encounter, even if it was played; with none of them it is not.
    pub(super) fn set_default(&mut self, pair: u32, game: usize, losers: [bool; 2]) {
        let default = match losers {
            [false, false] => None,
            [true, true] => Some(None),
            [first_loses, _] => {
                let halves = if first_loses { 0 } else { 2 };
                Some(Some(GameScore { halves, points: 0 }))
            }
        };
        if default.is_none() && !self.pairs.contains_key(&pair) {
            return;
        }
        let place = &mut self.pairs.entry(pair).or_default()[game];
        let before = *place;
        place.default = default;
        let after = *place;
        self.n_games -= u32::from(before.counted().is_some());
        self.n_games += u32::from(after.counted().is_some());
        self.n_defaults -= u32::from(before.default.is_some());
        self.n_defaults += u32::from(after.default.is_some());
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
        for place in self.pairs.split_off(&(pair + 1)).values().flatten() {
            self.n_games -= u32::from(place.counted().is_some());
            self.n_defaults -= u32::from(place.default.is_some());
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
        self.pairs.get(&pair).is_some_and(|games| games[game].is_known())
    }

    /// The result of a game (0 or 1) of a pair, played or by default.
    #[must_use]
    pub fn game(&self, pair: u32, game: usize) -> Option<GameScore> {
        self.pairs.get(&pair).and_then(|games| games[game].score())
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
        let whole = self.pairs.range(range).filter(|(_, games)| games.iter().all(Place::is_known));
        whole.count() == n_pairs as usize
    }

    /// The games of these pairs, played or lost by default.
    pub fn games(&self, first_pair: u32, n_pairs: u32) -> impl Iterator<Item = GameScore> {
        let range = first_pair..first_pair.saturating_add(n_pairs);
        self.pairs.range(range).flat_map(|(_, games)| games.iter().filter_map(Place::score))
    }

    /// The games of these pairs that were played and count, each with the number of its opening.
    pub fn played(&self, first_pair: u32, n_pairs: u32) -> impl Iterator<Item = (u32, GameScore)> {
        let range = first_pair..first_pair.saturating_add(n_pairs);
        self.pairs.range(range).flat_map(|(pair, games)| {
            let opening = self.opening_of(*pair);
            games.iter().filter_map(move |place| Some((opening, place.counted()?)))
        })
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
