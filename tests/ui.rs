//! The window by its labels and keys: what is clicked, what commands come out, what is shown.
#![cfg(feature = "gui")]

mod support {
    pub(crate) mod cpu_renderer;
    pub(crate) mod game_view;
    pub(crate) mod ui_sample;
}

use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use quintet::app::{
    AnalysisCommand, Command, EngineCommand, FileCommand, GameCommand, MatchCommand, Mode, NewGame,
    Notice, NoticeKind, ProgressView, SeatChoice, SettingsCommand, Snapshot, Theme, TimeControl,
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

#[test]
fn nothing_moves_by_itself_in_any_mode_or_page() {
    for mode in [Mode::Play, Mode::Analyse, Mode::Match] {
        for page in [Page::Board, Page::Engines, Page::Games, Page::Settings] {
            let mut h = window_with(mode, |s| s.matching = Some(running_match()));
            h.state_mut().ui.page = page;
            assert!(h.run() <= 3, "{mode:?} {page:?}");
            h.state_mut().commands.clear();
            h.run();
            assert_eq!(taken(&mut h), [], "{mode:?} {page:?}");
        }
    }
}

#[test]
fn every_action_has_words_of_its_own_and_keys_of_its_own() {
    let mut keys = Vec::new();
    for (i, action) in ACTIONS.iter().enumerate() {
        assert!(!action.words.is_empty());
        assert!(ACTIONS[..i].iter().all(|a| a.id != action.id && a.words != action.words));
        for key in action.keys {
            assert!(!keys.contains(&key), "{} has a key of another", action.words);
            keys.push(key);
        }
    }
}

#[test]
fn every_action_stands_in_the_menus_folded_or_not() {
    let mut h = window(Mode::Play);
    click(&mut h, "Menu");
    for action in ACTIONS {
        assert!(in_menu(&h, action.words), "{}", action.words);
    }
    let mut h = show(sample(Mode::Play), WIDE);
    for (menu, words) in Menu::ALL {
        click(&mut h, &format!("{words} menu"));
        for action in ACTIONS {
            assert_eq!(in_menu(&h, action.words), action.menu == menu, "{words}: {}", action.words);
        }
        key(&mut h, NONE, Key::Escape);
    }
}

fn in_menu(h: &Window, words: &str) -> bool {
    let items = [Role::MenuItem, Role::MenuItemCheckBox];
    h.query_all_by_label(words).any(|node| items.contains(&node.accesskit_node().role()))
}

/// Actions that open or show something, and push nothing.
const SCREEN_ONLY: [ActionId; 21] = [
    ActionId::NewGame,
    ActionId::Open,
    ActionId::Save,
    ActionId::SaveAs,
    ActionId::FileGames,
    ActionId::CopyPosition,
    ActionId::CopyGame,
    ActionId::Paste,
    ActionId::TypeMove,
    ActionId::EditComment,
    ActionId::Resign,
    ActionId::Engines,
    ActionId::MatchStop,
    ActionId::Drawer,
    ActionId::Graph,
    ActionId::Problems,
    ActionId::GameInfo,
    ActionId::Settings,
    ActionId::Palette,
    ActionId::Keys,
    ActionId::About,
];

#[test]
fn every_action_that_is_a_command_is_pushed_from_the_palette() {
    let all = [Mode::Play, Mode::Analyse, Mode::Match];
    for action in ACTIONS {
        let able = all.into_iter().find(|mode| {
            let mut snapshot = sample(*mode);
            snapshot.matching = Some(running_match());
            action.is_enabled(&snapshot)
        });
        let words = action.words;
        let Some(mode) = able else {
            assert!(["Bring back the game before", "Move now"].contains(&words), "{words}");
            continue;
        };
        let mut h = window_with(mode, |s| s.matching = Some(running_match()));
        h.state_mut().commands.clear();
        key(&mut h, CTRL, Key::K);
        type_into(&mut h, "Command to search", words);
        key(&mut h, NONE, Key::Enter);
        let ui = &h.state().ui;
        let gone =
            !matches!(ui.overlay, Some(Overlay::Palette(_))) || action.id == ActionId::Palette;
        assert!(gone, "{words}");
        let did = SCREEN_ONLY.contains(&action.id) || !h.state().commands.is_empty();
        assert!(did, "{words}");
    }
}

#[test]
fn keys_become_commands() {
    let cases: [(Mode, Modifiers, Key, GameCommand); 10] = [
        (Mode::Play, CTRL, Key::Num2, GameCommand::SetMode(Mode::Analyse)),
        (Mode::Play, NONE, Key::ArrowLeft, GameCommand::Previous),
        (Mode::Play, NONE, Key::ArrowRight, GameCommand::Next),
        (Mode::Play, NONE, Key::Home, GameCommand::First),
        (Mode::Play, NONE, Key::End, GameCommand::Last),
        (Mode::Play, CTRL, Key::Z, GameCommand::TakeBack),
        (Mode::Play, NONE, Key::H, GameCommand::Hint),
        (Mode::Play, NONE, Key::F, GameCommand::Turn),
        (Mode::Play, NONE, Key::P, GameCommand::Pause),
        (Mode::Analyse, Modifiers::ALT, Key::N, GameCommand::NextMistake),
    ];
    for (mode, modifiers, pressed, command) in cases {
        let mut h = window(mode);
        h.state_mut().commands.clear();
        key(&mut h, modifiers, pressed);
        assert_eq!(taken(&mut h), [Command::Game(command)]);
    }
}

#[test]
fn a_key_with_shift_is_not_taken_for_the_one_without() {
    let mut h = window_with(Mode::Play, |s| s.game.can_undo_new = true);
    key(&mut h, CTRL | Modifiers::SHIFT, Key::Z);
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::UndoNew)]);
}

#[test]
fn plain_keys_are_letters_while_a_text_is_typed() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::L);
    key(&mut h, NONE, Key::H);
    key(&mut h, NONE, Key::Home);
    h.get_by_label("Typed move").type_text("f5");
    h.run();
    assert_eq!(taken(&mut h), []);
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::Type("f5".to_owned()))]);
    assert_eq!(h.state().ui.typed, "");
}

#[test]
fn move_now_takes_the_place_of_hint_while_an_engine_thinks() {
    let mut h = window_with(Mode::Play, |s| {
        s.game.turn = Some(quintet::app::board::Side::Second);
        s.game.can_move = false;
    });
    assert_eq!(h.query_all_by_label("Hint").count(), 0);
    click(&mut h, "Move now");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::MoveNow)]);
    key(&mut h, NONE, Key::M);
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::MoveNow)]);
}

#[test]
fn a_square_that_is_clicked_is_a_command_and_a_closed_board_is_none() {
    let mut h = window(Mode::Play);
    h.get_by_label_contains("square b3").click();
    h.run();
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::Click("b3".to_owned()))]);
    let mut h = window_with(Mode::Play, |s| s.game.can_move = false);
    h.get_by_label_contains("square b3").click();
    h.run();
    assert_eq!(taken(&mut h), []);
}

#[test]
fn resigning_is_asked_and_only_a_yes_resigns() {
    let mut h = window(Mode::Play);
    click(&mut h, "Resign\u{2026}");
    assert_eq!(taken(&mut h), []);
    click(&mut h, "Cancel");
    assert_eq!(taken(&mut h), []);
    click(&mut h, "Resign\u{2026}");
    key(&mut h, NONE, Key::Escape);
    assert_eq!(h.query_all_by_label("Resign").count(), 0);
    click(&mut h, "Resign\u{2026}");
    click(&mut h, "Resign");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::Resign)]);
    assert!(h.state().ui.overlay.is_none());
}

#[test]
fn the_new_game_dialog_makes_the_game_it_shows_and_remembers_it() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::N);
    click(&mut h, "Swap sides");
    click(&mut h, "Black: level");
    click(&mut h, "level 3");
    click(&mut h, "White: clock: usual");
    click(&mut h, "3 min + 2 s");
    click(&mut h, "Start the game");
    let engine = SeatChoice::Engine {
        name: "Quintet Othello".to_owned(),
        options: vec![("level".to_owned(), "3".to_owned())],
    };
    let expected = NewGame {
        game: "othello".to_owned(),
        variant: None,
        seats: [engine, SeatChoice::Human { name: "You".to_owned() }],
        clocks: ["1s/move", "3m+2s"].map(|text| text.parse::<TimeControl>().unwrap()),
        position: String::new(),
    };
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::New(expected.clone()))]);
    key(&mut h, CTRL, Key::N);
    click(&mut h, "Start the game");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::New(expected))]);
}

#[test]
fn a_clock_or_position_that_cannot_be_read_is_said_and_not_sent() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::N);
    type_into(&mut h, "Black: clock", "x");
    assert!(h.query_by_label_contains("is not a time control").is_some());
    click(&mut h, "Start the game");
    assert_eq!(taken(&mut h), []);

    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::N);
    type_into(&mut h, "Start position", "no board");
    assert!(h.query_all_by_label_contains("no board").count() >= 1);
    click(&mut h, "Start the game");
    assert_eq!(taken(&mut h), []);
}

#[test]
fn a_start_position_is_recognised_in_the_dialog() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::N);
    assert!(h.query_by_label("normal start").is_some());
    type_into(&mut h, "Start position", support::game_view::STUDY);
    assert!(h.query_by_label("normal start").is_none());
    click(&mut h, "Start the game");
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::New(new))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(new.position, support::game_view::STUDY);
}

#[test]
fn files_are_named_by_typing_where_the_system_has_no_dialog() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::O);
    h.get_by_label("Path of the file").type_text("games/a.ggf");
    h.run();
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), [Command::File(FileCommand::Open("games/a.ggf".into()))]);
    assert!(h.state().ui.overlay.is_none());
    click(&mut h, "Save");
    h.get_by_label("Path of the file").type_text("b.ggf");
    h.run();
    h.get_all_by_label("Save").last().unwrap().click();
    h.run();
    assert_eq!(taken(&mut h), [Command::File(FileCommand::Save("b.ggf".into()))]);
}

#[test]
fn a_known_path_is_saved_to_without_asking() {
    let mut h = window_with(Mode::Play, |s| s.game.path = Some("known.ggf".into()));
    key(&mut h, CTRL, Key::S);
    assert_eq!(taken(&mut h), [Command::File(FileCommand::Save("known.ggf".into()))]);
    key(&mut h, CTRL | Modifiers::SHIFT, Key::S);
    assert!(h.query_by_label("Path of the file").is_some());
}

#[test]
fn what_is_pasted_goes_to_the_program_unless_a_text_is_edited() {
    let mut h = window(Mode::Play);
    h.event(Event::Paste("f5d6c3".to_owned()));
    h.run();
    assert_eq!(taken(&mut h), [Command::File(FileCommand::Paste("f5d6c3".to_owned()))]);
    key(&mut h, CTRL, Key::L);
    h.event(Event::Paste("f5".to_owned()));
    h.run();
    assert_eq!(taken(&mut h), []);
    assert_eq!(h.state().ui.typed, "f5");
}

#[test]
fn copying_takes_the_position_and_with_shift_the_game() {
    let mut h = window_with(Mode::Play, |s| s.game.game_text = "(;GM[Othello];)".into());
    let copied = |h: &Window| format!("{:?}", h.output().platform_output.commands);
    h.event(Event::Copy);
    h.step();
    assert!(copied(&h).contains(support::game_view::STUDY), "{}", copied(&h));
    h.event(Event::ModifiersChanged(CTRL | Modifiers::SHIFT));
    h.step();
    h.event(Event::Copy);
    h.step();
    assert!(copied(&h).contains("GM[Othello]"), "{}", copied(&h));
}

#[test]
fn a_refused_move_is_said_in_a_place_that_moves_nothing_and_can_be_dismissed() {
    for size in [SIZE, WIDE] {
        let before = show(sample(Mode::Play), size).get_by_label_contains("square b3").rect();
        let mut snapshot = sample(Mode::Play);
        let text = "a1 is not legal here".to_owned();
        snapshot.notices = vec![Notice { id: 5, kind: NoticeKind::Refused, text: text.clone() }];
        let mut h = show(snapshot, size);
        assert!(h.query_by_label(&text).is_some());
        assert_eq!(h.get_by_label_contains("square b3").rect(), before);
        click(&mut h, "Dismiss");
        assert_eq!(taken(&mut h), [Command::DismissNotice(5)]);
    }
}

#[test]
fn the_result_is_written_out() {
    let result = "Black wins 37-27: more discs";
    let h = window_with(Mode::Play, |s| {
        s.game.result = result.to_owned();
        s.game.playing = false;
    });
    assert!(h.query_by_label(result).is_some());
    assert!(h.query_all_by_label("New game\u{2026}").count() >= 2);
}

#[test]
fn moves_are_gone_to_by_a_click_and_the_one_shown_is_marked() {
    let mut h = window(Mode::Analyse);
    assert!(is_on(&h, "12\u{2026} d7") && !is_on(&h, "11. g1"));
    click(&mut h, "11. g1");
    click(&mut h, "4. variation f3");
    let goes = [21, 101].map(|node| Command::Game(GameCommand::GoTo(node)));
    assert_eq!(taken(&mut h), goes);
    click(&mut h, "Mistakes");
    click(&mut h, "mistake 9. d2, blunder");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::GoTo(17))]);
}

#[test]
fn a_comment_is_pushed_as_it_is_typed() {
    let mut h = window(Mode::Analyse);
    key(&mut h, CTRL, Key::E);
    key(&mut h, CTRL, Key::A);
    h.get_by_label("Comment on the move shown").type_text("Good");
    h.run();
    let last = taken(&mut h).pop();
    assert_eq!(last, Some(Command::Game(GameCommand::Comment("Good".to_owned()))));
}

#[test]
fn a_card_keeps_its_rows_and_shows_dashes_for_another_positions_answer() {
    let position = |h: &Window| h.get_by_label("Typed move").rect();
    let fresh = window(Mode::Analyse);
    assert!(fresh.query_by_label("Depth 24").is_some());
    assert!(fresh.query_by_label_contains("Line 4 of Edax 4.6: 0.00 b7").is_some());
    let stale = window_with(Mode::Analyse, |s| s.game.position_id = 2);
    assert!(stale.query_by_label("Depth 24").is_none());
    assert!(stale.query_by_label("Depth \u{2013}").is_some());
    assert_eq!(stale.query_all_by_label_contains("Line 1 of").count(), 0);
    let empty = window_with(Mode::Analyse, |s| s.analysis.cards.clear());
    for h in [&stale, &empty] {
        assert_eq!(position(h), position(&fresh));
    }
}

#[test]
fn engines_of_the_analysis_are_started_stopped_added_and_removed() {
    let mut h = window(Mode::Analyse);
    click(&mut h, "Stop Edax 4.6");
    click(&mut h, "Add engine");
    click(&mut h, "Quintet Othello");
    click(&mut h, "More about Edax 4.6");
    click(&mut h, "Remove");
    click(&mut h, "More about Edax 4.6");
    click(&mut h, "Kill\u{2026}");
    click(&mut h, "Kill");
    let expected = [
        Command::Analysis(AnalysisCommand::SetRunning(7, false)),
        Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())),
        Command::Analysis(AnalysisCommand::RemoveEngine(7)),
        Command::Engine(EngineCommand::Kill(7)),
    ];
    assert_eq!(taken(&mut h), expected);
    key(&mut h, NONE, Key::Space);
    let expected = [Command::Analysis(AnalysisCommand::SetRunning(7, false))];
    assert_eq!(taken(&mut h), expected);
}

#[test]
fn lines_and_point_of_view_are_chosen_in_the_head() {
    let mut h = window(Mode::Analyse);
    click(&mut h, "Lines");
    click(&mut h, "3 lines");
    h.get_by_label_contains("Point of view").click();
    h.run();
    key(&mut h, NONE, Key::Minus);
    let expected = [
        AnalysisCommand::SetLines(3),
        AnalysisCommand::SetPointOfView(quintet::app::PointOfView::Mover),
        AnalysisCommand::SetLines(6),
    ];
    assert_eq!(taken(&mut h), expected.map(Command::Analysis));
}

#[test]
fn a_line_is_played_as_a_variation_from_the_keyboard_too() {
    let mut h = window(Mode::Analyse);
    h.get_by_label_contains("Line 2 of Edax 4.6").focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    let first = Command::Game(GameCommand::InsertLine(vec!["g2".to_owned()]));
    assert_eq!(taken(&mut h), [first]);
    click(&mut h, "Insert the best line of Edax 4.6");
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::InsertLine(line))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(line.len(), 8);
}

#[test]
fn four_cards_fit_beside_the_moves() {
    let cards = (1..=4).map(|id| card(id, &format!("Engine {id}"), 2)).collect();
    let h = window_with(Mode::Analyse, |s| s.analysis.cards = cards);
    let typed = h.get_by_label("Typed move").rect();
    assert!(typed.bottom() < 800.0 && typed.top() > 500.0, "{typed:?}");
}

#[test]
fn a_whole_game_analysis_shows_its_progress_and_is_stopped() {
    let mut h = window(Mode::Analyse);
    click(&mut h, "Analyse the whole game");
    assert_eq!(taken(&mut h), [Command::Analysis(AnalysisCommand::WholeGame)]);
    let text = "Analysing game  12 of 58".to_owned();
    let progress = ProgressView { text: text.clone(), part: Some(0.2), cancel: true };
    let mut h = window_with(Mode::Analyse, |s| s.progress = Some(progress));
    assert!(h.query_all_by_label(&text).count() >= 1);
    click(&mut h, "Stop analysing the game");
    assert_eq!(taken(&mut h), [Command::Analysis(AnalysisCommand::StopWholeGame)]);
}

#[test]
fn the_console_is_watched_while_it_is_seen_and_sends_lines() {
    let mut h = show(sample(Mode::Analyse), WIDE);
    click(&mut h, "Console");
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Watch(Some(7)))]);
    assert!(h.query_by_label("> hint 7").is_some());
    assert!(h.query_by_label("3 lines dropped").is_some());
    click(&mut h, "Show sent");
    assert!(h.query_by_label("> hint 7").is_none());
    assert!(h.query_by_label("< status Thinking").is_some());
    type_into(&mut h, "Line to send", "ping 5");
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Send(7, "ping 5".to_owned()))]);
    click(&mut h, "Engine of the console");
    click(&mut h, "Quintet Othello");
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Watch(Some(9)))]);
    key(&mut h, CTRL, Key::J);
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Watch(None))]);
}

#[test]
fn a_held_console_stands_still_and_its_transcript_is_saved() {
    let mut h = show(sample(Mode::Analyse), WIDE);
    click(&mut h, "Console");
    click(&mut h, "Hold the console still");
    h.state_mut().snapshot.console.as_mut().unwrap().lines = Vec::new().into();
    h.run();
    assert!(h.query_by_label("> hint 7").is_some());
    click(&mut h, "Save the transcript\u{2026}");
    key(&mut h, NONE, Key::Enter);
    let saved = FileCommand::SaveTranscript(7, "Edax-4-6.txt".into());
    assert_eq!(taken(&mut h).pop(), Some(Command::File(saved)));
}

#[test]
fn problems_show_details_and_restart() {
    let mut h = window(Mode::Play);
    h.state_mut().ui.drawer.tab = DrawerTab::Problems;
    key(&mut h, CTRL, Key::J);
    assert!(h.query_by_label("terminate called").is_none());
    click(&mut h, "Details of problem 1");
    assert!(h.query_by_label("terminate called").is_some());
    click(&mut h, "Restart after problem 1");
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::Restart(7))]);
}

#[test]
fn the_palette_is_driven_by_keys_alone() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::K);
    type_into(&mut h, "Command to search", "colours");
    key(&mut h, NONE, Key::ArrowDown);
    key(&mut h, NONE, Key::ArrowUp);
    assert_ne!(is_on(&h, "Dark colours"), is_on(&h, "Light colours"));
    key(&mut h, NONE, Key::Enter);
    let commands = taken(&mut h);
    assert!(
        matches!(commands.as_slice(), [Command::Settings(SettingsCommand::Theme(_))]),
        "{commands:?}"
    );
    key(&mut h, CTRL, Key::K);
    key(&mut h, NONE, Key::Escape);
    assert!(h.state().ui.overlay.is_none());
}

#[test]
fn theme_zoom_and_switches_are_settings() {
    let mut h = window(Mode::Play);
    click(&mut h, "Colours");
    click(&mut h, "Light colours");
    key(&mut h, CTRL, Key::Plus);
    key(&mut h, CTRL, Key::Num0);
    h.state_mut().ui.page = Page::Settings;
    h.run();
    click(&mut h, "Contrast");
    click(&mut h, "Mark legal moves");
    click(&mut h, "Size: more");
    let commands = taken(&mut h);
    let [
        Command::Settings(SettingsCommand::Theme(Theme::Light)),
        Command::Settings(SettingsCommand::Zoom(larger)),
        Command::Settings(SettingsCommand::Zoom(normal)),
        Command::Settings(SettingsCommand::Theme(Theme::Contrast)),
        Command::Settings(SettingsCommand::ShowLegal(false)),
        Command::Settings(SettingsCommand::Zoom(_)),
    ] = commands.as_slice()
    else {
        panic!("{commands:?}");
    };
    assert!((larger - 1.1).abs() < 1e-5 && (normal - 1.0).abs() < 1e-5);
}

#[test]
fn a_match_is_described_started_watched_and_stopped() {
    let mut h = window(Mode::Match);
    type_into(&mut h, "Number of games", "x");
    assert!(h.query_by_label_contains("is not a number of games").is_some());
    click(&mut h, "Start the match");
    assert_eq!(taken(&mut h), []);

    let mut h = window(Mode::Match);
    click(&mut h, "Engine A: level");
    click(&mut h, "level 3");
    click(&mut h, "Games at once: more");
    click(&mut h, "Start the match");
    let commands = taken(&mut h);
    let [Command::Match(MatchCommand::Start { engines, games, time, concurrency, .. })] =
        commands.as_slice()
    else {
        panic!("{commands:?}");
    };
    assert_eq!((*games, *concurrency, time.to_string().as_str()), (20, 2, "10s+0.1s"));
    let level = vec![("level".to_owned(), "3".to_owned())];
    let name = "Quintet Othello".to_owned();
    assert_eq!(engines[0], SeatChoice::Engine { name, options: level });

    h.state_mut().snapshot.matching = Some(running_match());
    h.run();
    assert!(h.query_by_label_contains("Edax 4.6: 14 wins, 1 draws, 6 losses").is_some());
    assert!(h.query_by_label("crashed (exit 139): 2").is_some());
    click(&mut h, "Pause the match");
    click(&mut h, "Game 21: Edax 4.6 - Quintet Othello, 1-0 more discs");
    click(&mut h, "Finish the running games, then stop the match");
    click(&mut h, "Stop the match now\u{2026}");
    assert_eq!(h.query_all_by_label_contains("2 running games are not counted").count(), 1);
    click(&mut h, "Stop now");
    let expected = [
        MatchCommand::Pause(true),
        MatchCommand::Show(21),
        MatchCommand::FinishThenStop,
        MatchCommand::StopNow,
    ];
    assert_eq!(taken(&mut h), expected.map(Command::Match));
}

#[test]
fn engines_are_listed_filtered_and_started() {
    let mut h = window(Mode::Play);
    click(&mut h, "Engines page");
    click(&mut h, "Edax 4.6, NBoard, not started");
    assert!(h.query_by_label("Command: edax -nboard").is_some());
    click(&mut h, "Start Edax 4.6");
    click(&mut h, "Stop session 7");
    click(&mut h, "Read engines.toml again");
    let expected = [
        EngineCommand::Start("Edax 4.6".to_owned()),
        EngineCommand::Stop(7),
        EngineCommand::Reload,
    ];
    assert_eq!(taken(&mut h), expected.map(Command::Engine));
    type_into(&mut h, "Filter of engines", "quintet");
    assert!(h.query_by_label("Edax 4.6, NBoard, not started").is_none());
    click(&mut h, "Board page");
    assert_eq!(h.state().ui.page, Page::Board);
}

#[test]
fn games_of_a_file_are_chosen_from_a_list_that_is_offered_only_when_there_is_one() {
    let mut h = window(Mode::Analyse);
    click(&mut h, "Games page");
    click(&mut h, "Game 2: Edax - You, 2025");
    assert_eq!(taken(&mut h), [Command::File(FileCommand::Choose(1))]);
    assert_eq!(h.state().ui.page, Page::Board);
    let h = window_with(Mode::Analyse, |s| s.file_games = Vec::new().into());
    assert!(h.query_by_label("Games page").is_none());
}

#[test]
fn a_seat_is_changed_by_a_click_on_its_strip() {
    let mut h = window(Mode::Play);
    h.get_by_label_contains("Edax 4.6, White").click();
    h.run();
    click(&mut h, "Person");
    let human = SeatChoice::Human { name: "You".to_owned() };
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::SetSeat(1, human))]);
}

#[test]
fn the_board_has_half_the_width_at_1280() {
    for mode in [Mode::Play, Mode::Analyse] {
        let h = window(mode);
        let a1 = h.get_by_label_contains("square a1").rect();
        let h8 = h.get_by_label_contains("square h8").rect();
        // The frame takes the rest of the 640 points.
        assert!(h8.right() - a1.left() >= 590.0, "{mode:?}: {a1:?} {h8:?}");
    }
}

#[test]
fn the_last_move_is_announced() {
    let h = window_with(Mode::Play, |s| s.game.announcement = "White plays d7".to_owned());
    assert!(h.query_by_label("White plays d7").is_some());
}

#[test]
fn a_window_that_is_too_small_still_stands() {
    for size in [[900.0, 600.0], [640.0, 400.0], [320.0, 200.0]] {
        for mode in [Mode::Play, Mode::Analyse, Mode::Match] {
            let mut snapshot = sample(mode);
            snapshot.matching = Some(running_match());
            let mut h = show(snapshot, size);
            for page in [Page::Board, Page::Engines, Page::Games, Page::Settings] {
                h.state_mut().ui.page = page;
                h.run();
            }
            h.state_mut().ui.page = Page::Board;
            key(&mut h, CTRL, Key::J);
            for opening in [Key::N, Key::K, Key::O] {
                key(&mut h, CTRL, opening);
                assert!(h.state().ui.overlay.is_some(), "{size:?} {mode:?} {opening:?}");
                key(&mut h, NONE, Key::Escape);
            }
        }
    }
}

#[test]
fn a_finished_match_can_be_looked_at_again_from_the_form_for_the_next() {
    let mut found = running_match();
    found.over = true;
    let mut h = window_with(Mode::Match, |s| s.matching = Some(found));
    click(&mut h, "New match\u{2026}");
    assert!(h.query_by_label("Number of games").is_some());
    click(&mut h, "Back to the last match");
    assert!(h.query_by_label("Number of games").is_none());
    assert!(h.query_by_label_contains("14 wins").is_some());
}

#[test]
fn pointing_at_a_line_shows_its_end_on_a_small_board_and_the_wheel_steps() {
    let mut h = window(Mode::Analyse);
    h.get_by_label_contains("Line 2 of Edax 4.6").hover();
    h.run();
    let preview = |h: &Window| h.state().ui.preview.map(|look| (look.line, look.n_moves));
    assert_eq!(preview(&h), Some((1, 8)));
    let wheel = |up: f32| Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: egui::vec2(0.0, up),
        phase: egui::TouchPhase::Move,
        modifiers: NONE,
        source: egui::MouseWheelSource::Wheel,
    };
    h.event(wheel(1.0));
    h.run();
    assert_eq!(preview(&h), Some((1, 7)));
    h.event(wheel(-1.0));
    h.event(wheel(-1.0));
    h.run();
    assert_eq!(preview(&h), Some((1, 8)));
    h.get_by_label("Engines page").hover();
    h.run();
    assert_eq!(preview(&h), None);
}
