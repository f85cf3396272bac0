//! The groups of squares that the evaluation uses, and their numbers for a position.
//!
//! Knows no weights. A group's number is written in balanced base 3 (own disc 1, empty 0, other
//! disc -1), so that the other side's point of view changes only the sign.

use crate::games::othello::board::{Board, squares, turned};

/// A group of squares, in one of its up to eight places.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// Its squares; the first is the least digit.
    pub(crate) squares: &'static [u32],
    /// The orientations among the eight symmetries that give different places.
    orientations: &'static [u8],
}

impl Pattern {
    /// The number of numbers that it can have.
    pub(crate) const fn n_indices(&self) -> usize {
        3_usize.pow(self.squares.len() as u32)
    }

    /// For each number (counted from 0) the least number with the same meaning: that of the group
    /// in the mirror that maps it onto itself.
    pub(crate) fn canonical(&self) -> Vec<u32> {
        let n_indices = u32::try_from(self.n_indices()).expect("at most 3^10");
        let Some(mirror) = self.mirror() else { return (0..n_indices).collect() };
        let powers: Vec<u32> = mirror.iter().map(|place| 3_u32.pow(*place)).collect();
        (0..n_indices)
            .map(|index| {
                let mut rest = index;
                let mirrored: u32 = powers
                    .iter()
                    .map(|power| {
                        let digit = rest % 3;
                        rest /= 3;
                        digit * power
                    })
                    .sum();
                index.min(mirrored)
            })
            .collect()
    }

    /// The squares to which a symmetry that maps the group onto itself moves each of its squares;
    /// `None` if there is only the identity.
    fn mirror(&self) -> Option<Vec<u32>> {
        (1..8_u8).find_map(|orientation| {
            let mirror: Option<Vec<u32>> = self
                .squares
                .iter()
                .map(|square| {
                    let image = turned(*square, orientation);
                    (0_u32..).zip(self.squares).find(|(_, s)| **s == image).map(|(at, _)| at)
                })
                .collect();
            mirror.filter(|mirror| !(0_u32..).zip(mirror).all(|(at, image)| at == *image))
        })
    }
}

const fn pattern(squares: &'static [u32], orientations: &'static [u8]) -> Pattern {
    Pattern { squares, orientations }
}

/// All groups. The order is that of the weights file.
pub(crate) const PATTERNS: [Pattern; 11] = [
    // Edge and X squares.
    pattern(&[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], &[0, 2, 4, 6]),
    // Corner, 2 by 5.
    pattern(&[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], &[0, 1, 2, 3, 4, 5, 6, 7]),
    // Corner, 3 by 3.
    pattern(&[0, 1, 2, 8, 9, 10, 16, 17, 18], &[0, 1, 2, 3]),
    // Rows 2, 3 and 4.
    pattern(&[8, 9, 10, 11, 12, 13, 14, 15], &[0, 2, 4, 6]),
    pattern(&[16, 17, 18, 19, 20, 21, 22, 23], &[0, 2, 4, 6]),
    pattern(&[24, 25, 26, 27, 28, 29, 30, 31], &[0, 2, 4, 6]),
    // Diagonals of 8 to 4 squares.
    pattern(&[0, 9, 18, 27, 36, 45, 54, 63], &[0, 1]),
    pattern(&[1, 10, 19, 28, 37, 46, 55], &[0, 1, 2, 3]),
    pattern(&[2, 11, 20, 29, 38, 47], &[0, 1, 2, 3]),
    pattern(&[3, 12, 21, 30, 39], &[0, 1, 2, 3]),
    pattern(&[4, 13, 22, 31], &[0, 1, 2, 3]),
];

/// Places of all groups together.
pub(crate) const N_PLACES: usize = 46;
/// Numbers kept for a position: rounded up to whole vectors.
const N_SLOTS: usize = 48;

/// Number of tables: a table holds up to 65,536 weights, so that a `u16` can never miss it.
pub(crate) const N_TABLES: usize = 3;

/// The place of a group's weights: the table, and the place of number 0 in it.
pub(crate) const fn origin(pattern: usize) -> (usize, usize) {
    let half = PATTERNS[pattern].n_indices() / 2;
    if pattern < 2 {
        return (pattern, half);
    }
    let mut at = 0;
    let mut before = 2;
    while before < pattern {
        at += PATTERNS[before].n_indices();
        before += 1;
    }
    (2, at + half)
}

/// Places that use a table: the numbers from the first to before the second.
pub(crate) const TABLE_PLACES: [(usize, usize); N_TABLES] = [(0, 4), (4, 12), (12, N_PLACES)];

/// The amount that a disc on each square adds to each number.
static POWERS: [[i16; N_SLOTS]; 64] = powers();
/// The place of number 0 in its table, for each number.
static ORIGINS: [u16; N_SLOTS] = origins();

const fn powers() -> [[i16; N_SLOTS]; 64] {
    let mut powers = [[0; N_SLOTS]; 64];
    let (mut place, mut pattern) = (0, 0);
    while pattern < PATTERNS.len() {
        let Pattern { squares, orientations, .. } = &PATTERNS[pattern];
        let mut turn = 0;
        while turn < orientations.len() {
            let (mut digit, mut power) = (0, 1);
            while digit < squares.len() {
                powers[turned(squares[digit], orientations[turn]) as usize][place] = power;
                digit += 1;
                if digit < squares.len() {
                    power *= 3;
                }
            }
            turn += 1;
            place += 1;
        }
        pattern += 1;
    }
    assert!(place == N_PLACES, "every place has a number");
    powers
}

const fn origins() -> [u16; N_SLOTS] {
    let mut origins = [0; N_SLOTS];
    let (mut place, mut pattern) = (0, 0);
    while pattern < PATTERNS.len() {
        let mut turn = 0;
        while turn < PATTERNS[pattern].orientations.len() {
            origins[place] = origin(pattern).1 as u16;
            turn += 1;
            place += 1;
        }
        pattern += 1;
    }
    origins
}

/// The numbers of all groups for one position, from the point of view of the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features([i16; N_SLOTS]);

impl Features {
    /// Computes the numbers of a board from scratch.
    pub(crate) fn new(board: Board) -> Self {
        let mut found = Self([0; N_SLOTS]);
        for square in squares(board.own) {
            found.add(square, 1);
        }
        for square in squares(board.opp) {
            found.add(square, -1);
        }
        found
    }

    /// The numbers after a disc on `square` that turns `flips`, from the other side's point of
    /// view.
    #[must_use]
    pub(crate) fn place(&self, square: u32, flips: u64) -> Self {
        let mut next = *self;
        next.add(square, 1);
        for flipped in squares(flips) {
            next.add(flipped, 2);
        }
        next.pass()
    }

    /// The numbers from the other side's point of view.
    #[must_use]
    pub(crate) fn pass(&self) -> Self {
        Self(self.0.map(|number| -number))
    }

    /// The places of this position's weights in their tables ([`TABLE_PLACES`]).
    pub(crate) fn lookups(&self) -> [u16; N_SLOTS] {
        let mut found = ORIGINS;
        for (at, number) in found.iter_mut().zip(self.0) {
            *at = at.wrapping_add_signed(number);
        }
        found
    }

    fn add(&mut self, square: u32, times: i16) {
        for (number, power) in self.0.iter_mut().zip(&POWERS[square as usize]) {
            // Twice the highest power wraps on the way; the sum does not.
            *number = number.wrapping_add(times.wrapping_mul(*power));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position from the point of view of the weights: for each table the places, in any order,
    /// each replaced by the one that stands for it and its mirror image.
    fn seen(board: Board) -> Vec<Vec<u32>> {
        let lookups = Features::new(board).lookups();
        TABLE_PLACES
            .iter()
            .enumerate()
            .map(|(table, (first, end))| {
                let stands_for = |at: u16| {
                    let at = usize::from(at);
                    for (number, pattern) in PATTERNS.iter().enumerate() {
                        let start = origin(number).1 - pattern.n_indices() / 2;
                        let range = start..start + pattern.n_indices();
                        if origin(number).0 == table && range.contains(&at) {
                            return (start as u32) + pattern.canonical()[at - start];
                        }
                    }
                    panic!("{at} is in no group")
                };
                let mut found: Vec<u32> =
                    lookups[*first..*end].iter().map(|at| stands_for(*at)).collect();
                found.sort_unstable();
                found
            })
            .collect()
    }

    fn turned_board(board: Board, orientation: u8) -> Board {
        let turn = |discs| squares(discs).map(|s| 1_u64 << turned(s, orientation)).sum();
        Board { own: turn(board.own), opp: turn(board.opp) }
    }

    #[test]
    fn a_position_looks_the_same_from_all_eight_sides() {
        let board = Board { own: 0x0010_3b1c_2400_5a11, opp: 0x8129_4423_1a3c_8142 };
        assert_eq!(board.own & board.opp, 0);
        for orientation in 1..8 {
            assert_eq!(seen(turned_board(board, orientation)), seen(board), "{orientation}");
        }
    }

    #[test]
    fn numbers_kept_up_to_date_are_those_made_anew() {
        let (mut board, mut features) = (Board::START, Features::new(Board::START));
        while let Some(square) = squares(board.legal()).last() {
            let flips = board.flips(square);
            (board, features) = (board.place(square, flips), features.place(square, flips));
            assert_eq!(features.lookups(), Features::new(board).lookups());
        }
        assert_eq!(features.pass().lookups(), Features::new(board.pass()).lookups());
    }
}
