//! Tournaments of 100,000 games: how long it takes to go on with one, to make its table and its report,
//! and how much memory that needs.
//!
//! `cargo bench --profile dev --bench large_tournament -- [games=N] [openings=N] [runs=N]
//! [program=PATH]` makes the folders of three tournaments with the program's own types, from one game
//! that was played and as many random ones as are wanted, and looks at the program from outside: when
//! it prints its events, and the most memory that it has held. Medians of the runs.

#![expect(clippy::unwrap_used, reason = "a tool for developers: what fails stops it")]
#![expect(clippy::print_stdout, reason = "its figures are its output")]
#![expect(clippy::disallowed_methods, reason = "starts the program as a user does")]

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quintet::games::testing::Seeded;
use quintet::games::{self, Actor, Game, MoveText, Record, Setup};
use quintet::play::tournament::{Course, TournamentFile};
use quintet::play::{OPENING_PLIES, OpeningWish, Openings, ResultRow};
use serde_json::Value;

/// What is wanted: seconds to go on, seconds for the table, megabytes.
const WANTED: [f64; 3] = [5.0, 2.0, 200.0];
/// Games that are left to be played each time.
const LEFT: usize = 10;
const SEED: u64 = 1;

struct Wishes {
    games: usize,
    openings: u32,
    runs: usize,
    program: PathBuf,
}

fn main() {
    let mut wishes = Wishes {
        games: 100_000,
        openings: 2_000,
        runs: 3,
        program: PathBuf::from(env!("CARGO_BIN_EXE_quintet")),
    };
    for arg in std::env::args().skip(1) {
        match arg.split_once('=') {
            Some(("games", n)) => wishes.games = n.parse().unwrap(),
            Some(("openings", n)) => wishes.openings = n.parse().unwrap(),
            Some(("runs", n)) => wishes.runs = n.parse().unwrap(),
            Some(("program", path)) => wishes.program = PathBuf::from(path),
            // A word of `cargo bench`.
            _ => assert!(arg.starts_with("--"), "what is {arg:?}?"),
        }
    }
    let dir = tempfile::tempdir().unwrap();
    let began = Instant::now();
    let stock = Stock::new(&wishes, dir.path());
    println!("{} openings were made in {:.1} s", wishes.openings, began.elapsed().as_secs_f64());
    println!("| {} games | going on | table | report | memory (MB) |", wishes.games);
    println!("|---|---|---|---|---|");
    let encounters = |players: usize| players * (players - 1) / 2;
    let few = wishes.games / 2 / encounters(5);
    let many = (wishes.games / 4 / encounters(5)).max(1);
    measure(&wishes, &stock, dir.path(), "5 players, many pairs", 5, few, 1);
    measure(&wishes, &stock, dir.path(), "5 players, many cycles", 5, 2, many);
    let players = ((wishes.games as f64).sqrt() as usize).max(3);
    measure(&wishes, &stock, dir.path(), "many players", players, 1, 1);
}

/// What the games are made of.
struct Stock {
    game: &'static dyn Game,
    /// A game as the program keeps it.
    row: ResultRow,
    openings: Openings,
}

impl Stock {
    fn new(wishes: &Wishes, dir: &Path) -> Self {
        let game = games::find("othello").unwrap();
        let file = dir.join("one.toml");
        fs::write(&file, text(2, 1, 1, 1)).unwrap();
        let played = Command::new(&wishes.program).arg("tournament").arg(&file).output().unwrap();
        assert!(played.status.success(), "{played:?}");
        let kept = fs::read_to_string(dir.join("one/games.jsonl")).unwrap();
        let mut row: ResultRow = serde_json::from_str(kept.lines().next().unwrap()).unwrap();
        // Going on with another number of openings is refused.
        row.conditions.different_openings = Some(wishes.openings);
        let wish = OpeningWish { count: wishes.openings, plies: OPENING_PLIES, seed: SEED };
        let openings = Openings::new(game, &Setup::default(), wish).unwrap();
        drop(openings.of_pair(wishes.openings - 1));
        Self { game, row, openings }
    }

    /// A random game of this number, after the opening of its pair.
    fn game(&self, number: u32, pair: u32, names: [String; 2]) -> ResultRow {
        let mut random = Seeded::new(u64::from(number));
        let opening = self.openings.of_pair(pair);
        let mut pos = self.game.start(&Setup::default()).unwrap();
        let mut record = Record::new("othello", Setup::default());
        record.tags.players = names.clone();
        let (mut at, mut moves) = (Record::START, Vec::new());
        while let Actor::Player(side) = pos.actor() {
            let mut legal = pos.legal_moves();
            let next = opening.moves.get(moves.len()).cloned();
            let mv = next.unwrap_or_else(|| legal.swap_remove(random.below(legal.len())));
            pos.play(&mv.0).unwrap();
            at = record.add(at, MoveText(mv.0.clone()), Some(side));
            moves.push(mv.0);
        }
        let n = moves.len();
        let line = moves[..6].to_vec();
        let mut tenths = |below: usize| random.below(below) as f64 / 10.0;
        let [first, second] = names;
        ResultRow {
            number,
            pair,
            opening_number: opening.number,
            opening_plies: opening.moves.len(),
            opening: opening.moves.iter().map(|mv| mv.0.clone()).collect(),
            times_ms: (0..n).map(|_| Some(tenths(90_000))).collect(),
            clocks_ms: (0..n).map(|_| Some(tenths(900_000))).collect(),
            evals: (0..n).map(|_| Some(tenths(640) - 32.0)).collect(),
            depths: vec![Some("14".to_owned()); n],
            nodes: vec![Some(1_234_567); n],
            lines: vec![Some(line); n],
            result: ["1-0", "0-1", "1/2-1/2"][random.below(3)].to_owned(),
            winner: None,
            same_as: None,
            text: self.game.write_game("ggf", &record).ok(),
            moves,
            first,
            second,
            ..self.row.clone()
        }
    }
}

/// The file of a tournament, of engines that answer at once.
fn text(players: usize, pairs: usize, cycles: usize, openings: u32) -> String {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let head = format!(
        "game = \"othello\"\npairs = {pairs}\ncycles = {cycles}\nopenings = {openings}\n\
         seed = {SEED}\ntime = \"none\"\n"
    );
    let player = |n: usize| {
        let engine = toml::Value::from(format!("\"{scripted}\" --pick {n}"));
        format!("[[player]]\nengine = {engine}\nprotocol = \"nboard\"\nname = \"Player {n}\"\n")
    };
    head + &(0..players).map(player).collect::<String>()
}

/// Makes the folder of a tournament and measures what the program does with it.
fn measure(
    wishes: &Wishes,
    stock: &Stock,
    dir: &Path,
    title: &str,
    players: usize,
    pairs: usize,
    cycles: usize,
) {
    let folder = dir.join("large");
    fs::create_dir(&folder).unwrap();
    let text = text(players, pairs, cycles, wishes.openings);
    fs::write(folder.join("tournament.toml"), &text).unwrap();
    let plan = TournamentFile::read(&text).unwrap().plan();
    let due = Course::new(plan).due();
    let path = folder.join("games.jsonl");
    let mut file = BufWriter::new(File::create(&path).unwrap());
    for due in &due[..due.len() - LEFT] {
        let seat = due.seat.idx();
        let names = [due.players[seat], due.players[1 - seat]].map(|n| format!("Player {n}"));
        let row = stock.game(due.number, due.pair, names);
        serde_json::to_writer(&mut file, &row).unwrap();
        file.write_all(b"\n").unwrap();
    }
    file.into_inner().unwrap().sync_all().unwrap();
    let length = fs::metadata(&path).unwrap().len();
    let mut figures: [Vec<f64>; 4] = Default::default();
    for _ in 0..wishes.runs {
        OpenOptions::new().write(true).open(&path).unwrap().set_len(length).unwrap();
        let resumed = Run::of(wishes, &["--resume", folder.to_str().unwrap(), "--json"]);
        let report = Run::of(wishes, &["report", folder.to_str().unwrap()]);
        let [first, .., last] = &resumed.games[..] else { panic!("{LEFT} games are left") };
        assert_eq!(resumed.games.len(), LEFT);
        let table = resumed.end.unwrap() - *last;
        let memory = resumed.megabytes.max(report.megabytes);
        let found = [first.as_secs_f64(), table.as_secs_f64(), report.took.as_secs_f64(), memory];
        figures.iter_mut().zip(found).for_each(|(all, one)| all.push(one));
    }
    let [on, table, report, memory] = figures.map(|mut all| {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    });
    let [wanted_on, wanted_table, wanted_memory] = WANTED;
    println!(
        "| {title}: {players}, {} games, {:.0} MB | {on:.2} s ({:.2}) | {table:.3} s ({:.3}) | \
         {report:.1} s | {memory:.0} ({:.2}) |",
        due.len(),
        length as f64 / 1e6,
        on / wanted_on,
        table / wanted_table,
        memory / wanted_memory
    );
    fs::remove_dir_all(&folder).unwrap();
}

/// What was seen of a run of the program, in time since its start.
struct Run {
    /// When each game was told.
    games: Vec<Duration>,
    /// When the table was.
    end: Option<Duration>,
    took: Duration,
    megabytes: f64,
}

impl Run {
    fn of(wishes: &Wishes, args: &[&str]) -> Self {
        let began = Instant::now();
        let mut command = Command::new(&wishes.program);
        let mut child =
            command.arg("tournament").args(args).stdout(Stdio::piped()).spawn().unwrap();
        let memory = Memory::watch(&child);
        let (mut games, mut end) = (Vec::new(), None);
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            let event: Value = serde_json::from_str(&line).unwrap_or_default();
            match event["event"].as_str() {
                Some("game") => games.push(began.elapsed()),
                Some("end") => end = Some(began.elapsed()),
                _ => {}
            }
        }
        let status = child.wait().unwrap();
        assert!(status.success(), "{args:?}: {status}");
        Self { games, end, took: began.elapsed(), megabytes: memory.most() }
    }
}

/// The most memory that a process has held, as Linux counts it.
struct Memory {
    kilobytes: Arc<AtomicU64>,
    is_over: Arc<AtomicBool>,
}

impl Memory {
    fn watch(child: &Child) -> Self {
        let memory = Self { kilobytes: Arc::default(), is_over: Arc::default() };
        let (most, is_over) = (Arc::clone(&memory.kilobytes), Arc::clone(&memory.is_over));
        let status = format!("/proc/{}/status", child.id());
        thread::spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                let text = fs::read_to_string(&status).unwrap_or_default();
                let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
                let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
                most.fetch_max(number.unwrap_or(0), Ordering::Relaxed);
                thread::park_timeout(Duration::from_millis(5));
            }
        });
        memory
    }

    fn most(&self) -> f64 {
        self.is_over.store(true, Ordering::Relaxed);
        self.kilobytes.load(Ordering::Relaxed) as f64 / 1e3
    }
}
