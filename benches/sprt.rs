//! How often tests err, and how many pairs of games they take: simulated matches of which the truth is
//! known.
//!
//! `cargo bench --bench sprt --no-default-features` prints the tables of `docs/STATISTICS.md`. The same
//! random numbers each time.

#![expect(clippy::print_stdout, reason = "it is a program that prints its figures")]

mod simulated;

use quintet::games::Side;
use quintet::play::{GameScore, Model, Sprt, SprtRun, Verdict};

use simulated::{PointsModel, Random, ScoreModel};

/// Simulated tests for each model and truth.
const TESTS: u32 = 10_000;
/// A test that has no verdict after so many pairs is given up.
const MOST_PAIRS: u32 = 100_000;
/// Where the truth lies between H0 (0) and H1 (1).
const TRUTHS: [f64; 3] = [0.0, 0.5, 1.0];

fn main() {
    println!(
        "Of {TESTS} tests with alpha = beta = 0.05, per cent that accept H1 where the truth is"
    );
    println!("H0, halfway and H1, and in brackets the mean number of pairs.\n");
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
            row(test, games.name, |share| {
                let elo = strength(games, model, h0 + share * (h1 - h0));
                move |random| {
                    let outcomes = games.pair(elo, random);
                    [0, 1].map(|game| GameScore::of(outcomes[game], Side::BOTH[game], 0))
                }
            });
        }
    }
    for (h0, h1) in [(0.0, 0.2), (-0.2, 0.2)] {
        let test = Sprt::new(Model::Points, h0, h1).expect("it can decide");
        for games in &PointsModel::ALL {
            row(test, games.name, |share| {
                let edge = (h0 + share * (h1 - h0)) / games.truth(1.0);
                move |random| games.pair(edge, random).map(|points| GameScore { halves: 0, points })
            });
        }
    }
}

/// Prints the line of a test on games of a kind; `pairs` makes the source of pairs for a truth.
fn row<P: FnMut(&mut Random) -> [GameScore; 2]>(test: Sprt, games: &str, pairs: impl Fn(f64) -> P) {
    let cells = TRUTHS.map(|share| {
        let Rates { h1, none, pairs } = rates(test, pairs(share));
        let none = if none > 0.0 { format!(", {none:.1} none") } else { String::new() };
        format!(" {h1:.1}{none} ({pairs:.0}) |")
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

fn rates(test: Sprt, mut pair: impl FnMut(&mut Random) -> [GameScore; 2]) -> Rates {
    let mut random = Random::new(1);
    let (mut h1, mut none, mut pairs) = (0, 0, 0_u64);
    for _ in 0..TESTS {
        let mut run = SprtRun::new(test);
        while run.state().verdict.is_none() && run.state().pairs < MOST_PAIRS {
            let number = run.state().pairs;
            pair(&mut random).into_iter().for_each(|score| run.add(number, number, score));
        }
        h1 += u32::from(run.state().verdict == Some(Verdict::H1));
        none += u32::from(run.state().verdict.is_none());
        pairs += u64::from(run.state().pairs);
    }
    let percent = |n: u32| 100.0 * f64::from(n) / f64::from(TESTS);
    Rates { h1: percent(h1), none: percent(none), pairs: pairs as f64 / f64::from(TESTS) }
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
