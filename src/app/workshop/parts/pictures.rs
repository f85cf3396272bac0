//! Lists of the workshop that are kept while what they were drawn up from stands.
//!
//! Draws none.

use std::sync::Arc;

use crate::app::catalogue::Catalogue;
use crate::app::shared::Shared;
use crate::app::views::{CheckView, EngineEntryView, RunningEngine};

/// What is kept.
#[derive(Debug, Default)]
pub(in crate::app::workshop) struct Drawn {
    pub(in crate::app::workshop) entries: Option<(EntriesKey, Shared<Vec<EngineEntryView>>)>,
    pub(in crate::app::workshop) checks: Option<(u64, Shared<Vec<CheckView>>)>,
}

/// What a list is drawn up from.
#[derive(Debug)]
pub(in crate::app::workshop) struct EntriesKey {
    pub(in crate::app::workshop) catalogue: Arc<Catalogue>,
    pub(in crate::app::workshop) game: &'static str,
    pub(in crate::app::workshop) variant: Option<String>,
    pub(in crate::app::workshop) running: Vec<RunningEngine>,
}

impl EntriesKey {
    pub(in crate::app::workshop) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.catalogue, &other.catalogue)
            && self.game == other.game
            && self.variant == other.variant
            && self.running == other.running
    }
}
