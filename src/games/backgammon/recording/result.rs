//! The result of a match or a session, in the words of a record.
//!
//! Judges only by the rules.

use crate::games::GameResult;
use crate::games::backgammon::{Backgammon, Phase};

/// The result of the match or session, for a record; `None` while it goes on.
pub(in crate::games::backgammon) fn result_of(pos: &Backgammon) -> Option<GameResult> {
    let Phase::Over { .. } = pos.phase else { return None };
    Some(pos.ending().into())
}
