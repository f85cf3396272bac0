//! Games that an engine keeps: followed, compared with the referee, decided by the one or the other.
//!
//! The engine is `scripted-engine --uhp` (`tests/engines/uhp.rs`).

use std::fs;

use quintet::app::board::Mark;
use quintet::app::{
    AnalysisCommand, Command, DiceChoice, DrawRules, EngineCommand, FileCommand, GameCommand,
    Judge, MatchCommand, NewGame, PointOfView, SeatChoice, SettingsCommand, Snapshot, TimeControl,
};
use quintet::games::{self, Setup};

use super::desk::{DEPTH_1, Desk, engine, human, n_moves, says};

const NAME: &str = "Keeper";

/// A list with one engine that plays Hive and behaves as these words want it.
fn desk(words: &[&str]) -> Desk {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let command: Vec<&str> = [scripted, "--uhp"].iter().chain(words).copied().collect();
    let entry = format!(
        "[[engine]]\nname = {NAME:?}\nprotocol = \"uhp\"\ngames = [\"hive\"]\ncommand = {command:?}\n"
    );
    Desk::in_dir_with(tempfile::tempdir().unwrap(), None, &entry)
}

/// A game of the base type, the first seat a person's, from the end of a GameString.
fn begin(desk: &Desk, position: &str, clock: TimeControl) {
    new_game(desk, [human(), engine(NAME)], position, clock);
}

fn new_game(desk: &Desk, seats: [SeatChoice; 2], position: &str, clock: TimeControl) {
    desk.game(GameCommand::New(Box::new(NewGame {
        game: "hive".to_owned(),
        variant: Some("Base".to_owned()),
        seats,
        clocks: [clock; 2],
        position: position.to_owned(),
        opening: Vec::new(),
        ponder: false,
        dice: DiceChoice::Fresh,
        adaptive: None,
    })));
}

fn judge(desk: &Desk, judge: Judge) {
    desk.send(Command::Settings(SettingsCommand::Judge(judge)));
}

fn type_move(desk: &Desk, text: &str) {
    desk.game(GameCommand::Type(text.to_owned()));
}

/// Who keeps the game, and what that engine says.
fn kept(snapshot: &Snapshot) -> &str {
    let mut facts = snapshot.game.facts.iter();
    facts.find(|(name, _)| name == "Game kept by").map_or("", |(_, value)| value)
}

fn problem(snapshot: &Snapshot, text: &str) -> bool {
    snapshot.problems.iter().any(|problem| problem.text.contains(text))
}

#[test]
fn a_game_is_followed_by_the_engine_that_keeps_it() {
    let mut desk = desk(&["--rules", "--respell"]);
    begin(&desk, "", DEPTH_1);
    desk.wait("the first opinion", |s| {
        kept(s) == "Keeper: NotStarted, 4 valid moves, agrees" && s.game.can_move
    });
    type_move(&desk, "wS1");
    // Black has four pieces to place on six cells.
    let after = desk.wait("the second", |s| n_moves(s) == 2 && kept(s).contains("valid moves"));
    assert!(kept(&after).starts_with("Keeper: InProgress, "), "{}", kept(&after));
    assert!(kept(&after).ends_with(" valid moves, agrees"), "{}", kept(&after));
    assert!(after.problems.is_empty(), "{:?}", after.problems);
    desk.game(GameCommand::Previous);
    desk.wait("no opinion of an earlier position", |s| kept(s).is_empty());
}

#[test]
fn with_two_engines_the_referee_keeps_the_game() {
    let mut desk = desk(&["--rules", "--missing"]);
    new_game(&desk, [engine(NAME), engine(NAME)], "", DEPTH_1);
    let some = desk.wait("some moves", |s| n_moves(s) >= 4);
    assert_eq!(kept(&some), "");
    assert!(some.problems.is_empty(), "{:?}", some.problems);
}

/// Both queens go to and fro; two plies are left until the position stands for the third time.
const NEARLY: &str = "Base;InProgress;White[6];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1/;\
                      wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1/";

fn third_time(who: Judge, rules: DrawRules) -> Desk {
    let mut desk = desk(&["--rules", "--repetition", "--moves", "bQ bS1-"]);
    judge(&desk, who);
    desk.send(Command::Settings(SettingsCommand::DrawRules(rules)));
    begin(&desk, NEARLY, DEPTH_1);
    desk.wait("the position", |s| n_moves(s) == 10 && s.game.can_move);
    type_move(&desk, "wQ -wS1");
    desk
}

#[test]
fn a_draw_by_the_engines_word_ends_the_game_where_it_decides() {
    let mut desk = third_time(Judge::Engine, DrawRules::Automatic);
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    assert_eq!(over.game.result, "Draw: Keeper says Draw");
    assert_eq!(n_moves(&over), 12);
    assert!(problem(&over, "result: the referee says InProgress"), "{:?}", over.problems);
}

#[test]
fn after_a_finished_game_is_taken_back_the_engine_is_asked_of_the_position_again() {
    let mut desk = third_time(Judge::Engine, DrawRules::Automatic);
    desk.wait("the end", |s| !s.game.result.is_empty());
    for n in [10, 8] {
        desk.game(GameCommand::TakeBack);
        desk.wait("the engine's word on the position", |s| {
            n_moves(s) == n && s.game.can_move && kept(s).contains(" valid moves, agrees")
        });
    }
    type_move(&desk, "wQ \\wS1");
    desk.wait("the move", |s| n_moves(s) == 10 && kept(s).contains(" valid moves, agrees"));
    for _ in 0..2 {
        desk.game(GameCommand::TakeBack);
        desk.wait("its word again", |s| {
            n_moves(s) == 8 && s.game.can_move && kept(s).contains(" valid moves")
        });
        type_move(&desk, "wQ \\wS1");
        desk.wait("the move", |s| n_moves(s) == 10 && kept(s).contains(" valid moves"));
    }
}

#[test]
fn a_draw_by_the_engines_word_is_only_shown_where_the_referee_decides() {
    let mut desk = third_time(Judge::Referee, DrawRules::Off);
    let on = desk.wait("the difference", |s| {
        n_moves(s) == 12 && problem(s, "Keeper says Draw. The referee decides.")
    });
    assert!(on.game.result.is_empty(), "{}", on.game.result);
    assert!(says(&on, "the referee says InProgress (") && on.game.can_move, "{:?}", on.notices);
    assert_eq!(kept(&on), "Keeper: Draw, differs (result)");
}

#[test]
fn a_draw_that_both_see_is_no_difference() {
    let mut desk = third_time(Judge::Referee, DrawRules::Automatic);
    let over = desk.wait("the end, and the engine's word on it", |s| {
        !s.game.result.is_empty() && kept(s).contains("Draw")
    });
    assert_eq!(kept(&over), "Keeper: Draw, agrees");
    assert!(over.problems.is_empty(), "{:?}", over.problems);
}

#[test]
fn moves_that_the_engine_leaves_out_are_named_and_not_played_where_it_decides() {
    let mut desk = desk(&["--rules", "--missing", "--duplicates"]);
    begin(&desk, "", DEPTH_1);
    let shown = desk.wait("the difference", |s| problem(s, "valid moves"));
    assert!(problem(&shown, "the referee says 4 legal moves; Keeper says 6 moves, missing: "));
    assert_eq!(kept(&shown), "Keeper: NotStarted, 3 valid moves, differs (valid moves)");
    let missing = ["wA1", "wB1", "wG1", "wS1"].into_iter();
    let mut missing = missing.filter(|mv| problem(&shown, &format!("missing: {mv};")));
    let missing = missing.next().unwrap();
    judge(&desk, Judge::Engine);
    desk.wait("the setting", |s| s.settings.judge == Judge::Engine);
    // What is shown as legal is what the engine lists.
    let places = |s: &Snapshot| {
        let legal = |mark: &&Mark| matches!(mark, Mark::Legal(_));
        s.game.scene.marks.iter().filter(legal).count()
    };
    for mv in ["wA1", "wB1", "wG1", "wS1"] {
        desk.game(GameCommand::Click(format!("hand {}", &mv[..2])));
        let chosen =
            |s: &Snapshot| s.game.scene.hands[0].iter().any(|p| p.chosen && p.name[5..] == mv[..2]);
        let shown = desk.wait("the choice", chosen);
        assert_eq!(places(&shown), usize::from(mv != missing), "{mv} of all but {missing}");
    }
    type_move(&desk, missing);
    let refused = desk.wait("the refusal", |s| says(s, "Keeper decides and does not list"));
    assert_eq!(n_moves(&refused), 0);
    judge(&desk, Judge::Referee);
    desk.wait("the setting", |s| s.settings.judge == Judge::Referee);
    type_move(&desk, missing);
    desk.wait("the move and its answer", |s| n_moves(s) == 2);
}

#[test]
fn a_move_that_only_the_engine_allows_cannot_be_shown() {
    let mut desk = desk(&["--rules", "--extra"]);
    judge(&desk, Judge::Engine);
    begin(&desk, "", DEPTH_1);
    let shown = desk.wait("the difference", |s| problem(s, "not legal: wQ") && s.game.can_move);
    assert!(problem(&shown, "what it lists besides cannot be shown on the board"));
    type_move(&desk, "wQ");
    desk.wait("the reason", |s| says(s, "Keeper lists wQ, but the program\u{2019}s rules"));
    type_move(&desk, "wA1");
    desk.wait("the move that both allow", |s| n_moves(s) == 2);
}

#[test]
fn the_same_difference_at_every_move_is_told_once_and_counted() {
    let mut desk = desk(&["--rules", "--missing"]);
    begin(&desk, "", DEPTH_1);
    let first = desk.wait("the difference", |s| problem(s, "valid moves:") && s.game.can_move);
    assert!(says(&first, "Keeper and the referee differ, valid moves:"), "{:?}", first.notices);
    let toasts: Vec<u64> = first.notices.iter().map(|notice| notice.id).collect();
    let text = first.game.position_text.clone();
    let setup = Setup { variant: None, position: Some(text) };
    let pos = games::find("hive").unwrap().start(&setup).unwrap();
    type_move(&desk, &pos.legal_moves()[0].0);
    let after = desk.wait("the count", |s| problem(s, " And 2 more of this kind."));
    assert_eq!(after.problems.len(), 1, "{:?}", after.problems);
    let details = &after.problems[0].details;
    assert!(details[2].starts_with("The newest: the referee says "), "{details:?}");
    assert!(details[3].starts_with("Told: Base;InProgress;White[2];"), "{details:?}");
    assert!(after.notices.iter().all(|notice| toasts.contains(&notice.id)), "{:?}", after.notices);
}

#[test]
fn the_first_difference_of_each_kind_in_a_match_is_a_problem_with_both_opinions() {
    let scripted = env!("CARGO_BIN_EXE_scripted-engine");
    let entry = |name: &str, flags: &str| {
        format!(
            "[[engine]]\nname = {name:?}\nprotocol = \"uhp\"\ngames = [\"hive\"]\n\
             command = [{scripted:?}, \"--uhp\", \"--rules\"{flags}]\n"
        )
    };
    let list = entry("Exact", "") + &entry("Wrong", ", \"--missing\", \"--wrong-head\"");
    let mut desk = Desk::in_dir_with(tempfile::tempdir().unwrap(), None, &list);
    desk.send(Command::Match(MatchCommand::Start {
        game: "hive".to_owned(),
        variant: Some("Base".to_owned()),
        engines: [engine("Exact"), engine("Wrong")],
        games: 2,
        time: DEPTH_1,
        concurrency: 1,
        seed: 7,
        ponder: false,
    }));
    let over = desk.wait("the match", |s| s.matching.as_ref().is_some_and(|m| m.over));
    // The false header has the last position of each game go on, too.
    let kinds = [
        ("valid moves", "The referee decides."),
        ("header", "The position is the same."),
        ("result", "The referee decides."),
    ];
    assert_eq!(over.problems.len(), kinds.len(), "{:?}", over.problems);
    for (kind, decides) in kinds {
        let start = format!("Wrong and the referee differ, {kind}: the referee says ");
        let found = over.problems.iter().find(|problem| problem.text.starts_with(&start)).unwrap();
        assert!(found.text.contains("; Wrong says "), "{}", found.text);
        let place = format!("{decides} Seen first in game 1 after ");
        assert!(found.text.contains(&place), "{}", found.text);
        assert!(found.details[0].starts_with("Told: Base;"), "{:?}", found.details);
        assert!(found.details[1].starts_with("Came: "), "{:?}", found.details);
    }
}

#[test]
fn stopping_the_analysis_of_an_engine_that_cannot_be_stopped_says_what_becomes_of_it() {
    let mut desk = desk(&["--rules", "--thinks-aloud"]);
    desk.send(Command::File(FileCommand::Paste(NEARLY.to_owned())));
    desk.wait("the game", |s| n_moves(s) == 10);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine(NAME.to_owned())));
    let shown = desk.wait("the card", |s| !s.analysis.cards.is_empty());
    let card = shown.analysis.cards[0].id;
    desk.send(Command::Engine(EngineCommand::Watch(Some(card))));
    // The scripted engine comes no deeper.
    let endless = |s: &Snapshot, n: usize| {
        let lines = s.console.as_ref().map(|console| &console.lines[..]).unwrap_or_default();
        lines.iter().filter(|line| &*line.text == "bestmove depth 10").count() == n
    };
    desk.wait("an endless search", |s| endless(s, 1));
    desk.game(GameCommand::Previous);
    let stepped = desk.wait("the next one", |s| endless(s, 2));
    assert!(!says(&stepped, "started again"), "{:?}", stepped.notices);
    desk.send(Command::Analysis(AnalysisCommand::SetRunning(card, false)));
    desk.wait("the notice", |s| says(s, "cannot be stopped: it was started again."));
}

#[test]
fn a_false_header_is_written_down_once() {
    let mut desk = desk(&["--rules", "--wrong-head"]);
    begin(&desk, "", DEPTH_1);
    desk.wait("the board", |s| s.game.can_move && kept(s).contains("4 valid moves, agrees"));
    for n in [2, 4] {
        let text = desk.app.snapshot().game.position_text.clone();
        let setup = Setup { variant: None, position: Some(text) };
        let pos = games::find("hive").unwrap().start(&setup).unwrap();
        type_move(&desk, &pos.legal_moves()[0].0);
        desk.wait("the answer", |s| n_moves(s) == n && kept(s).contains("valid moves"));
    }
    let after = desk.app.snapshot();
    let headers = after.problems.iter().filter(|p| p.text.contains("differ, header")).count();
    assert_eq!(headers, 1, "{:?}", after.problems);
    assert_eq!(after.problems.len(), 1, "{:?}", after.problems);
}

#[test]
fn another_game_than_was_told_is_shown_with_both_opinions() {
    let mut desk = desk(&["--base-only"]);
    new_game(&desk, [human(), engine(NAME)], "", DEPTH_1);
    desk.wait("the board", |s| s.game.can_move);
    desk.game(GameCommand::New(Box::new(NewGame {
        game: "hive".to_owned(),
        variant: Some("Base+M".to_owned()),
        seats: [human(), engine(NAME)],
        clocks: [DEPTH_1; 2],
        position: String::new(),
        opening: Vec::new(),
        ponder: false,
        dice: DiceChoice::Fresh,
        adaptive: None,
    })));
    desk.wait("the difference", |s| {
        problem(s, "game type: the referee says Base+M; Keeper says Base.")
            && kept(s).contains("no word on the valid moves, differs (game type)")
    });
}

#[test]
fn a_move_that_the_engine_refuses_is_taken_back_where_it_decides() {
    let mut desk = desk(&["--rules", "--refuses", "wA1"]);
    judge(&desk, Judge::Engine);
    begin(&desk, "", DEPTH_1);
    desk.wait("the board", |s| s.game.can_move);
    type_move(&desk, "wA1");
    let back = desk.wait("the refusal", |s| {
        n_moves(s) == 0
            && s.game.can_move
            && problem(
                s,
                "Keeper does not take wA1, a move that the program holds legal, and says \
                           \u{201c}invalidmove That is not how we play\u{201d}.",
            )
    });
    assert!(says(&back, "It decides: the move is taken back."), "{:?}", back.notices);
    type_move(&desk, "wS1");
    desk.wait("another move and its answer", |s| n_moves(s) == 2);
}

#[test]
fn an_engine_that_refuses_a_move_has_failed_where_the_referee_decides() {
    let mut desk = desk(&["--rules", "--refuses", "wA1"]);
    begin(&desk, "", DEPTH_1);
    desk.wait("the board", |s| s.game.can_move);
    type_move(&desk, "wA1");
    let failed = desk.wait("the failure", |s| s.game.waits);
    let words = "disagreed about the state: it does not take the position after wA1, a move that the \
                 program holds legal, and says \u{201c}invalidmove That is not how we play\u{201d}";
    assert!(failed.failures[0].text.contains(words), "{:?}", failed.failures);
    desk.game(GameCommand::TakeBack);
    desk.wait("the open game", |s| n_moves(s) == 0 && s.game.can_move);
}

#[test]
fn an_engine_that_takes_a_move_only_with_the_whole_game_is_told_of_with_the_move() {
    let mut desk = desk(&["--rules", "instead=invalidmove no@play"]);
    begin(&desk, "", DEPTH_1);
    desk.wait("the board", |s| s.game.can_move);
    type_move(&desk, "wA1");
    let text = "Keeper complains: \u{201c}invalidmove no\u{201d} when it was told ";
    let told = desk.wait("the complaint", |s| n_moves(s) == 2 && says(s, text));
    let found = told.problems.iter().find(|problem| problem.text.starts_with(text)).unwrap();
    // Which of the two moves it is told alone depends on how soon it was asked.
    assert!(found.text[text.len()..].contains("A1"), "{}", found.text);
    let end = ", a move that the program holds legal; the position was then given as a whole game \
               and accepted.";
    assert!(found.text.ends_with(end), "{}", found.text);
    assert!(found.bundle.is_some() && found.details[0].starts_with("Position: Base;"));
}

#[test]
fn a_bundle_has_the_problem_the_position_and_both_directions() {
    let mut desk = desk(&["--rules", "--missing", "complain=careful\\n@validmoves"]);
    begin(&desk, "", DEPTH_1);
    let shown = desk.wait("the difference", |s| problem(s, "valid moves"));
    let bundle = shown.problems.iter().rev().find_map(|problem| problem.bundle).unwrap();
    let path = desk.dir.path().join("bundle.txt");
    desk.send(Command::File(FileCommand::SaveBundle(bundle, path.clone())));
    desk.wait("the file", |s| says(s, "Saved as"));
    let text = fs::read_to_string(path).unwrap();
    for part in [
        "Keeper and the referee differ, valid moves: the referee says 4 legal moves",
        "Told: Base\n",
        "position: Base;NotStarted;White[1]",
        "program: quintet ",
        "engine: scripted (in the list: Keeper)",
        ">> validmoves",
        "<< wB1;wG1;wA1",
    ] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
    desk.send(Command::File(FileCommand::SaveBundle(bundle + 9, desk.dir.path().join("none"))));
    desk.wait("the bundle that is not there", |s| says(s, "is not kept any more"));
}

/// White's last move surrounds Black's queen.
const WON: &str = "Base;WhiteWins;Black[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA2 -wA1;\
                   bB1 bQ/;wA2 bQ\\;bB2 bB1/;wA1 /bQ;bG1 bA1-;wA3 -wQ;bG2 bG1-;wA3 \\bQ";

#[test]
fn a_finished_game_says_who_won_and_engines_why_they_rest() {
    let mut desk = desk(&["--rules"]);
    desk.send(Command::File(FileCommand::Paste(WON.to_owned())));
    desk.wait("the game", |s| n_moves(s) == 15);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine(NAME.to_owned())));
    let chips = |s: &Snapshot| {
        let of = |seat: &quintet::app::SeatView| seat.chip.as_ref().map(|chip| chip.text.clone());
        s.game.seats.each_ref().map(of)
    };
    let at = |s: &Snapshot, text: &str| s.analysis.cards.iter().any(|card| card.chip.text == text);
    let over = desk.wait("the reason", |s| at(s, "the game is over"));
    assert_eq!(chips(&over), [Some("won".to_owned()), Some("lost".to_owned())]);
    assert!(over.game.facts.contains(&("Game".to_owned(), "Hive (Base)".to_owned())));
    desk.game(GameCommand::Previous);
    let before = desk.wait("the move before", |s| !at(s, "the game is over"));
    assert_eq!(chips(&before), [Some("to move".to_owned()), None]);
}

#[test]
fn a_hint_says_that_it_is_looked_for_and_marks_the_piece_in_hand() {
    let mut desk = Desk::new();
    new_game(&desk, [human(), human()], "", TimeControl::Unlimited);
    desk.wait("the board", |s| s.game.can_move && s.game.info.name == "hive");
    desk.game(GameCommand::Hint);
    desk.wait("that it is looked for", |s| says(s, "Looking for a hint"));
    let hint = desk.wait("the hint", |s| says(s, "Hint: w"));
    assert!(!says(&hint, "Looking for a hint"), "{:?}", hint.notices);
    let marked: Vec<&str> = hint.analysis.values.iter().map(|mark| mark.cell.as_str()).collect();
    assert!(marked.len() == 2 && marked[0].starts_with("hand w"), "{marked:?}");
    desk.game(GameCommand::Hint);
    let first = hint.notices.last().map(|notice| notice.id);
    let found = desk.wait("the hint again", |s| {
        says(s, "Hint: w") && s.notices.last().map(|notice| notice.id) != first
    });
    assert_eq!(found.notices.len(), 1, "{:?}", found.notices);
}

#[test]
fn take_back_after_resigning_takes_back_the_resignation_alone() {
    let mut desk = desk(&["--rules"]);
    begin(&desk, "", DEPTH_1);
    desk.wait("the board", |s| s.game.can_move && s.game.info.name == "hive");
    type_move(&desk, "wS1");
    desk.wait("the answer", |s| n_moves(s) == 2 && s.game.can_move);
    let chosen = |s: &Snapshot| s.game.scene.hands.iter().flatten().any(|piece| piece.chosen);
    desk.game(GameCommand::Click("hand wA".to_owned()));
    desk.wait("a chosen piece", chosen);
    desk.game(GameCommand::Resign);
    let over = desk.wait("the end", |s| !s.game.result.is_empty());
    assert!(!chosen(&over), "nothing is chosen after the end");
    assert_eq!((over.game.bar, over.game.bar_text.as_str()), (0.0, "0-1"));
    desk.game(GameCommand::TakeBack);
    let on = desk.wait("the game going on", |s| s.game.playing && s.game.can_move);
    assert_eq!((n_moves(&on), on.game.result.as_str()), (2, ""));
    desk.game(GameCommand::TakeBack);
    desk.wait("both moves taken back", |s| n_moves(s) == 0 && s.game.can_move);
}

#[test]
fn an_engine_of_a_game_that_is_brought_back_is_interrupted_before_it_was_started_again() {
    let mut desk = desk(&["--rules"]);
    begin(&desk, "", DEPTH_1);
    desk.wait("the board", |s| s.game.can_move && s.game.info.name == "hive");
    type_move(&desk, "wS1");
    desk.wait("the answer", |s| n_moves(s) == 2 && s.game.can_move);
    desk.play([human(), human()], TimeControl::Unlimited, "");
    let other = desk.wait("another game", |s| s.game.info.name == "othello");
    assert_eq!(other.no_stop.seats, [false, false]);
    desk.game(GameCommand::UndoNew);
    let back = desk.wait("the game before", |s| s.game.info.name == "hive");
    assert_eq!(back.no_stop.seats, [false, true]);
}

/// Deeper than the scripted engine ever comes.
const ENDLESS: TimeControl = TimeControl::Depth { depth: 30 };

fn chip(snapshot: &Snapshot) -> &str {
    snapshot.game.seats[1].chip.as_ref().map_or("", |chip| &chip.text)
}

#[test]
fn an_interrupted_engine_is_started_again_and_told_the_game_anew() {
    let mut desk = desk(&["--rules"]);
    begin(&desk, "", ENDLESS);
    desk.wait("the board", |s| s.game.can_move && s.no_stop.seats == [false, true]);
    type_move(&desk, "wS1");
    let thinking =
        desk.wait("the search", |s| n_moves(s) == 1 && chip(s).starts_with("thinking 0"));
    let session = thinking.no_stop.sessions[0];
    desk.game(GameCommand::MoveNow);
    let paused = desk.wait("the pause", |s| s.game.paused && says(s, "was interrupted before"));
    assert!(paused.game.result.is_empty(), "{}", paused.game.result);
    desk.wait("the restart", |s| says(s, "it was started again") && chip(s) == "ready");
    desk.send(Command::Engine(EngineCommand::Watch(Some(session))));
    desk.game(GameCommand::Resume);
    desk.wait("the game told as a whole", |s| {
        s.console.as_ref().is_some_and(|console| {
            let told = "newgame Base;InProgress;Black[1];wS1";
            console.lines.iter().any(|line| &*line.text == told)
        }) && chip(s).starts_with("thinking")
    });
}

#[test]
fn an_interrupted_engine_plays_what_it_has_found() {
    let mut desk = desk(&["--rules", "--thinks-aloud"]);
    begin(&desk, "", ENDLESS);
    desk.wait("the board", |s| s.game.can_move);
    type_move(&desk, "wS1");
    let thinks =
        desk.wait("what it thinks", |s| n_moves(s) == 1 && !s.game.seats[1].eval.is_empty());
    // Beside its name stands its own view, whatever view the numbers elsewhere have.
    let eval = &thinks.game.seats[1].eval;
    desk.send(Command::Analysis(AnalysisCommand::SetPointOfView(PointOfView::Mover)));
    desk.wait("the other view", |s| {
        s.analysis.point_of_view == PointOfView::Mover && s.game.seats[1].eval == *eval
    });
    desk.game(GameCommand::MoveNow);
    desk.wait("its move, and its word after the restart", |s| {
        n_moves(s) == 2 && kept(s).ends_with(" valid moves, agrees") && s.game.can_move
    });
}

#[test]
fn stepping_fast_through_a_game_shows_nothing_stale() {
    let mut desk = desk(&["--rules", "--thinks-aloud"]);
    let line = NEARLY.to_owned();
    desk.send(Command::File(FileCommand::Paste(line)));
    desk.wait("the game", |s| n_moves(s) == 10);
    desk.send(Command::Analysis(AnalysisCommand::AddEngine(NAME.to_owned())));
    let hive = games::find("hive").unwrap();
    let fits = |s: &Snapshot| {
        let position = Some(s.game.position_text.clone());
        let pos = hive.start(&Setup { variant: None, position }).unwrap();
        for line in s.analysis.cards.iter().flat_map(|card| &card.lines) {
            let mv = &line.moves[0];
            assert!(pos.resolve(mv).is_ok(), "{mv} in {}", s.game.position_text);
        }
        s.analysis
            .cards
            .first()
            .is_some_and(|card| card.depth != "\u{2013}" && !card.lines.is_empty())
    };
    desk.wait("a first line", fits);
    for _ in 0..3 {
        desk.game(GameCommand::First);
        for _ in 0..10 {
            desk.game(GameCommand::Next);
        }
        for _ in 0..7 {
            desk.game(GameCommand::Previous);
        }
    }
    desk.wait("a line of the position shown last", |s| {
        fits(s) && s.game.current == 3 && s.analysis.position_id == s.game.position_id
    });
}

#[test]
fn options_of_every_type_are_set_live_and_a_refusal_is_shown_in_the_engines_words() {
    let mut desk = desk(&["--rules", "instead=err Not today.@options:6"]);
    begin(&desk, "", DEPTH_1);
    let ready = desk.wait("the engine", |s| s.game.can_move && !s.no_stop.sessions.is_empty());
    desk.send(Command::Engine(EngineCommand::Watch(Some(ready.no_stop.sessions[0]))));
    let set = |desk: &Desk, options: &[(&str, &str)]| {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let command = EngineCommand::SetOptions(NAME.to_owned(), options.collect());
        desk.send(Command::Engine(command));
    };
    let sent = |s: &Snapshot, text: &str| {
        let wanted = format!("options set {text}");
        s.console.as_ref().is_some_and(|c| c.lines.iter().any(|line| *line.text == wanted))
    };
    let all = [("Threads", "4"), ("Contempt", "0.5"), ("Style", "Wild"), ("Verbose", "true")];
    set(&desk, &all);
    let lines = ["Threads 4", "Contempt 0.5", "Style Wild", "Verbose True"];
    desk.wait("all four", |s| lines.iter().all(|line| sent(s, line)));
    // The sixth command of this kind is refused.
    set(&desk, &[("Threads", "5"), all[1], all[2], all[3]]);
    desk.wait("its words", |s| says(s, "Keeper complains: err Not today."));
    set(&desk, &[("Threads", "99")]);
    let refused = desk.wait("a value out of range", |s| says(s, "a whole number from 1 to 16"));
    assert!(!sent(&refused, "Threads 99"));
}
