//! Thousands of very short games over all five protocols in one process, with random faults of the
//! engines: every result is accounted for, and nothing is left behind.
//!
//! `cargo bench --bench soak --no-default-features -- [GAMES] [SEED]`, 2000 and 1 where nothing is
//! said. `--profile dev` does as well: nearly all of the time is waiting for engines that hang.

#![expect(clippy::unwrap_used, reason = "a tool for developers: what fails stops it")]
#![expect(clippy::print_stdout, reason = "its figures are its output")]

#[path = "../tests/faults/arena.rs"]
#[expect(dead_code, reason = "the tests judge each case; here the sum is judged")]
mod arena;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet::play::{GameReport, MatchEnd};
use quintet::protocol::Protocol;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use arena::{config, left_alive, memory, n_descriptors, run};

/// Games of one match.
const GAMES_OF_MATCH: u32 = 10;
/// Matches at once.
const AT_ONCE: usize = 6;
/// Every so many matches it is looked at what this process holds.
const ROUND: usize = 25;

/// What an engine may do wrong; `{w}` stands for a moment. A third of the engines do nothing wrong.
const FAULTS: &[&str] = &[
    "exit=3@{w}",
    "die=9@{w}",
    "die=11@{w}",
    "stall@{w}",
    "deaf@{w}",
    "twice@{w}",
    "late=40@{w}",
    "late=1200@{w}",
    "long=200000@{w}",
    "say=half@{w}",
    "say=\\0\\xff\\n@{w}",
    "complain=no memory\\n@{w}",
    "instead=nonsense@{w}",
    "fork=hold@{w}",
    "fork=free@{w}",
    "close-output@{w}",
    "flood-noise=20000@{w}",
    "flood-errors=20000@{w}",
];

/// Moments of each protocol, most of them in the middle of games.
fn moments(protocol: Protocol) -> &'static [&'static str] {
    match protocol {
        Protocol::NBoard => &["go", "ping", "set", "hello", "quit"],
        Protocol::Hub => &["go", "pos", "level", "init", "quit"],
        Protocol::Guide => &["go", "ping", "guide", "quit"],
        Protocol::Uhp => &["bestmove", "play", "newgame", "validmoves", "exit"],
        Protocol::Ubgi => &["position", "ubgi", "quit"],
    }
}

/// A small generator (Steele, Lea, Flood 2014: SplitMix64): the same seed gives the same faults.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) % n as u64) as usize
    }

    /// None to two faults, most of them late enough for a game to have begun.
    fn faults(&mut self, protocol: Protocol) -> Vec<String> {
        let n_faults = self.below(3);
        let words = moments(protocol);
        let one = |_| {
            let word = words[self.below(words.len()).min(self.below(words.len()))];
            let time = 1 + self.below(12);
            let fault = FAULTS[self.below(FAULTS.len())];
            fault.replace("{w}", &format!("{word}:{time}"))
        };
        (0..n_faults).map(one).collect()
    }
}

#[derive(Default)]
struct Sum {
    n_matches: usize,
    n_wanted: u32,
    n_games: u32,
    /// Games of engines that never got ready: they are not played.
    n_unusable: u32,
    /// By the title of the protocol and the name of the cause.
    causes: BTreeMap<(&'static str, String), u32>,
}

impl Sum {
    fn add(&mut self, protocol: Protocol, end: &MatchEnd, reports: &[GameReport], case: &str) {
        self.n_matches += 1;
        self.n_wanted += GAMES_OF_MATCH;
        let counted = reports.iter().filter(|report| report.counts()).count() as u32;
        self.n_games += counted;
        match end {
            MatchEnd::AllPlayed | MatchEnd::Decided => {
                assert_eq!(counted, GAMES_OF_MATCH, "{case}")
            }
            MatchEnd::Unusable { engine, cause } => {
                assert_eq!(*engine, 1, "the good engine: {cause}, {case}");
                self.n_unusable += GAMES_OF_MATCH - counted;
            }
            MatchEnd::Stopped => panic!("the user did not stop {case}"),
        }
        for report in reports {
            let game = quintet::games::find(&report.record.game).unwrap();
            report.record.replay(game, report.record.last()).expect("every record is whole");
            let cause = match &report.forfeit {
                None => "decided on the board or by the move limit".to_owned(),
                Some((engine, cause)) => {
                    assert_eq!(*engine, 1, "the good engine: {cause}, {case}");
                    cause.kind().to_owned()
                }
            };
            *self.causes.entry((protocol.title(), cause)).or_default() += 1;
        }
    }
}

fn main() {
    // `cargo bench` adds a word of its own.
    let mut args = std::env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let n_games: usize = args.next().map_or(2000, |arg| arg.parse().unwrap());
    let seed: u64 = args.next().map_or(1, |arg| arg.parse().unwrap());
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(soak(n_games, seed));
}

async fn soak(n_games: usize, seed: u64) {
    let n_matches = n_games.div_ceil(GAMES_OF_MATCH as usize);
    let (began, mut chance, mut sum) = (Instant::now(), Chance(seed), Sum::default());
    println!("{n_matches} matches of {GAMES_OF_MATCH} games, {AT_ONCE} at once, seed {seed}");
    println!("matches  games     s  descriptors  memory MB");
    let mut held = vec![(n_descriptors(), memory())];
    let mut started = 0;
    while started < n_matches {
        let n_now = ROUND.min(n_matches - started);
        let seats = Arc::new(Semaphore::new(AT_ONCE));
        let mut running = JoinSet::new();
        for idx in started..started + n_now {
            let protocol = Protocol::ALL[idx % Protocol::ALL.len()];
            let faults = chance.faults(protocol);
            let seats = Arc::clone(&seats);
            running.spawn(async move {
                let _seat = seats.acquire_owned().await.unwrap();
                let mark = format!("soak {idx} {}", std::process::id());
                let case = format!("{protocol} {faults:?}");
                let (end, reports) = run(config(protocol, &mark, &faults, GAMES_OF_MATCH)).await;
                assert_eq!(left_alive(&mark).await, Vec::<String>::new(), "{case}");
                (protocol, end, reports, case)
            });
        }
        while let Some(ended) = running.join_next().await {
            let (protocol, end, reports, case) = ended.unwrap();
            sum.add(protocol, &end, &reports, &case);
        }
        started += n_now;
        // Tasks that have ended give their descriptors back a moment later.
        tokio::time::sleep(Duration::from_millis(50)).await;
        held.push((n_descriptors(), memory()));
        let (descriptors, bytes) = held[held.len() - 1];
        let secs = began.elapsed().as_secs();
        println!(
            "{started:7}  {:5}  {secs:4}  {descriptors:11}  {:9.1}",
            sum.n_games,
            bytes as f64 / 1e6
        );
    }
    conclude(&sum, &held);
}

/// Prints the sum, and fails where something is missing or left.
fn conclude(sum: &Sum, held: &[(usize, usize)]) {
    println!();
    for ((protocol, cause), count) in &sum.causes {
        println!("{count:6}  {protocol:6}  {cause}");
    }
    let (wanted, played, unusable) = (sum.n_wanted, sum.n_games, sum.n_unusable);
    println!(
        "\n{wanted} games: {played} played, {unusable} not, for want of an engine that gets ready"
    );
    assert_eq!(played + unusable, wanted, "every game is accounted for");
    let (first, last) = (held[1], held[held.len() - 1]);
    assert!(last.0 <= first.0, "{} descriptors after the first round, {} now", first.0, last.0);
    let grown = last.1.saturating_sub(first.1);
    println!(
        "memory grew by {:.1} MB after the first round; no process is left",
        grown as f64 / 1e6
    );
    assert!(grown < 32 << 20, "memory leaks");
}
