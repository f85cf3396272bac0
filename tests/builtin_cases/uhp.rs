//! The Hive engine over UHP.

use quintet::builtin::EngineOptions;
use quintet::builtin::uhp::run_uhp;
use quintet::games::hive::{GameType, Hive, MAX_PLIES};
use quintet::games::{Rules, Setup};
use quintet::protocol::OptionKind;
use quintet::protocol::uhp::{Reply, Setting};

use crate::piped::PipedEngine;

/// Random games of all types; source in its head.
const POSITIONS: &str = include_str!("../data/hive/positions.tsv");

/// An engine that has introduced itself.
fn started(level: u8) -> PipedEngine {
    let engine = PipedEngine::start(move |input, output| {
        run_uhp(input, output, EngineOptions { level, seed: Some(1) })
    });
    let greeting = engine.until("ok");
    assert!(greeting[0].starts_with("id Quintet "), "{greeting:?}");
    assert_eq!(greeting[1..], ["Mosquito;Ladybug;Pillbug", "ok"]);
    engine
}

/// The answer to a command without its `ok`.
fn ask(engine: &PipedEngine, command: &str) -> Vec<String> {
    engine.send(command);
    let mut lines = engine.until("ok");
    lines.pop();
    lines
}

fn answer(engine: &PipedEngine, command: &str) -> String {
    let lines = ask(engine, command);
    assert_eq!(lines.len(), 1, "{command}: {lines:?}");
    lines[0].clone()
}

fn finished_game() -> &'static str {
    let rows = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| line.split_once('\t'))
        .find(|(_, rest)| rest.starts_with("0\t"))
        .unwrap()
        .0
}

#[test]
fn the_dialogues_of_the_document_are_answered_as_it_says() {
    let engine = started(10);
    for (command, expected) in [
        ("newgame", "Base;NotStarted;White[1]"),
        ("newgame Base+MLP", "Base+MLP;NotStarted;White[1]"),
        (
            "newgame Base;InProgress;White[3];wS1;bG1 -wS1;wA1 wS1/;bG2 /bG1",
            "Base;InProgress;White[3];wS1;bG1 -wS1;wA1 wS1/;bG2 /bG1",
        ),
        ("newgame", "Base;NotStarted;White[1]"),
        ("validmoves", "wS1;wB1;wG1;wA1"),
        ("play wS1", "Base;InProgress;Black[1];wS1"),
        ("undo", "Base;NotStarted;White[1]"),
        ("play wS1", "Base;InProgress;Black[1];wS1"),
        ("undo 1", "Base;NotStarted;White[1]"),
        ("newgame Base+PLM", "Base+MLP;NotStarted;White[1]"),
    ] {
        assert_eq!(answer(&engine, command), expected, "{command}");
    }
    assert_eq!(ask(&engine, "info")[1], "Mosquito;Ladybug;Pillbug");
    assert_eq!(engine.end(), [""; 0]);
}

#[test]
fn what_is_wrong_is_refused_in_words_and_changes_nothing() {
    let engine = started(10);
    let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
    assert_eq!(answer(&engine, &format!("newgame {game}")), game);
    for (command, says) in [
        ("hi", "err unknown command"),
        ("", "err unknown command"),
        ("play", "err play needs a move"),
        ("play wQ", "invalidmove "),
        ("play wX9 wS1-", "invalidmove "),
        ("play wA1 bS1-", "invalidmove "),
        ("play wS1 bS1-", "invalidmove "),
        ("pass", "invalidmove \"pass\": White has another move, so it must not pass"),
        ("undo 3", "err 3 moves cannot be taken back: only 2 have been made"),
        ("undo 0", "err undo needs a number of moves"),
        ("newgame Chess", "err that is neither a game type nor a game"),
        ("newgame Base;InProgress;White[2];wS1;bQ wS1-", "err move 2: "),
        ("bestmove", "err bestmove needs"),
        ("bestmove soon", "err bestmove needs time hh:mm:ss or depth n, not \"soon\""),
        ("bestmove time 00:00:00", "err a search needs some time"),
        ("bestmove time 00:00:01.5", "err a time has whole seconds only while the option Fract"),
        ("bestmove time 00:00:01.", "err parts of a second are up to three digits behind a point"),
        ("bestmove time 00:00:61", "err minutes and seconds go up to 59, not \"00:00:61\""),
        ("bestmove time 5", "err a time is hh:mm:ss, not \"5\""),
        ("bestmove depth 99999999999999", "err a depth of 99999999999999 is too large"),
        ("bestmove depth 2.5", "err a depth is a whole number of plies, not \"2.5\""),
        ("options get Nothing", "err there is no option \"Nothing\""),
        ("options set Level 11", "err Level cannot be \"11\"; allowed: a whole number"),
        ("options set Style Wild", "err Style cannot be \"Wild\"; allowed: Balanced"),
        ("options set Contempt nan", "err Contempt cannot be"),
    ] {
        engine.send_raw(&format!("{command}\n"));
        let mut lines = engine.until("ok");
        lines.pop();
        assert!(lines[0].starts_with(says), "{command}: {lines:?}");
        assert_eq!(lines.len(), 1, "{command}: {lines:?}");
    }
    assert_eq!(answer(&engine, "play wQ -wS1"), "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1");
    engine.end();
}

#[test]
fn a_game_without_an_end_is_refused_and_the_one_before_goes_on() {
    let engine = started(1);
    let opening = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    let circle = ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"];
    let moves: Vec<&str> =
        opening.into_iter().chain(circle.into_iter().cycle()).take(MAX_PLIES + 1).collect();
    let game = |n_moves| format!("Base;InProgress;White[5001];{}", moves[..n_moves].join(";"));
    assert_eq!(answer(&engine, &format!("newgame {}", game(MAX_PLIES))), game(MAX_PLIES));
    let too_long = "err a game has at most 10000 moves";
    assert_eq!(answer(&engine, &format!("play {}", moves[MAX_PLIES])), too_long);
    assert_eq!(answer(&engine, &format!("newgame {}", game(MAX_PLIES + 1))), too_long);
    let before = answer(&engine, "undo");
    assert!(before.starts_with("Base;InProgress;Black[5000];wS1;"), "{}", &before[..40]);
    engine.end();
}

#[test]
fn options_of_every_type_are_listed_set_and_kept() {
    let engine = started(4);
    let list: Vec<Setting> =
        ask(&engine, "options").iter().map(|line| Setting::parse(line).unwrap()).collect();
    let has = |wanted: fn(&OptionKind) -> bool| list.iter().any(|setting| wanted(&setting.kind));
    assert!(has(|kind| matches!(kind, OptionKind::Bool)));
    assert!(has(|kind| matches!(kind, OptionKind::Int { .. })));
    assert!(has(|kind| matches!(kind, OptionKind::Real { .. })));
    assert!(has(|kind| matches!(kind, OptionKind::Choice(_))));
    assert_eq!(answer(&engine, "options get Level"), "Level;int;4;4;1;10");
    for (command, expected) in [
        ("options set level 10", "Level;int;10;4;1;10"),
        ("options set Threads 2", "Threads;int;2;1;1;64"),
        ("options set TranspositionTableSizeMB 1", "TranspositionTableSizeMB;int;1;32;1;1024"),
        ("options set Style attack", "Style;enum;Attack;Balanced;Balanced;Attack;Defence"),
        ("options set Contempt -2.5", "Contempt;double;-2.5;0;-50;50"),
        ("options set Randomness 1.25", "Randomness;double;1.25;0;0;50"),
        ("options set Seed 7", "Seed;int;7;1;0;9223372036854775807"),
    ] {
        assert_eq!(answer(&engine, command), expected);
    }
    answer(&engine, "newgame Base+M");
    assert!(answer(&engine, "bestmove depth 2").starts_with('w'));
    engine.end();
}

#[test]
fn parts_of_a_second_are_taken_while_the_option_is_on() {
    let engine = started(10);
    assert_eq!(answer(&engine, "options get FractionalTime"), "FractionalTime;bool;False;False");
    answer(&engine, "newgame Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-");
    let refused = "err a time has whole seconds only while the option FractionalTime is False, not \
                   \"time 00:00:00.050\"";
    assert_eq!(answer(&engine, "bestmove time 00:00:00.050"), refused);
    answer(&engine, "options set FractionalTime True");
    assert!(answer(&engine, "bestmove time 00:00:00.050").starts_with('w'));
    assert!(answer(&engine, "bestmove time 0:0:0.05").starts_with('w'));
    engine.end();
}

#[test]
fn intermediate_moves_come_with_depth_and_score_when_they_are_wanted() {
    let engine = started(10);
    let game = "newgame Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
    answer(&engine, game);
    assert!(!answer(&engine, "bestmove depth 3").contains(';'));
    answer(&engine, "options set ReportIntermediateBestMoves true");
    let lines = ask(&engine, "bestmove depth 3");
    let (best, thoughts) = lines.split_last().unwrap();
    assert_eq!(thoughts.len(), 3, "{lines:?}");
    for (idx, line) in thoughts.iter().enumerate() {
        let Reply::Thought(thought) = Reply::parse(line) else { panic!("{line}") };
        assert_eq!(thought.depth, Some((idx + 1).to_string()));
        assert!(thought.score.is_some_and(|score| score.abs() < 100.0), "{line}");
        if idx == 2 {
            assert_eq!(thought.mv.as_ref(), Some(best));
        }
    }
    engine.end();
}

#[test]
fn a_finished_game_is_not_searched() {
    let engine = started(10);
    let text = answer(&engine, &format!("newgame {}", finished_game()));
    assert!(
        ["WhiteWins", "BlackWins", "Draw"].contains(&text.split(';').nth(1).unwrap()),
        "{text}"
    );
    for command in ["bestmove depth 3", "bestmove time 00:00:05", "validmoves"] {
        assert!(answer(&engine, command).starts_with("err the game is over: "), "{command}");
    }
    assert!(answer(&engine, "pass").starts_with("invalidmove "));
    assert!(answer(&engine, "undo").contains(";InProgress;"));
    assert!(!answer(&engine, "bestmove depth 1").starts_with("err"));
    engine.end();
}

#[test]
fn exit_and_the_end_of_input_end_a_search_that_would_last_an_hour() {
    for ending in ["exit\n", ""] {
        let engine = started(10);
        answer(&engine, "options set ReportIntermediateBestMoves True");
        engine.send("bestmove time 01:00:00");
        while !engine.line().contains(";2;") {}
        engine.send_raw(ending);
        let rest = engine.end();
        let [.., best, ok] = &rest[..] else { panic!("{rest:?}") };
        assert!(Hive::new(GameType::default()).read_legal(best).is_ok(), "{rest:?}");
        assert_eq!(ok, "ok");
    }
}

#[test]
fn commands_that_come_during_a_search_wait_for_it() {
    let engine = started(10);
    engine.send("bestmove depth 2\nplay wS1\nbestmove depth 1\nexit\nplay wS1");
    let lines = engine.end();
    assert_eq!(lines.len(), 6, "{lines:?}");
    assert_eq!((lines[1].as_str(), lines[5].as_str()), ("ok", "ok"));
    assert_eq!(lines[2], "Base;InProgress;Black[1];wS1");
    assert!(lines[4].starts_with('b'), "{lines:?}");
}

#[test]
fn carriage_returns_capitals_and_blanks_are_accepted() {
    let engine = started(10);
    engine.send_raw("  NewGame   base+m \r\nplay  wm\r\nValidMoves\r\n");
    assert_eq!(engine.until("ok")[0], "Base+M;NotStarted;White[1]");
    assert_eq!(engine.until("ok")[0], "Base+M;InProgress;Black[1];wM");
    assert!(engine.until("ok")[0].contains(";bM -wM;"));
    engine.end();
}

#[test]
fn every_game_type_is_played_to_its_end_against_itself() {
    for game_type in GameType::ALL {
        let engine = started(3);
        answer(&engine, &format!("newgame {}", game_type.name()));
        let mut text = String::new();
        for _ in 0..60 {
            let valid = answer(&engine, "validmoves");
            if valid.starts_with("err ") {
                break;
            }
            let best = answer(&engine, "bestmove depth 1");
            assert!(valid.split(';').any(|mv| mv == best), "{best} of {valid} after {text}");
            text = answer(&engine, &format!("play {best}"));
        }
        let variant = Some(game_type.name().to_owned());
        let pos = Hive::start(&Setup { variant, position: Some(text.clone()) }).unwrap();
        assert_eq!(Rules::to_text(&pos), text);
        engine.end();
    }
}
