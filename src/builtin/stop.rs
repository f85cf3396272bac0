//! The question that a search regularly asks: must it end?
//!
//! Knows neither who asks nor the reason for the end.

use std::fmt;
use std::sync::Arc;

/// Asks whether the search must end now; called every few milliseconds at the least.
#[derive(Clone)]
pub struct Stop(Arc<dyn Fn() -> bool + Send + Sync>);

impl Stop {
    /// Ends the search when `asked` returns true.
    pub fn when(asked: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(asked))
    }

    /// Never ends the search.
    #[must_use]
    pub fn never() -> Self {
        Self::when(|| false)
    }

    /// The search must end now.
    #[must_use]
    pub fn asked(&self) -> bool {
        (self.0)()
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stop")
    }
}
