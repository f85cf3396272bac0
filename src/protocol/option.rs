//! The options that an engine declares.
//!
//! Reads no declaration: each protocol has its own words for that.

/// The most options that are kept of one engine: whatever it declares, it must not fill the memory.
pub(super) const MOST_OPTIONS: usize = 1_000;

/// The most choices that are kept of one option.
pub(super) const MOST_CHOICES: usize = 1_000;

/// An option that an engine declares.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionDecl {
    /// Its name, as it is sent.
    pub name: String,
    /// Its type, with the values it may have.
    pub kind: OptionKind,
    /// Its value when the engine starts.
    pub default: String,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionKind {
    /// On or off.
    Bool,
    /// A whole number.
    Int {
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// A number.
    Real {
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
    },
    /// One of these. The value is the choice's own text, whatever the protocol sends for it.
    Choice(Vec<String>),
    /// Any text.
    Text,
}

impl OptionKind {
    /// The option may have this value; `true` and `false` are the words of a switch.
    #[must_use]
    pub fn admits(&self, value: &str) -> bool {
        match self {
            Self::Bool => matches!(value, "true" | "false"),
            Self::Int { min, max } => {
                value.parse::<i64>().is_ok_and(|n| (*min..=*max).contains(&n))
            }
            Self::Real { min, max } => {
                value.parse::<f64>().is_ok_and(|x| (*min..=*max).contains(&x))
            }
            Self::Choice(choices) => choices.iter().any(|choice| choice == value),
            Self::Text => !value.contains(char::is_control),
        }
    }

    /// The possible values of a number: ` from 1 to 9`, ` from 1`, ` up to 9`; nothing if the
    /// engine has left both bounds out, and for other types.
    #[must_use]
    pub fn range_text(&self) -> String {
        let [min, max] = match self {
            Self::Int { min, max } => [
                (*min > i64::MIN).then(|| min.to_string()),
                (*max < i64::MAX).then(|| max.to_string()),
            ],
            Self::Real { min, max } => [
                (*min > f64::MIN).then(|| min.to_string()),
                (*max < f64::MAX).then(|| max.to_string()),
            ],
            Self::Bool | Self::Choice(_) | Self::Text => [None, None],
        };
        match (min, max) {
            (Some(min), Some(max)) => format!(" from {min} to {max}"),
            (Some(min), None) => format!(" from {min}"),
            (None, Some(max)) => format!(" up to {max}"),
            (None, None) => String::new(),
        }
    }
}
