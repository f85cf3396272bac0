//! Solves the FFO endgame positions 1 to 19 and checks the score of the best move.
//!
//! `cargo bench --bench ffo --no-default-features` (numbers after `--` choose positions). Ends with
//! an error when a score is wrong.

#![expect(clippy::print_stdout, reason = "it is a program that prints its figures")]

use std::process::ExitCode;
use std::time::Instant;

use quintet::builtin::othello::{Limits, Searcher, Stop, Sureness};
use quintet::games::othello::board::Board;

/// The suite with its published scores; source and verification in its head.
const SUITE: &str = include_str!("../tests/data/othello/ffo_endgame.csv");

fn main() -> ExitCode {
    let wanted: Vec<u32> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let wanted = if wanted.is_empty() { (1..=19).collect() } else { wanted };
    let mut wrong = 0;
    let mut searcher = Searcher::new(21);
    for line in SUITE.lines().filter(|line| !line.starts_with(['#', 'n'])) {
        let fields: Vec<&str> = line.split(',').collect();
        let number: u32 = fields[0].parse().expect("the suite has numbers");
        if !wanted.contains(&number) {
            continue;
        }
        let board = read_board(fields[1], fields[2]);
        let best: i32 = fields[4].parse().expect("the suite has scores");
        searcher.clear();
        let begun = Instant::now();
        let limits = Limits {
            depth: 60,
            lines: 1,
            exact_from: 60,
            soft: None,
            hard: None,
            draw: 0,
            selective: false,
        };
        let report = searcher.search(board, &limits, Stop::never(), |_| ());
        let secs = begun.elapsed().as_secs_f64();
        let Some(report) = report else { continue };
        let line = &report.lines[0];
        let right = line.sureness == Sureness::Exact && line.score == 100 * best;
        wrong += u32::from(!right);
        println!(
            "FFO {number:2}  {} empty  {:+3} (published {best:+3})  {:11} nodes  {secs:7.3} s  {:5.1} M/s{}",
            fields[3],
            line.score / 100,
            report.nodes,
            report.nodes as f64 / secs / 1e6,
            if right { "" } else { "  WRONG" },
        );
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn read_board(text: &str, side: &str) -> Board {
    let discs = |kind: char| {
        text.chars().zip(0..64).filter(|(c, _)| *c == kind).map(|(_, at)| 1_u64 << at).sum()
    };
    let board = Board { own: discs('X'), opp: discs('O') };
    if side == "X" { board } else { board.pass() }
}
