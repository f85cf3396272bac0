//! The table of positions that all threads of a search share.
//!
//! A slot that two threads write at once belongs to no position any more: the key is stored mixed
//! with the entry (Hyatt and Mann, "A lockless transposition table implementation for parallel
//! search", 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::order::Goal;
use crate::builtin::tt::{Entry, age_of, depth_of, merged, pack, unpack};

/// A table of a fixed size, in pairs: if two positions share one place, the table keeps the deeper
/// one and the newer one.
#[derive(Debug)]
pub(super) struct SharedTable {
    slots: Vec<[AtomicU64; 2]>,
    age: AtomicU8,
}

impl SharedTable {
    /// A table of `2^bits` entries of 16 bytes.
    pub(super) fn new(bits: u32) -> Self {
        let mut slots = Vec::new();
        slots.resize_with(1 << bits, || [AtomicU64::new(0), AtomicU64::new(0)]);
        Self { slots, age: AtomicU8::new(0) }
    }

    /// Begins another search: entries made before it may be replaced by any other.
    pub(super) fn next_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) & 0x3f, Relaxed);
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        for word in self.slots.iter().flatten() {
            word.store(0, Relaxed);
        }
    }

    /// The entry of the position with this key.
    pub(super) fn probe(&self, key: u64) -> Option<Entry<Goal>> {
        let at = self.place(key);
        let word = self.word(at, key).or_else(|| self.word(at ^ 1, key))?;
        Some(unpack(word))
    }

    /// Stores the result of a position.
    pub(super) fn store(&self, key: u64, found: Entry<Goal>) {
        let (at, age) = (self.place(key), self.age.load(Relaxed));
        for at in [at, at ^ 1] {
            if let Some(word) = self.word(at, key) {
                return self.put(at, key, pack(merged(unpack(word), found), age));
            }
        }
        let first = self.slots[at][1].load(Relaxed);
        let keep_first = age_of(first) == age && depth_of(first) > found.depth;
        self.put(at ^ usize::from(keep_first), key, pack(found, age));
    }

    fn word(&self, at: usize, key: u64) -> Option<u64> {
        let [mixed, word] = &self.slots[at];
        let word = word.load(Relaxed);
        (word != 0 && mixed.load(Relaxed) ^ word == key).then_some(word)
    }

    fn put(&self, at: usize, key: u64, word: u64) {
        let [mixed, slot] = &self.slots[at];
        mixed.store(key ^ word, Relaxed);
        slot.store(word, Relaxed);
    }

    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_again_until_something_deeper_or_newer_takes_its_place() {
        let table = SharedTable::new(1);
        let found = |depth| Entry::found(depth, [-10, 10], 5, Goal::NONE);
        table.store(2, found(9));
        assert_eq!(table.probe(2), Some(found(9)));
        for key in 10..50 {
            table.store(key, found(3));
        }
        assert_eq!(table.probe(2), Some(found(9)), "a deep one outlives shallow ones");
        table.next_search();
        table.store(100, found(1));
        assert_eq!(table.probe(2), None);
        assert_eq!(table.probe(100), Some(found(1)));
        table.clear();
        assert_eq!(table.probe(100), None);
    }

    #[test]
    fn a_slot_that_was_torn_belongs_to_no_position() {
        let table = SharedTable::new(1);
        table.store(2, Entry::found(9, [-10, 10], 5, Goal::NONE));
        table.slots[0][1].fetch_xor(1, Relaxed);
        assert_eq!(table.probe(2), None);
    }
}
