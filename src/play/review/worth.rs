//! What a position is worth, and what a move between two positions has lost.
//!
//! Asks no engine. A value that counts (discs, men) and the proof of a winner, which counts nothing, are kept
//! apart: neither is ever taken for the other.

use serde::{Deserialize, Serialize};

use super::class::counted_value;
use crate::games::{GameInfo, MoveText, Proof, Side};

/// What a position is worth.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    /// From the first player's point of view.
    pub(super) score: f64,
    /// What is proved of it.
    pub(super) proof: Option<Proof>,
    /// The score counts something; otherwise it only says what is proved.
    pub(super) counts: bool,
    pub(super) depth: String,
    /// What the engine expects from here; empty where it has not said so.
    pub(super) line: Vec<MoveText>,
    pub(super) nodes: Option<u64>,
}

/// Why nothing is known of the value of a position.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoValue {
    /// No move is judged by it, so the engine was not asked.
    NotNeeded,
    /// The dice are to be rolled: the values are those of the rolls.
    AwaitsDice,
    /// The protocol has no words for this question.
    CannotBeAsked,
    /// The engine said nothing of it in its time, also when it was asked again.
    Silent,
    /// The engine failed at it, also when it was started again.
    Failed,
    /// The engine was given up before it was asked.
    GivenUp,
    /// The engine ended its search without a move that is possible: it refused the position, or named
    /// none, or another one.
    NoMove,
    /// The engine named moves, and no value.
    NoScore,
    /// Only the winner is proved, and the engine had counted nothing before.
    OnlyWinner,
}

impl NoValue {
    /// In words, as the end of "no value: ...".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::NotNeeded => "no move is judged by it",
            Self::AwaitsDice => "the dice are to be rolled",
            Self::CannotBeAsked => "the protocol has no words for the question",
            Self::Silent => "the engine said nothing in its time",
            Self::Failed => "the engine failed there, also when it was started again",
            Self::GivenUp => "the engine had been given up",
            Self::NoMove => "the engine gave no move that is possible",
            Self::NoScore => "the engine named moves without a value",
            Self::OnlyWinner => "only the winner is proved",
        }
    }

    /// Nothing was expected to be known there.
    #[must_use]
    pub fn is_usual(self) -> bool {
        matches!(self, Self::NotNeeded | Self::AwaitsDice)
    }
}

/// A value as a loss is counted by it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    /// From the first player's point of view; `None` where only the winner is proved.
    pub(super) score: Option<f64>,
    pub(super) proof: Option<Proof>,
}

impl Worth {
    pub(super) fn of(value: &Value) -> Self {
        Self { score: value.counts.then_some(value.score), proof: value.proof }
    }

    /// As `side` sees it, and as far as it counts for a loss. The number of what is only proved is the least
    /// one that it can be.
    fn seen(self, side: Side, info: &GameInfo) -> f64 {
        let score = self.score.unwrap_or_else(|| self.proof.map_or(0.0, Proof::least));
        let score = counted_value(score, info);
        if side == Side::First { score } else { -score }
    }

    fn is_only_winner(self) -> bool {
        matches!(self.proof, Some(Proof::First | Proof::Draw | Proof::Second))
    }
}

/// What a move of `side` lost between the two positions; negative where it gained. Where only the winner
/// is proved on one of both sides, a move that keeps what is proved loses nothing. `None` where that cannot be
/// known: a value says no more than the proof, or less.
pub(super) fn lost(before: Worth, after: Worth, side: Side, info: &GameInfo) -> Option<f64> {
    let outcome = |worth: Worth| Some(worth.proof?.outcome(worth.score.unwrap_or_default()));
    let (was, is) = (outcome(before), outcome(after));
    if was.is_some() && was == is && (before.is_only_winner() || after.is_only_winner()) {
        return Some(0.0);
    }
    let (old, new) = (before.seen(side, info), after.seen(side, info));
    let is_bare = |worth: Worth| worth.score.is_none();
    // The least number that a proof can mean says nothing of how much more it is.
    if (is_bare(before) || is_bare(after)) && old.signum() == new.signum() {
        return None;
    }
    Some(old - new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find;

    fn worth(score: Option<f64>, proof: Option<Proof>) -> Worth {
        Worth { score, proof }
    }

    #[test]
    fn a_move_that_keeps_what_is_proved_loses_nothing_and_one_that_gives_it_away_does() {
        let info = find("othello").unwrap().info();
        let win = |score| worth(score, Some(Proof::First));
        let estimate = |score| worth(Some(score), None);
        let exact = |score| worth(Some(score), Some(Proof::Score));
        for (before, after, expected, what) in [
            (win(Some(30.0)), win(Some(2.0)), Some(0.0), "the win is kept"),
            (win(Some(30.0)), exact(2.0), Some(0.0), "kept, and counted now"),
            (exact(30.0), exact(2.0), Some(28.0), "both are counted"),
            (win(Some(6.0)), exact(-4.0), Some(10.0), "given away"),
            (win(None), exact(-4.0), Some(5.0), "at least"),
            (win(Some(6.0)), worth(Some(-2.0), Some(Proof::Second)), Some(8.0), "given away"),
            (estimate(12.0), win(None), None, "it is not known by how much"),
            (estimate(12.0), worth(None, Some(Proof::Second)), Some(13.0), "at least"),
            (estimate(12.0), win(Some(10.0)), Some(2.0), "searches of one depth"),
            (worth(None, Some(Proof::Second)), estimate(-9.0), None, "lost before and after"),
        ] {
            assert_eq!(lost(before, after, Side::First, info), expected, "{what}");
        }
        let (before, after) = (exact(-10.0), exact(4.0));
        assert_eq!(lost(before, after, Side::Second, info), Some(14.0), "the other side");
    }
}
