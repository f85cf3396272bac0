//! How a game ends besides by a move: resignations, offers, claims, forfeits; and its result.
//!
//! Makes no moves; what the rules say of a position is theirs.

use tracing::info;

use super::Table;
use crate::games::{Actor, Ending, GameResult, HistoryRules, Outcome, Side};
use crate::play::Cause;

impl Table {
    /// A side gives up.
    pub fn resign(&mut self, side: Side) {
        self.forfeit(side, Cause::Resigned);
    }

    /// A side offers a draw, or agrees to the one that the other offers. Says whether the game has
    /// now ended so.
    pub fn offer_draw(&mut self, side: Side) -> bool {
        if self.is_over() {
            return false;
        }
        if self.offer == Some(side.opponent()) {
            self.agree_draw();
            return true;
        }
        self.offer = Some(side);
        false
    }

    /// Who offers a draw; an offer stands until the other side has moved.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Side> {
        self.offer.filter(|_| !self.is_over())
    }

    /// Both sides agree on a draw.
    pub fn agree_draw(&mut self) {
        self.adjudicate_draw("draw agreed");
    }

    /// Ends the game as a draw that no rule of the game gives, for this reason (the length that
    /// games may have).
    pub fn adjudicate_draw(&mut self, reason: &str) {
        self.adjudicate(Outcome::Draw, Some(0), reason);
    }

    /// Ends the game with a result that no rule of the game gives, for this reason; `margin` is
    /// from the first side's point of view. Does nothing when the game is over.
    pub fn adjudicate(&mut self, outcome: Outcome, margin: Option<i32>, reason: &str) {
        if !self.is_over() {
            self.finish(GameResult { outcome, margin, reason: reason.to_owned() });
        }
    }

    /// Changes which history rules end the game by themselves; one that ends it now does so.
    pub fn set_rules(&mut self, rules: HistoryRules) {
        self.rules = rules;
        if !self.is_over() {
            self.judge();
        }
    }

    /// The draw that the history rules give, whether they are on or not; `None` when there is none
    /// or the game is over.
    #[must_use]
    pub fn claimable(&self) -> Option<Ending> {
        if self.is_over() {
            return None;
        }
        let ending = self.game.judge(self.line.traces(), HistoryRules::default())?;
        (ending.outcome == Outcome::Draw).then_some(ending)
    }

    /// Ends the game by the draw of [`Table::claimable`]; says whether there was one.
    pub fn claim_draw(&mut self) -> bool {
        let Some(ending) = self.claimable() else { return false };
        self.finish(ending.into());
        true
    }

    /// Ends the game by the word of an engine that keeps it; `reason` says whose word it is. Does
    /// nothing when the game is over.
    pub fn end_by_word(&mut self, outcome: Outcome, reason: String) {
        self.adjudicate(outcome, None, &reason);
    }

    /// A side loses for another reason than the position on the board, and where games are played
    /// for points what it could still lose ([`Rules::stake`](crate::games::Rules::stake)). Does
    /// nothing when the game is over.
    pub fn forfeit(&mut self, side: Side, cause: Cause) {
        if self.is_over() {
            return;
        }
        let reason = cause.said_of(self.game.info().sides[side.idx()]);
        let outcome = Outcome::WonBy(side.opponent());
        let stake = self.position().stake(side).and_then(|points| i32::try_from(points).ok());
        let margin = stake.map(|points| if side == Side::First { -points } else { points });
        info!(ply = self.ply(), "lost by forfeit: {reason}");
        self.forfeit = Some((side, cause));
        self.finish(GameResult { outcome, margin, reason });
    }

    /// Takes back that a side has lost by forfeit: the game goes on where it stood, and what that side
    /// has used of its time for the move is forgiven. Says who it was and why; `None` where the game
    /// has not ended so.
    pub fn take_back_forfeit(&mut self) -> Option<(Side, Cause)> {
        let (side, cause) = self.forfeit.take()?;
        self.record.result = None;
        self.clocks[side.idx()].reset_move();
        Some((side, cause))
    }

    /// Who lost by forfeit and why, where the game ended so.
    #[must_use]
    pub fn forfeited(&self) -> Option<&(Side, Cause)> {
        self.forfeit.as_ref()
    }

    /// The game is over because a side gave up.
    #[must_use]
    pub fn is_resigned(&self) -> bool {
        matches!(self.forfeit, Some((_, Cause::Resigned)))
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn result(&self) -> Option<&GameResult> {
        self.record.result.as_ref()
    }

    /// The game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.record.result.is_some()
    }

    pub(super) fn judge(&mut self) {
        let ending = match self.position().actor() {
            Actor::Over(ending) => Some(ending),
            Actor::Player(_) | Actor::Chance => self.game.judge(self.line.traces(), self.rules),
        };
        self.record.result = ending.map(GameResult::from);
    }

    fn finish(&mut self, result: GameResult) {
        for clock in &mut self.clocks {
            clock.halt();
        }
        self.record.result = Some(result);
    }
}
