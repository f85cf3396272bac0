//! The lines that are sent to an engine, one after the other.
//!
//! Reads nothing; [`super::lines`] does.

use std::mem;
use std::time::{Duration, Instant};

use super::{Asked, Doubt, Purpose, Running, Thinking, UbgiClient, UbgiState};
use crate::protocol::ubgi::deviation::Deviation;
use crate::protocol::ubgi::message::Command;
use crate::protocol::ubgi::peer::{Analyses, Dialect};
use crate::protocol::ubgi::position::Question;
use crate::protocol::{Event, RESTARTED, Restart};

/// The methods that send the next line.
impl UbgiClient {
    /// The handshake is over: asks for the options if that is needed, and sets them.
    pub(super) fn prepare(&mut self, now: Instant) {
        if self.peer.lacks_keys() {
            self.talk.send(Command::Keys);
            return self.fence(Purpose::Keys, now);
        }
        self.choose_options();
        self.state = UbgiState::Idle;
    }

    /// Chooses the options whose requested value differs from the engine's.
    pub(super) fn choose_options(&mut self) {
        self.changes.clear();
        for (name, value) in &self.settings.options {
            match self.peer.admit(name, value) {
                Ok(admitted) => {
                    let mut known = self.peer.declared.iter();
                    if !known.any(|decl| decl.name == *name && decl.default == admitted) {
                        self.changes.push_back((name.clone(), admitted));
                    }
                }
                Err(why) => self.talk.report(Event::Complaint(why)),
            }
        }
    }

    pub(super) fn set_options(&mut self, now: Instant) {
        let changes = mem::take(&mut self.changes);
        if !self.peer.is_fenced {
            // Each of them may be answered by a sorry.
            self.doubts.extend(changes.iter().map(|_| Doubt::Option));
        }
        for (name, value) in changes {
            if self.peer.dialect == Dialect::V2 {
                self.talk.send(Command::Set { key: name.clone(), value });
                self.talk.send(Command::Get(name));
            } else {
                self.talk.send(Command::SetOption { name, value });
            }
        }
        if !self.peer.is_fenced {
            return;
        }
        self.fence(Purpose::Options, now);
        if let UbgiState::Fenced(fence) = &mut self.state
            && !self.peer.is_sure()
        {
            fence.deadline = Some(now + self.settings.try_out);
        }
    }

    pub(super) fn become_ready(&mut self) {
        let capabilities = self.peer.capabilities(self.settings.stops);
        if self.talk.get_ready(capabilities, self.peer.declared.clone()) {
            self.talk.show_status(RESTARTED.to_owned());
        }
    }

    /// Sends a person's line. Without fences, only a question is sure to be answered.
    pub(super) fn send_raw(&mut self, text: String, now: Instant) {
        self.told.clear();
        let is_owed = matches!(
            Command::parse(&text),
            Command::Ubgi | Command::Position(_) | Command::Analyse(_)
        );
        self.talk.send(Command::Unknown(text));
        if self.peer.is_fenced {
            self.fence(Purpose::Typed, now);
            if let UbgiState::Fenced(fence) = &mut self.state {
                // The lines that a person types may take any time.
                fence.deadline = None;
            }
            return;
        }
        self.doubts.extend((!is_owed).then_some(Doubt::Other));
        let until = (!is_owed).then(|| now + self.settings.settle);
        self.state = UbgiState::Typed { is_owed, until };
    }

    pub(super) fn begin(&mut self, running: Running, now: Instant) {
        let form = self.peer.form(self.settings.position);
        let is_known = running.fields.is_some() || !self.peer.is_later();
        let Some(position) = running.position(form).filter(|_| is_known) else {
            let text = "there is nothing to decide in this position".to_owned();
            self.talk.report(Event::Complaint(text));
            return self.talk.report(Event::Ended(running.id()));
        };
        if self.talk.is_out_of_step && !self.peer.is_ordered {
            self.talk.desired = Some(running.search);
            self.talk.deviates(Deviation::OutOfStep);
            return self.restart(Restart::OutOfStep);
        }
        if self.owed.as_deref().is_some_and(|owed| owed != position.text()) {
            // The answer that may still come would be mistaken for the answer to this question.
            self.talk.desired = Some(running.search);
            self.talk.deviates(Deviation::Doubtful);
            return self.restart(Restart::OutOfStep);
        }
        if running.is_analysis() && self.ranks() {
            let request = running.analysis(position);
            let is_tried = self.peer.analyses == Analyses::Unknown;
            let try_out = is_tried.then(|| now + self.settings.try_out);
            let asked = Asked::Ranking { try_out, has_begun: false };
            return self.think(&Command::Analyse(request), running, asked);
        }
        if !self.peer.is_later() {
            let time = running.time().filter(|_| !running.is_analysis());
            self.think(&Command::Position(position), running, Asked::Action);
            return self.limit_by_stop(time, now);
        }
        if running.question() == Question::Take {
            return self.decide_take(&running);
        }
        if running.question() == Question::Cube && self.peer.lacks_cube {
            self.talk.report_start(running.id());
            let answer = running.answer(Some("roll".to_owned()));
            return self.talk.report(Event::Answer(answer));
        }
        self.tell_context(running, now);
    }

    fn ranks(&self) -> bool {
        self.settings.analyses && self.peer.analyses != Analyses::No
    }

    /// No engine of a later dialect can be asked.
    fn decide_take(&mut self, running: &Running) {
        self.talk.deviates(Deviation::NoTake);
        self.talk.report_start(running.id());
        let word = if self.settings.takes { "take" } else { "drop" };
        let answer = running.answer(Some(word.to_owned()));
        self.talk.report(Event::Answer(answer));
    }

    /// Sends an engine of v0.1 whatever it does not know yet of the game around the board.
    fn tell_context(&mut self, running: Running, now: Instant) {
        if mem::take(&mut self.is_new_game) {
            self.talk.send(Command::NewGame);
            self.told.clear();
        }
        let context = running.context();
        if self.peer.dialect == Dialect::V2 {
            self.talk.deviates(Deviation::NoContext);
        }
        let knows = self.peer.dialect == Dialect::V2 || self.peer.lacks_context;
        if knows || context == self.told {
            return self.place(running, now);
        }
        for command in &context {
            self.talk.send(command);
        }
        self.told = context;
        self.fence(Purpose::Context(Box::new(running)), now);
    }

    /// Sends the position. The dice are sent each time: some engines use them up in one search.
    pub(super) fn place(&mut self, running: Running, now: Instant) {
        for command in running.place(self.peer.form(self.settings.position)) {
            self.talk.send(command);
        }
        self.fence(Purpose::Place(Box::new(running)), now);
    }

    pub(super) fn search_placed(&mut self, running: Running, now: Instant) {
        let Some(go) = running.go(&self.peer, self.settings.says_role) else {
            return self.talk.report(Event::Ended(running.id()));
        };
        let ready = self.settings.deadlines.ready;
        let limit = go.move_time.map(|time| (now + time + ready, time + ready));
        self.think(&Command::Go(go), running, Asked::Action);
        if let UbgiState::Thinking(thinking) = &mut self.state {
            (thinking.limit, thinking.go) = (limit, Some(go));
        }
    }

    pub(super) fn think(&mut self, command: &Command, running: Running, asked: Asked) {
        let mut thinking = Thinking::new(running, asked);
        // In the later dialects the position was fenced, and a fence costs a round.
        thinking.is_fenced = self.peer.is_ordered && !self.peer.is_later();
        if thinking.is_fenced {
            self.talk.send(Command::IsReady);
        }
        self.talk.send(command);
        self.talk.report_start(thinking.running.id());
        self.state = UbgiState::Thinking(Box::new(thinking));
    }

    /// The draft has no words for the time of a move: an engine that answers in order is told to
    /// stop when the time is over. With other engines it would be unclear what a `sorry` belongs
    /// to.
    fn limit_by_stop(&mut self, time: Option<Duration>, now: Instant) {
        let stops = self.settings.stops && !self.peer.lacks_stop && self.peer.is_ordered;
        if let UbgiState::Thinking(thinking) = &mut self.state {
            thinking.stop_at = time.filter(|_| stops).map(|time| now + time);
        }
    }

    /// The engine does not rank actions: the client asks for the best one instead.
    pub(super) fn does_not_rank(&mut self, was_silent: bool, now: Instant) {
        self.peer.analyses = Analyses::No;
        self.talk.deviates(Deviation::NoAnalysis);
        let is_doubtful = was_silent && !self.peer.is_ordered;
        let UbgiState::Thinking(thinking) = &self.state else { return };
        let is_to_end = thinking.running.stop.is_some();
        if is_doubtful && is_to_end {
            // The engine may answer all the same, after the next question.
            return self.interrupt();
        }
        let UbgiState::Thinking(thinking) = mem::replace(&mut self.state, UbgiState::Idle) else {
            return;
        };
        self.doubts.extend(is_doubtful.then_some(Doubt::Other));
        let running = thinking.running;
        if !is_to_end {
            self.begin(running, now);
            if let UbgiState::Thinking(thinking) = &mut self.state {
                thinking.is_sent_twice = is_doubtful;
            }
            return;
        }
        self.talk.report(if running.is_wanted() {
            Event::Answer(running.answer(None))
        } else {
            Event::Ended(running.id())
        });
    }
}
