//! Measures by how much the searches of the built-in engines exceed their time on a busy machine.
//!
//! `cargo bench --bench overrun --no-default-features -- [searches=N] [time=MILLISECONDS]`. Two threads
//! for each core keep the machine busy. Prints for each engine how late its searches ended by the clock
//! (what the machine did to it, too), and how much processor time they used after the last look at the
//! clock that found time left: that is what the engine answers for. Linux only.
//!
//! Ends with an error when a 99th percentile of processor time is 50 ms or more.

#![expect(clippy::print_stdout, reason = "it is a program that prints its figures")]

use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quintet::builtin::{Stop, backgammon, draughts, hive, othello};
use quintet::games::Rules;
use quintet::games::backgammon::{Board as Checkers, Dice, plays};
use quintet::games::draughts::{Draughts, Variant};
use quintet::games::hive::{GameType, Hive};
use quintet::games::othello::board::{Board, squares};

/// The largest 99th percentile that is good enough.
const ENOUGH: Duration = Duration::from_millis(50);

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, default: u32| {
        let value = args.iter().find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='));
        value.map_or(default, |text| text.parse().expect("a number is wanted"))
    };
    let (searches, millis) = (number("searches", 200), number("time", 100));
    let time = Duration::from_millis(u64::from(millis));
    if processor_time().is_none() {
        println!("there is no /proc/thread-self/schedstat: nothing can be measured here");
        return ExitCode::SUCCESS;
    }
    let done = Arc::new(AtomicBool::new(false));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let busy: Vec<_> = (0..2 * cores)
        .map(|_| {
            let done = Arc::clone(&done);
            thread::spawn(move || {
                while !done.load(Ordering::Relaxed) {
                    black_box(work());
                }
            })
        })
        .collect();
    println!(
        "| engine | searches | late, median | late, 99 % | processor, median | processor, 99 % | processor, most |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut all_fit = true;
    let mut random = Random(1);
    let mut measure = |name: &str, search: &mut dyn FnMut(&mut Random, Watch)| {
        let (mut late, mut used) = (Vec::new(), Vec::new());
        for _ in 0..searches {
            let watch = Watch::new(time);
            let begun = watch.begun;
            search(&mut random, watch.clone());
            late.push(begun.elapsed().saturating_sub(time));
            used.push(watch.since_last_look());
        }
        all_fit &= row(name, late, used);
    };
    measure("Othello", &mut othello_search());
    for variant in Variant::ALL {
        measure(variant.title(), &mut draughts_search(variant));
    }
    let expanded = GameType::find("Base+MLP").expect("it is a game type");
    measure("Hive, Base", &mut hive_search(GameType::default()));
    measure("Hive, Base+MLP", &mut hive_search(expanded));
    measure("Backgammon", &mut backgammon_search());
    done.store(true, Ordering::Relaxed);
    busy.into_iter().for_each(|thread| thread.join().expect("it only counts"));
    if all_fit { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints what an engine needed; whether it is good enough.
fn row(name: &str, mut late: Vec<Duration>, mut used: Vec<Duration>) -> bool {
    late.sort_unstable();
    used.sort_unstable();
    let at = |all: &[Duration], part: f64| all[((all.len() - 1) as f64 * part).round() as usize];
    let millis = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1_000.0);
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} |",
        late.len(),
        millis(at(&late, 0.5)),
        millis(at(&late, 0.99)),
        millis(at(&used, 0.5)),
        millis(at(&used, 0.99)),
        millis(at(&used, 1.0)),
    );
    at(&used, 0.99) < ENOUGH
}

/// What a busy thread does.
fn work() -> u64 {
    (0..100_000_u64).fold(1, |sum, n| black_box(sum.wrapping_mul(n | 1)))
}

/// How long this thread has run on a processor.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// The end of a search, which notes the processor time of its looks at the clock.
#[derive(Clone)]
struct Watch {
    begun: Instant,
    end: Instant,
    /// The processor time at the last look before the end.
    looked: Arc<Mutex<Duration>>,
}

impl Watch {
    fn new(time: Duration) -> Self {
        let begun = Instant::now();
        let looked = processor_time().unwrap_or_default();
        Self { begun, end: begun + time, looked: Arc::new(Mutex::new(looked)) }
    }

    fn stop(&self) -> Stop {
        let watch = self.clone();
        Stop::when(move || {
            let is_over = Instant::now() >= watch.end;
            if !is_over {
                let now = processor_time().unwrap_or_default();
                *watch.looked.lock().expect("no thread has broken down") = now;
            }
            is_over
        })
    }

    /// The processor time since then.
    fn since_last_look(&self) -> Duration {
        let looked = *self.looked.lock().expect("no thread has broken down");
        processor_time().unwrap_or_default().saturating_sub(looked)
    }
}

/// Numbers that follow each other at random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

fn othello_search() -> impl FnMut(&mut Random, Watch) {
    let mut searcher = othello::Searcher::new(20);
    move |random, watch| {
        let mut board = Board::START;
        for _ in 0..random.below(46) {
            let moves: Vec<u32> = squares(board.legal()).collect();
            let Some(square) = (!moves.is_empty()).then(|| moves[random.below(moves.len())]) else {
                break;
            };
            board = board.place(square, board.flips(square));
        }
        let limits = othello::Limits {
            depth: 60,
            lines: 1,
            exact_from: 22,
            soft: None,
            hard: None,
            draw: 0,
            selective: false,
        };
        searcher.search(board, &limits, watch.stop(), |_| ());
    }
}

fn draughts_search(variant: Variant) -> impl FnMut(&mut Random, Watch) {
    let mut searcher = draughts::Searcher::new(variant, 19);
    move |random, watch| {
        let mut pos = Draughts::start_of(variant);
        for _ in 0..random.below(60) {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            pos.play(&moves[random.below(moves.len())]);
        }
        let limits = draughts::Limits::depth(draughts::MAX_DEPTH);
        searcher.search(&[], &pos, &limits, watch.stop(), |_| ());
    }
}

fn hive_search(game_type: GameType) -> impl FnMut(&mut Random, Watch) {
    let mut searcher = hive::Searcher::new(20);
    move |random, watch| {
        let mut game = vec![Hive::new(game_type)];
        for _ in 0..random.below(60) {
            let mut next = game[game.len() - 1].clone();
            let moves = next.legal_moves();
            if moves.is_empty() || next.board().is_over() {
                break;
            }
            next.play_unchecked(&moves[random.below(moves.len())]);
            game.push(next);
        }
        let limits = hive::Limits::depth(hive::MAX_DEPTH);
        searcher.search(&game, &limits, &watch.stop(), |_| ());
    }
}

fn backgammon_search() -> impl FnMut(&mut Random, Watch) {
    let evaluator = backgammon::Evaluator::new(backgammon::Weights::embedded());
    let mut searcher = backgammon::Searcher::new(evaluator);
    // The engine makes its bear-off table when it starts.
    backgammon::BearOff::shared();
    move |random, watch| {
        let mut board = Checkers::START;
        let roll = |random: &mut Random| Dice::ALL[random.below(Dice::ALL.len())];
        for _ in 0..random.below(30) {
            let all = plays(&board, roll(random));
            board = all[random.below(all.len())].board.flip();
        }
        let effort = backgammon::Effort::all_to(3);
        let stakes = backgammon::Stakes::CUBELESS;
        searcher.rank(&board, roll(random), &stakes, &effort, &watch.stop());
    }
}
