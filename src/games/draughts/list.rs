//! A list of moves that does not allocate at usual lengths.
//!
//! Only requires that moves can be copied.

use std::fmt;
use std::ops::Deref;

use super::moves::Move;

/// Moves kept in place; if there are more, they go to the heap. The longest list known from play
/// has fewer; set-up boards full of kings have more.
const IN_PLACE: usize = 96;

/// A list of moves, read as a slice.
#[derive(Clone)]
pub struct MoveList {
    n: usize,
    in_place: [Move; IN_PLACE],
    /// All moves, once there are too many.
    spilled: Vec<Move>,
}

impl MoveList {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        let none = Move { from: 0, to: 0, captured: 0 };
        Self { n: 0, in_place: [none; IN_PLACE], spilled: Vec::new() }
    }

    /// Removes every move.
    #[inline]
    pub fn clear(&mut self) {
        self.n = 0;
        self.spilled.clear();
    }

    /// Adds a move at the end.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        if let Some(place) = self.in_place.get_mut(self.n) {
            *place = mv;
        } else {
            if self.spilled.is_empty() {
                self.spilled.extend_from_slice(&self.in_place);
            }
            self.spilled.push(mv);
        }
        self.n += 1;
    }

    /// The moves, for changing their order.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        if self.n <= IN_PLACE { &mut self.in_place[..self.n] } else { &mut self.spilled }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        if self.n <= IN_PLACE { &self.in_place[..self.n] } else { &self.spilled }
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_is_too_long_for_its_place_keeps_every_move() {
        let mut list = MoveList::new();
        let moves: Vec<Move> = (0..250).map(|n| Move { from: n, to: 0, captured: 0 }).collect();
        for (n, mv) in moves.iter().enumerate() {
            assert_eq!(list.len(), n);
            list.push(*mv);
            assert_eq!(&list[..], &moves[..=n]);
            assert_eq!(list.as_mut_slice(), &moves[..=n]);
        }
        list.clear();
        assert!(list.is_empty());
        list.push(moves[7]);
        assert_eq!(&list[..], &moves[7..8]);
    }
}
