//! Engines that are spoken to in another protocol than their own: named as soon as their words are
//! unmistakable, and never because of what a right one prints before it answers.
//!
//! The engines are `scripted-engine` (`tests/engines`); when exactly they are given up is in the tests
//! of `src/session`, with a clock of their own.

#![cfg(unix)]

#[path = "sessions/run.rs"]
#[expect(dead_code, reason = "the tests of sessions need more of it")]
mod run;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use quintet::play::{ProbeError, ProbeNews, ProbeReport, ProbeTry, probe};
use quintet::protocol::{ClientConfig, Event, Mode, Protocol};
use quintet::session::{ExitCause, Launch, News, Session, Target};
use quintet::store::{Attempt, EngineSource, Folders, Places};

use Protocol::{Hub, NBoard, Ubgi, Uhp};
use run::{Run, SCRIPTED, within};

/// A session in this protocol with the scripted engine.
fn start(protocol: Protocol, args: &[&str], timeouts_scale: f64) -> Run {
    let command = [SCRIPTED].iter().chain(args).map(|word| (*word).to_owned()).collect();
    let target = Target::Command { command, dir: None, env: Vec::new() };
    let config = ClientConfig { timeouts_scale, ..ClientConfig::default() };
    let (session, events) = Session::start(Launch { target, protocol, config });
    Run { session, events }
}

#[tokio::test]
async fn an_engine_of_another_protocol_is_named_by_its_words_not_at_the_deadline() {
    let uhp = &["--uhp"][..];
    let later = &["--ubgi", "--later", "say=id name Toy\\nubgiok\\n"];
    for (spoken, args, tongue) in [
        (Hub, uhp, "UHP"),
        (NBoard, uhp, "UHP"),
        (Ubgi, uhp, "UHP"),
        (Ubgi, &["--hub", "instead=error message=\"bad command\"@unknown"], "Hub"),
        (Uhp, &["--hub", "instead=error message=\"bad command\"@unknown"], "Hub"),
        (NBoard, &["--hub", "instead=error message=\"bad command\"@unknown"], "Hub"),
        (NBoard, &["--ubgi"], "UBGI"),
        (Hub, later, "UBGI"),
        (Hub, &["say=set myname Edax\\n"], "NBoard"),
        (Hub, &["say=engineok\\n"], "GUIDE"),
        (Hub, &["say=SSH-2.0-OpenSSH_9.6\\r\\n"], "SSH"),
        (NBoard, &["instead=HTTP/1.1 400 Bad Request@hello", "exit=0@set"], "HTTP"),
        (Ubgi, &["--hub", "say=id name Fish\\nuciok\\n"], "UCI"),
    ] {
        let mut run = start(spoken, args, 0.1);
        let exit = within(run.end()).await;
        let expected = format!("it speaks {tongue}, not {spoken} (it said ");
        let is_named =
            matches!(&exit.cause, ExitCause::WrongProtocol(text) if text.starts_with(&expected));
        assert!(is_named, "{spoken} to {args:?}: {exit:?}\n{}", run.transcript());
    }
}

/// Hub answers a ping by `pong` without a number, and so do some engines of NBoard.
#[tokio::test]
async fn an_engine_that_got_ready_by_a_word_of_two_languages_is_named_by_its_first_answer() {
    for (args, said) in [
        (&["--hub", "deaf@unknown", "say=done move=32-28\\n@ping:2"][..], "done move=32-28"),
        (&["--hub", "deaf@unknown", "say=error message=\"what?\"\\n@ping:2"], "error message"),
    ] {
        let mut run = start(NBoard, args, 0.1);
        within(run.ready()).await;
        run.search(1, Mode::Play);
        let exit = within(run.end()).await;
        let is_named = matches!(&exit.cause, ExitCause::WrongProtocol(text)
            if text.starts_with("it speaks Hub, not NBoard") && text.contains(said));
        assert!(is_named, "{args:?}: {exit:?}\n{}", run.transcript());
    }
    // An engine that answers as NBoard does is accepted, whatever else it writes.
    let odd = "say=done move=32-28\\n@go:2";
    let mut run = start(NBoard, &["instead=pong@ping:1", "--moves", "F5", odd], 0.1);
    within(run.ready()).await;
    run.search(1, Mode::Play);
    within(run.answer()).await;
    run.search(2, Mode::Play);
    within(run.answer()).await;
}

async fn probed(command: &[&str], wanted: Option<Protocol>) -> ProbeReport {
    let places = Places { config_dir: None, program: PathBuf::from(SCRIPTED) };
    let command = command.iter().map(|word| (*word).to_owned()).collect();
    let tries = Attempt::all(&EngineSource::Program(command), wanted, &Folders::default(), &places);
    let tries = tries.into_iter().map(|attempt| ProbeTry {
        games: attempt.games(),
        is_known: false,
        launch: attempt.launch,
    });
    let mut news = probe(tries.collect());
    loop {
        if let ProbeNews::Over(report) = within(news.recv()).await.expect("a probe has an end") {
            return report;
        }
    }
}

#[tokio::test]
async fn a_program_that_repeats_what_it_is_told_is_no_engine_and_soon_known() {
    let began = Instant::now();
    let report = probed(&["/bin/cat", "-"], None).await;
    assert_eq!(report.found, None);
    let echoes = report.failed.iter().filter(|error| **error == ProbeError::Echo).count();
    assert!(echoes >= 4, "{:?}", report.failed);
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    // An engine that repeats and then answers is one.
    let report = probed(&[SCRIPTED, "--uhp", "say=info\\n@info:1"], None).await;
    let found = report.found.map(|(idx, _)| idx);
    assert!(found.is_some(), "{:?}", report.failed);
}

#[tokio::test]
async fn a_program_that_ends_without_a_word_is_said_to_be_no_engine() {
    let report = probed(&["/bin/true"], Some(Hub)).await;
    let words = "it ended at once (exit 0) without a word; it seems to be no engine";
    assert!(report.failed.iter().all(|error| error.to_string() == words), "{:?}", report.failed);
    assert!(!report.failed.is_empty());
}

#[tokio::test]
async fn an_engine_that_got_ready_in_the_wrong_protocol_is_not_found() {
    let hub = [SCRIPTED, "--hub", "deaf@unknown", "say=error message=\"what?\"\\n@ping:2"];
    let report = probed(&hub, Some(NBoard)).await;
    assert_eq!(report.found, None);
    let words = "it speaks Hub, not NBoard (it said “error message=\"what?\"”)";
    assert_eq!(report.failed.last().map(ToString::to_string).as_deref(), Some(words));
    assert_eq!(report.wrong(NBoard), None);
}

#[tokio::test]
async fn an_engine_that_prints_all_kinds_of_things_before_the_right_answer_is_accepted() {
    const NOISE: &str = "say=Loading: ok\\nok\\nwait\\nsorry, no\\nerr: no book\\n=== 50%% ===\\nid\\n\
                         HTTP proxy: none\\nerror: 0\\nready\\nid name\\n@start";
    const FOREIGN: &str = "say=err no book\\nok\\nSSH-2.0-x\\n@start";
    for (protocol, flag) in [(Hub, "--hub"), (Uhp, "--uhp"), (Ubgi, "--ubgi"), (NBoard, "--crlf")] {
        for noise in [NOISE, FOREIGN] {
            let mut run = start(protocol, &[flag, "late=50@start", noise, "late=50@start"], 1.0);
            within(run.ready()).await;
            // What it writes later does not matter.
            let odd = run.events.try_recv().ok().map(|event| event.what);
            assert!(!matches!(odd, Some(News::Ended(_) | News::Event(Event::Fault(_)))), "{odd:?}");
        }
    }
}

#[tokio::test]
async fn what_anybody_may_print_is_judged_at_the_deadline_only() {
    for (protocol, args) in [
        (Hub, &["--hub", "say=ok\n", "deaf@hub"][..]),
        (Ubgi, &["--ubgi", "say=wait\n", "deaf@ubgi"]),
        (NBoard, &["instead=sorry@ping"]),
    ] {
        let mut run = start(protocol, args, 0.02);
        let cause = within(run.end()).await.cause;
        let is_late =
            matches!(&cause, ExitCause::WrongProtocol(text) if text.contains("did not answer"));
        assert!(is_late, "{protocol}: {cause:?}");
    }
    let mut run = start(NBoard, &["say=welcome\n", "deaf@ping"], 0.02);
    let cause = within(run.end()).await.cause;
    assert!(matches!(&cause, ExitCause::BadHandshake(_)), "{cause:?}");
}
