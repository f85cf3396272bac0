//! The keys that the file of a tournament may have, and what is said of another one.
//!
//! Reads no value.

use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use toml::de::{DeTable, DeValue};

use super::file::{FileMistake, TournamentFile};
use super::lines::line_at;
use super::wish::PlayerWish;

/// The first key of this text that is not known; a text that is no TOML has none.
///
/// # Errors
///
/// A sentence that names the key that is meant, or where keys are described.
pub(super) fn check_keys(text: &str) -> Result<(), FileMistake> {
    let Ok(file) = DeTable::parse(text) else { return Ok(()) };
    let all = tables(file.get_ref());
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

/// The tables of a file whose keys are known, with their places.
pub(super) fn tables<'a, 'i>(
    file: &'a DeTable<'i>,
) -> impl Iterator<Item = (&'a DeTable<'i>, Place)> {
    let players = match file.get("player").map(|player| player.get_ref()) {
        Some(DeValue::Array(players)) => &players[..],
        Some(_) | None => &[],
    };
    let players = players.iter().filter_map(|player| match player.get_ref() {
        DeValue::Table(player) => Some(player),
        _ => None,
    });
    [(file, Place::File)].into_iter().chain(players.map(|it| (it, Place::Player)))
}

/// Where a key stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Place {
    /// Before the players.
    File,
    /// In a `[[player]]`.
    Player,
}

impl Place {
    /// The keys that are known there.
    pub(super) fn keys(self) -> &'static [&'static str] {
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
        let meant = match self.nearest(key) {
            Some((meant, "")) => format!("perhaps {meant:?} is meant; "),
            Some((meant, example)) => format!("perhaps {meant:?} is meant, such as {example}; "),
            None => String::new(),
        };
        let where_all = "`quintet tournament --print-defaults` prints all keys with what they mean";
        format!("there is no key {key:?}{owner}; {meant}{where_all}")
    }
}

/// What other programs and users call a key, the key, and an example where the value is written otherwise, too.
type Other = (&'static str, &'static str, &'static str);

/// Those of a limit of time, for which a file has one key.
const TIMES: [Other; 7] = [
    ("tc", "time", "time = \"5m+3s\""),
    ("time-control", "time", "time = \"5m+3s\""),
    ("st", "time", "time = \"1s/move\""),
    ("movetime", "time", "time = \"1s/move\""),
    ("move-time", "time", "time = \"1s/move\""),
    ("depth", "time", "time = \"depth 8\""),
    ("nodes", "time", "time = \"nodes 100000\""),
];

const OF_FILE: [Other; 21] = [
    ("games", "pairs", ""),
    ("repeat", "pairs", ""),
    ("time-margin", "margin", ""),
    ("srand", "seed", ""),
    ("event", "name", ""),
    ("title", "name", ""),
    ("book", "openings-file", ""),
    ("opening-file", "openings-file", ""),
    ("order", "openings-order", ""),
    ("plies", "opening-plies", ""),
    ("max-moves", "max-plies", ""),
    ("each", "player", "[[player]]"),
    ("threads", "concurrency", ""),
    ("jobs", "concurrency", ""),
    ("tournament", "format", ""),
    ("type", "format", ""),
    ("out", "results", ""),
    ("output", "results", ""),
    ("pgnout", "results", ""),
    ("use-affinity", "affinity", ""),
    ("recover", "replay", "replay = [\"crashed\"]"),
];

const OF_PLAYER: [Other; 12] = [
    ("cmd", "engine", ""),
    ("command", "engine", ""),
    ("path", "engine", ""),
    ("program", "engine", ""),
    ("options", "engine", "engine = \"Scan:option.threads=2\""),
    ("option", "engine", "engine = \"Scan:option.threads=2\""),
    ("proto", "protocol", ""),
    ("time-margin", "margin", ""),
    ("elo", "anchor", ""),
    ("rating", "anchor", ""),
    ("environment", "env", ""),
    ("delay", "start-delay", ""),
];

impl Place {
    /// The key that this one is most like, with an example where one is needed; `None` where it is like none.
    ///
    /// A letter added, left out or replaced, and two that changed places, are one difference each (the distance
    /// of Damerau and Levenshtein); of equally many the longer common beginning decides (Jaro and Winkler).
    fn nearest(self, key: &str) -> Option<(&'static str, &'static str)> {
        let key = key.to_lowercase().replace('_', "-");
        let others = match self {
            Self::File => &OF_FILE[..],
            Self::Player => &OF_PLAYER[..],
        };
        let own = self.keys().iter().map(|key| (*key, *key, ""));
        let all = own.chain(TIMES).chain(others.iter().copied());
        let rated = all.filter_map(|(name, meant, example)| {
            let distance = strsim::damerau_levenshtein(&key, name);
            let likeness = strsim::jaro_winkler(&key, name);
            // A short name of another program is meant only where it is written so.
            let most = if name.len() < 4 { 0 } else { name.len().div_ceil(3) };
            let is_like = distance <= most && (distance < 2 || likeness > 0.8);
            is_like.then_some((distance, likeness, meant, example))
        });
        let best =
            rated.min_by(|one, other| one.0.cmp(&other.0).then_with(|| other.1.total_cmp(&one.1)));
        best.map(|(_, _, meant, example)| (meant, example))
    }
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
            ("xy = 1", format!("line 1: there is no key \"xy\"{all}")),
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
        for (place, key, meant) in [
            (Place::File, "piars", "pairs"),
            (Place::File, "tmie", "time"),
            (Place::File, "depht", "time"),
            (Place::File, "Depth", "time"),
            (Place::File, "movetime", "time"),
            (Place::File, "move_tiem", "time"),
            (Place::File, "tc", "time"),
            (Place::File, "games", "pairs"),
            (Place::File, "concurency", "concurrency"),
            (Place::File, "openings_fiel", "openings-file"),
            (Place::File, "tiebreak", "tie-breaks"),
            (Place::File, "max-failure", "max-failures"),
            (Place::Player, "nmae", "name"),
            (Place::Player, "tc", "time"),
            (Place::Player, "cmd", "engine"),
            (Place::Player, "delay", "start-delay"),
        ] {
            assert_eq!(place.nearest(key).map(|(key, _)| key), Some(meant), "{key}");
        }
        let depth = check_keys("depth = 3").unwrap_err().to_string();
        assert!(
            depth.contains("perhaps \"time\" is meant, such as time = \"depth 8\"; "),
            "{depth}"
        );
        for (_, key, _) in TIMES.iter().chain(&OF_FILE) {
            assert!(Place::File.keys().contains(key), "{key}");
        }
        for (_, key, _) in TIMES.iter().chain(&OF_PLAYER) {
            assert!(Place::Player.keys().contains(key), "{key}");
        }
        for text in ["pairs = 2\n[[player]]\nengine = 'A'\nenv = { B = '1' }", "no TOML", ""] {
            assert_eq!(check_keys(text), Ok(()), "{text}");
        }
    }
}
