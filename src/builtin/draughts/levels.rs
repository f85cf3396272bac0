//! The ten levels, with their depths and their errors.
//!
//! Searches nothing itself.

use crate::builtin::slips::Slips;

/// The strength of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// 1 to 10.
    pub number: u8,
    /// Deepest search in a game, in plies.
    pub depth: u32,
    /// Deepest search in an analysis, in plies.
    pub analysis_depth: u32,
    /// Most positions looked at in a game.
    pub nodes: Option<u64>,
    /// Turns in which it looks less far. The noise is in hundredths of a man.
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
pub const MAX_DEPTH: u32 = 99;

/// All levels, weakest first. `docs/PERFORMANCE.md` has the games that show the steps between them.
pub static LEVELS: [Level; 10] = [
    level(1, 200, 4, glances(1_000, 150)),
    level(2, 1_000, 5, glances(772, 100)),
    level(3, 2_000, 6, glances(590, 100)),
    level(4, 3_000, 6, glances(425, 100)),
    level(5, 4_000, 7, glances(290, 100)),
    level(6, 6_000, 7, glances(185, 100)),
    level(7, 9_500, 8, glances(100, 100)),
    level(8, 19_000, 10, glances(46, 100)),
    level(9, 42_000, 14, glances(20, 100)),
    Level { nodes: None, ..level(10, 0, MAX_DEPTH, Slips::NONE) },
];

/// Turns without looking ahead, per thousand.
const fn glances(per_mille: u16, noise: i32) -> Slips {
    Slips { per_mille, depth: 0, noise }
}

const fn level(number: u8, nodes: u64, analysis_depth: u32, slips: Slips) -> Level {
    Level { number, depth: MAX_DEPTH, nodes: Some(nodes), analysis_depth, slips }
}
