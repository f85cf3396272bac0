//! What an engine is told before it searches, and when it may begin.
//!
//! Reads none of its messages but through what waits for them.

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

/// How often a board is told before the engine is taken to refuse it.
const MAX_TELLINGS: u32 = 5;

/// What speaks against the board that an engine is told.
#[derive(Debug, Default)]
pub(super) struct Doubts {
    /// It must be told once more: it cannot have arrived as it was sent.
    pub(super) again: bool,
    /// The engine has complained.
    pub(super) is_refused: bool,
    /// It had complained when the board was told before.
    was_refused: bool,
    /// The engine, asked for its board, has another one.
    pub(super) is_other: bool,
    /// It was asked for it.
    asks: bool,
    /// A search that a person had started was halted before it was told: a move is no wonder.
    pub(super) is_halted: bool,
    /// How often it was told before.
    n_tellings: u32,
}

impl GuideClient {
    /// The engine is free: sends what is wished for next.
    pub(super) fn order_next(&mut self, now: Instant) -> bool {
        let set_any = self.set_options();
        let Some(search) = self.talk.desired.take() else { return false };
        if self.n_typed > 0 && !self.abilities.has("halt") {
            self.talk.desired = Some(search);
            self.talk.deviates(Deviation::NoHalt);
            self.restart(Restart::Interrupted);
            return true;
        }
        // The fence of this search shows whether it is in step, where it has one.
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
        // Where it costs next to nothing, what comes before the fence is told from its answer.
        if steps.heavy || set_any || is_halted || self.trust == Trust::Answers {
            let fence = self.fence(self.settings.deadlines.ready, now);
            self.state = GuideState::Fencing { running, fence, stop: None, doubts };
        } else {
            self.go(running, now);
        }
        true
    }

    /// Ends what a person has started in the console, in front of the next board and its fence;
    /// whether there was anything.
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

    /// Sends the options that wait; whether there were any.
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

    /// Sends a ping where the engine may answer it.
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

    /// A fence has stood for as long as it may.
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

    /// What was waited for has come, or never will.
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

    /// Sends the board once more, with a fence of its own behind it; or gives it up, where that has
    /// not helped.
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

    /// Whether telling the board once more is of no use; and why, where the engine has not said so.
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
        // There is no other way to tell it than move by move.
        let is_last = !self.told.go_in_steps();
        is_last.then_some(Some("it has another board than it was told"))
    }

    /// Something has come that speaks against the board that is being told.
    pub(super) fn doubt_board(&mut self) {
        if let GuideState::Fencing { doubts, .. } = &mut self.state {
            doubts.again = true;
        }
    }

    /// The engine's game; the last that it says before the fence is the one that it was asked for.
    pub(super) fn check_game(&mut self, game: &GameText) {
        if let GuideState::Fencing { running, doubts, .. } = &mut self.state
            && doubts.asks
        {
            let told = GameText::parse(&running.root.full);
            doubts.is_other = told.is_some_and(|told| told != *game);
        }
    }

    /// The same of its position, which is asked for where there are no moves.
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
