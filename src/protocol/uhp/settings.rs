//! The treatment of one engine: the requested game type, its options and its dialect.
//!
//! Does not know what the engine has been sent.

use std::time::Duration;

use super::game_string::GameKind;
use crate::protocol::{Capabilities, ClientConfig, Deadlines, Dialect};

/// The configured values.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) deadlines: Deadlines,
    /// The game type that is going to be played, if it is known.
    pub(super) wanted: Option<GameKind>,
    /// The options chosen; a newer choice of the same name replaces the older one.
    pub(super) options: Vec<(String, String)>,
    /// Dialect `position`: always as a whole game.
    pub(super) sends_whole_game: bool,
    /// Dialect `analysis`: by time.
    pub(super) analyses_by_time: bool,
    /// Dialect `finished`: the engine's word that a game is over is accepted.
    pub(super) believes_end: bool,
}

impl Settings {
    /// Ignores wrong settings: they are found where `engines.toml` is read.
    pub(super) fn new(config: &ClientConfig) -> Self {
        let dialect = |name: &str| config.dialect_value(name);
        Self {
            deadlines: Deadlines::unattended(config),
            wanted: config.variant.as_deref().and_then(GameKind::parse),
            options: config.options.clone(),
            sends_whole_game: dialect("position") == Some("whole"),
            analyses_by_time: dialect("analysis") == Some("time"),
            believes_end: dialect("finished") != Some("ignored"),
        }
    }

    /// Takes note of a choice, for every start of the engine that follows.
    pub(super) fn choose(&mut self, name: &str, value: &str) {
        self.options.retain(|(known, _)| known != name);
        self.options.push((name.to_owned(), value.to_owned()));
    }

    pub(super) fn capabilities(
        able: Option<GameKind>,
        has_depth: bool,
        time_step: Duration,
    ) -> Capabilities {
        Capabilities {
            stop: false,
            ponder: false,
            clock: false,
            depth: has_depth,
            nodes: false,
            limited_moves: true,
            lines: 1,
            whole_game: false,
            live_options: true,
            draw_offers: false,
            window: false,
            time_step: Some(time_step),
            variants: able.map(GameKind::name),
        }
    }
}

/// Dialect settings by name, and the possible values of each; the first value is the default.
pub(in crate::protocol) const DIALECT: Dialect = &[
    ("position", &["steps", "whole"]),
    ("analysis", &["depth", "time"]),
    ("finished", &["believed", "ignored"]),
];

/// See [`crate::protocol::Protocol::check_option`]. Only the engine knows its options and their
/// values; this finds the texts that no UHP engine can be sent.
pub(in crate::protocol) fn check_option(name: &str, value: Option<&str>) -> Result<(), String> {
    if name.is_empty() || name.contains([' ', '\t', ';', '\n', '\r']) {
        return Err("is no name; allowed: one word without semicolons".to_owned());
    }
    let checked = value.map_or(Ok(()), check_text);
    checked.map_err(|allowed| format!("is {:?}; allowed: {allowed}", value.unwrap_or_default()))
}

/// See [`crate::protocol::Protocol::check_text`].
pub(in crate::protocol) fn check_text(value: &str) -> Result<(), &'static str> {
    let value = value.trim();
    match value.is_empty() || value.contains(['\n', '\r', ';']) {
        true => Err("text on one line, without semicolons"),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Protocol;

    #[test]
    fn dialects_and_options_are_checked_in_words() {
        for (name, value, wrong) in [
            ("position", "whole", ""),
            ("Analysis", "time", ""),
            ("finished", "ignored", ""),
            ("finished", "maybe", "is \"maybe\"; allowed: believed, ignored"),
            ("stop", "no", "is not known; allowed: position, analysis, finished"),
        ] {
            assert_eq!(
                Protocol::Uhp.check_dialect(name, value).err().unwrap_or_default(),
                wrong,
                "{name}"
            );
        }
        assert_eq!(check_option("Verbose", Some("True")), Ok(()));
        assert_eq!(check_option("Verbose", None), Ok(()));
        assert!(check_option("Two Words", None).is_err());
        assert!(check_option("", None).is_err());
        assert!(check_option("A", Some("b;c")).is_err());
        assert!(check_option("A", Some("b\nexit")).is_err());
    }
}
