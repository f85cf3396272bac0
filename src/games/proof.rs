//! How far a value is proved.
//!
//! Proves nothing: engines do.

use serde::{Deserialize, Serialize};

use super::{Outcome, Side};

/// What is proved of a position.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// The value itself.
    Score,
    /// The first player wins, by an unknown number.
    First,
    /// A draw.
    Draw,
    /// The second player wins, by an unknown number.
    Second,
}

impl Proof {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Score, Self::First, Self::Draw, Self::Second];

    /// That of a position whose winner is proved; `score` is of the first player's view and says who it
    /// is, not by how much.
    #[must_use]
    pub fn of_winner(score: f64) -> Self {
        match score {
            _ if score > 0.0 => Self::First,
            _ if score < 0.0 => Self::Second,
            _ => Self::Draw,
        }
    }

    /// Its name in files: `first`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::First => "first",
            Self::Draw => "draw",
            Self::Second => "second",
        }
    }

    /// The least number that it can mean, of the first player's view.
    #[must_use]
    pub fn least(self) -> f64 {
        match self {
            Self::First => 1.0,
            Self::Second => -1.0,
            Self::Score | Self::Draw => 0.0,
        }
    }

    /// That with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|proof| proof.name() == name)
    }

    /// How the game ends with the best play, where the value of the first player's view is `score`.
    #[must_use]
    pub fn outcome(self, score: f64) -> Outcome {
        match self {
            Self::Score => Self::of_winner(score).outcome(score),
            Self::First => Outcome::WonBy(Side::First),
            Self::Draw => Outcome::Draw,
            Self::Second => Outcome::WonBy(Side::Second),
        }
    }
}
