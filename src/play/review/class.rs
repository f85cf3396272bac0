//! Losses in words: the mark and the class of a move, and the accuracy of a side.
//!
//! Asks no engine; `docs/ANALYSE.md` has the formula and the thresholds.

use serde::{Deserialize, Serialize};

use crate::games::{GameInfo, NodeId, Record, Side};

/// Marks of losses, least first.
const MARKS: [&str; 3] = ["?!", "?", "??"];

/// How good a move was.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveClass {
    /// What the engine would have played, or as good as that.
    Best,
    /// It lost something, and less than an inaccuracy does.
    Good,
    /// Marked `?!`.
    Inaccuracy,
    /// Marked `?`.
    Mistake,
    /// Marked `??`.
    Blunder,
}

/// Two values in hundredths differ by 0.8 but for what their binary form leaves out.
const NOISE: f64 = 1e-9;

impl MoveClass {
    /// All of them, the best first.
    pub const ALL: [Self; 5] =
        [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The class of a move that lost so much; `is_first` says that it was the engine's own choice.
    #[must_use]
    pub fn of(loss: f64, is_first: bool, info: &GameInfo) -> Self {
        match info.loss_marks.iter().filter(|least| loss + NOISE >= **least).count() {
            0 if is_first || loss <= 0.0 => Self::Best,
            0 => Self::Good,
            1 => Self::Inaccuracy,
            2 => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    /// Its name: `inaccuracy`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// It has a mark: such moves are the mistakes that lists show and count.
    #[must_use]
    pub fn is_marked(self) -> bool {
        !self.mark().is_empty()
    }

    /// `?!`, `?`, `??`; empty for a move that has no mark.
    #[must_use]
    pub fn mark(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => MARKS[0],
            Self::Mistake => MARKS[1],
            Self::Blunder => MARKS[2],
        }
    }
}

/// A value as far as a loss is counted by it. Where all wins are worth the same, one that is twice as
/// good as a nearly certain win is as good as any: that a lost position loses by force is no mistake.
pub(super) fn counted_value(score: f64, info: &GameInfo) -> f64 {
    let most = info.win_score.map_or(f64::INFINITY, |_| 2.0 * info.score_range);
    score.clamp(-most, most)
}

/// The mark for a loss in the game's unit; empty below the least.
#[must_use]
pub fn mark_of(loss: f64, info: &GameInfo) -> &'static str {
    MoveClass::of(loss, false, info).mark()
}

/// How well a side played, in per cent, by [`accuracy_of`] over its free moves that were judged.
/// `None` without such moves.
#[must_use]
pub fn accuracy(record: &Record, side: Side, info: &GameInfo) -> Option<f64> {
    let nodes = record.main_line().into_iter().map(|id| record.node(id));
    let own = nodes.filter(|node| node.side == Some(side));
    accuracy_of(own.filter_map(|node| node.loss), info)
}

/// What a move that lost so much counts for the accuracy, at most 1.
pub(super) fn worth(loss: f64, info: &GameInfo) -> f64 {
    (-loss / info.accuracy_loss).exp()
}

/// The accuracy that these losses make, in per cent: the mean of `exp(-loss / m)`, where
/// `m` is [`GameInfo::accuracy_loss`]. Moves that lose nothing count 1, those that lose `m` 0.37.
/// `None` without losses.
#[must_use]
pub fn accuracy_of(losses: impl Iterator<Item = f64>, info: &GameInfo) -> Option<f64> {
    let (mut sum, mut n) = (0.0, 0.0);
    for loss in losses {
        sum += worth(loss, info);
        n += 1.0;
    }
    (n > 0.0).then(|| 100.0 * sum / n)
}

/// The side that made the move of this node stood worse after it than before: from better to even, from even
/// to worse, or from better to worse. Even is what lies within the loss of a mistake. False where the value or the
/// loss of the move is not known.
#[must_use]
pub fn turned_the_game(record: &Record, id: NodeId, info: &GameInfo) -> bool {
    let even = info.loss_marks[1];
    let standing = |value: f64| i32::from(value > even) - i32::from(value < -even);
    let node = record.node(id);
    let known = node.side.zip(node.loss).zip(record.shown_evaluation(id));
    known.is_some_and(|((side, loss), eval)| {
        let after = if side == Side::First { eval.score } else { -eval.score };
        standing(after) < standing(after + loss)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find;

    #[test]
    fn the_engines_own_choice_is_best_unless_it_lost_as_much_as_an_inaccuracy() {
        let info = find("draughts").unwrap().info();
        let [least, mistake, blunder] = info.loss_marks;
        for (loss, is_first, class) in [
            (0.0, false, MoveClass::Best),
            (least / 2.0, true, MoveClass::Best),
            (least / 2.0, false, MoveClass::Good),
            (least, true, MoveClass::Inaccuracy),
            (mistake, false, MoveClass::Mistake),
            (mistake - 1e-12, false, MoveClass::Mistake),
            (blunder, false, MoveClass::Blunder),
        ] {
            assert_eq!(MoveClass::of(loss, is_first, info), class, "{loss}");
            assert_eq!(class.mark(), mark_of(loss, info));
        }
    }
}
