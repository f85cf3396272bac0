//! Balanced openings for matches, found by the program's own engine.
//!
//! Does not judge them: the list is data, in `assets/openings`.

use std::sync::OnceLock;

use crate::games::Opening;
use crate::games::opening_list::{joined, read_list};

/// Balanced openings from the normal start.
pub(super) fn openings() -> &'static [Opening] {
    static READ: OnceLock<Vec<Opening>> = OnceLock::new();
    let list = include_str!("../../../assets/openings/othello.txt");
    READ.get_or_init(|| read_list(list, |moves| joined(moves, " ")))
}
