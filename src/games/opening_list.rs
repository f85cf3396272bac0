//! Reads the books of balanced openings that come with the program.
//!
//! Does not judge them: `quintet find-openings` made them, with the program's own engines.

use super::{MoveText, Opening};

/// The openings of a list: on each line the moves from the usual start, between blanks or, where a
/// move may have blanks in it, between semicolons. Empty lines and text after a `#` are left out.
pub(super) fn read_list(list: &str, name: impl Fn(&[MoveText]) -> String) -> Vec<Opening> {
    let lines = list.lines().map(|line| line.split_once('#').map_or(line, |(line, _)| line));
    let moves = lines.map(moves_of).filter(|moves| !moves.is_empty());
    moves.map(|moves| Opening { name: name(&moves), moves }).collect()
}

fn moves_of(line: &str) -> Vec<MoveText> {
    let parts: Vec<&str> = match line.contains(';') {
        true => line.split(';').map(str::trim).collect(),
        false => line.split_whitespace().collect(),
    };
    parts.into_iter().map(|mv| MoveText(mv.to_owned())).collect()
}

/// Moves as they are, between these characters.
pub(super) fn joined(moves: &[MoveText], between: &str) -> String {
    moves.iter().map(|mv| mv.0.as_str()).collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::games::{Actor, GAMES, Setup};

    #[test]
    fn a_list_has_a_line_for_each_opening() {
        let list = "# head\n\n32-28 19-23 28x19x23\n 31-26  # good\nwS1; bS1 wS1-\n";
        let read = read_list(list, |moves| joined(moves, ", "));
        let names: Vec<&str> = read.iter().map(|opening| opening.name.as_str()).collect();
        assert_eq!(names, ["32-28, 19-23, 28x19x23", "31-26", "wS1, bS1 wS1-"]);
        assert_eq!(read[1].moves, [MoveText("31-26".to_owned())]);
        assert_eq!(read[2].moves[1].0, "bS1 wS1-");
    }

    #[test]
    fn every_game_without_dice_has_openings_that_are_legal_and_lead_to_different_positions() {
        for game in GAMES {
            let info = game.info();
            let variants = info.variants.iter().map(|variant| Some(variant.name));
            let variants = variants.chain(info.variants.is_empty().then_some(None));
            for variant in variants {
                let openings = game.openings(variant);
                assert_eq!(openings.len() < 50, info.has_dice, "{} {variant:?}", info.name);
                let setup = Setup { variant: variant.map(str::to_owned), position: None };
                let mut shapes = HashSet::new();
                for opening in openings {
                    let case = format!("{} {variant:?}: {}", info.name, opening.name);
                    let mut pos = game.start(&setup).unwrap();
                    for mv in &opening.moves {
                        assert_eq!(pos.play(&mv.0).as_ref(), Ok(mv), "{case}");
                    }
                    assert!(matches!(pos.actor(), Actor::Player(_)), "{case}: it is over");
                    assert!(shapes.insert(pos.shape()), "{case}: another one leads there");
                }
            }
        }
    }
}
