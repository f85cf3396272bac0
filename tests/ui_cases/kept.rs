//! Games that an engine keeps: who decides, what it says, what can be saved, and interruptions.

use quintet::app::{Judge, ProblemView};

use super::*;

#[test]
fn who_decides_is_a_setting_of_the_page() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::Comma);
    for (label, judge) in [("Engine", Judge::Engine), ("Referee", Judge::Referee)] {
        click(&mut h, label);
        let command = Command::Settings(SettingsCommand::Judge(judge));
        assert_eq!(taken(&mut h), [command]);
        h.state_mut().snapshot.settings.judge = judge;
        h.run();
        assert!(is_on(&h, label));
    }
}

#[test]
fn what_the_engine_says_of_the_game_stands_among_its_facts() {
    let mut h = window_with(Mode::Play, |s| {
        let said = "Keeper: InProgress, 37 valid moves, agrees".to_owned();
        s.game.facts.push(("Game kept by".to_owned(), said));
    });
    h.state_mut().ui.drawer.tab = DrawerTab::Info;
    h.state_mut().ui.drawer.wish = [Some(true); 3];
    h.run();
    h.get_by_label("Game kept by: Keeper: InProgress, 37 valid moves, agrees");
}

#[test]
fn the_bundle_of_a_problem_can_be_saved() {
    let mut h = window_with(Mode::Play, |s| {
        s.problems = [(1, Some(4)), (2, None)]
            .map(|(number, bundle)| ProblemView {
                number,
                engine: None,
                text: "Keeper and the referee differ, valid moves".to_owned(),
                details: vec!["Told: Base".to_owned()],
                secs: 1.0,
                restart: Some(7),
                seat: None,
                bundle,
            })
            .to_vec()
            .into();
    });
    h.state_mut().ui.drawer.tab = DrawerTab::Problems;
    h.state_mut().ui.drawer.wish = [Some(true); 3];
    h.run();
    assert!(h.query_by_label("Save the bundle of problem 2").is_none());
    click(&mut h, "Save the bundle of problem 1");
    assert!(matches!(h.state().ui.overlay, Some(Overlay::Path(_))));
    assert_eq!(taken(&mut h), []);
}

#[test]
fn an_engine_that_cannot_be_stopped_is_interrupted() {
    let mut h = window_with(Mode::Play, |s| {
        s.game.turn = Some(quintet::app::board::Side::Second);
        s.game.can_move = false;
        s.no_stop.seats = [false, true];
    });
    assert_eq!(h.query_all_by_label("Move now").count(), 0);
    click(&mut h, "Interrupt");
    assert_eq!(taken(&mut h), [Command::Game(GameCommand::MoveNow)]);
    // While the game is paused there is nothing to interrupt.
    h.state_mut().snapshot.game.paused = true;
    h.run();
    click(&mut h, "Interrupt");
    assert_eq!(taken(&mut h), []);
    let mut h = window_with(Mode::Analyse, |s| {
        s.no_stop.sessions = s.analysis.cards.iter().map(|card| card.id).collect();
    });
    let snapshot = h.state().snapshot.clone();
    let running = snapshot.analysis.cards.iter().find(|card| card.running).unwrap();
    let (id, name) = (running.id, running.name.clone());
    click(&mut h, &format!("Interrupt {name}"));
    let rest = Command::Analysis(AnalysisCommand::SetRunning(id, false));
    assert_eq!(taken(&mut h), [rest]);
}
