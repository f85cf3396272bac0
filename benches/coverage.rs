//! How often the 95 % intervals of matches hold the truth: simulated matches of which it is known.
//!
//! `cargo bench --bench coverage --no-default-features` prints the tables of `docs/STATISTICS.md`,
//! which describes the models, too; `-- ratings` prints that of tournaments alone, and `-- normalized`
//! those of normalized Elo. The same random numbers each time.

#![expect(clippy::print_stdout, reason = "it is a program that prints its figures")]

mod simulated;

use quintet::games::{Outcome, Side};
use quintet::play::{Crosstable, GameScore, Points, Rating, Standing};

use simulated::{PointsModel, Random, ScoreModel};

/// Lengths of matches, in pairs of games.
const PAIRS: [u32; 9] = [3, 4, 5, 6, 8, 10, 20, 50, 200];
/// Simulated matches for each length, model and difference in strength.
const MATCHES: u32 = 1_000;
/// Rounding may lift the end of an interval over the truth that it stands on.
const CLOSE: f64 = 1e-9;

/// Pairs of games of an encounter of a round robin.
const ENCOUNTERS: [u32; 5] = [1, 2, 5, 20, 100];
/// Players of a round robin.
const PLAYERS: [usize; 3] = [3, 6, 12];
/// Elo between the strongest and the weakest of them; the others are spread evenly.
const SPREAD: f64 = 300.0;
/// Simulated tournaments for each cell.
const TOURNAMENTS: u64 = 400;

fn main() {
    if std::env::args().any(|arg| arg == "ratings") {
        return ratings_table();
    }
    if std::env::args().any(|arg| arg == "normalized") {
        return normalised_tables();
    }
    println!("Scores: per cent of matches whose interval holds the truth, the mean of all");
    println!("differences in strength, and in brackets the lowest of them.\n");
    table_head("model");
    for model in &ScoreModel::ALL {
        row(model.name, |pairs| {
            let differences = (0..=16).map(|step| 25.0 * f64::from(step));
            shares(differences.map(|elo| coverage_of_score(model, elo, pairs)))
        });
    }
    println!("\nPoints a game: the same.\n");
    table_head("model");
    for model in &PointsModel::ALL {
        row(model.name, |pairs| {
            shares([0.0, 0.03, 0.06, 0.1, 0.15].map(|edge| coverage_of_points(model, edge, pairs)))
        });
    }
    println!();
    normalised_tables();
    println!();
    ratings_table();
    println!("\nRepeated openings: two engines that always play the same, 100 openings.\n");
    println!("| games | each pair counts as new | by opening |\n|---|---|---|");
    for games in [200, 400, 1_000, 2_000] {
        let [as_new, by_opening] = repeated(games / 2);
        println!("| {games} | {as_new:.1} | {by_opening:.1} |");
    }
}

fn normalised_tables() {
    println!("Normalized Elo: the same, of the matches in which there is an interval; `-` where");
    println!("these are less than half in each difference.\n");
    for (name, differences) in [("", &WEAK[..]), (", 600 to 1,000 Elo", &STRONG[..])] {
        table_head(&format!("model{name}"));
        for model in &ScoreModel::ALL {
            let cells = PAIRS.map(|pairs| {
                let all: Vec<f64> = differences
                    .iter()
                    .filter_map(|elo| coverage_of_normalised(model, *elo, pairs))
                    .collect();
                if all.is_empty() {
                    return " - |".to_owned();
                }
                let (mean, lowest) = shares(all);
                format!(" {mean:.1} ({lowest:.0}) |")
            });
            println!("| {} |{}", model.name, cells.concat());
        }
        println!();
    }
}

/// Simulated matches for each cell and difference: each interval is a search.
const SEARCHED_MATCHES: u32 = 250;
/// Differences in Elo of engines that make points both, and of those of which one wins nearly all.
const WEAK: [f64; 9] = [0.0, 50.0, 100.0, 150.0, 200.0, 250.0, 300.0, 350.0, 400.0];
const STRONG: [f64; 3] = [600.0, 800.0, 1_000.0];

/// The share of matches with an interval of normalized Elo whose interval holds the truth; `None` if
/// these are fewer than half.
fn coverage_of_normalised(model: &ScoreModel, elo: f64, pairs: u32) -> Option<f64> {
    let [mean, variance] = model.moments(elo);
    let truth = 800.0 / std::f64::consts::LN_10 * (mean - 0.5) / (2.0 * variance).sqrt();
    let mut random = Random::new(u64::from(pairs));
    let (mut n_known, mut n_held) = (0, 0);
    for _ in 0..SEARCHED_MATCHES {
        let mut standing = Standing::default();
        for opening in 0..pairs {
            add_pair(&mut standing, opening, model.pair(elo, &mut random));
        }
        let Some(found) = standing.normalised_elo() else { continue };
        n_known += 1;
        n_held += u32::from(found.low - CLOSE <= truth && truth <= found.high + CLOSE);
    }
    (2 * n_known >= SEARCHED_MATCHES).then(|| f64::from(n_held) / f64::from(n_known))
}

fn ratings_table() {
    println!(
        "Ratings of round robins: per cent of intervals that hold the truth, where all are known.\n"
    );
    let heads: Vec<String> = ENCOUNTERS.iter().map(|pairs| format!(" {pairs} |")).collect();
    println!(
        "| model, players; pairs each |{}\n|---|{}",
        heads.concat(),
        "---|".repeat(heads.len())
    );
    for model in &ScoreModel::ALL {
        for players in PLAYERS {
            let cell = |pairs| match coverage_of_ratings(model, players, pairs) {
                Some(share) => format!(" {:.1} |", 100.0 * share),
                None => " - |".to_owned(),
            };
            let cells: String = ENCOUNTERS.map(cell).concat();
            println!("| {}, {players} |{cells}", model.name);
        }
    }
}

/// The share of intervals that hold the true rating, in tournaments in which every rating is known;
/// `None` if these are fewer than half. The true ratings are those of the scores that are expected.
fn coverage_of_ratings(model: &ScoreModel, players: usize, pairs: u32) -> Option<f64> {
    let elo = |player: usize| SPREAD * player as f64 / (players - 1) as f64;
    let encounters = || (0..players).flat_map(|one| (0..one).map(move |other| (one, other)));
    let mut expected = Crosstable::new(players);
    for (one, other) in encounters() {
        let [score, _] = model.moments(elo(one) - elo(other));
        expected.add(one, other, 2, 2.0 * score);
    }
    let truth = known(&expected).expect("each player makes some points and loses some");
    let mut random = Random::new(u64::from(pairs) * 100 + players as u64);
    let (mut n_known, mut n_held) = (0_u64, 0_u64);
    for _ in 0..TOURNAMENTS {
        let mut played = Crosstable::new(players);
        for (one, other) in encounters() {
            for _ in 0..pairs {
                let games = model.pair(elo(one) - elo(other), &mut random);
                let scores = Side::BOTH.into_iter().zip(games);
                let halves = scores.map(|(seat, outcome)| GameScore::of(outcome, seat, 0).halves);
                played.add(one, other, 2, f64::from(halves.sum::<u32>()) / 2.0);
            }
        }
        let Some(found) = known(&played) else { continue };
        n_known += 1;
        let holds = |(found, truth): &(&[f64; 3], &[f64; 3])| {
            found[1] - CLOSE <= truth[0] && truth[0] <= found[2] + CLOSE
        };
        n_held += found.iter().zip(&truth).filter(holds).count() as u64;
    }
    (2 * n_known >= TOURNAMENTS).then(|| n_held as f64 / (n_known * players as u64) as f64)
}

/// The ratings with the ends of their intervals, if all are known.
fn known(table: &Crosstable) -> Option<Vec<[f64; 3]>> {
    let one = |rating: &Rating| match rating {
        Rating::Known(elo) => Some([elo.value, elo.low, elo.high]),
        Rating::Uncertain(elo) | Rating::Fixed(elo) => Some([*elo; 3]),
        Rating::Above(_) | Rating::Below(_) | Rating::Unconnected => None,
    };
    table.ratings(None).players.iter().map(one).collect()
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

/// The share of matches whose interval holds the true score.
fn coverage_of_score(model: &ScoreModel, elo: f64, pairs: u32) -> f64 {
    let [truth, _] = model.moments(elo);
    let mut random = Random::new(u64::from(pairs));
    let holds = |_: &u32| {
        let mut standing = Standing::default();
        for opening in 0..pairs {
            add_pair(&mut standing, opening, model.pair(elo, &mut random));
        }
        let found = standing.interval().expect("there are three pairs and more");
        found.low - CLOSE <= truth && truth <= found.high + CLOSE
    };
    (0..MATCHES).filter(holds).count() as f64 / f64::from(MATCHES)
}

fn add_pair(standing: &mut Standing, opening: u32, games: [Outcome; 2]) {
    for (seat, outcome) in Side::BOTH.into_iter().zip(games) {
        standing.add(opening, seat, outcome);
    }
}

/// The share of matches whose interval holds the true points a game; the first engine wins `edge` more
/// than half of its games.
fn coverage_of_points(model: &PointsModel, edge: f64, pairs: u32) -> f64 {
    let truth = model.truth(edge);
    let mut random = Random::new(u64::from(pairs));
    let holds = |_: &u32| {
        let mut points = Points::default();
        for dice in 0..pairs {
            for worth in model.pair(edge, &mut random) {
                points.add(dice, worth);
            }
        }
        let found = points.interval().expect("there are three pairs and more");
        found.low - CLOSE <= truth && truth <= found.high + CLOSE
    };
    (0..MATCHES).filter(holds).count() as f64 / f64::from(MATCHES)
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
        let [truth, _] = model.moments(elo);
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
