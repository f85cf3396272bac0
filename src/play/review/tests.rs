use super::silence::SILENCE;
use super::*;
use crate::games::{self, MoveText, Setup, Side};
use crate::protocol::{Answer, Info, Mode, SearchId};

pub(super) const BUDGET: Duration = Duration::from_secs(1);
/// The session has reported nothing of its engine.
pub(super) static NOTHING: SessionState = SessionState::new();

pub(super) fn record(moves: &[&str]) -> Record {
    let mut record = Record::new("othello", Setup::default());
    for (idx, mv) in moves.iter().enumerate() {
        let side = Side::BOTH[idx % 2];
        let end = record.last();
        record.add(end, MoveText((*mv).to_owned()), Some(side));
    }
    record
}

pub(super) fn review(record: &Record) -> Review {
    let game = games::find("othello").unwrap();
    Review::new(
        game,
        record,
        &[],
        "Deep",
        game.link("nboard").unwrap(),
        ReviewPlan::of(BUDGET, true),
    )
    .unwrap()
}

pub(super) fn search(request: Option<Request>) -> (SearchId, usize) {
    match request {
        Some(Request::Search(search)) => (search.id, search.root.moves.len()),
        other => panic!("{other:?}"),
    }
}

pub(super) fn info(
    search: SearchId,
    score: f64,
    mv: &str,
    bound: Bound,
    at: Instant,
) -> SessionEvent {
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
    // Values from the side to move: Black +1, White -1, Black +11, White -10.5.
    for (ply, (score, mv)) in
        [(1.0, "f5"), (-1.0, "d6"), (11.0, "f7"), (-10.5, "f4")].into_iter().enumerate()
    {
        let (id, n_moves) = search(next);
        assert_eq!((n_moves, review.progress()), (ply, (ply, 4)));
        now += Duration::from_millis(300);
        assert_eq!(review.handle(&info(id, score, mv, Bound::Estimate, now), &NOTHING), None);
        assert_eq!(review.poll_timeout(), Some(now + BUDGET));
        now += BUDGET;
        next = review.handle_timeout(now);
    }
    assert_eq!(next, Some(Request::Abandon));
    assert!(review.is_done());
    let judged = review.judged(&record);
    let losses: Vec<f64> = judged.iter().map(|judged| judged.loss).collect();
    assert_eq!(losses, [0.0, 10.0, 0.5]);
    assert_eq!((judged[0].mark, judged[1].mark), ("", mark_of(10.0, &review.info)));
    assert!(!judged[1].mark.is_empty());
    review.apply(&mut record);
    review.apply(&mut record);
    let f6 = record.node(record.main_line()[1]);
    assert_eq!(f6.marks, [judged[1].mark]);
    assert_eq!(f6.evaluations.len(), 1, "values are written once");
    assert_eq!(f6.evaluations[0].score, 11.0, "from the first player's view");
    let white = accuracy(&record, Side::Second, &review.info).unwrap();
    let black = accuracy(&record, Side::First, &review.info).unwrap();
    assert!(white < black && black < 100.0, "{white} {black}");
}

/// The same report with this depth.
pub(super) fn at_depth(depth: &str, mut event: SessionEvent) -> SessionEvent {
    if let News::Infos(infos) = &mut event.what {
        infos[0].depth = Some(depth.to_owned());
    }
    event
}

#[test]
fn a_move_is_not_judged_by_a_value_far_less_deep_than_that_before_it_which_is_asked_for_twice() {
    let record = record(&["f5", "f6", "e6"]);
    let mut review = review(&record);
    let mut now = Instant::now();
    let mut next = review.go_on(now);
    let mut asked = Vec::new();
    // The second position is deep enough at the second try, the third never.
    for (depth, score, mv) in [
        ("8", 1.0, "d3"),
        ("1", 9.0, "d6"),
        ("4", -1.0, "d6"),
        ("1", 9.0, "f7"),
        ("1", 9.0, "f7"),
        ("8", 1.0, "f4"),
    ] {
        let (id, n_moves) = search(next);
        asked.push(n_moves);
        review.handle(&at_depth(depth, info(id, score, mv, Bound::Estimate, now)), &NOTHING);
        now += BUDGET;
        next = review.handle_timeout(now);
    }
    assert_eq!((asked, review.is_done()), (vec![0, 1, 1, 2, 2, 3], true));
    let said = [0, 1, 2].map(|ply| review.position(&record, ply));
    assert_eq!(said[0].loss, Some(0.0));
    for review in &said[1..] {
        let found = (review.loss, review.class, review.not_judged);
        assert_eq!(found, (None, None, Some(NotJudged::UnequalDepths)));
    }
}

#[test]
fn a_result_that_is_certain_judges_a_move_at_any_depth() {
    for (game, score) in [("othello", 64.0), ("hive", 99.99), ("draughts", 99.99)] {
        let info = games::find(game).unwrap().info();
        assert!(info.forced(score).is_some(), "{game}");
    }
    let record = record(&["f5"]);
    let mut review = review(&record);
    let mut now = Instant::now();
    let mut next = review.go_on(now);
    for (depth, score, mv) in [("8", 1.0, "d3"), ("1", 64.0, "d6")] {
        let (id, _) = search(next);
        review.handle(&at_depth(depth, info(id, score, mv, Bound::Estimate, now)), &NOTHING);
        now += BUDGET;
        next = review.handle_timeout(now);
    }
    assert!(review.is_done(), "it is not asked again");
    let said = review.position(&record, 0);
    assert_eq!((said.not_judged, said.class), (None, Some(MoveClass::Blunder)));
}

#[test]
fn a_forced_move_that_an_engine_says_nothing_of_has_the_value_of_the_next_position() {
    let game = games::find("draughts").unwrap();
    let mut record = Record::new("draughts", Setup::default());
    let mut at = Record::START;
    let mut pos = game.start(&record.setup).unwrap();
    // White must capture with 28x19.
    for (text, side) in [("32-28", Side::First), ("19-23", Side::Second), ("28x19", Side::First)] {
        at = record.add(at, pos.play(text).unwrap(), Some(side));
    }
    let link = game.link("guide").unwrap();
    let mut review =
        Review::new(game, &record, &[], "Deep", link, ReviewPlan::of(ReviewEffort::Depth(3), true))
            .unwrap();
    let now = Instant::now();
    let mut next = review.go_on(now);
    let said = [Some((0.1, "32-28")), Some((0.0, "17-22")), None, Some((0.5, "14x23"))];
    let mut n_complete = Vec::new();
    for said in said {
        let (id, _) = search(next);
        if let Some((score, mv)) = said {
            review.handle(&info(id, score, mv, Bound::Estimate, now), &NOTHING);
        }
        let answer = Answer { search: id, ..Answer::default() };
        let event = SessionEvent { at: now, what: News::Event(Event::Answer(answer)) };
        next = review.handle(&event, &NOTHING);
        n_complete.push(review.n_complete());
    }
    assert_eq!(n_complete, [0, 1, 1, 4], "the second move is judged by the fourth position");
    let forced = review.position(&record, 2);
    assert_eq!((forced.value, forced.forced, forced.loss), (Some(-0.5), true, None));
    assert_eq!(forced.line[0], record.node(at).mv.as_ref().unwrap().0);
    assert_eq!(review.position(&record, 1).loss, Some(0.0), "Black gained");
}

#[test]
fn the_engines_own_choice_loses_nothing_whatever_it_says_of_the_next_position() {
    let record = record(&["f5"]);
    let mut review = review(&record);
    let now = Instant::now();
    let (id, _) = search(review.go_on(now));
    let (id, _) = search(review.handle(&info(id, 7.0, "f5", Bound::Exact, now), &NOTHING));
    review.handle(&info(id, 2.0, "d6", Bound::Exact, now), &NOTHING);
    assert!(review.is_done());
    assert_eq!(review.judged(&record)[0].loss, 0.0);
}

#[test]
fn exact_values_and_ended_searches_do_not_wait_for_the_budget() {
    let record = record(&["f5"]);
    let mut review = review(&record);
    let now = Instant::now();
    let (id, _) = search(review.go_on(now));
    let (id, _) = search(review.handle(&info(id, 2.0, "f5", Bound::Exact, now), &NOTHING));
    review.handle(&info(id, -2.0, "d6", Bound::Estimate, now), &NOTHING);
    let answer = Answer { search: id, ..Answer::default() };
    let event = SessionEvent { at: now, what: News::Event(Event::Answer(answer)) };
    assert_eq!(review.handle(&event, &NOTHING), None);
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
    let mut review =
        Review::new(game, &record, &[], "Deep", link, ReviewPlan::of(BUDGET, true)).unwrap();
    let now = Instant::now();
    let (id, _) = search(review.go_on(now));
    review.handle(&info(id, 99.0, "28x19x23", Bound::Exact, now), &NOTHING);
    assert!(review.is_done());
    let judged = review.judged(&record);
    assert_eq!((judged[0].loss, judged[0].mark), (0.0, ""));
    review.apply(&mut record);
    let end = record.node(record.last());
    assert_eq!(end.evaluations[0].score, 100.0, "not one man");
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
    search(review.handle(&info(first, 2.0, "f5", Bound::Exact, now), &NOTHING));
    assert_eq!(review.pause(), Some(Request::Abandon));
    assert_eq!(review.poll_timeout(), None);
    let (again, n_moves) = search(review.go_on(now));
    assert!(again > first);
    assert_eq!(n_moves, 1);
}

#[test]
fn an_engine_that_has_never_said_anything_is_given_up_after_it_was_asked_twice() {
    let record = record(&["f5"]);
    let mut review = review(&record);
    let (first, _) = search(review.go_on(Instant::now()));
    let (again, n_moves) = search(review.handle_timeout(review.poll_timeout().unwrap()));
    assert!(again > first && n_moves == 0, "the same question once more");
    let last = review.handle_timeout(review.poll_timeout().unwrap());
    assert!(matches!(last, Some(Request::Abandon)), "{last:?}");
    assert!(review.is_done() && review.is_given_up() && review.judged(&record).is_empty());
    let unknown = [0, 1].map(|ply| review.position(&record, ply).unknown);
    assert_eq!(unknown, [Some(NoValue::Silent), Some(NoValue::GivenUp)]);
}

#[test]
fn an_engine_that_falls_silent_has_half_of_the_time_for_each_question_more_and_is_given_up_at_the_third()
 {
    let record = record(&["f5", "d6", "c3", "d3", "c4"]);
    let mut review = review(&record);
    let mut now = Instant::now();
    let (id, _) = search(review.go_on(now));
    review.handle(&info(id, 1.0, "d3", Bound::Estimate, now), &NOTHING);
    now = review.poll_timeout().unwrap();
    review.handle_timeout(now);
    let mut waits = Vec::new();
    while let Some(until) = review.poll_timeout() {
        waits.push((until - now - BUDGET).as_millis());
        now = until;
        review.handle_timeout(now);
    }
    assert_eq!(waits, [10_000, 10_000, 5_000, 5_000, 2_500, 2_500]);
    assert!(review.is_given_up() && review.has_values());
    assert_eq!(review.position(&record, 5).unknown, Some(NoValue::GivenUp), "it was not asked");
}

#[test]
fn a_move_is_not_judged_by_searches_of_one_ply_unless_the_result_is_certain() {
    let record = record(&["f5", "f6", "e6"]);
    let judged = |bound: Bound, depths: [&str; 4]| {
        let mut review = review(&record);
        let mut now = Instant::now();
        let mut next = review.go_on(now);
        let said = [(1.0, "d3"), (9.0, "d6"), (1.0, "f7"), (1.0, "f4")];
        for ((score, mv), depth) in said.into_iter().zip(depths) {
            let (id, _) = search(next);
            let mut event = info(id, score, mv, bound, now);
            if let News::Infos(infos) = &mut event.what {
                infos[0].depth = Some(depth.to_owned());
            }
            next = review.handle(&event, &NOTHING);
            now += BUDGET;
            next = next.or_else(|| review.handle_timeout(now));
        }
        let position = review.position(&record, 0);
        (position.loss, position.not_judged)
    };
    let hurried = ["1", "1", "2", "2"];
    assert_eq!(judged(Bound::Estimate, hurried), (None, Some(NotJudged::TooShallow)));
    assert_eq!(judged(Bound::Estimate, ["2"; 4]), (Some(10.0), None));
    assert_eq!(judged(Bound::Exact, hurried), (Some(10.0), None));
    assert_eq!(judged(Bound::Estimate, ["1"; 4]), (Some(10.0), None), "it never looks further");
}

#[test]
fn an_engine_that_cannot_be_stopped_is_asked_as_for_a_move_and_left_to_end() {
    let record = record(&["f5"]);
    let game = games::find("othello").unwrap();
    let link = game.link("nboard").unwrap();
    let mut review =
        Review::new(game, &record, &[], "Deep", link, ReviewPlan::of(BUDGET, false)).unwrap();
    let now = Instant::now();
    let Some(Request::Search(asked)) = review.go_on(now) else { panic!() };
    assert_eq!((asked.mode, asked.limits.move_time), (Mode::Play, Some(BUDGET)));
    // Neither what it says nor an exact value breaks it off.
    assert_eq!(review.handle(&info(asked.id, 2.0, "f5", Bound::Exact, now), &NOTHING), None);
    assert_eq!(review.poll_timeout(), Some(now + BUDGET + SILENCE));
    let answer = Answer { search: asked.id, mv: Some("f5".to_owned()), ..Answer::default() };
    let event = SessionEvent { at: now, what: News::Event(Event::Answer(answer)) };
    let (next, n_moves) = search(review.handle(&event, &NOTHING));
    assert!(next > asked.id);
    assert_eq!(n_moves, 1);
}

#[test]
fn an_engine_that_never_says_a_word_of_a_deep_search_is_given_up_soon_and_one_that_does_later() {
    let record = record(&["f5"]);
    let game = games::find("othello").unwrap();
    let link = game.link("nboard").unwrap();
    let secs = Duration::from_secs;
    let deep = |patience| {
        let plan = ReviewPlan { patience, ..ReviewPlan::of(ReviewEffort::Depth(20), true) };
        Review::new(game, &record, &[], "Deep", link, plan).unwrap()
    };
    // How long it is waited for each time, if it says nothing but that it has begun.
    let waits = |mut review: Review, speaks: bool| {
        let mut now = Instant::now();
        let (mut next, mut waits) = (review.go_on(now), Vec::new());
        while let Some(Request::Search(asked)) = next {
            let started = News::Event(Event::Started(asked.id));
            review.handle(&SessionEvent { at: now, what: started }, &NOTHING);
            if speaks {
                let refused = News::Event(Event::Complaint("busy".to_owned()));
                review.handle(&SessionEvent { at: now, what: refused }, &NOTHING);
            }
            let until = review.poll_timeout().unwrap();
            waits.push(until - now);
            now = until;
            next = review.handle_timeout(now);
        }
        assert!(review.is_given_up());
        waits
    };
    assert_eq!(waits(deep(None), false), [secs(60), secs(10)]);
    assert_eq!(waits(deep(None), true), [secs(300), secs(300)]);
    assert_eq!(waits(deep(Some(secs(5))), false), [secs(5), secs(5)]);
    assert_eq!(waits(deep(Some(secs(90))), false), [secs(90), secs(10)]);
    let plan = ReviewPlan::of(ReviewEffort::Depth(20), false);
    let asked = Review::new(game, &record, &[], "Deep", link, plan).unwrap();
    assert_eq!(waits(asked, false), [secs(300), secs(10)], "it may think for long about its move");
}

/// White plays 31 badly, Black doubles far too early, White takes.
fn backgammon_record() -> Record {
    let mut record = Record::new("backgammon", Setup::default());
    let moves = [
        ("31", None),
        ("8/7 6/3", Some(Side::First)),
        ("double", Some(Side::Second)),
        ("take", Some(Side::First)),
    ];
    for (text, side) in moves {
        record.add(record.last(), MoveText(text.to_owned()), side);
    }
    record
}

/// What an engine would say to this question, from the view of whoever decides.
fn ranking(review: &Review, question: Question) -> Vec<(String, f64)> {
    let lines: &[(&str, f64)] = match question {
        Question::Roll(ply, roll) if review.throws[ply][roll].mv.0 == "31" => &[("8/5 6/5", 0.3)],
        Question::Roll(..) => &[("24/23", 0.0)],
        Question::Glance(1) => &[("8/5 6/5", 0.2), ("8/7 6/3", -0.1)],
        // The play that was made is not worth a closer look.
        Question::Position(1) => &[("8/5 6/5", 0.15)],
        Question::Glance(2) | Question::Position(2) => {
            &[("roll", 0.1), ("double take", -0.1), ("double drop", 1.0)]
        }
        Question::Glance(_) | Question::Position(_) => &[("take", 0.1), ("drop", -1.0)],
        Question::OwnChoice { .. } => panic!("where there are dice nothing is compared"),
    };
    lines.iter().map(|(action, score)| ((*action).to_owned(), *score)).collect()
}

fn answered(review: &mut Review) {
    let now = Instant::now();
    let mut next = review.go_on(now);
    while let Some(Request::Search(search)) = next {
        let question = review.questions[review.at];
        let infos = ranking(review, question).into_iter().map(|(action, score)| {
            // Any play of another roll will do.
            let pos = match question {
                Question::Roll(ply, roll) => {
                    let mut pos = review.positions()[ply].boxed_clone();
                    pos.play(&review.throws[ply][roll].mv.0).unwrap();
                    Some(pos)
                }
                Question::Position(_) | Question::Glance(_) | Question::OwnChoice { .. } => None,
            };
            let action = match pos {
                Some(pos) if pos.resolve(&action).is_err() => pos.legal_moves()[0].0.clone(),
                Some(_) | None => action,
            };
            let pv = match action.split_once(' ') {
                Some(("double", reply)) => vec!["double".to_owned(), reply.to_owned()],
                _ => vec![action.clone()],
            };
            Info {
                search: search.id,
                line: Some(action),
                score: Some(score),
                pv,
                ..Info::default()
            }
        });
        let infos = infos.collect();
        review.handle(&SessionEvent { at: now, what: News::Infos(infos) }, &NOTHING);
        let end = Answer { search: search.id, ..Answer::default() };
        next = review
            .handle(&SessionEvent { at: now, what: News::Event(Event::Answer(end)) }, &NOTHING);
    }
}

#[test]
fn where_there_are_dice_moves_are_judged_by_the_list_and_rolls_by_all_others() {
    let mut record = backgammon_record();
    let game = games::find("backgammon").unwrap();
    let link = game.link("ubgi").unwrap();
    let mut review =
        Review::new(game, &record, &[], "Deep", link, ReviewPlan::of(BUDGET, true)).unwrap();
    answered(&mut review);
    assert!(review.is_done() && !review.is_mute());
    assert!(review.decisions[3].is_obvious(&MoveText("take".to_owned()), 0.32), "one look does");
    review.apply(&mut record);
    let line = record.main_line();
    let [dice, play, double, take] = [0, 1, 2, 3].map(|idx| record.node(line[idx]).clone());
    let near = |found: Option<f64>, wanted: f64| (found.unwrap() - wanted).abs() < 1e-9;
    assert!(near(play.loss, 0.3), "by the first look: {:?}", play.loss);
    assert!(near(double.loss, 0.2), "a double is worth what the other one lets it be");
    assert!(near(take.loss, 0.0));
    assert_eq!([&play.marks[..], &double.marks[..], &take.marks[..]], [&["??"][..], &["??"], &[]]);
    let scores = [&dice, &play, &double, &take].map(|node| node.evaluations[0].score);
    assert_eq!(scores, [0.15, -0.1, 0.1, 0.1], "from White's view");
    // One of the 30 throws that begin a game.
    assert!(near(dice.luck, 0.3 * 29.0 / 30.0), "{:?}", dice.luck);
    assert_eq!((play.luck, dice.loss), (None, None));
    review.apply(&mut record);
    assert_eq!(record.node(line[1]).evaluations.len(), 1, "values are written once");
}

#[test]
fn rolling_on_counts_only_where_a_double_is_near() {
    let mut record = backgammon_record();
    let parent = record.main_line()[1];
    let double = record.main_line()[2];
    record.cut(double);
    record.add(parent, MoveText("roll".to_owned()), Some(Side::Second));
    let game = games::find("backgammon").unwrap();
    let link = game.link("ubgi").unwrap();
    let mut review =
        Review::new(game, &record, &[], "Deep", link, ReviewPlan::of(BUDGET, true)).unwrap();
    answered(&mut review);
    review.apply(&mut record);
    let roll = record.last();
    assert_eq!(record.node(roll).loss, None, "0.2 behind: nobody would think of it");
    assert!(record.node(roll).evaluations.is_empty());
    let judged = review.judged(&record);
    assert!(judged.iter().any(|judged| judged.node == roll && judged.forced));
}

fn searched(search: SearchId, depth: &str, score: f64, mv: &str, bound: Bound) -> Info {
    let (score, line, pv) = (Some(score), Some(mv.to_owned()), vec![mv.to_owned()]);
    let depth = Some(depth.to_owned());
    Info { search, score, line, pv, bound, depth, ..Info::default() }
}

pub(super) fn review_to_depth(record: &Record, depth: u32) -> Review {
    let game = games::find("othello").unwrap();
    let plan = ReviewPlan::of(ReviewEffort::Depth(depth), true);
    Review::new(game, record, &[], "Deep", game.link("nboard").unwrap(), plan).unwrap()
}

#[test]
fn a_proof_of_the_winner_keeps_the_value_of_the_deepest_search_and_is_said_beside_it() {
    let record = record(&["f5", "f6"]);
    let mut review = review_to_depth(&record, 8);
    let now = Instant::now();
    let (id, _) = search(review.go_on(now));
    // All in one report; what an engine has written after the proof must not matter.
    let what = News::Infos(vec![
        searched(id, "1", 30.0, "d3", Bound::Estimate),
        searched(id, "8", 6.0, "f5", Bound::Estimate),
        searched(id, "2", 25.0, "e6", Bound::Estimate),
        searched(id, "100%W", 1.0, "f5", Bound::WinLossDraw),
        searched(id, "100%", 2.0, "f5", Bound::Exact),
    ]);
    let next = review.handle(&SessionEvent { at: now, what }, &NOTHING);
    let first = review.position(&record, 0);
    assert_eq!((first.value, first.proved, &*first.depth), (Some(6.0), Some(Proof::First), "8"));
    // Of the next position only the proof is known: that Black wins still, and for the third one nothing.
    let (id, _) = search(next);
    let what = News::Infos(vec![searched(id, "100%W", -1.0, "d6", Bound::WinLossDraw)]);
    let next = review.handle(&SessionEvent { at: now, what }, &NOTHING);
    let second = review.position(&record, 1);
    let known = (second.value, second.proved, second.unknown);
    assert_eq!(known, (None, Some(Proof::First), Some(NoValue::OnlyWinner)));
    let (id, _) = search(next);
    let answer = Answer { search: id, ..Answer::default() };
    let event = SessionEvent { at: now, what: News::Event(Event::Answer(answer)) };
    assert_eq!(review.handle(&event, &NOTHING), None);
    assert_eq!(review.position(&record, 2).unknown, Some(NoValue::NoMove));
    // What is known comes back from a file.
    let mut again = review_to_depth(&record, 8);
    assert!(again.restore(1, &second));
    let restored = again.position(&record, 1);
    assert_eq!((restored.value, restored.proved), (None, Some(Proof::First)));
}

#[test]
fn a_move_that_keeps_a_proved_win_is_no_mistake() {
    let record = record(&["f5"]);
    let mut review = review_to_depth(&record, 8);
    let now = Instant::now();
    let mut next = review.go_on(now);
    for (score, proof, mv) in [(24.0, 1.0, "d3"), (-2.0, -1.0, "d6")] {
        let (id, _) = search(next);
        let what = News::Infos(vec![
            searched(id, "8", score, mv, Bound::Estimate),
            searched(id, "100%W", proof, mv, Bound::WinLossDraw),
        ]);
        next = review.handle(&SessionEvent { at: now, what }, &NOTHING);
    }
    let judged = review.position(&record, 0);
    assert_eq!((judged.loss, judged.class), (Some(0.0), Some(MoveClass::Best)));
}
