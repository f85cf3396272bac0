//! Finds the legal move for the text of a move in a game.
//!
//! Does not play the moves that follow; if they decide, `read` examines them.

use super::lex::RawMove;
use crate::games::draughts::{Draughts, Move, MoveList, Spelling, fitting, legal_moves};

/// The meaning of a written move.
#[derive(Debug)]
pub(super) enum Resolved {
    /// This one.
    One(Move),
    /// One of these captures: the text names too few squares.
    Several(Vec<Move>),
    /// No legal move; the reason follows the move's text.
    None(&'static str),
}

/// Finds the legal moves that a written move may mean. `list` is only working memory.
///
/// With two squares every move from one to the other fits, whatever the separator. With more, the
/// squares between are either those that the capture passes, as in PDN, or the second is the goal
/// and the others are captured, as in Hub.
pub(super) fn resolve(pos: &Draughts, raw: &RawMove<'_>, list: &mut MoveList) -> Resolved {
    let squares = raw.squares();
    if squares.iter().any(|square| !(1..=50).contains(square)) {
        return Resolved::None("names a square that the board has not");
    }
    let (from, second, last) = (squares[0] - 1, squares[1] - 1, squares[squares.len() - 1] - 1);
    list.clear();
    legal_moves(pos, list);
    let mut alike = list.iter().filter(|mv| mv.from == from && mv.to == last);
    match (alike.next(), alike.next()) {
        (Some(one), None) => return Resolved::One(*one),
        (Some(_), Some(_)) => {}
        (None, _) => return as_hub(list, from, second, &squares[2..]),
    }
    let squares = squares.iter().map(|square| square - 1).collect();
    let mut fitting = fitting(pos, &Spelling { squares, capture: raw.is_capture });
    match fitting[..] {
        [] => Resolved::None("takes a way that is not possible here"),
        [one] => Resolved::One(one),
        _ => {
            fitting.sort_unstable();
            Resolved::Several(fitting)
        }
    }
}

/// The captured squares after origin and goal, in any order.
fn as_hub(list: &MoveList, from: u8, to: u8, captured: &[u8]) -> Resolved {
    let set = captured.iter().fold(0_u64, |set, square| set | 1 << (square - 1));
    let is_it = |mv: &&Move| (mv.from, mv.to, mv.captured) == (from, to, set);
    match list.iter().find(is_it).filter(|_| set.count_ones() as usize == captured.len()) {
        Some(mv) => Resolved::One(*mv),
        None if list.is_empty() => Resolved::None("comes after the end of the game"),
        None if list[0].is_capture() => {
            Resolved::None("is not one of the captures that must be made")
        }
        None => Resolved::None("is not legal here"),
    }
}
