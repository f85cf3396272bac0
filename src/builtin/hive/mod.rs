//! The Hive engine: evaluation, search, levels, for all eight game types.
//!
//! Knows no protocol and reads no input; [`super::uhp`] does.

mod ballots;
mod eval;
mod features;
mod levels;
mod order;
mod past;
mod player;
mod regression;
mod root;
mod search;
mod table;
pub mod train;
mod tree;

pub use super::pace::Pace;
pub use super::stop::Stop;
pub(super) use ballots::Ballots;
pub(crate) use ballots::balance;
pub use eval::{Weights, WeightsError};
pub use levels::{LEVELS, Level, MAX_DEPTH};
pub(crate) use player::Task;
pub use player::{Chosen, Player, Setting, Style};
pub use search::{Limits, Line, Report, Searcher};
