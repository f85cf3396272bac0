//! Files of results: one JSON object a line, appended and synced, so that written lines survive.
//!
//! Does not know what the objects mean.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use tracing::warn;

use super::FileError;
use super::place::still_at;

/// A file that grows by whole lines.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    file: File,
    /// It is on a disk, so lines are synced. A pipe or a terminal has nothing to sync.
    on_disk: bool,
    cut: Option<String>,
}

impl ResultsFile {
    /// Opens a file to append to, creating it if needed; its folder must exist, since a name is
    /// easily mistyped. A last line that was torn by a power cut is removed first, so that it does
    /// not swallow the next one: see [`ResultsFile::cut`]. Pipes and devices are only written to.
    ///
    /// # Errors
    ///
    /// When it cannot be opened, or holds something other than results: it is then left unchanged.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.exists()) {
            let reason = format!("there is no folder {folder:?}");
            return Err(FileError::new("open", path)(io::Error::other(reason)));
        }
        let on_disk = fs::metadata(path).map_or(true, |found| found.is_file());
        let file = OpenOptions::new()
            .read(on_disk)
            .append(true)
            .create(on_disk)
            .open(path)
            .map_err(FileError::new("open", path))?;
        let cut = match on_disk {
            true => repair(&file).map_err(FileError::new("add results to", path))?,
            false => None,
        };
        Ok(Self { path: path.to_owned(), file, on_disk, cut })
    }

    /// The beginning of the torn last line that was removed when the file was opened, or how many
    /// zeros that a power cut has left there.
    #[must_use]
    pub fn cut(&self) -> Option<&str> {
        self.cut.as_deref()
    }

    /// Appends one object as a line; when this returns, it is on the disk. If it could only be
    /// written in part, that part is removed. A file that was removed is made again with all its lines.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or its folder was removed, or it was renamed ([`super::Gone`]).
    pub fn append(&mut self, object: &impl Serialize) -> Result<(), FileError> {
        let line = serde_json::to_string(object).map_err(io::Error::from).map(|json| json + "\n");
        line.and_then(|line| append_whole(&mut self.file, line.as_bytes(), self.on_disk))
            .and_then(|()| if self.on_disk { self.file.sync_data() } else { self.file.flush() })
            .and_then(|()| if self.on_disk { still_at(&self.file, &self.path) } else { Ok(None) })
            .map(|again| {
                if let Some(again) = again {
                    warn!("{:?} was removed while it was written, and is made again", self.path);
                    self.file = again;
                }
            })
            .map_err(FileError::new("write", &self.path))
    }
}

/// Appends all of it, or, where it is on a disk, nothing: a line that follows half a line is lost.
pub(super) fn append_whole(file: &mut File, bytes: &[u8], on_disk: bool) -> io::Result<()> {
    let before = if on_disk { Some(file.metadata()?.len()) } else { None };
    file.write_all(bytes).inspect_err(|_| {
        if let Some(before) = before {
            // If even that fails, the next opening of the file repairs it.
            drop(file.set_len(before));
        }
    })
}

/// A line of results has some kilobytes; anything longer than this is something else.
const MAX_LINE: u64 = 64 << 20;

/// Prepares the end of the file for the next line; returns what was cut off for it.
fn repair(mut file: &File) -> io::Result<Option<String>> {
    let mut first = Vec::new();
    file.rewind()?;
    BufReader::new(file).take(MAX_LINE).read_until(b'\n', &mut first)?;
    if first.ends_with(b"\n") && kind_of(&first) != LineKind::Whole {
        return Err(no_results());
    }
    let (start, full) = last_line(file)?;
    if MAX_LINE < full - start {
        return Err(no_results());
    }
    let mut last = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.read_to_end(&mut last)?;
    if last.is_empty() {
        return Ok(None);
    }
    // Space that the file got before a power cut, and not its content.
    let n_zeros = last.iter().rev().take_while(|byte| **byte == 0).count();
    let line = &last[..last.len() - n_zeros];
    match kind_of(line) {
        LineKind::Whole if line.is_empty() => {
            file.set_len(start)?;
            Ok(Some(format!("{n_zeros} bytes of zeros")))
        }
        LineKind::Whole => {
            file.set_len(start + line.len() as u64)?;
            file.write_all(b"\n").map(|()| None)
        }
        LineKind::Torn => {
            file.set_len(start)?;
            Ok(Some(String::from_utf8_lossy(line).chars().take(MAX_SHOWN).collect()))
        }
        LineKind::Other => Err(no_results()),
    }
}

/// Characters of a torn line that are shown.
const MAX_SHOWN: usize = 60;

fn no_results() -> io::Error {
    io::Error::other("it does not hold one JSON object per line")
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum LineKind {
    /// An object, or nothing at all.
    Whole,
    /// The beginning of an object.
    Torn,
    /// No object.
    Other,
}

fn kind_of(line: &[u8]) -> LineKind {
    match line.trim_ascii() {
        [] => LineKind::Whole,
        object @ [b'{', ..] => match serde_json::from_slice::<IgnoredAny>(object) {
            Ok(_) => LineKind::Whole,
            Err(err) if err.is_eof() => LineKind::Torn,
            Err(_) => LineKind::Other,
        },
        _ => LineKind::Other,
    }
}

/// The start of the last line if it is unfinished, and the end of the file.
fn last_line(mut file: &File) -> io::Result<(u64, u64)> {
    let full = file.seek(SeekFrom::End(0))?;
    let mut end = full;
    // Backwards in blocks: a file of results may be large, its torn line is not.
    let mut block = [0; 4096];
    while end > 0 {
        let start = end.saturating_sub(block.len() as u64);
        let part = &mut block[..usize::try_from(end - start).expect("a block is small")];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(part)?;
        if let Some(idx) = part.iter().rposition(|byte| *byte == b'\n') {
            return Ok((start + idx as u64 + 1, full));
        }
        end = start;
    }
    Ok((0, full))
}

/// How many bytes stand behind the last whole line of a file of results: a line that is being written, or
/// was torn.
///
/// # Errors
///
/// When the file cannot be read.
pub(super) fn bytes_behind(path: &Path) -> Result<u64, FileError> {
    let read = || last_line(&File::open(path)?).map(|(start, end)| end - start);
    read().map_err(FileError::new("read", path))
}

/// Reads all objects of a file of results. A torn last line is dropped.
///
/// # Errors
///
/// When the file cannot be read, or a line other than the last holds something else; the error
/// names the line.
pub fn read_results<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, FileError> {
    let mut found = Vec::new();
    each_result(path, |object| {
        found.push(object);
        Ok(())
    })?;
    Ok(found)
}

/// Reads the objects of a file of results one after another, so that a long file needs no memory. A
/// torn last line is dropped.
///
/// # Errors
///
/// As [`read_results`], and when `take` refuses an object.
pub fn each_result<T: DeserializeOwned>(
    path: &Path,
    mut take: impl FnMut(T) -> Result<(), String>,
) -> Result<(), FileError> {
    let mut read = || {
        let mut file = BufReader::new(File::open(path)?);
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            (&mut file).take(MAX_LINE).read_until(b'\n', &mut line)?;
            if !line.ends_with(b"\n") {
                break;
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            object_of(&line)
                .and_then(&mut take)
                .map_err(|err| io::Error::other(format!("line {number}: {err}")))?;
        }
        Ok(())
    };
    read().map_err(FileError::new("read", path))
}

/// The object of a line; otherwise what is wrong with it, without a place in the line.
fn object_of<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    serde_json::from_slice(line).or_else(|_| {
        // Read as a value first, mistakes of what it holds are said without a place.
        let value: Value = serde_json::from_slice(line).map_err(|err| {
            format!(
                "it is no JSON object (column {}); put the file back from a copy, or remove this line to go on \
                 without it",
                err.column()
            )
        })?;
        T::deserialize(value).map_err(|err| err.to_string())
    })
}

/// An error about a file of results, for a reason that is a sentence.
#[must_use]
pub fn refused_result(path: &Path, why: &str) -> FileError {
    FileError::new("read", path)(io::Error::other(why.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use serde_json::json;

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
            let mut results = ResultsFile::open(&path).unwrap();
            assert_eq!(results.cut(), Some(&torn[..MAX_SHOWN]));
            results.append(&json!({ "game": 3 })).unwrap();
            let after: Vec<Value> = read_results(&path).unwrap();
            assert_eq!(after.len(), before.len() + 1);
            assert_eq!(after.last(), Some(&json!({"game": 3})));
            assert!(!fs::read_to_string(&path).unwrap().contains("xxx"));
        }
    }

    #[test]
    fn zeros_behind_the_last_line_are_cut_off_with_what_is_torn() {
        let zeros = "\0".repeat(5_000);
        for (before, whole, cut) in [
            ("{\"game\":1}\n", 1, Some("5000 bytes of zeros")),
            ("{\"game\":1}\n{\"game\":\"x", 1, Some("{\"game\":\"x")),
            ("{\"game\":1}\n{\"game\":2}", 2, None),
            ("", 0, Some("5000 bytes of zeros")),
        ] {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("results.jsonl");
            fs::write(&path, format!("{before}{zeros}")).unwrap();
            let mut results = ResultsFile::open(&path).unwrap();
            assert_eq!(results.cut(), cut, "{before:?}");
            results.append(&json!({ "game": 3 })).unwrap();
            let games: Vec<Value> = read_results(&path).unwrap();
            assert_eq!(games.len(), whole + 1, "{before:?}");
            assert!(!fs::read(&path).unwrap().contains(&0));
        }
    }

    #[test]
    fn a_last_line_that_only_lacks_its_end_is_kept() {
        for whole in ["{\"game\":1}", "{\"game\":0}\n{\"game\":1}", "{\"game\":1}\n  "] {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("results.jsonl");
            fs::write(&path, whole).unwrap();
            let mut results = ResultsFile::open(&path).unwrap();
            assert_eq!(results.cut(), None);
            results.append(&json!({ "game": 2 })).unwrap();
            let games: Vec<Value> = read_results(&path).unwrap();
            assert!(games.ends_with(&[json!({"game": 1}), json!({"game": 2})]), "{games:?}");
        }
    }

    #[test]
    fn a_file_of_something_else_is_refused_and_left_as_it_is() {
        for text in [
            "a letter without an end",
            "a letter\n",
            "a letter\n{\"game\":",
            "{\"game\":1}\nnotes",
            "{\n  \"pretty\": 1\n}",
            "{ color: red",
            "[1, 2",
        ] {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("results.jsonl");
            fs::write(&path, text).unwrap();
            let err = ResultsFile::open(&path).unwrap_err();
            assert!(err.to_string().contains("one JSON object per line"), "{err}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_named_and_not_made() {
        let dir = tempfile::tempdir().unwrap();
        let err = ResultsFile::open(&dir.path().join("typo/results.jsonl")).unwrap_err();
        assert!(err.to_string().contains("there is no folder"), "{err}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_broken_line_in_the_middle_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("results.jsonl");
        fs::write(&path, "{}\n{broken\n{}\n").unwrap();
        let err = read_results::<Value>(&path).unwrap_err().to_string();
        assert!(
            err.contains("line 2: it is no JSON object (column 2); put the file back"),
            "{err}"
        );
        assert_eq!(err.matches("line 1").count(), 0, "one place is named: {err}");
        fs::write(&path, "{\"a\":1}\n{\"a\":\"b\"}\n").unwrap();
        let err = read_results::<HashMap<String, u8>>(&path).unwrap_err().to_string();
        assert!(err.ends_with("line 2: invalid type: string \"b\", expected u8"), "{err}");
    }
}
