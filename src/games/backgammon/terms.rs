//! The stakes: a match to a number of points, a game for money, a session of games.
//!
//! Does not know the score; variants are terms with a name.

use super::cube::{Cube, Win};
use crate::games::Variant;

/// The largest cube that the field can hold: 1024.
pub const MAX_CUBE_LOG2: u8 = 10;

/// The stakes, the same for all games of a record.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Terms {
    /// Points to win the match; 0 for money.
    pub length: u16,
    /// Gammons count only once the cube has been turned (money only).
    pub jacoby: bool,
    /// The first game after a player comes within a point of the match is played without the cube
    /// (matches only).
    pub crawford: bool,
    /// The power of two of the largest cube; 0 if there is no cube.
    pub max_log2: u8,
    /// Games of a money session; 0 in a match, in which the score decides.
    pub n_games: u16,
}

impl Terms {
    /// One game for money with cube, in which gammons count only with a turned cube.
    pub const MONEY: Self =
        Self { length: 0, jacoby: true, crawford: false, max_log2: MAX_CUBE_LOG2, n_games: 1 };

    /// A match with cube and Crawford rule.
    #[must_use]
    pub fn match_to(length: u16) -> Self {
        Self { length, jacoby: false, crawford: true, max_log2: MAX_CUBE_LOG2, n_games: 0 }
    }

    /// The value of a game for its winner.
    #[must_use]
    pub fn points(&self, cube: Cube, win: Win) -> u32 {
        let single = self.jacoby && self.length == 0 && !cube.is_turned();
        cube.value() * if single { 1 } else { win.times() }
    }
}

const fn variant(
    name: &'static str,
    title: &'static str,
    listed: &'static str,
    alias: &'static [&'static str],
) -> Variant {
    Variant { name, title, listed, aliases: alias }
}

/// The variants; a match is recognised by its length, too.
pub(super) static VARIANTS: &[Variant] = &[
    variant("money", "Money game", "Backgammon, money game", &["jacoby"]),
    variant(
        "money-nojacoby",
        "Money game without Jacoby rule",
        "Backgammon, money game without Jacoby rule",
        &["nojacoby"],
    ),
    variant(
        "cubeless",
        "Money game without cube",
        "Backgammon, money game without cube",
        &["dmp-money", "nocube"],
    ),
    variant("match-1", "1 point match", "Backgammon, 1 point match", &["1"]),
    variant("match-3", "Match to 3 points", "Backgammon, match to 3 points", &["3"]),
    variant("match-5", "Match to 5 points", "Backgammon, match to 5 points", &["5"]),
    variant("match-7", "Match to 7 points", "Backgammon, match to 7 points", &["7"]),
    variant("match-9", "Match to 9 points", "Backgammon, match to 9 points", &["9"]),
    variant("match-11", "Match to 11 points", "Backgammon, match to 11 points", &["11"]),
    variant("match-13", "Match to 13 points", "Backgammon, match to 13 points", &["13"]),
    variant("match-15", "Match to 15 points", "Backgammon, match to 15 points", &["15"]),
    variant("match-17", "Match to 17 points", "Backgammon, match to 17 points", &["17"]),
    variant("match-21", "Match to 21 points", "Backgammon, match to 21 points", &["21"]),
    variant("match-25", "Match to 25 points", "Backgammon, match to 25 points", &["25"]),
];

/// The terms of one of [`VARIANTS`].
pub(super) fn of_variant(name: &str) -> Option<Terms> {
    match name {
        "money" => Some(Terms::MONEY),
        "money-nojacoby" => Some(Terms { jacoby: false, ..Terms::MONEY }),
        "cubeless" => Some(Terms { jacoby: false, max_log2: 0, ..Terms::MONEY }),
        _ => name.strip_prefix("match-")?.parse().ok().map(Terms::match_to),
    }
}
