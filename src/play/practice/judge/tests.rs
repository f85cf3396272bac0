use super::*;
use crate::games::{self, Setup};
use crate::play::MoveClass;
use crate::protocol::{Bound, Capabilities, Event, Info, Search};
use crate::session::News;

/// Black is to move.
const MOVES: [&str; 4] = ["f5", "d6", "c3", "d3"];
const BEST: &str = "c4";
const TRIED: &str = "e3";
/// What it says of the position itself.
const BEFORE: f64 = 1.0;

/// What the engine says of the positions after its own move and after the one that was tried, as the
/// opponent sees them.
struct Engine {
    best: f64,
    tried: f64,
    n_searched: usize,
}

impl Engine {
    /// The value of the position, and the move that it would play.
    fn answer(&mut self, search: &Search) -> (f64, String) {
        self.n_searched += 1;
        let othello = games::find("othello").unwrap();
        let mut pos = othello.start(&Setup::default()).unwrap();
        for mv in search.root.moves.iter() {
            pos.play(&mv.mv).unwrap();
        }
        let reply = pos.legal_moves()[0].0.clone();
        // The protocol writes moves in capitals.
        let last = search.root.moves.last().map(|mv| mv.mv.to_ascii_lowercase());
        match last.as_deref() {
            Some(TRIED) => (self.tried, reply),
            Some(BEST) => (self.best, reply),
            _ => (BEFORE, BEST.to_owned()),
        }
    }
}

/// What is said of a move, and how many positions were searched for it.
fn judged(mv: &str, best: f64, tried: f64) -> (PositionReview, usize) {
    let exercise = Exercise {
        kind: "othello".to_owned(),
        moves: MOVES.map(str::to_owned).to_vec(),
        ..Exercise::default()
    };
    let link = games::find("othello").unwrap().link("nboard").unwrap();
    let mut judge = Judge::new(&exercise, Some(mv), "Deep", link, true).unwrap();
    let mut engine = Engine { best, tried, n_searched: 0 };
    let mut session = SessionState::new();
    let mut now = Instant::now();
    let capabilities = Capabilities { clock: false, lines: 5, ..Capabilities::SAMPLE };
    let ready = Event::Ready { name: "Deep 1".to_owned(), capabilities, options: Vec::new() };
    session.note(&SessionEvent { at: now, what: News::Event(ready) }, "Deep");
    judge.begin(now);
    loop {
        match judge.poll_change() {
            Some(JudgeChange::Done(review)) => return (*review, engine.n_searched),
            Some(change) => panic!("{change:?}"),
            None => {}
        }
        let n_before = engine.n_searched;
        while let Some(request) = judge.poll_request() {
            let Request::Search(search) = request else { continue };
            let (score, pv) = engine.answer(&search);
            let (score, line, pv) = (Some(score), Some(pv.clone()), vec![pv]);
            let (search, bound) = (search.id, Bound::Estimate);
            let info = Info { search, score, line, pv, bound, ..Info::default() };
            let event = SessionEvent { at: now, what: News::Infos(vec![info]) };
            session.note(&event, "Deep");
            judge.handle_event(&event, &session, false);
        }
        let is_asked = engine.n_searched > n_before;
        if let Some(until) = judge.poll_timeout().filter(|_| !is_asked) {
            now = now.max(until);
            judge.handle_timeout(now);
        }
    }
}

#[test]
fn a_move_that_seems_to_lose_is_compared_with_the_engines_own_by_searches_as_deep() {
    for (best, tried, loss, n_searched) in [
        // Odd depths see 5 discs less for the mover: that is no loss.
        (4.0, 4.0, 0.0, 3),
        (4.0, 5.0, 1.0, 3),
        (-2.0, 6.0, 8.0, 3),
        // Better than the engine's own move.
        (4.0, 3.0, 0.0, 3),
        // By the values before and after it nothing is lost, so there is nothing to compare.
        (4.0, -1.0, 0.0, 2),
        (4.0, -3.0, 0.0, 2),
    ] {
        let (review, n) = judged(TRIED, best, tried);
        assert_eq!((review.loss, n), (Some(loss), n_searched), "{best} and {tried}");
        assert_eq!(review.played.as_deref(), Some(TRIED));
        assert_eq!((review.value, review.best()), (Some(BEFORE), Some(BEST)));
    }
    let info = games::find("othello").unwrap().info();
    let (lost, _) = judged(TRIED, -2.0, 6.0);
    assert_eq!(lost.class, Some(MoveClass::of(8.0, false, info)));
}

#[test]
fn the_engines_own_move_is_good_enough_and_not_looked_at() {
    let (review, n) = judged(BEST, 9.0, 9.0);
    assert_eq!((review.loss, review.class, n), (Some(0.0), Some(MoveClass::Best), 1));
}
