//! The nodes of a record by their numbers, so that copies of a record share what they have in common.
//!
//! Knows no tree: links between nodes are theirs.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use super::{Node, NodeId};

/// Nodes that are copied together when one of them changes: by reference, each stays shared.
const CHUNK: usize = 128;

/// The nodes of a record.
///
/// A copy costs little: it shares every node with the original until one of them changes it, and
/// then they differ in that node only.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Nodes {
    chunks: Vec<Arc<Vec<Arc<Node>>>>,
    len: usize,
}

impl Nodes {
    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// A node, if there is one of this number.
    pub(super) fn get(&self, id: NodeId) -> Option<&Node> {
        self.chunks.get(id / CHUNK)?.get(id % CHUNK).map(|node| &**node)
    }

    /// Adds a node with the next number.
    pub(super) fn push(&mut self, node: Node) {
        if self.len.is_multiple_of(CHUNK) {
            self.chunks.push(Arc::default());
        }
        if let Some(last) = self.chunks.last_mut() {
            Arc::make_mut(last).push(Arc::new(node));
            self.len += 1;
        }
    }
}

impl Index<NodeId> for Nodes {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.chunks[id / CHUNK][id % CHUNK]
    }
}

impl IndexMut<NodeId> for Nodes {
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        Arc::make_mut(&mut Arc::make_mut(&mut self.chunks[id / CHUNK])[id % CHUNK])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Distinct nodes, and distinct lists of them, that these hold together.
    fn held(copies: &[Nodes]) -> (usize, usize) {
        let chunks = || copies.iter().flat_map(|copy| &copy.chunks);
        let nodes: HashSet<*const Node> =
            chunks().flat_map(|chunk| chunk.iter().map(Arc::as_ptr)).collect();
        let lists: HashSet<*const Vec<Arc<Node>>> = chunks().map(Arc::as_ptr).collect();
        (nodes.len(), lists.len())
    }

    #[test]
    fn two_hundred_copies_of_a_large_tree_hold_only_what_was_changed_between_them() {
        const SIZE: usize = 100 * CHUNK;
        let mut nodes = Nodes::default();
        for _ in 0..SIZE {
            nodes.push(Node::default());
        }
        let mut copies = vec![nodes.clone()];
        for n in 1..=200 {
            let id = n * 61 % SIZE;
            nodes[id].comment = format!("change {n}");
            copies.push(nodes.clone());
        }
        // Unshared, they would hold 201 times as many of both.
        assert_eq!(held(&copies), (SIZE + 200, 100 + 200));
        assert_eq!(copies[0][61].comment, "");
        assert_eq!((&*copies[1][61].comment, &*copies[200][61].comment), ("change 1", "change 1"));
        assert_eq!((nodes.len(), nodes.get(SIZE)), (SIZE, None));
        assert_eq!(nodes, copies[200]);
        assert_ne!(nodes, copies[199]);
    }
}
