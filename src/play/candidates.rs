//! Several moves of a position, valued by an engine that reports one line at a time: each is made in
//! turn, and the position after it is searched on its own.
//!
//! Does no IO and reads no clock: it is told what the session reported and what time it is, and says
//! what to send. Shows nothing.
//!
//! First the position itself is searched: its line names the engine's own choice. Then every other
//! move gets a short look. From then on the engine's time is shared among the best moves and the
//! position itself, in searches that grow longer: the more a move promises, the larger its share. A
//! move that rises to the best ones has had little time, so it is next. The position is searched
//! again and again because the engine's choice may be a move that a short look underrates. Where the
//! caller picks moves, only these are searched, and the position itself is not.

mod picked;
mod share;

use std::time::{Duration, Instant};

use share::{Share, weight};

use super::analysis::{AnalysisLine, Analyst, SearchNews};
use super::end_score::end_score;
use super::line::GameLine;
use super::player::depth_number;
use crate::games::{Actor, GameInfo, Link, LinkedMove, MoveText, Position, Side};
use crate::protocol::{Bound, Chances, Event, Limits, Request, SearchId};
use crate::session::{News, SessionEvent, SessionState};

/// The first search of the position itself, and the time in which all other moves have had their
/// first look, with the most and the least of it for each.
const ROOT_LOOK: Duration = Duration::from_millis(300);
const ALL_LOOKS: Duration = Duration::from_secs(4);
const LOOK: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(150)];
/// The same for an engine that cannot be stopped: it is given whole seconds for the position, and
/// one ply for a first look.
const TIMED_LOOK: Duration = Duration::from_secs(1);
const LOOK_DEPTH: u32 = 1;
/// An engine may say nothing for so long, beyond the time of its search, before the move is passed
/// over.
const SILENCE: Duration = Duration::from_secs(10);
/// The same before its first search: its session gives up a start that takes longer.
const START: Duration = Duration::from_secs(60);
/// After so many searches without any value the engine is taken for one that gives none.
const MUTE: usize = 3;

/// An engine that compares the moves of a position.
///
/// What it holds belongs to the position it was last told to follow: everything is forgotten at once
/// when that changes, and reports on other searches are ignored.
#[derive(Debug)]
pub struct CandidateSearch {
    info: &'static GameInfo,
    n_wanted: usize,
    /// Only these moves are searched; all where it is empty.
    picked: Vec<MoveText>,
    /// The engine obeys when its search is no longer wanted.
    can_stop: bool,
    /// Asks one question after the other.
    analyst: Analyst,
    root: Option<Root>,
    asked: Option<Asked>,
    halted: bool,
    lines: Vec<AnalysisLine>,
    news: SearchNews,
}

/// The position whose moves are compared.
#[derive(Debug)]
struct Root {
    position_id: u64,
    side: Side,
    told: GameLine,
    pos: Box<dyn Position>,
    /// The time spent on the position itself.
    share: Share,
    /// What the engine says of the position itself: the line of the move of its choice.
    own: Option<AnalysisLine>,
    moves: Vec<Candidate>,
    /// When the engine began and when it was heard last; `None` while it is not ready.
    worked: Option<[Instant; 2]>,
    /// Nodes of the searches that are over.
    n_nodes: u64,
    n_mute: usize,
    n_valued: usize,
}

/// One of the legal moves.
#[derive(Debug)]
struct Candidate {
    mv: MoveText,
    /// As people read it, once it was asked about.
    shown: String,
    share: Share,
    /// What the search of the position after it has found, as a line of the root.
    line: Option<AnalysisLine>,
}

/// What the engine is asked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Question {
    /// The position itself.
    Root,
    /// The position after this of its moves.
    Move(usize),
}

/// A question that is open.
#[derive(Clone, Copy, Debug)]
struct Asked {
    question: Question,
    /// Its time; `None` for a search that goes on until another position is followed.
    slice: Option<Duration>,
    began: Option<Instant>,
    /// The engine has had its time; it may go on while it has said nothing.
    until: Instant,
}

impl CandidateSearch {
    /// An engine at rest, spoken to through `link`, that will compare moves of this game and look
    /// longer at the `n_wanted` best ones.
    #[must_use]
    pub fn new(info: &'static GameInfo, link: &'static dyn Link, n_wanted: usize) -> Self {
        Self {
            info,
            n_wanted,
            picked: Vec::new(),
            can_stop: true,
            analyst: Analyst::new(link, 1),
            root: None,
            asked: None,
            halted: false,
            lines: Vec::new(),
            news: SearchNews::default(),
        }
    }

    /// Follows another position; the same one again begins from nothing. A finished game is not
    /// searched. `line` leads to `pos`. An engine that `can_stop` is not interrupted by being
    /// started again. Gives what to send to the session, if anything; from then on
    /// [`CandidateSearch::poll_request`] does.
    pub fn follow(
        &mut self,
        position_id: u64,
        line: &GameLine,
        pos: &dyn Position,
        can_stop: bool,
        now: Instant,
    ) -> Option<Request> {
        self.forget();
        self.can_stop = can_stop;
        let Actor::Player(side) = pos.actor() else { return self.analyst.rest() };
        let candidate =
            |mv| Candidate { mv, shown: String::new(), share: Share::default(), line: None };
        self.root = Some(Root {
            position_id,
            side,
            told: line.clone(),
            pos: pos.boxed_clone(),
            share: Share::default(),
            own: None,
            moves: pos.legal_moves().into_iter().map(candidate).collect(),
            worked: None,
            n_nodes: 0,
            n_mute: 0,
            n_valued: 0,
        });
        self.ask_next(now)
    }

    /// Rests; what was found is forgotten.
    pub fn rest(&mut self) -> Option<Request> {
        self.forget();
        self.analyst.rest()
    }

    /// Ends the search but keeps what was found on show, until another position is followed.
    pub fn halt(&mut self) -> Option<Request> {
        self.halted = true;
        self.asked = None;
        self.analyst.halt()
    }

    fn forget(&mut self) {
        self.halted = false;
        self.root = None;
        self.asked = None;
        self.lines.clear();
        self.news = SearchNews::default();
    }

    /// The session was replaced by a new one: nothing runs and nothing is known.
    pub fn restarted(&mut self) {
        self.forget();
        self.analyst.restarted();
    }

    /// How many moves are to be looked at longer; counts from the next question on.
    pub fn want_moves(&mut self, n_wanted: usize) {
        self.n_wanted = n_wanted;
    }

    /// It was halted and has followed nothing since.
    #[must_use]
    pub fn is_halted(&self) -> bool {
        self.halted
    }

    /// The position that everything here belongs to; `None` at rest.
    #[must_use]
    pub fn position_id(&self) -> Option<u64> {
        self.root.as_ref().map(|root| root.position_id)
    }

    /// The moves that have a value, best first, each with what the engine expects after it. Values
    /// are from the point of view of the side to move in the position followed.
    #[must_use]
    pub fn lines(&self) -> &[AnalysisLine] {
        &self.lines
    }

    /// What the engine says of all searches together: the depth of the best line, the nodes of all,
    /// the speed of the running one.
    #[must_use]
    pub fn news(&self) -> &SearchNews {
        &self.news
    }

    /// How long the engine has been at work on this position; `None` before it is ready.
    #[must_use]
    pub fn worked_for(&self, now: Instant) -> Option<Duration> {
        let [began, heard] = self.root.as_ref()?.worked?;
        let until = if self.is_running() { now } else { heard };
        Some(until.saturating_duration_since(began))
    }

    /// Of how many moves something is known, and how many there are.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let Some(root) = &self.root else { return (0, 0) };
        let choice = root.choice();
        let is_known = |idx: &usize| root.moves[*idx].share.is_begun() || choice == Some(*idx);
        let picked = || (0..root.moves.len()).filter(|idx| self.is_picked(&root.moves[*idx].mv));
        (picked().filter(is_known).count(), picked().count())
    }

    /// The engine gives no values: there is nothing to compare.
    #[must_use]
    pub fn is_mute(&self) -> bool {
        self.root.as_ref().is_some_and(|root| root.n_valued == 0 && root.n_mute >= MUTE)
    }

    /// A search of it runs, or is about to.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.asked.is_some()
    }

    /// Takes an event of the session, which `session` has noted; returns whether anything to show
    /// has changed.
    pub fn handle(&mut self, event: &SessionEvent, session: &SessionState) -> bool {
        if let News::Ended(_) = event.what {
            let changed = self.root.is_some();
            self.restarted();
            return changed;
        }
        let ours = self.analyst.search();
        let changed = self.analyst.handle(event, session);
        if let News::Event(Event::Started(search)) = event.what {
            self.note_start(search, ours, event.at);
        }
        if !changed || self.asked.is_none() {
            return false;
        }
        if let Some([_, heard]) = self.root.as_mut().and_then(|root| root.worked.as_mut()) {
            *heard = event.at;
        }
        self.take_line();
        self.note_news();
        if let Some(asked) = &mut self.asked {
            // Asked for the next question at once.
            let is_over = !self.analyst.is_running();
            let is_proved =
                self.can_stop && self.analyst.best().is_some_and(|best| best.bound == Bound::Exact);
            if is_over || is_proved {
                asked.until = event.at;
            }
        }
        true
    }

    /// The search was sent to an engine that is ready: its time begins.
    fn note_start(&mut self, search: SearchId, ours: Option<SearchId>, at: Instant) {
        let Some((asked, root)) = self.asked.as_mut().zip(self.root.as_mut()) else { return };
        if ours != Some(search) {
            return;
        }
        root.worked.get_or_insert([at, at]);
        asked.began = Some(at);
        let patience = if self.can_stop { Duration::ZERO } else { SILENCE };
        asked.until = at + asked.slice.map_or(FOR_EVER, |slice| slice + patience);
    }

    /// When [`CandidateSearch::poll_request`] must be called next.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        self.asked.map(|asked| asked.until)
    }

    /// What to send now; too early is harmless.
    pub fn poll_request(&mut self, now: Instant) -> Option<Request> {
        let Some(asked) = &mut self.asked else {
            // More moves may be wanted than before.
            return if self.halted { None } else { self.ask_next(now) };
        };
        if now < asked.until {
            return None;
        }
        let is_over = !self.analyst.is_running();
        if !is_over && self.analyst.best().is_none() {
            let patience = asked.began.map(|at| at + asked.slice.unwrap_or(FOR_EVER) + SILENCE);
            if let Some(until) = patience.filter(|until| now < *until) {
                asked.until = until;
                return None;
            }
        }
        let asked = *asked;
        self.finish(asked, is_over, now);
        self.ask_next(now)
    }

    /// Takes note of what a search has cost and whether another one would find more.
    fn finish(&mut self, asked: Asked, is_over: bool, now: Instant) {
        let Some(root) = &mut self.root else { return };
        let best = self.analyst.best();
        let spent = asked.began.map_or(Duration::ZERO, |at| now.saturating_duration_since(at));
        match best.and_then(|best| best.score) {
            Some(_) => root.n_valued += 1,
            None => root.n_mute += 1,
        }
        root.n_nodes += self.analyst.news().nodes.unwrap_or_default();
        let is_settled = best.is_none_or(|best| best.bound == Bound::Exact);
        root.share_of(asked.question).note(spent, asked.slice, is_over, is_settled);
        self.asked = None;
    }

    /// Asks what is to be asked next, or lets the engine rest where nothing is.
    fn ask_next(&mut self, now: Instant) -> Option<Request> {
        self.asked = None;
        while let Some((question, slice)) = self.next_question() {
            if let Some(request) = self.ask(question, slice) {
                self.asked = Some(Asked { question, slice, began: None, until: now + START });
                return Some(request);
            }
            self.show();
        }
        self.analyst.halt()
    }

    fn next_question(&self) -> Option<(Question, Option<Duration>)> {
        let root = self.root.as_ref()?;
        if !self.picked.is_empty() {
            return self.next_picked(root);
        }
        if root.moves.len() <= 1 {
            let is_open = !root.share.is_begun();
            return is_open.then_some((Question::Root, None));
        }
        let [root_look, look, longest] = self.slices(root.moves.len());
        if !root.share.is_begun() {
            return Some((Question::Root, Some(root_look)));
        }
        if self.is_mute() {
            return None;
        }
        let choice = root.choice();
        let mut unseen = (0..root.moves.len())
            .filter(|idx| !root.moves[*idx].share.is_begun() && choice != Some(*idx));
        if let Some(idx) = unseen.next() {
            return Some((Question::Move(idx), Some(look)));
        }
        let best = root.best_moves(self.n_wanted);
        let score = |idx: usize| root.score(idx).unwrap_or(f64::NEG_INFINITY);
        let top = best.first().map_or(f64::NEG_INFINITY, |idx| score(*idx));
        let moves = best.iter().map(|idx| {
            let share = &root.moves[*idx].share;
            (Question::Move(*idx), share, weight(top - score(*idx), self.info))
        });
        let all = moves.chain([(Question::Root, &root.share, share::OF_ROOT)]);
        let open = all.filter(|(_, share, _)| !share.is_settled());
        let next = open.min_by_key(|(_, share, weight)| share.spent() / *weight);
        next.map(|(question, share, _)| (question, Some(share.next_slice(root_look, longest))))
    }

    /// The lengths of the first search of the position, of a first look at a move, and of the
    /// longest search.
    fn slices(&self, n_moves: usize) -> [Duration; 3] {
        let n_moves = u32::try_from(n_moves).unwrap_or(u32::MAX).max(1);
        match self.can_stop {
            true => [ROOT_LOOK, (ALL_LOOKS / n_moves).clamp(LOOK[0], LOOK[1]), share::LONGEST],
            false => [TIMED_LOOK, TIMED_LOOK, share::LONGEST_TIMED],
        }
    }

    /// What asks the engine this; `None` where there is nothing to ask: the move ends the game.
    fn ask(&mut self, question: Question, slice: Option<Duration>) -> Option<Request> {
        let root = self.root.as_mut()?;
        let Question::Move(idx) = question else {
            let limits = limits_of(slice, false, self.can_stop);
            return match limits {
                None => self.analyst.follow(ROOT_ID, &root.told, &*root.pos),
                Some(limits) => self.analyst.ask_move(limits, ROOT_ID, &root.told, &*root.pos),
            };
        };
        let candidate = &mut root.moves[idx];
        let is_first = !candidate.share.is_begun();
        let mut after = root.pos.boxed_clone();
        let Ok(step) = after.step(&candidate.mv.0) else {
            candidate.share.settle();
            return None;
        };
        candidate.shown = if step.shown.is_empty() { step.mv.0.clone() } else { step.shown };
        if let Some(first_score) = end_score(&*after, self.info) {
            candidate.share.settle();
            candidate.line = Some(candidate.end_line(first_score, root.side));
            return None;
        }
        // Where dice come first, there is no one to ask for.
        if !matches!(after.actor(), Actor::Player(_)) {
            candidate.share.settle();
            return None;
        }
        let mut told = root.told.clone();
        told.moves.push(LinkedMove::new(step.mv, None, None));
        match limits_of(slice, is_first, self.can_stop) {
            None => self.analyst.follow(idx as u64, &told, &*after),
            Some(limits) => self.analyst.ask_move(limits, idx as u64, &told, &*after),
        }
    }

    /// Takes the newest line of the running search. A search begins at the first ply again: what the
    /// one before it found at a greater depth holds until it has come so far.
    fn take_line(&mut self) {
        let Some((asked, root)) = self.asked.zip(self.root.as_mut()) else { return };
        let Some(best) = self.analyst.best() else { return };
        let (line, known) = match asked.question {
            Question::Root => (best.clone(), &mut root.own),
            Question::Move(idx) => {
                let mover = self.analyst.side().unwrap_or(root.side.opponent());
                let candidate = &mut root.moves[idx];
                (candidate.line_after(best, root.side, mover), &mut candidate.line)
            }
        };
        if known.as_ref().is_none_or(|known| is_as_good(&line, known)) {
            *known = Some(line);
            self.show();
        }
    }

    /// Puts the lines in their order.
    fn show(&mut self) {
        let Some(root) = &self.root else { return };
        let n_moves = root.moves.len();
        let ranked = root.best_moves(n_moves).into_iter();
        let ranked = ranked.filter(|idx| self.is_picked(&root.moves[*idx].mv));
        self.lines = ranked.filter_map(|idx| root.line(idx).cloned()).collect();
    }

    fn note_news(&mut self) {
        let Some(root) = &self.root else { return };
        let running = self.analyst.news();
        let nodes = root.n_nodes + running.nodes.unwrap_or_default();
        let depth = self.lines.first().map(|line| line.depth.clone());
        self.news.depth = depth.filter(|depth| !depth.is_empty());
        self.news.nodes = (nodes > 0).then_some(nodes);
        self.news.nodes_per_second = running.nodes_per_second.or(self.news.nodes_per_second);
    }
}

/// As long as no user waits.
const FOR_EVER: Duration = Duration::from_secs(60 * 60 * 24 * 365);
/// The number of the position itself among the questions of the analyst; its moves have theirs.
const ROOT_ID: u64 = u64::MAX;

impl Root {
    fn share_of(&mut self, question: Question) -> &mut Share {
        match question {
            Question::Root => &mut self.share,
            Question::Move(idx) => &mut self.moves[idx].share,
        }
    }

    /// The move that the engine would play, as far as it has said so.
    fn choice(&self) -> Option<usize> {
        let own = self.own.as_ref()?.first_move();
        self.moves.iter().position(|candidate| candidate.mv == *own)
    }

    /// What is known of a move: by its own search, else by that of the position itself.
    fn line(&self, idx: usize) -> Option<&AnalysisLine> {
        let own = self.own.as_ref().filter(|own| *own.first_move() == self.moves[idx].mv);
        self.moves[idx].line.as_ref().or(own)
    }

    /// From the point of view of the side to move.
    fn score(&self, idx: usize) -> Option<f64> {
        self.line(idx)?.score
    }

    /// The moves with the best values, best first, and the engine's choice if it is not among them.
    fn best_moves(&self, n: usize) -> Vec<usize> {
        let scores = (0..self.moves.len()).filter_map(|idx| Some((idx, self.score(idx)?)));
        let mut ranked: Vec<(usize, f64)> = scores.collect();
        // Stable, so that of equal moves the first one of the rules stays first.
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        let mut best: Vec<usize> = ranked.iter().take(n).map(|(idx, _)| *idx).collect();
        let choice = self.choice().filter(|idx| self.score(*idx).is_some());
        best.extend(choice.filter(|idx| !best.contains(idx)));
        best
    }
}

/// The limits of a search that must end by itself; `None` where the host ends it. A first look is
/// one ply deep.
fn limits_of(slice: Option<Duration>, is_first: bool, can_stop: bool) -> Option<Limits> {
    let slice = slice.filter(|_| !can_stop)?;
    Some(match is_first {
        true => Limits { depth: Some(LOOK_DEPTH), ..Limits::default() },
        false => Limits { move_time: Some(slice), ..Limits::default() },
    })
}

/// A line says as much as the one known before.
fn is_as_good(line: &AnalysisLine, known: &AnalysisLine) -> bool {
    let depth = depth_number(&line.depth);
    line.bound == Bound::Exact || depth == 0 || depth_number(&known.depth) <= depth
}

impl Candidate {
    /// A line of the position after it, where `mover` is to move, as one of the position before it,
    /// where `side` is.
    fn line_after(&self, line: &AnalysisLine, side: Side, mover: Side) -> AnalysisLine {
        let turned = |chances: Chances| match side == mover {
            true => chances,
            false => chances.of_other_side(),
        };
        AnalysisLine {
            score: line.first_score.map(|score| of_side(score, side)),
            first_score: line.first_score,
            bound: line.bound,
            depth: line.depth.clone(),
            book: line.book,
            chances: line.chances.map(turned),
            std_error: line.std_error,
            reply: None,
            pv: std::iter::once(&self.mv).chain(&line.pv).cloned().collect(),
            shown: std::iter::once(&self.shown).chain(&line.shown).cloned().collect(),
        }
    }

    /// The line of a move that ends the game.
    fn end_line(&self, first_score: f64, side: Side) -> AnalysisLine {
        AnalysisLine {
            score: Some(of_side(first_score, side)),
            first_score: Some(first_score),
            bound: Bound::Exact,
            depth: String::new(),
            book: false,
            chances: None,
            std_error: None,
            reply: None,
            pv: vec![self.mv.clone()],
            shown: vec![self.shown.clone()],
        }
    }
}

/// A score from the first player's point of view, from that of `side`.
fn of_side(first_score: f64, side: Side) -> f64 {
    if side == Side::First { first_score } else { -first_score }
}

#[cfg(test)]
mod tests;
