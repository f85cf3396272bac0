//! Writing files that must survive: all of the new content, or all of the old.
//!
//! Knows no format.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::de::DeserializeOwned;
use tempfile::NamedTempFile;

use tracing::{debug, warn};

use super::Gone;
use crate::date;
use crate::io_words::io_reason;

/// Both paths lead to one file, which is there.
#[must_use]
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    real(one).is_some_and(|one| real(other) == Some(one))
}

/// A file that could not be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot {tried} {path:?}: {}", io_reason(.source))]
pub struct FileError {
    /// What was tried: `read`, `write`.
    pub tried: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// The system's error.
    pub source: io::Error,
}

impl FileError {
    /// An error for `map_err` where the system's error arises.
    pub(super) fn new(tried: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| {
            match source.kind() {
                // It often need not be there.
                io::ErrorKind::NotFound => debug!("cannot {tried} {path:?}: {source}"),
                _ => warn!("cannot {tried} {path:?}: {source}"),
            }
            Self { tried, path: path.to_owned(), source }
        }
    }

    /// What became of the file, where it was open and then removed or renamed.
    #[must_use]
    pub fn gone(&self) -> Option<&Gone> {
        self.source.get_ref()?.downcast_ref()
    }
}

/// Larger texts are refused: no list or configuration is a hundredth of that size.
const MAX_TEXT: u64 = 64 << 20;

/// All bytes of a file.
///
/// # Errors
///
/// When it cannot be read, isn't a plain file, or is larger than 64 MiB.
pub fn read_file(path: &Path) -> Result<Vec<u8>, FileError> {
    let read = || {
        plain_file(path)?;
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_TEXT + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_TEXT {
            let reason = format!("it is larger than {MAX_TEXT} bytes");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
        }
        Ok(bytes)
    };
    read().map_err(FileError::new("read", path))
}

/// The whole text of a file.
///
/// # Errors
///
/// As of [`read_file`], and when the bytes are not UTF-8.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    String::from_utf8(read_file(path)?).map_err(|_error| {
        let kind = io::ErrorKind::InvalidData;
        FileError::new("read", path)(io::Error::new(kind, "it is not UTF-8 text"))
    })
}

/// The text of a file; `None` where there is no file.
///
/// # Errors
///
/// When the file is there but cannot be read.
pub(super) fn read_text_if_there(path: &Path) -> Result<Option<String>, FileError> {
    match read_text(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.source.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// What a JSON file says; `None` where there is no file.
///
/// # Errors
///
/// When it is there but cannot be read, or holds something else.
pub(super) fn read_json_if_there<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, FileError> {
    let Some(text) = read_text_if_there(path)? else { return Ok(None) };
    let read = serde_json::from_str(&text).map_err(io::Error::other);
    read.map(Some).map_err(FileError::new("read", path))
}

/// The metadata of a plain file. Anything else is not even opened: a pipe would wait until another
/// program writes, and a device has no end.
///
/// # Errors
///
/// When it does not exist, or is a folder, a pipe or a device.
pub(super) fn plain_file(path: &Path) -> io::Result<fs::Metadata> {
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    if !found.is_file() {
        return Err(io::Error::other("it is not a plain file"));
    }
    Ok(found)
}

/// An error of [`read_text`] means that the file has the wrong kind of content: bytes that are not
/// text, or far too many.
pub(super) fn is_damage(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::FileTooLarge)
}

/// Replaces the content of a file: written beside it, synced, then renamed over it. Folders on the
/// way are created; a link is followed, so that its target is replaced. A user who could not read
/// the old content cannot read the new one. Into a pipe or a device the content is written.
///
/// # Errors
///
/// When the folder cannot be created, or the file cannot be written or is read-only; the old
/// content then stays.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<(), FileError> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| pointed_at(path));
    let found = fs::metadata(path).ok();
    // A pipe or a device takes the text, and stays what it is.
    if found.as_ref().is_some_and(|found| !found.is_file() && !found.is_dir()) {
        let written = fs::OpenOptions::new().write(true).open(path);
        let written = written.and_then(|mut file| file.write_all(content));
        return written.map_err(FileError::new("write", path));
    }
    let known = found.map(|known| known.permissions());
    // Renaming would ignore the read-only mark.
    if known.as_ref().is_some_and(Permissions::readonly) {
        let reason = io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only");
        return Err(FileError::new("write", path)(reason));
    }
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(FileError::new("create", folder))?;
    // Until it has its new name, the file removes itself when it is dropped.
    let file = write_and_sync(path, folder, content, known);
    let file = file.map_err(FileError::new("write", path))?;
    file.persist(path).map_err(|err| FileError::new("replace", path)(err.error))?;
    sync_folder(folder);
    remove_leftovers(path, folder);
    debug!("wrote {path:?}: {} bytes", content.len());
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    }
}

/// The target of a dangling link; any other path unchanged.
fn pointed_at(path: &Path) -> PathBuf {
    match fs::read_link(path) {
        Ok(to) => folder_of(path).join(to),
        Err(_) => path.to_owned(),
    }
}

/// Removes leftovers of at least an hour ago from programs that were killed while writing this
/// file. Failing to remove them does no harm.
fn remove_leftovers(path: &Path, folder: &Path) {
    const OLD: Duration = Duration::from_secs(3600);
    let name = name_beside(path, TEMPORARY);
    let Some(lead) = name.to_str() else { return };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(lead));
        if !is_ours {
            continue;
        }
        let written = entry.metadata().and_then(|known| known.modified()).ok();
        if written.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > OLD) {
            drop(fs::remove_file(entry.path()));
        }
    }
}

/// Locks a file against other instances of this program while it is read, changed and written;
/// until the returned value is dropped. The lock is on the file's folder, so nothing is left
/// behind. `None` if the system or the file system has no such locks.
pub(super) fn keep_others_away(path: &Path) -> Option<File> {
    let folder = File::open(folder_of(path)).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

/// Renames a damaged file, so that it is neither lost nor read again: `settings.toml` becomes
/// `settings.toml.damaged-20261120T060013Z`. Returns the new name.
///
/// # Errors
///
/// When it cannot be renamed.
pub(super) fn set_aside(path: &Path, now: SystemTime) -> Result<PathBuf, FileError> {
    let aside = beside(path, &format!("damaged-{}", date::stamp(now)));
    fs::rename(path, &aside).map_err(FileError::new("set aside", path))?;
    warn!("{path:?} is damaged, and set aside as {aside:?}");
    Ok(aside)
}

/// Copies a damaged file beside itself under the name that [`set_aside`] would give it.
///
/// # Errors
///
/// When the copy cannot be written.
pub(super) fn copy_aside(path: &Path, now: SystemTime) -> Result<PathBuf, FileError> {
    let aside = beside(path, &format!("damaged-{}", date::stamp(now)));
    fs::copy(path, &aside).map_err(FileError::new("set aside", path))?;
    warn!("{path:?} is damaged, and copied to {aside:?}");
    Ok(aside)
}

/// The suffix, with a few random letters, of a file being written. Two programs or threads may
/// write the same file at once: each uses a different name.
const TEMPORARY: &str = "new-";

/// A new file beside the one that it will replace, with the permissions of that one if there is one.
fn write_and_sync(
    path: &Path,
    folder: &Path,
    content: &[u8],
    known: Option<Permissions>,
) -> io::Result<NamedTempFile> {
    let prefix = name_beside(path, TEMPORARY);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    if known.is_none() {
        use std::os::unix::fs::PermissionsExt as _;
        // Like any new file. If there is an old one, no other user may read the new one at first.
        builder.permissions(Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    if let Some(known) = known {
        // A file system without permissions cannot keep them, and needs none.
        drop(file.as_file().set_permissions(known));
    }
    file.write_all(content)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// The new name is durable only when the folder is. Not every file system can sync a folder, and
/// the content is safe in either case, so a failure is not reported.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        drop(folder.sync_all());
    }
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    path.with_file_name(name_beside(path, suffix))
}

fn name_beside(path: &Path, suffix: &str) -> OsString {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(suffix);
    name
}

/// Creates a folder and its parents; an existing one is fine.
///
/// # Errors
///
/// When it cannot be created.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(FileError::new("make", path))
}

/// Today's date in the user's time zone, as game files write it: `2026-11-20`.
#[must_use]
pub fn today() -> String {
    date::day(SystemTime::now())
}

/// The current time in UTC, in a form by which file names sort: `20261120T060013Z`.
#[must_use]
pub fn now_text() -> String {
    date::stamp(SystemTime::now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep/settings.toml");
        write_atomically(&path, b"old").unwrap();
        write_atomically(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_cannot_be_replaced_keeps_its_content_and_names_itself() {
        let dir = tempfile::tempdir().unwrap();
        // A folder cannot be replaced by a file.
        let path = dir.path().join("taken");
        fs::create_dir_all(path.join("inner")).unwrap();
        let err = write_atomically(&path, b"new").unwrap_err();
        assert!(err.to_string().contains("taken"), "{err}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_goes_on_pointing_at_the_file_that_was_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let (real, link) = (dir.path().join("real.toml"), dir.path().join("link.toml"));
        fs::write(&real, b"old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_takes_the_text_and_stays_a_pipe() {
        use std::os::unix::fs::FileTypeExt;

        use rustix::fs::{CWD, Mode, mkfifoat};

        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("pipe");
        mkfifoat(CWD, &path, Mode::RUSR | Mode::WUSR).unwrap();
        let reading = path.clone();
        let reader = std::thread::spawn(move || fs::read(reading).unwrap());
        write_atomically(&path, b"text").unwrap();
        assert_eq!(reader.join().unwrap(), b"text");
        assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_yet_goes_on_pointing() {
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("link.toml");
        std::os::unix::fs::symlink("deep/real.toml", &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(dir.path().join("deep/real.toml")).unwrap(), b"new");
    }

    #[test]
    fn what_a_killed_program_has_left_goes_once_it_is_old() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("engines.toml");
        let [old, fresh, other] =
            ["engines.toml.new-7-0", "engines.toml.new-8-0", "other.toml.new-7-0"]
                .map(|name| dir.path().join(name));
        for left in [&old, &fresh, &other] {
            fs::write(left, b"half").unwrap();
        }
        for left in [&old, &other] {
            let at = SystemTime::now() - Duration::from_secs(7200);
            File::options().write(true).open(left).unwrap().set_modified(at).unwrap();
        }
        write_atomically(&path, b"new").unwrap();
        assert_eq!([&old, &fresh, &other].map(|left| left.exists()), [false, true, true]);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_nobody_elses_business_stays_so() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("engines.toml");
        fs::write(&path, b"old").unwrap();
        for mode in [0o600, 0o664, 0o755] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            write_atomically(&path, b"new").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_permissions_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let [ours, other] = ["ours.toml", "other.toml"].map(|name| dir.path().join(name));
        write_atomically(&ours, b"new").unwrap();
        fs::write(&other, b"new").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&other));
    }

    #[test]
    fn two_who_write_at_once_do_not_meet() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("settings.toml");
        std::thread::scope(|scope| {
            for letter in [b'a', b'b', b'c', b'd'] {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..20 {
                        write_atomically(path, &[letter; 5000]).unwrap();
                    }
                });
            }
        });
        let text = fs::read(&path).unwrap();
        assert!(text.len() == 5000 && text.iter().all(|byte| *byte == text[0]));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
