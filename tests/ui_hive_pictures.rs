//! Pictures of Hive: all tiles, the plane with all that can be marked, and the window as a whole.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test ui_hive_pictures` writes them again; look at them before
//! they are committed.
#![cfg(feature = "gui")]

mod support {
    pub(crate) mod cpu_renderer;
    pub(crate) mod draughts_view;
    pub(crate) mod game_view;
    pub(crate) mod hive_view;
    pub(crate) mod picture;
}

use std::time::Instant;

use egui::Rect;
use quintet::app::board::{Art, TileBug};
use quintet::app::preview::line_steps;
use quintet::app::{Mode, Theme as ThemeSetting};
use quintet::ui::board::{Arrow, ArrowKind, BoardState, Overlay, board_ui, thumbnail};
use quintet::ui::window::Scope;
use quintet::ui::{UiState, root_ui};
use support::hive_view::{SMALL, STACKED, hive, scene};
use support::picture::picture;

/// Two pieces of each side in a row.
const LINE_START: &str = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";

#[test]
fn a_placement_is_offered_by_ghosts_and_a_stack_stands_higher() {
    let scene = scene(STACKED, &["hand wG"], 0);
    let cell = |starts: &str| {
        let found = scene.cells.iter().find(|cell| cell.spoken.starts_with(starts));
        found.expect("a cell of the scene").name.clone()
    };
    let free = cell("empty, south-east of white pillbug");
    let ghosts = [(Art::Tile { white: true, bug: TileBug::Ladybug }, free.clone())];
    let arrow = |from: String, to: String, kind| Arrow { from, to, kind };
    let arrows = [
        arrow(free.clone(), free, ArrowKind::Best),
        arrow(cell("white ant 1"), cell("black mosquito"), ArrowKind::Other),
    ];
    let lit = [cell("white beetle 2")];
    let overlay = Overlay { ghosts: &ghosts, arrows: &arrows, lit: &lit, ..Overlay::default() };
    picture("hive-plane-dark", ThemeSetting::Dark, 1.0, [560.0, 520.0], |ui, kit, area| {
        let mut state = BoardState::default();
        board_ui(ui, kit, area, &scene, &overlay, &mut state, true);
    });
}

#[test]
fn a_line_is_shown_as_numbered_tiles() {
    let moves = ["wA1 -wQ", "bA1 bQ-", "wA1 bA1-", "bG1 bS1/"].map(str::to_owned);
    let steps = line_steps("hive", None, LINE_START, 0, &moves);
    assert_eq!(steps.iter().map(|step| step.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let scene = scene(LINE_START, &[], 0);
    let overlay = Overlay { steps: &steps, ..Overlay::default() };
    picture("hive-line-dark", ThemeSetting::Dark, 1.0, [560.0, 420.0], |ui, kit, area| {
        let mut state = BoardState::default();
        board_ui(ui, kit, area, &scene, &overlay, &mut state, false);
    });
}

#[test]
fn a_move_leaves_a_trail_on_small_boards_of_every_orientation() {
    picture("hive-small-light", ThemeSetting::Light, 2.0, [420.0, 150.0], |_, kit, area| {
        for (i, orientation) in [0, 1, 5].into_iter().enumerate() {
            let left = area.left() + 140.0 * i as f32;
            let place = Rect::from_x_y_ranges(left..=left + 140.0, area.y_range()).shrink(4.0);
            thumbnail(kit, place, &scene(SMALL, &[], orientation), &format!("board {i}"));
        }
    });
}

#[test]
fn the_window_in_a_game_of_hive() {
    let snapshot = hive(STACKED, Mode::Play, ThemeSetting::Contrast);
    let mut state = UiState::without_file_dialogs();
    let mut commands = Vec::new();
    let now = Instant::now();
    picture("hive-game-contrast", ThemeSetting::Contrast, 1.0, [1280.0, 800.0], |ui, kit, _| {
        let scope = Scope { theme: kit.t, art: kit.art, now };
        root_ui(ui, &scope, &snapshot, &mut state, &mut commands);
    });
}
