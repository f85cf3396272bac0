//! Whether a file that is open for appending still has the name under which it was opened.
//!
//! Opens no file of its own accord except to save what would be lost with one that was removed.

use std::fmt;
use std::fs::File;
use std::path::PathBuf;

#[cfg(unix)]
use std::fs::{self, OpenOptions};
#[cfg(unix)]
use std::io::{self, Seek as _};
#[cfg(unix)]
use std::path::Path;

/// What became of an open file, by its name.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Gone {
    /// It was removed with its folder, and what was in it is lost.
    Removed,
    /// It was removed, and another file has its name; what was in it stands in `saved`.
    Replaced {
        /// The file beside it.
        saved: PathBuf,
    },
    /// It has another name, or its folder has: this one, where the system says it.
    Moved(Option<PathBuf>),
}

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Removed => {
                f.write_str("the file was removed while it was written; what was in it is lost")
            }
            Self::Replaced { saved } => {
                write!(f, "another file was put in its place; what was written is in {saved:?}")
            }
            Self::Moved(None) => f.write_str("it was moved or renamed while it was written"),
            Self::Moved(Some(place)) => {
                write!(f, "it was moved or renamed while it was written, and is {place:?} now")
            }
        }
    }
}

impl std::error::Error for Gone {}

/// Makes sure that what is written to `file` can be found by the name `path`. A file that was removed can
/// still be written, but is lost when the program ends: where its folder is there, it is made again with all that
/// was in it, and returned, to be written from then on.
///
/// # Errors
///
/// As [`Gone`], and those of the system.
#[cfg(unix)]
pub(super) fn still_at(file: &File, path: &Path) -> io::Result<Option<File>> {
    use std::os::unix::fs::MetadataExt as _;
    let own = file.metadata()?;
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|found| (found.dev(), found.ino()) == (own.dev(), own.ino())) {
        return Ok(None);
    }
    if own.nlink() > 0 {
        return Err(Gone::Moved(present_name(file)).into());
    }
    if there.is_some() {
        let saved = (1..).map(|n| path.with_extension(format!("saved-{n}")));
        let Some(saved) = saved.into_iter().find(|place| !place.exists()) else {
            return Err(Gone::Removed.into());
        };
        save(file, &saved)?;
        return Err(Gone::Replaced { saved }.into());
    }
    match save(file, path) {
        Ok(again) => Ok(Some(again)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Gone::Removed.into()),
        Err(error) => Err(error),
    }
}

/// A file that is open can be neither removed nor renamed.
#[cfg(not(unix))]
pub(super) fn still_at(_file: &File, _path: &std::path::Path) -> std::io::Result<Option<File>> {
    Ok(None)
}

#[cfg(unix)]
fn save(mut file: &File, path: &Path) -> io::Result<File> {
    let mut again = OpenOptions::new().read(true).append(true).create_new(true).open(path)?;
    file.rewind()?;
    io::copy(&mut file, &mut again)?;
    again.sync_data()?;
    Ok(again)
}

/// The name that the file has now.
#[cfg(target_os = "linux")]
fn present_name(file: &File) -> Option<PathBuf> {
    use std::os::fd::AsRawFd as _;
    let link = format!("/proc/self/fd/{}", file.as_raw_fd());
    fs::read_link(link).ok().filter(|place| place.exists())
}

#[cfg(all(unix, not(target_os = "linux")))]
fn present_name(_file: &File) -> Option<PathBuf> {
    None
}

impl From<Gone> for std::io::Error {
    fn from(gone: Gone) -> Self {
        Self::new(std::io::ErrorKind::NotFound, gone)
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// A file with two lines, one of them older than its opening, in a folder of its own.
    fn opened(folder: &Path) -> (File, PathBuf) {
        let path = folder.join("games.jsonl");
        fs::write(&path, "one\n").unwrap();
        let mut file = OpenOptions::new().read(true).append(true).open(&path).unwrap();
        file.write_all(b"two\n").unwrap();
        (file, path)
    }

    fn gone(found: io::Result<Option<File>>) -> Gone {
        let error = found.unwrap_err();
        error.get_ref().and_then(|inner| inner.downcast_ref::<Gone>()).unwrap().clone()
    }

    #[test]
    fn a_file_that_was_removed_is_made_again_with_all_that_was_in_it() {
        let dir = tempfile::tempdir().unwrap();
        let (file, path) = opened(dir.path());
        assert!(still_at(&file, &path).unwrap().is_none());
        fs::remove_file(&path).unwrap();
        let mut again = still_at(&file, &path).unwrap().unwrap();
        again.write_all(b"three\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
        assert!(still_at(&again, &path).unwrap().is_none());
    }

    #[test]
    fn a_file_whose_folder_was_removed_is_lost_and_no_folder_is_made() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("cup");
        fs::create_dir(&folder).unwrap();
        let (file, path) = opened(&folder);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(gone(still_at(&file, &path)), Gone::Removed);
        assert!(!folder.exists());
    }

    #[test]
    fn a_file_in_whose_place_another_stands_is_saved_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        let (file, path) = opened(dir.path());
        fs::remove_file(&path).unwrap();
        fs::write(&path, "edited\n").unwrap();
        let Gone::Replaced { saved } = gone(still_at(&file, &path)) else { panic!() };
        assert_eq!(fs::read_to_string(saved).unwrap(), "one\ntwo\n");
        assert_eq!(fs::read_to_string(&path).unwrap(), "edited\n");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_whose_folder_was_renamed_is_named_by_its_new_name() {
        let dir = tempfile::tempdir().unwrap();
        let [folder, other] = ["cup", "other"].map(|name| dir.path().join(name));
        fs::create_dir(&folder).unwrap();
        let (file, path) = opened(&folder);
        fs::rename(&folder, &other).unwrap();
        let place = other.canonicalize().unwrap().join("games.jsonl");
        assert_eq!(gone(still_at(&file, &path)), Gone::Moved(Some(place)));
    }
}
