//! What clicks on the board mean, and which rule forbids what cannot be meant.
//!
//! First the piece, then where it goes; of several ways to take, a square on the way that decides.
//! Where only one piece can go to a square, that square is enough.

use super::movegen::{captures_of, captures_without_stop};
use super::moves::{Move, Spelling};
use super::paths::paths;
use super::scene::name;
use super::spelling::{coming_by, fitting};
use super::{Draughts, KingRun, MoveList, Variant, captures, legal_moves, must_capture, side_name};
use crate::games::Click;

/// What a click on the cell `cell` means after the clicks `chosen`.
pub(super) fn click(pos: &Draughts, chosen: &[String], cell: &str) -> Click {
    let Some(square) = square(cell) else {
        return Click::Refused(format!("there is no square {cell:?}"));
    };
    if let Some(ending) = pos.ending() {
        return Click::Refused(format!("the game is over: {}", ending.reason));
    }
    let legal = legal(pos);
    let clicks: Option<Vec<u8>> = chosen.iter().map(|cell| self::square(cell)).collect();
    match clicks.as_deref() {
        Some([from, way @ ..]) if legal.iter().any(|mv| mv.from == *from) => {
            second(pos, &legal, *from, way, square)
        }
        _ => first(pos, &legal, square),
    }
}

/// Why a move that was typed is not legal; `None` for one that is.
pub(super) fn refusal(pos: &Draughts, spelling: &Spelling) -> Option<String> {
    match &fitting(pos, spelling)[..] {
        [] => {}
        [_] => return None,
        several => {
            let n = several.len();
            return Some(format!("{n} captures go that way: add a square where it turns"));
        }
    }
    if let Some(ending) = pos.ending() {
        return Some(format!("the game is over: {}", ending.reason));
    }
    let from = spelling.squares[0];
    // Hub names what is taken behind the goal, PDN the squares on the way before it.
    let to = if spelling.squares.len() > 2 { None } else { Some(spelling.squares[1]) };
    let Some(piece) = pos.board().at(from) else {
        return Some(format!("there is no piece of yours on {}", name(from)));
    };
    if piece.side != pos.turn() {
        let (owner, mover) = (side_name(piece.side), side_name(pos.turn()));
        let from = name(from);
        return Some(format!("the piece on {from} is {owner}'s, and {mover} is to move"));
    }
    if let Some(to) = to.filter(|to| *to != from && pos.board().at(*to).is_some()) {
        return Some(format!("{} is occupied", name(to)));
    }
    let legal = legal(pos);
    if !legal.iter().any(|mv| mv.from == from) {
        return Some(why_not_from(pos, from));
    }
    if spelling.capture && !must_capture(pos) {
        return Some("there is nothing to capture".to_owned());
    }
    Some(match to {
        Some(to) => why_not_to(pos, from, to),
        None => compulsory(pos),
    })
}

/// The squares that a click may follow on: where the chosen piece can go, or what decides between
/// ways to the same square.
pub(super) fn targets(pos: &Draughts, chosen: &[String]) -> Vec<u8> {
    let clicks: Option<Vec<u8>> = chosen.iter().map(|cell| square(cell)).collect();
    let Some([from, way @ ..]) = clicks.as_deref() else { return Vec::new() };
    let legal = legal(pos);
    let open = still_open(pos, &legal, *from, way);
    let mut targets = Vec::new();
    for mv in &open {
        if open.iter().filter(|other| other.to == mv.to).count() == 1 {
            targets.push(mv.to);
            continue;
        }
        let on_the_way = paths(pos, mv).into_iter().flatten().map(|jump| jump.landing);
        targets.extend(on_the_way.filter(|square| {
            !matches!(second(pos, &legal, *from, way, *square), Click::Refused(_))
        }));
    }
    targets.sort_unstable();
    targets.dedup();
    targets
}

fn square(cell: &str) -> Option<u8> {
    let number = cell.parse::<u8>().ok()?;
    (1..=50).contains(&number).then(|| number - 1)
}

fn legal(pos: &Draughts) -> MoveList {
    let mut list = MoveList::new();
    legal_moves(pos, &mut list);
    list
}

/// Nothing is chosen yet.
fn first(pos: &Draughts, legal: &[Move], square: u8) -> Click {
    if let Some(piece) = pos.board().at(square) {
        if piece.side != pos.turn() {
            let (owner, mover) = (side_name(piece.side), side_name(pos.turn()));
            return Click::Refused(format!("that is {owner}'s piece, and {mover} is to move"));
        }
        if legal.iter().any(|mv| mv.from == square) {
            return Click::Partial(vec![name(square)]);
        }
        return Click::Refused(why_not_from(pos, square));
    }
    let here: Vec<&Move> = legal.iter().filter(|mv| mv.to == square).collect();
    match here[..] {
        [] if must_capture(pos) => Click::Refused(compulsory(pos)),
        [] => Click::Refused(format!("no piece can go to {}", name(square))),
        [mv] => Click::Complete(mv.to_string()),
        [mv, ..] if here.iter().all(|other| other.from == mv.from) => {
            Click::Partial(vec![name(mv.from)])
        }
        _ => {
            let n = name(square);
            Click::Refused(format!("several pieces can go to {n}: click the piece first"))
        }
    }
}

/// The piece on `from` is chosen, and squares on its way.
fn second(pos: &Draughts, legal: &[Move], from: u8, way: &[u8], square: u8) -> Click {
    let open = still_open(pos, legal, from, way);
    let ends: Vec<&Move> = open.iter().filter(|mv| mv.to == square).collect();
    if let [mv] = ends[..] {
        return Click::Complete(mv.to_string());
    }
    if square == from && ends.is_empty() {
        return Click::Partial(Vec::new());
    }
    if square != from && pos.board().at(square).is_some_and(|piece| piece.side == pos.turn()) {
        return first(pos, legal, square);
    }
    let longer = [way, &[square]].concat();
    let is_new = way.last() != Some(&square);
    let by = if is_new { coming_by(pos, &open, &longer) } else { Vec::new() };
    let by: Vec<Move> = by.into_iter().filter(|mv| mv.to != square).collect();
    match (&by[..], ends.len()) {
        ([mv], 0) => Click::Complete(mv.to_string()),
        ([], 0) => Click::Refused(why_not_to(pos, from, square)),
        ([], n) => {
            let square = name(square);
            Click::Refused(format!(
                "{n} captures end on {square}: click a square on the way that decides"
            ))
        }
        ([_, ..], _) => {
            let clicks = std::iter::once(from).chain(longer);
            Click::Partial(clicks.map(name).collect())
        }
    }
}

/// The moves of the piece that come by the squares of `way`.
fn still_open(pos: &Draughts, legal: &[Move], from: u8, way: &[u8]) -> Vec<Move> {
    let own: Vec<Move> = legal.iter().filter(|mv| mv.from == from).copied().collect();
    if way.is_empty() { own } else { coming_by(pos, &own, way) }
}

/// Why the own piece on a square cannot move.
fn why_not_from(pos: &Draughts, square: u8) -> String {
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

/// Why the own piece on `from`, which can move, cannot go to `to`.
fn why_not_to(pos: &Draughts, from: u8, to: u8) -> String {
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
    if pos.board().at(to).is_some() {
        return format!("there is a piece on {} already", name(to));
    }
    match kind(pos, from) {
        "man" => "a man moves one square forward along a diagonal".to_owned(),
        _ => "a king moves along a diagonal as far as it is free".to_owned(),
    }
}

/// `capture of 3 is compulsory`; in Frisian, where values count, what must be taken.
fn compulsory(pos: &Draughts) -> String {
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

/// The man on a square could take as much as a king of its side does (Frisian).
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
