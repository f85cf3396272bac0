//! The time that a player has where the user says nothing.

use std::time::Duration;

use quintet::app::{GameCommand, Snapshot, TimeControl};

use super::desk::{Desk, builtin, engine, fact, human};

#[test]
fn an_engine_that_takes_a_seat_without_a_clock_has_five_seconds_a_move() {
    let mut desk = Desk::new();
    desk.play([human(), human()], TimeControl::Unlimited, "");
    desk.wait("the game", |s| s.game.can_move && s.game.playing);
    desk.game(GameCommand::SetSeat(1, builtin("1")));
    let own = desk.wait("its own engine", |s| s.game.seats[1].engine.is_some());
    assert_eq!(fact(&own, "Time"), Some("none"), "an engine of the program plays by its level");
    desk.game(GameCommand::SetSeat(1, engine("Crasher")));
    let crasher = |s: &Snapshot| s.game.seats[1].engine.as_deref() == Some("Crasher");
    let other = desk.wait("another engine", crasher);
    assert_eq!(fact(&other, "Time"), Some("none against 5s/move"));
    // Where the user has said something, it stands.
    desk.play([human(), human()], TimeControl::PerMove { time: Duration::from_secs(1) }, "");
    desk.wait("the second game", |s| fact(s, "Time") == Some("1s/move"));
    desk.game(GameCommand::SetSeat(1, engine("Crasher")));
    let limited = desk.wait("the engine in it", crasher);
    assert_eq!(fact(&limited, "Time"), Some("1s/move"));
}
