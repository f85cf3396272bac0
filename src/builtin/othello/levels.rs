//! The ten levels: how deep, how exact, how careless.
//!
//! Searches nothing itself.

/// How strongly the engine plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// 1 to 10.
    pub number: u8,
    /// Deepest search by estimates in a game, in plies.
    pub depth: u32,
    /// From how many empty squares on it plays exactly in a game.
    pub exact_from: u32,
    /// Deepest search by estimates in an analysis, in plies.
    pub analysis_depth: u32,
    /// From how many empty squares on an analysis finds exact results.
    pub analysis_exact_from: u32,
    /// Each move's value is changed at random by up to so many hundredths of a disc, either way.
    pub noise: i32,
    /// The search leaves out what looks hopeless from a distance.
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

/// All levels, weakest first.
pub static LEVELS: [Level; 10] = [
    level(1, 1, 1, 1_600, 12),
    level(2, 1, 2, 700, 12),
    level(3, 2, 4, 300, 12),
    level(4, 3, 6, 150, 14),
    level(5, 4, 8, 50, 16),
    level(6, 6, 10, 0, 16),
    level(7, 8, 12, 0, 18),
    level(8, 10, 14, 0, 18),
    level(9, 14, 18, 0, 20),
    Level { analysis_depth: 60, analysis_exact_from: 24, ..level(10, 60, 20, 0, 21) },
];

/// A level whose analysis sees as far as its play.
const fn level(number: u8, depth: u32, exact_from: u32, noise: i32, hash_bits: u32) -> Level {
    let (analysis_depth, analysis_exact_from) = (depth, exact_from);
    let selective = depth > 6;
    Level {
        number,
        depth,
        exact_from,
        analysis_depth,
        analysis_exact_from,
        noise,
        selective,
        hash_bits,
    }
}
