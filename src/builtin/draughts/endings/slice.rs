//! Positions with the same pieces, each with a number of its own.
//!
//! Knows no rule.

use std::fmt;
use std::sync::OnceLock;

use super::{Code, DRAW, flipped};
use crate::games::Side;
use crate::games::draughts::Draughts;
use crate::games::draughts::board::{Board, N_SQUARES};

/// Numbers of men and kings of either side, at most three each.
pub(super) const N_MATERIALS: usize = 4 * 4 * 4 * 4;

/// A man does not stand in the row where it becomes a king.
const N_MAN_SQUARES: u8 = N_SQUARES - 5;

/// The pieces of a position; the side to move comes first.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Material {
    pub(super) men: [u8; 2],
    pub(super) kings: [u8; 2],
}

impl Material {
    pub(super) fn of(board: &Board) -> Self {
        let count = |sets: [u64; 2]| sets.map(|set| set.count_ones() as u8);
        Self { men: count(board.men), kings: count(board.kings) }
    }

    pub(super) fn swapped(self) -> Self {
        let [[a, b], [c, d]] = [self.men, self.kings];
        Self { men: [b, a], kings: [d, c] }
    }

    /// These pieces or the same with sides swapped, whichever stands for both.
    pub(super) fn home(self) -> Self {
        self.min(self.swapped())
    }

    pub(super) fn n_pieces(self) -> u8 {
        self.n_men() + self.kings[0] + self.kings[1]
    }

    pub(super) fn n_men(self) -> u8 {
        self.men[0] + self.men[1]
    }

    /// What is left when one piece is captured or one man becomes a king.
    pub(super) fn after_moves(self) -> impl Iterator<Item = Self> {
        [0, 1].into_iter().flat_map(move |side| {
            let mut changed = [self; 3];
            let has_man = self.men[side] > 0;
            changed[0].men[side] = self.men[side].saturating_sub(1);
            changed[1].kings[side] = self.kings[side].saturating_sub(1);
            changed[2].men[side] = self.men[side].saturating_sub(1);
            changed[2].kings[side] += u8::from(has_man);
            changed.into_iter().filter(move |after| *after != self)
        })
    }

    /// A place of its own among [`N_MATERIALS`].
    pub(super) fn place(self) -> usize {
        let [[a, b], [c, d]] = [self.men, self.kings];
        [a, b, c, d].into_iter().fold(0, |place, n| place << 2 | usize::from(n & 3))
    }

    /// The number of pieces against a lone king, at most three with a king among them, or one king.
    pub(super) fn against_one(self) -> Option<u8> {
        let n = [0, 1].map(|i| self.men[i] + self.kings[i]);
        let (many, one) = if n[0] >= n[1] { (0, 1) } else { (1, 0) };
        let lone = self.men[one] == 0 && self.kings[one] == 1;
        (lone && self.kings[many] >= 1 && n[many] <= 3).then_some(n[many])
    }
}

/// `1 man, 2 kings against 1 king`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [own, opp] = [0, 1].map(|i| {
            let counted = |n: u8, one: &str, more: &str| match n {
                0 => None,
                1 => Some(format!("1 {one}")),
                n => Some(format!("{n} {more}")),
            };
            let parts =
                [counted(self.men[i], "man", "men"), counted(self.kings[i], "king", "kings")];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        });
        write!(f, "{own} against {opp}")
    }
}

/// The values of all positions with the same pieces, White to move. Places on which two pieces would
/// share a square belong to no position.
pub(super) struct Slice {
    material: Material,
    codes: Vec<Code>,
}

impl Slice {
    /// All values are draws as yet.
    pub(super) fn new(material: Material) -> Self {
        let n: usize = sets(material).map(<[u64]>::len).iter().product();
        Self { material, codes: vec![DRAW; n] }
    }

    pub(super) fn material(&self) -> Material {
        self.material
    }

    pub(super) fn len(&self) -> usize {
        self.codes.len()
    }

    pub(super) fn code(&self, board: &Board) -> Code {
        self.codes[self.place(board)]
    }

    pub(super) fn at(&self, place: usize) -> Code {
        self.codes[place]
    }

    pub(super) fn set(&mut self, place: usize, code: Code) {
        self.codes[place] = code;
    }

    /// The place of a board with these pieces.
    pub(super) fn place(&self, board: &Board) -> usize {
        let [men, kings] = sets_of(board);
        let groups = [men[0], men[1], kings[0], kings[1]];
        let lists = sets(self.material);
        groups.into_iter().zip(lists).fold(0, |place, (set, list)| place * list.len() + rank(set))
    }

    /// The board at a place; `None` where two pieces would share a square.
    pub(super) fn board(&self, mut place: usize) -> Option<Board> {
        let lists = sets(self.material);
        let mut groups = [0; 4];
        for (group, list) in groups.iter_mut().zip(lists).rev() {
            *group = list[place % list.len()];
            place /= list.len();
        }
        let [own_men, opp_men, own_kings, opp_kings] = groups;
        let board = Board { men: [own_men << 5, opp_men], kings: [own_kings, opp_kings] };
        let n = self.material;
        let pieces: u8 = n.men.iter().chain(&n.kings).sum();
        (board.occupied().count_ones() == u32::from(pieces)).then_some(board)
    }
}

/// The sets that are ranked: White's men from the sixth square on.
fn sets_of(board: &Board) -> [[u64; 2]; 2] {
    [[board.men[0] >> 5, board.men[1]], board.kings]
}

/// All sets of men of White, of Black, of kings of White and of Black, by their ranks.
fn sets(material: Material) -> [&'static [u64]; 4] {
    static MEN: OnceLock<[Vec<u64>; 4]> = OnceLock::new();
    static KINGS: OnceLock<[Vec<u64>; 4]> = OnceLock::new();
    let of = |n_squares| move || [0, 1, 2, 3].map(|n| all_sets(n, n_squares));
    let (men, kings) = (MEN.get_or_init(of(N_MAN_SQUARES)), KINGS.get_or_init(of(N_SQUARES)));
    let [[a, b], [c, d]] = [material.men, material.kings].map(|n| n.map(usize::from));
    [&men[a], &men[b], &kings[c], &kings[d]]
}

/// All sets of `n` squares (up to 3) in the order of their ranks.
fn all_sets(n: u32, n_squares: u8) -> Vec<u64> {
    let mut sets = vec![0];
    for _ in 0..n {
        // The greatest square is added last, so that sets with a smaller one come first.
        sets = (0..n_squares)
            .flat_map(|square| {
                let below = sets.iter().filter(move |set| **set >> square == 0);
                below.map(move |set| set | 1 << square).collect::<Vec<_>>()
            })
            .collect();
    }
    sets
}

/// The number of sets of equal size that come before this one: the sum of the numbers of sets that
/// lie wholly below each of its squares.
fn rank(mut set: u64) -> usize {
    let mut rank = 0;
    let mut n = 0;
    while set != 0 {
        let square = set.trailing_zeros() as usize;
        set &= set - 1;
        n += 1;
        rank += match n {
            1 => square,
            2 => square * square.saturating_sub(1) / 2,
            _ => square * square.saturating_sub(1) * square.saturating_sub(2) / 6,
        };
    }
    rank
}

/// A set of squares on the board turned by half a turn.
pub(super) fn mirrored(set: u64) -> u64 {
    set.reverse_bits() >> (64 - u32::from(N_SQUARES))
}

/// The board of a position, turned where Black is to move, so that White is.
pub(super) fn turned(pos: &Draughts) -> Board {
    match pos.turn() {
        Side::First => *pos.board(),
        Side::Second => flipped(pos.board()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_found_at_its_place() {
        for (men, kings) in [([1, 0], [1, 2]), ([2, 1], [0, 1]), ([0, 3], [1, 0])] {
            let slice = Slice::new(Material { men, kings });
            let boards = (0..slice.len()).filter_map(|place| Some((place, slice.board(place)?)));
            let mut n = 0;
            for (place, board) in boards {
                assert_eq!(slice.place(&board), place, "{board:?}");
                n += 1;
            }
            assert!(n > slice.len() / 2, "{n} of {}", slice.len());
        }
    }
}
