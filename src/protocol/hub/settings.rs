//! The treatment of one engine: its variant, its options, its dialect, and the client's findings.
//!
//! Does not know what the engine has been sent.

use std::time::Duration;

use super::levels::{Form, Forms};
use super::param::VARIANT;
use super::syntax::is_writable;
use crate::protocol::{Capabilities, ClientConfig, Deadlines, Dialect};

/// The document's name for the international game, the one that every engine plays.
pub(super) const NORMAL: &str = "normal";

/// The configured values.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) deadlines: Deadlines,
    /// The variant, by the name that the engine is sent.
    pub(super) variant: String,
    /// The requested options.
    pub(super) options: Vec<(String, String)>,
    /// Dialect `history`: the whole game from its start is sent.
    pub(super) sends_whole_game: bool,
    /// Dialect `captures`; not set: full ones, until the engine itself writes a short one.
    pub(super) captures: Option<Captures>,
    /// Dialect `score`: scores are from White's point of view.
    pub(super) scores_for_white: bool,
    /// Dialect `ping`: the engine answers it.
    pub(super) pings: bool,
    /// Dialect `info`: the engine shows something only in `go think`.
    pub(super) informs_only_in_think: bool,
    /// The forms of `level` that the engine takes, as far as is known.
    pub(super) forms: Forms,
}

/// The way in which a capture of a single piece is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Captures {
    /// `28x19x23`, as the document has it.
    Full,
    /// `28x19`.
    Short,
}

impl Settings {
    /// Ignores wrong settings: they are found where `engines.toml` is read.
    pub(super) fn new(config: &ClientConfig) -> Self {
        let dialect = |name: &str| config.dialect_value(name);
        Self {
            deadlines: Deadlines::of(config),
            variant: config.variant.clone().unwrap_or_else(|| NORMAL.to_owned()),
            options: config.options.clone(),
            sends_whole_game: dialect("history") == Some("full"),
            captures: match dialect("captures") {
                Some("full") => Some(Captures::Full),
                Some("short") => Some(Captures::Short),
                Some(_) | None => None,
            },
            scores_for_white: dialect("score") == Some("white"),
            pings: dialect("ping") != Some("no"),
            informs_only_in_think: dialect("info") == Some("think"),
            forms: Forms::default(),
        }
    }

    pub(super) fn capabilities(&self) -> Capabilities {
        let has_clock = !self.forms.is_refused(Form::Clock);
        Capabilities {
            stop: true,
            ponder: true,
            clock: has_clock,
            depth: !self.forms.is_refused(Form::Depth),
            nodes: !self.forms.is_refused(Form::Nodes),
            limited_moves: true,
            lines: 1,
            whole_game: false,
            live_options: false,
            draw_offers: false,
            window: false,
            // Hub writes times in seconds with a fraction; we write no smaller parts.
            time_step: (!has_clock).then_some(Duration::from_millis(1)),
            variants: None,
        }
    }
}

/// Dialect settings by name, and the possible values of each; the first value is the default
/// (`captures` is found out unless it is set).
pub(in crate::protocol) const DIALECT: Dialect = &[
    ("history", &["irreversible", "full"]),
    ("captures", &["full", "short"]),
    ("score", &["mover", "white"]),
    ("ping", &["yes", "no"]),
    ("info", &["always", "think"]),
];

/// See [`crate::protocol::Protocol::check_option`]. Only the engine knows its options and their
/// values; this finds the texts that no Hub engine can be sent.
pub(in crate::protocol) fn check_option(name: &str, value: Option<&str>) -> Result<(), String> {
    if name == VARIANT {
        return Err("is set by the program, from the game that is played".to_owned());
    }
    if name.trim().is_empty() || !is_writable(name) {
        return Err("is no name; allowed: text without quotation marks, on one line".to_owned());
    }
    let checked = value.map_or(Ok(()), check_text);
    checked.map_err(|allowed| format!("is {:?}; allowed: {allowed}", value.unwrap_or_default()))
}

/// See [`crate::protocol::Protocol::check_text`].
pub(in crate::protocol) fn check_text(value: &str) -> Result<(), &'static str> {
    if is_writable(value) { Ok(()) } else { Err("text without quotation marks, on one line") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Protocol;

    #[test]
    fn dialects_and_options_are_checked_in_words() {
        for (name, value, wrong) in [
            ("history", "full", ""),
            ("History", "irreversible", ""),
            ("captures", "short", ""),
            ("score", "white", ""),
            ("ping", "no", ""),
            ("info", "think", ""),
            ("ping", "maybe", "is \"maybe\"; allowed: yes, no"),
            ("stop", "no", "is not known; allowed: history, captures, score, ping, info"),
        ] {
            assert_eq!(
                Protocol::Hub.check_dialect(name, value).err().unwrap_or_default(),
                wrong,
                "{name}"
            );
        }
        assert_eq!(check_option("book", Some("true")), Ok(()));
        assert_eq!(check_option("path", Some("a b = c")), Ok(()));
        assert_eq!(check_option("anything", None), Ok(()));
        assert!(check_option("variant", Some("frisian")).is_err());
        assert!(check_option("path", Some("a\"b")).is_err_and(|text| text.contains("quotation")));
        assert!(check_option("path", Some("a\nquit")).is_err());
        assert!(check_option(" ", None).is_err());
    }
}
