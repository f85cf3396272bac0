//! What an engine says of the moves of one position, and what that makes of the one played.
//!
//! Asks nothing; knows no game but that a move may be answered.

use crate::games::{MoveText, Position};
use crate::play::analysis::AnalysisLine;

/// The moves of a position with their values, as the side to move sees them.
#[derive(Clone, Debug, Default)]
pub(super) struct Decision {
    /// Looked at closely.
    pub(super) looked: Vec<Valued>,
    /// At a glance; all of them, where they are many.
    pub(super) glanced: Vec<Valued>,
}

/// A move and its value, as the side to move sees it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Valued {
    pub(super) mv: MoveText,
    pub(super) score: f64,
    pub(super) depth: String,
}

impl Decision {
    pub(super) fn look(&mut self, lines: &[AnalysisLine]) {
        self.looked = valued(lines);
    }

    pub(super) fn glance(&mut self, lines: &[AnalysisLine]) {
        self.glanced = valued(lines);
    }

    /// The list that has this move: the closer one, if it does.
    fn list(&self, mv: &MoveText) -> Option<(&[Valued], &Valued)> {
        [&self.looked, &self.glanced].into_iter().find_map(|list| {
            let found = list.iter().find(|valued| valued.mv == *mv)?;
            Some((&list[..], found))
        })
    }

    /// The move that the engine would make; `None` while nothing is known.
    pub(super) fn best_move(&self) -> Option<&MoveText> {
        let list = if self.looked.is_empty() { &self.glanced } else { &self.looked };
        list.iter().max_by(|one, other| one.score.total_cmp(&other.score)).map(|best| &best.mv)
    }

    /// How many moves are as good as this one or better, by the first look.
    pub(super) fn rank(&self, mv: &MoveText) -> Option<usize> {
        let score = self.glanced.iter().find(|valued| valued.mv == *mv)?.score;
        Some(self.glanced.iter().filter(|valued| valued.score >= score).count())
    }

    /// How many moves are less than `near` worse than the best one, by the first look.
    pub(super) fn n_near(&self, near: f64) -> usize {
        let Some(best) = best(self.glanced.iter()) else { return 0 };
        self.glanced.iter().filter(|valued| best - valued.score < near).count()
    }

    /// By the first look every other move is worse than this one by `gap` or more.
    pub(super) fn is_obvious(&self, mv: &MoveText, gap: f64) -> bool {
        let own = self.glanced.iter().find(|valued| valued.mv == *mv).map(|valued| valued.score);
        let other = best(self.glanced.iter().filter(|valued| valued.mv != *mv));
        own.zip(other).is_some_and(|(own, other)| own - other >= gap)
    }

    /// What the move is worth, and how deep the engine looked.
    pub(super) fn worth(&self, mv: &MoveText) -> Option<(f64, String)> {
        self.list(mv).map(|(_, found)| (found.score, found.depth.clone()))
    }

    /// What the move lost against the best one of the same list; both are of the same search, so
    /// that the difference is none of depth.
    pub(super) fn lost_by(&self, mv: &MoveText) -> Option<f64> {
        let (list, found) = self.list(mv)?;
        Some(best(list.iter())? - found.score)
    }

    /// Somebody had to think, where there was another legal move: if this one is so much a matter of
    /// course that it needs no mention in the game (that a player rolls), the best other one loses
    /// less than `near`. So GNU Backgammon counts cube decisions ("close or actual").
    pub(super) fn is_decision(&self, pos: &dyn Position, mv: &MoveText, near: f64) -> bool {
        if !pos.show_move(&mv.0).is_empty() {
            return true;
        }
        let Some((list, _)) = self.list(mv) else { return false };
        let other = best(list.iter().filter(|valued| valued.mv != *mv));
        best(list.iter()).zip(other).is_some_and(|(best, other)| best - other < near)
    }
}

fn best<'a>(list: impl Iterator<Item = &'a Valued>) -> Option<f64> {
    list.map(|valued| valued.score).reduce(f64::max)
}

/// Every first move once. Where the engine says what it is worth for each answer, the other side
/// chooses: the line that stands first is the one that counts ([`super::Analyst::lines`]).
fn valued(lines: &[AnalysisLine]) -> Vec<Valued> {
    let mut list: Vec<Valued> = Vec::new();
    for line in lines {
        let Some(score) = line.score else { continue };
        if list.iter().any(|known| known.mv == *line.first_move()) {
            continue;
        }
        list.push(Valued { mv: line.first_move().clone(), score, depth: line.depth.clone() });
    }
    list
}
