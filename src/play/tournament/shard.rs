//! A share of a tournament, for playing it on several machines.
//!
//! Plays nothing and reads no file.

use std::fmt;
use std::str::FromStr;

/// Every so-many-th pair of games of a tournament, written `2/64`: the second of 64 shares.
///
/// Which pairs it has depends on their numbers alone, so that it needs nothing from the other
/// shares.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Shard {
    /// How many shares there are; it comes first so that shares of one tournament sort together.
    of: u32,
    /// Its number, from 1.
    number: u32,
}

/// Why a text is no share.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0:?} is not a share such as 2/64: the first number is from 1 to the second")]
pub struct ParseShardError(String);

impl Shard {
    /// Its number, from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many shares there are.
    #[must_use]
    pub fn of(self) -> u32 {
        self.of
    }

    /// The share of as many that has this pair of games.
    #[must_use]
    pub fn of_pair(self, pair: u32) -> Self {
        Self { number: pair % self.of + 1, ..self }
    }

    /// It has this pair of games.
    #[must_use]
    pub fn holds(self, pair: u32) -> bool {
        pair % self.of == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let found = text.split_once('/').and_then(|(one, all)| number(one).zip(number(all)));
        match found {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { of, number }),
            _ => Err(ParseShardError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_is_in_one_share() {
        let all: Vec<Shard> =
            (1..=5).map(|number| format!("{number}/5").parse().unwrap()).collect();
        for pair in 0..40 {
            assert_eq!(all.iter().filter(|shard| shard.holds(pair)).count(), 1);
        }
        assert_eq!(all[1].to_string(), "2/5");
        assert!(all.is_sorted());
    }

    #[test]
    fn what_is_no_share_is_refused() {
        for text in ["", "2", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2"] {
            let found = text.parse::<Shard>().unwrap_err().to_string();
            assert!(found.starts_with(&format!("{text:?} is not a share such as 2/64")), "{found}");
        }
    }
}
