//! Tournaments: who meets whom, in which games, and the table.
//!
//! Starts no engine and writes nothing. Pairings are a pure function of the tournament and the
//! results so far: after a break they are the same.

mod course;
mod digest;
mod file;
mod games;
mod kept;
mod knockout;
mod matching;
mod plan;
mod results;
mod round_robin;
mod shard;
mod swiss;
mod table;
#[cfg(test)]
mod tests;
mod withdrawal;

pub use course::{Added, Course, DueGame, StrangeGame};
pub use digest::{Digest, LostGame, TimeUse};
pub use file::{DEFAULTS, FileMistake, FormatName, PlayerWish, TournamentFile};
pub use games::{Player, Tournament, run_tournament};
pub use kept::{KeptGame, Past};
pub use plan::{Encounter, Format, Plan, PlanError, Round, TooFew};
pub use results::Results;
pub use shard::{ParseShardError, Shard};
pub use table::{Meetings, TableLine, ratings, table};
pub use withdrawal::{Withdrawals, Withdrawn, withdrawn};
