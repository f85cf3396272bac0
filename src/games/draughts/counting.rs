//! Draws by history: repetition, and the rules that count moves.
//!
//! Judges from traces only; what the next moves depend on is in the position.

use super::Draughts;
use crate::games::{Counter, Ending, HistoryRules, Trace};

/// What a position leaves behind.
pub(super) fn trace(pos: &Draughts) -> Trace {
    Trace { key: pos.key(), irreversible: pos.board().kings == [0; 2], tag: 0 }
}

/// Judges a game by its history.
pub(super) fn judge(_line: &[Trace], _rules: HistoryRules) -> Option<Ending> {
    None
}

/// The counts that are running.
pub(super) fn counters(_pos: &Draughts, _line: &[Trace]) -> Vec<Counter> {
    Vec::new()
}
