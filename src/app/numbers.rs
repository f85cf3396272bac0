//! Numbers that are given out once.
//!
//! Means nothing by them: the caller says what is counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts up from 1; its clones count together.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers(Arc<AtomicU64>);

impl Numbers {
    /// A number that was not given out before.
    pub(super) fn next(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}
