//! The backgammon engine: chances of a position, cube, search, levels.
//!
//! Knows no protocol and reads no input; [`super::ubgi`] does.

mod bearoff;
mod chances;
pub mod cube;
mod eval;
mod features;
mod levels;
mod met;
mod net;
mod player;
mod resignation;
mod rollout;
mod search;
mod settled;
mod shots;
pub mod train;

pub use super::stop::Stop;
pub use bearoff::BearOff;
pub use chances::Chances;
pub use cube::{Access, Offer, Score, Stakes};
pub use eval::{Evaluator, Weights, WeightsError};
pub use levels::{LEVELS, Level};
pub use met::Met;
pub use player::Player;
pub use resignation::should_accept;
pub use rollout::{Rollout, Tally};
pub(super) use search::MAX_PLIES;
pub use search::{Effort, Judged, Searcher, Value};
pub use settled::settled_race;
