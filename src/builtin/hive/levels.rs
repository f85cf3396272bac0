//! The ten levels: how deep, how careless.
//!
//! Searches nothing itself.

/// How strongly the engine plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// 1 to 10.
    pub number: u8,
    /// Deepest search, in plies.
    pub depth: u32,
    /// Each move's value is changed at random by up to so many hundredths of a point, either way.
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
pub const MAX_DEPTH: u32 = 60;

/// All levels, weakest first.
pub static LEVELS: [Level; 10] = [
    level(1, 1, 400),
    level(2, 1, 300),
    level(3, 2, 250),
    level(4, 2, 120),
    level(5, 3, 100),
    level(6, 3, 0),
    level(7, 4, 0),
    level(8, 5, 0),
    level(9, 6, 0),
    level(10, MAX_DEPTH, 0),
];

const fn level(number: u8, depth: u32, noise: i32) -> Level {
    Level { number, depth, noise }
}
