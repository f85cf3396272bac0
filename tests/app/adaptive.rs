//! The adaptive opponent: its level follows the user's results, and games with help do not count.

use std::fs;
use std::sync::Arc;

use quintet::app::board::Side;
use quintet::app::{
    AnalysisCommand, Command, DiceChoice, GameCommand, NewGame, RatingView, Snapshot, TimeControl,
};

use super::desk::{Desk, builtin, human, n_moves, says};

fn begin(desk: &mut Desk) -> Arc<Snapshot> {
    begin_from(desk, "")
}

fn begin_from(desk: &mut Desk, position: &str) -> Arc<Snapshot> {
    let before = desk.app.snapshot().game.number;
    desk.game(GameCommand::New(Box::new(NewGame {
        game: "othello".to_owned(),
        variant: None,
        // Whatever level the dialog showed last: the rating decides.
        seats: [human(), builtin("9")],
        clocks: [TimeControl::Unlimited; 2],
        position: position.to_owned(),
        opening: Vec::new(),
        ponder: false,
        dice: DiceChoice::Fresh,
        adaptive: Some(Side::Second),
    })));
    desk.wait("the game", |s| s.game.number != before && s.game.adaptive.is_some())
}

fn text(snapshot: &Snapshot) -> &str {
    &snapshot.game.adaptive.as_ref().unwrap().text
}

fn is_about(snapshot: &Snapshot, words: &str) -> bool {
    snapshot.game.adaptive.as_ref().is_some_and(|adaptive| adaptive.text.contains(words))
}

fn rating(snapshot: &Snapshot) -> &RatingView {
    snapshot.ratings.of("othello", None).unwrap()
}

#[test]
fn a_lost_game_lowers_the_rating_and_the_next_opponent_is_weaker_also_after_a_restart() {
    let mut desk = Desk::new();
    let begun = begin(&mut desk);
    assert!(begun.game.seats[1].name.ends_with("level 3"), "{:?}", begun.game.seats);
    assert_eq!(text(&begun), "This game counts for your rating, 1155 \u{b1} 686.");
    desk.game(GameCommand::Resign);
    let over = desk.wait("the change", |s| is_about(s, "next level"));
    assert_eq!(text(&over), "Rating 1155 \u{2192} 980 \u{b1} 483, next level 2.");
    assert_eq!((rating(&over).level, rating(&over).games.len()), (2, 1));
    // Given up by mistake: it goes on, and has been counted.
    desk.game(GameCommand::TakeBack);
    desk.wait("the game again", |s| s.game.playing);
    desk.game(GameCommand::Resign);
    let again = desk.wait("the end again", |s| !s.game.result.is_empty());
    assert_eq!((text(&again), rating(&again).games.len()), (text(&over), 1));
    let begun = begin(&mut desk);
    assert!(begun.game.seats[1].name.ends_with("level 2"), "{:?}", begun.game.seats);
    let Desk { app, dir } = desk;
    drop(app);
    let kept = fs::read_to_string(dir.path().join("ratings.json")).unwrap();
    assert!(kept.starts_with("{\"version\":1,\"events\":[{"), "{kept}");
    assert_eq!(kept.matches("\"event\":\"game\"").count(), 1, "{kept}");
    // The same kind of game is on the board again, with the opponent at its level.
    let mut desk = Desk::in_dir(dir, None);
    let begun = desk.wait("the game", |s| s.game.adaptive.is_some());
    assert!(begun.game.seats[1].name.ends_with("level 2"), "{:?}", begun.game.seats);
    desk.send(Command::ResetRating("othello".to_owned(), None));
    let new = desk.wait("a new player", |s| rating(s).games.is_empty());
    assert_eq!(rating(&new).level, 3);
}

#[test]
fn a_game_with_help_says_that_it_does_not_count_and_changes_nothing() {
    let mut desk = Desk::new();
    begin(&mut desk);
    desk.game(GameCommand::Type("f5".to_owned()));
    desk.wait("an answer", |s| n_moves(s) == 2 && s.game.can_move);
    desk.game(GameCommand::TakeBack);
    let back = desk.wait("the first move again", |s| n_moves(s) == 0 && s.game.can_move);
    let reason = "This game does not count for your rating: a move was taken back.";
    assert_eq!(text(&back), reason);
    assert!(says(&back, "no longer counts for your rating: a move was taken back"));
    desk.game(GameCommand::Resign);
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    assert_eq!((text(&over), rating(&over).games.len()), (reason, 0));

    begin(&mut desk);
    desk.game(GameCommand::Hint);
    desk.wait("a hint", |s| is_about(s, "does not count for your rating: the program showed"));

    begin(&mut desk);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    desk.wait("an analysis", |s| is_about(s, "does not count for your rating: an engine analysed"));

    begin(&mut desk);
    desk.game(GameCommand::SetSeat(1, builtin("1")));
    desk.wait("a weaker one", |s| {
        is_about(s, "does not count for your rating: a player was changed")
    });

    let study = begin_from(&mut desk, "f5d6c3d3c4");
    assert!(is_about(&study, "began from a position of your own"), "{}", text(&study));
}

#[test]
fn a_game_that_goes_on_after_a_restart_still_counts_or_does_not() {
    let mut desk = Desk::new();
    for takes_back in [false, true] {
        begin(&mut desk);
        desk.game(GameCommand::Type("f5".to_owned()));
        desk.wait("an answer", |s| n_moves(s) == 2 && s.game.can_move);
        if takes_back {
            desk.game(GameCommand::TakeBack);
            desk.wait("the move is gone", |s| n_moves(s) == 0 && s.game.can_move);
            desk.game(GameCommand::Type("f5".to_owned()));
            desk.wait("an answer", |s| n_moves(s) == 2 && s.game.can_move);
        }
        let Desk { app, dir } = desk;
        drop(app);
        desk = Desk::in_dir(dir, None);
        desk.wait("the offer", |s| says(s, "not finished"));
        desk.game(GameCommand::UndoNew);
        let words = if takes_back { "does not count" } else { "game counts" };
        desk.wait("the game", |s| n_moves(s) == 2 && is_about(s, words));
        desk.game(GameCommand::Resume);
        desk.game(GameCommand::Resign);
        desk.wait("the end", |s| !s.game.result.is_empty());
        let ended = desk.wait("one game", |s| rating(s).games.len() == 1);
        assert_eq!(rating(&ended).level, 2);
    }
}

#[test]
fn a_file_of_ratings_that_cannot_be_read_is_named_and_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("ratings.json");
    fs::write(&path, "garbage").unwrap();
    let mut desk = Desk::in_dir(dir, None);
    let told = |s: &Snapshot| s.problems.iter().any(|one| one.text.contains("ratings.json"));
    desk.wait("the problem", told);
    let begun = begin(&mut desk);
    let said = "This game does not count for your rating: ratings.json cannot be read; repair or remove it.";
    assert_eq!(text(&begun), said);
    desk.game(GameCommand::Resign);
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    assert_eq!((text(&over), rating(&over).games.len()), (said, 0));
    let Desk { app, dir: _kept } = desk;
    drop(app);
    assert_eq!(fs::read_to_string(&path).unwrap(), "garbage");
}
