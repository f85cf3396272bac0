//! Games that are not finished, kept on disk so that a crash or a power cut does not lose them.
//!
//! Knows no rules: a game is its moves and a text in its native format. The keeper's thread writes the
//! files.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::FileError;
use super::atomic::read_text_if_there;
use crate::games::Proof;

/// The version that is written; files of newer versions are left alone.
const VERSION: u32 = 1;

/// A game as it was when it was last changed.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct SavedGame {
    /// Version of this form.
    pub version: u32,
    /// The game's short name.
    pub game: String,
    /// A text that no other game has: a game may stand in two files that were written one after the
    /// other. `None` if an older program wrote it.
    #[serde(default)]
    pub key: Option<String>,
    /// Name of the format of `text`.
    pub format: String,
    /// The game in that format.
    pub text: String,
    /// The players, first side first.
    pub seats: [SavedSeat; 2],
    /// The time control of each side, as written.
    pub controls: [String; 2],
    /// Engines that can think on the opponent's time do so.
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
    /// The time each side has used for the move it has not made yet.
    #[serde(default)]
    pub spent: [Duration; 2],
    /// The engine that has failed in it, until the user chooses how to go on.
    #[serde(default)]
    pub failure: Option<SavedFailure>,
    /// When it was saved, in milliseconds since 1970: of several games the newest is offered first.
    #[serde(default)]
    pub changed_ms: u64,
    /// How it was shown when the program ended; `None` for a game to be continued, and if only the
    /// kind of game is kept.
    #[serde(default)]
    pub last: Option<SavedLast>,
    /// The study of this game that the user has begun while the game is paused.
    #[serde(default)]
    pub study: Option<SavedStudy>,
    /// It is played against the adaptive opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<SavedRating>,
}

/// A game against the adaptive opponent that is not over.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct SavedRating {
    /// The opponent's seat: 0 for the first side.
    pub seat: usize,
    /// Its level.
    pub level: u8,
    /// Why the game does not count; `None` while it does.
    #[serde(default)]
    pub uncounted: Option<Uncounted>,
}

/// Why a game against the adaptive opponent does not count for the user's rating.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Uncounted {
    /// A move, or the user's resignation, was taken back.
    TakenBack,
    /// The program showed a move.
    Hint,
    /// The coach showed a better move.
    Coach,
    /// An engine analysed the game before it was over.
    Analysis,
    /// The opponent was told to move at once.
    Hurried,
    /// Another player sat down.
    Seat,
    /// It began from a position of the user's.
    Position,
    /// The dice were not rolled freshly by the program.
    Dice,
    /// The opponent's search was limited in depth or positions.
    Limited,
    /// The opponent failed, or lost on time.
    Failed,
    /// The file of the games that count is damaged.
    RatingsDamaged,
    /// A newer program has written the file of the games that count.
    RatingsNewer,
    /// A newer program knows why.
    #[serde(other)]
    Other,
}

/// A study of a game that is paused, with everything that was tried.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct SavedStudy {
    /// All its moves and what is said about them.
    pub line: SavedLine,
    /// The moves from the start to the position that was shown.
    pub shown: Vec<String>,
}

/// A finished or studied game, as it was on the board when the program ended.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedLast {
    /// The number of moves of the main line at which it was shown.
    pub shown: usize,
    /// The moves from the start to what was shown, in a variation, too; empty where an older program
    /// has written it, and at the start.
    pub path: Vec<String>,
    /// The file that it came from.
    pub source: Option<PathBuf>,
    /// It was changed since it was opened or saved.
    pub unsaved: bool,
    /// How it ended.
    pub result: Option<SavedResult>,
    /// The review of it that was not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<SavedReview>,
    /// What engines have said in reviews of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<SavedKnown>,
}

/// What an engine of the list has said of the positions of a game.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedKnown {
    /// Its name in the list.
    pub engine: String,
    /// What was chosen for it.
    pub options: Vec<(String, String)>,
    /// The positions, whose form is not known here.
    pub positions: Vec<Value>,
}

/// A review that was interrupted.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedReview {
    /// The engines by their names in the list, each with its limit, whose form is not known here.
    pub engines: Vec<(String, Value)>,
    /// The side whose moves are looked at, 0 for the first; `None` for both.
    pub side: Option<usize>,
    /// The first and the last move, counted from 1.
    pub plies: (usize, usize),
    /// The last position is looked at first.
    pub from_end: bool,
    /// The variations, too.
    pub variations: bool,
    /// How many positions were dealt with, of how many.
    pub progress: (usize, usize),
}

/// How a game ended.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedResult {
    /// The winner, 0 for the first side; `None` for a draw.
    pub winner: Option<usize>,
    /// The margin from the first side's point of view, if known.
    pub margin: Option<i32>,
    /// Why, in words.
    pub reason: String,
}

/// A start and the moves from there, in canonical text.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct SavedLine {
    /// Name of the variant.
    pub variant: Option<String>,
    /// The position at the start; `None` for the normal one.
    pub position: Option<String>,
    /// The moves of the main line, dice among them.
    pub moves: Vec<String>,
    /// Details of each move; fewer if an older program wrote it.
    #[serde(default)]
    pub notes: Vec<SavedNote>,
    /// The moves beside the main line, each after the one that it follows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<SavedVariation>,
}

/// A move beside the main line.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedVariation {
    /// The move that it follows: 0 for the start, then the moves of the main line from 1, then
    /// those of `variations` in order.
    pub after: usize,
    /// The move in canonical text.
    pub mv: String,
    /// Its details.
    pub note: SavedNote,
}

/// The details of a move besides its text.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedNote {
    /// Time it took.
    pub elapsed: Option<Duration>,
    /// Time left to the mover after it.
    pub time_left: Option<Duration>,
    /// A comment on it.
    pub comment: String,
    /// Commands of other programs in it, in their notation.
    pub commands: Vec<String>,
    /// Its marks.
    pub marks: Vec<String>,
    /// Evaluations by engines: score, depth and engine.
    pub evaluations: Vec<(f64, String, String)>,
    /// What is proved of them, in the same order; those without a proof at the end may be missing.
    pub proofs: Vec<Option<Proof>>,
    /// What it lost.
    pub loss: Option<f64>,
    /// How lucky the dice were.
    pub luck: Option<f64>,
}

/// An engine that has failed in a game.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedFailure {
    /// Its seat; 0 is the first side.
    pub seat: usize,
    /// Its own name.
    pub name: String,
    /// The name of the cause: `crashed`.
    pub kind: String,
    /// Further details: `exit 3`.
    pub detail: String,
    /// The last lines of its error output.
    pub error_output: Vec<String>,
}

/// Where the dice of a game come from. The file belongs to the player: a seed in it is not hidden
/// from him.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SavedDice {
    /// From this seed.
    Seed(String),
    /// From this list.
    List(String),
    /// Entered by hand.
    Hand,
}

/// The player of a side.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SavedSeat {
    /// A human player of this name.
    Human(String),
    /// An engine of the list, with its choices.
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
            key: None,
            format,
            text,
            seats,
            controls,
            ponder: false,
            line: None,
            dice: None,
            chosen: Vec::new(),
            spent: [Duration::ZERO; 2],
            failure: None,
            changed_ms: change_ms(),
            last: None,
            study: None,
            rating: None,
        }
    }

    /// Whether both are states of one game, though one may be older.
    #[must_use]
    pub fn is_same_game(&self, other: &Self) -> bool {
        match (&self.key, &other.key) {
            (Some(own), Some(others)) => own == others,
            _ => (&self.game, &self.line, &self.seats) == (&other.game, &other.line, &other.seats),
        }
    }

    /// The text of the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("plain texts and numbers can always be written as JSON")
    }

    /// Reads the game that was being played when the program ended; `None` if there was no game, or
    /// a newer program wrote it.
    ///
    /// # Errors
    ///
    /// When the file is there but cannot be read, or is damaged. It is left where it is.
    pub fn read(path: &Path) -> Result<Option<Self>, FileError> {
        let Some(text) = read_text_if_there(path)? else { return Ok(None) };
        Self::parse(&text).map_err(io::Error::other).map_err(FileError::new("read", path))
    }

    /// The same for the text of the file.
    ///
    /// # Errors
    ///
    /// When it is damaged.
    pub fn parse(text: &str) -> Result<Option<Self>, serde_json::Error> {
        let saved: Self = serde_json::from_str(text)?;
        Ok(Some(saved).filter(|saved| saved.version == VERSION))
    }
}

/// The time of a change in milliseconds since 1970: later than that of every change before, also where a
/// millisecond sees several, so that they keep their order.
fn change_ms() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
    let later = |last: u64| now.max(last.saturating_add(1));
    let before = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(later(last)));
    later(before.unwrap_or_else(|last| last))
}

/// How long a program that was killed may still hold its slots.
const DYING: Duration = Duration::from_millis(500);

/// A file that a game may be kept in. Programs that run side by side with one configuration use one
/// each: a program that takes a slot holds it for as long as it runs.
#[derive(Debug)]
pub struct Slot {
    path: PathBuf,
    is_taken: bool,
    /// Locked while the slot is taken, if the system has locks; freed with it.
    _lock: Option<File>,
}

impl Slot {
    /// A slot that is not taken yet.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self { path, is_taken: false, _lock: None }
    }

    /// The file of the game.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// As [`Slot::take`], but waits a moment for a program that is just ending, such as one that was
    /// killed.
    pub fn take_soon(&mut self) -> bool {
        let until = Instant::now() + DYING;
        while !self.take() {
            if Instant::now() >= until {
                return false;
            }
            thread::park_timeout(DYING / 20);
        }
        true
    }

    /// Takes the slot with the game that is in it; `false` while another program holds it.
    pub fn take(&mut self) -> bool {
        if self.is_taken {
            return true;
        }
        match self.lock() {
            Ok(file) => self._lock = Some(file),
            Err(TryLockError::WouldBlock) => return false,
            // Without locks it behaves as if there were only one program.
            Err(TryLockError::Error(_)) => {}
        }
        self.is_taken = true;
        true
    }

    /// Takes the slot for a game of this program; `false` while another program holds it, or if it
    /// has left a game there that was not offered yet.
    pub fn take_empty(&mut self) -> bool {
        if self.is_taken {
            return true;
        }
        if self.path.exists() || !self.take() {
            return false;
        }
        // It may have been written between the two.
        if self.path.exists() {
            (self.is_taken, self._lock) = (false, None);
        }
        self.is_taken
    }

    fn lock(&self) -> Result<File, TryLockError> {
        let path = self.path.with_extension("lock");
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(TryLockError::Error)?;
        }
        let opened = File::options().create(true).write(true).truncate(false).open(path);
        let file = opened.map_err(TryLockError::Error)?;
        file.try_lock()?;
        Ok(file)
    }
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
        let saved = SavedGame::new("othello", "ggf", text.to_owned(), seats, controls);
        SavedGame { changed_ms: 7, ..saved }
    }

    #[test]
    fn a_slot_is_taken_as_soon_as_the_program_that_holds_it_is_gone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tabs.json");
        let mut first = Slot::new(path.clone());
        assert!(first.take());
        let mut second = Slot::new(path);
        assert!(!second.take());
        assert!(!second.take_soon(), "it is held for longer");
        let waiting = thread::spawn(move || {
            // It may need another moment where the machine is busy.
            while !second.take_soon() {}
            second
        });
        drop(first);
        assert!(waiting.join().unwrap().take());
    }

    #[test]
    fn files_of_an_older_program_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.json");
        let text = r#"{"version":1,"game":"othello","format":"ggf","text":"x","seats":[{"human":"A"},
            {"engine":["E",[]]}],"controls":["5m","none"],
            "line":{"variant":null,"position":null,"moves":["f5"]}}"#;
        fs::write(&path, text).unwrap();
        let saved = SavedGame::read(&path).unwrap().unwrap();
        assert_eq!((saved.changed_ms, saved.spent), (0, [Duration::ZERO; 2]));
        assert_eq!(saved.line.unwrap().notes, []);
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
