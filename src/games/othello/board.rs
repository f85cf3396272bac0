//! Bitboards: discs, legal squares, flips, symmetries.
//!
//! Knows no colour and no notation: a board has the point of view of the side to move. Square `s`
//! is bit `s`, 0 = a1, 7 = h1, 63 = h8 (the order of GGF and of 64-character boards).

/// A position from the point of view of the side to move.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Board {
    /// Discs of the side to move.
    pub own: u64,
    /// Discs of the other side.
    pub opp: u64,
}

/// Columns b to g: the only discs that can be bracketed along a row or a diagonal.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

impl Board {
    /// The normal start, from the point of view of Black, who moves first: black d5 e4, white d4
    /// e5.
    pub const START: Self = Self { own: (1 << 28) | (1 << 35), opp: (1 << 27) | (1 << 36) };

    /// Squares without a disc.
    #[must_use]
    pub fn empty(self) -> u64 {
        !(self.own | self.opp)
    }

    /// Squares where the side to move may place a disc.
    #[must_use]
    pub fn legal(self) -> u64 {
        let inner = self.opp & INNER;
        let found = ray(self.own, inner, 1)
            | ray(self.own, inner, 7)
            | ray(self.own, inner, 9)
            | ray(self.own, self.opp, 8);
        found & self.empty()
    }

    /// Discs that a disc on `square` would turn; 0 when the move is not legal. The square must be
    /// empty.
    ///
    /// Towards higher squares a carry runs through the bracketed discs (squares off the line are
    /// filled in so that it passes them); towards lower ones the first square that is not an
    /// opponent's disc is the highest bit left.
    #[must_use]
    pub fn flips(self, square: u32) -> u64 {
        let lines = &LINES[square as usize];
        let next = 2_u64 << square;
        let mut flips = 0;
        for line in lines.up {
            let end = (self.opp | !line).wrapping_add(next) & line & self.own;
            flips |= end.wrapping_sub(u64::from(end != 0)) & line;
        }
        for line in lines.down {
            // The lowest bit stands for "no such square", which is never reached by a shift.
            let stop = line & !self.opp;
            let end = (1 << 63) >> (stop | 1).leading_zeros() & stop & self.own;
            flips |= end.wrapping_mul(2).wrapping_neg() & line;
        }
        flips
    }

    /// The board after a disc on `square` that turns `flips`, from the other side's point of view.
    #[must_use]
    pub fn place(self, square: u32, flips: u64) -> Self {
        Self { own: self.opp ^ flips, opp: self.own ^ flips ^ (1 << square) }
    }

    /// The same discs from the other side's point of view.
    #[must_use]
    pub fn pass(self) -> Self {
        Self { own: self.opp, opp: self.own }
    }

    /// Neither side can move.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.legal() == 0 && self.pass().legal() == 0
    }

    /// Disc difference for the side to move, with empty squares given to the winner.
    #[must_use]
    pub fn final_score(self) -> i32 {
        let own = self.own.count_ones().cast_signed();
        let opp = self.opp.count_ones().cast_signed();
        let empty = 64 - own - opp;
        match own - opp {
            0 => 0,
            diff if diff > 0 => diff + empty,
            diff => diff - empty,
        }
    }
}

/// Squares reached from `own` over one or more of `opp`, both ways along `shift`.
fn ray(own: u64, opp: u64, shift: u32) -> u64 {
    let mut up = opp & (own << shift);
    let mut down = opp & (own >> shift);
    up |= opp & (up << shift);
    down |= opp & (down >> shift);
    let (opp_up, opp_down) = (opp & (opp << shift), opp & (opp >> shift));
    up |= opp_up & (up << (2 * shift));
    down |= opp_down & (down >> (2 * shift));
    up |= opp_up & (up << (2 * shift));
    down |= opp_down & (down >> (2 * shift));
    (up << shift) | (down >> shift)
}

/// The squares on the four lines from a square upwards (to higher numbers), and downwards.
#[derive(Clone, Copy)]
struct Lines {
    up: [u64; 4],
    down: [u64; 4],
}

static LINES: [Lines; 64] = {
    let mut lines = [Lines { up: [0; 4], down: [0; 4] }; 64];
    // Columns and rows of one step up each line.
    let steps = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut square = 0;
    while square < 64 {
        let mut idx = 0;
        while idx < 4 {
            let (col, row) = steps[idx];
            lines[square].up[idx] = line_from(square, col, row);
            lines[square].down[idx] = line_from(square, -col, -row);
            idx += 1;
        }
        square += 1;
    }
    lines
};

/// The squares beyond `square` in one direction, to the edge.
const fn line_from(square: usize, by_col: i32, by_row: i32) -> u64 {
    let (mut col, mut row) = ((square % 8) as i32 + by_col, (square / 8) as i32 + by_row);
    let mut line = 0;
    while col >= 0 && col < 8 && row >= 0 && row < 8 {
        line |= 1 << (row * 8 + col);
        (col, row) = (col + by_col, row + by_row);
    }
    line
}

/// One of the eight symmetries of the square board: bit 0 mirrors left and right, bit 1 top and
/// bottom, bit 2 then swaps rows and columns.
#[must_use]
pub const fn turned(square: u32, orientation: u8) -> u32 {
    let (mut col, mut row) = (square % 8, square / 8);
    if orientation & 1 != 0 {
        col = 7 - col;
    }
    if orientation & 2 != 0 {
        row = 7 - row;
    }
    if orientation & 4 != 0 {
        (col, row) = (row, col);
    }
    row * 8 + col
}

/// The squares of a set, lowest first.
pub fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros();
            set &= set - 1;
            square
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing::Seeded;

    /// The rule to the letter: one square after another in each of the eight directions.
    fn flips_by_the_rule(board: Board, square: u32) -> u64 {
        let mut flips = 0;
        for (by_col, by_row) in
            [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
        {
            let (mut col, mut row) = (square as i32 % 8 + by_col, square as i32 / 8 + by_row);
            let mut bracketed = 0;
            while (0..8).contains(&col) && (0..8).contains(&row) {
                let bit = 1_u64 << (row * 8 + col);
                if board.own & bit != 0 {
                    flips |= bracketed;
                }
                if board.opp & bit == 0 {
                    break;
                }
                bracketed |= bit;
                (col, row) = (col + by_col, row + by_row);
            }
        }
        flips
    }

    fn random_board(numbers: &mut Seeded) -> Board {
        let mut board = Board::default();
        let filling = 1 + numbers.below(9);
        for square in 0..64 {
            match numbers.below(10) {
                n if n >= filling => {}
                n if n % 2 == 0 => board.own |= 1 << square,
                _ => board.opp |= 1 << square,
            }
        }
        board
    }

    #[test]
    fn flips_and_legal_squares_follow_the_rule_on_any_board() {
        let mut numbers = Seeded::new(64);
        for _ in 0..3_000 {
            let board = random_board(&mut numbers);
            let mut legal = 0;
            for square in squares(board.empty()) {
                let flips = flips_by_the_rule(board, square);
                assert_eq!(board.flips(square), flips, "{board:?}, {square}");
                legal |= u64::from(flips != 0) << square;
            }
            assert_eq!(board.legal(), legal, "{board:?}");
        }
    }

    #[test]
    fn empty_squares_go_to_the_winner_in_the_final_score() {
        assert_eq!(Board { own: 0b111, opp: 0b1000 }.final_score(), 62);
        assert_eq!(Board { own: 0b1000, opp: 0b111 }.final_score(), -62);
        assert_eq!(Board { own: 0b1, opp: 0b10 }.final_score(), 0);
        assert_eq!(Board { own: 0b1, opp: 0 }.final_score(), 64);
    }

    #[test]
    fn the_eight_symmetries_are_different_and_keep_the_rules() {
        let mut numbers = Seeded::new(8);
        for _ in 0..50 {
            let board = random_board(&mut numbers);
            let mut seen = Vec::new();
            for orientation in 0..8 {
                let turn = |set| squares(set).map(|at| 1 << turned(at, orientation)).sum::<u64>();
                let shown = Board { own: turn(board.own), opp: turn(board.opp) };
                assert_eq!(shown.legal(), turn(board.legal()), "{board:?}, {orientation}");
                let corners = [turned(0, orientation), turned(1, orientation)];
                assert!(!seen.contains(&corners), "{orientation}");
                seen.push(corners);
            }
        }
    }
}
