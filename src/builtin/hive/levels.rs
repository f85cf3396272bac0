//! The ten levels, with their depths and their errors.
//!
//! Searches nothing itself.

use crate::builtin::slips::Slips;

/// The strength of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// 1 to 10.
    pub number: u8,
    /// Deepest search, in plies.
    pub depth: u32,
    /// Most positions looked at.
    pub nodes: Option<u64>,
    /// Turns in which it looks less far. The noise is in hundredths of a point.
    pub slips: Slips,
}

impl Level {
    /// A level by its number.
    #[must_use]
    pub fn find(number: u8) -> Option<&'static Self> {
        LEVELS.iter().find(|level| level.number == number)
    }
}

/// The deepest search there is, in plies.
pub const MAX_DEPTH: u32 = 60;

/// All levels, weakest first. `docs/PERFORMANCE.md` has the games that show the steps between them.
pub static LEVELS: [Level; 10] = [
    level(1, 1, glances(1_000, 1_400)),
    level(2, 1, glances(1_000, 745)),
    level(3, 2, glances(770, 600)),
    level(4, 2, glances(575, 400)),
    level(5, 2, glances(210, 300)),
    level(6, 3, glances(345, 300)),
    level(7, 3, glances(110, 300)),
    level(8, 4, glances(60, 300)),
    level(9, 5, glances(30, 300)),
    level(10, MAX_DEPTH, Slips::NONE),
];

/// Turns without looking ahead, per thousand.
const fn glances(per_mille: u16, noise: i32) -> Slips {
    Slips { per_mille, depth: 0, noise }
}

const fn level(number: u8, depth: u32, slips: Slips) -> Level {
    Level { number, depth, nodes: None, slips }
}
