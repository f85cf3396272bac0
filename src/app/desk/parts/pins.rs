//! Lines that the user keeps while engines go on.
//!
//! Asks no engine.

use super::document::Document;
use super::lock::Lock;
use crate::play::AnalysisLine;

/// A line as it was found.
#[derive(Clone, Debug)]
pub(in crate::app::desk) struct Pin {
    pub(in crate::app::desk) id: u64,
    /// The engine that found it.
    pub(in crate::app::desk) who: String,
    /// The position that it begins in.
    pub(in crate::app::desk) at: Lock,
    pub(in crate::app::desk) line: AnalysisLine,
    /// How deep it was searched; empty when unknown.
    pub(in crate::app::desk) depth: String,
}

/// All of them, the oldest first.
#[derive(Debug, Default)]
pub(in crate::app::desk) struct Pins {
    list: Vec<Pin>,
    last_id: u64,
}

impl Pins {
    /// How many there can be.
    pub(in crate::app::desk) const MOST: usize = 8;

    /// All of them, the oldest first.
    pub(in crate::app::desk) fn iter(&self) -> impl Iterator<Item = &Pin> {
        self.list.iter()
    }

    /// There is no room for another one.
    pub(in crate::app::desk) fn is_full(&self) -> bool {
        self.list.len() >= Self::MOST
    }

    /// Keeps a line; one that is kept already, with the same moves from the same position, is replaced by
    /// it. Nothing happens where there is no room.
    pub(in crate::app::desk) fn add(
        &mut self,
        who: String,
        at: Lock,
        line: AnalysisLine,
        depth: String,
    ) {
        self.list.retain(|pin| pin.at.node != at.node || pin.line.pv != line.pv || pin.who != who);
        if !self.is_full() {
            self.last_id += 1;
            self.list.push(Pin { id: self.last_id, who, at, line, depth });
        }
    }

    /// Keeps this one no longer.
    pub(in crate::app::desk) fn remove(&mut self, id: u64) {
        self.list.retain(|pin| pin.id != id);
    }

    /// Lets go of those whose position is not in this game.
    pub(in crate::app::desk) fn drop_lost(&mut self, doc: &Document) {
        self.list.retain(|pin| pin.at.holds(doc));
    }
}
