//! Measures the backgammon engine in games without cube, gammons counting.
//!
//! `cargo bench --bench backgammon --no-default-features -- OPPONENT [GAMES] [level=N]
//! [weights=FILE] [seed=N] [plies=N] [slip=N]`. The opponent is `pips` (plays for the pip count alone),
//! `gnubg` (an installed GNU Backgammon, looking `plies` rolls ahead), or with `against=N` or
//! `other=FILE` the engine itself at another level or with other weights. With
//! `slip=0` both play without the errors of their levels. Each row of dice is played twice with the
//! seats changed. Prints points a game with the 95 % interval of the pairs. Without an
//! opponent it plays 200 games against `pips`, and fails when it wins 90 % of them or fewer.

#![expect(clippy::print_stdout, reason = "it is a program that prints its figures")]

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet::builtin::backgammon::{Evaluator, LEVELS, Level, Player, Stakes, Stop, Weights};
use quintet::games::backgammon::board::{OFF, Step};
use quintet::games::backgammon::cube::win_of;
use quintet::games::backgammon::{Board, Dice, plays};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What the command line says.
struct Args(Vec<String>);

impl Args {
    fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='))
    }

    fn number(&self, name: &str, default: u64) -> u64 {
        self.text(name).map_or(default, |text| text.parse().expect("a number is wanted"))
    }

    fn weights(&self, name: &str) -> Arc<Weights> {
        let Some(file) = self.text(name) else { return Weights::embedded() };
        let bytes = std::fs::read(file).expect("the file of weights can be read");
        Arc::new(Weights::read(&bytes).expect("it is a file of weights"))
    }

    fn has(&self, word: &str) -> bool {
        self.0.iter().any(|arg| arg == word)
    }
}

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let args = Args(std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect());
    let n_games = args.0.iter().find_map(|arg| arg.parse().ok()).unwrap_or(200_u64);
    let level = level(&args, args.number("level", 8));
    let mut engine =
        Engine(Player::with_evaluator(level, 1, Evaluator::new(args.weights("weights"))));
    let is_gnubg = args.has("gnubg");
    let mut opponent: Box<dyn Chooser> = if is_gnubg {
        Box::new(Gnubg::start(args.number("plies", 0)).expect("GNU Backgammon is installed"))
    } else if args.text("other").is_some() || args.text("against").is_some() {
        let level = self::level(&args, args.number("against", u64::from(level.number)));
        let evaluator = Evaluator::new(args.weights("other"));
        Box::new(Engine(Player::with_evaluator(level, 2, evaluator)))
    } else {
        Box::new(Pips(ChaCha8Rng::seed_from_u64(args.number("seed", 1))))
    };
    let begun = Instant::now();
    let seed = args.number("seed", 1);
    let figures = contest(&mut engine, opponent.as_mut(), n_games / 2, seed);
    println!("{figures}, {:.0} s", begun.elapsed().as_secs_f64());
    let is_default = args.0.is_empty();
    let enough = !is_default || figures.won * 10 > figures.games * 9;
    if enough { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The level of this number, without its errors if the command line says so.
fn level(args: &Args, number: u64) -> &'static Level {
    let number = usize::try_from(number).expect("levels are 1 to 10");
    let level = &LEVELS[number - 1];
    match args.text("slip") {
        None => level,
        Some("0") => {
            Box::leak(Box::new(Level { overlooks: 0, slip: 0.0, cube_slip: 0.0, ..*level }))
        }
        Some(text) => panic!("slip={text}: only 0 is known"),
    }
}

/// What came of a contest, seen by its first player.
#[derive(Debug, Default)]
struct Figures {
    games: u64,
    won: u64,
    gammons: [u64; 2],
    points: Vec<f64>,
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let n = self.points.len() as f64;
        let mean = self.points.iter().sum::<f64>() / n;
        let squares: f64 = self.points.iter().map(|pair| (pair - mean).powi(2)).sum();
        let half = 1.96 * (squares / (n - 1.0) / n).sqrt();
        let percent = |part: u64| 100.0 * part as f64 / self.games as f64;
        write!(
            f,
            "{} games in pairs of the same dice: {:.1} % won, {:.1} % with a gammon, {:.1} % lost \
             with one; {mean:+.3} points a game, {:+.3} to {:+.3}",
            self.games,
            percent(self.won),
            percent(self.gammons[0]),
            percent(self.gammons[1]),
            mean - half,
            mean + half,
        )
    }
}

/// Plays so many pairs of games.
fn contest(one: &mut Engine, other: &mut dyn Chooser, n_pairs: u64, seed: u64) -> Figures {
    let mut figures = Figures::default();
    for pair in 0..n_pairs {
        let mut sum = 0;
        for first in 0..2 {
            let dice = ChaCha8Rng::seed_from_u64(seed << 32 | pair);
            let points = play([&mut *one, &mut *other], first, dice);
            sum += points;
            figures.games += 1;
            figures.won += u64::from(points > 0);
            figures.gammons[usize::from(points < 0)] += u64::from(points.abs() > 1);
        }
        figures.points.push(f64::from(sum) / 2.0);
        if pair % 50 == 49 {
            println!("{figures}");
        }
    }
    figures
}

/// Plays a game; the points of player 0. Who begins, and every roll, come from the dice.
fn play(players: [&mut dyn Chooser; 2], first: usize, mut random: ChaCha8Rng) -> i32 {
    let (mut board, mut mover) = (Board::START, first);
    let mut dice = roll(&mut random);
    while dice.is_double() {
        dice = roll(&mut random);
    }
    loop {
        let after = players[mover].choose(&board, dice);
        if after.own[OFF] == 15 {
            let points = win_of(&after).expect("all are off").times().cast_signed();
            return if mover == 0 { points } else { -points };
        }
        board = after.flip();
        mover = 1 - mover;
        dice = roll(&mut random);
    }
}

fn roll(random: &mut ChaCha8Rng) -> Dice {
    let mut die = || ((u64::from(random.next_u32()) * 6) >> 32) as u8 + 1;
    Dice::new(die(), die()).expect("dice show 1 to 6")
}

/// Chooses plays.
trait Chooser {
    /// The position after the play, as the mover sees it.
    fn choose(&mut self, board: &Board, dice: Dice) -> Board;
}

struct Engine(Player);

impl Chooser for Engine {
    fn choose(&mut self, board: &Board, dice: Dice) -> Board {
        self.0.plays(board, dice, &Stakes::CUBELESS, &Stop::never())[0].after.flip()
    }
}

/// Looks at nothing but its own pips less the other one's, so that it hits where it can; among equal
/// plays it chooses by chance.
struct Pips(ChaCha8Rng);

impl Chooser for Pips {
    fn choose(&mut self, board: &Board, dice: Dice) -> Board {
        let ahead = |board: &Board| {
            let [own, opp] = board.pips().map(i64::from);
            own - opp
        };
        let plays = plays(board, dice);
        let best = plays.iter().min_by_key(|play| (ahead(&play.board), self.0.next_u32()));
        best.expect("there is always a play, if only an empty one").board
    }
}

/// GNU Backgammon behind its socket, which takes FIBS rawboard lines.
struct Gnubg {
    child: Child,
    stream: BufReader<TcpStream>,
}

impl Gnubg {
    #[expect(clippy::disallowed_methods, reason = "it is killed when the measuring ends")]
    fn start(plies: u64) -> io::Result<Self> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let spawn = |program: &str| {
            let mut command = Command::new(program);
            command.args(["-t", "-q"]).stdin(Stdio::piped()).stdout(Stdio::piped());
            command.stderr(Stdio::null()).spawn()
        };
        let mut child = spawn("gnubg").or_else(|_| spawn("/usr/games/gnubg"))?;
        let input = child.stdin.as_mut().expect("it is a pipe");
        write!(
            input,
            "set jacoby off\n\
             set evaluation chequer evaluation plies {plies}\n\
             set evaluation chequer evaluation cubeful off\n\
             external localhost:{port}\n"
        )?;
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

    fn ask(&mut self, board: &Board, dice: Dice) -> io::Result<String> {
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
            "board:us:them:9999:0:0:{points}:1:{}:{}:0:0:1:1:1:0:1:-1:0:25:{own}:{opp}:0:0:0:0:0:0\n",
            dice.high(),
            dice.low(),
        );
        self.stream.get_mut().write_all(line.as_bytes())?;
        let mut answer = String::new();
        self.stream.read_line(&mut answer)?;
        Ok(answer)
    }
}

impl Chooser for Gnubg {
    fn choose(&mut self, board: &Board, dice: Dice) -> Board {
        let legal = plays(board, dice);
        if let [only] = legal.as_slice() {
            return only.board;
        }
        let answer = self.ask(board, dice).expect("it answers");
        let mut after = *board;
        for step in answer.split_whitespace() {
            let ends = step.split_once('/').expect("a step has two ends");
            let end = |text: &str| {
                text.trim_end_matches('*').parse().unwrap_or_else(|_| panic!("{answer:?}"))
            };
            after.step(Step { from: end(ends.0), to: end(ends.1) });
        }
        let is_legal = legal.iter().any(|play| play.board == after);
        assert!(is_legal, "{answer:?} is no play of {dice} in {board:?}");
        after
    }
}

impl Drop for Gnubg {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
