//! What was removed from the list of engines.
//!
//! Brings nothing back.

use crate::store::RemovedEngine;

/// What was removed from the list, to be had back.
#[derive(Debug)]
pub(in crate::app::workshop) struct Removed {
    pub(in crate::app::workshop) entry: RemovedEngine,
    /// It comes with the program, and is as it came.
    pub(in crate::app::workshop) was_reset: bool,
}
