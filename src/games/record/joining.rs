//! Records joined and parted: what one has more than another of the same start.
//!
//! Checks no move.

use super::{Node, NodeId, Record};

impl Record {
    /// Takes over what a game that goes on has more than this record, a study of it with the same
    /// start: its moves, which become the main line, with their information, and its result. What
    /// was tried here stays as variations. Returns the end of the game.
    pub fn follow(&mut self, game: &Self) -> NodeId {
        self.reopen();
        self.graft(game, None);
        let mut end = Self::START;
        for id in game.main_line() {
            let node = &game.nodes[id];
            let Some(mv) = node.mv.clone() else { continue };
            end = self.add(end, mv, node.side);
        }
        self.promote(end);
        self.result.clone_from(&game.result);
        self.end = self.result.is_some().then_some(end);
        end
    }

    /// Adds the moves that only `other`, a record with the same start, has, as variations with
    /// their information. Adds nothing after `end`, where the game goes on, so that its line stays
    /// the main one. Returns the node of `other` after which moves were left out for that reason.
    pub fn graft(&mut self, other: &Self, end: Option<NodeId>) -> Option<NodeId> {
        self.graft_at(Self::START, other, Self::START, end)
    }

    /// Does the same as [`Record::graft`], with the moves after `theirs`, behind `own`.
    pub(super) fn graft_at(
        &mut self,
        own: NodeId,
        other: &Self,
        theirs: NodeId,
        end: Option<NodeId>,
    ) -> Option<NodeId> {
        let mut left_out = None;
        let mut pairs = vec![(own, theirs)];
        while let Some((own, theirs)) = pairs.pop() {
            let children = &other.nodes[theirs].children;
            if Some(own) == end {
                left_out = left_out.or(Some(theirs).filter(|_| !children.is_empty()));
                continue;
            }
            for child in children {
                let node = &other.nodes[*child];
                let Some(mv) = node.mv.clone() else { continue };
                let n_nodes = self.nodes.len();
                let id = self.add(own, mv, node.side);
                if id == n_nodes {
                    let children = Vec::new();
                    self.nodes[id] = Node { parent: Some(own), children, ..node.clone() };
                } else {
                    let own = &mut self.nodes[id];
                    if own.comment.is_empty() {
                        own.comment.clone_from(&node.comment);
                    }
                    if own.commands.is_empty() {
                        own.commands.clone_from(&node.commands);
                    }
                }
                pairs.push((id, *child));
            }
        }
        left_out
    }

    /// Removes the moves after `end` from this record. Returns them as a record of its own with the
    /// same start, the bare moves that lead there, and the removed ones. `None` if no moves follow.
    ///
    /// # Panics
    ///
    /// When `end` is not of this record.
    pub fn split_off(&mut self, end: NodeId) -> Option<Self> {
        if self.nodes[end].children.is_empty() {
            return None;
        }
        let mut rest = Self::new(&self.game, self.setup.clone());
        let mut at = Self::START;
        for id in self.path(end) {
            let node = &self.nodes[id];
            let Some(mv) = node.mv.clone() else { continue };
            at = rest.add(at, mv, node.side);
        }
        rest.graft_at(at, self, end, None);
        self.nodes[end].children.clear();
        self.end = self.end.filter(|closed| *closed != end);
        Some(rest)
    }
}
