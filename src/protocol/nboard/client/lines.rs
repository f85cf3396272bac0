//! The effect of an engine's lines on the dialogue.
//!
//! Sends only what the end of a search permits.

use std::mem;
use std::time::{Duration, Instant};

use super::{Fencing, NBoardClient, NBoardState};
use crate::protocol::machine::Stop;
use crate::protocol::nboard::deviation::Deviation;
use crate::protocol::nboard::message::{Best, Evaluation, Reply};
use crate::protocol::nboard::running::{Kind, Running};
use crate::protocol::nboard::settings::option_decls;
use crate::protocol::nboard::stopping::Stopping;
use crate::protocol::words::split_word;
use crate::protocol::{Answer, Bound, Event, Info};

impl NBoardClient {
    /// Takes a line of the engine while the dialogue lasts.
    pub(super) fn hear_reply(&mut self, line: &str, now: Instant) {
        match Reply::parse(line) {
            Reply::Search(evaluation) => self.evaluation(evaluation, false, now),
            Reply::Book(evaluation) => self.evaluation(evaluation, true, now),
            Reply::NodeStats { nodes, secs } => self.node_stats(nodes, secs),
            Reply::Status(text) => self.status(text, now),
            Reply::Best(best) => self.best(best, line, now),
            Reply::Pong(number) => self.pong(number, now),
            Reply::MyName(name) => self.talk.rename(name),
            // The client requests neither of these.
            Reply::Analysis { .. } | Reply::Learned => self.chatter(line.to_owned()),
            Reply::Chatter(line) => self.chatter(line),
        }
    }

    /// The search whose info lines are accepted: it has passed its fence, and its answer is wanted.
    fn believed(&mut self) -> Option<&mut Running> {
        match &mut self.state {
            NBoardState::Searching(running) => Some(running),
            NBoardState::Stopping(Stopping { running, stop: Stop::MoveNow, .. }) => Some(running),
            NBoardState::Stopping(_)
            | NBoardState::Starting { .. }
            | NBoardState::Idle
            | NBoardState::Fencing(_) => None,
        }
    }

    fn evaluation(&mut self, evaluation: Evaluation, book: bool, now: Instant) {
        self.overhear(&evaluation, book, now);
        let Some(running) = self.believed() else { return };
        let after = now.saturating_duration_since(running.since);
        if let Some(timed) = &mut running.timed {
            timed.tells(&evaluation, book, after);
        }
        let (search, contempt) = (running.id, running.contempt);
        let line = evaluation.pv.first().map(|mv| canonical(mv));
        let mut too_many = false;
        match (&mut running.kind, &line) {
            (Kind::Analyse(hint), Some(mv)) => too_many = hint.lists(mv),
            (Kind::Analyse(_), None) | (Kind::Play, _) => {}
        }
        if too_many {
            self.talk.deviates(Deviation::MoreLinesThanAsked);
        }
        if evaluation.eval.is_none() {
            self.talk.deviates(Deviation::NotANumber);
        }
        self.talk.report(Event::Info(Info {
            search,
            line,
            score: evaluation.eval.map(|eval| eval.discs(contempt)),
            bound: bound(&evaluation.depth),
            depth: Some(evaluation.depth).filter(|depth| !depth.is_empty()),
            pv: evaluation.pv,
            book,
            ..Info::default()
        }));
    }

    /// A search whose move already counts still shows how fast the engine is.
    fn overhear(&mut self, evaluation: &Evaluation, book: bool, now: Instant) {
        if let NBoardState::Stopping(Stopping { running, stop: Stop::Drop, .. }) = &mut self.state
            && let Some(timed) = &mut running.timed
        {
            timed.tells(evaluation, book, now.saturating_duration_since(running.since));
        }
    }

    fn node_stats(&mut self, nodes: Option<u64>, secs: Option<f64>) {
        let Some(search) = self.believed().map(|running| running.id) else { return };
        if nodes.is_none() || secs.is_none() {
            self.talk.deviates(Deviation::NotANumber);
        }
        let time = secs.and_then(duration);
        if nodes.is_none() && time.is_none() {
            return;
        }
        self.talk.report(Event::Info(Info { search, nodes, time, ..Info::default() }));
    }

    fn status(&mut self, text: String, now: Instant) {
        let mut hint_ends = false;
        if let NBoardState::Searching(Running { kind: Kind::Analyse(hint), .. }) = &mut self.state {
            hint_ends = self.settings.status_ends_hint && hint.is_end(&text);
        }
        self.talk.show_status(text);
        if hint_ends {
            self.hint_ends(now);
        }
    }

    /// The hint is finished: either it is the end of the search, or the client requests it once
    /// more, deeper.
    fn hint_ends(&mut self, now: Instant) {
        let state = mem::replace(&mut self.state, NBoardState::Idle);
        let NBoardState::Searching(mut running) = state else {
            self.state = state;
            return;
        };
        if running.goes_deeper() {
            self.order(running, now);
        } else {
            let answer = Answer { search: running.id, ..Answer::default() };
            self.finish(Event::Answer(answer), now);
        }
    }

    fn best(&mut self, best: Best, line: &str, now: Instant) {
        let has_move = best.mv.is_some();
        let Some(running) = self.believed() else { return };
        let (search, contempt) = (running.id, running.contempt);
        let mut answer = Answer { search, ..Answer::default() };
        match running.kind {
            Kind::Play => {
                self.note_form(&best, line);
                answer.score = best.eval.map(|eval| eval.discs(contempt));
                answer.time = best.time_secs.and_then(duration);
                answer.mv = best.mv;
            }
            Kind::Analyse(_) => self.talk.deviates(Deviation::MoveForNoGo),
        }
        self.learn_from_answer(has_move, now);
        self.finish(Event::Answer(answer), now);
        // By the document, the GUI clears the status when it receives the answer.
        self.talk.show_status(String::new());
    }

    fn note_form(&mut self, best: &Best, line: &str) {
        if best.eval.is_some() && !line.contains('/') {
            self.talk.deviates(Deviation::BlanksInAnswer);
        }
        if best.mv.as_ref().is_some_and(|mv| mv.contains(|c: char| c.is_ascii_lowercase())) {
            self.talk.deviates(Deviation::LowerCaseAnswer);
        }
    }

    fn pong(&mut self, number: Option<u32>, now: Instant) {
        let Some(reached) = self.pings.answered(number) else {
            return self.talk.deviates(Deviation::StrayPong);
        };
        if number.is_none() {
            self.talk.deviates(Deviation::UnnumberedPong);
        }
        match mem::replace(&mut self.state, NBoardState::Idle) {
            NBoardState::Starting { ping, .. } if ping <= reached => {
                let refused = mem::take(&mut self.settings.complaints);
                self.talk.report_all(refused.into_iter().map(Event::Complaint));
                self.talk.get_ready(self.settings.capabilities(), option_decls());
                self.rest(now);
            }
            NBoardState::Fencing(fencing) if fencing.ping <= reached => {
                self.fence_opens(fencing, now)
            }
            NBoardState::Stopping(stopping)
                if stopping.ping.is_some_and(|ping| ping <= reached) =>
            {
                self.stopped(stopping, now);
            }
            other => self.state = other,
        }
    }

    /// The engine has stopped without the requested answer.
    fn stopped(&mut self, stopping: Stopping, now: Instant) {
        if stopping.repeated {
            self.talk.deviates(Deviation::SlowStop);
        }
        self.state = NBoardState::Stopping(stopping);
        self.learn_reaction(now);
        if let NBoardState::Stopping(stopping) = mem::replace(&mut self.state, NBoardState::Idle) {
            self.ask_again_or_report(stopping, now);
        }
    }

    fn fence_opens(&mut self, fencing: Fencing, now: Instant) {
        let Fencing { mut running, stop, .. } = fencing;
        if running.depth_is_new {
            self.pace.settled(now.saturating_duration_since(running.since));
        }
        running.since = now;
        if let Some(timed) = &mut running.timed {
            timed.until.get_or_insert(now + timed.budget);
        }
        let unwanted = stop == Some(Stop::Drop);
        if !unwanted {
            self.talk.report_start(running.id);
        }
        match stop {
            None => self.state = NBoardState::Searching(running),
            Some(stop) => self.begin_to_stop(running, stop, now),
        }
    }

    fn chatter(&mut self, line: String) {
        if line.trim().is_empty() {
            return;
        }
        if matches!(self.state, NBoardState::Starting { .. }) {
            self.talk.deviates(Deviation::Banner);
        }
        let (word, _) = split_word(&line);
        let complains = ["warning", "error"]
            .iter()
            .any(|complaint| word.trim_end_matches(':').eq_ignore_ascii_case(complaint));
        self.talk.report(if complains { Event::Complaint(line) } else { Event::Chatter(line) });
    }
}

/// A move as the name of a line of analysis: engines write it in either case.
fn canonical(mv: &str) -> String {
    // The only moves that begin with a P are spellings of the pass.
    if mv.starts_with(['p', 'P']) { "PA".to_owned() } else { mv.to_ascii_uppercase() }
}

/// By the document's section `hint`, two depths have a meaning.
fn bound(depth: &str) -> Bound {
    if depth == "100%" {
        Bound::Exact
    } else if depth.starts_with("100%W") {
        Bound::WinLossDraw
    } else {
        Bound::Estimate
    }
}

fn duration(secs: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(secs).ok()
}
