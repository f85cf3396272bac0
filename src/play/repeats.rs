//! Games that repeat earlier ones, move by move, and so prove nothing.
//!
//! Keeps no game, only a hash of each.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

/// The counted games, by the SHA-256 of their players and moves.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    first: HashMap<[u8; 32], u32>,
}

impl Repeats {
    /// Notes a game between two engines, on whatever sides; the number of the first game between
    /// them with exactly the same moves, if this is not the first.
    pub fn note(&mut self, players: [usize; 2], moves: &[String], number: u32) -> Option<u32> {
        let [one, other] = players;
        let text = format!("{} {}\n{}", one.min(other), one.max(other), moves.join("\n"));
        let first = *self.first.entry(Sha256::digest(text).into()).or_insert(number);
        (first != number).then_some(first)
    }
}
