//! Reviews of many games as they are kept on disk: which games of which files, and how.
//!
//! Knows no engine and no game; what was found out is in a file of rows beside it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic::read_json_if_there;
use super::{FileError, SavedReview};

/// The version that is written; files of newer versions are left alone.
const VERSION: u32 = 2;

/// A review of many games.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct SavedBatch {
    /// The file that the games are in.
    pub path: PathBuf,
    /// So many games it had.
    pub n_games: usize,
    /// The games by their places there, from 0.
    pub games: Vec<usize>,
    /// Games at once.
    pub workers: usize,
    /// How they are reviewed; its progress counts games.
    pub review: SavedReview,
}

/// The reviews of many games that can go on or be listed again, in the order in which they were begun.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct SavedBatches {
    /// Version of this form.
    version: u32,
    /// The reviews.
    #[serde(default)]
    batches: Vec<SavedBatch>,
    /// Version 1 held one review and nothing else.
    #[serde(flatten, skip_serializing)]
    single: Option<SavedBatch>,
}

impl SavedBatches {
    /// Reviews in the current version of this form.
    #[must_use]
    pub fn new(batches: Vec<SavedBatch>) -> Self {
        Self { version: VERSION, batches, single: None }
    }

    /// The text of the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("plain texts and numbers can always be written as JSON")
    }

    /// Reads the reviews of the last time; none where there is no file, or a newer program wrote it.
    ///
    /// # Errors
    ///
    /// When the file is there but cannot be read, or is damaged. It is left where it is.
    pub fn read(path: &Path) -> Result<Vec<SavedBatch>, FileError> {
        let saved: Option<Self> = read_json_if_there(path)?;
        let saved = saved.filter(|saved| saved.version <= VERSION).into_iter();
        let batches = saved.flat_map(|saved| saved.batches.into_iter().chain(saved.single));
        Ok(batches.filter(|batch| !batch.games.is_empty()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(name: &str, games: Vec<usize>) -> SavedBatch {
        let review = SavedReview { progress: (1, 3), ..SavedReview::default() };
        SavedBatch { path: PathBuf::from(name), n_games: 9, games, workers: 2, review }
    }

    #[test]
    fn reviews_are_read_in_their_order_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("reviews.json");
        assert_eq!(SavedBatches::read(&path).unwrap(), []);
        let both = [saved("/games/all.pdn", vec![2, 3, 7]), saved("/games/b.pdn", vec![0])];
        let written = SavedBatches::new(vec![both[0].clone(), saved("c", vec![]), both[1].clone()]);
        std::fs::write(&path, written.to_text()).unwrap();
        assert_eq!(SavedBatches::read(&path).unwrap(), both);
        std::fs::write(&path, SavedBatches { version: 3, ..written }.to_text()).unwrap();
        assert_eq!(SavedBatches::read(&path).unwrap(), []);
        std::fs::write(&path, "{").unwrap();
        assert!(SavedBatches::read(&path).unwrap_err().to_string().contains("reviews.json"));
    }

    #[test]
    fn the_one_review_of_the_first_version_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("reviews.json");
        let one = saved("/games/all.pdn", vec![2]);
        let mut text = serde_json::to_value(&one).unwrap();
        text["version"] = 1.into();
        std::fs::write(&path, text.to_string()).unwrap();
        assert_eq!(SavedBatches::read(&path).unwrap(), [one]);
    }
}
