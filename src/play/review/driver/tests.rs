use super::*;
use crate::games::{self, MoveText, Setup, Side};
use crate::play::mark_of;
use crate::protocol::{Answer, Bound, Capabilities, Event, Info, Search, SearchId};
use crate::session::{ExitCause, ProcessEnd};

const BUDGET: Duration = Duration::from_secs(1);
const MOVES: [&str; 5] = ["f5", "d6", "c3", "d3", "c4"];

fn record() -> Record {
    let mut record = Record::new("othello", Setup::default());
    for (idx, mv) in MOVES.iter().enumerate() {
        record.add(record.last(), MoveText((*mv).to_owned()), Some(Side::BOTH[idx % 2]));
    }
    record
}

/// An engine with a list of values, one for each position by its number of moves, from the view of
/// the side to move. It names the first move of a search, goes on until it is stopped, and does
/// nothing else.
struct Engine {
    values: [f64; MOVES.len() + 1],
    /// It crashes at these searches, counted over all its lives.
    crashes_at: Vec<usize>,
    /// It says nothing of the position after so many moves, and of none after it.
    mute_from: usize,
    /// A search was left without a word: at the next one it has not stopped, and is ended.
    hangs: bool,
    /// It declares itself before it searches.
    is_ready: bool,
    n_searches: usize,
    n_starts: usize,
}

/// A review, an engine, and a clock that jumps to the next timeout.
struct Conversation {
    driver: ReviewDriver,
    session: SessionState,
    record: Record,
    engine: Engine,
    now: Instant,
    may_restart: bool,
    searched: Vec<usize>,
    changes: Vec<ReviewChange>,
}

const ABLE: Capabilities = Capabilities { clock: false, lines: 5, ..Capabilities::SAMPLE };

const VALUES: [f64; MOVES.len() + 1] = [1.0, -1.0, 1.0, 9.0, -9.0, 8.5];

fn event(at: Instant, what: Event) -> SessionEvent {
    SessionEvent { at, what: News::Event(what) }
}

fn crash() -> Exit {
    Exit { cause: ExitCause::Crashed, status: ProcessEnd::Signal(9), stderr: Vec::new() }
}

fn stall() -> Exit {
    Exit { cause: ExitCause::Stalled("did not stop".to_owned()), ..crash() }
}

impl Conversation {
    fn new(crashes_at: &[usize]) -> Self {
        let (game, record) = (games::find("othello").unwrap(), record());
        let link = game.link("nboard").unwrap();
        let driver =
            ReviewDriver::new(game, &record, &[], "Deep", link, ReviewPlan::of(BUDGET, true))
                .unwrap();
        let engine = Engine {
            values: VALUES,
            crashes_at: crashes_at.to_vec(),
            mute_from: usize::MAX,
            hangs: false,
            is_ready: false,
            n_searches: 0,
            n_starts: 1,
        };
        let (searched, changes) = (Vec::new(), Vec::new());
        let now = Instant::now();
        let session = SessionState::new();
        Self { driver, session, record, engine, now, may_restart: true, searched, changes }
    }

    /// Hands the requests to the engine and takes note of the changes, until nothing more comes.
    fn settle(&mut self) {
        while let Some(request) = self.driver.poll_request() {
            if let Request::Search(search) = request {
                self.searched.push(search.root.moves.len());
                self.answer(&search);
            }
        }
        while let Some(change) = self.driver.poll_change() {
            match &change {
                ReviewChange::Values => self.driver.apply(&mut self.record),
                ReviewChange::Restart(_) => {
                    self.engine.n_starts += 1;
                    self.engine.is_ready = false;
                    self.engine.hangs = false;
                    self.session = SessionState::new();
                    self.driver.restarted(self.now);
                    self.changes.push(change);
                    return self.settle();
                }
                ReviewChange::Paused(_) | ReviewChange::Finished { .. } => {}
            }
            self.changes.push(change);
        }
    }

    fn tell(&mut self, event: &SessionEvent) {
        self.session.note(event, "Deep");
        self.driver.handle_event(event, &self.session, self.may_restart);
    }

    fn answer(&mut self, search: &Search) {
        self.engine.n_searches += 1;
        self.now += Duration::from_millis(100);
        if !std::mem::replace(&mut self.engine.is_ready, true) {
            let (name, options) = ("Deep 1".to_owned(), Vec::new());
            self.tell(&event(self.now, Event::Ready { name, capabilities: ABLE, options }));
        }
        if self.engine.crashes_at.contains(&self.engine.n_searches) {
            return self.tell(&SessionEvent { at: self.now, what: News::Ended(crash()) });
        }
        if self.engine.hangs {
            return self.tell(&SessionEvent { at: self.now, what: News::Ended(stall()) });
        }
        let ply = search.root.moves.len();
        self.engine.hangs = self.engine.mute_from <= ply;
        if self.engine.hangs {
            return;
        }
        // It would never play the move of the record, which would then lose nothing.
        let node = ply.checked_sub(1).map_or(Record::START, |idx| self.record.main_line()[idx]);
        let pos = self.record.replay(games::find("othello").unwrap(), node).unwrap();
        let other = |mv: &MoveText| MOVES.get(ply) != Some(&mv.0.as_str());
        let mv = pos.legal_moves().into_iter().find(other).unwrap();
        self.infos(search.id, self.engine.values[ply], &mv.0);
    }

    fn infos(&mut self, search: SearchId, score: f64, mv: &str) {
        let (score, line, pv) = (Some(score), Some(mv.to_owned()), vec![mv.to_owned()]);
        let info = Info { search, score, line, pv, bound: Bound::Estimate, ..Info::default() };
        self.tell(&SessionEvent { at: self.now, what: News::Infos(vec![info]) });
    }

    /// Lets time pass until nothing is waited for any more.
    fn run(&mut self) {
        self.settle();
        while let Some(until) = self.driver.poll_timeout() {
            self.now = self.now.max(until);
            self.driver.handle_timeout(self.now);
            self.settle();
        }
    }

    /// The changes but those of values.
    fn said(&self) -> Vec<&ReviewChange> {
        self.changes.iter().filter(|change| **change != ReviewChange::Values).collect()
    }

    fn losses(&self) -> Vec<f64> {
        let nodes = self.record.main_line().into_iter().map(|id| self.record.node(id));
        nodes.filter_map(|node| node.loss).collect()
    }
}

/// The first player's values are 1, 1, 1, -9, -9, -8.5: White gave nothing, Black lost 10 at c3.
const LOSSES: [f64; 5] = [0.0, 0.0, 10.0, 0.0, 0.0];

#[test]
fn a_whole_record_is_reviewed_without_a_window() {
    let mut hall = Conversation::new(&[]);
    hall.driver.begin(hall.now);
    hall.run();
    assert_eq!(hall.searched, [0, 1, 2, 3, 4, 5]);
    assert_eq!(hall.said(), [&ReviewChange::Finished { has_values: true, is_silent: false }]);
    assert_eq!(hall.driver.progress(), (6, 6));
    assert_eq!(hall.losses(), LOSSES);
    let worst = hall.record.node(hall.record.main_line()[2]);
    assert_eq!(worst.marks, [mark_of(10.0, games::find("othello").unwrap().info())]);
    assert_eq!((worst.evaluations[0].score, &*worst.evaluations[0].engine), (-9.0, "Deep"));
    // Six positions of a second, and the time until the first thing was said of each.
    assert_eq!(hall.changes.len(), 7, "each position is shown when it is known");
}

#[test]
fn an_engine_that_dies_once_is_started_again_and_asked_the_same_question() {
    let mut hall = Conversation::new(&[3]);
    hall.driver.begin(hall.now);
    hall.run();
    assert_eq!(hall.searched, [0, 1, 2, 2, 3, 4, 5]);
    assert_eq!(hall.engine.n_starts, 2);
    let cause = Cause::of_exit(&crash());
    let wanted = [
        ReviewChange::Restart(cause),
        ReviewChange::Finished { has_values: true, is_silent: false },
    ];
    assert_eq!(hall.said(), wanted.iter().collect::<Vec<_>>());
    assert_eq!(hall.losses(), LOSSES);
}

#[test]
fn an_engine_that_dies_twice_at_a_position_is_left_until_the_user_goes_on() {
    let mut hall = Conversation::new(&[3, 4]);
    hall.driver.begin(hall.now);
    hall.run();
    assert_eq!(hall.searched, [0, 1, 2, 2]);
    let cause = Cause::of_exit(&crash());
    assert_eq!(hall.said().last(), Some(&&ReviewChange::Paused(cause)));
    assert!(hall.driver.is_paused() && hall.driver.poll_timeout().is_none());
    assert_eq!(hall.driver.progress(), (2, 6));
    hall.driver.set_paused(false, hall.now);
    assert_eq!(hall.driver.poll_request(), None, "there is no session to ask");
    hall.run();
    assert_eq!((hall.engine.n_starts, &hall.searched[4..]), (3, &[2, 3, 4, 5][..]));
    assert!(hall.said().contains(&&ReviewChange::Restart(None)));
    assert_eq!(hall.losses(), LOSSES);
}

#[test]
fn a_position_at_which_an_engine_dies_twice_may_be_passed_over_but_not_three_in_a_row() {
    let mut hall = Conversation::new(&[3, 4, 6, 7, 8, 9]);
    hall.driver.begin(hall.now);
    hall.run();
    assert!(hall.driver.is_paused() && hall.driver.pass_over_failed(hall.now));
    hall.run();
    // It answers the fourth position, and dies at the two behind it.
    assert_eq!(hall.searched, [0, 1, 2, 2, 3, 4, 4]);
    assert!(hall.driver.pass_over_failed(hall.now));
    hall.run();
    assert_eq!(hall.searched[7..], [5, 5]);
    assert!(hall.driver.pass_over_failed(hall.now), "two in a row, and it is the last");
    hall.run();
    let over = ReviewChange::Finished { has_values: true, is_silent: false };
    assert_eq!(hall.said().last(), Some(&&over));
    let unknown = [2, 3, 4, 5].map(|ply| hall.driver.position(&hall.record, ply).unknown);
    let failed = Some(crate::play::NoValue::Failed);
    assert_eq!(unknown, [failed, None, failed, failed]);

    let mut hall = Conversation::new(&[2, 3, 4, 5, 6, 7]);
    hall.driver.begin(hall.now);
    hall.run();
    let passed: Vec<bool> = std::iter::from_fn(|| {
        let passed = hall.driver.is_paused() && hall.driver.pass_over_failed(hall.now);
        hall.run();
        Some(passed)
    })
    .take(3)
    .collect();
    assert_eq!(passed, [true, true, false]);
    // One that has never given a value is not asked about another position.
    let mut hall = Conversation::new(&[1, 2]);
    hall.driver.begin(hall.now);
    hall.run();
    assert!(hall.driver.is_paused() && !hall.driver.pass_over_failed(hall.now));
}

/// How often each position was asked, by its number of moves.
fn n_asked(hall: &Conversation) -> [usize; MOVES.len() + 1] {
    std::array::from_fn(|ply| hall.searched.iter().filter(|asked| **asked == ply).count())
}

#[test]
fn an_engine_that_hangs_is_given_up_at_the_third_question_in_a_row_and_not_before() {
    let mut hall = Conversation::new(&[]);
    hall.engine.mute_from = 2;
    hall.driver.begin(hall.now);
    hall.run();
    let asked = n_asked(&hall);
    assert_eq!((asked[0], asked[1], asked[5]), (1, 1, 0), "{asked:?}");
    assert!(asked[2..5].iter().all(|n| *n >= 2), "three positions, each more than once: {asked:?}");
    let over = ReviewChange::Finished { has_values: true, is_silent: true };
    assert_eq!(hall.said().last(), Some(&&over));
    assert!(hall.losses().len() == 1, "what it said before stays");
}

#[test]
fn an_engine_that_hangs_at_one_position_goes_on_with_the_next() {
    let mut hall = Conversation::new(&[]);
    hall.engine.mute_from = 2;
    hall.driver.begin(hall.now);
    hall.settle();
    while let Some(until) = hall.driver.poll_timeout() {
        // It answers again from the position behind that one on.
        if hall.searched.last() == Some(&3) {
            hall.engine.mute_from = usize::MAX;
        }
        hall.now = hall.now.max(until);
        hall.driver.handle_timeout(hall.now);
        hall.settle();
    }
    let over = ReviewChange::Finished { has_values: true, is_silent: false };
    assert_eq!(hall.said().last(), Some(&&over));
    assert_eq!(n_asked(&hall)[5], 1);
    let missing = hall.driver.position(&hall.record, 2);
    assert_eq!(missing.unknown, Some(crate::play::NoValue::Silent));
}

#[test]
fn an_engine_that_hangs_at_its_first_question_pauses_the_review() {
    let mut hall = Conversation::new(&[]);
    hall.engine.mute_from = 0;
    hall.driver.begin(hall.now);
    hall.run();
    assert_eq!(hall.said().last(), Some(&&ReviewChange::Paused(Cause::of_exit(&stall()))));
}

#[test]
fn an_engine_that_may_not_be_restarted_or_never_was_ready_is_not_started_again() {
    let mut hall = Conversation::new(&[1]);
    hall.may_restart = false;
    hall.driver.begin(hall.now);
    hall.run();
    let cause = Cause::of_exit(&crash());
    assert_eq!(hall.said(), [&ReviewChange::Paused(cause.clone())]);
    let mut hall = Conversation::new(&[]);
    hall.driver.begin(hall.now);
    hall.tell(&SessionEvent { at: hall.now, what: News::Ended(crash()) });
    assert_eq!(hall.driver.poll_request(), None, "there is no session to send it to");
    hall.run();
    assert_eq!(hall.said(), [&ReviewChange::Paused(cause)]);
    // One that was told to end has no cause.
    let mut hall = Conversation::new(&[]);
    hall.driver.begin(hall.now);
    let exit = Exit { cause: ExitCause::Asked, ..crash() };
    hall.tell(&SessionEvent { at: hall.now, what: News::Ended(exit) });
    hall.run();
    assert_eq!(hall.said(), [&ReviewChange::Paused(None)]);
}

#[test]
fn a_review_that_rests_goes_on_when_it_is_woken_and_not_when_the_user_has_paused_it() {
    let mut hall = Conversation::new(&[]);
    hall.driver.begin(hall.now);
    hall.settle();
    assert!(hall.driver.rest(hall.now) && hall.driver.is_paused());
    assert_eq!(hall.driver.poll_request(), Some(Request::Abandon));
    assert!(!hall.driver.rest(hall.now), "it rests already");
    hall.driver.wake(hall.now);
    hall.settle();
    assert_eq!((hall.driver.is_paused(), &hall.searched[..]), (false, &[0, 0][..]));
    hall.driver.set_paused(true, hall.now);
    assert!(!hall.driver.rest(hall.now));
    hall.driver.wake(hall.now);
    assert!(hall.driver.is_paused());
    hall.driver.set_paused(false, hall.now);
    hall.run();
    assert_eq!(hall.losses(), LOSSES);
}

#[test]
fn an_engine_that_gives_no_values_judges_nothing() {
    let mut hall = Conversation::new(&[]);
    hall.driver.begin(hall.now);
    while let Some(Request::Search(search)) = hall.driver.poll_request() {
        let answer = Answer { search: search.id, ..Answer::default() };
        hall.tell(&event(hall.now, Event::Answer(answer)));
    }
    hall.settle();
    assert_eq!(hall.said(), [&ReviewChange::Finished { has_values: false, is_silent: false }]);
    assert!(hall.losses().is_empty());
    assert!(!hall.driver.names_moves(), "it said nothing at all");
}

#[test]
fn an_engine_that_names_moves_without_values_is_told_from_one_that_says_nothing() {
    let mut hall = Conversation::new(&[]);
    hall.driver.begin(hall.now);
    while let Some(Request::Search(search)) = hall.driver.poll_request() {
        let ply = search.root.moves.len();
        let mv = MOVES.get(ply).copied().unwrap_or("d2").to_owned();
        let info = Info { search: search.id, pv: vec![mv.clone()], ..Info::default() };
        hall.tell(&SessionEvent { at: hall.now, what: News::Infos(vec![info]) });
        let answer = Answer { search: search.id, mv: Some(mv), ..Answer::default() };
        hall.tell(&event(hall.now, Event::Answer(answer)));
    }
    hall.settle();
    assert_eq!(hall.said(), [&ReviewChange::Finished { has_values: false, is_silent: false }]);
    assert!(hall.driver.names_moves());
}
