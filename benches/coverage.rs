//! How often the 95 % intervals of matches hold the truth: simulated matches of which it is known.
//!
//! `cargo bench --bench coverage --no-default-features` prints the tables of `docs/STATISTICS.md`,
//! which describes the models, too. The same random numbers each time.

#![expect(clippy::print_stdout, reason = "it is a program that prints its figures")]

use quintet::games::{Outcome, Side};
use quintet::play::{Points, Standing};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Lengths of matches, in pairs of games.
const PAIRS: [u32; 9] = [3, 4, 5, 6, 8, 10, 20, 50, 200];
/// Simulated matches for each length, model and difference in strength.
const MATCHES: u32 = 1_000;
/// Rounding may lift the end of an interval over the truth that it stands on.
const CLOSE: f64 = 1e-9;

fn main() {
    println!("Scores: per cent of matches whose interval holds the truth, the mean of all");
    println!("differences in strength, and in brackets the lowest of them.\n");
    table_head("model");
    for model in &ScoreModel::ALL {
        row(model.name, |pairs| {
            let differences = (0..=16).map(|step| 25.0 * f64::from(step));
            shares(differences.map(|elo| model.coverage(elo, pairs)))
        });
    }
    println!("\nPoints a game: the same.\n");
    table_head("model");
    for model in &PointsModel::ALL {
        row(model.name, |pairs| {
            shares([0.0, 0.03, 0.06, 0.1, 0.15].map(|edge| model.coverage(edge, pairs)))
        });
    }
    println!("\nRepeated openings: two engines that always play the same, 100 openings.\n");
    println!("| games | each pair counts as new | by opening |\n|---|---|---|");
    for games in [200, 400, 1_000, 2_000] {
        let [as_new, by_opening] = repeated(games / 2);
        println!("| {games} | {as_new:.1} | {by_opening:.1} |");
    }
}

fn table_head(first: &str) {
    let heads: Vec<String> = PAIRS.iter().map(|pairs| format!(" {pairs} pairs |")).collect();
    println!("| {first} |{}\n|---|{}", heads.concat(), "---|".repeat(PAIRS.len()));
}

fn row(name: &str, cell: impl Fn(u32) -> (f64, f64)) {
    let cells = PAIRS.map(|pairs| {
        let (mean, lowest) = cell(pairs);
        format!(" {mean:.1} ({lowest:.0}) |")
    });
    println!("| {name} |{}", cells.concat());
}

/// The mean and the lowest of shares, in per cent.
fn shares(all: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let all: Vec<f64> = all.into_iter().collect();
    let lowest = all.iter().copied().fold(f64::INFINITY, f64::min);
    (100.0 * all.iter().sum::<f64>() / all.len() as f64, 100.0 * lowest)
}

/// How games of a kind end: each is won, drawn or lost by the first engine.
struct ScoreModel {
    name: &'static str,
    /// Davidson's parameter ν: of the games between equals ν / (2 + ν) are drawn.
    draws: f64,
    /// Standard deviation of what an opening is worth to the side that begins, in Elo.
    opening: f64,
}

impl ScoreModel {
    const ALL: [Self; 7] = [
        Self { name: "no draws", draws: 0.0, opening: 0.0 },
        Self { name: "no draws, sharp openings", draws: 0.0, opening: 250.0 },
        Self { name: "30 % draws", draws: 0.857, opening: 0.0 },
        Self { name: "30 % draws, sharp openings", draws: 0.857, opening: 250.0 },
        Self { name: "60 % draws", draws: 3.0, opening: 100.0 },
        Self { name: "60 % draws, sharp openings", draws: 3.0, opening: 300.0 },
        Self { name: "85 % draws", draws: 11.0, opening: 150.0 },
    ];

    /// The chances of a win and of a draw of who is stronger by `elo`.
    fn chances(&self, elo: f64) -> [f64; 2] {
        let strong = 10_f64.powf(elo / 800.0);
        let whole = strong + 1.0 / strong + self.draws;
        [strong / whole, self.draws / whole]
    }

    /// The score that is expected of the pairs, by steps over all openings.
    fn truth(&self, elo: f64) -> f64 {
        let steps = (-80..=80).map(|step| f64::from(step) / 20.0);
        let (mut sum, mut weights) = (0.0, 0.0);
        for z in steps {
            let weight = (-z * z / 2.0).exp();
            let [win, draw] = self.chances(elo + self.opening * z);
            sum += weight * (win + draw / 2.0);
            weights += weight;
        }
        sum / weights
    }

    /// The two games from an opening, the first engine on the first side in the first of them.
    fn pair(&self, elo: f64, random: &mut Random) -> [Outcome; 2] {
        let advantage = self.opening * random.normal();
        Side::BOTH.map(|seat| {
            let sign = if seat == Side::First { 1.0 } else { -1.0 };
            let [win, draw] = self.chances(elo + sign * advantage);
            match random.share() {
                share if share < win => Outcome::WonBy(seat),
                share if share < win + draw => Outcome::Draw,
                _ => Outcome::WonBy(seat.opponent()),
            }
        })
    }

    /// The share of matches whose interval holds the truth.
    fn coverage(&self, elo: f64, pairs: u32) -> f64 {
        let truth = self.truth(elo);
        let mut random = Random::new(u64::from(pairs));
        let holds = |_: &u32| {
            let mut standing = Standing::default();
            for opening in 0..pairs {
                add_pair(&mut standing, opening, self.pair(elo, &mut random));
            }
            let found = standing.interval().expect("there are three pairs and more");
            found.low - CLOSE <= truth && truth <= found.high + CLOSE
        };
        (0..MATCHES).filter(holds).count() as f64 / f64::from(MATCHES)
    }
}

fn add_pair(standing: &mut Standing, opening: u32, games: [Outcome; 2]) {
    for (seat, outcome) in Side::BOTH.into_iter().zip(games) {
        standing.add(opening, seat, outcome);
    }
}

/// How games of backgammon end, and how often both games of a pair are played alike: then the dice
/// decide both, and the pair is even.
struct PointsModel {
    name: &'static str,
    /// What a game is worth to its winner, with the chance of it.
    worth: &'static [(f64, i32)],
    /// The share of pairs that are played alike.
    alike: f64,
}

/// Single games, gammons and backgammons.
const CUBELESS: &[(f64, i32)] = &[(0.73, 1), (0.26, 2), (0.01, 3)];
/// With the cube.
const MONEY: &[(f64, i32)] = &[(0.40, 1), (0.38, 2), (0.16, 4), (0.05, 8), (0.01, 16)];

impl PointsModel {
    const ALL: [Self; 6] = [
        Self { name: "cubeless", worth: CUBELESS, alike: 0.0 },
        Self { name: "cubeless, half the pairs alike", worth: CUBELESS, alike: 0.5 },
        Self { name: "cubeless, 80 % alike", worth: CUBELESS, alike: 0.8 },
        Self { name: "with the cube", worth: MONEY, alike: 0.0 },
        Self { name: "with the cube, half alike", worth: MONEY, alike: 0.5 },
        Self { name: "with the cube, 80 % alike", worth: MONEY, alike: 0.8 },
    ];

    fn game(&self, edge: f64, random: &mut Random) -> i32 {
        let is_won = random.share() < 0.5 + edge;
        let mut share = random.share();
        let mut worth = 1;
        for (chance, points) in self.worth {
            worth = *points;
            if share < *chance {
                break;
            }
            share -= chance;
        }
        if is_won { worth } else { -worth }
    }

    /// The share of matches whose interval holds the truth; the first engine wins `edge` more than
    /// half of its games.
    fn coverage(&self, edge: f64, pairs: u32) -> f64 {
        let mean: f64 = self.worth.iter().map(|(chance, worth)| chance * f64::from(*worth)).sum();
        let truth = 2.0 * edge * mean * (1.0 - self.alike);
        let mut random = Random::new(u64::from(pairs));
        let holds = |_: &u32| {
            let mut points = Points::default();
            for dice in 0..pairs {
                let is_alike = random.share() < self.alike;
                let first = self.game(if is_alike { 0.0 } else { edge }, &mut random);
                let second = if is_alike { -first } else { self.game(edge, &mut random) };
                points.add(dice, first);
                points.add(dice, second);
            }
            let found = points.interval().expect("there are three pairs and more");
            found.low - CLOSE <= truth && truth <= found.high + CLOSE
        };
        (0..MATCHES).filter(holds).count() as f64 / f64::from(MATCHES)
    }
}

/// Matches of so many pairs between two engines that play each of 100 openings always alike: the
/// per cent whose interval holds the truth, where each pair counts as new and where all pairs from
/// an opening count as one.
fn repeated(pairs: u32) -> [f64; 2] {
    const OPENINGS: u32 = 100;
    let model = &ScoreModel::ALL[3];
    let mut random = Random::new(u64::from(pairs));
    let mut holds = [0; 2];
    for n in 0..MATCHES {
        let elo = f64::from(n % 9) * 25.0;
        let truth = model.truth(elo);
        let games: Vec<_> = (0..OPENINGS).map(|_| model.pair(elo, &mut random)).collect();
        let mut counted = [Standing::default(), Standing::default()];
        for (pair, games) in (0..pairs).zip(games.iter().cycle()) {
            add_pair(&mut counted[0], pair, *games);
            add_pair(&mut counted[1], pair % OPENINGS, *games);
        }
        for (holds, standing) in holds.iter_mut().zip(&counted) {
            let found = standing.interval().expect("there are three pairs and more");
            *holds += u32::from(found.low <= truth && truth <= found.high);
        }
    }
    holds.map(|n| 100.0 * f64::from(n) / f64::from(MATCHES))
}

/// Random numbers that are the same each time.
struct Random(ChaCha8Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// From 0 to below 1.
    fn share(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Of the normal distribution (G. E. P. Box and M. E. Muller, 1958).
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.share()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.share()).cos()
    }
}
