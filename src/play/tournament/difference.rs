//! The keys in which two files of tournaments differ.
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
        let (one, other) = (text_of(&self.one), text_of(&self.other));
        write!(f, "{} is {one} in one, and {other} in the other", self.key)
    }
}

impl KeyDifference {
    /// What became of the key, where the one file is the earlier one: `pairs was 2 and is 1`,
    /// `player 3 was added`
    #[must_use]
    pub fn as_change(&self) -> String {
        match (&self.one, &self.other) {
            (None, Some(Value::Table(_))) => return format!("{} was added", self.key),
            (Some(Value::Table(_)), None) => return format!("{} was removed", self.key),
            _ => {}
        }
        format!("{} was {} and is {}", self.key, text_of(&self.one), text_of(&self.other))
    }
}

/// A value, or that there is none.
fn text_of(value: &Option<Value>) -> String {
    value.as_ref().map_or("missing".to_owned(), Value::to_string)
}

/// The keys of a file that decide who meets whom in which game.
const PAIRING_KEYS: [&str; 9] = [
    "format",
    "cycles",
    "challengers",
    "rounds",
    "tie-breaks",
    "pairs",
    "sprt",
    "withdraw-after",
    "player",
];
/// Those of a player.
const PLAYER_KEYS: [&str; 3] = ["engine", "name", "late"];

/// All keys in which two files pair their players otherwise, or have other players. None where one of
/// them is no TOML.
#[must_use]
pub fn pairing_differences(one: &str, other: &str) -> Vec<KeyDifference> {
    let read = |text: &str| {
        let mut file = text.parse::<Table>().ok()?;
        file.retain(|key, _| PAIRING_KEYS.contains(&key));
        let players = file.get_mut("player").and_then(Value::as_array_mut);
        for player in players.into_iter().flatten().filter_map(Value::as_table_mut) {
            player.retain(|key, _| PLAYER_KEYS.contains(&key));
        }
        Some(file)
    };
    match (read(one), read(other)) {
        (Some(one), Some(other)) => in_tables("", &one, &other).collect(),
        _ => Vec::new(),
    }
}

/// The first key in which two texts of TOML differ; `None` where they say the same, or one of them is
/// none.
#[must_use]
pub fn key_difference(one: &str, other: &str) -> Option<KeyDifference> {
    let (one, other) = (one.parse::<Table>().ok()?, other.parse::<Table>().ok()?);
    in_tables("", &one, &other).next()
}

fn in_tables<'a>(
    place: &'a str,
    one: &'a Table,
    other: &'a Table,
) -> impl Iterator<Item = KeyDifference> + 'a {
    let added = other.keys().filter(|key| !one.contains_key(*key));
    one.keys().chain(added).flat_map(move |key| {
        let place = if place.is_empty() { key.clone() } else { format!("{place} {key}") };
        in_values(place, one.get(key), other.get(key))
    })
}

fn in_values(key: String, one: Option<&Value>, other: Option<&Value>) -> Vec<KeyDifference> {
    match (one, other) {
        (Some(Value::Table(one)), Some(Value::Table(other))) => {
            in_tables(&key, one, other).collect()
        }
        (Some(Value::Array(one)), Some(Value::Array(other)))
            if one.iter().chain(other).all(Value::is_table) =>
        {
            let n = one.len().max(other.len());
            let each = |i: usize| in_values(format!("{key} {}", i + 1), one.get(i), other.get(i));
            (0..n).flat_map(each).collect()
        }
        _ if one == other => Vec::new(),
        _ => vec![KeyDifference { key, one: one.cloned(), other: other.cloned() }],
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

    #[test]
    fn all_keys_that_pair_otherwise_are_named_and_no_others() {
        let file = "pairs = 2\ntime = \"1s\"\n[[player]]\nengine = \"A\"\nname = \"One\"\n\
                    ponder = true\n[[player]]\nengine = \"B\"\n";
        let said = |now: &str| -> Vec<String> {
            pairing_differences(file, now).iter().map(KeyDifference::as_change).collect()
        };
        assert_eq!(said(&file.replace("1s", "2s").replace("true", "false")), [""; 0]);
        let now = file.replace("pairs = 2\n", "cycles = 3\n").replace("One", "Two");
        assert_eq!(
            said(&now),
            [
                "pairs was 2 and is missing",
                "player 1 name was \"One\" and is \"Two\"",
                "cycles was missing and is 3",
            ]
        );
        let fewer = file.replace("[[player]]\nengine = \"B\"\n", "");
        assert_eq!(said(&fewer), ["player 2 was removed"]);
        assert_eq!(said(&format!("{file}[[player]]\nengine = \"C\"")), ["player 3 was added"]);
        assert_eq!(said("no TOML"), [""; 0]);
    }
}
