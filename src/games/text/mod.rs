//! What several file formats have in common, whatever the game: SGF, and tags as PGN has them.
//!
//! Knows no game, no property and no tag.

mod cursor;
pub(in crate::games) mod sgf;
pub(in crate::games) mod tags;

pub(in crate::games) use cursor::Cursor;
