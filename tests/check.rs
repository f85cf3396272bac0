//! Conformance checks: good engines pass them, and every step fails by an engine that is wrong there.
//!
//! The engines that come with the program and the scripted one (`tests/engines`) are checked as
//! processes. Limits of time are short where something is to be waited for in vain.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "check_cases/faults.rs"]
mod faults;
#[path = "check_cases/honest.rs"]
mod honest;
#[path = "support/limited.rs"]
mod limited;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quintet::check::{self, Progress, Report, Verdict};
use quintet::protocol::{ClientConfig, Protocol};
use quintet::session::{Launch, Target};
use quintet::store::{EngineList, EngineTarget, Places};

use faults::{FAULTS, Fault};

/// Nothing here takes longer, on whatever machine.
const LIMIT: Duration = Duration::from_secs(300);

fn command_of(protocol: Protocol, words: &[&str]) -> Launch {
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
    command_of(protocol, &[&[env!("CARGO_BIN_EXE_scripted-engine")], own, args].concat())
}

async fn check(launch: Launch, only: &[String]) -> Report {
    // Short limits are meant as they are.
    let crowding: check::Crowding =
        if launch.config.timeouts_scale < 1.0 { || 1.0 } else { quintet::store::crowding };
    let mut told = Vec::new();
    let mut sink = |progress: Progress<'_>| {
        if let Progress::Ended(step) = progress {
            told.push(step.info.name);
        }
    };
    let checking = check::run_crowded(launch, only, crowding, &mut sink);
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
    // Much of a check is waiting.
    tokio::join!(
        passes("Quintet draughts"),
        passes("Quintet draughts (GUIDE)"),
        passes("Quintet Othello"),
        passes("Quintet Hive"),
        passes("Quintet Backgammon"),
    );
}

async fn passes(name: &str) {
    let report = check(listed(name), &[]).await;
    assert_eq!(wrong(&report), Vec::<String>::new(), "{name}");
    let summary = report.summary();
    assert_eq!(report.n_left_out, 0, "{name}");
    let all = format!("checks: {} passed", check::steps(report.protocol).len());
    assert!(summary.ends_with(&all), "{summary}");
    assert!(summary.contains("Quintet"), "{summary}");
}

#[tokio::test(flavor = "multi_thread")]
async fn gnu_backgammon_passes_through_the_bridge() {
    // `.ci/run` installs it.
    if !["/usr/games/gnubg", "/usr/bin/gnubg"].iter().any(|path| Path::new(path).exists()) {
        return;
    }
    let report = check(listed("GNU Backgammon"), &[]).await;
    assert_eq!(wrong(&report), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn hub_steps_fail() {
    each_step_fails(Protocol::Hub, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guide_steps_fail() {
    each_step_fails(Protocol::Guide, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nboard_steps_fail() {
    each_step_fails(Protocol::NBoard, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uhp_steps_fail() {
    each_step_fails(Protocol::Uhp, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ubgi_steps_fail() {
    each_step_fails(Protocol::Ubgi, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_of_the_first_later_dialect_of_ubgi_fail() {
    each_step_fails(Protocol::Ubgi, "v0.1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_of_the_second_later_dialect_of_ubgi_fail() {
    each_step_fails(Protocol::Ubgi, "v0.2").await;
}

/// What makes the scripted engine speak by this document.
fn speaks(version: &str) -> &'static [&'static str] {
    match version {
        "v0.1" => &["--later"],
        "v0.2" => &["--later", "--keys"],
        _ => &[],
    }
}

/// Every step is passed by the scripted engine as it is and not by one with a fault.
async fn each_step_fails(protocol: Protocol, version: &str) {
    let mut launch = scripted(protocol, speaks(version));
    launch.config.timeouts_scale = 4.0;
    let report = check(launch, &[]).await;
    assert_eq!(wrong(&report), Vec::<String>::new(), "the scripted engine without a fault");
    let is_meant = |fault: &&Fault| fault.protocol == protocol && fault.version == version;
    let faults: Vec<&Fault> = FAULTS.iter().filter(is_meant).collect();
    let documents = check::documents(protocol);
    let document = documents.iter().find(|document| document.version == version);
    let steps = &document.or(documents.first()).unwrap().steps;
    assert_eq!(report.steps.len(), steps.len());
    for step in steps {
        let is_meant = |fault: &&&Fault| fault.step == step.name && fault.verdict == step.at_worst;
        assert!(faults.iter().any(|f| is_meant(&f)), "no fault shows the worst of {}", step.name);
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
    let args = [speaks(fault.version), fault.args].concat();
    let mut launch = scripted(fault.protocol, &args);
    launch.config.timeouts_scale = 0.2;
    let report = check(launch, &[fault.step.to_owned()]).await;
    let found = report.steps.iter().find(|step| step.info.name == fault.step);
    let what = format!("{} {} {}: {:?}", fault.protocol, fault.version, fault.step, fault.args);
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

/// It has become as crowded as can be since the engine was started.
static CROWDED: AtomicBool = AtomicBool::new(false);

#[tokio::test(flavor = "multi_thread")]
async fn what_the_host_does_to_end_an_engine_is_never_taken_for_its_own_end() {
    // At the end of its input it would end, which the host comes to only after the last limit.
    let mut launch = scripted(Protocol::Hub, &["deaf@quit"]);
    launch.config.timeouts_scale = 0.2;
    CROWDED.store(false, Ordering::Relaxed);
    let crowding = || if CROWDED.load(Ordering::Relaxed) { 8.0 } else { 1.0 };
    let mut sink = |progress: Progress<'_>| {
        if let Progress::Begun(step) = progress {
            CROWDED.store(step.name == "quit", Ordering::Relaxed);
        }
    };
    let only = ["quit".to_owned()];
    let checking = check::run_crowded(launch, &only, crowding, &mut sink);
    let report = tokio::time::timeout(LIMIT, checking).await.unwrap();
    let quit = report.steps.last().unwrap();
    assert_eq!((quit.info.name, quit.verdict), ("quit", Verdict::Fail), "{}", quit.remark);
    // What passed is told, not the limit of 6.4 s.
    let measured =
        quit.remark.strip_prefix("still ran ").and_then(|text| text.split_once(" s after"));
    let secs: f64 = measured.unwrap().0.parse().unwrap();
    assert!(secs >= 6.4, "{}", quit.remark);
    assert!(quit.remark.ends_with("after `quit` (twice; the machine is busy)"), "{}", quit.remark);
}

#[tokio::test(flavor = "multi_thread")]
async fn under_load_a_step_is_repeated_before_it_fails() {
    let folder = tempfile::tempdir().unwrap();
    // The first engine passes the handshake and is deaf then; all later ones are well.
    let script = "mkdir \"$0\" 2>/dev/null && exec \"$@\" deaf@ping; exec \"$@\"";
    let launch = |mark: &str| {
        let mark = folder.path().join(mark).into_os_string().into_string().unwrap();
        let engine = [env!("CARGO_BIN_EXE_scripted-engine"), "--hub", "--whole"];
        let words = [&["sh", "-c", script, mark.as_str()][..], &engine].concat();
        let mut launch = command_of(Protocol::Hub, &words);
        launch.config.timeouts_scale = 0.2;
        launch
    };
    let loads: [(&str, check::Crowding, Verdict); 2] =
        [("busy", || 2.0, Verdict::Pass), ("quiet", || 1.0, Verdict::Fail)];
    for (mark, crowding, verdict) in loads {
        let mut sink = |_progress: Progress<'_>| {};
        let only = ["ping".to_owned()];
        let checking = check::run_crowded(launch(mark), &only, crowding, &mut sink);
        let report = tokio::time::timeout(LIMIT, checking).await.unwrap();
        let step = report.steps.last().unwrap();
        assert_eq!((step.info.name, step.verdict), ("ping", verdict), "{}", step.remark);
        let is_repeated = step.lines.iter().any(|line| line.text.contains("the step is repeated"));
        assert_eq!(is_repeated, verdict == Verdict::Pass);
        assert_eq!(step.remark.contains("at the second try"), is_repeated, "{}", step.remark);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_nboard_engine_of_version_1_is_not_judged_by_the_clocks_of_version_2() {
    let late = "late=60000@go";
    let declares = "complain=Error: Edax expected \"nboard 1\" protocol\\n@hello";
    let mut launch = scripted(Protocol::NBoard, &[late, declares]);
    launch.config.timeouts_scale = 4.0;
    let report = check(launch, &["clock".to_owned()]).await;
    let clock = report.steps.last().unwrap();
    assert_eq!((clock.info.name, clock.verdict), ("clock", Verdict::Pass), "{}", clock.remark);
    assert!(clock.remark.contains("it declares version 1"), "{}", clock.remark);
    assert_eq!(report.version, "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_only_echoes_is_recognised_at_once() {
    for protocol in [Protocol::Hub, Protocol::NBoard, Protocol::Uhp, Protocol::Ubgi] {
        let report = check(command_of(protocol, &["cat"]), &[]).await;
        let found = report.wrong_protocol.unwrap_or_default();
        assert!(found.starts_with("it only repeats what it is told"), "{protocol}: {found}");
        // At the limit of the handshake there would be more to say.
        let step = &report.steps[0];
        assert_eq!(step.remark, format!("wrong protocol: {found}"), "{protocol}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_prints_its_usage_has_ended_at_once() {
    let script = "echo usage: toy; exit 0";
    let report = check(command_of(Protocol::Hub, &["sh", "-c", script]), &[]).await;
    assert_eq!(report.steps[0].remark, "ended at once (exit 0); is the command right?");
}

#[tokio::test(flavor = "multi_thread")]
async fn guide_engines_that_leave_as_they_are_told_are_not_accused() {
    // It answers and closes its connection; its process lives on longer than a session waits for one
    // that was not told to leave.
    let mut launch =
        scripted(Protocol::Guide, &["say=quit\\n@quit", "close-sending@quit", "late=1200@quit"]);
    launch.config.timeouts_scale = 4.0;
    for _ in 0..3 {
        let report = check(launch.clone(), &["quit".to_owned()]).await;
        let quit = report.steps.last().unwrap();
        assert_eq!(quit.info.name, "quit");
        assert_ne!(quit.verdict, Verdict::Fail, "{}", quit.remark);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_is_not_there_is_no_failure_of_a_step() {
    let report = check(command_of(Protocol::Hub, &["quintet-no-such-engine"]), &[]).await;
    assert!(report.not_started.as_deref().unwrap().contains("no program of that name"));
    assert_eq!((report.steps.len(), report.verdict()), (0, Verdict::Fail));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hub_engine_may_end_an_endless_search_by_itself() {
    let mut launch = scripted(Protocol::Hub, &["--eager"]);
    launch.config.timeouts_scale = 4.0;
    assert_eq!(wrong(&check(launch, &[]).await), Vec::<String>::new());
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

/// What `quintet check` prints, and its exit code.
#[expect(clippy::disallowed_methods, reason = "the program under test")]
fn cli(args: &[&str]) -> (Vec<String>, i32) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.env("QUINTET_CONFIG_DIR", env!("CARGO_TARGET_TMPDIR"));
    command.arg("check").args(args);
    let output = limited::output_within(LIMIT, command);
    let text = String::from_utf8(output.stdout).unwrap();
    (text.lines().map(str::to_owned).collect(), output.status.code().unwrap())
}

#[test]
fn the_command_line_prints_steps_and_says_by_its_exit_code_how_it_went() {
    let engine = concat!("'", env!("CARGO_BIN_EXE_scripted-engine"), "'");
    let good = format!("{engine} --hub --whole");
    let hub =
        ["--protocol", "hub", "--timeouts", "4", "--step", "ping", "--step", "unknown-command"];
    let run =
        |command: &str, more: &[&str]| cli(&[&["--command", command][..], &hub, more].concat());
    let (lines, code) = run(&good, &[]);
    assert_eq!((lines.len(), code), (4, 0), "{lines:?}");
    assert!(
        lines[0].starts_with("pass  handshake            scripted 1, 4 parameters"),
        "{lines:?}"
    );
    assert!(lines[3].starts_with("Hub v2, scripted 1, 4 parameters, "), "{lines:?}");
    assert!(lines[3].ends_with("; checks: 3 passed"), "{lines:?}");

    let warned = format!("{good} 'instead=error message=\"bad command\"@unknown'");
    let (lines, code) = run(&warned, &[]);
    assert_eq!(code, 0, "{lines:?}");
    let asked = lines.iter().position(|line| line.contains("(document: general syntax)"));
    let after = &lines[asked.expect("the paragraph is named") + 1..];
    assert!(
        after.iter().any(|line| line.ends_with("<< error message=\"bad command\"")),
        "{after:?}"
    );
    assert_eq!(run(&warned, &["--strict"]).1, 1);

    let (lines, code) = run(&format!("{good} exit=3@unknown"), &["--json"]);
    assert_eq!(code, 1, "{lines:?}");
    let values: Vec<serde_json::Value> =
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(values[2]["step"], "unknown-command");
    assert_eq!(values[2]["verdict"], "fail");
    assert_eq!(values[2]["lines"].as_array().unwrap().last().unwrap()["direction"], ">>");
    assert_eq!((&values[3]["passed"], &values[3]["failed"]), (&2.into(), &1.into()));
}

#[test]
fn what_is_no_check_at_all_has_an_exit_code_of_its_own() {
    let absent = ["--command", "quintet-no-such-engine", "--protocol", "hub"];
    assert_eq!(cli(&absent), (Vec::new(), 3));
    for args in [
        &["--command", "a 'b", "--protocol", "hub"][..],
        &["--command", "x"],
        &["--command", "x", "--protocol", "uci"],
        &["no such engine"],
        &["Quintet Hive", "--step", "castling"],
        &["Quintet Hive", "--protocol", "hub"],
        &[],
    ] {
        assert_eq!(cli(args), (Vec::new(), 2), "{args:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_behind_a_socket_is_checked_as_far_as_it_can_be_reached() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    // It serves as many connections as come, and never ends.
    let serving = tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let stream = stream.into_std().unwrap();
            stream.set_nonblocking(false).unwrap();
            let input = std::io::BufReader::new(stream.try_clone().unwrap());
            let options = quintet::builtin::EngineOptions { level: 1, seed: Some(1) };
            std::thread::spawn(move || quintet::builtin::guide::run_guide(input, stream, options));
        }
    });
    let config = ClientConfig { timeouts_scale: 4.0, ..ClientConfig::default() };
    let target = Target::Socket { address };
    let report = check(Launch { target, protocol: Protocol::Guide, config }, &[]).await;
    serving.abort();
    assert_eq!(wrong(&report), Vec::<String>::new());
    assert_eq!(report.n_left_out, 0);
}

#[test]
fn a_check_can_run_in_a_task_of_its_own() {
    fn is_send(_future: &impl Send) {}
    let mut sink = |_progress: Progress<'_>| {};
    is_send(&check::run(command_of(Protocol::Hub, &["x"]), &mut sink));
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
        "UPDATE_DOCUMENTS=1 cargo test --test check the_document writes it again"
    );
}

#[test]
fn names_of_steps_are_unique_and_every_step_has_a_paragraph() {
    let all = Protocol::ALL.iter().flat_map(|protocol| check::documents(*protocol));
    for mut steps in all.map(|document| document.steps) {
        let n_steps = steps.len();
        assert!(steps.iter().all(|step| !step.paragraph.is_empty() && !step.asks.ends_with('.')));
        steps.sort_by_key(|step| step.name);
        steps.dedup_by_key(|step| step.name);
        assert_eq!(steps.len(), n_steps, "{steps:?}");
    }
}

#[tokio::test]
async fn a_command_that_is_not_answered_is_asked_for_once() {
    let mut launch = scripted(Protocol::NBoard, &["deaf@hint"]);
    launch.config.timeouts_scale = 0.05;
    let only = ["hint", "hint-n", "hint-lines"].map(str::to_owned);
    let report = check(launch, &only).await;
    let steps = &report.steps[1..];
    assert!(steps.iter().all(|step| step.verdict == Verdict::Fail), "{:?}", wrong(&report));
    let asked = |line: &&quintet::session::LogLine| line.text.starts_with("hint");
    let n_asked: Vec<usize> =
        steps.iter().map(|step| step.lines.iter().filter(asked).count()).collect();
    assert_eq!(n_asked, [1, 0, 0]);
    assert_eq!(steps[1].told(), "not asked, because of what hint has shown");
    assert_eq!(report.recurring(), [("no line `search` or `book` in time", 3)]);
}
