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
use crate::play::LossKind;

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

/// Reads a text; `what` says what it stands for.
pub(super) fn text<'de, D: Deserializer<'de>>(
    from: D,
    what: &'static str,
) -> Result<String, D::Error> {
    struct Text(&'static str);

    impl Visitor<'_> for Text {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
            Ok(text.to_owned())
        }
    }

    from.deserialize_str(Text(what))
}

/// Reads a number, whole or not; `what` says what it stands for.
pub(super) fn number<'de, D: Deserializer<'de>>(
    from: D,
    what: &'static str,
) -> Result<f64, D::Error> {
    struct Number(&'static str);

    impl Visitor<'_> for Number {
        type Value = f64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_f64<E: Error>(self, number: f64) -> Result<f64, E> {
            Ok(number)
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<f64, E> {
            Ok(number as f64)
        }
    }

    from.deserialize_f64(Number(what))
}

/// Reads a seed.
pub(super) fn seed<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    struct Seed;

    impl Visitor<'_> for Seed {
        type Value = u64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number from 0 on")
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
            Ok(number)
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<u64, E> {
            let said = |_negative| E::invalid_value(Unexpected::Signed(number), &self);
            u64::try_from(number).map_err(said)
        }
    }

    from.deserialize_u64(Seed)
}

/// Reads the causes after which games are played again.
pub(super) fn causes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<LossKind>, D::Error> {
    struct Causes;

    impl<'de> Visitor<'de> for Causes {
        type Value = Vec<LossKind>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("causes in brackets, such as [\"late\", \"crashed\"]")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, causes: A) -> Result<Self::Value, A::Error> {
            let names = Vec::<String>::deserialize(SeqAccessDeserializer::new(causes))?;
            names.iter().map(|name| name.parse().map_err(A::Error::custom)).collect()
        }
    }

    from.deserialize_seq(Causes)
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
