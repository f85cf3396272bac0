//! Draughts in the window: captures, counters, draws, variants, openings, dragged pieces.

use std::sync::Arc;

use quintet::app::DrawRules;
use quintet::app::board::{BoardMark, Counter, MarkColour, Opening};
use quintet::games::MoveText;

use super::support::draughts_view::{Board, STUDY_FEN, draughts, entry};
use super::*;

fn board_window(mode: Mode, change: impl FnOnce(&mut Snapshot)) -> Window {
    let mut snapshot = draughts(mode, Theme::Dark);
    change(&mut snapshot);
    show(snapshot, SIZE)
}

const FEW: Board<'static> = Board {
    white: &[32, 48],
    black: &[19],
    kings: &[],
    last: &[],
    legal: &[],
    movable: &[],
    chosen: &[],
    numbers: true,
};

fn at(h: &Window, square: usize) -> egui::Pos2 {
    h.get_by_label_contains(&format!("square {square},")).rect().center()
}

fn game_clicks(h: &mut Window) -> Vec<String> {
    let cell = |command| match command {
        Command::Game(GameCommand::Click(cell)) => cell,
        other => panic!("{other:?}"),
    };
    taken(h).into_iter().map(cell).collect()
}

#[test]
fn a_dragged_piece_is_taken_up_and_put_down_as_two_clicks() {
    let mut h = board_window(Mode::Play, |s| s.game.scene = Arc::new(FEW.scene()));
    let (from, to) = (at(&h, 32), at(&h, 28));
    h.hover_at(from);
    h.run();
    h.drag_at(from);
    h.run();
    h.hover_at(from + (to - from) * 0.5);
    h.run();
    assert_eq!(game_clicks(&mut h), ["32"]);
    // The game has taken it up.
    let chosen = Board { chosen: &[32], legal: &[27, 28], ..FEW };
    h.state_mut().snapshot.game.scene = Arc::new(chosen.scene());
    h.hover_at(to);
    h.run();
    h.drop_at(to);
    h.step();
    assert_eq!(game_clicks(&mut h), ["28"]);
}

#[test]
fn a_piece_that_the_game_does_not_take_up_is_not_put_down_anywhere() {
    let mut h = board_window(Mode::Play, |s| s.game.scene = Arc::new(FEW.scene()));
    let (from, to) = (at(&h, 19), at(&h, 23));
    h.drag_at(from);
    h.run();
    h.hover_at(to);
    h.run();
    h.drop_at(to);
    h.run();
    assert_eq!(game_clicks(&mut h), ["19"]);
}

#[test]
fn counters_stand_in_the_panel_and_in_the_game_info() {
    let counters = || vec![Counter { title: "25-move rule".to_owned(), value: 12, limit: 25 }];
    let h = board_window(Mode::Play, |s| s.game.counters = counters());
    assert!(h.query_by_label("12 of 25  25-move rule").is_some());
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    snapshot.game.counters = counters();
    let mut h = show(snapshot, WIDE);
    click(&mut h, "Game info");
    assert!(h.query_by_label("25-move rule: 12 of 25").is_some());
}

#[test]
fn a_draw_is_claimed_offered_and_accepted() {
    let mut h = board_window(Mode::Play, |_| {});
    assert!(h.query_by_label("Claim the draw").is_none());
    key(&mut h, CTRL, Key::D);
    assert_eq!(taken(&mut h), [], "it is asked first");
    click(&mut h, "Offer");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::OfferDraw)]);

    let claim = "The position has occurred three times".to_owned();
    let mut h = board_window(Mode::Play, |s| s.game.claim = claim);
    click(&mut h, "Claim the draw");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::ClaimDraw)]);

    let mut h = board_window(Mode::Play, |s| s.game.draw_offered = true);
    click(&mut h, "Accept the draw");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::OfferDraw)]);
}

#[test]
fn numbers_and_draw_rules_are_settings_of_the_menu_and_of_the_page() {
    let mut h = board_window(Mode::Analyse, |_| {});
    key(&mut h, CTRL, Key::Comma);
    click(&mut h, "Numbers on squares");
    click(&mut h, "Ask");
    let expected =
        [SettingsCommand::ShowNumbers(false), SettingsCommand::DrawRules(DrawRules::Ask)];
    assert_eq!(taken(&mut h), expected.map(Command::Settings));
    key(&mut h, CTRL, Key::K);
    type_into(&mut h, "Command to search", "no draws");
    key(&mut h, NONE, Key::Enter);
    let off = SettingsCommand::DrawRules(DrawRules::Off);
    assert_eq!(taken(&mut h), [Command::Settings(off)]);
}

#[test]
fn a_position_is_copied_in_each_of_its_forms() {
    let mut h = board_window(Mode::Analyse, |_| {});
    for (words, text) in [("FEN", STUDY_FEN), ("as Hub", "Wbbbbbbbebb"), ("as GUIDE", "W:bbb")] {
        key(&mut h, CTRL, Key::K);
        type_into(&mut h, "Command to search", words);
        // One event, one frame: what a frame copies is told by that frame only.
        h.event(Event::Key {
            key: Key::Enter,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: NONE,
        });
        h.step();
        let copied = format!("{:?}", h.output().platform_output.commands);
        assert!(copied.contains(text), "{words}: {copied}");
        h.run();
    }
    // Othello has one form only.
    let h = window(Mode::Analyse);
    let actions = ACTIONS.iter().filter(|action| action.words.contains("the position as"));
    assert_eq!(actions.filter(|a| a.is_enabled(&h.state().snapshot)).count(), 0);
}

/// Scan plays all variants but Killer; the other engine only international and cannot ponder.
fn engines(s: &mut Snapshot) {
    let names = |list: &[&str]| Some(list.iter().map(|name| (*name).to_owned()).collect());
    s.engines = vec![entry("Scan 3.1", false), entry("Old engine", false)].into();
    s.engines[0].variants = names(&["international", "frisian", "breakthrough", "losing"]);
    s.engines[1].variants = names(&["international"]);
    s.engines[1].can_ponder = None;
}

#[test]
fn a_new_game_has_a_variant_and_only_engines_that_play_it() {
    let mut h = board_window(Mode::Play, engines);
    key(&mut h, CTRL, Key::N);
    click(&mut h, "Black: player");
    click(&mut h, "Old engine");
    choose(&mut h, "Game", "Frisian draughts");
    // The engine that does not play it has left its seat to one that does.
    click(&mut h, "Black: player");
    assert!(h.query_by_label("Old engine").is_none());
    click(&mut h, "Scan 3.1");
    click(&mut h, "Think on the opponent\u{2019}s time");
    click(&mut h, "Start the game");
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::New(new))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(new.variant.as_deref(), Some("frisian"));
    assert!(new.ponder);
    let SeatChoice::Engine { name, .. } = &new.seats[1] else { panic!("{new:?}") };
    assert_eq!(name, "Scan 3.1");
}

#[test]
fn a_match_has_a_variant_and_pondering() {
    let mut h = board_window(Mode::Match, engines);
    choose(&mut h, "Game of the match", "Frisian draughts");
    click(&mut h, "Think on the opponent\u{2019}s time");
    click(&mut h, "Start the match");
    let commands = taken(&mut h);
    let Some(Command::Match(MatchCommand::Start { variant, ponder, engines, .. })) =
        commands.last()
    else {
        panic!("{commands:?}");
    };
    assert_eq!((variant.as_deref(), *ponder), (Some("frisian"), true));
    for engine in engines {
        let SeatChoice::Engine { name, .. } = engine else { panic!("{engine:?}") };
        assert_eq!(name, "Scan 3.1");
    }
}

fn openings() -> &'static [Opening] {
    let opening = |name: &str, moves: &str| Opening {
        name: name.to_owned(),
        moves: moves.split(' ').map(|mv| MoveText(mv.to_owned())).collect(),
    };
    let list = vec![opening("1. 32-28 19-23", "32-28 19-23"), opening("2. 33-29", "33-29")];
    Box::leak(list.into_boxed_slice())
}

#[test]
fn openings_are_listed_filtered_and_analysed() {
    let mut h = board_window(Mode::Play, |s| s.openings = openings());
    click(&mut h, "Openings page");
    assert!(h.query_by_label("Opening 1: 1. 32-28 19-23").is_some());
    type_into(&mut h, "Filter of openings", "33-29");
    assert!(h.query_by_label("Opening 1: 1. 32-28 19-23").is_none());
    click(&mut h, "Opening 2: 2. 33-29");
    click(&mut h, "Analyse the opening");
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::New(new)), Command::Game(GameCommand::SetMode(mode))] =
        commands.as_slice()
    else {
        panic!("{commands:?}");
    };
    assert_eq!((new.opening.as_slice(), *mode), (&["33-29".to_owned()][..], Mode::Analyse));
    assert_eq!(h.state().ui.page, Page::Board);

    let mut h = board_window(Mode::Play, |s| s.openings = openings());
    click(&mut h, "Openings page");
    click(&mut h, "Play from here\u{2026}");
    assert!(matches!(h.state().ui.overlay, Some(Overlay::NewGame(_))));
}

#[test]
fn guesses_of_an_engine_that_ponders_stand_on_its_strip() {
    let h = board_window(Mode::Play, |s| s.game.seats[1].ponder = Some((5, 9)));
    assert!(h.query_by_label_contains("ponder 5 of 9 guessed right").is_some());
}

#[test]
fn a_long_file_is_read_with_progress_and_can_be_cancelled() {
    let games: Vec<String> = (0..10_000).map(|i| format!("Player {i} - Other, 2026")).collect();
    let mut h = board_window(Mode::Analyse, |s| {
        s.file_games = games.into();
        s.progress = Some(ProgressView {
            text: "4200 games".to_owned(),
            part: Some(0.4),
            cancel: Some(Command::File(FileCommand::CancelRead)),
            paused: None,
        });
    });
    // Another one can be named meanwhile.
    key(&mut h, CTRL, Key::O);
    assert!(matches!(h.state().ui.overlay, Some(Overlay::Path(_))));
    key(&mut h, Modifiers::NONE, Key::Escape);
    click(&mut h, "Games page");
    assert!(h.query_all_by_label_contains("Game ").count() < 60, "only what is seen is laid out");
    click(&mut h, "Stop reading the file");
    type_into(&mut h, "Filter of games", "player 9876 ");
    click(&mut h, "Game 9877: Player 9876 - Other, 2026");
    let expected = [FileCommand::CancelRead, FileCommand::Choose(9876)];
    assert_eq!(taken(&mut h), expected.map(Command::File));
}

pub(crate) fn drawn_arrow() -> BoardMark {
    BoardMark { colour: MarkColour::Red, from: "32".to_owned(), to: "28".to_owned() }
}

fn right_button(h: &mut Window, pos: egui::Pos2, pressed: bool, modifiers: Modifiers) {
    h.event(Event::PointerMoved(pos));
    let button = egui::PointerButton::Secondary;
    h.event_modifiers(Event::PointerButton { pos, button, pressed, modifiers }, modifiers);
    h.step();
}

#[test]
fn the_right_button_draws_an_arrow_by_a_drag_and_marks_a_cell_by_a_click() {
    let mut h = board_window(Mode::Analyse, |s| s.game.scene = Arc::new(FEW.scene()));
    let (from, to) = (at(&h, 32), at(&h, 28));
    h.state_mut().commands.clear();
    right_button(&mut h, from, true, Modifiers::SHIFT);
    right_button(&mut h, to, false, Modifiers::SHIFT);
    let node = h.state().snapshot.game.current;
    let arrow = Command::Game(GameCommand::Draw(node, drawn_arrow()));
    assert_eq!(taken(&mut h), [arrow]);
    right_button(&mut h, to, true, NONE);
    right_button(&mut h, to, false, NONE);
    let cell = "28".to_owned();
    let mark = BoardMark { colour: MarkColour::Green, from: cell.clone(), to: cell };
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::Draw(node, mark))]);
    // Let go beside the board it draws nothing.
    right_button(&mut h, to, true, NONE);
    right_button(&mut h, egui::pos2(2.0, 2.0), false, NONE);
    assert_eq!(taken(&mut h), []);
}
