//! The position editors of backgammon and Hive in the application: from the steps to an engine.

use std::sync::Arc;

use quintet::app::board::{Art, Edit, Side, TileBug};
use quintet::app::{
    AnalysisCommand, Command, DiceChoice, EditCommand, EditorView, FileCommand, GameCommand, Mode,
    NewGame, Notice, NoticeKind, Snapshot, TimeControl, TypedView,
};

use super::desk::{Desk, builtin, human, n_moves, says};

fn edit(desk: &Desk, command: EditCommand) {
    desk.game(GameCommand::Edit(command));
}

fn put(desk: &Desk, view: &EditorView, art: Art, cell: &str) {
    let brush = view.brushes.iter().position(|brush| brush.art == Some(art)).unwrap();
    edit(desk, EditCommand::Step(Edit::Put { brush, cell: cell.to_owned() }));
}

fn editor(s: &Snapshot) -> &EditorView {
    s.editor.as_ref().unwrap()
}

/// The editor says that the text which was typed or pasted cannot be read, and why.
fn is_unreadable(s: &Snapshot, why: &str) -> bool {
    let typed = s.editor.as_ref().and_then(|view| view.typed.as_ref());
    matches!(typed, Some(TypedView::Unreadable(reason)) if reason.contains(why))
}

fn choose(desk: &Desk, view: &EditorView, title: &str, item: &str) {
    let field = view.fields.iter().position(|field| field.title == title).unwrap();
    let item = view.fields[field].items.iter().position(|known| known == item).unwrap();
    edit(desk, EditCommand::Step(Edit::Choose { field, item }));
}

/// The position as it can be copied, once the editor says that it can be played.
fn playable(desk: &mut Desk, what: &str, text: &str) -> Arc<Snapshot> {
    desk.wait(what, |s| {
        s.editor.as_ref().is_some_and(|view| view.problem.is_none() && view.text == text)
    })
}

fn analysed(desk: &mut Desk, engine: &str) {
    desk.send(Command::Analysis(AnalysisCommand::AddEngine(engine.to_owned())));
    desk.wait("a line", |s| s.analysis.cards.first().is_some_and(|c| !c.lines.is_empty()));
}

#[test]
fn a_pasted_position_may_have_lines_of_words_around_it() {
    let mut desk = Desk::new();
    desk.wait("the game", |s| s.game.info.name == "othello");
    edit(&desk, EditCommand::Open);
    desk.wait("the editor", |s| s.editor.is_some());
    let board = format!("{}O*------*O{} O", "-".repeat(27), "-".repeat(27));
    edit(&desk, EditCommand::Text(format!("White to move here:\n{board}\nwhat about f5?")));
    playable(&mut desk, "the position", &board);
    edit(&desk, EditCommand::Text("White to move here:\nwhat about f5?".to_owned()));
    desk.wait("why not", |s| is_unreadable(s, ""));
}

#[test]
fn a_position_of_backgammon_is_made_with_cube_score_and_dice_and_analysed() {
    let mut desk = Desk::new();
    let text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10";
    desk.send(Command::File(FileCommand::Paste(text.to_owned())));
    desk.wait("the position", |s| s.game.info.name == "backgammon" && s.mode == Mode::Analyse);
    edit(&desk, EditCommand::Open);
    let open = playable(&mut desk, "the editor", text);
    let forms: Vec<&str> = editor(&open).texts.iter().map(|(name, _)| *name).collect();
    assert_eq!(forms, ["XGID", "GNU position and match id", "FIBS board", "Snowie position"]);
    put(&desk, editor(&open), Art::Checker { white: true }, "6");
    let many = desk.wait("the problem", |s| editor(s).problem.is_some());
    let problem = "White has 16 checkers; 15 is the most";
    assert_eq!(editor(&many).problem.as_deref(), Some(problem));
    assert!(editor(&many).texts.is_empty());
    edit(&desk, EditCommand::Done);
    edit(&desk, EditCommand::Undo);
    // It is still open, and has said it once: in the editor.
    desk.wait("the step back", |s| editor(s).problem.is_none() && s.notices.is_empty());
    let (from, to) = ("13".to_owned(), "10".to_owned());
    edit(&desk, EditCommand::Step(Edit::Move { from, to }));
    // Another board has no opening roll to choose.
    let moved = "XGID=-b----E-C-A-eD---c-e----B-:0:0:1:00:0:0:0:7:10";
    let moved = playable(&mut desk, "the checker", moved);
    choose(&desk, editor(&moved), "Cube", "Cube 2");
    choose(&desk, editor(&moved), "Dice", "Rolled 3-1");
    let ready = desk.wait("the dice, and whose the cube is", |s| {
        let fields = &editor(s).fields;
        let dice = fields.iter().find(|field| field.title == "Dice").unwrap();
        dice.items[dice.on] == "Rolled 3-1" && editor(s).problem.is_some()
    });
    let problem = "in a match a turned cube belongs to a side";
    assert_eq!(editor(&ready).problem.as_deref(), Some(problem));
    choose(&desk, editor(&ready), "Owner of the cube", "White\u{2019}s cube");
    let made = "XGID=-b----E-C-A-eD---c-e----B-:1:1:1:31:0:0:0:7:10";
    playable(&mut desk, "the owner", made);
    edit(&desk, EditCommand::Done);
    let done = desk.wait("the board", |s| s.editor.is_none() && s.mode == Mode::Analyse);
    assert_eq!(&*done.game.position_text, made);
    analysed(&mut desk, "Quintet Backgammon");
    // What cannot be played is read as well, and said.
    edit(&desk, EditCommand::Open);
    edit(
        &desk,
        EditCommand::Text("XGID=-b----P-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10".to_owned()),
    );
    desk.wait("that it is none", |s| is_unreadable(s, "cannot stand there"));
    edit(
        &desk,
        EditCommand::Text("XGID=-b----O-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10".to_owned()),
    );
    desk.wait("too many checkers", |s| {
        editor(s).problem.as_deref() == Some("White has 25 checkers; 15 is the most")
    });
}

#[test]
fn a_position_of_hive_is_made_of_tiles_and_goes_to_the_engine_as_moves() {
    let mut desk = Desk::new();
    let text = "Base;InProgress;White[2];wS1;bS1 wS1-";
    desk.send(Command::File(FileCommand::Paste(text.to_owned())));
    desk.wait("the game", |s| s.game.info.name == "hive" && s.mode == Mode::Analyse);
    edit(&desk, EditCommand::Open);
    let open = playable(&mut desk, "the editor", text);
    let tile = |white: bool, bug| Art::Tile { white, bug };
    for (white, bug, cell) in [
        (true, TileBug::Queen, "-1,0"),
        (false, TileBug::Queen, "2,0"),
        // On top of the black spider, beside it, and where no piece could have been placed.
        (true, TileBug::Beetle, "1,0"),
        (false, TileBug::Ant, "0,-1"),
    ] {
        put(&desk, editor(&open), tile(white, bug), cell);
    }
    let made = desk
        .wait("the tiles", |s| editor(s).scene.pieces.len() == 6 && editor(s).problem.is_none());
    let way = editor(&made).text.clone();
    assert!(way.starts_with("Base;InProgress;White["), "{way}");
    edit(&desk, EditCommand::Step(Edit::Turn(Side::Second)));
    edit(&desk, EditCommand::Done);
    let done = desk.wait("the board", |s| s.editor.is_none() && s.mode == Mode::Analyse);
    assert_eq!(done.game.scene.pieces.len(), 6);
    assert!(done.game.position_text.starts_with("Base;InProgress;Black["));
    analysed(&mut desk, "Quintet Hive");
    // Without its neighbours a tile is no hive: the editor shows it, and no engine gets it.
    edit(&desk, EditCommand::Open);
    let again = desk.wait("the editor", |s| s.editor.is_some());
    put(&desk, editor(&again), tile(true, TileBug::Ant), "9,9");
    let parts = "the hive is in parts; all tiles must hang together";
    desk.wait("the problem", |s| editor(s).problem.as_deref() == Some(parts));
    edit(&desk, EditCommand::Done);
    edit(&desk, EditCommand::Undo);
    desk.wait("the step back", |s| editor(s).problem.is_none() && !says(s, parts));
}

#[test]
fn a_text_that_cannot_be_read_ends_no_editor_with_the_position_before_it() {
    let mut desk = Desk::new();
    edit(&desk, EditCommand::Open);
    desk.wait("the editor", |s| s.editor.is_some());
    for end in [EditCommand::Play, EditCommand::Done] {
        edit(&desk, EditCommand::Text("no board".to_owned()));
        edit(&desk, end);
        // What is sent next arrives in the editor: it is still open.
        edit(&desk, EditCommand::Typed("no board either".to_owned()));
        let refused = desk.wait("the refusal", |s| is_unreadable(s, "no board either"));
        assert!(refused.notices.is_empty(), "it is said once: {:?}", refused.notices);
    }
    edit(&desk, EditCommand::Step(Edit::Start));
    edit(&desk, EditCommand::Done);
    desk.wait("its end", |s| s.editor.is_none());
}

#[test]
fn a_game_string_whose_moves_lead_to_another_side_than_it_names_is_refused_in_words() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste(
        "Base;InProgress;White[2];wS1;bS1 wS1-".to_owned(),
    )));
    desk.wait("the game", |s| s.game.info.name == "hive" && s.mode == Mode::Analyse);
    edit(&desk, EditCommand::Open);
    let open = desk.wait("the editor", |s| s.editor.is_some());
    let own = editor(&open).text.clone();
    for (text, reason) in [
        (
            "Base;InProgress;Black[2];wS1;bS1 wS1/",
            "the header says \"Black[2]\", but by its moves it is White[2]",
        ),
        ("Base;NotStarted;Black[1]", "it says Black[1], and a game without moves is at White[1]"),
    ] {
        edit(&desk, EditCommand::Typed(text.to_owned()));
        let unreadable = Some(TypedView::Unreadable(reason.to_owned()));
        desk.wait(reason, |s| editor(s).typed == unreadable);
        edit(&desk, EditCommand::Text(text.to_owned()));
        edit(&desk, EditCommand::Done);
        edit(&desk, EditCommand::Typed(String::new()));
        // It is still open, and has said it in the editor alone.
        let refused = desk.wait("the refusal", |s| editor(s).typed == Some(TypedView::Empty));
        assert_eq!(editor(&refused).text, own);
        let is_refusal = |notice: &Notice| notice.kind == NoticeKind::Refused;
        assert!(!refused.notices.iter().any(is_refusal), "{:?}", refused.notices);
    }
    // A state that engines write wrong says nothing about the position.
    edit(&desk, EditCommand::Text("Base;Draw;Black[2];wS1;bS1 wS1-;wQ -wS1".to_owned()));
    desk.wait("a wrong state", |s| editor(s).scene.pieces.len() == 3);
}

#[test]
fn one_typed_position_has_no_number_and_an_empty_text_leaves_the_position() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("W:WK6,31:B1,K20".to_owned())));
    desk.wait("the position", |s| s.game.info.name == "draughts" && s.mode == Mode::Analyse);
    edit(&desk, EditCommand::Open);
    desk.wait("the editor", |s| s.editor.is_some());
    for text in ["1. 32-28 19-23 2. 28x20", "W:WK6,31:B1,K77"] {
        edit(&desk, EditCommand::Typed(text.to_owned()));
        let said = desk.wait(text, |s| matches!(editor(s).typed, Some(TypedView::Unreadable(_))));
        let Some(TypedView::Unreadable(reason)) = &editor(&said).typed else { panic!("{text}") };
        assert!(!reason.contains("line 1") && !reason.contains("game 1"), "{reason}");
        edit(&desk, EditCommand::Typed(String::new()));
        desk.wait("the empty text", |s| editor(s).typed == Some(TypedView::Empty));
    }
    edit(&desk, EditCommand::Text(" ".to_owned()));
    edit(&desk, EditCommand::Done);
    let done = desk.wait("the end", |s| s.editor.is_none());
    assert_eq!(&*done.game.position_text, "W:WK6,31:B1,K20");
}

#[test]
fn what_is_wrong_with_a_text_is_said_while_it_is_typed() {
    let mut desk = Desk::new();
    desk.send(Command::File(FileCommand::Paste("W:WK6,31:B1,K20".to_owned())));
    desk.wait("the position", |s| s.game.info.name == "draughts" && s.mode == Mode::Analyse);
    edit(&desk, EditCommand::Open);
    let open = desk.wait("the editor", |s| s.editor.is_some());
    let own = editor(&open).text.clone();
    let typed = |desk: &mut Desk, text: &str, is_it: fn(&Option<TypedView>) -> bool| {
        edit(desk, EditCommand::Typed(text.to_owned()));
        let said = desk.wait(text, |s| is_it(&editor(s).typed));
        assert_eq!(editor(&said).text, own, "nothing is taken over yet");
    };
    typed(&mut desk, "W:WK6,31:B1,K", |typed| matches!(typed, Some(TypedView::Unreadable(_))));
    typed(&mut desk, "W:WK6,31:B1,K2", |typed| *typed == Some(TypedView::Playable));
    typed(&mut desk, "W:W1:B20", |typed| matches!(typed, Some(TypedView::Unplayable(_))));
    typed(&mut desk, "nonsense", |typed| matches!(typed, Some(TypedView::Unreadable(_))));
    typed(&mut desk, &own, |typed| typed.is_none());
    // What is taken over is no longer typed.
    edit(&desk, EditCommand::Typed("W:WK6,31:B1,K2".to_owned()));
    edit(&desk, EditCommand::Text("W:WK6,31:B1,K2".to_owned()));
    desk.wait("it is taken over", |s| editor(s).text != own && editor(s).typed.is_none());
}

#[test]
fn a_game_begins_in_the_position_that_was_made_and_the_person_is_to_move() {
    let mut desk = Desk::new();
    let text = "W:WK6,31:B1,K20";
    desk.send(Command::File(FileCommand::Paste(text.to_owned())));
    desk.wait("the position", |s| s.game.info.name == "draughts" && s.mode == Mode::Analyse);
    edit(&desk, EditCommand::Open);
    desk.wait("the editor", |s| s.editor.is_some());
    edit(&desk, EditCommand::Step(Edit::Turn(Side::Second)));
    desk.wait("Black to move", |s| editor(s).turn == Side::Second);
    edit(&desk, EditCommand::Play);
    let playing = desk.wait("the game", |s| s.editor.is_none() && s.mode == Mode::Play);
    assert_eq!(&*playing.game.position_text, "B:WK6,31:B1,K20");
    let people = playing.game.seats.each_ref().map(|seat| seat.human);
    assert_eq!(people, [false, true]);
    // What was on the board before comes back as it was: a study.
    desk.game(GameCommand::UndoNew);
    let back = desk.wait("the study", |s| s.mode == Mode::Analyse);
    assert_eq!((&*back.game.position_text, back.game.playing), (text, false));
    desk.game(GameCommand::UndoNew);
    desk.wait("the game again", |s| &*s.game.position_text == "B:WK6,31:B1,K20");
}

#[test]
fn an_editor_in_which_nothing_was_changed_ends_no_game() {
    let mut desk = Desk::new();
    desk.game(GameCommand::New(Box::new(NewGame {
        game: "othello".to_owned(),
        variant: None,
        seats: [human(), builtin("1")],
        clocks: [TimeControl::Unlimited; 2],
        position: String::new(),
        opening: ["f5", "d6"].map(str::to_owned).to_vec(),
        ponder: false,
        dice: DiceChoice::Fresh,
        adaptive: None,
    })));
    desk.wait("the game", |s| n_moves(s) == 2 && s.game.can_move);
    for steps in [vec![], vec![EditCommand::Step(Edit::Clear), EditCommand::Undo]] {
        edit(&desk, EditCommand::Open);
        desk.wait("the editor", |s| s.editor.is_some());
        for step in steps {
            edit(&desk, step);
        }
        edit(&desk, EditCommand::Done);
        let back = desk.wait("the board", |s| s.editor.is_none());
        assert_eq!((back.mode, n_moves(&back), back.game.playing), (Mode::Play, 2, true));
        assert_eq!(back.game.seats.each_ref().map(|seat| seat.human), [true, false]);
    }
}

#[test]
fn a_game_is_after_the_editor_as_it_was_before_it() {
    let mut desk = Desk::new();
    desk.play([human(), human()], TimeControl::Unlimited, "");
    desk.wait("the game", |s| s.game.can_move && !s.game.paused);
    for was_paused in [false, true] {
        if was_paused {
            desk.game(GameCommand::Pause);
        }
        for end in [EditCommand::Cancel, EditCommand::Done] {
            edit(&desk, EditCommand::Open);
            desk.wait("the editor", |s| s.editor.is_some() && s.game.paused);
            edit(&desk, end.clone());
            let back = desk.wait("the game again", |s| s.editor.is_none());
            assert_eq!((back.mode, back.game.paused), (Mode::Play, was_paused), "{end:?}");
        }
    }
    // Who pauses it while the editor is open wants it paused.
    desk.game(GameCommand::Resume);
    desk.wait("the game", |s| !s.game.paused);
    edit(&desk, EditCommand::Open);
    desk.wait("the editor", |s| s.editor.is_some());
    desk.game(GameCommand::Pause);
    edit(&desk, EditCommand::Cancel);
    let back = desk.wait("the game again", |s| s.editor.is_none());
    assert!(back.game.paused);
}

#[test]
fn why_a_step_was_refused_is_said_until_the_next_step() {
    let mut desk = Desk::new();
    edit(&desk, EditCommand::Open);
    desk.wait("the editor", |s| s.editor.is_some());
    edit(&desk, EditCommand::Variant("no such variant".to_owned()));
    desk.wait("the refusal", |s| !s.notices.is_empty());
    edit(&desk, EditCommand::Step(Edit::Clear));
    desk.wait("the next step", |s| s.notices.is_empty() && editor(s).can_undo);
}

#[test]
fn the_counters_of_a_draughts_fen_stay_through_the_editor_and_end_with_its_position() {
    let mut desk = Desk::new();
    let text = "W:W31,32:B1,2:H4:F28";
    desk.send(Command::File(FileCommand::Paste(text.to_owned())));
    let fen = |s: &Snapshot| s.game.position_texts[0].1.clone();
    desk.wait("the position", |s| fen(s) == text && s.mode == Mode::Analyse);
    edit(&desk, EditCommand::Open);
    let open = playable(&mut desk, "the editor", text);
    assert_eq!(editor(&open).texts[0], ("FEN", text.to_owned()));
    let (from, to) = ("31".to_owned(), "33".to_owned());
    edit(&desk, EditCommand::Step(Edit::Move { from, to }));
    playable(&mut desk, "the man", "W:W32,33:B1,2:H4:F28");
    // Another position is set up: its counters would be those of the one before, and it is said.
    edit(&desk, EditCommand::Step(Edit::Start));
    playable(&mut desk, "the start", "W:W31-50:B1-20");
    desk.wait("what is left out", |s| says(s, "H4 and F28"));
    edit(&desk, EditCommand::Undo);
    playable(&mut desk, "the step back", "W:W32,33:B1,2:H4:F28");
    // A text that is read brings its own.
    edit(&desk, EditCommand::Text("B:W32,33:B1,2:H9:F30".to_owned()));
    let read = "B:W32,33:B1,2:H9:F30";
    playable(&mut desk, "the text", read);
    edit(&desk, EditCommand::Done);
    desk.wait("the board", |s| s.editor.is_none() && fen(s) == read);
    // After a move they would count another position.
    desk.game(GameCommand::Type("1-6".to_owned()));
    desk.wait("the move", |s| fen(s) == "W:W32,33:B2,6");
}
