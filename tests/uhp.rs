//! Sessions with UHP engines: every way in which one can deviate from the document, or fail.
//!
//! The engine is `scripted-engine --uhp` (`tests/engines/uhp.rs`). Every wait stands inside a time
//! limit. What needs no process is in `tests/transcripts/uhp`.
#![cfg(unix)]

#[expect(dead_code, reason = "what only tests/sessions.rs needs")]
#[path = "sessions/run.rs"]
mod run;

use std::time::{Duration, Instant};

use quintet::builtin::EngineOptions;
use quintet::builtin::uhp::run_uhp;
use quintet::games::Rules as _;
use quintet::games::hive::{GameType, Hive};
use quintet::protocol::{
    ClientConfig, Event, Limits, Mode, Protocol, Request, Root, RootMove, Search, SearchId,
};
use quintet::session::{Direction, ExitCause, Launch, News, ProcessEnd, Session, Target};

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufStream};
use tokio::net::{TcpListener, TcpStream};

use run::{Run, SCRIPTED};

const ANALYSE: Mode = Mode::Analyse { lines: 1 };

fn start(args: &[&str], config: ClientConfig) -> Run {
    let words = [SCRIPTED, "--uhp"].iter().chain(args);
    let command = words.map(|word| (*word).to_owned()).collect();
    let target = Target::Command { command, dir: None, env: Vec::new() };
    let (session, events) = Session::start(Launch { target, protocol: Protocol::Uhp, config });
    Run { session, events }
}

fn engine(args: &[&str]) -> Run {
    start(args, ClientConfig::default())
}

/// A game as the link of Hive writes it; moves are separated by semicolons.
fn root(start: &str, moves: &str) -> Root {
    let moves: Vec<&str> = moves.split(';').filter(|mv| !mv.is_empty()).collect();
    let state = if moves.is_empty() { "NotStarted" } else { "InProgress" };
    let side = if moves.len().is_multiple_of(2) { "White" } else { "Black" };
    let head = format!("{start};{state};{side}[{}]", moves.len() / 2 + 1);
    let full = [&[head.as_str()], &moves[..]].concat().join(";");
    let step = |mv: &&str| RootMove::plain(mv);
    Root { start: start.to_owned(), moves: moves.iter().map(step).collect(), full }
}

fn search(id: u64, mode: Mode, secs: u64, moves: &str) -> Request {
    let move_time = (secs > 0).then(|| Duration::from_secs(secs));
    let limits = Limits { move_time, ..Limits::default() };
    Request::Search(Search { id: SearchId(id), root: root("Base+MLP", moves), limits, mode })
}

async fn wait_for(run: &mut Run, wanted: impl Fn(&Event) -> bool) -> Event {
    run.until(|news| match news {
        News::Event(event) if wanted(event) => Some(event.clone()),
        _ => None,
    })
    .await
}

async fn started(run: &mut Run, id: u64) {
    wait_for(run, |event| *event == Event::Started(SearchId(id))).await;
}

async fn ended(run: &mut Run, id: u64) {
    wait_for(run, |event| *event == Event::Ended(SearchId(id))).await;
}

async fn deviation(run: &mut Run, name: &str) {
    wait_for(run, |event| matches!(event, Event::Deviation(text) if text.starts_with(name))).await;
}

async fn complaint(run: &mut Run) -> String {
    match wait_for(run, |event| matches!(event, Event::Complaint(_))).await {
        Event::Complaint(text) => text,
        other => panic!("{other:?}"),
    }
}

/// The lines that were sent.
fn sent(run: &Run) -> Vec<String> {
    let lines = run.session.log().tail(1000).into_iter();
    lines.filter(|line| line.direction == Direction::Sent).map(|line| line.text).collect()
}

async fn quits(mut run: Run) {
    run.ask(Request::Quit);
    assert_eq!(run.clean_end().await.cause, ExitCause::Asked);
}

#[tokio::test]
async fn a_whole_dialogue_with_a_good_engine() {
    let options = [("Threads", "4"), ("Contempt", "0.5"), ("Style", "Wild"), ("Verbose", "true")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let variant = Some("Base+MLP".to_owned());
    let config = ClientConfig { options, variant, ..ClientConfig::default() };
    let mut run = start(&["--name", "Toy", "--crlf", "--moves", "wS1,bS1 wS1-,wQ -wS1"], config);
    let ready = wait_for(&mut run, |event| matches!(event, Event::Ready { .. })).await;
    let Event::Ready { name, options, capabilities } = ready else { panic!("{ready:?}") };
    assert_eq!((name.as_str(), options.len(), capabilities.stop), ("Toy", 4, false));
    run.ask(search(1, Mode::Play, 1, ""));
    assert_eq!(run.answer().await.mv.as_deref(), Some("wS1"));
    run.ask(search(2, Mode::Play, 1, "wS1"));
    assert_eq!(run.answer().await.mv.as_deref(), Some("bS1 wS1-"));
    run.ask(Request::ValidMoves { id: SearchId(3), root: root("Base+MLP", "wS1;bS1 wS1-") });
    let told = wait_for(&mut run, |event| matches!(event, Event::GameState { .. })).await;
    let game = "Base+MLP;InProgress;White[2];wS1;bS1 wS1-".to_owned();
    assert_eq!(told, Event::GameState { told: game.clone(), game });
    let moves = wait_for(&mut run, |event| matches!(event, Event::ValidMoves { .. })).await;
    let expected = Some(vec!["wQ -wS1".to_owned(), "pass".to_owned()]);
    assert_eq!(moves, Event::ValidMoves { id: SearchId(3), moves: expected });
    run.ask(Request::SetOption { name: "Threads".to_owned(), value: "2".to_owned() });
    run.ask(search(4, Mode::Play, 1, "wS1"));
    run.answer().await;
    let expected = [
        "options",
        "options set Threads 4",
        "options set Contempt 0.5",
        "options set Style Wild",
        "options set Verbose True",
        "newgame Base+MLP",
        "bestmove time 00:00:01",
        "play wS1",
        "bestmove time 00:00:01",
        "play bS1 wS1-",
        "validmoves",
        "options set Threads 2",
        "undo 1",
        "bestmove time 00:00:01",
    ];
    assert_eq!(sent(&run), expected);
    quits(run).await;
}

#[tokio::test]
async fn an_engine_without_a_banner_is_asked_once() {
    let config = ClientConfig { timeouts_scale: 0.1, ..ClientConfig::default() };
    let mut run = start(&["--no-banner", "--no-cr"], config);
    deviation(&mut run, "no banner").await;
    run.ready().await;
    assert_eq!(sent(&run), ["info", "options"]);
    quits(run).await;
}

#[tokio::test]
async fn an_engine_that_never_says_anything_is_no_engine() {
    let config = ClientConfig { timeouts_scale: 0.02, ..ClientConfig::default() };
    let mut run = start(&["stall"], config);
    let exit = run.clean_end().await;
    assert!(matches!(exit.cause, ExitCause::BadHandshake(_)), "{exit:?}");
}

#[tokio::test]
async fn junk_is_shown_and_harms_nothing() {
    let junk =
        ["say=Licence\\n\\n@start", "say=50%\\r\\n@newgame", "say=\\xff\\xfe\\0\\n@bestmove"];
    let mut run = engine(&[&junk[..], &["--moves", "wS1"]].concat());
    wait_for(&mut run, |event| *event == Event::Chatter("Licence".to_owned())).await;
    run.ask(search(1, Mode::Play, 1, ""));
    assert_eq!(run.answer().await.mv.as_deref(), Some("wS1"));
    quits(run).await;
}

#[tokio::test]
async fn valid_moves_may_hold_duplicates_and_be_missing() {
    let mut run = engine(&["--duplicates", "instead=err no idea@validmoves:2"]);
    run.ask(Request::ValidMoves { id: SearchId(1), root: root("Base", "wS1") });
    deviation(&mut run, "duplicates").await;
    run.ask(Request::ValidMoves { id: SearchId(2), root: root("Base", "wS1") });
    assert_eq!(complaint(&mut run).await, "err no idea");
    let none = Event::ValidMoves { id: SearchId(2), moves: None };
    wait_for(&mut run, |event| *event == none).await;
    quits(run).await;
}

#[tokio::test]
async fn an_illegal_best_move_is_the_referees_business() {
    let mut run = engine(&["--moves", "bQ wQ/"]);
    run.ask(search(1, Mode::Play, 1, ""));
    assert_eq!(run.answer().await.mv.as_deref(), Some("bQ wQ/"));
    quits(run).await;
}

#[tokio::test]
async fn another_game_type_is_never_searched() {
    let mut run = engine(&["--base-only"]);
    run.ask(search(1, Mode::Play, 1, "wM"));
    assert_eq!(complaint(&mut run).await, "it plays Base instead of Base+MLP");
    ended(&mut run, 1).await;
    assert!(!sent(&run).iter().any(|line| line.starts_with("bestmove")));
    quits(run).await;
}

#[tokio::test]
async fn spelling_and_head_are_the_engines_own() {
    let mut run = engine(&["--respell", "--moves", "wQ -wS1"]);
    run.ask(search(1, Mode::Play, 1, "wS1;bS1 wS1-"));
    deviation(&mut run, "respelled").await;
    assert_eq!(run.answer().await.mv.as_deref(), Some("wQ -wS1"));
    quits(run).await;
    let mut run = engine(&["--wrong-head", "--moves", "wQ -wS1"]);
    run.ask(search(1, Mode::Play, 1, "wS1;bS1 wS1-"));
    deviation(&mut run, "wrong head").await;
    assert_eq!(run.answer().await.mv.as_deref(), Some("wQ -wS1"));
    quits(run).await;
}

#[tokio::test]
async fn a_game_that_is_refused_whole_is_played_move_by_move() {
    let mut run = engine(&["--no-whole-games", "--moves", "wQ -wS1"]);
    run.ask(search(1, Mode::Play, 1, "wS1;bS1 wS1-"));
    assert_eq!(complaint(&mut run).await, "invalidmove that is against the rules");
    assert_eq!(run.answer().await.mv.as_deref(), Some("wQ -wS1"));
    quits(run).await;
}

#[tokio::test]
async fn an_endless_search_is_interrupted_within_two_seconds() {
    let options = vec![("Threads".to_owned(), "3".to_owned())];
    let config = ClientConfig { options, ..ClientConfig::default() };
    let mut run = start(&["--ignore-term", "--moves", "wS1"], config);
    run.ask(search(1, Mode::Play, 600, "wG1;bG1 wG1-"));
    started(&mut run, 1).await;
    let first = run.session.process_id().expect("it runs");
    let since = Instant::now();
    run.ask(Request::Abandon);
    run.ask(search(2, Mode::Play, 1, "wG1;bG1 wG1-"));
    ended(&mut run, 1).await;
    let told = "interrupted: the engine was started again";
    wait_for(&mut run, |event| *event == Event::Status(told.to_owned())).await;
    started(&mut run, 2).await;
    assert!(since.elapsed() < Duration::from_secs(2), "{:?}", since.elapsed());
    assert_eq!(run.answer().await.mv.as_deref(), Some("wS1"));
    assert_ne!(run.session.process_id(), Some(first));
    assert!(run::left_in_group(first).is_empty(), "the first engine lives on");
    let expected = [
        "options",
        "options set Threads 3",
        "newgame Base+MLP;InProgress;White[2];wG1;bG1 wG1-",
        "bestmove time 00:00:01",
    ];
    assert!(sent(&run).ends_with(&expected.map(str::to_owned)), "{:?}", sent(&run));
    quits(run).await;
}

#[tokio::test]
async fn an_engine_is_interrupted_as_often_as_wanted() {
    let mut run = engine(&["--moves", "wS1"]);
    for id in 1..6 {
        run.ask(search(id, Mode::Play, 600, ""));
        started(&mut run, id).await;
        run.ask(Request::Abandon);
        ended(&mut run, id).await;
    }
    run.ask(search(9, Mode::Play, 1, ""));
    run.answer().await;
    quits(run).await;
}

#[tokio::test]
async fn move_now_plays_what_the_engine_has_said_so_far() {
    let mut run = engine(&["--thinks-aloud", "--moves", "wS1"]);
    run.ask(search(1, Mode::Play, 600, ""));
    run.until(|news| match news {
        News::Infos(infos) => infos.iter().any(|info| info.score == Some(0.5)).then_some(()),
        _ => None,
    })
    .await;
    run.ask(Request::Stop);
    assert_eq!(run.answer().await.mv.as_deref(), Some("wS1"));
    quits(run).await;
}

#[tokio::test]
async fn what_is_written_on_the_error_output_is_news_too() {
    let mut run = engine(&["--thinks-aloud", "--moves", "wS1"]);
    run.ask(search(1, Mode::Play, 600, ""));
    run.until(|news| match news {
        News::Infos(infos) => {
            let told = infos.iter().find(|info| info.depth.as_deref() == Some("4"))?;
            assert_eq!((told.score, told.nodes), (Some(-12.0), Some(99)));
            Some(())
        }
        _ => None,
    })
    .await;
    run.ask(Request::Abandon);
    ended(&mut run, 1).await;
    quits(run).await;
}

#[tokio::test]
async fn an_analysis_deepens_and_its_last_step_is_interrupted() {
    // The tenth ply never ends.
    let mut run = engine(&[]);
    run.ask(search(1, ANALYSE, 0, ""));
    run.until(|news| match news {
        News::Event(Event::Status(text)) => (text == "asked for depth 10").then_some(()),
        News::Infos(infos) => {
            // Only the engine knows how deep it is.
            assert!(infos.iter().all(|info| info.depth.is_none()), "{infos:?}");
            None
        }
        _ => None,
    })
    .await;
    run.ask(search(2, ANALYSE, 0, "wS1"));
    ended(&mut run, 1).await;
    deviation(&mut run, "interrupted").await;
    started(&mut run, 2).await;
    quits(run).await;
}

#[tokio::test]
async fn an_analysis_goes_on_by_time_where_depths_are_refused() {
    let mut run = engine(&["--no-depth", "--moves", "wS1"]);
    run.ask(search(1, ANALYSE, 0, ""));
    deviation(&mut run, "no depth").await;
    run.until(|news| matches!(news, News::Infos(_)).then_some(())).await;
    assert!(sent(&run).contains(&"bestmove time 00:00:01".to_owned()));
    quits(run).await;
}

#[tokio::test]
async fn a_finished_game_is_never_searched() {
    let mut run = engine(&["--draws", "--panics"]);
    run.ask(search(1, Mode::Play, 1, "a;b;c;d"));
    assert_eq!(run.answer().await.mv, None);
    assert!(!sent(&run).iter().any(|line| line.starts_with("bestmove")));
    quits(run).await;
}

#[tokio::test]
async fn an_engine_that_panics_has_crashed() {
    let dialect = vec![("finished".to_owned(), "ignored".to_owned())];
    let config = ClientConfig { dialect, ..ClientConfig::default() };
    let mut run = start(&["--draws", "--panics", "complain=panicked\\n@bestmove"], config);
    run.ask(search(1, Mode::Play, 1, "a;b;c;d"));
    let exit = run.clean_end().await;
    assert_eq!((exit.cause, exit.status), (ExitCause::Crashed, ProcessEnd::Code(101)));
    assert!(exit.stderr.contains(&"panicked".to_owned()), "{:?}", exit.stderr);
}

#[tokio::test]
async fn errors_without_end_after_the_end_of_input_are_cut_off() {
    let config = ClientConfig { timeouts_scale: 0.1, ..ClientConfig::default() };
    let mut run = start(&["deaf@exit", "flood-noise=0@eof", "deaf@eof"], config);
    run.ready().await;
    quits(run).await;
}

#[tokio::test]
async fn an_engine_that_does_not_answer_is_given_up() {
    let config = ClientConfig { timeouts_scale: 0.02, ..ClientConfig::default() };
    let mut run = start(&["stall@newgame"], config);
    run.ask(search(1, Mode::Play, 1, ""));
    let exit = run.clean_end().await;
    assert!(matches!(exit.cause, ExitCause::Stalled(_)), "{exit:?}");
}

#[tokio::test]
async fn two_answers_for_one_command_are_told_apart() {
    let mut run = engine(&["twice@options", "--moves", "wS1"]);
    run.ask(search(1, Mode::Play, 1, ""));
    assert_eq!(run.answer().await.mv.as_deref(), Some("wS1"));
    quits(run).await;
}

#[tokio::test]
async fn a_session_can_be_killed_while_its_engine_is_started_again() {
    let mut run = engine(&[]);
    run.ask(search(1, Mode::Play, 600, ""));
    started(&mut run, 1).await;
    run.ask(Request::Abandon);
    ended(&mut run, 1).await;
    run.session.kill();
    assert_eq!(run.clean_end().await.cause, ExitCause::Asked);
}

/// The order to kill comes before the session has seen that its client wants another engine.
#[tokio::test]
async fn a_session_that_is_killed_in_the_moment_of_a_restart_starts_no_other_engine() {
    let mut run = engine(&[]);
    run.ask(search(1, Mode::Play, 600, ""));
    started(&mut run, 1).await;
    run.ask(Request::Abandon);
    run.session.kill();
    assert_eq!(run.clean_end().await.cause, ExitCause::Asked);
    assert!(!run.transcript().contains("RESTART"), "{}", run.transcript());
}

#[tokio::test]
async fn an_engine_that_cannot_be_started_again_ends_the_session() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("engine");
    std::fs::copy(SCRIPTED, &program).unwrap();
    let command = vec![program.to_string_lossy().into_owned(), "--uhp".to_owned()];
    let target = Target::Command { command, dir: None, env: Vec::new() };
    let config = ClientConfig::default();
    let (session, events) = Session::start(Launch { target, protocol: Protocol::Uhp, config });
    let mut run = Run { session, events };
    run.ask(search(1, Mode::Play, 600, ""));
    started(&mut run, 1).await;
    std::fs::remove_file(&program).unwrap();
    run.ask(Request::Abandon);
    ended(&mut run, 1).await;
    let exit = run.clean_end().await;
    assert!(
        matches!(&exit.cause, ExitCause::CouldNotStart(text) if text.to_string().contains("there is no file")),
        "{exit:?}"
    );
}

/// Reads a line of the program and answers these.
async fn answer(stream: &mut BufStream<TcpStream>, expected: &str, lines: &str) {
    let mut line = String::new();
    run::within(stream.read_line(&mut line)).await.expect("it is sent");
    assert_eq!(line.trim_end(), expected);
    stream.write_all(lines.as_bytes()).await.expect("it is read");
    stream.flush().await.expect("it is read");
}

#[tokio::test]
async fn an_engine_behind_a_socket_is_interrupted_by_another_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target = Target::Socket { address: listener.local_addr().unwrap().to_string() };
    let config = ClientConfig::default();
    let (session, events) = Session::start(Launch { target, protocol: Protocol::Uhp, config });
    let mut run = Run { session, events };
    run.ask(search(1, Mode::Play, 600, ""));
    let mut first = BufStream::new(run::within(listener.accept()).await.unwrap().0);
    first.write_all(b"id Far\nok\n").await.unwrap();
    first.flush().await.unwrap();
    answer(&mut first, "options", "ok\n").await;
    answer(&mut first, "newgame Base+MLP", "Base+MLP;NotStarted;White[1]\nok\n").await;
    answer(&mut first, "bestmove time 00:10:00", "").await;
    started(&mut run, 1).await;
    run.ask(search(2, Mode::Play, 1, ""));
    ended(&mut run, 1).await;
    let mut second = BufStream::new(run::within(listener.accept()).await.unwrap().0);
    let mut rest = String::new();
    run::within(first.read_to_string(&mut rest)).await.unwrap();
    assert_eq!(rest, "", "the first connection is closed and nothing was said through it");
    second.write_all(b"id Far\nok\n").await.unwrap();
    second.flush().await.unwrap();
    answer(&mut second, "options", "ok\n").await;
    answer(&mut second, "newgame Base+MLP", "Base+MLP;NotStarted;White[1]\nok\n").await;
    answer(&mut second, "bestmove time 00:00:01", "wS1\nok\n").await;
    assert_eq!(run.answer().await.mv.as_deref(), Some("wS1"));
    run.session.kill();
    assert_eq!(run.end().await.cause, ExitCause::Asked);
}

/// The position that a game has reached, as a search is asked about it.
fn root_of(pos: &Hive) -> Root {
    let moves: Vec<&str> = pos.moves().collect();
    root(pos.game_type().name(), &moves.join(";"))
}

#[tokio::test]
async fn the_engine_that_comes_with_the_program_plays_a_game_of_every_type() {
    for game_type in GameType::ALL {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let target = Target::Socket { address: listener.local_addr().unwrap().to_string() };
        let engine = std::thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            let input = std::io::BufReader::new(stream.try_clone().unwrap());
            run_uhp(input, stream, EngineOptions { level: 10, seed: Some(1) })
        });
        let options = [("ReportIntermediateBestMoves", "true"), ("Level", "5"), ("Seed", "3")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let variant = Some(game_type.name().to_owned());
        let config = ClientConfig { options, variant, ..ClientConfig::default() };
        let (session, events) = Session::start(Launch { target, protocol: Protocol::Uhp, config });
        let mut run = Run { session, events };
        let mut pos = Hive::new(game_type);
        for id in 1..=14 {
            let limits = Limits { depth: Some(1), ..Limits::default() };
            let root = root_of(&pos);
            run.ask(Request::Search(Search { id: SearchId(id), root, limits, mode: Mode::Play }));
            let answer = run.answer().await;
            assert!(answer.score.is_some_and(|score| score.abs() < 100.0), "{answer:?}");
            let mv = pos.read_legal(&answer.mv.unwrap()).unwrap();
            pos.play_unchecked(&mv);
        }
        run.ask(Request::ValidMoves { id: SearchId(15), root: root_of(&pos) });
        let told = wait_for(&mut run, |event| matches!(event, Event::ValidMoves { .. })).await;
        let Event::ValidMoves { moves, .. } = told else { panic!("{told:?}") };
        let expected = pos.legal_moves().iter().map(|mv| pos.write_move(mv)).collect();
        assert_eq!(moves, Some::<Vec<String>>(expected));
        run.ask(Request::Quit);
        assert_eq!(run.end().await.cause, ExitCause::Asked);
        engine.join().unwrap().unwrap();
    }
}
