//! Counting the tree of moves fast, under each convention in use.
//!
//! Does not sort moves or make those of the last ply: these are counted in bulk.

use super::list::MoveList;
use super::movegen::{Law, Paths, all_moves, by_law, can_capture, n_quiet};
use super::{Draughts, movegen};

/// The rules for counting in a perft. The published tables (and [`crate::games::Rules::perft`]) are
/// [`Counting::PUBLISHED`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Counting {
    /// Every way to make a capture counts, not only every move.
    pub every_path: bool,
    /// In Frisian no king makes a fourth move in a row.
    pub king_limit: bool,
}

impl Counting {
    /// Every move counts once, and all rules hold.
    pub const PUBLISHED: Self = Self { every_path: false, king_limit: true };
}

/// Number of leaves `depth` plies down. A finished game has no leaf at a greater depth.
#[must_use]
pub fn perft(pos: &Draughts, depth: u32, counting: Counting) -> u64 {
    let paths = if counting.every_path { Paths::Every } else { Paths::Moves };
    if !counting.king_limit && pos.variant() == super::Variant::Frisian {
        return count::<movegen::FrisianWithoutLimit>(pos, depth, paths);
    }
    by_law!(pos, count(pos, depth, paths))
}

fn count<L: Law>(pos: &Draughts, depth: u32, paths: Paths) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 && !can_capture::<L>(pos) {
        return n_quiet::<L>(pos);
    }
    let mut list = MoveList::new();
    all_moves::<L>(pos, &mut list, paths);
    if depth == 1 {
        return list.len() as u64;
    }
    list.iter()
        .map(|mv| {
            let mut child = *pos;
            child.play(mv);
            count::<L>(&child, depth - 1, paths)
        })
        .sum()
}
