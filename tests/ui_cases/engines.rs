//! The page of engines: adding, options, command and folder, dialect, the probe, undo.

use std::sync::Arc;
use std::time::Duration;

use egui::Vec2;
use quintet::app::{
    CheckStepState, CheckStepView, CheckView, ConsoleLine, DeclaredOption, DialectView, Direction,
    EngineChange, EngineDetails, NoteKind, NoteView, OptionKind, ProbeState, ProbeTryView,
    ProbeView, Protocol, RemovedView, Suggestion, VerdictView,
};
use quintet::ui::EngineTab;

use super::support::draughts_view::draughts;
use super::*;

pub(super) fn option(
    name: &str,
    kind: OptionKind,
    default: &str,
    value: Option<&str>,
) -> DeclaredOption {
    let value = value.map(str::to_owned);
    DeclaredOption { name: name.to_owned(), kind, default: default.to_owned(), value }
}

fn details() -> EngineDetails {
    EngineDetails {
        own: true,
        tags: vec!["strong".to_owned()],
        command: ["scan", "hub"].map(str::to_owned).to_vec(),
        dir: "/opt/scan".to_owned(),
        timeouts: 1.0,
        dialect: vec![DialectView { name: "ping", values: &["yes", "no"], value: None }],
        ..EngineDetails::default()
    }
}

pub(super) fn probe(verdict: Option<VerdictView>) -> ProbeView {
    let line =
        |secs: f64, direction, text: &str| ConsoleLine { secs, direction, text: Arc::from(text) };
    let tried = |protocol: Protocol, state: ProbeState| {
        let lines = match state {
            ProbeState::Waiting => Arc::from([]),
            _ => Arc::from([line(0.0001, Direction::Sent, &format!("greeting of {protocol}"))]),
        };
        ProbeTryView { protocol, state, target: "scan hub".to_owned(), lines }
    };
    ProbeView {
        number: 1,
        source: "/opt/scan/scan".to_owned(),
        entry: verdict.as_ref().map(|_| "Scan 3.1".to_owned()),
        running: verdict.is_none(),
        tries: vec![
            tried(Protocol::Uhp, ProbeState::Failed("no answer within 3 s".to_owned())),
            tried(Protocol::Hub, ProbeState::Found),
            tried(Protocol::NBoard, ProbeState::Waiting),
        ],
        lines: Arc::from([
            line(0.0001, Direction::Sent, "hub"),
            line(0.0282, Direction::Received, "id name=Scan version=3.1"),
        ]),
        n_lines: 2,
        elapsed: Duration::from_millis(47),
        verdict,
        wanted: None,
        speaks: None,
        choices: Arc::from([]),
    }
}

pub(super) fn good() -> VerdictView {
    VerdictView {
        good: true,
        text: "Hub v2, Scan 3.1, 8 parameters, 41 ms.".to_owned(),
        notes: vec![NoteView {
            kind: NoteKind::Fact,
            text: "International draughts: plays 32-28".to_owned(),
        }],
    }
}

/// The page with Scan chosen.
pub(super) fn page(change: impl FnOnce(&mut Snapshot)) -> Window {
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    snapshot.engines[0].details = details();
    snapshot.engines[0].sessions.clear();
    change(&mut snapshot);
    let mut h = show(snapshot, SIZE);
    click(&mut h, "Engines page");
    h
}

fn removed(name: &str) -> RemovedView {
    RemovedView { name: name.to_owned(), was_reset: false }
}

pub(super) fn engine(command: EngineCommand) -> Vec<Command> {
    vec![Command::Engine(command)]
}

pub(super) fn changed(change: EngineChange) -> Vec<Command> {
    all_changed(vec![change])
}

pub(super) fn all_changed(changes: Vec<EngineChange>) -> Vec<Command> {
    engine(EngineCommand::Change("Scan 3.1".to_owned(), changes))
}

/// The list has grown: the dialog begins again.
fn is_added(h: &mut Window) {
    let engines = &mut h.state_mut().snapshot.engines;
    let mut entry = engines[0].clone();
    entry.name = format!("New {}", engines.len());
    engines.push(entry);
    h.run();
}

#[test]
fn an_engine_is_added_by_what_is_written_and_by_the_protocol_that_is_chosen() {
    let mut h = page(|_| {});
    click(&mut h, "Add engine");
    type_into(&mut h, "Engine to add", "ssh host scan hub");
    click(&mut h, "Probe and add");
    let add = |text: &str, protocol: Option<&str>| {
        engine(EngineCommand::Add(NewEngine::new(text, protocol)))
    };
    assert_eq!(taken(&mut h), add("ssh host scan hub", None));
    assert!(h.state().ui.overlay.is_none());
    is_added(&mut h);
    click(&mut h, "Add engine");
    type_into(&mut h, "Engine to add", "localhost:9");
    click(&mut h, "Protocol");
    click(&mut h, "UBGI (backgammon)");
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), add("localhost:9", Some("ubgi")));
    is_added(&mut h);
    click(&mut h, "Add engine");
    type_into(&mut h, "Engine to add", "far:9");
    click(&mut h, "Protocol");
    click(&mut h, "GUIDE (draughts)");
    click(&mut h, "Add without a probe");
    let wanted = EngineCommand::AddUnprobed(NewEngine::new("far:9", Some("guide")));
    assert_eq!(taken(&mut h), engine(wanted));
    is_added(&mut h);
    click(&mut h, "Add engine");
    click(&mut h, "Choose a folder\u{2026}");
    type_into(&mut h, "Path of the file", "/opt/scan");
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), add("/opt/scan", None));
}

#[test]
fn the_folder_of_an_engine_goes_along_with_what_is_added() {
    let mut h = page(|_| {});
    click(&mut h, "Add engine");
    type_into(&mut h, "Engine to add", "/opt/edax/bin/edax");
    type_into(&mut h, "Folder of the engine", "/opt/edax");
    click(&mut h, "Probe and add");
    let new = NewEngine::new("/opt/edax/bin/edax", None);
    let add = EngineCommand::Add(NewEngine { folder: "/opt/edax".to_owned(), ..new });
    assert_eq!(taken(&mut h), engine(add));
    // Also where the file is chosen afterwards, and where nothing is chosen.
    click(&mut h, "Add engine");
    click(&mut h, "Choose a file\u{2026}");
    click(&mut h, "Cancel");
    let folder = h.get_by_label("Folder of the engine").accesskit_node().value();
    assert_eq!(folder.as_deref(), Some("/opt/edax"));
    click(&mut h, "Choose a file\u{2026}");
    key(&mut h, NONE, Key::Enter);
    let new = NewEngine::new("/opt/edax/bin/edax", None);
    let add = EngineCommand::Add(NewEngine { folder: "/opt/edax".to_owned(), ..new });
    assert_eq!(taken(&mut h), engine(add));
}

#[test]
fn a_click_on_a_protocol_of_the_probe_shows_its_transcript_alone() {
    let mut h = page(|s| s.probe = Some(probe(Some(good()))));
    let uhp = "UHP: no answer within 3 s";
    let (own, found) = ("greeting of UHP", "id name=Scan version=3.1");
    assert!(h.query_by_label_contains(found).is_some());
    click(&mut h, uhp);
    assert!(is_on(&h, uhp) && h.query_by_label_contains(own).is_some());
    assert!(h.query_by_label_contains(found).is_none());
    click(&mut h, uhp);
    assert!(h.query_by_label_contains(found).is_some(), "a second click shows all again");
    assert!(h.get_by_label("NBoard: not tried").accesskit_node().is_disabled());
}

#[test]
fn what_was_written_and_the_protocol_go_along_to_the_choice_of_a_file_and_back() {
    let mut h = page(|_| {});
    click(&mut h, "Add engine");
    type_into(&mut h, "Engine to add", "/opt/gnubg");
    click(&mut h, "Protocol");
    click(&mut h, "UBGI (backgammon)");
    click(&mut h, "Choose a file\u{2026}");
    click(&mut h, "Cancel");
    let typed = h.get_by_label("Engine to add").accesskit_node().value();
    assert_eq!(typed.as_deref(), Some("/opt/gnubg"));
    click(&mut h, "Choose a file\u{2026}");
    type_into(&mut h, "Path of the file", "/bridge");
    key(&mut h, NONE, Key::Enter);
    let add = EngineCommand::Add(NewEngine::new("/opt/gnubg/bridge", Some("ubgi")));
    assert_eq!(taken(&mut h), engine(add));
}

#[test]
fn enter_on_a_button_of_the_dialog_presses_that_button() {
    let mut h = page(|_| {});
    click(&mut h, "Add engine");
    type_into(&mut h, "Engine to add", "/opt/scan/scan");
    h.get_by_label("Cancel").focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), [], "nothing foreign is started");
    assert!(h.state().ui.overlay.is_none());
    click(&mut h, "Add engine");
    type_into(&mut h, "Engine to add", "/opt/scan/scan");
    h.get_by_label("Protocol").focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    assert!(h.query_by_label("GUIDE (draughts)").is_some(), "the list opens");
    assert_eq!(taken(&mut h), []);
}

#[test]
fn options_are_set_in_place_with_levels_and_sliders() {
    let int = OptionKind::Int { min: 1, max: 16 };
    let mut h = page(|s| {
        s.engines[0].sessions = vec![1];
        s.engines[0].declared = Some(
            vec![
                option("threads", int, "1", Some("4")),
                option("book", OptionKind::Bool, "true", None),
            ]
            .into(),
        );
    });
    assert!(h.query_by_label("1 changed").is_some());
    click(&mut h, "book");
    h.get_by_label("threads slider").focus();
    h.run();
    key(&mut h, NONE, Key::ArrowRight);
    assert!(h.query_by_label("Hub takes parameters before init only.").is_some());
    click(&mut h, "Apply and restart");
    let values = [("threads", "5"), ("book", "false")];
    let values = values.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    assert_eq!(taken(&mut h), engine(EngineCommand::SetOptions("Scan 3.1".to_owned(), values)));
    assert!(h.query_by_label("Apply and restart").is_some(), "it may be refused");
    h.state_mut().snapshot.engines[0].declared = Some(
        vec![
            option("threads", OptionKind::Int { min: 1, max: 16 }, "1", Some("5")),
            option("book", OptionKind::Bool, "true", Some("false")),
        ]
        .into(),
    );
    h.run();
    assert!(h.query_by_label("Apply and restart").is_none(), "nothing is left to be applied");
    click(&mut h, "book");
    click(&mut h, "Discard");
    assert!(h.query_by_label("Apply and restart").is_none());
    click(&mut h, "Reset all");
    click(&mut h, "Apply and restart");
    let reset = EngineCommand::SetOptions("Scan 3.1".to_owned(), Vec::new());
    assert_eq!(taken(&mut h), engine(reset));
}

#[test]
fn an_engine_that_nobody_has_asked_is_asked_by_a_button() {
    let mut h = page(|_| {});
    click(&mut h, "Ask for its options");
    assert_eq!(taken(&mut h), engine(EngineCommand::AskOptions("Scan 3.1".to_owned())));
}

#[test]
fn the_waiting_times_and_the_dialect_are_set() {
    let mut h = page(|_| {});
    click(&mut h, "Limits");
    type_into(&mut h, "Timeouts", "0");
    click(&mut h, "Apply");
    assert_eq!(taken(&mut h), changed(EngineChange::Timeouts(10.0)));
    click(&mut h, "Restart");
    click(&mut h, "automatic");
    assert_eq!(
        taken(&mut h),
        changed(EngineChange::Restart(quintet::app::RestartPolicy::Automatic))
    );
    click(&mut h, "Dialect");
    click(&mut h, "Dialect ping");
    click(&mut h, "no");
    let pairs = vec![("ping".to_owned(), "no".to_owned())];
    assert_eq!(taken(&mut h), changed(EngineChange::Dialect(pairs)));
}

#[test]
fn an_engine_is_renamed_copied_removed_and_had_back() {
    let mut h = page(|s| s.removed_engine = Some(removed("Dragon")));
    let more = |h: &mut Window, words: &str| {
        click(h, "More about Scan 3.1");
        click(h, words);
    };
    more(&mut h, "Duplicate as a profile");
    assert_eq!(taken(&mut h), engine(EngineCommand::Duplicate("Scan 3.1".to_owned())));
    more(&mut h, "Remove from the list");
    assert_eq!(taken(&mut h), engine(EngineCommand::Remove("Scan 3.1".to_owned())));
    click(&mut h, "Bring Dragon back");
    assert_eq!(taken(&mut h), engine(EngineCommand::UndoRemove));
    more(&mut h, "Rename\u{2026}");
    assert_eq!(h.state().ui.engines.tab, EngineTab::Start);
    type_into(&mut h, "Name", " new");
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), changed(EngineChange::Name("Scan 3.1 new".to_owned())));
}

#[test]
fn the_list_is_filtered_by_every_word_of_name_game_and_tag() {
    let mut h = page(|_| {});
    type_into(&mut h, "Filter of engines", "STRONG hub");
    assert!(h.query_by_label_contains("Scan 3.1, Hub").is_some());
    assert!(h.query_by_label_contains("Quintet draughts, Hub").is_none());
    type_into(&mut h, "Filter of engines", " no such word");
    assert!(h.query_by_label("No engine of the list matches.").is_some());
}

#[test]
fn a_probe_is_shown_as_it_goes_and_with_its_verdict() {
    let mut h = page(|s| s.probe = Some(probe(None)));
    assert!(h.query_by_label("Probing /opt/scan/scan").is_some());
    assert!(h.query_by_label("> hub").is_some());
    click(&mut h, "Stop the probe");
    assert_eq!(taken(&mut h), engine(EngineCommand::StopProbe));
    h.state_mut().snapshot.probe = Some(probe(Some(good())));
    h.run();
    for words in [
        "Hub v2, Scan 3.1, 8 parameters, 41 ms.",
        "International draughts: plays 32-28",
        "Hub: found",
        "UHP: no answer within 3 s",
        "NBoard: not tried",
        "2 lines, 47 ms",
    ] {
        assert!(h.query_by_label(words).is_some(), "{words}");
    }
    click(&mut h, "Probe again: Scan 3.1");
    assert_eq!(taken(&mut h), engine(EngineCommand::Probe("Scan 3.1".to_owned())));
    click(&mut h, "Save transcript\u{2026}");
    type_into(&mut h, "Path of the file", "x");
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), unless_there(FileCommand::SaveProbe("x.txt".into())));
}

#[test]
fn an_engine_that_was_heard_to_speak_another_protocol_is_given_it_by_a_click() {
    let text = "Scan 3.1: it speaks UHP, not Hub".to_owned();
    let verdict = VerdictView { good: false, text, notes: Vec::new() };
    let speaks = Some(quintet::app::Protocol::Uhp);
    let mut h = page(|s| s.probe = Some(ProbeView { speaks, ..probe(Some(verdict)) }));
    click(&mut h, "Change to UHP: Scan 3.1");
    assert_eq!(taken(&mut h), changed(EngineChange::Protocol(quintet::app::Protocol::Uhp)));
    h.state_mut().snapshot.engines[0].protocol = Protocol::Uhp;
    h.run();
    assert!(h.query_by_label("Change to UHP: Scan 3.1").is_none());
}

#[test]
fn engines_that_can_be_had_are_offered_with_their_address() {
    let known = |name| Suggestion {
        name,
        protocol: Protocol::Hub,
        game: "International draughts",
        about: "somebody",
        site: "https://example.org/engine",
        install: "unpack it",
    };
    let mut h = page(|s| s.suggestions = Arc::from([known("Scan"), known("Moby Dam")]));
    assert!(h.query_by_label("Copy the address of Scan").is_none(), "it is in the list");
    assert!(h.query_by_label("unpack it").is_some());
    h.get_by_label("Copy the address of Moby Dam").click();
    h.step();
    let copied = h.output().platform_output.commands.iter().any(|command| {
        matches!(command, egui::OutputCommand::CopyText(text) if text == "https://example.org/engine")
    });
    assert!(copied);
}

fn step(name: &'static str, state: CheckStepState, remark: &str) -> CheckStepView {
    let line =
        |secs: f64, direction, text: &str| ConsoleLine { secs, direction, text: text.into() };
    CheckStepView {
        name,
        asks: "that it answers",
        paragraph: "Hub, Commands",
        state,
        remark: remark.to_owned(),
        took: Duration::from_millis(12),
        lines: Arc::from([
            line(0.0001, Direction::Sent, "ping"),
            line(0.0282, Direction::Error, "what?"),
        ]),
    }
}

fn checking(running: bool) -> CheckView {
    let last = if running { CheckStepState::Running } else { CheckStepState::Failed };
    let text = match running {
        true => "Step 3 of 3: that it answers.",
        false => "Hub v2, Scan 3.1, 41 ms; checks: 1 passed, 1 warning, 1 failed.",
    };
    let counts =
        if running { "checks: 2 of 3 steps" } else { "checks: 1 passed, 1 warning, 1 failed" };
    CheckView {
        number: 7,
        engine: "Scan 3.1".to_owned(),
        running,
        steps: Arc::from([
            step("handshake", CheckStepState::Passed, "after 41 ms"),
            step("ping", CheckStepState::Warned, "came after 3 s"),
            step("stop", last, "no `done`"),
        ]),
        text: text.to_owned(),
        counts: counts.to_owned(),
        elapsed: Duration::from_millis(1_600),
    }
}

#[test]
fn a_check_is_begun_followed_and_stopped_on_its_tab() {
    let mut h = page(|_| {});
    click(&mut h, "Checks");
    assert!(h.query_by_label_contains("A check starts the engine").is_some());
    assert!(h.query_by_label("Copy the report").is_none(), "there is none");
    click(&mut h, "Check: Scan 3.1");
    assert_eq!(taken(&mut h), engine(EngineCommand::Check("Scan 3.1".to_owned())));
    h.state_mut().snapshot.checks = vec![checking(true)].into();
    h.run();
    for words in [
        "Step 3 of 3: that it answers.",
        "handshake: passed, 12 ms; Hub, Commands; after 41 ms",
        "ping: warning, 12 ms; Hub, Commands; came after 3 s",
        "stop: being taken; Hub, Commands",
    ] {
        assert!(h.query_by_label(words).is_some(), "{words}");
    }
    click(&mut h, "Stop the check: Scan 3.1");
    assert_eq!(taken(&mut h), engine(EngineCommand::StopCheck("Scan 3.1".to_owned())));
    click(&mut h, "More about Scan 3.1");
    click(&mut h, "Check");
    assert_eq!(taken(&mut h), engine(EngineCommand::Check("Scan 3.1".to_owned())));
}

#[test]
fn a_step_is_unfolded_by_the_keyboard_and_its_report_is_copied_and_saved() {
    let mut h = page(|s| s.checks = vec![checking(false)].into());
    click(&mut h, "Checks");
    assert!(h.query_by_label("! what?").is_none());
    h.get_by_label_contains("stop: failed").focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    assert!(h.query_by_label("! what?").is_some());
    assert!(h.query_by_label("Asked: that it answers (document: Hub, Commands).").is_some());
    key(&mut h, NONE, Key::Enter);
    assert!(h.query_by_label("! what?").is_none());
    h.get_by_label("Copy the report").click();
    h.step();
    let wanted = checking(false).report();
    assert!(wanted.contains("stop: failed (12 ms)  no `done`"), "{wanted}");
    assert!(wanted.contains("28.2 !! what?"), "{wanted}");
    let copied =
        h.output().platform_output.commands.iter().any(
            |command| matches!(command, egui::OutputCommand::CopyText(text) if *text == wanted),
        );
    assert!(copied);
    click(&mut h, "Save the report\u{2026}");
    type_into(&mut h, "Path of the file", "x");
    key(&mut h, NONE, Key::Enter);
    assert_eq!(taken(&mut h), unless_there(FileCommand::SaveCheck(7, "x.txt".into())));
    click(&mut h, "Check again: Scan 3.1");
    assert_eq!(taken(&mut h), engine(EngineCommand::Check("Scan 3.1".to_owned())));
}

#[test]
fn the_verdict_of_a_probe_ends_with_the_check_and_leads_to_its_steps() {
    let mut h = page(|s| {
        s.probe = Some(probe(Some(good())));
        s.checks = vec![checking(true)].into();
    });
    let running = "Hub v2, Scan 3.1, 8 parameters, 41 ms; checks: 2 of 3 steps.";
    assert!(h.query_by_label(running).is_some());
    click(&mut h, "Stop the check: Scan 3.1");
    assert_eq!(taken(&mut h), engine(EngineCommand::StopCheck("Scan 3.1".to_owned())));
    h.state_mut().snapshot.checks = vec![checking(false)].into();
    h.run();
    let over = "Hub v2, Scan 3.1, 8 parameters, 41 ms; checks: 1 passed, 1 warning, 1 failed.";
    assert!(h.query_by_label(over).is_some());
    assert!(h.query_by_label("Show the check ping, warning: came after 3 s").is_some());
    assert!(h.query_by_label("Probe again: Scan 3.1").is_some());
    click(&mut h, "Show the check stop, failed: no `done`");
    assert_eq!(h.state().ui.engines.tab, EngineTab::Checks);
    assert!(h.query_by_label("! what?").is_some());
}

#[test]
fn the_page_can_be_used_in_a_small_window() {
    // A window of 1280 to 800 at 125, 150 and 200 percent, and a small one.
    for size in [[1024.0, 640.0], [853.0, 533.0], [640.0, 400.0], [720.0, 450.0]] {
        for sessions in [vec![], vec![1]] {
            use_in_small_window(size, sessions);
        }
    }
}

fn use_in_small_window(size: [f32; 2], sessions: Vec<u64>) {
    let int = OptionKind::Int { min: 1, max: 16 };
    let mut h = page(|s| {
        s.probe = Some(probe(Some(good())));
        s.sessions = sessions.iter().map(|id| session(*id, "Scan", "")).collect();
        s.engines[0].sessions = sessions.clone();
        let options = (0..6).map(|i| option(&format!("option {i}"), int.clone(), "1", None));
        s.engines[0].declared = Some(options.collect());
        let dialect = |name| DialectView { name, values: &["yes", "no"], value: None };
        let names = ["ping", "history", "quotes", "last"];
        s.engines[0].details.dialect = names.map(dialect).to_vec();
    });
    h.set_size(size.into());
    h.run();
    assert!(is_seen(&h, "Probe again: Scan 3.1"));
    scroll_to(&mut h, "option 5 slider");
    h.get_by_label("option 5 slider").focus();
    h.run();
    key(&mut h, NONE, Key::ArrowRight);
    let apply = if sessions.is_empty() { "Apply" } else { "Apply and restart" };
    assert!(is_seen(&h, apply), "{size:?} {sessions:?}");
    click(&mut h, apply);
    let values = vec![("option 5".to_owned(), "2".to_owned())];
    assert_eq!(taken(&mut h), engine(EngineCommand::SetOptions("Scan 3.1".to_owned(), values)));
    for (tab, last) in [("Start", "Tags"), ("Dialect", "Dialect last"), ("Limits", "Restart")] {
        scroll_to(&mut h, tab);
        click(&mut h, tab);
        scroll_to(&mut h, last);
    }
    scroll_to(&mut h, "Checks");
    click(&mut h, "Checks");
    scroll_to(&mut h, "Check: Scan 3.1");
}

/// Turns the wheel over the engine's detail until the control is seen.
#[track_caller]
fn scroll_to(h: &mut Window, label: &str) {
    let window = h.ctx.content_rect();
    // Over the list of options, over what lies above it, and back.
    let places = [0.5, 0.6, 0.2];
    for (down, y) in [-3.0, 3.0, -3.0].into_iter().flat_map(|down| places.map(|y| (down, y))) {
        for _ in 0..12 {
            if h.query_by_label(label).is_some() && is_seen(h, label) {
                return;
            }
            h.event(Event::PointerMoved(window.lerp_inside(Vec2::new(0.5, y))));
            h.event(Event::MouseWheel {
                unit: egui::MouseWheelUnit::Line,
                delta: Vec2::new(0.0, down),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: NONE,
            });
            h.run();
        }
    }
    let place = h.query_by_label(label).map(|node| (node.rect(), seen_part(h, label)));
    panic!("{label} cannot be scrolled to in {window:?}: {place:?}");
}

#[test]
fn the_probe_has_its_place_in_a_small_window_when_it_is_wanted() {
    let mut h = page(|s| s.probe = Some(probe(Some(good()))));
    h.set_size(Vec2::new(720.0, 450.0));
    h.run();
    assert!(h.query_by_label("Probe again: Scan 3.1").is_some());
    click(&mut h, "Start");
    assert!(h.query_by_label("Command").is_some());
    click(&mut h, "Checks");
    assert!(h.query_by_label("Check: Scan 3.1").is_some());
    // The probe has its place when it is wanted, and gives it back.
    assert!(h.query_by_label("Hub: found").is_none());
    click(&mut h, "Show the probe");
    assert!(h.query_by_label("Hub: found").is_some());
    click(&mut h, "Options");
    assert!(h.query_by_label("Hub: found").is_none());
    h.state_mut().snapshot.probe = Some(probe(None));
    h.run();
    assert!(h.query_by_label("Hub: found").is_some(), "a new probe shows itself");
}

/// Goes on with Tab until this has the keyboard.
fn tab_to(h: &mut Window, label: &str) {
    for _ in 0..200 {
        let found = h.query_by_label(label);
        if found.is_some_and(|node| node.is_focused()) {
            return;
        }
        key(h, NONE, Key::Tab);
    }
    panic!("the Tab key does not reach {label:?}");
}

fn enter(h: &mut Window, label: &str) {
    tab_to(h, label);
    key(h, NONE, Key::Enter);
}

#[test]
fn all_of_it_is_done_by_keyboard_alone() {
    let name = "Scan 3.1";
    let int = OptionKind::Int { min: 1, max: 16 };
    let mut h = page(|s| {
        s.engines[0].declared = Some(Arc::from([option("threads", int, "1", None)]));
        s.removed_engine = Some(removed("Dragon"));
    });
    enter(&mut h, "Add engine");
    h.get_by_label("Engine to add").type_text("localhost:4000");
    h.run();
    // Enter belongs to the button that has the keyboard.
    enter(&mut h, "Cancel");
    assert_eq!(taken(&mut h), []);
    enter(&mut h, "Add engine");
    h.get_by_label("Engine to add").type_text("localhost:4000");
    h.run();
    key(&mut h, NONE, Key::Enter);
    let added = EngineCommand::Add(NewEngine::new("localhost:4000", None));
    assert_eq!(taken(&mut h), engine(added));
    tab_to(&mut h, "threads slider");
    key(&mut h, NONE, Key::ArrowRight);
    enter(&mut h, "Apply");
    let set = vec![("threads".to_owned(), "2".to_owned())];
    assert_eq!(taken(&mut h), engine(EngineCommand::SetOptions(name.to_owned(), set)));
    enter(&mut h, "Duplicate Scan 3.1 as a profile");
    assert_eq!(taken(&mut h), engine(EngineCommand::Duplicate(name.to_owned())));
    enter(&mut h, "More about Scan 3.1");
    enter(&mut h, "Remove from the list");
    assert_eq!(taken(&mut h), engine(EngineCommand::Remove(name.to_owned())));
    enter(&mut h, "Bring Dragon back");
    assert_eq!(taken(&mut h), engine(EngineCommand::UndoRemove));
}

#[test]
fn what_the_tab_key_reaches_comes_into_view() {
    let options = |n: i64| -> Arc<[DeclaredOption]> {
        let all = (0..n).map(|i| option(&format!("option-{i}"), OptionKind::Text, "", None));
        all.collect()
    };
    let mut h = page(|s| s.engines[0].declared = Some(options(30)));
    tab_to(&mut h, "option-29");
    let rect = h.get_by_label("option-29").rect();
    assert!(rect.top() > 0.0 && rect.bottom() < SIZE[1], "{rect:?}");
    h.set_size(Vec2::new(720.0, 400.0));
    h.run();
    let last = h.state().snapshot.engines.last().unwrap();
    let last = format!("{}, {}, {}", last.name, last.protocol, last.chip.text);
    tab_to(&mut h, &last);
    let rect = h.get_by_label(&last).rect();
    assert!(rect.top() > 0.0 && rect.bottom() < 400.0, "{rect:?}");
}

#[test]
fn a_new_profile_is_chosen_and_so_is_the_neighbour_of_what_was_removed() {
    let mut h = page(|_| {});
    click(&mut h, "Duplicate Scan 3.1 as a profile");
    let mut profile = h.state().snapshot.engines[0].clone();
    profile.name = "Scan 3.1, profile".to_owned();
    profile.details.profile_of = Some("Scan 3.1".to_owned());
    h.state_mut().snapshot.engines.insert(1, profile);
    h.run();
    assert!(h.query_by_label("More about Scan 3.1, profile").is_some());
    click(&mut h, "More about Scan 3.1, profile");
    click(&mut h, "Remove from the list");
    h.state_mut().snapshot.engines.remove(1);
    h.run();
    let neighbour = h.state().snapshot.engines[1].name.clone();
    assert!(h.query_by_label(&format!("More about {neighbour}")).is_some());
}
