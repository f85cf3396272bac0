//! What the coach looks at and has to say.
//!
//! Asks no engine.

use crate::games::NodeId;
use crate::play::ReviewDriver;

/// The coach of a game.
#[derive(Debug, Default)]
pub(in crate::app::desk) struct Coach {
    /// The session of its engine.
    pub(in crate::app::desk) engine: Option<u64>,
    /// The move that it looks at.
    pub(in crate::app::desk) looks: Option<Looking>,
    /// What it says of a move, until the user has decided.
    pub(in crate::app::desk) advice: Option<Advice>,
    /// The last move that the game goes on behind: good enough, or the user will have it so.
    pub(in crate::app::desk) passed: Option<NodeId>,
    /// Its engine has failed: it looks at no move of this game any more.
    pub(in crate::app::desk) has_failed: bool,
}

/// A move that is being judged.
#[derive(Debug)]
pub(in crate::app::desk) struct Looking {
    /// The node after it.
    pub(in crate::app::desk) node: NodeId,
    /// Its number from the start, from 1.
    pub(in crate::app::desk) ply: usize,
    pub(in crate::app::desk) driver: ReviewDriver,
}

/// What the coach says of a move.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app::desk) struct Advice {
    /// The node after it.
    pub(in crate::app::desk) node: NodeId,
    /// What it lost, in the game's unit.
    pub(in crate::app::desk) loss: f64,
    /// What the position was worth before it and is worth after it, as the side that made it sees it; as
    /// far as that is known.
    pub(in crate::app::desk) values: [Option<f64>; 2],
    /// The line that the engine would have played, canonical; the first is the better move.
    pub(in crate::app::desk) better: Vec<String>,
    /// The line that it expects now, canonical; empty where it was not asked.
    pub(in crate::app::desk) reply: Vec<String>,
    /// The user has asked why.
    pub(in crate::app::desk) is_open: bool,
}
