//! The table of positions searched before.
//!
//! Knows no search: it keeps bounds, a depth and two moves for a key.

use crate::games::othello::board::Board;

/// Stands for "no move" in an entry.
pub(crate) const NO_MOVE: u8 = 64;

/// What is known of a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Entry {
    /// The value is at least this.
    pub(crate) lower: i16,
    /// The value is at most this.
    pub(crate) upper: i16,
    /// Depth that was searched.
    pub(crate) depth: u8,
    /// The best move and the one that was best before it; [`NO_MOVE`] where unknown.
    pub(crate) moves: [u8; 2],
}

/// A table of a fixed size, in pairs: of two positions in one place the deeper one and the newer
/// one are kept.
#[derive(Debug)]
pub(crate) struct Table {
    /// Key and packed entry. Zeroed memory costs nothing until it is touched, so that a large table
    /// does not make the engine start late.
    slots: Vec<[u64; 2]>,
    age: u8,
}

impl Table {
    /// A table of `2^bits` entries of 16 bytes.
    pub(crate) fn new(bits: u32) -> Self {
        Self { slots: vec![[0; 2]; 1 << bits], age: 0 }
    }

    /// Entries made before this may be replaced by any other.
    pub(crate) fn next_search(&mut self) {
        self.age = (self.age + 1) & 0x3f;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.slots = vec![[0; 2]; self.slots.len()];
    }

    /// What is known of the position with this key.
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let at = self.place(key);
        let pair = [self.slots[at], self.slots[at ^ 1]];
        pair.iter().find(|slot| slot[0] == key && slot[1] != 0).map(|slot| unpack(slot[1]))
    }

    /// Keeps the result of a search of `window` that returned `score`.
    pub(crate) fn store(&mut self, key: u64, depth: u8, window: [i32; 2], score: i32, best: u8) {
        let mut entry = Entry { lower: i16::MIN, upper: i16::MAX, depth, moves: [best, NO_MOVE] };
        if score < window[1] {
            entry.upper = narrow(score);
        }
        if score > window[0] {
            entry.lower = narrow(score);
        }
        let at = self.place(key);
        for at in [at, at ^ 1] {
            if self.slots[at][0] == key && self.slots[at][1] != 0 {
                self.slots[at][1] = pack(merged(unpack(self.slots[at][1]), entry), self.age);
                return;
            }
        }
        let keep_first =
            age_of(self.slots[at][1]) == self.age && unpack(self.slots[at][1]).depth > depth;
        self.slots[at ^ usize::from(keep_first)] = [key, pack(entry, self.age)];
    }

    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.slots.len() - 1)
    }
}

/// The key of a position: board and side to move, for the board is seen by the mover.
pub(crate) fn key(board: Board) -> u64 {
    let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ board.opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 29)
}

/// The old entry with what the new one adds.
fn merged(old: Entry, new: Entry) -> Entry {
    let moves = match new.moves[0] {
        NO_MOVE => old.moves,
        best if best == old.moves[0] => old.moves,
        best => [best, old.moves[0]],
    };
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
    i16::try_from(score).expect("scores are at most 6,400 either way")
}

/// Bits, from the lowest: lower 16, upper 16, depth 8, age 6 and one that is always set, moves 7
/// and 7.
fn pack(entry: Entry, age: u8) -> u64 {
    u64::from(entry.lower.cast_unsigned())
        | u64::from(entry.upper.cast_unsigned()) << 16
        | u64::from(entry.depth) << 32
        | u64::from(age | 0x40) << 40
        | u64::from(entry.moves[0]) << 48
        | u64::from(entry.moves[1]) << 56
}

fn unpack(word: u64) -> Entry {
    Entry {
        lower: (word as u16).cast_signed(),
        upper: ((word >> 16) as u16).cast_signed(),
        depth: (word >> 32) as u8,
        moves: [(word >> 48) as u8, (word >> 56) as u8],
    }
}

fn age_of(word: u64) -> u8 {
    (word >> 40) as u8 & 0x3f
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_one_depth_are_joined_and_those_of_another_replaced() {
        let mut table = Table::new(4);
        let key = key(Board::START);
        assert_eq!(table.probe(key), None);
        table.store(key, 5, [-100, 100], 150, 19);
        table.store(key, 5, [200, 201], 200, 26);
        let entry = table.probe(key).unwrap();
        assert_eq!(entry, Entry { lower: 150, upper: 200, depth: 5, moves: [26, 19] });
        table.store(key, 6, [-100, 100], -300, NO_MOVE);
        let entry = table.probe(key).unwrap();
        assert_eq!(entry, Entry { lower: i16::MIN, upper: -300, depth: 6, moves: [26, 19] });
    }

    #[test]
    fn a_deep_entry_outlives_shallow_ones_of_its_place() {
        let mut table = Table::new(1);
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
