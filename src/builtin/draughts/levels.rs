//! The ten levels: how deep, how careless.
//!
//! Searches nothing itself.

/// How strongly the engine plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// 1 to 10.
    pub number: u8,
    /// Deepest search in a game, in plies.
    pub depth: u32,
    /// Deepest search in an analysis, in plies.
    pub analysis_depth: u32,
    /// Each move's value is changed at random by up to so many hundredths of a man, either way.
    pub noise: i32,
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

/// All levels, weakest first.
pub static LEVELS: [Level; 10] = [
    level(1, 1, 150),
    level(2, 1, 80),
    level(3, 2, 60),
    level(4, 3, 40),
    level(5, 4, 25),
    level(6, 5, 12),
    level(7, 7, 0),
    level(8, 10, 0),
    level(9, 14, 0),
    level(10, MAX_DEPTH, 0),
];

/// A level whose analysis sees as far as its play.
const fn level(number: u8, depth: u32, noise: i32) -> Level {
    Level { number, depth, analysis_depth: depth, noise }
}
