//! Starts for matches: two turns each, the queens placed as mirror images.
//!
//! With the same bug on both sides, a start is as good for Black as for White except for the move;
//! with two different bugs, it should be played from both sides, as in matches.

use std::sync::OnceLock;

use super::{Bug, GameType, Piece};
use crate::games::{MoveText, Opening, Side};

/// The places of White's queen and Black's next to their first pieces: behind them, rotated about
/// the middle, and mirrored in the line between.
const QUEENS: [([&str; 2], [&str; 2]); 3] =
    [(["-", ""], ["", "-"]), (["\\", ""], ["", "\\"]), (["\\", ""], ["", "/"])];

/// The starts of a game type, with those that have the same bug on both sides first.
pub(super) fn openings(game_type: GameType) -> &'static [Opening] {
    static MADE: [OnceLock<Vec<Opening>>; 8] = [const { OnceLock::new() }; 8];
    let idx = GameType::ALL.iter().position(|known| *known == game_type).unwrap_or(0);
    MADE[idx].get_or_init(|| made(game_type))
}

fn made(game_type: GameType) -> Vec<Opening> {
    let bugs = Bug::ALL.into_iter().filter(|bug| *bug != Bug::Queen && game_type.has(*bug));
    let bugs: Vec<Bug> = bugs.collect();
    let pairs = bugs.iter().flat_map(|white| bugs.iter().map(move |black| (*white, *black)));
    let (same, other): (Vec<_>, Vec<_>) = pairs.partition(|(white, black)| white == black);
    let pairs = same.into_iter().chain(other);
    pairs.flat_map(|pair| QUEENS.map(|queens| opening(pair, queens))).collect()
}

fn opening((white, black): (Bug, Bug), queens: ([&str; 2], [&str; 2])) -> Opening {
    let white = Piece::first(Side::First, white);
    let black = Piece::first(Side::Second, black);
    let ([white_before, white_behind], [black_before, black_behind]) = queens;
    let moves = [
        white.to_string(),
        format!("{black} {white}-"),
        format!("wQ {white_before}{white}{white_behind}"),
        format!("bQ {black_before}{black}{black_behind}"),
    ];
    Opening { name: moves.join(", "), moves: moves.map(MoveText).to_vec() }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::games::hive::Hive;
    use crate::games::{Position, Rules};

    #[test]
    fn every_opening_is_canonical_and_leads_somewhere_else() {
        for game_type in GameType::ALL {
            let mut ends = HashSet::new();
            for opening in openings(game_type) {
                let mut pos = Hive::new(game_type);
                for mv in &opening.moves {
                    assert_eq!(Position::play(&mut pos, &mv.0).as_ref(), Ok(mv));
                }
                assert!(ends.insert(Rules::trace(&pos)), "{} is there twice", opening.name);
            }
        }
        assert_eq!(openings(GameType::default()).len(), 48);
        assert_eq!(openings(GameType::ALL[7]).len(), 147);
    }
}
