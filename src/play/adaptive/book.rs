//! The games against the adaptive opponent that counted, and the ratings that follow from them.
//!
//! Writes no file: the caller keeps the events.

use serde::{Deserialize, Serialize};

use super::{RatedResult, UserRating};
use crate::builtin::{LevelWorth, N_LEVELS, level_worth};
use crate::date;

/// A game that is over and counts.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// The game's short name.
    pub game: String,
    /// The variant's own name, where the game has variants.
    pub variant: Option<String>,
    /// The opponent's level, from 1.
    pub level: u8,
    /// How it ended for the user.
    pub result: RatedResult,
}

/// Something that ratings follow from, as it is kept.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum RatingEvent {
    /// A game that counted.
    Game {
        /// The day on which it ended: `2026-11-20`.
        date: String,
        /// The game's short name.
        game: String,
        /// The variant's own name, where the game has variants.
        variant: Option<String>,
        /// The opponent's level, from 1.
        level: u8,
        /// How it ended for the user.
        result: RatedResult,
        /// The rating after it, for people and other programs: it is computed again from the games.
        rating: f64,
        /// The standard deviation of that rating, for the same readers.
        deviation: f64,
    },
    /// The user began again: what was played before does not count any more.
    Reset {
        /// The day.
        date: String,
        /// The game's short name.
        game: String,
        /// The variant's own name; of a game whose variants share a rating any of them.
        variant: Option<String>,
    },
}

impl RatingEvent {
    fn kind(&self) -> (&str, Option<&str>) {
        match self {
            Self::Game { game, variant, .. } | Self::Reset { game, variant, .. } => {
                (game, variant.as_deref())
            }
        }
    }
}

/// A game of the history, with the rating that followed from it.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedRow {
    /// The day on which it ended.
    pub date: String,
    /// The variant's own name, where the game has variants.
    pub variant: Option<String>,
    /// The opponent's level.
    pub level: u8,
    /// How it ended for the user.
    pub result: RatedResult,
    /// The rating after it.
    pub after: UserRating,
}

/// The rating of a user in a kind of game.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingStanding {
    /// The rating today.
    pub rating: UserRating,
    /// The level that suits it.
    pub level: u8,
    /// The games that it follows from, oldest first.
    pub games: Vec<RatedRow>,
    /// Every variant of the game has a rating of its own.
    pub is_apart: bool,
}

/// What a game has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// The rating before it.
    pub before: UserRating,
    /// The rating after it.
    pub after: UserRating,
    /// The level that suits the rating now.
    pub next_level: u8,
}

/// All games that counted, of all kinds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingBook {
    events: Vec<RatingEvent>,
}

impl RatingBook {
    /// A book of what was kept, oldest first. What makes no sense (a level that no engine has, a game
    /// that is not known) is kept and has no effect.
    #[must_use]
    pub fn new(events: Vec<RatingEvent>) -> Self {
        Self { events }
    }

    /// What is to be kept, oldest first.
    #[must_use]
    pub fn events(&self) -> &[RatingEvent] {
        &self.events
    }

    /// How the user stands in this kind of game on this day; `None` if no built-in engine plays it.
    #[must_use]
    pub fn standing(
        &self,
        game: &str,
        variant: Option<&str>,
        today: &str,
    ) -> Option<RatingStanding> {
        let worth = level_worth(game, variant)?;
        let mut rating = UserRating::new(&worth);
        let mut games: Vec<RatedRow> = Vec::new();
        let mut last_day: Option<&str> = None;
        for event in self.events.iter().filter(|event| is_of(event, game, variant, &worth)) {
            let RatingEvent::Game { date, variant, level, result, .. } = event else {
                (rating, last_day) = (UserRating::new(&worth), None);
                games.clear();
                continue;
            };
            let Some(of_game) = level_worth(game, variant.as_deref()) else { continue };
            if !(1..=N_LEVELS).contains(&usize::from(*level)) {
                continue;
            }
            rating = rating.rested(days(last_day, date)).after(*level, *result, &of_game);
            last_day = Some(date);
            let (date, variant) = (date.clone(), variant.clone());
            games.push(RatedRow { date, variant, level: *level, result: *result, after: rating });
        }
        let rating = rating.rested(days(last_day, today));
        let level = rating.level(&worth);
        Some(RatingStanding { rating, level, games, is_apart: worth.apart })
    }

    /// A game that counts has ended on this day; `None` if no built-in engine plays it at this level.
    pub fn note(&mut self, played: &PlayedGame, today: &str) -> Option<RatingChange> {
        let PlayedGame { game, variant, level, result } = played;
        let before = self.standing(game, variant.as_deref(), today)?.rating;
        let worth = level_worth(game, variant.as_deref())?;
        if !(1..=N_LEVELS).contains(&usize::from(*level)) {
            return None;
        }
        let after = before.after(*level, *result, &worth);
        self.events.push(RatingEvent::Game {
            date: today.to_owned(),
            game: game.clone(),
            variant: variant.clone(),
            level: *level,
            result: *result,
            rating: after.rating.round(),
            deviation: after.deviation.round(),
        });
        Some(RatingChange { before, after, next_level: after.level(&worth) })
    }

    /// The user begins again in this kind of game. Says whether anything had been played.
    pub fn reset(&mut self, game: &str, variant: Option<&str>, today: &str) -> bool {
        let standing = self.standing(game, variant, today);
        let has_played = standing.is_some_and(|standing| !standing.games.is_empty());
        if has_played {
            self.events.push(RatingEvent::Reset {
                date: today.to_owned(),
                game: game.to_owned(),
                variant: variant.map(str::to_owned),
            });
        }
        has_played
    }
}

/// The event is about the rating of this kind of game.
fn is_of(event: &RatingEvent, game: &str, variant: Option<&str>, worth: &LevelWorth) -> bool {
    let (of_game, of_variant) = event.kind();
    of_game == game && (!worth.apart || of_variant == variant)
}

/// Days since the last game; none before the first, and where a clock was set back.
fn days(last: Option<&str>, today: &str) -> u32 {
    let days = last.and_then(|last| date::days_between(last, today));
    days.and_then(|days| u32::try_from(days).ok()).unwrap_or_default()
}
