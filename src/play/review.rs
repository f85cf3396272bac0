//! A whole game valued position by position, and what that says of its moves.
//!
//! Does no IO: an [`Analyst`] asks the engine, so it works with every engine that can explain a
//! position. Does not change the record until [`Review::apply`]. What becomes of an engine that ends
//! is decided by the driver.
//!
//! Where there are dice a move is judged by the engine's own list for the position it was made in
//! (`decision`), and the dice by what the other rolls would have been worth (`chance`); elsewhere a
//! move is judged by the values of the positions before and after it.

pub mod agreement;
mod batch;
mod batch_failures;
mod batch_rows;
mod chance;
mod class;
mod comparing;
mod course;
mod decision;
mod depth;
mod driver;
mod effort;
pub mod facts;
mod judging;
mod position;
mod question;
mod row;
mod scope;
mod silence;
mod summary;
mod sums;
mod worth;
mod written;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::analysis::Analyst;
use super::end_score::end_score;
use super::line::GameLine;
use crate::games::{
    Actor, Game, GameInfo, Line, Link, LinkedMove, MoveText, NodeId, Position, Proof, Record,
    RecordError,
};
use crate::play::player::depth_number;
use crate::protocol::{Bound, Event, Protocol, Request, Root};
use crate::session::{News, SessionEvent, SessionState};
pub use batch::{
    BatchEnd, BatchEvent, BatchGame, ReviewBatch, ReviewFailure, ReviewedBy, ReviewedGame,
    judging_engine, review_games,
};
pub use batch_failures::BatchFailures;
pub use batch_rows::{BatchRows, NotedPosition};
use chance::Throw;
pub use class::{MoveClass, accuracy, accuracy_of, mark_of, turned_the_game};
use comparing::Comparison;
pub use course::{CoursePoint, course};
use decision::Decision;
pub use depth::NotJudged;
pub use driver::{ReviewChange, ReviewDriver};
pub use effort::ReviewEffort;
use judging::Judged;
pub use position::{BetterLine, MoveValue, PositionReview, RollValue};
use question::Question;
pub use row::{ANALYSIS_VERSION, FailureRow, KnownPosition, KnownReviews, KnownRows, ReviewRow};
use scope::Wanted;
pub use scope::{ReviewPlan, ReviewScope};
pub use summary::{PhaseSummary, SideSummary, phases};
pub use sums::SummaryRow;
pub use worth::NoValue;
use worth::{Value, Worth, lost};
pub use written::better_beside;

/// A walk through a game with one engine.
#[derive(Debug)]
pub(super) struct Review {
    info: GameInfo,
    engine: String,
    link: &'static dyn Link,
    analyst: Analyst,
    effort: ReviewEffort,
    /// The engine obeys when its search is no longer wanted.
    can_stop: bool,
    /// The caller has paused it.
    paused: bool,
    /// The question at hand is asked for the second time, because the engine failed or said nothing.
    is_second_try: bool,
    /// The nodes of the line, the start included.
    nodes: Vec<NodeId>,
    /// The line itself; it may go on behind the last of the nodes.
    line: Arc<Line>,
    /// In which of its positions there is more than one legal move.
    free: Vec<bool>,
    /// The line as the engine is told of it.
    told: GameLine,
    /// What each position is worth.
    values: Vec<Option<Value>>,
    /// Why nothing is known of its value, as far as that was asked.
    unknown: Vec<Option<NoValue>>,
    /// What the engine says of the moves of each position; only where there are dice.
    decisions: Vec<Decision>,
    /// What the rolls are worth that are possible in each position; only where there are dice.
    throws: Vec<Vec<Throw>>,
    /// What the engine's own choice leads to, in place of the move to each position.
    comparisons: Vec<Comparison>,
    /// Which moves are to be judged.
    wanted: Wanted,
    /// The positions that are dealt with, by the moves before them, in this order.
    plies: Vec<usize>,
    /// What is asked of the engine, in this order.
    questions: Vec<Question>,
    /// The question that is asked now; their number when all is done.
    at: usize,
    /// Positions dealt with when [`Review::has_news`] was asked last.
    n_told: usize,
    /// Questions that were answered by no value at all, and by one.
    n_mute: usize,
    n_valued: usize,
    /// Questions that the engine has left without a word since it said something, each asked twice.
    n_silent: usize,
    /// How often it was started again for the question at hand because it hung.
    n_stalls: usize,
    /// It has just let a question pass without a word, and the next one is asked.
    has_left_silent: bool,
    /// It has given values before this review.
    has_answered: bool,
    /// It is not asked any more for that.
    is_given_up: bool,
    /// The engine is at work: it may have been started just for this, and take its time.
    is_ready: bool,
    /// It has said something of the question.
    heard: bool,
    /// It has said something of any question.
    has_spoken: bool,
    /// It has let a question pass without a word, and had never said anything before.
    was_mute: bool,
    /// How long it may say nothing, if the caller says so.
    patience: Option<Duration>,
    /// When the engine has had its time for it; `None` at rest.
    until: Option<Instant>,
}

/// How many of the best moves are looked at closely where there are dice, at least and at most.
const N_LINES: [usize; 2] = [2, 6];
/// A move that was played is looked at closely so far down in the list.
const MOST_LINES: usize = 10;
/// After so many answers without any value the engine is taken for one that gives none.
const MUTE: usize = 3;

impl Review {
    /// A review of a line of the record, as `plan` says; what is on a line of `known` is not played
    /// again.
    ///
    /// # Errors
    ///
    /// When the record cannot be played through.
    pub(super) fn new(
        game: &dyn Game,
        record: &Record,
        known: &[&Arc<Line>],
        engine: &str,
        link: &'static dyn Link,
        plan: ReviewPlan,
    ) -> Result<Self, RecordError> {
        let ReviewPlan { effort, scope, can_stop, loss_marks, patience, has_answered } = plan;
        let end = scope.end.unwrap_or_else(|| record.last());
        let (line, n_plies) = Line::to(game, record, end, known)?;
        let positions = &line.positions()[..=n_plies];
        let info = game.info();
        let mut nodes = vec![Record::START];
        nodes.extend(record.path(end));
        let wanted = Wanted::of(&scope, record, &nodes, positions);
        let values = positions.iter().map(|pos| value_of_end(&**pos, info)).collect();
        let analyst = Analyst::new(link, 1);
        // Values of moves come from engines that explain them; others answer and say none.
        let can_stop = can_stop || info.has_dice;
        let n = positions.len();
        let mut review = Self {
            info: info.with_loss_marks(loss_marks.unwrap_or(info.loss_marks)),
            engine: engine.to_owned(),
            link,
            analyst,
            effort,
            can_stop,
            paused: false,
            is_second_try: false,
            nodes,
            free: positions.iter().map(|pos| pos.legal_moves().len() > 1).collect(),
            told: GameLine::along(&line, record, end),
            line,
            values,
            unknown: vec![None; n],
            decisions: vec![Decision::default(); n],
            throws: vec![Vec::new(); n],
            comparisons: vec![Comparison::default(); n],
            plies: wanted.plies(info.has_dice, scope.from_end),
            wanted,
            questions: Vec::new(),
            at: 0,
            n_told: 0,
            n_mute: 0,
            n_valued: 0,
            n_silent: 0,
            n_stalls: 0,
            has_left_silent: false,
            has_answered,
            is_given_up: false,
            is_ready: false,
            heard: false,
            has_spoken: false,
            was_mute: false,
            patience,
            until: None,
        };
        if info.has_dice {
            review.throws = review.positions().iter().map(|pos| chance::throws(&**pos)).collect();
        }
        let plies = review.plies.iter();
        review.questions = match info.has_dice {
            true => plies.flat_map(|ply| review.questions_with_dice(*ply)).collect(),
            false => plies.filter_map(|ply| review.questions_of(*ply)).collect(),
        };
        Ok(review)
    }

    /// The name of the engine.
    pub(super) fn engine(&self) -> &str {
        &self.engine
    }

    /// The limit in each position.
    pub(super) fn effort(&self) -> ReviewEffort {
        self.effort
    }

    /// The positions of the line, that at its start first.
    fn positions(&self) -> &[Arc<dyn Position>] {
        &self.line.positions()[..self.nodes.len()]
    }

    fn questions_of(&self, ply: usize) -> Option<Question> {
        self.values[ply].is_none().then_some(Question::Position(ply))
    }

    /// Only what was played on from is asked; where a roll leaves no choice its value is known by
    /// the roll itself.
    fn questions_with_dice(&self, ply: usize) -> Vec<Question> {
        let pos = &self.positions()[ply];
        if !self.throws[ply].is_empty() {
            // Dice that nobody rolled have no luck.
            let is_rolled = ply + 1 < self.positions().len();
            let n_throws = if is_rolled { self.throws[ply].len() } else { 0 };
            return (0..n_throws).map(|roll| Question::Roll(ply, roll)).collect();
        }
        let n_legal = pos.legal_moves().len();
        if !matches!(pos.actor(), Actor::Player(_)) || n_legal < 2 {
            return Vec::new();
        }
        vec![Question::Glance(ply), Question::Position(ply)]
    }

    /// Begins, or goes on after a pause: what to send to the session.
    pub(super) fn go_on(&mut self, now: Instant) -> Option<Request> {
        if std::mem::take(&mut self.paused) {
            self.is_second_try = false;
        }
        self.until = None;
        self.heard = false;
        loop {
            self.take_up_comparison();
            let Some(question) = self.questions.get(self.at).copied() else { break };
            if let Some(request) = self.ask(question) {
                let start = if self.is_ready { Duration::ZERO } else { START };
                self.until = now.checked_add(start + self.most_wait());
                return Some(request);
            }
            self.next_question();
        }
        self.analyst.rest()
    }

    /// What asks the engine this; `None` where it has nothing to say to it.
    fn ask(&mut self, question: Question) -> Option<Request> {
        if let Question::OwnChoice { instead_of, .. } = question {
            return self.ask_own_choice(instead_of);
        }
        let ply = question.ply();
        if !self.is_needed(ply) {
            self.unknown[ply] = Some(NoValue::NotNeeded);
            return None;
        }
        let mut line = self.told.clone();
        line.moves.truncate(ply);
        let mut pos = self.positions()[ply].boxed_clone();
        if let Question::Roll(_, roll) = question {
            let mv = self.throws[ply][roll].mv.clone();
            pos.play(&mv.0).ok()?;
            line.moves.push(LinkedMove::new(mv, None, None));
        }
        let id = self.at as u64;
        if !self.info.has_dice {
            return match self.asks_move() {
                true => self.analyst.ask_move(self.effort.limits(), id, &line, &*pos),
                false => self.analyst.follow_within(self.effort.told(), id, &line, &*pos),
            };
        }
        if self.link.root(&line.linked()) == Root::default() {
            self.unknown[ply] = Some(NoValue::CannotBeAsked);
            return None;
        }
        match question {
            Question::Roll(..) => {
                self.analyst.want_lines(1);
                self.analyst.glance(id, &line, &*pos)
            }
            Question::Glance(_) => {
                let n_legal = u32::try_from(pos.legal_moves().len()).unwrap_or(u32::MAX);
                self.analyst.want_lines(n_legal);
                self.analyst.glance(id, &line, &*pos)
            }
            Question::Position(_) => {
                let played = self.played_from(ply);
                let decision = &self.decisions[ply];
                let near = self.info.loss_marks[2];
                // No player errs there, and the engine's time is for what is close.
                if played.as_ref().is_some_and(|mv| decision.is_obvious(mv, 2.0 * near)) {
                    return None;
                }
                let [least, most] = N_LINES;
                let n_near = decision.n_near(near).clamp(least, most);
                let rank = played.and_then(|mv| decision.rank(&mv));
                let rank = rank.filter(|rank| *rank <= MOST_LINES).unwrap_or(least);
                let n_lines = u32::try_from(n_near.max(rank)).unwrap_or(u32::MAX);
                self.analyst.want_lines(n_lines);
                self.analyst.follow_within(self.effort.told(), id, &line, &*pos)
            }
            // Where there are dice nothing is compared.
            Question::OwnChoice { .. } => None,
        }
    }

    /// Nothing is to be judged by this position where the move before it was the engine's own choice,
    /// which loses nothing, and that behind it is not wanted.
    fn is_needed(&self, ply: usize) -> bool {
        if self.info.has_dice || ply == 0 || self.wanted.has(ply + 1) {
            return true;
        }
        let chosen = self.best_from(ply - 1);
        chosen.is_none() || chosen != self.played_from(ply - 1).as_ref()
    }

    /// The engine is asked for its move, because nothing else would end its search.
    fn asks_move(&self) -> bool {
        let protocol = Protocol::find(self.link.protocol());
        let ends = match self.effort {
            ReviewEffort::Time(_) => true,
            ReviewEffort::Depth(_) | ReviewEffort::Nodes(_) => {
                protocol.is_none_or(Protocol::ends_analyses)
            }
        };
        !self.can_stop || !ends
    }

    /// The move that was made in the position after so many moves.
    fn played_from(&self, ply: usize) -> Option<MoveText> {
        self.told.moves.get(ply).map(|played| played.mv.clone())
    }

    /// Rests; the position that is being valued is begun again by [`Review::go_on`].
    pub(super) fn pause(&mut self) -> Option<Request> {
        self.until = None;
        self.paused = true;
        self.analyst.rest()
    }

    /// The session has ended, or was replaced by a new one: nothing is asked any more until
    /// [`Review::go_on`], which begins the position again that was being valued.
    pub(super) fn restarted(&mut self) {
        self.until = None;
        self.is_ready = false;
        self.analyst.restarted();
    }

    fn next_question(&mut self) {
        self.at += 1;
        self.n_stalls = 0;
        self.is_second_try = false;
    }

    /// The caller has paused it.
    #[must_use]
    pub(super) fn is_paused(&self) -> bool {
        self.paused
    }

    /// Every position has been dealt with.
    #[must_use]
    pub(super) fn is_done(&self) -> bool {
        self.at >= self.questions.len()
    }

    /// The engine has given no value of anything: nothing can be judged with it.
    #[must_use]
    pub(super) fn is_mute(&self) -> bool {
        self.is_done() && self.n_valued == 0 && self.n_mute > 0
    }

    /// How far it is: positions dealt with, and all of them.
    #[must_use]
    pub(super) fn progress(&self) -> (usize, usize) {
        let all = self.plies.len();
        let at = self.ply_at().and_then(|ply| self.plies.iter().position(|of| *of == ply));
        (at.unwrap_or(all), all)
    }

    /// How many positions the line has.
    pub(super) fn n_positions(&self) -> usize {
        self.values.len()
    }

    /// See [`super::ReviewDriver::plies`].
    pub(super) fn plies(&self) -> &[usize] {
        &self.plies
    }

    /// The position that is asked for now; `None` when all is done.
    fn ply_at(&self) -> Option<usize> {
        self.questions.get(self.at).map(|question| question.ply())
    }

    /// Another position has been dealt with since this was asked last.
    pub(super) fn has_news(&mut self) -> bool {
        let (at, _) = self.progress();
        std::mem::replace(&mut self.n_told, at) != at
    }

    /// Takes an event of the session, which `session` has noted; returns what to send next.
    pub(super) fn handle(
        &mut self,
        event: &SessionEvent,
        session: &SessionState,
    ) -> Option<Request> {
        if self.is_done() || self.paused || !self.analyst.is_running() {
            return None;
        }
        let is_news = !matches!(event.what, News::Event(Event::Chatter(_) | Event::Status(_)));
        self.has_spoken |= silence::says_something(&event.what);
        if is_news && !std::mem::replace(&mut self.is_ready, true) {
            self.until = event.at.checked_add(self.most_wait());
        }
        if self.handle_infos(event, session) {
            return self.finish_question(event.at);
        }
        if !self.analyst.is_running() {
            return self.finish_question(event.at);
        }
        match self.effort {
            // The time counts from the first thing heard, so that getting ready costs nothing.
            ReviewEffort::Time(time) if self.can_stop && !self.heard => {
                self.heard = self.analyst.best().is_some();
                self.until = if self.heard { event.at.checked_add(time) } else { self.until };
            }
            ReviewEffort::Time(_) => {}
            ReviewEffort::Depth(_) | ReviewEffort::Nodes(_) if is_news => {
                self.until = event.at.checked_add(self.most_wait());
            }
            ReviewEffort::Depth(_) | ReviewEffort::Nodes(_) => {}
        }
        None
    }

    /// The analyst takes the event. Of several reports that come together each is judged: what is enough
    /// must not depend on how many of them an engine has written meanwhile. Says whether it is enough; what
    /// follows then is left.
    fn handle_infos(&mut self, event: &SessionEvent, session: &SessionState) -> bool {
        let News::Infos(infos) = &event.what else {
            self.analyst.handle(event, session);
            return self.can_stop && self.analyst.is_running() && self.has_enough();
        };
        let can_stop = self.can_stop;
        infos.iter().any(|info| {
            let what = News::Infos(vec![info.clone()]);
            self.analyst.handle(&SessionEvent { at: event.at, what }, session);
            can_stop && self.has_enough()
        })
    }

    /// Nothing can be added to the value, or the engine goes deeper than it was asked to.
    fn has_enough(&self) -> bool {
        let Some(best) = self.analyst.best() else { return false };
        let reached = depth_number(&best.depth);
        let is_deeper = match self.effort {
            ReviewEffort::Depth(depth) => depth < reached,
            ReviewEffort::Time(_) | ReviewEffort::Nodes(_) => {
                self.is_deep_enough_to_compare(reached)
            }
        };
        let is_exact = self.analyst.counted().is_some_and(|best| best.bound == Bound::Exact);
        is_exact || is_deeper
    }

    /// What the engine says of the position now. Where there are dice that is its best line, elsewhere the
    /// deepest one that counts something, with what was proved after it.
    fn value_now(&self) -> Result<Value, NoValue> {
        let mute = if self.analyst.is_running() { NoValue::Silent } else { NoValue::NoMove };
        let best = self.analyst.best().ok_or(mute)?;
        let counted = if self.info.has_dice { Some(best) } else { self.analyst.counted() };
        let counted = counted.and_then(|line| Some((line, line.first_score?)));
        let is_exact = counted.is_some_and(|(line, _)| line.bound == Bound::Exact);
        let winner = match best.bound {
            Bound::WinLossDraw if !is_exact => best.first_score.map(Proof::of_winner),
            Bound::WinLossDraw | Bound::Exact | Bound::Estimate => None,
        };
        let (said, score) = match (counted, winner) {
            (Some(counted), _) => counted,
            (None, Some(_)) => (best, best.first_score.unwrap_or_default()),
            (None, None) => return Err(NoValue::NoScore),
        };
        // The number that was counted must not name another winner.
        let (score, counts) = match winner {
            Some(Proof::First) => (score.max(best.first_score.unwrap_or(score)), counted.is_some()),
            Some(Proof::Second) => {
                (score.min(best.first_score.unwrap_or(score)), counted.is_some())
            }
            Some(Proof::Draw) => (0.0, true),
            Some(Proof::Score) | None => (score, true),
        };
        // What was expected before need not be what is proved.
        let agrees = winner.is_none() || said.first_move() == best.first_move();
        let line = if agrees { said.pv.clone() } else { best.pv.clone() };
        let proof = winner.or(is_exact.then_some(Proof::Score));
        let (depth, nodes) = (said.depth.clone(), self.analyst.news().nodes);
        Ok(Value { score, proof, counts, depth, line, nodes })
    }

    /// Takes note of the answer and asks the next question.
    fn finish_question(&mut self, now: Instant) -> Option<Request> {
        let value = self.value_now();
        if let Question::Position(ply) | Question::Glance(ply) = self.questions[self.at] {
            self.unknown[ply] = value.as_ref().err().copied();
        }
        let value = value.ok();
        if let Some(shallow) = value.as_ref().filter(|value| self.wants_more_depth(value))
            && self.try_again()
        {
            self.values[self.questions[self.at].ply()] = Some(shallow.clone());
            return self.go_on(now);
        }
        match &value {
            Some(_) => (self.n_valued, self.n_silent) = (self.n_valued + 1, 0),
            None => self.n_mute += 1,
        }
        match self.questions[self.at] {
            Question::Position(ply) => {
                self.decisions[ply].look(self.analyst.lines());
                self.values[ply] = value.or(self.values[ply].take());
            }
            Question::Glance(ply) => {
                self.decisions[ply].glance(self.analyst.lines());
                self.values[ply] = value;
            }
            Question::Roll(ply, roll) => {
                let throw = &mut self.throws[ply][roll];
                throw.score = value.as_ref().map(|value| value.score);
                // The roll that came is what the next position begins with.
                let played = self.told.moves.get(ply).map(|played| &played.mv);
                if played == Some(&throw.mv) {
                    self.values[ply + 1] = value;
                }
            }
            Question::OwnChoice { instead_of, .. } => {
                self.comparisons[instead_of] = Comparison::answered(value);
            }
        }
        self.fill_forced();
        self.next_question();
        if self.info.has_dice && self.n_valued == 0 && self.n_mute >= MUTE {
            self.at = self.questions.len();
        }
        self.go_on(now)
    }
}

/// How long an engine may say nothing before it has begun to work at all: its session gives up a start that
/// takes longer.
const START: Duration = Duration::from_secs(60);

/// A position that ends the game is worth what it says; others are for the engine.
fn value_of_end(pos: &dyn Position, info: &GameInfo) -> Option<Value> {
    let score = end_score(pos, info)?;
    let proof = Some(Proof::Score);
    Some(Value { score, proof, counts: true, depth: String::new(), line: Vec::new(), nodes: None })
}

#[cfg(test)]
mod tests;
