//! The meaning of a move's text in a position, and display texts of moves.
//!
//! Does not know which texts have the form of a move; `moves` does.

use super::Draughts;
use super::list::MoveList;
use super::movegen::legal_moves;
use super::moves::{Move, Spelling};
use super::paths::{paths, visited};
use crate::games::UnreadableMove;

/// Reads Hub notation (captured squares in any order), the short form `28x19` if one capture
/// fits, and the long PDN form with squares on the way. A text that fits no legal move, or several,
/// gives a move that is not legal.
///
/// # Errors
///
/// When the text does not have the form of a move.
pub(super) fn read_move(pos: &Draughts, text: &str) -> Result<Move, UnreadableMove> {
    let mut legal = MoveList::new();
    legal_moves(pos, &mut legal);
    read_move_among(pos, text, &legal)
}

/// Does the same as [`read_move`], in a position that has these legal moves.
///
/// # Errors
///
/// When the text does not have the form of a move.
pub(super) fn read_move_among(
    pos: &Draughts,
    text: &str,
    legal: &[Move],
) -> Result<Move, UnreadableMove> {
    let spelling: Spelling = text.parse()?;
    let (from, to) = (spelling.squares[0], spelling.squares[1]);
    // No piece captures itself, so this is never legal.
    let never = Move { from, to, captured: 1 << from };
    Ok(match &fitting_among(pos, &spelling, legal)[..] {
        [mv] => *mv,
        _ => never,
    })
}

/// The legal moves that a text can mean: usually one, but several if a short capture is ambiguous.
#[must_use]
pub fn fitting(pos: &Draughts, spelling: &Spelling) -> Vec<Move> {
    let mut legal = MoveList::new();
    legal_moves(pos, &mut legal);
    fitting_among(pos, spelling, &legal)
}

fn fitting_among(pos: &Draughts, spelling: &Spelling, legal: &[Move]) -> Vec<Move> {
    let (from, to) = (spelling.squares[0], spelling.squares[1]);
    let rest = &spelling.squares[2..];
    if rest.is_empty() {
        // Some programs write a capture as `28-19`; a move without a capture is never written with
        // `x`.
        let fits =
            |mv: &&Move| (mv.from, mv.to) == (from, to) && (mv.is_capture() || !spelling.capture);
        return legal.iter().filter(fits).copied().collect();
    }
    let captured = rest.iter().fold(0_u64, |set, square| set | 1 << square);
    let hub = Move { from, to, captured };
    if legal.contains(&hub) {
        return vec![hub];
    }
    let Some((goal, way)) = spelling.squares[1..].split_last() else { return Vec::new() };
    let ends_right = |mv: &&Move| (mv.from, mv.to) == (from, *goal) && mv.is_capture();
    let exact = |mv: &&Move| paths(pos, mv).iter().any(|path| landings(path) == way);
    let ends_right: Vec<Move> = legal.iter().filter(ends_right).copied().collect();
    let fits: Vec<Move> = ends_right.iter().filter(exact).copied().collect();
    if fits.is_empty() { coming_by(pos, &ends_right, way) } else { fits }
}

/// The captures that turn on these squares in this order; otherwise those that pass them at all.
pub(super) fn coming_by(pos: &Draughts, moves: &[Move], way: &[u8]) -> Vec<Move> {
    let turns = |mv: &&Move| {
        paths(pos, mv).iter().any(|path| are_met(way, path.iter().map(|jump| jump.landing)))
    };
    let flies = |mv: &&Move| {
        paths(pos, mv).iter().any(|path| are_met(way, visited(mv.from, path).into_iter()))
    };
    let turning: Vec<Move> = moves.iter().filter(turns).copied().collect();
    if turning.is_empty() { moves.iter().filter(flies).copied().collect() } else { turning }
}

/// All squares of `wanted` are among `squares`, in this order.
fn are_met(wanted: &[u8], mut squares: impl Iterator<Item = u8>) -> bool {
    wanted.iter().all(|wanted| squares.any(|square| square == *wanted))
}

/// The squares between beginning and end of a capture, as in the long form of PDN.
fn landings(path: &[super::Jump]) -> Vec<u8> {
    let n = path.len().saturating_sub(1);
    path[..n].iter().map(|jump| jump.landing).collect()
}

/// The move in the usual notation (PDN 3.0): only its start and end, unless another move has the
/// same; then every square in between.
pub(super) fn short(pos: &Draughts, mv: &Move) -> String {
    if !mv.is_capture() {
        return mv.to_string();
    }
    let mut legal = MoveList::new();
    legal_moves(pos, &mut legal);
    short_among(pos, mv, &legal)
}

/// Does the same as [`short`], in a position that has these legal moves.
pub(super) fn short_among(pos: &Draughts, mv: &Move, legal: &[Move]) -> String {
    if !mv.is_capture() {
        return mv.to_string();
    }
    let alike = legal.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count();
    // If there is only one, its way does not matter, and finding all ways may take long.
    let ways = if alike > 1 { paths(pos, mv) } else { Vec::new() };
    let path = ways.into_iter().next().unwrap_or_default();
    let squares = std::iter::once(mv.from).chain(landings(&path)).chain([mv.to]);
    squares.map(|square| (square + 1).to_string()).collect::<Vec<String>>().join("x")
}
