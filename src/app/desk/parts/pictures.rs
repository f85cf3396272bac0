//! Pictures of a desk that are kept while what they were drawn up from stands.
//!
//! Draws none.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::app::views::{
    DeskView, GamePart, GraphPoint, MistakeView, PlyView, PointOfView, RollsView, SummaryView,
    TreeRow,
};
use crate::games::{MoveText, NodeId, Scene};
use crate::play::CoursePoint;

/// What is kept.
#[derive(Debug, Default)]
pub(in crate::app::desk) struct Drawn {
    /// The whole desk, at this revision.
    pub(in crate::app::desk) view: Option<(u64, DeskView)>,
    pub(in crate::app::desk) lists: Option<(ListsKey, Lists)>,
    pub(in crate::app::desk) board: Option<(BoardKey, Arc<Scene>)>,
    pub(in crate::app::desk) before: Option<(BeforeKey, Option<Arc<Scene>>)>,
}

/// The document, its revision, and whose point of view scores have.
pub(in crate::app::desk) type ListsKey = (u64, u64, u64, PointOfView, [u64; 3]);

/// What a board is drawn up for.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app::desk) struct BoardKey {
    pub(in crate::app::desk) position: u64,
    pub(in crate::app::desk) orientation: u8,
    pub(in crate::app::desk) numbers: bool,
    /// What may be played is marked.
    pub(in crate::app::desk) show_legal: bool,
    pub(in crate::app::desk) chosen: Vec<String>,
    /// The moves that may be played, where not all of them may.
    pub(in crate::app::desk) only: Option<Vec<MoveText>>,
    /// The move that is proposed.
    pub(in crate::app::desk) hint: Option<MoveText>,
}

/// The position, whether the game is followed there, and how the board is looked at.
pub(in crate::app::desk) type BeforeKey = (u64, bool, u8, bool);

/// What is drawn up from the whole record.
#[derive(Clone, Debug)]
pub(in crate::app::desk) struct Lists {
    pub(in crate::app::desk) rows: Arc<[TreeRow]>,
    /// Nodes that have a cell in the rows.
    pub(in crate::app::desk) listed: Arc<BTreeSet<NodeId>>,
    pub(in crate::app::desk) parts: Arc<[GamePart]>,
    pub(in crate::app::desk) graph: Arc<[GraphPoint]>,
    pub(in crate::app::desk) series: Vec<String>,
    pub(in crate::app::desk) losses: Arc<[(usize, f64)]>,
    pub(in crate::app::desk) course: Arc<[CoursePoint]>,
    pub(in crate::app::desk) game_text: Arc<str>,
    pub(in crate::app::desk) mistakes: Arc<[MistakeView]>,
    pub(in crate::app::desk) summary: Option<Arc<SummaryView>>,
    pub(in crate::app::desk) plies: Arc<[PlyView]>,
    pub(in crate::app::desk) rolls: Option<Arc<RollsView>>,
    pub(in crate::app::desk) accuracy: [Option<f64>; 2],
    pub(in crate::app::desk) error_rates: [Option<f64>; 2],
}
