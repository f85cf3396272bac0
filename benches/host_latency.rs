//! What the program adds between two engines that answer at once.
//!
//! Plays a match between two copies of itself (`--engine FILE`), each of which notes when a line
//! was read and when an answer leaves, on a clock that all processes share. Printed are, over all
//! plies: the time from one engine's answer leaving it to the next engine's request reaching it,
//! and the processor time of the host.
//!
//! ```text
//! cargo bench --no-default-features --bench host_latency            # free to spread
//! taskset -c 0 cargo bench --no-default-features --bench host_latency   # all on one core
//! ```

#![expect(clippy::print_stdout, reason = "its figures are what this program is for")]

use std::error::Error;
use std::fs;
use std::io::{self, BufRead as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use quintet::games::{self, BoxPosition, Game, Reading, Setup};
use quintet::play::{EngineSpec, MatchConfig, MatchControl, run_match};
use quintet::protocol::nboard::Command;
use quintet::protocol::{ClientConfig, Protocol};
use quintet::session::{Launch, Target};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().position(|arg| arg == "--engine") {
        Some(at) => run_engine(Path::new(args.get(at + 1).ok_or("--engine needs a file")?)),
        None => {
            let at = args.iter().position(|arg| arg == "--games");
            let games = at.and_then(|at| args.get(at + 1)).map_or(Ok(200), |n| n.parse())?;
            measure(games)
        }
    }
}

/// Plays the match and prints what was measured.
fn measure(games: u32) -> Result<(), Box<dyn Error>> {
    let dir = std::env::temp_dir().join(format!("quintet-latency-{}", std::process::id()));
    fs::create_dir_all(&dir)?;
    let result = play(games, &dir);
    let report = result.and_then(|cpu_nanos| Ok((cpu_nanos, delays(&dir)?)));
    fs::remove_dir_all(&dir)?;
    let (cpu_nanos, mut delays) = report?;
    delays.sort_unstable();
    let micros = |share: f64| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "an index below the number of plies"
        )]
        let at = ((delays.len() - 1) as f64 * share) as usize;
        delays[at] as f64 / 1e3
    };
    println!("processors: {}", allowed_processors()?);
    println!("plies:      {}", delays.len());
    println!("median:     {:.1} us", micros(0.5));
    println!("p90:        {:.1} us", micros(0.9));
    println!("p99:        {:.1} us", micros(0.99));
    println!("host CPU:   {:.1} us a ply", cpu_nanos as f64 / 1e3 / delays.len() as f64);
    Ok(())
}

/// Plays the match; processor time the host has used for it, in nanoseconds.
fn play(games: u32, dir: &Path) -> Result<u64, Box<dyn Error>> {
    let game = games::find("othello").ok_or("no Othello")?;
    let engine = |name: &str| -> io::Result<EngineSpec> {
        let this = std::env::current_exe()?.to_string_lossy().into_owned();
        let log = dir.join(name).to_string_lossy().into_owned();
        let command = vec![this, "--engine".to_owned(), log];
        let target = Target::Command { command, dir: None, env: Vec::new() };
        let config = ClientConfig { name: name.to_owned(), ..ClientConfig::default() };
        let launch = Launch { target, protocol: Protocol::NBoard, config };
        Ok(EngineSpec::new(name.to_owned(), launch))
    };
    let config = MatchConfig::new(game, [engine("a")?, engine("b")?], games, "60s".parse()?)?;
    // The way `quintet match` runs it.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let before = processor_nanos()?;
    let summary = runtime.block_on(run_match(config, &MatchControl::new(), |_event| {}))?;
    let used = processor_nanos()? - before;
    for reason in &summary.tally.reasons {
        println!("games:      {} ({})", reason.count, reason.text);
    }
    Ok(used)
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

fn allowed_processors() -> io::Result<String> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    Ok(line.unwrap_or_default().trim().to_owned())
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

/// An engine that answers at once: the first legal move. Its log is written when it ends.
struct Engine {
    game: &'static dyn Game,
    pos: BoxPosition,
    /// What happened when: `request`, `game`, `answer`.
    marks: Vec<(&'static str, u64)>,
}

fn run_engine(log: &Path) -> Result<(), Box<dyn Error>> {
    let game = games::find("othello").ok_or("no Othello")?;
    let pos = game.start(&Setup::default())?;
    let mut engine = Engine { game, pos, marks: Vec::new() };
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    loop {
        let read = input.fill_buf()?;
        let at = nanos();
        let n_read = read.len();
        if n_read == 0 {
            break;
        }
        // All lines of one request come in one piece.
        let chunk = String::from_utf8_lossy(read).into_owned();
        let whole = chunk.rfind('\n').map_or(0, |end| end + 1);
        let mut first = true;
        for line in chunk[..whole].lines() {
            engine.take(line, at, &mut first, &mut output)?;
        }
        input.consume(n_read);
        if whole != n_read {
            return Err("a line in two pieces".into());
        }
    }
    let lines: Vec<String> =
        engine.marks.iter().map(|(kind, nanos)| format!("{kind} {nanos}")).collect();
    fs::write(PathBuf::from(log), lines.join("\n"))?;
    Ok(())
}

impl Engine {
    fn take(
        &mut self,
        line: &str,
        at: u64,
        first: &mut bool,
        output: &mut impl io::Write,
    ) -> Result<(), Box<dyn Error>> {
        match Command::parse(line) {
            Command::SetGame(ggf) => {
                self.marks.push(("game", at));
                let games = self.game.read_games("ggf", ggf.as_bytes(), &Reading::default());
                let record = games.records.first().ok_or("a broken game")?;
                self.pos = record.replay(self.game, record.last())?;
            }
            Command::Move(played) => {
                if std::mem::take(first) {
                    self.marks.push(("request", at));
                }
                self.pos.play(&played.mv)?;
            }
            Command::Ping(number) => {
                writeln!(output, "pong {number}")?;
                output.flush()?;
            }
            Command::Go => {
                let mv = self.pos.legal_moves().into_iter().next().ok_or("no move")?;
                let answer = format!("=== {}\n", mv.0.to_uppercase());
                self.marks.push(("answer", nanos()));
                output.write_all(answer.as_bytes())?;
                output.flush()?;
            }
            Command::NBoard(_)
            | Command::SetDepth(_)
            | Command::SetContempt(_)
            | Command::Hint(_)
            | Command::OddPing(_)
            | Command::Learn
            | Command::Analyze
            | Command::Quit
            | Command::Ignored(_) => {}
        }
        Ok(())
    }
}

/// Now, on a clock that all processes share.
fn nanos() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}
