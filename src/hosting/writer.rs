//! Stores the games of a tournament in its folder.
//!
//! Prints nothing and counts nothing.

use std::collections::HashSet;
use std::path::PathBuf;

use super::games::{LateGames, changed_keys, each_game};
use crate::games::Game;
use crate::play::tournament::{KeptGame, Past, Tournament};
use crate::play::{GameReport, ResultRow};
use crate::store::{FileError, GameTexts, ResultsFile, TournamentFolder, write_bundle};

/// What the names of the bundles of failed games begin with.
pub const BUNDLES: &str = "tournament";

/// Appends finished games to the files of a tournament's folder.
#[derive(Debug)]
pub struct TournamentWriter {
    /// The name of the tournament.
    name: String,
    /// Where it is played, if that is known.
    site: Option<String>,
    game: &'static dyn Game,
    n_players: usize,
    results: ResultsFile,
    /// The games in their own format.
    texts: Option<GameTexts>,
    /// What the names of bundles begin with.
    bundles: PathBuf,
}

impl TournamentWriter {
    /// Opens the files of a tournament in this folder.
    ///
    /// # Errors
    ///
    /// When they cannot be written, or hold something else.
    pub fn open(tournament: &Tournament, folder: &TournamentFolder) -> Result<Self, FileError> {
        let game = tournament.file.game;
        let results = folder.results()?;
        let format = game.formats().iter().find(|format| format.writes());
        let extension = format.and_then(|format| format.extensions.first());
        Ok(Self {
            name: tournament.file.name.clone(),
            site: tournament.file.site.clone(),
            game,
            n_players: tournament.players.len(),
            results,
            texts: extension.map(|extension| folder.texts(extension)).transpose()?,
            bundles: folder.path().join(BUNDLES),
        })
    }

    /// What was cut off the end of the results because it was no whole line; `None` if nothing was.
    #[must_use]
    pub fn cut(&self) -> Option<&str> {
        self.results.cut()
    }

    /// What was played of the tournament before; the texts of its games are written again, also of those
    /// that ended too late to count (after the pair that has decided a test). With
    /// [`LateGames::Replay`] games that were lost late are not among them. `text` is the tournament's file.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or written, or a game is not one of this tournament.
    pub fn past(
        &mut self,
        tournament: &Tournament,
        folder: &TournamentFolder,
        text: &str,
        late: LateGames,
    ) -> Result<Past, FileError> {
        let mut past = tournament.beginning().with_changed(changed_keys(folder, text)?);
        let mut unwritten: Option<FileError> = None;
        let mut written = HashSet::new();
        each_game(folder, &tournament.plan, late, |kept: KeptGame| {
            past.add(&kept)?;
            if kept.outcome().is_some()
                && written.insert(kept.number)
                && unwritten.is_none()
                && let Err(error) = self.keep_text(kept.text.as_deref())
            {
                unwritten = Some(error);
            }
            Ok(())
        })?;
        unwritten.map_or(Ok(past), Err)
    }

    /// The row of a game of this round (from 0), whose record gets the headers of the tournament.
    #[must_use]
    pub fn row(&self, report: &mut GameReport, round: usize) -> ResultRow {
        let tags = &mut report.record.tags.other;
        tags.insert("Event".to_owned(), self.name.clone());
        tags.insert("Round".to_owned(), format!("{}.{}", round + 1, report.pairing.number));
        if let Some(site) = &self.site {
            report.record.tags.place.clone_from(site);
        }
        ResultRow { players: Some(self.n_players), ..report.result_row(self.game) }
    }

    /// Stores a game with its row. When this returns, its line is on the disk, and report and row name
    /// the file of its failure if it has one.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn store(&mut self, report: &mut GameReport, row: &mut ResultRow) -> Result<(), FileError> {
        if let Some(text) = &report.bundle {
            let path = write_bundle(&self.bundles, report.pairing.number, text)?;
            row.bundle = Some(path.display().to_string());
            report.bundle_file = Some(path);
        }
        self.results.append(row)?;
        match report.counts() {
            true => self.keep_text(row.text.as_deref()),
            false => Ok(()),
        }
    }

    fn keep_text(&mut self, text: Option<&str>) -> Result<(), FileError> {
        match (&mut self.texts, text) {
            (Some(texts), Some(text)) => texts.append(text),
            _ => Ok(()),
        }
    }
}
