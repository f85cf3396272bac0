//! Plays the moves of a file into a record.
//!
//! Knows no file format. Passes that a file leaves out are put in where the rules force them.

use super::board_text;
use super::moves::Move;
use super::{Othello, side_name};
use crate::games::{GameResult, MoveText, NodeId, Outcome, Record, Rules, Setup, Side};

/// A record in the making, and the position at its end.
#[derive(Clone, Debug)]
pub(super) struct Recording {
    pub(super) record: Record,
    pub(super) pos: Othello,
    pub(super) at: NodeId,
    /// Moves so far, passes included.
    pub(super) n_plies: usize,
}

impl Recording {
    /// An empty record of a game from `start`.
    pub(super) fn new(start: Othello) -> Self {
        let record = Record::new(Othello::INFO.name, setup(&start));
        Self { record, pos: start, at: Record::START, n_plies: 0 }
    }

    /// Plays a move, after the pass that is forced before it if the file left it out.
    ///
    /// # Errors
    ///
    /// Says why it cannot be played; the record is as before then.
    pub(super) fn play(&mut self, mv: Move) -> Result<NodeId, String> {
        let n = self.n_plies + 1;
        if played(self.pos, mv).is_none() {
            if self.pos.board.is_over() {
                return Err(format!("move {n}: \"{mv}\" comes after the end of the game"));
            }
            let side = side_name(self.pos.side);
            return Err(format!("move {n}: \"{mv}\" is not legal for {side}"));
        }
        if mv != Move::Pass && self.pos.must_pass() {
            self.push(Move::Pass);
        }
        self.push(mv);
        Ok(self.at)
    }

    /// Plays a move that the file gives to `side`.
    ///
    /// # Errors
    ///
    /// As [`Recording::play`], and when it is the other side's turn.
    pub(super) fn play_as(&mut self, side: Side, mv: Move) -> Result<NodeId, String> {
        let other_passed = mv != Move::Pass && self.pos.must_pass();
        if (self.pos.side == side) == other_passed && !self.pos.board.is_over() {
            let n = self.n_plies + 1;
            let (mover, turn) = (side_name(side), side_name(side.opponent()));
            return Err(format!("move {n}: \"{mv}\" is {mover}'s, but {turn} is to move"));
        }
        self.play(mv)
    }

    fn push(&mut self, mv: Move) {
        let side = self.pos.side;
        self.at = self.record.add(self.at, MoveText(mv.to_string()), Some(side));
        self.pos.play_unchecked(&mv);
        self.n_plies += 1;
    }

    /// The record; the result is what the rules say of its last position, if it has none yet and
    /// the rules say something.
    pub(super) fn finish(mut self) -> Record {
        if self.record.result.is_none() {
            self.record.result = self.pos.ending().map(|ending| GameResult {
                outcome: ending.outcome,
                margin: Some(signed_margin(ending.outcome, ending.margin)),
                reason: ending.reason.to_owned(),
            });
        }
        self.record
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

/// The set-up of a game from `start`.
pub(super) fn setup(start: &Othello) -> Setup {
    let position = (*start != Othello::START).then(|| board_text::write(start));
    Setup { variant: None, position }
}

/// The margin from Black's view.
pub(super) fn signed_margin(outcome: Outcome, margin: u32) -> i32 {
    let margin = margin.cast_signed();
    match outcome {
        Outcome::WonBy(Side::First) => margin,
        Outcome::WonBy(Side::Second) => -margin,
        Outcome::Draw => 0,
    }
}

/// Who has won by a difference from Black's view.
pub(super) fn outcome_of(difference: f64) -> Outcome {
    if difference > 0.0 {
        Outcome::WonBy(Side::First)
    } else if difference < 0.0 {
        Outcome::WonBy(Side::Second)
    } else {
        Outcome::Draw
    }
}
