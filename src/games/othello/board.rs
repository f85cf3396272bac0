//! Bitboards: discs, legal squares, flips, symmetries.
//!
//! Knows no colour and no notation: a board is seen by the side to move. Square `s` is bit `s`,
//! 0 = a1, 7 = h1, 63 = h8 (the order of GGF and of 64-character boards).

/// A position as the side to move sees it.
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
    /// The normal start, seen by Black, who moves first: black d5 e4, white d4 e5.
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

    /// Discs that a disc on `square` would turn; 0 when the move is not legal.
    #[must_use]
    pub fn flips(self, square: u32) -> u64 {
        let placed = 1_u64 << square;
        let inner = self.opp & INNER;
        line(placed, self.own, inner, 1)
            | line(placed, self.own, inner, 7)
            | line(placed, self.own, inner, 9)
            | line(placed, self.own, self.opp, 8)
    }

    /// The board after a disc on `square` that turns `flips`, seen by the other side.
    #[must_use]
    pub fn place(self, square: u32, flips: u64) -> Self {
        Self { own: self.opp ^ flips, opp: self.own ^ flips ^ (1 << square) }
    }

    /// The same discs, seen by the other side.
    #[must_use]
    pub fn pass(self) -> Self {
        Self { own: self.opp, opp: self.own }
    }

    /// Neither side can move.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.legal() == 0 && self.pass().legal() == 0
    }

    /// Disc difference for the side to move, empty squares given to the winner.
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

/// Discs of `opp` between `placed` and the next of `own`, both ways along `shift`.
fn line(placed: u64, own: u64, opp: u64, shift: u32) -> u64 {
    let mut up = opp & (placed << shift);
    let mut down = opp & (placed >> shift);
    up |= opp & (up << shift);
    down |= opp & (down >> shift);
    let (opp_up, opp_down) = (opp & (opp << shift), opp & (opp >> shift));
    up |= opp_up & (up << (2 * shift));
    down |= opp_down & (down >> (2 * shift));
    up |= opp_up & (up << (2 * shift));
    down |= opp_down & (down >> (2 * shift));
    let keep = |run: u64, end: u64| if end & own == 0 { 0 } else { run };
    keep(up, up << shift) | keep(down, down >> shift)
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
