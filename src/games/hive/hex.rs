//! Places on the endless plane of hexagons that stand on a corner, and the six ways between them.
//!
//! Does not know pieces.

/// A place, in axial coordinates: `q` grows to the east, `r` to the south-east. The game's first
/// piece is placed at `0,0` (rules 2.2).
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Hex {
    /// Steps to the east.
    pub q: i16,
    /// Steps to the south-east.
    pub r: i16,
}

impl Hex {
    /// The place of the first piece.
    pub const ORIGIN: Self = Self { q: 0, r: 0 };

    /// The neighbour in this direction. At the end of the number range the plane wraps around.
    #[must_use]
    pub fn step(self, way: Way) -> Self {
        let (q, r) = way.delta();
        Self { q: self.q.wrapping_add(q), r: self.r.wrapping_add(r) }
    }

    /// Its name in scenes and clicks: `-1,2`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{},{}", self.q, self.r)
    }

    /// Reads a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let (q, r) = name.split_once(',')?;
        Some(Self { q: q.parse().ok()?, r: r.parse().ok()? })
    }
}

/// One of the six directions, clockwise.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Way {
    /// Up and to the left.
    NorthWest,
    /// Up and to the right.
    NorthEast,
    /// To the right.
    East,
    /// Down and to the right.
    SouthEast,
    /// Down and to the left.
    SouthWest,
    /// To the left.
    West,
}

impl Way {
    /// All six, clockwise from north-west: the order in which a canonical move finds its
    /// reference piece (rules 2.2).
    pub const ALL: [Self; 6] = [
        Self::NorthWest,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::SouthWest,
        Self::West,
    ];

    /// The way back.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// The direction in words: `north-west`.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::NorthWest => "north-west",
            Self::NorthEast => "north-east",
            Self::East => "east",
            Self::SouthEast => "south-east",
            Self::SouthWest => "south-west",
            Self::West => "west",
        }
    }

    /// The change of `q` and `r` by one step.
    const fn delta(self) -> (i16, i16) {
        match self {
            Self::NorthWest => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
        }
    }
}

/// A place on the board in the form of the move generation: a number below 1024 that repeats every
/// 32 places.
///
/// A hive of 28 pieces is never wider than 28 places, so two places on it or beside it never have
/// the same number.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Cell(u16);

impl Cell {
    /// The number of cells.
    pub const COUNT: usize = 1024;

    /// The cell of pieces in hand, which is no place.
    pub(super) const NONE: Self = Self(u16::MAX);

    const STEPS: [u16; 6] = {
        let mut steps = [0; 6];
        let mut idx = 0;
        while idx < 6 {
            let (q, r) = Way::ALL[idx].delta();
            steps[idx] = (q + 32 * r).rem_euclid(1024) as u16;
            idx += 1;
        }
        steps
    };

    /// The number of a place.
    #[must_use]
    pub fn of(hex: Hex) -> Self {
        Self((hex.q as u16).wrapping_add((hex.r as u16) << 5) & 1023)
    }

    /// The index, below [`Cell::COUNT`].
    #[must_use]
    #[inline]
    pub fn idx(self) -> usize {
        usize::from(self.0 & 1023)
    }

    /// The neighbour in this direction.
    #[must_use]
    #[inline]
    pub fn step(self, way: Way) -> Self {
        self.towards(way as usize)
    }

    /// The neighbour in the direction with this index in [`Way::ALL`].
    #[inline]
    pub(super) fn towards(self, way: usize) -> Self {
        Self(self.0.wrapping_add(Self::STEPS[way]) & 1023)
    }

    /// A number below 1024 for the place of `other` relative to this one.
    #[inline]
    pub(super) fn towards_idx(self, other: Self) -> usize {
        usize::from(other.0.wrapping_sub(self.0) & 1023)
    }

    /// A bit for the direction in which the place with this [`Cell::towards_idx`] is a neighbour; 0
    /// if it isn't one.
    pub(super) const WAY_BIT: [u8; 1024] = {
        let mut bits = [0; 1024];
        let mut idx = 0;
        while idx < 6 {
            bits[Self::STEPS[idx] as usize] = 1 << idx;
            idx += 1;
        }
        bits
    };
}

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct CellSet([u64; 16]);

impl CellSet {
    /// Adds a cell; returns false when it was already in the set.
    #[inline]
    pub fn insert(&mut self, cell: Cell) -> bool {
        let (word, bit) = (&mut self.0[cell.idx() >> 6], 1 << (cell.idx() & 63));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.idx() >> 6] &= !(1 << (cell.idx() & 63));
    }

    /// The cell is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.idx() >> 6] >> (cell.idx() & 63) & 1 == 1
    }

    /// The number of cells.
    #[must_use]
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The set has no cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 16]
    }

    /// The cells, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let words = self.0;
        (0..16_u16).flat_map(move |idx| {
            let mut word = words[usize::from(idx)];
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as u16)?;
                word &= word - 1;
                Some(Cell(idx << 6 | bit))
            })
        })
    }
}
