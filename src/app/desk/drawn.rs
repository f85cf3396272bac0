//! Pictures of a desk that are costly to draw up, each kept while what it was drawn up from stands.
//!
//! No one has to forget them: what they were drawn up from is their key.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::rows::{ListStyle, graph, rows};
use super::walk::walk;
use super::{Desk, judged};
use crate::app::views::{
    DeskView, GamePart, GraphPoint, MistakeView, Mode, PlyView, PointOfView, RollsView, TreeRow,
};
use crate::games::{MoveText, NodeId, Scene, SceneView, Side};
use crate::play::accuracy;

/// What is kept.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    /// The whole desk, at this revision.
    pub(super) view: Option<(u64, DeskView)>,
    lists: Option<(ListsKey, Lists)>,
    board: Option<(BoardKey, Arc<Scene>)>,
    before: Option<(BeforeKey, Option<Arc<Scene>>)>,
}

/// The document, its revision, and whose point of view scores have.
type ListsKey = (u64, u64, PointOfView);

/// What a board is drawn up for.
#[derive(Clone, Debug, PartialEq)]
struct BoardKey {
    position: u64,
    orientation: u8,
    numbers: bool,
    /// What may be played is marked.
    show_legal: bool,
    chosen: Vec<String>,
    /// The moves that may be played, where not all of them may.
    only: Option<Vec<MoveText>>,
    /// The move that is proposed.
    hint: Option<MoveText>,
}

/// The position, whether the game is followed there, and how the board is looked at.
type BeforeKey = (u64, bool, u8, bool);

/// What is drawn up from the whole record.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    pub(super) rows: Arc<[TreeRow]>,
    /// Nodes that have a cell in the rows.
    pub(super) listed: Arc<BTreeSet<NodeId>>,
    pub(super) parts: Arc<[GamePart]>,
    pub(super) graph: Arc<[GraphPoint]>,
    pub(super) series: Vec<String>,
    pub(super) losses: Arc<[(usize, f64)]>,
    pub(super) game_text: Arc<str>,
    pub(super) mistakes: Arc<[MistakeView]>,
    pub(super) plies: Arc<[PlyView]>,
    pub(super) rolls: Option<Arc<RollsView>>,
    pub(super) accuracy: [Option<f64>; 2],
    pub(super) error_rates: [Option<f64>; 2],
}

impl Desk {
    pub(super) fn scene(&mut self) -> Arc<Scene> {
        let id = self.doc.position_id();
        let key = BoardKey {
            position: id,
            orientation: self.doc.orientation,
            numbers: self.settings.show_numbers,
            show_legal: self.settings.show_legal && self.can_move(),
            chosen: self.doc.chosen.clone(),
            only: self.only_listed(),
            hint: self.analysis.hinted(id).cloned(),
        };
        if let Some((known, scene)) = &self.drawn.board
            && *known == key
        {
            return Arc::clone(scene);
        }
        let node = self.doc.record().node(self.doc.current());
        let view = SceneView {
            last_move: node.mv.as_ref().map(|mv| mv.0.as_str()),
            chosen: &key.chosen,
            show_legal: key.show_legal,
            orientation: key.orientation,
            numbers: key.numbers,
            rolled: self.doc.rolled(),
            only: key.only.as_deref(),
            hint: key.hint.as_ref().map(|mv| mv.0.as_str()),
        };
        let scene = Arc::new(self.doc.position().scene(&view));
        self.drawn.board = Some((key, Arc::clone(&scene)));
        scene
    }

    pub(super) fn before(&mut self) -> Option<Arc<Scene>> {
        let is_followed = self.mode == Mode::Play && self.doc.at_end();
        let (id, numbers) = (self.doc.position_id(), self.settings.show_numbers);
        let key = (id, is_followed, self.doc.orientation, numbers);
        if self.drawn.before.as_ref().is_none_or(|(known, _)| *known != key) {
            self.drawn.before = Some((key, self.scene_before()));
        }
        self.drawn.before.as_ref().and_then(|(_, scene)| scene.clone())
    }

    pub(super) fn lists(&mut self) -> Lists {
        let key = (self.doc.id, self.doc.revision(), self.analysis.view);
        if let Some((known, lists)) = &self.drawn.lists
            && *known == key
        {
            return lists.clone();
        }
        let record = self.doc.record();
        let info = self.doc.game.info();
        let start = self.doc.game.start(&record.setup).ok();
        let (series, graph) = graph(record);
        let native = self.doc.game.formats().first();
        let game_text =
            native.and_then(|format| format.write_game(record).ok()).unwrap_or_default();
        let walk = walk(record, start);
        let rows = rows(record, ListStyle { info, view: self.analysis.view }, &walk);
        let lists = Lists {
            mistakes: judged::mistakes(record, &rows, info).into(),
            plies: judged::plies(record, &rows).into(),
            rolls: judged::rolls_view(self.doc.game, record, &rows, &self.doc.known_lines())
                .map(Arc::new),
            listed: Arc::new(cells(&rows)),
            rows: rows.into(),
            parts: walk.parts(record).into(),
            graph: graph.into(),
            series,
            losses: judged::losses(record).into(),
            game_text: game_text.into(),
            accuracy: Side::BOTH.map(|side| accuracy(record, side, info)),
            error_rates: judged::error_rates(record, info),
        };
        self.drawn.lists = Some((key, lists.clone()));
        lists
    }
}

/// The nodes that have a cell in the rows.
fn cells(rows: &[TreeRow]) -> BTreeSet<NodeId> {
    let of_row = |row: &TreeRow| -> Vec<NodeId> {
        match row {
            TreeRow::Pair { moves, .. } => moves.iter().flatten().map(|cell| cell.node).collect(),
            TreeRow::Variation { moves, .. } => moves.iter().map(|cell| cell.node).collect(),
            TreeRow::Game { .. } | TreeRow::Comment(_) => Vec::new(),
        }
    };
    rows.iter().flat_map(of_row).collect()
}
