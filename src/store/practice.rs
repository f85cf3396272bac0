//! The exercises that come back in practice, as they are kept in the configuration folder.
//!
//! Knows neither what an exercise is nor when it comes back: it reads and writes a list of values of
//! any type. The keeper's thread writes the file.

use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::FileError;
use super::atomic::read_text_if_there;

/// The version that is written.
const VERSION: u32 = 1;

/// The file of practice, with exercises of type `T`.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct SavedPractice<T> {
    version: u32,
    /// All of them.
    pub exercises: Vec<T>,
}

/// A file of practice that cannot be used. It is left as it is, and must not be written over.
#[derive(Debug, thiserror::Error)]
pub enum PracticeFileError {
    /// It cannot be read, or is damaged.
    #[error("{0}; it is left as it is, and what is practised now is not kept. Repair or remove it")]
    Unreadable(FileError),
    /// A newer program has written it.
    #[error(
        "{path:?} was written by a newer version of this program (format {found}, known is \
         {VERSION}); it is left as it is, and what is practised now is not kept"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
}

/// The part of the file that every version has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl<T: Serialize + DeserializeOwned> SavedPractice<T> {
    /// These exercises in the current version of the file.
    #[must_use]
    pub fn new(exercises: Vec<T>) -> Self {
        Self { version: VERSION, exercises }
    }

    /// The text of the file.
    ///
    /// # Panics
    ///
    /// If an exercise cannot be written as JSON, as a map whose keys are no texts.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("exercises hold plain texts and numbers")
    }

    /// Reads the exercises of the last time; none if there is no file.
    ///
    /// # Errors
    ///
    /// When the file is there but cannot be read, is damaged, or was written by a newer program.
    pub fn read(path: &Path) -> Result<Vec<T>, PracticeFileError> {
        let text = read_text_if_there(path).map_err(PracticeFileError::Unreadable)?;
        let Some(text) = text else { return Ok(Vec::new()) };
        let damaged = |error: serde_json::Error| {
            PracticeFileError::Unreadable(FileError::new("read", path)(io::Error::other(error)))
        };
        let Versioned { version } = serde_json::from_str(&text).map_err(damaged)?;
        if version > VERSION {
            return Err(PracticeFileError::Newer { path: path.to_owned(), found: version });
        }
        let saved: Self = serde_json::from_str(&text).map_err(damaged)?;
        Ok(saved.exercises)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exercises_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("practice.json");
        assert_eq!(SavedPractice::<u32>::read(&path).unwrap(), [0; 0]);
        std::fs::write(&path, SavedPractice::new(vec![7, 8]).to_text()).unwrap();
        assert_eq!(SavedPractice::<u32>::read(&path).unwrap(), [7, 8]);
    }

    #[test]
    fn a_damaged_file_and_one_of_a_newer_program_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("practice.json");
        for (text, words) in [
            ("{\"version\":1,\"exercises\":[7", "practice.json"),
            ("{\"version\":1,\"exercises\":[\"no number\"]}", "is left as it is"),
            ("{\"version\":2,\"cards\":[]}", "newer version"),
            ("{}", "version"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = SavedPractice::<u32>::read(&path).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
