//! What was changed in a game by hand, step by step, to be undone and done again.
//!
//! Keeps whole records: they share what they have in common, so a step costs what it changed.

use std::collections::VecDeque;

use crate::games::{NodeId, Record};

/// So many changes of a game can be undone.
const MOST_EDITS: usize = 200;

/// Which comment.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::app::desk) enum CommentPlace {
    /// The one on a move.
    On(NodeId),
    /// What is said before it.
    Before(NodeId),
}

/// A change that can be turned back.
#[derive(Clone, Debug)]
pub(in crate::app::desk) struct Step {
    /// The game on the other side of the change: before it, or, of one that was undone, after it.
    pub(in crate::app::desk) to: Record,
    /// The game on this side of it, as it was when the change was made: what differs from it by now
    /// was said by engines, and stays. `None` until it is known.
    pub(in crate::app::desk) from: Option<Record>,
    /// Only what is said about this move was changed; `None` where moves were.
    pub(in crate::app::desk) about: Option<NodeId>,
}

/// The changes of a game.
#[derive(Debug, Default)]
pub(in crate::app::desk) struct Edits {
    /// What can be undone, the newest last.
    pub(in crate::app::desk) undo: VecDeque<Step>,
    /// What was undone, the next to be done again last.
    pub(in crate::app::desk) redo: Vec<Step>,
    /// The comment that is being written, and the revision that the last letter made.
    pub(in crate::app::desk) writing: Option<(CommentPlace, u64)>,
}

impl Edits {
    /// Keeps a change; of too many the oldest goes.
    pub(in crate::app::desk) fn keep(&mut self, step: Step) {
        self.made(&step.to);
        if self.undo.len() >= MOST_EDITS {
            self.undo.pop_front();
        }
        self.undo.push_back(step);
        self.redo.clear();
        self.writing = None;
    }

    /// The newest change led to this game, unless it is known already to what it led.
    pub(in crate::app::desk) fn made(&mut self, record: &Record) {
        if let Some(step) = self.undo.back_mut() {
            step.from.get_or_insert_with(|| record.clone());
        }
    }
}
