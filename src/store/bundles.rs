//! Bundles of failed games, one file each, beside the results of their match.
//!
//! Does not know their content.

use std::path::{Path, PathBuf};

use super::{FileError, write_atomically};

/// Writes the bundle of a game as `STEM-game-0012.bundle.txt`, with another number after the game's
/// if there is such a file already: matches may share their results, and games be played again.
///
/// # Errors
///
/// When it cannot be written.
pub fn write_bundle(stem: &Path, number: u32, text: &str) -> Result<PathBuf, FileError> {
    let path = free_name(stem, number);
    write_atomically(&path, text.as_bytes())?;
    Ok(path)
}

/// A free name for a game's bundle.
#[must_use]
pub fn bundle_name(stem: &str, number: u32) -> String {
    format!("{stem}-game-{number:04}.bundle.txt")
}

fn free_name(stem: &Path, number: u32) -> PathBuf {
    let named = |again: String| {
        let mut name = stem.as_os_str().to_owned();
        name.push(format!("-game-{number:04}{again}.bundle.txt"));
        PathBuf::from(name)
    };
    let others = (2..u32::MAX).map(|n| format!("-{n}"));
    let mut names = std::iter::once(String::new()).chain(others).map(named);
    names.find(|path| !path.exists()).unwrap_or_else(|| named(String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bundle_replaces_another() {
        let folder = tempfile::tempdir().unwrap();
        let stem = folder.path().join("results");
        let one = write_bundle(&stem, 3, "one").unwrap();
        let two = write_bundle(&stem, 3, "two").unwrap();
        assert!(one.ends_with("results-game-0003.bundle.txt"), "{one:?}");
        assert!(two.ends_with("results-game-0003-2.bundle.txt"), "{two:?}");
        assert_eq!(super::super::read_text(&one).unwrap(), "one");
    }
}
