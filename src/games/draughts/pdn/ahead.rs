//! Looks ahead in a game for the moves that show which one of several captures was meant.
//!
//! Changes nothing: it plays on copies.

use super::lex::{Kind, Lexer};
use super::resolve::{Resolved, resolve};
use crate::games::draughts::{Draughts, Move, MoveList};

/// The rest of what may be examined in one game, so that no file takes for ever: the sum of
/// [`cost`], for moves and everything between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget(u32);

impl Default for Budget {
    fn default() -> Self {
        Self(30_000)
    }
}

/// The number of parts that are examined for one candidate.
const AT_ONCE: u32 = 3_000;

/// Every piece counts, also one of a variation that is skipped, and a long one counts more.
fn cost(n_bytes: usize) -> u32 {
    u32::try_from(n_bytes / 100).unwrap_or(u32::MAX).saturating_add(1)
}

/// Chooses the capture after which most of the following moves can be played, and returns the
/// reason. `lexer` is after the move.
pub(super) fn decide(
    pos: &Draughts,
    moves: &[Move],
    lexer: &Lexer<'_>,
    budget: &mut Budget,
    list: &mut MoveList,
) -> (Move, &'static str) {
    let mut best: Option<(usize, Move)> = None;
    let mut n_best = 0;
    for mv in moves {
        let mut after = *pos;
        after.play(mv);
        let mut left = AT_ONCE.min(budget.0);
        budget.0 -= left;
        let n = n_playable(after, lexer.clone(), &mut left, list);
        budget.0 += left;
        match best {
            Some((most, _)) if n == most => n_best += 1,
            Some((most, _)) if n < most => {}
            Some(_) | None => (best, n_best) = (Some((n, *mv)), 1),
        }
    }
    let (_, mv) = best.expect("there are several captures to choose from");
    let why = if n_best == 1 {
        "the one was taken that fits the moves after it"
    } else {
        "the first was taken, because no move after it decides"
    };
    (mv, why)
}

/// The number of the following moves in this line that can be played.
fn n_playable(
    mut pos: Draughts,
    mut lexer: Lexer<'_>,
    left: &mut u32,
    list: &mut MoveList,
) -> usize {
    let (mut n, mut n_open) = (0, 0);
    while *left > 0 {
        let n_done = lexer.n_done();
        let Some(token) = lexer.next() else { return n };
        *left = left.saturating_sub(cost(lexer.n_done() - n_done));
        let raw = match token.kind {
            Kind::Move(raw) if n_open == 0 => raw,
            Kind::Open => {
                n_open += 1;
                continue;
            }
            Kind::Close if n_open > 0 => {
                n_open -= 1;
                continue;
            }
            Kind::Move(_)
            | Kind::Number(..)
            | Kind::Comment(_)
            | Kind::Nag(_)
            | Kind::Strength(_)
            | Kind::Ellipsis => continue,
            Kind::Tag(..)
            | Kind::Result(_)
            | Kind::Close
            | Kind::Setup(_)
            | Kind::Odd(_)
            | Kind::NestedComment(_)
            | Kind::OpenComment => return n,
        };
        match resolve(&pos, &raw, list) {
            Resolved::None(_) => return n,
            Resolved::One(mv) => pos.play(&mv),
            Resolved::Several(moves) => {
                let rest = moves.iter().map(|mv| {
                    let mut after = pos;
                    after.play(mv);
                    n_playable(after, lexer.clone(), left, list)
                });
                return n + 1 + rest.max().unwrap_or(0);
            }
        }
        n += 1;
    }
    n
}

#[cfg(test)]
mod tests {
    use super::super::heading::set_up;
    use super::*;
    use crate::games::Rules;
    use crate::games::draughts::Variant;

    #[test]
    fn everything_that_is_passed_over_uses_the_budget_up() {
        let pos = Draughts::start_of(Variant::International);
        for between in ["$1 ", "(1... 17-21 $1) ", "{x} ", &format!("{{{}}} ", "x".repeat(1000))] {
            let text = between.repeat(10_000) + "32-28";
            let mut left = 500;
            let mut list = MoveList::new();
            assert_eq!(n_playable(pos, Lexer::new(&text), &mut left, &mut list), 0, "{between}");
            assert_eq!(left, 0, "{between}");
            let text = between.repeat(20) + "32-28 {x} 19-23";
            let mut left = 500;
            assert_eq!(n_playable(pos, Lexer::new(&text), &mut left, &mut list), 2, "{between}");
        }
    }

    #[test]
    fn no_more_is_looked_at_than_the_budget_of_a_game_allows() {
        let start = set_up("W:WK47:B14,19,29,31,42", Variant::International);
        let start = start.expect("the example of the standard");
        let moves: Vec<Move> =
            start.legal_moves().iter().filter(|mv| mv.to == 35).copied().collect();
        assert!(moves.len() > 1);
        let text = "$1 ".repeat(100_000);
        let mut budget = Budget::default();
        let mut list = MoveList::new();
        let (_, why) = decide(&start, &moves, &Lexer::new(&text), &mut budget, &mut list);
        assert!(why.contains("no move after it decides"));
        let n_candidates = u32::try_from(moves.len()).expect("there are few");
        assert_eq!(budget.0, 30_000 - n_candidates * AT_ONCE);
        for _again in 0..30 {
            decide(&start, &moves, &Lexer::new(&text), &mut budget, &mut list);
        }
        assert_eq!(budget.0, 0);
    }
}
