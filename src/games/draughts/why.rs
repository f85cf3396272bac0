//! The reason why a move is not legal, in words: the rule that it breaks.
//!
//! Does not decide what is legal, and knows neither clicks nor typing: both call this, so both give
//! the same reason.

use super::movegen::{captures_of, captures_without_stop};
use super::moves::{Move, Spelling};
use super::scene::name;
use super::spelling::fitting;
use super::{Draughts, KingRun, MoveList, Variant, captures, legal_moves, must_capture, side_name};

/// The reason why a typed move is not legal; `None` if it is legal.
pub(super) fn refusal(pos: &Draughts, spelling: &Spelling) -> Option<String> {
    match &fitting(pos, spelling)[..] {
        [] => {}
        [_] => return None,
        [mv, ..] => return Some(several(fitting(pos, spelling).len(), mv.to)),
    }
    if let Some(reason) = game_over(pos) {
        return Some(reason);
    }
    let mut legal = MoveList::new();
    legal_moves(pos, &mut legal);
    let from = spelling.squares[0];
    let reason = why_not_from(pos, &legal, from);
    if reason.is_none() && spelling.capture && !must_capture(pos) {
        return Some("there is nothing to capture".to_owned());
    }
    // Hub names the captured pieces after the target, PDN the squares on the way before it.
    let to = (spelling.squares.len() == 2).then(|| spelling.squares[1]);
    Some(reason.unwrap_or_else(|| why_not(pos, &legal, from, to)))
}

/// The ending of the game, if it has ended.
pub(super) fn game_over(pos: &Draughts) -> Option<String> {
    pos.ending().map(|ending| format!("the game is over: {}", ending.reason))
}

/// The message for several captures between the same squares.
pub(super) fn several(n: usize, to: u8) -> String {
    format!("{n} captures end on {}: a square on the way decides", name(to))
}

/// The reason why no move that begins on a square is legal; `None` if one is.
pub(super) fn why_not_from(pos: &Draughts, legal: &[Move], from: u8) -> Option<String> {
    let Some(piece) = pos.board().at(from) else {
        return Some(format!("there is no piece of yours on {}", name(from)));
    };
    if piece.side != pos.turn() {
        let (owner, mover) = (side_name(piece.side), side_name(pos.turn()));
        return Some(format!("the piece on {} is {owner}'s, and {mover} is to move", name(from)));
    }
    (!legal.iter().any(|mv| mv.from == from)).then(|| held_back(pos, from))
}

/// The reason why a move from one square to another is not legal; without a target, the way isn't
/// one of the captures.
pub(super) fn why_not(pos: &Draughts, legal: &[Move], from: u8, to: Option<u8>) -> String {
    let reason = || to.map_or_else(|| compulsory(pos), |to| bad_goal(pos, from, to));
    why_not_from(pos, legal, from).unwrap_or_else(reason)
}

/// The reason why the own piece on a square cannot move.
fn held_back(pos: &Draughts, square: u8) -> String {
    if must_capture(pos) {
        return if king_takes_first(pos, square) {
            "the king captures before a man of equal value".to_owned()
        } else {
            compulsory(pos)
        };
    }
    let n = name(square);
    if pos.limited_king() == Some(square) {
        let moves = KingRun::LIMIT;
        return format!("king {n} has made {moves} moves in a row; move another piece");
    }
    format!("the {} on {n} is blocked", kind(pos, square))
}

/// The reason why the own piece on `from`, which can move, cannot go to `to`.
fn bad_goal(pos: &Draughts, from: u8, to: u8) -> String {
    if must_capture(pos) {
        let mut free = MoveList::new();
        if pos.variant() == Variant::Killer {
            captures_without_stop(pos, &mut free);
        }
        return if free.iter().any(|mv| (mv.from, mv.to) == (from, to)) {
            "a king that takes a king last must stop right behind it".to_owned()
        } else {
            compulsory(pos)
        };
    }
    if to != from && pos.board().at(to).is_some() {
        return format!("{} is occupied", name(to));
    }
    match kind(pos, from) {
        "man" => "a man moves one square forward along a diagonal".to_owned(),
        _ => "a king moves along a diagonal as far as it is free".to_owned(),
    }
}

/// `capture of 3 is compulsory`; in Frisian, with its values, the pieces that must be captured.
pub(super) fn compulsory(pos: &Draughts) -> String {
    let mut list = MoveList::new();
    captures(pos, &mut list);
    let Some(mv) = list.first() else { return "capture is compulsory".to_owned() };
    let n = mv.captured.count_ones();
    let n_kings = (mv.captured & pos.board().kings[pos.turn().opponent().idx()]).count_ones();
    let counted = |n: u32, one: &str, more: &str| match n {
        1 => format!("1 {one}"),
        n => format!("{n} {more}"),
    };
    if pos.variant() == Variant::Frisian && n_kings > 0 {
        let kings = counted(n_kings, "king", "kings");
        return match n - n_kings {
            0 => format!("capture of {kings} is compulsory"),
            men => format!("capture of {kings} and {} is compulsory", counted(men, "man", "men")),
        };
    }
    match n {
        1 => "capture is compulsory".to_owned(),
        n => format!("capture of {n} is compulsory"),
    }
}

/// The man on a square could capture as much as a king of its side (Frisian).
fn king_takes_first(pos: &Draughts, square: u8) -> bool {
    if pos.variant() != Variant::Frisian || kind(pos, square) == "king" {
        return false;
    }
    let worth = |mv: &Move| {
        let kings = mv.captured & pos.board().kings[pos.turn().opponent().idx()];
        (mv.captured.count_ones(), kings.count_ones())
    };
    let (mut own, mut best) = (MoveList::new(), MoveList::new());
    captures_of(pos, &mut own, 1 << square);
    captures(pos, &mut best);
    own.first().is_some_and(|own| best.first().is_some_and(|best| worth(own) == worth(best)))
}

fn kind(pos: &Draughts, square: u8) -> &'static str {
    match pos.board().at(square) {
        Some(piece) if piece.king => "king",
        _ => "man",
    }
}
