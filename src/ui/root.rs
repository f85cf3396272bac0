//! The whole window: lays out top bar, rail, tabs, board, panel, drawer and what floats above.
//!
//! Does not own a window and changes nothing: it reads a snapshot and pushes commands.

use std::time::Instant;

use egui::Ui;

use super::art::Art;
use super::state::UiState;
use super::theme::Theme;
use crate::app::{Command, Snapshot};

/// What every view needs besides the snapshot.
#[derive(Clone, Copy, Debug)]
pub struct UiContext<'a> {
    /// Colours.
    pub theme: &'a Theme,
    /// Pictures of pieces, boards and icons.
    pub art: &'a Art,
    /// The moment that is painted, for running clocks.
    pub now: Instant,
}

/// Shows the whole window.
pub fn root_ui(
    ui: &mut Ui,
    ctx: &UiContext<'_>,
    snapshot: &Snapshot,
    state: &mut UiState,
    commands: &mut Vec<Command>,
) {
    let _ = (ui, ctx, snapshot, state, commands);
}
