//! `quintet replay`: a failure is recorded, its bundle is played again as an engine, and the program
//! names the same cause.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "sessions/run.rs"]
#[expect(dead_code, reason = "the tests of sessions need more of it")]
mod run;

use std::path::Path;
use std::time::{Duration, Instant};

use quintet::protocol::{Event, Mode, Protocol, Request};
use quintet::session::{Exit, ExitCause, News, Target};

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
        ("1 >> a\n2 << b\nhello\n", "line 3: \"hello\" is no line of a transcript"),
        ("1 -- CMD a\n2 -- cannot start \"a\"\n", "nothing was said in it: cannot start \"a\""),
    ] {
        std::fs::write(&file, text).unwrap();
        let exit = Run::start(replayed(&file, &[]), 1.0).clean_end().await;
        assert_eq!(exit.status, "exit 2", "{exit:?}");
        let said = exit.stderr.join(" ");
        assert!(said.contains("no.txt") && said.contains(complaint), "{said}");
    }
    let missing = Run::start(replayed(&folder.path().join("gone"), &[]), 1.0).clean_end().await;
    assert!(missing.stderr[0].contains("cannot read"), "{missing:?}");
}
