//! Which games of a file are meant, as people write it.
//!
//! Knows no game: games are numbers, counted from 1.

use std::fmt;
use std::str::FromStr;

/// Which games of a file are meant: `3-10`, `5`, `12-`, `1,4-6`. Games are counted from 1.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GameSelection(Vec<(usize, usize)>);

impl FromStr for GameSelection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ranges = text.split(',').map(|part| {
            let part = part.trim();
            let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| *n > 0);
            let range = match part.split_once('-') {
                None => number(part).map(|n| (n, n)),
                Some((from, "")) => number(from).map(|from| (from, usize::MAX)),
                Some((from, to)) => number(from).zip(number(to)),
            };
            range
                .filter(|(from, to)| from <= to)
                .ok_or_else(|| format!("{part:?} is no range of games: 3-10, 5, 12-"))
        });
        ranges.collect::<Result<_, _>>().map(Self)
    }
}

impl GameSelection {
    /// The game with this number alone.
    #[must_use]
    pub fn one(number: usize) -> Self {
        Self(vec![(number, number)])
    }

    /// These games, whose numbers ascend.
    #[must_use]
    pub fn of(numbers: impl Iterator<Item = usize>) -> Self {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for number in numbers {
            match ranges.last_mut() {
                Some((_, to)) if *to + 1 == number => *to = number,
                _ => ranges.push((number, number)),
            }
        }
        Self(ranges)
    }

    /// The game with this number is meant.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        self.0.iter().any(|(from, to)| (*from..=*to).contains(&number))
    }
}

/// As it is read: `1,4-6`.
impl fmt::Display for GameSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (idx, (from, to)) in self.0.iter().enumerate() {
            let before = if idx == 0 { "" } else { "," };
            match *to {
                usize::MAX => write!(f, "{before}{from}-")?,
                to if to == *from => write!(f, "{before}{from}")?,
                to => write!(f, "{before}{from}-{to}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_has_numbers_and_ranges_that_may_be_open() {
        let chosen = |text: &str| {
            let selection: GameSelection = text.parse().unwrap();
            (1..=9).filter(|n| selection.has(*n)).map(|n| n.to_string()).collect::<String>()
        };
        assert_eq!(["3-5", "5", "7-", "1, 4-6"].map(chosen), ["345", "5", "789", "1456"]);
        for text in ["", "0", "5-3", "a", "-3", "1,,2"] {
            let error = text.parse::<GameSelection>().unwrap_err();
            assert!(error.contains("3-10"), "{text}: {error}");
        }
    }

    #[test]
    fn a_selection_of_numbers_is_written_as_ranges_that_read_the_same() {
        let selection = GameSelection::of([1, 4, 5, 6, 9].into_iter());
        assert_eq!(selection.to_string(), "1,4-6,9");
        for text in ["1,4-6,9", "7-", "5"] {
            let selection: GameSelection = text.parse().unwrap();
            assert_eq!(selection.to_string(), text);
        }
    }
}
