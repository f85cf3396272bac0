//! Looks ahead in a game for the moves that tell which of several captures was meant.
//!
//! Changes nothing: it plays on copies.

use super::lex::{Kind, Lexer};
use super::resolve::{Resolved, resolve};
use crate::games::draughts::{Draughts, Move, MoveList};

/// How many moves may still be tried in one game, so that no file takes for ever.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget(u32);

impl Default for Budget {
    fn default() -> Self {
        Self(10_000)
    }
}

/// Moves tried for one candidate.
const AT_ONCE: u32 = 1_000;

/// Chooses the capture after which most of the following moves can be played, and says why it is
/// that one. `lexer` stands behind the move.
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

/// How many of the moves that follow in this line can be played.
fn n_playable(
    mut pos: Draughts,
    mut lexer: Lexer<'_>,
    left: &mut u32,
    list: &mut MoveList,
) -> usize {
    let (mut n, mut n_open) = (0, 0);
    while let Some(token) = lexer.next() {
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
        if *left == 0 {
            return n;
        }
        *left -= 1;
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
