//! The games of a match in the window, on the disk as they finish: results as JSON lines and as a
//! table, and each game in its game's own format.
//!
//! Knows no match; writes on a thread of its own, so that no game waits for a disk.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::games::Game;
use crate::play::GameReport;
use crate::store::{
    CsvFile, FileError, GameFileError, Places, ResultsFile, make_folder, now_text, write_bundle,
    write_game_file,
};

/// Finished games that may wait for the disk before the match waits, too.
const MAX_WAITING: usize = 1024;

/// What the names of the bundles of failed games begin with.
pub(super) const RESULTS: &str = "results";

/// The folder of one match.
#[derive(Debug)]
pub(super) struct MatchFiles {
    folder: PathBuf,
    reports: SyncSender<GameReport>,
    failure: Arc<Mutex<Option<String>>>,
}

impl MatchFiles {
    /// Makes a folder for a match that begins now, below `matches` in the configuration. `None`
    /// where there is no place for it.
    ///
    /// # Errors
    ///
    /// When the folder or a file in it cannot be made.
    pub(super) fn open(
        places: &Places,
        game: &'static dyn Game,
    ) -> Option<Result<Self, FileError>> {
        let name = format!("{} {}", now_text(), game.info().name);
        Some(Self::in_folder(places.matches_folder()?.join(name), game))
    }

    fn in_folder(folder: PathBuf, game: &'static dyn Game) -> Result<Self, FileError> {
        make_folder(&folder)?;
        let results = ResultsFile::open(&folder.join("results.jsonl"))?;
        let table = CsvFile::open(&folder.join("results.csv"), &GameReport::COLUMNS)?;
        let (reports, reports_rx) = sync_channel(MAX_WAITING);
        let failure: Arc<Mutex<Option<String>>> = Arc::default();
        let writer = Writer { game, folder: folder.clone(), results, table };
        let told = Arc::clone(&failure);
        thread::spawn(move || {
            if let Err(error) = writer.write_all(&reports_rx) {
                *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
            }
        });
        Ok(Self { folder, reports, failure })
    }

    /// Where the games are.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Why no more games are written, once that is so.
    pub(super) fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Hands finished games over from wherever the match is played.
    pub(super) fn sender(&self) -> SyncSender<GameReport> {
        self.reports.clone()
    }
}

struct Writer {
    game: &'static dyn Game,
    folder: PathBuf,
    results: ResultsFile,
    table: CsvFile,
}

impl Writer {
    fn write_all(mut self, reports: &Receiver<GameReport>) -> Result<(), GameFileError> {
        let native = self.game.formats().iter().find(|format| format.writes);
        let extension = native.and_then(|format| format.extensions.first());
        for mut report in reports {
            report.bundle_file = report
                .bundle
                .as_deref()
                .map(|text| write_bundle(&self.folder.join(RESULTS), report.pairing.number, text))
                .transpose()?;
            self.results.append(&report.to_json(self.game))?;
            self.table.append(&report.to_row())?;
            if let Some(extension) = extension.filter(|_| report.counts()) {
                let name = format!("game-{:04}.{extension}", report.pairing.number);
                write_game_file(&self.folder.join(name), &report.record)?;
            }
        }
        Ok(())
    }
}
