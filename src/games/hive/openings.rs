//! Balanced openings for matches, found by the program's own engine.
//!
//! Does not judge them: a list is data, one for each game type, in `assets/openings`.

use std::sync::OnceLock;

use super::GameType;
use crate::games::Opening;
use crate::games::opening_list::{joined, read_list};

/// Balanced openings of a game type.
pub(super) fn openings(game_type: GameType) -> &'static [Opening] {
    static READ: [OnceLock<Vec<Opening>>; 8] = [const { OnceLock::new() }; 8];
    let idx = GameType::ALL.iter().position(|known| *known == game_type).unwrap_or(0);
    READ[idx].get_or_init(|| read_list(list(game_type), |moves| joined(moves, ", ")))
}

fn list(game_type: GameType) -> &'static str {
    match (game_type.mosquito, game_type.ladybug, game_type.pillbug) {
        (false, false, false) => include_str!("../../../assets/openings/hive-Base.txt"),
        (true, false, false) => include_str!("../../../assets/openings/hive-Base+M.txt"),
        (false, true, false) => include_str!("../../../assets/openings/hive-Base+L.txt"),
        (false, false, true) => include_str!("../../../assets/openings/hive-Base+P.txt"),
        (true, true, false) => include_str!("../../../assets/openings/hive-Base+ML.txt"),
        (true, false, true) => include_str!("../../../assets/openings/hive-Base+MP.txt"),
        (false, true, true) => include_str!("../../../assets/openings/hive-Base+LP.txt"),
        (true, true, true) => include_str!("../../../assets/openings/hive-Base+MLP.txt"),
    }
}
