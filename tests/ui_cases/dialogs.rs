//! Dialogs and the pages that take the place of the board.

use std::sync::Arc;

use super::*;

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
    let mut h = window_with(Mode::Play, level_seven);
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
        seats: [engine, SeatChoice::Human { name: "Ada".to_owned() }],
        clocks: ["none", "3m+2s"].map(|text| text.parse::<TimeControl>().unwrap()),
        position: String::new(),
        opening: Vec::new(),
        ponder: false,
        dice: DiceChoice::Fresh,
        adaptive: None,
    };
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::New(Box::new(expected.clone())))]);
    key(&mut h, CTRL, Key::N);
    click(&mut h, "Start the game");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::New(Box::new(expected)))]);
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
    assert_eq!(taken(&mut h), unless_there(FileCommand::Save("b.ggf".into())));
}

#[test]
fn a_game_that_is_not_written_as_its_file_was_is_saved_under_another_name() {
    let change = |s: &mut Snapshot| s.game.save_as = Some("games/mine.pgn".into());
    for keys in [CTRL, CTRL | Modifiers::SHIFT] {
        let mut h = window_with(Mode::Play, change);
        key(&mut h, keys, Key::S);
        let typed = h.get_by_label("Path of the file").accesskit_node().value();
        assert_eq!(typed.as_deref(), Some("games/mine.pgn"));
        assert_eq!(taken(&mut h), []);
    }
}

#[test]
fn the_name_of_a_file_is_typed_over_and_the_words_above_stay_after_a_no_to_replacing() {
    let mut h = window_with(Mode::Play, |s| s.game.save_as = Some("games/mine.pgn".into()));
    let words = "Type the path of the file.";
    key(&mut h, CTRL, Key::S);
    assert!(h.query_by_label(words).is_some());
    h.event(Event::Text("dear".to_owned()));
    h.run();
    key(&mut h, NONE, Key::Enter);
    let save = FileCommand::Save("games/dear.pgn".into());
    assert_eq!(taken(&mut h), unless_there(save.clone()));
    h.state_mut().snapshot.in_the_way = Some(InTheWay { number: 1, command: save });
    h.run();
    key(&mut h, NONE, Key::Escape);
    assert!(h.query_by_label(words).is_some());
}

#[test]
fn between_two_persons_it_is_said_who_gives_up() {
    let is_said = |humans: [bool; 2], text: &str| {
        let mut h = window_with(Mode::Play, |s| {
            for (seat, human) in s.game.seats.iter_mut().zip(humans) {
                seat.human = human;
            }
            s.game.turn = Some(quintet::app::board::Side::Second);
        });
        click(&mut h, "Resign\u{2026}");
        assert!(h.query_by_label(text).is_some(), "{text}");
    };
    is_said([true, true], "White resigns: the game ends, and Black wins.");
    is_said([true, false], "Black resigns: the game ends, and White wins.");
}

#[test]
fn the_list_of_keys_has_those_of_the_board() {
    let mut h = window(Mode::Play);
    key(&mut h, NONE, Key::Questionmark);
    for words in ["On the board", "From place to place", "Choose, then place or move"] {
        assert!(h.query_by_label(words).is_some(), "{words}");
    }
}

#[test]
fn a_file_that_is_there_already_is_replaced_only_after_a_yes() {
    let path = "games/dear.ggf";
    let save = FileCommand::Save(path.into());
    let is_there = |h: &mut Window, number: u64| {
        h.state_mut().snapshot.in_the_way = Some(InTheWay { number, command: save.clone() });
        h.run();
    };
    let mut h = window(Mode::Play);
    key(&mut h, CTRL | Modifiers::SHIFT, Key::S);
    h.get_by_label("Path of the file").type_text(path);
    h.run();
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), unless_there(save.clone()), "the window looks for no file");
    is_there(&mut h, 1);
    assert!(h.query_all_by_label("Replace dear.ggf?").count() > 0);
    // The keyboard is on Cancel, which goes back to where the name is.
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), []);
    let typed = h.get_by_label("Path of the file").accesskit_node().value();
    assert_eq!(typed.as_deref(), Some(path));
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), unless_there(save.clone()));
    is_there(&mut h, 2);
    click(&mut h, "Replace");
    assert_eq!(taken(&mut h), [Command::File(save.clone())]);
    assert!(h.state().ui.overlay.is_none());
}

#[test]
fn enter_on_cancel_cancels() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::O);
    h.get_by_label("Path of the file").type_text("games/a.ggf");
    h.run();
    h.get_by_label("Cancel").focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), []);
    assert!(h.state().ui.overlay.is_none());
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
fn an_engine_that_does_not_play_what_is_on_the_board_cannot_be_started() {
    let unfit = "plays Draughts; the board shows Othello";
    let mut h = window_with(Mode::Play, |s| s.engines[1].unfit = Some(unfit.to_owned()));
    click(&mut h, "Engines page");
    click(&mut h, "Edax 4.6, NBoard, not started");
    click(&mut h, &format!("Start Edax 4.6: it {unfit}"));
    assert_eq!(taken(&mut h), []);
}

#[test]
fn games_of_a_file_are_chosen_from_a_list() {
    let mut h = window(Mode::Analyse);
    click(&mut h, "Games page");
    click(&mut h, "Game 2: Edax - You, 2025");
    assert_eq!(taken(&mut h), [Command::File(FileCommand::Choose(1))]);
    assert_eq!(h.state().ui.page, Page::Board);
}

#[test]
fn the_board_comes_into_view_with_the_game_that_was_opened_or_pasted() {
    let pages = [Page::Engines, Page::Settings, Page::Games];
    for page in pages {
        let mut h = window_with(Mode::Analyse, |s| {
            s.file_games = Arc::from([]);
        });
        h.state_mut().ui.page = page;
        h.run();
        h.event(Event::Paste("f5d6".to_owned()));
        h.run();
        assert_eq!(h.state().ui.page, page, "it is not there yet");
        h.state_mut().snapshot.game.number += 1;
        h.run();
        assert_eq!(h.state().ui.page, Page::Board);
    }
    // The list of the new file's games stays, too; and a game that was not opened changes no page.
    let mut h = window(Mode::Analyse);
    h.state_mut().ui.page = Page::Games;
    h.run();
    key(&mut h, CTRL, Key::O);
    type_into(&mut h, "Path of the file", "many.pdn");
    key(&mut h, NONE, Key::Enter);
    h.state_mut().snapshot.game.number += 1;
    h.run();
    assert_eq!(h.state().ui.page, Page::Games);
    h.state_mut().snapshot.game.number += 1;
    h.state_mut().ui.page = Page::Settings;
    h.run();
    assert_eq!(h.state().ui.page, Page::Settings);
}

#[test]
fn a_message_is_seen_on_every_page() {
    for page in [Page::Board, Page::Engines, Page::Games, Page::Settings, Page::Openings] {
        let text = "Nothing like that can be read.".to_owned();
        let mut h = window_with(Mode::Analyse, |s| {
            s.notices =
                vec![Notice { id: 5, kind: NoticeKind::Refused, text: text.clone(), offer: None }]
                    .into();
        });
        h.state_mut().ui.page = page;
        h.run();
        assert!(is_seen(&h, &text), "{page:?}");
        click(&mut h, "Dismiss");
        assert!(taken(&mut h).contains(&Command::DismissNotice(5)), "{page:?}");
    }
}

#[test]
fn a_list_that_was_open_when_its_dialog_was_left_opens_again() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::N);
    click(&mut h, "White: player");
    assert!(h.query_by_label("Edax 4.6").is_some());
    key(&mut h, NONE, Key::Escape);
    key(&mut h, NONE, Key::Escape);
    assert!(h.state().ui.overlay.is_none());
    for _ in 0..2 {
        key(&mut h, CTRL, Key::N);
        click(&mut h, "White: player");
        assert!(h.query_by_label("Edax 4.6").is_some());
        click(&mut h, "Edax 4.6");
        click(&mut h, "Start the game");
        let commands = taken(&mut h);
        let [Command::Game(GameCommand::New(new))] = commands.as_slice() else {
            panic!("{commands:?}");
        };
        let edax = SeatChoice::Engine { name: "Edax 4.6".to_owned(), options: Vec::new() };
        assert_eq!(new.seats[1], edax);
    }
}

/// You against the program's own engine at level 7.
pub(crate) fn level_seven(s: &mut Snapshot) {
    s.game.seats[0].name = "Ada".to_owned();
    s.game.seats[1].name = "Quintet Othello, level 7".to_owned();
    s.game.seats[1].engine = Some("Quintet Othello".to_owned());
}

#[test]
fn the_dialog_begins_with_who_plays_now_and_enter_starts_the_game() {
    let mut h = window_with(Mode::Play, |s| {
        level_seven(s);
        s.game.controls = Some(["5m", "3m+2s"].map(|text| text.parse().unwrap()));
    });
    key(&mut h, CTRL, Key::N);
    h.get_by_label("Black: name").type_text("h");
    h.run();
    key(&mut h, NONE, Key::Enter);
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::New(new))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    let SeatChoice::Human { name } = &new.seats[0] else { panic!("{new:?}") };
    assert_eq!(name, "Adah");
    let options = vec![("level".to_owned(), "7".to_owned())];
    let name = "Quintet Othello".to_owned();
    assert_eq!(new.seats[1], SeatChoice::Engine { name, options });
    assert_eq!(new.clocks.map(|clock| clock.to_string()), ["5m", "3m+2s"]);
    assert!(h.state().ui.overlay.is_none());
}

#[test]
fn enter_on_a_button_of_the_dialog_presses_it_and_a_wrong_clock_starts_nothing() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::N);
    h.get_by_label("Swap sides").focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    assert!(h.state().ui.overlay.is_some());
    assert!(h.query_by_label("White: name").is_some());
    type_into(&mut h, "White: clock", "x");
    key(&mut h, NONE, Key::Enter);
    assert!(h.state().ui.overlay.is_some());
    assert_eq!(taken(&mut h), []);
}

#[test]
fn enter_offers_a_draw_and_leaves_a_question_that_would_resign() {
    let mut h = window(Mode::Play);
    click(&mut h, "Resign\u{2026}");
    key(&mut h, NONE, Key::Enter);
    assert!(h.state().ui.overlay.is_none());
    assert_eq!(taken(&mut h), []);
    key(&mut h, CTRL, Key::D);
    key(&mut h, NONE, Key::Enter);
    assert!(h.state().ui.overlay.is_none());
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::OfferDraw)]);
}

#[test]
fn what_is_typed_on_the_page_of_games_filters_them() {
    let mut h = window(Mode::Analyse);
    click(&mut h, "Games page");
    h.event(Event::Text("edax".to_owned()));
    h.run();
    key(&mut h, NONE, Key::H);
    assert_eq!(h.state().ui.games.filter, "edax");
    assert!(h.get_by_label("Filter of games").is_focused());
    assert_eq!(taken(&mut h), []);
}

#[test]
fn a_new_game_starts_from_the_normal_start_again_after_one_from_a_position() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::N);
    type_into(&mut h, "Start position", support::game_view::STUDY);
    click(&mut h, "Start the game");
    taken(&mut h);
    key(&mut h, CTRL, Key::N);
    assert!(h.query_by_label("normal start").is_some());
    click(&mut h, "Start the game");
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::New(new))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(new.position, "");
}

#[test]
fn a_new_game_does_not_take_the_name_of_a_player_of_an_opened_game() {
    let mut h = window_with(Mode::Analyse, |s| {
        s.game.playing = false;
        for (seat, name) in s.game.seats.iter_mut().zip(["Player 1", "Player 2"]) {
            (seat.human, seat.engine, seat.name) = (true, None, name.to_owned());
        }
    });
    key(&mut h, CTRL, Key::N);
    let value = h.get_by_label("Black: name").accesskit_node().value();
    assert_eq!(value.as_deref(), Some("You"));
}

#[test]
fn the_console_names_its_engines_as_the_list_does_and_offers_them_where_it_is_narrow() {
    let mut h = window_with(Mode::Analyse, |s| {
        s.sessions =
            vec![session(7, "Mine", "Mine 1.0"), session(9, "Mine, fast", "Mine 1.0")].into();
    });
    h.state_mut().ui.drawer.tab = DrawerTab::Console;
    h.state_mut().ui.drawer.wish = [Some(true); 3];
    h.run();
    click(&mut h, "Engine of the console");
    for name in ["Mine", "Mine, fast"] {
        assert!(h.query_all_by_label(name).count() >= 1, "{name}");
    }
}

#[test]
fn an_engine_chosen_for_both_seats_has_the_same_level_at_both() {
    let mut h = window_with(Mode::Play, level_seven);
    key(&mut h, CTRL, Key::N);
    click(&mut h, "Black: player");
    click(&mut h, "Quintet Othello");
    click(&mut h, "Start the game");
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::New(new))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    let level = vec![("level".to_owned(), "7".to_owned())];
    let seat = SeatChoice::Engine { name: "Quintet Othello".to_owned(), options: level };
    assert_eq!(new.seats, [seat.clone(), seat]);
}

#[test]
fn the_losses_from_which_moves_are_marked_are_set_for_each_game() {
    // High enough for the whole page.
    let mut h = show(sample(Mode::Analyse), [1280.0, 1600.0]);
    h.state_mut().ui.page = Page::Settings;
    h.run();
    let set = |marks| Command::Settings(SettingsCommand::LossMarks("othello".to_owned(), marks));
    for (class, mark) in [("inaccuracy", "?!"), ("mistake", "?"), ("blunder", "??")] {
        let head = h.get_by_label(class).rect();
        let field = h.get_by_label(&format!("Othello: loss marked {mark}")).rect();
        let is_above = (head.center().x - field.center().x).abs() < 2.0;
        assert!(is_above && head.bottom() <= field.top(), "{class}: {head:?} {field:?}");
    }
    let reset = "Othello: mark moves as the program does";
    assert!(h.get_by_label(reset).accesskit_node().is_disabled());
    let type_loss = |h: &mut Window, text: &str| {
        h.get_by_label("Othello: loss marked ?").focus();
        h.run();
        key(h, CTRL, Key::A);
        type_into(h, "Othello: loss marked ?", text);
    };
    type_loss(&mut h, "6.5");
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), [set(Some([2.0, 6.5, 9.0]))]);
    // More than that of the next mark.
    type_loss(&mut h, "9.5");
    let wrong = "Numbers above 0, none smaller than the one before.";
    assert!(h.query_by_label_contains(wrong).is_some());
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), []);
    h.state_mut().snapshot.settings.loss_marks.insert("othello".to_owned(), [1.0, 2.0, 3.0]);
    h.run();
    click(&mut h, reset);
    assert_eq!(taken(&mut h), [set(None)]);
}
