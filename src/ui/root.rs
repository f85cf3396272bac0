//! The whole window: lays out top bar, rail, tabs, board, panel, drawer and what floats above.
//!
//! Does not own a window and changes nothing: it reads a snapshot and pushes commands.

use egui::{Context, Ui};

use super::actions::{self, ActionId, Run};
use super::dialogs;
use super::editor;
use super::kit::Kit;
use super::overlay;
use super::shell;
use super::state::{Page, UiState};
use super::window::Scope;
use crate::app::{Command, EngineCommand, FileCommand, Mode, Snapshot};

/// Shows the whole window, filling `ui`.
///
/// Asks for another frame only for what moves by itself: a running clock, an animation. Paints on a
/// ground that is cleared to the theme's `canvas`: to fill it again would cost a third of a frame
/// where there is no graphics card.
pub fn root_ui(
    ui: &mut Ui,
    ctx: &Scope<'_>,
    snapshot: &Snapshot,
    state: &mut UiState,
    commands: &mut Vec<Command>,
) {
    let egui_ctx = ui.ctx().clone();
    dialogs::poll_file_dialogs(&egui_ctx, state, commands);
    take_dropped(&egui_ctx, state, commands);
    let mut view = View { cx: ctx, snapshot, state, commands };
    if view.state.page == Page::Board && snapshot.mode != Mode::Match {
        editor::keys(&egui_ctx, &mut view);
    }
    let View { state, commands, .. } = view;
    actions::dispatch(&mut Run { snapshot, state, commands, ctx: &egui_ctx });
    let mut view = View { cx: ctx, snapshot, state, commands };
    shell::shell_ui(ui, &mut view);
    overlay::overlay_ui(&egui_ctx, &mut view);
}

/// Files that were dropped on the window: engines on their page, games elsewhere.
fn take_dropped(ctx: &Context, state: &mut UiState, commands: &mut Vec<Command>) {
    let dropped = ctx.input(|input| input.raw.dropped_files.clone());
    for path in dropped.iter().map(|file| file.path()) {
        let path = path.to_owned();
        commands.push(if state.page == Page::Engines {
            state.engines.awaits_probe = true;
            let text = path.to_string_lossy().into_owned();
            Command::Engine(EngineCommand::Add(text, None))
        } else {
            Command::File(FileCommand::Open(path))
        });
    }
}

/// What a part of the window reads and writes.
#[derive(Debug)]
pub(super) struct View<'a> {
    pub cx: &'a Scope<'a>,
    pub snapshot: &'a Snapshot,
    pub state: &'a mut UiState,
    pub commands: &'a mut Vec<Command>,
}

impl<'a> View<'a> {
    /// What one paints with.
    pub(super) fn kit(&self, ui: &Ui) -> Kit<'a> {
        Kit::new(ui, self.cx.theme, self.cx.art)
    }

    pub(super) fn push(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Runs an action of the table.
    pub(super) fn act(&mut self, ctx: &Context, id: ActionId) {
        actions::action(id).run(&mut Run {
            snapshot: self.snapshot,
            state: self.state,
            commands: self.commands,
            ctx,
        });
    }
}
