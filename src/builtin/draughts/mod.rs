//! The draughts engine: evaluation, search, levels, for all five variants.
//!
//! Knows no protocol and reads no input; [`super::hub`] and [`super::guide`] do.

mod ballots;
mod endings;
mod eval;
mod features;
mod game;
mod levels;
mod order;
mod past;
mod player;
mod regression;
mod search;
mod thinker;
pub mod train;
mod tree;

pub use super::pace::Pace;
pub use super::stop::Stop;
pub(crate) use super::time_budget::move_budget;
pub(super) use ballots::Ballots;
pub(crate) use ballots::{balance, is_quiet};
pub use endings::{EndingStep, EndingValue, Endings, MOST_PIECES};
pub use eval::{Weights, WeightsError};
pub(crate) use game::Game;
pub use levels::{LEVELS, Level, MAX_DEPTH};
pub(crate) use player::{Aim, Chosen, Task, budget};
pub use player::{Player, Setting};
pub use search::{Limits, Line, Report, Searcher};
pub(crate) use thinker::{LoopEvent, Thinker, broken};
