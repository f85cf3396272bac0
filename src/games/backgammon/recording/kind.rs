//! Finds the other game on the same board that a file contains without naming it: by the position
//! that is set up, or by moves that are possible only from the start of that game.
//!
//! Knows only the starts of those games.

use super::played;
use crate::games::backgammon::position_fields::PositionFields;
use crate::games::backgammon::script::{Deed, GameScript, Script};
use crate::games::{Reading, Side};

/// Names, and the checkers of both sides in the form of XGID. Source: `StartingPosition` of GNU
/// Backgammon 1.07 (`set variation`); LongGammon as in the UBGI engines of bgci.
const KINDS: [(&str, &str); 3] = [
    ("Nackgammon", "-bb---D-C---dD---c-d---BB-"),
    ("Hypergammon", "-aaa------------------AAA-"),
    ("LongGammon", "-o----------------------O-"),
];

/// The kind of game shown by the first game of a script, and the line where it begins.
/// `is_possible`: all of it can be played as backgammon.
pub(in crate::games::backgammon) fn shown(
    script: &Script,
    is_possible: bool,
    reading: &Reading,
) -> Option<(usize, &'static str)> {
    // Our own text gives exactly the kind of game.
    let game = script.games.first().filter(|game| game.exact_start.is_none())?;
    let is_meant = |points: &str| match &game.start {
        Some(start) => start.points == counts(points),
        None => !is_possible && is_playable(script, game, points, reading),
    };
    KINDS.into_iter().find(|(_, points)| is_meant(points)).map(|(name, _)| (game.line, name))
}

/// All of the game can be played from there. One wrong move of a backgammon game may be right from
/// another start, but not the moves after it.
fn is_playable(script: &Script, game: &GameScript, points: &str, reading: &Reading) -> bool {
    let first = game.deeds.iter().find_map(|(_, deed)| match deed {
        Deed::Dice { side, dice } => Some((side.unwrap_or(Side::First), *dice)),
        _ => None,
    });
    let Some((on_roll, [one, other])) = first else { return false };
    let start = PositionFields {
        points: counts(points),
        on_roll,
        dice: Some([one.max(other), one.min(other)]),
        score: game.score.unwrap_or_default(),
        length: script.length,
        ..PositionFields::default()
    };
    let game = GameScript { start: Some(start), ..game.clone() };
    let alone = Script { games: vec![game], ..script.clone() };
    played(&alone, true, reading).iter().all(|recorded| recorded.faults.is_empty())
}

/// Checkers by point, those of the second side negative.
fn counts(points: &str) -> [i8; 26] {
    let mut counts = [0; 26];
    for (count, letter) in counts.iter_mut().zip(points.bytes()) {
        *count = match letter {
            b'A'..=b'O' => (letter - b'A' + 1).cast_signed(),
            b'a'..=b'o' => -(letter - b'a' + 1).cast_signed(),
            _ => 0,
        };
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::backgammon::board::BAR;

    #[test]
    fn both_sides_have_the_same_start() {
        for (name, points) in KINDS {
            assert_eq!(points.len(), 26, "{name}");
            let counts = counts(points);
            let n: i32 = counts.iter().filter(|n| **n > 0).map(|n| i32::from(*n)).sum();
            assert!(n == if name == "Hypergammon" { 3 } else { 15 }, "{name}: {n}");
            for (point, count) in counts.iter().enumerate() {
                assert_eq!(*count, -counts[BAR - point], "{name}: {point}");
            }
        }
    }
}
