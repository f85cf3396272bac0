//! Options: asked of engines, checked, kept and applied.

use std::fs;

use quintet::app::{
    AnalysisCommand, Command, EngineChange, EngineCommand, EngineEntryView, FileCommand, Snapshot,
};

use super::desk::{Desk, n_moves, says};

const NAME: &str = "Quintet Othello";

fn entry(snapshot: &Snapshot) -> &EngineEntryView {
    snapshot.engines.iter().find(|entry| entry.name == NAME).unwrap()
}

fn set(desk: &Desk, options: &[(&str, &str)]) {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    desk.send(Command::Engine(EngineCommand::SetOptions(NAME.to_owned(), options.collect())));
}

fn level(snapshot: &Snapshot) -> &str {
    &entry(snapshot).options.iter().find(|option| option.name == "level").unwrap().value
}

#[test]
fn an_engine_is_asked_for_its_options_by_starting_it_for_a_moment() {
    let mut desk = Desk::new();
    let first = desk.wait("the list", |s| !s.engines.is_empty());
    assert_eq!(entry(&first).declared, None);
    desk.send(Command::Engine(EngineCommand::AskOptions(NAME.to_owned())));
    let known = desk.wait("what it says", |s| entry(s).declared.is_some());
    assert_eq!(entry(&known).can_ponder, Some(false), "NBoard knows no thinking on other's time");
    desk.wait("it to go home", |s| s.sessions.is_empty());
    desk.send(Command::Engine(EngineCommand::AskOptions("Nobody".to_owned())));
    desk.wait("the unknown one to be named", |s| {
        s.problems.iter().any(|problem| problem.text.contains("Nobody"))
    });
}

#[test]
fn values_that_do_not_fit_are_refused_in_words_and_nothing_is_kept() {
    let mut desk = Desk::new();
    desk.wait("the list", |s| !s.engines.is_empty());
    for (name, value, says_so) in [
        ("level", "11", "level must be one of: 1, 2, 3"),
        ("depth", "61", "Quintet Othello: depth"),
        ("nonsense", "1", "nonsense"),
    ] {
        set(&desk, &[("level", "2"), (name, value)]);
        desk.wait(name, |s| says(s, says_so));
    }
    assert_eq!(level(&desk.app.snapshot()), "10");
    let list = fs::read_to_string(desk.dir.path().join("engines.toml")).unwrap();
    assert!(!list.contains(NAME), "{list}");
}

#[test]
fn options_are_kept_and_running_engines_are_started_again_with_them() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("f5d6c3".to_owned())));
    desk.wait("the transcript", |s| n_moves(s) == 3);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine(NAME.to_owned())));
    let before = desk.wait("values", |s| !s.analysis.values.is_empty());
    set(&desk, &[("level", "2")]);
    let after = desk.wait("another session", |s| {
        s.analysis.cards.first().is_some_and(|card| card.id != before.analysis.cards[0].id)
            && says(s, "is started again")
    });
    assert_eq!(level(&after), "2");
    desk.wait("values again", |s| !s.analysis.values.is_empty());
    // An option that can be changed while it runs does not end the session.
    let id = after.analysis.cards[0].id;
    set(&desk, &[("level", "2"), ("contempt", "20")]);
    desk.send(Command::Engine(EngineCommand::Watch(Some(id))));
    let live = desk.wait("the line that sets it", |s| {
        s.console.as_ref().is_some_and(|console| {
            console.lines.iter().any(|line| line.text.contains("set contempt 20"))
        })
    });
    assert_eq!(live.analysis.cards[0].id, id);
    let kept = fs::read_to_string(desk.dir.path().join("engines.toml")).unwrap();
    assert!(kept.contains("contempt = 20") && kept.contains("default = 2"), "{kept}");
    let Desk { app, dir } = desk;
    drop(app);
    let mut desk = Desk::in_dir(dir, None);
    let again = desk.wait("the list", |s| !s.engines.is_empty());
    assert_eq!(level(&again), "2");
    set(&desk, &[]);
    desk.wait("all to be reset", |s| level(s) == "10");
}

#[test]
fn a_level_that_is_changed_before_the_engine_was_asked_leaves_its_other_options_alone() {
    const HIVE: &str = "Quintet Hive";
    let of = |s: &Snapshot| s.engines.iter().find(|entry| entry.name == HIVE).unwrap().clone();
    let mut desk = Desk::new();
    desk.wait("the list", |s| !s.engines.is_empty());
    // The second time it was asked before, but may be another program since its folder changed.
    for wanted in ["5", "4"] {
        desk.wait("nothing to be known", |s| of(s).declared.is_none());
        let options = vec![("level".to_owned(), wanted.to_owned())];
        desk.send(Command::Engine(EngineCommand::SetOptions(HIVE.to_owned(), options)));
        desk.wait("the level", |s| of(s).options.iter().any(|option| option.value == wanted));
        desk.send(Command::Engine(EngineCommand::AskOptions(HIVE.to_owned())));
        let asked = desk.wait("what it says", |s| of(s).declared.is_some());
        let declared = of(&asked).declared.unwrap();
        let reports = declared.iter().find(|o| o.name == "ReportIntermediateBestMoves").unwrap();
        // As switches are known in the program: `True` could not be shown, and nothing be applied.
        assert_eq!(reports.value.as_deref(), Some("true"));
        let change = EngineChange::Dir(desk.dir.path().to_string_lossy().into_owned());
        desk.send(Command::Engine(EngineCommand::Change(HIVE.to_owned(), vec![change])));
    }
}

#[test]
fn a_level_that_the_engine_declares_too_stays_when_another_option_is_changed() {
    const DRAUGHTS: &str = "Quintet draughts";
    let of = |s: &Snapshot| s.engines.iter().find(|entry| entry.name == DRAUGHTS).unwrap().clone();
    let level =
        |s: &Snapshot| of(s).options.iter().find(|o| o.name == "level").unwrap().value.clone();
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let set = |desk: &Desk, options: Vec<(String, String)>| {
        desk.send(Command::Engine(EngineCommand::SetOptions(DRAUGHTS.to_owned(), options)));
    };
    let mut desk = Desk::new();
    desk.wait("the list", |s| !s.engines.is_empty());
    set(&desk, vec![pair("level", "3")]);
    desk.wait("the level", |s| level(s) == "3");
    desk.send(Command::Engine(EngineCommand::AskOptions(DRAUGHTS.to_owned())));
    // It declares the level with the value that it was started with.
    let asked = desk.wait("what it says", |s| of(s).declared.is_some());
    let ponders = |s: &Snapshot| {
        let declared = of(s).declared.unwrap_or_default();
        declared
            .iter()
            .find(|option| option.name == "ponder")
            .and_then(|option| option.value.clone())
    };
    assert_ne!(ponders(&asked).as_deref(), Some("false"));
    set(&desk, vec![pair("level", "3"), pair("ponder", "false")]);
    let after = desk.wait("the other option", |s| ponders(s).as_deref() == Some("false"));
    assert_eq!(level(&after), "3");
    set(&desk, vec![pair("level", "10"), pair("ponder", "false")]);
    desk.wait("the level that it came with", |s| level(s) == "10");
}
