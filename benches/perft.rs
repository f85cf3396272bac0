//! Speed of the rules: perft from the start, each count checked against the published table.
//!
//! `cargo bench --bench perft` prints nodes a second on one core. Two figures, because they are
//! not the same thing: leaves counted in bulk (the last ply is a count of legal squares), and every
//! move of the last ply made.

#![expect(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

use std::time::Instant;

use quintet::games::Rules;
use quintet::games::othello::Othello;
use quintet::games::othello::board::{Board, squares};

/// Nodes by depth (oracle table `tests/data/othello/perft.csv`, convention A).
const PUBLISHED: [(u32, u64); 4] =
    [(8, 390_216), (9, 3_005_288), (10, 24_571_284), (11, 212_258_800)];

fn main() {
    // `cargo test --all-targets` runs this too, without `--bench` and without optimisation.
    let is_bench = std::env::args().any(|arg| arg == "--bench");
    let deepest = if is_bench { 11 } else { 9 };
    for (depth, nodes) in PUBLISHED.into_iter().filter(|(depth, _)| *depth <= deepest) {
        report("leaves in bulk", depth, nodes, || Rules::perft(&Othello::START, depth));
    }
    for (depth, nodes) in PUBLISHED.into_iter().filter(|(depth, _)| *depth < deepest) {
        report("every move made", depth, nodes, || every_move(Board::START, depth));
    }
}

fn report(how: &str, depth: u32, nodes: u64, count: impl Fn() -> u64) {
    let start = Instant::now();
    assert_eq!(count(), nodes, "perft {depth}, {how}");
    let secs = start.elapsed().as_secs_f64();
    let speed = nodes as f64 / secs / 1e6;
    println!("othello perft {depth:2} {nodes:11} {secs:8.3} s {speed:7.1} million/s, {how}");
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
