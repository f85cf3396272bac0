//! Finding an engine of the list as the command line names it, with its choices.
//!
//! Does not say what is started; see [`EngineEntry::launch`].

use super::{ChoiceError, EngineEntry, EngineList};

/// An engine that is not in the list.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum FindEngineError {
    /// No entry has this name.
    #[error(
        "no engine is named {reference:?}; there are: {known}; a program that is in no list is named by its \
         path, such as ./engine"
    )]
    Unknown {
        /// The requested value.
        reference: String,
        /// The possible names, joined by commas.
        known: String,
    },
    /// The entry does not play the requested game.
    #[error("{engine} plays {}, not {wanted}", .plays.join(", "))]
    OtherGame {
        /// Name of the engine.
        engine: String,
        /// Short names of the games it plays.
        plays: Vec<String>,
        /// That of the requested game.
        wanted: String,
    },
    /// The entry has no choices.
    #[error("{reference:?}: {engine} has nothing to choose after the colon")]
    NoChoice {
        /// The requested value.
        reference: String,
        /// Name of the engine.
        engine: String,
    },
    /// The entry has no such choice.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
}

/// An entry with its choices.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundEngine<'a> {
    /// The entry.
    pub entry: &'a EngineEntry,
    /// Choices by name, for [`EngineEntry::launch`].
    pub chosen: Vec<(String, String)>,
}

impl EngineList {
    /// Finds an engine as the command line names it: its name or its short name, after a colon the
    /// value of its (first) choice, or `choice=value`. With a game, only engines that play it.
    ///
    /// # Errors
    ///
    /// When there is no such engine, it does not play the game, or it does not offer the choice.
    pub fn find(
        &self,
        reference: &str,
        game: Option<&str>,
    ) -> Result<FoundEngine<'_>, FindEngineError> {
        let found = self.find_among(reference, |entry| game.is_none_or(|game| entry.plays(game)));
        let (Err(FindEngineError::Unknown { .. }), Some(wanted)) = (&found, game) else {
            return found;
        };
        let Ok(FoundEngine { entry, .. }) = self.find_among(reference, |_| true) else {
            return found;
        };
        Err(FindEngineError::OtherGame {
            engine: entry.name.clone(),
            plays: entry.games.clone(),
            wanted: wanted.to_owned(),
        })
    }

    /// The same among the entries accepted by `is_meant`.
    ///
    /// # Errors
    ///
    /// As [`EngineList::find`].
    pub fn find_among(
        &self,
        reference: &str,
        is_meant: impl Fn(&&EngineEntry) -> bool + Copy,
    ) -> Result<FoundEngine<'_>, FindEngineError> {
        if let Some(entry) = self.named(reference, is_meant) {
            return Ok(FoundEngine { entry, chosen: Vec::new() });
        }
        let with_choice = reference
            .rsplit_once(':')
            .and_then(|(name, choice)| Some((self.named(name, is_meant)?, choice)));
        let Some((entry, text)) = with_choice else {
            return Err(FindEngineError::Unknown {
                reference: reference.to_owned(),
                known: self.known_names(is_meant),
            });
        };
        let (name, value) = match (text.split_once('='), entry.choices.first()) {
            (Some((name, value)), Some(_)) => (name, value),
            (None, Some(first)) => (first.name.as_str(), text),
            (Some(_) | None, None) => {
                return Err(FindEngineError::NoChoice {
                    reference: reference.to_owned(),
                    engine: entry.name.clone(),
                });
            }
        };
        let chosen = vec![(name.to_owned(), value.to_owned())];
        entry.check_choices(&chosen)?;
        Ok(FoundEngine { entry, chosen })
    }

    /// An exact name wins over one in other capitals, a name over a short name.
    fn named(
        &self,
        name: &str,
        is_meant: impl Fn(&&EngineEntry) -> bool + Copy,
    ) -> Option<&EngineEntry> {
        let candidates = || self.entries.iter().filter(is_meant);
        candidates()
            .find(|entry| entry.name == name)
            .or_else(|| candidates().find(|entry| entry.has_name(name)))
            .or_else(|| {
                candidates().find(|entry| {
                    entry.short.as_ref().is_some_and(|short| short.eq_ignore_ascii_case(name))
                })
            })
    }

    fn known_names(&self, is_meant: impl Fn(&&EngineEntry) -> bool) -> String {
        let names: Vec<String> = self
            .entries
            .iter()
            .filter(is_meant)
            .map(|entry| match &entry.short {
                Some(short) => format!("{} ({short})", entry.name),
                None => entry.name.clone(),
            })
            .collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }
}
