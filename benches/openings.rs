//! What the depth of the search is good for that decides which made openings are balanced.
//!
//! `cargo bench --bench openings --no-default-features` prints the table of `docs/STATISTICS.md`; with
//! the name of a game that game's rows alone. Random lines are judged at several depths, and those
//! that a depth keeps by a deeper search. The same lines each time.

#![expect(clippy::print_stdout, reason = "it is a program that prints its figures")]

use std::time::{Duration, Instant};

use quintet::builtin::Balance;
use quintet::games::{self, Game, MoveText, Setup};
use quintet::play::OPENING_PLIES;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What is measured of a game.
struct Row {
    game: &'static str,
    variant: Option<&'static str>,
    /// Random plies of a line.
    plies: u32,
    /// How many lines.
    count: u32,
    depths: [u32; 3],
    /// The depth that judges what those keep.
    deep: u32,
}

const OTHELLO: Row = Row {
    game: "othello",
    variant: None,
    plies: OPENING_PLIES,
    count: 600,
    depths: [2, 4, 6],
    deep: 10,
};
const DRAUGHTS: Row = Row { game: "draughts", plies: 8, depths: [1, 3, 5], deep: 9, ..OTHELLO };
const HIVE: Row = Row { game: "hive", plies: 7, count: 300, depths: [1, 2, 3], deep: 4, ..OTHELLO };
const ROWS: [Row; 5] = [
    OTHELLO,
    Row { variant: Some("international"), ..DRAUGHTS },
    Row { variant: Some("frisian"), ..DRAUGHTS },
    Row { variant: Some("Base"), ..HIVE },
    Row { variant: Some("Base+MLP"), ..HIVE },
];

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    println!("| game | depth | kept | of these unbalanced | far from it | time a line |");
    println!("|---|---|---|---|---|---|");
    for Row { game, variant, plies, count, depths, deep } in ROWS {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == game) {
            continue;
        }
        let setup = Setup { variant: variant.map(str::to_owned), position: None };
        let game = games::find(game).expect("it is a game");
        let lines: Vec<_> = (0..)
            .filter_map(|n| random_line(game, &setup, plies, n))
            .take(count as usize)
            .collect();
        let balance = || Balance::of(game.info().name, &setup).expect("an engine judges it");
        let mut judge = balance().with_depth(deep);
        let mut judged: Vec<Option<(bool, bool)>> = vec![None; lines.len()];
        for depth in depths {
            let mut own = balance().with_depth(depth);
            let (mut kept, mut unbalanced, mut far, mut time) = (0, 0, 0, Duration::ZERO);
            for (line, judged) in lines.iter().zip(&mut judged) {
                let began = Instant::now();
                let is_kept = own.holds(line, 1);
                time += began.elapsed();
                if is_kept {
                    let (holds, nearly) =
                        *judged.get_or_insert_with(|| (judge.holds(line, 1), judge.holds(line, 2)));
                    kept += 1;
                    unbalanced += u32::from(!holds);
                    far += u32::from(!nearly);
                }
            }
            let mark = if own.depth() == balance().depth() { " (used)" } else { "" };
            let title = variant.map_or(game.info().title, |name| name);
            println!(
                "| {title} | {depth}{mark} | {:.0} % | {:.0} % | {:.0} % | {:.1} ms |",
                percent(kept, count),
                percent(unbalanced, kept),
                percent(far, kept),
                time.as_secs_f64() * 1e3 / f64::from(count)
            );
        }
    }
}

fn percent(part: u32, whole: u32) -> f64 {
    100.0 * f64::from(part) / f64::from(whole.max(1))
}

/// A line of random moves by this number; `None` where the game is over by its end.
fn random_line(game: &dyn Game, setup: &Setup, plies: u32, number: u64) -> Option<Vec<MoveText>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    rng.set_stream(number);
    let mut pos = game.start(setup).expect("it is a start");
    let mut line = Vec::new();
    for _ in 0..plies {
        let mut moves = pos.legal_moves();
        let choice = rng.next_u64() as usize % moves.len().max(1);
        let mv = (!moves.is_empty()).then(|| moves.swap_remove(choice))?;
        pos.play(&mv.0).expect("the rules listed this move as legal");
        line.push(mv);
    }
    (!pos.legal_moves().is_empty()).then_some(line)
}
