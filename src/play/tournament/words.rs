//! Values of the keys of a tournament's file whose mistakes are said in usual words.
//!
//! Knows no key.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU32;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use super::wish::PlayerWish;

/// Reads a number of things, of which there is at least one.
pub(super) fn count<'de, D: Deserializer<'de>>(from: D) -> Result<NonZeroU32, D::Error> {
    from.deserialize_i64(Count)
}

/// The same for a key without a default.
pub(super) fn some_count<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<NonZeroU32>, D::Error> {
    count(from).map(Some)
}

struct Count;

impl Visitor<'_> for Count {
    type Value = NonZeroU32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number from 1 on")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<NonZeroU32, E> {
        let found = u32::try_from(number).ok().and_then(NonZeroU32::new);
        found.ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
    }
}

/// Reads the players.
pub(super) fn players<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PlayerWish>, D::Error> {
    struct Players;

    impl<'de> Visitor<'de> for Players {
        type Value = Vec<PlayerWish>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a [[player]] with two brackets for each player")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, players: A) -> Result<Self::Value, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(players))
        }
    }

    from.deserialize_seq(Players)
}

/// Reads the variables of an environment: names and values that a system can have.
pub(super) fn env<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    let env = BTreeMap::<String, String>::deserialize(from)?;
    for (name, value) in &env {
        if name.trim().is_empty() || name.contains(['=', '\0']) {
            return Err(D::Error::custom(format!("{name:?} is not the name of a variable")));
        }
        if value.contains('\0') {
            let why = "has a zero byte, which no variable can have";
            return Err(D::Error::custom(format!("the value {value:?} of {name} {why}")));
        }
    }
    Ok(env)
}
