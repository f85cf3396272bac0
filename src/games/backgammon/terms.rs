//! The stakes: a match to a number of points, a game for money, a session of games.
//!
//! Does not know the score; variants are terms with a name.

use std::fmt;

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

/// `a match to 7 points`, `a money game with the Jacoby rule`
impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rule, has_rule) = match (self.length, self.n_games) {
            (0, 0 | 1) => {
                f.write_str("a money game")?;
                ("the Jacoby rule", self.jacoby)
            }
            (0, n) => {
                write!(f, "a session of {n} money games")?;
                ("the Jacoby rule", self.jacoby)
            }
            (1, _) => return f.write_str("a match to 1 point"),
            (length, _) => {
                write!(f, "a match to {length} points")?;
                ("the Crawford rule", self.crawford)
            }
        };
        match (self.max_log2, has_rule, self.length) {
            (0, _, _) => f.write_str(" without a cube"),
            (most, true, 0) => write!(f, " with {rule}{}", limit(most)),
            (most, true, _) => f.write_str(&limit(most)),
            (most, false, _) => write!(f, " without {rule}{}", limit(most)),
        }
    }
}

/// The limit of the cube, unless it is the usual one.
fn limit(max_log2: u8) -> String {
    if max_log2 == MAX_CUBE_LOG2 {
        return String::new();
    }
    format!(" and a cube up to {}", 1_u32 << max_log2)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_said_in_words_that_tell_them_apart() {
        let said = VARIANTS.iter().filter_map(|known| of_variant(known.name));
        let said: Vec<String> = said.map(|terms| terms.to_string()).collect();
        assert_eq!(said[0], "a money game with the Jacoby rule");
        assert_eq!(said[1], "a money game without the Jacoby rule");
        assert_eq!(said[2], "a money game without a cube");
        assert_eq!(said[3], "a match to 1 point");
        assert_eq!(said[6], "a match to 7 points");
        let session = Terms { n_games: 3, max_log2: 6, ..Terms::MONEY };
        assert_eq!(
            session.to_string(),
            "a session of 3 money games with the Jacoby rule and a cube up to 64"
        );
        let whole = Terms { crawford: false, ..Terms::match_to(9) };
        assert_eq!(whole.to_string(), "a match to 9 points without the Crawford rule");
    }
}
