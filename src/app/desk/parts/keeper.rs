//! Who keeps a game.
//!
//! Asks no engine.

use crate::games::Side;
use crate::play::viewer::Viewer;

/// Who keeps the game of some seats.
#[derive(Debug, Default)]
pub(in crate::app::desk) enum Keeper {
    /// Not looked at yet.
    #[default]
    Unknown,
    /// The referee: no engine does, or both would.
    Referee,
    /// The engine on this side.
    Engine(Side, Box<Viewer>),
}
