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
    mod analysis;
    mod backgammon;
    mod dialogs;
    mod draughts;
    mod editor;
    mod engines;
    mod hive;
    mod kept;
    mod matches;
    mod menus;
    mod options;
    mod play;
    mod rolls;
}

use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use quintet::app::{
    AnalysisCommand, Command, DiceChoice, EngineCommand, FileCommand, GameCommand, MatchCommand,
    Mode, NewGame, Notice, NoticeKind, ProgressView, SeatChoice, SettingsCommand, Snapshot, Theme,
    TimeControl,
};
use quintet::ui::actions::{ACTIONS, ActionId, Menu};
use quintet::ui::state::{DrawerTab, Overlay, Page};
use support::ui_sample::{Screen, card, running_match, sample, show};

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

fn key(h: &mut Window, modifiers: Modifiers, key: Key) {
    h.key_press_modifiers(modifiers, key);
    h.run();
}

/// The commands since the last call.
fn taken(h: &mut Window) -> Vec<Command> {
    std::mem::take(&mut h.state_mut().commands)
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
