use super::*;
use crate::games::{self, Record, Setup};
use crate::protocol::{Answer, Capabilities, Info, Mode, Search};

/// What the engine says of a position, by the moves that lead there: from the point of view of the
/// side to move, with a move to play. `None` for nothing.
type Engine = fn(moves: &[&str], took: Duration) -> Option<(f64, &'static str)>;

/// After f5 White has d6, f4 and f6. d6 looks best and is worst in a search of a second.
fn after_f5(moves: &[&str], took: Duration) -> Option<(f64, &'static str)> {
    let is_long = Duration::from_secs(1) <= took;
    match moves {
        ["F5"] => Some((2.0, "D6")),
        ["F5", "D6"] if is_long => Some((9.0, "C3")),
        ["F5", "D6"] => Some((-2.0, "C5")),
        ["F5", "F4"] => Some((6.0, "E3")),
        ["F5", "F6"] => Some((-1.0, "E6")),
        _ => None,
    }
}

/// A search that was ordered.
struct Ordered {
    search: Search,
    moves: Vec<String>,
}

struct Scene {
    found: CandidateSearch,
    session: SessionState,
    now: Instant,
    engine: Engine,
    /// Everything that was ordered so far, and what it was worth: time.
    ordered: Vec<(String, Duration)>,
    open: Option<Ordered>,
}

impl Scene {
    fn new(engine: Engine, n_wanted: usize) -> Self {
        let game = games::find("othello").unwrap();
        let found = CandidateSearch::new(game.info(), game.link("nboard").unwrap(), n_wanted);
        let session = SessionState::able(Capabilities { lines: 1, ..Capabilities::SAMPLE });
        let now = Instant::now();
        Self { found, session, now, engine, ordered: Vec::new(), open: None }
    }

    fn follow(&mut self, moves: &[&str], can_stop: bool) {
        self.follow_from(None, moves, can_stop);
    }

    fn follow_from(&mut self, position: Option<&str>, moves: &[&str], can_stop: bool) {
        let game = games::find("othello").unwrap();
        let setup = Setup { variant: None, position: position.map(str::to_owned) };
        let mut record = Record::new("othello", setup);
        for mv in moves {
            record.add(record.last(), MoveText((*mv).to_owned()), None);
        }
        let (told, line) = GameLine::to_node(game, &record, record.last()).unwrap();
        let id = moves.len() as u64;
        let request = self.found.follow(id, &told, &**line.last(), can_stop, self.now);
        self.note(request);
    }

    fn note(&mut self, request: Option<Request>) {
        self.open = match request {
            Some(Request::Search(search)) => {
                let moves = search.root.moves.iter().map(|mv| mv.mv.to_string()).collect();
                Some(Ordered { search, moves })
            }
            Some(Request::Abandon) | None => None,
            Some(other) => panic!("{other:?}"),
        };
    }

    fn tell(&mut self, what: News) -> bool {
        let event = SessionEvent { at: self.now, what };
        self.session.note(&event, "Deep");
        self.found.handle(&event, &self.session)
    }

    fn info(&mut self, search: SearchId, depth: &str, score: f64, mv: &str) -> bool {
        let (pv, line) = (vec![mv.to_owned()], Some(mv.to_owned()));
        let (depth, score) = (Some(depth.to_owned()), Some(score));
        let info = Info { search, line, score, depth, pv, ..Info::default() };
        self.tell(News::Infos(vec![info]))
    }

    /// Lets the open search have its time: it says at the beginning and at the end what it finds.
    fn step(&mut self) {
        let Some(Ordered { search, moves }) = self.open.take() else { return };
        let names: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.tell(News::Event(Event::Started(search.id)));
        let began = self.now;
        if let Some((score, mv)) = (self.engine)(&names, Duration::ZERO) {
            self.info(search.id, "3", score, mv);
        }
        let until = self.found.poll_timeout().unwrap();
        let took = until - began;
        if let Some((score, mv)) = (self.engine)(&names, took) {
            self.info(search.id, &took.as_millis().to_string(), score, mv);
        }
        self.ordered.push((moves.join(" "), took));
        self.now = until;
        let mut request = self.found.poll_request(self.now);
        if request.is_none() && self.found.is_running() {
            // It has said nothing yet, and gets more time.
            self.now = self.found.poll_timeout().unwrap();
            request = self.found.poll_request(self.now);
        }
        self.note(request);
    }

    /// The open search begins, and the engine answers it by itself after this time.
    fn answer_after(&mut self, took: Duration) {
        let Some(Ordered { search, moves }) = self.open.take() else { return };
        let names: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.tell(News::Event(Event::Started(search.id)));
        self.now += took;
        assert_eq!(self.found.poll_request(self.now), None, "it ends by itself");
        if let Some((score, mv)) = (self.engine)(&names, Duration::ZERO) {
            self.info(search.id, "3", score, mv);
        }
        let answer = Answer { search: search.id, ..Answer::default() };
        self.tell(News::Event(Event::Answer(answer)));
        self.ordered.push((moves.join(" "), took));
        let request = self.found.poll_request(self.now);
        self.note(request);
    }

    fn run(&mut self, n_searches: usize) {
        (0..n_searches).for_each(|_| self.step());
    }

    fn shown(&self) -> Vec<String> {
        let text =
            |line: &AnalysisLine| format!("{:+} {}", line.score.unwrap(), line.shown.join(" "));
        self.found.lines().iter().map(text).collect()
    }

    fn asked(&self) -> Vec<&str> {
        self.ordered.iter().map(|(moves, _)| moves.as_str()).collect()
    }

    fn spent(&self, moves: &str) -> Duration {
        self.ordered.iter().filter(|(asked, _)| asked == moves).map(|(_, took)| *took).sum()
    }
}

#[test]
fn every_move_is_valued_by_the_position_after_it_from_the_view_of_the_side_to_move() {
    let mut scene = Scene::new(after_f5, 2);
    scene.follow(&["f5"], true);
    scene.step();
    assert_eq!(scene.shown(), ["+2 d6"], "the engine's own line, as long as there is no other");
    scene.run(2);
    assert_eq!(scene.asked(), ["F5", "F5 F4", "F5 F6"], "the choice has been looked at already");
    assert_eq!(scene.shown(), ["+2 d6", "+1 f6 e6", "-6 f4 e3"]);
    assert_eq!(scene.found.progress(), (3, 3));
    // White's good move is bad for the first player.
    assert_eq!(scene.found.lines()[1].first_score, Some(-1.0));
    assert_eq!(scene.found.position_id(), Some(1));
}

#[test]
fn a_choice_that_a_longer_search_refutes_gives_way() {
    let mut scene = Scene::new(after_f5, 1);
    scene.follow(&["f5"], true);
    scene.run(12);
    assert_eq!(scene.shown(), ["+1 f6 e6", "-6 f4 e3", "-9 d6 c3"]);
}

#[test]
fn the_best_moves_get_most_of_the_time_and_the_worst_only_a_look() {
    fn known(moves: &[&str], _: Duration) -> Option<(f64, &'static str)> {
        match moves {
            ["F5"] => Some((2.0, "D6")),
            ["F5", "D6"] => Some((-2.0, "C5")),
            ["F5", "F6"] => Some((1.0, "E6")),
            ["F5", "F4"] => Some((16.0, "E3")),
            _ => None,
        }
    }
    let mut scene = Scene::new(known, 2);
    scene.follow(&["f5"], true);
    scene.run(24);
    let [d6, f6, f4] = ["F5 D6", "F5 F6", "F5 F4"].map(|moves| scene.spent(moves));
    // f6 loses 3 discs, which is an inaccuracy: its share is half as large.
    assert!(d6 > f6 && f6 > d6 / 4, "{d6:?} {f6:?}");
    assert_eq!(f4, LOOK[1]);
    let slices = scene.ordered.iter().filter(|(moves, _)| moves == "F5 D6").map(|(_, took)| took);
    let slices: Vec<_> = slices.collect();
    assert!(slices.is_sorted() && **slices.last().unwrap() == share::LONGEST, "{slices:?}");
    assert!(scene.spent("F5") > ROOT_LOOK, "the position itself is searched again");
}

#[test]
fn a_value_is_never_shown_on_another_position() {
    let mut scene = Scene::new(after_f5, 2);
    scene.follow(&["f5"], true);
    scene.step();
    let late = scene.open.as_ref().unwrap().search.id;
    scene.follow(&["f5", "d6"], true);
    assert!(scene.shown().is_empty(), "forgotten at once");
    assert!(!scene.info(late, "5", 9.0, "E3"), "late news of a move of the old position");
    assert!(scene.shown().is_empty());
    let own = scene.open.as_ref().unwrap().search.id;
    assert!(scene.info(own, "5", 3.0, "C3"));
    assert_eq!(scene.shown(), ["+3 c3"]);
    assert_eq!(scene.found.position_id(), Some(2));
}

#[test]
fn news_of_the_search_of_one_move_are_not_taken_for_another() {
    let mut scene = Scene::new(after_f5, 2);
    scene.follow(&["f5"], true);
    scene.step();
    let f4 = scene.open.as_ref().unwrap().search.id;
    scene.step();
    assert!(!scene.info(f4, "40", -30.0, "E3"), "f6 is searched now");
    assert_eq!(scene.shown(), ["+2 d6", "-6 f4 e3"]);
}

#[test]
fn a_search_that_begins_again_does_not_hide_what_was_found_deeper() {
    let mut scene = Scene::new(after_f5, 2);
    scene.follow(&["f5"], true);
    scene.run(3);
    let d6 = scene.open.as_ref().unwrap();
    assert_eq!(d6.moves.join(" "), "F5 D6");
    scene.run(12);
    let before = scene.shown();
    let again = scene.open.as_ref().unwrap().search.id;
    let mv = if scene.open.as_ref().unwrap().moves.len() == 1 { "F6" } else { "E6" };
    scene.info(again, "1", -50.0, mv);
    assert_eq!(scene.shown(), before);
}

#[test]
fn an_engine_that_cannot_be_stopped_is_given_limits_and_never_interrupted() {
    let mut scene = Scene::new(after_f5, 2);
    scene.follow(&["f5"], false);
    let limits: Vec<Limits> = (0..8)
        .map(|_| {
            let search = scene.open.as_ref().unwrap().search.clone();
            assert_eq!(search.mode, Mode::Play);
            scene.answer_after(search.limits.move_time.unwrap_or(LOOK[0]));
            search.limits
        })
        .collect();
    let depth = Limits { depth: Some(LOOK_DEPTH), ..Limits::default() };
    let time = |secs| Limits { move_time: Some(Duration::from_secs(secs)), ..Limits::default() };
    assert_eq!(limits[..4], [time(1), depth, depth, depth], "d6 was only named, not searched");
    let longer = [time(2), time(4), time(8)];
    assert!(limits[4..].iter().all(|limits| longer.contains(limits)), "{limits:?}");
}

#[test]
fn an_engine_without_values_is_not_asked_for_ever() {
    let mut scene = Scene::new(|_, _| None, 2);
    scene.follow(&["f5"], true);
    let began = scene.now;
    scene.run(MUTE);
    assert!(scene.found.is_mute() && scene.open.is_none() && !scene.found.is_running());
    assert!(scene.now >= began + SILENCE * 3, "each had time to say something");
    assert!(scene.shown().is_empty());
}

#[test]
fn an_engine_that_ends_its_searches_at_once_is_not_asked_for_ever() {
    let mut scene = Scene::new(after_f5, 3);
    scene.follow(&["f5"], true);
    for _ in 0..40 {
        scene.answer_after(Duration::ZERO);
    }
    assert!(scene.open.is_none(), "{:?}", scene.asked());
    assert_eq!(scene.shown(), ["+2 d6 c5", "+1 f6 e6", "-6 f4 e3"]);
}

/// Black takes White's last disc on either of the two empty squares.
#[test]
fn a_move_that_ends_the_game_is_not_searched() {
    let board = format!("--{}O{} X", "X".repeat(7), "X".repeat(54));
    let mut scene = Scene::new(|_, _| None, 2);
    scene.follow_from(Some(&board), &[], true);
    scene.run(4);
    assert_eq!(scene.asked(), [""], "the position itself");
    let lines = scene.found.lines();
    assert_eq!(lines.len(), 2);
    for line in lines {
        assert_eq!((line.bound, line.pv.len()), (Bound::Exact, 1));
        assert!(line.score.unwrap() > 60.0, "{line:?}");
    }
}

#[test]
fn halting_keeps_what_was_found_and_resting_forgets_it() {
    let mut scene = Scene::new(after_f5, 2);
    scene.follow(&["f5"], true);
    scene.run(3);
    assert_eq!(scene.found.halt(), Some(Request::Abandon));
    assert_eq!(scene.shown().len(), 3);
    assert_eq!((scene.found.poll_timeout(), scene.found.is_halted()), (None, true));
    assert_eq!(scene.found.rest(), None);
    assert!(scene.shown().is_empty() && scene.found.position_id().is_none());
}

#[test]
fn only_picked_moves_are_searched_and_each_in_turn() {
    let mut scene = Scene::new(after_f5, 2);
    let picked = ["D6", "F6"].map(|mv| MoveText(mv.to_lowercase()));
    scene.found.pick(&picked);
    scene.follow(&["f5"], true);
    scene.run(8);
    assert_eq!(scene.asked()[..2], ["F5 D6", "F5 F6"]);
    let is_picked = |moves: &&str| ["F5 D6", "F5 F6"].contains(moves);
    assert!(scene.asked().iter().all(is_picked), "{:?}", scene.asked());
    assert_eq!(scene.found.lines().len(), 2);
    assert_eq!(scene.found.progress(), (2, 2));
    scene.found.pick(&[]);
    scene.run(4);
    let asked = scene.asked();
    assert!(asked.contains(&"F5") && asked.contains(&"F5 F4"), "all moves again: {asked:?}");
}
