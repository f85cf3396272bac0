//! The draughts engine over Hub.

use quintet::builtin::EngineOptions;
use quintet::builtin::hub::run_hub;
use quintet::games::Rules;
use quintet::games::draughts::{Draughts, Variant};
use quintet::protocol::hub::{Reply, Thought};

use crate::piped::PipedEngine;

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

/// A position: who is to move, and the pieces by square.
fn board(side: char, pieces: &[(usize, char)]) -> String {
    let mut squares = ['e'; 50];
    pieces.iter().for_each(|(number, piece)| squares[number - 1] = *piece);
    std::iter::once(side).chain(squares).collect()
}

/// White takes one man, and can do nothing else.
fn forced() -> String {
    board('W', &[(33, 'w'), (28, 'b'), (2, 'b')])
}

fn started(level: u8) -> PipedEngine {
    PipedEngine::start(move |input, output| {
        run_hub(input, output, EngineOptions { level, seed: Some(1) })
    })
}

/// An engine that is ready, after these parameters were set.
fn ready(params: &[(&str, &str)]) -> PipedEngine {
    let engine = started(10);
    engine.send("hub");
    engine.until("wait");
    for (name, value) in params {
        engine.send(&format!("set-param name={name} value=\"{value}\""));
    }
    engine.send("init");
    engine.until("ready");
    engine
}

fn thoughts(lines: &[String]) -> Vec<Thought> {
    lines
        .iter()
        .filter_map(|line| match Reply::parse(line) {
            Reply::Info(thought) => Some(thought),
            _ => None,
        })
        .collect()
}

/// The move and the reply expected of a `done` line.
fn done(line: &str) -> (Option<String>, Option<String>) {
    match Reply::parse(line) {
        Reply::Done(done) => (done.mv, done.ponder),
        other => panic!("{other:?}"),
    }
}

fn position(variant: Variant, text: &str) -> Draughts {
    let setup = quintet::games::Setup {
        variant: Some(variant.name().to_owned()),
        position: Some(text.to_owned()),
    };
    Draughts::start(&setup).unwrap()
}

#[test]
fn it_declares_parameters_of_every_type_and_its_five_variants() {
    let engine = started(4);
    engine.send("hub");
    let lines = engine.until("wait");
    assert!(lines[0].starts_with("id name=Quintet version="), "{lines:?}");
    for kind in ["bool", "int", "real", "string", "enum"] {
        let declares = |line: &String| line.contains(&format!("type={kind}"));
        assert!(lines.iter().any(declares), "no {kind} in {lines:?}");
    }
    let level = "param name=level value=4 type=int min=1 max=10";
    assert!(lines.iter().any(|line| line == level), "{lines:?}");
    let variants = "values=\"normal killer bt frisian losing\"";
    assert!(lines.iter().any(|line| line.contains(variants)), "{lines:?}");
    assert!(engine.end().is_empty());
}

#[test]
fn every_variant_is_played_to_its_end_with_legal_moves() {
    for variant in Variant::ALL {
        let engine = ready(&[("variant", variant.name()), ("noise", "0.5"), ("hash", "1")]);
        let mut pos = Draughts::start_of(variant);
        let mut moves: Vec<String> = Vec::new();
        while pos.ending().is_none() && moves.len() < 160 {
            engine.send(&format!("pos pos={START} moves=\"{}\"", moves.join(" ")));
            engine.send("level depth=2\ngo think");
            let (mv, _) = done(&engine.until("done").pop().unwrap());
            let read = pos.read_move(&mv.clone().unwrap()).unwrap();
            assert!(Rules::legal_moves(&pos).contains(&read), "{variant:?} {moves:?} {mv:?}");
            pos.play(&read);
            moves.extend(mv);
        }
        assert!(moves.len() > 20, "{variant:?} {moves:?}");
    }
}

#[test]
fn the_variant_decides_what_is_legal() {
    // Only Frisian takes straight ahead: 28 over 18.
    let pos = board('W', &[(28, 'w'), (18, 'b')]);
    let answer = |variant| {
        let engine = ready(&[("variant", variant)]);
        engine.send(&format!("pos pos={pos}\nlevel depth=3\ngo think"));
        done(&engine.until("done").pop().unwrap()).0.unwrap()
    };
    assert_eq!(answer("frisian"), "28x8x18");
    assert!(["28-22", "28-23"].contains(&answer("normal").as_str()));
}

#[test]
fn a_forced_move_is_answered_at_once_and_explained_when_it_is_analysed() {
    let forced = forced();
    let engine = ready(&[]);
    engine.send(&format!("pos pos={forced}\nlevel infinite\ngo think"));
    let lines = engine.until("done");
    assert_eq!(thoughts(&lines).len(), 1, "{lines:?}");
    assert_eq!(thoughts(&lines)[0].depth, None);
    assert_eq!(done(&lines[1]).0.as_deref(), thoughts(&lines)[0].pv.first().map(String::as_str));
    engine.send(&format!("pos pos={forced}\nlevel depth=3\ngo analyze"));
    let lines = engine.until("done");
    assert_eq!(thoughts(&lines).last().unwrap().depth, Some(3));
}

#[test]
fn clocks_beyond_all_measure_are_borne() {
    let forced = forced();
    let engine = ready(&[]);
    for level in ["time=1e20 inc=1", "time=1e19 moves=1", "time=1e300 inc=1e300", "move-time=1e19"]
    {
        engine.send(&format!("pos pos={forced}\nlevel {level}\ngo think"));
        assert!(done(&engine.until("done").pop().unwrap()).0.is_some(), "{level}");
    }
    engine.send(&format!("pos pos={START}\nlevel time=1e19 inc=1e19 moves=2\ngo think"));
    engine.line();
    engine.send("stop");
    assert!(done(&engine.until("done").pop().unwrap()).0.is_some());
}

#[test]
fn depth_and_nodes_end_a_search_and_hold_for_that_one_only() {
    let engine = ready(&[]);
    engine.send(&format!("pos pos={START}\nlevel depth=4\ngo analyze"));
    let lines = engine.until("done");
    let depths: Vec<_> = thoughts(&lines).iter().map(|thought| thought.depth).collect();
    assert_eq!(depths, [Some(1), Some(2), Some(3), Some(4)]);
    engine.send("level nodes=3000\ngo analyze");
    let lines = engine.until("done");
    let last = thoughts(&lines).pop().unwrap();
    assert!(last.nodes.unwrap() <= 3_000, "{last:?}");
    // Without a level nothing but `stop` ends it.
    engine.send("go analyze");
    while thoughts(&[engine.line()])[0].depth.unwrap() < 6 {}
    engine.send("stop");
    engine.until("done");
}

#[test]
fn what_it_says_of_a_search_is_whole_and_its_moves_are_legal() {
    let engine = ready(&[]);
    engine.send(&format!("pos pos={START}\nlevel depth=7\ngo think"));
    let mut lines = engine.until("done");
    let (mv, ponder) = done(&lines.pop().unwrap());
    let last = thoughts(&lines).pop().unwrap();
    assert_eq!(last.pv.first(), mv.as_ref());
    assert_eq!(last.pv.get(1), ponder.as_ref());
    assert!(last.score.is_some() && last.time.is_some() && last.nps.is_some());
    assert!(last.mean_depth.unwrap() >= 5.0, "{last:?}");
    let mut pos = Draughts::start_of(Variant::International);
    for text in &last.pv {
        let mv = pos.read_move(text).unwrap();
        assert!(Rules::legal_moves(&pos).contains(&mv), "{text} in {:?}", last.pv);
        pos.play(&mv);
    }
}

#[test]
fn a_ping_is_answered_while_it_searches_and_the_search_goes_on() {
    let engine = ready(&[]);
    engine.send(&format!("pos pos={START}\nlevel infinite\ngo analyze"));
    let mut depth = 0;
    for _ in 0..3 {
        engine.send("ping");
        let lines = engine.until("pong");
        assert!(lines.iter().all(|line| !line.starts_with("done")), "{lines:?}");
        let deepest = thoughts(&lines).iter().filter_map(|thought| thought.depth).max();
        depth = depth.max(deepest.unwrap_or(0));
    }
    engine.send("stop\nping");
    let lines = engine.until("pong");
    assert!(lines[lines.len() - 2].starts_with("done move="), "{lines:?}");
    assert!(depth > 0 || thoughts(&lines).iter().any(|thought| thought.depth.is_some()));
}

#[test]
fn while_it_ponders_its_clock_does_not_run_and_at_ponder_hit_it_does() {
    let engine = ready(&[]);
    engine.send(&format!("pos pos={START} moves=\"32-28 20-25\"\nlevel move-time=0\ngo ponder"));
    // If the clock ran the search would have ended before the first depth was told.
    engine.send("ping");
    let mut lines = engine.until("pong");
    while thoughts(&lines).iter().all(|thought| thought.depth < Some(5)) {
        lines.push(engine.line());
    }
    assert!(lines.iter().all(|line| !line.starts_with("done")), "{lines:?}");
    engine.send("ponder-hit");
    assert!(done(&engine.until("done").pop().unwrap()).0.is_some());
}

#[test]
fn a_new_search_ends_the_old_one_and_each_has_one_done() {
    let engine = ready(&[]);
    engine.send(&format!("pos pos={START}\nlevel infinite\ngo ponder\nstop"));
    engine.send(&format!("pos pos={START} moves=31-26\nlevel depth=2\ngo think\nping"));
    let lines = engine.until("pong");
    let n_done = lines.iter().filter(|line| line.starts_with("done")).count();
    assert!(n_done >= 1, "{lines:?}");
    let last = if n_done == 2 { lines[lines.len() - 2].clone() } else { engine.line() };
    let pos = {
        let mut pos = Draughts::start_of(Variant::International);
        pos.play(&pos.read_move("31-26").unwrap());
        pos
    };
    let mut last = last;
    while !last.starts_with("done") {
        last = engine.line();
    }
    let mv = pos.read_move(&done(&last).0.unwrap()).unwrap();
    assert!(Rules::legal_moves(&pos).contains(&mv), "{last}");
    // Without `stop`, too.
    engine.send("level infinite\ngo analyze\nlevel depth=1\ngo think\nping");
    let mut lines = engine.until("pong");
    while lines.iter().filter(|line| line.starts_with("done")).count() < 2 {
        lines.push(engine.line());
    }
}

#[test]
fn stop_is_ignored_when_nothing_runs() {
    let engine = ready(&[]);
    engine.send("stop\nponder-hit\nping");
    assert_eq!(engine.line(), "pong");
}

#[test]
fn a_bad_position_or_move_is_refused_and_the_old_position_stays() {
    let forced = forced();
    let engine = ready(&[]);
    engine.send(&format!("pos pos={forced}"));
    let bad = ["pos=Wbbb", &format!("pos={START} moves=\"32-28 32-28\""), "pos=rubbish"];
    for place in bad {
        engine.send(&format!("pos {place}"));
        let line = engine.line();
        assert!(line.starts_with("error message=\"") && line.ends_with('"'), "{line}");
    }
    engine.send("level depth=1\ngo think");
    let lines = engine.until("done");
    let pos = position(Variant::International, &forced);
    let mv = pos.read_move(&done(&lines[lines.len() - 1]).0.unwrap()).unwrap();
    assert!(Rules::legal_moves(&pos).contains(&mv));
}

#[test]
fn its_own_opening_is_played_while_the_game_follows_it() {
    let engine = ready(&[("opening", "33-28 18-22 38-33"), ("ponder", "false")]);
    for (moves, expected) in [("", "33-28"), ("33-28", "18-22"), ("33-28 18-22", "38-33")] {
        engine.send(&format!("pos pos={START} moves=\"{moves}\"\nlevel infinite\ngo think"));
        assert_eq!(engine.until("done").pop().unwrap(), format!("done move={expected}"));
    }
    engine.send(&format!("pos pos={START} moves=\"32-28\"\nlevel depth=1\ngo think"));
    let lines = engine.until("done");
    assert_eq!(thoughts(&lines)[0].depth, Some(1));
    assert_eq!(done(&lines[lines.len() - 1]).1, None, "ponder is off");
}

#[test]
fn an_opening_that_cannot_be_played_is_named_and_left_out() {
    let engine = started(10);
    engine.send("hub\nset-param name=opening value=\"33-28 33-28\"\ninit");
    let lines = engine.until("ready");
    let error = "error message=\"opening: illegal move: 33-28\"";
    assert!(lines.iter().any(|line| line == error), "{lines:?}");
}

#[test]
fn contempt_is_what_a_draw_costs() {
    // Kings with nothing else: all that is left is a draw.
    let pos = board('W', &[(47, 'W'), (4, 'B')]);
    let value = |contempt| {
        let engine = ready(&[("contempt", contempt)]);
        let kings = "47-42 4-10 42-47 10-4 47-42 4-10 42-47 10-4";
        engine.send(&format!("pos pos={pos} moves=\"{kings}\"\nlevel depth=9\ngo analyze"));
        thoughts(&engine.until("done")).pop().unwrap().score.unwrap()
    };
    let (plain, proud) = (value("0"), value("2"));
    assert!(plain.abs() < 0.01, "{plain}");
    assert!((proud + 2.0).abs() < 0.01, "{proud}");
}

#[test]
fn levels_differ_in_how_far_they_see() {
    let depth = |level| {
        let engine = ready(&[("level", level)]);
        engine.send(&format!("pos pos={START}\nlevel depth=8\ngo think"));
        thoughts(&engine.until("done")).pop().unwrap().depth.unwrap()
    };
    assert_eq!(depth("10"), 8);
    assert!(depth("1") < depth("5") && depth("5") < depth("10"));
}

#[test]
fn quit_gives_the_move_first_and_the_end_of_the_input_does_not() {
    for quits in [true, false] {
        let engine = ready(&[]);
        engine.send(&format!("pos pos={START}\nlevel infinite\ngo think"));
        engine.until("info");
        if quits {
            engine.send("quit");
        }
        let lines = engine.end();
        let n_done = lines.iter().filter(|line| line.starts_with("done")).count();
        assert_eq!(n_done, usize::from(quits), "{lines:?}");
    }
}

#[test]
fn new_game_and_unknown_lines_do_no_harm() {
    let engine = ready(&[]);
    engine.send("new-game\nhello world=1\n\nlevel\npos\nlevel depth=2\ngo think");
    assert!(engine.until("done").pop().unwrap().starts_with("done move="));
}
