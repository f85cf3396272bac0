//! Pictures of draughts: the board with all that can be marked, and the analysis page as a whole.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test ui_draughts_pictures` writes them again; look at them
//! before they are committed.
#![cfg(feature = "gui")]

mod support {
    pub(crate) mod cpu_renderer;
    pub(crate) mod draughts_view;
    pub(crate) mod game_view;
    pub(crate) mod picture;
}

use std::time::Instant;

use quintet::app::board::Art;
use quintet::app::{Mode, Theme as ThemeSetting};
use quintet::ui::board::{Arrow, ArrowKind, BoardState, Overlay, board_ui};
use quintet::ui::window::Scope;
use quintet::ui::{UiState, root_ui};
use support::draughts_view::{Board, draughts};
use support::picture::picture;

#[test]
fn the_board_shows_kings_rings_targets_ways_and_arrows() {
    let board = Board {
        white: &[31, 32, 37, 40, 44, 48],
        black: &[9, 12, 19, 27, 28, 5],
        kings: &[37, 40, 5, 19],
        last: &[17, 21],
        legal: &[23, 14],
        movable: &[32, 37],
        chosen: &[32],
        numbers: true,
    };
    let arrow =
        |from: &str, to: &str, kind| Arrow { from: from.to_owned(), to: to.to_owned(), kind };
    let arrows = [arrow("44", "39", ArrowKind::Other), arrow("40", "34", ArrowKind::Best)];
    let ghosts = [(Art::King { white: false }, "46".to_owned())];
    let overlay = Overlay { arrows: &arrows, ghosts: &ghosts, ..Overlay::default() };
    picture("draughts-marks", ThemeSetting::Dark, 1.0, [460.0, 460.0], |ui, kit, area| {
        let mut state = BoardState::default();
        let area = area.shrink(10.0);
        board_ui(ui, kit, area, &board.scene(), &overlay, &mut state, true);
    });
}

#[test]
fn the_window_in_analysis_of_draughts() {
    let snapshot = draughts(Mode::Analyse, ThemeSetting::Dark);
    let mut state = UiState::without_file_dialogs();
    let mut commands = Vec::new();
    let now = Instant::now();
    picture("draughts-analysis", ThemeSetting::Dark, 1.0, [1440.0, 900.0], |ui, kit, _| {
        let scope = Scope { theme: kit.t, art: kit.art, now };
        root_ui(ui, &scope, &snapshot, &mut state, &mut commands);
    });
}

#[test]
fn each_engine_has_an_arrow_in_its_colour_and_with_its_number() {
    let board = Board {
        white: &[31, 32, 37, 40, 44, 48],
        black: &[9, 12, 19, 27, 5],
        kings: &[],
        last: &[],
        legal: &[],
        movable: &[],
        chosen: &[],
        numbers: false,
    };
    let arrow = |from: &str, to: &str, engine| {
        let kind = ArrowKind::Engine(engine);
        Arrow { from: from.to_owned(), to: to.to_owned(), kind }
    };
    // The first engine's is on top of the second's, which has the same move.
    let arrows = [arrow("44", "39", 2), arrow("40", "34", 1), arrow("40", "34", 0)];
    let overlay = Overlay { arrows: &arrows, ..Overlay::default() };
    picture("draughts-engines", ThemeSetting::Dark, 1.0, [460.0, 460.0], |ui, kit, area| {
        let mut state = BoardState::default();
        board_ui(ui, kit, area.shrink(10.0), &board.scene(), &overlay, &mut state, true);
    });
}
