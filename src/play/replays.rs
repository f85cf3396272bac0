//! Games that are played again instead of being lost: after which causes, and how often.
//!
//! Plays nothing; a tournament asks for each game that was lost.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use super::{Cause, CauseName};

/// A cause by which a game is lost in the middle of it, without details. An engine that cannot be
/// started, and one that resigns, are no such cause.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub enum LossKind {
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
}

impl LossKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Crashed,
        Self::ClosedOutput,
        Self::Stalled,
        Self::LostOnTime,
        Self::Late,
        Self::IllegalMove,
        Self::BadOutput,
        Self::Disagreed,
    ];

    /// As it is written in the file of a tournament, and everywhere else.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.cause().name()
    }

    fn cause(self) -> CauseName {
        match self {
            Self::Crashed => CauseName::Crashed,
            Self::ClosedOutput => CauseName::ClosedOutput,
            Self::Stalled => CauseName::Stalled,
            Self::LostOnTime => CauseName::LostOnTime,
            Self::Late => CauseName::Late,
            Self::IllegalMove => CauseName::IllegalMove,
            Self::BadOutput => CauseName::BadOutput,
            Self::Disagreed => CauseName::Disagreed,
        }
    }

    /// The kind of a cause; `is_late` says whether the program or the machine was late.
    #[must_use]
    pub fn of(cause: &Cause, is_late: bool) -> Option<Self> {
        let name = CauseName::of(cause, is_late);
        Self::ALL.into_iter().find(|kind| kind.cause() == name)
    }
}

/// A text that is no such cause.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{text:?} is not a cause; known: {}", LossKind::ALL.map(LossKind::name).join(", "))]
pub struct ParseLossKindError {
    text: String,
}

impl FromStr for LossKind {
    type Err = ParseLossKindError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| ParseLossKindError { text: text.to_owned() })
    }
}

impl fmt::Display for LossKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which lost games are played again, and how often each.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ReplayRule {
    /// After these causes.
    pub causes: Vec<LossKind>,
    /// At most so often; then the game is lost after all.
    pub most: u32,
}

impl ReplayRule {
    /// A game that was lost by this is played again, if that was not done too often already.
    #[must_use]
    pub fn holds(&self, kind: Option<LossKind>, n_before: u32) -> bool {
        kind.is_some_and(|kind| self.causes.contains(&kind)) && n_before < self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_played_again_after_the_causes_of_the_rule_and_no_more_often() {
        let rule = ReplayRule { causes: vec![LossKind::Late, LossKind::Crashed], most: 2 };
        let kind = |cause: Cause, is_late| LossKind::of(&cause, is_late);
        for (kind, n_before, again) in [
            (kind(Cause::LostOnTime, true), 0, true),
            (kind(Cause::LostOnTime, true), 1, true),
            (kind(Cause::LostOnTime, true), 2, false),
            (kind(Cause::LostOnTime, false), 0, false),
            (kind(Cause::Resigned, false), 0, false),
            (Some(LossKind::Crashed), 0, true),
            (None, 0, false),
        ] {
            assert_eq!(rule.holds(kind, n_before), again, "{kind:?} after {n_before}");
        }
        assert!(!ReplayRule::default().holds(Some(LossKind::Late), 0));
    }

    #[test]
    fn the_names_are_those_that_a_file_may_have() {
        #[derive(Deserialize)]
        struct File {
            all: Vec<LossKind>,
        }
        let names = LossKind::ALL.map(|kind| format!("{:?}", kind.name()));
        let file: File = toml::from_str(&format!("all = [{}]", names.join(", "))).unwrap();
        assert_eq!(file.all, LossKind::ALL);
    }
}
