//! What was changed in a study, step by step, to be undone and done again.
//!
//! Keeps whole records: they share what they have in common, so a step costs what it changed.

use std::collections::VecDeque;

use super::{Board, Document};
use crate::games::{NodeId, Record};

/// So many changes of a study can be undone.
pub(in crate::app::desk) const MOST_EDITS: usize = 200;

/// A study as it was, with the node shown.
#[derive(Clone, Debug)]
pub(in crate::app::desk) struct Kept {
    study: Record,
    node: NodeId,
}

/// The changes of a study.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// The study before each change, the newest last.
    undo: VecDeque<Kept>,
    /// The study after each change that was undone, the next last.
    redo: Vec<Kept>,
    /// The comment that is being written: its node, and the revision that the last letter made.
    writing: Option<(NodeId, u64)>,
}

impl Edits {
    fn keep(&mut self, kept: Kept) {
        if self.undo.len() >= MOST_EDITS {
            self.undo.pop_front();
        }
        self.undo.push_back(kept);
        self.redo.clear();
        self.writing = None;
    }
}

impl Document {
    /// The study as it is, for [`Document::keep_if_changed`]; `None` while a game is played.
    pub(in crate::app::desk) fn as_it_is(&self) -> Option<Kept> {
        let Board::Study(study) = &self.board else { return None };
        Some(Kept { study: (**study).clone(), node: self.current })
    }

    /// Keeps the study as it is, to be had back with [`Document::undo_edit`]; of too many the oldest
    /// goes.
    pub(in crate::app::desk) fn keep_edit(&mut self) {
        if let Some(kept) = self.as_it_is() {
            self.edits.keep(kept);
        }
    }

    /// Keeps the study as it was, if it has another number of moves now.
    pub(in crate::app::desk) fn keep_if_changed(&mut self, before: Option<Kept>) {
        let n_nodes = self.record().n_nodes();
        if let Some(kept) = before.filter(|kept| kept.study.n_nodes() != n_nodes) {
            self.edits.keep(kept);
        }
    }

    /// Writes a comment. What is written at a node without another change between is one step.
    pub(in crate::app::desk) fn write_comment(&mut self, node: NodeId, text: String) {
        if self.record().node(node).comment == text {
            return;
        }
        if self.edits.writing != Some((node, self.revision)) {
            self.keep_edit();
        }
        self.record_mut().node_mut(node).comment = text;
        self.edits.writing = Some((node, self.revision));
    }

    /// Something was changed in this study that can be undone.
    pub(in crate::app::desk) fn can_undo_edit(&self) -> bool {
        !self.edits.undo.is_empty()
    }

    /// A change of this study was undone that can be done again.
    pub(in crate::app::desk) fn can_redo_edit(&self) -> bool {
        !self.edits.redo.is_empty()
    }

    /// Undoes the last change of the study. Says whether there was one.
    pub(in crate::app::desk) fn undo_edit(&mut self, position_id: u64) -> bool {
        let Some(now) = self.as_it_is() else { return false };
        let Some(before) = self.edits.undo.pop_back() else { return false };
        self.edits.redo.push(now);
        self.put_back(before, position_id);
        true
    }

    /// Does the change again that was undone last. Says whether there was one.
    pub(in crate::app::desk) fn redo_edit(&mut self, position_id: u64) -> bool {
        let Some(now) = self.as_it_is() else { return false };
        let Some(after) = self.edits.redo.pop() else { return false };
        self.edits.undo.push_back(now);
        self.put_back(after, position_id);
        true
    }

    fn put_back(&mut self, Kept { study, node }: Kept, position_id: u64) {
        self.board = Board::Study(Box::new(study));
        self.edits.writing = None;
        self.note_change();
        self.line_end = self.record().end_of(node);
        self.show(node, position_id);
    }
}
