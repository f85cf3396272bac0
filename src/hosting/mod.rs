//! Tournaments with their folders, and reviews with their files: what needs both the games and the files
//! that keep them.
//!
//! The command line and the window host tournaments by this code. It prints nothing, paints nothing and
//! starts no engine; pairings are those of [`crate::play::tournament`], files those of
//! [`crate::store`].

mod also;
mod analysis_page;
mod book;
mod changes;
mod film;
mod games;
mod kept;
mod report;
mod reviews;
mod writer;

pub use analysis_page::{AnalysedGame, AnalysisPage, numbered_moves, players};
pub use book::{BookFault, opening_book, openings_of};
pub use changes::{Change, played_otherwise};
pub use film::{Film, FilmError, PictureKind, Seen};
pub use games::{LateGames, PairedByResults, changed_keys, each_game, each_match_game};
pub use kept::{HostError, Hosted, folder_of};
pub use report::{MATCH_GAMES, Reported};
pub use reviews::ReviewFile;
pub use writer::{BUNDLES, TournamentWriter};
