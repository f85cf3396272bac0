//! Processors for engines: each game that is played has one of a list to itself.
//!
//! Binds nothing; a session does.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::games::counted;

/// The processors on which the engines of games are bound. There is at least one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Affinity(BTreeSet<u16>);

/// A text that is no list of processors.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0:?} is not a list of processors; write for example 0-3 or 0,2")]
pub struct ParseAffinityError(String);

/// Why engines cannot be bound to these processors.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum AffinityMisfit {
    /// The system has no such binding.
    #[error("affinity: engines can be bound to processors on Linux only")]
    System,
    /// A processor is not there.
    #[error(
        "affinity: this program may use the processors {may}, and {missing} is not one of them"
    )]
    Missing {
        /// The first that is not there.
        missing: u16,
        /// Those that are.
        may: Affinity,
    },
    /// Each game needs a processor.
    #[error(
        "affinity: each game has a processor to itself, and {} at once are more than the {} of \
         {wished}", counted(*.games as usize, "game"), counted(.wished.len(), "processor")
    )]
    TooFew {
        /// Games at once.
        games: u32,
        /// The processors.
        wished: Affinity,
    },
}

impl Affinity {
    /// The processors, in ascending order.
    pub fn processors(&self) -> impl Iterator<Item = u16> {
        self.0.iter().copied()
    }

    /// How many there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is at least one")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether so many games at once can be played on a machine with these processors;
    /// [`crate::session::processors`] says which those are.
    ///
    /// # Errors
    ///
    /// When they cannot.
    pub fn check(&self, games: u32, known: Option<&[u16]>) -> Result<(), AffinityMisfit> {
        let may = known.ok_or(AffinityMisfit::System)?;
        if let Some(missing) = self.processors().find(|processor| !may.contains(processor)) {
            let may = Self(may.iter().copied().collect());
            return Err(AffinityMisfit::Missing { missing, may });
        }
        if self.len() < games as usize {
            return Err(AffinityMisfit::TooFew { games, wished: self.clone() });
        }
        Ok(())
    }
}

/// `0-3,6`
impl fmt::Display for Affinity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut runs: Vec<[u16; 2]> = Vec::new();
        for processor in self.processors() {
            match runs.last_mut() {
                Some([_, last]) if *last + 1 == processor => *last = processor,
                Some(_) | None => runs.push([processor, processor]),
            }
        }
        let run = |[first, last]: &[u16; 2]| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        f.write_str(&runs.iter().map(run).collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Affinity {
    type Err = ParseAffinityError;

    fn from_str(text: &str) -> Result<Self, ParseAffinityError> {
        let wrong = || ParseAffinityError(text.to_owned());
        let number = |text: &str| {
            text.trim()
                .parse::<u16>()
                .ok()
                .filter(|number| *number < MAX_PROCESSORS)
                .ok_or_else(wrong)
        };
        let mut processors = BTreeSet::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            if last < first {
                return Err(wrong());
            }
            processors.extend(first..=last);
        }
        Ok(Self(processors))
    }
}

/// As many as Linux can name in a set of fixed size.
const MAX_PROCESSORS: u16 = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_processors_is_read_and_written() {
        for (text, written) in
            [("0", "0"), ("0-3", "0-3"), ("2, 0", "0,2"), ("3,1-2,7", "1-3,7"), ("5-5", "5")]
        {
            assert_eq!(text.parse::<Affinity>().unwrap().to_string(), written, "{text}");
        }
        for text in ["", "x", "3-1", "0,,1", "-1", "0-", "1024", "0-2-4"] {
            let said = text.parse::<Affinity>().unwrap_err().to_string();
            assert!(said.ends_with("write for example 0-3 or 0,2"), "{text}: {said}");
        }
    }

    #[test]
    fn processors_that_are_not_there_and_more_games_than_processors_are_refused() {
        let affinity: Affinity = "0-1,4".parse().unwrap();
        let said =
            |games, known: Option<&[u16]>| affinity.check(games, known).unwrap_err().to_string();
        assert_eq!(affinity.check(3, Some(&[0, 1, 2, 4])), Ok(()));
        assert_eq!(
            said(1, Some(&[0, 1, 2])),
            "affinity: this program may use the processors 0-2, and 4 is not one of them"
        );
        assert_eq!(
            said(4, Some(&[0, 1, 4])),
            "affinity: each game has a processor to itself, and 4 games at once are more than the \
             3 processors of 0-1,4"
        );
        assert!(said(1, None).ends_with("on Linux only"));
    }
}
