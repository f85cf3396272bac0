//! What a match between two engines of the list is to be, as it is kept beside its games: by this it goes
//! on after a break.
//!
//! Opens no file and starts nothing. A tournament's terms are [`super::tournament::TournamentFile`].

use serde::{Deserialize, Serialize};

use super::TimeControl;

/// The version of [`MatchTerms`] that is written.
const VERSION: u32 = 1;

/// The terms of a match.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MatchTerms {
    /// Version of this form.
    version: u32,
    /// The game's short name.
    pub game: String,
    /// The variant; the usual one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The number of games.
    pub games: u32,
    /// The time of each engine, as it is written on the command line: `1m+1s`.
    #[serde(with = "time")]
    pub time: TimeControl,
    /// Games at once.
    pub concurrency: u32,
    /// Decides openings and dice.
    pub seed: u64,
    /// Engines that can think on the opponent's time do so.
    pub ponder: bool,
    /// The engines.
    pub player: [MatchPlayer; 2],
}

/// An engine of a match.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct MatchPlayer {
    /// Its name in the list of engines.
    pub engine: String,
    /// Values for its options, by name; its title shows the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
}

/// Why a file has no terms of a match.
#[derive(Debug, thiserror::Error)]
pub enum TermsError {
    /// It is no TOML, or has other keys.
    #[error("{0}")]
    Read(String),
    /// A newer program wrote it.
    #[error("it has version {0} of its form, and this program knows {VERSION}")]
    Newer(u32),
}

impl MatchTerms {
    /// A match of two games by these engines, one game at once, with seed 1.
    #[must_use]
    pub fn new(game: &str, player: [MatchPlayer; 2], time: TimeControl) -> Self {
        Self {
            version: VERSION,
            game: game.to_owned(),
            variant: None,
            games: 2,
            time,
            concurrency: 1,
            seed: 1,
            ponder: false,
            player,
        }
    }

    /// The text of the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("plain texts and numbers can always be written as TOML")
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// When it is no such text.
    pub fn read(text: &str) -> Result<Self, TermsError> {
        #[derive(Deserialize)]
        struct Head {
            version: u32,
        }
        let said = |error: toml::de::Error| TermsError::Read(error.message().to_owned());
        let Head { version } = toml::from_str(text).map_err(said)?;
        if version != VERSION {
            return Err(TermsError::Newer(version));
        }
        toml::from_str(text).map_err(said)
    }
}

/// A time control as it is written on the command line.
mod time {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    use crate::play::TimeControl;

    pub(super) fn serialize<S: Serializer>(time: &TimeControl, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(time)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<TimeControl, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn terms_are_read_as_they_were_written_and_newer_ones_are_refused() {
        let player = |engine: &str| MatchPlayer {
            engine: engine.to_owned(),
            options: vec![("level".to_owned(), "3".to_owned())],
        };
        let time = TimeControl::PerMove { time: Duration::from_millis(50) };
        let mut terms = MatchTerms::new("hive", [player("A \"x\""), player("B")], time);
        terms.variant = Some("Base+M".to_owned());
        let text = terms.to_text();
        assert_eq!(MatchTerms::read(&text).unwrap(), terms, "{text}");
        let newer = text.replace("version = 1", "version = 2");
        let said = MatchTerms::read(&newer).unwrap_err().to_string();
        assert_eq!(said, "it has version 2 of its form, and this program knows 1");
        assert!(MatchTerms::read("").unwrap_err().to_string().contains("version"));
    }
}
