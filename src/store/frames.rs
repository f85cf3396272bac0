//! A file with a line for every frame of the window, for `benches/window.rs`.
//!
//! Measures nothing itself.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::FileError;

/// Opens the file, emptied. The returned function writes a line for a frame: the moment it is
/// called (microseconds since 1970) and the seconds given to it, in microseconds.
///
/// # Errors
///
/// When the file cannot be written.
pub fn frame_log(path: &Path) -> Result<impl FnMut(f32) + use<>, FileError> {
    let mut file = File::create(path).map_err(FileError::new("write", path))?;
    Ok(move |secs: f32| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        // A full disk spoils only the measurement.
        drop(writeln!(file, "{} {:.0}", now.as_micros(), f64::from(secs) * 1e6));
    })
}
