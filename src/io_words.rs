//! What the system says of a file or a connection, in words for people; every layer may use it.
//!
//! Knows no file: the caller names what was tried, and with what.

use std::io::{self, ErrorKind};

/// Why the system refused something, without the numbers that it has for it. Words that the program itself
/// has given to an error stay.
///
/// ```
/// let error = std::io::Error::from(std::io::ErrorKind::NotFound);
/// assert_eq!(quintet::store::io_reason(&error), "there is no such file");
/// ```
#[must_use]
pub fn io_reason(error: &io::Error) -> String {
    if error.get_ref().is_some() {
        return error.to_string();
    }
    let words = match error.kind() {
        ErrorKind::NotFound => "there is no such file",
        ErrorKind::PermissionDenied => "there is no permission for it",
        ErrorKind::ReadOnlyFilesystem => "nothing can be written on this disk",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "no more room on the disk is allowed",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of the path is a file and no folder",
        ErrorKind::AlreadyExists => "it is there already",
        ErrorKind::DirectoryNotEmpty => "the folder is not empty",
        ErrorKind::InvalidFilename => "a file cannot have this name",
        ErrorKind::FileTooLarge => "the file is too large",
        ErrorKind::ConnectionRefused => "no program listens there",
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => {
            "the other side has closed the connection"
        }
        ErrorKind::AddrInUse => "another program uses this port",
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable | ErrorKind::NetworkDown => {
            "the network does not reach it"
        }
        ErrorKind::TimedOut => "it took too long",
        _ => return without_number(error),
    };
    words.to_owned()
}

/// The system's own words, which have its number at their end.
fn without_number(error: &io::Error) -> String {
    let said = error.to_string();
    let Some(code) = error.raw_os_error() else { return said };
    let number = format!(" (os error {code})");
    let words = said.strip_suffix(&number).unwrap_or(&said);
    let mut letters = words.chars();
    let first = letters.next().map(char::to_lowercase).into_iter().flatten();
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_refusals_are_said_in_plain_words() {
        let folder = tempfile::tempdir().unwrap();
        let missing = std::fs::read(folder.path().join("none")).unwrap_err();
        assert_eq!(io_reason(&missing), "there is no such file");
        for (kind, words) in [
            (ErrorKind::PermissionDenied, "there is no permission for it"),
            (ErrorKind::StorageFull, "the disk is full"),
            (ErrorKind::IsADirectory, "it is a folder"),
        ] {
            assert_eq!(io_reason(&kind.into()), words);
        }
    }

    #[test]
    fn words_of_the_program_itself_stay() {
        let error = io::Error::new(ErrorKind::NotFound, "there is no folder \"x\"");
        assert_eq!(io_reason(&error), "there is no folder \"x\"");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_rare_has_the_words_of_the_system_without_its_number() {
        // EIO.
        assert_eq!(io_reason(&io::Error::from_raw_os_error(5)), "input/output error");
    }
}
