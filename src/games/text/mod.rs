//! The common parts of several file formats, for all games: SGF, and tags as in PGN.
//!
//! Knows no game, no property and no tag.

mod cursor;
mod left_out;
pub(in crate::games) mod pgn;
pub(in crate::games) mod sgf;
pub(in crate::games) mod tags;

pub(in crate::games) use cursor::Cursor;
pub(in crate::games) use left_out::LeftOut;
