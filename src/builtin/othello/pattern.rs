//! The groups of squares that the evaluation looks at, and their numbers for a position.
//!
//! Knows no weights. A group's number is written in balanced base 3 (own disc 1, empty 0, other
//! disc -1), so that seeing the board from the other side is changing the sign.

use crate::games::othello::board::{Board, squares, turned};

/// A group of squares, in one of its up to eight places.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// Its name in the list printed by the trainer.
    pub(crate) name: &'static str,
    /// Its squares; the first is the least digit.
    pub(crate) squares: &'static [u32],
    /// Which of the eight symmetries give the places that differ.
    orientations: &'static [u8],
}

impl Pattern {
    /// How many numbers it has.
    pub(crate) const fn n_indices(&self) -> usize {
        3_usize.pow(self.squares.len() as u32)
    }

    /// For each number (counted from 0) the least number with the same meaning: the group seen in
    /// the mirror that maps it onto itself.
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

    /// Where a symmetry that maps the group onto itself moves each of its squares; `None` where
    /// there is none but those that move nothing.
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

/// All groups. The order is that of the weights file.
pub(crate) const PATTERNS: [Pattern; 11] = [
    Pattern {
        name: "edge and X squares",
        squares: &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
        orientations: &[0, 2, 4, 6],
    },
    Pattern {
        name: "corner 2x5",
        squares: &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
        orientations: &[0, 1, 2, 3, 4, 5, 6, 7],
    },
    Pattern {
        name: "corner 3x3",
        squares: &[0, 1, 2, 8, 9, 10, 16, 17, 18],
        orientations: &[0, 1, 2, 3],
    },
    Pattern {
        name: "row 2",
        squares: &[8, 9, 10, 11, 12, 13, 14, 15],
        orientations: &[0, 2, 4, 6],
    },
    Pattern {
        name: "row 3",
        squares: &[16, 17, 18, 19, 20, 21, 22, 23],
        orientations: &[0, 2, 4, 6],
    },
    Pattern {
        name: "row 4",
        squares: &[24, 25, 26, 27, 28, 29, 30, 31],
        orientations: &[0, 2, 4, 6],
    },
    Pattern { name: "diagonal 8", squares: &[0, 9, 18, 27, 36, 45, 54, 63], orientations: &[0, 1] },
    Pattern {
        name: "diagonal 7",
        squares: &[1, 10, 19, 28, 37, 46, 55],
        orientations: &[0, 1, 2, 3],
    },
    Pattern { name: "diagonal 6", squares: &[2, 11, 20, 29, 38, 47], orientations: &[0, 1, 2, 3] },
    Pattern { name: "diagonal 5", squares: &[3, 12, 21, 30, 39], orientations: &[0, 1, 2, 3] },
    Pattern { name: "diagonal 4", squares: &[4, 13, 22, 31], orientations: &[0, 1, 2, 3] },
];

/// Places of all groups together.
pub(crate) const N_PLACES: usize = 46;
/// Numbers kept for a position: rounded up to whole vectors.
const N_SLOTS: usize = 48;

/// Number of tables: a table holds up to 65,536 weights, so that a `u16` can never miss it.
pub(crate) const N_TABLES: usize = 3;

/// Where a group's weights lie: the table, and the place of number 0 in it.
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

/// What a disc on each square adds to each number.
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

/// The numbers of all groups for one position, as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features([i16; N_SLOTS]);

impl Features {
    /// From nothing.
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

    /// After a disc on `square` that turns `flips`, seen by the other side.
    #[must_use]
    pub(crate) fn place(&self, square: u32, flips: u64) -> Self {
        let mut next = *self;
        next.add(square, 1);
        for flipped in squares(flips) {
            next.add(flipped, 2);
        }
        next.pass()
    }

    /// Seen by the other side.
    #[must_use]
    pub(crate) fn pass(&self) -> Self {
        Self(self.0.map(|number| -number))
    }

    /// Where the weights of this position lie in their tables ([`TABLE_PLACES`]).
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
