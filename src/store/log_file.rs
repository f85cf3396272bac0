//! The file that the program's own log goes to.
//!
//! Writes nothing of itself.

use std::fs::{self, File};
use std::path::Path;

use super::FileError;

/// Larger than this, the old log is replaced when the file is opened.
const MAX_LOG: u64 = 16 << 20;

/// Opens a file to write on at its end; folders on the way are created. One of more than 16 MiB begins
/// again.
///
/// # Errors
///
/// When the folder cannot be created or the file cannot be opened.
pub fn open_log(path: &Path) -> Result<File, FileError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(FileError::new("create", folder))?;
    }
    let is_long = fs::metadata(path).is_ok_and(|known| known.is_file() && MAX_LOG < known.len());
    let mut options = File::options();
    options.create(true).append(true);
    let file = options.open(path).map_err(FileError::new("open", path))?;
    if is_long {
        file.set_len(0).map_err(FileError::new("shorten", path))?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_log_is_written_on_at_its_end_and_begins_again_when_it_is_long() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep/quintet.log");
        for line in ["one\n", "two\n"] {
            open_log(&path).unwrap().write_all(line.as_bytes()).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        File::options().write(true).open(&path).unwrap().set_len(MAX_LOG + 1).unwrap();
        drop(open_log(&path).unwrap());
        assert_eq!(fs::metadata(&path).unwrap().len(), 0);
    }
}
