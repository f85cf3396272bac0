//! What engines think of the game besides their moves: their own games, claims and offers of a draw.
//!
//! The referee decides; opinions that differ are reported.

use std::time::{Duration, Instant};

use super::{Contest, Turn, now};
use crate::play::checking::Checker;
use crate::play::match_runner::MatchEvent;
use crate::protocol::Request;
use crate::session::{News, SessionEvent};

/// How long the game waits for an engine's opinion of it.
const OPINION_LIMIT: Duration = Duration::from_secs(1);

impl Contest<'_> {
    /// Compares the engine's own game with the table, before it moves.
    pub(super) fn compare(&mut self, engine: usize, event: &SessionEvent) {
        let Some(checker) = &mut self.checkers[engine] else { return };
        let said = match &event.what {
            News::Event(said) => said,
            News::Ended(_) => return checker.restarted(),
            News::Infos(_) => return,
        };
        if let Some(disagreement) = checker.handle(said, &self.table)
            && self.engines[engine].disagreed.insert(disagreement.what)
        {
            let text = disagreement.to_string();
            self.progress.tell(MatchEvent::Complaint { engine, text });
        }
        if self.held_until.is_some() {
            self.hear_claims(event.at);
        }
    }

    /// When all engines have given their opinion: a draw that can be claimed here has been claimed
    /// (rules 2.1, 14), or the game goes on.
    fn hear_claims(&mut self, at: Instant) {
        let mut checkers = self.checkers.iter().flatten();
        if checkers.clone().any(Checker::is_waiting) {
            return;
        }
        self.held_until = None;
        if checkers.any(|checker| checker.sees_draw(&self.table)) {
            self.table.claim_draw();
        } else {
            self.next_turn(Some(at));
        }
    }

    /// A draw by a rule that is switched off can be claimed here: engines that know the rule are
    /// asked before the next move, even a forced pass. Returns whether the game waits for that.
    pub(super) fn awaits_claims(&mut self) -> bool {
        let ply = self.table.ply();
        let can_claim = self.checkers.iter().any(Option::is_some);
        if !can_claim || self.heard_at == Some(ply) || self.table.claimable().is_none() {
            return false;
        }
        self.heard_at = Some(ply);
        self.held_until = Some(now() + OPINION_LIMIT);
        self.ask_opinions(&[0, 1])
    }

    /// Asks these engines for their opinion, if they keep the game.
    pub(super) fn ask_opinions(&mut self, engines: &[usize]) -> bool {
        let mut is_asked = false;
        for &engine in engines {
            if let Some(checker) = &mut self.checkers[engine] {
                self.engines[engine].request(checker.ask(&self.table));
                is_asked = true;
            }
        }
        is_asked
    }

    /// Asks engines that keep the game for their opinion of its end.
    pub(super) async fn compare_end(&mut self) {
        let is_played = self.table.is_over() && self.table.forfeited().is_none();
        let is_wanted = is_played && self.config.compares && self.wish.borrow().stopped.is_none();
        if !is_wanted || !self.ask_opinions(&[0, 1]) {
            return;
        }
        let until = now() + OPINION_LIMIT;
        while self.checkers.iter().flatten().any(Checker::is_waiting) && now() < until {
            self.held_until = Some(until);
            if let Turn::Said(engine, event) = self.wait().await {
                self.held_until = None;
                self.pass_on(engine, &event);
                self.compare(engine, &event);
                let state = self.engines[engine].state();
                self.players[engine].handle(&event, state, &mut self.table);
            }
        }
        self.held_until = None;
    }

    /// Passes an offer on to an opponent that understands it; two offers are an agreement.
    pub(super) fn offer_draw(&mut self, engine: usize) {
        if self.table.offer_draw(self.pairing.seat_of(engine)) {
            return;
        }
        let other = &self.engines[1 - engine];
        if other.state().can(|able| able.draw_offers) {
            other.request(Request::OfferDraw);
        }
    }
}
