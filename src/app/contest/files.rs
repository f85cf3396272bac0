//! The games of a match in the window, on the disk as they finish: results as JSON lines and as a
//! table, their moves as another, and each game in its game's own format.
//!
//! Knows no match; writes on a thread of its own, so that no game waits for a disk. What cannot be
//! written of one game hinders no other.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use crate::app::outside::Unkept;
use crate::games::{Game, counted};
use crate::hosting::MATCH_GAMES;
use crate::play::GameReport;
use crate::store::{
    CsvFile, FileError, GameFileError, Gone, Places, ResultsFile, make_folder, now_text,
    write_atomically, write_bundle, write_game_file,
};

/// Finished games that may wait for the disk before the match waits, too.
const MAX_WAITING: usize = 1024;

/// The file with what a match is to be ([`crate::play::MatchTerms`]).
pub(super) const TERMS_FILE: &str = "match.toml";

/// What the names of the bundles of failed games begin with.
pub(super) const RESULTS: &str = "results";

/// The folder of one match, and who writes into it.
#[derive(Debug)]
pub(super) struct MatchFiles {
    /// Where the games are.
    pub(super) folder: PathBuf,
    /// Takes finished games from wherever the match is played. The writer ends when it is gone.
    pub(super) reports: SyncSender<GameReport>,
    /// Says in the end what could not be written.
    pub(super) writer: JoinHandle<Unkept>,
}

impl MatchFiles {
    /// Opens the files of a match in this folder, which is made if it is not there; a match that goes on
    /// adds to those that it has. `terms` is the match's own file. `failed` is called with the first
    /// result that cannot be written later, and with the first other file.
    ///
    /// # Errors
    ///
    /// When the folder or a file in it cannot be made.
    pub(super) fn open(
        folder: PathBuf,
        game: &'static dyn Game,
        terms: &str,
        failed: impl FnMut(Failed) + Send + 'static,
    ) -> Result<Self, FileError> {
        make_folder(&folder)?;
        write_atomically(&folder.join(TERMS_FILE), terms.as_bytes())?;
        let results = ResultsFile::open(&folder.join(MATCH_GAMES))?;
        let table = CsvFile::open(&folder.join("results.csv"), &GameReport::columns())?;
        let moves = CsvFile::open(&folder.join("moves.csv"), &GameReport::move_columns())?;
        let (reports, reports_rx) = sync_channel(MAX_WAITING);
        let writer = Writer {
            game,
            folder: folder.clone(),
            results,
            table,
            moves,
            failed,
            unkept: Unkept::default(),
        };
        let writer = thread::spawn(move || writer.write_all(&reports_rx));
        Ok(Self { folder, reports, writer })
    }
}

struct Writer<F> {
    game: &'static dyn Game,
    folder: PathBuf,
    results: ResultsFile,
    table: CsvFile,
    moves: CsvFile,
    failed: F,
    unkept: Unkept,
}

/// What could not be written.
#[derive(Debug)]
pub(super) enum Failed {
    /// The result of a game: without it the game is played again when the match goes on.
    Game(FileError),
    /// Another file of a game.
    File(GameFileError),
}

impl<F: FnMut(Failed)> Writer<F> {
    /// Writes every game that comes; what of them could not be written.
    fn write_all(mut self, reports: &Receiver<GameReport>) -> Unkept {
        let native = self.game.formats().iter().find(|format| format.writes());
        let extension = native.and_then(|format| format.extensions.first());
        for report in reports {
            self.write(report, extension.copied());
        }
        self.unkept
    }

    fn write(&mut self, mut report: GameReport, extension: Option<&str>) {
        let number = report.pairing.number;
        let bundle = report
            .bundle
            .as_deref()
            .map(|text| write_bundle(&self.folder.join(RESULTS), number, text));
        report.bundle_file = bundle.and_then(|written| self.note(written));
        if let Err(error) = self.results.append(&report.result_row(self.game)) {
            self.unkept.games += 1;
            if self.unkept.games == 1 {
                (self.failed)(Failed::Game(error));
            }
            return;
        }
        let written = self.table.append(&report.to_row());
        self.note(written);
        let written = self.moves.append_all(&report.move_rows());
        self.note(written);
        if let Some(extension) = extension.filter(|_| report.counts()) {
            let path = self.folder.join(game_name(number, extension));
            let written = write_game_file(&path, &report.record);
            self.note(written);
        }
    }

    /// Counts what could not be written, and reports the first.
    fn note<T>(&mut self, written: Result<T, impl Into<GameFileError>>) -> Option<T> {
        written
            .map_err(|error| {
                self.unkept.files += 1;
                if self.unkept.files == 1 {
                    (self.failed)(Failed::File(error.into()));
                }
            })
            .ok()
    }
}

/// A folder is one of a match, which can go on.
pub(super) fn has_match(folder: &Path) -> bool {
    folder.join(TERMS_FILE).is_file()
}

/// The folder of a match that begins now, below `matches` in the configuration. `None` where there is no
/// place for it.
pub(super) fn new_folder(places: &Places, game: &'static dyn Game) -> Option<PathBuf> {
    let name = format!("{} {}", now_text(), game.info().name);
    let folder = places.matches_folder()?;
    // Another one may have begun in the same second.
    let names = std::iter::once(name.clone()).chain((2..).map(|n| format!("{name} {n}")));
    names.map(|name| folder.join(name)).find(|place| !place.exists())
}

fn game_name(number: u32, extension: &str) -> String {
    format!("game-{number:04}.{extension}")
}

/// In words, what of a match in this folder is to be found there.
pub(super) fn place_text(folder: &Path, unkept: Unkept) -> String {
    let place = folder.display();
    match unkept {
        _ if !folder.is_dir() => format!(" The folder of its games is no longer at {place}."),
        Unkept { games: 0, files: 0 } => format!(" Its games are in {place}."),
        Unkept { games: 0, files: 1 } => {
            format!(" Its games are in {place}, but one file could not be written.")
        }
        Unkept { games: 0, files } => {
            format!(" Its games are in {place}, but {files} times a file could not be written.")
        }
        Unkept { games, .. } => format!(
            " Its games are in {place}, without {} that could not be written.",
            counted(games as usize, "game")
        ),
    }
}

/// What is said of the first game that could not be kept in this folder: what happened, what becomes of
/// the games, and what to do.
pub(super) fn trouble_text(folder: &Path, error: &FileError) -> String {
    let place = folder.display();
    let (kept, when) = match (error.gone(), folder.is_dir()) {
        (Some(Gone::Moved(now)), _) => {
            let now = now.as_deref().and_then(Path::parent);
            let now = now.map(|now| format!(": {}", now.display())).unwrap_or_default();
            (format!("All games are kept in the folder as it is named now{now}"), "from there")
        }
        (Some(Gone::Replaced { .. }), _) => (
            "The games before it are in that file".to_owned(),
            "when that file has the name of the other",
        ),
        (Some(Gone::Removed) | None, true) => (
            format!("The games before it are kept in {place}"),
            "when there is room and the files can be written",
        ),
        (Some(Gone::Removed) | None, false) => {
            (format!("The folder {place} is gone, and with it the games"), "when it is back")
        }
    };
    format!(
        "A game could not be kept: {error}. The running games are the last; no engine is charged. \
         {kept}. \u{201c}Go on\u{201d} plays what is missing {when}."
    )
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::games;
    use crate::play::GameReport;

    #[test]
    fn what_cannot_be_written_of_one_game_hinders_no_other_and_is_told_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("match");
        let game = games::find("othello").unwrap();
        let told: Arc<Mutex<Vec<String>>> = Arc::default();
        let telling = Arc::clone(&told);
        let failed = move |failed: Failed| match failed {
            Failed::File(error) => telling.lock().unwrap().push(error.to_string()),
            Failed::Game(error) => panic!("{error}"),
        };
        let files = MatchFiles::open(folder.clone(), game, "", failed).unwrap();
        // Where the first two games should be there are folders already.
        let extension = game.formats().iter().find(|f| f.writes()).unwrap().extensions[0];
        for number in [1, 2] {
            fs::create_dir_all(folder.join(game_name(number, extension)).join("taken")).unwrap();
        }
        for number in 1..=3 {
            files.reports.send(GameReport::example(number)).unwrap();
        }
        drop(files.reports);
        assert_eq!(files.writer.join().unwrap(), Unkept { games: 0, files: 2 });
        let told = told.lock().unwrap();
        assert!(told.len() == 1 && told[0].contains("game-0001"), "{told:?}");
        for name in ["results.jsonl", "results.csv"] {
            let text = fs::read_to_string(folder.join(name)).unwrap();
            let head = usize::from(name.ends_with("csv"));
            assert_eq!(text.lines().count(), 3 + head, "{text}");
        }
        assert!(folder.join(game_name(3, extension)).is_file());
    }
}
