//! Files of results: one JSON object a line, appended and synced, so that what was written stays.
//!
//! Does not know what the objects mean.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::FileError;

/// A file that grows by whole lines.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    file: File,
}

impl ResultsFile {
    /// Opens a file to append to, creating it (and its folder) where there is none. A last line
    /// that was torn by a power cut is removed first, so that it does not swallow the next one.
    ///
    /// # Errors
    ///
    /// When it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(FileError::new("create", folder))?;
        }
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(FileError::new("open", path))?;
        drop_torn_line(&file).map_err(FileError::new("mend", path))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Appends one object as a line; when this returns, it is on the disk.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn append(&mut self, object: &impl Serialize) -> Result<(), FileError> {
        let line = serde_json::to_string(object).map_err(io::Error::from).map(|json| json + "\n");
        line.and_then(|line| {
            self.file.write_all(line.as_bytes())?;
            self.file.sync_data()
        })
        .map_err(FileError::new("write", &self.path))
    }
}

fn drop_torn_line(mut file: &File) -> io::Result<()> {
    let mut end = file.seek(SeekFrom::End(0))?;
    let full = end;
    // Backwards in blocks: a file of results may be large, its torn line is not.
    let mut block = [0; 4096];
    while end > 0 {
        let start = end.saturating_sub(block.len() as u64);
        let part = &mut block[..usize::try_from(end - start).expect("a block is small")];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(part)?;
        if let Some(idx) = part.iter().rposition(|byte| *byte == b'\n') {
            end = start + idx as u64 + 1;
            break;
        }
        end = start;
    }
    if end < full { file.set_len(end) } else { Ok(()) }
}

/// Reads all objects of a file of results. A torn last line is dropped.
///
/// # Errors
///
/// When the file cannot be read, or a line that is not the last holds something else; the error
/// names the line.
pub fn read_results<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, FileError> {
    let bytes = fs::read(path).map_err(FileError::new("read", path))?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |idx| idx + 1);
    bytes[..whole]
        .split_inclusive(|byte| *byte == b'\n')
        .enumerate()
        .filter(|(_, line)| !line.trim_ascii().is_empty())
        .map(|(idx, line)| {
            serde_json::from_slice(line)
                .map_err(|err| io::Error::other(format!("line {}: {err}", idx + 1)))
                .map_err(FileError::new("read", path))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn results_are_appended_and_read_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("results.jsonl");
        for n in 0..3 {
            ResultsFile::open(&path).unwrap().append(&json!({ "game": n })).unwrap();
        }
        let games: Vec<Value> = read_results(&path).unwrap();
        assert_eq!(games, [json!({"game": 0}), json!({"game": 1}), json!({"game": 2})]);
    }

    #[test]
    fn a_torn_last_line_is_dropped_and_does_not_swallow_the_next() {
        for whole in ["", "{\"game\":1}\n"] {
            // Longer than a block, so that the search for its start goes back more than once.
            let torn = format!("{{\"game\":2,\"record\":\"{}", "x".repeat(10_000));
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("results.jsonl");
            fs::write(&path, format!("{whole}{torn}")).unwrap();
            let before: Vec<Value> = read_results(&path).unwrap();
            ResultsFile::open(&path).unwrap().append(&json!({ "game": 3 })).unwrap();
            let after: Vec<Value> = read_results(&path).unwrap();
            assert_eq!(after.len(), before.len() + 1);
            assert_eq!(after.last(), Some(&json!({"game": 3})));
            assert!(!fs::read_to_string(&path).unwrap().contains("xxx"));
        }
    }

    #[test]
    fn a_broken_line_in_the_middle_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("results.jsonl");
        fs::write(&path, "{}\n{broken\n{}\n").unwrap();
        let err = read_results::<Value>(&path).unwrap_err();
        assert!(err.to_string().contains("line 2"), "{err}");
    }
}
