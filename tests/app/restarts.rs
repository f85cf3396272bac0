//! What becomes of engines that fail in the window: the policy of their entry, and what the user may
//! do about them.

use std::time::Duration;

use quintet::app::{
    AnalysisCommand, Command, DiceChoice, EngineCommand, FailureView, GameCommand, NewGame, Remedy,
    SeatChoice, Snapshot, TimeControl,
};

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

/// What is said of one that does not stop.
const FAILURE: &str = "Sleeper has not answered.";

fn session_of(snapshot: &Snapshot, name: &str) -> Option<u64> {
    let entry = snapshot.engines.iter().find(|entry| entry.name == name)?;
    entry.sessions.first().copied()
}

/// What is wrong with the engine on this seat; `None` for one of the analysis.
fn failure_of(snapshot: &Snapshot, seat: Option<usize>) -> Option<&FailureView> {
    snapshot.failures.iter().find(|failure| failure.seat == seat)
}

#[test]
fn an_engine_is_started_again_by_itself_with_its_game_but_not_for_ever() {
    let mut desk = desk_with(&entry("Phoenix", "\"exit=3@go:2\"", "automatic"));
    desk.play([builtin("1"), engine("Phoenix")], DEPTH_1, "");
    let again = desk.wait("a restart", |s| says(s, "was started again (crashed (exit 3))"));
    assert!(!says(&again, "waits for you"), "nobody is asked: {:?}", again.notices);
    let over = desk.wait("the last crash", |s| s.game.waits);
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
fn an_engine_that_is_to_stay_away_is_neither_offered_again_nor_started() {
    let mut desk = desk_with(&entry("Gone", "\"exit=3@go\"", "off"));
    desk.play([human(), engine("Gone")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Gone");
    desk.game(GameCommand::Click("f5".to_owned()));
    let over = desk.wait("the crash", |s| s.game.waits);
    assert!(says(&over, "take back the last move, or let it lose."), "{:?}", over.notices);
    assert!(!says(&over, "restart"), "{:?}", over.notices);
    let problem = over.problems.last().unwrap();
    assert_eq!((problem.restart, problem.seat), (None, Some(1)), "{problem:?}");
    let failure = failure_of(&over, Some(1)).unwrap();
    assert_eq!(failure.remedies, [Remedy::Replace, Remedy::Forfeit, Remedy::Analyse]);
    desk.game(GameCommand::Resume);
    let still = desk.wait("the refusal", |s| says(s, "It is not to be started again"));
    assert!(still.game.waits && still.game.paused);
}

#[test]
fn after_a_crash_all_that_applies_is_offered_until_the_game_goes_on() {
    let mut desk = desk_with(&entry("Faller", "\"exit=3@go:2\"", "ask"));
    desk.play([human(), engine("Faller")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Faller");
    desk.game(GameCommand::Click("f5".to_owned()));
    let answered = desk.wait("the answer", |s| n_moves(s) == 2 && s.game.can_move);
    assert_eq!(*answered.failures, []);
    // One of them is legal after each of its three answers.
    for square in ["e6", "c5", "e3"] {
        desk.game(GameCommand::Click(square.to_owned()));
    }
    let over = desk.wait("the crash", |s| s.game.waits);
    let failure = failure_of(&over, Some(1)).unwrap();
    assert!(failure.text.ends_with(" crashed (exit 3).") && !failure.text.contains("White"));
    assert_eq!(failure.remedies, [Remedy::Restart, Remedy::Forfeit, Remedy::Analyse]);
    assert!(failure.bundle.is_some() && failure.waits);
    assert!(over.game.result.is_empty() && over.game.playing && over.game.paused);
    assert_eq!(over.game.seats[1].chip.as_ref().unwrap().text, "crashed (exit 3)");
    let asked = "restart the engine, take back the last move, or let it lose.";
    assert!(says(&over, asked), "{:?}", over.notices);
    desk.send(Command::Engine(EngineCommand::Restart(failure.session.unwrap())));
    let again = desk.wait("the restart", |s| !s.game.waits);
    assert!(!says(&again, "waits for you"), "{:?}", again.notices);
    let well = desk.wait("its move", |s| n_moves(s) == 4 && s.game.can_move);
    assert_eq!(*well.failures, []);
}

#[test]
fn the_result_comes_when_the_engine_is_let_to_lose_and_nobody_is_asked_any_more() {
    let mut desk =
        desk_with(&entry("Faller", "\"complain=all is lost\\n@go\", \"exit=3@go\"", "ask"));
    desk.play([human(), engine("Faller")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Faller");
    desk.game(GameCommand::Click("f5".to_owned()));
    let failed = desk.wait("the crash", |s| s.game.waits);
    let failure = failure_of(&failed, Some(1)).unwrap();
    assert_eq!(failure.error_output, ["all is lost"]);
    desk.game(GameCommand::Forfeit(1));
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    assert_eq!(over.game.result, "Black wins: White crashed (exit 3)");
    assert!(!over.game.waits && !says(&over, "waits for you"), "{:?}", over.notices);
    assert_eq!(*over.failures, []);
    // A restart would change nothing any more.
    assert!(failed.problems.iter().any(|problem| problem.restart.is_some()));
    assert!(over.problems.iter().all(|problem| problem.restart.is_none()), "{:?}", over.problems);
}

#[test]
fn a_program_that_is_not_there_is_named_once_and_set_right_on_the_page_of_engines() {
    let missing = "[[engine]]\nname = \"Missing\"\nprotocol = \"nboard\"\ncommand = [\"/no/x\"]\n";
    let mut desk = desk_with(missing);
    desk.play([human(), engine("Missing")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Missing");
    desk.game(GameCommand::Click("f5".to_owned()));
    let failed = desk.wait("the failure", |s| s.game.waits);
    let failure = failure_of(&failed, Some(1)).unwrap();
    assert_eq!(failure.text.matches("could not start").count(), 1, "{}", failure.text);
    assert_eq!(failure.remedies[..3], [Remedy::Engines, Remedy::Restart, Remedy::Replace]);
}

#[test]
fn an_engine_that_lost_on_time_and_did_not_stop_is_called_stalled() {
    let mut desk = desk_with(&entry("Sleeper", "\"stall@go\"", "ask"));
    let clock = TimeControl::SuddenDeath { main: Duration::from_millis(300) };
    desk.play([engine("Sleeper"), human()], clock, "");
    let over = desk.wait("the flag", |s| s.game.result.contains("lost on time"));
    assert!(!over.game.waits, "the clock has decided");
    let stalled =
        |s: &Snapshot| s.game.seats[0].chip.as_ref().is_some_and(|chip| chip.text == "stalled");
    let named = desk.wait("its state", stalled);
    let is_told = |text: &str| text.contains("stalled (did not stop when told to)");
    assert!(named.problems.iter().any(|problem| is_told(&problem.text)), "{:?}", named.problems);
}

#[test]
fn an_analysis_that_crashed_can_be_started_again_or_removed() {
    let mut desk = desk_with(&entry("Fallen", "\"exit=3@hint\"", "ask"));
    desk.wait("the board", |s| s.game.can_move);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Fallen".to_owned())));
    let fallen = desk.wait("the crash", |s| failure_of(s, None).is_some());
    let failure = failure_of(&fallen, None).unwrap();
    assert_eq!(failure.remedies, [Remedy::Restart, Remedy::Remove]);
    assert!(failure.text.ends_with("crashed (exit 3)."), "{failure:?}");
    // It goes on with the analysis that it was in, and so falls once more.
    desk.send(Command::Engine(EngineCommand::Restart(failure.session.unwrap())));
    let n_crashes = |s: &Snapshot| s.problems.iter().filter(|p| p.text.contains("exit 3")).count();
    let again = |s: &Snapshot| n_crashes(s) == 2 && failure_of(s, None).is_some();
    let fallen = desk.wait("the next crash", again);
    let id = failure_of(&fallen, None).unwrap().session.unwrap();
    desk.send(Command::Analysis(AnalysisCommand::RemoveEngine(id)));
    desk.wait("its absence", |s| s.failures.is_empty() && s.analysis.cards.is_empty());
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
    assert!(problem.text.contains("has not answered for 2 s"), "{problem:?}");
    assert!(slow.game.result.is_empty(), "nobody has lost: {}", slow.game.result);
    let session = session_of(&slow, "Sleeper").unwrap();
    assert_eq!(problem.restart, Some(session));
    let failure = failure_of(&slow, Some(1)).unwrap();
    assert_eq!(failure.remedies, Remedy::ALL[..5]);
    assert_eq!((failure.session, failure.text.as_str()), (Some(session), FAILURE));
    // No deadline decides for the person: the protocol's own is 5 s.
    let late =
        |s: &Snapshot| s.failures.iter().any(|f| f.shown == "Sleeper has not answered for 7 s.");
    let late = desk.wait("a long silence", late);
    assert!(late.game.result.is_empty() && !late.game.waits);
    desk.send(Command::Engine(EngineCommand::Kill(session)));
    let over = desk.wait("the end of it", |s| s.game.waits);
    let failure = failure_of(&over, Some(1)).unwrap();
    assert_eq!(failure.text, "Sleeper was stopped by the user.");
    desk.send(Command::Engine(EngineCommand::Restart(session)));
    desk.wait("the game going on", |s| s.game.result.is_empty() && s.game.playing && thinks(s));
    desk.game(GameCommand::Forfeit(1));
    let over = desk.wait("the end again", |s| !s.game.result.is_empty());
    assert!(over.game.result.starts_with("Black wins"), "{}", over.game.result);
}

/// A game in which the engine dies while the person thinks, after its first move; then the person
/// moves.
fn dies_at_rest(restart: &str) -> Desk {
    let mut desk = desk_with(&entry("Napper", "\"exit=3@unknown\"", restart));
    desk.play([engine("Napper"), human()], DEPTH_1, "");
    let mine = desk.wait("my turn", |s| s.game.can_move && n_moves(s) == 1);
    let session = session_of(&mine, "Napper").unwrap();
    desk.send(Command::Engine(EngineCommand::Send(session, "nonsense".to_owned())));
    let dead = desk.wait("its death", |s| s.problems.iter().any(|p| p.text.contains("crashed")));
    assert!(dead.game.can_move && dead.game.result.is_empty(), "it was not to move");
    assert!(!says(&dead, "started again"), "nobody needs it: {:?}", dead.notices);
    let spoken = |s: &Snapshot| {
        let mut cells = s.game.scene.cells.iter();
        cells.find(|cell| cell.spoken.contains("legal")).map(|cell| cell.name.clone())
    };
    desk.game(GameCommand::Click(spoken(&dead).unwrap()));
    desk
}

#[test]
fn an_engine_that_dies_at_rest_is_started_again_by_itself_when_it_is_needed() {
    let mut desk = dies_at_rest("automatic");
    desk.wait("its next move", |s| n_moves(s) == 3 && s.game.can_move);
}

#[test]
fn an_engine_that_dies_at_rest_is_started_again_only_when_the_person_goes_on() {
    let mut desk = dies_at_rest("ask");
    let asked = desk.wait("the question", |s| says(s, "crashed (exit 3) while it was not to move"));
    assert!(asked.game.paused && asked.game.result.is_empty() && n_moves(&asked) == 2);
    desk.game(GameCommand::Resume);
    desk.wait("its next move", |s| n_moves(s) == 3 && s.game.can_move);
}

#[test]
fn after_restart_engine_the_game_goes_on_by_itself_where_it_is_the_engines_turn() {
    let mut desk = dies_at_rest("ask");
    let asked = desk.wait("the question", |s| says(s, "crashed (exit 3) while it was not to move"));
    assert!(asked.game.paused, "the engine is to move, and has ended");
    let session = asked.problems.iter().find_map(|problem| problem.restart).unwrap();
    desk.send(Command::Engine(EngineCommand::Restart(session)));
    let moved = desk.wait("its next move", |s| n_moves(s) == 3 && s.game.can_move);
    assert!(!moved.game.paused && !says(&moved, "Resume it"), "{:?}", moved.notices);
    assert!(!says(&moved, "crashed"), "it runs again: {:?}", moved.notices);
}

#[test]
fn after_another_engine_was_chosen_the_game_goes_on_by_itself() {
    let mut at_rest = dies_at_rest("ask");
    at_rest.wait("the question", |s| says(s, "crashed (exit 3) while it was not to move"));
    at_rest.game(GameCommand::SetSeat(0, builtin("1")));
    at_rest.wait("its first move", |s| n_moves(s) == 3 && s.game.can_move && !s.game.paused);

    let mut at_work = desk_with(&entry("Gone", "\"exit=3@go\"", "off"));
    at_work.play([human(), engine("Gone")], TimeControl::Unlimited, "");
    at_work.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Gone");
    at_work.game(GameCommand::Click("f5".to_owned()));
    at_work.wait("the crash", |s| s.game.waits);
    at_work.game(GameCommand::SetSeat(1, builtin("1")));
    at_work.wait("its first move", |s| n_moves(s) == 2 && s.game.can_move && !s.game.waits);
}

#[test]
fn a_game_that_the_user_paused_stays_so_when_an_engine_takes_a_seat() {
    let mut desk = desk_with(&entry("Well", "", "ask"));
    desk.play([human(), engine("Well")], DEPTH_1, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Well");
    desk.game(GameCommand::Pause);
    desk.wait("the pause", |s| s.game.paused);
    desk.game(GameCommand::SetSeat(0, builtin("1")));
    let seated = desk.wait("the engine", |s| s.game.seats[0].engine.is_some());
    assert!(seated.game.paused && n_moves(&seated) == 0);
}

#[test]
fn an_engine_that_is_to_stay_away_has_failed_when_it_is_needed() {
    let mut desk = dies_at_rest("off");
    let failed = desk.wait("the failure", |s| s.game.waits);
    assert!(failed.failures[0].text.contains("crashed"), "{:?}", failed.failures);
}

#[test]
fn an_engine_that_was_set_right_in_the_list_is_started_as_it_stands_there_now() {
    let wrong =
        "[[engine]]\nname = \"Nowhere\"\nprotocol = \"nboard\"\ncommand = [\"/no/such/program\"]\n";
    let mut desk = desk_with(wrong);
    desk.play([human(), engine("Nowhere")], DEPTH_1, "");
    let board = desk.wait("the board", |s| s.game.seats[1].name == "Nowhere" && s.game.can_move);
    assert!(board.failures.is_empty(), "{:?}", board.failures);
    desk.game(GameCommand::Type("f5".to_owned()));
    let failed = desk.wait("the failure", |s| s.game.waits);
    let list = desk.dir.path().join("engines.toml");
    let text = std::fs::read_to_string(&list).unwrap();
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    std::fs::write(&list, text.replace("/no/such/program", scripted)).unwrap();
    desk.send(Command::Engine(EngineCommand::Reload));
    desk.wait("the list", |s| {
        let entry = s.engines.iter().find(|entry| entry.name == "Nowhere");
        entry.is_some_and(|entry| entry.details.command == [scripted])
    });
    let session = failed.failures[0].session.unwrap();
    desk.send(Command::Engine(EngineCommand::Restart(session)));
    desk.wait("its move", |s| n_moves(s) == 2 && !s.game.waits);
}

/// A game against an engine that does not answer what makes it ready for a search, by its protocol.
fn waits_for_the_ready(game: &str, args: &str) {
    let protocol = match game {
        "hive" => "uhp",
        "backgammon" => "ubgi",
        _ => "nboard",
    };
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    // A second and a half instead of fifteen.
    let entry = format!(
        "[[engine]]\nname = \"Sleeper\"\nprotocol = {protocol:?}\ngames = [{game:?}]\n\
         timeouts = 0.1\ncommand = [{scripted:?}, {args}]\n"
    );
    let mut desk = desk_with(&entry);
    // Whichever side begins.
    begin(&desk, (game, None), [engine("Sleeper"), engine("Sleeper")]);
    let failed = desk.wait("the failure", |s| s.game.info.name == game && s.game.waits);
    assert!(failed.game.result.is_empty() && failed.game.paused, "{game}");
    let failure = failed.failures.iter().find(|failure| failure.waits).unwrap();
    assert!(failure.text.starts_with("Sleeper stalled"), "{game}: {failure:?}");
    // Its process is gone: there is nothing to wait for.
    assert_eq!(failure.remedies, [Remedy::Restart, Remedy::Forfeit, Remedy::Analyse], "{game}");
    let session = failure.session.unwrap();
    desk.send(Command::Engine(EngineCommand::Restart(session)));
    let again = |s: &Snapshot| {
        let mut failures = s.failures.iter();
        failures.any(|failure| failure.waits && failure.session != Some(session))
    };
    let again = desk.wait("the second failure", |s| s.game.waits && again(s));
    assert!(again.game.result.is_empty(), "{game}");
    let seat = again.failures.iter().find(|failure| failure.waits).unwrap().seat.unwrap();
    desk.game(GameCommand::Forfeit(seat));
    desk.wait("the end", |s| !s.game.result.is_empty() && !s.game.waits);
}

#[test]
fn an_engine_that_does_not_get_ready_for_a_search_leaves_the_game_waiting() {
    waits_for_the_ready("othello", "\"stall@ping:2\"");
}

#[test]
fn so_does_one_that_does_not_take_a_game_of_hive() {
    waits_for_the_ready("hive", "\"--uhp\", \"stall@newgame\"");
}

#[test]
fn so_does_one_that_does_not_take_a_position_of_backgammon() {
    waits_for_the_ready("backgammon", "\"--ubgi\", \"--rules\", \"--later\", \"stall@position\"");
}

/// A game of this name and variant, without clocks.
fn begin(desk: &Desk, (game, variant): (&str, Option<&str>), seats: [SeatChoice; 2]) {
    desk.game(GameCommand::New(Box::new(NewGame {
        game: game.to_owned(),
        variant: variant.map(str::to_owned),
        seats,
        clocks: [TimeControl::Unlimited; 2],
        position: String::new(),
        opening: Vec::new(),
        ponder: false,
        dice: DiceChoice::Fresh,
        adaptive: None,
    })));
}

/// An engine that was told to move now and has been silent since.
fn silent(faults: &str) -> Desk {
    let mut desk = desk_with(&entry("Sleeper", faults, "ask"));
    desk.play([human(), engine("Sleeper")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Sleeper");
    desk.game(GameCommand::Click("f5".to_owned()));
    desk.wait("its thinking", |s| {
        s.game.seats[1].chip.as_ref().is_some_and(|chip| chip.text.starts_with("thinking "))
    });
    desk.game(GameCommand::MoveNow);
    desk.wait("its silence", |s| failure_of(s, Some(1)).is_some_and(|f| f.text == FAILURE));
    desk
}

/// A search that ends by restarting the engine was interrupted; it did not fail.
#[test]
fn an_engine_that_is_started_again_to_move_now_leaves_the_game_paused() {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let entry = format!(
        "[[engine]]\nname = \"Sleeper\"\nprotocol = \"ubgi\"\ngames = [\"backgammon\"]\n\
         command = [{scripted:?}, \"--ubgi\", \"--rules\", \"stall@position\"]\n"
    );
    let mut desk = desk_with(&entry);
    // Whichever side begins.
    begin(&desk, ("backgammon", Some("cubeless")), [engine("Sleeper"), engine("Sleeper")]);
    desk.wait("its thinking", |s| {
        let mut chips = s.game.seats.iter().filter_map(|seat| seat.chip.as_ref());
        s.game.info.name == "backgammon" && chips.any(|chip| chip.text.starts_with("thinking "))
    });
    desk.game(GameCommand::MoveNow);
    let paused = desk.wait("the interruption", |s| s.game.paused);
    assert!(says(&paused, "was interrupted before it had a move"), "{:?}", paused.notices);
    assert!(paused.game.result.is_empty() && !paused.game.waits, "{:?}", paused.failures);
    assert!(
        paused.problems.iter().all(|p| !p.text.contains("bad output")),
        "{:?}",
        paused.problems
    );
}

#[test]
fn an_engine_that_is_let_lose_while_it_is_silent_has_stalled() {
    let mut desk = silent("\"stall@go\"");
    desk.game(GameCommand::Forfeit(1));
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    let result = &over.game.result;
    assert!(result.starts_with("Black wins: White stalled (has not answered for "), "{result}");
}

#[test]
fn an_engine_is_called_as_its_seat_among_the_problems_whatever_it_calls_itself() {
    let mut desk = silent("\"--name\", \"Stranger\", \"stall@go\"");
    desk.game(GameCommand::Pause);
    let ended = desk.wait("its end", |s| {
        s.problems.iter().any(|problem| problem.text.contains("Its process was ended"))
    });
    let is_called = |text: &str| text.contains("Sleeper") && !text.contains("Stranger");
    assert!(ended.problems.iter().all(|p| is_called(&p.text)), "{:?}", ended.problems);
}

#[test]
fn an_engine_that_does_not_play_the_variant_is_not_to_be_started_again_first() {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let entry = format!(
        "[[engine]]\nname = \"Narrow\"\nprotocol = \"hub\"\ngames = [\"draughts\"]\n\
         command = [{scripted:?}, \"--hub\", \"--no-variants\"]\n"
    );
    let mut desk = desk_with(&entry);
    begin(&desk, ("draughts", Some("killer")), [engine("Narrow"), human()]);
    let failed = desk.wait("the failure", |s| s.game.waits);
    let failure = failure_of(&failed, Some(0)).unwrap();
    assert!(failure.text.contains("it plays only the international game"), "{failure:?}");
    assert_eq!(failure.remedies[..3], [Remedy::Engines, Remedy::Restart, Remedy::Replace]);
    assert!(says(&failed, "set it right on the page of engines"), "{:?}", failed.notices);
}
