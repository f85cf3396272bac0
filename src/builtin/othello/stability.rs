//! Discs that can never be turned again, for a bound on the result.
//!
//! Finds only some of them, but those with certainty.

use crate::games::othello::board::Board;

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
const TOP: u64 = 0xff;
const BOTTOM: u64 = TOP << 56;

/// Discs of the side to move that are certainly stable: along each of the four lines through it
/// the whole line is full, or a neighbour on it is stable too, or the border is there.
pub(super) fn stable(board: Board) -> u64 {
    let own = board.own;
    let full = full_lines(board.own | board.opp);
    let mut found = own & full[0] & full[1] & full[2] & full[3];
    found |= own & 0x8100_0000_0000_0081;
    if found == 0 {
        return 0;
    }
    loop {
        let row = ((found & !RIGHT) << 1) | ((found & !LEFT) >> 1) | LEFT | RIGHT | full[0];
        let column = (found << 8) | (found >> 8) | TOP | BOTTOM | full[1];
        let border = LEFT | RIGHT | TOP | BOTTOM;
        let falling = ((found & !RIGHT) << 9) | ((found & !LEFT) >> 9) | border | full[2];
        let rising = ((found & !LEFT) << 7) | ((found & !RIGHT) >> 7) | border | full[3];
        let next = found | (own & row & column & falling & rising);
        if next == found {
            return found;
        }
        found = next;
    }
}

/// Squares on full rows, full columns, full diagonals (down to the right, up to the right).
fn full_lines(discs: u64) -> [u64; 4] {
    let mut row = discs;
    row &= row >> 4;
    row &= row >> 2;
    row &= row >> 1;
    row = (row & LEFT).wrapping_mul(0xff);
    let mut column = discs;
    column &= column.rotate_right(8);
    column &= column.rotate_right(16);
    column &= column.rotate_right(32);
    [row, column, full_diagonals(discs, 9), full_diagonals(discs, 7)]
}

/// Squares from which the diagonal is full to the border in both directions along `shift` (9 or 7).
fn full_diagonals(discs: u64, shift: u32) -> u64 {
    let (last, first) = if shift == 9 { (RIGHT, LEFT) } else { (LEFT, RIGHT) };
    // A square is full to one side if it has a disc and its neighbour there is full or missing.
    let (mut up, mut down) = (discs, discs);
    for _ in 0..7 {
        up &= discs & ((up >> shift) | last | BOTTOM);
        down &= discs & ((down << shift) | first | TOP);
    }
    up & down
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_corner_and_what_hangs_on_it_is_stable() {
        // a1, b1, c1 and a2 own; d4 own but exposed; e4 of the other side.
        let board = Board { own: 0b111 | 1 << 8 | 1 << 27, opp: 1 << 28 };
        assert_eq!(stable(board), 0b111 | 1 << 8);
        assert_eq!(stable(Board::START), 0);
    }

    #[test]
    fn every_disc_of_a_full_board_is_stable() {
        let board = Board { own: 0x1234_5678_9abc_def0, opp: !0x1234_5678_9abc_def0 };
        assert_eq!(stable(board), board.own);
        assert_eq!(stable(board.pass()), board.opp);
    }
}
