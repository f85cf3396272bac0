//! `quintet check` as a command: what it prints, its exit code, and what becomes of the engine,
//! whatever that does and however it is interrupted.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use quintet::check::{self, Report, Verdict};
use quintet::protocol::{ClientConfig, Protocol};
use quintet::session::{Launch, Target};
use quintet::store::EngineTarget;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

const SCRIPTED: &str = env!("CARGO_BIN_EXE_scripted-engine");
/// Nothing here takes longer, on whatever machine.
const LIMIT: Duration = Duration::from_secs(240);

/// A name that no other process on this machine has among its arguments.
fn mark(test: &str) -> String {
    format!("check-cli-{test}-{}", std::process::id())
}

/// Processes that have this among their arguments and are no host.
fn running(mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().filter_map(Result::ok) {
        // Whatever has gone meanwhile has no arguments.
        let Ok(words) = std::fs::read(entry.path().join("cmdline")) else { continue };
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        if words.contains(mark) && words.contains("scripted-engine") && !words.contains(" check ") {
            found.push(words);
        }
    }
    found
}

/// Sees that nothing is left; what is being killed gets a moment for it.
fn assert_nothing_left(mark: &str) {
    let until = Instant::now() + Duration::from_secs(10);
    while !running(mark).is_empty() {
        assert!(Instant::now() < until, "left: {:?}", running(mark));
        thread::park_timeout(Duration::from_millis(10));
    }
}

fn own_words(protocol: Protocol) -> &'static [&'static str] {
    match protocol {
        Protocol::Hub => &["--hub", "--whole"],
        Protocol::Guide => &["--guide", "--rules"],
        Protocol::NBoard => &[],
        Protocol::Uhp => &["--uhp", "--rules"],
        Protocol::Ubgi => &["--ubgi", "--rules"],
    }
}

#[expect(clippy::disallowed_methods, reason = "the program under test; it is waited for")]
fn quintet(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.env("QUINTET_CONFIG_DIR", env!("CARGO_TARGET_TMPDIR")).arg("check").args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What is printed, what is complained of, and the exit code.
fn run(args: &[&str]) -> (Vec<String>, String, i32) {
    let output = quintet(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let lines = text(output.stdout).lines().map(str::to_owned).collect();
    (lines, text(output.stderr), output.status.code().unwrap())
}

/// The scripted engine's command line, for `--command`.
fn scripted(words: &str) -> String {
    format!("'{SCRIPTED}' {words}")
}

/// What an engine does at a point of its check, for each protocol a word that comes in the middle.
const MIDDLES: &[(Protocol, &str)] = &[
    (Protocol::Hub, "go"),
    (Protocol::Guide, "go"),
    (Protocol::NBoard, "go"),
    (Protocol::Uhp, "bestmove"),
    (Protocol::Ubgi, "position"),
];

async fn checked(protocol: Protocol, mark: &str, fault: &str) -> Report {
    let words = [&[SCRIPTED][..], own_words(protocol), &["--ignore-term", fault]].concat();
    let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    // What is no move is none of its moves.
    let option = if protocol == Protocol::Guide { "--moves" } else { "--name" };
    words.extend([option, mark].map(str::to_owned));
    let target = match EngineTarget::of_command(protocol, words, None) {
        EngineTarget::Tcp { command, dir, env, port, role } => {
            Target::Tcp { command, dir, env, port, role }
        }
        EngineTarget::Command { command, dir, env } => Target::Command { command, dir, env },
        EngineTarget::Socket { address } => Target::Socket { address },
    };
    let config = ClientConfig { timeouts_scale: 0.05, ..ClientConfig::default() };
    let mut sink = |_progress: check::Progress<'_>| {};
    let checking = check::run(Launch { target, protocol, config }, &mut sink);
    tokio::time::timeout(LIMIT, checking).await.expect("a check has limits of time")
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_crashes_stalls_or_closes_its_output_is_checked_to_the_end() {
    let mark = mark("faults");
    let deeds = ["exit=3", "stall", "close-output"];
    let cases = MIDDLES.iter().flat_map(|&(protocol, word)| {
        let fault = move |deed| match (deed, protocol) {
            // A GUIDE engine speaks through its connection.
            ("close-output", Protocol::Guide) => format!("close@{word}"),
            (deed, _) => format!("{deed}@{word}"),
        };
        deeds.iter().map(move |deed| (protocol, fault(deed)))
    });
    let cases: Vec<(Protocol, String)> = cases.collect();
    let checks = cases.iter().map(|(protocol, fault)| checked(*protocol, &mark, fault));
    for ((protocol, fault), report) in cases.iter().zip(futures_of(checks).await) {
        assert_is_whole(*protocol, fault, &report);
        assert!(report.verdict() == Verdict::Fail, "{protocol} {fault}: {}", report.summary());
    }
    assert_nothing_left(&mark);
}

/// All checks read by the same bench, through a pipe or a socket; an endless flood takes all of the
/// machine, so that one of each kind is enough, one after the other.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_floods_is_checked_to_the_end() {
    let mark = mark("floods");
    for protocol in [Protocol::Uhp, Protocol::Guide] {
        let (_, word) = MIDDLES.iter().find(|(known, _)| *known == protocol).unwrap();
        let fault = format!("flood-noise=0@{word}");
        // An engine may answer in the midst of noise: this says nothing about the verdict.
        assert_is_whole(protocol, &fault, &checked(protocol, &mark, &fault).await);
    }
    assert_nothing_left(&mark);
}

/// What an engine did was named, in each step, up to the last one.
#[track_caller]
fn assert_is_whole(protocol: Protocol, fault: &str, report: &Report) {
    assert_eq!(report.not_started, None, "{protocol} {fault}");
    let n_all = check::steps(protocol).len();
    assert_eq!(report.steps.len() + report.n_left_out, n_all, "{protocol} {fault}");
    for step in report.steps.iter().filter(|step| step.verdict != Verdict::Pass) {
        assert!(!step.remark.is_empty(), "{protocol} {fault}: {}", step.info.name);
    }
}

/// Runs them one beside the other; in their order.
async fn futures_of<T>(futures: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut waiting: Vec<_> = futures.map(Box::pin).collect();
    let mut done: Vec<Option<T>> = waiting.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, done) in waiting.iter_mut().zip(&mut done).filter(|(_, done)| done.is_none()) {
            if let std::task::Poll::Ready(output) = future.as_mut().poll(context) {
                *done = Some(output);
            }
        }
        match done.iter().all(Option::is_some) {
            true => std::task::Poll::Ready(()),
            false => std::task::Poll::Pending,
        }
    })
    .await;
    done.into_iter().map(Option::unwrap).collect()
}

/// Waits until it ends, and kills it where it does not.
fn ended(mut child: Child) -> i32 {
    let (stop, stopped) = mpsc::sync_channel::<()>(1);
    let pid = Pid::from_child(&child);
    let watch = thread::spawn(move || {
        if stopped.recv_timeout(LIMIT).is_err() {
            let (Ok(()) | Err(_)) = kill_process(pid, Signal::KILL);
        }
    });
    let status = child.wait().unwrap();
    let (Ok(()) | Err(_)) = stop.send(());
    watch.join().unwrap();
    status.code().unwrap_or(-1)
}

#[test]
fn whoever_interrupts_a_check_ends_its_engine_too() {
    for (idx, signal) in [Signal::INT, Signal::TERM, Signal::HUP].into_iter().enumerate() {
        let mark = mark(&format!("signal-{idx}"));
        let engine = scripted(&format!("--hub --whole stall@pos --ignore-term --name {mark}"));
        let mut child =
            quintet(&["--command", &engine, "--protocol", "hub", "--json"]).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // After these it asks for positions, and hears nothing any more.
        let is_before = |line: &Value| line["step"] == "ping";
        loop {
            let line: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
            if is_before(&line) {
                break;
            }
        }
        assert_eq!(running(&mark).len(), 1);
        kill_process(Pid::from_child(&child), signal).unwrap();
        let mut complaint = child.stderr.take().unwrap();
        assert_eq!(ended(child), 4, "{signal:?}");
        for line in lines {
            serde_json::from_str::<Value>(&line.unwrap()).unwrap();
        }
        let mut said = String::new();
        complaint.read_to_string(&mut said).unwrap();
        assert_eq!(said, "quintet: interrupted\n");
        assert_nothing_left(&mark);
    }
}

/// The names of an object's fields, in the order of the alphabet.
fn fields(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn json_has_the_fields_that_the_document_lists_and_nothing_is_mixed_with_it() {
    let engine = scripted("--hub --whole exit=3@unknown");
    let args = ["--command", &engine, "--protocol", "hub", "--json", "--timeouts", "4"];
    let steps = ["--step", "ping", "--step", "unknown-command"];
    let (lines, complaint, code) = run(&[&args[..], &steps].concat());
    assert_eq!((lines.len(), code), (4, 1), "{lines:?}");
    assert_eq!(complaint, "quintet: 1 step failed\n");
    let values: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (steps, whole) = values.split_at(3);
    let document = std::fs::read_to_string("docs/CONFORMANCE.md").unwrap();
    let listed = |value: &Value| {
        let names = fields(value);
        names.iter().all(|name| document.contains(&format!("| `{name}` |")))
    };
    for step in steps {
        let expected = [
            "asks",
            "at_worst",
            "like",
            "lines",
            "paragraph",
            "remark",
            "step",
            "took_ms",
            "verdict",
        ];
        assert_eq!(fields(step), expected);
        assert!(listed(step) && step["took_ms"].is_u64());
        for line in step["lines"].as_array().unwrap() {
            assert_eq!(fields(line), ["at_ms", "direction", "text"]);
            assert!(listed(line) && line["at_ms"].is_u64());
        }
    }
    let expected = [
        "declared",
        "engine",
        "failed",
        "left_out",
        "not_started",
        "passed",
        "protocol",
        "ready_ms",
        "summary",
        "verdict",
        "version",
        "warnings",
        "wrong_protocol",
    ];
    assert_eq!(fields(&whole[0]), expected);
    assert!(listed(&whole[0]));
    assert_eq!((&whole[0]["verdict"], &whole[0]["failed"]), (&"fail".into(), &1.into()));
}

#[test]
fn an_engine_that_cannot_be_started_is_one_line_of_json_and_a_code_of_its_own() {
    let args = ["--command", "quintet-no-such-engine", "--protocol", "hub", "--json"];
    let (lines, complaint, code) = run(&args);
    assert_eq!((lines.len(), code), (1, 3), "{lines:?}");
    let whole: Value = serde_json::from_str(&lines[0]).unwrap();
    assert!(whole["not_started"].as_str().unwrap().contains("no program of that name"), "{whole}");
    assert_eq!((&whole["verdict"], &whole["passed"]), (&"fail".into(), &0.into()));
    assert!(complaint.contains("no program of that name"), "{complaint}");
    // One that dies before it has said anything was started, and fails its handshake.
    let dying = scripted("--hub exit=9@start");
    let (lines, _, code) = run(&["--command", &dying, "--protocol", "hub", "--json"]);
    assert_eq!((lines.len(), code), (2, 1), "{lines:?}");
    let whole: Value = serde_json::from_str(&lines[1]).unwrap();
    assert_eq!(whole["not_started"], Value::Null);
    assert_eq!(whole["left_out"], check::steps(Protocol::Hub).len() - 1);
}

#[test]
fn a_cause_that_recurs_is_told_once_with_its_count() {
    let engine = scripted("--hub --whole exit=3@go");
    let (lines, complaint, code) =
        run(&["--command", &engine, "--protocol", "hub", "--timeouts", "4"]);
    assert_eq!(code, 1, "{complaint}");
    let cause = "ended (exit 3) while `done` was awaited";
    let remark = |line: &String| {
        let (_name, remark) = line.strip_prefix("fail  ")?.split_once(' ')?;
        (remark.trim() == cause).then_some(())
    };
    assert_eq!(lines.iter().filter_map(remark).count(), 1, "{lines:#?}");
    let count = |line: &String| line.strip_suffix(cause)?.strip_suffix(" steps: ")?.parse().ok();
    let count: usize = lines.iter().find_map(count).unwrap();
    let n_like = lines.iter().filter(|line| line.contains("the same as in ")).count();
    assert!(count > 3 && n_like + 1 >= count, "{count}, {n_like}: {lines:#?}");
}

#[test]
fn an_engine_of_another_protocol_is_named_by_its_words_and_not_at_the_limit() {
    let engine = scripted("--uhp --rules");
    let args = ["--command", &engine, "--protocol", "hub"];
    let (lines, _, code) = run(&[&args[..], &["--json"]].concat());
    assert_eq!((lines.len(), code), (2, 1), "{lines:?}");
    let named = "wrong protocol: it speaks UHP, not Hub (it said ";
    let [step, whole] = [0, 1].map(|i| serde_json::from_str::<Value>(&lines[i]).unwrap());
    let remark = step["remark"].as_str().unwrap();
    assert!(remark.starts_with(named), "{remark}");
    let cause = whole["wrong_protocol"].as_str().unwrap();
    // At the limit there would be more to say.
    assert_eq!(remark, format!("wrong protocol: {cause}"));
    assert!(whole["not_started"].is_null(), "{whole}");
    let (lines, ..) = run(&args);
    assert!(lines[0].contains(named) && lines[0].starts_with("fail"), "{lines:?}");
    assert!(lines.last().unwrap().contains(named), "{lines:?}");
}

#[test]
fn the_document_of_ubgi_is_found_out_or_told() {
    let engine = scripted("--ubgi --rules --later");
    let args = ["--command", &engine, "--protocol", "ubgi", "--timeouts", "4"];
    let with = |more: &[&str]| run(&[&args[..], more].concat());
    let (lines, _, code) = with(&["--step", "isready"]);
    assert_eq!((lines.len(), code), (3, 0), "{lines:?}");
    assert!(lines[2].starts_with("UBGI v0.1, scripted"), "{lines:?}");
    // It is judged by the requested document.
    let (lines, _, code) = with(&["--dialect", "draft"]);
    assert!(lines[0].contains("as later dialects have it"), "{lines:?}");
    assert_eq!(code, 1);
    let (lines, _, code) = with(&["--dialect", "v0.2", "--step", "keys"]);
    assert!(lines.iter().any(|line| line.starts_with("fail  keys")), "{lines:?}");
    assert_eq!(code, 1);
    // A step of another document was not taken: that is no success.
    let (_, complaint, code) = with(&["--step", "rawboard"]);
    assert_eq!(code, 2, "{complaint}");
    assert!(complaint.contains("UBGI v0.1, without a step \"rawboard\""), "{complaint}");
    for wrong in [&["--dialect", "v3"][..], &["--step", "castling"]] {
        assert_eq!(with(wrong).2, 2, "{wrong:?}");
    }
    let (_, complaint, code) =
        run(&["--command", &engine, "--protocol", "hub", "--dialect", "draft"]);
    assert_eq!(code, 2, "{complaint}");
}

#[test]
fn where_nobody_listens_that_is_said_soon_and_given_up_after_a_few_seconds() {
    // Free, and not given out again at once.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let began = Instant::now();
    let (lines, complaint, code) = run(&[&address, "--protocol", "nboard"]);
    assert_eq!((lines.len(), code), (0, 3), "{lines:?}");
    let said: Vec<&str> = complaint.lines().collect();
    assert_eq!(said[0], format!("quintet: waiting for an answer from {address}"));
    assert!(said[1].contains("within 3") && said[1].contains("nothing listens there"), "{said:?}");
    assert!(began.elapsed() < Duration::from_secs(12), "{:?}", began.elapsed());
}

#[test]
fn a_machine_that_nobody_knows_is_given_up_as_soon() {
    // No system asks others for a name of this length.
    let address = format!("{}:9990", "nobody".repeat(20));
    let (lines, complaint, code) = run(&[&address, "--protocol", "hub"]);
    assert_eq!((lines.len(), code), (0, 3), "{lines:?}");
    assert!(complaint.contains("within 3"), "{complaint}");
    assert!(complaint.contains("there is no machine of this name"), "{complaint}");
}

#[test]
fn a_short_name_with_its_choice_is_no_address_and_the_protocol_chooses_among_engines() {
    let step = ["--step", "handshake", "--json"];
    for (name, protocol, spoken) in [
        ("builtin:3", None, "nboard"),
        ("builtin:3", Some("hub"), "hub"),
        ("builtin-guide:3", None, "guide"),
        ("builtin", Some("ubgi"), "ubgi"),
    ] {
        let protocol = protocol.map(|protocol| ["--protocol", protocol]);
        let protocol = protocol.as_ref().map_or(&[][..], |words| &words[..]);
        let (lines, complaint, code) = run(&[&[name][..], protocol, &step].concat());
        assert_eq!(code, 0, "{name}: {complaint}");
        let whole: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
        assert_eq!(whole["protocol"], spoken, "{name}");
    }
    let (_, complaint, code) = run(&["builtin:99", "--protocol", "hub"]);
    assert_eq!(code, 2);
    assert!(complaint.contains("99") && !complaint.contains("host"), "{complaint}");
}
