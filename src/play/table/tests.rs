//! Games at a table, with invented times.

use super::*;
use crate::games::{self, Outcome};

fn secs(secs: f64) -> Duration {
    Duration::from_secs_f64(secs)
}

fn othello(position: Option<&str>, controls: [&str; 2]) -> Table {
    let game = games::find("othello").unwrap();
    let setup = Setup { variant: None, position: position.map(str::to_owned) };
    let controls = controls.map(|control| control.parse().unwrap());
    Table::new(game, setup, controls, HistoryRules::default()).unwrap()
}

/// Black has a1 and a8, White b1 and b8: Black takes one after the other, White passes between.
const WHITE_WILL_PASS: &str = concat!(
    "XO------", "--------", "--------", "--------", "--------", "--------", "--------", "XO------",
    " X"
);

#[test]
fn a_game_keeps_its_times_and_its_evaluations() {
    let mut table = othello(None, ["60s+1s", "60s"]);
    let now = Instant::now();
    table.start_clock(now);
    let eval = Evaluation {
        score: 1.5,
        depth: "8".into(),
        engine: "Deep".into(),
        ..Evaluation::default()
    };
    let played = table.play("F5", now + secs(2.0), Some(eval)).unwrap();
    assert_eq!((played.mv.0.as_str(), played.elapsed), ("f5", secs(2.0)));
    table.start_clock(now + secs(2.5));
    let eval = Evaluation { score: 2.0, ..Evaluation::default() };
    table.play("d6", now + secs(5.5), Some(eval)).unwrap();
    let node = table.record().node(table.node());
    assert_eq!((node.elapsed, node.time_left), (Some(secs(3.0)), Some(secs(57.0))));
    assert_eq!(table.clock(Side::First, now).left, secs(59.0));
    let linked = table.linked();
    let evals: Vec<Option<f64>> = linked.moves.iter().map(|mv| mv.eval).collect();
    assert_eq!(evals, [Some(1.5), Some(-2.0)], "each from its own player's view");
    let clocks = table.limits_for(Side::First).clocks.unwrap();
    assert_eq!(clocks.map(|clock| clock.main), [secs(59.0), secs(57.0)]);
}

#[test]
fn a_move_that_comes_too_late_loses_and_is_not_played() {
    let mut table = othello(None, ["10s", "none"]);
    let now = Instant::now();
    table.start_clock(now);
    assert_eq!(table.flag_at(), Some(now + secs(10.0)));
    assert_eq!(table.check_flag(now + secs(9.9)), None);
    assert_eq!(table.play("f5", now + secs(10.1), None), Err(TableError::TooLate));
    assert_eq!(table.ply(), 0);
    assert_eq!(table.forfeited(), Some(&(Side::First, Cause::LostOnTime)));
    let result = table.result().unwrap();
    assert_eq!(result.outcome, Outcome::WonBy(Side::Second));
    assert_eq!(result.reason, "Black lost on time");
    assert_eq!(table.clock(Side::First, now).left, Duration::ZERO);
    assert_eq!(table.turn(), None);
}

#[test]
fn a_fallen_flag_ends_the_game_without_a_move() {
    let mut table = othello(None, ["2s/move", "2s/move"]);
    let now = Instant::now();
    table.start_clock(now);
    assert_eq!(table.zero_at(), Some(now + secs(2.0)));
    let flag = table.flag_at().unwrap();
    assert_eq!(table.check_flag(flag), Some(Side::First));
    assert!(table.is_over());
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut table = othello(None, ["10s", "10s"]);
    let now = Instant::now();
    table.start_clock(now);
    let illegal = table.play("a1", now + secs(1.0), None).unwrap_err();
    assert_eq!(illegal, TableError::Play(PlayError::Illegal { mv: "a1".into() }));
    assert_eq!(table.clock(Side::First, now + secs(2.0)).left, secs(8.0));
    assert_eq!(table.turn(), Some(Side::First));
}

#[test]
fn a_forced_pass_is_a_move_of_the_record_and_costs_nothing() {
    let mut table = othello(Some(WHITE_WILL_PASS), ["10s", "10s+5s"]);
    let now = Instant::now();
    assert_eq!(table.forced_pass(), None);
    let first = table.legal_moves().remove(0);
    table.play(&first.0, now, None).unwrap();
    let pass = table.forced_pass().expect("White has no move");
    assert!(pass.note.contains("White"), "{}", pass.note);
    let played = table.play(&pass.mv.0, now + secs(3.0), None).unwrap();
    assert_eq!((played.side, played.elapsed), (Some(Side::Second), Duration::ZERO));
    assert_eq!(table.clock(Side::Second, now).left, secs(10.0), "no increment either");
    assert_eq!(table.turn(), Some(Side::First));
    assert_eq!(table.record().main_line().len(), 2);
}

#[test]
fn take_back_restores_position_clock_and_result() {
    let mut table = othello(None, ["10s", "10s"]);
    let now = Instant::now();
    for (idx, mv) in ["f5", "d6", "c3"].iter().enumerate() {
        let at = now + secs(idx as f64);
        table.start_clock(at);
        table.play(mv, at + secs(1.0), None).unwrap();
    }
    table.resign(Side::Second);
    assert_eq!(table.result().unwrap().reason, "White resigned");
    assert_eq!(table.take_back(2), 2);
    assert_eq!((table.ply(), table.result(), table.forfeited()), (1, None, None));
    assert_eq!(table.turn(), Some(Side::Second));
    assert_eq!(table.clock(Side::First, now).left, secs(9.0));
    assert_eq!(table.clock(Side::Second, now).left, secs(10.0));
    assert_eq!(table.linked().moves.len(), 1);
    table.play("f4", now, None).unwrap();
    assert_eq!(table.record().moves_to(table.record().last()).len(), 2);
    assert_eq!(table.take_back(9), 2);
    assert_eq!(table.take_back(1), 0);
}

#[test]
fn what_was_tried_beside_a_move_taken_back_is_no_move_of_the_game() {
    let mut table = othello(None, ["none", "none"]);
    let now = Instant::now();
    for mv in ["f5", "d6", "c3"] {
        table.play(mv, now, None).unwrap();
    }
    // Beside d6, with an answer.
    let f5 = table.nodes()[0];
    let f6 = table.record_mut().add(f5, MoveText("f6".to_owned()), Some(Side::Second));
    table.record_mut().add(f6, MoveText("e6".to_owned()), Some(Side::First));
    assert_eq!(table.take_tried(), None);
    table.take_back(2);
    assert_eq!((table.record().last(), table.node()), (f5, f5));
    let tried = table.take_tried().unwrap();
    let moves: Vec<String> = tried.moves_to(tried.last()).into_iter().map(|mv| mv.0).collect();
    assert_eq!(moves, ["f5", "f6", "e6"]);
    assert_eq!(table.take_tried(), None);
    // The move that was tried is made: what was tried after it is not.
    table.record_mut().graft(&tried, None);
    table.play("f6", now, None).unwrap();
    assert_eq!(
        (table.record().last(), table.record().main_line()),
        (table.node(), table.nodes().to_vec())
    );
    assert_eq!(table.take_tried().unwrap().main_line().len(), 3);
}

#[test]
fn a_game_goes_on_where_it_ended_and_not_behind_what_was_tried_there() {
    let mut table = othello(None, ["none", "none"]);
    for mv in ["f5", "d6"] {
        table.play(mv, Instant::now(), None).unwrap();
    }
    table.resign(Side::First);
    let mut record = table.into_record();
    record.close();
    record.add(record.last(), MoveText("c3".to_owned()), Some(Side::First));
    let game = games::find("othello").unwrap();
    let controls = [TimeControl::Unlimited; 2];
    let mut table = Table::resume(game, record, controls, HistoryRules::default()).unwrap();
    assert_eq!((table.ply(), table.record().main_line().len()), (2, 2));
    table.play("c4", Instant::now(), None).unwrap();
    assert_eq!((table.ply(), table.record().main_line().len()), (3, 3));
    assert_eq!(table.take_tried().unwrap().main_line().len(), 3);
}

#[test]
fn the_clocks_of_a_game_given_up_show_what_they_showed() {
    let mut table = othello(None, ["10s", "10s"]);
    let now = Instant::now();
    table.start_clock(now);
    let at = now + secs(4.0);
    table.stop_clocks(at);
    table.resign(Side::First);
    let later = at + secs(5.0);
    assert_eq!(table.clock(Side::First, later).left, secs(6.0));
    assert_eq!(table.clock(Side::First, later).running_since, None);
    assert!(!table.is_paused());
}

#[test]
fn a_saved_game_goes_on_with_its_clocks() {
    let mut table = othello(None, ["3/10s", "10s"]);
    let now = Instant::now();
    for mv in ["f5", "d6", "c3"] {
        table.start_clock(now);
        table.play(mv, now + secs(2.0), None).unwrap();
    }
    let controls = [table.control(Side::First), table.control(Side::Second)];
    let record = table.record().clone();
    let rules = HistoryRules::default();
    let again = Table::resume(table.game(), record, controls, rules).unwrap();
    assert_eq!(again.position().to_text(), table.position().to_text());
    for side in Side::BOTH {
        assert_eq!(again.clock(side, now), table.clock(side, now));
        assert_eq!(again.limits_for(side), table.limits_for(side));
    }
}

#[test]
fn nobody_moves_in_a_pause() {
    let mut table = othello(None, ["10s", "10s"]);
    let now = Instant::now();
    table.start_clock(now);
    table.pause(now + secs(4.0));
    assert_eq!(table.play("f5", now + secs(5.0), None), Err(TableError::Paused));
    assert_eq!(table.flag_at(), None);
    table.start_clock(now + secs(50.0));
    assert_eq!(table.flag_at(), None, "a paused clock does not start");
    table.resume_clocks();
    table.start_clock(now + secs(100.0));
    let played = table.play("f5", now + secs(101.0), None).unwrap();
    assert_eq!(played.elapsed, secs(5.0));
}

#[test]
fn a_finished_game_has_its_result_from_the_board() {
    // A whole game that Black wins 37-27 (rules.md, 3.4).
    let game = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7h6c5b6e8d8c6c7b5e3c8b8f2a5d2g8b4a3a4b3c2g4g5h5h3b2a7\
                a6a1h4h7g3a2d1c1e1f1e2h2b1g2a8b7h1g1h8g7";
    let mut table = othello(None, ["none", "none"]);
    let now = Instant::now();
    for mv in game.as_bytes().chunks(2) {
        while let Some(pass) = table.forced_pass() {
            table.play(&pass.mv.0, now, None).unwrap();
        }
        table.play(std::str::from_utf8(mv).unwrap(), now, None).unwrap();
    }
    let result = table.result().unwrap();
    assert_eq!((result.outcome, result.margin), (Outcome::WonBy(Side::First), Some(10)));
    assert_eq!(table.play("a1", now, None), Err(TableError::Over));
    assert!(table.legal_moves().is_empty());
    table.resign(Side::First);
    assert_eq!(table.result().unwrap().margin, Some(10), "who has won cannot resign");
}

#[test]
fn a_draw_is_agreed_when_both_offer_it_before_the_other_has_moved() {
    let mut table = othello(None, ["none", "none"]);
    let now = Instant::now();
    assert!(!table.offer_draw(Side::First));
    table.play("f5", now, None).unwrap();
    assert_eq!(table.draw_offer(), Some(Side::First), "it stands while the other thinks");
    table.play("d6", now, None).unwrap();
    assert_eq!(table.draw_offer(), None, "a move declines it");
    assert!(!table.offer_draw(Side::Second) && !table.offer_draw(Side::Second));
    assert!(table.offer_draw(Side::First));
    assert_eq!(table.result().unwrap().outcome, Outcome::Draw);
    assert_eq!(table.result().unwrap().reason, "draw agreed");
    assert!(!table.offer_draw(Side::First), "it is over");
}

#[test]
fn a_seat_without_a_clock_can_be_given_a_limit_in_the_middle_of_a_game() {
    let mut table = othello(None, ["none", "none"]);
    let now = Instant::now();
    table.play("f5", now, None).unwrap();
    table.set_control(Side::Second, TimeControl::USUAL);
    assert_eq!(table.limits_for(Side::Second).move_time, Some(Duration::from_secs(5)));
    assert_eq!(table.limits_for(Side::First).move_time, None);
    table.start_clock(now);
    assert_eq!(table.zero_at(), Some(now + Duration::from_secs(5)));
}
