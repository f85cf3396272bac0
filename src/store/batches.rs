//! A review of many games as it is kept on disk: which games of which file, and how.
//!
//! Knows no engine and no game; what was found out is in a file of rows beside it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic::read_json_if_there;
use super::{FileError, SavedReview};

/// The version that is written; files of newer versions are left alone.
const VERSION: u32 = 1;

/// A review of many games that is not done.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct SavedBatch {
    /// Version of this form.
    version: u32,
    /// The file that the games are in.
    pub path: PathBuf,
    /// So many games it had.
    pub n_games: usize,
    /// The games by their places there, from 0; none where everything is done.
    pub games: Vec<usize>,
    /// Games at once.
    pub workers: usize,
    /// How they are reviewed; its progress counts games.
    pub review: SavedReview,
}

impl SavedBatch {
    /// A review in the current version of this form.
    #[must_use]
    pub fn new(
        path: PathBuf,
        (n_games, games): (usize, Vec<usize>),
        workers: usize,
        review: SavedReview,
    ) -> Self {
        Self { version: VERSION, path, n_games, games, workers, review }
    }

    /// The text of the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("plain texts and numbers can always be written as JSON")
    }

    /// Reads the review of the last time; `None` if there is none that is not done, or a newer program
    /// wrote it.
    ///
    /// # Errors
    ///
    /// When the file is there but cannot be read, or is damaged. It is left where it is.
    pub fn read(path: &Path) -> Result<Option<Self>, FileError> {
        let saved: Option<Self> = read_json_if_there(path)?;
        Ok(saved.filter(|saved| saved.version == VERSION && !saved.games.is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_review_is_read_as_it_was_written_unless_it_is_done() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("reviews.json");
        assert_eq!(SavedBatch::read(&path).unwrap(), None);
        let games = (9, vec![2, 3, 7]);
        let review = SavedReview { progress: (1, 3), ..SavedReview::default() };
        let saved = SavedBatch::new(PathBuf::from("/games/all.pdn"), games, 2, review);
        std::fs::write(&path, saved.to_text()).unwrap();
        assert_eq!(SavedBatch::read(&path).unwrap(), Some(saved.clone()));
        for other in
            [SavedBatch { games: Vec::new(), ..saved.clone() }, SavedBatch { version: 2, ..saved }]
        {
            std::fs::write(&path, other.to_text()).unwrap();
            assert_eq!(SavedBatch::read(&path).unwrap(), None);
        }
        std::fs::write(&path, "{").unwrap();
        assert!(SavedBatch::read(&path).unwrap_err().to_string().contains("reviews.json"));
    }
}
