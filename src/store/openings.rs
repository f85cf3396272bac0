//! Files of openings: opened here, read by [`read_openings`].
//!
//! Decides nothing about the openings.

use std::path::{Path, PathBuf};

use super::games::{GameFileError, extension_of, read_bytes};
use crate::games::{FileOpening, Game, OpeningFileError, read_openings};

/// A file of openings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The file cannot be read, or is too large.
    #[error(transparent)]
    File(GameFileError),
    /// It is no text, and no format of the game.
    #[error(
        "{}: it is not a text; a file of openings has an opening a line, or games in a format of the game",
        path.display()
    )]
    Binary {
        /// The file.
        path: PathBuf,
    },
    /// What is wrong in it.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: OpeningFileError,
    },
}

/// Reads the openings of a file for this game; `variant` has the game's own name.
///
/// # Errors
///
/// When the file cannot be read, or something in it is not an opening of the variant.
pub fn read_opening_file(
    path: &Path,
    game: &dyn Game,
    variant: Option<&str>,
) -> Result<Vec<FileOpening>, OpeningsError> {
    let bytes = read_bytes(path).map_err(OpeningsError::File)?;
    let path = path.to_owned();
    read_openings(game, variant, &bytes, &extension_of(&path)).map_err(|error| {
        match bytes.contains(&0) {
            true => OpeningsError::Binary { path },
            false => OpeningsError::Content { path, error },
        }
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::games;

    #[test]
    fn a_fault_is_named_with_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("book.txt");
        let othello = games::find("othello").unwrap();
        let said = |path: &Path| read_opening_file(path, othello, None).unwrap_err().to_string();
        assert!(said(&path).contains("book.txt"), "{}", said(&path));
        fs::write(&path, "f5d6\nf5a1\n").unwrap();
        assert!(said(&path).contains("book.txt: line 2: "), "{}", said(&path));
        fs::write(&path, b"\x7fELF\0\x01\n").unwrap();
        assert!(said(&path).contains("book.txt: it is not a text; "), "{}", said(&path));
        fs::write(&path, "f5d6\n").unwrap();
        assert_eq!(read_opening_file(&path, othello, None).unwrap().len(), 1);
    }
}
