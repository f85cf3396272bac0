//! Game files: opened, recognised, read and written by the games' own formats.
//!
//! Knows no format itself; bytes and file names go to [`Game`].

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::atomic::{FileError, write_atomically};
use crate::games::{FileProblem, Format, GAMES, Game, GamesRead, Record, WriteError, find};

/// Larger files are refused. All of WTHOR's hundred thousand games take 10 MB.
const MAX_BYTES: u64 = 64 << 20;

/// The games of a file.
#[derive(Debug)]
pub struct GameFile {
    /// Whose games they are.
    pub game: &'static dyn Game,
    /// The format it turned out to be.
    pub format: &'static Format,
    /// The games, at least one, and what could not be read.
    pub read: GamesRead,
}

/// A game file that could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// The file itself cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is too large to be a game file.
    #[error("{path:?} is too large to be read: {size} bytes, and {MAX_BYTES} are allowed")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size in bytes; for what has no size, the first that was too much.
        size: u64,
    },
    /// No format finds a game in it.
    #[error("{path:?} holds no game that can be read{}", reasons(.problems))]
    NoGame {
        /// The file.
        path: PathBuf,
        /// What the format of its name said.
        problems: Vec<FileProblem>,
    },
    /// The name of the file says no format of the game that can be written.
    #[error("{path:?}: {game} is not written as {extension:?}; name the file {allowed}")]
    Format {
        /// The file.
        path: PathBuf,
        /// Name of the game.
        game: &'static str,
        /// What the name ends in.
        extension: String,
        /// Endings that would do.
        allowed: String,
    },
    /// The format cannot hold the game.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The record is of a game that this program does not know.
    #[error("unknown game {0:?}")]
    UnknownGame(String),
}

fn reasons(problems: &[FileProblem]) -> String {
    match problems {
        [] => String::new(),
        [first] => format!(": {first}"),
        [first, rest @ ..] => format!(": {first} (and {} more)", rest.len()),
    }
}

/// Reads a game file. The format is that of the file's name if it finds a game there, else any
/// format that does.
///
/// # Errors
///
/// When the file cannot be read, is too large, or no format finds a game in it. Mistakes in a file
/// that holds at least one game are no errors: see [`GameFile::read`].
pub fn read_game_file(path: &Path) -> Result<GameFile, GameFileError> {
    let bytes = read_bytes(path)?;
    let extension = extension_of(path);
    let is_named =
        |format: &Format| format.extensions.iter().any(|ext| ext.eq_ignore_ascii_case(&extension));
    let formats =
        || GAMES.iter().flat_map(|game| game.formats().iter().map(move |format| (*game, format)));
    let mut problems = Vec::new();
    // Sorting is stable and `false` comes first, so formats keep their order within each half.
    let mut candidates: Vec<_> = formats().collect();
    candidates.sort_by_key(|(_, format)| !is_named(format));
    for (game, format) in candidates {
        let read = game.read_games(format.name, &bytes);
        if !read.records.is_empty() {
            return Ok(GameFile { game, format, read });
        }
        if problems.is_empty() && is_named(format) {
            problems = read.problems;
        }
    }
    Err(GameFileError::NoGame { path: path.to_owned(), problems })
}

/// Writes a game in the format of the file's name, or in the game's own where the name has no
/// ending; what stood there before is replaced.
///
/// # Errors
///
/// When the name says no format of this game, the format cannot hold the game, or the file cannot
/// be written.
pub fn write_game_file(path: &Path, record: &Record) -> Result<(), GameFileError> {
    let game = find(&record.game).ok_or_else(|| GameFileError::UnknownGame(record.game.clone()))?;
    let extension = extension_of(path);
    let writable = || game.formats().iter().filter(|format| format.writes);
    let format = if extension.is_empty() {
        writable().next()
    } else {
        writable()
            .find(|format| format.extensions.iter().any(|ext| ext.eq_ignore_ascii_case(&extension)))
    };
    let Some(format) = format else {
        let endings: Vec<String> =
            writable().flat_map(|format| format.extensions).map(|ext| format!(".{ext}")).collect();
        return Err(GameFileError::Format {
            path: path.to_owned(),
            game: game.info().title,
            extension,
            allowed: endings.join(" or "),
        });
    };
    let text = game.write_game(format.name, record)?;
    Ok(write_atomically(path, text.as_bytes())?)
}

fn extension_of(path: &Path) -> String {
    path.extension().map(|ext| ext.to_string_lossy().into_owned()).unwrap_or_default()
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, GameFileError> {
    let file = File::open(path).map_err(FileError::new("open", path))?;
    let metadata = file.metadata().map_err(FileError::new("read", path))?;
    if metadata.is_dir() {
        let err = io::Error::other("it is a folder");
        return Err(FileError::new("open", path)(err).into());
    }
    let too_large = |size| GameFileError::TooLarge { path: path.to_owned(), size };
    if metadata.len() > MAX_BYTES {
        return Err(too_large(metadata.len()));
    }
    let mut bytes = Vec::new();
    // A pipe or a growing file has no size that could be believed.
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(FileError::new("read", path))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}
