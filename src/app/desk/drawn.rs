//! Pictures of a desk that are costly to draw up, each kept while what it was drawn up from stands.
//!
//! No one has to forget them: what they were drawn up from is their key.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::parts::pictures::{BoardKey, Lists};
use super::rows::{ListStyle, graph, rows};
use super::walk::walk;
use super::{Desk, judged};
use crate::app::views::{Mode, TreeRow};
use crate::games::{NodeId, Scene, SceneView, Side};
use crate::play::{accuracy, course};

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
        let judging = self.judging();
        let marks = judging.loss_marks.map(f64::to_bits);
        let reviews = self.analysis.reviews.n_remembered();
        let key = (self.doc.id, self.doc.revision(), reviews, self.analysis.view, marks);
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
        let mistakes = judged::mistakes(record, &rows, &walk, &judging);
        let known = self.doc.known_lines();
        let plies = judged::plies(record, &rows);
        let found = self.analysis.reviews.found(record);
        let facts = judged::facts(record, &found, &plies, &walk.texts, info);
        let summary = judged::summary(self.doc.game, record, (&mistakes, &judging), &known, facts);
        let lists = Lists {
            mistakes: mistakes.into(),
            summary: summary.map(Arc::new),
            plies: plies.into(),
            rolls: judged::rolls_view(self.doc.game, record, &rows, &known).map(Arc::new),
            listed: Arc::new(cells(&rows)),
            rows: rows.into(),
            parts: walk.parts(record).into(),
            graph: graph.into(),
            series,
            losses: judged::losses(record).into(),
            course: course(record).into(),
            game_text: game_text.into(),
            accuracy: Side::BOTH.map(|side| accuracy(record, side, &judging)),
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
