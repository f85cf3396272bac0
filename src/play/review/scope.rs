//! How much of a game a review looks at: a side, a range of moves, a line, and from which end.
//!
//! Asks nothing.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use super::ReviewEffort;
use crate::games::{Actor, NodeId, Position, Record, Side};

/// The part of a game that is reviewed. By default that is its whole main line, from the start on.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReviewScope {
    /// Only moves of this side, and its dice; `None` for those of both.
    pub side: Option<Side>,
    /// The first and the last move, counted from 1 by the moves and rolls before it; the last may lie
    /// behind the end.
    pub plies: RangeInclusive<usize>,
    /// The last position is looked at first.
    pub from_end: bool,
    /// The last node of the line; `None` for the main line's.
    pub end: Option<NodeId>,
}

impl ReviewScope {
    /// The same of the main line, and of every variation from where it leaves what is before it.
    #[must_use]
    pub fn with_variations(&self, record: &Record) -> Vec<Self> {
        let Self { side, ref plies, from_end, .. } = *self;
        let mut scopes = vec![Self { side, plies: plies.clone(), from_end, end: None }];
        let main = record.main_line();
        let mut seen: BTreeSet<NodeId> = main.iter().copied().collect();
        let last = record.last();
        for end in record.ends().into_iter().filter(|end| *end != last) {
            let path = record.path(end);
            let n_known = path.iter().take_while(|id| seen.contains(id)).count();
            seen.extend(&path);
            let first = (n_known + 1).max(*plies.start());
            // What leaves the game behind the range is no part of it.
            if n_known < *plies.end() {
                scopes.push(Self { side, plies: first..=usize::MAX, from_end, end: Some(end) });
            }
        }
        scopes
    }
}

/// How a game is reviewed by an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewPlan {
    /// The limit in each position.
    pub effort: ReviewEffort,
    /// How much of the game.
    pub scope: ReviewScope,
    /// The engine obeys when its search is no longer wanted; one that does not is asked for what it
    /// would play.
    pub can_stop: bool,
    /// Losses from which a move is marked; `None` for those of the game ([`GameInfo::loss_marks`]).
    ///
    /// [`GameInfo::loss_marks`]: crate::games::GameInfo::loss_marks
    pub loss_marks: Option<[f64; 3]>,
    /// How long the engine may say nothing of a position, beyond its time for it; `None` for what is
    /// usual, which depends on the limit.
    pub patience: Option<Duration>,
    /// The engine has given values in a review before this one: it is given up later if it says nothing now.
    pub has_answered: bool,
}

impl ReviewPlan {
    /// The whole main line, from the start on, with the marks of the game.
    pub fn of(effort: impl Into<ReviewEffort>, can_stop: bool) -> Self {
        let scope = ReviewScope::default();
        let effort = effort.into();
        Self { effort, scope, can_stop, loss_marks: None, patience: None, has_answered: false }
    }
}

impl Default for ReviewScope {
    fn default() -> Self {
        Self { side: None, plies: 1..=usize::MAX, from_end: false, end: None }
    }
}

/// Which moves of a line are to be judged, dice among them.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// By the moves before each; that which could follow the line's end is the last.
    moves: Vec<bool>,
}

impl Wanted {
    /// By the nodes of the line, the start first, and its positions.
    pub(super) fn of(
        scope: &ReviewScope,
        record: &Record,
        nodes: &[NodeId],
        positions: &[Arc<dyn Position>],
    ) -> Self {
        let actor = |ply: usize| match positions.get(ply)?.actor() {
            Actor::Player(side) => Some(side),
            Actor::Chance | Actor::Over(_) => None,
        };
        // A roll belongs to the side that plays it, and what could follow the end to the side to move.
        let side_of = |ply: usize| {
            let node = nodes.get(ply + 1).map(|id| record.node(*id));
            node.and_then(|node| node.side).or_else(|| actor(ply)).or_else(|| actor(ply + 1))
        };
        let is_wanted = |ply: usize| {
            let by_side = scope.side.is_none_or(|side| side_of(ply) == Some(side));
            by_side && scope.plies.contains(&(ply + 1))
        };
        Self { moves: (0..nodes.len()).map(is_wanted).collect() }
    }

    /// The move with this number is to be judged; 1 is the first.
    pub(super) fn has(&self, ply: usize) -> bool {
        ply.checked_sub(1).and_then(|before| self.moves.get(before)).is_some_and(|wanted| *wanted)
    }

    /// The positions that have to be known for it, by the moves before them, in the order in which
    /// they are dealt with. With dice a move is judged by the position before it, else by that
    /// behind it, too.
    pub(super) fn plies(&self, has_dice: bool, from_end: bool) -> Vec<usize> {
        let is_needed = |ply: &usize| self.has(ply + 1) || (!has_dice && self.has(*ply));
        let plies = (0..self.moves.len()).filter(is_needed);
        if from_end { plies.rev().collect() } else { plies.collect() }
    }
}

#[cfg(test)]
mod tests;
