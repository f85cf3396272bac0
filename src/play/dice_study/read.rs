//! What can be studied of a position, and the reasons if it cannot.
//!
//! Studies nothing itself.

use crate::builtin::backgammon::{Evaluator, Searcher, Stakes, Weights};
use crate::games::backgammon::{Backgammon, Move, Phase};
use crate::games::{Rules, Setup};
use crate::protocol::Chances;

/// Why a position cannot be studied.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum StudyError {
    /// No engine of the program judges the dice of this game.
    #[error("no engine of this program studies the dice of {0}")]
    Game(String),
    /// The text isn't a position.
    #[error("{0}")]
    Position(String),
    /// The game begins with one die of each player.
    #[error(
        "the opening roll decides who begins: set the dice, or take the position after that roll"
    )]
    Opening,
    /// There is nothing to play.
    #[error("the game is over")]
    Over,
    /// The rolls of a position are asked for whose dice are known.
    #[error("the dice are rolled already: take the position before the roll")]
    Rolled,
    /// The cube of a position is asked for whose dice are known.
    #[error("the dice are rolled already, and the cube is turned only before the roll")]
    TooLate,
    /// The position waits for the answer to a double.
    #[error("a double is to be answered first: take the position before it or after the take")]
    Doubled,
    /// Moves are compared in a position without dice.
    #[error("no dice are set, so there are no moves to compare: {0:?}")]
    NoDice(String),
    /// A move isn't one of the position.
    #[error("{text:?} is no legal play of {dice}: {reason}")]
    Move {
        /// The text.
        text: String,
        /// The dice.
        dice: String,
        /// The reason.
        reason: String,
    },
}

/// The program has an engine that studies positions of this game.
#[must_use]
pub fn can_study(game: &str) -> bool {
    game == Backgammon::INFO.name
}

/// Reads a position of a game that is not over.
pub(super) fn read(game: &str, position: &str) -> Result<Backgammon, StudyError> {
    if !can_study(game) {
        return Err(StudyError::Game(game.to_owned()));
    }
    let setup = Setup { variant: None, position: Some(position.to_owned()) };
    let pos = Backgammon::start(&setup).map_err(|err| StudyError::Position(err.to_string()))?;
    match pos.phase {
        Phase::Opening => Err(StudyError::Opening),
        Phase::Over { .. } => Err(StudyError::Over),
        Phase::Decide | Phase::Roll | Phase::Play(_) | Phase::Doubled => Ok(pos),
    }
}

/// A legal play of a position with dice.
pub(super) fn read_play(pos: &Backgammon, text: &str) -> Result<Move, StudyError> {
    let Phase::Play(dice) = pos.phase else { return Err(StudyError::NoDice(text.to_owned())) };
    let refused =
        |reason: String| StudyError::Move { text: text.to_owned(), dice: dice.to_string(), reason };
    let legal = pos.legal_moves();
    let mv = pos.read_move_among(text, &legal).map_err(|err| refused(err.to_string()))?;
    if !legal.contains(&mv) || !matches!(mv, Move::Play(_)) {
        let reason = pos.refusal(text).unwrap_or_else(|| "it is not among the plays".to_owned());
        return Err(refused(reason));
    }
    Ok(mv)
}

/// Searchers with the weights of the program, one for each thread.
pub(super) fn searchers(n: usize) -> Vec<Searcher> {
    vec![Searcher::new(Evaluator::new(Weights::embedded())); n.max(1)]
}

/// A worth in points of the cube.
pub(super) fn equity(stakes: &Stakes, worth: f32) -> f64 {
    stakes.equity(worth).into()
}

/// The chances as engines report them.
pub(super) fn reported(chances: &crate::builtin::backgammon::Chances) -> Chances {
    crate::builtin::ubgi::told(chances)
}
