//! Simulated games of which the truth is known, for benches that check statistics.
//!
//! `docs/STATISTICS.md` describes the models. The same random numbers each time.

use quintet::games::{Outcome, Side};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// How games of a kind end: each is won, drawn or lost by the first engine.
pub(crate) struct ScoreModel {
    pub(crate) name: &'static str,
    /// Davidson's parameter ν: of the games between equals ν / (2 + ν) are drawn.
    draws: f64,
    /// Standard deviation of what an opening is worth to the side that begins, in Elo.
    opening: f64,
}

impl ScoreModel {
    pub(crate) const ALL: [Self; 7] = [
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

    /// The mean and the variance of the points a game of a pair, by steps over all openings.
    pub(crate) fn moments(&self, elo: f64) -> [f64; 2] {
        let steps = (-80..=80).map(|step| f64::from(step) / 20.0);
        let (mut sum, mut squares, mut weights) = (0.0, 0.0, 0.0);
        for z in steps {
            let weight = (-z * z / 2.0).exp();
            let games = [1.0, -1.0].map(|sign| self.chances(elo + sign * self.opening * z));
            let means = games.map(|[win, draw]| win + draw / 2.0);
            let variances = games.map(|[win, draw]| win + draw / 4.0 - (win + draw / 2.0).powi(2));
            let mean = (means[0] + means[1]) / 2.0;
            sum += weight * mean;
            squares += weight * (mean * mean + (variances[0] + variances[1]) / 4.0);
            weights += weight;
        }
        let mean = sum / weights;
        [mean, squares / weights - mean * mean]
    }

    /// The two games from an opening, the first engine on the first side in the first of them.
    pub(crate) fn pair(&self, elo: f64, random: &mut Random) -> [Outcome; 2] {
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
}

/// How games of backgammon end, and how often both games of a pair are played alike: then the dice
/// decide both, and the pair is even.
pub(crate) struct PointsModel {
    pub(crate) name: &'static str,
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
    pub(crate) const ALL: [Self; 6] = [
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

    /// The points a game that are expected if the first engine wins `edge` more than half of the
    /// games that are not played alike.
    pub(crate) fn truth(&self, edge: f64) -> f64 {
        let mean: f64 = self.worth.iter().map(|(chance, worth)| chance * f64::from(*worth)).sum();
        2.0 * edge * mean * (1.0 - self.alike)
    }

    /// What the two games with the same dice are worth to the first engine.
    pub(crate) fn pair(&self, edge: f64, random: &mut Random) -> [i32; 2] {
        let is_alike = random.share() < self.alike;
        let first = self.game(if is_alike { 0.0 } else { edge }, random);
        let second = if is_alike { -first } else { self.game(edge, random) };
        [first, second]
    }
}

/// Random numbers that are the same each time.
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// From 0 to below 1.
    pub(crate) fn share(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Of the normal distribution (G. E. P. Box and M. E. Muller, 1958).
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.share()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.share()).cos()
    }
}
