//! The line of positions from the start of the game into the search, and its repetitions.
//!
//! Any position that comes back counts as a draw for the search. [`crate::games::Rules::judge`]
//! applies the rules of a game. A hive that has moved as a whole is not recognised.

use crate::games::hive::Board;

/// A position on the line.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// Plies since a piece was placed, which no move can undo.
    reversible: u16,
}

/// The line of positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Past(Vec<Step>);

impl Past {
    /// The line of a game, its first position first.
    pub(super) fn of_game<'a>(boards: impl Iterator<Item = &'a Board>) -> Self {
        let (mut past, mut n_before) = (Self::default(), u32::MAX);
        for board in boards {
            let n_in_play = board.in_play().len();
            past.push(board, n_in_play != n_before);
            n_before = n_in_play;
        }
        past
    }

    /// A move has led to `board`; `places` when it placed a piece.
    #[inline]
    pub(super) fn push(&mut self, board: &Board, places: bool) {
        let last = self.0.last().map_or(0, |step| step.reversible);
        let reversible = if places { 0 } else { last.saturating_add(1) };
        self.0.push(Step { key: board.key_at_rest(), reversible });
    }

    /// The last move is taken back.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// The last position has been on the line before.
    #[inline]
    pub(super) fn repeats(&self) -> bool {
        let Some((last, earlier)) = self.0.split_last() else { return false };
        let n = usize::from(last.reversible).min(earlier.len());
        // The same side moves in every second position, and two are too few to come back.
        n >= 4
            && earlier[earlier.len() - n..]
                .iter()
                .rev()
                .skip(3)
                .step_by(2)
                .any(|step| step.key == last.key)
    }
}
