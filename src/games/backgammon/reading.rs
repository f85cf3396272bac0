//! Reading moves in the spellings of the field.

use super::{Backgammon, Move};
use crate::games::UnreadableMove;

/// Reads a move.
///
/// # Errors
///
/// When the text is none.
pub(super) fn read_move(_pos: &Backgammon, text: &str) -> Result<Move, UnreadableMove> {
    Err(UnreadableMove { text: text.to_owned() })
}
