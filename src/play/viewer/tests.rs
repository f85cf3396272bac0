use std::time::Instant;

use super::*;
use crate::games::{self, Setup};
use crate::play::TimeControl;
use crate::protocol::Root;

/// Both queens go to and fro until the position stands for the third time.
const THIRD: &str = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-;\
                     wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-";

fn link() -> &'static dyn Link {
    games::find("hive").unwrap().link("uhp").unwrap()
}

fn table(moves: &str, repetition: bool) -> Table {
    let rules = HistoryRules { repetition, counting: true };
    let controls = [TimeControl::Unlimited; 2];
    let mut table =
        Table::new(games::find("hive").unwrap(), Setup::default(), controls, rules).unwrap();
    for mv in moves.split(';').filter(|mv| !mv.is_empty()) {
        table.play(mv, Instant::now(), None).unwrap();
    }
    table
}

fn ruling(outcome: Option<Outcome>, rule: Option<&'static str>) -> Ruling {
    Ruling { outcome, rule }
}

#[test]
fn the_game_is_kept_by_the_only_engine_whose_protocol_has_it_keep_games() {
    let othello = games::find("othello").unwrap().link("nboard");
    for (links, expected) in [
        ([None, None], None),
        ([Some(link()), None], Some(Side::First)),
        ([None, Some(link())], Some(Side::Second)),
        ([Some(link()), Some(link())], None),
        ([othello, Some(link())], Some(Side::Second)),
        ([othello, None], None),
    ] {
        assert_eq!(keeper(links), expected);
    }
}

/// What was sent, the answer, the referee's ruling; the difference, in both opinions.
#[test]
fn games_are_compared_as_values() {
    let on = Ruling::default();
    let won = ruling(Some(Outcome::WonBy(Side::First)), Some("queen surrounded"));
    let drawn = ruling(Some(Outcome::Draw), Some("repetition"));
    let off = ruling(None, Some("repetition"));
    let told = "Base+MLP;InProgress;White[2];wS1;bS1 wS1-";
    let cases: &[(&str, &str, &Ruling, &str)] = &[
        (told, told, &on, ""),
        // Another spelling, another order of letters, an extra semicolon: no difference.
        (told, "Base+PLM;inprogress;white[2];WS1;BS1 wS1-;", &on, ""),
        (
            told,
            "Base+MLP;InProgress;White[2];wS1;bS1 \\bS1",
            &on,
            "moves played: the referee says \
            move 2 bS1 wS1-; the engine says move 2 \"bS1 \\bS1\": ",
        ),
        ("Base+MLP", "Base+MLP;NotStarted;White[1]", &on, ""),
        (
            "Base",
            "Base;InProgress;White[1]",
            &on,
            "header: the referee says NotStarted, White[1]; \
            the engine says InProgress, White[1]",
        ),
        (
            told,
            "Base+MLP;NotStarted;White[1];wS1;bS1 wS1-",
            &on,
            "header: the referee says \
            InProgress, White[2]; the engine says NotStarted, White[1]",
        ),
        (
            told,
            "Base+MLP;InProgress;Black[2];wS1;bS1 wS1-",
            &on,
            "header: the referee says \
            InProgress, White[2]; the engine says InProgress, Black[2]",
        ),
        (
            told,
            "Base;InProgress;White[2];wS1;bS1 wS1-",
            &on,
            "game type: the referee says Base+MLP; \
            the engine says Base",
        ),
        (
            told,
            "Base+MLP;InProgress;Black[1];wS1",
            &on,
            "moves played: the referee says move 2 bS1 \
            wS1-; the engine says no move 2",
        ),
        (
            told,
            "Base+MLP;InProgress;White[2];wS1;bS1 wS1/",
            &on,
            "moves played: the referee says \
            move 2 bS1 wS1-; the engine says move 2 bS1 wS1/",
        ),
        (
            "Base;NotStarted;White[1]",
            "Base;InProgress;Black[1];wS1",
            &on,
            "moves played: the \
            referee says no move 1; the engine says move 1 wS1",
        ),
        (
            told,
            "Base+MLP;Draw;White[2];wS1;bS1 wS1-",
            &on,
            "result: the referee says InProgress; \
            the engine says Draw",
        ),
        (
            told,
            "Base+MLP;Draw;White[2];wS1;bS1 wS1-",
            &off,
            "result: the referee says InProgress \
            (repetition does not end this game); the engine says Draw",
        ),
        (
            told,
            "Base+MLP;InProgress;White[2];wS1;bS1 wS1-",
            &drawn,
            // It has no such rule.
            "",
        ),
        (
            told,
            "Base+MLP;WhiteWins;White[2];wS1;bS1 wS1-",
            &drawn,
            "result: the referee says Draw \
            (repetition); the engine says WhiteWins",
        ),
        (told, "Base+MLP;Draw;White[2];wS1;bS1 wS1-", &drawn, ""),
        (
            told,
            "Base+MLP;BlackWins;White[2];wS1;bS1 wS1-",
            &won,
            "result: the referee says \
            InProgress (queen surrounded); the engine says BlackWins",
        ),
        (
            told,
            "what?",
            &on,
            "unreadable game: the referee says InProgress, White[2]; the engine \
            says “what?”",
        ),
    ];
    for (told, came, ruling, expected) in cases {
        let found = compare_game(link(), told, came, ruling);
        let text = found.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(
            text.starts_with(expected) && text.is_empty() == expected.is_empty(),
            "{came}: {text}"
        );
        if let Some(found) = found {
            assert_eq!((found.told.as_str(), found.came.as_str()), (*told, *came));
        }
    }
}

#[test]
fn listed_moves_are_compared_as_values_and_named() {
    let line = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
    let table = table(line, true);
    let told = link().root(&table.linked()).full;
    let all: Vec<String> = table.legal_moves().into_iter().map(|mv| mv.0).collect();
    let compare = |moves: &[String]| {
        let found = compare_moves(link(), table.position(), || told.clone(), moves);
        found.map(|found| (found.what, found.referee, found.engine))
    };
    assert_eq!(compare(&all), None);
    let mut respelled = all.clone();
    let queen = respelled.iter_mut().find(|mv| **mv == "wQ \\wS1").unwrap();
    // Seen from its own old place, as nokamute writes it.
    *queen = "wQ wQ/".to_owned();
    respelled.reverse();
    assert_eq!(compare(&respelled), None);
    let n_legal = all.len();
    let referee = format!("{n_legal} legal moves");
    let strange = [&all[..], &["foo".to_owned()]].concat();
    let (what, said, engine) = compare(&strange).unwrap();
    assert_eq!((what, said), (Difference::UnreadableMoves, referee.clone()));
    assert_eq!(engine, format!("{} moves, not readable: foo", n_legal + 1));
    // A piece without a reference is not legal here, but it is a move.
    let (what, ..) = compare(&[&strange[..], &["wA1".to_owned()]].concat()).unwrap();
    assert_eq!(what, Difference::ValidMoves);
    let twice = [&all[..], &all[..1]].concat();
    let (what, said, engine) = compare(&twice).unwrap();
    assert_eq!((what, &said), (Difference::Duplicates, &referee));
    assert_eq!(engine, format!("{} moves, more than once: {}", n_legal + 1, all[0]));
    let mut other = all[2..].to_vec();
    other.push("bQ -wQ".to_owned());
    let (what, said, engine) = compare(&other).unwrap();
    assert_eq!((what, &said), (Difference::ValidMoves, &referee));
    let (one, two) = (&all[0], &all[1]);
    let expected = format!("{} moves, missing: {one}, {two}; not legal: bQ -wQ", n_legal - 1);
    assert_eq!(engine, expected);
    let (_, _, engine) = compare(&[]).unwrap();
    assert_eq!(
        engine,
        format!("0 moves, missing: {} and {} more", all[..6].join(", "), n_legal - 6)
    );
}

#[test]
fn the_referee_rules_by_the_board_and_by_the_rules_that_are_played() {
    assert_eq!(Ruling::of(&table("wS1", true)), Some(Ruling::default()));
    let drawn = Ruling::of(&table(THIRD, true)).unwrap();
    assert_eq!(drawn.outcome, Some(Outcome::Draw));
    let on = Ruling::of(&table(THIRD, false)).unwrap();
    assert_eq!((on.outcome, on.rule), (None, drawn.rule));
    let mut resigned = table("wS1", true);
    resigned.resign(Side::Second);
    assert_eq!(Ruling::of(&resigned), None);
}

/// The number and the root of a question, and whether it asks for moves.
fn question(request: Option<Request>) -> (SearchId, Root, bool) {
    match request {
        Some(Request::ValidMoves { id, root }) => (id, root, true),
        Some(Request::GameState { id, root }) => (id, root, false),
        other => panic!("no question: {other:?}"),
    }
}

fn game(told: &str, game: &str) -> Event {
    Event::GameState { told: told.to_owned(), game: game.to_owned() }
}

fn listed(id: SearchId, moves: &[&str]) -> Event {
    Event::ValidMoves { id, moves: Some(moves.iter().map(|mv| (*mv).to_owned()).collect()) }
}

const BASE: [&str; 4] = ["wS1", "wB1", "wG1", "wA1"];

#[test]
fn every_position_is_asked_of_once_and_the_opinion_is_of_the_one_that_stands() {
    let mut table = table("", true);
    let mut viewer = Viewer::new(link()).unwrap();
    let (id, root, _) = question(viewer.ask(&table, Side::Second));
    assert!(viewer.is_waiting() && viewer.opinion(&table).is_none());
    assert_eq!(viewer.ask(&table, Side::Second), None, "one at a time");
    assert_eq!(viewer.handle(&game(&root.full, "Base;NotStarted;White[1]"), &table), None);
    assert_eq!(viewer.handle(&listed(id, &BASE), &table), None);
    let opinion = viewer.opinion(&table).unwrap();
    assert_eq!((opinion.state.as_str(), opinion.n_moves), ("NotStarted", Some(4)));
    assert_eq!(opinion.playable.len(), 4);
    assert!(opinion.differs.is_empty());
    assert_eq!(viewer.ask(&table, Side::Second), None, "asked already");
    table.play("wS1", Instant::now(), None).unwrap();
    assert!(viewer.opinion(&table).is_none(), "another position");
    // The engine has moved: first the position before its move, then the one after.
    table.play("bS1 wS1-", Instant::now(), None).unwrap();
    let (id, root, _) = question(viewer.ask(&table, Side::Second));
    assert_eq!(root.moves.len(), 1);
    let found = viewer.handle(&listed(id, &["bS1 wS1-"]), &table).unwrap().found;
    assert_eq!(found.what, Difference::ValidMoves);
    assert!(viewer.opinion(&table).is_none(), "of the position before");
    let (_, root, _) = question(viewer.ask(&table, Side::Second));
    assert_eq!(root.moves.len(), 2);
}

#[test]
fn what_is_said_of_another_position_is_passed_over() {
    let mut table = table("wS1", true);
    let mut viewer = Viewer::new(link()).unwrap();
    let (id, root, _) = question(viewer.ask(&table, Side::Second));
    table.take_back(1);
    let lie = "Base;WhiteWins;Black[1];wS1";
    assert_eq!(viewer.handle(&game(&root.full, lie), &table), None);
    assert_eq!(viewer.handle(&listed(id, &[]), &table), None);
    assert_eq!(viewer.handle(&listed(SearchId(u64::MAX), &[]), &table), None);
    assert!(viewer.opinion(&table).is_none());
    // The same position, sent again, is compared again.
    table.play("wS1", Instant::now(), None).unwrap();
    let found = viewer.handle(&game(&root.full, lie), &table).unwrap().found;
    assert_eq!(found.what, Difference::Result);
    let opinion = viewer.opinion(&table).unwrap();
    assert_eq!(opinion.outcome, Some(Outcome::WonBy(Side::First)));
    assert_eq!(opinion.differs, [found]);
}

#[test]
fn every_kind_of_difference_is_counted() {
    let mut table = table("", true);
    let mut viewer = Viewer::new(link()).unwrap();
    let (id, root, _) = question(viewer.ask(&table, Side::Second));
    let found = viewer.handle(&game(&root.full, "Base;InProgress;White[9]"), &table).unwrap().found;
    assert_eq!(found.what, Difference::Header);
    let twice = [&BASE[..], &BASE[..2]].concat();
    let found = viewer.handle(&listed(id, &twice), &table).unwrap().found;
    assert_eq!(found.what, Difference::Duplicates);
    assert_eq!(viewer.opinion(&table).unwrap().n_moves, Some(4));
    table.play("wS1", Instant::now(), None).unwrap();
    let told = link().root(&table.linked()).full;
    for n_before in 1..4 {
        let event = game(&told, "Base;NotStarted;White[1];wS1");
        let heard = viewer.handle(&event, &table).unwrap();
        assert_eq!((heard.found.what, heard.n_before), (Difference::Header, n_before));
    }
    let event = game(&told, "Base;Draw;Black[1];wS1");
    let heard = viewer.handle(&event, &table).unwrap();
    assert_eq!((heard.found.what, heard.n_before), (Difference::Result, 0), "another kind");
    assert_eq!(viewer.opinion(&table).unwrap().state, "Draw");
}

#[test]
fn after_moves_were_taken_back_the_position_is_asked_of_again() {
    let mut table = table(&THIRD[..THIRD.rfind(';').unwrap()], true);
    let mut viewer = Viewer::new(link()).unwrap();
    let mut answer = |table: &Table| {
        let Some(request) = viewer.ask(table, Side::Second) else {
            return viewer.opinion(table).and_then(|opinion| opinion.n_moves);
        };
        let (id, root, wants_moves) = question(Some(request));
        viewer.handle(&game(&root.full, &root.full), table);
        let moves = wants_moves.then(|| vec!["wG1 -wS1".to_owned()]);
        viewer.handle(&Event::ValidMoves { id, moves }, table);
        None
    };
    for _ in 0..3 {
        // The position before the engine's move, the one after, then nothing more.
        assert!((0..3).any(|_| answer(&table).is_some()), "{}", table.position().to_text());
        table.play("bQ bS1-", Instant::now(), None).unwrap();
        assert!(table.is_over());
        assert!((0..3).all(|_| answer(&table).is_none()));
        table.take_back(1);
    }
}

#[test]
fn of_a_finished_game_the_end_is_asked_and_no_moves() {
    let table = table(THIRD, true);
    assert!(table.is_over());
    let mut viewer = Viewer::new(link()).unwrap();
    let (before, ..) = question(viewer.ask(&table, Side::Second));
    assert_eq!(viewer.handle(&Event::ValidMoves { id: before, moves: None }, &table), None);
    let (id, root, wants_moves) = question(viewer.ask(&table, Side::Second));
    assert!(!wants_moves);
    // Going on is not a difference: the protocol has no rule of repetition.
    assert_eq!(viewer.handle(&game(&root.full, &root.full), &table), None);
    let came = root.full.replace("InProgress", "WhiteWins");
    let found = viewer.handle(&game(&root.full, &came), &table).unwrap().found;
    assert_eq!(found.what, Difference::Result);
    assert_eq!(viewer.handle(&Event::ValidMoves { id, moves: None }, &table), None);
    assert_eq!(viewer.opinion(&table).unwrap().n_moves, None);
}

#[test]
fn of_a_game_that_ended_by_no_rule_of_the_board_nothing_is_asked() {
    let mut table = table("wS1", true);
    table.resign(Side::First);
    let mut viewer = Viewer::new(link()).unwrap();
    assert_eq!(viewer.ask(&table, Side::Second), None);
}

#[test]
fn an_engine_that_says_the_game_is_over_is_not_blamed_for_listing_no_moves() {
    let table = table(THIRD, false);
    assert!(!table.is_over());
    let mut viewer = Viewer::new(link()).unwrap();
    viewer.ask(&table, Side::First).unwrap();
    let asked = viewer.asked.as_ref().unwrap();
    let (id, root) = (asked.id, link().root(&line_to(&table, asked.ply)));
    let came = root.full.replace("InProgress", "Draw");
    let found = viewer.handle(&game(&root.full, &came), &table).unwrap().found;
    assert_eq!(found.what, Difference::Result);
    assert_eq!(viewer.handle(&listed(id, &[]), &table), None);
}

#[test]
fn after_a_restart_the_position_is_asked_of_again() {
    let table = table("", true);
    let mut viewer = Viewer::new(link()).unwrap();
    let (first, ..) = question(viewer.ask(&table, Side::Second));
    viewer.restarted();
    let (second, ..) = question(viewer.ask(&table, Side::Second));
    assert_ne!(first, second);
    assert_eq!(viewer.handle(&listed(first, &[]), &table), None, "an answer without a question");
    assert_eq!(viewer.handle(&listed(second, &BASE), &table), None);
    assert_eq!(viewer.opinion(&table).unwrap().n_moves, Some(4));
}
