//! A position that the engine of a card stays at while the user looks at others.
//!
//! Asks no engine.

use std::sync::Arc;

use crate::games::{Actor, MoveText, NodeId, Position, Side};
use crate::play::GameLine;

use super::document::Document;

/// A card's own position.
#[derive(Clone, Debug)]
pub(in crate::app::desk) struct Lock {
    /// The document's number.
    document: u64,
    pub(in crate::app::desk) node: NodeId,
    /// The moves that lead to the node: its number may later be that of another one.
    moves: Vec<MoveText>,
    /// The position's number, under which it is followed.
    pub(in crate::app::desk) id: u64,
    /// The line that leads to it.
    pub(in crate::app::desk) line: GameLine,
    pub(in crate::app::desk) pos: Arc<dyn Position>,
    /// What it is called: `23. 32-28`.
    pub(in crate::app::desk) title: String,
}

impl Lock {
    /// At the position that is shown.
    pub(in crate::app::desk) fn here(doc: &Document) -> Self {
        Self {
            document: doc.id,
            node: doc.current(),
            moves: doc.record().moves_to(doc.current()),
            id: doc.position_id(),
            line: doc.told(),
            pos: Arc::clone(doc.position()),
            title: title(doc),
        }
    }

    /// The moves that lead to it, in canonical text.
    pub(in crate::app::desk) fn path(&self) -> Vec<String> {
        self.moves.iter().map(|mv| mv.0.clone()).collect()
    }

    /// Its node is still one of this document.
    pub(in crate::app::desk) fn holds(&self, doc: &Document) -> bool {
        let record = doc.record();
        doc.id == self.document && record.has(self.node) && record.moves_to(self.node) == self.moves
    }

    /// It is the position that is shown.
    pub(in crate::app::desk) fn is_shown(&self, doc: &Document) -> bool {
        self.document == doc.id && self.node == doc.current()
    }

    /// Whose turn it is there.
    pub(in crate::app::desk) fn turn(&self) -> Option<Side> {
        match self.pos.actor() {
            Actor::Player(side) => Some(side),
            Actor::Chance | Actor::Over(_) => None,
        }
    }
}

/// The last move before the position shown, with its number.
fn title(doc: &Document) -> String {
    let record = doc.record();
    let path = record.path(doc.current());
    let Some((mv, before)) =
        path.last().and_then(|node| record.node(*node).mv.as_ref()).zip(doc.position_before())
    else {
        return "the start".to_owned();
    };
    let shown = before.show_move(&mv.0);
    let shown = if shown.is_empty() { mv.0.clone() } else { shown };
    let is_first = |node: &&NodeId| record.node(**node).side == Some(Side::First);
    let number = path.iter().filter(is_first).count().max(1);
    match record.node(doc.current()).side {
        Some(Side::Second) => format!("{number}\u{2026} {shown}"),
        Some(Side::First) | None => format!("{number}. {shown}"),
    }
}
