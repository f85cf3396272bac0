//! The effect of an engine's lines on the dialogue.

use std::mem;
use std::time::Instant;

use super::{Asked, Doubt, Purpose, Running, UbgiClient, UbgiState};
use crate::protocol::ubgi::action::Action;
use crate::protocol::ubgi::analysis::AnalysisReply;
use crate::protocol::ubgi::deviation::Deviation;
use crate::protocol::ubgi::peer::Analyses;
use crate::protocol::ubgi::position::Question;
use crate::protocol::ubgi::reply::{Best, Reply, may_mean_form};
use crate::protocol::{Event, Fault, OptionDecl, Reason, Refused, quoted};

/// The handshake.
impl UbgiClient {
    pub(super) fn hear_start(&mut self, line: &str, now: Instant) {
        match Reply::parse(line) {
            Reply::Id { key, text } => self.introduced(&key, text),
            Reply::ReadyOk => self.settle(false, now),
            Reply::UbgiOk => self.settle(true, now),
            Reply::Proto(proto) => self.peer.speaks(proto),
            Reply::Option(decl) => self.declare(decl, line),
            Reply::Sorry if line.trim() == "sorry" => {
                let what = "it cannot be initialized: it says sorry".to_owned();
                self.talk.fail(Fault::Unready { what });
            }
            Reply::Error(text) => self.complain(text),
            Reply::Action(Action::NoPlay) => {}
            Reply::Action(_)
            | Reply::Analysis(_)
            | Reply::Value { .. }
            | Reply::Best(_)
            | Reply::Thought(_)
            | Reply::Sorry
            | Reply::Text => {
                self.talk.deviates(Deviation::Banner);
                self.chatter(line);
            }
        }
    }

    pub(super) fn introduced(&mut self, key: &str, text: String) {
        match key {
            "name" => self.rename(text),
            "version" => self.peer.version = text,
            "analysis" => self.peer.announces_analysis(),
            _ => {}
        }
    }

    pub(super) fn declare(&mut self, decl: OptionDecl, line: &str) {
        if !self.peer.declare(decl, is_key(line)) {
            self.talk.deviates(Deviation::TooManyOptions);
            self.chatter(line);
        }
    }

    fn rename(&mut self, name: String) {
        // Once it is ready, its version is part of its name.
        if !self.talk.name.starts_with(&name) {
            self.talk.rename(name);
        }
    }

    fn settle(&mut self, is_later: bool, now: Instant) {
        self.peer.settle(is_later, self.settings.version);
        if is_later {
            self.talk.deviates(Deviation::LaterDialect);
        }
        let version = &self.peer.version;
        if !version.is_empty() && !self.talk.name.contains(version.as_str()) {
            self.talk.name = format!("{} {version}", self.talk.name);
        }
        self.prepare(now);
    }

    pub(super) fn chatter(&mut self, line: &str) {
        self.talk.report(Event::Chatter(line.to_owned()));
    }

    /// Takes an answer, or part of one, if none is waited for.
    pub(super) fn stray(&mut self, line: &str) {
        self.talk.deviates(Deviation::StrayAnswer);
        self.chatter(line);
    }
}

fn is_key(line: &str) -> bool {
    line.trim_start().starts_with("key")
}

/// The methods between questions.
impl UbgiClient {
    pub(super) fn hear_idle(&mut self, line: &str) {
        match Reply::parse(line) {
            Reply::Action(Action::NoPlay) => {}
            Reply::Sorry => match self.doubts.pop_front() {
                Some(Doubt::Stop) => self.lacks_stop(),
                Some(Doubt::Option) => self.complain(line.trim().to_owned()),
                Some(Doubt::Other) => self.chatter(line),
                None if self.owed.take().is_some() => self.chatter(line),
                None => self.stray(line),
            },
            Reply::Error(text) => self.complain(text),
            Reply::Id { key, text } => self.introduced(&key, text),
            Reply::Action(_) => {
                self.owed = None;
                self.stray(line);
            }
            Reply::Best(_) | Reply::Analysis(_) => self.stray(line),
            Reply::ReadyOk
            | Reply::UbgiOk
            | Reply::Proto(_)
            | Reply::Option(_)
            | Reply::Value { .. }
            | Reply::Thought(_)
            | Reply::Text => self.chatter(line),
        }
    }

    /// Takes a line that comes after a person's line.
    pub(super) fn hear_typed(&mut self, line: &str) {
        self.chatter(line);
        let reply = Reply::parse(line);
        if reply == Reply::Sorry {
            self.doubts.pop_front();
        }
        let is_answer = matches!(
            reply,
            Reply::Action(_)
                | Reply::Sorry
                | Reply::Best(_)
                | Reply::ReadyOk
                | Reply::Analysis(AnalysisReply::End)
        );
        if is_answer {
            self.state = UbgiState::Idle;
        }
    }
}

/// The methods during a search.
impl UbgiClient {
    pub(super) fn hear_thinking(&mut self, line: &str, now: Instant) {
        let UbgiState::Thinking(thinking) = &mut self.state else { return };
        if thinking.is_fenced {
            return self.hear_before_question(line);
        }
        match Reply::parse(line) {
            Reply::Action(Action::NoPlay) => self.hear_blank(now),
            Reply::Action(_) => self.answered(line.trim(), line, false, now),
            Reply::Best(best) => self.hear_best(best, line, now),
            Reply::Analysis(reply) => self.hear_ranking(reply, line),
            Reply::Thought(thought) => self.report(|running| Some(running.note(thought))),
            Reply::Sorry => self.hear_sorry(line, now),
            Reply::Error(text) => self.hear_error(text, now),
            Reply::ReadyOk if thinking.is_told_to_stop && self.peer.is_ordered => self.stopped(),
            Reply::Id { key, text } => self.introduced(&key, text),
            Reply::ReadyOk
            | Reply::UbgiOk
            | Reply::Proto(_)
            | Reply::Option(_)
            | Reply::Value { .. }
            | Reply::Text => self.chatter(line),
        }
    }

    /// The question is sent, but its fence stands: this line belongs to an earlier question.
    fn hear_before_question(&mut self, line: &str) {
        match (Reply::parse(line), &mut self.state) {
            (Reply::ReadyOk, UbgiState::Thinking(thinking)) => thinking.is_fenced = false,
            (_, _) => self.hear_idle(line),
        }
    }

    /// A blank line is the answer if no play is possible, unless another line follows it.
    fn hear_blank(&mut self, now: Instant) {
        let is_later = self.peer.is_later();
        let settled = now + self.settings.settle;
        let UbgiState::Thinking(thinking) = &mut self.state else { return };
        let is_play = thinking.running.question() == Question::Play;
        if is_play && !is_later && thinking.asked == Asked::Action {
            thinking.blank_at.get_or_insert(settled);
        }
    }

    fn hear_best(&mut self, best: Best, line: &str, now: Instant) {
        let UbgiState::Thinking(thinking) = &self.state else { return };
        match (best, thinking.running.question()) {
            (Best::Move(mv) | Best::Turn { mv, .. }, Question::Play) if !mv.is_empty() => {
                self.answered(&mv, line, false, now);
            }
            (Best::MoveId(id), Question::Play) if !id.is_empty() => {
                self.answered(&id, line, true, now)
            }
            (Best::Cube(cube) | Best::Turn { cube, .. }, Question::Cube | Question::Take)
                if !cube.is_empty() =>
            {
                self.answered(&cube, line, false, now);
            }
            // The engine has ignored the role: it knows nothing of the cube.
            (Best::Move(_) | Best::MoveId(_), Question::Cube) => {
                self.lacks_cube();
                self.answered("roll", line, false, now);
            }
            (best, _) if best.is_empty() => self.answered_nothing(line),
            (Best::Move(_) | Best::MoveId(_) | Best::Cube(_) | Best::Turn { .. }, _) => {
                self.stray(line);
            }
        }
    }

    /// The word of an answer has come, and nothing behind it.
    fn answered_nothing(&mut self, line: &str) {
        let is_ordered = self.peer.is_ordered;
        let UbgiState::Thinking(thinking) = &mut self.state else { return };
        let has_begun = matches!(thinking.asked, Asked::Ranking { has_begun: true, .. });
        // After a stop the fence ends the search.
        if has_begun || thinking.is_told_to_stop && is_ordered {
            return self.stray(line);
        }
        let UbgiState::Thinking(thinking) = mem::replace(&mut self.state, UbgiState::Idle) else {
            return;
        };
        self.doubts.clear();
        self.complain(format!("{}, and nothing behind it", quoted(line.trim())));
        let running = thinking.running;
        self.talk.report(match running.is_wanted() {
            true => Event::Answer(running.answer(None)),
            false => Event::Ended(running.id()),
        });
        self.talk.show_status(String::new());
    }

    fn lacks_cube(&mut self) {
        self.peer.lacks_cube = self.peer.is_later();
        self.talk.deviates(Deviation::NoCube);
    }

    /// An answer has come: an action, or the id of the position after it.
    fn answered(&mut self, text: &str, line: &str, is_id: bool, now: Instant) {
        let is_ordered = self.peer.is_ordered;
        let UbgiState::Thinking(thinking) = &mut self.state else { return };
        self.peer.knows_cube |= thinking.running.question() == Question::Cube;
        let had_blank = thinking.blank_at.take().is_some();
        match thinking.asked {
            Asked::Ranking { has_begun: true, .. } => return self.stray(line),
            Asked::Ranking { has_begun: false, .. } => {
                // The engine has read the position in the line and nothing else.
                thinking.asked = Asked::Action;
                self.peer.analyses = Analyses::No;
                self.talk.deviates(Deviation::NoAnalysis);
            }
            Asked::Action => {}
        }
        let UbgiState::Thinking(thinking) = &mut self.state else { return };
        if thinking.is_told_to_stop && is_ordered {
            thinking.answer.get_or_insert(text.to_owned());
            return;
        }
        if had_blank {
            self.talk.deviates(Deviation::StrayBlank);
        }
        self.finish_thinking(text.to_owned(), is_id, now);
    }

    /// The search is over. In the later dialects more lines may follow that belong to it.
    pub(super) fn finish_thinking(&mut self, answer: String, is_id: bool, now: Instant) {
        let UbgiState::Thinking(thinking) = mem::replace(&mut self.state, UbgiState::Idle) else {
            return;
        };
        let is_doubtful = thinking.is_told_to_stop && !self.peer.is_ordered;
        if thinking.running.is_plain {
            self.peer.lacks_limits = true;
            self.talk.deviates(Deviation::NoLimits);
        }
        // Questions before this one would have been answered before it.
        self.doubts.clear();
        self.doubts.extend((is_doubtful && !self.peer.is_later()).then_some(Doubt::Stop));
        if thinking.is_sent_twice {
            let position = thinking.running.position(self.peer.form(self.settings.position));
            self.owed = position.map(|position| position.text().to_owned());
        }
        if self.peer.is_later() {
            let running = Box::new(thinking.running);
            return self.fence(Purpose::Close { running, answer, is_id }, now);
        }
        self.complete(thinking.running, Some(answer));
    }

    /// A search that was stopped is over, according to the fence.
    fn stopped(&mut self) {
        let UbgiState::Thinking(thinking) = mem::replace(&mut self.state, UbgiState::Idle) else {
            return;
        };
        let blank = thinking.blank_at.map(|_| String::new());
        let best = thinking.running.best().map(str::to_owned);
        self.complete(thinking.running, thinking.answer.or(blank).or(best));
    }

    /// The end of a search, with its action if it has one.
    pub(super) fn complete(&mut self, running: Running, mv: Option<String>) {
        let is_answer = running.is_wanted() && (mv.is_some() || running.is_analysis());
        if !is_answer {
            self.talk.report(Event::Ended(running.id()));
        } else {
            if let Some(mv) = mv.as_deref().filter(|mv| running.is_shown_as_line(mv)) {
                self.talk.report(Event::Info(running.line(mv)));
            }
            self.talk.report(Event::Answer(running.answer(mv)));
        }
        self.talk.show_status(String::new());
    }

    fn hear_ranking(&mut self, reply: AnalysisReply, line: &str) {
        let UbgiState::Thinking(thinking) = &mut self.state else { return };
        let Asked::Ranking { try_out, has_begun } = &mut thinking.asked else {
            return self.stray(line);
        };
        (*try_out, *has_begun) = (None, true);
        let waits_for_fence = thinking.is_told_to_stop && self.peer.is_ordered;
        self.peer.analyses = Analyses::Yes;
        match reply {
            AnalysisReply::Start => {}
            AnalysisReply::Line(line) => self.report(|running| Some(running.note_line(*line))),
            AnalysisReply::Progress { done, total } => {
                self.talk.show_status(match total {
                    0 => format!("{done}"),
                    total => format!("{done} of {total}"),
                });
            }
            AnalysisReply::End if waits_for_fence => {}
            AnalysisReply::End => self.end_ranking(),
        }
    }

    fn end_ranking(&mut self) {
        if let UbgiState::Thinking(thinking) = mem::replace(&mut self.state, UbgiState::Idle) {
            self.doubts.clear();
            self.complete(thinking.running, None);
        }
    }

    fn hear_sorry(&mut self, line: &str, now: Instant) {
        let is_ordered = self.peer.is_ordered;
        let UbgiState::Thinking(thinking) = &self.state else { return };
        let is_told_to_stop = thinking.is_told_to_stop;
        match (is_ordered, self.peer.is_later()) {
            // The next line will show what it belongs to.
            (true, _) if is_told_to_stop => return,
            (false, true) if is_told_to_stop => return self.lacks_stop(),
            // It may be the answer to either.
            (false, false) if is_told_to_stop => {
                self.lacks_stop();
                return self.interrupt();
            }
            (false, false) if !self.doubts.is_empty() => return self.restart_in_doubt(),
            (true | false, _) => {}
        }
        match thinking.asked {
            Asked::Ranking { has_begun: true, .. } => {
                self.talk.report(Event::Complaint(line.trim().to_owned()));
                self.end_ranking();
            }
            Asked::Ranking { .. } if self.peer.analyses == Analyses::Unknown => {
                self.does_not_rank(false, now);
            }
            Asked::Ranking { .. } | Asked::Action => self.refused(line.trim().to_owned(), now),
        }
    }

    fn hear_error(&mut self, text: String, now: Instant) {
        let UbgiState::Thinking(thinking) = &self.state else { return };
        // The draft does not know the word: its answer is still to come.
        if !self.peer.is_later() {
            return self.complain(text);
        }
        if thinking.is_told_to_stop {
            self.lacks_stop();
            return self.complain(text);
        }
        self.refused(text, now);
    }

    /// The question is refused. Limits are optional in the documents that have them: the client
    /// asks again without them. An engine that does not decide on doubling rolls, which is always
    /// possible.
    fn refused(&mut self, text: String, now: Instant) {
        let UbgiState::Thinking(thinking) = mem::replace(&mut self.state, UbgiState::Idle) else {
            return;
        };
        let (mut running, go) = (thinking.running, thinking.go);
        if go.is_some_and(|go| go.has_limits()) && may_mean_form(&text) {
            running.is_plain = true;
            self.talk.report(Event::Chatter(text));
            // After an error its state is uncertain, too: everything is sent again, behind a fence.
            return self.place(running, now);
        }
        let is_cube = running.question() == Question::Cube;
        // If it has decided on doubling before, this refusal does not mean that it cannot: it has
        // failed.
        self.talk.is_out_of_step |=
            !self.peer.is_later() && !self.peer.is_ordered && (!is_cube || self.peer.knows_cube);
        if is_cube && !running.is_analysis() {
            self.lacks_cube();
            self.talk.report(Event::Chatter(text));
            return self.complete(running, Some("roll".to_owned()));
        }
        self.talk.report(Event::Complaint(text.clone()));
        let what = go.map_or(Refused::Position, |go| Refused::Command(go.to_string()));
        self.talk.refuse_search(running.id(), what, Some(Reason::Said(text)));
        self.talk.show_status(String::new());
    }
}
