//! Engines that do nothing wrong, in ways that could be taken for faults; and what is said of those
//! that could be taken for honest.

use std::io::{BufRead as _, BufReader, Write as _};

use quintet::check::Verdict;
use quintet::protocol::ClientConfig;
use quintet::protocol::Protocol::{self, Guide, Hub, NBoard, Ubgi, Uhp};
use quintet::session::{Launch, Target};

use super::{check, scripted, wrong};

/// What is seen in some steps.
struct Case {
    protocol: Protocol,
    /// What the scripted engine is told.
    args: &'static [&'static str],
    /// The options of the list.
    options: &'static [(&'static str, &'static str)],
    /// Steps to take.
    steps: &'static [&'static str],
    timeouts: f64,
    /// What is seen in all of them but the handshake: a part of what is said.
    seen: (Verdict, &'static str),
}

const fn honest(
    protocol: Protocol,
    args: &'static [&'static str],
    steps: &'static [&'static str],
    timeouts: f64,
) -> Case {
    Case { protocol, args, options: &[], steps, timeouts, seen: (Verdict::Pass, "") }
}

const fn warned(
    protocol: Protocol,
    args: &'static [&'static str],
    step: &'static [&'static str],
    timeouts: f64,
    remark: &'static str,
) -> Case {
    Case { protocol, args, options: &[], steps: step, timeouts, seen: (Verdict::Warn, remark) }
}

#[rustfmt::skip]
const CASES: &[Case] = &[
    // Its introduction comes after it was asked for one: there are two then.
    honest(Uhp, &["late=2600@start"], &["banner", "info", "newgame", "undo", "exit", "end-of-input"], 1.0),
    // Every start takes its time, not only the first.
    honest(NBoard, &["late=1500@start"], &["name", "quit", "quit-search"], 1.0),
    honest(Guide, &["late=1500@open"], &["id", "ping", "positions"], 1.0),
    // It saves something after its last word.
    honest(Hub, &["close-output@quit", "late=900@quit"], &["quit"], 1.0),
    honest(Uhp, &["close-output@exit", "late=900@exit"], &["exit"], 1.0),
    // All levels but the clock are optional.
    honest(Hub, &["--time-only"], &["positions", "history", "variants", "forced-move", "info", "done", "ponder-miss", "new-game"], 0.2),
    honest(Hub, &["--time-only"], &["variants"], 0.2),
    warned(Hub, &["--time-only"], &["level-depth", "level-nodes", "level-move-time"], 0.2, "optional"),
    warned(Hub, &["--refuses", "depth,nodes,move-time"], &["level-depth", "level-nodes", "level-move-time"], 1.0, "error instead of `done`: bad level; the document calls `level "),
    honest(Hub, &["--refuses", "depth,nodes,move-time"], &["positions", "level-clock", "stop", "ponder-miss"], 1.0),
    // It is not ready without what the list sets.
    Case { options: &[("threads", "4")], ..honest(Hub, &["--needs", "threads=4"], &["set-param", "out-of-limits", "positions"], 1.0) },
    // What it does not know it refuses, but slowly.
    honest(Ubgi, &["late=300@unknown"], &["unknown-command", "bad-position", "terminal", "positions"], 1.0),
    honest(Ubgi, &["late=300@position"], &["bad-position", "terminal", "stop"], 1.0),
    warned(Ubgi, &["--no-stop", "late=300@stop"], &["stop-idle"], 1.0, "`sorry`"),
    // What stands behind a hash is for those who know it.
    honest(Guide, &["instead=searchInfo ply 3 #qnt speed 7\tmove 32 28 0@go"], &["searchinfo"], 1.0),
    warned(Guide, &["instead=error forward not implemented@forward"], &["forward-jumpto"], 1.0, "forward: not implemented"),
    // Who does not say what it can do before it is asked is asked for it, whenever its first `ok` comes.
    Case { seen: (Verdict::Pass, "Base+MLP"), ..honest(Uhp, &["--bare-banner"], &["newgame-type"], 1.0) },
    honest(Uhp, &["--bare-banner"], &["info", "ok", "exit", "end-of-input"], 1.0),
    Case { seen: (Verdict::Pass, "Base+MLP"), ..honest(Uhp, &["--bare-banner", "late=2600@start"], &["newgame-type"], 1.0) },
    // An empty line is no answer.
    warned(Uhp, &["--blank-end"], &["ok"], 1.0, "an empty line after `ok`"),
    honest(Uhp, &["--blank-end"], &["info", "newgame", "bestmove-lines", "undo", "options-get"], 1.0),
    // The letters of a game type may stand in any order.
    warned(Uhp, &["--shuffled-type"], &["newgame-type", "play"], 1.0, "is written “Base+PLM”"),
    warned(NBoard, &["late=1600@hint"], &["hint"], 0.2, "came after"),
];

#[tokio::test(flavor = "multi_thread")]
async fn engines_are_not_blamed_for_what_their_documents_permit() {
    let mut running = tokio::task::JoinSet::new();
    let mut problems = Vec::new();
    for case in CASES {
        if running.len() >= 4 {
            problems.extend(running.join_next().await.unwrap().unwrap());
        }
        running.spawn(problems_of(case));
    }
    while let Some(problem) = running.join_next().await {
        problems.extend(problem.unwrap());
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// What is not seen as it should be.
async fn problems_of(case: &'static Case) -> Vec<String> {
    let mut launch = scripted(case.protocol, case.args);
    launch.config.timeouts_scale = case.timeouts;
    let options = case.options.iter();
    launch.config.options =
        options.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let steps: Vec<String> = case.steps.iter().map(|step| (*step).to_owned()).collect();
    let report = check(launch, &steps).await;
    let what = format!("{} {:?}", case.protocol, case.args);
    if report.steps.len() != steps.len() + 1 {
        return vec![format!("{what} does not come so far: {:?}", wrong(&report))];
    }
    let (verdict, remark) = case.seen;
    let is_as_expected = |step: &&quintet::check::StepReport| {
        step.verdict == verdict && step.remark.contains(remark)
    };
    let odd = report.steps.iter().skip(1).filter(|step| !is_as_expected(step));
    odd.map(|step| format!("{what} {} is {}: {}", step.info.name, step.verdict.word(), step.remark))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_of_the_handshake_that_are_not_quoted_are_warned_of() {
    let args = ["deaf@hub", "say=id name=X version=1 author=Fabien Letouzey\nwait\n@hub"];
    let mut launch = scripted(Hub, &args);
    launch.config.timeouts_scale = 0.2;
    let report = check(launch, &["handshake".to_owned()]).await;
    let [step] = report.steps.as_slice() else { panic!("{report:?}") };
    assert_eq!(step.verdict, Verdict::Warn, "{}", step.remark);
    assert!(step.remark.contains("“Letouzey” stands outside quotes"), "{}", step.remark);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_output_that_is_closed_is_told_from_an_end() {
    let mut launch = scripted(Hub, &["close-output@ping"]);
    launch.config.timeouts_scale = 0.2;
    let report = check(launch, &["ping".to_owned()]).await;
    let step = report.steps.last().unwrap();
    assert_eq!(step.verdict, Verdict::Fail, "{}", step.remark);
    assert!(step.remark.contains("closed its output and kept running"), "{}", step.remark);
}

/// An engine of GUIDE that answers pings to one connection, up to a word; then nothing listens
/// there.
async fn check_one_connection(last: &'static str, steps: &[&str]) -> quintet::check::Report {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let serving = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        drop(listener);
        stream
            .write_all(
                b"name X
author Y
engineok
",
            )
            .unwrap();
        for line in BufReader::new(stream.try_clone().unwrap()).lines() {
            let line = line.unwrap();
            if line.starts_with("ping ") {
                writeln!(stream, "{}", line.replacen("ping", "pong", 1)).unwrap();
            }
            if line.starts_with(last) {
                return writeln!(stream, "quit").unwrap();
            }
        }
    });
    let target = Target::Socket { address };
    // For a while the check tries again to reach an engine that does not listen.
    let config = ClientConfig { timeouts_scale: 0.4, ..ClientConfig::default() };
    let launch = Launch { target, protocol: Guide, config };
    let steps: Vec<String> = steps.iter().map(|step| (*step).to_owned()).collect();
    let report = check(launch, &steps).await;
    serving.join().unwrap();
    report
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_is_gone_is_reported_unless_it_was_told_to_quit() {
    let report = check_one_connection("quit", &["ping", "quit", "quit-search"]).await;
    assert_eq!(wrong(&report), Vec::<String>::new());
    assert_eq!((report.steps.len(), report.n_left_out), (3, 1));

    let report =
        check_one_connection("quintet-unknown", &["unknown-command", "game", "move"]).await;
    let last = report.steps.last().unwrap();
    assert_eq!((last.info.name, last.verdict), ("game", Verdict::Fail), "{report:?}");
    assert!(last.remark.starts_with("could not be reached again: "), "{}", last.remark);
    assert_eq!((report.steps.len(), report.n_left_out), (3, 1));
}
