//! What happens when an engine fails during a game or an analysis.
//!
//! Restarts nothing; the caller does.

use std::fmt;
use std::str::FromStr;

/// The action when an engine fails in a game or an analysis of the window (`restart` in
/// `engines.toml`). Matches have their own rules: there every failure costs the game.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum RestartPolicy {
    /// A restart is offered.
    #[default]
    Ask,
    /// It is started again with the state that it had; the game or the analysis goes on.
    Automatic,
    /// It is not restarted; the game is lost.
    Off,
}

impl RestartPolicy {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ask, Self::Automatic, Self::Off];

    /// The name in `engines.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Automatic => "automatic",
            Self::Off => "off",
        }
    }
}

impl fmt::Display for RestartPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RestartPolicy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|policy| policy.name() == text);
        found.ok_or_else(|| format!("must be \"ask\", \"automatic\" or \"off\", not {text:?}"))
    }
}
