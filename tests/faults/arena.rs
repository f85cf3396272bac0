//! One match of two short games between a good engine and one that does something wrong.

#[path = "../support/processes.rs"]
pub(crate) mod processes;

use std::fs;
use std::time::{Duration, Instant};

use quintet::games::{self, Setup};
use quintet::play::{
    EngineSpec, GameReport, MatchConfig, MatchControl, MatchEnd, MatchEvent, run_match,
};
use quintet::protocol::{ClientConfig, Protocol};
use quintet::session::{Launch, Target, TcpRole};

/// Multiplies the deadlines of the engine that fails; the good one has all its time.
const HURRY: f64 = 0.1;
/// Short, but not so short that a loaded machine fails a good engine.
const TIME: &str = "0.9s/move";
/// The same where engines write as much as they can: the good one must have its turn.
const LONG_TIME: &str = "2s/move";
/// No match of two games takes longer, whatever an engine does.
const LIMIT: Duration = Duration::from_secs(60);

/// What an engine does wrong, and what is expected.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    protocol: Protocol,
    faults: Vec<String>,
    /// Names of causes with `|` between those that are as good; `none` where no game is lost by it.
    /// `unready: X` where the engine never gets ready.
    expected: String,
    ponders: bool,
    is_heavy: bool,
}

/// How a case went.
#[derive(Debug)]
pub(crate) struct CaseReport {
    pub(crate) case: String,
    pub(crate) problems: Vec<String>,
}

impl Case {
    pub(crate) fn new(protocol: Protocol, faults: Vec<String>, expected: String) -> Self {
        Self { protocol, faults, expected, ponders: false, is_heavy: false }
    }

    /// With engines that think on the other's time, or not.
    pub(crate) fn pondering(self, ponders: bool) -> Self {
        Self { ponders, ..self }
    }

    /// With time enough for a machine that is busy with it, or not.
    pub(crate) fn heavy(self, is_heavy: bool) -> Self {
        Self { is_heavy, ..self }
    }

    /// Plays it; says what was not as expected.
    pub(crate) async fn play(self) -> CaseReport {
        let case = format!("{} {:?}", self.protocol, self.faults);
        let mark = case.clone();
        let mut problems = Vec::new();
        let mut config = config(self.protocol, &mark, &self.faults, 2);
        config.ponder = self.ponders;
        if self.is_heavy {
            config.time = [LONG_TIME.parse().unwrap(); 2];
        }
        let (Target::Command { command, .. } | Target::Tcp { command, .. }) =
            &mut config.engines[0].launch.target
        else {
            unreachable!("it is started here");
        };
        if self.ponders {
            // So that the other one has begun to think on this one's time.
            command.push("late=60@go".to_owned());
        }
        match tokio::time::timeout(LIMIT, run(config)).await {
            Ok((end, reports)) => self.judge(&end, &reports, &mut problems),
            Err(_) => problems.push(format!("two games take more than {LIMIT:?}")),
        }
        let left = left_alive(&mark).await;
        if !left.is_empty() {
            problems.push(format!("processes are left: {left:?}"));
        }
        CaseReport { case, problems }
    }

    fn judge(&self, end: &MatchEnd, reports: &[GameReport], problems: &mut Vec<String>) {
        let causes: Vec<&str> = self.expected.split('|').collect();
        if let MatchEnd::Unusable { engine, cause } = end {
            let found = format!("unready: {}", cause.kind());
            if *engine != 1 || !causes.contains(&found.as_str()) {
                problems.push(format!("engine {engine} is {found} ({cause})"));
            }
            return;
        }
        // A game that was not begun is played again.
        let n_played = reports.iter().filter(|report| !report.unready).count();
        if *end != MatchEnd::AllPlayed || n_played != 2 {
            problems.push(format!("{end:?} after {n_played} games"));
        }
        let n_failed = reports.iter().filter(|report| report.forfeit.is_some()).count();
        for report in reports {
            judge_record(report, problems);
            let found = match &report.forfeit {
                None => "none".to_owned(),
                Some((1, cause)) => cause.kind().to_owned(),
                Some((_, cause)) => format!("the good engine: {}", cause.kind()),
            };
            // One that has been sent home too roughly may be blamed in one game only.
            let is_expected = causes.contains(&found.as_str())
                || found == "none" && n_failed == 1 && causes.contains(&"once");
            if !is_expected {
                problems.push(format!(
                    "game {}: {found} ({})",
                    report.pairing.number,
                    report.cause_text()
                ));
            }
            // A flood drives the beginning out of a transcript.
            let is_whole = |text: &String| self.is_heavy || text.contains(" -- CMD ");
            if report.is_failure() && !report.bundle.as_ref().is_some_and(is_whole) {
                problems.push(format!("game {} has no bundle", report.pairing.number));
            }
        }
    }
}

/// The record can be played through, and has every move that the report has.
fn judge_record(report: &GameReport, problems: &mut Vec<String>) {
    let game = games::find(&report.record.game).unwrap();
    let number = report.pairing.number;
    if let Err(error) = report.record.replay(game, report.record.last()) {
        problems.push(format!("game {number} cannot be played through: {error}"));
    }
    let n_moves = report.record.main_line().len();
    let json = serde_json::to_value(report.result_row(game)).unwrap();
    if json["moves"].as_array().map(Vec::len) != Some(n_moves) || json["text"].is_null() {
        problems.push(format!("the record of game {number} is not whole: {json}"));
    }
    if n_moves < report.pairing.opening.len() {
        problems.push(format!("game {number} lacks its opening"));
    }
    if report.forfeit.is_none() && n_moves < 16 && report.result.reason == "move limit" {
        problems.push(format!("game {number} ends after {n_moves} plies"));
    }
}

/// A match of short games between a good engine and one with these faults.
pub(crate) fn config(protocol: Protocol, mark: &str, faults: &[String], games: u32) -> MatchConfig {
    let engines = [engine(protocol, mark, &[]), engine(protocol, mark, faults)];
    let (game, variant) = match protocol {
        Protocol::NBoard => ("othello", None),
        Protocol::Hub | Protocol::Guide => ("draughts", None),
        Protocol::Uhp => ("hive", Some("Base+MLP")),
        Protocol::Ubgi => ("backgammon", Some("cubeless")),
    };
    let setup = Setup { variant: variant.map(str::to_owned), position: None };
    let game = games::find(game).unwrap();
    let time = TIME.parse().unwrap();
    let mut config = MatchConfig::with_setup(game, setup, engines, games, time).unwrap();
    config.max_plies = Some(16);
    config
}

pub(crate) async fn run(config: MatchConfig) -> (MatchEnd, Vec<GameReport>) {
    let mut reports = Vec::new();
    let summary = run_match(config, &MatchControl::new(), |event| {
        if let MatchEvent::Finished(report) = event {
            reports.push(*report);
        }
    })
    .await
    .unwrap();
    (summary.end, reports)
}

fn engine(protocol: Protocol, mark: &str, faults: &[String]) -> EngineSpec {
    let words: &[&str] = match protocol {
        Protocol::NBoard => &[],
        Protocol::Hub => &["--hub"],
        Protocol::Guide => &["--guide", "-guide", "-port", "{port}", "--rules"],
        Protocol::Uhp => &["--uhp", "--rules"],
        Protocol::Ubgi => &["--ubgi", "--rules"],
    };
    let words = [env!("CARGO_BIN_EXE_scripted-engine")].into_iter().chain(words.iter().copied());
    let words = words.chain(faults.iter().map(String::as_str));
    let command = words.map(str::to_owned).collect();
    let env = vec![processes::mark(mark)];
    let target = match protocol {
        Protocol::Guide => {
            let role = TcpRole::Connect;
            Target::Tcp { command, dir: None, env, port: None, role }
        }
        Protocol::NBoard | Protocol::Hub | Protocol::Uhp | Protocol::Ubgi => {
            Target::Command { command, dir: None, env }
        }
    };
    let name = if faults.is_empty() { "Good" } else { "Bad" }.to_owned();
    let timeouts_scale = if faults.is_empty() { 1.0 } else { HURRY };
    let config = ClientConfig { name: name.clone(), timeouts_scale, ..ClientConfig::default() };
    EngineSpec::new(name, Launch { target, protocol, config })
}

/// Processes of a case that do not end; the system takes a moment for those that were killed.
pub(crate) async fn left_alive(mark: &str) -> Vec<String> {
    // On a machine that stands still for seconds a killed process is there for as long.
    let until = Instant::now() + LIMIT;
    loop {
        let left = processes::alive(mark);
        if left.is_empty() || until < Instant::now() {
            return left;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Bytes of memory that this process holds.
pub(crate) fn memory() -> usize {
    status("VmRSS:")
}

/// The most that it has held at any moment.
pub(crate) fn most_memory() -> usize {
    status("VmHWM:")
}

fn status(name: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    kib.unwrap_or(0) << 10
}

/// Open descriptors of this process.
pub(crate) fn n_descriptors() -> usize {
    fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}
