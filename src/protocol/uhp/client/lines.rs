//! What the lines of an engine do to the dialogue.
//!
//! Collects an answer up to its `ok`, then draws its conclusions.

use std::collections::HashSet;
use std::mem;
use std::time::{Duration, Instant};

use super::{BARE_OK_PATIENCE, Flight, Got, MAX_TEXTS, Phase, Purpose, UhpClient};
use crate::protocol::uhp::deviation::Deviation;
use crate::protocol::uhp::effort::Form;
use crate::protocol::uhp::game_string::GameString;
use crate::protocol::uhp::message::{Command, Effort, FRACTIONAL_TIME};
use crate::protocol::uhp::reply::{Reply, Thought, has_moves, list_parts};
use crate::protocol::uhp::running::{Kind, Running, Stop};
use crate::protocol::uhp::setting::Setting;
use crate::protocol::uhp::settings::Settings;
use crate::protocol::uhp::told::{Difference, Line, Way, difference};
use crate::protocol::{
    Answer, Capabilities, Event, Fault, OptionKind, RESTARTED, Reason, Refused, SearchId, quoted,
};

/// Hearing.
impl UhpClient {
    /// The engine introduces itself, or what comes before.
    pub(super) fn hear_banner(&mut self, line: &str, now: Instant) {
        match Reply::parse(line) {
            Reply::Id(name) => self.rename(name),
            Reply::Capabilities(able) => self.able = Some(able),
            Reply::Ok => self.prepare(now),
            Reply::Blank => {}
            Reply::Error(line) => self.events.push_back(Event::Complaint(line)),
            Reply::Game(_)
            | Reply::Setting(_)
            | Reply::Moves(_)
            | Reply::Thought(_)
            | Reply::Text(_) => {
                self.deviates(Deviation::Banner);
                self.events.push_back(Event::Chatter(line.to_owned()));
            }
        }
    }

    fn prepare(&mut self, now: Instant) {
        if self.needs_info {
            self.deviates(Deviation::NoBanner);
        }
        if let (Some(able), Some(wanted)) = (self.able, self.settings.wanted)
            && !able.includes(wanted)
        {
            let what = format!("it does not play {wanted}, only {able}");
            return self.fail(Fault::Unsupported { what });
        }
        self.phase = Phase::Preparing;
        self.launch(&Command::Options, "options", Purpose::ListOptions, now);
    }

    pub(super) fn become_ready(&mut self) {
        self.phase = Phase::Ready;
        if let Some(why) = self.restart.take() {
            self.events.push_back(Event::Restarted(why));
            self.show_status(RESTARTED.to_owned());
        }
        if !mem::replace(&mut self.was_ready, true) {
            self.events.push_back(Event::Ready {
                name: self.name.clone(),
                capabilities: self.capabilities(),
                options: self.declared.iter().map(Setting::decl).collect(),
            });
        }
    }

    fn rename(&mut self, name: String) {
        if name.is_empty() || name == self.name {
            return;
        }
        self.name.clone_from(&name);
        if self.was_ready {
            self.events.push_back(Event::Renamed(name));
        }
    }

    /// A line of an answer, or between two.
    pub(super) fn hear(&mut self, line: &str, now: Instant) {
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
            return self.events.push_back(event);
        }
        if flight.is_foreign {
            return;
        }
        if flight.bare_ok.is_some() && reply != Reply::Blank {
            flight.bare_ok = None;
            self.deviates(Deviation::StrayOk);
        }
        self.collect(reply, line);
    }

    fn hear_unasked(&mut self, reply: Reply, line: &str) {
        match reply {
            Reply::Ok => self.deviates(Deviation::StrayOk),
            Reply::Blank => {}
            Reply::Error(line) => self.events.push_back(Event::Complaint(line)),
            Reply::Id(_)
            | Reply::Capabilities(_)
            | Reply::Game(_)
            | Reply::Setting(_)
            | Reply::Moves(_)
            | Reply::Thought(_)
            | Reply::Text(_) => self.events.push_back(Event::Chatter(line.to_owned())),
        }
    }

    /// Keeps what belongs to the answer; anything else is a sentence.
    fn collect(&mut self, reply: Reply, line: &str) {
        let Some(Flight { purpose, got, is_foreign, .. }) = &mut self.flight else { return };
        match (reply, purpose) {
            (Reply::Id(_), _) => {
                *is_foreign = true;
                self.deviates(Deviation::SecondBanner);
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
            // A list with something in it that is no move is a list all the same.
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
                self.events.push_back(Event::Chatter(line.to_owned()));
            }
            (Reply::Error(line), _) if got.errors.len() < MAX_TEXTS => got.errors.push(line),
            (Reply::Blank, Purpose::Search) => got.has_blank = true,
            (Reply::Blank, _) => {}
            // It belongs to the answer to another command.
            (Reply::Game(_) | Reply::Setting(_) | Reply::Capabilities(_), _) => {
                self.events.push_back(Event::Chatter(line.to_owned()));
            }
            (_, _) if got.texts.len() < MAX_TEXTS => got.texts.push(line.to_owned()),
            (_, _) => self.events.push_back(Event::Chatter(line.to_owned())),
        }
    }

    /// A move of the search that runs; the last one is its answer. What is said with a move, and
    /// a move that another one replaces, is news.
    fn think(&mut self, thought: Thought) {
        let Some(flight) = &mut self.flight else { return };
        let older = flight.got.best.replace(thought.clone());
        let older = older.filter(|older| older.depth.is_none());
        let newer = Some(thought).filter(|thought| thought.depth.is_some());
        let Some(running) = self.believed() else { return };
        let infos: Vec<Event> =
            older.into_iter().chain(newer).map(|news| Event::Info(running.note(news))).collect();
        self.events.extend(infos);
    }

    fn hear_ok(&mut self, now: Instant) {
        let Some(flight) = &mut self.flight else { return };
        if mem::take(&mut flight.is_foreign) {
            return;
        }
        if flight.got.is_bare() && mem::take(&mut flight.got.has_stray_move) {
            // The answer to a search or for the valid moves, given once more, or late.
            return self.deviates(Deviation::StrayMove);
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
    /// Nothing has come but `ok`.
    fn is_bare(&self) -> bool {
        self.game.is_none()
            && self.moves.is_none()
            && self.best.is_none()
            && self.errors.is_empty()
            && self.texts.is_empty()
            && !self.has_blank
    }
}

/// Conclusions.
impl UhpClient {
    /// The answer is complete: draws the conclusions and goes on.
    pub(super) fn complete(&mut self, now: Instant) {
        let Some(Flight { purpose, mut got, .. }) = self.flight.take() else { return };
        self.interrupt_at = None;
        self.say_texts(&purpose, &mut got);
        match purpose {
            Purpose::ListOptions => {
                self.declared = got.settings;
                self.report(got.errors);
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

    /// Sentences are errors where nothing else came, otherwise they are chatter.
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
            return self.events.extend(texts.into_iter().map(Event::Chatter));
        }
        self.deviates(Deviation::BareError);
        got.errors = texts;
    }

    fn report(&mut self, errors: Vec<String>) {
        self.events.extend(errors.into_iter().map(Event::Complaint));
    }

    /// What was chosen and differs from what the engine has. Parts of a second are wanted unless they
    /// are chosen otherwise.
    fn prepare_options(&mut self) {
        self.changes.clear();
        let mut options = self.settings.options.clone();
        if self.fractional_time().is_some()
            && !options.iter().any(|(name, _)| name == FRACTIONAL_TIME)
        {
            options.push((FRACTIONAL_TIME.to_owned(), "true".to_owned()));
        }
        for (name, value) in options {
            let admitted = match self.admitted(&name, &value) {
                Ok(admitted) => admitted,
                Err(why) => {
                    self.events.push_back(Event::Complaint(why));
                    continue;
                }
            };
            let has = |setting: &Setting| {
                setting.name == name && setting.value.eq_ignore_ascii_case(&admitted)
            };
            if !self.declared.iter().any(has) {
                self.changes.push_back((name, admitted));
            }
        }
    }

    fn option_was_set(&mut self, name: String, value: String, got: Got) {
        let Some(known) = self.declared.iter_mut().find(|setting| setting.name == name) else {
            return self.report(got.errors);
        };
        if !got.errors.is_empty() {
            let lower = value.to_ascii_lowercase();
            if known.kind == OptionKind::Bool && lower != value {
                self.lower_case_bools = true;
                self.deviates(Deviation::LowerCaseBool);
                return self.changes.push_front((name, lower));
            }
            return self.report(got.errors);
        }
        let Some(now) = got.settings.into_iter().rfind(|setting| setting.name == name) else {
            known.value = value;
            return;
        };
        known.value.clone_from(&now.value);
        let numbers = now.value.parse::<f64>().ok().zip(value.parse::<f64>().ok());
        let is_same = now.value.eq_ignore_ascii_case(&value)
            || numbers.is_some_and(|(now, value)| (now - value).abs() < 1e-9);
        if !is_same {
            let [name, now, value] = [&name, &now.value, &value].map(quoted);
            let text = format!("option {name} is {now} after it was set to {value}");
            self.events.push_back(Event::Complaint(text));
        }
    }

    /// The answer to a step on the way to a position.
    fn placed(&mut self, after: Line, asks: bool, got: Got) {
        let Got { game, errors, .. } = got;
        let Some((game, text)) = game.filter(|_| errors.is_empty()) else {
            let step = self.step_to(&after, asks);
            self.told.forget();
            match (step, errors.is_empty()) {
                (Some(mv), false) => self.refused = Some((mv, errors.join(" "))),
                (None, false) => {
                    errors.into_iter().for_each(|text| self.object(Reason::Said(text)))
                }
                (_, true) => {
                    self.object(Reason::Found("it did not say what game it has".to_owned()));
                }
            }
            return self.try_another_way(asks, None);
        };
        if let Some(what) = self.is_another_game(&after, &game) {
            self.told.forget();
            self.object(Reason::Found(format!("it {what}")));
            return self.try_another_way(asks, Some(text));
        }
        self.told.confirm(after, game.is_over());
        self.arrived(asks, text);
    }

    /// The move that was told by itself, where the whole game is told next if it is refused.
    fn step_to(&self, after: &Line, asks: bool) -> Option<String> {
        let way = match (&self.question, &self.running) {
            (Some(question), _) if asks => question.way,
            (_, Some(running)) if !asks => running.way,
            _ => return None,
        };
        self.told.step_to(after).filter(|_| way == Way::Shortest).cloned()
    }

    fn is_another_game(&mut self, after: &Line, game: &GameString) -> Option<String> {
        match difference(after, game)? {
            Difference::Game(what) => {
                self.deviates(Deviation::WrongGame);
                return Some(what);
            }
            Difference::Head => self.deviates(Deviation::WrongHead),
            Difference::Spelling => self.deviates(Deviation::Respelled),
        }
        None
    }

    /// Reports the game where the whole way has been gone.
    fn arrived(&mut self, asks: bool, game: String) {
        let (root, way) = match (&self.question, &self.running) {
            (Some(question), _) if asks => (&question.root, question.way),
            (_, Some(running)) if !asks => (&running.root, running.way),
            _ => return,
        };
        if self.told.next_step(root, way).is_none() {
            let told = root.full.clone();
            if let Some((mv, words)) = self.refused.take() {
                self.events.push_back(Event::Complaint(format!(
                    "\u{201c}{words}\u{201d} when it was told {mv}, a move that the program holds \
                     legal; the position was then given as a whole game and accepted"
                )));
            }
            self.events.push_back(Event::GameState { told, game });
        }
    }

    /// What the engine has said before is all that is known of why it has not got there; `other` is
    /// the game that it has instead.
    fn try_another_way(&mut self, asks: bool, other: Option<String>) {
        let (way, root) = match (&mut self.question, &mut self.running) {
            (Some(question), _) if asks => (&mut question.way, &question.root),
            (_, Some(running)) if !asks => (&mut running.way, &running.root),
            _ => return,
        };
        if let Some(next) = way.next() {
            *way = next;
            return;
        }
        let told = root.full.clone();
        if let Some((_, words)) = self.refused.take() {
            self.object(Reason::Said(words));
        }
        let state = other.map(|game| Event::GameState { told, game });
        self.events.extend(state);
        if asks {
            let question = self.question.take();
            let none = |id| Event::ValidMoves { id, moves: None };
            self.events.extend(question.map(|question| none(question.id)));
        } else {
            let running = self.running.take();
            if let Some(running) = running {
                self.refuse_search(running.id, Refused::Position);
            }
        }
    }

    fn moves_came(&mut self, id: SearchId, got: Got) {
        if !self.told.is_over {
            self.report(got.errors);
        }
        // Another one may have been asked meanwhile.
        if self.question.take_if(|question| question.id == id).is_none() {
            return;
        }
        if let Some(moves) = &got.moves
            && moves.iter().collect::<HashSet<_>>().len() < moves.len()
        {
            self.deviates(Deviation::Duplicates);
        }
        self.events.push_back(Event::ValidMoves { id, moves: got.moves });
    }

    /// A `bestmove` has come to its end.
    fn searched(&mut self, got: Got, now: Instant) {
        let Some(mut running) = self.running.take() else { return };
        if running.stop == Some(Stop::Drop) {
            return self.finish(Event::Ended(running.id));
        }
        let Some(best) = got.best else {
            // Nobody knows what its board holds after a failure.
            self.told.forget();
            if !got.errors.is_empty() && running.tries_other_form(self.forms) {
                self.events.extend(got.errors.into_iter().map(Event::Chatter));
                self.running = Some(running);
                return;
            }
            // What it has said is best on its error output counts, unless it has failed since.
            let has_failed = !got.errors.is_empty() && matches!(running.kind, Kind::Once(_));
            let has_answer = running.has_move() && !has_failed;
            if got.errors.is_empty() && !has_answer && !running.is_analysis() {
                let answer = Answer { search: running.id, ..Answer::default() };
                return self.finish(Event::Answer(answer));
            }
            if got.errors.is_empty() {
                self.events.push_back(Event::Complaint("it gave no move".to_owned()));
            }
            for text in got.errors {
                self.object(Reason::Said(text));
            }
            if has_answer {
                self.reason = None;
                return self.finish(Event::Answer(running.answer()));
            }
            self.refuse_search(running.id, Refused::Command("bestmove".to_owned()));
            return self.show_status(String::new());
        };
        self.report(got.errors);
        self.learn_forms(&running);
        match running.kind {
            Kind::Once(_) => drop(running.note(best)),
            Kind::Deepen(_) => {
                let info = running.note(best);
                self.events.push_back(Event::Info(info));
                if running.stop.is_none() && running.go_deeper(now) {
                    self.running = Some(running);
                    return;
                }
            }
        }
        self.finish(Event::Answer(running.answer()));
    }

    /// The form that was asked is answered by a move: where the other one was refused before, it was
    /// the form and not the position.
    fn learn_forms(&mut self, running: &Running) {
        self.forms.take(Form::of(running.effort()));
        let Some(refused) = running.refused.filter(|form| self.forms.is_untried(*form)) else {
            return;
        };
        self.forms.refuse(refused);
        match refused {
            Form::Depth => {
                self.deviates(Deviation::NoDepth);
                self.events.push_back(Event::Capabilities(self.capabilities()));
            }
            Form::Time => self.deviates(Deviation::NoTime),
        }
    }

    fn capabilities(&self) -> Capabilities {
        let has_depth = !self.forms.is_refused(Form::Depth);
        Settings::capabilities(self.able, has_depth, self.time_step())
    }

    fn finish(&mut self, end: Event) {
        self.events.push_back(end);
        self.show_status(String::new());
    }
}
