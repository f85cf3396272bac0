//! The board by mouse, keyboard and screen reader, found by what is spoken.
#![cfg(feature = "gui")]

mod support {
    pub(crate) mod game_view;
}

use std::sync::Arc;

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use quintet::app::board::Scene;
use quintet::ui::art::Art;
use quintet::ui::board::{BoardState, Overlay, board_ui};
use quintet::ui::graph::graph_ui;
use quintet::ui::kit::Kit;
use quintet::ui::theme::Themes;
use quintet::ui::window;
use support::game_view::{othello_scene, study};

/// Black to move, Black plays f5, and the position after it.
const START: &str = "---------------------------O*------*O--------------------------- *";
const AFTER_F5: &str = "---------------------------O*------***-------------------------- O";

struct Shown {
    scene: Arc<Scene>,
    board: BoardState,
    enabled: bool,
    clicks: Vec<String>,
    /// Pressed beside the board: what a shortcut for an arrow key would have got.
    arrows_left_over: usize,
    art: Option<Art>,
}

fn harness() -> Harness<'static, Shown> {
    let theme = Themes::builtin().dark;
    let shown = Shown {
        scene: othello_scene(START, None, true),
        board: BoardState::default(),
        enabled: true,
        clicks: Vec::new(),
        arrows_left_over: 0,
        art: None,
    };
    Harness::builder().with_size([500.0, 460.0]).with_context_setup(window::prepare).build_ui_state(
        move |ui, shown: &mut Shown| {
            let art = shown.art.get_or_insert_with(|| Art::immediate(ui.ctx()));
            let kit = Kit::new(ui, &theme, art);
            let mut area = ui.ctx().content_rect();
            area.max.y -= 60.0;
            let overlay = Overlay::default();
            let (scene, state) = (shown.scene.clone(), &mut shown.board);
            let click = board_ui(ui, &kit, area, &scene, &overlay, state, shown.enabled);
            shown.clicks.extend(click);
            ui.add_space(area.height());
            ui.button("before or after").clicked();
            shown.arrows_left_over += ui.input(|i| usize::from(i.key_pressed(Key::ArrowRight)));
        },
        shown,
    )
}

#[test]
fn a_click_on_a_square_says_its_name() {
    let mut harness = harness();
    harness.get_by_label("square f5, empty, legal").click();
    harness.run();
    harness.get_by_label("square a1, empty").click();
    harness.run();
    harness.get_by_label("square d4, white").click_accesskit();
    harness.run();
    assert_eq!(harness.state().clicks, ["f5", "a1", "d4"]);
}

#[test]
fn a_board_where_nobody_moves_tells_clicks_for_an_explanation_and_can_be_read() {
    let mut harness = harness();
    harness.state_mut().enabled = false;
    harness.run();
    harness.get_by_label("square f5, empty, legal").click();
    harness.run();
    assert_eq!(harness.state().clicks, ["f5"]);
    assert_eq!(harness.get_all_by_label_contains("square ").count(), 64);
}

#[test]
fn the_squares_stand_in_a_grid() {
    let harness = harness();
    let grid = harness.get_by_role_and_label(Role::Grid, "board");
    assert_eq!(grid.get_all_by_role(Role::Button).count(), 64);
}

#[test]
fn tab_enters_the_board_once_and_the_arrow_keys_walk() {
    let mut harness = harness();
    harness.key_press(Key::Tab);
    harness.run();
    // The first legal square has the focus.
    assert!(harness.get_by_label("square d3, empty, legal").is_focused());
    assert!(harness.state().board.has_focus());
    harness.key_press(Key::ArrowRight);
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().clicks, ["f5"]);
    assert_eq!(harness.state().arrows_left_over, 0, "the board keeps its arrow keys");
    harness.key_press(Key::Tab);
    harness.run();
    assert!(harness.get_by_label("before or after").is_focused());
    assert!(!harness.state().board.has_focus());
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert!(harness.state().arrows_left_over > 0, "now a shortcut gets them");
}

#[test]
fn the_walk_ends_at_the_edge_and_comes_back_to_where_it_was() {
    let mut harness = harness();
    harness.get_by_label("square a8, empty").focus();
    // The very next frame: egui does not know yet that the board wants the arrow keys.
    harness.step();
    harness.key_press(Key::ArrowDown);
    harness.run();
    assert!(harness.get_by_label("square a8, empty").is_focused());
    harness.get_by_label("square h8, empty").focus();
    harness.run();
    assert!(harness.get_by_label("square h8, empty").is_focused());
    for key in [Key::ArrowRight, Key::ArrowDown] {
        harness.key_press(key);
        harness.run();
    }
    assert!(harness.get_by_label("square h8, empty").is_focused());
    harness.key_press(Key::Tab);
    harness.run();
    harness.key_press_modifiers(egui::Modifiers::SHIFT, Key::Tab);
    harness.run();
    assert!(harness.get_by_label("square h8, empty").is_focused());
    harness.key_press(Key::Space);
    harness.run();
    assert_eq!(harness.state().clicks, ["h8"]);
}

#[test]
fn a_move_is_animated_and_then_the_window_rests() {
    let mut harness = harness();
    harness.run();
    harness.state_mut().scene = othello_scene(AFTER_F5, Some("f5"), true);
    harness.step();
    let delay = |harness: &Harness<'_, Shown>| {
        harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay
    };
    assert!(delay(&harness).is_zero(), "a move under way wants the next frame at once");
    harness.run();
    assert!(!delay(&harness).is_zero(), "a board at rest wants none");

    harness.state_mut().board.animate = false;
    harness.state_mut().scene = othello_scene(START, None, true);
    harness.step();
    assert!(!delay(&harness).is_zero(), "without animation it is there at once");
}

#[test]
fn a_click_on_the_graph_asks_for_the_move_there() {
    let (theme, game) = (Themes::builtin().dark, study());
    let mut art = None;
    let mut harness = Harness::builder()
        .with_size([660.0, 200.0])
        .with_context_setup(window::prepare)
        .build_ui_state(
            move |ui, asked: &mut Vec<usize>| {
                let art = &*art.get_or_insert_with(|| Art::immediate(ui.ctx()));
                let kit = Kit::new(ui, &theme, art);
                asked.extend(graph_ui(
                    ui,
                    &kit,
                    ui.ctx().content_rect(),
                    &game,
                    game.info.loss_marks,
                ));
            },
            Vec::new(),
        );
    harness.run();
    assert!(harness.query_by_label_contains("score graph, ply 20: 10").is_some());
    // Plies 0 to 26 lie between 44 points from the left and 16 from the right.
    let x = |ply: usize| 44.0 + 600.0 * ply as f32 / 26.0;
    harness.drag_at(egui::pos2(x(3), 100.0));
    harness.run();
    harness.hover_at(egui::pos2(x(12), 100.0));
    harness.run();
    harness.drop_at(egui::pos2(x(12), 100.0));
    harness.run();
    let asked = harness.state();
    assert!(asked.first() == Some(&3) && asked.last() == Some(&12), "{asked:?}");
}
