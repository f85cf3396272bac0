//! Plays two levels of a built-in engine against each other.
//!
//! `cargo bench --bench levels --no-default-features -- GAME STRONG WEAK GAMES MILLISECONDS`, by
//! default `othello 10 3 100 50`; GAME is `othello`, a variant of draughts or a game type of Hive.
//! `strong=FILE` and `weak=FILE` are weights of draughts or Hive for one side. In Hive, `strong-depth=N`
//! and `weak-depth=N` limit one side, and level 0 picks at random. Openings are random and each is played with
//! both colours; the same arguments give the same openings. Ends with an error when level 10 wins
//! fewer than 95 % against level 3.

#![expect(clippy::print_stdout, reason = "it is a program that prints its figures")]

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet::builtin::{draughts, hive, othello};
use quintet::games::draughts::{Draughts, Move, Variant};
use quintet::games::hive::{GameType, Hive};
use quintet::games::othello::board::{Board, squares};
use quintet::games::{HistoryRules, Outcome, Rules, Side, Trace};

/// What the command line says.
struct Args {
    words: Vec<String>,
    numbers: Vec<u32>,
}

impl Args {
    fn number(&self, idx: usize, default: u32) -> u32 {
        self.numbers.get(idx).copied().unwrap_or(default)
    }

    fn levels(&self) -> [u8; 2] {
        [self.number(0, 10), self.number(1, 3)]
            .map(|level| u8::try_from(level).expect("levels are 1 to 10"))
    }

    /// What stands behind `name=`.
    fn value(&self, name: &str) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }
}

fn main() -> ExitCode {
    let all: Vec<String> = std::env::args().skip(1).collect();
    let args = Args {
        numbers: all.iter().filter_map(|arg| arg.parse().ok()).collect(),
        words: all.into_iter().filter(|arg| arg.parse::<u32>().is_err()).collect(),
    };
    let variant = args.words.iter().find_map(|word| Variant::find(word));
    let game_type = args.words.iter().find_map(|word| GameType::find(word));
    let mut contest: Box<dyn Contest> = match (variant, game_type) {
        (Some(variant), _) => Box::new(DraughtsContest::new(variant, &args)),
        (None, Some(game_type)) => Box::new(HiveContest::new(game_type, &args)),
        (None, None) => Box::new(OthelloContest::new(args.levels())),
    };
    let name = variant.map(Variant::name).or(game_type.map(GameType::name));
    let (games, millis) = (args.number(2, 100), args.number(3, 50));
    let time = Duration::from_millis(u64::from(millis));
    let (mut results, mut difference) = ([0_u32; 3], 0);
    let begun = Instant::now();
    for game in 0..games {
        let score = contest.play((game % 2) as usize, u64::from(game / 2) + 1, time);
        difference += score;
        results[(1 - score.signum()) as usize] += 1;
    }
    let [won, drawn, lost] = results;
    let points = f64::from(won) + f64::from(drawn) / 2.0;
    let levels = args.levels();
    println!(
        "{}, level {} against level {}, {games} games at {millis} ms a move: {won} won, {drawn} \
         drawn, {lost} lost, {:.1} % of the points, {:+.1} a game, {:.0} s",
        name.unwrap_or("othello"),
        levels[0],
        levels[1],
        100.0 * points / f64::from(games),
        f64::from(difference) / f64::from(games),
        begun.elapsed().as_secs_f64(),
    );
    let enough = levels != [10, 3] || u64::from(won) * 100 >= u64::from(games) * 95;
    if enough { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Two players of one game.
trait Contest {
    /// Plays a game in which player `first` moves first; the result for player 0.
    fn play(&mut self, first: usize, seed: u64, time: Duration) -> i32;
}

/// Numbers that follow each other at random.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

struct OthelloContest([othello::Player; 2]);

impl OthelloContest {
    /// Random moves before the engines take over.
    const OPENING: u32 = 8;

    fn new(levels: [u8; 2]) -> Self {
        Self(levels.map(|level| {
            othello::Player::new(othello::Level::find(level).expect("levels are 1 to 10"), 1)
        }))
    }
}

impl Contest for OthelloContest {
    fn play(&mut self, first: usize, seed: u64, time: Duration) -> i32 {
        let (mut random, mut board) = (Random::new(seed), Board::START);
        for _ in 0..Self::OPENING {
            let moves: Vec<u32> = squares(board.legal()).collect();
            let square = moves[random.below(moves.len())];
            board = board.place(square, board.flips(square));
        }
        let mut mover = first;
        loop {
            if let Some(square) = self.0[mover].best_square(board, time) {
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
}

struct DraughtsContest {
    variant: Variant,
    players: [draughts::Player; 2],
}

impl DraughtsContest {
    /// Random moves before the engines take over.
    const OPENING: u32 = 4;
    /// A game of so many moves of both sides is a draw.
    const LONGEST: usize = 400;

    fn new(variant: Variant, args: &Args) -> Self {
        let mut seed = 0;
        let mut player = |level: u8, name: &str| {
            seed += 1;
            let level = draughts::Level::find(level).expect("levels are 1 to 10");
            let setting = draughts::Setting::new(variant, level, seed);
            let Some(file) = args.value(name) else {
                return draughts::Player::new(setting);
            };
            let bytes = std::fs::read(file).expect("the file of weights can be read");
            let weights = draughts::Weights::read(&bytes).expect("it is a file of weights");
            draughts::Player::with_weights(setting, Arc::new(weights))
        };
        let [strong, weak] = args.levels();
        let players = [player(strong, "strong"), player(weak, "weak")];
        Self { variant, players }
    }
}

impl Contest for DraughtsContest {
    fn play(&mut self, first: usize, seed: u64, time: Duration) -> i32 {
        let (mut random, mut pos) = (Random::new(seed), Draughts::start_of(self.variant));
        for _ in 0..Self::OPENING {
            let moves = pos.legal_moves();
            pos.play(&moves[random.below(moves.len())]);
        }
        self.players.iter_mut().for_each(draughts::Player::forget);
        let mut line: Vec<(Draughts, Move)> = Vec::new();
        let mut traces: Vec<Trace> = vec![pos.trace()];
        while line.len() < Self::LONGEST {
            let by_history = || Draughts::judge(&traces, HistoryRules::default());
            if let Some(ending) = pos.ending().or_else(by_history) {
                let winner = match ending.outcome {
                    Outcome::WonBy(Side::First) => first,
                    Outcome::WonBy(Side::Second) => 1 - first,
                    Outcome::Draw => return 0,
                };
                return if winner == 0 { 1 } else { -1 };
            }
            let player = (first + pos.turn().idx()) % 2;
            let mv = self.players[player].best_move(&line, &pos, time);
            let mv = mv.expect("the game is not over");
            line.push((pos, mv));
            pos.play(&mv);
            traces.push(pos.trace());
        }
        0
    }
}

struct HiveContest {
    game_type: GameType,
    /// `None` for one that picks at random.
    players: [Option<hive::Player>; 2],
    depths: [u32; 2],
}

impl HiveContest {
    /// Random moves before the engines take over.
    const OPENING: u32 = 4;
    /// A game of so many moves of both sides is a draw.
    const LONGEST: usize = 300;

    fn new(game_type: GameType, args: &Args) -> Self {
        let depth = |name| {
            let number = args.value(name).map(|text| text.parse().expect("a depth is a number"));
            number.unwrap_or(hive::MAX_DEPTH)
        };
        let mut seed = 0;
        let mut player = |level: u8, name: &str| {
            seed += 1;
            let setting = hive::Setting::new(hive::Level::find(level)?);
            let Some(file) = args.value(name) else {
                return Some(hive::Player::new(setting, 18, seed));
            };
            let text = std::fs::read_to_string(file).expect("the file of weights can be read");
            let weights = hive::Weights::read(&text).expect("it is a file of weights");
            Some(hive::Player::with_weights(setting, 18, seed, Arc::new(weights)))
        };
        let [strong, weak] = args.levels();
        let players = [player(strong, "strong"), player(weak, "weak")];
        Self { game_type, players, depths: ["strong-depth", "weak-depth"].map(depth) }
    }
}

impl Contest for HiveContest {
    fn play(&mut self, first: usize, seed: u64, time: Duration) -> i32 {
        let (mut random, mut game) = (Random::new(seed), vec![Hive::new(self.game_type)]);
        self.players.iter_mut().flatten().for_each(hive::Player::forget);
        let mut traces: Vec<Trace> = vec![game[0].trace()];
        while game.len() < Self::LONGEST {
            let pos = &game[game.len() - 1];
            let by_history = || Hive::judge(&traces, HistoryRules::default());
            if let Some(ending) = pos.board().ending().or_else(by_history) {
                let winner = match ending.outcome {
                    Outcome::WonBy(Side::First) => first,
                    Outcome::WonBy(Side::Second) => 1 - first,
                    Outcome::Draw => return 0,
                };
                return if winner == 0 { 1 } else { -1 };
            }
            let player = (first + pos.turn().idx()) % 2;
            let opens = game.len() <= Self::OPENING as usize;
            let mv = match &mut self.players[player] {
                Some(player_of) if !opens => {
                    let mv = player_of.best_move(&game, time, self.depths[player]);
                    pos.game_move(mv.expect("the game is not over"))
                }
                Some(_) | None => {
                    let moves = pos.legal_moves();
                    moves[random.below(moves.len())]
                }
            };
            let mut next = pos.clone();
            next.play_unchecked(&mv);
            traces.push(next.trace());
            game.push(next);
        }
        0
    }
}
