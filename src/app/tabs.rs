//! The tabs: a desk each, and which of them is shown.
//!
//! Knows nothing of what a desk does.

use std::path::Path;
use std::sync::Arc;

use super::catalogue::Catalogue;
use super::desk::{Desk, Surroundings};
use super::views::TabView;
use crate::store::SavedCard;

/// The desks, in the order of their tabs; there is always one.
#[derive(Debug)]
pub(super) struct Tabs {
    desks: Vec<Desk>,
    /// The place of the one that is shown.
    shown: usize,
}

impl Tabs {
    /// One desk, with the cards of the last time.
    pub(super) fn new(around: Surroundings, cards: Vec<SavedCard>) -> Self {
        Self { desks: vec![Desk::new(1, around, cards)], shown: 0 }
    }

    /// The desk that is shown.
    pub(super) fn shown(&mut self) -> &mut Desk {
        &mut self.desks[self.shown]
    }

    /// The desk that is shown, to be looked at.
    pub(super) fn shown_now(&self) -> &Desk {
        &self.desks[self.shown]
    }

    /// The number of the desk that is shown.
    pub(super) fn shown_id(&self) -> u64 {
        self.desks[self.shown].id()
    }

    /// The desk of this number; `None` where its tab was closed.
    pub(super) fn get(&mut self, id: u64) -> Option<&mut Desk> {
        self.desks.iter_mut().find(|desk| desk.id() == id)
    }

    /// All desks, in the order of their tabs.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Desk> {
        self.desks.iter()
    }

    /// The numbers of all desks.
    pub(super) fn ids(&self) -> Vec<u64> {
        self.desks.iter().map(Desk::id).collect()
    }

    /// The list of engines has changed.
    pub(super) fn handle_catalogue(&mut self, catalogue: &Arc<Catalogue>) {
        self.desks.iter_mut().for_each(|desk| desk.handle_catalogue(Arc::clone(catalogue)));
    }

    /// A document was written to a file.
    pub(super) fn handle_saved(&mut self, document: u64, path: &Path, n_changes: u64) {
        self.desks.iter_mut().for_each(|desk| desk.handle_saved(document, path, n_changes));
    }

    /// The tabs as the window sees them.
    pub(super) fn views(&self) -> Vec<TabView> {
        self.desks.iter().map(Desk::tab).collect()
    }
}
