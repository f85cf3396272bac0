//! The backgammon engine over UBGI: what it answers, and that it can be stopped.
//!
//! Nothing here measures strength; `benches/backgammon.rs` does.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

#[path = "builtin_cases/piped.rs"]
mod piped;

use quintet::builtin::EngineOptions;
use quintet::builtin::ubgi::run_ubgi;
use quintet::games::Side;
use quintet::games::backgammon::{Backgammon, Dice, Move, Phase, Terms, write_xgid};
use quintet::games::{Actor, Rules};

use piped::PipedEngine;

fn started(level: u8) -> PipedEngine {
    PipedEngine::start(move |input, output| {
        run_ubgi(input, output, EngineOptions { level, seed: Some(1) })
    })
}

/// An engine that has said it is ready.
fn ready(level: u8) -> PipedEngine {
    let engine = started(level);
    engine.send("ubgi");
    engine.until("readyok");
    engine
}

fn answer(engine: &PipedEngine, position: &str) -> String {
    engine.send(position);
    engine.line()
}

#[test]
fn it_introduces_itself_only_when_it_is_told_to() {
    let engine = started(7);
    assert_eq!(answer(&engine, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"), "sorry");
    engine.send("ubgi");
    let greeting = engine.until("readyok");
    for start in ["id name Quintet level 7", "id author ", "id version ", "id analysis 1"] {
        assert!(greeting.iter().any(|line| line.starts_with(start)), "{start}: {greeting:?}");
    }
    engine.send("quit");
    assert_eq!(engine.end(), [""; 0]);
}

#[test]
fn every_kind_of_question_is_answered_in_the_words_of_the_document() {
    let engine = ready(10);
    for (position, expected) in [
        // The opening play on which everybody agrees.
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "8/5 6/5"),
        // The same as a rawboard line.
        (
            "board:You:Opp:9999:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:\
             1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0",
            "8/5 6/5",
        ),
        // Nothing to double for at the start, and a take if it is.
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "roll"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", "take"),
        // The last roll: two checkers on the four point go at once with 11 of 36 rolls.
        ("XGID=----B-------------------a-:0:0:1:00:0:0:0:0:10", "roll"),
        // Neither side may double in the Crawford game, and only the owner of the cube may turn it.
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:1:1:3:10", "roll"),
        ("XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10", "roll"),
    ] {
        let said = answer(&engine, position);
        assert_eq!(said, expected, "{position}");
    }
    engine.end();
}

#[test]
fn a_race_that_is_as_good_as_won_is_doubled_and_dropped() {
    let engine = ready(10);
    // Three checkers on the ace point against four: only a double of the other one can turn it.
    let doubles = "XGID=-C----------------------d-:0:0:1:00:0:0:0:0:10";
    let doubled = "XGID=-C----------------------d-:0:0:1:D:0:0:0:0:10";
    assert_eq!(answer(&engine, doubles), "double");
    assert_eq!(answer(&engine, doubled), "drop");
    engine.end();
}

#[test]
fn what_is_no_position_is_refused_and_the_next_question_answered() {
    let engine = ready(8);
    for text in [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:77:0:0:0:0:10",
        "XGID=-P----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
        "board:1:2:3",
        "hello",
    ] {
        assert_eq!(answer(&engine, text), "sorry", "{text}");
    }
    let start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    assert_eq!(answer(&engine, start), "8/5 6/5");
    engine.end();
}

#[test]
fn a_player_who_cannot_play_says_so_with_a_blank_line() {
    let engine = ready(8);
    let closed = "XGID=-A-----------------bbbbbbA:0:0:1:21:0:0:0:0:10";
    assert_eq!(answer(&engine, closed), "");
    engine.end();
}

#[test]
fn an_analysis_ranks_all_plays_with_equity_and_chances() {
    let engine = ready(8);
    engine.send("analyse lines 3 ply 1 XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:7:10");
    let lines = engine.until("analysis end");
    assert_eq!(lines[0], "analysis start");
    let best = lines.iter().rfind(|line| line.starts_with("analysis line 1 ")).unwrap();
    assert!(best.contains(" ply 1 ") && best.ends_with("action 8/5 6/5"), "{best}");
    for word in [" equity ", " mwc 0.5", " chances 0.5"] {
        assert!(best.contains(word), "{best}");
    }
    assert!(!lines.iter().any(|line| line.starts_with("analysis line 4 ")), "{lines:?}");
    engine.end();
}

#[test]
fn an_analysis_of_the_cube_names_its_three_ends() {
    let engine = ready(9);
    engine.send("analyse XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
    let lines = engine.until("analysis end");
    let ends_with = |action: &str| lines.iter().any(|line| line.ends_with(action));
    for action in ["action roll", "action double take", "action double drop"] {
        assert!(ends_with(action), "{action}: {lines:?}");
    }
    engine.end();
}

#[test]
fn where_nothing_is_to_be_decided_an_analysis_says_what_the_only_action_is_worth() {
    let engine = ready(8);
    for (position, action) in [
        // The Crawford game, the other player's cube, a dead cube, a closed board.
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:1:1:3:10", "roll"),
        ("XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10", "roll"),
        ("XGID=-b----E-C---eE---c-e----B-:1:1:1:00:1:0:0:3:10", "roll"),
        ("XGID=-A-----------------bbbbbbA:0:0:1:21:0:0:0:0:10", "pass"),
    ] {
        engine.send(&format!("analyse {position}"));
        let lines = engine.until("analysis end");
        let [start, line, end] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!((start.as_str(), end.as_str()), ("analysis start", "analysis end"));
        assert!(
            line.contains(" equity ") && line.ends_with(&format!(" action {action}")),
            "{line}"
        );
    }
    // Of a game that is over there is nothing to say.
    engine.send("analyse XGID=-------------------------a-:0:0:1:00:0:0:0:0:10");
    assert_eq!(engine.line(), "sorry");
    engine.end();
}

#[test]
fn the_cube_is_rolled_out_when_games_are_asked_for() {
    let engine = ready(8);
    for (dice, actions) in
        [("00", &["roll", "double take", "double drop"][..]), ("D", &["take", "drop"])]
    {
        engine.send(&format!(
            "analyse ply 0 trials 72 seed 3 XGID=aa--BBBB----dE---d-e----B-:0:0:1:{dice}:0:0:0:0:10"
        ));
        let lines = engine.until("analysis end");
        assert!(lines.contains(&"analysis progress 72 72".to_owned()), "{lines:?}");
        for action in actions {
            let end = format!(" action {action}");
            let said = lines.iter().rfind(|line| line.ends_with(&end)).unwrap();
            assert!(said.contains(" trials 72 "), "{said}");
            assert_eq!(said.contains(" error "), !action.ends_with("drop"), "{said}");
        }
    }
    engine.end();
}

#[test]
fn a_rollout_tells_its_progress_and_can_be_stopped() {
    let engine = ready(8);
    engine
        .send("analyse lines 2 trials 1000000 XGID=-b----E-C---eE---c-e----B-:0:0:1:43:0:0:0:0:10");
    engine.until("analysis progress");
    engine.send("stop");
    engine.until("analysis end");
    // It answers again, and a short rollout ends by itself, the same each time.
    let rolled = || {
        engine.send("analyse lines 2 ply 0 trials 36 seed 5 XGID=-b----E-C---eE---c-e----B-:0:0:1:43:0:0:0:0:10");
        let lines = engine.until("analysis end");
        assert!(lines.contains(&"analysis progress 72 72".to_owned()), "{lines:?}");
        lines
    };
    let lines = rolled();
    let best = lines.iter().rfind(|line| line.starts_with("analysis line 1 ")).unwrap();
    assert!(best.contains(" trials 36 ") && best.contains(" error "), "{best}");
    assert_eq!(rolled(), lines);
    engine.end();
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let engine = ready(10);
    engine.send("analyse trials 1000000 XGID=-b----E-C---eE---c-e----B-:0:0:1:43:0:0:0:0:10");
    engine.until("analysis start");
    engine.end();
}

/// The position as it is sent: the one who rolls, plays or has doubled at the bottom.
fn sent(pos: &Backgammon) -> String {
    write_xgid(pos, pos.turn)
}

/// A match to three points of two levels; every answer is legal. Who won, and what was answered.
fn match_of(engines: &[PipedEngine; 2], seed: u64) -> (Side, Vec<String>) {
    let mut pos = Backgammon::start_of(Terms::match_to(3));
    let (mut answers, mut state) = (Vec::new(), seed);
    let mut die = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 33) % 6) as u8 + 1
    };
    loop {
        let mv = match pos.actor() {
            Actor::Over(_) => {
                let Phase::Over { winner, .. } = pos.phase else { panic!("{pos:?}") };
                return (winner, answers);
            }
            Actor::Chance => match pos.phase {
                Phase::Opening => loop {
                    let (one, other) = (die(), die());
                    if one != other {
                        break Move::Opening(one, other);
                    }
                },
                _ => Move::Rolled(Dice::new(die(), die()).unwrap()),
            },
            Actor::Player(side) => {
                let said = answer(&engines[side.idx()], &sent(&pos));
                answers.push(said.clone());
                let text = if said.is_empty() { "pass" } else { &said };
                pos.read_move(text).unwrap()
            }
        };
        assert!(pos.legal_moves().contains(&mv), "{mv:?} in {}", pos.to_text());
        pos.play_unchecked(&mv);
    }
}

#[test]
fn whole_matches_are_played_legally_at_every_level() {
    let mut doubles = 0;
    for (level, seed) in [(1, 1), (4, 2), (7, 3), (8, 4)] {
        let engines = [ready(level), ready(8)];
        let (_, answers) = match_of(&engines, seed);
        doubles += answers.iter().filter(|answer| *answer == "double").count();
        engines.into_iter().for_each(|engine| drop(engine.end()));
    }
    assert!(doubles > 0, "no side ever doubled");
}

#[test]
fn the_level_is_an_option_that_can_be_set() {
    let engine = started(10);
    engine.send("ubgi");
    let greeting = engine.until("readyok");
    let option = "option name Level type spin default 10 min 1 max 10";
    assert!(greeting.contains(&option.to_owned()), "{greeting:?}");
    engine.send("setoption name Level value 11");
    assert_eq!(engine.line(), "sorry");
    engine.send("setoption name Level value 1");
    // Level 1 slips now and then: among all its answers there are other ones than the best.
    let start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    let answers: Vec<String> = (0..40).map(|_| answer(&engine, start)).collect();
    assert!(answers.iter().any(|said| said != "8/5 6/5"), "{answers:?}");
    engine.end();
}
