//! One engine explaining the position that is wanted, and never another.
//!
//! Does no IO and shows nothing: it gives requests to send, is told what the session reported, and
//! keeps the newest lines of the current search.

use std::time::Duration;

use super::line::GameLine;
use super::next_search_id;
use super::player::depth_number;
use crate::games::{BoxPosition, Link, MoveText, Position, Side, Step};
use crate::protocol::{Bound, Chances, Event, Info, Limits, Mode, Request, Search, SearchId};
use crate::session::{News, SessionEvent, SessionState};

/// An engine that follows a position.
///
/// What it holds belongs to the position it was last told to follow: everything is forgotten at
/// once when that changes, and news of other searches are ignored.
#[derive(Debug)]
pub struct Analyst {
    link: &'static dyn Link,
    n_lines: u32,
    current: Option<Current>,
    /// The engine was asked to search and the search has not ended yet.
    running: bool,
    /// It was told to rest where it is; its lines stay on show.
    halted: bool,
    news: SearchNews,
    lines: Vec<AnalysisLine>,
    /// The same without those that only say who wins, and no shallower one after a deeper one.
    counted: Vec<AnalysisLine>,
}

#[derive(Debug)]
struct Current {
    search: SearchId,
    position_id: u64,
    pos: BoxPosition,
    side: Side,
}

/// What an engine says of its search as a whole. What it did not say is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchNews {
    /// Depth as written.
    pub depth: Option<String>,
    /// Nodes since the search began.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nodes_per_second: Option<u64>,
    /// Time the engine says it has spent.
    pub time: Option<Duration>,
}

/// One line of analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisLine {
    /// Value in the game's unit, from the point of view of the side to move.
    pub score: Option<f64>,
    /// The same from the first player's point of view.
    pub first_score: Option<f64>,
    /// How sure the value is.
    pub bound: Bound,
    /// Depth as written; empty when unknown.
    pub depth: String,
    /// The value comes from a book.
    pub book: bool,
    /// How the game may end, from the point of view of the side to move, where the engine says so.
    pub chances: Option<Chances>,
    /// Standard error of the value, where it was found by playing games out.
    pub std_error: Option<f64>,
    /// The answer that the line is about, where the engine says what the first move is worth for
    /// each answer (a double that is taken, or dropped): the second move of `pv`.
    pub reply: Option<MoveText>,
    /// The moves as far as they are legal, canonical; never empty.
    pub pv: Vec<MoveText>,
    /// The same moves as people read them; as many.
    pub shown: Vec<String>,
}

impl AnalysisLine {
    /// The move the line begins with.
    #[must_use]
    pub fn first_move(&self) -> &MoveText {
        &self.pv[0]
    }

    /// It says the same thing as `other`, at another time.
    fn replaces(&self, other: &Self) -> bool {
        self.first_move() == other.first_move() && self.reply == other.reply
    }
}

impl Analyst {
    /// An engine at rest, spoken to through `link`, that will explain `n_lines` of the best moves.
    #[must_use]
    pub fn new(link: &'static dyn Link, n_lines: u32) -> Self {
        let news = SearchNews::default();
        Self {
            link,
            n_lines,
            current: None,
            running: false,
            halted: false,
            news,
            lines: Vec::new(),
            counted: Vec::new(),
        }
    }

    /// Follows another position; the same one again begins a new search. A finished game is not
    /// searched. Gives what to send to the session, if anything.
    pub fn follow(
        &mut self,
        position_id: u64,
        line: &GameLine,
        pos: &dyn Position,
    ) -> Option<Request> {
        self.follow_within(Limits::default(), position_id, line, pos)
    }

    /// As [`Analyst::follow`], until the engine reaches one of these limits.
    pub fn follow_within(
        &mut self,
        limits: Limits,
        position_id: u64,
        line: &GameLine,
        pos: &dyn Position,
    ) -> Option<Request> {
        let explains = Mode::Analyse { lines: self.n_lines };
        self.begin(position_id, line, pos, limits, explains)
    }

    /// As [`Analyst::follow`], but only at a glance: without looking ahead, where the engine can.
    pub fn glance(
        &mut self,
        position_id: u64,
        line: &GameLine,
        pos: &dyn Position,
    ) -> Option<Request> {
        let limits = Limits { depth: Some(0), ..Limits::default() };
        self.follow_within(limits, position_id, line, pos)
    }

    /// As [`Analyst::follow`], for an engine that cannot be stopped: it is asked for its move within
    /// these limits, and ends by itself.
    pub(super) fn ask_move(
        &mut self,
        limits: Limits,
        position_id: u64,
        line: &GameLine,
        pos: &dyn Position,
    ) -> Option<Request> {
        self.begin(position_id, line, pos, limits, Mode::Play)
    }

    fn begin(
        &mut self,
        position_id: u64,
        line: &GameLine,
        pos: &dyn Position,
        limits: Limits,
        mode: Mode,
    ) -> Option<Request> {
        self.forget();
        let crate::games::Actor::Player(side) = pos.actor() else { return self.leave() };
        let id = next_search_id();
        self.current = Some(Current { search: id, position_id, pos: pos.boxed_clone(), side });
        self.running = true;
        let root = self.link.root(&line.linked());
        Some(Request::Search(Search { id, root, limits, mode }))
    }

    /// Rests; what was found is forgotten.
    pub fn rest(&mut self) -> Option<Request> {
        self.forget();
        self.leave()
    }

    /// Ends the search but keeps what was found on show, until another position is followed.
    pub fn halt(&mut self) -> Option<Request> {
        self.halted = true;
        self.leave()
    }

    /// It was halted and has followed nothing since: what it shows is as far as it came.
    #[must_use]
    pub fn is_halted(&self) -> bool {
        self.halted
    }

    fn leave(&mut self) -> Option<Request> {
        std::mem::take(&mut self.running).then_some(Request::Abandon)
    }

    fn forget(&mut self) {
        self.halted = false;
        self.current = None;
        self.news = SearchNews::default();
        self.lines.clear();
        self.counted.clear();
    }

    /// How many lines are wanted; counts from the next [`Analyst::follow`] on.
    pub fn want_lines(&mut self, n_lines: u32) {
        self.n_lines = n_lines;
    }

    /// The session was replaced by a new one: nothing runs and nothing is known.
    pub fn restarted(&mut self) {
        self.running = false;
        self.forget();
    }

    /// The position that everything here belongs to; `None` at rest.
    #[must_use]
    pub fn position_id(&self) -> Option<u64> {
        self.current.as_ref().map(|current| current.position_id)
    }

    /// The engine searches, or was asked to.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.running
    }

    /// The search that its lines come from.
    pub(super) fn search(&self) -> Option<SearchId> {
        self.current.as_ref().map(|current| current.search)
    }

    /// The side to move in the position followed.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        self.current.as_ref().map(|current| current.side)
    }

    /// What the engine says of the search as a whole.
    #[must_use]
    pub fn news(&self) -> &SearchNews {
        &self.news
    }

    /// The newest line of every first move, best first; lines without a score last. It may be more
    /// than were wanted (field notes, NBoard 4). Where a first move has a line for each answer, the
    /// other side chooses: the line that is worse for the mover stands for the move, the other one
    /// stands behind all that can come to pass.
    #[must_use]
    pub fn lines(&self) -> &[AnalysisLine] {
        &self.lines
    }

    /// The best line.
    #[must_use]
    pub fn best(&self) -> Option<&AnalysisLine> {
        self.lines.first()
    }

    /// The best of the deepest lines whose value counts something: one that only proves the winner says
    /// nothing of how much.
    #[must_use]
    pub(super) fn counted(&self) -> Option<&AnalysisLine> {
        self.counted.first()
    }

    /// Takes an event of the session; returns whether anything to show has changed. `session` has
    /// noted the event.
    pub fn handle(&mut self, event: &SessionEvent, session: &SessionState) -> bool {
        // The newest line of such an engine is the best, whatever an earlier one promised.
        let is_single = session.can(|able| able.lines <= 1);
        match &event.what {
            News::Infos(infos) => {
                let mut changed = false;
                for info in infos {
                    changed |= self.take(info, is_single);
                }
                changed
            }
            News::Event(Event::Info(info)) => self.take(info, is_single),
            News::Event(Event::Answer(answer)) => self.end(answer.search),
            News::Event(Event::Ended(search)) => self.end(*search),
            News::Ended(_) => {
                let changed = self.running;
                self.restarted();
                changed
            }
            News::Event(
                Event::Ready { .. }
                | Event::Capabilities(_)
                | Event::Renamed(_)
                | Event::Started(_)
                | Event::Refused(_)
                | Event::Restarting
                | Event::Restarted(_)
                | Event::GameState { .. }
                | Event::ValidMoves { .. }
                | Event::Status(_)
                | Event::DrawOffered
                | Event::Remark { .. }
                | Event::Deviation(_)
                | Event::Chatter(_)
                | Event::Complaint(_)
                | Event::Closed
                | Event::Fault(_),
            ) => false,
        }
    }

    fn end(&mut self, search: SearchId) -> bool {
        let ours = self.current.as_ref().is_some_and(|current| current.search == search);
        ours && std::mem::take(&mut self.running)
    }

    fn take(&mut self, info: &Info, is_single: bool) -> bool {
        let Some(current) = self.current.as_ref().filter(|now| now.search == info.search) else {
            return false;
        };
        let line = line_of(info, self.link, &*current.pos, current.side);
        let news = &mut self.news;
        keep_newest(&mut news.depth, info.depth.as_ref());
        keep_newest(&mut news.nodes, info.nodes.as_ref());
        keep_newest(&mut news.nodes_per_second, info.nodes_per_second.as_ref());
        keep_newest(&mut news.time, info.time.as_ref());
        if let Some(line) = line {
            let deepest = self.counted.iter().map(|line| depth_number(&line.depth)).max();
            let (depth, says) = (depth_number(&line.depth), line.score.is_some());
            let counts = says && line.bound != Bound::WinLossDraw;
            if counts && (depth == 0 || deepest.is_none_or(|deepest| deepest <= depth)) {
                put(&mut self.counted, line.clone(), is_single, self.n_lines as usize);
            }
            put(&mut self.lines, line, is_single, self.n_lines as usize);
        }
        true
    }
}

/// Puts a line among the others; `wanted` of them are explained.
fn put(lines: &mut Vec<AnalysisLine>, line: AnalysisLine, is_single: bool, wanted: usize) {
    if is_single {
        lines.clear();
    }
    lines.retain(|known| !line.replaces(known));
    lines.push(line);
    // Stable, so that of equal lines the older one stays first.
    lines.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
    put_unlikely_last(lines);
    forget_outdated(lines, wanted);
}

/// Answers that the other side would not choose are no value of the move.
fn put_unlikely_last(lines: &mut Vec<AnalysisLine>) {
    let stays = |line: &AnalysisLine| {
        let mut others = lines.iter().filter(|other| {
            line.reply.is_some() && other.reply.is_some() && other.reply != line.reply
        });
        !others.any(|other| other.first_move() == line.first_move() && rank(other) < rank(line))
    };
    let (likely, unlikely) = lines.iter().cloned().partition(stays);
    *lines = likely;
    lines.extend::<Vec<_>>(unlikely);
}

/// Forgets what was said of a move that is no longer among the best: an engine explains only as many
/// moves as are wanted, and the value of a shallow search must not stay among, or above, as many
/// values of deeper ones. Book values have no depth and stay.
fn forget_outdated(lines: &mut Vec<AnalysisLine>, wanted: usize) {
    let depths: Vec<u32> = lines.iter().map(|line| depth_number(&line.depth)).collect();
    lines.retain(|line| {
        let depth = depth_number(&line.depth);
        let n_deeper = depths.iter().filter(|other| **other > depth).count();
        line.book || depth == 0 || n_deeper < wanted
    });
}

/// What an info says of one line; `None` when it says nothing of a line, or of one that cannot be
/// played in `pos`.
fn line_of(info: &Info, link: &dyn Link, pos: &dyn Position, side: Side) -> Option<AnalysisLine> {
    let mut steps = link.read_line(pos, &info.pv);
    if steps.is_empty() {
        // Some engines value a move without saying what follows.
        steps = link.read_line(pos, info.line.as_slice());
    }
    let pv: Vec<MoveText> = steps.iter().map(|step| step.mv.clone()).collect();
    pv.first()?;
    let score = info.score.filter(|score| score.is_finite());
    // Of most lines it is said which first move they are about; of some, which answer as well.
    let says_more = info.pv.len() == 2 && info.line == Some(info.pv.join(" "));
    let reply = pv.get(1).filter(|_| says_more).cloned();
    Some(AnalysisLine {
        reply,
        score,
        first_score: score.map(|score| if side == Side::First { score } else { -score }),
        bound: info.bound,
        depth: info.depth.clone().unwrap_or_default(),
        book: info.book,
        chances: info.chances,
        std_error: info.std_error,
        shown: steps.into_iter().map(mentioned).collect(),
        pv,
    })
}

/// A move of a line as people read it; one that needs no mention in a game is mentioned here, where
/// it is what the line is about.
fn mentioned(step: Step) -> String {
    if step.shown.is_empty() { step.mv.0 } else { step.shown }
}

/// Lines are ordered by this, greatest first.
fn rank(line: &AnalysisLine) -> f64 {
    line.score.unwrap_or(f64::NEG_INFINITY)
}

fn keep_newest<T: Clone>(known: &mut Option<T>, said: Option<&T>) {
    if let Some(said) = said {
        *known = Some(said.clone());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::games::{self, Record, Setup};
    use crate::protocol::{Answer, Capabilities};

    struct Scene {
        analyst: Analyst,
        session: SessionState,
        record: Record,
        at: Instant,
    }

    impl Scene {
        fn new(n_lines: u32) -> Self {
            let game = games::find("othello").unwrap();
            let analyst = Analyst::new(game.link("nboard").unwrap(), n_lines);
            let (session, record) = (SessionState::new(), Record::new("othello", Setup::default()));
            Self { analyst, session, record, at: Instant::now() }
        }

        /// Plays a move and follows the position after it.
        fn follow(&mut self, mv: &str) -> SearchId {
            let game = games::find("othello").unwrap();
            let end = self.record.last();
            self.record.add(end, MoveText(mv.to_owned()), None);
            let (told, line) = GameLine::to_node(game, &self.record, self.record.last()).unwrap();
            let id = line.positions().len() as u64;
            match self.analyst.follow(id, &told, &**line.last()) {
                Some(Request::Search(search)) => search.id,
                other => panic!("{other:?}"),
            }
        }

        fn tell(&mut self, what: News) -> bool {
            let event = SessionEvent { at: self.at, what };
            self.session.note(&event, "Deep");
            self.analyst.handle(&event, &self.session)
        }

        fn info(&mut self, search: SearchId, score: f64, pv: &str) -> bool {
            let pv: Vec<String> = pv.split('-').map(str::to_owned).collect();
            let line = pv.first().cloned();
            let score = Some(score);
            self.tell(News::Infos(vec![Info { search, line, score, pv, ..Info::default() }]))
        }

        fn shown(&self) -> Vec<String> {
            let text = |line: &AnalysisLine| {
                let moves: Vec<&str> = line.pv.iter().map(|mv| mv.0.as_str()).collect();
                format!("{:+} {}", line.score.unwrap(), moves.join(" "))
            };
            self.analyst.lines().iter().map(text).collect()
        }
    }

    #[test]
    fn lines_are_ordered_by_score_and_the_newest_of_a_move_wins() {
        let mut scene = Scene::new(3);
        let search = scene.follow("f5");
        scene.info(search, -2.0, "F6-e6");
        scene.info(search, 1.0, "d6-C3");
        scene.info(search, 3.0, "f6-E6-f4");
        scene.info(search, -5.0, "F4");
        assert_eq!(scene.shown(), ["+3 f6 e6 f4", "+1 d6 c3", "-5 f4"]);
        // White is to move: its good score is bad for the first player.
        assert_eq!(scene.analyst.best().unwrap().first_score, Some(-3.0));
    }

    /// What the engine that comes with the program says of `hint 2`: d6 looks well at depth 2 and
    /// is not among the two best at depth 3.
    #[test]
    fn a_move_that_falls_out_of_the_best_takes_its_old_value_with_it() {
        let mut scene = Scene::new(2);
        let search = scene.follow("f5");
        let mut say = |depth: &str, score: f64, mv: &str| {
            let (pv, line) = (vec![mv.to_owned()], Some(mv.to_owned()));
            let (depth, score) = (Some(depth.to_owned()), Some(score));
            let info = Info { search, line, score, pv, depth, ..Info::default() };
            scene.tell(News::Infos(vec![info]));
            scene.shown().join(", ")
        };
        assert_eq!(say("2", 8.0, "d6"), "+8 d6");
        assert_eq!(say("2", 3.0, "f4"), "+8 d6, +3 f4");
        assert_eq!(say("100%", -1.0, "f6"), "+8 d6, +3 f4, -1 f6", "the second is still to come");
        assert_eq!(say("100%", -2.0, "f4"), "-1 f6, -2 f4");
    }

    #[test]
    fn a_value_is_never_shown_on_another_position() {
        let mut scene = Scene::new(1);
        let old = scene.follow("f5");
        assert!(scene.info(old, 2.0, "D6"));
        let new = scene.follow("d6");
        assert!(scene.shown().is_empty(), "forgotten at once");
        assert!(!scene.info(old, 9.0, "C3"), "late news of the old search");
        assert!(scene.shown().is_empty());
        assert!(scene.info(new, 1.0, "C3"));
        assert_eq!(scene.shown(), ["+1 c3"]);
        assert!(!scene.tell(News::Event(Event::Ended(old))));
        assert!(scene.analyst.is_running());
        let end = Answer { search: new, ..Answer::default() };
        assert!(scene.tell(News::Event(Event::Answer(end))));
        assert!(!scene.analyst.is_running());
        assert_eq!(scene.shown(), ["+1 c3"], "what was found stays");
    }

    #[test]
    fn lines_that_cannot_be_played_are_not_shown() {
        let mut scene = Scene::new(1);
        let search = scene.follow("f5");
        scene.info(search, 2.0, "a1-b2");
        scene.info(search, 2.0, "d6-a1-c3");
        assert_eq!(scene.shown(), ["+2 d6"]);
        scene.info(search, f64::NAN, "f6");
        assert_eq!(scene.analyst.lines()[1].score, None, "a score that is no number is none");
    }

    #[test]
    fn the_newest_line_of_an_engine_with_one_line_replaces_the_others() {
        let mut scene = Scene::new(1);
        scene.session = SessionState::able(Capabilities { lines: 1, ..Capabilities::SAMPLE });
        let search = scene.follow("f5");
        scene.info(search, 9.0, "d6");
        scene.info(search, 1.0, "f6");
        assert_eq!(scene.shown(), ["+1 f6"]);
    }

    #[test]
    fn both_answers_to_a_double_have_a_line_and_the_one_that_is_chosen_counts() {
        let game = games::find("backgammon").unwrap();
        let start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
        let setup = Setup { variant: None, position: Some(start.to_owned()) };
        let record = Record::new("backgammon", setup);
        let (told, line) = GameLine::to_node(game, &record, Record::START).unwrap();
        let mut scene = Scene::new(5);
        scene.analyst = Analyst::new(game.link("ubgi").unwrap(), 5);
        let Some(Request::Search(search)) = scene.analyst.follow(1, &told, &**line.last()) else {
            panic!("a search");
        };
        let mut say = |action: &str, score: f64| {
            let pv = action.split(' ').map(str::to_owned).collect();
            let (line, score) = (Some(action.to_owned()), Some(score));
            let info = Info { search: search.id, line, score, pv, ..Info::default() };
            scene.tell(News::Infos(vec![info]));
            scene.shown().join(", ")
        };
        say("roll", 0.3);
        say("double drop", 1.0);
        let close = say("double take", 0.2);
        assert_eq!(close, "+0.3 roll, +0.2 double take, +1 double drop");
        say("roll", 0.9);
        let strong = say("double take", 1.2);
        assert_eq!(strong, "+1 double drop, +0.9 roll, +1.2 double take");
    }

    #[test]
    fn resting_abandons_once_and_forgets() {
        let mut scene = Scene::new(1);
        let search = scene.follow("f5");
        scene.info(search, 2.0, "d6");
        assert_eq!(scene.analyst.halt(), Some(Request::Abandon));
        assert_eq!(scene.shown(), ["+2 d6"], "halting keeps what was found");
        assert_eq!(scene.analyst.rest(), None);
        assert!(scene.shown().is_empty());
        assert_eq!(scene.analyst.position_id(), None);
    }
}
