//! The results of reading and writing game files, for all games and formats.
//!
//! Does not open files: bytes in, records out.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::{GameInfo, Record, Rules, Setup, counted};

/// A file format of a game: its names, and the functions that read and write games.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The game.
    pub game: &'static GameInfo,
    /// Short name, unique among the formats of the game: `ggf`.
    pub name: &'static str,
    /// Display name.
    pub title: &'static str,
    /// File extensions without the dot, the usual one first.
    pub extensions: &'static [&'static str],
    /// Reads every game of a file. Games that cannot be read are reported, and the others are kept.
    /// The reader reports its progress to the [`Reading`], and stops early on request.
    pub read: fn(&[u8], &Reading) -> GamesRead,
    /// The way to write games in it.
    pub write: Writing,
}

/// The way to write games in a format.
#[derive(Clone, Copy, Debug)]
pub enum Writing {
    /// This writes a game of the format's own game, or returns the reason why the format cannot
    /// hold it.
    By(fn(&Record) -> Result<String, String>),
    /// This writes many games in one file of bytes, in which each has its place behind a head for all.
    Database(fn(&[&Record]) -> DatabaseFile),
    /// Never, for the reason in this sentence: `Snowie's files are only read`.
    Never(&'static str),
}

/// A file of bytes with games.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct DatabaseFile {
    /// Its content; empty where it could hold no game.
    pub bytes: Vec<u8>,
    /// Indices of games that it cannot hold, in order, each with the reason.
    pub left_out: Vec<(usize, String)>,
    /// What stands in it in place of facts that are not known, as sentences without their full stop.
    pub assumed: Vec<String>,
}

impl Format {
    /// The format of a game that has this name.
    ///
    /// # Errors
    ///
    /// When the game has no such format; the text names those that it has.
    pub(in crate::games) fn find<R: Rules>(name: &str) -> Result<&'static Self, String> {
        R::formats().iter().find(|format| format.name == name).ok_or_else(|| {
            let names: Vec<&str> = R::formats().iter().map(|format| format.name).collect();
            let game = R::INFO.noun;
            format!("unknown format {name:?}; {game} has: {}", names.join(", "))
        })
    }

    /// A game can be written in it as a text.
    #[must_use]
    pub fn writes(&self) -> bool {
        matches!(self.write, Writing::By(_))
    }

    /// Many games can be written in it as one file: see [`write_many`].
    ///
    /// [`write_many`]: super::write_many
    #[must_use]
    pub fn writes_many(&self) -> bool {
        !matches!(self.write, Writing::Never(_))
    }

    /// Writes one game.
    ///
    /// # Errors
    ///
    /// When the format cannot hold the record, or is not written at all.
    pub fn write_game(&self, record: &Record) -> Result<String, WriteError> {
        let written = if record.game == self.game.name {
            match self.write {
                Writing::By(write) => write(record),
                Writing::Database(_) => {
                    Err(format!("{} is a file of bytes, and no text", self.title))
                }
                Writing::Never(why) => Err(why.to_owned()),
            }
        } else {
            Err(format!("a game of {:?}, not of {}", record.game, self.game.noun))
        };
        written.map_err(|reason| WriteError { format: self.name.to_owned(), reason })
    }
}

/// Games of one file that are read; the rest of a longer file is left out, which is reported.
pub const MAX_GAMES: usize = 100_000;

/// The deepest nesting of variations: a deeper file is malicious.
pub(in crate::games) const MAX_NESTING: usize = 500;

/// Problems of one file that are kept; further ones are only counted.
pub(in crate::games) const MAX_PROBLEMS: usize = 1_000;

/// The reading of a long file from the outside: its progress, and the request to end it.
///
/// Shared between the thread that reads and the one that shows it.
#[derive(Debug, Default)]
pub struct Reading {
    /// The progress in 65536ths of the file.
    done: AtomicU32,
    n_games: AtomicU32,
    full: AtomicBool,
    cancelled: AtomicBool,
}

impl Reading {
    /// Reports progress: `done` of `total` bytes, `n_games` so far. Returns false if the reader
    /// must stop, at the latest after [`MAX_GAMES`]; the games read so far are then the result.
    #[must_use]
    pub fn goes_on(&self, done: usize, total: usize, n_games: usize) -> bool {
        let part = (done as u64 * 65536 / total.max(1) as u64).min(65536);
        // The progress of a file that several readers try in turn never goes back.
        self.done.fetch_max(part as u32, Ordering::Relaxed);
        self.n_games.store(u32::try_from(n_games).unwrap_or(u32::MAX), Ordering::Relaxed);
        let is_full = n_games >= MAX_GAMES && done < total;
        self.full.store(is_full, Ordering::Relaxed);
        !is_full && !self.cancelled.load(Ordering::Relaxed)
    }

    /// The reader has ended before the end of the file, because there are too many games in it.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Asks the reader to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// The reader was asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// The progress: the part of the file from 0 to 1, and the number of games read.
    #[must_use]
    pub fn progress(&self) -> (f32, u32) {
        let part = self.done.load(Ordering::Relaxed) as f32 / 65536.0;
        (part, self.n_games.load(Ordering::Relaxed))
    }
}

/// The games of a file, and the problems with the others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GamesRead {
    /// Every game that could be read, or read up to its first mistake.
    pub records: Vec<Record>,
    /// The problems, in the order of the file.
    pub problems: Vec<FileProblem>,
    /// The number of each record in the file, from 1, in the numbering of [`FileProblem::game`];
    /// for a record of several games, the number of the last; empty if the reader does not give
    /// numbers.
    pub numbers: Vec<usize>,
    /// Games inside the record of the game before them, as in a match: the number of games beyond
    /// the number of records.
    pub n_joined: usize,
    /// Problems that are only counted.
    pub n_untold: usize,
    /// The reason why the first game of a kind that this program does not have was refused.
    pub foreign: Option<String>,
}

/// The reason why no record of a game is kept.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::games) enum Refusal {
    /// The fault in it.
    Broken(String),
    /// Its kind, if this program does not have it: `Nackgammon`.
    Foreign(String),
}

impl Refusal {
    /// The reason as a sentence without its full stop.
    pub(in crate::games) fn reason(self) -> String {
        match self {
            Self::Broken(reason) => reason,
            Self::Foreign(what) => format!("this is {what}, which is not among the games"),
        }
    }
}

impl GamesRead {
    /// Only a problem with the file as a whole.
    pub(in crate::games) fn nothing(reason: String) -> Self {
        let problem = FileProblem::new(None, 1, reason);
        Self { problems: vec![problem], ..Self::default() }
    }

    /// Refuses a game; no record of it is kept.
    pub(in crate::games) fn refuse(&mut self, game: Option<usize>, line: usize, refusal: Refusal) {
        let is_foreign = matches!(refusal, Refusal::Foreign(_));
        let reason = refusal.reason();
        if is_foreign && self.foreign.is_none() {
            self.foreign = Some(reason.clone());
        }
        self.report(FileProblem::new(game, line, reason));
    }

    /// A pasted text with only games of other kinds: the refusal of the first one.
    pub(in crate::games) fn as_foreign(&self) -> Option<Recognised> {
        let reason = self.foreign.clone().filter(|_| self.records.is_empty())?;
        Some(Recognised::Foreign { reason })
    }

    /// Problems of the games themselves, without words around them.
    #[must_use]
    pub fn n_faults(&self) -> usize {
        self.problems.iter().filter(|problem| !problem.is_around).count()
    }

    /// Keeps a problem. After [`MAX_PROBLEMS`] the last one gives the number of further ones.
    pub(in crate::games) fn report(&mut self, problem: FileProblem) {
        if self.problems.len() < MAX_PROBLEMS {
            return self.problems.push(problem);
        }
        self.n_untold += 1;
        let reason = format!("{} up to here, not listed", counted(self.n_untold, "more problem"));
        // It stands for all that are only counted.
        let all_around = self.problems.get(MAX_PROBLEMS).is_none_or(|before| before.is_around);
        let is_around = problem.is_around && all_around;
        self.problems.truncate(MAX_PROBLEMS);
        self.problems.push(FileProblem { reason, is_around, ..problem });
    }
}

/// A part of a file or a pasted text that could not be read.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{}line {line}: {reason}", game.map(|n| format!("game {n}, ")).unwrap_or_default())]
pub struct FileProblem {
    /// Number of the game in the file, from 1; `None` outside any game.
    pub game: Option<usize>,
    /// Line in the file, from 1 (1 for binary files; there the reason names the offset).
    pub line: usize,
    /// The fault, with the bad input quoted.
    pub reason: String,
    /// It is about words outside of the games, such as those of a mail, or about what is no part of a game, such as
    /// talk, or a fact that a record has no place for: they are left out, and every game is whole.
    pub is_around: bool,
}

impl FileProblem {
    /// A fault of a game, or of the file.
    #[must_use]
    pub fn new(game: Option<usize>, line: usize, reason: String) -> Self {
        Self { game, line, reason, is_around: false }
    }

    /// Words outside of the games that are left out.
    #[must_use]
    pub fn around(line: usize, reason: String) -> Self {
        Self { game: None, line, reason, is_around: true }
    }
}

/// A record that a format cannot hold.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("cannot write as {format}: {reason}")]
pub struct WriteError {
    /// The format's name.
    pub format: String,
    /// The reason.
    pub reason: String,
}

/// The content of a pasted text.
#[derive(Clone, Debug, PartialEq)]
pub enum Recognised {
    /// A game, or the first of several.
    Game {
        /// Its kind, in words: `GGF game`, `transcript of 24 moves`.
        what: String,
        /// The game.
        record: Box<Record>,
        /// Why the position at its end may not be the one that is meant: the text names another side to
        /// move, and says so in words.
        doubt: Option<String>,
    },
    /// A position to start from.
    Position {
        /// Its kind, in words: `64-character board`.
        what: String,
        /// The start.
        setup: Setup,
    },
    /// A game of a kind that this program does not have.
    Foreign {
        /// The kind, as a sentence without its full stop: `this is Nackgammon, which is not among
        /// the games`.
        reason: String,
    },
}

/// The text of a file: UTF-8, or Windows-1252 if it isn't UTF-8 (old archives).
#[must_use]
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| windows_char(*byte)).collect()),
    }
}

/// Bytes of UTF-16 in UTF-8; all others as they are. The old Notepad ("Unicode") and the `>` of Windows
/// PowerShell write UTF-16, always with its mark at the beginning, which tells it from other files.
#[must_use]
pub fn as_utf8(bytes: Vec<u8>) -> Vec<u8> {
    let unit: fn([u8; 2]) -> u16 = match bytes.get(..2) {
        Some([0xff, 0xfe]) => u16::from_le_bytes,
        Some([0xfe, 0xff]) => u16::from_be_bytes,
        Some(_) | None => return bytes,
    };
    let (pairs, _half) = bytes[2..].as_chunks::<2>();
    let chars = char::decode_utf16(pairs.iter().map(|pair| unit(*pair)));
    let text: String = chars.map(|ch| ch.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    text.into_bytes()
}

/// Windows-1252 is Latin-1 but for these 32 codes, of which five have no sign.
fn windows_char(byte: u8) -> char {
    const SIGNS: &str = "\u{20ac}\u{81}\u{201a}\u{192}\u{201e}\u{2026}\u{2020}\u{2021}\u{2c6}\u{2030}\u{160}\u{2039}\u{152}\u{8d}\u{17d}\u{8f}\
                         \u{90}\u{2018}\u{2019}\u{201c}\u{201d}\u{2022}\u{2013}\u{2014}\u{2dc}\u{2122}\u{161}\u{203a}\u{153}\u{9d}\u{17e}\u{178}";
    let sign = usize::from(byte).checked_sub(0x80).and_then(|idx| SIGNS.chars().nth(idx));
    sign.unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_read_a_second_time_is_not_shown_to_go_back() {
        let reading = Reading::default();
        assert!(reading.goes_on(80, 100, 5));
        let (first, _) = reading.progress();
        assert!(reading.goes_on(2, 100, 1));
        assert_eq!(reading.progress(), (first, 1));
        assert!(reading.goes_on(90, 100, 6));
        assert!(reading.progress().0 > first);
    }

    #[test]
    fn utf16_is_known_by_its_mark() {
        let text = "1. e\u{e9} \u{1f600}\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(as_utf8([b"\xff\xfe".to_vec(), little.clone()].concat()), text.as_bytes());
        assert_eq!(as_utf8([b"\xfe\xff".to_vec(), big].concat()), text.as_bytes());
        assert_eq!(
            as_utf8(b"\xff\xfea\0\x00\xd8b".to_vec()),
            "a\u{fffd}".as_bytes(),
            "half of a pair"
        );
        assert_eq!(as_utf8(little.clone()), little, "without a mark");
        assert_eq!(as_utf8(vec![0xff]), [0xff]);
    }

    #[test]
    fn bytes_that_are_no_utf8_are_those_of_windows() {
        assert_eq!(
            decoded(b"\x80 \x96 \x93\xe9\x94 \x9f \xff"),
            "\u{20ac} \u{2013} \u{201c}\u{e9}\u{201d} \u{178} \u{ff}"
        );
        assert_eq!(decoded("\u{feff}\u{e9}\u{80}".as_bytes()), "\u{e9}\u{80}");
    }

    #[test]
    fn of_problems_beyond_a_number_only_the_number_is_told() {
        let mut games = GamesRead::default();
        for n in 1..=MAX_PROBLEMS + 20 {
            games.report(FileProblem::new(Some(n), 2 * n, n.to_string()));
        }
        assert_eq!(games.problems.len(), MAX_PROBLEMS + 1);
        assert_eq!(games.problems[MAX_PROBLEMS - 1].reason, MAX_PROBLEMS.to_string());
        let last = games.problems.last().map(ToString::to_string);
        let expected = "game 1020, line 2040: 20 more problems up to here, not listed";
        assert_eq!(last.as_deref(), Some(expected));
    }
}
