//! Reviews of whole games without a window: the driver of `play`, real sessions, and engines that
//! come with the program or die on the way.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::future::Future;
use std::time::{Duration, Instant};

use quintet::games::{self, Actor, Game, Record, Setup};
use quintet::play::{ReviewChange, ReviewDriver, ReviewEffort, ReviewPlan};
use quintet::protocol::{ClientConfig, Protocol};
use quintet::session::{Launch, Session, SessionState, Target};

/// No test takes longer; each takes a few seconds.
const LIMIT: Duration = Duration::from_secs(60);

fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { tokio::time::timeout(LIMIT, test).await.expect("in time") })
}

fn launch(protocol: Protocol, command: &[&str]) -> Launch {
    let command = command.iter().map(|word| (*word).to_owned()).collect();
    let target = Target::Command { command, dir: None, env: Vec::new() };
    // Engines of UHP say what a position is worth only when they are asked to.
    let says_values = ("ReportIntermediateBestMoves".to_owned(), "true".to_owned());
    let options = if protocol == Protocol::Uhp { vec![says_values] } else { Vec::new() };
    let config = ClientConfig { name: "Critic".to_owned(), options, ..ClientConfig::default() };
    Launch { target, protocol, config }
}

/// A record of so many plies: always the first legal move, or the roll 31.
fn record(game: &dyn Game, n_plies: usize) -> Record {
    let mut record = Record::new(game.info().name, Setup::default());
    let mut pos = game.start(&record.setup).unwrap();
    for _ in 0..n_plies {
        let (side, text) = match pos.actor() {
            Actor::Player(side) => (Some(side), pos.legal_moves()[0].0.clone()),
            Actor::Chance => (None, "31".to_owned()),
            Actor::Over(_) => break,
        };
        let mv = pos.play(&text).unwrap();
        record.add(record.last(), mv, side);
    }
    record
}

/// Reviews the record from beginning to end, so many plies deep; the engine is started again whenever
/// that is asked for. Gives the changes but those of values.
async fn review(
    game: &dyn Game,
    record: &mut Record,
    launch: &Launch,
    depth: u32,
) -> Vec<ReviewChange> {
    let link = game.link(launch.protocol.name()).unwrap();
    let plan = ReviewPlan::of(ReviewEffort::Depth(depth), launch.protocol.has_stop());
    let mut driver = ReviewDriver::new(game, record, &[], &launch.config.name, link, plan).unwrap();
    let mut said = Vec::new();
    let (mut session, mut events) = Session::start(launch.clone());
    let mut state = SessionState::new();
    driver.begin(Instant::now());
    loop {
        while let Some(request) = driver.poll_request() {
            session.request(request).unwrap();
        }
        while let Some(change) = driver.poll_change() {
            match &change {
                ReviewChange::Values => {
                    driver.apply(record);
                    continue;
                }
                ReviewChange::Restart(_) => {
                    (session, events) = Session::start(launch.clone());
                    state = SessionState::new();
                    driver.restarted(Instant::now());
                }
                ReviewChange::Paused(_) | ReviewChange::Finished { .. } => {}
            }
            said.push(change);
        }
        if matches!(said.last(), Some(ReviewChange::Paused(_) | ReviewChange::Finished { .. })) {
            session.kill();
            session.finished().await;
            return said;
        }
        let until = driver.poll_timeout().unwrap_or_else(|| Instant::now() + LIMIT);
        tokio::select! {
            event = events.recv() => {
                if let Some(event) = event {
                    state.note(&event, &launch.config.name);
                    driver.handle_event(&event, &state, true);
                }
            }
            () = tokio::time::sleep_until(until.into()) => driver.handle_timeout(Instant::now()),
        }
    }
}

#[test]
fn a_record_of_every_game_is_reviewed_by_the_engine_that_comes_with_the_program() {
    let engines = [
        // Every position is searched this deep, however busy the machine. Without dice no move is
        // judged by searches of one ply.
        ("othello", Protocol::NBoard, "nboard", 2),
        ("draughts", Protocol::Hub, "hub", 2),
        ("hive", Protocol::Uhp, "uhp", 2),
        ("backgammon", Protocol::Ubgi, "ubgi", 1),
    ];
    for (name, protocol, word, depth) in engines {
        let game = games::find(name).unwrap();
        let mut record = record(game, 4);
        let quintet = env!("CARGO_BIN_EXE_quintet");
        // The lower levels look at some positions for one ply only, by chance.
        let launch = launch(protocol, &[quintet, "engine", word, "--level", "10"]);
        let said = run(review(game, &mut record, &launch, depth));
        assert_eq!(said, [ReviewChange::Finished { has_values: true, is_silent: false }], "{name}");
        let nodes: Vec<_> = record.main_line().into_iter().map(|id| record.node(id)).collect();
        assert_eq!(nodes.len(), 4, "{name}");
        let judged = nodes.iter().filter(|node| node.loss.is_some());
        assert!(judged.count() > 0, "{name}: no move was judged");
        let by = nodes.iter().flat_map(|node| &node.evaluations);
        assert!(by.clone().all(|eval| eval.engine == "Critic") && by.count() > 0, "{name}");
    }
}

#[test]
fn an_engine_that_dies_at_every_second_question_still_reviews_the_whole_game() {
    let game = games::find("othello").unwrap();
    let mut record = record(game, 3);
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let launch = launch(Protocol::NBoard, &[scripted, "exit=3@hint:2"]);
    let said = run(review(game, &mut record, &launch, 2));
    let n_restarts = said.iter().filter(|change| matches!(change, ReviewChange::Restart(Some(_))));
    assert_eq!(n_restarts.count(), 3, "every position but the first: {said:?}");
    assert_eq!(said.last(), Some(&ReviewChange::Finished { has_values: true, is_silent: false }));
    let valued = record.main_line().into_iter().filter(|id| record.node(*id).loss.is_some());
    assert!(valued.count() > 0);
}
