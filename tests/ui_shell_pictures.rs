//! Pictures of the whole window, drawn on the CPU and compared with stored ones.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test ui_shell_pictures` writes them again; look at them before
//! they are committed. Without boards, whose wood makes files large: those are in `ui_pictures.rs`.
#![cfg(feature = "gui")]

mod support {
    pub(crate) mod cpu_renderer;
    pub(crate) mod game_view;
    pub(crate) mod ui_sample;
}

use std::sync::Arc;
use std::time::Duration;

use egui_kittest::kittest::Queryable as _;
use quintet::app::{
    CheckStepState, CheckStepView, CheckView, ConsoleLine, DeclaredOption, Direction,
    EngineDetails, Mode, NoteKind, NoteView, OptionKind, ProbeState, ProbeTryView, ProbeView,
    Protocol, Theme, VerdictView,
};
use quintet::ui::EngineTab;
use quintet::ui::state::Page;
use support::ui_sample::{running_match, sample, show};

const SIZE: [f32; 2] = [1280.0, 800.0];

#[test]
fn the_dialog_for_a_new_game_over_the_settings() {
    let mut snapshot = sample(Mode::Play);
    snapshot.settings.theme = Theme::Light;
    let mut h = show(snapshot, SIZE);
    h.state_mut().ui.page = Page::Settings;
    h.get_by_label("New game\u{2026}").click_accesskit();
    h.run();
    h.snapshot("shell-new-game-light");
}

#[test]
fn a_match_in_high_contrast() {
    let mut snapshot = sample(Mode::Match);
    let found = running_match();
    snapshot.matching = Some(quintet::app::MatchView { board: None, ..found }.into());
    snapshot.settings.theme = Theme::Contrast;
    let mut h = show(snapshot, SIZE);
    h.run();
    h.snapshot("shell-match-contrast");
}

#[test]
fn the_page_of_engines() {
    let mut snapshot = sample(Mode::Play);
    let entry = &mut snapshot.engines[0];
    let option = |name: &str, kind, default: &str, value: Option<&str>| DeclaredOption {
        name: name.to_owned(),
        kind,
        default: default.to_owned(),
        value: value.map(str::to_owned),
    };
    entry.declared = Some(Arc::from([
        option("depth", OptionKind::Int { min: 1, max: 60 }, "20", Some("26")),
        option("book", OptionKind::Bool, "true", None),
        option("contempt", OptionKind::Int { min: -100, max: 100 }, "0", None),
    ]));
    entry.details = EngineDetails {
        own: true,
        tags: vec!["strong".to_owned(), "reference".to_owned()],
        dir: "~/edax-reversi".to_owned(),
        ..EngineDetails::default()
    };
    let name = entry.name.clone();
    let line =
        |secs: f64, direction, text: &str| ConsoleLine { secs, direction, text: Arc::from(text) };
    let tried = |protocol, state| ProbeTryView {
        protocol,
        state,
        target: "edax".to_owned(),
        lines: Arc::from([]),
    };
    snapshot.probe = Some(ProbeView {
        number: 1,
        source: "edax -nboard".to_owned(),
        entry: Some(name.clone()),
        wanted: None,
        running: false,
        tries: vec![
            tried(Protocol::NBoard, ProbeState::Found),
            tried(Protocol::Hub, ProbeState::Waiting),
            tried(Protocol::Uhp, ProbeState::Failed("no answer within 3 s".to_owned())),
        ],
        lines: Arc::from([
            line(0.0, Direction::Note, "CMD edax -nboard"),
            line(0.0001, Direction::Sent, "nboard 2"),
            line(0.0282, Direction::Received, "set myname Edax 4.6"),
            line(0.0412, Direction::Error, "a line of its error output"),
        ]),
        n_lines: 4,
        elapsed: Duration::from_millis(47),
        verdict: Some(VerdictView {
            good: true,
            text: "NBoard 2, Edax 4.6, 3 options, 41 ms.".to_owned(),
            notes: vec![NoteView { kind: NoteKind::Fact, text: "Othello: plays f5".to_owned() }],
        }),
        speaks: None,
        choices: Arc::from([]),
    });
    let step = |name, state, remark: &str| CheckStepView {
        name,
        asks: "that the engine does as the document says",
        paragraph: "NBoard 2, commands",
        state,
        remark: remark.to_owned(),
        took: Duration::from_millis(12),
        lines: Arc::from([line(0.1, Direction::Sent, "ping 1")]),
    };
    snapshot.checks = vec![CheckView {
        number: 1,
        engine: name,
        running: false,
        steps: Arc::from([
            step("handshake", CheckStepState::Passed, "after 41 ms"),
            step("ping-search", CheckStepState::Warned, "no pong during a search of depth 1"),
            step("stop", CheckStepState::Failed, "no status within 5 s"),
            step("quit", CheckStepState::LeftOut, ""),
        ]),
        text: "NBoard 2, Edax 4.6, 41 ms; checks: 1 passed, 1 warning, 1 failed.".to_owned(),
        counts: "checks: 1 passed, 1 warning, 1 failed".to_owned(),
        elapsed: Duration::from_millis(1_600),
    }]
    .into();
    let mut h = show(snapshot, [1440.0, 900.0]);
    h.state_mut().ui.page = Page::Engines;
    h.run();
    h.snapshot("shell-engines-dark");
    h.state_mut().ui.engines.tab = EngineTab::Checks;
    h.run();
    h.get_by_label_contains("ping-search: warning").click();
    h.run();
    h.snapshot("shell-engines-checks-dark");
}
