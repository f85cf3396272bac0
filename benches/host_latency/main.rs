//! What the program adds between two engines that answer at once, in each of the five protocols.
//!
//! Plays matches between two copies of itself (`--engine PROTOCOL`), each of which notes when a request
//! was read and when an answer leaves, on a clock that all processes share. A row is printed for each
//! kind of game: the time from one engine's answer leaving it to the next engine's request reaching it,
//! the processor time of the host, and games and plies a second with all that the engines need.
//!
//! ```text
//! cargo bench --no-default-features --bench host_latency                # free to spread
//! taskset -c 0 cargo bench --no-default-features --bench host_latency   # all on one core
//! ... --bench host_latency -- othello hive games=1000
//! ... --bench host_latency -- hive plies=60                   # as long as games of people
//! ... --bench host_latency -- othello games=2560 at-once=256 thinking=100 time=1s/move
//! taskset -c 1 ... --bench host_latency -- guide at-once=4 engines-on=0
//! ```
//!
//! `engines-on=PROCESSORS` binds the engines to other processors than the host's (with `taskset`, Linux).
//! With `at-once=N` the clock of the match takes the place of the engines' notes: how long an engine that
//! thinks so many milliseconds is said to have thought, which is what games are lost by; and from one
//! engine's answer being read to the other's request being handed over, by the host itself.
//!
//! Does not judge its figures, which depend on the machine and on what else runs there.

#![expect(clippy::print_stdout, reason = "its figures are what this program is for")]

mod dialogue;
mod engine;

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use quintet::games::{self, Setup};
use quintet::play::{
    Delays, EngineSpec, MatchConfig, MatchControl, MatchEvent, MatchSummary, TimeControl, run_match,
};
use quintet::protocol::{ClientConfig, Protocol};
use quintet::session::{Launch, Target, TcpRole};

/// A kind of game that is measured.
struct Kind {
    name: &'static str,
    game: &'static str,
    variant: Option<&'static str>,
    protocol: Protocol,
    /// The host asks the engines for their moves at each turn.
    compares: bool,
    /// The games of a match, if nothing else is said.
    games: u32,
}

const KINDS: [Kind; 6] = [
    Kind::new("othello", "othello", Protocol::NBoard, 200),
    Kind::new("draughts", "draughts", Protocol::Hub, 200),
    Kind::new("guide", "draughts", Protocol::Guide, 200),
    Kind { compares: true, ..Kind::new("hive", "hive", Protocol::Uhp, 200) },
    Kind::new("hive-trusted", "hive", Protocol::Uhp, 200),
    Kind {
        variant: Some("cubeless"),
        ..Kind::new("backgammon", "backgammon", Protocol::Ubgi, 500)
    },
];

impl Kind {
    const fn new(name: &'static str, game: &'static str, protocol: Protocol, games: u32) -> Self {
        Self { name, game, variant: None, protocol, compares: false, games }
    }
}

/// How many openings are played, again and again.
const OPENINGS: u32 = 5;
/// Games that go round in circles end here, if nothing else is said.
const MAX_PLIES: u32 = 300;

/// What is to be measured, from the command line.
struct Wishes {
    games: Option<u32>,
    at_once: u32,
    /// Where a game ends at the latest.
    max_plies: u32,
    /// How long the engines pretend to think.
    thinking: Duration,
    time: TimeControl,
    /// The processors of the engines, as `taskset -c` takes them; without, those of the host.
    engines_on: Option<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|arg| arg == "--engine") {
        return engine::run(&read_engine(&args[1..])?);
    }
    let time = "60s".parse()?;
    let (max_plies, thinking) = (MAX_PLIES, Duration::ZERO);
    let mut wishes =
        Wishes { games: None, at_once: 1, max_plies, thinking, time, engines_on: None };
    let mut kinds: Vec<&Kind> = Vec::new();
    for arg in &args {
        match arg.split_once('=') {
            Some(("games", n)) => wishes.games = Some(n.parse()?),
            Some(("at-once", n)) => wishes.at_once = n.parse()?,
            Some(("plies", n)) => wishes.max_plies = n.parse()?,
            Some(("thinking", ms)) => wishes.thinking = Duration::from_millis(ms.parse()?),
            Some(("time", text)) => wishes.time = text.parse()?,
            Some(("engines-on", processors)) => wishes.engines_on = Some(processors.to_owned()),
            // A word of `cargo bench`.
            None if arg.starts_with("--") => {}
            _ => match KINDS.iter().find(|kind| kind.name == arg) {
                Some(kind) => kinds.push(kind),
                None => return Err(format!("{arg:?} is neither a game nor a setting").into()),
            },
        }
    }
    if kinds.is_empty() {
        kinds = KINDS.iter().collect();
    }
    println!("processors {}, load {}", allowed_processors()?, load()?);
    if wishes.at_once == 1 {
        println!("| | plies | median | p99 | host | plies/s | games/s | failures |");
        println!("|---|---|---|---|---|---|---|---|");
    } else {
        println!(
            "| | games | move: median | p99 | most | host: median | p99 | for a ply | plies/s | games/s \
             | memory | failures |"
        );
        println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    }
    for kind in kinds {
        measure(kind, &wishes)?;
    }
    println!("load {}", load()?);
    Ok(())
}

/// The words after `--engine`: PROTOCOL [log=FILE] [thinking=MILLISECONDS] [-port N]
fn read_engine(args: &[String]) -> Result<engine::Wishes, Box<dyn Error>> {
    let name = args.first().ok_or("--engine needs a protocol")?;
    let protocol = Protocol::ALL.iter().copied().find(|protocol| protocol.to_string() == *name);
    let protocol = protocol.ok_or("there is no such protocol")?;
    let (mut log, mut thinking, mut port) = (None, Duration::ZERO, None);
    let mut args = args[1..].iter();
    while let Some(arg) = args.next() {
        match arg.split_once('=') {
            Some(("log", file)) => log = Some(file.into()),
            Some(("thinking", ms)) => thinking = Duration::from_millis(ms.parse()?),
            None if arg == "-port" => port = args.next().map(|port| port.parse()).transpose()?,
            _ => return Err(format!("the engine does not know {arg:?}").into()),
        }
    }
    Ok(engine::Wishes { protocol, log, thinking, port })
}

/// Plays the match and prints its row.
fn measure(kind: &Kind, wishes: &Wishes) -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let played = play(kind, wishes, dir.path())?;
    let failures = failures(&played.summary);
    let secs = played.took.as_secs_f64();
    let micros = |nanos: u64| nanos as f64 / 1e3;
    if wishes.at_once == 1 {
        let mut delays = delays(dir.path())?;
        delays.sort_unstable();
        println!(
            "| {} | {} | {:.1} us | {:.1} us | {:.1} us | {:.0} | {:.1} | {failures} |",
            kind.name,
            played.plies,
            micros(quantile(&delays, 0.5)),
            micros(quantile(&delays, 0.99)),
            micros(played.processor_nanos) / played.plies as f64,
            played.plies as f64 / secs,
            played.games as f64 / secs,
        );
        return Ok(());
    }
    let mut charged = played.charged;
    charged.sort_unstable();
    let millis = |share| quantile(&charged, share) as f64 / 1e6;
    let host = |share| played.delays.quantile(share).map_or(0.0, |delay| delay.as_secs_f64() * 1e6);
    println!(
        "| {} | {} | {:.2} ms | {:.2} ms | {:.2} ms | {:.1} us | {:.1} us | {:.1} us | {:.0} | {:.1} \
         | {:.1} MB | {failures} |",
        kind.name,
        played.games,
        millis(0.5),
        millis(0.99),
        millis(1.0),
        host(0.5),
        host(0.99),
        micros(played.processor_nanos) / played.plies as f64,
        played.plies as f64 / secs,
        played.games as f64 / secs,
        most_memory()? as f64 / 1e6,
    );
    Ok(())
}

/// What a match has shown.
struct Played {
    summary: MatchSummary,
    games: usize,
    plies: usize,
    /// From the first game's start to the end.
    took: Duration,
    /// Processor time of the host.
    processor_nanos: u64,
    /// What the clock of the match said of each move, in nanoseconds.
    charged: Vec<u64>,
    delays: Delays,
}

fn play(kind: &Kind, wishes: &Wishes, dir: &Path) -> Result<Played, Box<dyn Error>> {
    let game = games::find(kind.game).ok_or("no such game")?;
    let engines = [engine(kind, wishes, dir, "a")?, engine(kind, wishes, dir, "b")?];
    let setup = Setup { variant: kind.variant.map(str::to_owned), position: None };
    let n_games = wishes.games.unwrap_or(kind.games);
    let mut config = MatchConfig::with_setup(game, setup, engines, n_games, wishes.time)?;
    config.concurrency = wishes.at_once;
    config.compares = kind.compares;
    config.max_plies = Some(wishes.max_plies);
    // Their making costs processor time, too: an engine judges each of them.
    config.different_openings = Some(OPENINGS);
    config.make_openings()?;
    let mut began = None;
    let (mut games, mut plies, mut charged, mut delays) = (0, 0, Vec::new(), Delays::default());
    let on_event = |event| match event {
        MatchEvent::Ready { .. } => {
            began.get_or_insert_with(|| (Instant::now(), processor_nanos().unwrap_or(0)));
        }
        MatchEvent::Finished(report) => {
            games += 1;
            let record = &report.record;
            let nodes = record.main_line().into_iter().map(|node| record.node(node));
            let times: Vec<Duration> = nodes.filter_map(|node| node.elapsed).collect();
            plies += times.len();
            if wishes.at_once > 1 {
                charged.extend(times.iter().map(|time| time.as_nanos() as u64));
            }
            report.delays.iter().for_each(|more| delays.merge(more));
        }
        _ => {}
    };
    // The way `quintet match` runs it.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let summary = runtime.block_on(run_match(config, &MatchControl::new(), on_event))?;
    let (began, before) = began.ok_or("no engine was ready")?;
    let (took, processor_nanos) = (began.elapsed(), processor_nanos()? - before);
    Ok(Played { summary, games, plies, took, processor_nanos, charged, delays })
}

fn engine(kind: &Kind, wishes: &Wishes, dir: &Path, name: &str) -> io::Result<EngineSpec> {
    let protocol = kind.protocol;
    let this = std::env::current_exe()?.to_string_lossy().into_owned();
    let bound = wishes.engines_on.iter().flat_map(|on| ["taskset", "-c", on.as_str()]);
    let mut command: Vec<String> = bound.map(str::to_owned).collect();
    command.extend([this, "--engine".to_owned(), protocol.to_string()]);
    if wishes.at_once == 1 {
        command.push(format!("log={}", dir.join(name).display()));
    }
    command.push(format!("thinking={}", wishes.thinking.as_millis()));
    let (dir, env) = (None, Vec::new());
    let target = if protocol == Protocol::Guide {
        command.extend(["-port", "{port}"].map(str::to_owned));
        Target::Tcp { command, dir, env, port: None, role: TcpRole::Connect }
    } else {
        Target::Command { command, dir, env }
    };
    let config = ClientConfig { name: name.to_owned(), ..ClientConfig::default() };
    let launch = Launch { target, protocol, config };
    Ok(EngineSpec::new(name.to_owned(), launch))
}

/// The games that were lost by anything but play.
fn failures(summary: &MatchSummary) -> String {
    let reasons = summary.tally.reasons.iter().filter(|reason| reason.failure);
    let texts: Vec<String> =
        reasons.map(|reason| format!("{} {}", reason.count, reason.text)).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}

/// The value that this share of all does not exceed; 0 if there is none. They are sorted.
fn quantile(sorted: &[u64], share: f64) -> u64 {
    let last = sorted.len().saturating_sub(1);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "an index below the number of plies"
    )]
    let at = (last as f64 * share) as usize;
    sorted.get(at).copied().unwrap_or(0)
}

/// Processor time of all threads of this process, in nanoseconds.
fn processor_nanos() -> io::Result<u64> {
    let mut sum = 0;
    for task in fs::read_dir("/proc/self/task")? {
        let text = fs::read_to_string(task?.path().join("schedstat"))?;
        sum += text.split_whitespace().next().and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
    }
    Ok(sum)
}

fn status(name: &str) -> io::Result<String> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    Ok(line.unwrap_or_default().trim().to_owned())
}

fn allowed_processors() -> io::Result<String> {
    status("Cpus_allowed_list:")
}

/// The most memory that this process has held, in bytes.
fn most_memory() -> Result<u64, Box<dyn Error>> {
    let text = status("VmHWM:")?;
    Ok(text.trim_end_matches("kB").trim().parse::<u64>()? << 10)
}

/// How many processes wanted a processor in the last minute, on average.
fn load() -> io::Result<String> {
    let text = fs::read_to_string("/proc/loadavg")?;
    Ok(text.split_whitespace().next().unwrap_or_default().to_owned())
}

/// Times from every answer to the request that follows it, in nanoseconds.
fn delays(dir: &Path) -> Result<Vec<u64>, Box<dyn Error>> {
    let mut marks = Vec::new();
    for name in ["a", "b"] {
        for line in fs::read_to_string(dir.join(name))?.lines() {
            let (kind, nanos) = line.split_once(' ').ok_or("a broken log")?;
            marks.push((nanos.parse::<u64>()?, kind.to_owned()));
        }
    }
    marks.sort_unstable();
    // The last answer of a game is followed by the first request of the next one, after `game`.
    let pairs = marks.windows(2).filter(|pair| pair[0].1 == "answer" && pair[1].1 == "request");
    Ok(pairs.map(|pair| pair[1].0 - pair[0].0).collect())
}
