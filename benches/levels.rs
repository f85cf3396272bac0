//! Plays two levels of the built-in Othello engine against each other.
//!
//! `cargo bench --bench levels --no-default-features -- STRONG WEAK GAMES MILLISECONDS`, by default
//! `10 3 100 50`. Openings are random and each is played with both colours; the same arguments give
//! the same openings. Ends with an error when level 10 wins fewer than 95 % against level 3.

#![expect(clippy::print_stdout, reason = "it is a program that prints its figures")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use quintet::builtin::othello::{Level, Player};
use quintet::games::othello::board::{Board, squares};

/// Random moves before the engines take over.
const OPENING: u32 = 8;

fn main() -> ExitCode {
    let numbers: Vec<u32> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let number = |idx: usize, default: u32| numbers.get(idx).copied().unwrap_or(default);
    let levels = [number(0, 10), number(1, 3)];
    let (games, millis) = (number(2, 100), number(3, 50));
    let time = Duration::from_millis(u64::from(millis));
    let mut players = levels.map(|level| {
        let level = u8::try_from(level).ok().and_then(Level::find).expect("levels are 1 to 10");
        Player::new(level, 1)
    });
    let (mut results, mut difference) = ([0_u32; 3], 0);
    let begun = Instant::now();
    for game in 0..games {
        let opening = opening(u64::from(game / 2) + 1);
        let score = play(&mut players, (game % 2) as usize, opening, time);
        difference += score;
        results[(1 - score.signum()) as usize] += 1;
    }
    let [won, drawn, lost] = results;
    let points = f64::from(won) + f64::from(drawn) / 2.0;
    println!(
        "level {} against level {}, {games} games at {millis} ms a move: {won} won, {drawn} drawn, \
         {lost} lost, {:.1} % of the points, {:+.1} discs a game, {:.0} s",
        levels[0],
        levels[1],
        100.0 * points / f64::from(games),
        f64::from(difference) / f64::from(games),
        begun.elapsed().as_secs_f64(),
    );
    let enough = levels != [10, 3] || u64::from(won) * 100 >= u64::from(games) * 95;
    if enough { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A position after random moves, Black to move, and the game not over.
fn opening(mut seed: u64) -> Board {
    seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut board = Board::START;
    for _ in 0..OPENING {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let moves: Vec<u32> = squares(board.legal()).collect();
        let square = moves[(seed % moves.len() as u64) as usize];
        board = board.place(square, board.flips(square));
    }
    board
}

/// Plays a game in which `first` moves first; the result in discs for player 0.
fn play(players: &mut [Player; 2], first: usize, mut board: Board, time: Duration) -> i32 {
    let mut mover = first;
    loop {
        if let Some(square) = players[mover].best_square(board, time) {
            board = board.place(square, board.flips(square));
        } else if board.is_over() {
            let score = board.final_score();
            return if mover == 0 { score } else { -score };
        } else {
            board = board.pass();
        }
        mover = 1 - mover;
    }
}
