//! An entry of a list of engines as written: the kind of value of each key, and its place.
//!
//! Does not know which values a key allows, nor which keys belong together.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU16;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;
use toml::de::{DeTable, Error as TomlError};

use crate::store::engines::formatting;

/// The value of a key, and its place; `None` if the entry does not have the key.
pub(super) type Field<T> = Option<Spanned<Fitting<T>>>;

/// A value, if it has the right kind for its key. With a wrong one, the other mistakes of the entry
/// are still found.
#[derive(Debug)]
pub(super) struct Fitting<T>(pub(super) Option<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Fitting<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self(T::deserialize(from).ok()))
    }
}

/// Names with their values.
pub(super) type Named<T> = BTreeMap<Spanned<String>, Spanned<Fitting<T>>>;

/// The names with their values in the order of the file.
pub(super) fn in_order<T>(table: &Named<T>) -> Vec<(&Spanned<String>, &Spanned<Fitting<T>>)> {
    let mut rows: Vec<_> = table.iter().collect();
    rows.sort_by_key(|(name, _)| name.span().start);
    rows
}

/// An entry. [`ENTRY_KEYS`] are its keys.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Written {
    pub(super) name: Field<String>,
    pub(super) short: Field<String>,
    pub(super) protocol: Field<String>,
    pub(super) command: Field<Vec<Spanned<String>>>,
    pub(super) address: Field<String>,
    pub(super) dir: Field<String>,
    pub(super) env: Field<Named<Scalar>>,
    pub(super) connect: Field<String>,
    pub(super) port: Field<NonZeroU16>,
    pub(super) options: Field<Named<Scalar>>,
    pub(super) choices: Field<Named<WrittenChoice>>,
    pub(super) games: Field<Vec<String>>,
    pub(super) variants: Field<Vec<String>>,
    pub(super) timeouts: Field<f64>,
    pub(super) restart: Field<String>,
    pub(super) dialect: Field<Named<Scalar>>,
    pub(super) tags: Field<Vec<String>>,
    pub(super) profile_of: Field<String>,
    pub(super) needs: Field<Vec<String>>,
    pub(super) install: Field<String>,
}

/// The keys of [`Written`], for the message about an unknown one.
pub(super) const ENTRY_KEYS: [&str; 20] = [
    "name",
    "short",
    "protocol",
    "command",
    "address",
    "dir",
    "env",
    "connect",
    "port",
    "options",
    "choices",
    "games",
    "variants",
    "timeouts",
    "restart",
    "dialect",
    "tags",
    "profile-of",
    "needs",
    "install",
];

/// A choice of an entry.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenChoice {
    pub(super) values: Vec<Scalar>,
    pub(super) default: Spanned<Scalar>,
}

impl Written {
    /// Reads an entry that has only known keys.
    pub(super) fn read(table: Spanned<DeTable<'_>>) -> Result<Self, TomlError> {
        Self::deserialize(toml::de::Deserializer::from(table))
    }
}

/// A text, a number or a switch, as text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Scalar(pub(super) String);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(OfScalar)
    }
}

struct OfScalar;

impl Visitor<'_> for OfScalar {
    type Value = Scalar;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number or true/false")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar(text.to_owned()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Scalar, E> {
        Ok(Scalar(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Scalar, E> {
        Ok(Scalar(formatting::float(number)))
    }

    fn visit_bool<E: Error>(self, on: bool) -> Result<Scalar, E> {
        Ok(Scalar(on.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_that_messages_name_are_the_keys_that_are_read() {
        let (table, _) = DeTable::parse_recoverable("unheard-of = 1");
        let message = Written::read(table).unwrap_err().message().to_owned();
        let (_, known) = message.split_once("expected one of ").unwrap();
        assert_eq!(known, ENTRY_KEYS.map(|key| format!("`{key}`")).join(", "));
    }
}
