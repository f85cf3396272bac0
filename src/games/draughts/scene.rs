//! What the board looks like, in two orientations, and what clicks on it mean.
//!
//! Knows no colour and no pixel.

use super::Draughts;
use crate::games::{Click, Scene, SceneView, Surface};

/// The board with its pieces and marks.
pub(super) fn scene(_pos: &Draughts, _view: &SceneView<'_>) -> Scene {
    Scene { size: (10.0, 10.0), surface: Surface::Planks, ..Scene::default() }
}

/// What a click means.
pub(super) fn click(_pos: &Draughts, _chosen: &[String], cell: &str) -> Click {
    Click::Refused(format!("there is no square {cell:?}"))
}
