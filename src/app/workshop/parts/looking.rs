//! What is looked for on the disk.
//!
//! Looks for nothing.

use crate::app::views::LookedFor;

/// The newest look, and what is to be looked for when it is over.
#[derive(Debug, Default)]
pub(in crate::app::workshop) struct Looking {
    pub(in crate::app::workshop) is_running: bool,
    pub(in crate::app::workshop) next: Option<(Vec<String>, String)>,
    pub(in crate::app::workshop) found: Option<LookedFor>,
}
