//! Draughts in the application: variants, thinking on the other's time, draws, the editor, files.

use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use quintet::app::board::{Art, Edit, Side};
use quintet::app::{
    AnalysisCommand, Command, DiceChoice, DrawRules, EditCommand, FileCommand, GameCommand,
    MatchCommand, Mode, NewGame, NoticeKind, SeatChoice, SettingsCommand, Snapshot, TimeControl,
    TreeRow, TypedView,
};

use super::desk::{DEPTH_1, Desk, human, n_moves, says};

const NAME: &str = "Quintet draughts";
const QUICK: TimeControl = TimeControl::PerMove { time: Duration::from_millis(50) };

fn level(level: &str) -> SeatChoice {
    let options = vec![("level".to_owned(), level.to_owned())];
    SeatChoice::Engine { name: NAME.to_owned(), options }
}

pub(crate) fn new_game(variant: &str, seats: [SeatChoice; 2], time: TimeControl) -> NewGame {
    NewGame {
        game: "draughts".to_owned(),
        variant: Some(variant.to_owned()),
        seats,
        clocks: [time; 2],
        position: String::new(),
        opening: Vec::new(),
        ponder: false,
        dice: DiceChoice::Fresh,
        adaptive: None,
    }
}

/// A person without a clock against a quick engine.
fn against(variant: &str, engine: SeatChoice) -> NewGame {
    let clocks = [TimeControl::Unlimited, QUICK];
    NewGame { clocks, ..new_game(variant, [human(), engine], QUICK) }
}

fn play(desk: &Desk, new: NewGame) {
    desk.game(GameCommand::New(Box::new(new)));
}

fn edit(desk: &Desk, command: EditCommand) {
    desk.game(GameCommand::Edit(command));
}

fn texts(snapshot: &Snapshot) -> Vec<String> {
    let cells = |row: &TreeRow| match row {
        TreeRow::Pair { moves, .. } => moves.iter().flatten().map(|mv| mv.text.clone()).collect(),
        TreeRow::Game { .. } | TreeRow::Comment(_) | TreeRow::Variation { .. } => Vec::new(),
    };
    snapshot.game.rows.iter().flat_map(cells).collect()
}

#[test]
fn a_variant_is_found_by_any_of_its_names_and_shown_by_its_own() {
    let mut desk = Desk::new();
    play(&desk, new_game("bt", [human(), human()], TimeControl::Unlimited));
    let game = desk.wait("the game", |s| s.game.info.name == "draughts");
    assert_eq!(game.game.variant_name.as_deref(), Some("breakthrough"));
    assert_eq!(game.game.variant, "Breakthrough");
    assert_eq!((game.game.bottom, game.game.turn), (Side::First, Some(Side::First)));
    let entry = game.engines.iter().find(|entry| entry.name == NAME).unwrap();
    let plays = |name: &str| {
        entry.variants.as_ref().is_none_or(|names| names.iter().any(|known| known == name))
    };
    assert!(plays("breakthrough") && plays("frisian"));
    play(&desk, new_game("chess", [human(), human()], TimeControl::Unlimited));
    desk.wait("the refusal", |s| says(s, "nknown variant \"chess\""));
}

#[test]
fn both_sides_change_places_when_the_board_is_turned() {
    let mut desk = Desk::new();
    play(&desk, new_game("international", [human(), human()], TimeControl::Unlimited));
    let game = desk.wait("the game", |s| s.game.info.name == "draughts");
    assert_eq!(game.game.bottom, Side::First);
    let lowest = |s: &Snapshot| {
        let cells = s.game.scene.cells.iter();
        cells.max_by(|a, b| a.outline[0].1.total_cmp(&b.outline[0].1)).map(|cell| cell.name.clone())
    };
    let usual = lowest(&game);
    desk.game(GameCommand::Turn);
    let turned = desk.wait("Black below", |s| s.game.bottom == Side::Second);
    assert_ne!(lowest(&turned), usual, "the board turns with the sides");
    desk.game(GameCommand::Turn);
    let back = desk.wait("White below", |s| s.game.bottom == Side::First);
    assert_eq!(lowest(&back), usual);
}

#[test]
fn a_refusal_goes_when_another_man_is_chosen_and_the_board_before_a_move_is_kept() {
    let mut desk = Desk::new();
    play(&desk, new_game("international", [human(), human()], TimeControl::Unlimited));
    let start = desk.wait("the game", |s| s.game.info.name == "draughts" && s.game.can_move);
    assert!(start.game.before.is_none());
    desk.game(GameCommand::Click("20".to_owned()));
    desk.wait("the refusal", |s| s.notices.iter().any(|n| n.kind == NoticeKind::Refused));
    desk.game(GameCommand::Click("32".to_owned()));
    desk.wait("no refusal", |s| s.notices.is_empty());
    desk.game(GameCommand::Click("28".to_owned()));
    let moved = desk.wait("the move", |s| n_moves(s) == 1);
    let before = moved.game.before.as_ref().unwrap();
    assert_eq!(before.pieces, start.game.scene.pieces);
}

#[test]
fn moves_are_read_shown_and_announced_as_people_write_them() {
    let mut desk = Desk::new();
    let opening = ["32-28", "19-23"].map(str::to_owned).to_vec();
    let game = new_game("international", [human(), human()], TimeControl::Unlimited);
    play(&desk, NewGame { opening, ..game });
    desk.wait("the opening", |s| n_moves(s) == 2 && s.game.can_move);
    desk.game(GameCommand::Type("28x19".to_owned()));
    let taken = desk.wait("the capture", |s| n_moves(s) == 3);
    assert_eq!(texts(&taken), ["32-28", "19-23", "28x19"]);
    assert_eq!(taken.game.announcement, "White plays 28x19");
    desk.game(GameCommand::Type("17-21".to_owned()));
    let refused = desk.wait("the rule", |s| says(s, "17-21 is not legal here: "));
    assert_eq!(n_moves(&refused), 3);
    desk.game(GameCommand::Type("41 19".to_owned()));
    desk.wait("the reason", |s| says(s, "41 19 is not legal here: the piece on"));
    let opening = vec!["32-27".to_owned(), "32-28".to_owned()];
    let game = new_game("international", [human(), human()], TimeControl::Unlimited);
    play(&desk, NewGame { opening, ..game });
    desk.wait("an opening that cannot be", |s| says(s, "opening cannot be played"));
}

#[test]
fn engines_think_on_each_others_time_and_their_guesses_are_counted() {
    let mut desk = Desk::new();
    let game = new_game("frisian", [level("2"), level("2")], TimeControl::Depth { depth: 3 });
    play(&desk, NewGame { ponder: true, ..game });
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    for seat in &over.game.seats {
        let (hits, all) = seat.ponder.unwrap();
        assert!(hits <= all && all > 0, "{hits} of {all}");
    }
    assert!(over.problems.is_empty(), "{:?}", over.problems);
}

#[test]
fn an_engine_thinks_while_the_person_does_and_rests_in_a_pause() {
    let mut desk = Desk::new();
    // Lower levels do not always expect a reply.
    play(&desk, NewGame { ponder: true, ..against("international", level("10")) });
    desk.wait("the board", |s| s.game.can_move && s.game.info.name == "draughts");
    desk.game(GameCommand::Type("32-28".to_owned()));
    let chip = |s: &Snapshot, text: &str| {
        s.game.seats[1].chip.as_ref().is_some_and(|chip| chip.text.starts_with(text))
    };
    desk.wait("it to ponder", |s| n_moves(s) == 2 && s.game.can_move && chip(s, "pondering"));
    desk.game(GameCommand::MoveNow);
    desk.wait("the refusal", |s| says(s, "No engine is thinking about a move"));
    desk.game(GameCommand::Pause);
    desk.wait("it to rest", |s| s.game.paused && chip(s, "ready"));
    desk.game(GameCommand::Resume);
    let reply = desk.wait("the game to go on", |s| s.game.can_move && !s.game.paused);
    assert_eq!(n_moves(&reply), 2);
    desk.game(GameCommand::TakeBack);
    desk.wait("both moves taken back", |s| n_moves(s) == 0 && s.game.can_move);
    desk.game(GameCommand::Type("33-29".to_owned()));
    desk.wait("its next move", |s| n_moves(s) == 2 && s.game.can_move);
}

const BACK_AND_FORTH: [&str; 4] = ["47-41", "4-15", "41-47", "15-4"];

/// Two people repeat a position for the third time under this setting.
fn repeat(setting: DrawRules) -> (Desk, std::sync::Arc<Snapshot>) {
    let mut desk = Desk::new();
    desk.send(Command::Settings(SettingsCommand::DrawRules(setting)));
    let game = new_game("international", [human(), human()], TimeControl::Unlimited);
    play(&desk, NewGame { position: "W:WK47,45:BK4,6".to_owned(), ..game });
    desk.wait("the board", |s| s.game.info.name == "draughts" && s.game.can_move);
    for (n, mv) in BACK_AND_FORTH.iter().cycle().take(8).enumerate() {
        desk.game(GameCommand::Type((*mv).to_owned()));
        desk.wait(mv, |s| n_moves(s) == n + 1);
    }
    let last = desk.app.snapshot();
    (desk, last)
}

#[test]
fn a_draw_by_rule_comes_by_itself_or_is_claimed_or_does_not_come() {
    let (_desk, automatic) = repeat(DrawRules::Automatic);
    assert!(automatic.game.result.starts_with("Draw"), "{}", automatic.game.result);
    let (mut desk, asked) = repeat(DrawRules::Ask);
    assert_eq!(asked.game.result, "");
    assert!(!asked.game.claim.is_empty());
    assert!(
        asked.game.counters.iter().any(|counter| (counter.value, counter.limit) == (4, 25)),
        "{:?}",
        asked.game.counters
    );
    desk.game(GameCommand::ClaimDraw);
    let claimed = desk.wait("the draw", |s| !s.game.result.is_empty());
    assert_eq!(claimed.game.result, automatic.game.result);
    assert_eq!(claimed.game.claim, "");
    let (mut desk, off) = repeat(DrawRules::Off);
    assert_eq!((off.game.result.as_str(), off.game.claim.as_str()), ("", ""));
    // Switching the rule on makes it a draw.
    desk.send(Command::Settings(SettingsCommand::DrawRules(DrawRules::Automatic)));
    desk.wait("the draw", |s| s.game.result == automatic.game.result);
}

#[test]
fn draws_are_agreed_between_people_and_refused_for_engines_that_know_no_offers() {
    let mut desk = Desk::new();
    play(&desk, new_game("killer", [human(), human()], TimeControl::Unlimited));
    desk.wait("the board", |s| s.game.can_move && s.game.info.name == "draughts");
    desk.game(GameCommand::ClaimDraw);
    desk.wait("no rule", |s| says(s, "No rule allows"));
    desk.game(GameCommand::OfferDraw);
    let agreed = desk.wait("the draw", |s| !s.game.result.is_empty());
    assert_eq!(agreed.game.result, "Draw: draw agreed");
    play(&desk, against("killer", level("1")));
    desk.wait("the board", |s| s.game.can_move && s.game.result.is_empty());
    desk.game(GameCommand::OfferDraw);
    let refused = desk.wait("the refusal", |s| says(s, "does not take draw offers"));
    assert!(!refused.game.draw_offered && refused.game.playing);
}

#[test]
fn a_position_is_made_step_by_step_and_analysed() {
    let mut desk = Desk::new();
    play(&desk, new_game("international", [human(), human()], TimeControl::Unlimited));
    desk.wait("the board", |s| s.game.can_move && s.game.info.name == "draughts");
    desk.game(GameCommand::Type("32-28".to_owned()));
    desk.wait("a move", |s| n_moves(s) == 1);
    edit(&desk, EditCommand::Open);
    let open = desk.wait("the editor", |s| s.editor.is_some());
    let view = open.editor.as_ref().unwrap();
    assert!(open.game.paused && !view.can_undo && view.problem.is_none());
    assert_eq!((view.turn, view.variant.as_deref()), (Side::Second, Some("international")));
    let brush = |art: Art| view.brushes.iter().position(|brush| brush.art == Some(art)).unwrap();
    let (king, man) = (brush(Art::King { white: true }), brush(Art::Man { white: false }));
    let put = |desk: &Desk, brush: usize, cell: &str| {
        edit(desk, EditCommand::Step(Edit::Put { brush, cell: cell.to_owned() }));
    };
    edit(&desk, EditCommand::Step(Edit::Clear));
    put(&desk, king, "46");
    let alone = desk.wait("the problem", |s| {
        s.editor.as_ref().is_some_and(|view| view.problem.is_some() && view.can_undo)
    });
    edit(&desk, EditCommand::Done);
    // The editor, which stays, says itself what is wrong.
    assert_eq!(n_moves(&alone), 1, "the game is untouched");
    put(&desk, man, "19");
    put(&desk, man, "20");
    edit(&desk, EditCommand::Undo);
    let has = |s: &Snapshot, n: usize, can_redo: bool| {
        let view = s.editor.as_ref();
        view.is_some_and(|view| view.scene.pieces.len() == n && view.can_redo == can_redo)
    };
    desk.wait("one piece less", |s| has(s, 2, true));
    edit(&desk, EditCommand::Redo);
    desk.wait("it again", |s| has(s, 3, false));
    edit(&desk, EditCommand::Undo);
    edit(&desk, EditCommand::Step(Edit::Turn(Side::First)));
    edit(&desk, EditCommand::Variant("Frisian".to_owned()));
    edit(&desk, EditCommand::Variant("nonsense".to_owned()));
    desk.wait("the refusal", |s| says(s, "nknown variant"));
    let ready =
        desk.wait("the position", |s| s.editor.as_ref().is_some_and(|view| view.problem.is_none()));
    let view = ready.editor.as_ref().unwrap();
    assert_eq!((view.turn, view.variant.as_deref()), (Side::First, Some("frisian")));
    assert_eq!(view.scene.pieces.len(), 2);
    edit(&desk, EditCommand::Done);
    let done = desk.wait("analysis", |s| s.editor.is_none() && s.mode == Mode::Analyse);
    assert_eq!(done.game.variant_name.as_deref(), Some("frisian"));
    assert_eq!(done.game.scene.pieces.len(), 2);
    desk.game(GameCommand::UndoNew);
    desk.wait("the game before", |s| n_moves(s) == 1);
    edit(&desk, EditCommand::Open);
    edit(&desk, EditCommand::Text("B:W48:B3".to_owned()));
    let read = desk
        .wait("the text", |s| s.editor.as_ref().is_some_and(|view| view.scene.pieces.len() == 2));
    assert_eq!(read.editor.as_ref().unwrap().turn, Side::Second);
    // One that cannot be played is shown, with what is wrong with it.
    for text in ["W:W1,48:B3", "W:WK46:B"] {
        edit(&desk, EditCommand::Text(text.to_owned()));
        desk.wait("the problem", |s| {
            let view = s.editor.as_ref().unwrap();
            view.turn == Side::First && view.problem.is_some()
        });
        edit(&desk, EditCommand::Undo);
        desk.wait("the text before", |s| {
            s.editor.as_ref().is_some_and(|view| view.problem.is_none())
        });
    }
    edit(&desk, EditCommand::Text("no position".to_owned()));
    let is_missing = |why: &TypedView| matches!(why, TypedView::Unreadable(why) if why.contains("side to move is missing"));
    desk.wait("the refusal", |s| {
        s.editor.as_ref().is_some_and(|view| view.typed.as_ref().is_some_and(is_missing))
    });
    edit(&desk, EditCommand::Cancel);
    let closed = desk.wait("the editor to close", |s| s.editor.is_none());
    assert_eq!(n_moves(&closed), 1);
}

#[test]
fn cards_follow_the_variant_and_belong_to_their_game() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("W:W31-50:B1-20".to_owned())));
    desk.wait("the position", |s| s.game.info.name == "draughts" && s.mode == Mode::Analyse);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine(NAME.to_owned())));
    let has_lines = |s: &Snapshot| s.analysis.cards.first().is_some_and(|c| !c.lines.is_empty());
    let first = desk.wait("a line", has_lines);
    let line = &first.analysis.cards[0].lines[0];
    assert!(line.moves[0].contains('-'), "{:?}", line.moves);
    assert!(first.analysis.values.is_empty(), "several moves may end on one square");
    edit(&desk, EditCommand::Open);
    edit(&desk, EditCommand::Variant("frisian".to_owned()));
    edit(&desk, EditCommand::Done);
    let again = desk.wait("another session", |s| {
        says(s, "is started again for Frisian") && s.game.variant == "Frisian"
    });
    assert_ne!(again.analysis.cards[0].id, first.analysis.cards[0].id);
    desk.wait("its lines", has_lines);
    desk.send(Command::File(FileCommand::Paste("f5d6c3d3".to_owned())));
    let other = desk.wait("Othello", |s| s.game.info.name == "othello");
    assert!(other.analysis.cards.is_empty(), "{:?}", other.analysis.cards);
    assert!(other.sessions.is_empty(), "no engine of the other game runs on: {:?}", other.sessions);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned())));
    desk.wait("its lines", has_lines);
    desk.game(GameCommand::UndoNew);
    let of = |s: &Snapshot, name: &str| {
        s.analysis.cards.len() == 1 && s.analysis.cards[0].name == name && has_lines(s)
    };
    desk.wait("the card of draughts", |s| s.game.variant == "Frisian" && of(s, NAME));
    let stop = desk.app.snapshot().analysis.cards[0].id;
    desk.send(Command::Analysis(AnalysisCommand::SetRunning(stop, false)));
    desk.wait("its rest", |s| !s.analysis.cards[0].running);
    desk.game(GameCommand::UndoNew);
    desk.wait("the card of Othello", |s| of(s, "Quintet Othello"));
    desk.game(GameCommand::UndoNew);
    let rests = desk.wait("the card of draughts", |s| {
        s.game.variant == "Frisian" && s.analysis.cards.first().is_some_and(|c| c.name == NAME)
    });
    assert!(!rests.analysis.cards[0].running, "as it was left");
}

#[test]
fn a_game_of_draughts_is_valued_move_by_move() {
    let mut desk = Desk::new();
    let moves = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 *";
    desk.send(Command::File(FileCommand::Paste(moves.to_owned())));
    desk.wait("the game", |s| n_moves(s) == 6 && s.game.info.name == "draughts");
    desk.send(Command::Analysis(AnalysisCommand::WholeGame));
    let done = desk.wait("all values", |s| says(s, "whole game is analysed"));
    assert!(done.game.accuracy.iter().all(Option::is_some), "{:?}", done.game.accuracy);
    assert_eq!(done.game.graph.len(), 6);
}

#[test]
fn a_match_of_a_variant_with_thinking_on_the_others_time_runs_to_its_table() {
    let mut desk = Desk::new();
    desk.send(Command::Match(MatchCommand::Start {
        game: "draughts".to_owned(),
        variant: Some("bt".to_owned()),
        engines: [level("2"), level("1")],
        games: 2,
        time: DEPTH_1,
        concurrency: 1,
        seed: 7,
        ponder: true,
    }));
    let over = desk.wait("the match", |s| s.matching.as_ref().is_some_and(|m| m.over));
    let view = over.matching.as_ref().unwrap();
    assert_eq!(view.finished, 2, "{:?}", over.problems);
    assert!(view.conditions.starts_with("Breakthrough, "), "{}", view.conditions);
    assert!(view.conditions.contains("pondering"), "{}", view.conditions);
    assert_eq!(view.variant_name.as_deref(), Some("breakthrough"));
    assert!(view.reasons.iter().all(|(_, _, failure)| !failure), "{:?}", view.reasons);
    desk.send(Command::Match(MatchCommand::Open(1)));
    let game = desk.wait("the game", |s| s.mode == Mode::Analyse && n_moves(s) > 4);
    assert_eq!(game.game.variant_name.as_deref(), Some("breakthrough"));
}

#[test]
fn a_file_of_ten_thousand_games_shows_its_progress_and_can_be_cancelled() {
    let mut desk = Desk::new();
    let mut text = String::new();
    for n in 0..10_000 {
        let moves = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 5-10 1-1";
        writeln!(text, "[White \"A{n}\"]\n[Black \"B\"]\n[Result \"1-1\"]\n\n{moves}\n").unwrap();
    }
    let path = desk.dir.path().join("many.pdn");
    fs::write(&path, text).unwrap();
    desk.send(Command::File(FileCommand::Open(path.clone())));
    let cancel = Some(Command::File(FileCommand::CancelRead));
    desk.wait("progress", |s| {
        s.progress.as_ref().is_some_and(|p| p.text.contains("many.pdn") && p.cancel == cancel)
    });
    let read = desk.wait("the list", |s| s.file_games.len() == 10_000 && s.progress.is_none());
    assert!(read.file_games[9_999].starts_with("A9999"), "{}", read.file_games[9_999]);
    desk.send(Command::File(FileCommand::Choose(9_999)));
    desk.wait("the last game", |s| s.game.seats[0].name == "A9999");
    desk.send(Command::File(FileCommand::Open(path)));
    desk.send(Command::File(FileCommand::CancelRead));
    desk.wait("the end", |s| says(s, "many.pdn was cancelled") && s.progress.is_none());
}

#[test]
fn an_engine_that_goes_through_whole_games_comments_on_their_moves() {
    let mut desk = Desk::new();
    // White gives a man away with its second move: 35 is empty and 25 is not.
    let moves = "1. 35-30 20-25 2. 30-24 19x30 3. 32-28 14-19 4. 37-32 10-14 5. 41-37 5-10 *";
    desk.send(Command::File(FileCommand::Paste(moves.to_owned())));
    desk.wait("the game", |s| n_moves(s) == 10 && s.game.info.name == "draughts");
    desk.send(Command::Analysis(AnalysisCommand::AddEngine("Guide".to_owned())));
    desk.wait("a line", |s| s.analysis.cards.first().is_some_and(|c| !c.lines.is_empty()));
    desk.send(Command::Analysis(AnalysisCommand::WholeGame));
    desk.wait("all values", |s| says(s, "whole game is analysed"));
    let done = desk.wait("remarks", |s| {
        s.progress.is_none() && s.game.rows.iter().any(|row| matches!(row, TreeRow::Comment(_)))
    });
    let name = &done.analysis.cards[0].name;
    let is_signed = |row: &TreeRow| match row {
        TreeRow::Comment(text) => text.starts_with(&format!("{name}: ")),
        TreeRow::Game { .. } | TreeRow::Pair { .. } | TreeRow::Variation { .. } => true,
    };
    assert!(done.game.rows.iter().all(is_signed), "{:?}", done.game.rows);
}

#[test]
fn engines_of_two_protocols_play_each_other_and_the_one_that_can_is_offered_a_draw() {
    let mut desk = Desk::new();
    let guide = || SeatChoice::Engine { name: "Guide".to_owned(), options: Vec::new() };
    let game = new_game("international", [level("1"), guide()], TimeControl::Depth { depth: 2 });
    play(&desk, NewGame { ponder: true, ..game });
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    assert!(over.problems.is_empty(), "{:?} {}", over.problems, over.game.result);
    assert!(over.game.seats.iter().all(|seat| seat.ponder.is_some_and(|(_, all)| all > 0)));
    play(&desk, against("frisian", guide()));
    let unfit = desk.wait("the reason", |s| says(s, "Guide: Frisian is not played over GUIDE."));
    assert_eq!(unfit.game.result, over.game.result, "the game before still stands");
    let entry = unfit.engines.iter().find(|entry| entry.name == "Guide").unwrap();
    assert_eq!(entry.variants, Some(vec!["international".to_owned()]));
    let opening = vec!["32-28".to_owned()];
    play(&desk, NewGame { opening, ..against("international", guide()) });
    desk.wait("its move", |s| n_moves(s) == 2 && s.game.can_move);
    desk.game(GameCommand::OfferDraw);
    desk.wait("the offer or the draw", |s| {
        says(s, "A draw is offered to Guide") || !s.game.result.is_empty()
    });
}

#[test]
fn a_game_given_up_waits_for_nobody_and_its_clocks_stand() {
    let mut desk = Desk::new();
    let full = Duration::from_secs(300);
    let time = TimeControl::SuddenDeath { main: full };
    play(&desk, new_game("international", [human(), human()], time));
    desk.wait("the clock to run", |s| {
        s.game.info.name == "draughts" && s.game.clocks[0].running_since.is_some()
    });
    desk.game(GameCommand::Resign);
    let over = desk.wait("the result", |s| !s.game.result.is_empty());
    assert!(over.game.clocks[0].left < full, "{:?}", over.game.clocks);
    assert_eq!(over.game.clocks[0].running_since, None);
    assert_eq!(over.game.turn, None);
    let chips =
        over.game.seats.iter().map(|seat| seat.chip.as_ref().map(|chip| chip.text.as_str()));
    assert!(chips.eq([Some("lost"), Some("won")]), "{:?}", over.game.seats);
}

#[test]
fn a_card_that_cannot_play_the_variant_is_put_away_until_it_can() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("W:W31-50:B1-20".to_owned())));
    desk.wait("the position", |s| s.game.info.name == "draughts" && s.mode == Mode::Analyse);
    for name in ["Guide", NAME] {
        desk.send(Command::Analysis(AnalysisCommand::AddEngine(name.to_owned())));
    }
    let names = |s: &Snapshot| -> Vec<String> {
        s.analysis.cards.iter().map(|card| card.name.clone()).collect()
    };
    let both = desk.wait("their lines", |s| {
        s.analysis.cards.len() == 2 && s.analysis.cards.iter().all(|card| !card.lines.is_empty())
    });
    assert!(both.analysis.cards.iter().all(|card| card.n_lines == 1), "GUIDE and Hub have one");
    // They call themselves alike, and are told apart by their names in the list.
    let own: Vec<&str> = both.analysis.cards.iter().map(|card| card.own_name.as_str()).collect();
    assert!(own[0].starts_with("Quintet") && own[0] == own[1], "{own:?}");
    assert_eq!(names(&both), ["Guide", NAME]);
    let sessions: Vec<&str> = both.sessions.iter().map(|known| known.name.as_str()).collect();
    assert_eq!(sessions, ["Guide", NAME]);
    // Also where the board is played on and cards rest.
    play(&desk, new_game("frisian", [human(), human()], TimeControl::Unlimited));
    let one = desk.wait("the game", |s| s.game.variant == "Frisian" && s.mode == Mode::Play);
    assert_eq!(names(&one), [NAME]);
    desk.send(Command::File(FileCommand::Paste("W:W31-50:B1-20".to_owned())));
    desk.game(GameCommand::SetMode(Mode::Analyse));
    desk.wait("both cards", |s| names(s) == [NAME, "Guide"]);
}

#[test]
fn an_engine_that_cannot_play_the_variant_gets_no_seat() {
    let mut desk = Desk::new();
    play(&desk, new_game("frisian", [human(), level("1")], TimeControl::Unlimited));
    let game = desk.wait("the game", |s| s.game.info.name == "draughts" && s.game.can_move);
    let guide = SeatChoice::Engine { name: "Guide".to_owned(), options: Vec::new() };
    desk.game(GameCommand::SetSeat(1, guide));
    let told = desk.wait("the reason", |s| says(s, "Guide plays only International; the board"));
    assert_eq!(told.game.seats[1].engine, game.game.seats[1].engine);
    desk.game(GameCommand::Type("32-28".to_owned()));
    desk.wait("the answer", |s| n_moves(s) == 2);
}

#[test]
fn what_is_wrong_with_a_file_is_said_over_its_first_game() {
    let mut desk = Desk::new();
    let text = "[White \"A\"]\n1. 32-28 19-23 1-1\n\n[GameType \"21\"]\n1. 11-15 *\n\n\
                [White \"C\"]\n1. 32-28 32-28 *\n";
    let path = desk.dir.path().join("broken.pdn");
    fs::write(&path, text).unwrap();
    desk.send(Command::File(FileCommand::Open(path)));
    let opened = desk.wait("the notice", |s| {
        s.game.seats[0].name == "A"
            && says(s, "broken.pdn: 2 of 3 games read; 2 problems, see Problems.")
    });
    assert_eq!(opened.problems[0].details.len(), 2, "{:?}", opened.problems);
    assert_eq!(opened.file_games.len(), 2);
}
