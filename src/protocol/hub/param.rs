//! Hub engine parameters: declaration, and checking a value before it is sent.
//!
//! Does not talk to an engine; `client` decides when a value may be sent.

use super::syntax::{Args, LineWriter, decimal, is_writable};
use crate::protocol::words::words;
use crate::protocol::{OptionDecl, OptionKind};

/// The parameter that every engine of more than one variant declares.
pub(super) const VARIANT: &str = "variant";

/// A parameter as an engine declares it: `param name=... value=... type=...`.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// The value it has.
    pub value: String,
    /// Its type, with the values it may have.
    pub kind: ParamKind,
}

/// The type of a parameter, with its limits.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    /// `true` or `false`.
    Bool,
    /// A whole number; GWD leaves out the bounds.
    Int {
        /// Least value.
        min: Option<i64>,
        /// Greatest value.
        max: Option<i64>,
    },
    /// A number.
    Real {
        /// Least value.
        min: Option<f64>,
        /// Greatest value.
        max: Option<f64>,
    },
    /// Any text that can be written; also stands for unknown types.
    String,
    /// One of these.
    Enum(Vec<String>),
}

impl Param {
    /// A parameter with the value it starts with.
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl Into<String>, kind: ParamKind) -> Self {
        Self { name: name.into(), value: value.into(), kind }
    }

    /// Reads a declaration; `None` without a name. The arguments may stand in any order (GWD writes
    /// `type` before `value`).
    pub(super) fn parse(args: &Args<'_>) -> Option<Self> {
        let value = args.value("value").unwrap_or_default();
        Some(Self {
            name: args.text("name")?,
            value: value.to_owned(),
            kind: ParamKind::parse(args),
        })
    }

    /// The line that declares it.
    pub(super) fn line(&self) -> String {
        let line = LineWriter::new("param").arg("name", &self.name).arg("value", &self.value);
        match &self.kind {
            ParamKind::Bool => line.arg("type", "bool"),
            ParamKind::Int { min, max } => {
                line.arg("type", "int").opt("min", *min).opt("max", *max)
            }
            ParamKind::Real { min, max } => {
                let text = |bound: f64| decimal(bound, 6);
                line.arg("type", "real").opt("min", min.map(text)).opt("max", max.map(text))
            }
            ParamKind::String => line.arg("type", "string"),
            ParamKind::Enum(values) => line.arg("type", "enum").arg("values", values.join(" ")),
        }
        .finish()
    }

    /// The declaration in the program's form.
    pub(super) fn decl(&self) -> OptionDecl {
        OptionDecl {
            name: self.name.clone(),
            kind: match &self.kind {
                ParamKind::Bool => OptionKind::Bool,
                ParamKind::Int { min, max } => {
                    OptionKind::Int { min: min.unwrap_or(i64::MIN), max: max.unwrap_or(i64::MAX) }
                }
                ParamKind::Real { min, max } => {
                    OptionKind::Real { min: min.unwrap_or(f64::MIN), max: max.unwrap_or(f64::MAX) }
                }
                ParamKind::String => OptionKind::Text,
                ParamKind::Enum(values) => OptionKind::Choice(values.clone()),
            },
            default: self.value.clone(),
        }
    }
}

impl ParamKind {
    fn parse(args: &Args<'_>) -> Self {
        fn bound<N: std::str::FromStr>(args: &Args<'_>, name: &str) -> Option<N> {
            args.value(name)?.parse().ok()
        }
        let real = |name: &str| bound::<f64>(args, name).filter(|bound| bound.is_finite());
        match args.value("type") {
            Some("bool") => Self::Bool,
            Some("int") => Self::Int { min: bound(args, "min"), max: bound(args, "max") },
            Some("real") => Self::Real { min: real("min"), max: real("max") },
            Some("enum") => {
                let values = args.value("values").unwrap_or_default();
                Self::Enum(words(values).map(str::to_owned).collect())
            }
            Some(_) | None => Self::String,
        }
    }

    /// Checks a value.
    ///
    /// Scan 3.1 exits on a boolean, an enum or a number it does not know, so a value is checked
    /// here, by both halves, and nowhere else.
    ///
    /// # Errors
    ///
    /// The allowed values, in words.
    pub fn check(&self, value: &str) -> Result<CheckedValue, String> {
        let checked = |text: String| Ok(CheckedValue(text));
        match self {
            Self::Bool => match value.trim() {
                word @ ("true" | "false") => checked(word.to_owned()),
                _ => Err("true, false".to_owned()),
            },
            Self::Int { min, max } => match value.trim().parse::<i64>() {
                Ok(n) if min.is_none_or(|min| min <= n) && max.is_none_or(|max| n <= max) => {
                    checked(n.to_string())
                }
                Ok(_) | Err(_) => Err(format!("a whole number{}", range(*min, *max))),
            },
            Self::Real { min, max } => match value.trim().parse::<f64>() {
                Ok(x)
                    if x.is_finite()
                        && min.is_none_or(|min| min <= x)
                        && max.is_none_or(|max| x <= max) =>
                {
                    checked(x.to_string())
                }
                Ok(_) | Err(_) => Err(format!("a number{}", range(*min, *max))),
            },
            Self::String if is_writable(value) => checked(value.to_owned()),
            Self::String => Err("text without quotation marks, on one line".to_owned()),
            Self::Enum(values) => {
                let value = value.trim();
                if values.iter().any(|known| known == value) && is_writable(value) {
                    return checked(value.to_owned());
                }
                Err(values.join(", "))
            }
        }
    }
}

/// The bounds: ` from 1 to 16`, ` of at least 1`, or nothing.
fn range<N: std::fmt::Display>(min: Option<N>, max: Option<N>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!(" from {min} to {max}"),
        (Some(min), None) => format!(" of at least {min}"),
        (None, Some(max)) => format!(" of at most {max}"),
        (None, None) => String::new(),
    }
}

/// A value that the engine's own declaration admits, ready to be sent.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CheckedValue(String);

impl CheckedValue {
    /// The text to send.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<CheckedValue> for String {
    fn from(value: CheckedValue) -> Self {
        value.0
    }
}
