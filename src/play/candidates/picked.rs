//! Moves that the caller has picked: only these are searched, each in turn.
//!
//! Asks no engine.

use std::time::Duration;

use super::share::weight;
use super::{CandidateSearch, Question, Root};
use crate::games::MoveText;

impl CandidateSearch {
    /// Searches only these moves of the position followed, however little they promise; an empty list
    /// means all. Counts from the next question on; what is known of other moves stays.
    pub fn pick(&mut self, moves: &[MoveText]) {
        if self.picked != moves {
            self.picked = moves.to_vec();
            self.show();
        }
    }

    /// The move is one of those that are searched.
    pub(super) fn is_picked(&self, mv: &MoveText) -> bool {
        self.picked.is_empty() || self.picked.contains(mv)
    }

    /// The next question about the picked moves: each has its first look, then the one that has had the
    /// least of the time that its value is worth.
    pub(super) fn next_picked(&self, root: &Root) -> Option<(Question, Option<Duration>)> {
        if self.is_mute() {
            return None;
        }
        let picked: Vec<usize> =
            (0..root.moves.len()).filter(|idx| self.is_picked(&root.moves[*idx].mv)).collect();
        let [first_look, _, longest] = self.slices(picked.len());
        let is_new = |idx: &&usize| !root.moves[**idx].share.is_begun();
        if let Some(idx) = picked.iter().find(is_new) {
            return Some((Question::Move(*idx), Some(first_look)));
        }
        let score = |idx: usize| root.score(idx).unwrap_or(f64::NEG_INFINITY);
        let top = picked.iter().map(|idx| score(*idx)).fold(f64::NEG_INFINITY, f64::max);
        let open = picked.iter().filter(|idx| !root.moves[**idx].share.is_settled());
        let next = open.min_by_key(|idx| {
            root.moves[**idx].share.spent() / weight(top - score(**idx), self.info)
        })?;
        let slice = root.moves[*next].share.next_slice(first_look, longest);
        Some((Question::Move(*next), Some(slice)))
    }
}
