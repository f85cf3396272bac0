//! Speed of long files and of telling engines a long game.
//!
//! `cargo bench --bench files` reads ten thousand random games of draughts as PDN and prints the
//! time for the file and for a move; then the time to make the root of a search for each move of a
//! game, which a host does in every match.

#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

use std::time::{Duration, Instant};

use quintet::games::draughts::{Draughts, Variant};
use quintet::games::testing::Seeded;
use quintet::games::{LinkedGame, LinkedMove, MoveText, Reading, Record, Rules, Setup};

fn main() {
    // `cargo test --all-targets` runs this too, without `--bench` and without optimisation.
    let is_bench = std::env::args().any(|arg| arg == "--bench");
    let n_games = if is_bench { 10_000 } else { 100 };
    let games: Vec<Record> = (0..50).map(random_game).collect();
    let texts: Vec<String> =
        games.iter().map(|game| Draughts::write_game("pdn", game).expect("it is legal")).collect();
    let text: String = (0..n_games).map(|n| texts[n % texts.len()].as_str()).collect();
    let n_plies: usize = (0..n_games).map(|n| games[n % games.len()].main_line().len()).sum();

    let start = Instant::now();
    let read = Draughts::read_games("pdn", text.as_bytes(), &Reading::default());
    let took = start.elapsed();
    assert_eq!((read.records.len(), read.problems.len()), (n_games, 0));
    let megabytes = text.len() as f64 / 1e6;
    println!(
        "pdn   {n_games:6} games {n_plies:8} plies {megabytes:5.1} MB {:8.1} ms, {:.2} us a ply",
        took.as_secs_f64() * 1e3,
        micros(took, n_plies)
    );
    for protocol in ["hub", "guide"] {
        report_roots(protocol, &games[0]);
    }
}

/// A root for every position of a game, as a match makes them.
fn report_roots(protocol: &str, game: &Record) {
    let link = Draughts::link(protocol).expect("draughts engines speak it");
    let moves: Vec<LinkedMove> =
        game.moves_to(game.last()).into_iter().map(|mv| LinkedMove::new(mv, None, None)).collect();
    let usual = Draughts::start_of(Variant::International).to_text();
    let start = Instant::now();
    for n in 0..moves.len() {
        let root = link.root(&LinkedGame {
            start: &usual,
            variant: None,
            players: ["", ""],
            clocks: [None, None],
            moves: &moves[..n],
            now: None,
        });
        assert_eq!(root.moves.len(), n);
    }
    let us = micros(start.elapsed(), moves.len());
    println!("root  {protocol:6} {:4} plies {us:8.2} us a search", moves.len());
}

fn micros(time: Duration, n: usize) -> f64 {
    time.as_secs_f64() * 1e6 / n as f64
}

/// A random game of 120 plies or fewer.
fn random_game(seed: u64) -> Record {
    let mut numbers = Seeded::new(seed);
    let mut pos = Draughts::start_of(Variant::International);
    let mut record = Record::new("draughts", Setup::default());
    record.tags.players = ["White".to_owned(), "Black".to_owned()];
    let mut at = Record::START;
    for _ in 0..120 {
        let moves = Rules::legal_moves(&pos);
        if moves.is_empty() {
            break;
        }
        let mv = moves[numbers.below(moves.len())];
        at = record.add(at, MoveText(mv.to_string()), Some(pos.turn()));
        pos.play(&mv);
    }
    record
}
