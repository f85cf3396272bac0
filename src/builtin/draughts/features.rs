//! The features of a position that the evaluation uses: regions of men, material, kings' squares,
//! balance.
//!
//! Knows no weight. Everything is seen from a side's own point of view, with its men moving up the
//! board: whatever counts for one side counts in the same way for the other.

use crate::games::Side;
use crate::games::draughts::board::{ALL, Board, squares};

/// Squares of a region: four rows of two neighbouring dark squares.
const REGION_SQUARES: usize = 8;
/// Patterns of a region: every square is empty, or has an own or an opposing man.
pub(super) const REGION_SIGHTS: usize = 3_usize.pow(REGION_SQUARES as u32);
/// Regions whose sights have weights of their own. The board has sixteen; the other eight are the
/// same regions from the other side's point of view.
pub(super) const N_REGIONS: usize = 8;
/// Row and column of the first square of each region.
const REGIONS: [(u32, u32); N_REGIONS] =
    [(0, 0), (0, 1), (0, 2), (0, 3), (2, 0), (2, 1), (2, 2), (2, 3)];

/// Values of a feature are multiplied by its weight; these are the places of the weights.
pub(super) mod place {
    use super::{N_REGIONS, REGION_SIGHTS};

    /// The mover.
    pub(in super::super) const TEMPO: usize = 0;
    /// Men.
    pub(in super::super) const MAN: usize = 1;
    /// At least one king.
    pub(in super::super) const FIRST_KING: usize = 2;
    /// Each further king.
    pub(in super::super) const KING: usize = 3;
    /// Kings against no king.
    pub(in super::super) const ONLY_KINGS: usize = 4;
    /// The difference in weight between the wings, up to 11.
    pub(in super::super) const BALANCE: usize = 5;
    /// A king on each of the 50 squares.
    pub(in super::super) const KING_SQUARE: usize = BALANCE + 12;
    /// The sights of the regions.
    pub(in super::super) const REGION: usize = KING_SQUARE + 50;
    /// The number of weights.
    pub(in super::super) const COUNT: usize = REGION + N_REGIONS * REGION_SIGHTS;
}

/// A position from one side's point of view.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct View {
    pub(super) own_men: u64,
    pub(super) opp_men: u64,
    pub(super) own_kings: u64,
    pub(super) opp_kings: u64,
}

impl View {
    pub(super) fn of(board: &Board, side: Side) -> Self {
        let (own, opp) = (side.idx(), side.opponent().idx());
        let turned = |set: u64| match side {
            Side::First => set,
            Side::Second => turn(set),
        };
        Self {
            own_men: turned(board.men[own]),
            opp_men: turned(board.men[opp]),
            own_kings: turned(board.kings[own]),
            opp_kings: turned(board.kings[opp]),
        }
    }

    /// Calls `see` with the place and the value of everything in view, except the tempo.
    #[inline]
    pub(super) fn each(&self, mut see: impl FnMut(usize, i32)) {
        see(place::MAN, self.own_men.count_ones().cast_signed());
        let kings = self.own_kings.count_ones().cast_signed();
        if kings > 0 {
            see(place::FIRST_KING, 1);
            see(place::KING, kings - 1);
            see(place::ONLY_KINGS, i32::from(self.opp_kings == 0));
            squares(self.own_kings)
                .for_each(|square| see(place::KING_SQUARE + usize::from(square), 1));
        }
        see(place::BALANCE + imbalance(self.own_men), 1);
        for (number, (row, column)) in REGIONS.into_iter().enumerate() {
            let sight = SIGHTS[region(self.own_men, row, column)] as usize
                + 2 * SIGHTS[region(self.opp_men, row, column)] as usize;
            see(place::REGION + number * REGION_SIGHTS + sight, 1);
        }
    }
}

/// The board turned by half a turn.
fn turn(set: u64) -> u64 {
    (set & ALL).reverse_bits() >> 14
}

/// The squares of a region as eight bits.
#[inline]
fn region(set: u64, row: u32, column: u32) -> usize {
    let set = set >> (5 * row + column);
    (set & 3 | set >> 3 & 0xc | set >> 6 & 0x30 | set >> 9 & 0xc0) as usize
}

/// For eight bits the number whose digits of base 3 they are.
static SIGHTS: [u16; 256] = {
    let mut sights = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut sum, mut power, mut square) = (0, 1, 0);
        while square < REGION_SQUARES {
            sum += (bits >> square & 1) as u16 * power;
            power *= 3;
            square += 1;
        }
        sights[bits] = sum;
        bits += 1;
    }
    sights
};

/// Squares of the outer columns count double, the middle column nothing: columns 0 to 9 weigh
/// -2, -2, -1, -1, 0, 0, 1, 1, 2, 2.
fn imbalance(men: u64) -> usize {
    const FIRST: u64 = column(0);
    let count = |idx: u32| (men & FIRST << idx).count_ones().cast_signed();
    let weight = 2 * (count(4) - count(0)) + count(3) - count(1);
    (weight.unsigned_abs() as usize).min(11)
}

const fn column(idx: u32) -> u64 {
    let (mut set, mut row) = (0, 0);
    while row < 10 {
        set |= 1 << (5 * row + idx);
        row += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(board: &Board, side: Side) -> Vec<(usize, i32)> {
        let mut all = Vec::new();
        View::of(board, side).each(|place, value| all.push((place, value)));
        all
    }

    #[test]
    fn both_sides_see_the_same_in_a_symmetrical_position() {
        assert_eq!(seen(&Board::START, Side::First), seen(&Board::START, Side::Second));
        let mut board = Board::START;
        board.men[0] &= !(1 << 31);
        assert_ne!(seen(&board, Side::First), seen(&board, Side::Second));
    }

    #[test]
    fn every_square_is_in_a_region_of_one_side_or_the_other() {
        for square in 0..50 {
            let empty = seen(&Board::EMPTY, Side::First);
            let mut board = Board::EMPTY;
            board.men[0] = 1 << square;
            let of_both = [Side::First, Side::Second].map(|side| seen(&board, side));
            let differs = |all: &Vec<(usize, i32)>| {
                all[all.len() - N_REGIONS..] != empty[empty.len() - N_REGIONS..]
            };
            assert!(of_both.iter().any(differs), "square {}", square + 1);
        }
    }

    #[test]
    fn kings_count_and_have_a_square() {
        let mut board = Board::EMPTY;
        board.kings[1] = 1 << 4 | 1 << 45;
        let all = seen(&board, Side::Second);
        for expected in [
            (place::FIRST_KING, 1),
            (place::KING, 1),
            (place::ONLY_KINGS, 1),
            (place::KING_SQUARE + 4, 1),
            (place::KING_SQUARE + 45, 1),
        ] {
            assert!(all.contains(&expected), "{expected:?} in {all:?}");
        }
        assert!(seen(&board, Side::First).iter().all(|(place, _)| *place != place::KING));
    }

    #[test]
    fn no_place_lies_beyond_the_weights() {
        let mut board = Board::EMPTY;
        board.men[1] = ALL;
        for side in Side::BOTH {
            assert!(seen(&board, side).iter().all(|(place, _)| *place < place::COUNT));
        }
    }
}
