//! The page of engines: what is added is chosen, and what comes before it.

use std::sync::Arc;

use quintet::app::{ProbeView, Protocol, RemovedView, VerdictView};

use super::engines::{engine, good, page, probe};
use super::*;

#[test]
fn a_folder_of_several_programs_offers_each_and_what_was_added_is_chosen() {
    let verdict = VerdictView { good: false, text: "Choose.".to_owned(), notes: Vec::new() };
    let asked = ProbeView {
        entry: None,
        choices: Arc::from(["/opt/x/one".to_owned(), "/opt/x/two".to_owned()]),
        ..probe(Some(verdict))
    };
    let mut h = page(|s| s.probe = Some(asked.clone()));
    click(&mut h, "Add /opt/x/one");
    assert_eq!(taken(&mut h), engine(EngineCommand::Add(NewEngine::new("/opt/x/one", None))));
    // The protocol that was chosen for the folder is that of its program.
    h.state_mut().snapshot.probe = Some(ProbeView { wanted: Some(Protocol::Guide), ..asked });
    h.run();
    click(&mut h, "Add /opt/x/two");
    let two = EngineCommand::Add(NewEngine::new("/opt/x/two", Some("guide")));
    assert_eq!(taken(&mut h), engine(two));
    let added = ProbeView {
        number: 2,
        source: "/opt/x/two".to_owned(),
        entry: Some("Quintet draughts".to_owned()),
        ..probe(Some(good()))
    };
    h.state_mut().snapshot.probe = Some(added);
    h.run();
    assert_eq!(h.state().ui.engines.chosen.as_deref(), Some("Quintet draughts"));
}

#[test]
fn only_the_probe_that_was_asked_for_chooses_its_engine() {
    let chosen = |h: &Window| h.state().ui.engines.chosen.clone();
    let probed = |number: u64, source: &str| ProbeView {
        number,
        source: source.to_owned(),
        ..probe(Some(good()))
    };
    let mut h = page(|s| s.probe = Some(probed(1, "/opt/new")));
    h.state_mut().ui.engines.chosen = Some("Quintet draughts".to_owned());
    click(&mut h, "Add engine");
    type_into(&mut h, "Engine to add", "/opt/new");
    click(&mut h, "Choose a file\u{2026}");
    click(&mut h, "Cancel");
    h.state_mut().snapshot.probe = Some(probed(2, "/opt/new"));
    h.run();
    assert_eq!(chosen(&h).as_deref(), Some("Quintet draughts"), "nothing was added");
    click(&mut h, "Probe and add");
    h.run();
    assert_eq!(chosen(&h).as_deref(), Some("Quintet draughts"), "an older probe counts not");
    h.state_mut().snapshot.probe = Some(probed(3, "/opt/new"));
    h.run();
    assert_eq!(chosen(&h).as_deref(), Some("Scan 3.1"));
}

#[test]
fn what_is_to_be_probed_stays_in_the_dialog_while_another_probe_runs() {
    let mut h = page(|s| s.probe = Some(probe(None)));
    click(&mut h, "Add engine");
    type_into(&mut h, "Engine to add", "/opt/new");
    assert!(h.get_by_label("Probe and add").accesskit_node().is_disabled());
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), []);
    h.state_mut().snapshot.probe = Some(probe(Some(good())));
    h.run();
    click(&mut h, "Probe and add");
    assert_eq!(taken(&mut h), engine(EngineCommand::Add(NewEngine::new("/opt/new", None))));
}

#[test]
fn an_engine_that_is_added_without_a_probe_is_chosen_when_it_is_there() {
    let mut h = page(|_| {});
    click(&mut h, "Add engine");
    type_into(&mut h, "Engine to add", "far:9");
    click(&mut h, "Protocol");
    click(&mut h, "GUIDE (draughts)");
    click(&mut h, "Add without a probe");
    let engines = &mut h.state_mut().snapshot.engines;
    let mut added = engines[0].clone();
    added.name = "far".to_owned();
    engines.push(added);
    h.run();
    assert_eq!(h.state().ui.engines.chosen.as_deref(), Some("far"));
}

#[test]
fn an_engine_that_is_as_it_came_is_not_called_removed() {
    let removed = RemovedView { name: "Dragon".to_owned(), was_reset: true };
    let mut h = page(|s| s.removed_engine = Some(removed));
    assert!(h.query_by_label("As it came: Dragon").is_some());
    click(&mut h, "Bring the values of Dragon back");
    assert_eq!(taken(&mut h), engine(EngineCommand::UndoRemove));
}
