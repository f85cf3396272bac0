//! How searches end before their time: soon by themselves, or with the engine.
//!
//! UHP has no word for it.

use std::time::Instant;

use super::{ANSWER_PATIENCE, END_PATIENCE, Flight, Purpose, Running, STEP_PATIENCE, UhpClient};
use crate::protocol::machine::Stop;
use crate::protocol::uhp::deviation::Deviation;
use crate::protocol::uhp::message::Effort;
use crate::protocol::uhp::running::Kind;
use crate::protocol::{Event, Restart};

impl UhpClient {
    /// Ends the search that runs.
    pub(super) fn end(&mut self, stop: Stop, now: Instant) {
        if !self.is_thinking() {
            self.interrupt_raw(now);
            if let Some(running) = self.running.take() {
                self.talk.report(Self::cut_short(&running, Some(stop)));
            }
            return;
        }
        let Some(running) = &mut self.running else { return };
        // A discarded answer stays discarded.
        if running.stop != Some(Stop::Drop) {
            running.stop = Some(stop);
        }
        let is_urgent = running.stop == Some(Stop::MoveNow) && !running.is_analysis();
        // The engine may have ended its answer already, without a move; or that `ok` was a stray
        // one, and it is still thinking. Nothing shows which, so the `ok` is not taken for the
        // answer.
        if let Some(Flight { bare_ok: Some(_), .. }) = &self.flight
            && is_urgent
        {
            self.interrupt_at.get_or_insert(now + ANSWER_PATIENCE);
            return;
        }
        let own_end = match (&running.kind, &self.flight) {
            (Kind::Once(Effort::Time(time)), Some(flight)) => Some(flight.since + *time),
            (Kind::Once(_) | Kind::Deepen(_), _) => None,
        };
        let ends_within = |time| own_end.is_some_and(|end| end <= now + time);
        let patience = match running.kind {
            _ if is_urgent && running.has_move() => {
                ends_within(ANSWER_PATIENCE).then_some(ANSWER_PATIENCE)
            }
            Kind::Deepen(_) => Some(STEP_PATIENCE),
            Kind::Once(_) => ends_within(END_PATIENCE).then_some(STEP_PATIENCE),
        };
        match patience.map(|patience| now + patience) {
            Some(end) => {
                self.interrupt_at = Some(self.interrupt_at.map_or(end, |at| at.min(end)));
            }
            None => self.interrupt(),
        }
    }

    /// The end of a search that the engine has not ended: the best move that it has found so far is
    /// its answer, if that is wanted.
    fn cut_short(running: &Running, stop: Option<Stop>) -> Event {
        if stop != Some(Stop::Drop) && running.has_move() {
            Event::Answer(running.answer())
        } else {
            Event::Ended(running.id)
        }
    }

    /// A search that a person started in the console must not keep the engine for ever.
    pub(super) fn interrupt_raw(&mut self, now: Instant) {
        let is_raw = |flight: &Flight| matches!(flight.purpose, Purpose::Raw);
        if self.flight.as_ref().is_some_and(is_raw) {
            self.interrupt_at.get_or_insert(now + STEP_PATIENCE);
        }
    }

    /// The engine is started again; the running search ends with the facts known so far. One that
    /// waits for its next command goes on with the next engine.
    pub(super) fn interrupt(&mut self) {
        let is_thinking = self.is_thinking();
        if let Some(running) = self.running.take_if(|running| is_thinking || running.stop.is_some())
        {
            let stop = running.stop;
            self.talk.report(Self::cut_short(&running, stop));
        }
        self.talk.deviates(Deviation::Interrupted);
        self.start_again(Restart::Interrupted);
    }

    /// Requests that have not been begun go on with the next engine.
    pub(super) fn start_again(&mut self, why: Restart) {
        self.talk.explain_restart(why);
        self.talk.restart();
        self.flight = None;
        self.interrupt_at = None;
        self.changes.clear();
        self.told.forget();
    }
}
