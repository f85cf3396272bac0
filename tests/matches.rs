//! Matches between processes: engines that behave, and engines that crash, stall, lie and flood in
//! the middle of a game. Whatever they do, the game is recorded, the cause is named, the next game
//! begins, and in the end no process is left.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "support/processes.rs"]
mod processes;
#[path = "matches/referee.rs"]
mod referee;

use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use quintet::games::{self, Outcome, Reading, Setup, Side};
use quintet::play::{
    EngineSpec, GameReport, MatchConfig, MatchControl, MatchEnd, MatchError, MatchEvent,
    MatchSummary, OwnFault, run_match,
};
use quintet::protocol::{ClientConfig, Protocol};
use quintet::session::{Launch, Target, TcpRole};

use processes::{alive, mark};

/// No test takes longer; most take less than a second.
const LIMIT: Duration = Duration::from_secs(60);

/// Runs a test in a current-thread runtime and a time limit, as `quintet match` does.
fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { tokio::time::timeout(LIMIT, test).await.expect("in time") })
}

/// The scripted engine (`tests/engines`), called `name`; the name is in its environment, which its
/// children inherit, so all its processes can be found.
fn scripted(name: &str, faults: &[&str]) -> EngineSpec {
    let mut command = vec![env!("CARGO_BIN_EXE_scripted-engine").to_owned()];
    command.extend(["--name", name].map(str::to_owned));
    command.extend(faults.iter().map(|fault| (*fault).to_owned()));
    engine(name, command)
}

fn engine(name: &str, command: Vec<String>) -> EngineSpec {
    let config = ClientConfig { name: name.to_owned(), ..ClientConfig::default() };
    let env = vec![mark(name)];
    let target = Target::Command { command, dir: None, env };
    EngineSpec::new(name.to_owned(), Launch { target, protocol: Protocol::NBoard, config })
}

fn config(engines: [EngineSpec; 2], games: u32, time: &str) -> MatchConfig {
    let game = games::find("othello").unwrap();
    MatchConfig::new(game, engines, games, time.parse().unwrap()).unwrap()
}

/// Plays a match and keeps its reports.
async fn play(config: MatchConfig) -> (MatchSummary, Vec<GameReport>) {
    let mut reports = Vec::new();
    let summary = run_match(config, &MatchControl::new(), |event| {
        if let MatchEvent::Finished(report) = event {
            reports.push(*report);
        }
    })
    .await
    .unwrap();
    (summary, reports)
}

fn moves(report: &GameReport) -> Vec<String> {
    let record = &report.record;
    record.moves_to(record.last()).into_iter().map(|mv| mv.0).collect()
}

#[test]
fn every_game_is_played_counted_and_recorded() {
    let engines = [scripted("Fair-A", &[]), scripted("Fair-B", &[])];
    let mut config = config(engines, 6, "20s");
    config.concurrency = 2;
    let (summary, mut reports) = run(play(config));
    assert_eq!(summary.end, MatchEnd::AllPlayed);
    assert_eq!(summary.tally.standing.games(), 6);
    assert_eq!(summary.tally.standing.pairs.iter().sum::<u32>(), 3);
    reports.sort_by_key(|report| report.pairing.number);
    let numbers: Vec<u32> = reports.iter().map(|report| report.pairing.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
    for report in &reports {
        let game = games::find("othello").unwrap();
        let last = report.record.replay(game, report.record.last()).unwrap();
        assert!(last.legal_moves().is_empty(), "played to the end");
        assert_eq!(report.forfeit, None);
        assert_eq!(
            moves(report)[..8],
            report.pairing.opening.clone().into_iter().map(|mv| mv.0).collect::<Vec<_>>()
        );
        let json = serde_json::to_value(report.result_row(game)).unwrap();
        assert_eq!(json["moves"].as_array().unwrap().len(), moves(report).len());
        assert_eq!(json["format"], "ggf");
        let again =
            game.read_games("ggf", json["text"].as_str().unwrap().as_bytes(), &Reading::default());
        assert_eq!(again.problems, []);
        assert_eq!(again.records[0].main_line().len(), moves(report).len());
        assert!(report.delays.iter().all(|delays| !delays.is_empty()));
    }
    // The engines play alike, so with colours swapped the same game is played again.
    assert_eq!(moves(&reports[0]), moves(&reports[1]));
    assert_eq!(reports[0].players(), ["Fair-A", "Fair-B"]);
    assert_eq!(reports[1].players(), ["Fair-B", "Fair-A"]);
    assert_ne!(moves(&reports[0]), moves(&reports[2]));
    assert_eq!(alive("Fair-"), Vec::<String>::new());
}

#[test]
fn the_same_seed_plays_the_same_match_and_another_seed_another() {
    let match_with = |seed: u64| {
        let engines = [scripted("Seed-A", &[]), scripted("Seed-B", &[])];
        let mut config = config(engines, 4, "20s");
        config.seed = seed;
        let (_, reports) = run(play(config));
        reports.iter().map(moves).collect::<Vec<_>>()
    };
    let once = match_with(11);
    assert_eq!(once, match_with(11));
    assert_ne!(once, match_with(12));
}

/// Plays two games of a good engine against one that does this; both must be lost by it, for this
/// reason, and the match must end in good order.
fn every_game_is_lost(name: &str, faults: &[&str], time: &str, cause: &str) -> Vec<GameReport> {
    let good = format!("{name}-good");
    let config = config([scripted(&good, &[]), scripted(name, faults)], 2, time);
    let (summary, reports) = run(play(config));
    assert_eq!(summary.end, MatchEnd::AllPlayed, "{faults:?}");
    assert_eq!(reports.len(), 2, "{faults:?}");
    for report in &reports {
        let (engine, named) = report.forfeit.as_ref().expect("lost by forfeit");
        assert_eq!((*engine, named.to_string().as_str()), (1, cause), "{faults:?}");
        let winner = report.pairing.seat_of(0);
        assert_eq!(report.result.outcome, Outcome::WonBy(winner));
    }
    assert_eq!(summary.tally.standing.wins, 2);
    assert_eq!(summary.tally.reasons.len(), 1);
    assert_eq!(summary.tally.reasons[0].count, 2);
    assert_eq!(alive(name), Vec::<String>::new(), "{faults:?}");
    reports
}

#[test]
fn a_crash_in_mid_game_is_named_with_its_code_and_its_last_words() {
    let faults = ["complain=out of luck\\n@go:2", "exit=139@go:2"];
    let reports = every_game_is_lost("Crasher", &faults, "20s", "crashed (exit 139)");
    for report in &reports {
        let n_played = moves(report).len() - report.pairing.opening.len();
        assert!(n_played == 2 || n_played == 3, "what was played is kept: {n_played}");
    }
    let game = games::find("othello").unwrap();
    let json = serde_json::to_value(reports[0].result_row(game)).unwrap();
    assert_eq!(json["cause"], "crashed");
    assert_eq!(reports[0].last_words, ["out of luck"]);
    assert_eq!(json["stderr"][0], "out of luck");
    assert_eq!(json["failure"], true);
    let loser = game.info().sides[reports[0].pairing.seat_of(1).idx()];
    assert_eq!(json["reason"], format!("{loser} crashed (exit 139)"));
}

#[test]
fn a_signal_is_named() {
    every_game_is_lost("Signalled", &["die=9@go:2"], "20s", "crashed (signal 9, killed)");
}

#[test]
fn lies_are_told_apart() {
    every_game_is_lost("Occupied", &["instead==== D4@go"], "20s", "illegal move D4");
    let cause = "bad output: move “Z9”";
    every_game_is_lost("Nonsense", &["instead==== Z9@go"], "20s", cause);
}

#[test]
fn a_closed_output_is_named() {
    every_game_is_lost("Mute", &["close-output@go:2", "deaf@eof"], "20s", "closed its output");
}

#[test]
fn an_engine_that_hangs_costs_its_time_and_at_most_two_seconds() {
    // It reads nothing any more, and has a child that holds its pipes open.
    let faults = ["fork=hold@go:2", "stall@go:2"];
    let began = Instant::now();
    let reports = every_game_is_lost("Hanger", &faults, "0.4s/move", "lost on time");
    assert!(began.elapsed() < 2 * Duration::from_millis(400 + 2000), "{:?}", began.elapsed());
    assert!(!reports[0].is_failure(), "losing on time is no crash");
}

/// A machine on which each look at an engine finds that it has waited for another minute.
fn ever_busier(_process: u32) -> Vec<(u32, Duration)> {
    static N_LOOKS: AtomicU32 = AtomicU32::new(0);
    vec![(1, Duration::from_secs(60) * N_LOOKS.fetch_add(1, Ordering::Relaxed))]
}

#[test]
fn a_game_lost_on_time_while_the_machine_was_late_is_counted_apart() {
    let engines = |late| [scripted("Late-good", &[]), scripted("Late", &[late])];
    // It answers a little after its time (half a second more for each move).
    for (time, late) in [("0.4s/move", "late=1300@go"), ("1s", "late=1400@go")] {
        let mut busy = config(engines(late), 2, time);
        busy.waits = ever_busier;
        let (summary, reports) = run(play(busy));
        assert_eq!((summary.tally.late, summary.tally.failed), (2, 2));
        let [reason] = summary.tally.reasons.as_slice() else { panic!("{summary:?}") };
        assert_eq!(reason.text, "Late lost on time while the machine was late");
        let othello = games::find("othello").unwrap();
        for report in reports {
            let lateness = report.lateness.unwrap();
            assert!(lateness.machine >= Duration::from_secs(60), "{lateness:?}");
            assert_eq!(
                serde_json::to_value(report.result_row(othello)).unwrap()["lateness"]["late"],
                true
            );
            let late = GameReport::columns().iter().position(|name| *name == "late").unwrap();
            assert_eq!(report.to_row()[late], "true");
        }
    }
    // Where nothing is known of the machine, nothing is said of it.
    let (_, reports) = run(play(config(engines("late=1300@go"), 2, "0.4s/move")));
    assert!(reports.iter().all(|report| report.lateness.unwrap().machine.is_zero()));
    assert!(alive("Late").is_empty());
}

/// Whatever the machine did: it would have lost on an idle one, too.
#[test]
fn a_late_machine_excuses_no_engine_that_hangs_floods_or_gives_up() {
    let faults = [
        (OwnFault::Silent, &["stall@go:2"][..]),
        (OwnFault::Flooded, &["flood=0,450@go", "late=1300@go"]),
        (OwnFault::NoMove, &["late=1300@go", "instead==== Z9@go"]),
    ];
    for (fault, deeds) in faults {
        let mut busy = config([scripted("Own-good", &[]), scripted("Own", deeds)], 1, "0.4s/move");
        busy.waits = ever_busier;
        let (summary, reports) = run(play(busy));
        assert_eq!((summary.tally.late, summary.tally.failed), (0, 1), "{fault:?}");
        let lateness = reports[0].lateness.unwrap();
        assert_eq!(lateness.own, Some(fault), "{lateness:?}");
        assert_eq!(summary.tally.reasons[0].text, "Own lost on time");
    }
    assert!(alive("Own").is_empty());
}

#[test]
fn an_engine_that_ignores_one_order_loses_and_plays_on() {
    // It is still there for the next game, so only its second order of all is ignored, and the one for
    // a single ply with which it is asked again.
    let faults = ["deaf@go:2", "deaf@go:3"];
    let config = config([scripted("Patient", &[]), scripted("Dreamer", &faults)], 2, "20s");
    let (summary, reports) = run(play(config));
    assert_eq!(summary.end, MatchEnd::AllPlayed);
    assert_eq!(reports[0].cause_text(), "bad output: ended its search without a move");
    assert_eq!(reports[1].forfeit, None);
    assert!(alive("Dreamer").is_empty());
}

/// The host ends the flood in time, and the engine with it: neither loses on the clock. What it has
/// told is not possible in the position, and is no move of it.
#[test]
fn a_flood_in_mid_game_does_not_harm_the_match() {
    let cause = "bad output: ended its search without a move";
    every_game_is_lost("Flooder", &["flood=0@go", "deaf@go"], "5s", cause);
}

/// As Edax and NTest with a depth that they do not reach: no word before `ping`, and then the move.
#[test]
fn an_engine_that_thinks_until_it_is_pinged_loses_no_game_on_its_clock() {
    let thinker = scripted("Thinker", &["hold@go", "release@ping"]);
    let mut config = config([thinker, scripted("Thinker-other", &[])], 2, "12s");
    config.concurrency = 2;
    config.max_plies = Some(36);
    let (summary, reports) = run(play(config));
    assert_eq!(summary.end, MatchEnd::AllPlayed);
    for report in &reports {
        assert_eq!(report.forfeit, None, "{}", report.cause_text());
        assert_eq!(moves(report).len(), 36);
    }
    assert!(alive("Thinker").is_empty());
}

/// The document wants no more of `ping` than that the search ends. Such an engine is asked again, for
/// one ply.
#[test]
fn an_engine_that_stops_without_a_move_is_asked_once_more() {
    let config =
        config([scripted("Again", &["deaf@go:2"]), scripted("Again-other", &[])], 1, "20s");
    let (summary, reports) = run(play(config));
    assert_eq!(summary.end, MatchEnd::AllPlayed);
    assert_eq!(reports[0].forfeit, None, "{}", reports[0].cause_text());
    assert!(alive("Again").is_empty());
}

#[test]
fn an_engine_that_cannot_be_started_ends_the_match() {
    let missing = engine("Missing", vec!["/nonexistent/engine".to_owned()]);
    let (summary, reports) = run(play(config([scripted("Waiter", &[]), missing], 10, "1s")));
    assert_eq!(reports.len(), 1, "one failure, then no more");
    assert_eq!(summary.tally.standing.games(), 0, "it is no loss");
    assert_eq!(summary.tally.reasons[0].text, "Missing could not start");
    let MatchEnd::Unusable { engine: 1, cause } = summary.end else { panic!("{:?}", summary.end) };
    assert_eq!(cause.kind(), "could not start");
    assert!(cause.to_string().contains("/nonexistent/engine"), "{cause}");
    assert!(alive("Waiter").is_empty());
}

#[test]
fn an_engine_that_always_fails_before_it_is_ready_ends_the_match() {
    for (fault, cause) in
        [("exit=1@start", "crashed (exit 1)"), ("exit=3@ping:1", "crashed (exit 3)")]
    {
        let engines = [scripted("Stillborn-good", &[]), scripted("Stillborn", &[fault])];
        let (summary, reports) = run(play(config(engines, 10, "1s")));
        assert_eq!(reports.len(), 1, "one failure, then no more: {fault}");
        assert!(reports[0].unready, "{fault}");
        let json =
            serde_json::to_value(reports[0].result_row(games::find("othello").unwrap())).unwrap();
        assert_eq!((&json["result"], &json["winner"]), (&"*".into(), &().into()), "{fault}");
        assert_eq!(summary.tally.standing.games(), 0, "it is no loss: {fault}");
        let MatchEnd::Unusable { engine: 1, cause: named } = summary.end else {
            panic!("{fault}: {:?}", summary.end)
        };
        assert_eq!(named.to_string(), cause);
        assert!(alive("Stillborn").is_empty());
    }
}

/// It plays the first game until it crashes, dies once before it is ready, and then plays well.
#[test]
fn a_game_that_an_engine_once_did_not_begin_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let counter = folder.path().join("starts");
    let script = format!(
        "n=$(cat '{0}' 2>/dev/null || echo 0); echo $((n+1)) > '{0}'; case $n in \
         0) exec \"$0\" --name Moody exit=1@go ;; 1) exit 7 ;; \
         *) exec \"$0\" --name Moody ;; esac",
        counter.display()
    );
    let program = env!("CARGO_BIN_EXE_scripted-engine").to_owned();
    let moody = engine("Moody", vec!["sh".to_owned(), "-c".to_owned(), script, program]);
    let (summary, reports) = run(play(config([scripted("Steady", &[]), moody], 3, "20s")));
    assert_eq!(summary.end, MatchEnd::AllPlayed);
    assert_eq!(summary.tally.standing.games(), 3);
    let told: Vec<_> = reports.iter().map(|r| (r.pairing.number, r.unready)).collect();
    assert_eq!(told, [(1, false), (2, true), (2, false), (3, false)]);
    assert_eq!(reports[0].cause_text(), "crashed (exit 1)");
    assert_eq!(reports[2].pairing.opening, reports[1].pairing.opening);
    assert!(alive("Moody").is_empty());
}

#[test]
fn an_engine_that_crashes_in_every_game_is_no_engine_that_cannot_be_started() {
    let engines = [scripted("Brittle-good", &[]), scripted("Brittle", &["exit=1@go"])];
    let (summary, reports) = run(play(config(engines, 4, "5s")));
    assert_eq!(summary.end, MatchEnd::AllPlayed);
    assert!(reports.iter().all(|report| report.forfeit.is_some() && !report.unready));
}

#[test]
fn a_match_is_told_to_be_over_before_engines_that_refuse_to_quit_have_ended() {
    let stubborn = ["deaf@quit", "deaf@eof"];
    let engines = [scripted("Deaf-A", &stubborn), scripted("Deaf-B", &stubborn)];
    let control = MatchControl::new();
    let (mut told, mut n_over) = (None, 0);
    let summary = run(run_match(config(engines, 1, "20s"), &control, |event| {
        let is_last = matches!(event, MatchEvent::AllOver);
        assert!(told.is_none(), "nothing comes after it: {event:?}");
        n_over += u32::from(matches!(event, MatchEvent::Finished(_)));
        told = is_last.then(Instant::now);
    }))
    .unwrap();
    assert_eq!((summary.end, n_over), (MatchEnd::AllPlayed, 1));
    // They are killed after five seconds.
    assert!(told.expect("it is told").elapsed() > Duration::from_secs(4));
}

#[test]
fn a_stopped_match_does_not_wait_for_engines_that_refuse_to_quit() {
    let stubborn = ["deaf@quit", "deaf@eof"];
    let engines = [scripted("Stubborn-A", &stubborn), scripted("Stubborn-B", &stubborn)];
    let control = MatchControl::new();
    let mut stopped = None;
    let summary = run(run_match(config(engines, 9, "20s"), &control, |event| match event {
        MatchEvent::Finished(_) => {
            control.stop_now();
            stopped = Some(Instant::now());
        }
        MatchEvent::Started { .. }
        | MatchEvent::Complaint { .. }
        | MatchEvent::Ready { .. }
        | MatchEvent::Crowded { .. }
        | MatchEvent::Solving(_)
        | MatchEvent::SlowStart(_)
        | MatchEvent::RefereeFailed { .. }
        | MatchEvent::Stopped { .. }
        | MatchEvent::Live(_)
        | MatchEvent::AllOver => {}
    }))
    .unwrap();
    assert_eq!(summary.end, MatchEnd::Stopped);
    // Without a last chance of half a second it would be five.
    assert!(stopped.unwrap().elapsed() < Duration::from_secs(3));
    assert!(alive("Stubborn").is_empty());
}

/// As a scheduler ends a job: all its processes get the signal, and the engine is gone first.
#[test]
fn an_engine_that_is_ended_together_with_the_match_has_not_lost_its_game() {
    let engines = [scripted("Cancelled-A", &["die=15@go"]), scripted("Cancelled-B", &[])];
    let control = MatchControl::new();
    control.show(Some(1));
    let mut events = Vec::new();
    let summary = run(run_match(config(engines, 9, "20s"), &control, |event| match event {
        // The engine's end was heard, and ended the game.
        MatchEvent::Live(live) if live.turn.is_none() => control.stop_now(),
        MatchEvent::Stopped { number, .. } => events.push(format!("stopped {number}")),
        MatchEvent::Finished(report) => events.push(report.result.reason.clone()),
        MatchEvent::Started { .. }
        | MatchEvent::Live(_)
        | MatchEvent::AllOver
        | MatchEvent::Complaint { .. }
        | MatchEvent::Ready { .. }
        | MatchEvent::Crowded { .. }
        | MatchEvent::Solving(_)
        | MatchEvent::SlowStart(_)
        | MatchEvent::RefereeFailed { .. } => {}
    }))
    .unwrap();
    assert_eq!(events, ["stopped 1"]);
    assert_eq!((summary.end, summary.tally.standing.games()), (MatchEnd::Stopped, 0));
    // Ended alone it has lost.
    let engines = [scripted("Killed-A", &["die=9@go"]), scripted("Killed-B", &[])];
    let (_, reports) = run(play(config(engines, 1, "20s")));
    assert!(reports[0].is_failure() && reports[0].counts(), "{:?}", reports[0].result);
}

#[test]
fn an_engine_that_takes_long_to_start_is_reported_with_its_time_until_it_is_ready() {
    let engines = [scripted("Prompt-A", &[]), scripted("Sleepy-B", &["late=5500@ping:1"])];
    let mut seen = Vec::new();
    let summary = run(run_match(config(engines, 2, "20s"), &MatchControl::new(), |event| {
        if let MatchEvent::SlowStart(start) = event {
            seen.push(start);
        }
    }))
    .unwrap();
    assert_eq!(summary.end, MatchEnd::AllPlayed);
    let [waits, ready] = &seen[..] else { panic!("{seen:?}") };
    assert_eq!((waits.number, waits.engine, waits.name.as_str()), (1, Some(1), "Sleepy-B"));
    assert_eq!((waits.took, waits.since), (None, ready.since));
    assert!(ready.took >= Some(Duration::from_millis(5500)), "{ready:?}");
}

#[test]
fn a_match_can_be_stopped_at_once_or_after_its_running_games() {
    let slow = ["late=30@go"];
    let engines = || [scripted("Stopped-A", &slow), scripted("Stopped-B", &slow)];
    let control = MatchControl::new();
    let mut events = Vec::new();
    let summary = run(run_match(config(engines(), 9, "20s"), &control, |event| match event {
        MatchEvent::Started { number, .. } => {
            events.push(format!("started {number}"));
            control.stop_now();
        }
        MatchEvent::Stopped { number, .. } => events.push(format!("stopped {number}")),
        MatchEvent::Live(_) | MatchEvent::Complaint { .. } | MatchEvent::Finished(_) => {
            events.push("unexpected".to_owned())
        }
        MatchEvent::AllOver
        | MatchEvent::Ready { .. }
        | MatchEvent::Crowded { .. }
        | MatchEvent::Solving(_)
        | MatchEvent::SlowStart(_)
        | MatchEvent::RefereeFailed { .. } => {}
    }))
    .unwrap();
    assert_eq!(events, ["started 1", "stopped 1"]);
    assert_eq!((summary.end, summary.tally.standing.games()), (MatchEnd::Stopped, 0));

    let control = MatchControl::new();
    let (mut finished, mut ready) = (0, 0);
    let summary = run(run_match(config(engines(), 9, "20s"), &control, |event| match event {
        MatchEvent::Ready { .. } => {
            ready += 1;
            if ready == 2 {
                control.finish_then_stop();
            }
        }
        MatchEvent::Finished(_) => finished += 1,
        MatchEvent::Complaint { .. } | MatchEvent::Stopped { .. } | MatchEvent::Live(_) => {
            panic!("unexpected")
        }
        MatchEvent::AllOver
        | MatchEvent::Started { .. }
        | MatchEvent::Crowded { .. }
        | MatchEvent::Solving(_)
        | MatchEvent::SlowStart(_)
        | MatchEvent::RefereeFailed { .. } => {}
    }))
    .unwrap();
    assert_eq!((summary.end, finished), (MatchEnd::Stopped, 1));

    assert!(alive("Stopped-").is_empty());
}

#[test]
fn a_match_goes_on_where_its_end_is_taken_back_in_time() {
    let engines = [scripted("Going-A", &[]), scripted("Going-B", &[])];
    let control = MatchControl::new();
    let (mut finished, mut ready) = (0, 0);
    let summary = run(run_match(config(engines, 3, "20s"), &control, |event| match event {
        MatchEvent::Ready { .. } => {
            ready += 1;
            if ready == 2 {
                control.finish_then_stop();
            }
        }
        MatchEvent::Finished(_) => {
            finished += 1;
            control.go_on();
        }
        MatchEvent::Complaint { .. }
        | MatchEvent::Started { .. }
        | MatchEvent::Crowded { .. }
        | MatchEvent::Solving(_)
        | MatchEvent::SlowStart(_)
        | MatchEvent::RefereeFailed { .. }
        | MatchEvent::Stopped { .. }
        | MatchEvent::Live(_)
        | MatchEvent::AllOver => {}
    }))
    .unwrap();
    assert_eq!((summary.end, finished), (MatchEnd::AllPlayed, 3));
}

#[test]
fn a_game_whose_engine_is_not_ready_is_not_finished_and_is_played_where_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let sign = folder.path().join("sign");
    // The engine says nothing until there is the sign.
    let script = format!(
        "test -e '{}' && exec '{}' --name Later-A; exec sleep 1000",
        sign.display(),
        env!("CARGO_BIN_EXE_scripted-engine")
    );
    let engines = [
        engine("Later-A", ["sh", "-c", &script].map(str::to_owned).to_vec()),
        scripted("Later-B", &[]),
    ];
    let control = MatchControl::new();
    let (mut stopped, mut finished) = (Vec::new(), 0);
    let summary = run(run_match(config(engines, 2, "20s"), &control, |event| match event {
        MatchEvent::Started { .. } if stopped.is_empty() => control.finish_then_stop(),
        MatchEvent::Stopped { number, .. } => {
            stopped.push(number);
            std::fs::write(&sign, "").unwrap();
            control.go_on();
        }
        MatchEvent::Finished(_) => finished += 1,
        MatchEvent::Complaint { .. }
        | MatchEvent::Started { .. }
        | MatchEvent::Ready { .. }
        | MatchEvent::Crowded { .. }
        | MatchEvent::Solving(_)
        | MatchEvent::SlowStart(_)
        | MatchEvent::RefereeFailed { .. }
        | MatchEvent::Live(_)
        | MatchEvent::AllOver => {}
    }))
    .unwrap();
    assert_eq!((stopped, finished, summary.end), (vec![1], 2, MatchEnd::AllPlayed));
    assert!(alive("Later-").is_empty());
}

#[test]
fn the_game_that_is_shown_is_reported_move_by_move() {
    let engines = [scripted("Shown-A", &[]), scripted("Shown-B", &[])];
    let control = MatchControl::new();
    control.show(Some(2));
    let mut plies = Vec::new();
    let mut last = String::new();
    let mut ended = None;
    run(run_match(config(engines, 3, "20s"), &control, |event| match event {
        MatchEvent::Live(live) => {
            assert_eq!(live.number, 2);
            plies.push(live.ply);
            last = live.position.to_text();
        }
        MatchEvent::Finished(report) if report.pairing.number == 2 => ended = Some(report),
        MatchEvent::Finished(_)
        | MatchEvent::Started { .. }
        | MatchEvent::Complaint { .. }
        | MatchEvent::Ready { .. }
        | MatchEvent::Crowded { .. }
        | MatchEvent::Solving(_)
        | MatchEvent::SlowStart(_)
        | MatchEvent::RefereeFailed { .. }
        | MatchEvent::Stopped { .. }
        | MatchEvent::AllOver => {}
    }))
    .unwrap();
    let report = ended.expect("the second game was played");
    assert!(plies.is_sorted() && plies.len() > 100, "each ply when made and when thought about");
    assert_eq!(plies.last(), Some(&report.record.main_line().len()));
    let game = games::find("othello").unwrap();
    assert_eq!(last, report.record.replay(game, report.record.last()).unwrap().to_text());
    assert_eq!(report.pairing.seat, Side::Second);
}

/// The engine that comes with the program for this protocol of draughts.
fn draughts_engine(name: &str, protocol: Protocol) -> EngineSpec {
    let program = env!("CARGO_BIN_EXE_quintet").to_owned();
    let mut command = vec![program, "engine".to_owned(), protocol.name().to_owned()];
    command.extend(["--level", "2"].map(str::to_owned));
    let env = vec![mark(name)];
    let target = match protocol {
        Protocol::Guide => {
            command.extend(["--port", "{port}"].map(str::to_owned));
            Target::Tcp { command, dir: None, env, port: None, role: TcpRole::Auto }
        }
        Protocol::Hub | Protocol::NBoard | Protocol::Uhp | Protocol::Ubgi => {
            Target::Command { command, dir: None, env }
        }
    };
    let config = ClientConfig { name: name.to_owned(), ..ClientConfig::default() };
    EngineSpec::new(name.to_owned(), Launch { target, protocol, config })
}

fn draughts(
    variant: &str,
    engines: [EngineSpec; 2],
    time: &str,
) -> Result<MatchConfig, MatchError> {
    let game = games::find("draughts").unwrap();
    let setup = Setup { variant: Some(variant.to_owned()), position: None };
    let config = MatchConfig::with_setup(game, setup, engines, 2, time.parse().unwrap());
    config.map(|mut config| {
        config.ponder = true;
        config
    })
}

/// The scripted Hub engine: it searches for ever without a level, and answers all forms but those of
/// depths and nodes by an error.
fn without_levels(name: &str) -> EngineSpec {
    let program = env!("CARGO_BIN_EXE_scripted-engine");
    let args = [program, "--hub", "--name", name, "--refuses", "move-time,time,infinite"];
    let command = args.map(str::to_owned).to_vec();
    let target = Target::Command { command, dir: None, env: vec![mark(name)] };
    let config = ClientConfig { name: name.to_owned(), ..ClientConfig::default() };
    EngineSpec::new(name.to_owned(), Launch { target, protocol: Protocol::Hub, config })
}

#[test]
fn hub_engines_that_refuse_the_time_play_their_matches_to_the_end() {
    for (time, ponder) in [("0.02s/move", false), ("2s", false), ("2s+0.01s", true)] {
        let engines = ["Timeless-A", "Timeless-B"].map(without_levels);
        let mut config = draughts("normal", engines, time).unwrap();
        config.ponder = ponder;
        let (summary, reports) = run(play(config));
        assert_eq!((summary.end, reports.len()), (MatchEnd::AllPlayed, 2), "{time}");
        for report in &reports {
            assert_eq!(report.forfeit, None, "{time}: {}", report.cause_text());
        }
        assert!(alive("Timeless-").is_empty());
    }
}

#[test]
fn an_engine_of_a_match_gets_longer_to_start_on_a_crowded_machine() {
    // Its handshake alone takes longer than the 1.5 s that this entry of the list gives it.
    let mut slow = scripted("Crowded-A", &["late=2500@hello"]);
    slow.launch.config.timeouts_scale = 0.05;
    let mut config = config([slow, scripted("Crowded-B", &[])], 1, "20s");
    config.crowding = || 8.0;
    let (summary, reports) = run(play(config));
    assert_eq!((summary.end, reports.len()), (MatchEnd::AllPlayed, 1));
    assert!(!reports[0].unready, "{}", reports[0].cause_text());
    assert!(alive("Crowded-").is_empty());
}

#[test]
fn draughts_engines_think_on_each_others_time_in_every_variant() {
    let game = games::find("draughts").unwrap();
    for variant in game.info().variants {
        let engines = ["Hub-A", "Hub-B"].map(|name| draughts_engine(name, Protocol::Hub));
        let alias = variant.aliases.first().copied().unwrap_or(variant.name);
        let config = draughts(alias, engines, "depth 3").unwrap();
        let (summary, reports) = run(play(config));
        assert_eq!(summary.end, MatchEnd::AllPlayed, "{alias}");
        for report in &reports {
            assert_eq!(report.forfeit, None, "{alias}");
            assert_eq!(report.record.setup.variant.as_deref(), Some(variant.name));
            let counts = report.ponder.map(Option::unwrap);
            assert!(counts.iter().all(|count| count.hits <= count.all), "{counts:?}");
            assert!(counts.iter().any(|count| count.all > 0), "{alias}: {counts:?}");
            let json = serde_json::to_value(report.result_row(game)).unwrap();
            assert_eq!(json["variant"], variant.name);
            assert_eq!(json["ponder"][0]["all"], counts[0].all);
        }
        let all = reports.iter().map(|report| report.ponder[1].unwrap().all).sum();
        assert_eq!(summary.tally.ponder[1].map(|count| count.all), Some(all));
    }
    assert!(alive("Hub-").is_empty());
}

#[test]
fn engines_of_two_protocols_play_each_other_with_clocks_and_what_one_cannot_play_is_named() {
    let engines = || {
        [draughts_engine("Two-hub", Protocol::Hub), draughts_engine("Two-guide", Protocol::Guide)]
    };
    let (summary, reports) = run(play(draughts("normal", engines(), "3s+0.05s").unwrap()));
    assert_eq!(summary.end, MatchEnd::AllPlayed);
    for report in &reports {
        assert_eq!(report.forfeit, None, "{}", report.cause_text());
        let counts = report.ponder.map(Option::unwrap);
        assert!(counts.iter().all(|count| count.all > 0), "{counts:?}");
        assert_eq!(report.record.setup.variant.as_deref(), Some("international"));
    }
    let error = draughts("frisian", engines(), "1s").unwrap_err().to_string();
    assert!(error.contains("Two-guide") && error.contains("Frisian is not played over"), "{error}");
    assert!(alive("Two-").is_empty());
}
