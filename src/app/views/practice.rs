//! A practice as the window sees it.
//!
//! Text comes ready to be shown, numbers as numbers. Nothing here changes anything.

use crate::play::practice::{Help, Outcome, Score};

/// A practice at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct PracticeView {
    /// What is practised: `Mistakes of White`.
    pub title: String,
    /// The place of the exercise at hand, from 0.
    pub at: usize,
    /// What became of each exercise; `None` while it is open.
    pub outcomes: Vec<Option<Outcome>>,
    /// How it stands with the exercise at hand.
    pub state: PracticeState,
    /// What is asked: `17-21 was played here (−0.84, mistake). Find a better move for White.`
    pub task: String,
    /// Where the exercise comes from.
    pub source: String,
    /// What is said to what the user has done, oldest first.
    pub replies: Vec<ReplyView>,
    /// The last step of help that was given.
    pub help: Help,
    /// Who judges, or what is in the way of that.
    pub judge: String,
    /// How it stands in all.
    pub score: Score,
    /// What comes back and when, once the practice is over; empty for nothing.
    pub comes_back: String,
    /// Another position than that of the exercise is on the board, though the exercise is open.
    pub is_elsewhere: bool,
}

/// How it stands with an exercise.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PracticeState {
    /// The user is to move.
    ToMove,
    /// The engine judges the move.
    Judging,
    /// The exercise is over.
    Done,
    /// The whole practice is over.
    Over,
}

/// A sentence on what the user has done.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplyView {
    /// Its colour.
    pub tone: ReplyTone,
    /// The sentence.
    pub text: String,
}

/// Colour of a sentence.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ReplyTone {
    /// The move was found.
    Good,
    /// The move was not good enough.
    Bad,
    /// Help, or something else.
    Plain,
}

/// What comes back in practice of one kind of game.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct DueView {
    /// Exercises that are due.
    pub n_due: usize,
    /// Exercises that come back, now or later.
    pub n_kept: usize,
}
