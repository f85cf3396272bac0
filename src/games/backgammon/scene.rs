//! What the board looks like, and what clicks on it mean.

use super::{Backgammon, Move};
use crate::games::{Click, Scene, SceneView};

/// The board.
pub(super) fn scene(_pos: &Backgammon, _view: &SceneView<'_>) -> Scene {
    Scene::default()
}

/// The cells a move is shown on.
pub(super) fn move_cells(_pos: &Backgammon, _mv: &Move) -> Vec<String> {
    Vec::new()
}

/// What a click means.
pub(super) fn click(_pos: &Backgammon, _chosen: &[String], _cell: &str) -> Click {
    Click::Refused("there is no board".to_owned())
}
