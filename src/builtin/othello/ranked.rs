//! Moves in the order in which they are tried.
//!
//! Does not know what makes a move promising.

/// The most moves that any position has is 33.
const MAX_MOVES: usize = 34;

/// A move and its promise.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ranked {
    key: i32,
    pub(super) square: u32,
    pub(super) flips: u64,
}

/// The moves of a position; on the stack, because there are millions of them a second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranking {
    moves: [Ranked; MAX_MOVES],
    len: usize,
}

impl Ranking {
    pub(super) fn new() -> Self {
        Self { moves: [Ranked::default(); MAX_MOVES], len: 0 }
    }

    pub(super) fn push(&mut self, key: i32, square: u32, flips: u64) {
        self.moves[self.len] = Ranked { key, square, flips };
        self.len += 1;
    }

    /// Puts the best first. There are few moves, and insertion is fastest then.
    pub(super) fn sort(&mut self) {
        let moves = &mut self.moves[..self.len];
        for end in 1..moves.len() {
            let mut at = end;
            while at > 0 && moves[at - 1].key < moves[at].key {
                moves.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Ranked> {
        self.moves[..self.len].iter()
    }
}
