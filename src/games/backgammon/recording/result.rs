//! How a match or a session ended, in the words of a record.
//!
//! Judges nothing that the rules do not say.

use crate::games::GameResult;
use crate::games::backgammon::{Backgammon, Phase};

/// How the match or session ended, for a record; `None` while it goes on.
pub(in crate::games::backgammon) fn result_of(pos: &Backgammon) -> Option<GameResult> {
    let Phase::Over { .. } = pos.phase else { return None };
    Some(pos.ending().into())
}
