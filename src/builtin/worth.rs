//! What the levels of the built-in engines are worth, in Elo: the measured steps between them.
//!
//! Rates no player: see `play::adaptive`.

use crate::games::backgammon::{Backgammon, Terms};
use crate::games::draughts::Draughts;
use crate::games::hive::Hive;
use crate::games::othello::Othello;
use crate::games::{Rules, Setup};

/// Number of levels of every built-in engine.
pub const N_LEVELS: usize = 10;

/// The rating of level 1, by convention: only differences are measured.
const LEVEL_1: f64 = 800.0;

/// What the levels are worth in a kind of game, and how a game of it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelWorth {
    /// The Elo rating of each level, level 1 first, at 800.
    pub ratings: [f64; N_LEVELS],
    /// Every variant is a game of its own, in which strength in another one says little.
    pub apart: bool,
    /// Points to win the match; 1 for a single game.
    pub length: u16,
}

/// What the levels are worth in this variant of the game with this short name; `None` if no built-in
/// engine plays it.
#[must_use]
pub fn level_worth(game: &str, variant: Option<&str>) -> Option<LevelWorth> {
    // Measured by `benches/levels`, 200 games a step: the table in docs/PERFORMANCE.md, "The levels".
    let (steps, apart) = match game {
        name if name == Othello::INFO.name => {
            ([191, 164, 196, 141, 180, 171, 173, 121, 139], false)
        }
        name if name == Draughts::INFO.name => {
            ([196, 189, 186, 196, 193, 196, 196, 175, 252], true)
        }
        name if name == Hive::INFO.name => ([162, 191, 139, 198, 179, 179, 200, 182, 173], false),
        name if name == Backgammon::INFO.name => {
            ([81, 92, 131, 100, 111, 123, 127, 100, 131], false)
        }
        _ => return None,
    };
    let mut ratings = [LEVEL_1; N_LEVELS];
    for (idx, step) in steps.into_iter().enumerate() {
        ratings[idx + 1] = ratings[idx] + f64::from(step);
    }
    let length = if game == Backgammon::INFO.name { match_length(variant) } else { 1 };
    Some(LevelWorth { ratings, apart, length })
}

/// A money game counts as a match to one point: it is won or lost.
fn match_length(variant: Option<&str>) -> u16 {
    let setup = Setup { variant: variant.map(str::to_owned), position: None };
    let terms: Option<Terms> = Backgammon::start(&setup).ok().map(|position| position.terms);
    terms.map_or(1, |terms| terms.length.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_worth_more_one_by_one_and_matches_have_their_length() {
        for game in crate::games::GAMES {
            let worth = level_worth(game.info().name, None).unwrap();
            assert_eq!(worth.ratings[0], LEVEL_1);
            assert!(worth.ratings.is_sorted_by(|low, high| low + 80.0 < *high));
            assert_eq!(worth.length, 1);
        }
        // 800 + 191 + 164: levels 2 and 3 of Othello in docs/PERFORMANCE.md.
        assert_eq!(level_worth("othello", None).unwrap().ratings[2], 1155.0);
        assert_eq!(level_worth("backgammon", Some("match-7")).unwrap().length, 7);
        assert_eq!(level_worth("backgammon", Some("cubeless")).unwrap().length, 1);
        assert_eq!(level_worth("chess", None), None);
    }
}
