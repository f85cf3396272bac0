//! The user's ratings against the adaptive opponent as the window sees them.
//!
//! Computes nothing.

use crate::games::Side;
use crate::play::adaptive::RatedResult;
use crate::store::Uncounted;

/// The ratings of all kinds of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingsView {
    /// One for each kind that has a rating of its own.
    pub all: Vec<RatingView>,
    /// Why no game counts; `None` while games do.
    pub uncounted: Option<Uncounted>,
    /// The same as a sentence; empty while games count.
    pub note: String,
}

impl RatingsView {
    /// The rating in this variant of the game with this short name.
    #[must_use]
    pub fn of(&self, game: &str, variant: Option<&str>) -> Option<&RatingView> {
        let is_it = |rating: &&RatingView| {
            rating.game == game
                && variant.is_none_or(|name| {
                    rating.variants.is_empty() || rating.variants.iter().any(|known| known == name)
                })
        };
        self.all.iter().find(is_it)
    }
}

/// The user's rating in a kind of game.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingView {
    /// The game's short name.
    pub game: &'static str,
    /// The variants that it is the rating in, by their own names; empty where the game has none.
    pub variants: Vec<String>,
    /// What is rated: `Othello`, `Frisian draughts`.
    pub title: String,
    /// The level that suits it.
    pub level: u8,
    /// `1150 ± 120`.
    pub rating: String,
    /// The games that it follows from, newest first.
    pub games: Vec<RatedRowView>,
}

/// A game that counted.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedRowView {
    /// Its number, from 1.
    pub number: usize,
    /// The day on which it ended.
    pub date: String,
    /// The title of its variant; empty where all have the same.
    pub variant: String,
    /// The opponent's level.
    pub level: u8,
    /// How it ended for the user.
    pub result: RatedResult,
    /// The rating after it: `1172 ± 110`.
    pub rating: String,
}

/// The game on the board is one against the adaptive opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct AdaptiveView {
    /// The opponent's side.
    pub side: Side,
    /// Whether it counts, and what it has changed, in a sentence.
    pub text: String,
}
