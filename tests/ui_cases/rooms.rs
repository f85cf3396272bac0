//! What the window offers everywhere: the list of games, the rail, the page of engines for the game on
//! the board, forced results.

use std::sync::Arc;

use egui::Rect;
use quintet::app::board::GameInfo;
use quintet::games::{GAMES, SceneView, Setup, find};

use super::support::backgammon_view::{PLAY, backgammon};
use super::support::draughts_view::{draughts, entry};
use super::support::hive_view::hive;
use super::*;

fn all_games() -> Vec<&'static GameInfo> {
    GAMES.iter().map(|game| game.info()).collect()
}

/// The entries of the rail and where they lie.
fn rail(h: &Window) -> Vec<(String, Rect)> {
    let entries = h.get_all_by_label_contains(" page");
    let mut found: Vec<(String, Rect)> = entries
        .filter_map(|node| Some((node.accesskit_node().label()?, node.rect())))
        .filter(|(label, rect)| label.ends_with(" page") && rect.right() <= 56.0)
        .collect();
    found.sort_by(|(_, a), (_, b)| a.top().total_cmp(&b.top()));
    found.dedup();
    found
}

#[test]
fn the_rail_has_the_same_entries_in_the_same_places_in_every_mode_and_game() {
    let usual = rail(&window(Mode::Analyse));
    let names: Vec<&str> = usual.iter().map(|(label, _)| label.as_str()).collect();
    let wanted = ["Board", "Engines", "Openings", "Games", "Match", "Drawer", "Settings"];
    assert_eq!(names, wanted.map(|name| format!("{name} page")));
    let snapshots = [
        sample(Mode::Play),
        sample(Mode::Match),
        draughts(Mode::Analyse, Theme::Dark),
        hive("Base;NotStarted;White[1]", Mode::Play, Theme::Dark),
    ];
    for mut snapshot in snapshots {
        snapshot.file_games = [].into();
        assert_eq!(rail(&show(snapshot, SIZE)), usual);
    }
    let low = rail(&show(sample(Mode::Play), [640.0, 400.0]));
    assert!(low.windows(2).all(|pair| pair[0].1.bottom() <= pair[1].1.top() + 0.5), "{low:?}");
}

#[test]
fn the_page_of_games_says_that_no_file_is_open_and_offers_to_open_one() {
    let mut h = window_with(Mode::Play, |s| s.file_games = [].into());
    click(&mut h, "Games page");
    assert!(h.query_by_label_contains("No file with several games is open").is_some());
    click(&mut h, "Open a file of games");
    assert!(matches!(h.state().ui.overlay, Some(Overlay::Path(_))));
    let mut h = window_with(Mode::Play, |_| {});
    click(&mut h, "Openings page");
    assert!(h.query_by_label_contains("There is no list of openings").is_some());
}

#[test]
fn one_list_names_every_variant_of_every_game() {
    let mut h = window_with(Mode::Play, |s| s.games = all_games());
    key(&mut h, CTRL, Key::N);
    h.get_by_role_and_label(Role::ComboBox, "Game").click();
    h.run();
    for game in [
        "Othello",
        "International draughts",
        "Frisian draughts",
        "Killer draughts",
        "Breakthrough draughts",
        "Losing draughts",
        "Hive Base",
        "Hive Base+MLP",
        "Backgammon, money game",
        "Backgammon, match to 7 points",
    ] {
        assert!(h.query_all_by_label(game).next().is_some(), "{game}");
    }
    click(&mut h, "Breakthrough draughts");
    h.get_by_role_and_label(Role::ComboBox, "Game").click();
    h.run();
    click(&mut h, "Hive Base+M");
    click(&mut h, "Start the game");
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::New(new))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!((new.game.as_str(), new.variant.as_deref()), ("hive", Some("Base+M")));
}

#[test]
fn the_picker_of_the_top_bar_names_the_variant_and_begins_with_one_of_the_list() {
    let mut snapshot = draughts(Mode::Play, Theme::Dark);
    snapshot.games = all_games();
    let mut h = show(snapshot, SIZE);
    let picker = h.get_by_label("Game on the board");
    assert_eq!(picker.accesskit_node().value().as_deref(), Some("International draughts"));
    picker.click();
    h.run();
    click(&mut h, "Hive Base+MLP\u{2026}");
    click(&mut h, "Start the game");
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::New(new))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(new.variant.as_deref(), Some("Base+MLP"));
}

#[test]
fn a_new_game_of_hive_begins_with_all_expansions() {
    let hive = quintet::games::find("hive").unwrap().info();
    let form = quintet::ui::NewGameForm::for_game(
        &sample(Mode::Play),
        &quintet::ui::UiState::without_file_dialogs(),
        hive,
    );
    assert_eq!(form.variant.as_deref(), Some("Base+MLP"));
}

#[test]
fn the_page_of_engines_opens_for_the_game_on_the_board() {
    let open = |change: &dyn Fn(&mut Snapshot)| {
        let mut snapshot = draughts(Mode::Play, Theme::Dark);
        // Engines of another game come first in the list.
        snapshot.engines = sample(Mode::Play).engines;
        snapshot.engines.extend([entry("Scan 3.1", false), entry("Old engine", false)]);
        snapshot.games = all_games();
        change(&mut snapshot);
        let mut h = show(snapshot, SIZE);
        h.state_mut().ui.engines.chosen = Some("Edax 4.6".to_owned());
        h.state_mut().ui.engines.filter = "edax".to_owned();
        click(&mut h, "Engines page");
        h
    };
    let h = open(&|_| {});
    assert_eq!(h.state().ui.engines.chosen.as_deref(), Some("Scan 3.1"));
    assert_eq!(h.state().ui.engines.filter, "");
    assert!(is_seen(&h, "Scan 3.1, Hub, ready"));
    let seated = open(&|s| s.game.seats[1].engine = Some("Old engine".to_owned()));
    assert_eq!(seated.state().ui.engines.chosen.as_deref(), Some("Old engine"));
    // Who comes back to the page finds what was chosen.
    let mut h = open(&|_| {});
    click(&mut h, "Old engine, Hub, ready");
    click(&mut h, "Board page");
    click(&mut h, "Engines page");
    assert_eq!(h.state().ui.engines.chosen.as_deref(), Some("Old engine"));
}

#[test]
fn a_forced_result_in_words_pushes_the_moves_of_its_line_aside_and_is_whole() {
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    let card = &mut snapshot.analysis.cards[0];
    card.score = "loses in 119".to_owned();
    card.lines[0].score = "loses in 119".to_owned();
    snapshot.game.bar = 0.02;
    snapshot.game.bar_text = "Black wins in 119".to_owned();
    let h = show(snapshot, SIZE);
    let figure = h.get_by_label("Score loses in 119").rect();
    assert!(figure.width() <= 108.5, "{figure:?}");
    assert!(h.query_by_label_contains(": loses in 119 ").is_some());
    assert!(h.query_by_label("evaluation Black wins in 119").is_some());
}

#[test]
fn a_hint_is_told_of_the_places_that_it_rings() {
    let mut snapshot = backgammon(PLAY, &[], Mode::Play, Theme::Dark);
    let setup = Setup { variant: None, position: Some(PLAY.to_owned()) };
    let pos = find("backgammon").unwrap().start(&setup).unwrap();
    let view = SceneView { hint: Some("13/8 13/11"), show_legal: true, ..SceneView::default() };
    snapshot.game.scene = Arc::new(pos.scene(&view));
    let h = show(snapshot, SIZE);
    assert_eq!(h.get_all_by_label_contains(", hint").count(), 3, "13, 8 and 11");
}
