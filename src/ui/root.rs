//! The whole window: lays out top bar, rail, tabs, board, panel, drawer and overlays.
//!
//! Does not own a window and changes nothing: it reads a snapshot and pushes commands.

use egui::{Area, Color32, Context, Id, LayerId, Order, Rect, Sense, Stroke, StrokeKind, Ui, vec2};

use super::actions::{self, ActionId, Run};
use super::dialogs;
use super::editor;
use super::kit::{Kit, W};
use super::overlay;
use super::shell;
use super::state::{Overlay, Page, UiState};
use super::text;
use super::theme::{font, size};
use super::window::Scope;
use crate::app::{Command, FileCommand, Mode, ProbeView, Snapshot};

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
    let n_before = commands.len();
    follow_opened(snapshot, state);
    dialogs::poll_file_dialogs(&egui_ctx, snapshot, state, commands);
    dialogs::ask_replace(snapshot, state);
    dialogs::ask_pasted(snapshot.pasted.as_deref(), state);
    take_dropped(&egui_ctx, snapshot, state, commands);
    ask_before_end(ui, snapshot, state);
    take_copied(&egui_ctx, snapshot, state);
    let mut view = View { cx: ctx, snapshot, state, commands };
    if view.state.page == Page::Board && snapshot.mode != Mode::Match {
        editor::keys(&egui_ctx, &mut view);
    }
    let View { state, commands, .. } = view;
    actions::dispatch(&mut Run { snapshot, state, commands, ctx: &egui_ctx });
    let mut view = View { cx: ctx, snapshot, state, commands };
    shell::shell_ui(ui, &mut view);
    overlay::overlay_ui(&egui_ctx, &mut view);
    take_second_click(&egui_ctx, view.state);
    drop_hint_ui(&egui_ctx, &view);
    let View { state, commands, .. } = view;
    if commands.iter().skip(n_before).any(brings_a_game) {
        state.opens_after = Some(snapshot.game.number);
    }
}

/// The second click of a double click that opened a game would land on the board that has come under the
/// pointer, and play a move there. Takes it, as long as a click can be the second one.
fn take_second_click(ctx: &Context, state: &mut UiState) {
    let Some(opened) = state.opened_by_click else { return };
    let longest = ctx.options(|options| options.input_options.max_double_click_delay);
    let left = opened + longest - ctx.input(|input| input.time);
    if left <= 0.0 {
        state.opened_by_click = None;
        return;
    }
    let window = ctx.content_rect();
    let area = Area::new(Id::unique("second click")).order(Order::Foreground);
    area.fixed_pos(window.min).show(ctx, |ui| ui.allocate_rect(window, Sense::CLICK));
    ctx.request_repaint_after_secs(left as f32);
}

/// Puts text that the application has copied on the system's clipboard, once.
fn take_copied(ctx: &Context, snapshot: &Snapshot, state: &mut UiState) {
    let copied = snapshot.game.copied.as_ref().filter(|copied| copied.number > state.copied);
    if let Some(copied) = copied {
        state.copied = copied.number;
        ctx.copy_text(copied.text.to_string());
    }
}

/// The window is to be closed by the user, and with it the program: where something would be lost it
/// stays open with a question.
fn ask_before_end(ui: &Ui, snapshot: &Snapshot, state: &mut UiState) {
    let is_main = snapshot.window == 0 && !snapshot.closing;
    if !is_main || !ui.input(|input| input.viewport().close_requested()) {
        return;
    }
    if let Some(question) = dialogs::Confirm::quit(snapshot) {
        ui.ctx().send_viewport_cmd(egui::ViewportCommand::CancelClose);
        state.overlay = Some(Overlay::Confirm(question));
    }
}

/// It puts another game on the board, if it can be read.
fn brings_a_game(command: &Command) -> bool {
    let Command::File(command) = command else { return false };
    matches!(command, FileCommand::Open(_) | FileCommand::Drop(..) | FileCommand::Paste(_))
}

/// The board comes into view once a game that was opened is there; the list of a file's games stays
/// while there is one.
fn follow_opened(snapshot: &Snapshot, state: &mut UiState) {
    if state.opens_after.is_none_or(|before| before == snapshot.game.number) {
        return;
    }
    state.opens_after = None;
    state.dropped = None;
    if state.page != Page::Games || snapshot.file_games.is_empty() {
        state.page = Page::Board;
    }
}

/// What a file dragged over the window would become, while it is there.
fn drop_hint_ui(ctx: &Context, view: &View<'_>) {
    if ctx.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let t = view.cx.theme;
    let words =
        if view.state.page == Page::Engines { text::DROP_ENGINE } else { text::DROP_ANYTHING };
    let layer = LayerId::new(Order::Tooltip, Id::unique("what a dropped file becomes"));
    let painter = ctx.layer_painter(layer);
    let all = ctx.content_rect();
    painter.rect_filled(all, 0.0, Color32::from_black_alpha(if t.dark { 130 } else { 70 }));
    let font = W::Semi.id(font::TITLE);
    let galley = painter.layout(words.to_owned(), font, t.text, all.width() - 120.0);
    let card = Rect::from_center_size(all.center(), galley.size() + vec2(56.0, 40.0));
    painter.rect_filled(card, size::R_CARD, t.panel);
    let edge = Stroke::new(1.5, t.accent);
    painter.rect_stroke(card, size::R_CARD, edge, StrokeKind::Inside);
    painter.galley(card.center() - galley.size() / 2.0, galley, t.text);
}

/// Files that were dropped on the window; the page follows an engine among them, and
/// [`follow_opened`] a game.
fn take_dropped(
    ctx: &Context,
    snapshot: &Snapshot,
    state: &mut UiState,
    commands: &mut Vec<Command>,
) {
    let dropped = ctx.input(|input| input.raw.dropped_files.clone());
    let paths: Vec<_> = dropped.iter().map(|file| file.path().to_owned()).collect();
    if let Some(first) = paths.first() {
        let after = snapshot.probe.as_ref().map_or(0, |probe| probe.number);
        state.dropped = Some((first.clone(), after));
        state.overlay = None;
        commands.push(Command::File(FileCommand::Drop(paths, state.page == Page::Engines)));
        return;
    }
    let Some((path, after)) = &state.dropped else { return };
    let text = path.to_string_lossy();
    let is_it = |probe: &ProbeView| probe.number > *after && probe.source == text;
    if snapshot.probe.as_ref().is_some_and(is_it) {
        state.page = Page::Engines;
        state.engines.await_probe(*after, &text);
        state.dropped = None;
        state.opens_after = None;
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
