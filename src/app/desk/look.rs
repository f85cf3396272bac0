//! How the board of the game is looked at: which side lies below, and what it looked like before.
//!
//! Changes nothing; the scene of the position shown is drawn up with the snapshot.

use std::sync::Arc;

use super::state::Desk;
use crate::app::views::Mode;
use crate::games::{Scene, SceneView, Side};

impl Desk {
    /// The side that is drawn below the board. Where the board can be turned round it is the one
    /// that lies there; else a person who plays alone against an engine.
    pub(super) fn side_below(&self) -> Side {
        self.doc.game.info().side_below(self.doc.orientation).unwrap_or_else(|| {
            let learner = self.practice.as_ref().map(|practice| practice.learner);
            learner.or_else(|| self.seats.only_human()).unwrap_or(Side::First)
        })
    }

    /// The board before the last move, while the game being played is followed.
    pub(super) fn scene_before(&self) -> Option<Arc<Scene>> {
        if self.mode != Mode::Play || self.doc.table().is_none() || !self.doc.at_end() {
            return None;
        }
        let node = self.doc.record().node(self.doc.previous()?);
        let view = SceneView {
            last_move: node.mv.as_ref().map(|mv| mv.0.as_str()),
            chosen: &[],
            show_legal: false,
            orientation: self.doc.orientation,
            numbers: self.settings.show_numbers,
            rolled: None,
            only: None,
            hint: None,
        };
        Some(Arc::new(self.doc.position_before()?.scene(&view)))
    }
}
