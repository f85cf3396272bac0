//! The ten levels, with their depths and their errors.
//!
//! Searches nothing itself.

use super::search::Effort;

/// The strength of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// 1 to 10.
    pub number: u8,
    /// The depth at which it looks at plays.
    pub effort: Effort,
    /// The number of rolls that it looks ahead for the cube.
    pub cube_plies: u8,
    /// In this many of a thousand turns it overlooks the opponent's next roll: it leaves blots
    /// where they can be hit, and goes on as if it were its turn again.
    pub overlooks: u16,
    /// The mean error in the worth of each play, in points of the cube.
    pub slip: f32,
    /// The mean error in the gain from a turn of the cube. An error is never more than three times
    /// as large, so that even the lowest level doubles in no opening and drops no even game.
    pub cube_slip: f32,
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
    level(1, 0, 300, 0.4),
    level(2, 0, 250, 0.358),
    level(3, 0, 200, 0.305),
    level(4, 0, 150, 0.258),
    level(5, 0, 100, 0.214),
    level(6, 0, 50, 0.175),
    level(7, 0, 20, 0.124),
    level(8, 0, 0, 0.093),
    level(9, 0, 0, 0.056),
    level(10, 2, 0, 0.0),
];

const fn level(number: u8, plies: u8, overlooks: u16, slip: f32) -> Level {
    // A double is offered at every turn: errors as large as those of plays would decide every game.
    let cube_slip = 0.14 * slip;
    Level { number, effort: Effort::plies(plies), cube_plies: plies, overlooks, slip, cube_slip }
}
