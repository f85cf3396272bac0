//! Positions with dice, studied by the engine of the program itself: rollouts, all rolls, the cube.
//!
//! Speaks to no engine, reads no clock but the one for a slice of work, and shows nothing. Positions
//! and moves are text, as everywhere above the games. `docs/ROLLOUTS.md` says how it is done.

mod cube;
mod read;
mod roll_chart;
mod rollout;

pub use cube::{CubeAdvice, CubeDecision, CubeEquity, NoCube, TakePoints};
pub use read::{StudyError, can_study};
pub use roll_chart::{RollChart, RollReply};
pub use rollout::{DiceRollout, RolloutReport, RolloutRow, RolloutWish};

pub use crate::builtin::Stop;
pub use crate::builtin::backgammon::MAX_PLIES;
