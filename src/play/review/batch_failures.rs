//! What engines of a batch have not reviewed, and why.
//!
//! Decides nothing: it keeps what [`super::BatchEvent`] says, in words for people.

use std::collections::BTreeMap;

/// The failures of a batch. Games and engines are named by their places in [`super::ReviewBatch`].
#[derive(Clone, Debug, Default)]
pub struct BatchFailures {
    games: BTreeMap<(usize, usize), String>,
    lost: BTreeMap<usize, String>,
}

impl BatchFailures {
    /// This engine has not reviewed this game, or not all of it ([`super::BatchEvent::Failed`]).
    pub fn note_game(&mut self, game: usize, engine: usize, why: String) {
        self.games.insert((game, engine), why);
    }

    /// This engine could not be used at all ([`super::BatchEvent::Lost`]).
    pub fn note_lost(&mut self, engine: usize, why: String) {
        self.lost.insert(engine, why);
    }

    /// This engine could not be used at all.
    #[must_use]
    pub fn is_lost(&self, engine: usize) -> bool {
        self.lost.contains_key(&engine)
    }

    /// Why this engine has not reviewed this game, or not all of it.
    #[must_use]
    pub fn of(&self, game: usize, engine: usize) -> Option<&str> {
        self.lost.get(&engine).or_else(|| self.games.get(&(game, engine))).map(String::as_str)
    }

    /// The engines that have not reviewed this game, or not all of it, each with why; without those that
    /// could not be used at all.
    pub fn of_game(&self, game: usize) -> impl Iterator<Item = (usize, &str)> {
        let of_game = self.games.range((game, 0)..=(game, usize::MAX));
        of_game.map(|((_, engine), why)| (*engine, why.as_str()))
    }

    /// The engines that could not be used at all, each with why.
    pub fn lost(&self) -> impl ExactSizeIterator<Item = (usize, &str)> {
        self.lost.iter().map(|(engine, why)| (*engine, why.as_str()))
    }

    /// The number of games of which an engine has not reviewed all.
    #[must_use]
    pub fn n_games(&self) -> usize {
        let mut games: Vec<usize> = self.games.keys().map(|(game, _)| *game).collect();
        games.dedup();
        games.len()
    }
}
