//! What the window may ask for about practising. It changes nothing itself.

use std::path::PathBuf;

use crate::games::Side;

/// About practising. Each practice has a tab of its own.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum PracticeCommand {
    /// Practise the moves marked as mistakes in the game on the board: those of this side, or of both.
    Mistakes(Option<Side>),
    /// Practise what is due of the kind of game on the board.
    Due,
    /// Practise the positions of this file.
    File(PathBuf),
    /// Practise these positions, one a line.
    Paste(String),
    /// Give the next step of help.
    Help,
    /// Give the answer.
    Answer,
    /// Go to the exercise in this place, from 0.
    GoTo(usize),
    /// Go to the next exercise that is open; behind the last one the practice is over.
    Next,
    /// Go back to the position of the exercise.
    Back,
    /// Practise what was not found at the first try once more.
    Again,
    /// End the practice; the position stays on the board.
    End,
}
