//! The folder of a tournament: its file, a line for each finished game, and the games themselves.
//!
//! Does not know what the lines mean, nor who meets whom.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use serde::de::DeserializeOwned;

use super::results::{bytes_behind, each_result, refused_result};
use super::{FileError, Fingerprints, ResultsFile, make_folder, read_text, write_atomically};
use crate::date;

/// The folder of a tournament; no other program plays it while this value lives.
#[derive(Debug)]
pub struct TournamentFolder {
    path: PathBuf,
    /// The lock; without one if the file system has no locks.
    _lock: Option<File>,
}

/// The share of a tournament that a folder has.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct KeptShare {
    /// Which one, as it was written.
    pub share: String,
    /// When it began; folders of earlier versions do not say.
    pub begun: Option<SystemTime>,
}

/// The file as it is played.
const FILE: &str = "tournament.toml";
/// The file as its games were played last.
const PLAYED: &str = "played.toml";
/// What the copy of the file of openings is called, before its ending.
const OPENINGS: &str = "openings";
/// The report for browsers.
const REPORT: &str = "report.html";
/// Which share of the tournament the folder has; without it the whole.
const SHARE: &str = "shard";
/// The keys of the fingerprints in its rows.
const KEYS: &str = "fingerprints.key";
/// A line for each finished game.
const GAMES: &str = "games.jsonl";
/// What the games as texts are called, before the ending of their format.
const TEXTS: &str = "games";

/// How long a program that was killed may hold its lock.
const DYING: Duration = Duration::from_secs(1);

impl TournamentFolder {
    /// Makes the folder of a tournament with this file, or of a share of it.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or has games already.
    pub fn create(path: &Path, file: &str, share: Option<&str>) -> Result<Self, FileError> {
        make_folder(path)?;
        let folder = Self::locked(path)?;
        check_rows(path, "begin a tournament in")?;
        if Self::has_games(path) {
            let reason = "it has the games of a tournament; --resume continues it, and --out names \
                          another folder";
            return Err(FileError::new("begin a tournament in", path)(io::Error::other(reason)));
        }
        // Before the file, so that a share is never taken for the whole.
        let share_path = path.join(SHARE);
        match share {
            Some(share) => {
                let begun = date::rfc3339(SystemTime::now());
                write_atomically(&share_path, format!("{share}\n{begun}\n").as_bytes())?;
            }
            None if share_path.exists() => {
                fs::remove_file(&share_path).map_err(FileError::new("remove", &share_path))?;
            }
            None => {}
        }
        write_atomically(&path.join(FILE), file.as_bytes())?;
        folder.note_played(file)?;
        Ok(folder)
    }

    /// A tournament was begun in this folder, and has finished games.
    #[must_use]
    pub fn has_games(path: &Path) -> bool {
        fs::metadata(path.join(GAMES)).is_ok_and(|found| found.len() > 0)
    }

    /// The folder of a tournament that was begun, to be read only; another program may play it.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn look_at(path: &Path) -> Result<Self, FileError> {
        check_begun(path, "look at the tournament in")?;
        Ok(Self { path: path.to_owned(), _lock: None })
    }

    /// Opens the folder of a tournament that was begun.
    ///
    /// # Errors
    ///
    /// When there is none, or another program plays it.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        check_begun(path, "resume a tournament in")?;
        Self::locked(path)
    }

    fn locked(path: &Path) -> Result<Self, FileError> {
        let lock = File::open(path).map_err(FileError::new("open", path))?;
        // A program that was killed a moment ago may not be quite gone.
        let until = Instant::now() + DYING;
        let lock = loop {
            match lock.try_lock() {
                Ok(()) => break Some(lock),
                Err(TryLockError::WouldBlock) if Instant::now() < until => {
                    thread::park_timeout(DYING / 50);
                }
                Err(TryLockError::WouldBlock) => {
                    let reason = io::Error::other("another program plays this tournament now");
                    return Err(FileError::new("use", path)(reason));
                }
                // The file system has no locks.
                Err(TryLockError::Error(_)) => break None,
            }
        };
        Ok(Self { path: path.to_owned(), _lock: lock })
    }

    /// Which share of the tournament it has; `None` if it has the whole.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn share(&self) -> Result<Option<KeptShare>, FileError> {
        let path = self.path.join(SHARE);
        if !path.exists() {
            return Ok(None);
        }
        let text = read_text(&path)?;
        let mut lines = text.lines().map(str::trim);
        let share = lines.next().unwrap_or_default().to_owned();
        Ok(Some(KeptShare { share, begun: lines.next().and_then(date::of_rfc3339) }))
    }

    /// Fingerprints by the keys of this folder; one that has no key yet gets this one, if `is_kept`.
    ///
    /// # Errors
    ///
    /// When the keys cannot be read or written.
    pub fn fingerprints(
        &self,
        is_kept: bool,
        key: impl FnOnce() -> String,
    ) -> Result<Fingerprints, FileError> {
        if let Some(known) = self.known_fingerprints()? {
            return Ok(known);
        }
        let made = Fingerprints::of_key(key());
        if is_kept {
            write_atomically(&self.path.join(KEYS), made.to_text().as_bytes())?;
        }
        Ok(made)
    }

    /// Fingerprints by the keys of this folder, if it has any.
    fn known_fingerprints(&self) -> Result<Option<Fingerprints>, FileError> {
        let path = self.path.join(KEYS);
        if path.exists() { Ok(Fingerprints::read(&read_text(&path)?)) } else { Ok(None) }
    }

    /// Adds the finished games of another folder to this one, with the keys of their fingerprints; a torn
    /// last line is left out.
    ///
    /// # Errors
    ///
    /// When they cannot be read or written.
    pub fn add_games_of(&self, other: &Self) -> Result<(), FileError> {
        let from = other.results_path();
        if !from.exists() {
            return Ok(());
        }
        if let Some(theirs) = other.known_fingerprints()? {
            let all = match self.known_fingerprints()? {
                Some(own) => own.with_keys_of(theirs),
                None => theirs,
            };
            write_atomically(&self.path.join(KEYS), all.to_text().as_bytes())?;
        }
        let bytes = fs::read(&from).map_err(FileError::new("read", &from))?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let path = self.results_path();
        let file = OpenOptions::new().append(true).create(true).open(&path);
        let mut file = file.map_err(FileError::new("write", &path))?;
        let written = file.write_all(&bytes[..whole]).and_then(|()| file.sync_all());
        written.map_err(FileError::new("write", &path))
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of the file as it is played.
    #[must_use]
    pub fn file_path(&self) -> PathBuf {
        self.path.join(FILE)
    }

    /// Where the copy of a file of openings is, by the name of that file.
    #[must_use]
    pub fn openings_path(&self, named: &str) -> PathBuf {
        let copy = self.path.join(OPENINGS);
        match Path::new(named).extension() {
            Some(extension) => copy.with_extension(extension),
            None => copy,
        }
    }

    /// Copies a file of openings into the folder.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written.
    pub fn keep_openings(&self, from: &Path) -> Result<(), FileError> {
        let bytes = fs::read(from).map_err(FileError::new("read", from))?;
        write_atomically(&self.openings_path(&from.to_string_lossy()), &bytes)
    }

    /// How many bytes stand behind its last whole game: one that is being written, or was torn.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    pub fn bytes_behind_games(&self) -> Result<u64, FileError> {
        let path = self.results_path();
        if path.exists() { bytes_behind(&path) } else { Ok(0) }
    }

    fn results_path(&self) -> PathBuf {
        self.path.join(GAMES)
    }

    /// The file as it is played.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn file_text(&self) -> Result<String, FileError> {
        read_text(&self.file_path())
    }

    /// The file as the games of the folder were played last; `None` where an earlier version has played
    /// them.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn played_text(&self) -> Result<Option<String>, FileError> {
        let path = self.path.join(PLAYED);
        if path.exists() { read_text(&path).map(Some) } else { Ok(None) }
    }

    /// Games are played by this file from now on.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn note_played(&self, file: &str) -> Result<(), FileError> {
        write_atomically(&self.path.join(PLAYED), file.as_bytes())
    }

    /// Replaces the file.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_file(&self, text: &str) -> Result<(), FileError> {
        write_atomically(&self.file_path(), text.as_bytes())
    }

    /// The finished games, to append to; see [`ResultsFile::open`].
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, or holds something else.
    pub fn results(&self) -> Result<ResultsFile, FileError> {
        ResultsFile::open(&self.results_path())
    }

    /// Reads the finished games one after another; a torn last line is left out.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, a line is something else, or `take` refuses it; the error
    /// names the line.
    pub fn each_game<T: DeserializeOwned>(
        &self,
        take: impl FnMut(T) -> Result<(), String>,
    ) -> Result<(), FileError> {
        let path = self.results_path();
        if path.exists() { each_result(&path, take) } else { Ok(()) }
    }

    /// An error about the finished games, for a reason that is a sentence.
    #[must_use]
    pub fn refused_game(&self, why: &str) -> FileError {
        refused_result(&self.results_path(), why)
    }

    /// An empty file for the games as texts in a format with this file name extension. What is in
    /// it can always be written again from the finished games.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn texts(&self, extension: &str) -> Result<GameTexts, FileError> {
        GameTexts::create(&self.path, extension)
    }
}

/// A tournament was begun in this folder; otherwise what could not be done there, and why.
fn check_begun(path: &Path, tried: &'static str) -> Result<(), FileError> {
    let reason = match (path.join(FILE).is_file(), path.is_dir(), path.exists()) {
        (true, ..) => return check_rows(path, tried),
        (_, true, _) => format!("it has no {FILE}"),
        (_, _, true) => "it is no folder".to_owned(),
        (_, _, false) => "there is no such folder".to_owned(),
    };
    Err(FileError::new(tried, path)(io::Error::other(reason)))
}

/// Games whose texts are in the folder have their results there, too; otherwise what could not be done,
/// and why: they would be played again, and their texts lost.
fn check_rows(path: &Path, tried: &'static str) -> Result<(), FileError> {
    if path.join(GAMES).exists() {
        return Ok(());
    }
    let is_texts = |name: &str| name.strip_prefix(TEXTS).is_some_and(|rest| rest.starts_with('.'));
    let entries = fs::read_dir(path).map_err(FileError::new(tried, path))?;
    let mut names = entries.filter_map(|entry| {
        let entry = entry.ok()?;
        let is_filled = entry.metadata().is_ok_and(|found| found.is_file() && found.len() > 0);
        entry.file_name().into_string().ok().filter(|name| is_filled && is_texts(name))
    });
    let Some(texts) = names.next() else { return Ok(()) };
    let reason = format!(
        "it has {texts}, but not {GAMES}, which says how those games ended; put {GAMES} back, or remove \
         {texts} to play all games again"
    );
    Err(FileError::new(tried, path)(io::Error::other(reason)))
}

/// Writes the report of a tournament or match into its folder, a page for browsers; the file.
///
/// # Errors
///
/// When it cannot be written.
pub fn write_report(folder: &Path, page: &str) -> Result<PathBuf, FileError> {
    let path = folder.join(REPORT);
    write_atomically(&path, page.as_bytes())?;
    Ok(path)
}

/// A file of games as texts, one after another.
#[derive(Debug)]
pub struct GameTexts {
    file: File,
    path: PathBuf,
}

impl GameTexts {
    /// An empty file `games` of this format in a folder, in place of one that is there.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn create(folder: &Path, extension: &str) -> Result<Self, FileError> {
        let path = folder.join(format!("{TEXTS}.{extension}"));
        let file = OpenOptions::new().write(true).create(true).truncate(true).open(&path);
        Ok(Self { file: file.map_err(FileError::new("write", &path))?, path })
    }

    /// Appends a game and an empty line.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn append(&mut self, text: &str) -> Result<(), FileError> {
        let text = format!("{}\n\n", text.trim_end());
        self.file.write_all(text.as_bytes()).map_err(FileError::new("write", &self.path))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_tournament_is_begun_once_and_played_by_one_program_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("cup");
        let said = |found: Result<TournamentFolder, FileError>| found.unwrap_err().to_string();
        assert!(said(TournamentFolder::open(dir.path())).contains("it has no tournament.toml"));
        for open in [TournamentFolder::open, TournamentFolder::look_at] {
            assert!(said(open(&path)).contains("there is no such folder"));
            let file = dir.path().join("file");
            fs::write(&file, "").unwrap();
            assert!(said(open(&file)).contains("it is no folder"));
        }
        let folder = TournamentFolder::create(&path, "seed = 1", None).unwrap();
        assert!(said(TournamentFolder::open(&path)).contains("another program plays"));
        folder.results().unwrap().append(&json!({ "number": 1 })).unwrap();
        drop(folder);
        assert!(
            said(TournamentFolder::create(&path, "seed = 2", None))
                .contains("--resume continues it")
        );
        let folder = TournamentFolder::open(&path).unwrap();
        assert_eq!(folder.file_text().unwrap(), "seed = 1");
        folder.write_file("seed = 3").unwrap();
        assert_eq!(folder.played_text().unwrap().as_deref(), Some("seed = 1"));
        folder.note_played("seed = 3").unwrap();
        assert_eq!(folder.played_text().unwrap().as_deref(), Some("seed = 3"));
        let mut games = Vec::new();
        let keep = |game: Value| {
            games.push(game);
            Ok(())
        };
        folder.each_game(keep).unwrap();
        assert_eq!(games, [json!({ "number": 1 })]);
        let refused = folder.each_game(|_: Value| Err("no such game".to_owned())).unwrap_err();
        assert!(refused.to_string().contains("line 1: no such game"), "{refused}");
    }

    #[test]
    fn a_tournament_whose_results_were_removed_is_not_played_again_unasked() {
        let dir = tempfile::tempdir().unwrap();
        drop(TournamentFolder::create(dir.path(), "", None).unwrap());
        fs::write(dir.path().join("games.pdn"), "").unwrap();
        assert!(TournamentFolder::open(dir.path()).is_ok());
        fs::write(dir.path().join("games.pdn"), "1. 32-28 *").unwrap();
        let create = |path: &Path| TournamentFolder::create(path, "", None);
        for open in [TournamentFolder::open, TournamentFolder::look_at, create] {
            let said = open(dir.path()).unwrap_err().to_string();
            assert!(said.contains("it has games.pdn, but not games.jsonl"), "{said}");
        }
        fs::write(dir.path().join(GAMES), "").unwrap();
        assert!(TournamentFolder::open(dir.path()).is_ok());
    }

    #[test]
    fn whole_lines_of_shares_are_joined() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let whole = TournamentFolder::create(&path("whole"), "", None).unwrap();
        assert_eq!(whole.share().unwrap(), None);
        for number in 1..=2 {
            let share = format!("{number}/2");
            let folder =
                TournamentFolder::create(&path(&share.replace('/', "-")), "", Some(&share));
            let folder = folder.unwrap();
            let kept = folder.share().unwrap().unwrap();
            assert!(kept.share == share && kept.begun.is_some(), "{kept:?}");
            folder.results().unwrap().append(&json!({ "number": number })).unwrap();
            let file = OpenOptions::new().append(true).open(folder.results_path());
            file.unwrap().write_all(b"{\"number\":").unwrap();
            whole.add_games_of(&folder).unwrap();
        }
        let mut games = Vec::new();
        let keep = |game: Value| {
            games.push(game);
            Ok(())
        };
        whole.each_game(keep).unwrap();
        assert_eq!(games, [json!({ "number": 1 }), json!({ "number": 2 })]);
    }

    #[test]
    fn texts_are_written_from_the_beginning_each_time() {
        let dir = tempfile::tempdir().unwrap();
        let folder = TournamentFolder::create(dir.path(), "", None).unwrap();
        for text in ["one", "two\n"] {
            let mut texts = folder.texts("pdn").unwrap();
            texts.append(text).unwrap();
            texts.append("last").unwrap();
        }
        assert_eq!(read_text(&dir.path().join("games.pdn")).unwrap(), "two\n\nlast\n\n");
    }
}
