//! The first key in which two files of tournaments differ.
//!
//! Does not say whether a difference matters, and reads no file.

use std::fmt;

use toml::{Table, Value};

/// A key that has one value in one file and another one, or none, in the other.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyDifference {
    /// The key with its tables; a table of a list has its number, from 1: `player 2 level`.
    pub key: String,
    /// The value in the one file.
    pub one: Option<Value>,
    /// The value in the other file.
    pub other: Option<Value>,
}

/// `player 2 level is 3 in one, and 4 in the other`
impl fmt::Display for KeyDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text =
            |value: &Option<Value>| value.as_ref().map_or("missing".to_owned(), Value::to_string);
        let (one, other) = (text(&self.one), text(&self.other));
        write!(f, "{} is {one} in one, and {other} in the other", self.key)
    }
}

/// The first key in which two texts of TOML differ; `None` where they say the same, or one of them is
/// none.
#[must_use]
pub fn key_difference(one: &str, other: &str) -> Option<KeyDifference> {
    let (one, other) = (one.parse::<Table>().ok()?, other.parse::<Table>().ok()?);
    in_tables("", &one, &other)
}

fn in_tables(place: &str, one: &Table, other: &Table) -> Option<KeyDifference> {
    let added = other.keys().filter(|key| !one.contains_key(*key));
    let mut keys = one.keys().chain(added);
    keys.find_map(|key| {
        let place = if place.is_empty() { key.clone() } else { format!("{place} {key}") };
        in_values(place, one.get(key), other.get(key))
    })
}

fn in_values(key: String, one: Option<&Value>, other: Option<&Value>) -> Option<KeyDifference> {
    match (one, other) {
        (Some(Value::Table(one)), Some(Value::Table(other))) => in_tables(&key, one, other),
        (Some(Value::Array(one)), Some(Value::Array(other)))
            if one.iter().chain(other).all(Value::is_table) =>
        {
            let n = one.len().max(other.len());
            (0..n).find_map(|i| in_values(format!("{key} {}", i + 1), one.get(i), other.get(i)))
        }
        _ if one == other => None,
        _ => Some(KeyDifference { key, one: one.cloned(), other: other.cloned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_key_that_differs_is_named_with_both_values() {
        let file =
            "seed = 1\n[time]\nper_game = \"1s\"\n[[player]]\nlevel = 1\n[[player]]\nlevel = 2\n";
        assert_eq!(key_difference(file, &format!("# A word.\n{file}")), None);
        for (was, now, said) in [
            ("seed = 1", "seed = 2", "seed is 1 in one, and 2 in the other"),
            ("seed = 1", "", "seed is 1 in one, and missing in the other"),
            ("\"1s\"", "\"2s\"", "time per_game is \"1s\" in one, and \"2s\" in the other"),
            ("level = 2", "level = 3", "player 2 level is 2 in one, and 3 in the other"),
            (
                "level = 2\n",
                "level = 2\nponder = true\n",
                "player 2 ponder is missing in one, and true in the other",
            ),
        ] {
            let difference = key_difference(file, &file.replacen(was, now, 1)).unwrap();
            assert_eq!(difference.to_string(), said);
        }
    }
}
