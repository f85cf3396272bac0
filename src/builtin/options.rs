//! The settings with which an engine that comes with the program plays.

use std::time::SystemTime;

/// The settings of the engine.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct EngineOptions {
    /// 1 (for a child) to 10 (full strength); other values are clamped.
    pub level: u8,
    /// Seed of the weak levels' random errors; `None`: a new one each time.
    pub seed: Option<u64>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self { level: 10, seed: None }
    }
}

/// A number that differs from start to start.
pub(super) fn seed_of_clock() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_secs() ^ u64::from(since.subsec_nanos()) << 32
}
