//! Files of comma-separated values, for spreadsheets: a head and one row per item.
//!
//! Does not know what the columns mean.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::{Path, PathBuf};

use super::FileError;
use super::results::append_whole;

/// A table that grows by whole rows.
#[derive(Debug)]
pub struct CsvFile {
    path: PathBuf,
    file: File,
    on_disk: bool,
}

impl CsvFile {
    /// Opens a table to append to; a new or empty one gets its head first. Pipes and devices are
    /// only written to.
    ///
    /// # Errors
    ///
    /// When it cannot be opened or written, or begins with another head: the file is then left
    /// unchanged.
    pub fn open(path: &Path, head: &[&str]) -> Result<Self, FileError> {
        let head = row(head);
        let on_disk = fs::metadata(path).map_or(true, |found| found.is_file());
        let mut options = OpenOptions::new();
        let file = options.read(on_disk).append(true).create(on_disk).open(path);
        let mut csv = Self {
            path: path.to_owned(),
            file: file.map_err(FileError::new("open", path))?,
            on_disk,
        };
        let found = if on_disk { csv.first_line() } else { Ok(String::new()) };
        let found = found.map_err(FileError::new("read", path))?;
        if found.is_empty() {
            csv.write(&head)?;
        } else if found.trim_end() != head.trim_end() {
            let reason = io::Error::other("it is another table: its first line differs");
            return Err(FileError::new("add rows to", path)(reason));
        } else {
            let end = csv.open_end().map_err(FileError::new("read", path))?;
            csv.write(end)?;
        }
        Ok(csv)
    }

    /// The text needed to end the last row: empty, unless it was cut off. The row stays with the
    /// cells that it has.
    fn open_end(&self) -> io::Result<&'static str> {
        let (mut in_quotes, mut last) = (false, b'\n');
        let mut reader = BufReader::new(&self.file);
        reader.rewind()?;
        loop {
            let bytes = reader.fill_buf()?;
            let Some(newest) = bytes.last() else { break };
            last = *newest;
            in_quotes ^= bytes.iter().filter(|byte| **byte == b'"').count() % 2 == 1;
            let n_read = bytes.len();
            reader.consume(n_read);
        }
        Ok(match (in_quotes, last) {
            (true, _) => "\"\n",
            (false, b'\n') => "",
            (false, _) => "\n",
        })
    }

    fn first_line(&self) -> io::Result<String> {
        let mut line = Vec::new();
        BufReader::new(io::Read::take(&self.file, MAX_HEAD)).read_until(b'\n', &mut line)?;
        Ok(String::from_utf8_lossy(&line).into_owned())
    }

    /// Appends a row.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn append(&mut self, cells: &[String]) -> Result<(), FileError> {
        self.write(&row(cells))
    }

    /// Appends rows, all of them or none.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub fn append_all(&mut self, rows: &[Vec<String>]) -> Result<(), FileError> {
        self.write(&rows.iter().map(|cells| row(cells)).collect::<String>())
    }

    fn write(&mut self, text: &str) -> Result<(), FileError> {
        let written = append_whole(&mut self.file, text.as_bytes(), self.on_disk);
        let written = written.and_then(|()| self.file.flush());
        written.map_err(FileError::new("write", &self.path))
    }
}

/// A head is short.
const MAX_HEAD: u64 = 64 << 10;

/// A row as RFC 4180 writes it, but ended as text files are here: a cell stands in quotes where it
/// holds a comma, a quote or a line break. A cell that a spreadsheet would evaluate gets an
/// apostrophe in front (OWASP, CSV injection).
fn row(cells: &[impl AsRef<str>]) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(AsRef::as_ref)
        .map(harmless)
        .map(|cell| match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.into_owned(),
        })
        .collect();
    cells.join(",") + "\n"
}

/// Numbers stay numbers.
fn harmless(cell: &str) -> Cow<'_, str> {
    let is_computed = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_computed && cell.parse::<f64>().is_err() {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_added_under_one_head_and_cells_are_quoted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        for cells in [["1", "plain"], ["2", "a, b"], ["3", "said \"no\"\nand left"]] {
            let mut csv = CsvFile::open(&path, &["number", "reason"]).unwrap();
            csv.append(&cells.map(str::to_owned)).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap();
        let rows = "number,reason\n1,plain\n2,\"a, b\"\n3,\"said \"\"no\"\"\nand left\"\n";
        assert_eq!(text, rows);
    }

    #[test]
    fn cells_that_a_spreadsheet_would_compute_are_made_harmless() {
        let cells = ["=1+2", "+cmd|' /C calc'!A0", "-A1", "@SUM(1)", "-64", "+0.5", "A-B"];
        let line = row(&cells);
        assert_eq!(line, "'=1+2,'+cmd|' /C calc'!A0,'-A1,'@SUM(1),-64,+0.5,A-B\n");
    }

    #[test]
    fn a_row_that_was_cut_off_is_ended_before_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.csv");
        let head = "number,reason\n";
        for (torn, ended) in [
            ("", ""),
            ("1,pl", "1,pl\n"),
            ("1,\"a, b", "1,\"a, b\"\n"),
            ("1,\"a\n", "1,\"a\n\"\n"),
            ("1,\"a \"\"b\"\"", "1,\"a \"\"b\"\"\"\n"),
        ] {
            fs::write(&path, format!("{head}{torn}")).unwrap();
            let mut csv = CsvFile::open(&path, &["number", "reason"]).unwrap();
            csv.append(&["2", "next"].map(str::to_owned)).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text, format!("{head}{ended}2,next\n"));
        }
    }

    #[test]
    fn another_table_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter.txt");
        fs::write(&path, "Dear Sir,\n").unwrap();
        let err = CsvFile::open(&path, &["number", "reason"]).unwrap_err();
        assert!(err.to_string().contains("another table"), "{err}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "Dear Sir,\n");
    }
}
