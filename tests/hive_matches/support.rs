//! Matches of Hive between scripted engines, and what is left of their processes.

use std::future::Future;
use std::time::Duration;

use quintet::games::{self, Game, Setup};
use quintet::play::{
    EngineSpec, GameReport, MatchConfig, MatchControl, MatchEvent, MatchSummary, run_match,
};
use quintet::protocol::{ClientConfig, Protocol};
use quintet::session::{Launch, Target};

use super::processes::mark;

/// No match takes longer; most take less than a second.
const LIMIT: Duration = Duration::from_secs(120);

pub(crate) type Names = [EngineSpec; 2];

pub(crate) fn hive() -> &'static dyn Game {
    games::find("hive").expect("it is listed")
}

/// Runs a match in a current-thread runtime and a time limit, as `quintet match` does.
pub(crate) fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    runtime.block_on(async { tokio::time::timeout(LIMIT, test).await.expect("in time") })
}

/// `scripted-engine --uhp`, called `name`, that behaves so.
pub(crate) fn engine(name: &str, args: &[&str]) -> EngineSpec {
    engine_with(name, args, 1.0)
}

/// The same with all its deadlines multiplied.
pub(crate) fn engine_with(name: &str, args: &[&str], timeouts_scale: f64) -> EngineSpec {
    let program = env!("CARGO_BIN_EXE_scripted-engine");
    let words = [program, "--uhp", "--name", name].into_iter().chain(args.iter().copied());
    let command = words.map(str::to_owned).collect();
    let env = vec![mark(name)];
    let target = Target::Command { command, dir: None, env };
    let config = ClientConfig { name: name.to_owned(), timeouts_scale, ..ClientConfig::default() };
    EngineSpec::new(name.to_owned(), Launch { target, protocol: Protocol::Uhp, config })
}

pub(crate) fn config(engines: Names, variant: &str, games: u32, time: &str) -> MatchConfig {
    let setup = Setup { variant: Some(variant.to_owned()), position: None };
    let time = time.parse().expect("a time control");
    MatchConfig::with_setup(hive(), setup, engines, games, time).expect("it can be played")
}

/// Plays a match and keeps its reports.
pub(crate) async fn play(config: MatchConfig) -> (MatchSummary, Vec<GameReport>) {
    let mut reports = Vec::new();
    let summary = run_match(config, &MatchControl::new(), |event| {
        if let MatchEvent::Finished(report) = event {
            reports.push(*report);
        }
    })
    .await;
    (summary.expect("it can be played"), reports)
}

pub(crate) fn moves(report: &GameReport) -> Vec<String> {
    let record = &report.record;
    record.moves_to(record.last()).into_iter().map(|mv| mv.0).collect()
}
