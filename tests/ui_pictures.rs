//! A few pictures of what is painted by hand, drawn on the CPU and compared with stored ones.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test ui_pictures` writes them again; look at them before they
//! are committed.
#![cfg(feature = "gui")]

mod support {
    pub(crate) mod cpu_renderer;
    pub(crate) mod game_view;
    pub(crate) mod picture;
    pub(crate) mod window_view;
}

use std::time::{Duration, Instant};

use egui::{Rect, Ui, vec2};
use quintet::app::{ChipTone, ClockView, GameView, Theme as ThemeSetting, ValueMark};
use quintet::games::Setup;
use quintet::ui::board::{Arrow, ArrowKind, BoardState, Overlay, board_ui, thumbnail};
use quintet::ui::eval_bar::eval_bar_ui;
use quintet::ui::graph::{graph_ui, legend_ui};
use quintet::ui::kit::{Cut, Kit};
use quintet::ui::state::DrawerTab;
use quintet::ui::strip::{StripSide, strip_ui};
use quintet::ui::theme::size;
use quintet::ui::window::Scope;
use quintet::ui::{UiState, root_ui};
use support::game_view::{STUDY, chip, game, othello_scene, study};
use support::picture::picture;
use support::window_view::analysing;

/// Values on the legal squares of [`STUDY`], in discs.
const STUDY_VALUES: [(&str, f64); 15] = [
    ("b3", 2.0),
    ("g2", 1.0),
    ("d8", 1.0),
    ("b7", 0.0),
    ("h4", -2.0),
    ("h6", -3.0),
    ("b2", -4.0),
    ("c8", -4.0),
    ("h7", -5.0),
    ("a6", -6.0),
    ("h3", -7.0),
    ("a4", -9.0),
    ("e7", -10.0),
    ("a5", -12.0),
    ("h5", -14.0),
];

/// Values as the analysis shows them.
fn values(list: &[(&str, f64)]) -> Vec<ValueMark> {
    let best = list.iter().map(|(_, score)| *score).fold(f64::MIN, f64::max);
    list.iter()
        .map(|(cell, score)| ValueMark {
            cell: (*cell).to_owned(),
            score: *score,
            loss: best - score,
            differs: None,
            text: if *score == 0.0 {
                "0".into()
            } else {
                format!("{score:+.0}").replace('-', "\u{2212}")
            },
        })
        .collect()
}

/// Board between its strips with the evaluation bar, as the shell lays them out.
fn column(ui: &mut Ui, kit: &Kit<'_>, area: Rect, game: &GameView, overlay: &Overlay<'_>) {
    let now = Instant::now();
    let side = area.height() - 2.0 * (size::STRIP + size::GAP) - 20.0;
    let width = side + size::BAR + size::GAP;
    let mut r = Rect::from_center_size(area.center(), vec2(width, area.height() - 20.0));
    let top = game.bottom.opponent();
    for (strip, side) in [(r.cut_top(size::STRIP), top), (r.cut_bottom(size::STRIP), game.bottom)] {
        let idx = side.idx();
        let turn = game.turn == Some(side);
        let (seat, clock, surface) = (&game.seats[idx], &game.clocks[idx], game.scene.surface);
        strip_ui(ui, kit, strip, &StripSide { seat, clock, turn, surface, now });
    }
    r = r.shrink2(vec2(0.0, size::GAP));
    eval_bar_ui(ui, kit, r.cut_left(size::BAR), game);
    r.cut_left(size::GAP);
    let mut state = BoardState::default();
    board_ui(ui, kit, r, &game.scene, overlay, &mut state, true);
}

#[test]
fn a_game_in_dark_shows_legal_squares_and_a_clock_that_runs_out() {
    let mut game = study();
    game.scene = othello_scene(STUDY, Some("d7"), true);
    game.seats[1].eval = "\u{2212}2.00".to_owned();
    game.seats[1].chip = chip("thinking 2.1 s", ChipTone::Busy);
    let clock = |millis| ClockView {
        shown: true,
        left: Duration::from_millis(millis),
        running_since: None,
        danger_below: Duration::from_secs(10),
    };
    game.clocks = [clock(4_960), clock(2_467_000)];
    picture("game-dark", ThemeSetting::Dark, 1.0, [480.0, 526.0], |ui, kit, area| {
        column(ui, kit, area, &game, &Overlay::default());
    });
}

#[test]
fn everything_is_crisp_at_twice_the_size() {
    let game = study();
    let values = values(&STUDY_VALUES[..5]);
    let arrow = |to: &str, kind| Arrow { from: "d7".to_owned(), to: to.to_owned(), kind };
    let arrows = [arrow("b2", ArrowKind::Other), arrow("g2", ArrowKind::Best)];
    let overlay = Overlay { values: &values, arrows: &arrows, ..Overlay::default() };
    picture("study-dark-200", ThemeSetting::Dark, 2.0, [300.0, 344.0], |ui, kit, area| {
        column(ui, kit, area, &game, &overlay);
    });
}

#[test]
fn the_graph_shows_two_engines_losses_and_the_current_move() {
    let game = study();
    picture("graph-dark", ThemeSetting::Dark, 1.0, [916.0, 190.0], |ui, kit, mut area| {
        kit.fill(area, 0.0, kit.t.panel);
        let head = area.cut_top(size::DRAWER_HEAD);
        let room = (head.left() + 60.0, head.right_center() - vec2(16.0, 0.0));
        legend_ui(ui, kit, room, &game.series, &[]);
        assert_eq!(graph_ui(ui, kit, area, &game, game.info.loss_marks), None);
    });
}

#[test]
fn small_boards_show_the_position_without_labels() {
    let scene = othello_scene(STUDY, Some("d7"), false);
    picture("thumbnails-contrast", ThemeSetting::Contrast, 1.0, [300.0, 140.0], |_, kit, area| {
        let (mut left, mut right) = (area, area);
        thumbnail(kit, left.cut_left(150.0).shrink(10.0), &scene, "left");
        thumbnail(kit, right.cut_right(150.0).shrink(30.0), &scene, "right");
    });
}

#[test]
fn the_whole_window_in_analysis() {
    let snapshot = analysing(ThemeSetting::Light, values(&STUDY_VALUES));
    let mut state = UiState::without_file_dialogs();
    state.drawer.tab = DrawerTab::Console;
    let mut commands = Vec::new();
    let now = Instant::now();
    picture("window-analysis", ThemeSetting::Light, 1.0, [1440.0, 900.0], |ui, kit, _| {
        let scope = Scope { theme: kit.t, art: kit.art, now };
        root_ui(ui, &scope, &snapshot, &mut state, &mut commands);
    });
}

#[test]
fn regions_of_empty_squares_have_their_edges_and_numbers() {
    let setup = Setup { variant: None, position: Some(STUDY.to_owned()) };
    let pos = game("othello").start(&setup).expect("a position of the tests");
    let regions = pos.regions();
    let values = values(&STUDY_VALUES[..6]);
    let overlay = Overlay { values: &values, regions: &regions, ..Overlay::default() };
    let scene = othello_scene(STUDY, None, false);
    picture("othello-regions", ThemeSetting::Dark, 1.0, [460.0, 460.0], |ui, kit, area| {
        let mut state = BoardState::default();
        board_ui(ui, kit, area, &scene, &overlay, &mut state, true);
    });
}
