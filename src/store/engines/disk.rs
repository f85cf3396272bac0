//! The text of a list of engines, as it is on the disk.
//!
//! Does not interpret it.

use std::fs;
use std::io;
use std::path::Path;

use crate::io_words::io_reason;
use crate::store::FileError;
use crate::store::atomic::plain_file;

/// A list of engines is small; a larger file is something else.
const MAX_LIST_BYTES: u64 = 1 << 20;

/// A list that could not be read.
#[derive(Debug)]
pub(super) struct Unread {
    /// The line, if known.
    pub(super) line: Option<usize>,
    pub(super) reason: io::Error,
}

impl Unread {
    /// The line and the reason together.
    pub(super) fn in_one(self) -> io::Error {
        match self.line {
            Some(line) => io::Error::other(format!("line {line}: {}", io_reason(&self.reason))),
            None => self.reason,
        }
    }
}

impl From<io::Error> for Unread {
    fn from(reason: io::Error) -> Self {
        Self { line: None, reason }
    }
}

/// Reads a list.
pub(super) fn read_text(path: &Path) -> Result<String, Unread> {
    let size = plain_file(path)?.len();
    if size > MAX_LIST_BYTES {
        let reason = format!("{size} bytes are too many for a list of engines");
        return Err(io::Error::other(reason).into());
    }
    as_text(fs::read(path)?)
}

/// The text of a list, from bytes.
pub(super) fn as_text(bytes: Vec<u8>) -> Result<String, Unread> {
    String::from_utf8(bytes).map_err(|err| {
        let good = &err.as_bytes()[..err.utf8_error().valid_up_to()];
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        Unread { line: Some(line), reason: io::Error::other("a byte that is not UTF-8") }
    })
}

/// The bytes of a list, even of a damaged one; `None` if there is no file.
pub(super) fn read_bytes(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    match read_text(path) {
        Ok(text) => Ok(Some(text.into_bytes())),
        Err(Unread { reason, .. }) if reason.kind() == io::ErrorKind::NotFound => Ok(None),
        // Bytes that are not text are a damaged list, not an unreadable file.
        Err(Unread { line: Some(_), .. }) => {
            fs::read(path).map(Some).map_err(FileError::new("read", path))
        }
        Err(unread) => Err(FileError::new("read", path)(unread.reason)),
    }
}
