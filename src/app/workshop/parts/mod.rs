//! What the workshop consists of: data with its own rules, which no other room sees.
//!
//! Knows no workshop: the files of the room bring these together.

pub(super) mod checks;
pub(super) mod looking;
pub(super) mod pictures;
pub(super) mod probing;
pub(super) mod removed;
