//! Sessions with GUIDE engines over TCP: who listens, how the connection comes about, and every way
//! in which an engine can deviate from the document, or fail.
//!
//! The engine is `scripted-engine --guide` (`tests/engines/guide.rs`). Every wait stands inside a
//! time limit. What needs no process is in `tests/transcripts/guide`.
#![cfg(unix)]

#[expect(dead_code, reason = "what only tests/sessions.rs needs")]
#[path = "sessions/run.rs"]
mod run;

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::Stdio;
use std::time::{Duration, Instant};

use quintet::protocol::guide::Board;
use quintet::protocol::{
    ClientConfig, Event, Limits, Mode, OptionDecl, OptionKind, Protocol, Request, Root, RootMove,
    Search, SearchId,
};
use quintet::session::{
    Direction, Exit, ExitCause, Launch, News, ProcessEnd, Session, Target, TcpRole,
};
use tokio::net::TcpSocket;

use run::{Run, SCRIPTED};

/// The engine is started in this role with these arguments.
struct Start<'a> {
    role: TcpRole,
    args: &'a [&'a str],
    port: Option<u16>,
    scale: f64,
}

impl Start<'_> {
    fn run(self) -> Run {
        let words = [SCRIPTED, "--guide", "-guide", "-port", "{port}"].iter().chain(self.args);
        let target = Target::Tcp {
            command: words.map(|word| (*word).to_owned()).collect(),
            dir: None,
            env: Vec::new(),
            port: self.port,
            role: self.role,
        };
        start(target, self.scale)
    }
}

fn start(target: Target, timeouts_scale: f64) -> Run {
    let config = ClientConfig { timeouts_scale, ..ClientConfig::default() };
    let (session, events) = Session::start(Launch { target, protocol: Protocol::Guide, config });
    Run { session, events }
}

/// An engine that listens.
fn engine(args: &[&str]) -> Run {
    Start { role: TcpRole::Connect, args, port: None, scale: 1.0 }.run()
}

fn hurried(role: TcpRole, args: &[&str], scale: f64) -> Run {
    Start { role, args, port: None, scale }.run()
}

fn search(id: u64, mode: Mode, moves: &[&str]) -> Request {
    let step = |mv: &&str| RootMove::plain(mv);
    let start = Board::standard().to_string();
    let listed: String = moves.iter().map(|mv| format!(" m {mv}")).collect();
    let full = format!("{start} {}{listed}", moves.len());
    let root = Root { start, moves: moves.iter().map(step).collect(), full };
    let limits = match mode {
        Mode::Play | Mode::Ponder => Limits { depth: Some(3), ..Limits::default() },
        Mode::Analyse { .. } | Mode::WholeGame => Limits::default(),
    };
    Request::Search(Search { id: SearchId(id), root, limits, mode })
}

const ANALYSE: Mode = Mode::Analyse { lines: 1 };

async fn options(run: &mut Run) -> Vec<OptionDecl> {
    run.until(|news| match news {
        News::Event(Event::Ready { options, .. }) => Some(options.clone()),
        _ => None,
    })
    .await
}

/// Has it play a move, and quits.
async fn plays_and_quits(mut run: Run, what: &str) -> String {
    run.ask(search(1, Mode::Play, &[]));
    run.ready().await;
    assert_eq!(run.answer().await.mv.as_deref(), Some("32 28 0"), "{what}");
    run.ask(Request::Quit);
    let exit = run.clean_end().await;
    assert_eq!((exit.cause, exit.status), (ExitCause::Asked, ProcessEnd::Code(0)), "{what}");
    let transcript = run.transcript();
    assert!(transcript.contains(" << quit"), "{what}:\n{transcript}");
    transcript
}

const MOVES: [&str; 2] = ["--moves", "32 28 0,37 32 0"];

fn with_moves<'a>(args: &[&'a str]) -> Vec<&'a str> {
    MOVES.iter().chain(args).copied().collect()
}

#[tokio::test]
async fn an_engine_is_reached_in_either_role() {
    for (role, args) in [
        (TcpRole::Connect, &[][..]),
        (TcpRole::Connect, &["late=300"]),
        (TcpRole::Listen, &["--connect"]),
        (TcpRole::Listen, &["--connect", "late=300"]),
        (TcpRole::Auto, &[]),
        // It ends because nothing listens, and is started again.
        (TcpRole::Auto, &["--connect"]),
        (TcpRole::Auto, &["--connect", "--stubborn"]),
    ] {
        let scale = if role == TcpRole::Auto { 0.5 } else { 1.0 };
        let run = hurried(role, &with_moves(args), scale);
        plays_and_quits(run, &format!("{role:?} {args:?}")).await;
    }
}

#[tokio::test]
async fn how_the_bytes_come_does_not_matter() {
    for args in [
        &["--byte-by-byte"][..],
        &["--separator", "\\t"],
        &["--separator", "\\r\n"],
        &["--separator", "\\t\\t\n", "--byte-by-byte"],
        &["--mute"],
    ] {
        plays_and_quits(hurried(TcpRole::Connect, &with_moves(args), 0.3), &format!("{args:?}"))
            .await;
    }
}

#[tokio::test]
async fn an_engine_that_speaks_only_when_asked_is_asked_once() {
    let run = hurried(TcpRole::Connect, &with_moves(&["--mute"]), 0.1);
    let transcript = plays_and_quits(run, "mute").await;
    assert_eq!(transcript.matches(" >> guide").count(), 1, "{transcript}");
}

#[tokio::test]
async fn an_engine_that_knows_neither_capabilities_nor_ping_plays_too() {
    let run = hurried(TcpRole::Connect, &with_moves(&["--old"]), 0.1);
    plays_and_quits(run, "old").await;
}

#[tokio::test]
async fn options_are_the_same_whether_their_types_are_words_or_numbers() {
    let mut found = Vec::new();
    for args in [&[][..], &["--numbers"]] {
        found.push(options(&mut engine(args)).await);
    }
    assert_eq!(found[0], found[1]);
    let kinds: Vec<OptionKind> = found[0].iter().map(|option| option.kind.clone()).collect();
    let choices = ["off", "64K"].map(str::to_owned).to_vec();
    let int = OptionKind::Int { min: 1, max: 8 };
    assert_eq!(kinds, [OptionKind::Bool, int, OptionKind::Choice(choices)]);
    assert_eq!(found[0][2].name, "Hash Table");
    assert_eq!(found[0][2].default, "64K");
}

#[tokio::test]
async fn an_error_about_an_option_is_shown_and_nothing_else() {
    let mut run = engine(&with_moves(&["--bad-options"]));
    run.ready().await;
    let (name, value) = ("Hash Table".to_owned(), "off".to_owned());
    run.ask(Request::SetOption { name, value });
    let complaint = run
        .until(|news| match news {
            News::Event(Event::Complaint(text)) => Some(text.clone()),
            _ => None,
        })
        .await;
    assert_eq!(complaint, "setoption not implemented");
    assert!(run.transcript().contains(" >> setoption 3 0"));
    run.ask(search(1, Mode::Play, &[]));
    assert_eq!(run.answer().await.search, SearchId(1));
}

#[tokio::test]
async fn a_move_that_comes_too_late_belongs_to_nobody() {
    let mut run = engine(&["--moves", "33 28 0,38 33 0", "--late-move"]);
    run.ask(search(1, ANALYSE, &[]));
    run.until(|news| matches!(news, News::Infos(_)).then_some(())).await;
    run.ask(search(2, Mode::Play, &["32 28 0", "17 21 0"]));
    let deviation = run
        .until(|news| match news {
            News::Event(Event::Deviation(text)) => Some(text.clone()),
            _ => None,
        })
        .await;
    assert!(deviation.starts_with("late move"), "{deviation}");
    let answer = run.answer().await;
    assert_eq!((answer.search, answer.mv.as_deref()), (SearchId(2), Some("38 33 0")));
    let transcript = run.transcript();
    assert!(transcript.contains("2 m 32 28 0 m 17 21 0"), "sent whole:\n{transcript}");
    assert!(transcript.contains(" >> requestgame"), "and asked back:\n{transcript}");
}

#[tokio::test]
async fn an_engine_without_halt_is_started_again_to_end_a_search() {
    for (role, args) in [
        (TcpRole::Connect, &["--no-halt"][..]),
        (TcpRole::Listen, &["--no-halt", "--connect"]),
        (TcpRole::Auto, &["--no-halt", "--connect"]),
    ] {
        let mut run = hurried(role, &with_moves(args), 0.5);
        run.ask(search(1, ANALYSE, &[]));
        run.until(|news| matches!(news, News::Infos(_)).then_some(())).await;
        run.ask(search(2, Mode::Play, &["32 28 0", "17 21 0"]));
        let answer = run.answer().await;
        assert_eq!((answer.search, answer.mv.as_deref()), (SearchId(2), Some("32 28 0")));
        let transcript = run.transcript();
        assert_eq!(transcript.matches("RESTART").count(), 1, "{role:?}:\n{transcript}");
        assert!(!transcript.contains(" >> halt"), "{role:?}:\n{transcript}");
        run.ask(Request::Quit);
        let exit = run.clean_end().await;
        assert_eq!((exit.cause, exit.status), (ExitCause::Asked, ProcessEnd::Code(0)), "{role:?}");
    }
}

#[tokio::test]
async fn a_connection_to_the_next_engine_can_be_given_up_too() {
    let marker = format!("{}/guide-second-{}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    // The second one never listens.
    let script = "test -e \"$0\" && exec sleep 60; : > \"$0\"; exec \"$@\"";
    let words = ["sh", "-c", script, &marker, SCRIPTED, "--guide", "-guide", "-port", "{port}"];
    let words = words.into_iter().chain(["--no-halt"]).map(str::to_owned);
    let (env, role) = (Vec::new(), TcpRole::Connect);
    let target = Target::Tcp { command: words.collect(), dir: None, env, port: None, role };
    let mut run = start(target, 1.0);
    run.ask(search(1, ANALYSE, &[]));
    run.until(|news| matches!(news, News::Infos(_)).then_some(())).await;
    run.ask(Request::Abandon);
    run.until(|news| matches!(news, News::Event(Event::Ended(_))).then_some(())).await;
    let started = Instant::now();
    run.ask(Request::Quit);
    assert_eq!(run.clean_end().await.cause, ExitCause::Asked);
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
    std::fs::remove_file(marker).unwrap();
}

#[tokio::test]
async fn remarks_on_a_game_are_reported_and_it_ends() {
    let mut run = engine(&[]);
    run.ask(search(1, Mode::WholeGame, &["32 28 0", "17 21 0"]));
    for ply in [1, 2] {
        let remark = run
            .until(|news| match news {
                News::Event(Event::Remark { ply, text }) => Some((*ply, text.clone())),
                _ => None,
            })
            .await;
        assert_eq!(remark, (ply, format!("remark {ply}")));
    }
    assert_eq!(run.answer().await.mv, None);
}

/// What an engine does wrong, in which role, and how its session must end.
const DEATHS: &[(TcpRole, &[&str], &str)] = &[
    (TcpRole::Connect, &["exit=3@start"], "Crashed, exit 3"),
    (TcpRole::Listen, &["exit=3@start"], "Crashed, exit 3"),
    (TcpRole::Auto, &["exit=3@start"], "Crashed, exit 3"),
    (TcpRole::Connect, &["die=11@go"], "Crashed, signal 11 (segmentation fault)"),
    (TcpRole::Listen, &["--connect", "die=9@open"], "Crashed, signal 9 (killed)"),
    (TcpRole::Connect, &["close@open"], "ClosedOutput, signal 9 (killed)"),
    (TcpRole::Connect, &["close@go"], "ClosedOutput, signal 9 (killed)"),
    (TcpRole::Listen, &["--connect", "close@go"], "ClosedOutput, signal 9 (killed)"),
    (TcpRole::Connect, &["fork=hold@start", "exit=2@go"], "Crashed, exit 2"),
];

#[tokio::test]
async fn a_death_is_named_and_takes_the_whole_family_along() {
    let started = Instant::now();
    let mut runs: Vec<Run> =
        DEATHS.iter().map(|(role, args, _)| hurried(*role, args, 1.0)).collect();
    for run in &runs {
        run.ask(search(1, Mode::Play, &[]));
    }
    for (run, (role, args, expected)) in runs.iter_mut().zip(DEATHS) {
        let exit = run.clean_end().await;
        assert_eq!(format!("{:?}, {}", exit.cause, exit.status), *expected, "{role:?} {args:?}");
    }
    // The connection is given 10 s, which a dead engine does not need.
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
}

#[tokio::test]
async fn what_an_engine_says_outside_the_dialogue_is_kept() {
    let mut run = engine(&["say=licence: free\\n", "complain=cannot open book", "exit=7@open"]);
    let exit = run.clean_end().await;
    assert_eq!(exit.cause, ExitCause::Crashed);
    let mut words = exit.stderr.clone();
    words.sort();
    assert_eq!(words, ["cannot open book", "licence: free"]);
    let log = run.session.log().tail(99);
    for text in words {
        let kept = |line: &quintet::session::LogLine| {
            line.text == text && line.direction == Direction::Error
        };
        assert!(log.iter().any(kept), "{text}");
    }
}

#[tokio::test]
async fn an_engine_that_is_never_reached_is_explained() {
    for (role, args, says) in [
        (TcpRole::Connect, &["stall@start"][..], "did not listen on port"),
        (TcpRole::Connect, &["--connect", "--stubborn"], "did not listen on port"),
        (TcpRole::Listen, &["stall@start"], "did not connect to port"),
        (TcpRole::Auto, &["stall@start", "--ignore-term"], "nor did it listen itself"),
    ] {
        let mut run = hurried(role, args, 0.02);
        let exit = run.clean_end().await;
        let ExitCause::CouldNotStart(failure) = &exit.cause else { panic!("{exit:?}") };
        let reason = failure.to_string();
        assert!(reason.contains(says), "{role:?}: {reason}");
        assert_eq!(exit.status, ProcessEnd::Signal(9));
    }
}

#[tokio::test]
async fn a_program_that_cannot_be_started_is_explained_in_every_role() {
    for role in [TcpRole::Connect, TcpRole::Listen, TcpRole::Auto] {
        let command = vec!["/nowhere/engine".to_owned()];
        let target = Target::Tcp { command, dir: None, env: Vec::new(), port: None, role };
        let exit = start(target, 1.0).end().await;
        let ExitCause::CouldNotStart(failure) = &exit.cause else { panic!("{exit:?}") };
        let reason = failure.to_string();
        assert!(reason.contains("/nowhere/engine"), "{reason}");
    }
}

#[tokio::test]
async fn a_port_that_another_program_uses_is_named_before_anything_is_started() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    for role in [TcpRole::Connect, TcpRole::Listen, TcpRole::Auto] {
        let mut run = Start { role, args: &[], port: Some(port), scale: 1.0 }.run();
        let exit = run.end().await;
        let ExitCause::CouldNotStart(failure) = &exit.cause else { panic!("{exit:?}") };
        let reason = failure.to_string();
        assert!(reason.contains(&format!("port {port} is in use")), "{role:?}: {reason}");
        assert_eq!(run.session.process_id(), None);
    }
    drop(taken);
    let mut run = Start { role: TcpRole::Connect, args: &[], port: Some(port), scale: 1.0 }.run();
    run.ready().await;
    assert!(run.transcript().contains(&format!("-port {port}")));
}

/// The port in the remark about the start of a program, from this line of the transcript on.
fn port_of_start(transcript: &str) -> Option<u16> {
    let start =
        transcript.lines().rev().find(|line| line.contains(" -- ") && line.contains("-port "))?;
    start.split("-port ").nth(1)?.split_whitespace().next()?.parse().ok()
}

#[tokio::test]
async fn a_port_that_another_program_takes_meanwhile_is_replaced_by_another_one() {
    let mut run = hurried(TcpRole::Connect, &["late=2000@start"], 1.0);
    let port = loop {
        if let Some(port) = port_of_start(&run.transcript()) {
            break port;
        }
        tokio::task::yield_now().await;
    };
    // It is taken, but nothing listens there that could be mistaken for the engine.
    let squatter = TcpSocket::new_v4().unwrap();
    let taken = squatter.bind(([127, 0, 0, 1], port).into());
    run.ready().await;
    let transcript = run.transcript();
    let note = format!("port {port} was taken meanwhile; another one is tried");
    // Only a machine that has no second for this test lets the engine be there first.
    assert_eq!(transcript.contains(&note), taken.is_ok(), "{transcript}");
    assert_eq!(port_of_start(&transcript) != Some(port), taken.is_ok(), "{transcript}");
}

#[tokio::test]
async fn an_unfinished_line_at_the_end_of_a_connection_is_no_message() {
    let mut run = engine(&["--rules", "say=move 3@go", "exit=70@go"]);
    run.ready().await;
    run.ask(search(1, Mode::Play, &[]));
    let exit = run.clean_end().await;
    assert_eq!((exit.cause, exit.status), (ExitCause::Crashed, ProcessEnd::Code(70)));
    let mut text = String::new();
    run.session.log().write_transcript(&mut text).unwrap();
    assert!(text.contains(" << move 3 [without its end]"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_engines_live_side_by_side_each_on_a_port_of_its_own() {
    let roles = [(TcpRole::Connect, &[][..]), (TcpRole::Listen, &["--connect"])];
    let mut runs: Vec<Run> = (0..8)
        .map(|n| {
            let (role, args) = roles[n % 2];
            hurried(role, &with_moves(args), 1.0)
        })
        .collect();
    for run in &mut runs {
        run.ready().await;
        run.ask(search(1, Mode::Play, &[]));
    }
    for run in &mut runs {
        run.answer().await;
        run.ask(Request::Quit);
        assert_eq!(run.clean_end().await.cause, ExitCause::Asked);
    }
}

/// How an engine takes `quit`, and how it ends.
const GOODBYES: &[(&[&str], ProcessEnd)] = &[
    (&[], ProcessEnd::Code(0)),
    (&["deaf@quit"], ProcessEnd::Code(0)),
    (&["deaf@quit", "stall@eof"], ProcessEnd::Signal(15)),
    (&["stall@quit", "--ignore-term"], ProcessEnd::Signal(9)),
    (&["instead=debug byebye@quit"], ProcessEnd::Code(0)),
    (&["fork=hold@start"], ProcessEnd::Code(0)),
];

#[tokio::test]
async fn an_engine_that_never_says_quit_is_ended_all_the_same() {
    let mut runs: Vec<Run> =
        GOODBYES.iter().map(|(args, _)| hurried(TcpRole::Connect, args, 0.1)).collect();
    for run in &mut runs {
        run.ready().await;
        run.ask(search(1, ANALYSE, &[]));
        run.until(|news| matches!(news, News::Event(Event::Started(_))).then_some(())).await;
        run.ask(Request::Quit);
    }
    for (run, (args, status)) in runs.iter_mut().zip(GOODBYES) {
        let exit = run.clean_end().await;
        assert_eq!((exit.cause, exit.status), (ExitCause::Asked, *status), "{args:?}");
    }
}

#[tokio::test]
async fn a_connection_in_the_making_can_be_given_up() {
    let started = Instant::now();
    for (role, quits) in [
        (TcpRole::Connect, true),
        (TcpRole::Connect, false),
        (TcpRole::Listen, true),
        (TcpRole::Auto, false),
    ] {
        let mut run = hurried(role, &["stall@start"], 1.0);
        while run.session.process_id().is_none() {
            tokio::task::yield_now().await;
        }
        if quits {
            run.ask(Request::Quit);
        } else {
            run.session.kill();
        }
        assert_eq!(run.clean_end().await.cause, ExitCause::Asked, "{role:?} {quits}");
    }
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

#[tokio::test]
async fn a_remote_engine_that_is_already_running_is_only_connected_to() {
    #[expect(clippy::disallowed_methods, reason = "this engine belongs to no session")]
    let mut remote = std::process::Command::new(SCRIPTED);
    remote.args(["--guide", "-port", "0", "--moves", "32 28 0"]).stdout(Stdio::piped());
    let mut remote = remote.spawn().unwrap();
    let mut address = String::new();
    BufReader::new(remote.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let mut run = start(Target::Socket { address: address.trim().to_owned() }, 1.0);
    run.ask(search(1, Mode::Play, &[]));
    run.ready().await;
    assert_eq!(run.answer().await.mv.as_deref(), Some("32 28 0"));
    run.ask(Request::Quit);
    let exit = run.end().await;
    assert_eq!(
        exit,
        Exit { cause: ExitCause::Asked, status: ProcessEnd::NoProcess, stderr: vec![] }
    );
    assert!(run.transcript().contains(" << quit"));
    assert!(remote.wait().unwrap().success(), "it has ended by itself");
}
