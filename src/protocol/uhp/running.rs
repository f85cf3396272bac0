//! A search that is waiting or running: the next command for it, and the reports so far.
//!
//! Sends and reports nothing itself.

use std::time::{Duration, Instant};

use super::effort::{Form, Forms, effort};
use super::known_game::Way;
use super::message::Effort;
use super::reply::Thought;
use crate::protocol::machine::Stop;
use crate::protocol::{Answer, Info, Mode, Root, Search, SearchId};

/// The depth at which a search depth by depth ends by itself: a forced line is searched to any
/// depth at once.
const MOST_DEPTH: u32 = 99;
/// The longest step of an analysis by time.
const LONGEST_STEP: Duration = Duration::from_secs(64);
/// An analysis by time ends by itself after so many steps in a row that came back at once, as
/// those of a forced line do. It reaches the longest step with the seventh.
const MOST_EARLY: u32 = 8;
/// If depths stand for a time, the last one begins in the first of so many parts of it.
const LAST_STEP_SHARE: u32 = 4;
/// A step came back at once if it took less than this part of its time.
const EARLY_SHARE: u32 = 10;

/// A search in work.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) id: SearchId,
    pub(super) root: Root,
    /// The way in which the engine is brought to the position.
    pub(super) way: Way,
    pub(super) kind: Kind,
    /// The form of `bestmove` that was answered with `err`: the other one is tried.
    pub(super) refused: Option<Form>,
    /// The way in which it must end, if it must.
    pub(super) stop: Option<Stop>,
    /// The engine's best thought so far, from whole steps and from reports on the running one.
    best: Thought,
    /// It belongs to a step before the running one.
    is_of_before: bool,
}

/// The commands for the engine.
#[derive(Debug)]
pub(super) enum Kind {
    /// One `bestmove`.
    Once(Effort),
    /// One after the other, each deeper.
    Deepen(Deepening),
}

/// A search step by step.
#[derive(Debug)]
pub(super) struct Deepening {
    /// The next step, or the running one.
    pub(super) step: Effort,
    /// The last depth.
    goal: u32,
    /// No step begins after this time.
    time: Option<Duration>,
    since: Option<Instant>,
    /// The time when the running step was ordered.
    asked_at: Option<Instant>,
    /// Steps by time in a row that came back at once.
    n_early: u32,
    /// Its last answer is a move to play.
    plays: bool,
}

impl Running {
    /// A search whose times are multiples of `time_step`, and whose analyses go `by_time` or by
    /// depth.
    pub(super) fn new(search: Search, by_time: bool, forms: Forms, time_step: Duration) -> Self {
        let Search { id, root, limits, mode } = search;
        let plays = match mode {
            Mode::Play | Mode::Ponder | Mode::WholeGame => true,
            Mode::Analyse { .. } => false,
        };
        let lacks = |form| forms.is_refused(form);
        let by_time = (by_time || lacks(Form::Depth)) && !lacks(Form::Time);
        let kind = match effort(&limits, time_step) {
            Some(Effort::Depth(depth))
                if plays && by_time && (depth == 1 || lacks(Form::Depth)) =>
            {
                Kind::Once(first_step(true))
            }
            Some(Effort::Time(time)) if plays && lacks(Form::Time) => {
                Kind::Deepen(Deepening::instead_of(time))
            }
            Some(effort) if plays => Kind::Once(effort),
            effort => Kind::Deepen(Deepening {
                goal: match effort {
                    Some(Effort::Depth(depth)) => depth,
                    Some(Effort::Time(_)) | None => MOST_DEPTH,
                },
                time: match effort {
                    Some(Effort::Time(time)) => Some(time),
                    Some(Effort::Depth(_)) | None => None,
                },
                ..Deepening::new(first_step(by_time), plays)
            }),
        };
        let best = Thought::default();
        let (way, refused, stop, is_of_before) = (Way::Shortest, None, None, false);
        Self { id, root, way, kind, refused, stop, best, is_of_before }
    }

    /// The next effort to order.
    pub(super) fn effort(&self) -> Effort {
        match &self.kind {
            Kind::Once(effort) => *effort,
            Kind::Deepen(deepening) => deepening.step,
        }
    }

    /// The effort in this step of an analysis, in words: not all engines report their depth.
    pub(super) fn step_in_words(&self) -> Option<String> {
        if !self.is_analysis() {
            return None;
        }
        Some(match self.effort() {
            Effort::Depth(depth) => format!("asked for depth {depth}"),
            Effort::Time(time) => format!("asked for {} s", time.as_secs()),
        })
    }

    /// Begins it, or its next step. Returns the time when it must be over, if no step has a limit
    /// of its own.
    pub(super) fn begin(&mut self, now: Instant) -> Option<Instant> {
        let Kind::Deepen(deepening) = &mut self.kind else { return None };
        deepening.asked_at = Some(now);
        let since = *deepening.since.get_or_insert(now);
        deepening.time.map(|time| since + time)
    }

    /// The engine has a move, which could be played now.
    pub(super) fn has_move(&self) -> bool {
        self.best.mv.is_some()
    }

    /// It explains a position: ending it loses nothing.
    pub(super) fn is_analysis(&self) -> bool {
        matches!(self.kind, Kind::Deepen(Deepening { plays: false, .. }))
    }

    /// Takes note of the engine's thought, and returns the report of it.
    pub(super) fn note(&mut self, thought: Thought) -> Info {
        let mut thought = thought;
        let best = &self.best;
        // A report on another move, depth or step says nothing about this one.
        let is_same_step = !std::mem::take(&mut self.is_of_before);
        let is_same_depth = thought.depth.is_none() && is_same_step || thought.depth == best.depth;
        if is_same_depth && thought.mv == best.mv {
            thought.depth.clone_from(&best.depth);
            thought.score = thought.score.or(best.score);
            thought.nodes = thought.nodes.or(best.nodes);
            thought.nodes_per_second = thought.nodes_per_second.or(best.nodes_per_second);
            thought.time = thought.time.or(best.time);
            if thought.pv.len() < best.pv.len() {
                thought.pv.clone_from(&best.pv);
            }
        }
        if thought.pv.is_empty() {
            thought.pv.extend(thought.mv.clone());
        }
        self.best = thought.clone();
        let Thought { mv, depth, score, nodes, nodes_per_second, time, pv } = thought;
        let search = self.id;
        let info = Info { search, line: mv, depth, score, ..Info::default() };
        Info { nodes, nodes_per_second, time, pv, ..info }
    }

    /// Goes on to the next step; returns false if there is none.
    pub(super) fn go_deeper(&mut self, now: Instant) -> bool {
        let Kind::Deepen(deepening) = &mut self.kind else { return false };
        let is_late = deepening.since.zip(deepening.time);
        if is_late.is_some_and(|(since, time)| time <= now.saturating_duration_since(since)) {
            return false;
        }
        if deepening.is_settled(now) {
            return false;
        }
        deepening.step = match deepening.step {
            Effort::Depth(depth) if deepening.goal <= depth => return false,
            Effort::Depth(depth) => Effort::Depth(depth + 1),
            Effort::Time(time) => Effort::Time((time * 2).min(LONGEST_STEP)),
        };
        self.is_of_before = true;
        true
    }

    /// The requested form of `bestmove` is answered with `err`: goes on with the other one; returns
    /// false if that is no help. An engine that has answered a form with a move knows it: this one
    /// failed for a reason of its own.
    pub(super) fn tries_other_form(&mut self, forms: Forms) -> bool {
        let form = Form::of(self.effort());
        let is_new = self.refused.is_none() && forms.is_untried(form);
        if !is_new || forms.is_refused(form.other()) {
            return false;
        }
        self.refused = Some(form);
        match &mut self.kind {
            // One second stands for the smallest effort, as one ply does.
            Kind::Once(step @ Effort::Depth(_)) => *step = first_step(true),
            Kind::Once(Effort::Time(time)) => {
                self.kind = Kind::Deepen(Deepening::instead_of(*time));
            }
            Kind::Deepen(deepening) => deepening.step = first_step(form == Form::Depth),
        }
        true
    }

    /// Its answer, with the facts known so far.
    pub(super) fn answer(&self) -> Answer {
        let search = self.id;
        if self.is_analysis() {
            return Answer { search, ..Answer::default() };
        }
        let best = &self.best;
        let (mv, score, ponder) = (best.mv.clone(), best.score, best.pv.get(1).cloned());
        Answer { search, mv, score, ponder, time: None }
    }
}

impl Deepening {
    fn new(step: Effort, plays: bool) -> Self {
        let (goal, time, since, asked_at, n_early) = (MOST_DEPTH, None, None, None, 0);
        Self { step, goal, time, since, asked_at, n_early, plays }
    }

    /// A search for a move in this time, if the engine takes no time: depth by depth. A step takes
    /// several times as long as all steps before it, so the last one begins early.
    fn instead_of(time: Duration) -> Self {
        Self { time: Some(time / LAST_STEP_SHARE), ..Self::new(first_step(false), true) }
    }

    /// A step has come back. For a search by time, returns true if more time has been useless for
    /// long. Otherwise the engine would get commands as fast as it answers.
    fn is_settled(&mut self, now: Instant) -> bool {
        let Effort::Time(time) = self.step else { return false };
        let took = self.asked_at.map(|asked| now.saturating_duration_since(asked));
        let is_early = took.is_some_and(|took| took < time / EARLY_SHARE);
        self.n_early = if is_early { self.n_early + 1 } else { 0 };
        MOST_EARLY <= self.n_early
    }
}

fn first_step(by_time: bool) -> Effort {
    if by_time { Effort::Time(Duration::from_secs(1)) } else { Effort::Depth(1) }
}
