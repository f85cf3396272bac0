//! What the text of a move means in a position.
//!
//! Does not know which texts have the form of a move; `moves` does.

use super::Draughts;
use super::list::MoveList;
use super::movegen::legal_moves;
use super::moves::{Move, Spelling};
use crate::games::UnreadableMove;

/// Reads Hub notation (captured squares in any order), the short form `28x19` where one capture
/// fits, and the long PDN form with squares on the way. A text that fits no legal move, or several,
/// gives a move that is not legal.
///
/// # Errors
///
/// When the text has not the form of a move.
pub(super) fn read_move(pos: &Draughts, text: &str) -> Result<Move, UnreadableMove> {
    let spelling: Spelling = text.parse()?;
    let mut legal = MoveList::new();
    legal_moves(pos, &mut legal);
    Ok(resolve(&legal, &spelling))
}

fn resolve(legal: &[Move], spelling: &Spelling) -> Move {
    let (from, to) = (spelling.squares[0], spelling.squares[1]);
    // No piece takes itself: this is never legal.
    let never = Move { from, to, captured: 1 << from };
    let rest = &spelling.squares[2..];
    if rest.is_empty() {
        let mut fits = legal
            .iter()
            .filter(|mv| (mv.from, mv.to) == (from, to) && (mv.is_capture() || !spelling.capture));
        return match (fits.next(), fits.next()) {
            (Some(mv), None) => *mv,
            _ => never,
        };
    }
    let set = rest.iter().fold(0_u64, |set, square| set | 1 << square);
    let hub = Move { from, to, captured: set };
    if legal.contains(&hub) { hub } else { never }
}

/// The move as people write it: only where it begins and ends, unless another move does so too.
pub(super) fn short(pos: &Draughts, mv: &Move) -> String {
    let mut legal = MoveList::new();
    legal_moves(pos, &mut legal);
    let alike = legal.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count();
    match (alike, mv.is_capture()) {
        (0 | 1, true) => format!("{}x{}", mv.from + 1, mv.to + 1),
        _ => mv.to_string(),
    }
}
