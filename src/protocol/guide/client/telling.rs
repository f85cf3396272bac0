//! The messages that an engine gets before it searches, and when it may begin.
//!
//! Reads none of its messages except those that it waits for.

use std::mem;
use std::time::{Duration, Instant};

use super::{Awaited, Fence, GuideClient, GuideState};
use crate::protocol::guide::command::Command;
use crate::protocol::guide::deviation::Deviation;
use crate::protocol::guide::notation::{Board, GameText};
use crate::protocol::guide::pings::{Trust, ping_text};
use crate::protocol::guide::running::{Kind, Running};
use crate::protocol::guide::settings::encode;
use crate::protocol::machine::Stop;
use crate::protocol::{Event, Mode, Reason, Refused, Restart};

/// The number of times that a board is sent before the engine is taken to refuse it.
const MAX_TELLINGS: u32 = 5;

/// The doubts about the board that an engine was sent.
#[derive(Debug, Default)]
pub(super) struct Doubts {
    /// The board must be sent once more: it cannot have arrived as it was sent.
    pub(super) again: bool,
    /// The engine has complained.
    pub(super) is_refused: bool,
    /// The engine had also complained when the board was sent before.
    was_refused: bool,
    /// The engine was asked for its board, and has another one.
    pub(super) is_other: bool,
    /// The engine was asked for its board.
    asks: bool,
    /// A search that a person had started was halted before the board was sent, so a move is no
    /// surprise.
    pub(super) is_halted: bool,
    /// The number of times that the board was sent before.
    n_tellings: u32,
}

impl GuideClient {
    /// The engine is free: sends the next request.
    pub(super) fn order_next(&mut self, now: Instant) -> bool {
        let set_any = self.set_options();
        let Some(search) = self.talk.desired.take() else { return false };
        if self.n_typed > 0 && !self.abilities.has("halt") {
            self.talk.desired = Some(search);
            self.talk.deviates(Deviation::NoHalt);
            self.restart(Restart::Interrupted);
            return true;
        }
        // The fence of this search, if it has one, shows whether the engine is in step.
        if mem::take(&mut self.talk.is_out_of_step) && self.trust != Trust::Answers {
            self.talk.desired = Some(search);
            self.talk.deviates(Deviation::OutOfStep);
            self.restart(Restart::OutOfStep);
            return true;
        }
        self.objection = None;
        if search.mode == Mode::WholeGame && !self.abilities.has("enginemode") {
            let text = "it cannot comment on games (enginemode)".to_owned();
            self.talk.report_all([Event::Complaint(text), Event::Ended(search.id)]);
            return true;
        }
        let running = Running::new(search, self.abilities.has("enginemode"), now);
        let is_halted = self.halt_typed();
        let steps = self.told.position(&running.root, &self.abilities);
        self.talk.send_all(steps.lines);
        let doubts = Doubts { is_halted, asks: steps.asks, ..Doubts::default() };
        let settings = self.told.settings(&running.wanted, &self.abilities);
        self.talk.send_all(settings);
        // If a fence costs next to nothing, it separates earlier messages from this search's
        // answer.
        if steps.heavy || set_any || is_halted || self.trust == Trust::Answers {
            let fence = self.fence(self.settings.deadlines.ready, now);
            self.state = GuideState::Fencing { running, fence, stop: None, doubts };
        } else {
            self.go(running, now);
        }
        true
    }

    /// Ends the searches that a person has started in the console, before the next board and its
    /// fence. Returns true if there were any.
    fn halt_typed(&mut self) -> bool {
        if mem::take(&mut self.n_typed) == 0 {
            return false;
        }
        self.talk.send(Command::Halt { plays: false });
        self.told.doubt();
        true
    }

    fn go(&mut self, mut running: Running, now: Instant) {
        self.talk.send(running.go());
        running.heard = now;
        running.begin(&self.abilities, now);
        self.talk.show_status(String::new());
        self.talk.report_start_again(running.id);
        self.state = GuideState::Searching(running);
    }

    /// Sends the options that wait. Returns true if there were any.
    pub(super) fn set_options(&mut self) -> bool {
        let mut any = false;
        for (name, chosen) in mem::take(&mut self.unset) {
            match encode(&self.options, &name, &chosen) {
                Ok((id, value)) => {
                    any = true;
                    self.talk.send(Command::SetOption { id, value });
                    self.chosen.retain(|(known, _)| *known != name);
                    self.chosen.push((name, chosen));
                }
                Err(reason) => self.talk.report(Event::Complaint(reason)),
            }
        }
        any
    }

    /// Sends a ping if the engine may answer it.
    pub(super) fn fence(&mut self, limit: Duration, now: Instant) -> Fence {
        if self.trust == Trust::Silent || !self.abilities.has("ping") {
            let limit = self.settings.no_pong;
            return Fence { awaited: Awaited::Time, limit, until: now + limit };
        }
        let number = self.pings.send();
        self.talk.send(Command::Ping(ping_text(number)));
        let tried = self.trust == Trust::Answers || self.abilities.are_declared();
        let limit = if tried { limit } else { self.settings.first_pong };
        Fence { awaited: Awaited::Pong(number), limit, until: now + limit }
    }

    /// A fence has stood for its full time.
    pub(super) fn fence_is_over(&mut self, fence: Fence, now: Instant) {
        let tried = self.trust == Trust::Answers || self.abilities.are_declared();
        let waiting_for = match fence.awaited {
            Awaited::End => return self.interrupt(),
            Awaited::Time => return self.fence_opens(now),
            Awaited::Pong(_) if !tried => {
                self.trust = Trust::Silent;
                self.talk.deviates(Deviation::NoPong);
                return self.fence_opens(now);
            }
            Awaited::Pong(_) => "ping",
            Awaited::Halt => "halt",
        };
        self.talk.time_out(waiting_for, fence.limit);
    }

    /// The awaited event has come, or never will.
    pub(super) fn fence_opens(&mut self, now: Instant) {
        match mem::replace(&mut self.state, GuideState::Idle) {
            GuideState::Fencing { running, stop: Some(Stop::Drop), .. } => {
                self.finish(Event::Ended(running.id), now);
            }
            GuideState::Fencing { running, stop, doubts, .. } if doubts.any() => {
                self.tell_again(running, stop, doubts, now);
            }
            GuideState::Fencing { running, stop, .. } => {
                self.go(running, now);
                if stop.is_some() {
                    self.end(Stop::MoveNow, now);
                }
            }
            GuideState::Stopping { running, fence, .. } => {
                if !matches!(fence.awaited, Awaited::Pong(_)) {
                    // A move may still be on its way.
                    self.told.doubt();
                } else if running.kind == Kind::WholeGame {
                    self.told.forget_board();
                }
                self.finish(Event::Ended(running.id), now);
            }
            other => self.state = other,
        }
    }

    /// Sends the board once more, followed by a fence of its own; or gives the board up, if that
    /// has not helped.
    fn tell_again(&mut self, running: Running, stop: Option<Stop>, doubts: Doubts, now: Instant) {
        self.told.doubt();
        if let Some(why) = self.why_hopeless(&doubts) {
            self.talk.report_all(why.map(|text| Event::Complaint(text.to_owned())));
            let found = why.map(|text| Reason::Found(text.to_owned()));
            let why = found.or(self.objection.take().map(Reason::Said));
            self.talk.refuse_search(running.id, Refused::Position, why);
            return self.rest(now);
        }
        if self.n_typed > 0 && !self.abilities.has("halt") {
            return self.tell_another(running, stop);
        }
        let is_halted = self.halt_typed();
        let steps = self.told.position(&running.root, &self.abilities);
        self.talk.send_all(steps.lines);
        let settings = self.told.settings(&running.wanted, &self.abilities);
        self.talk.send_all(settings);
        let fence = self.fence(self.settings.deadlines.ready, now);
        let doubts = Doubts {
            was_refused: doubts.was_refused || doubts.is_refused,
            is_halted,
            asks: steps.asks,
            n_tellings: doubts.n_tellings + 1,
            ..Doubts::default()
        };
        self.state = GuideState::Fencing { running, fence, stop, doubts };
    }

    /// Decides whether sending the board once more is useless. Returns the reason too, if the
    /// engine has not given one.
    fn why_hopeless(&mut self, doubts: &Doubts) -> Option<Option<&'static str>> {
        if MAX_TELLINGS <= doubts.n_tellings + 1 {
            return Some(Some("it moves whenever it is told a board"));
        }
        if doubts.again {
            return None;
        }
        if doubts.was_refused {
            return Some(None);
        }
        if !doubts.is_other || doubts.is_refused {
            return None;
        }
        self.talk.deviates(Deviation::OtherBoard);
        // Move by move is the only other way to send it.
        let is_last = !self.told.go_in_steps();
        is_last.then_some(Some("it has another board than it was told"))
    }

    /// The engine has sent something that speaks against the board that it is being sent.
    pub(super) fn doubt_board(&mut self) {
        if let GuideState::Fencing { doubts, .. } = &mut self.state {
            doubts.again = true;
        }
    }

    /// Checks the engine's game; the last one that it sends before the fence is the one that it was
    /// asked for.
    pub(super) fn check_game(&mut self, game: &GameText) {
        if let GuideState::Fencing { running, doubts, .. } = &mut self.state
            && doubts.asks
        {
            let told = GameText::parse(&running.root.full);
            doubts.is_other = told.is_some_and(|told| told != *game);
        }
    }

    /// Checks its position in the same way; the engine is asked for that if there are no moves.
    pub(super) fn check_board(&mut self, board: &Board) {
        if let GuideState::Fencing { running, doubts, .. } = &mut self.state
            && doubts.asks
            && running.root.moves.is_empty()
        {
            let told = Board::parse(&running.root.start);
            doubts.is_other = told.is_some_and(|told| told != *board);
        }
    }
}

impl Doubts {
    fn any(&self) -> bool {
        self.again || self.is_refused || self.is_other
    }
}
