//! Processors for engines: each game that is played has one of a list to itself, or two: one for each of its
//! engines.
//!
//! Binds nothing; a session does.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::games::counted;

/// The processors on which the engines of games are bound. There are enough for a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Affinity {
    processors: BTreeSet<u16>,
    /// Each engine of a game has a processor to itself, so that the game has two.
    apart: bool,
}

/// A text that is no list of processors.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "{0:?} is not a list of processors; write for example 0-3 or 0,2, or with two processors for each game \
     0-3/2"
)]
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
        "affinity: {} at once need {}, {} for each game, and {wished} has {}; play fewer games at once, or \
         name more processors", counted(*.games as usize, "game"),
        counted(*.games as usize * .wished.n_per_game(), "processor"), .wished.n_per_game(),
        .wished.processors.len()
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
        self.processors.iter().copied()
    }

    /// How many processors each game has to itself: 1, or 2.
    fn n_per_game(&self) -> usize {
        if self.apart { 2 } else { 1 }
    }

    /// How many games at once have their processors; at least one.
    #[must_use]
    pub fn most_games(&self) -> usize {
        self.processors.len() / self.n_per_game()
    }

    /// The processors of a game's two engines, of these that are free; `None` if there are not enough.
    pub(super) fn of_game(&self, free: &BTreeSet<u16>) -> Option<[u16; 2]> {
        let mut free = free.iter().copied();
        let one = free.next()?;
        let other = if self.apart { free.next()? } else { one };
        Some([one, other])
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
            let may = Self { processors: may.iter().copied().collect(), apart: false };
            return Err(AffinityMisfit::Missing { missing, may });
        }
        if self.most_games() < games as usize {
            return Err(AffinityMisfit::TooFew { games, wished: self.clone() });
        }
        Ok(())
    }
}

/// `0-3,6`, and where each engine of a game has a processor to itself `0-3,6/2`.
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
        f.write_str(&runs.iter().map(run).collect::<Vec<_>>().join(","))?;
        if self.apart { f.write_str("/2") } else { Ok(()) }
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
        let (list, per_game) = text.split_once('/').unwrap_or((text, "1"));
        let apart = match per_game.trim() {
            "1" => false,
            "2" => true,
            _ => return Err(wrong()),
        };
        let mut processors = BTreeSet::new();
        for part in list.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            if last < first {
                return Err(wrong());
            }
            processors.extend(first..=last);
        }
        let found = Self { processors, apart };
        if found.most_games() == 0 { Err(wrong()) } else { Ok(found) }
    }
}

/// As many as Linux can name in a set of fixed size.
const MAX_PROCESSORS: u16 = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_processors_is_read_and_written() {
        for (text, written, games) in [
            ("0", "0", 1),
            ("0-3", "0-3", 4),
            ("2, 0", "0,2", 2),
            ("3,1-2,7", "1-3,7", 4),
            ("5-5", "5", 1),
            ("0-3/1", "0-3", 4),
            ("0-3 / 2", "0-3/2", 2),
            ("0-2/2", "0-2/2", 1),
        ] {
            let found: Affinity = text.parse().unwrap();
            assert_eq!(
                (found.to_string().as_str(), found.most_games()),
                (written, games),
                "{text}"
            );
        }
        for text in ["", "x", "3-1", "0,,1", "-1", "0-", "1024", "0-2-4", "0/2", "0-3/3", "0-3/"] {
            let said = text.parse::<Affinity>().unwrap_err().to_string();
            assert!(said.contains("write for example 0-3 or 0,2"), "{text}: {said}");
        }
    }

    #[test]
    fn the_engines_of_a_game_share_a_processor_or_have_one_each() {
        let of_game = |text: &str, free: &[u16]| {
            let affinity: Affinity = text.parse().unwrap();
            affinity.of_game(&free.iter().copied().collect())
        };
        assert_eq!(of_game("0-3", &[2, 3]), Some([2, 2]));
        assert_eq!(of_game("0-3/2", &[1, 3]), Some([1, 3]));
        assert_eq!((of_game("0-3/2", &[1]), of_game("0", &[])), (None, None));
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
            "affinity: 4 games at once need 4 processors, 1 for each game, and 0-1,4 has 3; play fewer \
             games at once, or name more processors"
        );
        let apart: Affinity = "0-1,4/2".parse().unwrap();
        assert_eq!(
            apart.check(2, Some(&[0, 1, 4])).unwrap_err().to_string(),
            "affinity: 2 games at once need 4 processors, 2 for each game, and 0-1,4/2 has 3; play fewer \
             games at once, or name more processors"
        );
        assert!(said(1, None).ends_with("on Linux only"));
    }
}
