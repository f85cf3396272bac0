//! The changes that are made by hand are kept, undone and done again. What engines say in between is
//! no such change, and stays.
//!
//! Makes none itself but those of what is said about a move.

use super::{Board, Document};
use crate::app::desk::parts::edits::{CommentPlace, Edits, Step};
use crate::games::{Node, NodeId, Record};

impl Document {
    /// Another study, or none, is on the board: nothing was changed in it yet.
    pub(super) fn forget_edits(&mut self) {
        self.edits = Edits::default();
    }

    /// The study as it is, for [`Document::keep_if_changed`]; `None` while a game is played.
    pub(in crate::app::desk) fn as_it_is(&self) -> Option<Record> {
        let Board::Study(study) = &self.board else { return None };
        Some((**study).clone())
    }

    /// Keeps the study as it is before a change of its moves, to be had back with
    /// [`Document::undo_edit`].
    pub(in crate::app::desk) fn keep_edit(&mut self) {
        if let Some(to) = self.as_it_is() {
            self.edits.keep(Step { to, from: None, about: None });
        }
    }

    /// The change before which the study was kept is made: what differs from now on is none of it.
    pub(in crate::app::desk) fn edit_made(&mut self) {
        if let Some(study) = self.as_it_is() {
            self.edits.made(&study);
        }
    }

    /// Keeps the study as it was, if it has another number of moves now.
    pub(in crate::app::desk) fn keep_if_changed(&mut self, before: Option<Record>) {
        let n_nodes = self.record().n_nodes();
        if let Some(to) = before.filter(|before| before.n_nodes() != n_nodes) {
            self.edits.keep(Step { to, from: self.as_it_is(), about: None });
        }
    }

    /// Changes what is said about a move, to be undone with [`Document::undo_edit`]; in a game that
    /// is played, too.
    pub(in crate::app::desk) fn say(&mut self, node: NodeId, change: impl FnOnce(&mut Node)) {
        let to = self.record().clone();
        change(self.record_mut().node_mut(node));
        let from = Some(self.record().clone());
        self.edits.keep(Step { to, from, about: Some(node) });
    }

    /// Writes a comment. What is written at a node without another change between is one step.
    pub(in crate::app::desk) fn write_comment(&mut self, place: CommentPlace, text: &str) {
        let (CommentPlace::On(node) | CommentPlace::Before(node)) = place;
        let known = self.record().node(node);
        let is_known = match place {
            CommentPlace::On(_) => known.comment == text,
            CommentPlace::Before(_) => known.comment_before() == text,
        };
        if is_known {
            return;
        }
        let write = |node: &mut Node| match place {
            CommentPlace::On(_) => text.clone_into(&mut node.comment),
            CommentPlace::Before(_) => node.set_comment_before(text),
        };
        if self.edits.writing == Some((place, self.revision)) {
            write(self.record_mut().node_mut(node));
            let from = self.record().clone();
            if let Some(step) = self.edits.undo.back_mut() {
                step.from = Some(from);
            }
        } else {
            self.say(node, write);
        }
        self.edits.writing = Some((place, self.revision));
    }

    /// The place of the change that would be undone. In a game that is played it is the last one about the
    /// position shown, whatever was changed elsewhere since.
    fn to_undo(&self) -> Option<usize> {
        let steps = &self.edits.undo;
        match self.table() {
            None => steps.len().checked_sub(1),
            Some(_) => steps.iter().rposition(|step| self.is_about_shown(step)),
        }
    }

    /// The place of the change that would be done again, likewise.
    fn to_redo(&self) -> Option<usize> {
        let steps = &self.edits.redo;
        match self.table() {
            None => steps.len().checked_sub(1),
            Some(_) => steps.iter().rposition(|step| self.is_about_shown(step)),
        }
    }

    /// Only what is said about the position shown was changed. After moves were taken back another move
    /// may have the number of the one that it was about.
    fn is_about_shown(&self, step: &Step) -> bool {
        step.about == Some(self.current)
            && step.to.has(self.current)
            && step.to.moves_to(self.current) == self.record().moves_to(self.current)
    }

    /// Something was changed that can be undone.
    pub(in crate::app::desk) fn can_undo_edit(&self) -> bool {
        self.to_undo().is_some()
    }

    /// A change was undone that can be done again.
    pub(in crate::app::desk) fn can_redo_edit(&self) -> bool {
        self.to_redo().is_some()
    }

    /// To undo the last change, or to do it again, moves would have to change.
    pub(in crate::app::desk) fn would_change_moves(&self, redo: bool) -> bool {
        let step = match redo {
            true => self.to_redo().and_then(|idx| self.edits.redo.get(idx)),
            false => self.to_undo().and_then(|idx| self.edits.undo.get(idx)),
        };
        step.is_some_and(|step| step.about.is_none())
    }

    /// Undoes the last change. The position shown stays, or the last one before it that is there
    /// still; `position_id` is used when that is another one. Says whether there was a change.
    pub(in crate::app::desk) fn undo_edit(&mut self, position_id: u64) -> bool {
        let Some(idx) = self.to_undo() else { return false };
        let is_last = idx + 1 == self.edits.undo.len();
        let Some(step) = self.edits.undo.remove(idx) else { return false };
        if is_last {
            // What came after this was undone already.
            self.edits.made(&step.to);
        }
        let back = self.turn_back(step, position_id);
        self.edits.redo.push(back);
        true
    }

    /// Does the change again that was undone last, likewise.
    pub(in crate::app::desk) fn redo_edit(&mut self, position_id: u64) -> bool {
        let Some(idx) = self.to_redo() else { return false };
        let step = self.edits.redo.remove(idx);
        let back = self.turn_back(step, position_id);
        self.edits.undo.push_back(back);
        true
    }

    /// Turns a change back, and returns the step that would make it again.
    fn turn_back(&mut self, Step { to, from, about }: Step, position_id: u64) -> Step {
        let now = self.record().clone();
        let from = from.as_ref().unwrap_or(&now);
        let record = match about {
            Some(_) => now.say_back(from, &to),
            None => to.say_on(from, &now),
        };
        let moves = |node: NodeId| -> Vec<String> {
            now.moves_to(node).into_iter().map(|mv| mv.0).collect()
        };
        let (shown, line) = (moves(self.current), moves(self.line_end));
        *self.record_mut() = record.clone();
        self.edits.writing = None;
        let node = record.node_after(&shown);
        self.line_end = record.end_of(record.node_after(&line));
        let is_same = record.moves_to(node).len() == shown.len();
        self.show(node, if is_same { self.position_id } else { position_id });
        Step { to: now, from: Some(record), about }
    }
}
