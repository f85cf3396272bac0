//! Sessions with real processes and sockets: every way an engine can fail is named rightly, and
//! nothing of it is left behind.
//!
//! The engine is `scripted-engine` (`tests/engines`), which fails as it is told. Every wait stands
//! inside a time limit.
#![cfg(unix)]

#[path = "sessions/run.rs"]
mod run;

use std::path::Path;
use std::time::{Duration, Instant};

use quintet::protocol::{Event, Mode, Request, SearchId};
use quintet::session::{Direction, Exit, ExitCause, News, ProcessEnd, RequestError, Target};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;
use tokio::time::timeout;

use run::{Run, SCRIPTED, assert_nothing_left, left_in_group, within};

#[tokio::test]
async fn an_engine_greets_plays_a_move_and_quits() {
    let mut run = Run::engine(&["--name", "Toy 1"]);
    run.ready().await;
    run.search(1, Mode::Play);
    let answer = run.answer().await;
    assert_eq!(answer.search, SearchId(1));
    assert_eq!(answer.mv.as_deref().map(str::len), Some(2));
    run.ask(Request::Quit);
    let exit = run.clean_end().await;
    assert_eq!(exit, Exit { cause: ExitCause::Asked, status: ProcessEnd::Code(0), stderr: vec![] });
    assert_eq!(run.session.request(Request::Stop), Err(RequestError::Gone));
    let text = run.transcript();
    for part in [
        " -- CMD ",
        " >> nboard 2",
        " << set myname Toy 1",
        " << === ",
        " -- END: it was asked to quit",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_sessions_live_side_by_side_on_several_threads() {
    let mut runs: Vec<Run> = (0..8).map(|_| Run::engine(&[])).collect();
    for run in &mut runs {
        run.ready().await;
        run.search(1, Mode::Play);
    }
    for run in &mut runs {
        run.answer().await;
        run.ask(Request::Quit);
        assert_eq!(run.clean_end().await.cause, ExitCause::Asked);
    }
}

/// What an engine does wrong, and how its session must end. A search is asked for at once.
const DEATHS: &[(&[&str], &str)] = &[
    (&["exit=3@start"], "Crashed, exit 3"),
    (&["exit=139@hello"], "Crashed, exit 139"),
    (&["exit=1@ping"], "Crashed, exit 1"),
    (&["exit=0@go"], "Crashed, exit 0"),
    (&["die=11@go"], "Crashed, signal 11 (segmentation fault)"),
    (&["die=9@hello"], "Crashed, signal 9 (killed)"),
    (&["die=6@go"], "Crashed, signal 6 (aborted)"),
    (&["close-output@start", "deaf@eof"], "ClosedOutput, signal 9 (killed)"),
    (&["close-output@go", "deaf@eof"], "ClosedOutput, signal 9 (killed)"),
    (&["fork=hold@start", "exit=2@go"], "Crashed, exit 2"),
    (&["fork=free@start", "die=15@go"], "Crashed, signal 15 (terminated)"),
];

#[tokio::test]
async fn a_death_is_named_and_takes_the_whole_family_along() {
    let mut runs: Vec<Run> = DEATHS.iter().map(|(args, _)| Run::engine(args)).collect();
    for run in &runs {
        run.search(1, Mode::Play);
    }
    for (run, (args, expected)) in runs.iter_mut().zip(DEATHS) {
        let exit = run.clean_end().await;
        assert_eq!(format!("{:?}, {}", exit.cause, exit.status), *expected, "{args:?}");
    }
}

#[tokio::test]
async fn the_last_words_on_the_error_output_are_reported_even_without_a_line_end() {
    let complaint = "complain=Init\\r\\nCannot open data/eval.dat";
    let mut run = Run::engine(&[complaint, "exit=1"]);
    let exit = run.clean_end().await;
    assert_eq!(exit.cause, ExitCause::Crashed);
    assert_eq!(exit.stderr, ["Init", "Cannot open data/eval.dat"]);
    assert!(run.transcript().contains(" !! Cannot open data/eval.dat"));
}

#[tokio::test]
async fn an_engine_that_does_not_answer_the_greeting_is_given_up_at_the_deadline() {
    for fault in ["stall@start", "deaf@ping", "stall@hello"] {
        let mut run = Run::with_timeouts(&[fault], 0.01);
        let exit = run.clean_end().await;
        assert!(
            matches!(&exit.cause, ExitCause::BadHandshake(how) if how.contains("0.3 s")),
            "{fault}: {exit:?}"
        );
    }
}

#[tokio::test]
async fn an_engine_that_stops_answering_in_a_search_has_stalled() {
    let mut run = Run::with_timeouts(&["stall@go", "--ignore-term"], 0.2);
    run.ready().await;
    run.search(1, Mode::Play);
    run.until(|news| matches!(news, News::Event(Event::Started(_))).then_some(())).await;
    let asked = Instant::now();
    run.ask(Request::Stop);
    let exit = run.clean_end().await;
    assert!(matches!(&exit.cause, ExitCause::Stalled(how) if how.contains("ping")), "{exit:?}");
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
}

#[tokio::test]
async fn an_engine_that_does_not_read_while_much_is_said_to_it_has_stalled() {
    let mut run = Run::with_timeouts(&["stall@go"], 0.1);
    run.ready().await;
    run.search(1, Mode::Play);
    run.until(|news| matches!(news, News::Event(Event::Started(_))).then_some(())).await;
    for _ in 0..5 {
        run.ask(Request::Raw("x".repeat(60_000)));
    }
    let exit = run.clean_end().await;
    assert_eq!(exit.cause, ExitCause::Stalled("does not read its input".to_owned()));
}

#[tokio::test]
async fn an_engine_that_closes_its_input_and_lives_on_is_given_up() {
    let mut run = Run::engine(&["close-input@ping:1", "deaf@eof"]);
    run.ready().await;
    run.ask(Request::Raw("anything".to_owned()));
    let exit = run.clean_end().await;
    assert_eq!(exit.cause, ExitCause::Stalled("closed its input".to_owned()));
}

/// How an engine takes `quit`, and how it ends.
const GOODBYES: &[(&[&str], ProcessEnd)] = &[
    (&[], ProcessEnd::Code(0)),
    (&["deaf@quit"], ProcessEnd::Code(0)),
    (&["deaf@quit", "deaf@eof"], ProcessEnd::Signal(15)),
    (&["deaf@quit", "deaf@eof", "--ignore-term"], ProcessEnd::Signal(9)),
    (&["stall@go"], ProcessEnd::Signal(15)),
    (&["fork=hold@start"], ProcessEnd::Code(0)),
];

#[tokio::test]
async fn quitting_is_asked_for_kindly_then_firmly_then_by_force() {
    let mut runs: Vec<Run> =
        GOODBYES.iter().map(|(args, _)| Run::with_timeouts(args, 0.3)).collect();
    for run in &mut runs {
        run.ready().await;
        run.search(1, Mode::Play);
        run.until(|news| matches!(news, News::Event(Event::Started(_))).then_some(())).await;
        run.ask(Request::Quit);
    }
    for (run, (args, status)) in runs.iter_mut().zip(GOODBYES) {
        let exit = run.clean_end().await;
        assert_eq!((exit.cause, exit.status), (ExitCause::Asked, *status), "{args:?}");
    }
}

#[tokio::test]
async fn dropping_the_handle_ends_the_session_even_in_the_handshake() {
    for args in [&[][..], &["deaf@ping"], &["fork=hold@start", "deaf@ping"]] {
        let Run { session, mut events } = Run::engine(args);
        let log = session.log();
        let started = Instant::now();
        drop(session);
        let exit = loop {
            if let News::Ended(exit) = within(events.recv()).await.expect("it ends").what {
                break exit;
            }
        };
        assert_eq!((exit.cause, exit.status), (ExitCause::Asked, ProcessEnd::Code(0)), "{args:?}");
        assert!(started.elapsed() < Duration::from_secs(4), "it waited for the handshake");
        assert!(log.tail(9).iter().any(|line| line.text == "quit"));
    }
}

#[tokio::test]
async fn killing_is_quick_and_reaches_the_children() {
    let mut run = Run::engine(&["fork=hold@hello", "fork=free@hello", "stall@go", "--ignore-term"]);
    run.ready().await;
    run.search(1, Mode::Play);
    let started = Instant::now();
    run.session.kill();
    let exit = run.clean_end().await;
    assert_eq!((exit.cause, exit.status), (ExitCause::Asked, ProcessEnd::Signal(9)));
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn when_the_runtime_goes_away_the_engines_go_too() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (run, group) = runtime.block_on(async {
        let mut run = Run::engine(&["fork=hold@hello", "--ignore-term", "deaf@eof"]);
        run.ready().await;
        let group = run.session.process_id().expect("it was started");
        assert_eq!(left_in_group(group).len(), 2, "the engine and its child");
        (run, group)
    });
    drop(runtime);
    let check = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    check.block_on(assert_nothing_left(group));
    assert!(run.session.is_finished());
}

#[tokio::test]
async fn when_the_program_is_killed_engines_see_the_end_of_their_input() {
    let command = vec![SCRIPTED.to_owned(), "--host".to_owned()];
    let mut host = Run::start(Target::Command { command, dir: None, env: Vec::new() }, 1.0);
    let line = host
        .until(|news| match news {
            News::Event(Event::Chatter(line)) => line.strip_prefix("ENGINES ").map(str::to_owned),
            _ => None,
        })
        .await;
    let ids: Vec<u32> = line.split(' ').map(|id| id.parse().unwrap()).collect();
    assert_eq!(left_in_group(ids[0]).len(), 1);
    assert_eq!(left_in_group(ids[1]).len(), 1);
    host.session.kill();
    host.clean_end().await;
    // The first one ends although the second, which ignores the end of its input, lives.
    assert_nothing_left(ids[0]).await;
    assert_eq!(left_in_group(ids[1]).len(), 1);
    let second = rustix::process::Pid::from_raw(i32::try_from(ids[1]).unwrap()).unwrap();
    rustix::process::kill_process_group(second, rustix::process::Signal::KILL).unwrap();
    assert_nothing_left(ids[1]).await;
}

/// Output that is odd but no reason to give up: the engine is ready and plays E6.
const ODDITIES: &[&[&str]] = &[
    &["--crlf"],
    &["say=\\x00\\xff\\xfe caf\\xe9\\n\\n\\r\\n\\t\\n@start"],
    &["long=3000000@start"],
    &["long=3000000@go"],
    &["say=Banner 1.0\\nCopyright\\n@start"],
    &["say==== F5\\n@hello"],
    &["twice@ping", "twice@go"],
    &["complain=warning\\n@go", "late=20@go"],
    &["say=pong 77\\npong\\n@hello"],
    &["flood-noise=0@start"],
    &["flood-errors=0@start"],
];

#[tokio::test]
async fn odd_output_does_not_disturb_a_search() {
    for oddity in ODDITIES {
        let mut run = Run::engine(&[&["--moves", "E6"], *oddity].concat());
        run.ready().await;
        run.search(1, Mode::Play);
        assert_eq!(run.answer().await.mv.as_deref(), Some("E6"), "{oddity:?}");
        run.search(2, Mode::Play);
        assert_eq!(run.answer().await.search, SearchId(2), "{oddity:?}");
        run.ask(Request::Quit);
        assert_eq!(run.clean_end().await.cause, ExitCause::Asked, "{oddity:?}");
    }
}

#[tokio::test]
async fn dying_words_without_a_line_end_are_for_people_and_no_answer() {
    // It may have wanted to say more: what is left of a move may be another move.
    let mut run = Run::engine(&["say==== F5@go", "exit=0@go"]);
    run.ready().await;
    run.search(1, Mode::Play);
    let exit = loop {
        match run.next().await.what {
            News::Event(Event::Answer(answer)) => panic!("{answer:?} is no answer"),
            News::Event(_) | News::Infos(_) => {}
            News::Ended(exit) => break exit,
        }
    };
    assert_eq!((exit.cause, exit.status), (ExitCause::Crashed, ProcessEnd::Code(0)));
    assert!(run.transcript().contains(" << === F5 [without its end]"), "{}", run.transcript());
}

#[tokio::test]
async fn the_quoted_reason_is_what_was_said_before_the_end_and_no_old_complaint() {
    for (last, expected) in
        [(None, &[][..]), (Some("complain=out of memory\\n@go"), &["out of memory"])]
    {
        // It crashes long after the complaint, in a search that was asked for since.
        let old = ["complain=no opening book\\n@hello", "late=3000@go"];
        let args: Vec<&str> = old.into_iter().chain(last).chain(["exit=3@go"]).collect();
        let mut run = Run::engine(&args);
        run.ready().await;
        run.search(1, Mode::Play);
        let exit = run.clean_end().await;
        assert_eq!((exit.cause, exit.status), (ExitCause::Crashed, ProcessEnd::Code(3)));
        assert_eq!(exit.stderr, expected);
        assert!(run.transcript().contains(" !! no opening book"), "it stands in the transcript");
    }
}

#[tokio::test]
async fn a_program_that_prints_its_usage_and_exits_0_has_ended_at_once() {
    for args in [
        &["say=\\nusage: toy [options]\\n  -x  nothing\\n@start", "exit=0@start"][..],
        &["complain=usage: toy [options]\\n@start", "exit=0@start"],
        &["say=usage: toy [options]@hello", "exit=0@hello"],
    ] {
        let mut run = Run::engine(args);
        let exit = run.clean_end().await;
        let ExitCause::CouldNotStart(failure) = &exit.cause else { panic!("{args:?}: {exit:?}") };
        let reason = failure.to_string();
        let start = "ended at once (exit 0); is the command right? It printed \u{201c}usage: toy";
        assert!(reason.starts_with(start), "{args:?}: {reason}");
        assert!(exit.stderr.iter().any(|line| line == "usage: toy [options]"), "{exit:?}");
        assert!(run.transcript().contains("END: it ended by itself; exit 0"), "{args:?}");
    }
    let exit = Run::engine(&["exit=2@start"]).clean_end().await;
    assert_eq!(exit.cause, ExitCause::Crashed, "it says that something is wrong");
}

#[tokio::test]
async fn lies_are_passed_on_as_they_are_for_the_referee() {
    for lie in ["A1", "Z9"] {
        let mut run = Run::engine(&[&format!("instead==== {lie}@go")]);
        run.ready().await;
        run.search(1, Mode::Play);
        let told = run
            .until(|news| match news {
                News::Event(Event::Answer(answer)) => Some(answer.mv.clone().unwrap_or_default()),
                News::Event(Event::Chatter(line)) => Some(line.clone()),
                _ => None,
            })
            .await;
        assert!(told.contains(lie), "{told:?}");
        run.session.kill();
        run.clean_end().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_infos_is_merged_and_its_answer_and_end_arrive() {
    let mut run = Run::engine(&["flood=0@hint", "deaf@hint"]);
    run.ready().await;
    run.search(1, Mode::Analyse { lines: 3 });
    let before = memory_kib();
    let started = Instant::now();
    let mut n_reports = 0_u32;
    while n_reports < 40 {
        run.until(|news| matches!(news, News::Infos(_)).then_some(())).await;
        n_reports += 1;
    }
    let secs = started.elapsed().as_secs_f64();
    assert!(f64::from(n_reports) <= 22.0 * secs + 3.0, "{n_reports} reports in {secs} s");
    let log = run.session.log();
    assert!(log.dropped() > 10_000, "only {} lines were a flood", log.dropped());
    assert!(log.n_lines() <= 2000);
    run.ask(Request::Abandon);
    run.until(|news| (*news == News::Event(Event::Ended(SearchId(1)))).then_some(())).await;
    let grown = memory_kib().saturating_sub(before);
    assert!(grown < 32 * 1024, "memory grew by {grown} KiB");
    run.ask(Request::Quit);
    assert_eq!(run.clean_end().await.cause, ExitCause::Asked);
}

#[tokio::test]
async fn an_owner_that_does_not_listen_for_a_while_misses_no_answer() {
    let mut run = Run::engine(&["flood=0@go:1", "late=300@go:1", "--moves", "D3"]);
    run.ready().await;
    run.search(1, Mode::Play);
    // The log shows that the answer was read, without any event being taken.
    let log = run.session.log();
    within(async {
        while !log.tail(50).iter().any(|line| line.text == "=== D3") {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert_eq!(run.answer().await.mv.as_deref(), Some("D3"));
    run.session.kill();
    run.clean_end().await;
}

/// The program's greatest memory so far.
fn memory_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}

#[tokio::test]
async fn what_cannot_be_started_is_explained_in_a_sentence() {
    let dir = tempfile::tempdir().unwrap();
    let plain = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sessions.rs").to_owned();
    // Files of the repository: one written here might still be open for writing in a process that
    // another test is starting at this moment, and could then not be executed.
    let garbage = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/not_a_program").to_owned();
    let lost = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/no_interpreter").to_owned();
    let folder = dir.path().to_string_lossy().into_owned();
    let cases = [
        (vec![], None, "its command is empty"),
        (vec!["/nowhere/engine".to_owned()], None, "there is no file \"/nowhere/engine\""),
        (vec!["no-such-engine-here".to_owned()], None, "no program of that name is in PATH"),
        (vec![plain], None, "may not be executed"),
        (vec![folder], None, "is a folder"),
        (vec![garbage], None, "not a program for this machine"),
        (vec![lost], None, "the program that should interpret it is not"),
        (vec![SCRIPTED.to_owned()], Some("/nowhere"), "there is no folder \"/nowhere\""),
    ];
    for (command, dir, expected) in cases {
        let dir = dir.map(Into::into);
        let mut run =
            Run::start(Target::Command { command: command.clone(), dir, env: vec![] }, 1.0);
        let exit = run.end().await;
        let ExitCause::CouldNotStart(failure) = &exit.cause else {
            panic!("{command:?}: {exit:?}");
        };
        let reason = failure.to_string();
        assert!(reason.starts_with("could not start ") && reason.contains(expected), "{reason}");
        assert_eq!((exit.status, exit.stderr.len()), (ProcessEnd::NoProcess, 0));
        assert!(run.transcript().contains(expected));
        assert!(run.session.is_finished() && run.session.process_id().is_none());
    }
}

/// The scripted engine under another name in a folder of its own.
fn engine_in(dir: &Path) -> String {
    let path = dir.join("engine");
    std::os::unix::fs::symlink(SCRIPTED, &path).expect("a link in a new folder");
    path.to_string_lossy().into_owned()
}

#[tokio::test]
async fn an_engine_runs_in_its_own_folder_with_its_own_environment() {
    let dir = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let home = dir.path().canonicalize().unwrap();
    let other = elsewhere.path().canonicalize().unwrap();
    let program = engine_in(&home);
    let env = vec![("LEVEL".to_owned(), "7".to_owned())];
    let cases = [
        (program.clone(), None, &home),
        (program, Some(other.clone()), &other),
        // Nothing of that name is in the current folder, so it is looked for in its own.
        ("./engine".to_owned(), Some(home.clone()), &home),
    ];
    for (program, dir, expected) in cases {
        let command = vec![program, "tell".to_owned(), "exit=0".to_owned()];
        let mut run = Run::start(Target::Command { command, dir, env: env.clone() }, 1.0);
        let exit = run.clean_end().await;
        assert_eq!(exit.stderr, [expected.to_string_lossy().into_owned(), "7".to_owned()]);
    }
}

/// Serves one NBoard dialogue on a socket, as far as the greeting and one move.
async fn serve(listener: TcpListener) -> Vec<String> {
    let (stream, _) = listener.accept().await.expect("somebody connects");
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    let mut heard = Vec::new();
    while let Ok(Some(line)) = lines.next_line().await {
        let answer = match line.split_once(' ') {
            Some(("ping", n)) => format!("pong {n}\n"),
            None if line == "go" => "=== C4\n".to_owned(),
            _ => String::new(),
        };
        heard.push(line);
        writer.write_all(answer.as_bytes()).await.expect("the other side listens");
    }
    heard
}

#[tokio::test]
async fn an_engine_behind_a_socket_plays_and_sees_the_end() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let serving = tokio::spawn(serve(listener));
    let mut run = Run::start(Target::Socket { address }, 1.0);
    run.search(1, Mode::Play);
    run.ready().await;
    assert_eq!(run.answer().await.mv.as_deref(), Some("C4"));
    run.ask(Request::Quit);
    let exit = run.end().await;
    assert_eq!(
        exit,
        Exit { cause: ExitCause::Asked, status: ProcessEnd::NoProcess, stderr: vec![] }
    );
    let heard = within(serving).await.unwrap();
    assert_eq!(heard.first().map(String::as_str), Some("nboard 2"));
    assert_eq!(heard.last().map(String::as_str), Some("quit"));
    assert!(run.session.log().tail(99).iter().any(|line| line.direction == Direction::Received));
}

#[tokio::test]
async fn a_socket_that_opens_late_is_tried_again_and_one_that_closes_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap();
    drop(taken);
    let mut run = Run::start(Target::Socket { address: address.to_string() }, 1.0);
    // The first attempt is refused while nothing listens.
    assert!(timeout(Duration::from_millis(50), run.events.recv()).await.is_err());
    let listener = TcpListener::bind(address).await.unwrap();
    let (stream, _) = within(listener.accept()).await.unwrap();
    drop(stream);
    assert_eq!(run.end().await.cause, ExitCause::ClosedOutput);
}

#[tokio::test]
async fn an_unreachable_socket_is_explained_in_a_sentence() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap().to_string();
    drop(taken);
    for (address, expected) in
        [(address, "no program listens there"), ("nowhere".to_owned(), "host:port")]
    {
        let mut run = Run::start(Target::Socket { address: address.clone() }, 0.01);
        let exit = run.end().await;
        let ExitCause::CouldNotStart(failure) = exit.cause else { panic!("{exit:?}") };
        let reason = failure.to_string();
        assert!(reason.contains(&address) && reason.contains(expected), "{reason}");
    }
}

#[tokio::test]
async fn a_refused_connection_is_given_up_long_before_a_silent_one() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap().to_string();
    drop(taken);
    // 3 s for an engine that does not answer, a third of that for a port that is closed.
    let mut run = Run::start(Target::Socket { address }, 0.1);
    let started = Instant::now();
    let ended = timeout(Duration::from_millis(2900), run.end()).await.expect("given up");
    assert!(matches!(ended.cause, ExitCause::CouldNotStart(_)), "{ended:?}");
    assert!(started.elapsed() >= Duration::from_millis(900), "{:?}", started.elapsed());
}

#[tokio::test]
async fn a_connection_in_the_making_can_be_given_up() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap().to_string();
    drop(taken);
    let started = Instant::now();
    for quit in [true, false] {
        let mut run = Run::start(Target::Socket { address: address.clone() }, 1.0);
        if quit {
            run.ask(Request::Quit);
        } else {
            run.session.kill();
        }
        assert_eq!(run.end().await.cause, ExitCause::Asked);
    }
    assert!(started.elapsed() < Duration::from_secs(5));
}
