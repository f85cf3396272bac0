//! An engine that comments on a whole game.
//!
//! Asks none.

use crate::games::NodeId;
use crate::protocol::SearchId;

/// An engine that goes through the whole game for its remarks.
#[derive(Debug)]
pub(in crate::app::desk) struct Remarking {
    pub(in crate::app::desk) engine: u64,
    pub(in crate::app::desk) search: SearchId,
    /// The nodes of its line, the start excluded.
    pub(in crate::app::desk) nodes: Vec<NodeId>,
}
