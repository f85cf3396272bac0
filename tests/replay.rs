//! `quintet replay`: a failure is recorded, its bundle is played again as an engine, and the program
//! names the same cause.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "faults/arena.rs"]
#[expect(dead_code, reason = "the tests of faults need more of it")]
mod arena;
#[path = "sessions/run.rs"]
#[expect(dead_code, reason = "the tests of sessions need more of it")]
mod run;

use std::path::Path;
use std::time::{Duration, Instant};

use quintet::play::GameReport;
use quintet::protocol::{Event, Mode, Protocol, Request};
use quintet::session::{Exit, ExitCause, News, ProcessEnd, Target, TcpRole};
use quintet::store::write_bundle;

use run::{Run, assert_nothing_left, within};

const QUINTET: &str = env!("CARGO_BIN_EXE_quintet");

/// What an engine does wrong, and how its session must end: once live, once from the transcript.
const FAILURES: &[(&[&str], &str)] = &[
    (&["complain=no luck\\n@go", "exit=3@go"], "Crashed, exit 3"),
    (&["die=11@go"], "Crashed, signal 11 (segmentation fault)"),
    (&["exit=7@hello"], "Crashed, exit 7"),
    (&["say=oh\\0\\xff\\r\\n@go", "die=9@go"], "Crashed, signal 9 (killed)"),
    (&["close-output@go", "deaf@eof"], "ClosedOutput, signal 9 (killed)"),
    (
        &["stall@go", "--ignore-term"],
        "Stalled(\"did not answer ping within 0.75 s\"), signal 9 (killed)",
    ),
    (
        &["deaf@ping", "--ignore-term"],
        "BadHandshake(\"did not answer ping within 1.5 s\"), signal 9 (killed)",
    ),
];

fn replayed(file: &Path, more: &[&str]) -> Target {
    let mut command = vec![QUINTET.to_owned(), "replay".to_owned()];
    command.push(file.to_str().unwrap().to_owned());
    command.extend(more.iter().map(|arg| (*arg).to_owned()));
    Target::Command { command, dir: None, env: Vec::new() }
}

/// Asks for a move and, when the engine thinks, for an end of that; how it went.
async fn to_the_end(mut run: Run) -> (Exit, String) {
    run.search(1, Mode::Play);
    let exit = loop {
        match run.next().await.what {
            // It may have ended by now.
            News::Event(Event::Started(_)) if run.session.request(Request::Stop).is_ok() => {}
            News::Ended(exit) => break exit,
            News::Event(_) | News::Infos(_) => {}
        }
    };
    within(run.session.finished()).await;
    assert_nothing_left(run.session.process_id().unwrap()).await;
    let text = run.transcript();
    (exit, text)
}

#[tokio::test]
async fn a_bundle_played_as_an_engine_fails_in_the_same_way() {
    let folder = tempfile::tempdir().unwrap();
    for (idx, (faults, expected)) in FAILURES.iter().enumerate() {
        let (exit, text) = to_the_end(Run::with_timeouts(faults, 0.05)).await;
        // A silence is one, whatever is waited for first.
        let name = |exit: &Exit| match &exit.cause {
            ExitCause::Stalled(_) => "Stalled".to_owned(),
            ExitCause::BadHandshake(_) => "BadHandshake".to_owned(),
            cause => format!("{cause:?}, {}", exit.status),
        };
        let expected_name = expected.split('(').next().unwrap();
        assert!(name(&exit).starts_with(expected_name), "{faults:?}: {exit:?}\n{text}");
        let file = folder.path().join(format!("bundle-{idx}.txt"));
        let bundle = format!("{} failed\n\nprogram: a\nposition: b\n\n{text}", Protocol::NBoard);
        std::fs::write(&file, bundle).unwrap();
        let (again, log) = to_the_end(Run::start(replayed(&file, &[]), 0.05)).await;
        assert_eq!(name(&again), name(&exit), "{faults:?}\n{text}\n-- again --\n{log}");
        assert_eq!(again.stderr.first(), exit.stderr.first(), "{faults:?}\n{log}");
    }
}

/// What an engine of each protocol does wrong in its first game.
const LOST: &[(Protocol, &str)] = &[
    (Protocol::NBoard, "exit=3@go:2"),
    (Protocol::NBoard, "instead==== A1@go:2"),
    (Protocol::Hub, "exit=3@go:2"),
    (Protocol::Hub, "instead=done move=1-50@go:2"),
    (Protocol::Guide, "exit=3@go:2"),
    (Protocol::Guide, "instead=move 1 50 0@go:2"),
    (Protocol::Uhp, "die=9@play:2"),
    (Protocol::Uhp, "instead=wQ wQ/@bestmove:2"),
    (Protocol::Ubgi, "exit=3@position:2"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bundle_of_a_match_loses_the_same_game_again_in_every_protocol() {
    let folder = tempfile::tempdir().unwrap();
    for (idx, (protocol, fault)) in LOST.iter().enumerate() {
        let mark = format!("replay {idx} {}", std::process::id());
        let played = arena::config(*protocol, &mark, &[(*fault).to_owned()], 1);
        let again = played.clone();
        let (_, reports) = within(arena::run(played)).await;
        let report = &reports[0];
        let text = report.bundle.as_ref().expect("it was lost by a failure");
        for part in ["protocol: ", "started: ", "position: ", "moves: ", " >> ", " << "] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        let number = report.pairing.number;
        let file = write_bundle(&folder.path().join(protocol.name()), number, text).unwrap();
        let mut again = again;
        again.engines[1].launch.target = served(*protocol, &file);
        let (_, replayed) = within(arena::run(again)).await;
        assert_eq!(replayed[0].cause_text(), report.cause_text(), "{protocol} {fault}\n{text}");
        let moves = |report: &GameReport| report.record.moves_to(report.record.last());
        assert_eq!(moves(&replayed[0]), moves(report), "{protocol} {fault}");
    }
}

/// The engine of a bundle; over GUIDE behind a socket.
fn served(protocol: Protocol, file: &Path) -> Target {
    if protocol != Protocol::Guide {
        return replayed(file, &[]);
    }
    let words = [QUINTET, "replay", file.to_str().unwrap(), "--port", "{port}"];
    let command = words.map(str::to_owned).to_vec();
    Target::Tcp { command, dir: None, env: Vec::new(), port: None, role: TcpRole::Connect }
}

#[tokio::test]
async fn delays_are_kept_where_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let (_, text) = to_the_end(Run::with_timeouts(&["late=400@ping:1", "exit=3@go"], 1.0)).await;
    let file = folder.path().join("slow.txt");
    std::fs::write(&file, &text).unwrap();
    let time = async |more: &[&str]| {
        let began = Instant::now();
        let (exit, log) = to_the_end(Run::start(replayed(&file, more), 1.0)).await;
        assert_eq!(exit.cause, ExitCause::Crashed, "{log}");
        began.elapsed()
    };
    let slow = time(&["--speed", "1"]).await;
    assert!(slow >= Duration::from_millis(395), "{slow:?}\n{text}");
    let half = time(&["--speed", "2"]).await;
    assert!(half >= Duration::from_millis(195), "{half:?}");
}

#[tokio::test]
async fn what_is_no_transcript_is_named_and_starts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("no.txt");
    for (text, complaint) in [
        ("hello\n", "it holds no transcript"),
        ("1 >> a\n2 << b\nhello\n", "line 3: \"hello\" is not a line of a transcript"),
        ("1 -- CMD a\n2 -- cannot start \"a\"\n", "it has no dialogue: cannot start \"a\""),
    ] {
        std::fs::write(&file, text).unwrap();
        let exit = Run::start(replayed(&file, &[]), 1.0).clean_end().await;
        assert_eq!(exit.status, ProcessEnd::Code(2), "{exit:?}");
        let said = exit.stderr.join(" ");
        assert!(said.contains("no.txt") && said.contains(complaint), "{said}");
    }
    let missing = Run::start(replayed(&folder.path().join("gone"), &[]), 1.0).clean_end().await;
    assert!(missing.stderr[0].contains("cannot read"), "{missing:?}");
}
