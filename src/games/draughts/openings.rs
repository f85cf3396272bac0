//! Balanced starts for matches, found by the program's own engine.
//!
//! Does not judge them: a list is data, one for each variant, in `assets/openings`.

use std::sync::OnceLock;

use super::Variant;
use crate::games::{MoveText, Opening};

/// Balanced starts of a variant; empty if it has none.
pub(super) fn openings(variant: Variant) -> &'static [Opening] {
    static READ: [OnceLock<Vec<Opening>>; 5] = [const { OnceLock::new() }; 5];
    READ[variant as usize].get_or_init(|| lines(list(variant)).collect())
}

fn list(variant: Variant) -> &'static str {
    match variant {
        Variant::International => {
            include_str!("../../../assets/openings/draughts-international.txt")
        }
        Variant::Frisian => include_str!("../../../assets/openings/draughts-frisian.txt"),
        Variant::Killer => include_str!("../../../assets/openings/draughts-killer.txt"),
        Variant::Breakthrough => include_str!("../../../assets/openings/draughts-breakthrough.txt"),
        Variant::Losing => include_str!("../../../assets/openings/draughts-losing.txt"),
    }
}

/// The lines of a list: moves in Hub notation from the usual start, separated by blanks; empty
/// lines and text after a `#` are left out.
fn lines(list: &str) -> impl Iterator<Item = Opening> {
    let moves = |line: &str| -> Vec<MoveText> {
        let line = line.split_once('#').map_or(line, |(line, _)| line);
        line.split_whitespace().map(|mv| MoveText(mv.to_owned())).collect()
    };
    list.lines().map(moves).filter(|moves| !moves.is_empty()).map(|moves| {
        let name = moves.iter().map(short).collect::<Vec<&str>>().join(" ");
        Opening { name, moves }
    })
}

/// A move in the usual notation: `28x19` of `28x19x23`.
fn short(mv: &MoveText) -> &str {
    let mut ends = mv.0.match_indices('x').map(|(at, _)| at).skip(1);
    ends.next().map_or(&mv.0, |end| &mv.0[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Rules;
    use crate::games::draughts::{Draughts, Move};

    #[test]
    fn every_opening_can_be_played_and_leads_somewhere_else() {
        for variant in Variant::ALL {
            let mut ends = std::collections::HashSet::new();
            for opening in openings(variant) {
                let mut pos = Draughts::start_of(variant);
                for mv in &opening.moves {
                    let played = mv.0.parse::<Move>();
                    let legal = played.is_ok_and(|mv| {
                        let legal = pos.legal_moves().contains(&mv);
                        pos.play(&mv);
                        legal
                    });
                    assert!(legal, "{variant:?}: {mv} in {:?}", opening.name);
                }
                assert!(pos.ending().is_none(), "{variant:?}: {:?} ends", opening.name);
                assert!(ends.insert(pos), "{variant:?}: {:?} is there twice", opening.name);
            }
        }
    }

    #[test]
    fn a_list_has_a_line_for_each_opening() {
        let list = "# head\n\n32-28 19-23 28x19x23 14x23x19\n 31-26  # good\n";
        let read: Vec<Opening> = lines(list).collect();
        let names: Vec<&str> = read.iter().map(|opening| opening.name.as_str()).collect();
        assert_eq!(names, ["32-28 19-23 28x19 14x23", "31-26"]);
        assert_eq!(read[0].moves[2].0, "28x19x23");
        assert_eq!(read[1].moves, [MoveText("31-26".to_owned())]);
    }
}
