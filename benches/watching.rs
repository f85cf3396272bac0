//! What it costs to watch a match: processor time of the program for a ply, with and without a window's
//! eyes on it.
//!
//! The same match of Othello, four games at once, is played by the library alone, which shows nothing;
//! by the application, whose wall has all running games and which keeps them on a disk; and by the
//! application with a running game followed in a tab as well. The engines answer at once, or after 20 ms,
//! so that each ply has a snapshot of its own. What painting costs is not in it (`--bench window`).
//! Printed are the figures and their ratio to the 0.2 ms a ply that watching may cost.
//!
//! ```text
//! cargo bench --no-default-features --bench watching
//! ```

#![expect(clippy::print_stdout, reason = "its figures are what this program is for")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quintet::app::{App, AppConfig, Command, MatchCommand, SeatChoice, Snapshot, TimeControl};
use quintet::games;
use quintet::play::{EngineSpec, MatchConfig, MatchControl, MatchEvent, ResultRow, run_match};
use quintet::protocol::{ClientConfig, Protocol};
use quintet::session::{Launch, Target};
use quintet::store::{Places, read_results};

const SCRIPTED: &str = env!("CARGO_BIN_EXE_scripted-engine");
const AT_ONCE: u32 = 4;
const TIME: TimeControl = TimeControl::Depth { depth: 1 };
/// Far more than a match here takes.
const LIMIT: Duration = Duration::from_secs(600);
/// What watching a ply may cost, in microseconds.
const WANTED: f64 = 200.0;

fn main() -> Result<(), Box<dyn Error>> {
    println!("engines   watched                    plies   us a ply   more   of 0.2 ms");
    for (name, words, n_games) in [("at once", None, 1000), ("20 ms", Some("late=20@go"), 40)] {
        let dir = tempfile::tempdir()?;
        let command = [SCRIPTED].into_iter().chain(words).map(str::to_owned).collect::<Vec<_>>();
        let (nanos, plies) = unwatched(&command, n_games)?;
        let alone = micros(nanos, plies);
        println!("{name:<9} {:<24} {plies:>7} {alone:>10.1}", "not at all");
        for (what, follows) in [("on the wall", false), ("on the wall and in a tab", true)] {
            let (nanos, plies) = watched(dir.path(), &command, n_games, follows)?;
            let used = micros(nanos, plies);
            let more = used - alone;
            let ratio = more / WANTED;
            println!("{name:<9} {what:<24} {plies:>7} {used:>10.1} {more:>6.1} {ratio:>11.2}");
        }
    }
    Ok(())
}

fn micros(nanos: u64, plies: usize) -> f64 {
    nanos as f64 / 1e3 / plies.max(1) as f64
}

/// Plays the match without a window; the processor time that it took, and its plies after the openings.
fn unwatched(command: &[String], n_games: u32) -> Result<(u64, usize), Box<dyn Error>> {
    let game = games::find("othello").ok_or("no Othello")?;
    let engine = |name: &str| {
        let target = Target::Command { command: command.to_vec(), dir: None, env: Vec::new() };
        let config = ClientConfig { name: name.to_owned(), ..ClientConfig::default() };
        let launch = Launch { target, protocol: Protocol::NBoard, config };
        EngineSpec::new(name.to_owned(), launch)
    };
    let mut config = MatchConfig::new(game, [engine("A"), engine("B")], n_games, TIME)?;
    config.concurrency = AT_ONCE;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let mut plies = 0;
    let before = processor_nanos()?;
    runtime.block_on(run_match(config, &MatchControl::new(), |event| {
        if let MatchEvent::Finished(report) = &event {
            plies += report.record.main_line().len() - report.pairing.opening.len();
        }
    }))?;
    Ok((processor_nanos()? - before, plies))
}

/// The same in the application; `follows` opens the first running game in a tab.
fn watched(
    dir: &Path,
    command: &[String],
    n_games: u32,
    follows: bool,
) -> Result<(u64, usize), Box<dyn Error>> {
    let quoted: Vec<String> = command.iter().map(|word| format!("{word:?}")).collect();
    let entry = |name: &str| {
        let command = quoted.join(", ");
        format!("[[engine]]\nname = {name:?}\nprotocol = \"nboard\"\ncommand = [{command}]\n")
    };
    fs::write(dir.join("engines.toml"), entry("A") + &entry("B"))?;
    let program = PathBuf::from(env!("CARGO_BIN_EXE_quintet"));
    let places = Places { config_dir: Some(dir.to_owned()), program };
    let config = AppConfig { places, engines_file: None, file: None, opener: None, processors: 4 };
    let mut app = App::start(config, || {})?;
    let seat = |name: &str| SeatChoice::Engine { name: name.to_owned(), options: Vec::new() };
    let before = processor_nanos()?;
    app.send(Command::Match(MatchCommand::Start {
        game: "othello".to_owned(),
        variant: None,
        engines: [seat("A"), seat("B")],
        games: n_games,
        time: TIME,
        concurrency: AT_ONCE,
        seed: 1,
        ponder: false,
    }));
    if follows {
        let runs = |s: &Snapshot| s.matching.as_ref().is_some_and(|found| found.running > 0);
        app.wait_for(LIMIT, runs).ok_or("no game is begun")?;
        app.send(Command::Match(MatchCommand::Open(1)));
    }
    let is_over = |s: &Snapshot| s.matching.as_ref().is_some_and(|found| found.over);
    let over = app.wait_for(LIMIT, is_over).ok_or("the match does not end")?;
    let nanos = processor_nanos()? - before;
    let found = over.matching.as_ref().ok_or("no match")?;
    let folder = found.folder.clone().ok_or("its games are not kept")?;
    let rows: Vec<ResultRow> = read_results(&folder.join("results.jsonl"))?;
    Ok((nanos, rows.iter().map(|row| row.moves.len() - row.opening_plies).sum()))
}

/// Processor time of this process, of threads that have ended, too, in nanoseconds; to 10 ms.
fn processor_nanos() -> Result<u64, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let (_, fields) = stat.rsplit_once(')').ok_or("a strange /proc/self/stat")?;
    // The state is the first one; user and system time are the 12th and 13th, in hundredths.
    let times = fields.split_whitespace().skip(11).take(2);
    let ticks: Result<Vec<u64>, _> = times.map(str::parse::<u64>).collect();
    Ok(ticks?.iter().sum::<u64>() * 10_000_000)
}
