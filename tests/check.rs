//! Conformance checks: good engines pass them, and every step fails by an engine that is wrong there.
//!
//! The engines that come with the program and the scripted one (`tests/engines`) are checked as
//! processes. Limits of time are short where something is to be waited for in vain.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "check_cases/faults.rs"]
mod faults;

use std::path::Path;
use std::time::Duration;

use quintet::check::{self, Progress, Report, Verdict};
use quintet::protocol::{ClientConfig, Protocol};
use quintet::session::{Launch, Target};
use quintet::store::{EngineList, EngineTarget, Places};

use faults::{FAULTS, Fault};

/// Nothing here takes longer, on whatever machine.
const LIMIT: Duration = Duration::from_secs(120);

fn command(protocol: Protocol, words: &[&str]) -> Launch {
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    let target = match EngineTarget::of_command(protocol, words, None) {
        EngineTarget::Tcp { command, dir, env, port, role } => {
            Target::Tcp { command, dir, env, port, role }
        }
        EngineTarget::Command { command, dir, env } => Target::Command { command, dir, env },
        EngineTarget::Socket { address } => Target::Socket { address },
    };
    Launch { target, protocol, config: ClientConfig::default() }
}

fn scripted(protocol: Protocol, args: &[&str]) -> Launch {
    let own: &[&str] = match protocol {
        Protocol::Hub => &["--hub", "--whole"],
        Protocol::Guide => &["--guide", "--rules"],
        Protocol::NBoard => &["--name", "scripted"],
        Protocol::Uhp => &["--uhp", "--rules"],
        Protocol::Ubgi => &["--ubgi", "--rules"],
    };
    command(protocol, &[&[env!("CARGO_BIN_EXE_scripted-engine")], own, args].concat())
}

async fn check(launch: Launch, only: &[String]) -> Report {
    let mut told = Vec::new();
    let mut sink = |progress: Progress<'_>| {
        if let Progress::Ended(step) = progress {
            told.push(step.info.name);
        }
    };
    let checking = check::run_steps(launch, only, &mut sink);
    let report = tokio::time::timeout(LIMIT, checking).await.expect("a check has limits of time");
    assert_eq!(told, report.steps.iter().map(|step| step.info.name).collect::<Vec<_>>());
    report
}

fn wrong(report: &Report) -> Vec<String> {
    let steps = report.steps.iter().filter(|step| step.verdict != Verdict::Pass);
    steps
        .map(|step| {
            let said: Vec<String> = step
                .lines
                .iter()
                .rev()
                .take(12)
                .rev()
                .map(|line| format!("\n    {} {}", line.direction.mark(), line.text))
                .collect();
            format!("{} {}: {}{}", step.verdict.word(), step.info.name, step.remark, said.concat())
        })
        .collect()
}

/// The engine of this name in the list that comes with the program.
fn listed(name: &str) -> Launch {
    let program = Path::new(env!("CARGO_BIN_EXE_quintet")).to_owned();
    let places = Places { config_dir: None, program };
    let list = EngineList::shipped(&places);
    let found = list.find(name, None).unwrap();
    let mut launch = found.entry.launch(&found.chosen).unwrap();
    // Many tests may run beside this one.
    launch.config.timeouts_scale = 4.0;
    launch
}

#[tokio::test(flavor = "multi_thread")]
async fn every_engine_that_comes_with_the_program_passes_without_a_warning() {
    for name in [
        "Quintet draughts",
        "Quintet draughts (GUIDE)",
        "Quintet Othello",
        "Quintet Hive",
        "Quintet Backgammon",
    ] {
        let report = check(listed(name), &[]).await;
        assert_eq!(wrong(&report), Vec::<String>::new(), "{name}");
        let summary = report.summary();
        assert_eq!(report.n_left_out, 0, "{name}");
        let all = format!("checks: {} passed", check::steps(report.protocol).len());
        assert!(summary.ends_with(&all), "{summary}");
        assert!(summary.contains("Quintet"), "{summary}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn gnu_backgammon_passes_through_the_bridge() {
    if !["/usr/games/gnubg", "/usr/bin/gnubg"].iter().any(|path| Path::new(path).exists()) {
        eprintln!("skipped: GNU Backgammon is not installed");
        return;
    }
    let report = check(listed("GNU Backgammon"), &[]).await;
    assert_eq!(wrong(&report), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn hub_steps_fail() {
    each_step_fails(Protocol::Hub).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guide_steps_fail() {
    each_step_fails(Protocol::Guide).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nboard_steps_fail() {
    each_step_fails(Protocol::NBoard).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uhp_steps_fail() {
    each_step_fails(Protocol::Uhp).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ubgi_steps_fail() {
    each_step_fails(Protocol::Ubgi).await;
}

/// Every step is passed by the scripted engine as it is and not by one with a fault.
async fn each_step_fails(protocol: Protocol) {
    let mut launch = scripted(protocol, &[]);
    launch.config.timeouts_scale = 4.0;
    let report = check(launch, &[]).await;
    assert_eq!(wrong(&report), Vec::<String>::new(), "the scripted engine without a fault");
    let faults: Vec<&Fault> = FAULTS.iter().filter(|fault| fault.protocol == protocol).collect();
    for step in check::steps(protocol) {
        let is_shown = faults.iter().any(|fault| fault.step == step.name);
        assert!(is_shown, "no fault shows that {} can fail", step.name);
    }
    let mut running = tokio::task::JoinSet::new();
    let mut problems = Vec::new();
    for fault in faults {
        if running.len() >= 8 {
            problems.extend(running.join_next().await.unwrap().unwrap());
        }
        running.spawn(shows(fault));
    }
    while let Some(problem) = running.join_next().await {
        problems.extend(problem.unwrap());
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// What is wrong with a fault: that it is not seen as it should be.
async fn shows(fault: &'static Fault) -> Option<String> {
    let mut launch = scripted(fault.protocol, fault.args);
    launch.config.timeouts_scale = 0.2;
    let report = check(launch, &[fault.step.to_owned()]).await;
    let found = report.steps.iter().find(|step| step.info.name == fault.step);
    let what = format!("{} {}: {:?}", fault.protocol, fault.step, fault.args);
    let Some(found) = found else {
        return Some(format!("{what} does not come so far: {:?}", wrong(&report)));
    };
    let is_seen = found.verdict == fault.verdict && found.remark.contains(fault.remark);
    let lines_are_shown = !found.lines.is_empty() || fault.without_lines;
    if is_seen && lines_are_shown {
        return None;
    }
    Some(format!("{what} is {}: {}", found.verdict.word(), found.remark))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_is_not_there_is_no_failure_of_a_step() {
    let report = check(command(Protocol::Hub, &["quintet-no-such-engine"]), &[]).await;
    assert!(report.not_started.as_deref().unwrap().contains("no program of that name"));
    assert_eq!((report.steps.len(), report.verdict()), (0, Verdict::Fail));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_output_that_is_not_flushed_is_named() {
    for (protocol, fault) in
        [(Protocol::Hub, "hold"), (Protocol::NBoard, "hold"), (Protocol::Ubgi, "hold")]
    {
        let mut launch = scripted(protocol, &[fault]);
        launch.config.timeouts_scale = 0.1;
        let report = check(launch, &[]).await;
        let [step] = report.steps.as_slice() else { panic!("{report:?}") };
        assert!(step.remark.contains("not flushed"), "{protocol}: {}", step.remark);
        assert_eq!(report.n_left_out, check::steps(protocol).len() - 1);
    }
}

#[test]
fn the_document_lists_the_steps_as_they_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/CONFORMANCE.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (_, tables) = text.split_once("<!-- steps -->\n\n").expect("the mark before the tables");
    let expected = check::document();
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        let head = &text[..text.len() - tables.len()];
        std::fs::write(&path, format!("{head}{}\n", expected.trim_end())).unwrap();
        return;
    }
    assert_eq!(
        tables.trim_end(),
        expected.trim_end(),
        "UPDATE_DOCUMENTS=1 cargo test --test check the_document writes it anew"
    );
}

#[test]
fn names_of_steps_are_unique_and_every_step_has_a_paragraph() {
    for &protocol in Protocol::ALL {
        let mut steps = check::steps(protocol);
        let n_steps = steps.len();
        assert!(steps.iter().all(|step| !step.paragraph.is_empty() && !step.asks.ends_with('.')));
        steps.sort_by_key(|step| step.name);
        steps.dedup_by_key(|step| step.name);
        assert_eq!(steps.len(), n_steps, "{protocol}");
    }
}
