//! The adaptive opponent: the user's rating on the scale of the built-in engine's levels, by the Glicko
//! system, and the level that suits it.
//!
//! Plays no game and reads no clock: the day is an argument. `docs/ADAPTIVE.md` has the formulas.

mod book;

pub use book::{PlayedGame, RatedRow, RatingBook, RatingChange, RatingEvent, RatingStanding};

use std::f64::consts::LN_10;

use serde::{Deserialize, Serialize};

use crate::builtin::{LevelWorth, N_LEVELS};

/// The deviation of a user of whom nothing is known: Glickman's.
const MOST_DEVIATION: f64 = 350.0;
/// The least deviation, so that the rating follows a user who improves.
const LEAST_DEVIATION: f64 = 80.0;
/// How much the variance grows in a day: from the least deviation to the most in five years.
const VARIANCE_A_DAY: f64 =
    (MOST_DEVIATION * MOST_DEVIATION - LEAST_DEVIATION * LEAST_DEVIATION) / (5.0 * 365.25);
/// The level that a user begins with.
const FIRST_LEVEL: u8 = 3;
/// Half the width of an interval of 95 %, in deviations.
const WIDTH: f64 = 1.96;
/// Glickman's *q*: Elo as natural logarithms.
const Q: f64 = LN_10 / 400.0;

/// How a game against the adaptive opponent ended for the user.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RatedResult {
    /// The user won.
    Won,
    /// It was a draw.
    Drawn,
    /// The user lost, gave up or overstepped the time.
    Lost,
}

impl RatedResult {
    fn score(self) -> f64 {
        match self {
            Self::Won => 1.0,
            Self::Drawn => 0.5,
            Self::Lost => 0.0,
        }
    }
}

/// What is believed of a user's strength: a mean and a standard deviation, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UserRating {
    /// The most likely rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

impl UserRating {
    /// Of a user who has played no game.
    #[must_use]
    pub fn new(worth: &LevelWorth) -> Self {
        let rating = worth.ratings[usize::from(FIRST_LEVEL) - 1];
        Self { rating, deviation: MOST_DEVIATION }
    }

    /// Half the width of the interval that holds the true rating with 95 %.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        WIDTH * self.deviation
    }

    /// The level whose rating is nearest: against it the user's score is expected to be nearest one
    /// half.
    #[must_use]
    pub fn level(&self, worth: &LevelWorth) -> u8 {
        let distance = |level: &u8| (rating_of(*level, worth) - self.rating).abs();
        let levels = 1..=N_LEVELS as u8;
        levels.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(FIRST_LEVEL)
    }

    /// The score that is expected of a game or match of `worth.length` points against this level, from 0
    /// to 1.
    #[must_use]
    pub fn expected(&self, level: u8, worth: &LevelWorth) -> f64 {
        let difference = self.rating - rating_of(level, worth);
        1.0 / (1.0 + 10.0_f64.powf(-steepness(worth) * difference / 400.0))
    }

    /// After so many days without a game less is known.
    #[must_use]
    pub fn rested(self, days: u32) -> Self {
        let variance = self.deviation.powi(2) + VARIANCE_A_DAY * f64::from(days);
        Self { deviation: variance.sqrt().min(MOST_DEVIATION), ..self }
    }

    /// After a game or match against this level.
    #[must_use]
    pub fn after(self, level: u8, result: RatedResult, worth: &LevelWorth) -> Self {
        let (expected, slope) = (self.expected(level, worth), Q * steepness(worth));
        let information = slope * slope * expected * (1.0 - expected);
        let variance = 1.0 / (self.deviation.powi(-2) + information);
        Self {
            rating: self.rating + slope * variance * (result.score() - expected),
            deviation: variance.sqrt().max(LEAST_DEVIATION),
        }
    }
}

/// A longer match shows the stronger player better: by the square root of its length, as on the First
/// Internet Backgammon Server.
fn steepness(worth: &LevelWorth) -> f64 {
    f64::from(worth.length).sqrt()
}

/// The rating of a level from 1 to 10.
fn rating_of(level: u8, worth: &LevelWorth) -> f64 {
    worth.ratings[usize::from(level).clamp(1, N_LEVELS) - 1]
}

#[cfg(test)]
mod tests;
