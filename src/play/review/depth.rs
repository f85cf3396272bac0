//! Whether two values of a review come from searches that are alike enough to judge a move by them.
//!
//! Asks no engine.

use serde::{Deserialize, Serialize};

use super::class::counted_value;
use super::{PositionReview, Question, Review, ReviewEffort, Value, depth_number};
use crate::games::counted;

/// Why a move is not judged although the positions before and after it have values.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NotJudged {
    /// In its time the engine looked far less deep on one side of the move than on the other, also when it was
    /// asked again.
    UnequalDepths,
    /// In its time the engine looked no further than one ply here, though it did elsewhere, so that its values
    /// are hardly more than a guess.
    TooShallow,
}

impl NotJudged {
    /// As a remark behind the move: `not judged: unequal depths`.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::UnequalDepths => "not judged: unequal depths",
            Self::TooShallow => "not judged: one ply deep",
        }
    }

    /// The reason alone: `unequal depths`.
    fn reason(self) -> &'static str {
        match self {
            Self::UnequalDepths => "unequal depths",
            Self::TooShallow => "one ply deep",
        }
    }

    /// How many moves were not judged, and why: `38 moves were not judged: unequal depths (9), one ply deep
    /// (29); more time for each move helps`. `None` where there is none.
    #[must_use]
    pub fn counted(positions: &[PositionReview]) -> Option<String> {
        let all = positions.iter().filter_map(|position| position.not_judged);
        let n_of = |why: Self| all.clone().filter(|found| *found == why).count();
        let parts = [Self::UnequalDepths, Self::TooShallow].map(|why| (why, n_of(why)));
        let whys: Vec<String> = parts
            .iter()
            .filter(|(_, n)| *n > 0)
            .map(|(why, n)| format!("{} ({n})", why.reason()))
            .collect();
        let n = all.count();
        let were = if n == 1 { "was" } else { "were" };
        let whys = whys.join(", ");
        (n > 0).then(|| {
            format!(
                "{} {were} not judged: {whys}; more time for each move helps",
                counted(n, "move")
            )
        })
    }
}

/// A search that is less deep has seen too little for a comparison at any depth.
const LEAST_DEPTH: u32 = 4;

impl Review {
    /// The value after a move that its judgement may rest on. After an only move that the engine hardly looked
    /// at, that is the value one position later.
    pub(super) fn value_to_judge_by(&self, ply: usize) -> Option<&Value> {
        let (before, after) = (self.values[ply - 1].as_ref()?, self.values[ply].as_ref()?);
        if self.fault_of(after, before).is_none() {
            return Some(after);
        }
        let next = self.values.get(ply + 1)?.as_ref().filter(|_| !self.free[ply])?;
        self.fault_of(next, before).is_none().then_some(next)
    }

    /// Why the move that led to this ply is not judged.
    pub(super) fn why_not_judged(&self, ply: usize) -> Option<NotJudged> {
        let decides = !self.info.has_dice && self.free[ply - 1] && !self.is_own_choice(ply);
        let (before, after) = (self.values[ply - 1].as_ref()?, self.values[ply].as_ref()?);
        let is_missing = decides && self.value_to_judge_by(ply).is_none();
        self.fault_of(after, before).filter(|_| is_missing)
    }

    /// Why these values are no ground for a judgement.
    fn fault_of(&self, after: &Value, before: &Value) -> Option<NotJudged> {
        if self.is_far_below(after, before) || self.is_far_below(before, after) {
            return Some(NotJudged::UnequalDepths);
        }
        let is_guess = |value| self.depth_in_time(value) == Some(1);
        let is_fault = (is_guess(before) || is_guess(after)) && self.looks_further();
        is_fault.then_some(NotJudged::TooShallow)
    }

    /// Some search saw more than one ply. An engine that never does, such as a low level, is not short of time.
    fn looks_further(&self) -> bool {
        let depths = self.values.iter().flatten().filter_map(|value| plies(&value.depth));
        depths.max().is_some_and(|most| 1 < most)
    }

    /// The value of the question at hand is too shallow to judge the move before it, and a second search may
    /// see more.
    pub(super) fn wants_more_depth(&self, value: &Value) -> bool {
        let Question::Position(ply) = self.questions[self.at] else { return false };
        let before = ply.checked_sub(1).and_then(|before| self.values[before].as_ref());
        let decides = !self.info.has_dice && self.free[ply] && 0 < ply && !self.is_own_choice(ply);
        decides && before.is_some_and(|before| self.is_far_below(value, before))
    }

    /// The move that led to this ply is what the engine would have played.
    pub(super) fn is_own_choice(&self, ply: usize) -> bool {
        let chosen = self.best_from(ply - 1);
        chosen.is_some() && chosen == self.played_from(ply - 1).as_ref()
    }

    /// One search is far less deep than the other.
    fn is_far_below(&self, value: &Value, other: &Value) -> bool {
        let both = self.depth_in_time(value).zip(plies(&other.depth));
        both.is_some_and(|(own, other)| LEAST_DEPTH <= other && 2 * own < other)
    }

    /// How deep a limit of time has let the engine look: no other limit leaves that to chance, dice have lists
    /// of their own, and a result that is certain needs no depth.
    fn depth_in_time(&self, value: &Value) -> Option<u32> {
        let is_timed = matches!(self.effort, ReviewEffort::Time(_)) && !self.info.has_dice;
        plies(&value.depth).filter(|_| is_timed && !self.is_certain(value))
    }

    /// No deeper search would say anything else.
    pub(super) fn is_certain(&self, value: &Value) -> bool {
        let is_beyond = counted_value(value.score, &self.info) != value.score;
        is_beyond || self.info.forced(value.score).is_some() || value.proof.is_some()
    }

    /// Neither of these searches is far less deep than the other, or a mere guess.
    pub(super) fn is_alike(&self, one: &Value, other: &Value) -> bool {
        self.fault_of(one, other).is_none()
    }
}

/// The depth in plies; `None` where it is unknown, and of a share of a solution (`100%`).
pub(super) fn plies(depth: &str) -> Option<u32> {
    let rest = depth.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    Some(depth_number(depth)).filter(|plies| 0 < *plies && !rest.starts_with('%'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_depth_is_in_plies_unless_it_is_a_share_or_unknown() {
        let known = ["6/8.0", "12@73%", "100%", "100%W", "", "book"].map(plies);
        assert_eq!(known, [Some(6), Some(12), None, None, None, None]);
    }
}
