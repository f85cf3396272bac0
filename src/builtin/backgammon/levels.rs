//! The ten levels: how far they look, and how careless they are.
//!
//! Searches nothing itself.

use super::search::Effort;

/// How strongly the engine plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// 1 to 10.
    pub number: u8,
    /// How far it looks at plays.
    pub effort: Effort,
    /// How many rolls it looks ahead for the cube.
    pub cube_plies: u8,
    /// The worth of each play is misjudged by so much on average, in points of the cube.
    pub slip: f32,
    /// The same of what a turn of the cube gains. Never by more than three times as much, so that
    /// even the lowest level doubles in no opening and drops no even game.
    pub cube_slip: f32,
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
    level(1, 0, 0.50),
    level(2, 0, 0.33),
    level(3, 0, 0.22),
    level(4, 0, 0.14),
    level(5, 0, 0.09),
    level(6, 0, 0.05),
    level(7, 0, 0.02),
    level(8, 0, 0.0),
    level(9, 1, 0.0),
    level(10, 2, 0.0),
];

const fn level(number: u8, plies: u8, slip: f32) -> Level {
    // A double is offered at every turn: errors as large as those of plays would decide every game.
    let cube_slip = 0.15 * slip;
    Level { number, effort: Effort::plies(plies), cube_plies: plies, slip, cube_slip }
}
