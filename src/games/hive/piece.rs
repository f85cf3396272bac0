//! The pieces and their short names.
//!
//! Does not know their places.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::games::Side;

/// A kind of piece.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Bug {
    /// The queen bee: surrounded, she loses the game.
    Queen,
    /// Three slides.
    Spider,
    /// One step, also onto other pieces.
    Beetle,
    /// Jumps in a straight line.
    Grasshopper,
    /// Any number of slides.
    Ant,
    /// Moves like the pieces it touches.
    Mosquito,
    /// Two steps over the hive and one down.
    Ladybug,
    /// One slide; throws its neighbours.
    Pillbug,
}

impl Bug {
    /// All eight kinds.
    pub const ALL: [Self; 8] = [
        Self::Queen,
        Self::Spider,
        Self::Beetle,
        Self::Grasshopper,
        Self::Ant,
        Self::Mosquito,
        Self::Ladybug,
        Self::Pillbug,
    ];

    /// The number of these pieces of a player.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::Queen | Self::Mosquito | Self::Ladybug | Self::Pillbug => 1,
            Self::Spider | Self::Beetle => 2,
            Self::Grasshopper | Self::Ant => 3,
        }
    }

    /// Its letter in short names: `Q`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Queen => 'Q',
            Self::Spider => 'S',
            Self::Beetle => 'B',
            Self::Grasshopper => 'G',
            Self::Ant => 'A',
            Self::Mosquito => 'M',
            Self::Ladybug => 'L',
            Self::Pillbug => 'P',
        }
    }

    /// The kind in words: `grasshopper`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Queen => "queen",
            Self::Spider => "spider",
            Self::Beetle => "beetle",
            Self::Grasshopper => "grasshopper",
            Self::Ant => "ant",
            Self::Mosquito => "mosquito",
            Self::Ladybug => "ladybug",
            Self::Pillbug => "pillbug",
        }
    }

    /// Finds a kind by its letter; capitals do not matter.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|bug| bug.letter().eq_ignore_ascii_case(&letter))
    }

    /// The index of its first piece among the 14 of a side.
    const fn first_idx(self) -> u8 {
        match self {
            Self::Queen => 0,
            Self::Spider => 1,
            Self::Beetle => 3,
            Self::Grasshopper => 5,
            Self::Ant => 8,
            Self::Mosquito => 11,
            Self::Ladybug => 12,
            Self::Pillbug => 13,
        }
    }
}

/// One of the 28 pieces, by its index: White's 14 first, each side's in the order of [`Bug::ALL`].
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Piece(u8);

impl Piece {
    /// The number of all pieces.
    pub const COUNT: usize = 28;

    /// The number of pieces of a side.
    pub(super) const PER_SIDE: u8 = 14;

    /// The piece, if it exists; numbers count from 1.
    #[must_use]
    pub fn new(side: Side, bug: Bug, number: u8) -> Option<Self> {
        (1..=bug.count()).contains(&number).then(|| Self::of(side, bug, number))
    }

    const fn of(side: Side, bug: Bug, number: u8) -> Self {
        let base = match side {
            Side::First => 0,
            Side::Second => Self::PER_SIDE,
        };
        Self(base + bug.first_idx() + number - 1)
    }

    /// A side's queen.
    #[must_use]
    pub const fn queen(side: Side) -> Self {
        Self::of(side, Bug::Queen, 1)
    }

    /// A side's first piece of a kind.
    #[must_use]
    pub const fn first(side: Side, bug: Bug) -> Self {
        Self::of(side, bug, 1)
    }

    /// All pieces.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The piece with this index.
    #[inline]
    pub(super) const fn from_idx(idx: u8) -> Self {
        debug_assert!(idx < Self::COUNT as u8, "an index of a piece");
        Self(idx)
    }

    /// The index, below [`Piece::COUNT`].
    #[must_use]
    #[inline]
    pub const fn idx(self) -> usize {
        self.0 as usize
    }

    /// The side that owns it.
    #[must_use]
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 < Self::PER_SIDE { Side::First } else { Side::Second }
    }

    /// Its kind.
    #[must_use]
    #[inline]
    pub const fn bug(self) -> Bug {
        KINDS[self.0 as usize].0
    }

    /// Its number among its kind, from 1; 1 if there is only one of its kind.
    #[must_use]
    pub const fn number(self) -> u8 {
        KINDS[self.0 as usize].1
    }

    /// The letters of its short name: `wA1`, `bQ`.
    pub(super) fn letters(self) -> impl Iterator<Item = char> {
        let side = match self.side() {
            Side::First => 'w',
            Side::Second => 'b',
        };
        let number = (self.bug().count() > 1).then(|| char::from(b'0' + self.number()));
        [side, self.bug().letter()].into_iter().chain(number)
    }

    /// The piece in words: `white ant 1`, `black queen`.
    #[must_use]
    pub fn title(self) -> String {
        let side = match self.side() {
            Side::First => "white",
            Side::Second => "black",
        };
        match self.bug().count() {
            1 => format!("{side} {}", self.bug().title()),
            _ => format!("{side} {} {}", self.bug().title(), self.number()),
        }
    }
}

/// Kind and number by index.
const KINDS: [(Bug, u8); Piece::COUNT] = {
    let mut kinds = [(Bug::Queen, 1); Piece::COUNT];
    let mut at = 0;
    let mut bug = 0;
    while bug < 8 {
        let mut number = 1;
        while number <= Bug::ALL[bug].count() {
            kinds[at] = (Bug::ALL[bug], number);
            kinds[at + Piece::PER_SIDE as usize] = (Bug::ALL[bug], number);
            at += 1;
            number += 1;
        }
        bug += 1;
    }
    kinds
};

impl fmt::Display for Piece {
    /// The short name: `wA1`, `bQ`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters().try_for_each(|letter| f.write_char(letter))
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that isn't the short name of a piece.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[error("not a piece")]
pub struct UnknownPiece;

impl FromStr for Piece {
    type Err = UnknownPiece;

    /// Reads a short name; capitals do not matter, and `wM1` is `wM` (BoardSpace).
    fn from_str(text: &str) -> Result<Self, UnknownPiece> {
        let mut letters = text.chars();
        let side = match letters.next() {
            Some('w' | 'W') => Side::First,
            Some('b' | 'B') => Side::Second,
            Some(_) | None => return Err(UnknownPiece),
        };
        let bug = letters.next().and_then(Bug::of_letter).ok_or(UnknownPiece)?;
        let number = match letters.as_str() {
            "" if bug.count() == 1 => 1,
            rest => rest.parse().ok().ok_or(UnknownPiece)?,
        };
        if text.len() > 3 {
            return Err(UnknownPiece);
        }
        Self::new(side, bug, number).ok_or(UnknownPiece)
    }
}

/// A set of pieces.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct PieceSet(pub(super) u32);

impl PieceSet {
    /// No piece.
    pub const EMPTY: Self = Self(0);

    /// Every piece of every game type.
    pub const ALL: Self = Self((1 << Piece::COUNT) - 1);

    /// All pieces of a side.
    #[must_use]
    #[inline]
    pub const fn of_side(side: Side) -> Self {
        match side {
            Side::First => Self((1 << Piece::PER_SIDE) - 1),
            Side::Second => Self(((1 << Piece::PER_SIDE) - 1) << Piece::PER_SIDE),
        }
    }

    /// All pieces of a kind, of both sides.
    #[must_use]
    #[inline]
    pub const fn of_bug(bug: Bug) -> Self {
        let own = ((1_u32 << bug.count()) - 1) << bug.first_idx();
        Self(own | own << Piece::PER_SIDE)
    }

    /// The piece is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 >> piece.0 & 1 == 1
    }

    /// Adds a piece.
    #[inline]
    pub fn insert(&mut self, piece: Piece) {
        self.0 |= 1 << piece.0;
    }

    /// Removes a piece.
    #[inline]
    pub fn remove(&mut self, piece: Piece) {
        self.0 &= !(1 << piece.0);
    }

    /// The pieces that are in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The pieces that are not in the other set.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The number of pieces.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The set has no piece.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for PieceSet {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        let idx = (self.0 != 0).then(|| self.0.trailing_zeros() as u8)?;
        self.0 &= self.0 - 1;
        Some(Piece(idx))
    }
}
