//! The table of positions searched before.
//!
//! Knows no search and no game: it keeps bounds, a depth and a hint for a key.

use std::marker::PhantomData;

/// The stored best moves of a position, in 16 bits.
pub(crate) trait Hint: Copy {
    /// The moves to remember when `self` is found and `old` was known for the same position.
    fn joined(self, old: Self) -> Self;
    /// The hint as a number; [`Hint::from_bits`] gives the same hint back.
    fn to_bits(self) -> u16;
    /// Reads the number.
    fn from_bits(bits: u16) -> Self;
}

/// The stored data of a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Entry<M> {
    /// The value is at least this.
    pub(crate) lower: i16,
    /// The value is at most this.
    pub(crate) upper: i16,
    /// Depth that was searched.
    pub(crate) depth: u8,
    /// The best moves.
    pub(crate) moves: M,
}

impl<M> Entry<M> {
    /// The entry for a search of `window` that returned `score`.
    pub(super) fn found(depth: u8, window: [i32; 2], score: i32, moves: M) -> Self {
        let lower = if score > window[0] { narrow(score) } else { i16::MIN };
        let upper = if score < window[1] { narrow(score) } else { i16::MAX };
        Self { lower, upper, depth, moves }
    }
}

/// A table of a fixed size, in pairs: if two positions share one place, the table keeps the deeper
/// one and the newer one.
#[derive(Debug)]
pub(crate) struct TranspositionTable<M> {
    /// Key and packed entry. Zeroed memory costs nothing until it is used, so a large table does
    /// not delay the start of the engine.
    slots: Vec<[u64; 2]>,
    age: u8,
    hint: PhantomData<M>,
}

impl<M: Hint> TranspositionTable<M> {
    /// A table of `2^bits` entries of 16 bytes.
    pub(crate) fn new(bits: u32) -> Self {
        Self { slots: vec![[0; 2]; 1 << bits], age: 0, hint: PhantomData }
    }

    /// Begins another search: entries made before it may be replaced by any other.
    pub(crate) fn next_search(&mut self) {
        self.age = (self.age + 1) & 0x3f;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.slots = vec![[0; 2]; self.slots.len()];
    }

    /// The entry of the position with this key.
    pub(crate) fn probe(&self, key: u64) -> Option<Entry<M>> {
        let at = self.place(key);
        let pair = [self.slots[at], self.slots[at ^ 1]];
        pair.iter().find(|slot| slot[0] == key && slot[1] != 0).map(|slot| unpack(slot[1]))
    }

    /// Keeps the result of a search of `window` that returned `score`.
    pub(crate) fn store(&mut self, key: u64, depth: u8, window: [i32; 2], score: i32, moves: M) {
        let entry = Entry::found(depth, window, score, moves);
        let at = self.place(key);
        for at in [at, at ^ 1] {
            if self.slots[at][0] == key && self.slots[at][1] != 0 {
                self.slots[at][1] = pack(merged(unpack(self.slots[at][1]), entry), self.age);
                return;
            }
        }
        let keep_first =
            age_of(self.slots[at][1]) == self.age && depth_of(self.slots[at][1]) > depth;
        self.slots[at ^ usize::from(keep_first)] = [key, pack(entry, self.age)];
    }

    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.slots.len() - 1)
    }
}

/// The old entry with the additions of the new one.
pub(super) fn merged<M: Hint>(old: Entry<M>, new: Entry<M>) -> Entry<M> {
    let moves = new.moves.joined(old.moves);
    if old.depth != new.depth {
        return Entry { moves, ..new };
    }
    let (lower, upper) = (old.lower.max(new.lower), old.upper.min(new.upper));
    if lower > upper {
        return Entry { moves, ..new };
    }
    Entry { lower, upper, depth: new.depth, moves }
}

fn narrow(score: i32) -> i16 {
    i16::try_from(score).expect("scores of all games fit")
}

/// Bits, from the lowest: lower 16, upper 16, depth 8, age 6, one that is always set, 2 that are
/// free, moves 16.
pub(super) fn pack<M: Hint>(entry: Entry<M>, age: u8) -> u64 {
    u64::from(entry.lower.cast_unsigned())
        | u64::from(entry.upper.cast_unsigned()) << 16
        | u64::from(entry.depth) << 32
        | u64::from(age | 0x40) << 40
        | u64::from(entry.moves.to_bits()) << 48
}

pub(super) fn unpack<M: Hint>(word: u64) -> Entry<M> {
    Entry {
        lower: (word as u16).cast_signed(),
        upper: ((word >> 16) as u16).cast_signed(),
        depth: (word >> 32) as u8,
        moves: M::from_bits((word >> 48) as u16),
    }
}

pub(super) fn age_of(word: u64) -> u8 {
    (word >> 40) as u8 & 0x3f
}

pub(super) fn depth_of(word: u64) -> u8 {
    (word >> 32) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Remembers only the last one.
    type Last = u16;

    impl Hint for Last {
        fn joined(self, _old: Self) -> Self {
            self
        }

        fn to_bits(self) -> u16 {
            self
        }

        fn from_bits(bits: u16) -> Self {
            bits
        }
    }

    #[test]
    fn bounds_of_one_depth_are_joined_and_those_of_another_replaced() {
        let mut table = TranspositionTable::<Last>::new(4);
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(table.probe(key), None);
        table.store(key, 5, [-100, 100], 150, 19);
        table.store(key, 5, [200, 201], 200, 26);
        let entry = table.probe(key).unwrap();
        assert_eq!(entry, Entry { lower: 150, upper: 200, depth: 5, moves: 26 });
        table.store(key, 6, [-100, 100], -300, 77);
        let entry = table.probe(key).unwrap();
        assert_eq!(entry, Entry { lower: i16::MIN, upper: -300, depth: 6, moves: 77 });
    }

    #[test]
    fn a_deep_entry_outlives_shallow_ones_of_its_place() {
        let mut table = TranspositionTable::<Last>::new(1);
        table.store(2, 20, [0, 10], 5, 1);
        let deep = table.probe(2).unwrap();
        for key in 10..100 {
            table.store(key << 1, 3, [0, 10], 5, 1);
        }
        assert_eq!(table.probe(2), Some(deep));
        table.next_search();
        table.store(200, 1, [0, 10], 5, 1);
        assert_eq!(table.probe(2), None);
    }
}
