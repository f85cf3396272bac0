//! Plays the levels of the built-in engines against each other, and level 1 against a novice.
//!
//! `cargo bench --bench levels --no-default-features -- [GAME] [games=N] [time=MILLISECONDS]` prints a
//! table: level 1 against the novice, then each level against the one below. GAME is `othello`, a variant
//! of draughts, a game type of Hive, or `backgammon`; without one it is all of them. `GAME STRONG WEAK`
//! plays only these two; each is `novice`, a level, or a level with changes (`4:depth=3,slips=120`).
//! By default 200 games at 50 ms a move; below level 10 no level needs that long. Openings are random
//! and each is played with both colours; in backgammon both games have the same dice. Levels that end by
//! depth or nodes play the same games on every machine.
//!
//! Ends with an error when a step is outside of its bounds.

#![expect(clippy::print_stdout, reason = "it is a program that prints its figures")]

mod backgammon;
mod contest;
mod draughts;
mod hive;
mod othello;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use contest::{Contest, Entrant};
use quintet::games::draughts::Variant;
use quintet::games::hive::GameType;
use quintet::games::{Outcome, Side};
use quintet::play::{Interval, Standing, elo};

/// A game in which contests are played.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Othello,
    Draughts(Variant),
    Hive(GameType),
    Backgammon,
}

impl Kind {
    fn find(word: &str) -> Option<Self> {
        match word {
            "othello" => Some(Self::Othello),
            "backgammon" => Some(Self::Backgammon),
            _ => Variant::find(word)
                .map(Self::Draughts)
                .or_else(|| GameType::find(word).map(Self::Hive)),
        }
    }

    fn all() -> Vec<Self> {
        let hive = GameType::find("Base+MLP").expect("it is a game type");
        let mut all = vec![Self::Othello];
        all.extend(Variant::ALL.map(Self::Draughts));
        all.extend([Self::Hive(hive), Self::Backgammon]);
        all
    }

    fn name(self) -> String {
        match self {
            Self::Othello => "othello".to_owned(),
            Self::Draughts(variant) => variant.name().to_owned(),
            Self::Hive(game_type) => game_type.name().to_owned(),
            Self::Backgammon => "backgammon".to_owned(),
        }
    }

    fn contest(self, entrants: [&Entrant; 2]) -> Box<dyn Contest> {
        match self {
            Self::Othello => Box::new(othello::OthelloContest::new(entrants)),
            Self::Draughts(variant) => Box::new(draughts::DraughtsContest::new(variant, entrants)),
            Self::Hive(game_type) => Box::new(hive::HiveContest::new(game_type, entrants)),
            Self::Backgammon => Box::new(backgammon::BackgammonContest::new(entrants)),
        }
    }

    /// What a step should be worth in Elo, by games won (a draw is half a one).
    fn step(self) -> [f64; 2] {
        match self {
            Self::Backgammon => [80.0, 160.0],
            Self::Othello | Self::Draughts(_) | Self::Hive(_) => [100.0, 200.0],
        }
    }
}

/// Level 1 should score so much against the novice.
const HALF: [f64; 2] = [0.4, 0.6];

/// What the command line says.
struct Args {
    words: Vec<String>,
    games: u32,
    time: Duration,
}

impl Args {
    fn read() -> Self {
        // Cargo adds `--bench`.
        let all: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
        let number = |name: &str, default: u32| {
            let value = all.iter().find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='));
            value.map_or(default, |text| text.parse().expect("a number is wanted"))
        };
        let (games, millis) = (number("games", 200), number("time", 50));
        let is_setting = |arg: &String| arg.starts_with("games=") || arg.starts_with("time=");
        let words = all.into_iter().filter(|arg| !is_setting(arg)).collect();
        Self { words, games, time: Duration::from_millis(u64::from(millis)) }
    }
}

fn main() -> ExitCode {
    let args = Args::read();
    let find = |word: &String| Kind::find(word).expect("there is such a game");
    let kinds = args.words.first().map_or_else(Kind::all, |word| vec![find(word)]);
    println!(
        "| game | strong | weak | games | won | drawn | lost | score | Elo | 95 % | margin | |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut all_fit = true;
    for kind in kinds {
        if let [_, strong, weak] = &args.words[..] {
            let read = |text: &String| text.parse::<Entrant>().expect("it is a player");
            all_fit &= compare(kind, [&read(strong), &read(weak)], &args);
        } else {
            all_fit &= compare(kind, [&Entrant::level(1), &Entrant::Novice], &args);
            for weak in 1..10 {
                let entrants = [weak + 1, weak].map(Entrant::level);
                all_fit &= compare(kind, [&entrants[0], &entrants[1]], &args);
            }
        }
    }
    if all_fit { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays the games of two players and prints a row of the table; whether the step is within its bounds.
fn compare(kind: Kind, entrants: [&Entrant; 2], args: &Args) -> bool {
    let mut contest = kind.contest(entrants);
    let (mut standing, mut margin, begun) = (Standing::default(), 0, Instant::now());
    for game in 0..args.games {
        let points = contest.play((game % 2) as usize, u64::from(game / 2) + 1, args.time);
        margin += points;
        let seat = Side::BOTH[(game % 2) as usize];
        let outcome = match points {
            1.. => Outcome::WonBy(seat),
            0 => Outcome::Draw,
            _ => Outcome::WonBy(seat.opponent()),
        };
        standing.add(game / 2, seat, outcome);
    }
    let score = standing.score().expect("there is at least one game");
    // Two or fewer games have no interval.
    let elos = standing.elo();
    let end = |pick: fn(&Interval) -> f64| elos.as_ref().map_or(f64::NAN, pick);
    let fits = match entrants {
        [_, Entrant::Novice] => (HALF[0]..=HALF[1]).contains(&score),
        _ => (kind.step()[0]..=kind.step()[1]).contains(&elo(score)),
    };
    println!(
        "| {} | {} | {} | {} | {} | {} | {} | {:.1} % | {:+.0} | {:+.0} to {:+.0} | {:+.2} | {}{:.0} s |",
        kind.name(),
        entrants[0].name(),
        entrants[1].name(),
        args.games,
        standing.wins,
        standing.draws,
        standing.losses,
        100.0 * score,
        elo(score),
        end(|elo| elo.low),
        end(|elo| elo.high),
        f64::from(margin) / f64::from(args.games),
        if fits { "" } else { "outside, " },
        begun.elapsed().as_secs_f64(),
    );
    fits
}
