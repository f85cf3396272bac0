//! The ten levels, with their depths, their exactness and their errors.
//!
//! Searches nothing itself.

use crate::builtin::slips::Slips;

/// The strength of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// 1 to 10.
    pub number: u8,
    /// Deepest search by estimates in a game, in plies.
    pub depth: u32,
    /// The number of empty squares from which on it plays exactly in a game.
    pub exact_from: u32,
    /// Deepest search by estimates in an analysis, in plies.
    pub analysis_depth: u32,
    /// The number of empty squares from which on an analysis finds exact results.
    pub analysis_exact_from: u32,
    /// Turns in which it looks less far. Without looking ahead it counts discs, in hundredths.
    pub slips: Slips,
    /// The search leaves out moves that look hopeless in a shallow search.
    pub selective: bool,
    /// Two tables of `2^hash_bits` entries of 16 bytes each.
    pub hash_bits: u32,
}

impl Level {
    /// A level by its number.
    #[must_use]
    pub fn find(number: u8) -> Option<&'static Self> {
        LEVELS.iter().find(|level| level.number == number)
    }
}

/// All levels, weakest first. `docs/PERFORMANCE.md` has the games that show the steps between them.
pub static LEVELS: [Level; 10] = [
    level(1, 1, 1, 12, glances(1_000, 800)),
    level(2, 3, 6, 12, glances(779, 400)),
    level(3, 3, 6, 12, glances(550, 400)),
    level(4, 4, 8, 14, glances(366, 400)),
    level(5, 5, 9, 16, glances(216, 400)),
    level(6, 5, 9, 16, glances(126, 400)),
    level(7, 6, 10, 18, glances(65, 400)),
    level(8, 7, 12, 18, glances(23, 400)),
    level(9, 10, 16, 20, glances(20, 400)),
    Level { analysis_depth: 60, analysis_exact_from: 24, ..level(10, 60, 20, 21, Slips::NONE) },
];

/// Turns without looking ahead, per thousand.
const fn glances(per_mille: u16, noise: i32) -> Slips {
    Slips { per_mille, depth: 0, noise }
}

/// A level whose analysis sees as far as its play.
const fn level(number: u8, depth: u32, exact_from: u32, hash_bits: u32, slips: Slips) -> Level {
    Level {
        number,
        depth,
        exact_from,
        analysis_depth: depth,
        analysis_exact_from: exact_from,
        slips,
        selective: depth > 6,
        hash_bits,
    }
}
