//! What several file formats have in common, whatever the game: SGF.
//!
//! Knows no game and no property.

mod cursor;
pub(in crate::games) mod sgf;

pub(in crate::games) use cursor::Cursor;
