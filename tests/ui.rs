//! The window by its labels and keys: what is clicked, what commands come out, what is shown.
#![cfg(feature = "gui")]

mod support {
    pub(crate) mod backgammon_view;
    pub(crate) mod cpu_renderer;
    pub(crate) mod draughts_view;
    pub(crate) mod game_view;
    pub(crate) mod hive_view;
    pub(crate) mod ui_sample;
}

mod ui_cases {
    pub(crate) use super::*;

    mod actions;
    mod adaptive;
    mod adding;
    mod aids;
    mod analysis;
    mod backgammon;
    mod choosing;
    mod dialogs;
    mod dice_study;
    mod draughts;
    mod editor;
    mod engine_drafts;
    mod engines;
    mod failures;
    mod hive;
    mod kept;
    mod matches;
    mod menus;
    mod options;
    mod play;
    mod practice;
    mod reviews;
    mod rolls;
    mod rooms;
    mod small_windows;
    mod tournaments;
}

use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use quintet::app::{
    AnalysisCommand, Command, DiceChoice, EngineCommand, FileCommand, GameCommand, InTheWay,
    MatchCommand, Mode, NewEngine, NewGame, Notice, NoticeKind, ProgressView, SeatChoice,
    SettingsCommand, Snapshot, Theme, TimeControl,
};
use quintet::ui::actions::{ACTIONS, ActionId, Menu};
use quintet::ui::state::{DrawerTab, Overlay, Page};
use support::ui_sample::{Screen, card, running_match, sample, session, show};

const SIZE: [f32; 2] = [1280.0, 800.0];
const WIDE: [f32; 2] = [1440.0, 900.0];

type Window = Harness<'static, Screen>;

fn window(mode: Mode) -> Window {
    show(sample(mode), SIZE)
}

/// The window with something changed in the snapshot.
fn window_with(mode: Mode, change: impl FnOnce(&mut Snapshot)) -> Window {
    let mut snapshot = sample(mode);
    change(&mut snapshot);
    show(snapshot, SIZE)
}

fn click(h: &mut Window, label: &str) {
    h.get_by_label(label).click();
    h.run();
}

/// Opens the list with this label and takes an entry.
fn choose(h: &mut Window, label: &str, entry: &str) {
    h.get_by_role_and_label(Role::ComboBox, label).click();
    h.run();
    click(h, entry);
}

fn key(h: &mut Window, modifiers: Modifiers, key: Key) {
    h.key_press_modifiers(modifiers, key);
    h.run();
}

/// What is asked for where a file may be there already.
fn unless_there(command: FileCommand) -> [Command; 1] {
    [Command::File(FileCommand::UnlessThere(Box::new(command)))]
}

/// The part of the control with this label that is not cut off by what it lies in.
fn seen_part(h: &Window, label: &str) -> egui::Rect {
    let (id, _) = h.get_by_label(label).accesskit_node().locate();
    h.ctx.viewport(|viewport| {
        let mut all = viewport.prev_pass.widgets.layers().flat_map(|(_, widgets)| widgets);
        let found = all.find(|widget| widget.id.accesskit_id() == id);
        found.map_or(egui::Rect::NOTHING, |widget| widget.interact_rect)
    })
}

/// The whole of the control with this label can be seen.
fn is_seen(h: &Window, label: &str) -> bool {
    let rect = h.get_by_label(label).rect();
    let window = h.ctx.content_rect();
    window.contains_rect(rect) && seen_part(h, label).expand(0.5).contains_rect(rect)
}

/// The commands since the last call.
fn taken(h: &mut Window) -> Vec<Command> {
    let mut taken = std::mem::take(&mut h.state_mut().commands);
    // What is typed is looked for all the time; that changes nothing.
    taken.retain(|command| !matches!(command, Command::Engine(EngineCommand::LookFor(..))));
    taken
}

fn type_into(h: &mut Window, label: &str, text: &str) {
    h.get_by_label(label).focus();
    h.run();
    h.get_by_label(label).type_text(text);
    h.run();
}

/// The control with this label is switched on or chosen.
fn is_on(h: &Window, label: &str) -> bool {
    h.get_by_label(label).accesskit_node().toggled() == Some(Toggled::True)
}

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
