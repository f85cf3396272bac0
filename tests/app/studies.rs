//! The tree of moves: what is tried beside a game, taken back, deleted, promoted and had back.

use std::sync::Arc;

use quintet::app::{
    Command, DiceChoice, FileCommand, GameCommand, Mode, MoveMark, NewGame, Snapshot, TimeControl,
    TreeRow,
};

use super::desk::{Desk, human, n_moves, says};

/// A game of two people with these moves made.
pub(crate) fn played(desk: &mut Desk, moves: &[&str]) -> Arc<Snapshot> {
    desk.game(GameCommand::New(Box::new(NewGame {
        game: "othello".to_owned(),
        variant: None,
        seats: [human(), human()],
        clocks: [TimeControl::Unlimited; 2],
        position: String::new(),
        opening: moves.iter().map(|mv| (*mv).to_owned()).collect(),
        ponder: false,
        dice: DiceChoice::Fresh,
        adaptive: None,
    })));
    desk.wait("the game", |s| s.game.seats[1].name == "Ann" && n_moves(s) == moves.len())
}

fn type_moves(desk: &Desk, moves: &[&str]) {
    for mv in moves {
        desk.game(GameCommand::Type((*mv).to_owned()));
    }
}

fn set_mode(desk: &Desk, mode: Mode) {
    desk.game(GameCommand::SetMode(mode));
}

pub(crate) fn paste(desk: &Desk, text: &str) {
    desk.send(Command::File(FileCommand::Paste(text.to_owned())));
}

/// The first moves of the variations.
pub(crate) fn variations(snapshot: &Snapshot) -> Vec<String> {
    let first = |row: &TreeRow| match row {
        TreeRow::Variation { moves, .. } => moves.first().map(|cell| cell.text.clone()),
        TreeRow::Pair { .. } | TreeRow::Game { .. } | TreeRow::Comment(_) => None,
    };
    snapshot.game.rows.iter().filter_map(first).collect()
}

#[test]
fn a_move_that_was_only_tried_is_not_in_the_game_when_the_one_beside_it_is_taken_back() {
    let mut desk = Desk::new();
    played(&mut desk, &["f5", "d6", "c3"]);
    set_mode(&desk, Mode::Analyse);
    desk.game(GameCommand::GoTo(2));
    type_moves(&desk, &["c4", "g5"]);
    desk.wait("what was tried", |s| variations(s) == ["c4"]);
    set_mode(&desk, Mode::Play);
    desk.game(GameCommand::Resume);
    desk.wait("the game", |s| s.game.can_move && n_moves(s) == 3);
    desk.game(GameCommand::TakeBack);
    let back = desk.wait("the move taken back", |s| s.game.can_move && n_moves(s) < 3);
    assert_eq!((n_moves(&back), back.game.at_end), (2, true), "{:?}", back.game.rows);
    assert!(variations(&back).is_empty(), "{:?}", back.game.rows);
    // What is on the disk now is what was played.
    let Desk { app, dir } = desk;
    drop(app);
    let mut desk = Desk::in_dir(dir, None);
    let offer = desk.wait("the offer", |s| says(s, "not finished"));
    assert!(says(&offer, "2 moves"), "{:?}", offer.notices);
}

#[test]
fn a_tried_move_that_is_played_after_a_take_back_brings_no_answers_along() {
    let mut desk = Desk::new();
    played(&mut desk, &["f5", "d6", "c3"]);
    set_mode(&desk, Mode::Analyse);
    desk.game(GameCommand::GoTo(2));
    type_moves(&desk, &["c4", "g5", "e6"]);
    desk.wait("what was tried", |s| variations(s) == ["c4"]);
    set_mode(&desk, Mode::Play);
    desk.game(GameCommand::Resume);
    desk.game(GameCommand::TakeBack);
    desk.wait("the move taken back", |s| s.game.can_move && n_moves(s) == 2);
    type_moves(&desk, &["c4"]);
    let on = desk.wait("the tried move", |s| s.game.can_move && n_moves(s) > 2);
    assert_eq!((n_moves(&on), on.game.at_end), (3, true), "{:?}", on.game.rows);
    type_moves(&desk, &["d3"]);
    desk.wait("the answer that was tried beside it", |s| {
        n_moves(s) == 4 && s.game.playing && variations(s) == ["g5"]
    });
}

#[test]
fn where_there_is_nothing_to_take_back_nothing_is_forgotten() {
    let mut desk = Desk::new();
    played(&mut desk, &[]);
    set_mode(&desk, Mode::Analyse);
    type_moves(&desk, &["f5"]);
    desk.wait("what was tried", |s| n_moves(s) == 1);
    set_mode(&desk, Mode::Play);
    desk.wait("the game", |s| n_moves(s) == 0 && s.game.playing);
    desk.game(GameCommand::TakeBack);
    desk.wait("the refusal", |s| says(s, "no move to take back"));
    set_mode(&desk, Mode::Analyse);
    desk.wait("what was tried again", |s| n_moves(s) == 1);
}

#[test]
fn what_was_deleted_beside_a_game_stays_deleted() {
    let mut desk = Desk::new();
    played(&mut desk, &["f5", "d6", "c3"]);
    set_mode(&desk, Mode::Analyse);
    desk.game(GameCommand::GoTo(2));
    type_moves(&desk, &["c4"]);
    desk.wait("what was tried", |s| variations(s) == ["c4"]);
    set_mode(&desk, Mode::Play);
    desk.wait("the game", |s| s.mode == Mode::Play && variations(s) == ["c4"]);
    set_mode(&desk, Mode::Analyse);
    desk.game(GameCommand::GoTo(2));
    type_moves(&desk, &["c4"]);
    let tried = desk.wait("it again", |s| !s.game.playing && s.game.current != 2);
    desk.game(GameCommand::Delete(tried.game.current));
    desk.wait("it gone", |s| variations(s).is_empty());
    set_mode(&desk, Mode::Play);
    let back = desk.wait("the game", |s| s.mode == Mode::Play && s.game.playing);
    assert!(variations(&back).is_empty(), "{:?}", back.game.rows);
}

#[test]
fn a_move_of_the_game_that_was_deleted_and_tried_again_is_there_once() {
    let mut desk = Desk::new();
    played(&mut desk, &["f5", "d6"]);
    set_mode(&desk, Mode::Analyse);
    desk.game(GameCommand::Delete(1));
    desk.wait("nothing", |s| n_moves(s) == 0);
    type_moves(&desk, &["f5", "f6"]);
    desk.wait("something else", |s| n_moves(s) == 2);
    set_mode(&desk, Mode::Play);
    let back = desk.wait("the game", |s| s.mode == Mode::Play && s.game.playing);
    assert_eq!((n_moves(&back), variations(&back)), (2, vec!["f6".to_owned()]));
}

#[test]
fn a_comment_that_was_emptied_at_the_table_stays_empty() {
    let mut desk = Desk::new();
    played(&mut desk, &["f5"]);
    set_mode(&desk, Mode::Analyse);
    type_moves(&desk, &["d6"]);
    desk.game(GameCommand::Comment(1, "bold".to_owned()));
    desk.wait("the comment", |s| s.game.rows.contains(&TreeRow::Comment("bold".to_owned())));
    set_mode(&desk, Mode::Play);
    desk.game(GameCommand::Resume);
    desk.game(GameCommand::Comment(1, String::new()));
    type_moves(&desk, &["f6"]);
    let on = desk.wait("the move", |s| s.game.playing && n_moves(s) == 2);
    let comments = on.game.rows.iter().filter(|row| matches!(row, TreeRow::Comment(_)));
    assert_eq!((comments.count(), variations(&on)), (0, vec!["d6".to_owned()]));
}

#[test]
fn deleting_much_pushes_no_game_out_of_those_that_can_be_had_back() {
    let mut desk = Desk::new();
    played(&mut desk, &["f5", "d6", "c3"]);
    played(&mut desk, &["f5", "d6"]);
    set_mode(&desk, Mode::Analyse);
    for mv in ["c3", "c4", "c5", "c6", "c7"].iter().cycle().take(10) {
        type_moves(&desk, &[*mv]);
        desk.wait("a move", |s| n_moves(s) == 3);
        desk.game(GameCommand::Delete(desk.app.snapshot().game.current));
        desk.wait("it gone", |s| n_moves(s) == 2);
    }
    // The newest comes back first, and the game itself is no older than it was.
    desk.game(GameCommand::UndoEdit);
    desk.wait("what was deleted last", |s| n_moves(s) == 3 && !s.game.playing);
    set_mode(&desk, Mode::Play);
    desk.wait("the game", |s| n_moves(s) == 2 && s.game.playing);
    desk.game(GameCommand::UndoNew);
    desk.wait("the game before", |s| n_moves(s) == 3 && s.game.playing);
}

#[test]
fn a_result_goes_with_the_line_that_it_was_the_result_of() {
    let mut desk = Desk::new();
    played(&mut desk, &["f5", "d6", "c3"]);
    desk.game(GameCommand::Resign);
    let over = desk.wait("the end", |s| s.game.result.contains("resigned"));
    set_mode(&desk, Mode::Analyse);
    desk.game(GameCommand::GoTo(1));
    type_moves(&desk, &["f6"]);
    let tried = desk.wait("a variation", |s| variations(s) == ["f6"]);
    assert_eq!(tried.game.result, over.game.result);
    desk.game(GameCommand::Promote(tried.game.current));
    let other = desk.wait("the other line", |s| variations(s) == ["d6"]);
    assert!(other.game.result.is_empty(), "{}", other.game.result);
    assert!(says(&other, "The result was that of the other line"), "{:?}", other.notices);
    desk.game(GameCommand::UndoEdit);
    let back = desk.wait("the game as it was", |s| variations(s) == ["f6"]);
    assert_eq!((n_moves(&back), &back.game.result), (3, &over.game.result));
}

#[test]
fn what_is_tried_behind_the_end_of_a_game_is_no_part_of_it() {
    let mut desk = Desk::new();
    played(&mut desk, &["f5", "d6"]);
    set_mode(&desk, Mode::Analyse);
    type_moves(&desk, &["c3"]);
    desk.wait("what was tried", |s| n_moves(s) == 3);
    set_mode(&desk, Mode::Play);
    desk.game(GameCommand::Resume);
    desk.game(GameCommand::Resign);
    let over = desk.wait("the end", |s| s.game.result.contains("resigned"));
    set_mode(&desk, Mode::Analyse);
    desk.game(GameCommand::GoTo(2));
    type_moves(&desk, &["c4"]);
    let after = desk.wait("both lines behind it", |s| variations(s) == ["c3", "c4"]);
    assert_eq!((n_moves(&after), &after.game.result), (2, &over.game.result));
    desk.game(GameCommand::Delete(after.game.current));
    let after = desk.wait("one of them", |s| variations(s) == ["c3"]);
    assert_eq!((n_moves(&after), &after.game.result), (2, &over.game.result));
}

#[test]
fn a_running_game_is_not_left_for_a_line_that_is_the_main_line_already() {
    let mut desk = Desk::new();
    played(&mut desk, &["f5", "d6"]);
    desk.game(GameCommand::Promote(1));
    let shown = desk.wait("the move", |s| s.game.current == 1);
    assert!(shown.mode == Mode::Play && shown.game.playing && !shown.game.paused);
    assert!(!says(&shown, "is paused"), "{:?}", shown.notices);
}

#[test]
fn commands_about_moves_that_are_not_there_do_nothing() {
    let mut desk = Desk::new();
    paste(&desk, "f5d6c3");
    desk.wait("the transcript", |s| n_moves(s) == 3);
    desk.game(GameCommand::Promote(99));
    desk.game(GameCommand::Delete(99));
    desk.game(GameCommand::Comment(99, "nobody".to_owned()));
    desk.game(GameCommand::PlayLine(99, vec!["d3".to_owned()]));
    type_moves(&desk, &["d3"]);
    let after = desk.wait("a move", |s| n_moves(s) == 4);
    assert!(variations(&after).is_empty(), "{:?}", after.game.rows);
}

#[test]
fn lines_and_comments_belong_to_the_move_they_were_meant_for() {
    let mut desk = Desk::new();
    paste(&desk, "f5d6c3");
    desk.wait("the transcript", |s| n_moves(s) == 3 && s.game.current == 3);
    desk.game(GameCommand::InsertLine(1, vec!["f6".to_owned(), "e6".to_owned()]));
    desk.game(GameCommand::Comment(1, "usual".to_owned()));
    let after = desk.wait("the line", |s| variations(s) == ["f6"]);
    assert_eq!(after.game.current, 3);
    desk.game(GameCommand::GoTo(1));
    desk.wait("the comment", |s| s.game.current == 1 && s.game.comment == "usual");
    desk.game(GameCommand::PlayLine(2, vec!["c4".to_owned()]));
    desk.wait("another line", |s| variations(s).contains(&"c4".to_owned()) && s.game.current > 3);
}

#[test]
fn a_mark_replaces_another_and_the_same_again_is_taken_away() {
    let mut desk = Desk::new();
    paste(&desk, "f5d6c3");
    desk.wait("a study", |s| n_moves(s) == 3);
    desk.game(GameCommand::GoTo(2));
    let node = desk.wait("its second move", |s| s.game.current == 2).game.current;
    let marked = |s: &Snapshot| {
        let cells = s.game.rows.iter().flat_map(|row| match row {
            TreeRow::Pair { moves, .. } => moves.iter().flatten().cloned().collect(),
            _ => Vec::new(),
        });
        cells.filter(|cell| cell.node == 2).map(|cell| cell.mark).next().unwrap_or_default()
    };
    for (mark, shown) in [
        (Some(MoveMark::Good), "!"),
        (Some(MoveMark::Dubious), "?!"),
        (Some(MoveMark::Dubious), ""),
        (Some(MoveMark::Blunder), "??"),
        (None, ""),
    ] {
        desk.game(GameCommand::Mark(node, mark));
        desk.wait(shown, |s| marked(s) == shown);
    }
}

#[test]
fn two_hundred_changes_of_a_study_are_undone_and_done_again() {
    let mut desk = Desk::new();
    paste(&desk, "f5d6c3d3");
    let start = desk.wait("the study", |s| n_moves(s) == 4 && s.mode == Mode::Analyse);
    assert!(!start.game.can_undo_edit && !start.game.can_redo_edit);
    type_moves(&desk, &["c4"]);
    desk.wait("a move", |s| n_moves(s) == 5 && s.game.can_undo_edit);
    // What is written without another change between is one change.
    for text in ["a", "ab", "abc"] {
        desk.game(GameCommand::Comment(1, text.to_owned()));
    }
    desk.game(GameCommand::Comment(1, "abc".to_owned()));
    desk.game(GameCommand::Delete(4));
    desk.wait("it gone", |s| n_moves(s) == 3);
    desk.game(GameCommand::GoTo(1));
    type_moves(&desk, &["f6"]);
    let tried = desk.wait("a variation", |s| variations(s) == ["f6"]);
    desk.game(GameCommand::Promote(tried.game.current));
    desk.wait("the main line", |s| variations(s) == ["d6"]);
    // A move that is there already changes nothing.
    desk.game(GameCommand::GoTo(1));
    type_moves(&desk, &["f6"]);
    for n in 0..194 {
        let mark = [MoveMark::Good, MoveMark::Mistake][n % 2];
        desk.game(GameCommand::Mark(1, Some(mark)));
    }
    desk.game(GameCommand::Comment(1, "the end".to_owned()));
    let said = TreeRow::Comment("the end".to_owned());
    let end = desk.wait("the last change", |s| s.game.rows.contains(&said));
    for _ in 0..200 {
        desk.game(GameCommand::UndoEdit);
    }
    let back = desk.wait("the start", |s| !s.game.can_undo_edit);
    // The position shown is that of the move that was there all the time.
    assert_eq!((&back.game.rows, back.game.current), (&start.game.rows, 1));
    desk.game(GameCommand::UndoEdit);
    desk.wait("that there is no more", |s| says(s, "There is no change to undo"));
    for _ in 0..200 {
        desk.game(GameCommand::RedoEdit);
    }
    let again = desk.wait("all done again", |s| !s.game.can_redo_edit);
    assert_eq!(again.game.rows, end.game.rows);
    // A new change ends what could be done again.
    desk.game(GameCommand::UndoEdit);
    desk.wait("one undone", |s| s.game.can_redo_edit);
    desk.game(GameCommand::Comment(1, "new".to_owned()));
    desk.wait("nothing to do again", |s| !s.game.can_redo_edit);
}
