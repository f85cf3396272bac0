//! PGN in the form of Mzinga: tags, then one numbered MoveString for each ply.
//!
//! Facts that Mzinga's form cannot express are also written: comments in braces with times and
//! evaluations as commands in them, variations in parentheses, a start position in the tag `Start`,
//! the reason of a result in `Termination`.

mod lex;
mod read;
mod tags;
mod write;

pub(super) use read::{looks_like_one, read};
pub(super) use write::write;
