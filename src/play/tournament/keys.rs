//! The keys that the file of a tournament may have, and what is said of another one.
//!
//! Reads no value.

use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use toml::de::{DeTable, DeValue};

use super::file::{FileMistake, TournamentFile, line_at};
use super::wish::PlayerWish;

/// The first key of this text that is not known; a text that is no TOML has none.
///
/// # Errors
///
/// A sentence that names the key that is meant, or where keys are described.
pub(super) fn check_keys(text: &str) -> Result<(), FileMistake> {
    let Ok(file) = DeTable::parse(text) else { return Ok(()) };
    let file = file.get_ref();
    let players = match file.get("player").map(|player| player.get_ref()) {
        Some(DeValue::Array(players)) => &players[..],
        Some(_) | None => &[],
    };
    let players = players.iter().filter_map(|player| match player.get_ref() {
        DeValue::Table(player) => Some(player),
        _ => None,
    });
    let all = [(file, Place::File)].into_iter().chain(players.map(|it| (it, Place::Player)));
    let strange = all.flat_map(|(table, place)| {
        let strange = table.keys().filter(move |key| !place.keys().contains(&&**key.get_ref()));
        strange.map(move |key| (key.span().start, key.get_ref(), place))
    });
    match strange.min_by_key(|(at, _, _)| *at) {
        None => Ok(()),
        Some((at, key, place)) => {
            let line = Some(line_at(text, at));
            Err(FileMistake { line, key: None, reason: place.reason(key) })
        }
    }
}

/// Where a key stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Place {
    /// Before the players.
    File,
    /// In a `[[player]]`.
    Player,
}

impl Place {
    /// The keys that are known there.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::File => fields::<TournamentFile>(),
            Self::Player => fields::<PlayerWish>(),
        }
    }

    /// What is said of a key that is not known here.
    fn reason(self, key: &str) -> String {
        let other = match self {
            Self::File => Self::Player,
            Self::Player => Self::File,
        };
        if other.keys().contains(&key) {
            return match self {
                Self::File => {
                    format!("{key:?} is a key of a player: it stands below its [[player]]")
                }
                Self::Player => {
                    format!(
                        "{key:?} is not a key of a player: it stands before the first [[player]]"
                    )
                }
            };
        }
        let owner = if self == Self::Player { " of a player" } else { "" };
        let meant = match nearest(key, self.keys()) {
            Some(meant) => format!("perhaps {meant:?} is meant; "),
            None => String::new(),
        };
        let where_all = "`quintet tournament --print-defaults` prints all keys with what they mean";
        format!("there is no key {key:?}{owner}; {meant}{where_all}")
    }
}

/// The key that this one differs least from, if it is like one at all.
fn nearest(key: &str, known: &'static [&'static str]) -> Option<&'static str> {
    let plain = |text: &str| text.to_lowercase().replace('_', "-");
    let key = plain(key);
    let like = |known: &&&str| distance(&key, known) <= (known.len() / 3).max(1);
    known.iter().filter(like).min_by_key(|known| distance(&key, known)).copied()
}

/// How many letters are to be added, left out, or replaced (V. I. Levenshtein, Soviet Physics Doklady 10,
/// 1966).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for ch in one.chars() {
        let mut diagonal = row[0];
        row[0] += 1;
        for (at, letter) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(ch != *letter);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

/// The names of the fields that are read of this type.
fn fields<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    let mut found: &'static [&'static str] = &[];
    // The reader asks for the fields, and is told nothing of them.
    let _nothing_read: Result<T, Error> = T::deserialize(Asked { found: &mut found });
    found
}

/// Notes which fields are asked for.
struct Asked<'a> {
    found: &'a mut &'static [&'static str],
}

impl<'de> Deserializer<'de> for Asked<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Error> {
        Err(Error::custom("nothing can be read"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        *self.found = fields;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_not_known_is_named_with_the_one_that_is_meant() {
        let all = "; `quintet tournament --print-defaults` prints all keys with what they mean";
        for (text, said) in [
            (
                "formatt = 1",
                format!("line 1: there is no key \"formatt\"; perhaps \"format\" is meant{all}"),
            ),
            (
                "\nTie_Breaks = 1",
                format!(
                    "line 2: there is no key \"Tie_Breaks\"; perhaps \"tie-breaks\" is meant{all}"
                ),
            ),
            (
                "[[players]]",
                format!("line 1: there is no key \"players\"; perhaps \"player\" is meant{all}"),
            ),
            ("colour = 1", format!("line 1: there is no key \"colour\"{all}")),
            (
                "[[player]]\nengin = 'A'",
                format!(
                    "line 2: there is no key \"engin\" of a player; perhaps \"engine\" is meant{all}"
                ),
            ),
            (
                "[[player]]\nengine = 'A'\npairs = 2",
                "line 3: \"pairs\" is not a key of a player: it stands before the first [[player]]"
                    .to_owned(),
            ),
            (
                "engine = 'A'",
                "line 1: \"engine\" is a key of a player: it stands below its [[player]]"
                    .to_owned(),
            ),
        ] {
            assert_eq!(check_keys(text).unwrap_err().to_string(), said, "{text}");
        }
        for text in ["pairs = 2\n[[player]]\nengine = 'A'\nenv = { B = '1' }", "no TOML", ""] {
            assert_eq!(check_keys(text), Ok(()), "{text}");
        }
    }
}
