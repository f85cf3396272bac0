//! The engines that come with the program: search and evaluation behind the server half.
//!
//! Knows games and server messages, not the host. Reads and writes only the streams that
//! it is given.

pub mod backgammon;
mod balance;
mod ballots;
pub mod draughts;
mod ends;
mod few_pieces;
pub mod guide;
pub mod hive;
pub mod hub;
mod input;
pub mod nboard;
mod options;
pub mod othello;
mod pace;
mod packing;
mod random;
mod slips;
mod stop;
mod time_budget;
mod tt;
pub mod ubgi;
pub mod uhp;
mod worth;

pub use balance::Balance;
pub use ballots::{Ballot, BallotOptions, find_ballots};
pub use draughts::{EndingStep, MOST_PIECES};
pub use few_pieces::{FewPieces, no_endings};
pub use options::EngineOptions;
pub use slips::Slips;
pub use stop::Stop;
pub use worth::{LevelWorth, N_LEVELS, level_worth};

use crate::games::backgammon::{Backgammon, Move};
use crate::games::othello::Othello;
use crate::games::{MoveText, Rules, Setup};

/// The answer, by the engine of that game, to questions for which engines have no word (see
/// [`Rules::unasked`]); `None` if there is no such question, or no engine judges it. The position
/// is canonical text.
#[must_use]
pub fn unasked(game: &str, position: &str) -> Option<MoveText> {
    if game != Backgammon::INFO.name {
        return None;
    }
    let setup = Setup { variant: None, position: Some(position.to_owned()) };
    let pos = Backgammon::start(&setup).ok()?;
    let mv = if backgammon::should_accept(&pos)? { Move::Accept } else { Move::Reject };
    Some(MoveText(Rules::write_move(&pos, &mv)))
}

/// The exact result of a position from the first side's point of view, whatever time it takes;
/// `None` if the game's engine has no solver. The position is canonical text.
#[must_use]
pub fn exact_result(game: &str, position: &str) -> Option<i32> {
    solvable(game, position).map(|pos| othello::exact_result(&pos))
}

/// The game's engine has a solver, and at most so many squares of this position are empty.
#[must_use]
pub fn has_few_empties(game: &str, position: &str, most: u32) -> bool {
    solvable(game, position).is_some_and(|pos| pos.board.empty().count_ones() <= most)
}

fn solvable(game: &str, position: &str) -> Option<Othello> {
    let setup = Setup { variant: None, position: Some(position.to_owned()) };
    has_exact_solver(game).then(|| Othello::start(&setup).ok()).flatten()
}

/// The game's engine has a solver for positions with few empty squares.
#[must_use]
pub fn has_exact_solver(game: &str) -> bool {
    game == Othello::INFO.name
}

/// How a race that is decided beyond doubt ends: the resignation of the side that is on turn and
/// loses, and the answer of the other side. `None` if it is not decided, the loser is not on turn,
/// or the game has no races. The position is canonical text.
#[must_use]
pub fn settled_race(game: &str, position: &str) -> Option<[MoveText; 2]> {
    if !has_races(game) {
        return None;
    }
    let setup = Setup { variant: None, position: Some(position.to_owned()) };
    let mut pos = Backgammon::start(&setup).ok()?;
    let resignation = Move::Resign(backgammon::settled_race(&pos)?);
    let first = MoveText(Rules::write_move(&pos, &resignation));
    pos.play_unchecked(&resignation);
    Some([first, MoveText(Rules::write_move(&pos, &Move::Accept))])
}

/// The game's engine has a database of races.
#[must_use]
pub fn has_races(game: &str) -> bool {
    game == Backgammon::INFO.name
}

/// Computes the database of races now, which takes a moment, if the game has one.
pub fn prepare_races(game: &str) {
    if has_races(game) {
        backgammon::BearOff::shared();
    }
}
