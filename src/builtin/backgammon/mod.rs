//! The backgammon engine: chances of a position, cube, search, levels.
//!
//! Knows no protocol and reads no input; [`super::ubgi`] does.

mod bearoff;
mod chances;
mod chart;
pub mod cube;
mod eval;
mod features;
mod levels;
mod met;
mod net;
mod payoff;
mod player;
mod rare;
mod resignation;
mod rollout;
mod search;
mod settled;
mod shots;
pub mod train;

pub use super::stop::Stop;
pub use bearoff::BearOff;
pub use chances::Chances;
pub use cube::{Access, Offer, Score, Stakes, TakePoint};
pub use eval::{Evaluator, Weights, WeightsError};
pub use levels::{LEVELS, Level};
pub use met::Met;
pub use player::Player;
pub use resignation::should_accept;
pub use rollout::{Plan, ROUND, Rollout, Standing, Start, Tally, Terms};
pub use search::{Effort, Judged, MAX_PLIES, Searcher, Value};
pub use settled::settled_race;
