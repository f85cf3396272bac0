//! Matches in the text format of Jellyfish, `.mat`, as most programs write them; Snowie's text of a
//! match is the same without the heading.
//!
//! Checks no rule. What is written reads in GNU Backgammon 1.07; what is read is whatever is found
//! in the field: tabs, other columns, missing headings.

mod cells;
mod read;
mod write;

pub(super) use read::{begins, looks_like_one, read};
pub(super) use write::write;
