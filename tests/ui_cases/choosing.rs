//! Choosing engines of the list: who can be chosen, and who is offered first.

use quintet::app::ChipTone;

use super::*;

const UNFIT: &str = "plays only International; the board shows Othello";

#[test]
fn the_menu_of_a_strip_offers_no_engine_that_cannot_play_what_is_on_the_board() {
    let mut h = window_with(Mode::Play, |s| {
        let entry = s.engines.iter_mut().find(|entry| entry.name == "Quintet Othello").unwrap();
        entry.unfit = Some(UNFIT.to_owned());
    });
    h.get_by_label_contains("Edax 4.6, White").click();
    h.run();
    let item = h.get_by_label("Quintet Othello");
    let node = item.accesskit_node();
    assert!(node.is_disabled());
    assert_eq!(node.description().as_deref(), Some(format!("Quintet Othello {UNFIT}").as_str()));
    item.click();
    h.run();
    assert_eq!(taken(&mut h), []);
}

#[test]
fn the_space_bar_starts_an_engine_that_can_play_and_is_there() {
    let mut h = window_with(Mode::Analyse, |s| {
        s.analysis.cards.clear();
        let mut all = ["Unfit", "Missing", "Failed", "Good"].map(|name| {
            let entry = s.engines.iter().find(|entry| !entry.builtin).unwrap();
            quintet::app::EngineEntryView { name: name.to_owned(), ..entry.clone() }
        });
        all[0].unfit = Some(UNFIT.to_owned());
        all[1].missing = Some("It is not installed.".to_owned());
        all[2].chip.tone = ChipTone::Danger;
        s.engines = all.to_vec().into();
    });
    key(&mut h, NONE, Key::Space);
    let started = [Command::Analysis(AnalysisCommand::AddEngine("Good".to_owned()))];
    assert_eq!(taken(&mut h), started);
    click(&mut h, "Start Good");
    assert_eq!(taken(&mut h), started, "the key and the button agree");
    h.state_mut().snapshot.engines.truncate(1);
    h.run();
    key(&mut h, NONE, Key::Space);
    assert_eq!(taken(&mut h), []);
}

/// The list has another engine in the place of this one.
fn replace(h: &mut Window, name: &str, by: &str) {
    let engines = &mut h.state_mut().snapshot.engines;
    let entry = engines.iter_mut().find(|entry| entry.name == name).expect("it is in the list");
    entry.name = by.to_owned();
    h.run();
}

fn engine_names(seats: &[SeatChoice; 2]) -> Vec<&str> {
    let engines = seats.iter().filter_map(|seat| match seat {
        SeatChoice::Engine { name, .. } => Some(name.as_str()),
        SeatChoice::Human { .. } => None,
    });
    engines.collect()
}

#[test]
fn a_new_game_begins_with_no_engine_that_is_gone() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::N);
    click(&mut h, "White: player");
    click(&mut h, "Quintet Othello");
    click(&mut h, "Start the game");
    taken(&mut h);
    replace(&mut h, "Quintet Othello", "Another");
    key(&mut h, CTRL, Key::N);
    click(&mut h, "Start the game");
    let commands = taken(&mut h);
    let [Command::Game(GameCommand::New(new))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    let known = |name: &&str| h.state().snapshot.engines.iter().any(|entry| entry.name == **name);
    let names = engine_names(&new.seats);
    assert!(names.len() == 1 && names.iter().all(known), "{names:?}");
}

#[test]
fn a_match_begins_with_no_engine_that_is_gone() {
    let mut h = window(Mode::Match);
    replace(&mut h, "Quintet Othello", "Another");
    click(&mut h, "Start the match");
    let commands = taken(&mut h);
    let [Command::Match(MatchCommand::Start { engines, .. })] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    let known = |name: &&str| h.state().snapshot.engines.iter().any(|entry| entry.name == **name);
    let names = engine_names(engines);
    assert!(names.len() == 2 && names.iter().all(known), "{names:?}");
    h.state_mut().snapshot.engines.clear();
    h.run();
    assert!(h.query_by_label("choose two engines").is_some());
}
