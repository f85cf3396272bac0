//! Bitboards of fifty squares: sets of squares, steps in eight directions, lines.
//!
//! Knows no rule and no notation. Bit `i` is square `i + 1` of the usual numbering: row 0 is at the
//! top (Black's side), rows hold five squares; in even rows these are columns 1, 3, 5, 7, 9, in odd
//! rows columns 0, 2, 4, 6, 8 (rules 1.1).

use crate::games::Side;

/// Number of squares.
pub const N_SQUARES: u8 = 50;

/// All fifty squares.
pub const ALL: u64 = (1 << 50) - 1;

/// The last row of each side, by [`Side::idx`]: a man that ends its move there becomes a king.
pub const PROMOTION: [u64; 2] = [0x1f, 0x1f << 45];

const EVEN_ROWS: u64 = rows([1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
const ODD_ROWS: u64 = ALL & !EVEN_ROWS;
/// First and last square of each row.
const FIRST: u64 = columns(0);
const LAST: u64 = columns(4);

/// The pieces of both sides, by [`Side::idx`]: White is the first side.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Board {
    /// Men of each side.
    pub men: [u64; 2],
    /// Kings of each side.
    pub kings: [u64; 2],
}

/// The content of a square.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Piece {
    /// The side that owns it.
    pub side: Side,
    /// It is a king.
    pub king: bool,
}

impl Board {
    /// No piece at all.
    pub const EMPTY: Self = Self { men: [0; 2], kings: [0; 2] };

    /// Twenty men on each side.
    pub const START: Self = Self { men: [ALL & !((1 << 30) - 1), (1 << 20) - 1], kings: [0; 2] };

    /// Men and kings of a side.
    #[must_use]
    pub fn side(&self, side: Side) -> u64 {
        self.men[side.idx()] | self.kings[side.idx()]
    }

    /// Squares with a piece.
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.men[0] | self.men[1] | self.kings[0] | self.kings[1]
    }

    /// Squares without a piece.
    #[must_use]
    pub fn empty(&self) -> u64 {
        ALL & !self.occupied()
    }

    /// The content of a square (0 to 49).
    #[must_use]
    pub fn at(&self, square: u8) -> Option<Piece> {
        Side::BOTH.into_iter().find_map(|side| {
            let on = |set: u64| set >> square & 1 == 1;
            let king = on(self.kings[side.idx()]);
            (king || on(self.men[side.idx()])).then_some(Piece { side, king })
        })
    }

    /// Puts a piece on a square (0 to 49) or empties it.
    pub fn put(&mut self, square: u8, piece: Option<Piece>) {
        let rest = !(1 << square);
        for idx in 0..2 {
            self.men[idx] &= rest;
            self.kings[idx] &= rest;
        }
        if let Some(Piece { side, king }) = piece {
            let set = if king { &mut self.kings } else { &mut self.men };
            set[side.idx()] |= 1 << square;
        }
    }
}

/// The squares of a set, in ascending order.
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}

/// A direction on the board from White's point of view: up is towards square 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Dir {
    /// To the upper left.
    UpLeft,
    /// To the upper right.
    UpRight,
    /// To the lower left.
    DownLeft,
    /// To the lower right.
    DownRight,
    /// Two columns to the left.
    Left,
    /// Two columns to the right.
    Right,
    /// Two rows up.
    Up,
    /// Two rows down.
    Down,
}

impl Dir {
    /// All eight; the four diagonal ones come first.
    pub const ALL: [Self; 8] = [
        Self::UpLeft,
        Self::UpRight,
        Self::DownLeft,
        Self::DownRight,
        Self::Left,
        Self::Right,
        Self::Up,
        Self::Down,
    ];

    /// Squares come in ascending order along this direction.
    #[must_use]
    pub const fn ascends(self) -> bool {
        matches!(self, Self::DownLeft | Self::DownRight | Self::Right | Self::Down)
    }
}

/// The two directions in which a side's men move, by [`Side::idx`].
pub const FORWARD: [[Dir; 2]; 2] = [[Dir::UpLeft, Dir::UpRight], [Dir::DownLeft, Dir::DownRight]];

/// Every square of the set moved by one step; squares that leave the board are dropped.
#[must_use]
#[inline]
pub const fn step(set: u64, dir: Dir) -> u64 {
    match dir {
        Dir::UpLeft => (set & EVEN_ROWS) >> 5 | (set & ODD_ROWS & !FIRST) >> 6,
        Dir::UpRight => (set & EVEN_ROWS & !LAST) >> 4 | (set & ODD_ROWS) >> 5,
        Dir::DownLeft => ((set & EVEN_ROWS) << 5 | (set & ODD_ROWS & !FIRST) << 4) & ALL,
        Dir::DownRight => ((set & EVEN_ROWS & !LAST) << 6 | (set & ODD_ROWS) << 5) & ALL,
        Dir::Left => (set & !FIRST) >> 1,
        Dir::Right => (set & !LAST) << 1,
        Dir::Up => set >> 10,
        Dir::Down => set << 10 & ALL,
    }
}

/// The squares beyond `square` in a direction, up to the edge.
#[must_use]
#[inline]
pub fn ray(square: u8, dir: Dir) -> u64 {
    RAYS[dir as usize][usize::from(square) & 63]
}

/// The first square of `set` from `square` in a direction.
#[must_use]
#[inline]
pub fn first_on_ray(square: u8, dir: Dir, set: u64) -> Option<u8> {
    let met = ray(square, dir) & set;
    if met == 0 {
        return None;
    }
    let first = if dir.ascends() { met.trailing_zeros() } else { 63 - met.leading_zeros() };
    Some(first as u8)
}

/// The squares beyond `square` in a direction, up to the first one of `occupied`, without it.
#[must_use]
#[inline]
pub fn free_ray(square: u8, dir: Dir, occupied: u64) -> u64 {
    let all = ray(square, dir);
    match first_on_ray(square, dir, occupied) {
        Some(first) => all & !ray(first, dir) & !(1 << first),
        None => all,
    }
}

/// Lines by direction and square, padded to 64 squares so that no index needs a check.
static RAYS: [[u64; 64]; 8] = rays();

const fn rays() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut dir = 0;
    while dir < 8 {
        let mut square = 0;
        while square < N_SQUARES as usize {
            let mut at = step(1 << square, Dir::ALL[dir]);
            while at != 0 {
                table[dir][square] |= at;
                at = step(at, Dir::ALL[dir]);
            }
            square += 1;
        }
        dir += 1;
    }
    table
}

const fn rows(which: [u64; 10]) -> u64 {
    let mut set = 0;
    let mut row = 0;
    while row < 10 {
        set |= (which[row] * 0x1f) << (5 * row);
        row += 1;
    }
    set
}

const fn columns(idx: u32) -> u64 {
    let mut set = 0;
    let mut row = 0;
    while row < 10 {
        set |= 1 << (5 * row + idx);
        row += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the squares of a set.
    fn numbers(set: u64) -> Vec<u8> {
        squares(set).map(|square| square + 1).collect()
    }

    #[test]
    fn steps_lead_to_the_neighbours_and_not_over_the_edge() {
        let near = |number: u8| Dir::ALL.map(|dir| numbers(step(1 << (number - 1), dir)));
        let one = |n: u8| vec![n];
        let none = Vec::new;
        let of_28 = [one(22), one(23), one(32), one(33), one(27), one(29), one(18), one(38)];
        assert_eq!(near(28), of_28);
        assert_eq!(near(5), [none(), none(), one(10), none(), one(4), none(), none(), one(15)]);
        assert_eq!(near(6), [none(), one(1), none(), one(11), none(), one(7), none(), one(16)]);
        assert_eq!(near(46), [none(), one(41), none(), none(), none(), one(47), one(36), none()]);
        assert_eq!(near(45), [one(40), none(), one(50), none(), one(44), none(), one(35), none()]);
    }

    #[test]
    fn a_ray_ends_before_the_first_piece() {
        assert_eq!(numbers(ray(45, Dir::UpRight)), [5, 10, 14, 19, 23, 28, 32, 37, 41]);
        assert_eq!(first_on_ray(45, Dir::UpRight, (1 << 9) | (1 << 27)), Some(27));
        assert_eq!(numbers(free_ray(45, Dir::UpRight, (1 << 9) | (1 << 27))), [32, 37, 41]);
        assert_eq!(numbers(free_ray(2, Dir::Down, 1 << 42)), [13, 23, 33]);
    }

    #[test]
    fn every_step_can_be_taken_back() {
        let back = [3, 2, 1, 0, 5, 4, 7, 6];
        for (idx, dir) in Dir::ALL.into_iter().enumerate() {
            for square in 0..N_SQUARES {
                let there = step(1 << square, dir);
                if there != 0 {
                    assert_eq!(step(there, Dir::ALL[back[idx]]), 1 << square, "{square} {dir:?}");
                }
            }
        }
    }

    #[test]
    fn a_piece_is_found_where_it_was_put() {
        let mut board = Board::START;
        assert_eq!(board.at(19), Some(Piece { side: Side::Second, king: false }));
        assert_eq!(board.at(20), None);
        board.put(20, Some(Piece { side: Side::First, king: true }));
        assert_eq!(board.at(20), Some(Piece { side: Side::First, king: true }));
        board.put(20, None);
        assert_eq!(board, Board::START);
    }
}
