//! Branches of the tree of moves: put in another order, copied, pasted, and merged from other games.

use std::fs;

use quintet::app::board::{BoardMark, MarkColour};
use quintet::app::{Command, FileCommand, GameCommand, Mode, TabCommand, TreeRow};

use super::desk::{Desk, n_moves, says};
use super::studies::{paste, played, variations};

fn merge(desk: &Desk, text: &str) {
    desk.send(Command::File(FileCommand::MergePasted(text.to_owned())));
}

#[test]
fn a_line_is_put_one_place_further_down_and_back() {
    let mut desk = Desk::new();
    paste(&desk, "f5d6c3");
    desk.wait("a study", |s| n_moves(s) == 3);
    desk.game(GameCommand::Demote(2));
    desk.wait("a refusal", |s| says(s, "No other line comes after this one"));
    desk.game(GameCommand::InsertLine(1, vec!["f6".to_owned()]));
    desk.wait("a variation", |s| variations(s) == ["f6"]);
    desk.game(GameCommand::Demote(3));
    let after = desk.wait("the other order", |s| variations(s) == ["d6"]);
    assert_eq!(after.game.current, 3);
    desk.game(GameCommand::UndoEdit);
    desk.wait("the order before", |s| variations(s) == ["f6"]);
    desk.game(GameCommand::Demote(99));
}

#[test]
fn a_branch_is_copied_also_as_text_and_pasted_where_its_moves_are_legal() {
    let mut desk = Desk::new();
    paste(&desk, "f5d6c3d3c4");
    desk.wait("a study", |s| n_moves(s) == 5 && !s.game.can_paste_branch);
    desk.game(GameCommand::Comment(4, "the point".to_owned()));
    desk.game(GameCommand::CopyBranch(3));
    let copied = desk.wait("the copy", |s| s.game.can_paste_branch && s.game.copied.is_some());
    desk.game(GameCommand::Delete(3));
    desk.wait("it gone", |s| n_moves(s) == 2);
    desk.game(GameCommand::PasteBranch(0));
    desk.wait("a refusal", |s| says(s, "is not legal in that position"));
    desk.game(GameCommand::PasteBranch(2));
    let point = TreeRow::Comment("the point".to_owned());
    desk.wait("it again", |s| n_moves(s) == 5 && s.game.rows.contains(&point));
    desk.game(GameCommand::UndoEdit);
    desk.wait("it gone again", |s| n_moves(s) == 2);
    // The text is a game from the position before the branch.
    let text = copied.game.copied.as_ref().map(|copied| copied.text.to_string());
    paste(&desk, &text.unwrap_or_default());
    desk.wait("the branch alone", |s| n_moves(s) == 3);
}

#[test]
fn a_pasted_game_is_merged_as_one_change() {
    let mut desk = Desk::new();
    paste(&desk, "f5d6c3d3");
    desk.wait("a study", |s| n_moves(s) == 4);
    merge(&desk, "32-28 19-23");
    desk.wait("a refusal", |s| says(s, "nothing was merged"));
    merge(&desk, "f5d6c4d3");
    let merged = desk.wait("the other line", |s| variations(s) == ["c4"]);
    assert!(says(&merged, "2 moves added"), "{:?}", merged.notices);
    assert_eq!(n_moves(&merged), 4);
    merge(&desk, "f5d6c4d3");
    desk.wait("nothing new", |s| says(s, "everything was there already"));
    desk.game(GameCommand::UndoEdit);
    desk.wait("the study before", |s| variations(s).is_empty() && !s.game.can_undo_edit);
}

#[test]
fn the_place_of_a_move_that_is_left_out_is_named_as_people_write_it() {
    let mut desk = Desk::new();
    paste(&desk, "[White \"A\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n");
    desk.wait("a study", |s| n_moves(s) == 4);
    desk.game(GameCommand::CopyBranch(3));
    desk.wait("the copy", |s| s.game.can_paste_branch);
    let line = ["20-25", "37-32", "14-20", "41-37", "19-23"].map(str::to_owned);
    desk.game(GameCommand::InsertLine(1, line.to_vec()));
    desk.wait("a line", |s| variations(s) == ["20-25"]);
    desk.game(GameCommand::PasteBranch(9));
    desk.wait("what is left out", |s| says(s, "is not legal after 28x19: left out"));
}

#[test]
fn the_games_of_a_file_are_merged() {
    let mut desk = Desk::new();
    paste(&desk, "[White \"A\"]\n1. 32-28 19-23 *\n");
    desk.wait("a game", |s| n_moves(s) == 2 && s.game.seats[0].name == "A");
    let path = desk.dir.path().join("two.pdn");
    fs::write(&path, "[White \"B\"]\n1. 32-28 18-23 *\n\n[White \"C\"]\n1. 32-27 *\n").unwrap();
    desk.send(Command::File(FileCommand::Merge(path)));
    let merged = desk.wait("both", |s| variations(s).len() == 2);
    assert!(says(&merged, "Merged 2 games of two.pdn: 2 moves added"), "{:?}", merged.notices);
    assert_eq!(merged.game.seats[0].name, "A");
}

#[test]
fn the_game_of_another_tab_is_merged() {
    let mut desk = Desk::new();
    paste(&desk, "f5d6c4");
    let first = desk.wait("a study", |s| n_moves(s) == 3);
    desk.send(Command::Tab(TabCommand::New));
    desk.wait("another tab", |s| s.tabs.len() == 2 && n_moves(s) == 0);
    paste(&desk, "f5d6c3");
    desk.wait("another study", |s| n_moves(s) == 3 && s.tabs.len() == 2);
    desk.send(Command::Tab(TabCommand::Merge(first.tabs[0].id)));
    desk.wait("its line", |s| variations(s) == ["c4"] && s.tabs[1].shown);
}

#[test]
fn what_is_drawn_on_the_board_belongs_to_its_move_is_in_the_file_and_can_be_undone() {
    let mut desk = Desk::new();
    paste(&desk, "[White \"A\"]\n1. 32-28 {[%cal G31-27] see} 19-23 *\n");
    desk.wait("a game", |s| n_moves(s) == 2);
    desk.game(GameCommand::GoTo(1));
    let read = desk.wait("its arrow", |s| s.game.current == 1 && s.game.drawn.len() == 1);
    assert_eq!(read.game.comment, "see");
    let cell = "28".to_owned();
    let mark = BoardMark { colour: MarkColour::Red, from: cell.clone(), to: cell };
    desk.game(GameCommand::Draw(1, mark));
    let drawn = desk.wait("a mark", |s| s.game.drawn.len() == 2);
    for command in ["[%csl R28]", "[%cal G31-27]"] {
        assert!(drawn.game.game_text.contains(command), "{}", drawn.game.game_text);
    }
    desk.game(GameCommand::EraseDrawn(1));
    desk.wait("nothing drawn", |s| s.game.drawn.is_empty());
    desk.game(GameCommand::UndoEdit);
    desk.game(GameCommand::UndoEdit);
    desk.wait("what was in the file", |s| s.game.drawn.len() == 1);
    desk.game(GameCommand::Next);
    desk.wait("another move", |s| s.game.current == 2 && s.game.drawn.is_empty());
}

#[test]
fn what_is_drawn_in_a_game_that_is_played_can_be_undone_and_the_game_goes_on() {
    let mut desk = Desk::new();
    played(&mut desk, &["f5", "d6"]);
    let cell = "e6".to_owned();
    let mark = BoardMark { colour: MarkColour::Red, from: cell.clone(), to: cell };
    desk.game(GameCommand::Draw(2, mark));
    desk.wait("a mark", |s| s.game.drawn.len() == 1 && s.game.can_undo_edit);
    desk.game(GameCommand::Type("c3".to_owned()));
    // What was drawn at another position is undone there: here a move would be taken back.
    desk.wait("a move", |s| n_moves(s) == 3 && !s.game.can_undo_edit);
    desk.game(GameCommand::GoTo(2));
    desk.wait("the mark again", |s| s.game.drawn.len() == 1 && s.game.can_undo_edit);
    desk.game(GameCommand::UndoEdit);
    let undone = desk.wait("no mark", |s| s.game.drawn.is_empty() && s.game.can_redo_edit);
    assert!(undone.game.playing && n_moves(&undone) == 3 && undone.game.current == 2);
    desk.game(GameCommand::RedoEdit);
    desk.wait("the mark once more", |s| s.game.drawn.len() == 1);
    // A study of the game has its moves, and the change before it can be undone.
    desk.game(GameCommand::SetMode(Mode::Analyse));
    desk.game(GameCommand::InsertLine(1, vec!["f6".to_owned()]));
    desk.wait("a line", |s| variations(s) == ["f6"]);
    desk.game(GameCommand::UndoEdit);
    desk.wait("no line", |s| variations(s).is_empty());
    desk.game(GameCommand::UndoEdit);
    let study = desk.wait("no mark in the study", |s| s.game.drawn.is_empty());
    assert_eq!((n_moves(&study), study.game.current), (3, 2));
}

#[test]
fn of_what_is_drawn_at_several_positions_of_a_game_that_of_the_position_shown_is_undone() {
    let mut desk = Desk::new();
    played(&mut desk, &["f5", "d6"]);
    let mark = |cell: &str| BoardMark {
        colour: MarkColour::Red,
        from: cell.to_owned(),
        to: cell.to_owned(),
    };
    desk.game(GameCommand::Draw(2, mark("e6")));
    desk.wait("a mark", |s| s.game.drawn.len() == 1);
    desk.game(GameCommand::Type("c3".to_owned()));
    desk.wait("a move", |s| n_moves(s) == 3);
    desk.game(GameCommand::Draw(3, mark("c4")));
    desk.wait("another mark", |s| s.game.drawn.len() == 1);
    desk.game(GameCommand::GoTo(2));
    desk.wait("the first mark", |s| s.game.current == 2 && s.game.can_undo_edit);
    desk.game(GameCommand::UndoEdit);
    desk.wait("no mark there", |s| s.game.drawn.is_empty() && !s.game.can_undo_edit);
    desk.game(GameCommand::GoTo(3));
    desk.wait("the other mark", |s| s.game.drawn.len() == 1 && s.game.can_undo_edit);
    desk.game(GameCommand::UndoEdit);
    desk.wait("no mark", |s| s.game.drawn.is_empty());
    desk.game(GameCommand::RedoEdit);
    desk.wait("the mark again", |s| s.game.drawn.len() == 1);
    // Another move in the place of the one with the mark has none to undo.
    desk.game(GameCommand::TakeBack);
    desk.wait("a move less", |s| n_moves(s) == 2);
    desk.game(GameCommand::Type("c5".to_owned()));
    desk.wait("another move", |s| n_moves(s) == 3 && !s.game.can_undo_edit);
}

#[test]
fn what_is_said_before_a_move_stands_before_it_in_the_list_and_in_the_file() {
    let mut desk = Desk::new();
    paste(&desk, "[White \"A\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n");
    desk.wait("a study", |s| n_moves(s) == 4);
    desk.game(GameCommand::GoTo(2));
    for text in ["N", "No", "Now"] {
        desk.game(GameCommand::CommentBefore(2, text.to_owned()));
    }
    let said = desk.wait("it", |s| s.game.comment_before == "Now" && s.game.current == 2);
    let [first, before, second, ..] = &said.game.rows[..] else { panic!("{:?}", said.game.rows) };
    let moves = |row: &TreeRow| match row {
        TreeRow::Pair { number, moves } => {
            (*number, moves.each_ref().map(|cell| cell.as_ref().map(|cell| cell.node)))
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(moves(first), (1, [Some(1), None]));
    assert_eq!(before, &TreeRow::Comment("Now".to_owned()));
    assert_eq!(moves(second), (1, [None, Some(2)]));
    let text = said.game.game_text.to_string();
    assert!(text.contains("[%before Now]"), "{text}");
    desk.game(GameCommand::UndoEdit);
    desk.wait("it gone as a whole", |s| s.game.comment_before.is_empty() && !s.game.can_undo_edit);
    paste(&desk, &text);
    desk.wait("the file", |s| s.game.rows.get(1) == Some(&TreeRow::Comment("Now".to_owned())));
}
