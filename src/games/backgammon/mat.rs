//! Matches in the text format of Jellyfish, `.mat`, as most programs write them; Snowie's text of a
//! match is the same without the heading.
//!
//! Checks no rule. Written files can be read by GNU Backgammon 1.07; the reader takes all known
//! forms: tabs, other columns, missing headings.

mod cells;
mod read;
mod write;

pub(super) use read::{begins, looks_like_one, read};
pub(super) use write::write;
