//! Reviews of many games with their files: what an earlier run has found out, and the games as they are
//! written at the end.
//!
//! Asks no engine; [`crate::play::review_games`] does.

use std::path::Path;

use crate::play::{EngineSpec, KnownRows, ReviewEffort, ReviewRow};
use crate::store::{FileError, ResultsFile, read_results};

/// The file of rows of reviews: what is in it is not asked again.
#[derive(Debug)]
pub struct ReviewFile {
    rows: ResultsFile,
}

impl ReviewFile {
    /// Opens the file of rows, or creates it in a folder that is there; what earlier runs have found out by
    /// these engines, as deep as they would look now, is known of each game.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written, or holds something else.
    pub fn open(
        path: &Path,
        engines: &[EngineSpec],
        efforts: &[ReviewEffort],
    ) -> Result<(Self, KnownRows), FileError> {
        let rows = ResultsFile::open(path)?;
        // A pipe has no earlier rows.
        let known = match path.is_file() {
            true => read_results::<ReviewRow>(path)?,
            false => Vec::new(),
        };
        let wanted = engines.iter().map(|spec| spec.name.clone()).zip(efforts.iter().copied());
        Ok((Self { rows }, KnownRows::of(known, &wanted.collect::<Vec<_>>())))
    }

    /// The beginning of a torn last line that was cut off ([`ResultsFile::cut`]).
    #[must_use]
    pub fn cut(&self) -> Option<&str> {
        self.rows.cut()
    }

    /// Appends a row, which is then on the disk.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn append(&mut self, row: &ReviewRow) -> Result<(), FileError> {
        self.rows.append(row)
    }
}
