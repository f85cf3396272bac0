//! The table of actions: menus, palette, keys, settings; and that the window rests.

use std::sync::Arc;

use quintet::app::board::Opening;
use quintet::app::{CoachView, ComparisonView, PassView, PastedView, TabCommand, TabView};
use quintet::games::MoveText;

use super::support::backgammon_view::{DECIDE, PLAY, backgammon};
use super::support::draughts_view::draughts;
use super::support::hive_view::{self, STACKED, hive};
use super::*;

#[test]
fn nothing_moves_by_itself_in_any_mode_or_page() {
    for mode in [Mode::Play, Mode::Analyse, Mode::Match] {
        for page in [Page::Board, Page::Engines, Page::Games, Page::Settings] {
            let mut h = window_with(mode, |s| s.matching = Some(running_match().into()));
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
            // Ctrl+Z takes a move back in Play and undoes a change in Analyse.
            let is_shared = action.id == ActionId::TakeBack;
            assert!(is_shared || !keys.contains(&key), "{} has a key of another", action.words);
            keys.push(key);
        }
    }
}

#[test]
fn every_action_stands_in_the_menus_folded_or_not() {
    let mut h = window(Mode::Play);
    click(&mut h, "Menu");
    for action in ACTIONS.iter() {
        assert_eq!(in_menu(&h, action.words), !action.with_dice, "{}", action.words);
    }
    let dice = backgammon(PLAY, &[], Mode::Play, Theme::Dark);
    for (snapshot, has_dice) in [(sample(Mode::Play), false), (dice, true)] {
        let mut h = show(snapshot, WIDE);
        for (menu, words) in Menu::ALL {
            click(&mut h, &format!("{words} menu"));
            for action in ACTIONS.iter() {
                let fits = if has_dice { !action.with_draws } else { !action.with_dice };
                let stands = action.menu == menu && fits;
                assert_eq!(in_menu(&h, action.words), stands, "{words}: {}", action.words);
            }
            key(&mut h, NONE, Key::Escape);
        }
    }
}

fn in_menu(h: &Window, words: &str) -> bool {
    let items = [Role::MenuItem, Role::MenuItemCheckBox];
    h.query_all_by_label(words).any(|node| items.contains(&node.accesskit_node().role()))
}

/// Actions that open or show something, and push nothing.
const SCREEN_ONLY: [ActionId; 52] = [
    ActionId::Rollout,
    ActionId::ReviewMany,
    ActionId::WasPasted,
    ActionId::MergeFile,
    ActionId::MergePasted,
    ActionId::Rating,
    ActionId::PractiseFile,
    ActionId::PractisePasted,
    ActionId::RenameTab,
    ActionId::BoardNearer,
    ActionId::BoardFarther,
    ActionId::BoardFit,
    ActionId::BoardFocus,
    ActionId::NewGame,
    ActionId::Open,
    ActionId::Save,
    ActionId::SaveAs,
    ActionId::SavePage,
    ActionId::SavePicture,
    ActionId::SaveFilm,
    ActionId::Quit,
    ActionId::FileGames,
    ActionId::CopyPosition,
    ActionId::CopyFen,
    ActionId::CopyHub,
    ActionId::CopyLine,
    ActionId::CopyGuide,
    ActionId::CopyGnu,
    ActionId::CopyFibs,
    ActionId::CopySnowie,
    ActionId::CopyGame,
    ActionId::OfferDraw,
    ActionId::Openings,
    ActionId::Paste,
    ActionId::WasPasted,
    ActionId::TypeMove,
    ActionId::EditComment,
    ActionId::Resign,
    ActionId::Engines,
    ActionId::AddEngine,
    ActionId::MatchStop,
    ActionId::Drawer,
    ActionId::Graph,
    ActionId::Problems,
    ActionId::GameInfo,
    ActionId::DiceStatistics,
    ActionId::Settings,
    ActionId::Palette,
    ActionId::Review,
    ActionId::Summary,
    ActionId::Keys,
    ActionId::About,
];

#[test]
fn every_action_that_is_a_command_is_pushed_from_the_palette() {
    let all = [Mode::Play, Mode::Analyse, Mode::Match];
    for action in ACTIONS.iter() {
        let draughts = |mode| {
            let mut snapshot = draughts(mode, Theme::Dark);
            (snapshot.game.can_undo_edit, snapshot.game.can_redo_edit) = (true, true);
            snapshot.game.can_paste_branch = true;
            snapshot.game.drawn = vec![super::draughts::drawn_arrow()];
            // What is practised is so in one of them alone.
            snapshot.practice = Some(super::practice::practice().into());
            snapshot.due = quintet::app::DueView { n_due: 2, n_kept: 3 };
            // Its engine reports one line.
            if let Some(card) = snapshot.analysis.cards.first_mut() {
                card.comparison = Some(ComparisonView::default());
            }
            snapshot.game.claim = "25 moves without a man moved or taken".to_owned();
            let name = "1. 32-28".to_owned();
            let moves = vec![MoveText("32-28".to_owned())];
            snapshot.openings = Box::leak(vec![Opening { name, moves }].into_boxed_slice());
            snapshot
        };
        let with_match = |mut snapshot: Snapshot| {
            snapshot.matching = Some(running_match().into());
            snapshot
        };
        let hive = |mode| {
            let mut snapshot = hive(STACKED, mode, Theme::Dark);
            let note = "White can neither place nor move a piece".to_owned();
            snapshot.game.pass = Some(PassView { note, text: "pass".to_owned() });
            snapshot.game.scene = Arc::new(hive_view::scene(STACKED, &["hand wA"], 0));
            snapshot
        };
        let boards = all.map(sample).into_iter().chain(all.map(draughts)).chain(all.map(hive));
        let table = |xgid: &str| backgammon(xgid, &["6", "1", "6", "4"], Mode::Play, Theme::Dark);
        let doubled = DECIDE.replace(":00:", ":D:");
        let mut resigned = table(DECIDE);
        if let Some(found) = &mut resigned.game.decisions {
            found.moves = ["accept", "reject"].map(str::to_owned).to_vec();
        }
        let mut studied = backgammon(PLAY, &[], Mode::Analyse, Theme::Dark);
        studied.dice_study = Some(super::dice_study::study().into());
        let untouched = backgammon(PLAY, &[], Mode::Play, Theme::Dark);
        let tables = [table(PLAY), untouched, studied, table(DECIDE), table(&doubled), resigned];
        let boards = boards.chain(tables);
        let mut ending = with_match(sample(Mode::Match));
        ending.matching.iter_mut().for_each(|found| found.finishing = true);
        let mut tabbed = sample(Mode::Play);
        super::adaptive::rated(&mut tabbed);
        tabbed.tabs.push(TabView { id: 9, title: "Final".to_owned(), ..TabView::default() });
        tabbed.can_reopen_tab = true;
        // A game that was reviewed and can be reviewed again.
        tabbed.progress = None;
        tabbed.game.plies = super::support::game_view::plies(4);
        tabbed.game.summary = Some(Arc::default());
        tabbed.pasted = Some(Arc::new(PastedView::default()));
        let apart = Snapshot { window: 9, ..tabbed.clone() };
        let mut advised = sample(Mode::Play);
        let advice =
            CoachView::Advises { text: "f5 gives away about 12 discs.".to_owned(), why: None };
        advised.game.coach = Some(advice);
        let snapshots = boards.map(with_match).chain([ending, tabbed, apart, advised]);
        let able = { snapshots }.find(|snapshot| action.is_enabled(snapshot));
        let words = action.words;
        let Some(snapshot) = able else {
            let others =
                ["Bring back the game before", "Move now", "What to do about a failed engine"];
            assert!(others.contains(&words), "{words}");
            continue;
        };
        let mut h = show(snapshot, SIZE);
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
    let cases: [(Mode, Modifiers, Key, GameCommand); 11] = [
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
        (Mode::Analyse, Modifiers::ALT | Modifiers::SHIFT, Key::N, GameCommand::PreviousMistake),
    ];
    for (mode, modifiers, pressed, command) in cases {
        let mut h = window(mode);
        h.state_mut().commands.clear();
        key(&mut h, modifiers, pressed);
        assert_eq!(taken(&mut h), [Command::Game(command)]);
    }
}

#[test]
fn the_best_line_is_inserted_and_copied_by_keys() {
    let mut h = window(Mode::Analyse);
    h.state_mut().commands.clear();
    key(&mut h, NONE, Key::Insert);
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::InsertLine(node, moves))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    let (game, card) = (&h.state().snapshot.game, &h.state().snapshot.analysis.cards[0]);
    assert_eq!((*node, moves), (game.current, &card.lines[0].moves));
    let expected =
        format!("Edax 4.6, depth {}, {}: {}", card.depth, card.lines[0].score, moves.join(" "));
    // One event alone: what is copied belongs to the frame of the key.
    h.event(Event::Key {
        key: Key::L,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: CTRL | Modifiers::SHIFT,
    });
    h.step();
    assert!(copied(&h, &expected), "{expected}");
}

/// What its keys did to the game on the board, here or in a match.
const OF_THE_GAME: [(Modifiers, Key); 9] = [
    (CTRL, Key::Z),
    (CTRL, Key::Delete),
    (CTRL, Key::R),
    (NONE, Key::P),
    (NONE, Key::H),
    (NONE, Key::F),
    (NONE, Key::ArrowLeft),
    (CTRL, Key::ArrowRight),
    (Modifiers::ALT, Key::N),
];

#[test]
fn keys_leave_a_game_alone_that_is_not_seen() {
    for mode in [Mode::Play, Mode::Analyse, Mode::Match] {
        for page in [Page::Board, Page::Engines, Page::Settings] {
            if mode != Mode::Match && page == Page::Board {
                continue;
            }
            let mut h = window_with(mode, |s| {
                s.matching = Some(running_match().into());
                s.game.n_mistakes = 3;
            });
            h.state_mut().ui.page = page;
            h.run();
            h.state_mut().commands.clear();
            for (modifiers, pressed) in OF_THE_GAME {
                key(&mut h, modifiers, pressed);
                assert_eq!(taken(&mut h), [], "{mode:?} {page:?} {pressed:?}");
                assert!(h.state().ui.overlay.is_none(), "{mode:?} {page:?} {pressed:?}");
            }
            assert_eq!(h.state().ui.page, page);
        }
    }
}

#[test]
fn what_a_menu_does_to_the_game_is_seen_on_the_board() {
    let mut h = show(sample(Mode::Play), WIDE);
    h.state_mut().ui.page = Page::Engines;
    h.run();
    click(&mut h, "Game menu");
    click(&mut h, "Take back");
    assert!(taken(&mut h).contains(&Command::Game(GameCommand::TakeBack)));
    assert_eq!(h.state().ui.page, Page::Board);
}

#[test]
fn on_the_page_of_engines_the_engine_removed_last_comes_back_and_no_move_is_taken_back() {
    let mut h = window_with(Mode::Play, |s| {
        s.removed_engine =
            Some(quintet::app::RemovedView { name: "Scan".to_owned(), was_reset: false })
    });
    h.state_mut().ui.page = Page::Engines;
    h.run();
    h.state_mut().commands.clear();
    key(&mut h, CTRL, Key::Z);
    assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::UndoRemove)]);
    h.state_mut().ui.page = Page::Board;
    h.run();
    key(&mut h, CTRL, Key::Z);
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::TakeBack)]);
}

#[test]
fn in_a_match_its_position_is_copied_and_nothing_is_saved() {
    let mut h = window_with(Mode::Match, |s| s.matching = Some(running_match().into()));
    h.event(Event::Copy);
    h.step();
    assert!(copied(&h, "the position of the match"));
    key(&mut h, CTRL, Key::S);
    assert!(h.state().ui.overlay.is_none());
    h.state_mut().ui.page = Page::Engines;
    h.run();
    h.event(Event::Copy);
    h.step();
    assert!(!copied(&h, "the position of the match"));
}

pub(super) fn copied(h: &Window, wanted: &str) -> bool {
    let commands = &h.output().platform_output.commands;
    commands.iter().any(
        |command| matches!(command, egui::OutputCommand::CopyText(text) if text.as_str() == wanted),
    )
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
    assert_eq!(h.state().ui.typed, "f5", "until it is made");
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
fn the_last_move_is_announced() {
    let h = window_with(Mode::Play, |s| s.game.announcement = "White plays d7".to_owned());
    assert!(h.query_by_label("White plays d7").is_some());
}

#[test]
fn a_window_that_is_too_small_still_stands() {
    for size in [[900.0, 600.0], [640.0, 400.0], [320.0, 200.0]] {
        for mode in [Mode::Play, Mode::Analyse, Mode::Match] {
            let mut snapshot = sample(mode);
            snapshot.matching = Some(running_match().into());
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
fn an_arrow_that_is_held_goes_as_many_steps_as_it_was_pressed() {
    let mut h = window(Mode::Play);
    h.state_mut().commands.clear();
    for _ in 0..30 {
        h.input_mut().events.push(Event::Key {
            key: Key::ArrowRight,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: NONE,
        });
    }
    h.run();
    let steps = taken(&mut h);
    assert_eq!(steps, vec![Command::Game(GameCommand::Next); 30]);
}

#[test]
fn the_palette_has_a_button_where_its_field_has_no_room() {
    for width in [700.0, 800.0, 900.0, 1280.0] {
        let mut h = show(sample(Mode::Play), [width, 600.0]);
        let found = h.query_by_label("Search commands").is_some();
        if width < 800.0 && !found {
            continue;
        }
        click(&mut h, "Search commands");
        assert!(matches!(h.state().ui.overlay, Some(Overlay::Palette(_))), "{width}");
    }
}

#[test]
fn quitting_closes_the_window() {
    let mut h = window(Mode::Play);
    h.input_mut().events.push(Event::Key {
        key: Key::Q,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: CTRL,
    });
    h.step();
    let close = egui::ViewportCommand::Close;
    let asked =
        |h: &Window| h.output().viewport_output.values().any(|v| v.commands.contains(&close));
    assert!(asked(&h));
    h.step();
    assert!(!asked(&h));
}

#[test]
fn tabs_are_as_wide_in_analyse_as_in_play() {
    let widths = |mode, live| {
        let mut snapshot = sample(mode);
        snapshot.tabs[0].live = live;
        for id in 2..=5 {
            let title = format!("Othello {id}: You \u{2013} Edax");
            snapshot.tabs.push(TabView { id, title, ..TabView::default() });
        }
        let h = show(snapshot, SIZE);
        let tab = |id: u64| h.get_by_label(&format!("Othello {id}: You \u{2013} Edax")).rect();
        (2..=5).map(|id| (tab(id).left(), tab(id).width())).collect::<Vec<_>>()
    };
    assert_eq!(widths(Mode::Play, true), widths(Mode::Analyse, false));
}

#[test]
fn tabs_are_shown_closed_named_and_listed_by_mouse() {
    let mut snapshot = sample(Mode::Play);
    snapshot.tabs[0].id = 3;
    snapshot.tabs.push(TabView { id: 9, title: "Final".to_owned(), ..TabView::default() });
    let mut h = show(snapshot, SIZE);
    h.state_mut().commands.clear();
    click(&mut h, "Close Final");
    assert_eq!(taken(&mut h), [Command::Tab(TabCommand::Close(9))]);
    click(&mut h, "Final");
    assert_eq!(taken(&mut h), [Command::Tab(TabCommand::Show(9))]);
    click(&mut h, "Open a new tab");
    assert_eq!(taken(&mut h), [Command::Tab(TabCommand::New)]);
    key(&mut h, CTRL, Key::W);
    assert_eq!(taken(&mut h), [Command::Tab(TabCommand::Close(3))]);
    key(&mut h, CTRL, Key::Tab);
    assert_eq!(taken(&mut h), [Command::Tab(TabCommand::Next)]);
}

#[test]
fn words_that_people_type_find_the_command() {
    let cases = [
        ("new tournament", "New tournament\u{2026}"),
        ("tournament", "New tournament\u{2026}"),
        ("new match", "New match\u{2026}"),
        ("swiss", "New tournament\u{2026}"),
        ("play draughts", "New game of International draughts"),
        ("play frisian", "New game of Frisian draughts"),
        ("play hive", "New game of Hive"),
        ("play backgammon", "New game of Backgammon"),
        ("play othello", "New game of Othello"),
        ("analyse whole", "Analyse the whole game"),
        ("import", "Open\u{2026}"),
        ("export picture", "Save the board as a picture\u{2026}"),
        ("practise", "Practise your mistakes"),
        ("practice", "Practise your mistakes"),
        ("coach", "Coach: warn me of bad moves"),
        ("rollout", "Rollout"),
        ("report", "Save the analysis as a page\u{2026}"),
    ];
    let mut others: Vec<(&str, String)> = Vec::new();
    for (query, entry) in cases {
        let mut snapshot = sample(Mode::Analyse);
        snapshot.games = quintet::games::GAMES.iter().map(|game| game.info()).collect();
        let mut h = show(snapshot, SIZE);
        key(&mut h, CTRL, Key::K);
        type_into(&mut h, "Command to search", query);
        let mut entries = h.query_all_by_role(Role::MenuItem).map(|entry| entry.accesskit_node());
        let chosen = entries.find(|entry| entry.toggled() == Some(Toggled::True));
        let found = chosen.and_then(|entry| entry.label());
        let found = found.unwrap_or_default();
        if !found.starts_with(entry) {
            others.push((query, found));
        }
    }
    assert_eq!(others, [], "other commands come first");
}

#[test]
fn the_palette_says_whether_a_switch_is_on() {
    for (on, said) in [(true, "on"), (false, "off")] {
        let mut snapshot = sample(Mode::Play);
        snapshot.settings.coach = on;
        let mut h = show(snapshot, SIZE);
        key(&mut h, CTRL, Key::K);
        type_into(&mut h, "Command to search", "coach warn");
        let entry = h.get_by_label("Coach: warn me of bad moves");
        assert_eq!(entry.accesskit_node().value().as_deref(), Some(said));
    }
}
