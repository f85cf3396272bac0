//! The lines by which an engine lists its options.
//!
//! Keeps no values; other code knows the values that were set.

use std::fmt;

use crate::protocol::words::{each_field, finite};
use crate::protocol::{OptionDecl, OptionKind};

/// A line of `options`: an option with its present value.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its name; no blanks, no semicolons.
    pub name: String,
    /// Its type, with the values it may have; never [`OptionKind::Text`], which the document does
    /// not know.
    pub kind: OptionKind,
    /// Its value, as written.
    pub value: String,
    /// Its default value, as written.
    pub default: String,
}

impl Setting {
    /// A setting that has its default.
    #[must_use]
    pub fn new(name: &str, kind: OptionKind, default: &str) -> Self {
        let (name, default) = (name.to_owned(), default.to_owned());
        Self { name, kind, value: default.clone(), default }
    }

    /// Reads a line; `None` if it isn't one. Missing bounds are as wide as possible.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let mut parts = each_field(line, |ch| ch == ';');
        let name = parts.next().filter(|name| !name.is_empty() && !name.contains(' '))?.to_owned();
        let kind = parts.next()?.to_ascii_lowercase();
        let value = parts.next()?.to_owned();
        let default = parts.next().unwrap_or(&value).to_owned();
        let rest: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let bound = |idx: usize| rest.get(idx).copied();
        let kind = match kind.as_str() {
            "bool" => OptionKind::Bool,
            "int" => OptionKind::Int {
                min: bound(0).and_then(|text| text.parse().ok()).unwrap_or(i64::MIN),
                max: bound(1).and_then(|text| text.parse().ok()).unwrap_or(i64::MAX),
            },
            "double" => OptionKind::Real {
                min: bound(0).and_then(finite).unwrap_or(f64::MIN),
                max: bound(1).and_then(finite).unwrap_or(f64::MAX),
            },
            "enum" => OptionKind::Choice(rest.iter().map(|&choice| choice.to_owned()).collect()),
            _ => return None,
        };
        Some(Self { name, kind, value, default })
    }

    /// The option in the program's form, in which an option that is on is `true`.
    #[must_use]
    pub fn decl(&self) -> OptionDecl {
        let default = match self.kind {
            OptionKind::Bool => self.value.to_ascii_lowercase(),
            OptionKind::Int { .. }
            | OptionKind::Real { .. }
            | OptionKind::Choice(_)
            | OptionKind::Text => self.value.clone(),
        };
        OptionDecl { name: self.name.clone(), kind: self.kind.clone(), default }
    }

    /// The value as the document writes it; `None` if it is not admitted.
    #[must_use]
    pub fn admit(&self, value: &str) -> Option<String> {
        let value = value.trim();
        match &self.kind {
            OptionKind::Bool => match value.to_ascii_lowercase().as_str() {
                "true" => Some("True".to_owned()),
                "false" => Some("False".to_owned()),
                _ => None,
            },
            OptionKind::Int { min, max } => {
                let number: i64 = value.parse().ok()?;
                (*min..=*max).contains(&number).then(|| number.to_string())
            }
            OptionKind::Real { min, max } => {
                let number = finite(value)?;
                (*min..=*max).contains(&number).then(|| value.to_owned())
            }
            OptionKind::Choice(choices) => {
                choices.iter().find(|choice| choice.eq_ignore_ascii_case(value)).cloned()
            }
            OptionKind::Text => Some(value.to_owned()),
        }
    }

    /// The admitted values, in words.
    #[must_use]
    pub fn allowed(&self) -> String {
        match &self.kind {
            OptionKind::Bool => "True, False".to_owned(),
            OptionKind::Int { min, max } => format!("a whole number from {min} to {max}"),
            OptionKind::Real { min, max } => format!("a number from {min} to {max}"),
            OptionKind::Choice(choices) => choices.join(", "),
            OptionKind::Text => "any text".to_owned(),
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, kind, value, default } = self;
        match kind {
            OptionKind::Bool => write!(f, "{name};bool;{value};{default}"),
            OptionKind::Int { min, max } => write!(f, "{name};int;{value};{default};{min};{max}"),
            OptionKind::Real { min, max } => {
                write!(f, "{name};double;{value};{default};{min};{max}")
            }
            OptionKind::Choice(choices) => {
                write!(f, "{name};enum;{value};{default};{}", choices.join(";"))
            }
            OptionKind::Text => write!(f, "{name};enum;{value};{default};{value}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_the_document_are_read_and_written_the_same() {
        for line in [
            "MaxBranchingFactor;int;500;500;1;500",
            "MaxHelperThreads;enum;Auto;Auto;Auto;None;1;2;3;4;5",
            "ReportIntermediateBestMoves;bool;False;False",
            "Contempt;double;0.5;0.25;-1;1",
        ] {
            assert_eq!(Setting::parse(line).unwrap().to_string(), line);
        }
        for line in
            ["", "Base;NotStarted;White[1]", "wS1;wB1", "A B;bool;True;True", "X;string;a;b"]
        {
            assert_eq!(Setting::parse(line), None, "{line}");
        }
        let without_bounds = Setting::parse("N;int;5").unwrap();
        assert_eq!(without_bounds.default, "5");
        assert_eq!(without_bounds.admit("-7").as_deref(), Some("-7"));
    }

    #[test]
    fn values_are_checked_and_spelled_as_declared() {
        for (line, value, expected) in [
            ("A;bool;False;False", "true", Some("True")),
            ("A;bool;False;False", "1", None),
            ("A;int;5;5;1;9", " 7 ", Some("7")),
            ("A;int;5;5;1;9", "10", None),
            ("A;int;5;5;1;9", "x", None),
            ("A;double;0;0;-1;1", "0.25", Some("0.25")),
            ("A;double;0;0;-1;1", "nan", None),
            ("A;double;0;0;-1;1", "1.5", None),
            ("A;enum;Auto;Auto;Auto;None", "none", Some("None")),
            ("A;enum;Auto;Auto;Auto;None", "7", None),
        ] {
            assert_eq!(Setting::parse(line).unwrap().admit(value).as_deref(), expected, "{value}");
        }
    }
}
