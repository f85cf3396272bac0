//! The report of a tournament or match: counted from the games of its folder, and written there as a page.
//!
//! Plays nothing and shows nothing. The command line and the window write the same page.

mod charts;
mod grid;
mod page;
mod times;

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::also::{self, AlsoWritten};
use super::games::{LateGames, changed_keys, each_game, each_match_game};
use crate::games::Game;
use crate::play::tournament::{Course, Digest, Format, GameRow, Past, Plan, Tournament};
use crate::play::{MatchConfig, ResultRow, TimeControl};
use crate::store::{FileError, TournamentFolder, write_report};

/// The file in the folder of a match that has a line for each of its games.
pub const MATCH_GAMES: &str = "results.jsonl";

/// A tournament or match of which there can be a report, also while it is played.
#[derive(Clone, Debug)]
pub struct Reported {
    /// Its name.
    name: String,
    /// What was played, in a line.
    heading: String,
    game: &'static dyn Game,
    /// The names and time controls of the players.
    players: Vec<(String, TimeControl)>,
    counts_points: bool,
    /// How many games are wanted; `None` where their number depends on results.
    n_games: Option<u32>,
    /// Nothing was played yet.
    beginning: Past,
    kept: Kept,
}

/// How the games of a folder are kept.
#[derive(Clone, Copy, Debug)]
enum Kept {
    /// As those of a tournament.
    Tournament,
    /// In [`MATCH_GAMES`].
    Match,
}

impl Reported {
    /// A tournament with its openings.
    #[must_use]
    pub fn of_tournament(tournament: &Tournament) -> Self {
        let players = tournament.players.iter();
        Self {
            name: tournament.file.name.clone(),
            heading: tournament.heading(),
            game: tournament.file.game,
            players: players.map(|player| (player.spec.name.clone(), player.time)).collect(),
            counts_points: tournament.counts_points(),
            n_games: None,
            beginning: tournament.beginning(),
            kept: Kept::Tournament,
        }
    }

    /// A match, whose games are in [`MATCH_GAMES`] of its folder.
    #[must_use]
    pub fn of_match(config: &MatchConfig) -> Self {
        let names = config.names();
        let plan = Plan { format: Format::Match, players: 2, pairs: config.games.div_ceil(2) };
        let counts_points = config.counts_points();
        Self {
            name: format!("{} against {}", names[0], names[1]),
            heading: config.heading(),
            game: config.game,
            beginning: Past::new(Course::new(plan), &names, counts_points),
            players: names.into_iter().zip(config.time).collect(),
            counts_points,
            n_games: Some(config.n_games()),
            kept: Kept::Match,
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// Counts the games that this folder has so far. They may still be played by this program or
    /// another one.
    ///
    /// # Errors
    ///
    /// When the games cannot be read, or are not those of this tournament or match.
    pub fn digest(&self, folder: &Path) -> Result<Digest, FileError> {
        let digest = self.digest_until(folder, None)?;
        match digest.past.course.last_pair() {
            // A test has its verdict: games of later pairs were counted that do not count.
            Some(last) => self.digest_until(folder, Some(last)),
            None => Ok(digest),
        }
    }

    /// The same without the games of pairs after this one.
    fn digest_until(&self, folder: &Path, last_pair: Option<u32>) -> Result<Digest, FileError> {
        let changed = match self.kept {
            Kept::Tournament => {
                let folder = TournamentFolder::look_at(folder)?;
                changed_keys(&folder, &folder.file_text()?)?
            }
            Kept::Match => Vec::new(),
        };
        let beginning = self.beginning.clone().with_changed(changed);
        let mut digest = Digest::new(beginning, self.game).until(last_pair);
        self.each_game(folder, |row: ResultRow| digest.add(&row))?;
        Ok(digest)
    }

    /// Reads the games of this folder one after another.
    fn each_game<T: GameRow + DeserializeOwned>(
        &self,
        folder: &Path,
        take: impl FnMut(T) -> Result<(), String>,
    ) -> Result<(), FileError> {
        match self.kept {
            Kept::Tournament => {
                let folder = TournamentFolder::look_at(folder)?;
                each_game(&folder, self.beginning.course.plan(), LateGames::Count, take)
            }
            Kept::Match => each_match_game(&folder.join(MATCH_GAMES), LateGames::Count, take),
        }
    }

    /// Writes the report into this folder; the file. Where the games have a second format, which most other
    /// programs read, they are written in it, too.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&self, digest: &Digest, folder: &Path) -> Result<PathBuf, FileError> {
        let also = self.write_also(folder)?;
        write_report(folder, &page::page(self, digest, also.as_ref()))
    }

    /// Writes the games of this folder in their second format, where they have one.
    ///
    /// # Errors
    ///
    /// When they cannot be read or written.
    pub fn write_second_format(&self, folder: &Path) -> Result<(), FileError> {
        self.write_also(folder).map(drop)
    }

    fn write_also(&self, folder: &Path) -> Result<Option<AlsoWritten>, FileError> {
        also::write(self.game, folder, |take| self.each_game(folder, take))
    }
}
