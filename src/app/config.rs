//! What the application starts with.
//!
//! Reads nothing.

use std::path::PathBuf;

use crate::store::Places;

/// What the application starts with.
#[derive(Debug)]
pub struct AppConfig {
    /// Where the user's files are.
    pub places: Places,
    /// The list of engines given on the command line, if any.
    pub engines_file: Option<PathBuf>,
    /// A game file to open at the start.
    pub file: Option<PathBuf>,
    /// The desktop's program that opens files and folders ([`crate::session::OPENER`]), if there is
    /// one.
    pub opener: Option<PathBuf>,
    /// The number of processors of this machine, at least 1: so many engines may analyse at once,
    /// unless the user has set another limit.
    pub processors: usize,
}
