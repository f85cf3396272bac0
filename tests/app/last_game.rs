//! The game that was on the board when the program ended is there again at its next start.

use quintet::app::{
    Command, FileCommand, GameCommand, Mode, NewGame, SeatChoice, Snapshot, TimeControl,
};

use super::desk::{Desk, human, n_moves, says};
use super::draughts::new_game;

fn again(desk: Desk) -> Desk {
    let Desk { app, dir } = desk;
    drop(app);
    Desk::in_dir(dir, None)
}

fn type_moves(desk: &mut Desk, moves: &[&str]) {
    for mv in moves {
        let n = n_moves(&desk.app.snapshot());
        desk.game(GameCommand::Type((*mv).to_owned()));
        desk.wait("the move", |s| n_moves(s) == n + 1);
    }
}

fn variant(snapshot: &Snapshot) -> Option<&str> {
    snapshot.game.variant_name.as_deref()
}

#[test]
fn a_game_that_was_over_is_on_the_board_again_with_its_result() {
    let mut desk = Desk::new();
    let game = new_game("frisian", [human(), human()], TimeControl::Unlimited);
    desk.game(GameCommand::New(Box::new(game)));
    desk.wait("the game", |s| s.game.info.name == "draughts" && s.game.can_move);
    type_moves(&mut desk, &["32-28", "18-22"]);
    desk.game(GameCommand::Resign);
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    let mut desk = again(desk);
    let back = desk.wait("the game", |s| n_moves(s) == 2);
    assert_eq!((back.game.info.name, variant(&back)), ("draughts", Some("frisian")));
    assert_eq!(back.game.result, over.game.result);
    assert_eq!(back.mode, Mode::Analyse);
    assert!(!says(&back, "not finished") && !says(&back, "not saved"), "{:?}", back.notices);
    // Nothing is lost by going on to the next start.
    let desk = again(desk);
    assert_eq!(n_moves(&desk.app.snapshot()), 2);
}

#[test]
fn a_study_comes_back_with_its_variations_at_the_place_that_was_shown() {
    let mut desk = Desk::new();
    let path = desk.dir.path().join("game.txt");
    std::fs::write(&path, "f5d6c3d3\n").unwrap();
    desk.send(Command::File(FileCommand::Open(path.clone())));
    let opened = n_nodes(&desk.wait("the file", |s| n_moves(s) == 4));
    desk.game(GameCommand::First);
    let start = desk.wait("the start", |s| s.game.current == 0).game.current;
    desk.game(GameCommand::Next);
    let first = desk.wait("the first move", |s| s.game.current != start).game.current;
    desk.game(GameCommand::Next);
    let second = |node| node != start && node != first;
    let shown = desk.wait("the place", |s| second(s.game.current)).game.current;
    desk.game(GameCommand::Type("c5".to_owned()));
    desk.wait("a variation", |s| n_nodes(s) > opened && s.game.current != shown);
    desk.game(GameCommand::Previous);
    let back_at = |s: &Snapshot| s.game.current == shown && n_nodes(s) > opened;
    let before = desk.wait("the place again", back_at);
    let mut desk = again(desk);
    let back = desk.wait("the study", |s| n_nodes(s) == n_nodes(&before));
    assert_eq!(back.game.position_text, before.game.position_text);
    assert_eq!(back.game.source.as_deref(), Some(path.as_path()));
    assert_eq!(back.game.path, None, "saving asks first: the file may have changed");
}

fn n_nodes(snapshot: &Snapshot) -> usize {
    snapshot.game.rows.len() + n_moves(snapshot)
}

#[test]
fn an_unfinished_game_leaves_its_kind_and_players_on_the_board_and_is_offered() {
    let mut desk = Desk::new();
    let level = SeatChoice::Engine {
        name: "Quintet draughts".to_owned(),
        options: vec![("level".to_owned(), "1".to_owned())],
    };
    let game = new_game("killer", [human(), level.clone()], TimeControl::Unlimited);
    desk.game(GameCommand::New(Box::new(NewGame { ponder: false, ..game })));
    desk.wait("the game", |s| variant(s) == Some("killer") && s.game.can_move);
    desk.game(GameCommand::Type("32-28".to_owned()));
    desk.wait("the answer", |s| n_moves(s) >= 2);
    let mut desk = again(desk);
    let back = desk.wait("a new game of the kind", |s| variant(s) == Some("killer"));
    assert!(says(&back, "not finished"), "{:?}", back.notices);
    assert_eq!(n_moves(&back), 0);
    assert_eq!(back.game.seats[1].engine.as_deref(), Some("Quintet draughts"));
    assert!(back.game.seats[1].name.contains("level 1"), "{}", back.game.seats[1].name);
}

#[test]
fn a_damaged_note_of_the_last_game_costs_nothing() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("last-game.json"), "{\"version\": 1, \"game\": \"oth").unwrap();
    let desk = Desk::in_dir(dir, None);
    let snapshot = desk.app.snapshot();
    assert_eq!((snapshot.game.info.name, snapshot.problems.len()), ("othello", 0));
}

#[test]
fn a_game_with_clocks_that_was_not_begun_waits_for_the_user_after_a_restart() {
    let mut desk = Desk::new();
    let clock: TimeControl = "5m".parse().unwrap();
    for (clock, waits) in [(clock, true), (TimeControl::Unlimited, false)] {
        desk.game(GameCommand::New(Box::new(new_game("frisian", [human(), human()], clock))));
        desk.wait("the game", |s| {
            variant(s) == Some("frisian") && s.game.controls == Some([clock; 2]) && !s.game.paused
        });
        desk = again(desk);
        let back = desk.wait("a game of the kind", |s| variant(s) == Some("frisian"));
        assert_eq!((back.game.paused, n_moves(&back)), (waits, 0));
        assert!(back.game.clocks.iter().all(|clock| clock.running_since.is_none()) || !waits);
    }
}
