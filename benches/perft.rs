//! Speed of the rules: perft from the start, each count checked against the published tables.
//!
//! `cargo bench --bench perft` prints nodes a second on one core. In Othello two figures, because
//! they are not the same thing: leaves counted in bulk (the last ply is a count of legal squares),
//! and every move of the last ply made. `cargo bench --bench perft -- table` counts the rows of
//! the draughts table that are too long for the tests, on all cores (about a quarter of an hour).

#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use quintet::games::backgammon::{self, Board as Checkers, Dice, Play, read_xgid};
use quintet::games::draughts::{self, Counting, Draughts, Variant};
use quintet::games::hive::{self, GameType};
use quintet::games::othello::Othello;
use quintet::games::othello::board::{Board, squares};
use quintet::games::{Rules, Setup};

/// Nodes by depth (oracle table `tests/data/othello/perft.csv`, convention A).
const OTHELLO: [(u32, u64); 4] =
    [(8, 390_216), (9, 3_005_288), (10, 24_571_284), (11, 212_258_800)];

/// Nodes at depth 9 from the start (`tests/data/draughts/perft.csv`).
const DRAUGHTS: [(Variant, u64); 5] = [
    (Variant::International, 41_022_423),
    (Variant::Frisian, 15_605_069),
    (Variant::Killer, 41_022_423),
    (Variant::Breakthrough, 41_022_423),
    (Variant::Losing, 41_022_423),
];

fn main() {
    // `cargo test --all-targets` runs this too, without `--bench` and without optimisation.
    let is_bench = std::env::args().any(|arg| arg == "--bench");
    if std::env::args().any(|arg| arg == "table") {
        return rest_of_table();
    }
    let deepest = if is_bench { 11 } else { 9 };
    for (depth, nodes) in OTHELLO.into_iter().filter(|(depth, _)| *depth <= deepest) {
        let count = || Rules::perft(&Othello::START, depth);
        report("othello", "leaves in bulk", depth, nodes, count);
    }
    for (depth, nodes) in OTHELLO.into_iter().filter(|(depth, _)| *depth < deepest) {
        let count = || every_move(Board::START, depth);
        report("othello", "every move made", depth, nodes, count);
    }
    for (variant, nodes) in DRAUGHTS.into_iter().filter(|_| is_bench) {
        let count = || Rules::perft(&Draughts::start_of(variant), 9);
        report("draughts", variant.name(), 9, nodes, count);
    }
    backgammon_plays(if is_bench { 200 } else { 1 });
    if is_bench {
        hive_table();
    }
}

/// Every distinct play of every roll in the positions two plies into the game, and in those of the
/// table, where the middle game and the ends are: what is counted is plays with their positions.
fn backgammon_plays(rounds: u64) {
    let count = || (0..rounds).map(|_| backgammon::perft(&Checkers::START, 2, |_| 1)).sum();
    report("backgammon", "plays with positions", 2, rounds * 202_782, count);
    let table = include_str!("../tests/data/backgammon/legal_plays.csv");
    let xgids = table.lines().filter_map(|row| row.split('"').nth(1));
    let boards: Vec<Checkers> =
        xgids.filter_map(|xgid| Some(read_xgid(xgid).ok()?.board)).collect();
    let mut plays = Vec::new();
    let mut count = || (0..rounds).map(|_| every_roll(&boards, &mut plays)).sum::<u64>();
    let start = Instant::now();
    let nodes = count();
    let speed = nodes as f64 / start.elapsed().as_secs_f64() / 1e6;
    println!("backgammon table {nodes:11} {speed:7.1} million/s, plays with positions");
}

fn every_roll(boards: &[Checkers], plays: &mut Vec<Play>) -> u64 {
    let rolls = boards.iter().flat_map(|board| Dice::ALL.map(|dice| (board, dice)));
    rolls
        .map(|(board, dice)| {
            backgammon::plays_into(board, dice, plays);
            std::hint::black_box(&*plays).len() as u64
        })
        .sum()
}

/// The rows of Hive's table at the depths from 5 to 7; the tests count those up to 5.
fn hive_table() {
    for row in include_str!("../tests/data/hive/perft.csv").lines() {
        let mut fields = row.split(',');
        let Some(game_type) = fields.next().and_then(GameType::find) else { continue };
        let mut number = || fields.next().and_then(|number| number.parse::<u64>().ok());
        let (Some(depth), Some(nodes)) = (number(), number()) else { continue };
        if (5..=7).contains(&depth) {
            let board = hive::Board::new(game_type);
            let count = || hive::perft(&board, depth as u32);
            report("hive", game_type.name(), depth as u32, nodes, count);
        }
    }
}

fn report(game: &str, how: &str, depth: u32, nodes: u64, count: impl Fn() -> u64) {
    let start = Instant::now();
    assert_eq!(count(), nodes, "perft {depth} of {game}, {how}");
    let secs = start.elapsed().as_secs_f64();
    let speed = nodes as f64 / secs / 1e6;
    println!("{game} perft {depth:2} {nodes:11} {secs:8.3} s {speed:7.1} million/s, {how}");
}

/// perft without counting in bulk: the board after each last move is made as well.
fn every_move(board: Board, depth: u32) -> u64 {
    if depth == 0 {
        // The board must not be optimised away.
        return u64::from(std::hint::black_box(board).own != board.opp);
    }
    let legal = board.legal();
    if legal == 0 {
        let passed = board.pass();
        return if passed.legal() == 0 { 1 } else { every_move(passed, depth - 1) };
    }
    squares(legal)
        .map(|square| every_move(board.place(square, board.flips(square)), depth - 1))
        .sum()
}

/// The tests count the rows up to here.
const COUNTED_IN_TESTS: u64 = 20_000_000;

fn rest_of_table() {
    let table = include_str!("../tests/data/draughts/perft.csv");
    let rows = table.lines().filter(|row| !row.starts_with('#')).skip(1).map(row);
    let mut rows: Vec<Row<'_>> = rows.filter(|row| row.nodes > COUNTED_IN_TESTS).collect();
    // The longest first, so that no core ends up alone with one.
    rows.sort_by_key(|row| row.nodes);
    let (n_rows, rows) = (rows.len(), Mutex::new(rows));
    let count = || {
        loop {
            let row = rows.lock().expect("no other thread has panicked").pop();
            let Some(row) = row else { break };
            let start = Instant::now();
            let counted = draughts::perft(&row.pos, row.depth, row.counting);
            assert_eq!(counted, row.nodes, "{}", row.text);
            println!("{:8.3} s {}", start.elapsed().as_secs_f64(), row.text);
        }
    };
    let n_threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..n_threads).for_each(|_| drop(scope.spawn(count))));
    println!("{n_rows} rows are counted right");
}

struct Row<'a> {
    text: &'a str,
    pos: Draughts,
    counting: Counting,
    depth: u32,
    nodes: u64,
}

fn row(text: &str) -> Row<'_> {
    let (variant, rest) = text.split_once(',').expect("a variant");
    let (mode, rest) = rest.split_once(',').expect("a mode");
    let (fen, rest) = rest[1..].split_once("\",").expect("a position in quotes");
    let mut numbers = rest.split(',').map(|number| number.parse::<u64>());
    let mut number = || numbers.next().expect("depth and nodes").expect("a number");
    let counting = Counting { every_path: mode == "dup", king_limit: mode != "nowolf" };
    let setup = Setup { variant: Some(variant.to_owned()), position: Some(fen.to_owned()) };
    let pos = Draughts::start(&setup).expect("the table has positions that can occur");
    Row { text, pos, counting, depth: number() as u32, nodes: number() }
}
