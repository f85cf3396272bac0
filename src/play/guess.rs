//! The replies that an engine expects: what it thinks about on the opponent's time, and whether it
//! was right.
//!
//! Sends nothing; the player does.

use super::line::GameLine;
use super::{PonderCount, Table};
use crate::games::{Actor, Link, LinkedMove, MoveText, Side};

/// The expectations of one engine in one game.
#[derive(Debug, Default)]
pub(super) struct Guesses {
    /// The reply it named with its last move, as written.
    expected: Option<String>,
    /// What it thinks about: the reply, and the ply at which it may be played.
    guess: Option<(usize, MoveText)>,
    count: PonderCount,
}

impl Guesses {
    /// It named this expected reply with its move.
    pub(super) fn expect(&mut self, reply: Option<String>) {
        self.expected = reply;
    }

    pub(super) fn take_expected(&mut self) -> Option<String> {
        self.expected.take()
    }

    /// Takes the expected reply: returns the engine's side, and the line that ends with the reply.
    /// `None` if it cannot be played, or would not give the turn to the engine.
    pub(super) fn guess(
        &mut self,
        table: &Table,
        link: &dyn Link,
        reply: &str,
    ) -> Option<(Side, GameLine)> {
        let turn = table.turn().filter(|_| !table.is_paused())?;
        let reply = link.read_move(table.position(), reply).ok()?;
        let mut next = table.position().boxed_clone();
        next.play(&reply.0).ok()?;
        let Actor::Player(side) = next.actor() else { return None };
        if side == turn {
            return None;
        }
        let mut line = table.told().clone();
        line.moves.push(LinkedMove::new(reply.clone(), None, None));
        self.guess = Some((table.ply() + 1, reply));
        Some((side, line))
    }

    /// The engine's turn has come: counts its guess, and says whether it was right.
    pub(super) fn settle(&mut self, table: &Table) -> bool {
        let Some((ply, reply)) = self.guess.take() else { return false };
        if ply != table.ply() {
            return false;
        }
        self.count.all += 1;
        let right = table.last_move() == Some(&reply);
        self.count.hits += u32::from(right);
        right
    }

    /// The game did not go on from the guess.
    pub(super) fn forget(&mut self) {
        self.guess = None;
        self.expected = None;
    }

    pub(super) fn count(&self) -> PonderCount {
        self.count
    }
}
