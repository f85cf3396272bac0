//! The rules that tiles break by the way they lie.
//!
//! Looks for no moves that lead there.

use super::placed::Placed;
use crate::games::hive::Hive;
use crate::games::hive::piece::{Bug, Piece};
use crate::games::{Rules, Side};

/// A side has its queen on the board by its turn of this number.
const QUEEN_BY: u32 = 4;

/// The first rule that is broken, in words.
pub(super) fn fault(placed: &Placed) -> Option<String> {
    stacked(placed)
        .or_else(|| parts(placed))
        .or_else(|| Side::BOTH.into_iter().find_map(|side| numbers(placed, side)))
        .or_else(|| Side::BOTH.into_iter().find_map(|side| queen(placed, side)))
        .or_else(|| counts(placed))
        .or_else(|| ended(placed))
}

fn stacked(placed: &Placed) -> Option<String> {
    placed.pieces.iter().find_map(|(piece, hex)| {
        let below = placed.stack(*hex).take_while(|other| other != piece).last()?;
        let climbs = matches!(piece.bug(), Bug::Beetle | Bug::Mosquito);
        (!climbs).then(|| format!("{piece} lies on {below}; only beetles and mosquitoes climb"))
    })
}

fn parts(placed: &Placed) -> Option<String> {
    (!placed.is_one_hive()).then(|| "the hive is in parts; all tiles must hang together".to_owned())
}

/// Tiles of a kind are placed in the order of their numbers.
fn numbers(placed: &Placed, side: Side) -> Option<String> {
    placed.of_side(side).find_map(|piece| {
        let before = Piece::new(side, piece.bug(), piece.number().checked_sub(1)?)?;
        let is_there = placed.of_side(side).any(|other| other == before);
        (!is_there).then(|| format!("{piece} is on the board, but {before} is not"))
    })
}

fn queen(placed: &Placed, side: Side) -> Option<String> {
    let name = Hive::INFO.sides[side.idx()];
    let n = placed.of_side(side).count() as u32;
    let has_queen = placed.of_side(side).any(|piece| piece == Piece::queen(side));
    match (has_queen, n) {
        (true, 1) => Some(format!("{name} has only its queen; it is never the first tile")),
        (false, QUEEN_BY..) => {
            Some(format!("{name} has {n} tiles without its queen; it comes by turn {QUEEN_BY}"))
        }
        _ => None,
    }
}

/// The turns that each side has had so far, at least; without its queen a side has only placed
/// tiles. `None` if such tiles cannot come about with this side to move.
pub(super) fn turns(placed: &Placed) -> Option<[u32; 2]> {
    let n = Side::BOTH.map(|side| placed.of_side(side).count() as u32);
    let has_queen = Side::BOTH.map(|side| placed.of_side(side).any(|p| p == Piece::queen(side)));
    // White, who begins, has had one turn more when Black is to move.
    let more = u32::from(placed.turn == Side::Second);
    let white = n[0].max(n[1] + more);
    let black = white - more;
    // The queen is never the first tile.
    let fits = |idx: usize, turns: u32| if has_queen[idx] { n[idx] > 1 } else { turns == n[idx] };
    (fits(0, white) && fits(1, black)).then_some([white, black])
}

fn counts(placed: &Placed) -> Option<String> {
    if turns(placed).is_some() {
        return None;
    }
    let [white, black] = Side::BOTH.map(|side| placed.of_side(side).count());
    let to_move = Hive::INFO.sides[placed.turn.idx()];
    let tiles = |n: usize| format!("{n} tile{}", if n == 1 { "" } else { "s" });
    Some(format!(
        "White has {} and Black {}, which cannot be with {to_move} to move: a side without its \
         queen places a tile every turn",
        tiles(white),
        tiles(black)
    ))
}

fn ended(placed: &Placed) -> Option<String> {
    let ending = placed.board(0).ending()?;
    Some(format!("the game would be over: {}", ending.reason))
}
