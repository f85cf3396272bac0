//! How games of a match are drawn and counted.
//!
//! Keeps nothing.

use crate::games::SceneView;
use crate::play::LiveGame;

/// How long a running game is, in words.
pub(super) fn length_of(live: &LiveGame) -> String {
    format!("move {}", live.ply / 2 + 1)
}

/// How the board of a game is looked at.
pub(super) fn view_of(last_move: Option<&str>, numbers: bool) -> SceneView<'_> {
    SceneView { last_move, numbers, ..SceneView::default() }
}
