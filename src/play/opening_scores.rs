//! How balanced the openings of a match or tournament turned out to be.
//!
//! Counts games by the opening that they had, whatever the players; knows nothing of strength.

use std::collections::HashMap;

use super::GameReport;
use crate::games::{Outcome, Side};

/// What the half points of the first side in a pair are called: from both of its games lost to both
/// won.
pub const PAIR_RESULTS: [&str; 5] = ["0-2", "0.5-1.5", "1-1", "1.5-0.5", "2-0"];

/// The results of an opening.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct OpeningScore {
    /// The position that it starts from; `None` for the normal start.
    pub position: Option<String>,
    /// Its moves.
    pub moves: Vec<String>,
    /// Games won by the first side, drawn, and won by the second side.
    pub results: [u32; 3],
    /// Pairs of games by the half points of the first side in both: 0 to 4. With two equal players 0
    /// and 4 mean that the opening decides.
    pub pairs: [u32; 5],
}

impl OpeningScore {
    /// How many games had it.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.results.iter().sum()
    }

    /// The share of the points that the first side made, from 0 to 1; 0.5 without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        let [wins, draws, _] = self.results.map(f64::from);
        match self.games() {
            0 => 0.5,
            games => (wins + draws / 2.0) / f64::from(games),
        }
    }

    /// The opening in words: its start and its moves.
    #[must_use]
    pub fn name(&self) -> String {
        let moves = self.moves.join(" ");
        match (&self.position, moves.is_empty()) {
            (None, true) => "the normal start".to_owned(),
            (None, false) => moves,
            (Some(position), true) => position.clone(),
            (Some(position), false) => format!("{position}: {moves}"),
        }
    }

    /// How far the score is from even: 0 to 0.5.
    #[must_use]
    pub fn imbalance(&self) -> f64 {
        (self.score() - 0.5).abs()
    }
}

/// The results of all openings.
#[derive(Clone, Debug, Default)]
pub struct OpeningScores {
    openings: Vec<OpeningScore>,
    numbers: HashMap<(Option<String>, Vec<String>), usize>,
    /// Half points of the first side in pairs of which one game is over.
    open: HashMap<u32, usize>,
}

impl OpeningScores {
    /// Adds a game that counts. Both games of a pair have the same number.
    pub fn add(&mut self, pair: u32, position: Option<&str>, moves: &[String], outcome: Outcome) {
        let key = (position.map(str::to_owned), moves.to_vec());
        let next = self.openings.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.openings.push(OpeningScore {
                position: position.map(str::to_owned),
                moves: moves.to_vec(),
                ..OpeningScore::default()
            });
        }
        let opening = &mut self.openings[number];
        let halves = match outcome {
            Outcome::WonBy(Side::First) => 2,
            Outcome::Draw => 1,
            Outcome::WonBy(Side::Second) => 0,
        };
        opening.results[2 - halves] += 1;
        match self.open.remove(&pair) {
            Some(before) => opening.pairs[before + halves] += 1,
            None => drop(self.open.insert(pair, halves)),
        }
    }

    /// Adds a finished game, if it counts.
    pub fn add_report(&mut self, report: &GameReport) {
        if report.counts() {
            let pairing = &report.pairing;
            let moves: Vec<String> = pairing.opening.iter().map(|mv| mv.0.clone()).collect();
            let outcome = report.result.outcome;
            self.add(pairing.pair, pairing.position.as_deref(), &moves, outcome);
        }
    }

    /// The openings, those farthest from even first; of equal ones those with more games.
    #[must_use]
    pub fn by_imbalance(&self) -> Vec<&OpeningScore> {
        let mut sorted: Vec<&OpeningScore> = self.openings.iter().collect();
        sorted.sort_by(|a, b| {
            b.imbalance().total_cmp(&a.imbalance()).then(b.games().cmp(&a.games()))
        });
        sorted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_sorted_by_how_far_they_are_from_even() {
        let mut scores = OpeningScores::default();
        let [even, lost] = ["f5d6", "f5f6"].map(|text| vec![text.to_owned()]);
        for (pair, moves, outcomes) in [
            (0, &even, [Outcome::WonBy(Side::First), Outcome::WonBy(Side::Second)]),
            (1, &lost, [Outcome::WonBy(Side::Second), Outcome::Draw]),
            (2, &even, [Outcome::Draw, Outcome::Draw]),
            (3, &lost, [Outcome::WonBy(Side::Second); 2]),
        ] {
            outcomes.into_iter().for_each(|outcome| scores.add(pair, None, moves, outcome));
        }
        scores.add(4, Some("a position"), &even, Outcome::Draw);
        let sorted = scores.by_imbalance();
        assert_eq!(sorted.len(), 3, "the start belongs to the opening");
        assert_eq!((&sorted[0].moves, sorted[0].score()), (&lost, 0.125));
        assert_eq!((sorted[0].results, sorted[0].pairs), ([0, 1, 3], [1, 1, 0, 0, 0]));
        assert_eq!((sorted[1].games(), sorted[1].pairs), (4, [0, 0, 2, 0, 0]));
        assert_eq!((sorted[2].games(), sorted[2].pairs), (1, [0; 5]), "half a pair is none");
    }
}
