//! Hive in the window: hands, plane, stacks, forced passes, by mouse and by keyboard.

use std::sync::Arc;
use std::time::Duration;

use egui::{MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, Vec2, vec2};
use quintet::app::{EngineEntryView, PassView, Protocol, TimeControl, ValueMark};

use super::support::hive_view::{SMALL, STACKED, hive, scene};
use super::*;

fn hive_window(text: &str, change: impl FnOnce(&mut Snapshot)) -> Window {
    let mut snapshot = hive(text, Mode::Play, Theme::Dark);
    // Pieces lie still: positions on the screen are compared.
    snapshot.settings.animate = false;
    change(&mut snapshot);
    let mut h = show(snapshot, SIZE);
    h.run();
    h
}

fn at(h: &Window, label: &str) -> Pos2 {
    h.get_by_label(label).rect().center()
}

fn game_clicks(h: &mut Window) -> Vec<String> {
    let cell = |command| match command {
        Command::Game(GameCommand::Click(cell)) => cell,
        other => panic!("{other:?}"),
    };
    taken(h).into_iter().map(cell).collect()
}

/// The game has taken the piece up.
fn choose(h: &mut Window, text: &str, name: &str) {
    h.state_mut().snapshot.game.scene = Arc::new(scene(text, &[name], 0));
    h.run();
}

const ANTS: &str = "white ant, 2 in hand";
/// An empty place, while a white ant from the hand is chosen.
const LEGAL: &str = "empty, south-east of white pillbug, legal";

#[test]
fn a_piece_in_hand_is_chosen_by_a_click_and_of_one_that_is_gone_it_is_told() {
    let mut h = hive_window(STACKED, |_| {});
    h.get_by_label(ANTS).click();
    h.run();
    assert_eq!(game_clicks(&mut h), ["hand wA"]);
    // The game says that none is left; the strip below does not take the click for its own.
    h.get_by_label("white queen, none in hand").click();
    h.run();
    assert_eq!(game_clicks(&mut h), ["hand wQ"]);
    assert!(h.query_by_label("Person").is_none());
    choose(&mut h, STACKED, "hand wA");
    h.get_by_label(LEGAL).click();
    h.run();
    assert_eq!(game_clicks(&mut h).len(), 1);
}

#[test]
fn a_placement_by_keyboard_alone_goes_from_the_hand_to_a_legal_place() {
    let mut h = hive_window(STACKED, |_| {});
    h.get_by_label(ANTS).focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    assert_eq!(game_clicks(&mut h), ["hand wA"]);
    choose(&mut h, STACKED, "hand wA");
    let cell = h.state().ui.board.focused_cell().expect("a cell has the keyboard").to_owned();
    let scene = h.state().snapshot.game.scene.clone();
    let focused = scene.cells.iter().find(|c| c.name == cell).expect("a cell of the scene");
    assert!(focused.spoken.ends_with(", legal"), "{}", focused.spoken);
    key(&mut h, NONE, Key::Enter);
    assert_eq!(game_clicks(&mut h), [cell]);
}

#[test]
fn escape_puts_a_chosen_piece_back() {
    let mut h = hive_window(STACKED, |_| {});
    key(&mut h, NONE, Key::Escape);
    assert!(taken(&mut h).is_empty(), "nothing is chosen");
    choose(&mut h, STACKED, "hand wA");
    key(&mut h, NONE, Key::Escape);
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::LetGo)]);
}

#[test]
fn a_piece_is_dragged_from_the_hand_to_its_place() {
    let mut h = hive_window(STACKED, |_| {});
    let from = at(&h, ANTS);
    h.hover_at(from);
    h.run();
    h.drag_at(from);
    h.run();
    h.hover_at(from - vec2(30.0, 200.0));
    h.run();
    assert_eq!(game_clicks(&mut h), ["hand wA"]);
    choose(&mut h, STACKED, "hand wA");
    let to = at(&h, LEGAL);
    h.hover_at(to);
    h.run();
    h.drop_at(to);
    h.run();
    assert_eq!(game_clicks(&mut h).len(), 1);
}

#[test]
fn a_drag_on_the_empty_plane_moves_it_and_plays_nothing() {
    let mut h = hive_window(STACKED, |_| {});
    let queen = "white queen, movable";
    let before = at(&h, queen);
    let start = before + vec2(260.0, 120.0);
    h.hover_at(start);
    h.run();
    h.drag_at(start);
    h.run();
    h.hover_at(start + vec2(-60.0, 25.0));
    h.run();
    h.drop_at(start + vec2(-60.0, 25.0));
    h.run();
    let moved = at(&h, queen) - before;
    assert!((moved - vec2(-60.0, 25.0)).length() < 2.0, "{moved:?}");
    assert!(taken(&mut h).is_empty());
}

#[test]
fn a_drag_begins_where_the_pointer_is_pressed_though_it_jumped_there() {
    let mut h = hive_window(STACKED, |_| {});
    let queen = "white queen, movable";
    let before = at(&h, queen);
    h.hover_at(egui::pos2(20.0, 20.0));
    h.run();
    let start = before + vec2(260.0, 120.0);
    // Both in one frame: a finger, a pen, a window far away.
    let button = PointerButton::Primary;
    h.event(Event::PointerMoved(start));
    h.event(Event::PointerButton { pos: start, button, pressed: true, modifiers: NONE });
    h.step();
    h.hover_at(start + vec2(30.0, 10.0));
    h.run();
    h.drop_at(start + vec2(30.0, 10.0));
    h.run();
    let moved = at(&h, queen) - before;
    assert!((moved - vec2(30.0, 10.0)).length() < 2.0, "{moved:?}");
}

#[test]
fn the_tab_key_comes_first_to_the_hand_of_the_side_to_move() {
    let mut h = hive_window(STACKED, |s| s.game.turn = Some(quintet::app::board::Side::First));
    h.get_by_label("Show the whole board").focus();
    h.run();
    let focused = |h: &Window| {
        let all = h.get_all_by_label_contains(" in hand");
        let found = all.into_iter().find(|node| node.is_focused());
        let label = found.and_then(|node| node.accesskit_node().label());
        // The strip itself ends with its clock.
        label.filter(|label| label.ends_with(" in hand"))
    };
    let mut first = None;
    for _ in 0..8 {
        key(&mut h, NONE, Key::Tab);
        first = first.or(focused(&h));
    }
    let first = first.expect("a hand within eight steps");
    assert!(first.starts_with("white "), "{first}");
}

#[test]
fn a_hint_marks_the_piece_in_hand() {
    let mut h = hive_window(STACKED, |_| {});
    assert!(h.query_by_label(ANTS).is_some());
    h.state_mut().snapshot.analysis.values = vec![ValueMark {
        cell: "hand wA".to_owned(),
        score: 0.0,
        loss: 0.0,
        differs: None,
        text: String::new(),
    }];
    h.state_mut().snapshot.analysis.position_id = h.state().snapshot.game.position_id;
    h.run();
    assert!(h.query_by_label(&format!("{ANTS}, hint")).is_some());
}

fn turn_wheel(h: &mut Window, at: Pos2, points: f32) {
    h.hover_at(at);
    h.run();
    h.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, points),
        modifiers: NONE,
        phase: TouchPhase::Move,
        source: MouseWheelSource::Unknown,
    });
    h.run_steps(30);
}

#[test]
fn the_wheel_zooms_at_the_pointer_and_zero_shows_everything_again() {
    let mut h = hive_window(STACKED, |_| {});
    let (queen, far) = ("white queen, movable", "white pillbug, movable");
    let (before, other) = (at(&h, queen), at(&h, far));
    turn_wheel(&mut h, before, 120.0);
    assert!((at(&h, queen) - before).length() < 2.0, "what is pointed at stays");
    let (then, now) = ((other - before).length(), (at(&h, far) - at(&h, queen)).length());
    assert!(now > then * 1.2, "{then} {now}");
    key(&mut h, NONE, Key::Num0);
    assert!((at(&h, queen) - before).length() < 2.0);
    assert!((at(&h, far) - other).length() < 2.0);
    key(&mut h, NONE, Key::PageDown);
    assert!((at(&h, far) - at(&h, queen)).length() < then * 0.9);
}

#[test]
fn nothing_jumps_when_the_hive_grows() {
    let mut h = hive_window("Base;InProgress;Black[1];wA1", |_| {});
    let mut text = "Base;InProgress;Black[1];wA1".to_owned();
    let name = |h: &Window| -> Vec2 {
        let label = "white ant 1";
        let all = h.get_all_by_label_contains(label);
        let piece = all
            .into_iter()
            .find(|node| node.accesskit_node().label().is_some_and(|l| l.starts_with(label)));
        piece.expect("the first piece").rect().center().to_vec2()
    };
    let before = name(&h);
    for mv in ["bG1 wA1-", "wQ -wA1", "bQ bG1-", "wS1 -wQ"] {
        text = format!("{text};{mv}");
        let n = text.matches(';').count() - 2;
        let side = if n.is_multiple_of(2) { "White" } else { "Black" };
        let moves = text.split(';').skip(3).collect::<Vec<_>>().join(";");
        text = format!("Base;InProgress;{side}[{}];{moves}", n / 2 + 1);
        h.state_mut().snapshot.game.scene = Arc::new(scene(&text, &[], 0));
        h.run();
        assert_eq!(name(&h), before, "after {mv}");
    }
}

#[test]
fn the_highest_piece_of_a_stack_is_clicked_where_it_is_drawn() {
    let mut h = hive_window(STACKED, |_| {});
    let stack = h.get_by_label_contains("black mosquito on black beetle 1");
    let rect = stack.rect();
    // Its upper edge lies over the place above.
    let drawn = rect.center() - vec2(rect.width() * 0.07, rect.width() * 0.62);
    h.hover_at(drawn);
    h.run();
    h.drag_at(drawn);
    h.drop_at(drawn);
    h.run();
    let cells = &h.state().snapshot.game.scene.cells;
    let named = cells.iter().find(|c| c.spoken.starts_with("black mosquito on"));
    let wanted = named.expect("the stack").name.clone();
    assert_eq!(game_clicks(&mut h), [wanted]);
}

#[test]
fn the_arrow_keys_walk_the_hive_and_the_focus_stays_in_sight() {
    let mut h = hive_window(SMALL, |_| {});
    h.get_by_label("black grasshopper 1").focus();
    h.run();
    key(&mut h, NONE, Key::ArrowLeft);
    key(&mut h, NONE, Key::ArrowLeft);
    let cell = h.state().ui.board.focused_cell().expect("focused").to_owned();
    let scene = h.state().snapshot.game.scene.clone();
    let spoken = &scene.cells.iter().find(|c| c.name == cell).expect("a cell").spoken;
    assert!(spoken.starts_with("white queen"), "{spoken}");
}

#[test]
fn a_forced_pass_has_a_button_with_its_reason() {
    let note = "White can neither place nor move a piece";
    let pass = PassView { note: note.to_owned(), text: "pass".to_owned() };
    let mut h = hive_window(STACKED, |s| s.game.pass = Some(pass));
    assert!(h.query_by_label(note).is_some());
    click(&mut h, "Pass");
    key(&mut h, Modifiers::ALT, Key::P);
    let typed = Command::Game(GameCommand::Type("pass".to_owned()));
    assert_eq!(taken(&mut h), [typed.clone(), typed]);
    h.state_mut().snapshot.game.pass = None;
    h.run();
    assert!(h.query_by_label("Pass").is_none());
}

#[test]
fn the_plane_has_buttons_that_zoom_turn_and_fit() {
    let mut h = hive_window(STACKED, |_| {});
    let (a, b) = ("white queen, movable", "white pillbug, movable");
    let apart = |h: &Window| (at(h, a) - at(h, b)).length();
    let before = apart(&h);
    click(&mut h, "Zoom in on the board");
    assert!(apart(&h) > before * 1.1);
    click(&mut h, "Show the whole board");
    assert!((apart(&h) - before).abs() < 1.0);
    let turns = h.get_all_by_label("Turn board").count();
    assert!(turns >= 1);
    // Boards with a frame have none of it.
    let othello = window(Mode::Play);
    assert!(othello.query_by_label("Show the whole board").is_none());
}

#[test]
fn the_first_two_tiles_come_where_the_empty_place_was() {
    for size in [SIZE, [640.0, 400.0]] {
        let mut snapshot = hive("Base;NotStarted;White[1]", Mode::Play, Theme::Dark);
        snapshot.settings.animate = false;
        let mut h = show(snapshot, size);
        h.run();
        let before = at(&h, "empty plane");
        let text = "Base;InProgress;White[2];wS1;bA1 wS1\\";
        h.state_mut().snapshot.game.scene = Arc::new(scene(text, &[], 0));
        h.run();
        assert_eq!(at(&h, "white spider 1"), before);
        h.state_mut().snapshot.game.scene = Arc::new(scene("Base;NotStarted;White[1]", &[], 0));
        h.run();
        assert_eq!(at(&h, "empty plane"), before);
    }
}

#[test]
fn in_a_small_window_the_pieces_in_hand_lie_below_the_name() {
    let mut h = show(hive(STACKED, Mode::Play, Theme::Dark), [640.0, 400.0]);
    for seat in &mut h.state_mut().snapshot.game.seats {
        seat.name = "Quintet Hive, level 10".to_owned();
    }
    for clock in &mut h.state_mut().snapshot.game.clocks {
        clock.shown = false;
    }
    h.run();
    let is_stack = |label: &str| label.starts_with("white ") || label.starts_with("black ");
    let stacks: Vec<egui::Rect> = h
        .get_all_by_label_contains(" in hand")
        .filter(|node| node.accesskit_node().label().is_some_and(|label| is_stack(&label)))
        .map(|node| node.rect())
        .collect();
    assert_eq!(stacks.len(), 16, "eight kinds a side");
    for stack in stacks {
        assert!(stack.width() >= 27.0, "{stack:?}");
    }
}

#[test]
fn a_key_brings_the_keyboard_to_the_hand_and_to_the_board() {
    let mut h = hive_window("Base;NotStarted;White[1]", |_| {});
    key(&mut h, NONE, Key::F6);
    assert!(h.get_by_label("white queen, 1 in hand").is_focused());
    key(&mut h, NONE, Key::F6);
    assert!(h.get_by_label("white queen, 1 in hand").is_focused(), "nothing lies on the board");
    let mut h = hive_window(SMALL, |_| {});
    key(&mut h, CTRL, Key::L);
    key(&mut h, NONE, Key::F6);
    assert!(h.state().ui.board.has_focus(), "also while a move is typed");
    key(&mut h, NONE, Key::F6);
    assert!(!h.state().ui.board.has_focus());
    let stack = h.get_all_by_label_contains(" in hand").find(|node| node.is_focused());
    assert!(stack.is_some_and(|node| node.rect().width() < 60.0));
    key(&mut h, NONE, Key::F6);
    assert!(h.state().ui.board.has_focus());
}

#[test]
fn a_game_that_is_begun_by_key_has_the_keyboard_on_its_hand() {
    let begin = |h: &mut Window| {
        let next = hive("Base;NotStarted;White[1]", Mode::Play, Theme::Dark).game;
        h.state_mut().snapshot.game =
            quintet::app::GameView { number: 2, ..(*next).clone() }.into();
        h.run();
        let hand = h.get_by_label("white queen, 1 in hand");
        hand.is_focused()
    };
    let mut h = hive_window(SMALL, |_| {});
    key(&mut h, CTRL, Key::N);
    key(&mut h, NONE, Key::Enter);
    assert!(matches!(taken(&mut h)[..], [Command::Game(GameCommand::New(_))]));
    assert!(begin(&mut h));
    let mut h = hive_window(SMALL, |_| {});
    key(&mut h, CTRL, Key::N);
    click(&mut h, "Start the game");
    assert!(!begin(&mut h), "who works by mouse keeps the arrow keys for the list");
}

#[test]
fn a_start_that_says_its_game_type_has_it_chosen_in_the_dialog() {
    let mut h = hive_window(SMALL, |s| {
        s.game.variant = "Base".to_owned();
        s.game.variant_name = Some("Base".to_owned());
    });
    key(&mut h, CTRL, Key::N);
    type_into(&mut h, "Start position", "Base+ML;InProgress;Black[1];wA1");
    click(&mut h, "Start the game");
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::New(new))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(new.variant.as_deref(), Some("Base+ML"));
}

fn nokamute() -> EngineEntryView {
    EngineEntryView {
        name: "Nokamute".to_owned(),
        protocol: Protocol::Uhp,
        builtin: false,
        games: vec!["hive".to_owned()],
        ..sample(Mode::Play).engines[0].clone()
    }
}

#[test]
fn an_engine_has_five_seconds_a_move_in_a_new_game_where_the_user_says_nothing() {
    let mut h = hive_window(SMALL, |s| s.engines = vec![nokamute()].into());
    key(&mut h, CTRL, Key::N);
    click(&mut h, "Black: player");
    click(&mut h, "Nokamute");
    click(&mut h, "Start the game");
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::New(new))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    let five = TimeControl::PerMove { time: Duration::from_secs(5) };
    assert_eq!(new.clocks, [TimeControl::Unlimited, five]);
}

#[test]
fn less_than_a_second_for_a_move_is_said_to_be_one_ply_beside_the_clock() {
    let note = "UHP tells times in whole seconds: with 0.5s/move its engines search one ply, unless \
                they take parts of a second.";
    let mut h = hive_window(SMALL, |s| s.engines = vec![nokamute()].into());
    key(&mut h, CTRL, Key::N);
    assert!(h.query_by_label(note).is_none());
    h.get_by_label("Black: clock").focus();
    h.run();
    key(&mut h, CTRL, Key::A);
    h.get_by_label("Black: clock").type_text("0.5s/move");
    h.run();
    assert!(h.query_by_label(note).is_none(), "a person has no protocol");
    click(&mut h, "Black: player");
    click(&mut h, "Nokamute");
    assert!(h.query_by_label(note).is_some());
}
