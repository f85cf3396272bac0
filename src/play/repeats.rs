//! Games that repeat earlier ones, move by move, and so prove nothing.
//!
//! Keeps no game, only a hash of each.

use std::collections::{BTreeMap, HashMap, HashSet};

use sha2::{Digest, Sha256};

use crate::games::counted;

/// The counted games, by the SHA-256 of their players and moves.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    first: HashMap<Hash, u32>,
    /// By the numbers of the games.
    games: BTreeMap<u32, Hash>,
}

/// SHA-256 of players and moves.
type Hash = [u8; 32];

impl Repeats {
    /// Notes a game between two engines, on whatever sides; the number of the first game between
    /// them with exactly the same moves, if this is not the first.
    pub fn note(&mut self, players: [usize; 2], moves: &[String], number: u32) -> Option<u32> {
        let [one, other] = players;
        let text = format!("{} {}\n{}", one.min(other), one.max(other), moves.join("\n"));
        let hash: Hash = Sha256::digest(text).into();
        self.games.insert(number, hash);
        let first = *self.first.entry(hash).or_insert(number);
        (first != number).then_some(first)
    }

    /// How many games are the same as another one with a lower number. It does not depend on the
    /// order in which they were noted.
    #[must_use]
    pub fn n_repeated(&self) -> u32 {
        let different: HashSet<&Hash> = self.games.values().collect();
        u32::try_from(self.games.len() - different.len()).unwrap_or(u32::MAX)
    }

    /// Games with a higher number do not count any more.
    pub fn forget_after(&mut self, number: u32) {
        self.games.retain(|game, _| *game <= number);
        self.first.clear();
        for (game, hash) in &self.games {
            self.first.entry(*hash).or_insert(*game);
        }
    }
}

/// Says how many games are the same as an earlier one; `None` if none is.
#[must_use]
pub fn repeated_line(n_repeated: u32) -> Option<String> {
    let counted = counted(n_repeated as usize, "game");
    (n_repeated > 0).then(|| format!("the same as an earlier game, move by move: {counted}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_games_are_counted_whatever_their_order_and_without_those_that_do_not_count() {
        let games = [
            (1, [0, 1], "a"),
            (2, [1, 0], "a"),
            (3, [0, 2], "a"),
            (4, [0, 1], "b"),
            (6, [1, 0], "b"),
        ];
        let noted = |games: &[(u32, [usize; 2], &str)]| {
            let mut repeats = Repeats::default();
            for (number, players, moves) in games {
                repeats.note(*players, &[(*moves).to_owned()], *number);
            }
            repeats
        };
        let mut reversed = games;
        reversed.reverse();
        for mut repeats in [noted(&games), noted(&reversed)] {
            assert_eq!(repeats.n_repeated(), 2);
            repeats.forget_after(5);
            assert_eq!(repeats.n_repeated(), 1);
            assert_eq!(repeats.note([0, 1], &["a".to_owned()], 7), Some(1));
        }
        assert_eq!(repeated_line(0), None);
        let said = "the same as an earlier game, move by move: 1 game";
        assert_eq!(repeated_line(1).as_deref(), Some(said));
    }
}
