//! The application without a window: commands in, snapshots out, real engines behind it.
#![expect(clippy::unwrap_used, reason = "a helper that cannot go on is a failed test")]

#[path = "app/adaptive.rs"]
mod adaptive;
#[path = "app/analyses.rs"]
mod analyses;
#[path = "app/backgammon.rs"]
mod backgammon;
#[path = "app/backgammon_play.rs"]
mod backgammon_play;
#[path = "app/backgammon_review.rs"]
mod backgammon_review;
#[path = "app/batches.rs"]
mod batches;
#[path = "app/branches.rs"]
mod branches;
#[path = "app/clocks.rs"]
mod clocks;
#[path = "app/coach.rs"]
mod coach;
#[path = "app/comparisons.rs"]
mod comparisons;
#[path = "app/desk.rs"]
mod desk;
#[path = "app/dice_studies.rs"]
mod dice_studies;
#[path = "app/draughts.rs"]
mod draughts;
#[path = "app/editors.rs"]
mod editors;
#[path = "app/engines.rs"]
mod engines;
#[path = "app/files.rs"]
mod files;
#[path = "app/kept.rs"]
mod kept;
#[path = "app/last_game.rs"]
mod last_game;
#[path = "app/lines.rs"]
mod lines;
#[path = "app/locks.rs"]
mod locks;
#[path = "app/matches.rs"]
mod matches;
#[path = "app/matches_restored.rs"]
mod matches_restored;
#[path = "app/options.rs"]
mod options;
#[path = "app/pins.rs"]
mod pins;
#[path = "app/practice.rs"]
mod practice;
#[path = "app/removals.rs"]
mod removals;
#[path = "app/restarts.rs"]
mod restarts;
#[path = "app/reviews.rs"]
mod reviews;
#[path = "app/studies.rs"]
mod studies;
#[path = "app/tabs.rs"]
mod tabs;
#[path = "app/tabs_restored.rs"]
mod tabs_restored;
#[path = "app/threats.rs"]
mod threats;
#[path = "app/tournaments.rs"]
mod tournaments;
#[path = "app/trouble.rs"]
mod trouble;
#[path = "app/unfinished.rs"]
mod unfinished;

use std::fs;
use std::time::Duration;

use desk::{DEPTH_1, Desk, builtin, engine, human, n_moves, says};
use quintet::app::{
    AnalysisCommand, Command, EngineCommand, FileCommand, GameCommand, MatchCommand, Mode,
    Snapshot, TimeControl, TreeRow,
};

#[test]
fn a_click_is_answered_by_the_engine_that_comes_with_the_program() {
    let mut desk = Desk::new();
    desk.wait("the first board", |s| s.game.can_move && s.game.playing);
    desk.game(GameCommand::Click("f5".to_owned()));
    let after = desk.wait("the engine's answer", |s| n_moves(s) == 2 && s.game.can_move);
    assert!(after.game.at_end);
    assert!(after.game.announcement.starts_with("White plays "), "{}", after.game.announcement);
    let own = &after.game.seats[1].own_name;
    assert!(!own.is_empty() && own != &after.game.seats[1].name, "{own:?}");
    let fact = ("White\u{2019}s engine".to_owned(), own.clone());
    assert!(after.game.facts.contains(&fact), "{:?}", after.game.facts);
    assert!(after.game.game_text.contains(&format!("WhiteEngine[{own}]")), "it is in files, too");
    desk.game(GameCommand::TakeBack);
    desk.wait("both moves taken back", |s| n_moves(s) == 0 && s.game.can_move);
}

#[test]
fn a_wrong_click_says_the_rule_and_changes_nothing() {
    let mut desk = Desk::new();
    desk.wait("the first board", |s| s.game.can_move);
    desk.game(GameCommand::Click("a1".to_owned()));
    let after = desk.wait("a refusal", |s| !s.notices.is_empty());
    assert_eq!(n_moves(&after), 0);
    desk.game(GameCommand::Type("e9".to_owned()));
    desk.wait("a refusal of typing", |s| says(s, "is not a move"));
}

#[test]
fn two_engines_play_a_whole_game_with_passes_to_its_result() {
    let mut desk = Desk::new();
    desk.play([builtin("1"), builtin("2")], DEPTH_1, "");
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    assert!(n_moves(&over) >= 9, "{}", over.game.result);
    assert!(!over.game.playing);
    assert_eq!(over.game.turn, None);
}

#[test]
fn an_engine_that_crashes_loses_with_that_cause_and_can_be_restarted() {
    let mut desk = Desk::new();
    desk.play([human(), engine("Crasher")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Crasher");
    desk.game(GameCommand::Click("f5".to_owned()));
    let over = desk.wait("the crash", |s| s.game.waits);
    assert!(over.game.result.is_empty() && over.game.playing, "{}", over.game.result);
    let restart = over.problems.iter().rev().find_map(|problem| problem.restart).unwrap();
    desk.send(Command::Engine(EngineCommand::Restart(restart)));
    // It crashes again, so the game was open in between.
    let n = over.problems.len();
    desk.wait("the second crash", |s| s.problems.len() > n && s.game.waits);
}

#[test]
fn an_illegal_move_is_named_and_never_played() {
    let mut desk = Desk::new();
    desk.play([human(), engine("Liar")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Liar");
    desk.game(GameCommand::Click("f5".to_owned()));
    let over = desk.wait("the illegal move", |s| says(s, "illegal move"));
    assert!(n_moves(&over) == 1 && over.game.waits);
}

#[test]
fn stepping_fast_never_shows_values_of_another_position() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("f5d6c3d3c4f4f6f3e6e7d7g6f8f7h6c5".to_owned())));
    desk.wait("the transcript", |s| n_moves(s) == 16 && s.mode == Mode::Analyse);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    desk.wait("values", |s| !s.analysis.values.is_empty());
    for _ in 0..4 {
        for command in [GameCommand::First, GameCommand::Last] {
            desk.game(command);
        }
        for _ in 0..16 {
            desk.game(GameCommand::Previous);
        }
    }
    // Every snapshot on the way is looked at: a value stands on a legal square of its position.
    desk.game(GameCommand::Next);
    let last = desk.wait("values of the position shown last", |s| {
        for value in &s.analysis.values {
            let cell = s.game.scene.cells.iter().find(|cell| cell.name == value.cell).unwrap();
            assert!(cell.spoken.contains("legal"), "{} in {}", value.cell, s.game.position_text);
        }
        s.game.current == 1 && !s.analysis.values.is_empty()
    });
    assert_eq!(last.analysis.position_id, last.game.position_id);
    assert!(last.analysis.cards[0].running);
}

#[test]
fn a_variation_is_kept_beside_the_main_line() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("f5d6c3d3".to_owned())));
    desk.wait("the transcript", |s| n_moves(s) == 4);
    desk.game(GameCommand::First);
    desk.game(GameCommand::Type("F5".to_owned()));
    desk.game(GameCommand::Type("f6".to_owned()));
    let after = desk.wait("the variation", |s| {
        s.game.rows.iter().any(|row| matches!(row, TreeRow::Variation { .. }))
    });
    assert_eq!(n_moves(&after), 4);
    desk.game(GameCommand::Promote(after.game.current));
    desk.wait("the promoted line", |s| n_moves(s) == 2);
}

#[test]
fn a_file_is_opened_saved_and_read_back() {
    let game = "(;GM[Othello]PC[x]PB[Ann]PW[Bob]RE[?]TI[5:00]TY[8]BO[8 --------------------------\
                -O*------*O--------------------------- *]B[F5]W[F6];)\n";
    let two = format!("{game}{}", game.replace("Ann", "Cid"));
    let mut desk = Desk::with_file(Some(("two.ggf", &two)));
    let opened = desk.wait("the file", |s| s.file_games.len() == 2);
    assert!(opened.file_games[1].starts_with("Cid"), "{:?}", opened.file_games);
    desk.send(Command::File(FileCommand::Choose(1)));
    desk.wait("the second game", |s| s.game.seats[0].name == "Cid");
    let path = desk.dir.path().join("saved.ggf");
    desk.send(Command::File(FileCommand::Save(path.clone())));
    desk.wait("the file to be saved", |s| says(s, "Saved as"));
    assert!(fs::read_to_string(&path).unwrap().contains("PB[Cid]"));
    desk.send(Command::File(FileCommand::Open(desk.dir.path().join("none.ggf"))));
    desk.wait("the missing file to be named", |s| {
        s.problems.iter().any(|problem| problem.text.contains("none.ggf"))
    });
}

#[test]
fn a_whole_game_is_valued_move_by_move() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("f5d6c3d3c4f4".to_owned())));
    desk.wait("the transcript", |s| n_moves(s) == 6);
    desk.send(Command::Analysis(AnalysisCommand::WholeGame));
    let done = desk.wait("all values", |s| says(s, "whole game is analysed"));
    assert!(done.game.accuracy.iter().all(Option::is_some), "{:?}", done.game.accuracy);
    assert_eq!(done.game.graph.len(), 6);
}

#[test]
fn a_whole_game_analysis_rests_and_goes_on_where_it_was() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("f5d6c3d3c4f4".to_owned())));
    desk.wait("the transcript", |s| n_moves(s) == 6);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    desk.wait("the card", |s| s.analysis.cards.len() == 1);
    desk.send(Command::Analysis(AnalysisCommand::WholeGame));
    desk.send(Command::Analysis(AnalysisCommand::PauseWholeGame(true)));
    let resting = |s: &Snapshot| s.progress.as_ref().is_some_and(|p| p.paused == Some(true));
    let paused = desk.wait("the rest", resting);
    let board = desk.wait("the board's own analysis", |s| !s.analysis.cards[0].lines.is_empty());
    assert_eq!(board.game.graph.len(), paused.game.graph.len(), "nothing is valued meanwhile");
    desk.send(Command::Analysis(AnalysisCommand::PauseWholeGame(false)));
    let done = desk.wait("all values", |s| says(s, "whole game is analysed"));
    assert_eq!(done.game.graph.len(), 6);
}

#[test]
fn a_match_runs_to_its_table_and_its_games_can_be_opened() {
    let mut desk = Desk::new();
    desk.send(Command::Match(MatchCommand::Start {
        game: "othello".to_owned(),
        variant: None,
        ponder: false,
        engines: [builtin("2"), builtin("1")],
        games: 4,
        time: DEPTH_1,
        concurrency: 2,
        seed: 7,
    }));
    let over = desk.wait("the match", |s| s.matching.as_ref().is_some_and(|m| m.over));
    let view = over.matching.as_ref().unwrap();
    assert_eq!(view.finished, 4);
    assert_eq!(view.standing[0].wins, view.standing[1].losses);
    let row = &view.games[0];
    desk.send(Command::Match(MatchCommand::Open(row.number)));
    desk.wait("the game", |s| s.mode == Mode::Analyse && n_moves(s) > 8);
}

#[test]
fn a_game_that_was_replaced_can_be_had_back() {
    let mut desk = Desk::new();
    desk.wait("the first board", |s| s.game.can_move);
    desk.game(GameCommand::Click("f5".to_owned()));
    desk.wait("the answer", |s| n_moves(s) == 2);
    desk.play([human(), human()], TimeControl::Unlimited, "");
    desk.wait("the new game", |s| n_moves(s) == 0 && s.game.can_undo_new);
    desk.game(GameCommand::UndoNew);
    desk.wait("the old game", |s| n_moves(s) == 2);
}

#[test]
fn a_game_being_played_stays_as_it_is_whatever_is_tried_in_analyse() {
    let mut desk = Desk::new();
    desk.play([human(), human()], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[0].name == "Ann");
    desk.game(GameCommand::Click("f5".to_owned()));
    desk.wait("a move", |s| n_moves(s) == 1);
    desk.game(GameCommand::SetMode(Mode::Analyse));
    desk.game(GameCommand::Type("d6".to_owned()));
    desk.game(GameCommand::Comment(2, "tried".to_owned()));
    desk.game(GameCommand::Type("c3".to_owned()));
    desk.wait("what was tried", |s| n_moves(s) == 3);
    desk.game(GameCommand::Delete(1));
    desk.wait("nothing left of it", |s| n_moves(s) == 0);
    desk.game(GameCommand::UndoEdit);
    desk.wait("what was tried again", |s| n_moves(s) == 3);
    desk.game(GameCommand::SetMode(Mode::Play));
    desk.wait("the game", |s| n_moves(s) == 1 && s.game.paused && s.game.at_end);
    desk.game(GameCommand::Resume);
    desk.game(GameCommand::Click("d6".to_owned()));
    desk.wait("the same move", |s| n_moves(s) == 2 && s.game.comment == "tried");
    desk.game(GameCommand::Click("c4".to_owned()));
    let gone_on = desk.wait("another move", |s| n_moves(s) == 3 && s.game.playing);
    let has_variation = |row: &TreeRow| matches!(row, TreeRow::Variation { .. });
    assert!(gone_on.game.rows.iter().any(has_variation));
}

#[test]
fn what_is_found_about_a_game_is_not_written_into_the_one_that_is_brought_back() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("f5d6".to_owned())));
    desk.wait("the first transcript", |s| n_moves(s) == 2);
    desk.send(Command::File(FileCommand::Paste("f5d6c3d3c4f4f6f3e6e7".to_owned())));
    desk.wait("the second transcript", |s| n_moves(s) == 10);
    desk.send(Command::Analysis(AnalysisCommand::WholeGame));
    desk.wait("a first value", |s| s.game.accuracy.iter().any(Option::is_some));
    desk.game(GameCommand::UndoNew);
    let back = desk.wait("the first game", |s| n_moves(s) == 2);
    assert_eq!(back.game.accuracy, [None, None]);
    assert!(back.progress.is_none(), "{:?}", back.progress);
    assert!(back.game.graph.is_empty(), "{:?}", back.game.graph);
}

#[test]
fn a_flag_falls_while_a_person_thinks() {
    let mut desk = Desk::new();
    let clock = TimeControl::SuddenDeath { main: Duration::from_millis(300) };
    desk.play([human(), human()], clock, "");
    let over = desk.wait("the flag", |s| s.game.result.contains("lost on time"));
    assert!(over.game.result.starts_with("White wins"), "{}", over.game.result);
}

#[test]
fn a_game_in_progress_outlives_the_program() {
    let mut desk = Desk::new();
    desk.play([human(), builtin("1")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[0].name == "Ann");
    desk.game(GameCommand::Click("f5".to_owned()));
    desk.wait("the answer", |s| n_moves(s) == 2);
    let Desk { app, dir } = desk;
    drop(app);
    let mut desk = Desk::in_dir(dir, None);
    desk.wait("the offer", |s| s.game.can_undo_new && says(s, "not finished"));
    desk.game(GameCommand::UndoNew);
    let back = desk.wait("the game", |s| n_moves(s) == 2);
    assert!(back.game.paused);
    assert_eq!(back.game.seats[0].name, "Ann");
    desk.game(GameCommand::Resume);
    desk.wait("the move to be possible", |s| s.game.can_move);
}

#[test]
fn an_engine_that_crashed_is_started_again_when_a_move_is_taken_back() {
    let mut desk = Desk::new();
    desk.play([human(), engine("Crasher")], TimeControl::Unlimited, "");
    desk.wait("the board", |s| s.game.can_move && s.game.seats[1].name == "Crasher");
    desk.game(GameCommand::Click("f5".to_owned()));
    desk.wait("the crash", |s| s.game.waits);
    desk.game(GameCommand::TakeBack);
    desk.wait("the open game", |s| s.game.can_move && n_moves(s) == 0);
    desk.game(GameCommand::Click("c4".to_owned()));
    // Not a dead end: it was asked again, and crashed again.
    desk.wait("the second crash", |s| n_moves(s) == 1 && s.game.waits);
}

#[test]
fn a_result_survives_a_variation_that_is_made_and_deleted() {
    let mut desk = Desk::new();
    desk.play([builtin("1"), builtin("1")], DEPTH_1, "");
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    desk.game(GameCommand::SetMode(Mode::Analyse));
    desk.game(GameCommand::First);
    let first = match &over.game.rows[0] {
        TreeRow::Pair { moves, .. } => moves[0].as_ref().unwrap().text.clone(),
        TreeRow::Game { .. } | TreeRow::Comment(_) | TreeRow::Variation { .. } => panic!("no pair"),
    };
    let other = ["c4", "d3", "e6", "f5"].into_iter().find(|mv| *mv != first).unwrap();
    desk.game(GameCommand::Type(other.to_owned()));
    let variation = desk.wait("the variation", |s| {
        s.game.rows.iter().any(|row| matches!(row, TreeRow::Variation { .. }))
    });
    desk.game(GameCommand::Delete(variation.game.current));
    let after = desk.wait("it to be deleted", |s| says(s, "Deleted"));
    assert_eq!(after.game.result, over.game.result);
    assert_eq!(n_moves(&after), n_moves(&over));
    desk.game(GameCommand::UndoEdit);
    let back = desk.wait("the variation again", |s| {
        s.game.rows.iter().any(|row| matches!(row, TreeRow::Variation { .. }))
    });
    assert!(!says(&back, "Deleted"), "the message goes with its cause: {:?}", back.notices);
}

#[test]
fn every_legal_square_gets_a_value_however_few_lines_are_wanted() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("f5d6c3".to_owned())));
    desk.wait("the transcript", |s| n_moves(s) == 3);
    desk.send(Command::Analysis(AnalysisCommand::SetLines(1)));
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    let done = desk.wait("all values", |s| {
        let legal = s.game.scene.cells.iter().filter(|cell| cell.spoken.contains("legal")).count();
        s.analysis.values.len() == legal
    });
    assert_eq!(done.analysis.cards[0].lines.len(), 1);
}

#[test]
fn a_paused_game_shows_no_legal_squares_and_says_why_a_click_does_nothing() {
    let mut desk = Desk::new();
    let marked = |s: &Snapshot| {
        s.game.scene.marks.iter().any(|mark| matches!(mark, quintet::app::board::Mark::Legal(_)))
    };
    desk.wait("the first board", |s| s.game.can_move && marked(s));
    desk.game(GameCommand::Pause);
    desk.wait("the bare board", |s| s.game.paused && !marked(s));
    desk.game(GameCommand::Click("f5".to_owned()));
    desk.wait("the reason", |s| says(s, "paused"));
}
