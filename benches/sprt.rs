//! How often tests err, and how many pairs of games they take: simulated matches of which the truth is
//! known.
//!
//! `cargo bench --bench sprt --no-default-features` prints the table of `docs/STATISTICS.md`. The same
//! random numbers each time. Behind `--` may stand a number of tests, and words: a row is left out whose
//! name lacks one of them. `-- 2000 elo0=-20 normalized` takes 2,000 tests for each row of one test.

#![expect(clippy::print_stdout, reason = "it is a program that prints its figures")]

mod simulated;

use std::env;

use quintet::games::Side;
use quintet::play::{GameScore, Model, Sprt, SprtRun, Verdict};

use simulated::{PointsModel, Random, ScoreModel};

/// Simulated tests for each model and truth, if nothing else is said.
const TESTS: u32 = 10_000;
/// A test that has no verdict after so many pairs is given up.
const MOST_PAIRS: u32 = 100_000;
/// Where the truth lies between H0 (0) and H1 (1).
const TRUTHS: [f64; 3] = [0.0, 0.5, 1.0];

fn main() {
    let wish = Wish::of_arguments();
    let n_tests = wish.n_tests;
    println!(
        "Of {n_tests} tests with alpha = beta = 0.05, per cent that err where the truth is H0 and"
    );
    println!(
        "H1, that accept H0 halfway between them, and in brackets the mean number of pairs.\n"
    );
    println!("| test | games | H0 | halfway | H1 |\n|---|---|---|---|---|");
    for (model, h0, h1) in [
        (Model::Normalised, 0.0, 40.0),
        (Model::Normalised, -20.0, 20.0),
        (Model::Normalised, 0.0, 100.0),
        (Model::Logistic, 0.0, 40.0),
        (Model::Logistic, -20.0, 20.0),
        (Model::Logistic, 0.0, 100.0),
    ] {
        let test = Sprt::new(model, h0, h1).expect("it can decide");
        for games in &ScoreModel::ALL {
            row(&wish, test, games.name, |share| {
                let elo = strength(games, model, h0 + share * (h1 - h0));
                move |random| {
                    let outcomes = games.pair(elo, random);
                    [0, 1].map(|game| GameScore::of(outcomes[game], Side::BOTH[game], 0))
                }
            });
        }
    }
    for (h0, h1) in [(0.0, 0.4), (-0.2, 0.2), (0.0, 0.2)] {
        let test = Sprt::new(Model::Points, h0, h1).expect("it can decide");
        for games in &PointsModel::ALL {
            row(&wish, test, games.name, |share| {
                let edge = (h0 + share * (h1 - h0)) / games.truth(1.0);
                move |random| games.pair(edge, random).map(|points| GameScore { halves: 0, points })
            });
        }
    }
}

/// What is to be simulated.
struct Wish {
    n_tests: u32,
    /// Rows have all of these in their name.
    words: Vec<String>,
}

impl Wish {
    fn of_arguments() -> Self {
        // `cargo bench` adds an option.
        let given: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
        let n_tests = given.iter().find_map(|arg| arg.parse().ok()).unwrap_or(TESTS);
        let words = given.into_iter().filter(|arg| arg.parse::<u32>().is_err()).collect();
        Self { n_tests, words }
    }

    fn has(&self, row: &str) -> bool {
        self.words.iter().all(|word| row.contains(word))
    }
}

/// Prints the line of a test on games of a kind; `pairs` makes the source of pairs for a truth.
fn row<P: FnMut(&mut Random) -> [GameScore; 2]>(
    wish: &Wish,
    test: Sprt,
    games: &str,
    pairs: impl Fn(f64) -> P,
) {
    if !wish.has(&format!("{test} {games}")) {
        return;
    }
    let cells = TRUTHS.map(|share| {
        let Rates { h1, none, pairs } = rates(wish.n_tests, test, pairs(share));
        // Where the truth is H0 an error accepts H1.
        let told = if share > 0.0 { 100.0 - h1 - none } else { h1 };
        let none = if none > 0.0 { format!(", {none:.1} none") } else { String::new() };
        format!(" {told:.1}{none} ({pairs:.0}) |")
    });
    println!("| {test} | {games} |{}", cells.concat());
}

/// How tests end.
struct Rates {
    /// Per cent that accept H1.
    h1: f64,
    /// Per cent that were given up.
    none: f64,
    /// The mean number of pairs.
    pairs: f64,
}

fn rates(n_tests: u32, test: Sprt, mut pair: impl FnMut(&mut Random) -> [GameScore; 2]) -> Rates {
    let mut random = Random::new(1);
    let (mut h1, mut none, mut pairs) = (0, 0, 0_u64);
    for _ in 0..n_tests {
        let mut run = SprtRun::new(test);
        while run.state().verdict.is_none() && run.state().pairs < MOST_PAIRS {
            let number = run.state().pairs;
            pair(&mut random).into_iter().for_each(|score| run.add(number, number, score));
        }
        h1 += u32::from(run.state().verdict == Some(Verdict::H1));
        none += u32::from(run.state().verdict.is_none());
        pairs += u64::from(run.state().pairs);
    }
    let percent = |n: u32| 100.0 * f64::from(n) / f64::from(n_tests);
    Rates { h1: percent(h1), none: percent(none), pairs: pairs as f64 / f64::from(n_tests) }
}

/// The difference in strength of the model with which the hypothesis is true.
fn strength(games: &ScoreModel, model: Model, hypothesis: f64) -> f64 {
    let value = |elo: f64| {
        let [mean, variance] = games.moments(elo);
        match model {
            Model::Logistic => 400.0 * (mean / (1.0 - mean)).log10(),
            // A pair's mean varies half as much as a game.
            _ => 800.0 / std::f64::consts::LN_10 * (mean - 0.5) / (2.0 * variance).sqrt(),
        }
    };
    let (mut low, mut high) = (-2_000.0, 2_000.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if value(middle) < hypothesis { low = middle } else { high = middle }
    }
    low
}
