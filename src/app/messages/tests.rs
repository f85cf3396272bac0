//! What is told to the user, and for how long.

use super::*;
use crate::play::viewer::Difference;

#[test]
fn more_of_a_kind_are_counted_with_the_newest_of_the_kind() {
    let now = Instant::now();
    let mut messages = Messages::new(now);
    let about = |engine: &str| About::Difference {
        engine: engine.to_owned(),
        what: Difference::ValidMoves,
    };
    for (engine, text) in [("a", "a: one."), ("a", "a: two."), ("b", "b: three.")] {
        messages.keep(text.to_owned(), Vec::new(), None, now);
        messages.is_one_of(about(engine));
    }
    for n in 1..=11 {
        messages.count_more(&about("a"), n, vec![format!("number {n}"), "its place".to_owned()]);
    }
    messages.count_more(&about("c"), 1, Vec::new());
    assert_eq!(messages.problems(Vec::new())[1].details, ["The newest: number 11", "its place"]);
    let texts: Vec<_> =
        messages.problems(Vec::new()).iter().map(|problem| problem.text.clone()).collect();
    assert_eq!(texts, ["a: one.", "a: two. And 11 more of this kind.", "b: three."]);
    assert_eq!(messages.notices_now(Mode::Play, 1), []);
}

#[test]
fn an_engine_that_complains_all_the_time_pushes_nothing_out() {
    let now = Instant::now();
    let mut messages = Messages::new(now);
    messages.keep("a crash".to_owned(), Vec::new(), None, now);
    for n in 0..1000 {
        messages.complaint("E", "err Not today.", Vec::new(), now);
        messages.complaint("E", &format!("line {n}"), Vec::new(), now);
    }
    messages.complaint("Eve", "err", Vec::new(), now);
    let texts: Vec<_> =
        messages.problems(Vec::new()).iter().map(|problem| problem.text.clone()).collect();
    assert_eq!(texts.len(), 2 + MAX_COMPLAINTS, "{texts:?}");
    assert_eq!(texts[0], "a crash");
    assert_eq!(texts[1], "E complains: err Not today. And 999 more of this kind.");
    assert_eq!(texts[MAX_COMPLAINTS], "E complains: line 8. And 991 more of this kind.");
}

#[test]
fn a_hint_that_is_out_of_date_is_withdrawn_and_nothing_else() {
    let mut messages = Messages::new(Instant::now());
    messages.notice_about(Topic::LookingForHint, "Looking for a hint");
    messages.notice(NoticeKind::Info, "a pass");
    messages.withdraw(Topic::Hint);
    assert_eq!(messages.notices_now(Mode::Play, 1).len(), 2);
    messages.withdraw(Topic::LookingForHint);
    let texts: Vec<_> =
        messages.notices_now(Mode::Play, 1).into_iter().map(|notice| notice.text).collect();
    assert_eq!(texts, ["a pass"]);
}

#[test]
fn a_problem_keeps_its_number_when_older_ones_are_forgotten() {
    let now = Instant::now();
    let mut messages = Messages::new(now);
    for _ in 0..=MAX_PROBLEMS {
        messages.keep("a crash".to_owned(), Vec::new(), None, now);
    }
    let problems = messages.problems(Vec::new());
    let ends = [&problems[0], &problems[MAX_PROBLEMS - 1]].map(|problem| problem.number);
    assert_eq!((problems.len(), ends), (MAX_PROBLEMS, [2, 201]));
}

#[test]
fn messages_go_by_themselves_and_errors_stay_longer() {
    let now = Instant::now();
    let mut messages = Messages::new(now);
    messages.notice(NoticeKind::Info, "a pass");
    messages.problem("a crash", Vec::new(), None, now);
    let deadline = messages.deadline().unwrap();
    messages.expire(deadline - Duration::from_secs(1));
    assert_eq!(messages.notices_now(Mode::Play, 1).len(), 2);
    messages.expire(deadline);
    assert_eq!(messages.notices_now(Mode::Play, 1)[0].text, "a crash");
    messages.expire(messages.deadline().unwrap());
    assert_eq!(messages.notices_now(Mode::Play, 1), []);
    assert_eq!(messages.deadline(), None);
    assert_eq!(messages.problems(Vec::new()).len(), 1);
}

#[test]
fn a_refusal_goes_when_something_else_is_tried() {
    let mut messages = Messages::new(Instant::now());
    messages.notice(NoticeKind::Info, "a pass");
    messages.notice(NoticeKind::Refused, "more must be taken");
    messages.tried_again();
    let texts: Vec<_> =
        messages.notices_now(Mode::Play, 1).into_iter().map(|notice| notice.text).collect();
    assert_eq!(texts, ["a pass"]);
}

#[test]
fn what_went_by_quickly_stays_until_the_person_plays_on() {
    let mut messages = Messages::new(Instant::now());
    messages.notice(NoticeKind::Info, "a hint");
    messages.lasting("no legal play");
    messages.position_changed();
    let texts: Vec<_> =
        messages.notices_now(Mode::Play, 1).into_iter().map(|notice| notice.text).collect();
    assert_eq!(texts, ["no legal play"]);
    messages.played_on();
    messages.position_changed();
    assert_eq!(messages.notices_now(Mode::Play, 1), []);
}

#[test]
fn a_question_goes_when_it_is_answered() {
    let mut messages = Messages::new(Instant::now());
    messages.problem("a crash", Vec::new(), None, Instant::now());
    messages.ask("What now?".to_owned());
    messages.answered();
    messages.answered();
    let texts: Vec<_> =
        messages.notices_now(Mode::Play, 1).into_iter().map(|notice| notice.text).collect();
    assert_eq!(texts, ["a crash"]);
}

#[test]
fn what_failed_in_one_mode_is_told_there_alone() {
    let mut messages = Messages::new(Instant::now());
    messages.notice(NoticeKind::Error, "a match failed");
    messages.belongs_to(Mode::Match);
    messages.notice(NoticeKind::Info, "a pass");
    let n_shown = |mode| messages.notices_now(mode, 1).len();
    assert_eq!([Mode::Play, Mode::Analyse, Mode::Match].map(n_shown), [1, 1, 2]);
}

#[test]
fn an_offer_stays_until_another_game_begins() {
    let mut messages = Messages::new(Instant::now());
    messages.offer("A game was not finished.".to_owned(), NoticeOffer::Resume);
    messages.position_changed();
    messages.expire(Instant::now() + ERROR_TIME);
    assert_eq!(messages.notices_now(Mode::Play, 1)[0].offer, Some(NoticeOffer::Resume));
    messages.game_changed();
    assert_eq!(messages.notices_now(Mode::Play, 1), []);
}

#[test]
fn few_are_shown_and_none_twice() {
    let mut messages = Messages::new(Instant::now());
    for text in ["a", "b", "b", "c", "d", "e"] {
        messages.notice(NoticeKind::Info, text);
    }
    let texts: Vec<_> =
        messages.notices_now(Mode::Play, 1).into_iter().map(|notice| notice.text).collect();
    assert_eq!(texts, ["c", "d", "e"]);
}

#[test]
fn the_oldest_bundles_go() {
    let mut messages = Messages::new(Instant::now());
    for number in 0..=MAX_BUNDLES as u64 {
        messages.attach(number, format!("number {number}"));
    }
    assert_eq!(messages.bundle(0), None);
    assert_eq!(messages.bundle(1), Some("number 1"));
}

#[test]
fn what_a_desk_says_is_shown_there_and_taken_away_there() {
    let mut messages = Messages::new(Instant::now());
    let mut say = |desk: Option<u64>, said: Said| messages.take(desk, said, |_| None);
    say(Some(1), Said::Notice(NoticeKind::Info, "here".to_owned()));
    say(Some(2), Said::Notice(NoticeKind::Info, "there".to_owned()));
    say(None, Said::Notice(NoticeKind::Info, "everywhere".to_owned()));
    let texts = |messages: &Messages, desk| {
        let notices = messages.notices_now(Mode::Play, desk).into_iter();
        notices.map(|notice| notice.text).collect::<Vec<_>>()
    };
    assert_eq!(texts(&messages, 1), ["here", "everywhere"]);
    assert_eq!(texts(&messages, 2), ["there", "everywhere"]);
    messages.take(Some(1), Said::GameChanged, |_| None);
    assert_eq!((texts(&messages, 1).len(), texts(&messages, 2)), (0, vec!["there".to_owned()]));
}

#[test]
fn messages_that_have_not_changed_are_not_drawn_up_again() {
    let mut messages = Messages::new(Instant::now());
    messages.take(None, Said::Notice(NoticeKind::Info, "a pass".to_owned()), |_| None);
    let first = messages.notices(Mode::Play, 1);
    assert!(first.is_same(&messages.notices(Mode::Play, 1)));
    let problems = messages.problems(vec![7]);
    assert!(problems.is_same(&messages.problems(vec![7])));
    assert!(!problems.is_same(&messages.problems(Vec::new())));
    messages.take(None, Said::PositionChanged, |_| None);
    assert_eq!(messages.notices(Mode::Play, 1).len(), 0);
}
