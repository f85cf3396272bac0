//! The treatment of one engine: its options, its dialect and its deadlines.
//!
//! Does not know what the engine has been sent.

use std::time::Duration;

use super::peer::Dialect as Spoken;
use crate::protocol::{ClientConfig, Deadlines, Dialect};

/// The configured values.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) deadlines: Deadlines,
    /// The time that a search may take to end after `stop` before the engine is started again.
    pub(super) patience: Duration,
    /// The time that an engine which has not declared the extension may take to begin an analysis.
    pub(super) try_out: Duration,
    /// The time that a blank line waits for an answer that may follow it, and an answer of one form
    /// for the same in another.
    pub(super) settle: Duration,
    /// The options chosen; a newer choice of the same name replaces the older one.
    pub(super) options: Vec<(String, String)>,
    /// Dialect `position`.
    pub(super) position: Option<Form>,
    /// Dialect `go`: the word `role` stands in it, or does not.
    pub(super) says_role: Option<bool>,
    /// Dialect `analysis`: the extension is used.
    pub(super) analyses: bool,
    /// Dialect `stop`: the engine knows `stop`.
    pub(super) stops: bool,
    /// Dialect `version`: the document that holds, if the handshake leaves that open.
    pub(super) version: Option<Spoken>,
    /// Dialect `take`: the decision of an engine that cannot be asked.
    pub(super) takes: bool,
}

/// The form in which positions are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Form {
    Xgid,
    /// Only the draft has it.
    Rawboard,
    /// Only the later dialects have it.
    PositionId,
}

impl Settings {
    /// Ignores wrong settings: they are found where `engines.toml` is read.
    pub(super) fn new(config: &ClientConfig) -> Self {
        let dialect = |name: &str| config.dialect_value(name);
        let deadlines = Deadlines::unattended(config);
        Self {
            deadlines,
            patience: deadlines.stop * 3 / 10,
            try_out: deadlines.ready / 15,
            settle: deadlines.ready / 60,
            options: config.options.clone(),
            position: match dialect("position") {
                Some("xgid") => Some(Form::Xgid),
                Some("rawboard") => Some(Form::Rawboard),
                Some("gnubgid") => Some(Form::PositionId),
                Some(_) | None => None,
            },
            says_role: match dialect("go") {
                Some("role") => Some(true),
                Some("plain") => Some(false),
                Some(_) | None => None,
            },
            analyses: dialect("analysis") != Some("no"),
            stops: dialect("stop") != Some("no"),
            takes: dialect("take") != Some("drop"),
            version: match dialect("version") {
                Some("draft") => Some(Spoken::Draft),
                Some("v0.1") => Some(Spoken::V1),
                Some("v0.2") => Some(Spoken::V2),
                Some(_) | None => None,
            },
        }
    }

    /// Takes note of a choice, for every start of the engine that follows.
    pub(super) fn choose(&mut self, name: &str, value: &str) {
        self.options.retain(|(known, _)| known != name);
        self.options.push((name.to_owned(), value.to_owned()));
    }
}

/// Dialect settings by name, and the possible values of each; the first value is the default.
pub(in crate::protocol) const DIALECT: Dialect = &[
    ("position", &["usual", "xgid", "rawboard", "gnubgid"]),
    ("analysis", &["yes", "no"]),
    ("stop", &["yes", "no"]),
    ("go", &["usual", "role", "plain"]),
    ("take", &["take", "drop"]),
    ("version", &["usual", "draft", "v0.1", "v0.2"]),
];

/// See [`crate::protocol::Protocol::check_option`]. Only the engine knows its options and their
/// values; this finds the texts that no engine can be sent.
pub(in crate::protocol) fn check_option(name: &str, value: Option<&str>) -> Result<(), String> {
    if name.trim().is_empty() || name.contains(['\n', '\r']) {
        return Err("is no name; allowed: words on one line".to_owned());
    }
    let checked = value.map_or(Ok(()), check_text);
    checked.map_err(|allowed| format!("is {:?}; allowed: {allowed}", value.unwrap_or_default()))
}

/// See [`crate::protocol::Protocol::check_text`].
pub(in crate::protocol) fn check_text(value: &str) -> Result<(), &'static str> {
    let value = value.trim();
    match value.is_empty() || value.contains(['\n', '\r']) {
        true => Err("text on one line"),
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
            ("position", "rawboard", ""),
            ("Analysis", "no", ""),
            ("take", "drop", ""),
            ("take", "maybe", "is \"maybe\"; allowed: take, drop"),
            ("cube", "no", "is not known; allowed: position, analysis, stop, go, take, version"),
        ] {
            let checked = Protocol::Ubgi.check_dialect(name, value);
            assert_eq!(checked.err().unwrap_or_default(), wrong, "{name}");
        }
        assert_eq!(check_option("Weights File", Some("a b")), Ok(()));
        assert_eq!(check_option("Level", None), Ok(()));
        assert!(check_option(" ", None).is_err());
        assert!(check_option("A", Some("")).is_err());
        assert!(check_option("A", Some("b\nquit")).is_err());
    }
}
