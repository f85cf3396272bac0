//! The draughts engine over GUIDE.

use quintet::builtin::EngineOptions;
use quintet::builtin::guide::run_guide;
use quintet::games::Rules;
use quintet::games::draughts::{Draughts, Variant};
use quintet::protocol::guide::{GameText, Move, Reply};

use crate::piped::PipedEngine;

const START: &str = "white bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

fn engine() -> PipedEngine {
    let engine = PipedEngine::start(|input, output| {
        run_guide(input, output, EngineOptions { level: 10, seed: Some(1) })
    });
    engine.until("engineok");
    engine
}

/// The move of a `move` message.
fn mv(message: &str) -> Move {
    match Reply::parse(message) {
        Reply::Move(mv) => mv,
        other => panic!("{other:?}"),
    }
}

/// The game that it says is on its board.
fn game(engine: &PipedEngine) -> GameText {
    engine.send("requestgame");
    match Reply::parse(&engine.until("game ").pop().unwrap()) {
        Reply::Game(game) => game,
        other => panic!("{other:?}"),
    }
}

#[test]
fn it_greets_with_options_of_all_three_types_and_does_not_wait_to_be_asked() {
    let engine = PipedEngine::start(|input, output| {
        run_guide(input, output, EngineOptions { level: 3, seed: Some(1) })
    });
    let lines = engine.until("engineok");
    assert!(lines[0].starts_with("name Quintet "), "{lines:?}");
    for part in ["type check", "type spin default 3 min 1 max 10", "type combo"] {
        assert!(lines.iter().any(|line| line.contains(part)), "{part} in {lines:?}");
    }
    engine.send("capabilities");
    let list = engine.line();
    assert!(list.contains(" levelslonggame ") && !list.contains("showwindow"), "{list}");
    engine.end();
}

#[test]
fn it_plays_a_game_on_its_own_board() {
    let engine = engine();
    engine.send("levelsfixeddepth 3\nopponents engine-engine");
    let mut pos = Draughts::start_of(Variant::International);
    for n_moves in 1..=30 {
        engine.send("go 0 0");
        let lines = engine.until("move ");
        assert!(lines[0].starts_with("searchInfo ") || lines.len() == 1, "{lines:?}");
        let played = mv(&lines[lines.len() - 1]);
        let legal = Rules::legal_moves(&pos).into_iter().find(|mv| {
            let kills = played.kills.iter().fold(0, |set, square| set | 1_u64 << (square - 1));
            (mv.from + 1, mv.to + 1, mv.captured) == (played.from, played.to, kills)
        });
        pos.play(&legal.unwrap());
        assert_eq!(game(&engine).moves.len(), n_moves);
    }
}

#[test]
fn an_endless_search_never_plays_by_itself_and_halt_decides_what_becomes_of_it() {
    let engine = engine();
    engine.send("levelsinfiniteanalysis\ngo 0 0");
    while !engine.line().starts_with("searchInfo ply 5 ") {}
    engine.send("ping a b\nhalt 0\nping 2");
    let lines = engine.until("pong 2");
    assert!(lines.contains(&"pong a b".to_owned()));
    assert!(lines.iter().all(|line| !line.starts_with("move")), "{lines:?}");
    assert_eq!(game(&engine).moves.len(), 0);
    engine.send("go 0 0");
    engine.until("searchInfo");
    engine.send("halt 1");
    mv(&engine.until("move ").pop().unwrap());
    assert_eq!(game(&engine).moves.len(), 1);
}

#[test]
fn a_search_that_has_seen_everything_waits_until_it_is_halted() {
    let engine = engine();
    // A king takes the last man.
    let mut squares = ['e'; 50];
    (squares[33 - 1], squares[28 - 1]) = ('W', 'b');
    let board: String = squares.into_iter().collect();
    engine.send(&format!("position white {board}\nlevelsfixeddepth 4\nenginemode 2\ngo 0 0"));
    while !engine.line().starts_with("searchInfo ply 4 ") {}
    engine.send("ping 1");
    assert_eq!(engine.line(), "pong 1");
    engine.send("halt 1");
    assert!(engine.line().starts_with("move "));
}

#[test]
fn moves_of_others_are_played_and_taken_back() {
    let engine = engine();
    engine.send("move 32 28 0\nmove 19 23 0\nmove 28 19 1 23\nrequestposition");
    let position = engine.line();
    let squares = ["b".repeat(18).as_str(), "wb", &"e".repeat(10), "we", &"w".repeat(18)].concat();
    let expected = format!("position black {squares} m 13 24 1 19 m 14 23 1 19");
    assert_eq!(position, expected);
    engine.send("forward -2\nrequestposition");
    let position = engine.line();
    assert!(position.starts_with("position black bbbbbbbbbbbbbbbbbbbbeeeeeeew"), "{position}");
    engine.send("jumpto 3\nrequestposition");
    assert_eq!(engine.line(), expected);
    engine.send("move 1 2 0");
    assert!(engine.line().starts_with("error illegal move"));
    engine.send("requestposition");
    assert_eq!(engine.line(), expected);
}

#[test]
fn a_game_is_analysed_with_remarks_on_the_moves_that_lost_something() {
    let engine = engine();
    // 31-27 gives two men away: 23x21 takes them at once.
    engine.send("enginemode 1 90\nlevelsfixeddepth 7");
    engine.send(&format!("game {START} 4 m 32 28 0 m 18 23 0 m 31 27 0 m 23 21 2 27 28\ngo 0 0"));
    let lines = engine.until("debug game analysed");
    let remarks: Vec<&String> =
        lines.iter().filter(|line| line.starts_with("setcomment ")).collect();
    assert!(
        matches!(remarks[..], [remark] if remark.starts_with("setcomment 3 loses ")
        && remark.contains("; better ")),
        "{remarks:?}"
    );
    assert!(lines.iter().all(|line| !line.starts_with("move")), "{lines:?}");
    // The game is still on the board.
    assert_eq!(game(&engine).moves.len(), 4);
}

#[test]
fn all_levels_that_have_a_clock_end_in_a_move() {
    let engine = engine();
    for level in [
        "levelsfixedtime 0.05",
        "levelsblitzgame 2 0",
        "levelsblitzgame 0.3 0.1",
        "levelslonggame 1 40 1 20 1",
        "levelsfixeddepth 2",
    ] {
        engine.send(&format!("new\n{level}\ngo 0.1 0"));
        mv(&engine.until("move ").pop().unwrap());
    }
}

#[test]
fn options_change_how_it_plays() {
    let engine = engine();
    engine.send("setoption 0 1\nsetoption 1 0\nlevelsfixeddepth 6\ngo 0 0");
    let lines = engine.until("move ");
    assert!(lines.iter().all(|line| !line.starts_with("searchInfo ply 2 ")), "{lines:?}");
    engine.send("setoption 0 11");
    assert!(engine.line().starts_with("error "));
}

#[test]
fn separators_may_be_many_and_commands_may_come_in_pieces() {
    let engine = engine();
    engine.send_raw("ping 1\r\n\r\n\tping 2\u{1}pi");
    engine.send_raw("ng 3 #mine\n#drg eval 0\nping 4\n");
    for expected in ["pong 1", "pong 2", "pong 3", "pong 4"] {
        assert_eq!(engine.line(), expected);
    }
}

#[test]
fn what_it_cannot_do_it_says() {
    let engine = engine();
    engine.send("showwindow 1");
    assert_eq!(engine.line(), "error showwindow not implemented");
    engine.send("levelsrandom 3");
    assert!(engine.line().starts_with("error levelsrandom"));
    engine.send("offerdraw\nping 1");
    assert_eq!(engine.line(), "pong 1", "too early for a draw");
}

#[test]
fn quit_is_answered_even_while_it_searches_and_ends_the_engine() {
    for quits in [true, false] {
        let engine = engine();
        engine.send("levelsinfiniteanalysis\ngo 0 0");
        engine.until("searchInfo");
        if quits {
            engine.send("quit");
            assert_eq!(engine.until("quit").pop().unwrap(), "quit");
        }
        engine.end();
    }
}
