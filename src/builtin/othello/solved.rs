//! The exact result of a position with few empty squares, for a referee.
//!
//! Chooses no move and knows no clock: the caller limits the number of empty squares.

use super::endgame::MAX_SCORE;
use super::eval::Node;
use super::search::Searcher;
use crate::games::Side;
use crate::games::othello::Othello;

/// Size of the tables: the positions of an endgame with 16 empty squares find room.
const HASH_BITS: u32 = 16;

/// The difference in discs at the end for the first side (empty squares go to the winner) if both
/// sides play their best moves.
#[must_use]
pub fn exact_result(pos: &Othello) -> i32 {
    let mut searcher = Searcher::new(HASH_BITS);
    let result = searcher.solve(&Node::new(pos.board), -MAX_SCORE, MAX_SCORE);
    if pos.side == Side::First { result } else { -result }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Rules;

    /// The result by trying every move.
    fn by_rules(pos: &Othello) -> i32 {
        if let Some(ending) = pos.ending() {
            return ending.outcome.signed(ending.margin);
        }
        let results = pos.legal_moves().into_iter().map(|mv| {
            let mut next = *pos;
            next.play_unchecked(&mv);
            by_rules(&next)
        });
        let best = if pos.side == Side::First { results.max() } else { results.min() };
        best.expect("a position that is not over has a move")
    }

    #[test]
    fn the_exact_result_is_what_trying_everything_gives() {
        let mut n_compared = 0;
        for seed in 0_usize..20 {
            let mut pos = Othello::START;
            let mut number = seed;
            while pos.ending().is_none() {
                if pos.board.empty().count_ones() <= 6 {
                    assert_eq!(exact_result(&pos), by_rules(&pos), "{pos:?}");
                    n_compared += 1;
                }
                let moves = pos.legal_moves();
                number = (number * 31 + 7) % 1009;
                pos.play_unchecked(&moves[number % moves.len()]);
            }
        }
        assert!(n_compared > 60, "{n_compared}");
    }
}
