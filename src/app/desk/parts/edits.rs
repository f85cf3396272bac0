//! What was changed in a study, step by step, to be undone and done again.
//!
//! Keeps whole records: they share what they have in common, so a step costs what it changed.

use std::collections::VecDeque;

use crate::games::{NodeId, Record};

/// So many changes of a study can be undone.
const MOST_EDITS: usize = 200;

/// A study as it was, with the node shown.
#[derive(Clone, Debug)]
pub(in crate::app::desk) struct Kept {
    pub(in crate::app::desk) study: Record,
    pub(in crate::app::desk) node: NodeId,
}

/// The changes of a study.
#[derive(Debug, Default)]
pub(in crate::app::desk) struct Edits {
    /// The study before each change, the newest last.
    pub(in crate::app::desk) undo: VecDeque<Kept>,
    /// The study after each change that was undone, the next last.
    pub(in crate::app::desk) redo: Vec<Kept>,
    /// The comment that is being written: its node, and the revision that the last letter made.
    pub(in crate::app::desk) writing: Option<(NodeId, u64)>,
}

impl Edits {
    /// Keeps a study as it was before a change; of too many the oldest goes.
    pub(in crate::app::desk) fn keep(&mut self, kept: Kept) {
        if self.undo.len() >= MOST_EDITS {
            self.undo.pop_front();
        }
        self.undo.push_back(kept);
        self.redo.clear();
        self.writing = None;
    }
}
