//! From a move as it is written in a game to a legal move, and back to its text.
//!
//! Does not play the moves that follow; where they decide, `read` asks them.

use super::lex::RawMove;
use super::path;
use crate::games::draughts::{Draughts, Move, MoveList, legal_moves};

/// What a written move may be.
#[derive(Debug)]
pub(super) enum Resolved {
    /// This one.
    One(Move),
    /// One of these captures: the text names too little of them.
    Several(Vec<Move>),
    /// Nothing that may be played here; the reason follows the move's text.
    None(&'static str),
}

/// Finds the legal moves that a written move may be. `list` is only memory to work in.
///
/// With two squares everything from one to the other fits, whatever the separator. With more, the
/// squares between are those that the capture passes, as in PDN, or else the second is the goal and
/// the rest are captured, as in Hub.
pub(super) fn resolve(pos: &Draughts, raw: &RawMove<'_>, list: &mut MoveList) -> Resolved {
    let squares = raw.squares();
    if squares.iter().any(|square| !(1..=50).contains(square)) {
        return Resolved::None("names a square that the board has not");
    }
    let (from, second, last) = (squares[0] - 1, squares[1] - 1, squares[squares.len() - 1] - 1);
    list.clear();
    legal_moves(pos, list);
    let mut fitting = list.iter().filter(|mv| mv.from == from && mv.to == last);
    match (fitting.next(), fitting.next()) {
        (Some(one), None) => return Resolved::One(*one),
        (Some(_), Some(_)) => {}
        (None, _) => return as_hub(list, from, second, &squares[2..]),
    }
    let mut fitting: Vec<Move> =
        list.iter().filter(|mv| mv.from == from && mv.to == last).copied().collect();
    if squares.len() > 2 {
        let by: Vec<u8> = squares[1..squares.len() - 1].iter().map(|square| square - 1).collect();
        let exact: Vec<Move> =
            fitting.iter().filter(|mv| path::has_stops(pos, mv, &by)).copied().collect();
        fitting = if exact.is_empty() {
            fitting.into_iter().filter(|mv| path::can_pass(pos, mv, &by)).collect()
        } else {
            exact
        };
    }
    match fitting[..] {
        [] => Resolved::None("takes a way that is not possible here"),
        [one] => Resolved::One(one),
        _ => {
            fitting.sort_unstable();
            Resolved::Several(fitting)
        }
    }
}

/// Reads one move, in PDN or Hub notation; `None` when it is not one legal move.
#[must_use]
pub(in crate::games::draughts) fn read_move(pos: &Draughts, text: &str) -> Option<Move> {
    match resolve(pos, &RawMove::parse(text)?, &mut MoveList::new()) {
        Resolved::One(mv) => Some(mv),
        Resolved::Several(_) | Resolved::None(_) => None,
    }
}

/// The captured squares after origin and goal, in any order.
fn as_hub(list: &MoveList, from: u8, to: u8, captured: &[u8]) -> Resolved {
    let set = captured.iter().fold(0_u64, |set, square| set | 1 << (square - 1));
    let is_it = |mv: &&Move| (mv.from, mv.to, mv.captured) == (from, to, set);
    match list.iter().find(is_it).filter(|_| set.count_ones() as usize == captured.len()) {
        Some(mv) => Resolved::One(*mv),
        None if list.is_empty() => Resolved::None("comes after the end of the game"),
        None if list[0].is_capture() && captured.is_empty() => Resolved::None(
            "is not legal here: a capture must be made, and it is none of those allowed",
        ),
        None => Resolved::None("is not legal here"),
    }
}

/// The move as PDN 3.0 writes it: `32-28`; `28x19` where no other capture goes that way, else the
/// long form (rules 1.9).
#[must_use]
pub(in crate::games::draughts) fn move_text(pos: &Draughts, mv: &Move) -> String {
    let mut list = MoveList::new();
    legal_moves(pos, &mut list);
    text_of(pos, mv, &list)
}

/// As [`move_text`], where the legal moves are known.
pub(super) fn text_of(pos: &Draughts, mv: &Move, legal: &[Move]) -> String {
    if !mv.is_capture() {
        return mv.to_string();
    }
    let n_alike = legal.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count();
    let stops = if n_alike > 1 { path::stops(pos, mv) } else { Vec::new() };
    let mut text = (mv.from + 1).to_string();
    for square in stops.into_iter().chain([mv.to]) {
        text.push('x');
        text.push_str(&(square + 1).to_string());
    }
    text
}
