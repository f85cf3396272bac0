//! Compares the engine's equities without cube with those of GNU Backgammon two plies deep.
//!
//! `cargo bench --bench gnubg_equities --no-default-features -- [FILE] [weights=FILE] [plies=N]
//! [worst=N]` reads positions with GNU Backgammon's answers (by default
//! `tests/data/backgammon/gnubg_equities.tsv`) and prints for each set of them and for 0 to N plies of
//! the engine (2 by default) the mean error, its quantiles, and the worst positions as XGID. It needs no
//! GNU Backgammon. `draw FILE [seed=N] [match=N] [closed=N]` draws positions with the engine, asks an
//! installed GNU Backgammon and writes such a file: contact positions from games between levels 1 to 9,
//! and positions that follow on a closed board with checkers of the other side on the bar. `ask` asks
//! again about every tenth position of the file and fails when an answer is another one.

#![expect(clippy::print_stdout, reason = "it is a program that prints its figures")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet::builtin::backgammon::{Evaluator, LEVELS, Player, Searcher, Stakes, Stop, Weights};
use quintet::games::Side;
use quintet::games::backgammon::board::{BAR, OFF};
use quintet::games::backgammon::{Backgammon, Board, Dice, Terms, read_xgid, write_xgid};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/backgammon/gnubg_equities.tsv");
/// The fields of an XGID after the checkers: money, no dice.
const REST: &str = ":0:0:1:00:0:0:0:0:10";

/// What the command line says.
struct Args(Vec<String>);

impl Args {
    fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='))
    }

    fn number(&self, name: &str, default: u64) -> u64 {
        self.text(name).map_or(default, |text| text.parse().expect("a number is wanted"))
    }

    fn weights(&self) -> Arc<Weights> {
        let Some(file) = self.text("weights") else { return Weights::embedded() };
        let bytes = std::fs::read(file).expect("the file of weights can be read");
        Arc::new(Weights::read(&bytes).expect("it is a file of weights"))
    }

    /// Words that are not settings.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str).filter(|arg| !arg.contains('='))
    }
}

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let args = Args(std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect());
    let words: Vec<&str> = args.words().collect();
    match words[..] {
        ["draw", file] => draw(&args, file),
        ["ask"] => return ask_again(&read(FILE)),
        ["ask", file] => return ask_again(&read(file)),
        [] => compare(&args, &read(FILE)),
        [file] => compare(&args, &read(file)),
        _ => panic!("what is {words:?}?"),
    }
    ExitCode::SUCCESS
}

/// A position with GNU Backgammon's answer.
struct Known {
    set: String,
    xgid: String,
    board: Board,
    /// Won, with a gammon, a backgammon; lost with a gammon, a backgammon.
    chances: [f64; 5],
}

impl Known {
    fn equity(&self) -> f64 {
        equity(&self.chances)
    }
}

fn equity([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: &[f64; 5]) -> f64 {
    2.0 * win - 1.0 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
}

fn read(file: &str) -> Vec<Known> {
    let text = std::fs::read_to_string(file).expect("the file of answers can be read");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let known = |line: &str| {
        let mut fields = line.split('\t');
        let [set, points] = [(); 2].map(|()| fields.next().expect("a line has seven fields"));
        let xgid = format!("XGID={points}{REST}");
        let board = read_xgid(&xgid).expect("it is a position").board;
        let number = |()| fields.next().and_then(|text| text.parse().ok()).expect("five numbers");
        Known { set: set.to_owned(), board, chances: [(); 5].map(number), xgid }
    };
    lines.map(known).collect()
}

fn compare(args: &Args, known: &[Known]) {
    let mut searcher = Searcher::new(Evaluator::new(args.weights()));
    let plies = args.number("plies", 2).try_into().expect("plies are at most 3");
    let worst = args.number("worst", 5) as usize;
    let sets: BTreeSet<&str> = known.iter().map(|known| known.set.as_str()).collect();
    println!("Error of the engine's equity without cube against GNU Backgammon at 2 plies:");
    println!(
        "set, plies of the engine: positions, mean, half below, 90 % below, 99 % below, worst"
    );
    for set in sets {
        let of_set: Vec<&Known> = known.iter().filter(|known| known.set == set).collect();
        for plies in 0..=plies {
            let begun = Instant::now();
            let mut errors: Vec<(f64, &Known)> = Vec::new();
            for known in &of_set {
                let value = searcher.rolled(&known.board, &Stakes::CUBELESS, plies, &Stop::never());
                let found = value.expect("nothing ends it").chances.equity();
                errors.push((f64::from(found) - known.equity(), known));
            }
            errors.sort_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
            let n = errors.len();
            let at = |part: f64| errors[((n - 1) as f64 * part) as usize].0.abs();
            let mean = errors.iter().map(|(error, _)| error.abs()).sum::<f64>() / n as f64;
            println!(
                "{set}, {plies}: {n}, {mean:.4}, {:.4}, {:.4}, {:.4}, {:.4} ({:.0} s)",
                at(0.5),
                at(0.9),
                at(0.99),
                at(1.0),
                begun.elapsed().as_secs_f64(),
            );
            for (error, known) in errors.iter().rev().take(worst) {
                println!("    {error:+.3} of {:+.3}  {}", known.equity(), known.xgid);
            }
        }
    }
}

fn draw(args: &Args, file: &str) {
    let seed = args.number("seed", 1);
    let mut source = Source {
        random: ChaCha8Rng::seed_from_u64(seed),
        weights: args.weights(),
        found: BTreeSet::new(),
    };
    let sets = [
        ("match", source.of_matches(args.number("match", 2_000) as usize)),
        ("closed", source.of_closed_boards(args.number("closed", 400) as usize)),
    ];
    let mut gnubg = Gnubg::start().expect("GNU Backgammon is installed");
    let mut text = format!(
        "# Chances without cube by GNU Backgammon 1.07.001 (Debian), `evaluation fibsboard ... plies 2`.\n\
         # Made by: cargo bench --bench gnubg_equities -- draw FILE seed={seed}\n\
         # set, checkers as in XGID with the player on turn below, won, with a gammon, a backgammon,\n\
         # lost with a gammon, a backgammon\n"
    );
    for (set, boards) in sets {
        for board in boards {
            let chances = gnubg.chances(&board).expect("it answers");
            let numbers = chances.map(|chance| format!("{chance:.4}")).join("\t");
            writeln!(text, "{set}\t{}\t{numbers}", points(&board)).expect("texts take all");
        }
    }
    std::fs::write(file, text).expect("the file can be written");
}

/// The checkers as in XGID.
fn points(board: &Board) -> String {
    let pos = Backgammon { board: *board, ..Backgammon::start_of(Terms::MONEY) };
    let text = write_xgid(&pos, Side::First);
    text["XGID=".len()..].split(':').next().expect("it has fields").to_owned()
}

fn ask_again(known: &[Known]) -> ExitCode {
    let mut gnubg = Gnubg::start().expect("GNU Backgammon is installed");
    let mut widest: f64 = 0.0;
    for known in known.iter().step_by(10) {
        let chances = gnubg.chances(&known.board).expect("it answers");
        widest = widest.max((equity(&chances) - known.equity()).abs());
    }
    println!("{} positions asked again: {widest:.4} apart at most", known.len().div_ceil(10));
    // Five chances of four digits.
    if widest < 0.000_5 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Draws positions.
struct Source {
    random: ChaCha8Rng,
    weights: Arc<Weights>,
    found: BTreeSet<Board>,
}

impl Source {
    fn below(&mut self, end: usize) -> usize {
        ((u64::from(self.random.next_u32()) * end as u64) >> 32) as usize
    }

    fn roll(&mut self) -> Dice {
        let [one, other] = [(); 2].map(|()| self.below(6) as u8 + 1);
        Dice::new(one, other).expect("dice show 1 to 6")
    }

    fn player(&mut self, level: usize) -> Player {
        let seed = u64::from(self.random.next_u32());
        Player::with_evaluator(&LEVELS[level - 1], seed, Evaluator::new(Arc::clone(&self.weights)))
    }

    /// Up to four contact positions from each game between two levels.
    fn of_matches(&mut self, n: usize) -> Vec<Board> {
        let mut drawn = Vec::new();
        while drawn.len() < n {
            let mut players = [(); 2].map(|()| {
                let level = self.below(9) + 1;
                self.player(level)
            });
            let mut game = Vec::new();
            let mut board = Board::START;
            for turn in 0.. {
                let dice = self.roll();
                board = play(&mut players[turn % 2], &board, dice);
                if !has_contact(&board) {
                    break;
                }
                game.push(board);
            }
            for _ in 0..4.min(game.len()).min(n - drawn.len()) {
                let board = game.swap_remove(self.below(game.len()));
                if self.found.insert(board) {
                    drawn.push(board);
                }
            }
        }
        drawn
    }

    /// A side has closed its board, the other one is on the bar with some checkers off; from there
    /// up to twelve rolls are played.
    fn of_closed_boards(&mut self, n: usize) -> Vec<Board> {
        let mut player = self.player(8);
        let mut drawn = Vec::new();
        while drawn.len() < n {
            let mut board = self.closed_board();
            for _ in 0..self.below(13) {
                let dice = self.roll();
                board = play(&mut player, &board, dice);
            }
            if has_contact(&board) && self.found.insert(board) {
                drawn.push(board);
            }
        }
        drawn
    }

    fn closed_board(&mut self) -> Board {
        let (mut closer, mut closed) = ([0; 26], [0; 26]);
        closer[1..=6].fill(2);
        let most_off = self.below(4);
        for spare in 0..3 {
            let point = if spare < most_off { OFF } else { self.below(12) + 1 };
            closer[point] += 1;
        }
        closed[BAR] = [1, 1, 1, 1, 2, 2, 3][self.below(7)];
        let left = 15 - closed[BAR];
        closed[OFF] = self.below(usize::from(left) + 1) as u8;
        for _ in closed[OFF]..left {
            closed[self.below(6) + 1] += 1;
        }
        Board { own: closer, opp: closed }
    }
}

fn has_contact(board: &Board) -> bool {
    !board.is_race() && board.own[OFF] < 15 && board.opp[OFF] < 15
}

fn play(player: &mut Player, board: &Board, dice: Dice) -> Board {
    if board.opp[OFF] == 15 {
        return *board;
    }
    player.plays(board, dice, &Stakes::CUBELESS, &Stop::never())[0].after
}

/// GNU Backgammon behind its socket, which evaluates FIBS boards.
struct Gnubg {
    child: Child,
    stream: BufReader<TcpStream>,
}

impl Gnubg {
    #[expect(clippy::disallowed_methods, reason = "it is killed when the measuring ends")]
    fn start() -> io::Result<Self> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let spawn = |program: &str| {
            let mut command = Command::new(program);
            command.args(["-t", "-q"]).stdin(Stdio::piped()).stdout(Stdio::piped());
            command.stderr(Stdio::null()).spawn()
        };
        let mut child = spawn("gnubg").or_else(|_| spawn("/usr/games/gnubg"))?;
        let input = child.stdin.as_mut().expect("it is a pipe");
        write!(input, "set jacoby off\nexternal localhost:{port}\n")?;
        input.flush()?;
        let mut output = BufReader::new(child.stdout.as_mut().expect("it is a pipe"));
        let mut line = String::new();
        while !line.contains("Waiting for a connection") {
            line.clear();
            if output.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self { child, stream: BufReader::new(stream) })
    }

    /// The chances of the side to move before its roll, without cube, at 2 plies.
    fn chances(&mut self, board: &Board) -> io::Result<[f64; 5]> {
        let mut points = [0_i32; 26];
        for (point, n) in board.own.iter().enumerate().skip(1) {
            points[point] += i32::from(*n);
        }
        for (point, n) in board.opp.iter().enumerate().skip(1) {
            points[25 - point] -= i32::from(*n);
        }
        let points = points.map(|n| n.to_string()).join(":");
        let (own, opp) = (board.own[OFF], board.opp[OFF]);
        let line = format!(
            "evaluation fibsboard board:us:them:9999:0:0:{points}:1:0:0:0:0:1:1:1:0:1:-1:0:25:{own}:\
             {opp}:0:0:0:0:0:0 plies 2\n"
        );
        self.stream.get_mut().write_all(line.as_bytes())?;
        let mut answer = String::new();
        self.stream.read_line(&mut answer)?;
        let numbers: Vec<f64> = answer.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, _] = numbers[..] else {
            panic!("{answer:?} is no answer about {board:?}");
        };
        Ok([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon])
    }
}

impl Drop for Gnubg {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
