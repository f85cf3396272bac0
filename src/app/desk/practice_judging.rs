//! The engine that judges a practice: which one, what it is asked, and what comes of it.
//!
//! Values nothing itself: the layer below asks as a review does.

use std::time::Instant;

use super::parts::practice::Question;
use super::state::Desk;
use crate::app::engines::Role;
use crate::app::words::sentence;
use crate::games::Link;
use crate::play::practice::{Judge, JudgeChange, MoveVerdict};
use crate::play::{Cause, PositionReview};
use crate::protocol::Request;
use crate::session::SessionEvent;
use crate::store::RestartPolicy;

/// A session that can be asked.
struct Asked {
    id: u64,
    name: String,
    link: &'static dyn Link,
    can_stop: bool,
}

impl Desk {
    /// Asks for the best move of the exercise at hand.
    pub(super) fn ask_position(&mut self, now: Instant) {
        self.ask_judge(None, now);
    }

    /// Asks what a move loses.
    pub(super) fn ask_move(&mut self, mv: String, now: Instant) {
        self.ask_judge(Some(mv), now);
    }

    fn ask_judge(&mut self, mv: Option<String>, now: Instant) {
        let asked = match self.practice_engine(now) {
            Ok(asked) => asked,
            Err((Some(name), why)) => return self.pass_over(name, mv, why, now),
            Err((None, why)) => return self.practice_obstacle(why, now),
        };
        let Some(practice) = &mut self.practice else { return };
        practice.engine = Some(asked.id);
        practice.obstacle = None;
        let exercise = &practice.course.task().exercise;
        let Asked { name, link, can_stop, .. } = asked;
        match Judge::new(exercise, mv.as_deref(), &name, link, can_stop) {
            Ok(judge) => {
                practice.question = Some(Question { judge, mv });
                self.drive_question(now, |judge| judge.begin(now));
            }
            Err(error) => self.practice_obstacle(sentence(&error.to_string()), now),
        }
    }

    /// The engine that the exercise at hand names, else the first of the list that plays its game, with its
    /// options: of those that have not failed to judge.
    fn judge_of_list(&self) -> Option<(String, Vec<(String, String)>)> {
        let practice = self.practice.as_ref()?;
        let exercise = &practice.course.task().exercise;
        let entries = self.catalogue.list.entries.iter();
        let mut fit =
            entries.filter(|entry| !practice.unfit.contains(&entry.name) && self.fits_board(entry));
        let wished = fit.clone().find(|entry| exercise.engine.as_ref() == Some(&entry.name));
        let wished = wished.map(|entry| (entry.name.clone(), exercise.options.clone()));
        // Another engine is better than none.
        wished.or_else(|| fit.next().map(|entry| (entry.name.clone(), Vec::new())))
    }

    /// An engine of the list cannot judge: another one is asked about the move, or about the position alone,
    /// where there is one.
    fn pass_over(&mut self, name: String, mv: Option<String>, why: String, now: Instant) {
        let Some(practice) = &mut self.practice else { return };
        practice.unfit.insert(name);
        if self.judge_of_list().is_none() {
            return self.practice_obstacle(why, now);
        }
        self.end_practice_engine();
        self.ask_judge(mv, now);
    }

    /// The engine that judges, started where it does not run; else why there is none, as a sentence, and which
    /// engine of the list could not be started.
    fn practice_engine(&mut self, now: Instant) -> Result<Asked, (Option<String>, String)> {
        let Some(practice) = &self.practice else { return Err((None, String::new())) };
        let Some((name, options)) = self.judge_of_list() else {
            return Err((None, "No engine of the list plays this game.".to_owned()));
        };
        let running = practice.engine.and_then(|id| self.engines.get(id));
        let is_same = running.is_some_and(|engine| {
            engine.entry == name && engine.options == options && !engine.has_ended()
        });
        let launched = self.launch(&name, &options);
        let (launch, link) =
            launched.map_err(|cause| (Some(name.clone()), sentence(&cause.said_of(&name))))?;
        let known = self.catalogue.known.get(&name).map(|known| known.capabilities.stop);
        let can_stop = known.unwrap_or_else(|| launch.protocol.has_stop());
        let id = match practice.engine.filter(|_| is_same) {
            Some(id) => id,
            None => {
                self.end_practice_engine();
                self.engines.start(&name, options, launch, Role::Practice, now)
            }
        };
        Ok(Asked { id, name, link, can_stop })
    }

    /// No engine can be asked: what waits for it cannot be judged.
    fn practice_obstacle(&mut self, why: String, now: Instant) {
        if let Some(practice) = &mut self.practice {
            practice.question = None;
            practice.obstacle = Some(why);
        }
        self.conclude_tried(None, now);
    }

    /// The engine that judges says something.
    pub(super) fn handle_practice_event(&mut self, id: u64, event: &SessionEvent) {
        let Some(engine) = self.engines.get(id) else { return };
        if self.practice.as_ref().is_none_or(|practice| practice.engine != Some(id)) {
            return;
        }
        let may_restart = self.catalogue.policy_of(&engine.entry) != RestartPolicy::Off;
        let session = engine.session.clone();
        self.drive_question(event.at, |judge| judge.handle_event(event, &session, may_restart));
    }

    pub(super) fn drive_practice(&mut self, now: Instant) {
        self.drive_question(now, |judge| judge.handle_timeout(now));
    }

    /// When [`Desk::drive_practice`] must be called next.
    pub(super) fn practice_deadline(&self) -> Option<Instant> {
        self.practice.as_ref()?.question.as_ref()?.judge.poll_timeout()
    }

    /// The engine of the practice was started again: it is asked the question that was open.
    pub(super) fn resume_practice(&mut self, old: u64, new: u64, now: Instant) {
        let is_it = self.practice.as_mut().is_some_and(|practice| practice.restarted(old, new));
        if is_it {
            self.drive_question(now, |judge| judge.restarted(now));
        }
    }

    /// Tells the question something, if there is one, and does what it asks for.
    fn drive_question(&mut self, now: Instant, tell: impl FnOnce(&mut Judge)) {
        let Some(practice) = &mut self.practice else { return };
        let engine = practice.engine;
        let Some(question) = &mut practice.question else { return };
        tell(&mut question.judge);
        let change = question.judge.poll_change();
        while let Some(request) = question.judge.poll_request() {
            if let Some(engine) = engine.and_then(|id| self.engines.get_mut(id)) {
                engine.send(request, now);
            }
        }
        let Some(change) = change else { return };
        match change {
            JudgeChange::Done(review) => self.take_judgement(*review, now),
            JudgeChange::Restart(_) => {
                if let Some(id) = engine {
                    self.restart_engine(id, now);
                }
            }
            JudgeChange::Failed(cause) => {
                let name = engine.map(|id| self.called_by_id(id)).unwrap_or_default();
                let why = cause.map(|cause: Cause| cause.said_of(&name));
                let is_stopped = why.is_none();
                let why = why.unwrap_or_else(|| format!("{name} was stopped"));
                let entry = engine.and_then(|id| self.engines.get(id));
                match entry.map(|engine| engine.entry.clone()).filter(|_| !is_stopped) {
                    Some(entry) => {
                        let question = self.practice.as_mut().and_then(|all| all.question.take());
                        let mv = question.and_then(|question| question.mv);
                        self.pass_over(entry, mv, sentence(&why), now);
                    }
                    None => self.practice_obstacle(sentence(&why), now),
                }
            }
        }
    }

    /// What the engine says of the exercise, and of the move that it was asked about.
    fn take_judgement(&mut self, review: PositionReview, now: Instant) {
        let info = self.judging();
        let Some(practice) = &mut self.practice else { return };
        let Some(question) = practice.question.take() else { return };
        let engine = practice.engine.and_then(|id| self.engines.get(id));
        let name = engine.map(|engine| engine.entry.clone()).unwrap_or_default();
        let task = practice.course.task_mut();
        let before = task.outcome();
        let verdict = review.loss.map(|loss| MoveVerdict::of(loss, &info));
        let (value, line) = (review.value, review.line.len());
        if task.exercise.best().is_none() {
            // What is said of the move is no part of the position.
            let position = Some(review.alone());
            task.exercise.known = position.filter(|position| position.best().is_some());
            if task.exercise.known.is_some() && task.exercise.is_doubtful() {
                task.note_void();
            }
        }
        let says_nothing = task.exercise.known.is_none() && (value, line) == (None, 0);
        let is_void = before.is_none() && practice.course.task().outcome().is_some();
        if says_nothing {
            let why = format!("{name} gives no values of moves, so it cannot judge.");
            practice.unfit.insert(name);
            if self.judge_of_list().is_some() {
                self.end_practice_engine();
                return self.ask_judge(question.mv, now);
            }
            if let Some(practice) = &mut self.practice {
                practice.obstacle = Some(why);
            }
        }
        match question.mv {
            _ if is_void => self.take_tried_back(),
            Some(_) => self.conclude_tried(verdict, now),
            None if self.practice.as_ref().is_some_and(|known| known.obstacle.is_some()) => {
                self.conclude_tried(None, now);
            }
            None => self.decide_tried(now),
        }
        self.note_outcome(before, now);
        self.show_help();
    }

    /// What is asked now is not needed any more.
    pub(super) fn stop_question(&mut self, now: Instant) {
        let Some(practice) = &mut self.practice else { return };
        if practice.question.take().is_none() {
            return;
        }
        if let Some(engine) = practice.engine.and_then(|id| self.engines.get_mut(id)) {
            engine.send(Request::Abandon, now);
        }
    }

    /// Its tab is closed: what is asked is given up.
    pub(super) fn rest_practice(&mut self) {
        self.take_tried_back();
        self.end_practice_engine();
    }

    /// The engine that judges goes; the next question starts it again.
    pub(super) fn end_practice_engine(&mut self) {
        if let Some(practice) = &mut self.practice {
            (practice.engine, practice.question) = (None, None);
        }
        self.engines.remove_if(|engine| engine.role == Role::Practice);
    }
}
