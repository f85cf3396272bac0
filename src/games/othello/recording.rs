//! Plays the moves of a file into a record.
//!
//! Knows no file format. Passes that a file leaves out are added if the rules force them.

use super::moves::Move;
use super::{Othello, side_name};
use crate::games::recording::Recording;
use crate::games::{NodeId, Outcome, Rules, Side};

impl Recording<Othello> {
    /// Plays a move of a file, after a forced pass that the file left out.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot be played; the record is then unchanged.
    pub(in crate::games::othello) fn play_told(&mut self, mv: Move) -> Result<NodeId, String> {
        let (n, pos) = (self.n_plies() + 1, *self.pos());
        if played(pos, mv).is_none() {
            if pos.board.is_over() {
                return Err(format!("move {n}: \"{mv}\" comes after the end of the game"));
            }
            return Err(format!("move {n}: \"{mv}\" is not legal for {}", side_name(pos.side)));
        }
        if mv != Move::Pass && pos.must_pass() {
            self.play(&Move::Pass);
        }
        Ok(self.play(&mv))
    }

    /// Plays a move that the file gives to `side`.
    ///
    /// # Errors
    ///
    /// In the same cases as [`Recording::play_told`], and when it is the other side's turn.
    pub(in crate::games::othello) fn play_as(
        &mut self,
        side: Side,
        mv: Move,
    ) -> Result<NodeId, String> {
        let pos = self.pos();
        let other_passed = mv != Move::Pass && pos.must_pass();
        if (pos.side == side) == other_passed && !pos.board.is_over() {
            let n = self.n_plies() + 1;
            let (mover, turn) = (side_name(side), side_name(side.opponent()));
            return Err(format!("move {n}: \"{mv}\" is {mover}'s, but {turn} is to move"));
        }
        self.play_told(mv)
    }
}

/// The position after a move and the pass that is forced before it, if they can be played.
pub(super) fn played(mut pos: Othello, mv: Move) -> Option<Othello> {
    if mv != Move::Pass && pos.must_pass() {
        pos.play_unchecked(&Move::Pass);
    }
    if !pos.is_legal(mv) {
        return None;
    }
    pos.play_unchecked(&mv);
    Some(pos)
}

/// The winner by a difference from Black's point of view.
pub(super) fn outcome_of(difference: f64) -> Outcome {
    if difference > 0.0 {
        Outcome::WonBy(Side::First)
    } else if difference < 0.0 {
        Outcome::WonBy(Side::Second)
    } else {
        Outcome::Draw
    }
}
