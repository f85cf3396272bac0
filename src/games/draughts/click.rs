//! The meaning of clicks on the board. `why` gives the rule that forbids a move.
//!
//! First the piece, then its target; for several captures, a square on the way that decides. If
//! only one piece can go to a square, that square is enough.

use super::moves::Move;
use super::paths::paths;
use super::scene::name;
use super::spelling::coming_by;
use super::why::{compulsory, game_over, several, why_not, why_not_from};
use super::{Draughts, MoveList, legal_moves, must_capture};
use crate::games::Click;

/// The meaning of a click on the cell `cell` after the clicks `chosen`.
pub(super) fn click(pos: &Draughts, chosen: &[String], cell: &str) -> Click {
    let Some(square) = square(cell) else {
        return Click::Refused(format!("there is no square {cell:?}"));
    };
    if let Some(reason) = game_over(pos) {
        return Click::Refused(reason);
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

/// The squares that the next click may be on: the targets of the chosen piece, or the squares that
/// decide between ways to the same square.
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
    if pos.board().at(square).is_some() {
        return match why_not_from(pos, legal, square) {
            None => Click::Partial(vec![name(square)]),
            Some(reason) => Click::Refused(reason),
        };
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
    // A click on another piece that can move chooses that piece instead.
    if square != from && legal.iter().any(|mv| mv.from == square) {
        return Click::Partial(vec![name(square)]);
    }
    let longer = [way, &[square]].concat();
    let is_new = way.last() != Some(&square);
    let by = if is_new { coming_by(pos, &open, &longer) } else { Vec::new() };
    let by: Vec<Move> = by.into_iter().filter(|mv| mv.to != square).collect();
    match (&by[..], ends.len()) {
        ([mv], 0) => Click::Complete(mv.to_string()),
        ([], 0) => Click::Refused(why_not(pos, legal, from, Some(square))),
        ([], n) => Click::Refused(several(n, square)),
        ([_, ..], _) => {
            let clicks = std::iter::once(from).chain(longer);
            Click::Partial(clicks.map(name).collect())
        }
    }
}

/// The moves of the piece that pass the squares of `way`.
fn still_open(pos: &Draughts, legal: &[Move], from: u8, way: &[u8]) -> Vec<Move> {
    let own: Vec<Move> = legal.iter().filter(|mv| mv.from == from).copied().collect();
    if way.is_empty() { own } else { coming_by(pos, &own, way) }
}
