//! Lists that are kept in the configuration folder from one start to the next: the exercises that come
//! back in practice, the games that count for ratings.
//!
//! Knows neither what an item is nor what follows from it: it reads and writes values of any type. The
//! keeper's thread writes the file.

use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::FileError;
use super::atomic::{keep_others_away, make_folder, read_text_if_there, write_atomically};

/// The version that is written.
const VERSION: u32 = 1;

/// A kind of list that is kept in a file of its own.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ListFile {
    /// Exercises that come back in practice.
    Practice,
    /// Games against the adaptive opponent.
    Ratings,
}

/// A list that cannot be used. Its file is left as it is, and must not be written over.
#[derive(Debug, thiserror::Error)]
pub enum ListFileError {
    /// It cannot be read, or is damaged.
    #[error("{error}; it is left as it is, and {} is not kept. Repair or remove it", .list.lost())]
    Unreadable {
        /// Which list.
        list: ListFile,
        /// What is wrong.
        error: FileError,
    },
    /// A newer program has written it.
    #[error(
        "{path:?} was written by a newer version of this program (format {found}, known is \
         {VERSION}); it is left as it is, and {} is not kept", .list.lost()
    )]
    Newer {
        /// Which list.
        list: ListFile,
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// What was to be added to it cannot be written.
    #[error(transparent)]
    Unwritten(#[from] FileError),
}

/// The part of the file that every version has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl ListFile {
    /// The name of the list in its file.
    fn key(self) -> &'static str {
        match self {
            Self::Practice => "exercises",
            Self::Ratings => "events",
        }
    }

    /// What cannot be kept while the file cannot be used.
    fn lost(self) -> &'static str {
        match self {
            Self::Practice => "what is practised now",
            Self::Ratings => "what is played now against the adaptive opponent",
        }
    }

    /// The text of the file with these items, in the current version.
    ///
    /// # Panics
    ///
    /// If an item cannot be written as JSON, as a map whose keys are no texts.
    #[must_use]
    pub fn to_text(self, items: &[impl Serialize]) -> String {
        let items = serde_json::to_string(items).expect("items hold plain texts and numbers");
        format!("{{\"version\":{VERSION},\"{}\":{items}}}", self.key())
    }

    /// Reads the items of the last time; none if there is no file.
    ///
    /// # Errors
    ///
    /// When the file is there but cannot be read, is damaged, or was written by a newer program.
    pub fn read<T: DeserializeOwned>(self, path: &Path) -> Result<Vec<T>, ListFileError> {
        let unreadable = |error| ListFileError::Unreadable { list: self, error };
        let text = read_text_if_there(path).map_err(unreadable)?;
        let Some(text) = text else { return Ok(Vec::new()) };
        let damaged = |error: serde_json::Error| {
            unreadable(FileError::new("read", path)(io::Error::other(error)))
        };
        let Versioned { version } = serde_json::from_str(&text).map_err(damaged)?;
        if version > VERSION {
            let path = path.to_owned();
            return Err(ListFileError::Newer { list: self, path, found: version });
        }
        let mut saved: Map<String, Value> = serde_json::from_str(&text).map_err(damaged)?;
        let items = saved.remove(self.key()).unwrap_or_default();
        serde_json::from_value(items).map_err(damaged)
    }

    /// The key of an item that takes the one of the same name away.
    pub const GONE: &str = "gone";

    /// What an item is known by: values in it, one of which at least is there. An item that is added
    /// replaces the one that is known by the same; without names every item stays.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Practice => {
                &["/exercise/kind", "/exercise/variant", "/exercise/position", "/exercise/moves"]
            }
            Self::Ratings => &[],
        }
    }

    fn name_of(self, item: &Value) -> Option<Vec<Option<&Value>>> {
        let name: Vec<_> = self.names().iter().map(|name| item.pointer(name)).collect();
        name.iter().any(Option::is_some).then_some(name)
    }

    /// Adds items to those of the file, while other instances of this program are kept away from it.
    /// Items of [`ListFile::Practice`] replace those of the same exercise, or take them away
    /// ([`ListFile::GONE`]). Gives all that are there now.
    ///
    /// # Errors
    ///
    /// When the file cannot be used, which then stays as it is, or cannot be written.
    pub fn add(self, path: &Path, items: &[Value]) -> Result<Vec<Value>, ListFileError> {
        if let Some(folder) = path.parent() {
            make_folder(folder)?;
        }
        let _others = keep_others_away(path);
        let mut all: Vec<Value> = self.read(path)?;
        for item in items {
            let name = self.name_of(item);
            all.retain(|known| name.is_none() || self.name_of(known) != name);
            if item.get(Self::GONE) != Some(&Value::Bool(true)) {
                all.push(item.clone());
            }
        }
        write_atomically(path, self.to_text(&all).as_bytes())?;
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTS: [ListFile; 2] = [ListFile::Practice, ListFile::Ratings];

    #[test]
    fn items_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.json");
        for list in LISTS {
            assert_eq!(list.read::<u32>(&path).unwrap(), [0; 0]);
            std::fs::write(&path, list.to_text(&[7, 8])).unwrap();
            assert_eq!(list.read::<u32>(&path).unwrap(), [7, 8]);
            std::fs::remove_file(&path).unwrap();
        }
        let practice = "{\"version\":1,\"exercises\":[7,8]}";
        assert_eq!(ListFile::Practice.to_text(&[7, 8]), practice);
    }

    #[test]
    fn a_damaged_file_and_one_of_a_newer_program_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.json");
        for list in LISTS {
            for (text, words) in [
                ("{\"version\":1,\"exercises\":[7", "list.json"),
                ("{\"version\":1,\"exercises\":[\"a\"],\"events\":[\"b\"]}", "is left as it is"),
                ("{\"version\":1}", "is left as it is"),
                ("{\"version\":2,\"cards\":[]}", "newer version"),
                ("{}", "version"),
            ] {
                std::fs::write(&path, text).unwrap();
                let error = list.read::<u32>(&path).unwrap_err().to_string();
                assert!(error.contains(words) && error.contains(list.lost()), "{text}: {error}");
                assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
            }
        }
    }
}
