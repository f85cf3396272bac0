//! Games that were not finished when the program ended: none replaces another, and each comes back
//! as it was.

use std::path::PathBuf;
use std::time::Duration;

use quintet::app::{
    Command, DiceChoice, EngineChange, EngineCommand, GameCommand, NewGame, Remedy, SeatChoice,
    SettingsCommand, Snapshot, TimeControl,
};

use super::desk::{Desk, engine, human, n_moves, says, wait_until};

fn again(desk: Desk) -> Desk {
    let Desk { app, dir } = desk;
    drop(app);
    Desk::in_dir(dir, None)
}

fn files(desk: &Desk) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(desk.dir.path()).unwrap().map(|entry| entry.unwrap().path());
    let is_game = |path: &PathBuf| {
        path.extension().is_some_and(|ext| ext == "json")
            && path.to_string_lossy().contains("unfinished-game")
    };
    let mut found: Vec<PathBuf> = entries.filter(is_game).collect();
    found.sort();
    found
}

/// A game of two people in which the moves are made.
fn play(desk: &mut Desk, clock: TimeControl, moves: &[&str]) {
    desk.play([human(), human()], clock, "");
    let is_new = |s: &Snapshot| s.game.can_move && n_moves(s) == 0 && s.game.seats[1].human;
    desk.wait("the board", is_new);
    for (idx, mv) in moves.iter().enumerate() {
        desk.game(GameCommand::Type((*mv).to_owned()));
        desk.wait("the move", |s| n_moves(s) == idx + 1);
    }
}

#[test]
fn a_game_that_was_offered_is_not_lost_by_playing_another_one() {
    let mut desk = Desk::new();
    play(&mut desk, TimeControl::Unlimited, &["f5", "d6", "c3"]);
    let mut desk = again(desk);
    desk.wait("the offer", |s| says(s, "not finished"));
    // One that ends takes its own file along, and one that is left stays beside the first.
    play(&mut desk, TimeControl::Unlimited, &["f5"]);
    desk.game(GameCommand::Forfeit(0));
    desk.wait("the end of it", |s| !s.game.result.is_empty());
    play(&mut desk, TimeControl::Unlimited, &["d3", "c5"]);
    let mut desk = again(desk);
    desk.wait("the offer of both", |s| {
        says(s, "2 moves.") && says(s, "An older one comes after it.")
    });
    assert_eq!(files(&desk).len(), 2);
    desk.game(GameCommand::UndoNew);
    desk.wait("the newest", |s| n_moves(s) == 2 && s.game.paused);
    desk.game(GameCommand::UndoNew);
    desk.wait("the one before", |s| n_moves(s) == 3 && s.game.paused);
    // Played on, it is kept where it was.
    desk.game(GameCommand::Resume);
    desk.game(GameCommand::Type("d3".to_owned()));
    desk.wait("another move", |s| n_moves(s) == 4);
    let mut desk = again(desk);
    desk.wait("the offer of it first", |s| says(s, "4 moves."));
    assert_eq!(files(&desk).len(), 2);
}

#[test]
fn two_windows_keep_their_games_in_files_of_their_own() {
    let mut first = Desk::new();
    play(&mut first, TimeControl::Unlimited, &["f5", "d6", "c3"]);
    // The other has the same configuration; it is not offered what is still being played.
    let mut second = first.beside();
    play(&mut second, TimeControl::Unlimited, &["c4"]);
    assert!(!says(&second.app.snapshot(), "not finished"));
    first.game(GameCommand::Type("d3".to_owned()));
    first.wait("a move of the first", |s| n_moves(s) == 4);
    drop(second);
    let mut first = again(first);
    first.wait("the offer of both", |s| {
        says(s, "4 moves.") && says(s, "An older one comes after it.")
    });
    assert_eq!(files(&first).len(), 2);
}

#[test]
fn a_seat_that_was_taken_by_another_is_kept_without_a_move() {
    let mut desk = Desk::new();
    play(&mut desk, TimeControl::Unlimited, &["f5"]);
    desk.game(GameCommand::SetSeat(0, SeatChoice::Human { name: "Zoe".to_owned() }));
    desk.wait("her", |s| s.game.seats[0].name == "Zoe");
    let is_kept = || {
        let kept = files(&desk).first().map(|file| std::fs::read_to_string(file).unwrap());
        kept.is_some_and(|kept| kept.contains("Zoe"))
    };
    wait_until("the file to say so", is_kept);
}

#[test]
fn more_games_than_are_kept_replace_the_oldest() {
    let mut desk = Desk::new();
    let moves = ["f5", "d6", "c3", "d3", "c4", "f4"];
    for n in 1..=6 {
        play(&mut desk, TimeControl::Unlimited, &moves[..n]);
    }
    let mut desk = again(desk);
    desk.wait("the offer", |s| says(s, "6 moves.") && says(s, "3 older ones come after it."));
    for n in [6, 5, 4, 3] {
        desk.game(GameCommand::UndoNew);
        desk.wait("the next", |s| n_moves(s) == n);
    }
    assert_eq!(files(&desk).len(), 4);
}

#[test]
fn a_damaged_file_is_named_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("unfinished-game.json");
    std::fs::write(&path, "{\"version\":1,").unwrap();
    let mut desk = Desk::in_dir(dir, None);
    let is_named = |s: &Snapshot| s.problems.iter().any(|p| p.text.contains("cannot be offered"));
    desk.wait("the problem", is_named);
    play(&mut desk, TimeControl::Unlimited, &["f5"]);
    let mut desk = again(desk);
    desk.wait("the offer", |s| says(s, "not finished"));
    assert_eq!(std::fs::read_to_string(path).unwrap(), "{\"version\":1,");
}

#[test]
fn the_clocks_of_a_game_go_on_where_they_stood() {
    let mut desk = Desk::new();
    let clock = TimeControl::SuddenDeath { main: Duration::from_secs(300) };
    play(&mut desk, clock, &["f5", "d6", "c3"]);
    desk.game(GameCommand::Pause);
    let left = |s: &Snapshot| s.game.clocks.each_ref().map(|clock| clock.left);
    let before = left(&desk.wait("the pause", |s| s.game.paused));
    assert!(before.iter().all(|left| *left < Duration::from_secs(300)), "{before:?}");
    let mut desk = again(desk);
    desk.wait("the offer", |s| says(s, "not finished"));
    desk.game(GameCommand::UndoNew);
    let back = desk.wait("the game", |s| n_moves(s) == 3 && s.game.paused);
    assert_eq!(left(&back), before);
}

#[test]
fn a_turn_in_its_middle_does_not_cost_what_was_said_before() {
    let mut desk = Desk::new();
    desk.game(GameCommand::New(Box::new(NewGame {
        game: "backgammon".to_owned(),
        variant: Some("match-3".to_owned()),
        seats: [human(), human()],
        clocks: [TimeControl::SuddenDeath { main: Duration::from_secs(300) }; 2],
        position: String::new(),
        opening: Vec::new(),
        ponder: false,
        dice: DiceChoice::Seed("quintet".to_owned()),
        adaptive: None,
    })));
    let start =
        desk.wait("the opening roll", |s| s.game.info.name == "backgammon" && s.game.can_move);
    desk.game(GameCommand::Comment(start.game.current, "a good start".to_owned()));
    desk.game(GameCommand::Click("13".to_owned()));
    desk.wait("a part", |s| s.game.decisions.as_ref().is_some_and(|d| d.has_part));
    let mut desk = again(desk);
    desk.wait("the offer", |s| says(s, "not finished"));
    desk.game(GameCommand::UndoNew);
    let is_back = |s: &Snapshot| !s.game.comment.is_empty() && s.game.paused;
    let back = desk.wait("the game", is_back);
    assert_eq!(back.game.comment, "a good start");
}

/// A list with one engine more.
fn desk_with_scan() -> Desk {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let entry =
        format!("[[engine]]\nname = \"Scan\"\nprotocol = \"nboard\"\ncommand = [{scripted:?}]\n");
    Desk::in_dir_with(tempfile::tempdir().unwrap(), None, &entry)
}

fn change(desk: &Desk, name: &str, change: EngineChange) {
    desk.send(Command::Engine(EngineCommand::Change(name.to_owned(), vec![change])));
}

#[test]
fn a_renamed_engine_goes_on_with_its_games_and_a_removed_one_is_asked_for() {
    let mut desk = desk_with_scan();
    desk.play([human(), engine("Scan")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Scan");
    desk.game(GameCommand::Type("f5".to_owned()));
    desk.wait("the answer", |s| n_moves(s) == 2);
    // The game is among those to be had back when its engine gets another name.
    play(&mut desk, TimeControl::Unlimited, &[]);
    change(&desk, "Scan", EngineChange::Name("Scan 3".to_owned()));
    desk.wait("the new name", |s| s.engines.iter().any(|entry| entry.name == "Scan 3"));
    let mut desk = again(desk);
    desk.wait("the offer", |s| says(s, "not finished"));
    desk.game(GameCommand::UndoNew);
    let back = desk.wait("the game", |s| n_moves(s) == 2 && s.game.paused);
    assert_eq!(back.game.seats[1].name, "Scan 3");
    desk.send(Command::Engine(EngineCommand::Remove("Scan 3".to_owned())));
    desk.wait("it to be gone", |s| !s.engines.iter().any(|entry| entry.name == "Scan 3"));
    desk.game(GameCommand::Resume);
    let mv = |s: &Snapshot| {
        let legal = s.game.scene.cells.iter().find(|cell| cell.spoken.contains("legal"));
        legal.map(|cell| cell.name.clone())
    };
    let resumed = desk.wait("my turn", |s| s.game.can_move && mv(s).is_some());
    desk.game(GameCommand::Click(mv(&resumed).unwrap()));
    let asked =
        desk.wait("the question", |s| says(s, "Scan 3 is not in the list of engines any more"));
    assert!(asked.game.paused && asked.game.result.is_empty(), "{}", asked.game.result);
    let failure = &asked.failures[0];
    assert_eq!(failure.text, "Scan 3 is not in the list of engines any more.");
    assert_eq!(failure.remedies, [Remedy::Replace, Remedy::Forfeit, Remedy::Analyse]);
    desk.game(GameCommand::SetSeat(1, human()));
    desk.wait("nobody to be asked", |s| s.failures.is_empty() && !says(s, "any more"));
    desk.game(GameCommand::Resume);
    desk.wait("the game going on", |s| s.game.can_move && n_moves(s) == 3);
}

/// A list with an engine that crashes at its second move.
fn desk_with_faller() -> Desk {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let entry = format!(
        "[[engine]]\nname = \"Faller\"\nprotocol = \"nboard\"\ncommand = [{scripted:?}, \"exit=3@go\"]\n"
    );
    Desk::in_dir_with(tempfile::tempdir().unwrap(), None, &entry)
}

#[test]
fn a_game_whose_engine_failed_is_kept_until_it_is_chosen_what_becomes_of_it() {
    let mut desk = desk_with_faller();
    play(&mut desk, TimeControl::Unlimited, &["f5", "d6", "c3"]);
    desk.play([human(), engine("Faller")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Faller");
    desk.game(GameCommand::Type("f5".to_owned()));
    let failed = desk.wait("the crash", |s| s.game.waits);
    let text = failed.failures[0].text.clone();
    let mut desk = again(desk);
    let offer = desk.wait("the offer", |s| says(s, "1 move."));
    assert!(says(&offer, &text), "{:?}", offer.notices);
    desk.game(GameCommand::UndoNew);
    let back = desk.wait("the game", |s| n_moves(s) == 1 && s.game.waits);
    assert!(back.game.paused && back.game.result.is_empty());
    assert_eq!((back.failures.len(), &back.failures[0].text), (1, &text));
    assert_eq!(back.failures[0].remedies[0], Remedy::Restart);
    // It is started when the game goes on, and fails again; then it is let to lose.
    desk.game(GameCommand::Resume);
    desk.wait("the second crash", |s| s.game.waits && !s.problems.is_empty());
    desk.game(GameCommand::Forfeit(1));
    desk.wait("the end", |s| !s.game.result.is_empty());
    let mut desk = again(desk);
    desk.wait("the offer of the other", |s| says(s, "3 moves."));
    assert_eq!(files(&desk).len(), 1);
}

#[test]
fn a_game_that_waits_for_an_engine_that_is_gone_goes_on_with_another_one() {
    let mut desk = desk_with_faller();
    desk.play([human(), engine("Faller")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Faller");
    desk.game(GameCommand::Type("f5".to_owned()));
    desk.wait("the crash", |s| s.game.waits);
    desk.send(Command::Engine(EngineCommand::Remove("Faller".to_owned())));
    desk.wait("it to be gone", |s| !s.engines.iter().any(|entry| entry.name == "Faller"));
    let mut desk = again(desk);
    desk.wait("the offer", |s| says(s, "1 move."));
    desk.game(GameCommand::UndoNew);
    let back = desk.wait("the game", |s| n_moves(s) == 1 && s.game.waits);
    let failure = &back.failures[0];
    assert!(failure.text.ends_with("It is not in the list of engines any more."), "{failure:?}");
    assert_eq!(failure.remedies, [Remedy::Replace, Remedy::Forfeit, Remedy::Analyse]);
    // Nothing is taken away by trying to go on.
    desk.game(GameCommand::Resume);
    let still = desk.wait("the refusal", |s| says(s, "choose who plays on in its place"));
    assert_eq!((still.game.waits, &still.failures), (true, &back.failures));
    desk.game(GameCommand::SetSeat(1, engine("Liar")));
    let set = desk.wait("another engine", |s| s.game.seats[1].name == "Liar" && !s.game.waits);
    assert_eq!(*set.failures, []);
    desk.game(GameCommand::Resume);
    desk.wait("its answer", |s| says(s, "illegal move"));
}

#[test]
fn settings_are_on_the_disk_when_the_program_ends() {
    let mut desk = Desk::new();
    desk.wait("the board", |s| s.game.can_move);
    for step in 0..10_u8 {
        let zoom = 1.0 + f32::from(step) / 10.0;
        desk.send(Command::Settings(SettingsCommand::Zoom(zoom)));
    }
    let mut desk = again(desk);
    let back = desk.wait("the board", |s| s.game.can_move);
    assert!((back.settings.zoom - 1.9).abs() < 1e-6, "{}", back.settings.zoom);
}
