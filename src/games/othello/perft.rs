//! Counting the tree of moves fast, under each convention in use.
//!
//! Does not enumerate moves as values: the boards are counted directly, and the last ply of
//! placed discs in bulk, without making the moves.

use super::board::{Board, squares};

/// The rules for counting in a perft. The published table (and [`crate::games::Rules::perft`]) is
/// [`Counting::PUBLISHED`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Counting {
    /// A pass uses up a ply.
    pub pass_is_ply: bool,
    /// A game that ended earlier counts 1 at every greater depth, else 0.
    pub ended_count: bool,
}

impl Counting {
    /// A pass is a ply, and an ended game goes on counting 1.
    pub const PUBLISHED: Self = Self { pass_is_ply: true, ended_count: true };
}

/// Number of leaves `depth` plies below `board`.
#[must_use]
pub fn perft(board: Board, depth: u32, counting: Counting) -> u64 {
    match (counting.pass_is_ply, counting.ended_count) {
        (true, true) => count::<true, 1>(board, depth),
        (true, false) => count::<true, 0>(board, depth),
        (false, true) => count::<false, 1>(board, depth),
        (false, false) => count::<false, 0>(board, depth),
    }
}

fn count<const PASS_IS_PLY: bool, const ENDED: u64>(board: Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let legal = board.legal();
    if legal == 0 {
        let passed = board.pass();
        return match (passed.legal(), PASS_IS_PLY) {
            (0, _) => ENDED,
            (_, true) => count::<PASS_IS_PLY, ENDED>(passed, depth - 1),
            (_, false) => count::<PASS_IS_PLY, ENDED>(passed, depth),
        };
    }
    if depth == 1 {
        return u64::from(legal.count_ones());
    }
    squares(legal)
        .map(|square| {
            let child = board.place(square, board.flips(square));
            count::<PASS_IS_PLY, ENDED>(child, depth - 1)
        })
        .sum()
}
