//! The names of causes: one list for results, for the file of a tournament and for its description.
//!
//! Says nothing about a game; [`Cause`] has the details.

use std::fmt;
use std::str::FromStr;

use serde::de::Deserializer;
use serde::{Deserialize, Serialize};

use super::Cause;

/// A cause without its details.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CauseName {
    /// Its process ended by itself.
    Crashed,
    /// It closed its output.
    ClosedOutput,
    /// It did not answer.
    Stalled,
    /// Its time was over, and the machine was not late.
    LostOnTime,
    /// Its time was over, and the program or the machine was late ([`super::Lateness`]).
    Late,
    /// It played a move that is not legal.
    IllegalMove,
    /// It wrote something that makes no sense.
    BadOutput,
    /// It does not go on with the game as the referee sees it.
    Disagreed,
    /// It could not be started or reached.
    CouldNotStart,
    /// It was started, and did not get ready.
    BadHandshake,
    /// It speaks another protocol.
    WrongProtocol,
    /// It does not play the game or variant.
    CannotPlay,
    /// It resigned.
    Resigned,
    /// The user ended the game.
    Stopped,
    /// The test of the match had its verdict.
    Decided,
}

impl CauseName {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Crashed,
        Self::ClosedOutput,
        Self::Stalled,
        Self::LostOnTime,
        Self::Late,
        Self::IllegalMove,
        Self::BadOutput,
        Self::Disagreed,
        Self::CouldNotStart,
        Self::BadHandshake,
        Self::WrongProtocol,
        Self::CannotPlay,
        Self::Resigned,
        Self::Stopped,
        Self::Decided,
    ];

    /// As it is written in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Crashed => "crashed",
            Self::ClosedOutput => "closed-output",
            Self::Stalled => "stalled",
            Self::LostOnTime => "lost-on-time",
            Self::Late => "late",
            Self::IllegalMove => "illegal-move",
            Self::BadOutput => "bad-output",
            Self::Disagreed => "disagreed",
            Self::CouldNotStart => "could-not-start",
            Self::BadHandshake => "bad-handshake",
            Self::WrongProtocol => "wrong-protocol",
            Self::CannotPlay => "cannot-play",
            Self::Resigned => "resigned",
            Self::Stopped => "stopped",
            Self::Decided => "decided",
        }
    }

    /// In words, as a table says it of a player: `lost on time`.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Crashed => "crashed",
            Self::ClosedOutput => "closed its output",
            Self::Stalled => "stalled",
            Self::LostOnTime => "lost on time",
            Self::Late => "lost on time while the machine was late",
            Self::IllegalMove => "illegal move",
            Self::BadOutput => "bad output",
            Self::Disagreed => "disagreed about the state",
            Self::CouldNotStart => "could not start",
            Self::BadHandshake => "bad handshake",
            Self::WrongProtocol => "wrong protocol",
            Self::CannotPlay => "cannot play this",
            Self::Resigned => "resigned",
            Self::Stopped => "stopped by the user",
            Self::Decided => "stopped by the verdict of the test",
        }
    }

    /// The name of a cause; `is_late` says whether the program or the machine was late.
    #[must_use]
    pub fn of(cause: &Cause, is_late: bool) -> Self {
        match cause {
            Cause::CouldNotStart(_) => Self::CouldNotStart,
            Cause::BadHandshake(_) => Self::BadHandshake,
            Cause::WrongProtocol(_) => Self::WrongProtocol,
            Cause::CannotPlay(_) => Self::CannotPlay,
            Cause::Crashed { .. } => Self::Crashed,
            Cause::ClosedOutput => Self::ClosedOutput,
            Cause::Stalled(_) => Self::Stalled,
            Cause::LostOnTime if is_late => Self::Late,
            Cause::LostOnTime => Self::LostOnTime,
            Cause::IllegalMove(_) => Self::IllegalMove,
            Cause::BadOutput(_) => Self::BadOutput,
            Cause::Disagreed(_) => Self::Disagreed,
            Cause::Resigned => Self::Resigned,
            Cause::Stopped => Self::Stopped,
            Cause::Decided => Self::Decided,
        }
    }

    /// A game was lost because time was over, whatever the machine did.
    #[must_use]
    pub fn is_on_time(self) -> bool {
        matches!(self, Self::LostOnTime | Self::Late)
    }
}

impl fmt::Display for CauseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no cause.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{text:?} is not a cause; known: {}", CauseName::ALL.map(CauseName::name).join(", "))]
pub struct ParseCauseNameError {
    text: String,
}

impl FromStr for CauseName {
    type Err = ParseCauseNameError;

    /// Reads the words, too: earlier versions wrote those into their results.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_it = |cause: &Self| cause.name() == text || cause.words() == text;
        let found = Self::ALL.into_iter().find(is_it);
        found.ok_or_else(|| ParseCauseNameError { text: text.to_owned() })
    }
}

/// The cause in a row of results; `None` for one that only a later version knows.
pub(super) fn known_cause<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<CauseName>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    Ok(text.and_then(|text| text.parse().ok()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::play::LossKind;

    #[test]
    fn every_cause_is_read_by_its_name_and_by_the_words_of_earlier_versions() {
        let all = CauseName::ALL.into_iter();
        let texts: BTreeSet<&str> = all.flat_map(|cause| [cause.name(), cause.words()]).collect();
        for text in &texts {
            let read: CauseName = text.parse().unwrap();
            assert!([read.name(), read.words()].contains(text));
        }
        for cause in CauseName::ALL {
            assert_eq!(cause.name().parse(), Ok(cause));
            assert_eq!(cause.words().parse(), Ok(cause));
            assert_eq!(serde_json::to_value(cause).unwrap(), cause.name());
        }
        assert!("bewitched".parse::<CauseName>().is_err());
    }

    /// The table that begins with `| cause |` in the description of tournaments.
    #[test]
    fn the_documented_table_has_every_cause_and_no_other() {
        let text = include_str!("../../docs/TOURNAMENTS.md");
        let rows = text.lines().skip_while(|line| !line.starts_with("| cause |")).skip(2);
        let rows = rows.take_while(|line| line.starts_with('|'));
        let cells = |row: &'static str| row.split('|').map(str::trim).skip(1).collect::<Vec<_>>();
        let documented: Vec<(String, bool)> =
            rows.map(cells).map(|cells| (cells[0].replace('`', ""), cells[1] == "yes")).collect();
        let replayed = LossKind::ALL.map(LossKind::name);
        let expected = CauseName::ALL.map(CauseName::name);
        let expected = expected.map(|name| (name.to_owned(), replayed.contains(&name)));
        assert_eq!(documented, expected);
    }
}
