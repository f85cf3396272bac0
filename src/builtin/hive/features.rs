//! The features of a position that the evaluation uses, as numbers.
//!
//! Weighs nothing.

use crate::games::Side;
use crate::games::hive::{Board, Bug, Cell, Piece, PieceSet, Way};

/// The number of features of a side.
pub(super) const N_FEATURES: usize = 70;

/// The number of the queen's neighbours: seven features, of which at most one is 1.
pub(super) const CROWD: usize = 0;
/// Empty places around the queen into which nothing slides.
pub(super) const GATED: usize = 7;
/// An enemy is on top of the queen.
pub(super) const RIDDEN: usize = 8;
/// A friend is on top of the queen.
pub(super) const SHELTERED: usize = 9;
/// The queen can move.
pub(super) const QUEEN_FREE: usize = 10;
/// The same by the number of her neighbours.
pub(super) const QUEEN_FLEES: usize = 11;
/// Friends beside the queen that can leave.
pub(super) const CAN_LEAVE: usize = 12;
/// Enemies beside the queen.
pub(super) const ENEMIES: usize = 13;
/// An own pillbug beside the queen that is not covered.
pub(super) const PILLBUG_BY: usize = 14;
/// From here on features other than the safety of the side's queen. By kind: pieces in hand.
pub(super) const HAND: usize = 15;
/// Pieces that can move, not beside the other queen.
pub(super) const FREE: usize = 23;
/// Pieces that can move, beside the other queen.
pub(super) const ATTACHED: usize = 31;
/// Pieces that the hive would fall apart without.
pub(super) const PINNED: usize = 39;
/// Pieces that are covered.
pub(super) const COVERED: usize = 47;
/// Pieces held only by narrow gaps.
pub(super) const SHUT_IN: usize = 55;
/// Pieces on top of enemies.
pub(super) const ON_TOP: usize = 63;
/// Beetles and raised mosquitoes two steps from the other queen.
pub(super) const BEETLE_NEAR: usize = 64;
/// Places beside the other queen where new pieces may be placed.
pub(super) const DROPS: usize = 65;
/// Free pieces not beside the other queen, by the number of her neighbours.
pub(super) const RESERVES: usize = 66;
/// The same for those that are beside her only because they cannot leave.
pub(super) const STUCK_BY: usize = 67;
/// The other queen has five neighbours and an own piece is free to come.
pub(super) const CLOSING: usize = 68;
/// It is this side's turn.
pub(super) const TURN: usize = 69;

/// The first features of those that come in groups, with their number and their names.
const GROUPS: [(usize, usize, &str); 7] = [
    (CROWD, 7, "crowd"),
    (HAND, 8, "hand"),
    (FREE, 8, "free"),
    (ATTACHED, 8, "attached"),
    (PINNED, 8, "pinned"),
    (COVERED, 8, "covered"),
    (SHUT_IN, 8, "shut-in"),
];

/// The names of the other features.
const NAMES: [(usize, &str); 15] = [
    (GATED, "gated"),
    (RIDDEN, "ridden"),
    (SHELTERED, "sheltered"),
    (QUEEN_FREE, "queen-free"),
    (QUEEN_FLEES, "queen-flees"),
    (CAN_LEAVE, "can-leave"),
    (ENEMIES, "enemies"),
    (PILLBUG_BY, "pillbug-by"),
    (ON_TOP, "on-top"),
    (BEETLE_NEAR, "beetle-near"),
    (DROPS, "drops"),
    (RESERVES, "reserves"),
    (STUCK_BY, "stuck-by"),
    (CLOSING, "closing"),
    (TURN, "turn"),
];

/// The name of a feature in the file of weights: `free-A`, `crowd-5`, `turn`.
pub(super) fn name(idx: usize) -> String {
    if let Some((_, name)) = NAMES.iter().find(|(at, _)| *at == idx) {
        return (*name).to_owned();
    }
    let in_group = |(first, n, _): &&(usize, usize, &str)| (*first..*first + *n).contains(&idx);
    let (first, n, name) =
        GROUPS.iter().find(in_group).expect("a feature has a name of its own or is in a group");
    match *n {
        7 => format!("{name}-{}", idx - first),
        _ => format!("{name}-{}", Bug::ALL[idx - first].letter()),
    }
}

/// For each set of neighbours that are not empty: something can slide in or out.
const SLIDES: [bool; 64] = {
    let mut slides = [false; 64];
    let mut mask = 0;
    while mask < 64 {
        let mut way = 0;
        while way < 6 {
            let (before, after) = (mask >> ((way + 5) % 6) & 1, mask >> ((way + 1) % 6) & 1);
            slides[mask] |= mask >> way & 1 == 0 && before != after;
            way += 1;
        }
        mask += 1;
    }
    slides
};

#[inline]
fn slides(board: &Board, at: Cell) -> bool {
    SLIDES[usize::from(board.neighbours(at))]
}

/// The two queens, as far as they are in play.
#[derive(Clone, Copy, Debug)]
struct Queen {
    at: Cell,
    n_neighbours: u32,
}

fn queen(board: &Board, side: Side) -> Option<Queen> {
    let at = board.cell(Piece::queen(side))?;
    Some(Queen { at, n_neighbours: board.neighbours(at).count_ones() })
}

/// Passes each feature of a side with its value to `see`; `pinned` are the pieces that hold the
/// hive together.
#[inline]
pub(super) fn see_side(
    board: &Board,
    side: Side,
    pinned: PieceSet,
    see: &mut impl FnMut(usize, i32),
) {
    let (own, other) = (queen(board, side), queen(board, side.opponent()));
    if board.turn() == side {
        see(TURN, 1);
    }
    if let Some(own) = own {
        see_queen(board, side, own, pinned, see);
    }
    for piece in board.hand(side) {
        see(HAND + piece.bug() as usize, 1);
    }
    if let Some(other) = other {
        see_drops(board, side, other, see);
    }
    let mut n_reserves = 0;
    for piece in board.in_play().and(PieceSet::of_side(side)) {
        n_reserves += see_piece(board, piece, pinned, other, see);
    }
    if let Some(other) = other {
        see(RESERVES, n_reserves * other.n_neighbours.cast_signed());
        if other.n_neighbours == 5 && n_reserves > 0 {
            see(CLOSING, 1);
        }
    }
}

#[inline]
fn see_queen(
    board: &Board,
    side: Side,
    queen: Queen,
    pinned: PieceSet,
    see: &mut impl FnMut(usize, i32),
) {
    let (piece, n) = (Piece::queen(side), queen.n_neighbours);
    see(CROWD + n as usize, 1);
    let enemies = board.neighbours_of(queen.at, side.opponent()).count_ones();
    see(ENEMIES, enemies.cast_signed());
    match board.top(queen.at).filter(|top| *top != piece) {
        Some(top) if top.side() == side => see(SHELTERED, 1),
        Some(_) => see(RIDDEN, 1),
        None if !pinned.contains(piece) && slides(board, queen.at) => {
            see(QUEEN_FREE, 1);
            see(QUEEN_FLEES, n.cast_signed());
        }
        None => {}
    }
    for way in Way::ALL {
        let cell = queen.at.step(way);
        let Some(top) = board.top(cell) else {
            if !slides(board, cell) {
                see(GATED, 1);
            }
            continue;
        };
        if top.side() != side {
            continue;
        }
        if top.bug() == Bug::Pillbug {
            see(PILLBUG_BY, 1);
        }
        if is_free(board, top, cell, pinned) {
            see(CAN_LEAVE, 1);
        }
    }
}

/// The top piece of a cell can move.
#[inline]
fn is_free(board: &Board, piece: Piece, at: Cell, pinned: PieceSet) -> bool {
    board.height(at) > 1
        || !pinned.contains(piece)
            && match piece.bug() {
                Bug::Queen | Bug::Spider | Bug::Ant | Bug::Pillbug => slides(board, at),
                Bug::Beetle | Bug::Grasshopper | Bug::Mosquito | Bug::Ladybug => true,
            }
}

/// Places beside the other queen where the side may place pieces: only where she is covered.
#[inline]
fn see_drops(board: &Board, side: Side, other: Queen, see: &mut impl FnMut(usize, i32)) {
    if board.top(other.at).is_none_or(|top| top.side() != side) {
        return;
    }
    let drops = |way: &Way| {
        let cell = other.at.step(*way);
        board.height(cell) == 0 && board.neighbours_of(cell, side.opponent()) == 0
    };
    see(DROPS, Way::ALL.iter().filter(|way| drops(way)).count() as i32);
}

/// Adds a piece in play; 1 if it is free to reach the other queen from elsewhere.
#[inline]
fn see_piece(
    board: &Board,
    piece: Piece,
    pinned: PieceSet,
    other: Option<Queen>,
    see: &mut impl FnMut(usize, i32),
) -> i32 {
    let Some(at) = board.cell(piece) else { return 0 };
    let kind = piece.bug() as usize;
    if board.top(at) != Some(piece) {
        see(COVERED + kind, 1);
        return 0;
    }
    let n_steps = other.map_or(u32::MAX, |other| distance(at, other.at));
    let raised = board.height(at) > 1;
    if raised && board.below(piece).is_some_and(|below| below.side() != piece.side()) {
        see(ON_TOP, 1);
    }
    if !is_free(board, piece, at, pinned) {
        see(if pinned.contains(piece) { PINNED } else { SHUT_IN } + kind, 1);
        see(STUCK_BY, i32::from(n_steps <= 1));
        return 0;
    }
    if n_steps <= 1 {
        see(ATTACHED + kind, 1);
        return 0;
    }
    see(FREE + kind, 1);
    if n_steps == 2 && (piece.bug() == Bug::Beetle || raised) {
        see(BEETLE_NEAR, 1);
    }
    i32::from(piece.bug() != Bug::Queen)
}

/// Steps between two cells of one hive.
#[inline]
fn distance(from: Cell, to: Cell) -> u32 {
    let number = (to.idx() + Cell::COUNT - from.idx()) as i32 & (Cell::COUNT as i32 - 1);
    let dq = ((number + 16) & 31) - 16;
    let dr = ((((number - dq) >> 5) + 16) & 31) - 16;
    (dq.abs().max(dr.abs()).max((dq + dr).abs())).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hive::Hex;

    #[test]
    fn steps_between_cells_are_counted_across_the_edge_of_the_numbers() {
        for (q, r, expected) in [(0, 0, 0), (1, 0, 1), (-1, 1, 1), (2, -1, 2), (-3, -4, 7)] {
            for base in [Hex { q: 0, r: 0 }, Hex { q: 15, r: -16 }, Hex { q: -31, r: 40 }] {
                let to = Hex { q: base.q + q, r: base.r + r };
                assert_eq!(distance(Cell::of(base), Cell::of(to)), expected, "{base:?} {q} {r}");
            }
        }
    }
}
