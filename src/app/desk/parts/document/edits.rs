//! The changes of a study are kept, undone and done again.
//!
//! Makes none itself but the writing of comments.

use super::{Board, Document};
use crate::app::desk::parts::edits::{Edits, Kept};
use crate::games::NodeId;

impl Document {
    /// Another study, or none, is on the board: nothing was changed in it yet.
    pub(super) fn forget_edits(&mut self) {
        self.edits = Edits::default();
    }

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
