//! The effect of an engine's lines on the dialogue.
//!
//! Collects an answer up to its `ok`, then draws its conclusions.

use std::mem;
use std::time::{Duration, Instant};

use super::{BARE_OK_PATIENCE, Flight, Got, MAX_TEXTS, Purpose, Readiness, UhpClient};
use crate::protocol::machine::{Machine, Stop};
use crate::protocol::uhp::deviation::Deviation;
use crate::protocol::uhp::effort::Form;
use crate::protocol::uhp::message::{Command, Effort};
use crate::protocol::uhp::reply::{Reply, Thought, has_moves, list_parts};
use crate::protocol::uhp::running::{Kind, Running};
use crate::protocol::uhp::setting::Setting;
use crate::protocol::uhp::settings::Settings;
use crate::protocol::{Answer, Capabilities, Event, Fault, RESTARTED, Reason, Refused};

/// Methods that take the engine's lines.
impl UhpClient {
    /// Takes a line with which the engine introduces itself, or one before that.
    pub(super) fn hear_banner(&mut self, line: &str, now: Instant) {
        match Reply::parse(line) {
            Reply::Id(name) => self.talk.rename(name),
            Reply::Capabilities(able) => self.able = Some(able),
            Reply::Ok => self.prepare(now),
            Reply::Blank => {}
            Reply::Error(line) => self.talk.report(Event::Complaint(line)),
            Reply::Game(_)
            | Reply::Setting(_)
            | Reply::Moves(_)
            | Reply::Thought(_)
            | Reply::Text(_) => {
                self.talk.deviates(Deviation::Banner);
                self.talk.report(Event::Chatter(line.to_owned()));
            }
        }
    }

    fn prepare(&mut self, now: Instant) {
        if self.needs_info {
            self.talk.deviates(Deviation::NoBanner);
        }
        if let (Some(able), Some(wanted)) = (self.able, self.settings.wanted)
            && !able.includes(wanted)
        {
            let what = format!("it does not play {wanted}, only {able}");
            return self.talk.fail(Fault::Unsupported { what });
        }
        self.readiness = Readiness::Preparing;
        self.launch(&Command::Options, "options", Purpose::ListOptions, now);
    }

    pub(super) fn become_ready(&mut self) {
        self.readiness = Readiness::Ready;
        let options = self.declared.iter().map(Setting::decl).collect();
        if self.talk.get_ready(self.capabilities(), options) {
            self.talk.show_status(RESTARTED.to_owned());
        }
    }

    /// Takes a line of an answer, or between two answers.
    pub(super) fn hear_answer(&mut self, line: &str, now: Instant) {
        let reply = Reply::parse(line);
        let Some(flight) = &mut self.flight else {
            return self.hear_unasked(reply, line);
        };
        if reply == Reply::Ok {
            return self.hear_ok(now);
        }
        if matches!(flight.purpose, Purpose::Raw) {
            let event = match reply {
                Reply::Error(line) => Event::Complaint(line),
                _ => Event::Chatter(line.to_owned()),
            };
            return self.talk.report(event);
        }
        if flight.is_foreign {
            return;
        }
        if flight.bare_ok.is_some() && reply != Reply::Blank {
            flight.bare_ok = None;
            self.talk.deviates(Deviation::StrayOk);
        }
        self.collect(reply, line);
    }

    fn hear_unasked(&mut self, reply: Reply, line: &str) {
        match reply {
            Reply::Ok => self.talk.deviates(Deviation::StrayOk),
            Reply::Blank => {}
            Reply::Error(line) => self.talk.report(Event::Complaint(line)),
            Reply::Id(_)
            | Reply::Capabilities(_)
            | Reply::Game(_)
            | Reply::Setting(_)
            | Reply::Moves(_)
            | Reply::Thought(_)
            | Reply::Text(_) => self.talk.report(Event::Chatter(line.to_owned())),
        }
    }

    /// Keeps a line that belongs to the answer; anything else is a sentence.
    fn collect(&mut self, reply: Reply, line: &str) {
        let Some(Flight { purpose, got, is_foreign, .. }) = &mut self.flight else { return };
        match (reply, purpose) {
            (Reply::Id(_), _) => {
                *is_foreign = true;
                self.talk.deviates(Deviation::SecondBanner);
            }
            (Reply::Game(game), Purpose::Place { .. }) => {
                got.game = Some((game, line.trim().to_owned()));
            }
            (Reply::Setting(setting), Purpose::ListOptions | Purpose::SetOption { .. }) => {
                got.settings.push(setting);
            }
            (Reply::Moves(moves), Purpose::ValidMoves(_)) => {
                got.moves.get_or_insert_default().extend(moves);
            }
            (Reply::Blank, Purpose::ValidMoves(_)) => {
                got.moves.get_or_insert_default();
            }
            // A list that contains something other than moves is still a list.
            (Reply::Text(_) | Reply::Thought(_), Purpose::ValidMoves(_)) if has_moves(line) => {
                got.moves
                    .get_or_insert_default()
                    .extend(list_parts(line).into_iter().map(str::to_owned));
            }
            (Reply::Moves(moves), Purpose::Search) if moves.len() == 1 => {
                let mv = moves.into_iter().next();
                self.think(Thought { mv, ..Thought::default() });
            }
            (Reply::Thought(thought), Purpose::Search) => self.think(thought),
            (Reply::Moves(_) | Reply::Thought(_), Purpose::Place { .. })
            | (Reply::Moves(_), Purpose::Search) => {
                got.has_stray_move = true;
                self.talk.report(Event::Chatter(line.to_owned()));
            }
            (Reply::Error(line), _) if got.errors.len() < MAX_TEXTS => got.errors.push(line),
            (Reply::Blank, Purpose::Search) => got.has_blank = true,
            (Reply::Blank, _) => {}
            // This belongs to the answer to another command.
            (Reply::Game(_) | Reply::Setting(_) | Reply::Capabilities(_), _) => {
                self.talk.report(Event::Chatter(line.to_owned()));
            }
            (_, _) if got.texts.len() < MAX_TEXTS => got.texts.push(line.to_owned()),
            (_, _) => self.talk.report(Event::Chatter(line.to_owned())),
        }
    }

    /// Takes a move of the running search; the last one is its answer. The values given with a
    /// move, and a move that another one replaces, are reported as info.
    fn think(&mut self, thought: Thought) {
        let Some(flight) = &mut self.flight else { return };
        let older = flight.got.best.replace(thought.clone());
        let older = older.filter(|older| older.depth.is_none());
        let newer = Some(thought).filter(|thought| thought.depth.is_some());
        let Some(running) = self.believed() else { return };
        let infos: Vec<Event> =
            older.into_iter().chain(newer).map(|news| Event::Info(running.note(news))).collect();
        self.talk.report_all(infos);
    }

    fn hear_ok(&mut self, now: Instant) {
        let Some(flight) = &mut self.flight else { return };
        if mem::take(&mut flight.is_foreign) {
            return;
        }
        if flight.got.is_bare() && mem::take(&mut flight.got.has_stray_move) {
            // The answer to a search or for the valid moves, given once more, or late.
            return self.talk.deviates(Deviation::StrayMove);
        }
        let is_due = match flight.purpose {
            Purpose::Place { .. } | Purpose::ValidMoves(_) | Purpose::Search => true,
            Purpose::ListOptions | Purpose::SetOption { .. } | Purpose::Raw => false,
        };
        if !is_due || !flight.got.is_bare() {
            return self.complete(now);
        }
        let time = match (&flight.purpose, &self.running) {
            (Purpose::Search, Some(running)) => match running.effort() {
                Effort::Time(time) => time,
                Effort::Depth(_) => BARE_OK_PATIENCE,
            },
            _ => Duration::ZERO,
        };
        flight.bare_ok.get_or_insert(now + time + BARE_OK_PATIENCE);
    }
}

impl Got {
    /// Only `ok` has come.
    fn is_bare(&self) -> bool {
        self.game.is_none()
            && self.moves.is_none()
            && self.best.is_none()
            && self.errors.is_empty()
            && self.texts.is_empty()
            && !self.has_blank
    }
}

/// Methods that draw conclusions.
impl UhpClient {
    /// The answer is complete: draws the conclusions and goes on.
    pub(super) fn complete(&mut self, now: Instant) {
        let Some(Flight { purpose, mut got, .. }) = self.flight.take() else { return };
        self.interrupt_at = None;
        self.say_texts(&purpose, &mut got);
        match purpose {
            Purpose::ListOptions => {
                self.declared = got.settings;
                self.complain(got.errors);
                self.prepare_options();
            }
            Purpose::SetOption { name, value } => self.option_was_set(name, value, got),
            Purpose::Place { after, asks } => self.placed(after, asks.is_some(), got),
            Purpose::Search => self.searched(got, now),
            Purpose::ValidMoves(id) => self.moves_came(id, got),
            Purpose::Raw => {}
        }
        self.go_on(now);
    }

    /// Sentences are errors if nothing else came; otherwise they are chatter.
    fn say_texts(&mut self, purpose: &Purpose, got: &mut Got) {
        let has_answer = match purpose {
            Purpose::ListOptions | Purpose::Raw => true,
            Purpose::SetOption { .. } => !got.settings.is_empty(),
            Purpose::Place { .. } => got.game.is_some(),
            Purpose::Search => got.best.is_some(),
            Purpose::ValidMoves(_) => got.moves.is_some(),
        };
        let texts = mem::take(&mut got.texts);
        if texts.is_empty() {
            return;
        }
        if has_answer || !got.errors.is_empty() {
            return self.talk.report_all(texts.into_iter().map(Event::Chatter));
        }
        self.talk.deviates(Deviation::BareError);
        got.errors = texts;
    }

    pub(super) fn complain(&mut self, errors: Vec<String>) {
        self.talk.report_all(errors.into_iter().map(Event::Complaint));
    }

    /// A `bestmove` has come to its end.
    fn searched(&mut self, got: Got, now: Instant) {
        let Some(mut running) = self.running.take() else { return };
        if running.stop == Some(Stop::Drop) {
            return self.finish(Event::Ended(running.id));
        }
        let Some(best) = got.best else {
            // The content of its board is unknown after a failure.
            self.told.forget();
            if !got.errors.is_empty() && running.tries_other_form(self.forms) {
                self.talk.report_all(got.errors.into_iter().map(Event::Chatter));
                self.running = Some(running);
                return;
            }
            // The best move that it has named on its error output counts, unless it has failed
            // since.
            let has_failed = !got.errors.is_empty() && matches!(running.kind, Kind::Once(_));
            let has_answer = running.has_move() && !has_failed;
            if got.errors.is_empty() && !has_answer && !running.is_analysis() {
                let answer = Answer { search: running.id, ..Answer::default() };
                return self.finish(Event::Answer(answer));
            }
            if got.errors.is_empty() {
                self.talk.report(Event::Complaint("it gave no move".to_owned()));
            }
            for text in got.errors {
                self.object(Reason::Said(text));
            }
            if has_answer {
                self.reason = None;
                return self.finish(Event::Answer(running.answer()));
            }
            let (what, why) = (Refused::Command("bestmove".to_owned()), self.reason.take());
            self.talk.refuse_search(running.id, what, why);
            return self.talk.show_status(String::new());
        };
        self.complain(got.errors);
        self.learn_forms(&running);
        match running.kind {
            Kind::Once(_) => drop(running.note(best)),
            Kind::Deepen(_) => {
                let info = running.note(best);
                self.talk.report(Event::Info(info));
                if running.stop.is_none() && running.go_deeper(now) {
                    self.running = Some(running);
                    return;
                }
            }
        }
        self.finish(Event::Answer(running.answer()));
    }

    /// The requested form is answered with a move: if the other one was refused before, it was the
    /// form and not the position.
    fn learn_forms(&mut self, running: &Running) {
        self.forms.take(Form::of(running.effort()));
        let Some(refused) = running.refused.filter(|form| self.forms.is_untried(*form)) else {
            return;
        };
        self.forms.refuse(refused);
        match refused {
            Form::Depth => {
                self.talk.deviates(Deviation::NoDepth);
                self.talk.report(Event::Capabilities(self.capabilities()));
            }
            Form::Time => self.talk.deviates(Deviation::NoTime),
        }
    }

    fn capabilities(&self) -> Capabilities {
        let has_depth = !self.forms.is_refused(Form::Depth);
        Settings::capabilities(self.able, has_depth, self.time_step())
    }

    fn finish(&mut self, end: Event) {
        self.talk.report(end);
        self.talk.show_status(String::new());
    }
}
