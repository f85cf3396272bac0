//! A whole game valued position by position, and what that says of its moves.
//!
//! Does no IO: an [`Analyst`] asks the engine, so it works with every engine that can explain a
//! position. Does not change the record until [`Review::apply`].

use std::time::{Duration, Instant};

use super::analysis::Analyst;
use super::line::GameLine;
use crate::games::{
    Actor, BoxPosition, Evaluation, Game, GameInfo, Link, NodeId, Outcome, Record, RecordError,
    Side,
};
use crate::protocol::{Bound, Request};
use crate::session::SessionEvent;

/// A walk through a game with one engine.
#[derive(Debug)]
pub struct Review {
    info: &'static GameInfo,
    engine: String,
    analyst: Analyst,
    budget: Duration,
    /// The engine obeys when its search is no longer wanted.
    can_stop: bool,
    /// It rests at somebody's wish.
    paused: bool,
    /// The nodes of the line, the start included.
    nodes: Vec<NodeId>,
    positions: Vec<BoxPosition>,
    line: GameLine,
    values: Vec<Option<Value>>,
    /// The position that is valued now; their number when all is done.
    at: usize,
    /// The engine has said something of it.
    heard: bool,
    /// When the engine has had its time for it; `None` at rest.
    until: Option<Instant>,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq)]
struct Value {
    /// From the first player's point of view.
    score: f64,
    depth: String,
}

/// What became of a move, judged by the values before and after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The node of the move.
    pub node: NodeId,
    /// Number of the move from the start, from 1.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// What it lost in the game's unit, never negative.
    pub loss: f64,
    /// `?!`, `?`, `??`, or empty.
    pub mark: &'static str,
    /// It was the only legal move.
    pub forced: bool,
}

impl Review {
    /// A review of the line that leads to the end of the record's main line, giving the engine
    /// `budget` for each position. An engine that cannot be stopped (`can_stop`) is asked for what
    /// it would play in that time.
    ///
    /// # Errors
    ///
    /// When the record cannot be played through.
    pub fn new(
        game: &dyn Game,
        record: &Record,
        engine: &str,
        link: &'static dyn Link,
        budget: Duration,
        can_stop: bool,
    ) -> Result<Self, RecordError> {
        let (line, positions) = GameLine::to_node(game, record, record.last())?;
        let mut nodes = vec![Record::START];
        nodes.extend(record.main_line());
        let values = positions.iter().map(|pos| value_of_end(&**pos, game.info())).collect();
        let mut analyst = Analyst::new(link, 1);
        // What an engine that plays says last is what it thinks in the end.
        analyst.has_one_line(!can_stop);
        Ok(Self {
            info: game.info(),
            engine: engine.to_owned(),
            analyst,
            budget,
            can_stop,
            paused: false,
            nodes,
            positions,
            line,
            values,
            at: 0,
            heard: false,
            until: None,
        })
    }

    /// Begins, or goes on after a pause: what to send to the session.
    pub fn go_on(&mut self, now: Instant) -> Option<Request> {
        while self.at < self.values.len() && self.values[self.at].is_some() {
            self.at += 1;
        }
        self.until = None;
        self.heard = false;
        self.paused = false;
        if self.is_done() {
            return self.analyst.rest();
        }
        self.until = now.checked_add(self.budget + SILENCE);
        let mut line = self.line.clone();
        line.moves.truncate(self.at);
        let (at, pos) = (self.at as u64, &*self.positions[self.at]);
        if self.can_stop {
            return self.analyst.follow(at, &line, pos);
        }
        self.analyst.follow_for(self.budget, at, &line, pos)
    }

    /// Rests; the position that is being valued is begun again by [`Review::go_on`].
    pub fn pause(&mut self) -> Option<Request> {
        self.until = None;
        self.paused = true;
        self.analyst.rest()
    }

    /// It rests at somebody's wish.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Every position has been dealt with.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.at >= self.values.len()
    }

    /// How far it is: positions dealt with, and all of them.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.at.min(self.values.len()), self.values.len())
    }

    /// Takes in what the session reported; gives what to send next, if anything.
    pub fn handle(&mut self, event: &SessionEvent) -> Option<Request> {
        if self.is_done() || self.paused || !self.analyst.is_running() {
            return None;
        }
        self.analyst.handle(event);
        if !self.analyst.is_running() {
            return self.finish_position(event.at);
        }
        if self.can_stop && !self.heard && self.analyst.best().is_some() {
            // The budget counts from the first thing heard, so that getting ready costs nothing.
            self.heard = true;
            self.until = event.at.checked_add(self.budget);
        }
        // Nothing can be added to an exact value.
        let exact = self.analyst.best().is_some_and(|best| best.bound == Bound::Exact);
        if exact && self.can_stop { self.finish_position(event.at) } else { None }
    }

    /// When [`Review::handle_timeout`] must be called next.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        self.until
    }

    /// Time has passed; too early is harmless. Gives what to send next, if anything.
    pub fn handle_timeout(&mut self, now: Instant) -> Option<Request> {
        if self.until? > now {
            return None;
        }
        self.finish_position(now)
    }

    fn finish_position(&mut self, now: Instant) -> Option<Request> {
        self.values[self.at] = self
            .analyst
            .best()
            .and_then(|best| Some(Value { score: best.first_score?, depth: best.depth.clone() }));
        self.at += 1;
        self.go_on(now)
    }

    /// What became of every move whose values are known so far. Dice are nobody's moves.
    #[must_use]
    pub fn judged(&self, record: &Record) -> Vec<Judged> {
        (1..self.nodes.len()).filter_map(|ply| self.judge_move(record, ply)).collect()
    }

    fn judge_move(&self, record: &Record, ply: usize) -> Option<Judged> {
        let node = self.nodes[ply];
        let side = record.node(node).side?;
        let before = self.values[ply - 1].as_ref()?.score;
        let after = self.values[ply].as_ref()?.score;
        let lost = if side == Side::First { before - after } else { after - before };
        let forced = self.positions[ply - 1].legal_moves().len() == 1;
        // An only move loses nothing; what the values differ is the engine's own uncertainty.
        let loss = if forced { 0.0 } else { lost.max(0.0) };
        Some(Judged { node, ply, side, loss, mark: mark_of(loss, self.info), forced })
    }

    /// Writes values and marks into the record it was made from; marks of earlier reviews and this
    /// engine's earlier values are replaced.
    pub fn apply(&self, record: &mut Record) {
        for (node, value) in self.nodes.iter().zip(&self.values).skip(1) {
            let Some(value) = value else { continue };
            let side = record.node(*node).side;
            let player = side.map(|side| record.tags.players[side.idx()].clone());
            let evaluations = &mut record.node_mut(*node).evaluations;
            // The player's own evaluation stays first, also when the same engine played.
            let own = evaluations.first().is_some_and(|eval| Some(&eval.engine) == player.as_ref());
            let mut rest = evaluations.split_off(usize::from(own));
            rest.retain(|eval| eval.engine != self.engine);
            evaluations.append(&mut rest);
            evaluations.push(Evaluation {
                score: value.score,
                depth: value.depth.clone(),
                engine: self.engine.clone(),
            });
        }
        for judged in self.judged(record) {
            let marks = &mut record.node_mut(judged.node).marks;
            marks.retain(|mark| !MARKS.contains(&mark.as_str()));
            if !judged.mark.is_empty() {
                marks.push(judged.mark.to_owned());
            }
        }
    }
}

/// How long an engine may say nothing of a position, beyond its budget, before it is passed over.
const SILENCE: Duration = Duration::from_secs(10);

/// Marks of losses, least first.
const MARKS: [&str; 3] = ["?!", "?", "??"];

/// The mark for a loss in the game's unit; empty below the least.
#[must_use]
pub fn mark_of(loss: f64, info: &GameInfo) -> &'static str {
    let reached = info.loss_marks.iter().filter(|least| loss >= **least).count();
    reached.checked_sub(1).map_or("", |idx| MARKS[idx])
}

/// How well a side played, in per cent: the mean over its free moves of `exp(-loss / mistake)`,
/// where `mistake` is the loss marked `?`. Moves that lose nothing count 1, a mistake of that size
/// 0.37. `None` without free moves.
#[must_use]
pub fn accuracy(judged: &[Judged], side: Side, info: &GameInfo) -> Option<f64> {
    let free: Vec<f64> = judged
        .iter()
        .filter(|judged| judged.side == side && !judged.forced)
        .map(|judged| (-judged.loss / info.loss_marks[1]).exp())
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "a game has fewer than 2^52 moves")]
    let n_free = free.len() as f64;
    (n_free > 0.0).then(|| 100.0 * free.iter().sum::<f64>() / n_free)
}

/// A position that ends the game is worth what it says; others are for the engine.
fn value_of_end(pos: &dyn crate::games::Position, info: &GameInfo) -> Option<Value> {
    let Actor::Nobody(ending) = pos.actor() else { return None };
    // A margin of 1 that only says who won is no man ahead.
    let won = info.win_score.unwrap_or_else(|| f64::from(ending.margin));
    let score = match ending.outcome {
        Outcome::WonBy(Side::First) => won,
        Outcome::WonBy(Side::Second) => -won,
        Outcome::Draw => 0.0,
    };
    Some(Value { score, depth: String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, MoveText, Setup};
    use crate::protocol::{Answer, Event, Info, Mode, SearchId};
    use crate::session::News;

    const BUDGET: Duration = Duration::from_secs(1);

    fn record(moves: &[&str]) -> Record {
        let mut record = Record::new("othello", Setup::default());
        for (idx, mv) in moves.iter().enumerate() {
            let side = Side::BOTH[idx % 2];
            let end = record.last();
            record.add(end, MoveText((*mv).to_owned()), Some(side));
        }
        record
    }

    fn review(record: &Record) -> Review {
        let game = games::find("othello").unwrap();
        Review::new(game, record, "Deep", game.link("nboard").unwrap(), BUDGET, true).unwrap()
    }

    fn search(request: Option<Request>) -> (SearchId, usize) {
        match request {
            Some(Request::Search(search)) => (search.id, search.root.moves.len()),
            other => panic!("{other:?}"),
        }
    }

    fn info(search: SearchId, score: f64, mv: &str, bound: Bound, at: Instant) -> SessionEvent {
        let (score, line, pv) = (Some(score), Some(mv.to_owned()), vec![mv.to_owned()]);
        let info = Info { search, score, line, pv, bound, ..Info::default() };
        SessionEvent { at, what: News::Infos(vec![info]) }
    }

    #[test]
    fn a_game_is_valued_position_by_position_and_its_moves_are_marked() {
        let mut record = record(&["f5", "f6", "e6"]);
        let mut review = review(&record);
        let mut now = Instant::now();
        let mut next = review.go_on(now);
        // Values from the side to move: Black +1, White -1, Black +9, White -8.5.
        for (ply, (score, mv)) in
            [(1.0, "f5"), (-1.0, "d6"), (9.0, "e6"), (-8.5, "f4")].into_iter().enumerate()
        {
            let (id, n_moves) = search(next);
            assert_eq!((n_moves, review.progress()), (ply, (ply, 4)));
            now += Duration::from_millis(300);
            assert_eq!(review.handle(&info(id, score, mv, Bound::Estimate, now)), None);
            assert_eq!(review.poll_timeout(), Some(now + BUDGET));
            now += BUDGET;
            next = review.handle_timeout(now);
        }
        assert_eq!(next, Some(Request::Abandon));
        assert!(review.is_done());
        let judged = review.judged(&record);
        let losses: Vec<f64> = judged.iter().map(|judged| judged.loss).collect();
        assert_eq!(losses, [0.0, 8.0, 0.5]);
        assert_eq!((judged[0].mark, judged[1].mark), ("", mark_of(8.0, review.info)));
        assert!(!judged[1].mark.is_empty());
        review.apply(&mut record);
        review.apply(&mut record);
        let f6 = record.node(record.main_line()[1]);
        assert_eq!(f6.marks, [judged[1].mark]);
        assert_eq!(f6.evaluations.len(), 1, "values are written once");
        assert_eq!(f6.evaluations[0].score, 9.0, "from the first player's view");
        let white = accuracy(&judged, Side::Second, review.info).unwrap();
        let black = accuracy(&judged, Side::First, review.info).unwrap();
        assert!(white < black && black < 100.0, "{white} {black}");
    }

    #[test]
    fn exact_values_and_ended_searches_do_not_wait_for_the_budget() {
        let record = record(&["f5"]);
        let mut review = review(&record);
        let now = Instant::now();
        let (id, _) = search(review.go_on(now));
        let (id, _) = search(review.handle(&info(id, 2.0, "f5", Bound::Exact, now)));
        review.handle(&info(id, -2.0, "d6", Bound::Estimate, now));
        let answer = Answer { search: id, ..Answer::default() };
        let event = SessionEvent { at: now, what: News::Event(Event::Answer(answer)) };
        assert_eq!(review.handle(&event), None);
        assert!(review.is_done());
        assert_eq!(review.judged(&record)[0].loss, 0.0);
    }

    #[test]
    fn the_move_that_wins_loses_nothing_where_a_win_is_a_win() {
        let game = games::find("draughts").unwrap();
        let position = Some("W:W28:B23".to_owned());
        let mut record = Record::new("draughts", Setup { variant: None, position });
        record.add(Record::START, MoveText("28x19x23".to_owned()), Some(Side::First));
        let link = game.link("hub").unwrap();
        let mut review = Review::new(game, &record, "Deep", link, BUDGET, true).unwrap();
        let now = Instant::now();
        let (id, _) = search(review.go_on(now));
        review.handle(&info(id, 99.0, "28x19x23", Bound::Exact, now));
        assert!(review.is_done());
        let judged = review.judged(&record);
        assert_eq!((judged[0].loss, judged[0].mark), (0.0, ""));
        review.apply(&mut record);
        let end = record.node(record.last());
        assert_eq!(end.evaluations[0].score, 99.99, "not one man");
        // In Othello the discs themselves are counted.
        let over = format!("{}OO X", "X".repeat(62));
        let othello = games::find("othello").unwrap();
        let position = Some(over);
        let over = othello.start(&Setup { variant: None, position }).unwrap();
        let value = value_of_end(&*over, othello.info()).unwrap();
        assert_eq!(value.score, 60.0);
    }

    #[test]
    fn a_pause_begins_the_position_again() {
        let record = record(&["f5", "d6"]);
        let mut review = review(&record);
        let now = Instant::now();
        let (first, _) = search(review.go_on(now));
        search(review.handle(&info(first, 2.0, "f5", Bound::Exact, now)));
        assert_eq!(review.pause(), Some(Request::Abandon));
        assert_eq!(review.poll_timeout(), None);
        let (again, n_moves) = search(review.go_on(now));
        assert!(again > first);
        assert_eq!(n_moves, 1);
    }

    #[test]
    fn an_engine_that_says_nothing_is_passed_over() {
        let record = record(&["f5"]);
        let mut review = review(&record);
        review.go_on(Instant::now());
        let (_, n_moves) = search(review.handle_timeout(review.poll_timeout().unwrap()));
        assert_eq!(n_moves, 1);
        review.handle_timeout(review.poll_timeout().unwrap());
        assert!(review.is_done() && review.judged(&record).is_empty());
    }

    #[test]
    fn an_engine_that_cannot_be_stopped_is_asked_as_for_a_move_and_left_to_end() {
        let record = record(&["f5"]);
        let game = games::find("othello").unwrap();
        let link = game.link("nboard").unwrap();
        let mut review = Review::new(game, &record, "Deep", link, BUDGET, false).unwrap();
        let now = Instant::now();
        let Some(Request::Search(asked)) = review.go_on(now) else { panic!() };
        assert_eq!((asked.mode, asked.limits.move_time), (Mode::Play, Some(BUDGET)));
        // Neither what it says nor an exact value breaks it off.
        assert_eq!(review.handle(&info(asked.id, 2.0, "f5", Bound::Exact, now)), None);
        assert_eq!(review.poll_timeout(), Some(now + BUDGET + SILENCE));
        let answer = Answer { search: asked.id, mv: Some("f5".to_owned()), ..Answer::default() };
        let event = SessionEvent { at: now, what: News::Event(Event::Answer(answer)) };
        let (next, n_moves) = search(review.handle(&event));
        assert!(next > asked.id);
        assert_eq!(n_moves, 1);
    }
}
