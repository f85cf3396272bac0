//! The table entries of the Othello engine: a position's key, and two moves.
//!
//! [`crate::builtin::tt`] has the tables themselves.

use crate::builtin::tt::{self, Hint};
use crate::games::othello::board::Board;

/// Means "no move" in an entry.
pub(crate) const NO_MOVE: u8 = 64;

/// The best move and the one that was best before it; [`NO_MOVE`] if unknown.
pub(crate) type Moves = [u8; 2];
/// The stored data of a position.
pub(crate) type Entry = tt::Entry<Moves>;
/// A table of positions.
pub(crate) type MoveTable = tt::TranspositionTable<Moves>;

impl Hint for Moves {
    fn joined(self, old: Self) -> Self {
        match self[0] {
            NO_MOVE => old,
            best if best == old[0] => old,
            best => [best, old[0]],
        }
    }

    fn to_bits(self) -> u16 {
        u16::from_le_bytes(self)
    }

    fn from_bits(bits: u16) -> Self {
        bits.to_le_bytes()
    }
}

/// The key of a position: board and side to move, because the board is from the mover's point of
/// view.
pub(crate) fn key(board: Board) -> u64 {
    let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ board.opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_move_before_the_best_one_is_kept_and_no_move_forgets_nothing() {
        let mut table = MoveTable::new(4);
        let key = key(Board::START);
        table.store(key, 5, [-100, 100], 150, [19, NO_MOVE]);
        table.store(key, 5, [200, 201], 200, [26, NO_MOVE]);
        assert_eq!(table.probe(key).unwrap().moves, [26, 19]);
        table.store(key, 6, [-100, 100], -300, [NO_MOVE, NO_MOVE]);
        assert_eq!(table.probe(key).unwrap().moves, [26, 19]);
    }
}
