//! The engines that come with the program: search and evaluation behind the server half.
//!
//! Knows games and server messages, not the host. Reads and writes only the streams that
//! it is given.

pub mod backgammon;
mod balance;
pub mod draughts;
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

pub use balance::Balance;
pub use options::EngineOptions;
pub use slips::Slips;
pub use stop::Stop;

use crate::games::backgammon::{Backgammon, Move};
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
