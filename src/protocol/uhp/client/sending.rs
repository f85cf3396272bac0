//! The commands that are sent to an engine, one after the other.
//!
//! Reads nothing; [`super::lines`] does.

use std::time::Instant;

use super::{Flight, Got, Purpose, Readiness, STEP_PATIENCE, UhpClient};
use crate::protocol::uhp::deviation::Deviation;
use crate::protocol::uhp::game_string::{GameHead, GameKind};
use crate::protocol::uhp::known_game::{Line, Way, kind_of};
use crate::protocol::uhp::message::{Command, Effort};
use crate::protocol::uhp::running::Running;
use crate::protocol::{Answer, Event, Reason, Refused, Restart, SearchId};

/// The methods that send the next command.
impl UhpClient {
    /// Sends the next command, if anything waits.
    pub(super) fn launch_next(&mut self, now: Instant) -> bool {
        if let Some((name, value)) = self.changes.pop_front() {
            self.set_option(name, value, now);
        } else if matches!(self.readiness, Readiness::Preparing) {
            self.become_ready();
        } else if let Some(text) = self.raw.pop_front() {
            self.send_raw(&text, now);
        } else if self.talk.is_out_of_step && self.is_asked() {
            // UHP has no fence that shows whether it is in step.
            self.talk.deviates(Deviation::OutOfStep);
            self.start_again(Restart::OutOfStep);
        } else if self.question.is_some() {
            self.ask_moves(now);
        } else if self.running.is_some() {
            self.go_searching(now);
        } else if let Some(search) = self.talk.desired.take() {
            let by_time = self.settings.analyses_by_time;
            let mut running = Running::new(search, by_time, self.forms, self.time_step());
            running.way = self.first_way();
            self.running = Some(running);
        } else {
            return false;
        }
        true
    }

    /// A request waits for the engine.
    fn is_asked(&self) -> bool {
        self.question.is_some() || self.running.is_some() || self.talk.desired.is_some()
    }

    pub(super) fn first_way(&self) -> Way {
        if self.settings.sends_whole_game { Way::Whole } else { Way::Shortest }
    }

    fn send_raw(&mut self, text: &str, now: Instant) {
        self.told.forget();
        self.launch(&Command::Unknown(text.to_owned()), "a command", Purpose::Raw, now);
        if let Some(flight) = &mut self.flight {
            // The lines that a person types may take any time, as long as nothing waits for their
            // end.
            flight.limit = None;
        }
        if self.running.is_some() || self.talk.desired.is_some() || self.question.is_some() {
            self.interrupt_raw(now);
        }
    }

    fn go_searching(&mut self, now: Instant) {
        let Some(running) = &mut self.running else { return };
        if let Some(what) = Self::obstacle(running, self.able) {
            let id = running.id;
            self.running = None;
            self.object(Reason::Found(what));
            let why = self.reason.take();
            return self.talk.refuse_search(id, Refused::Position, why);
        }
        let is_over = GameHead::parse(&running.root.full).is_some_and(|head| head.state.is_over());
        let next = self.told.next_step(&running.root, running.way).filter(|_| !is_over);
        if let Some((command, after)) = next {
            return self.place(&command, after, None, now);
        }
        if is_over || (self.told.is_over && self.settings.believes_end) {
            return self.end_of_game();
        }
        self.interrupt_at = running.begin(now).map(|end| end + STEP_PATIENCE);
        let effort = running.effort();
        let step = running.step_in_words();
        let search = running.id;
        self.launch(&Command::BestMove(effort), "bestmove", Purpose::Search, now);
        self.talk.report_start(search);
        if let Some(step) = step {
            self.talk.show_status(step);
        }
        if let Some(flight) = &mut self.flight {
            flight.limit = match effort {
                Effort::Time(time) => Some(time + self.settings.deadlines.ready),
                Effort::Depth(_) => None,
            };
        }
    }

    /// The reason why this cannot be searched with this engine.
    fn obstacle(running: &Running, able: Option<GameKind>) -> Option<String> {
        let (wanted, able) = (kind_of(&running.root.start)?, able?);
        (!able.includes(wanted)).then(|| format!("it does not play {wanted}, only {able}"))
    }

    /// A finished game is not searched: there is no move.
    fn end_of_game(&mut self) {
        let Some(running) = self.running.take() else { return };
        if self.told.is_over {
            let text = "the engine says that the game is over".to_owned();
            self.talk.report(Event::Complaint(text));
        }
        let answer = Answer { search: running.id, ..Answer::default() };
        self.talk.report(Event::Answer(answer));
    }

    pub(super) fn place(
        &mut self,
        command: &Command,
        after: Line,
        asks: Option<SearchId>,
        now: Instant,
    ) {
        let name = match command {
            Command::Play(_) => "play",
            Command::Undo(_) => "undo",
            _ => "newgame",
        };
        self.launch(command, name, Purpose::Place { after, asks }, now);
    }

    pub(super) fn launch(
        &mut self,
        command: &Command,
        name: &'static str,
        purpose: Purpose,
        now: Instant,
    ) {
        self.talk.send(command);
        self.flight = Some(Flight {
            purpose,
            name,
            since: now,
            limit: Some(self.settings.deadlines.ready),
            bare_ok: None,
            is_foreign: false,
            got: Got::default(),
        });
    }
}
