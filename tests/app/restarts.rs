//! What becomes of engines that fail in the window: the policy of their entry, and what the user may
//! do about them.

use quintet::app::{AnalysisCommand, Command, EngineCommand, GameCommand, Snapshot, TimeControl};

use super::desk::{DEPTH_1, Desk, builtin, engine, human, n_moves, says};

/// An entry of the list: the scripted engine with these arguments and this policy.
fn entry(name: &str, faults: &str, restart: &str) -> String {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    format!(
        "[[engine]]\nname = {name:?}\nprotocol = \"nboard\"\nrestart = {restart:?}\n\
         command = [{scripted:?}, {faults}]\n"
    )
}

fn desk_with(entries: &str) -> Desk {
    Desk::in_dir_with(tempfile::tempdir().unwrap(), None, entries)
}

fn session_of(snapshot: &Snapshot, name: &str) -> Option<u64> {
    let entry = snapshot.engines.iter().find(|entry| entry.name == name)?;
    entry.sessions.first().copied()
}

#[test]
fn an_engine_is_started_again_by_itself_with_its_game_but_not_for_ever() {
    let mut desk = desk_with(&entry("Phoenix", "\"exit=3@go:2\"", "automatic"));
    desk.play([builtin("1"), engine("Phoenix")], DEPTH_1, "");
    desk.wait("a restart", |s| says(s, "was started again (crashed (exit 3))"));
    let over = desk.wait("the last crash", |s| s.game.result.contains("crashed"));
    let last = desk.wait("the reason", |s| says(s, "has failed too often within a minute"));
    // One move before each crash, and three restarts.
    assert!(n_moves(&over) >= 8, "{} moves", n_moves(&over));
    assert!(last.problems.iter().filter(|problem| problem.text.contains("crashed")).count() >= 4);
}

#[test]
fn an_analysis_goes_on_with_an_engine_that_was_started_again() {
    let mut desk = desk_with(&entry("Lazarus", "\"exit=3@hint\"", "automatic"));
    desk.wait("the board", |s| s.game.can_move);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Lazarus".to_owned())));
    desk.wait("a restart", |s| says(s, "was started again (crashed (exit 3))"));
    // It is asked again each time, or it would not fail again.
    desk.wait("the end of it", |s| says(s, "has failed too often within a minute"));
}

#[test]
fn an_engine_that_is_to_stay_away_is_not_offered_again() {
    let mut desk = desk_with(&entry("Gone", "\"exit=3@go\"", "off"));
    desk.play([human(), engine("Gone")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Gone");
    desk.game(GameCommand::Click("f5".to_owned()));
    let over = desk.wait("the crash", |s| s.game.result.contains("crashed"));
    let problem = over.problems.last().unwrap();
    assert_eq!((problem.restart, problem.seat), (None, Some(1)), "{problem:?}");
}

#[test]
fn an_engine_that_does_not_answer_can_be_waited_for_killed_and_started_again() {
    let mut desk = desk_with(&entry("Sleeper", "\"stall@go\"", "ask"));
    desk.play([human(), engine("Sleeper")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Sleeper");
    desk.game(GameCommand::Click("f5".to_owned()));
    desk.wait("its turn", |s| n_moves(s) == 1 && s.game.turn.is_some() && !s.game.can_move);
    let thinks = |s: &Snapshot| {
        s.game.seats[1].chip.as_ref().is_some_and(|chip| chip.text.starts_with("thinking "))
    };
    desk.wait("its thinking", thinks);
    desk.game(GameCommand::MoveNow);
    let slow = desk.wait("the problem", |s| s.problems.iter().any(|p| p.seat == Some(1)));
    let problem = slow.problems.last().unwrap();
    assert!(problem.text.contains("has not answered for 3 s"), "{problem:?}");
    assert!(slow.game.result.is_empty(), "nobody has lost: {}", slow.game.result);
    let session = session_of(&slow, "Sleeper").unwrap();
    assert_eq!(problem.restart, Some(session));
    desk.send(Command::Engine(EngineCommand::Kill(session)));
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    assert!(over.game.result.contains("was stopped by the user"), "{}", over.game.result);
    desk.send(Command::Engine(EngineCommand::Restart(session)));
    desk.wait("the game going on", |s| s.game.result.is_empty() && s.game.playing && thinks(s));
    desk.game(GameCommand::Forfeit(1));
    let over = desk.wait("the end again", |s| !s.game.result.is_empty());
    assert!(over.game.result.starts_with("Black wins"), "{}", over.game.result);
}
