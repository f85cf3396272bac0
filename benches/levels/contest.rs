//! What a contest between two players of one game is made of.
//!
//! Knows no game; each has its own file beside this one.

use std::str::FromStr;
use std::time::Duration;

/// Two players of one game.
pub(crate) trait Contest {
    /// Plays a game in which player `first` moves first, each move within `time`; the points of
    /// player 0. The same seed gives the same opening and the same dice.
    fn play(&mut self, first: usize, seed: u64, time: Duration) -> i32;
}

/// A player as the command line names it.
#[derive(Clone, Debug)]
pub(crate) enum Entrant {
    /// Plays at random, but takes what is offered: it looks one ply ahead for a gain. What that is
    /// in a game is said in the game's file.
    Novice,
    /// A level of the built-in engine, with changes to try others.
    Level(Spec),
}

/// A level with changes: `4` or `4:depth=3,slips=120`.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) number: u8,
    changes: Vec<(String, i64)>,
}

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "novice" {
            return Ok(Self::Novice);
        }
        let (number, changes) = text.split_once(':').unwrap_or((text, ""));
        let number = number.parse().map_err(|_err| format!("\"{text}\" is no player"))?;
        let read = |change: &str| {
            let (name, value) = change.split_once('=')?;
            Some((name.to_owned(), value.parse().ok()?))
        };
        let changes = changes
            .split(',')
            .filter(|change| !change.is_empty())
            .map(|change| read(change).ok_or_else(|| format!("\"{change}\" is not NAME=NUMBER")));
        Ok(Self::Level(Spec { number, changes: changes.collect::<Result<_, _>>()? }))
    }
}

impl Entrant {
    /// A level as it is.
    pub(crate) fn level(number: u8) -> Self {
        Self::Level(Spec { number, changes: Vec::new() })
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::Novice => "novice".to_owned(),
            Self::Level(spec) => format!("level {}", spec.number),
        }
    }
}

impl Spec {
    /// The changed number of this name, or what it is by default.
    pub(crate) fn change<T: TryFrom<i64>>(&self, name: &str, value: &mut T) {
        for (_, changed) in self.changes.iter().filter(|(changed, _)| changed == name) {
            let changed = T::try_from(*changed).ok();
            *value = changed.expect("the number is none that a level can have there");
        }
    }
}

/// Numbers that follow each other at random.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        // The first numbers of small seeds resemble each other.
        for _ in 0..8 {
            random.below(2);
        }
        random
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * end as u128) >> 64) as usize
    }

    /// One of those that `gain` the most.
    pub(crate) fn best<T: Copy>(&mut self, all: &[T], gain: impl Fn(&T) -> i64) -> Option<T> {
        let most = all.iter().map(&gain).max()?;
        let best: Vec<T> = all.iter().filter(|one| gain(one) == most).copied().collect();
        Some(best[self.below(best.len())])
    }
}
