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
        s.engines = all.to_vec();
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
