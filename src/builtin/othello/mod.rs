//! The Othello engine: evaluation, search, exact endgame, levels, time.
//!
//! Knows no protocol and reads no input; [`super::nboard`] does.

mod ballots;
mod best;
mod endgame;
mod eval;
mod game;
mod last;
mod levels;
mod midgame;
mod pattern;
mod player;
mod ranked;
mod regression;
mod search;
mod solved;
mod stability;
mod time;
pub mod train;
mod tt;

pub use super::stop::Stop;
pub(super) use ballots::Ballots;
pub(crate) use ballots::{Looks, balance};
pub use eval::{Weights, WeightsError};
pub(crate) use game::Game;
pub use levels::{LEVELS, Level};
pub use player::Player;
pub use search::{Limits, Line, Report, Searcher, Sureness};
pub use solved::exact_result;
