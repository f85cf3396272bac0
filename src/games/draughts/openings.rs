//! Balanced starts for matches, found by the program's own engine.
//!
//! Does not judge them: a list is data, one for each variant, in `assets/openings`.

use std::sync::OnceLock;

use super::Variant;
use crate::games::opening_list::read_list;
use crate::games::{MoveText, Opening};

/// Balanced starts of a variant.
pub(super) fn openings(variant: Variant) -> &'static [Opening] {
    static READ: [OnceLock<Vec<Opening>>; 5] = [const { OnceLock::new() }; 5];
    READ[variant as usize].get_or_init(|| read_list(list(variant), name))
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

fn name(moves: &[MoveText]) -> String {
    moves.iter().map(short).collect::<Vec<&str>>().join(" ")
}

/// A move in the usual notation: `28x19` of `28x19x23`.
fn short(mv: &MoveText) -> &str {
    let mut ends = mv.0.match_indices('x').map(|(at, _)| at).skip(1);
    ends.next().map_or(&mv.0, |end| &mv.0[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_an_opening_has_its_moves_in_the_usual_notation() {
        let moves = ["32-28", "19-23", "28x19x23", "14x23x19"].map(|mv| MoveText(mv.to_owned()));
        assert_eq!(name(&moves), "32-28 19-23 28x19 14x23");
    }
}
