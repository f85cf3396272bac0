//! Whether two values of a review come from searches that are alike enough to judge a move by them.
//!
//! Asks no engine.

use serde::{Deserialize, Serialize};

use super::class::counted_value;
use super::{Question, Review, ReviewEffort, Value, depth_number};

/// Why a move is not judged although the positions before and after it have values.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NotJudged {
    /// In its time the engine looked far less deep on one side of the move than on the other, also when it was
    /// asked again.
    UnequalDepths,
}

impl NotJudged {
    /// As a remark behind the move: `not judged: unequal depths`.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::UnequalDepths => "not judged: unequal depths",
        }
    }
}

/// A search that is less deep has seen too little for a comparison at any depth.
const LEAST_DEPTH: u32 = 4;

impl Review {
    /// The value after a move that its judgement may rest on. After an only move that the engine hardly looked
    /// at, that is the value one position later.
    pub(super) fn value_to_judge_by(&self, ply: usize) -> Option<&Value> {
        let (before, after) = (self.values[ply - 1].as_ref()?, self.values[ply].as_ref()?);
        if !self.are_unequal(after, before) {
            return Some(after);
        }
        let next = self.values.get(ply + 1)?.as_ref().filter(|_| !self.free[ply])?;
        (!self.are_unequal(next, before)).then_some(next)
    }

    /// Why the move that led to this ply is not judged.
    pub(super) fn why_not_judged(&self, ply: usize) -> Option<NotJudged> {
        let decides = !self.info.has_dice && self.free[ply - 1] && !self.is_own_choice(ply);
        let is_known = self.values[ply].is_some() && self.values[ply - 1].is_some();
        let is_missing = is_known && self.value_to_judge_by(ply).is_none();
        (decides && is_missing).then_some(NotJudged::UnequalDepths)
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
    fn is_own_choice(&self, ply: usize) -> bool {
        let chosen = self.best_from(ply - 1);
        chosen.is_some() && chosen == self.played_from(ply - 1).as_ref()
    }

    fn are_unequal(&self, one: &Value, other: &Value) -> bool {
        self.is_far_below(one, other) || self.is_far_below(other, one)
    }

    /// One search is far less deep than the other. Only a limit of time leaves that to chance; a result that is
    /// certain needs no depth.
    fn is_far_below(&self, value: &Value, other: &Value) -> bool {
        let is_certain = counted_value(value.score, &self.info) != value.score;
        let [own, other] = [value, other].map(|value| plies(&value.depth));
        let is_timed = matches!(self.effort, ReviewEffort::Time(_));
        let both = own.zip(other).filter(|_| is_timed && !is_certain);
        both.is_some_and(|(own, other)| LEAST_DEPTH <= other && 2 * own < other)
    }
}

/// The depth in plies; `None` where it is unknown, and of a share of a solution (`100%`).
fn plies(depth: &str) -> Option<u32> {
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
