//! The options of an engine: typed controls, changed values, what is sent.

use quintet::app::{DeclaredOption, OptionKind, ProblemView};

use super::support::draughts_view::draughts;
use super::*;

fn option(name: &str, kind: OptionKind, default: &str, value: Option<&str>) -> DeclaredOption {
    let value = value.map(str::to_owned);
    DeclaredOption { name: name.to_owned(), kind, default: default.to_owned(), value }
}

fn declared(s: &mut Snapshot) {
    let choices = ["none", "normal", "strong"].map(str::to_owned).to_vec();
    s.engines[0].declared = Some(
        vec![
            option("book", OptionKind::Bool, "true", None),
            option("threads", OptionKind::Int { min: 1, max: 16 }, "1", Some("4")),
            option("style", OptionKind::Choice(choices), "normal", None),
            option("bitbase", OptionKind::Text, "", None),
        ]
        .into(),
    );
}

fn open(change: impl FnOnce(&mut Snapshot)) -> Window {
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    change(&mut snapshot);
    let mut h = show(snapshot, SIZE);
    click(&mut h, "More about Scan 3.1");
    click(&mut h, "Options\u{2026}");
    h
}

#[test]
fn changed_values_are_sent_together_and_the_rest_has_its_defaults() {
    let mut h = open(declared);
    assert_eq!(taken(&mut h), [], "what is known is not asked for");
    click(&mut h, "book");
    click(&mut h, "style");
    click(&mut h, "strong");
    click(&mut h, "Reset threads");
    assert!(h.query_by_label("Reset threads").is_none());
    assert!(h.query_by_label_contains("is started again").is_some());
    click(&mut h, "Apply");
    let values = [("book", "false"), ("style", "strong")];
    let values = values.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let set = EngineCommand::SetOptions("Scan 3.1".to_owned(), values);
    assert_eq!(taken(&mut h), [Command::Engine(set)]);
    assert!(h.state().ui.overlay.is_none());
}

#[test]
fn a_value_out_of_its_bounds_is_said_and_not_sent() {
    let mut h = open(declared);
    type_into(&mut h, "threads", "0");
    assert!(h.query_by_label("threads: 40 is not from 1 to 16").is_some());
    click(&mut h, "Apply");
    assert_eq!(taken(&mut h), []);
    click(&mut h, "Reset all");
    click(&mut h, "Apply");
    let set = EngineCommand::SetOptions("Scan 3.1".to_owned(), Vec::new());
    assert_eq!(taken(&mut h), [Command::Engine(set)]);
}

#[test]
fn options_are_searched_by_name() {
    let mut h = open(declared);
    type_into(&mut h, "Search options", "BIT");
    assert!(h.query_by_label("book").is_none());
    type_into(&mut h, "bitbase", "6");
    click(&mut h, "Apply");
    let values = [("threads", "4"), ("bitbase", "6")];
    let values = values.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let set = EngineCommand::SetOptions("Scan 3.1".to_owned(), values);
    assert_eq!(taken(&mut h), [Command::Engine(set)]);
}

#[test]
fn an_engine_that_has_said_nothing_is_asked_and_a_failure_is_told() {
    let ask = || Command::Engine(EngineCommand::AskOptions("Scan 3.1".to_owned()));
    let mut h = open(|_| {});
    assert_eq!(taken(&mut h), [ask()]);
    assert!(h.query_by_label("Asking the engine\u{2026}").is_some());
    let text = "Scan 3.1 could not be started: no such file".to_owned();
    let problem = ProblemView {
        number: 1,
        engine: Some("Another".to_owned()),
        text: text.clone(),
        details: vec![],
        secs: 1.0,
        restart: None,
        seat: None,
        bundle: None,
    };
    h.state_mut().snapshot.problems.push(problem);
    h.run();
    assert!(h.query_by_label("Ask again").is_none(), "another one has failed");
    // As many problems as before: the oldest was forgotten.
    let problem = &mut h.state_mut().snapshot.problems[0];
    (problem.number, problem.engine) = (2, Some("Scan 3.1".to_owned()));
    h.run();
    assert!(h.query_all_by_label(&text).count() > 0);
    click(&mut h, "Ask again");
    assert_eq!(taken(&mut h), [ask()]);
    assert!(h.query_by_label("Asking the engine\u{2026}").is_some());
    declared(&mut h.state_mut().snapshot);
    h.run();
    assert!(h.query_by_label("threads").is_some());
}

#[test]
fn the_card_of_an_engine_opens_its_options_under_its_name_in_the_list() {
    let mut h = show(draughts(Mode::Analyse, Theme::Dark), SIZE);
    click(&mut h, "More about Quintet draughts 1.0");
    click(&mut h, "Options\u{2026}");
    let ask = EngineCommand::AskOptions("Quintet draughts".to_owned());
    assert_eq!(taken(&mut h), [Command::Engine(ask)]);
}

#[test]
fn the_window_of_an_engine_is_shown_and_hidden_where_it_may_have_one() {
    for (has_window, n) in [(false, 0), (true, 1)] {
        let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
        snapshot.analysis.cards[0].has_window = has_window;
        let mut h = show(snapshot, SIZE);
        let name = h.state().snapshot.analysis.cards[0].name.clone();
        click(&mut h, &format!("More about {name}"));
        assert_eq!(h.query_all_by_label("Hide its own window").count(), n);
        if has_window {
            let id = h.state().snapshot.analysis.cards[0].id;
            click(&mut h, "Hide its own window");
            assert_eq!(taken(&mut h), [Command::Engine(EngineCommand::ShowWindow(id, false))]);
        }
    }
}
