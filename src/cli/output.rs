//! The standard output and the error output, line by line.

use std::fmt;
use std::io::{self, BufWriter, Stdout, Write};

/// The standard output, buffered; a closed pipe is an error that [`super::run`] understands.
#[derive(Debug)]
pub(super) struct Output(BufWriter<Stdout>);

impl Output {
    pub(super) fn new() -> Self {
        Self(BufWriter::new(io::stdout()))
    }

    /// Writes a line, seen at once by whoever reads it.
    pub(super) fn line(&mut self, text: impl fmt::Display) -> io::Result<()> {
        writeln!(self.0, "{text}")?;
        self.0.flush()
    }
}

/// Writes a line on the error output. Nobody can be told when that fails.
pub(super) fn complain(text: &str) {
    drop(writeln!(io::stderr(), "{text}"));
}
