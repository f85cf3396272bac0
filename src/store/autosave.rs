//! The game being played, kept on disk so that a crash or a power cut does not lose it.
//!
//! Knows no rules: the game is a text in its native format. Written by a thread of its own, so that
//! no move waits for a disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde::{Deserialize, Serialize};

use super::FileError;
use super::atomic::write_atomically;

/// The version that is written; files of newer versions are left alone.
const VERSION: u32 = 1;

/// A game as it was when it was last changed.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct SavedGame {
    /// Version of this form.
    pub version: u32,
    /// The game's short name.
    pub game: String,
    /// Name of the format of `text`.
    pub format: String,
    /// The game in that format.
    pub text: String,
    /// Who sat at the sides, first side first.
    pub seats: [SavedSeat; 2],
    /// What each side was given, as time controls are written.
    pub controls: [String; 2],
    /// Engines that can think on the other's time do so.
    #[serde(default)]
    pub ponder: bool,
    /// The game move by move, for what its format cannot hold: a turn in its middle, terms.
    #[serde(default)]
    pub line: Option<SavedLine>,
    /// Where the dice come from; `None` in games without dice and before the first roll.
    #[serde(default)]
    pub dice: Option<SavedDice>,
    /// Cells clicked for a move in the making.
    #[serde(default)]
    pub chosen: Vec<String>,
}

/// A start and the moves from there, in canonical text.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct SavedLine {
    /// Name of the variant.
    pub variant: Option<String>,
    /// The position at the start; `None` for the normal one.
    pub position: Option<String>,
    /// The moves of the main line, dice among them.
    pub moves: Vec<String>,
}

/// Where the dice of a game come from. The file is the player's own: a seed in it is no secret from
/// anybody else.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SavedDice {
    /// From this seed.
    Seed(String),
    /// From this list.
    List(String),
    /// Entered by a person.
    Hand,
}

/// Who sat at a side.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SavedSeat {
    /// A person of this name.
    Human(String),
    /// An engine of the list, and what was chosen for it.
    Engine(String, Vec<(String, String)>),
}

impl SavedGame {
    /// A game in the current version of this form.
    #[must_use]
    pub fn new(
        game: &str,
        format: &str,
        text: String,
        seats: [SavedSeat; 2],
        controls: [String; 2],
    ) -> Self {
        let (game, format) = (game.to_owned(), format.to_owned());
        Self {
            version: VERSION,
            game,
            format,
            text,
            seats,
            controls,
            ponder: false,
            line: None,
            dice: None,
            chosen: Vec::new(),
        }
    }

    /// Reads the game that was being played when the program ended; `None` when none was, or when
    /// a newer program wrote it.
    ///
    /// # Errors
    ///
    /// When the file is there but cannot be read, or is damaged. It is left where it is.
    pub fn read(path: &Path) -> Result<Option<Self>, FileError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(FileError::new("read", path)(error)),
        };
        let saved: Self = serde_json::from_str(&text)
            .map_err(io::Error::other)
            .map_err(FileError::new("read", path))?;
        Ok(Some(saved).filter(|saved| saved.version == VERSION))
    }
}

/// What the file is to hold: a game, or nothing once it is over.
type Wish = Option<SavedGame>;

/// Keeps a file up to date with the game being played. The newest state wins; states in between
/// may never be written. Dropping it writes the last one.
#[derive(Debug)]
pub struct Autosave {
    wish: Arc<Mutex<Option<Wish>>>,
    wake: Option<SyncSender<()>>,
    writer: Option<thread::JoinHandle<()>>,
}

impl Autosave {
    /// Keeps the game in `path`. `failed` is told once when that does not work.
    pub fn start(path: PathBuf, failed: impl FnOnce(FileError) + Send + 'static) -> Self {
        let wish: Arc<Mutex<Option<Wish>>> = Arc::default();
        let (wake, woken) = sync_channel::<()>(1);
        let shared = Arc::clone(&wish);
        let writer = thread::spawn(move || {
            let mut failed = Some(failed);
            while woken.recv().is_ok() {
                let wish = shared.lock().unwrap_or_else(PoisonError::into_inner).take();
                let Some(Err(error)) = wish.map(|wish| fulfil(&path, wish.as_ref())) else {
                    continue;
                };
                if let Some(failed) = failed.take() {
                    failed(error);
                }
            }
        });
        Self { wish, wake: Some(wake), writer: Some(writer) }
    }

    /// The game is now so; `None` when there is nothing to lose. Never waits.
    pub fn put(&self, game: Option<SavedGame>) {
        *self.wish.lock().unwrap_or_else(PoisonError::into_inner) = Some(game);
        let Some(wake) = &self.wake else { return };
        match wake.try_send(()) {
            // When it is full the writer is about to look anyway.
            Ok(()) | Err(TrySendError::Full(()) | TrySendError::Disconnected(())) => {}
        }
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        self.wake = None;
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has said so already.
            let _ended = writer.join();
        }
    }
}

fn fulfil(path: &Path, game: Option<&SavedGame>) -> Result<(), FileError> {
    let Some(game) = game else {
        return match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(FileError::new("remove", path)(error))
            }
            Ok(()) | Err(_) => Ok(()),
        };
    };
    let text = serde_json::to_string(game).expect("plain texts can always be written as JSON");
    write_atomically(path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> SavedGame {
        let seats = [
            SavedSeat::Human("Ann".to_owned()),
            SavedSeat::Engine("E".to_owned(), vec![("level".to_owned(), "3".to_owned())]),
        ];
        let controls = ["5m".to_owned(), "none".to_owned()];
        SavedGame::new("othello", "ggf", text.to_owned(), seats, controls)
    }

    fn start(path: &Path) -> Autosave {
        Autosave::start(path.to_owned(), |error| panic!("{error}"))
    }

    #[test]
    fn the_last_state_is_on_disk_when_the_keeper_ends() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new/game.json");
        let autosave = start(&path);
        for n in 0..50 {
            autosave.put(Some(game(&n.to_string())));
        }
        drop(autosave);
        assert_eq!(SavedGame::read(&path).unwrap(), Some(game("49")));
        let autosave = start(&path);
        autosave.put(None);
        drop(autosave);
        assert_eq!(SavedGame::read(&path).unwrap(), None);
    }

    #[test]
    fn a_damaged_file_is_an_error_and_a_newer_one_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.json");
        fs::write(&path, "{\"version\":1,").unwrap();
        assert!(SavedGame::read(&path).is_err());
        let newer = SavedGame { version: VERSION + 1, ..game("x") };
        fs::write(&path, serde_json::to_string(&newer).unwrap()).unwrap();
        assert_eq!(SavedGame::read(&path).unwrap(), None);
    }
}
