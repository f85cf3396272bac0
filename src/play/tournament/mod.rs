//! Tournaments: who meets whom, in which games, and the table.
//!
//! Starts no engine and writes nothing. Pairings are a pure function of the tournament and the
//! results so far: after a break they are the same.

mod course;
mod difference;
mod digest;
mod file;
mod file_text;
mod games;
mod joined;
mod kept;
mod keys;
mod knockout;
mod late;
mod lines;
mod matching;
mod notes;
mod plan;
mod players;
mod results;
mod round_robin;
mod shard;
mod shared_test;
mod swiss;
mod table;
#[cfg(test)]
mod tests;
mod values;
mod wish;
mod withdrawal;
mod words;

pub use course::{Added, Course, DueGame, StrangeGame};
pub use difference::{KeyDifference, key_difference, pairing_differences};
pub use digest::{Digest, LostGame, TimeUse};
pub use file::{DEFAULTS, FileMistake, FormatName, TournamentFile};
pub use games::{Player, Tournament, run_tournament};
pub use joined::Joined;
pub use kept::{KeptGame, Past};
pub use late::{GameRow, LateRows};
pub use plan::{Encounter, Format, LateRounds, Plan, PlanError, Round, TooFew};
pub use players::{PlayersFault, apply_wishes, tell_apart};
pub use results::{Entered, Results};
pub use shard::{ParseShardError, Shard};
pub use shared_test::{SharedTest, SharedVerdict};
pub use table::{
    Meetings, TableLine, byes, halves_text, paid_byes, pairing_note, pairing_notes, table,
};
pub use wish::{
    EngineAndOptions, Late, MOST_ELO, MOST_START_DELAY, OPTION, PlayerWish, Restart, WishMisfit,
    engine_and_options,
};
pub use withdrawal::{Withdrawals, Withdrawn, withdrawn};
