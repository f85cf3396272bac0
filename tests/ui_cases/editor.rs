//! The position editor, by mouse and by keyboard alone.

use std::sync::Arc;

use quintet::app::board::{Art, Brush, Edit, EditField, HandPiece, Scene, Side, TileBug};
use quintet::app::{EditCommand, EditorView, TypedView};

use super::support::draughts_view::{Board, STUDY, STUDY_FEN, draughts};
use super::*;

const FEW: Board<'static> = Board { white: &[32], black: &[19], last: &[], ..STUDY };

/// What can be put on a square, in the order of the keys 1 to 5.
static BRUSHES: [Brush; 5] = [
    Brush { title: "white man", art: Some(Art::Man { white: true }) },
    Brush { title: "white king", art: Some(Art::King { white: true }) },
    Brush { title: "black man", art: Some(Art::Man { white: false }) },
    Brush { title: "black king", art: Some(Art::King { white: false }) },
    Brush { title: "empty", art: None },
];

const NO_MIRROR: &str = "Its mirror image lies on the light squares.";

/// The editor with this position in it.
fn editing(board: &Board<'_>, problem: Option<&str>) -> EditorView {
    EditorView {
        info: support::game_view::game("draughts").info(),
        variant: Some("international".to_owned()),
        scene: Arc::new(board.scene()),
        turn: Side::First,
        problem: problem.map(str::to_owned),
        typed: None,
        fields: Vec::new(),
        no_mirror: Some(NO_MIRROR),
        texts: vec![("FEN", STUDY_FEN.to_owned()), ("Hub", "W".repeat(51))],
        brushes: &BRUSHES,
        text: STUDY_FEN.to_owned(),
        can_undo: true,
        can_redo: false,
    }
}

fn open(problem: Option<&str>) -> Window {
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    snapshot.editor = Some(editing(&FEW, problem));
    show(snapshot, SIZE)
}

/// What was asked of the editor since the last call.
fn edits(h: &mut Window) -> Vec<EditCommand> {
    let edit = |command| match command {
        Command::Game(GameCommand::Edit(edit)) => edit,
        other => panic!("{other:?}"),
    };
    taken(h).into_iter().map(edit).collect()
}

fn put(brush: usize, cell: &str) -> EditCommand {
    EditCommand::Step(Edit::Put { brush, cell: cell.to_owned() })
}

fn at(h: &Window, square: usize) -> egui::Pos2 {
    h.get_by_label_contains(&format!("square {square},")).rect().center()
}

#[test]
fn it_is_opened_by_a_key_and_not_where_it_is_open_or_a_match_is_shown() {
    let opened = |snapshot: Snapshot| {
        let mut h = show(snapshot, SIZE);
        key(&mut h, CTRL, Key::P);
        taken(&mut h).contains(&Command::Game(GameCommand::Edit(EditCommand::Open)))
    };
    assert!(opened(draughts(Mode::Analyse, Theme::Dark)));
    assert!(opened(draughts(Mode::Play, Theme::Dark)));
    assert!(!opened(draughts(Mode::Match, Theme::Dark)));
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    snapshot.editor = Some(editing(&FEW, None));
    assert!(!opened(snapshot));
}

#[test]
fn a_message_leaves_the_field_of_the_position_and_all_controls_free() {
    let long = "This text is no position of international draughts: square 51 does not exist. Write \
                the squares as numbers from 1 to 50, and the side to move before them.";
    for size in [SIZE, [720.0, 450.0]] {
        for text in ["The position was pasted.", long] {
            let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
            snapshot.editor = Some(editing(&FEW, None));
            let (kind, text) = (NoticeKind::Refused, text.to_owned());
            snapshot.notices = vec![Notice { id: 5, kind, text: text.clone(), offer: None }].into();
            let h = show(snapshot, size);
            let words = h.get_by_label(&text).rect();
            for name in ["Position as text", "White to move", "Variant of the position", "Done"] {
                let control = h.get_by_label(name).rect();
                assert!(!control.intersects(words), "{size:?}: {name} {control:?} {words:?}");
            }
        }
    }
}

#[test]
fn clicks_put_what_the_chosen_brush_puts() {
    let mut h = open(None);
    click(&mut h, "Brush 2: white king");
    click(&mut h, "square 28, empty");
    click(&mut h, "square 19, black man");
    assert_eq!(edits(&mut h), [put(1, "28"), put(1, "19")]);
}

#[test]
fn a_drag_puts_along_its_way_and_the_other_button_empties() {
    let mut h = open(None);
    let (from, to) = (at(&h, 36), at(&h, 37));
    h.hover_at(from);
    h.run();
    h.drag_at(from);
    h.run();
    for square in [36, 37] {
        h.hover_at(at(&h, square) + egui::vec2(8.0, 0.0));
        h.run();
    }
    h.drop_at(to);
    h.run();
    assert_eq!(edits(&mut h), [put(0, "36"), put(0, "37")]);
    h.get_by_label("square 19, black man").click_secondary();
    h.run();
    assert_eq!(edits(&mut h), [put(4, "19")]);
}

#[test]
fn a_drag_does_not_pick_up_the_piece_that_it_has_just_put() {
    let mut h = open(None);
    let [from, next, to] = [36, 37, 38].map(|square| at(&h, square));
    h.hover_at(from);
    h.run();
    h.drag_at(from);
    h.run();
    h.hover_at(next);
    h.run();
    // What was put is on the board while the drag goes on.
    let more = Board { white: &[32, 36], ..FEW };
    h.state_mut().snapshot.editor = Some(editing(&more, None));
    h.run();
    h.hover_at(to);
    h.run();
    h.drop_at(to);
    h.run();
    assert_eq!(edits(&mut h), [put(0, "36"), put(0, "37"), put(0, "38")]);
}

#[test]
fn in_a_low_window_the_whole_board_stands_beside_its_brushes_its_text_and_its_buttons() {
    // A window of 1280 by 800 pixels at 200 %.
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    snapshot.editor = Some(editing(&FEW, None));
    let mut h = show(snapshot, [640.0, 400.0]);
    h.run();
    let height = at(&h, 46).y - at(&h, 1).y;
    assert!(height > 215.0, "the board has all the room beside them: {height}");
    for label in ["Done", "Cancel", "Play from here", "Position as text", "White to move"] {
        let rect = h.get_by_label(label).rect();
        assert!(is_seen(&h, label), "{label}: {rect:?}");
        assert!(rect.left() > at(&h, 5).x, "{label} covers the board: {rect:?}");
    }
    for square in [1, 5, 46, 50] {
        h.get_by_label_contains(&format!("square {square},")).click();
        h.run();
        assert_eq!(edits(&mut h), [put(0, &square.to_string())]);
    }
}

#[test]
fn a_drag_that_begins_on_a_piece_moves_it() {
    let drag = |h: &mut Window, from: usize, to: usize| {
        let (from, to) = (at(h, from), at(h, to));
        h.hover_at(from);
        h.run();
        h.drag_at(from);
        h.run();
        for pos in [from + (to - from) / 2.0, to] {
            h.hover_at(pos);
            h.run();
        }
        h.drop_at(to);
        h.run();
    };
    let mut h = open(None);
    drag(&mut h, 19, 23);
    let moved = Edit::Move { from: "19".to_owned(), to: "23".to_owned() };
    assert_eq!(edits(&mut h), [EditCommand::Step(moved)]);
    drag(&mut h, 19, 19);
    assert_eq!(edits(&mut h), []);
    // The brush that empties empties along its way.
    key(&mut h, NONE, Key::Num5);
    drag(&mut h, 19, 23);
    assert_eq!(edits(&mut h), [put(4, "19")]);
}

#[test]
fn the_tiles_of_each_side_stand_in_a_row_of_their_own() {
    const fn tile(title: &'static str, white: bool, bug: TileBug) -> Brush {
        Brush { title, art: Some(Art::Tile { white, bug }) }
    }
    static TILES: [Brush; 17] = [
        tile("white queen", true, TileBug::Queen),
        tile("white spider", true, TileBug::Spider),
        tile("white beetle", true, TileBug::Beetle),
        tile("white grasshopper", true, TileBug::Grasshopper),
        tile("white ant", true, TileBug::Ant),
        tile("white mosquito", true, TileBug::Mosquito),
        tile("white ladybug", true, TileBug::Ladybug),
        tile("white pillbug", true, TileBug::Pillbug),
        tile("black queen", false, TileBug::Queen),
        tile("black spider", false, TileBug::Spider),
        tile("black beetle", false, TileBug::Beetle),
        tile("black grasshopper", false, TileBug::Grasshopper),
        tile("black ant", false, TileBug::Ant),
        tile("black mosquito", false, TileBug::Mosquito),
        tile("black ladybug", false, TileBug::Ladybug),
        tile("black pillbug", false, TileBug::Pillbug),
        Brush { title: "empty", art: None },
    ];
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    snapshot.editor = Some(EditorView { brushes: &TILES, ..editing(&FEW, None) });
    let mut h = show(snapshot, [1280.0, 800.0]);
    let top = |idx: usize| {
        h.get_by_label(&format!("Brush {}: {}", idx + 1, TILES[idx].title)).rect().top() as i32
    };
    let tops: Vec<i32> = (0..TILES.len()).map(top).collect();
    assert!(tops[..8].iter().all(|top| *top == tops[0]), "{tops:?}");
    assert!(tops[8..].iter().all(|top| *top == tops[8] && *top > tops[0]), "{tops:?}");
    let last = h.get_by_label("Brush 8: white pillbug").rect();
    key(&mut h, Modifiers::SHIFT, Key::Num6);
    assert!(is_on(&h, "Brush 16: black pillbug"));
    assert!(!last.intersects(h.get_by_label("Exchange the sides").rect()));

    // Only the pieces that are counted can be put; they are numbered as they are shown.
    let queen = |white| HandPiece {
        art: Art::Tile { white, bug: TileBug::Queen },
        name: String::new(),
        spoken: String::new(),
        count: 1,
        chosen: false,
    };
    let hands = [vec![queen(true)], vec![queen(false)]];
    let scene = Arc::new(Scene { hands, ..FEW.scene() });
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    snapshot.editor = Some(EditorView { brushes: &TILES, scene, ..editing(&FEW, None) });
    let mut h = show(snapshot, SIZE);
    let tops = ["Brush 1: white queen, 1 left", "Brush 2: black queen, 1 left", "Brush 3: empty"]
        .map(|name| h.get_by_label(name).rect().top() as i32);
    assert_eq!(tops, [tops[0]; 3]);
    key(&mut h, NONE, Key::Num2);
    assert!(is_on(&h, "Brush 2: black queen, 1 left"));
}

#[test]
fn an_arrow_key_goes_to_the_board_where_the_brush_puts_from_square_to_square() {
    let mut scene = FEW.scene();
    for (idx, cell) in scene.cells.iter_mut().enumerate() {
        cell.neighbours = [None, None, None, Some(idx + 1)];
    }
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    snapshot.editor = Some(EditorView { scene: Arc::new(scene), ..editing(&FEW, None) });
    let mut h = show(snapshot, SIZE);
    key(&mut h, NONE, Key::ArrowDown);
    h.run();
    let squares = FEW.scene().cells.into_iter();
    let first = squares.map(|cell| cell.spoken).find(|spoken| h.get_by_label(spoken).is_focused());
    let first = first.expect("a square has the keyboard");
    key(&mut h, NONE, Key::Enter);
    key(&mut h, NONE, Key::ArrowDown);
    h.run();
    assert!(!h.get_by_label(&first).is_focused());
    key(&mut h, NONE, Key::Space);
    let steps = edits(&mut h);
    let cells: Vec<&str> = steps
        .iter()
        .map(|step| match step {
            EditCommand::Step(Edit::Put { brush: 0, cell }) => cell.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(cells.len() == 2 && cells[0] != cells[1], "{cells:?}");
}

#[test]
fn everything_is_done_by_keyboard_alone() {
    let mut h = open(None);
    key(&mut h, NONE, Key::Num3);
    assert!(is_on(&h, "Brush 3: black man"));
    h.get_by_label("square 28, empty").focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    key(&mut h, NONE, Key::Delete);
    key(&mut h, CTRL, Key::Z);
    key(&mut h, CTRL, Key::Enter);
    key(&mut h, NONE, Key::Escape);
    key(&mut h, NONE, Key::Escape);
    assert!(h.state().ui.overlay.is_none(), "Escape answers the question with no");
    key(&mut h, NONE, Key::Escape);
    key(&mut h, NONE, Key::Tab);
    key(&mut h, NONE, Key::Enter);
    let expected =
        [put(2, "28"), put(4, "28"), EditCommand::Undo, EditCommand::Done, EditCommand::Cancel];
    assert_eq!(edits(&mut h), expected);
    // Keys of the game do nothing meanwhile.
    for pressed in [Key::Home, Key::End, Key::H, Key::M] {
        key(&mut h, NONE, pressed);
    }
    assert_eq!(edits(&mut h), []);
}

#[test]
fn a_problem_is_said_in_words_and_nothing_is_done_while_there_is_one() {
    let problem = "White has 21 pieces; a side has 20 at most";
    let mut h = open(Some(problem));
    assert!(h.query_by_label(problem).is_some());
    h.get_by_label("Done").click();
    h.get_by_label("Play from here").click();
    h.run();
    key(&mut h, CTRL, Key::Enter);
    key(&mut h, CTRL.plus(Modifiers::SHIFT), Key::Enter);
    assert_eq!(edits(&mut h), []);
    h.state_mut().snapshot.editor = Some(editing(&FEW, None));
    h.run();
    assert!(h.query_by_label(problem).is_none());
    click(&mut h, "Done");
    click(&mut h, "Play from here");
    key(&mut h, CTRL.plus(Modifiers::SHIFT), Key::Enter);
    click(&mut h, "Cancel");
    assert_eq!(edits(&mut h), [EditCommand::Done, EditCommand::Play, EditCommand::Play]);
    click(&mut h, "Leave");
    assert_eq!(edits(&mut h), [EditCommand::Cancel]);
    // Where nothing was changed nothing is asked.
    h.state_mut().snapshot.editor = Some(EditorView { can_undo: false, ..editing(&FEW, None) });
    h.run();
    key(&mut h, NONE, Key::Escape);
    assert_eq!(edits(&mut h), [EditCommand::Cancel]);
}

#[test]
fn side_variant_start_clear_and_undo_are_buttons() {
    let mut h = open(None);
    click(&mut h, "Black to move");
    click(&mut h, "Variant of the position");
    click(&mut h, "Frisian");
    click(&mut h, "Set up the normal start");
    click(&mut h, "Empty the board");
    click(&mut h, "Undo the last step");
    let expected = [
        EditCommand::Step(Edit::Turn(Side::Second)),
        EditCommand::Variant("frisian".to_owned()),
        EditCommand::Step(Edit::Start),
        EditCommand::Step(Edit::Clear),
        EditCommand::Undo,
    ];
    assert_eq!(edits(&mut h), expected);
}

#[test]
fn what_else_a_position_has_is_chosen_from_lists() {
    let field = |title, items: [&str; 2], on| EditField {
        title,
        items: items.map(str::to_owned).to_vec(),
        on,
    };
    let mut view = editing(&FEW, None);
    view.fields = vec![
        field("Cube", ["No cube", "Cube 1"], 1),
        field("Dice", ["Not rolled", "Rolled 2-1"], 0),
    ];
    view.no_mirror = None;
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    snapshot.editor = Some(view);
    let mut h = show(snapshot, SIZE);
    click(&mut h, "Dice");
    click(&mut h, "Rolled 2-1");
    // What it has already is no step.
    click(&mut h, "Cube");
    click(&mut h, "Cube 1");
    click(&mut h, "Exchange the sides");
    click(&mut h, "Show the mirror image");
    let expected = [Edit::Choose { field: 1, item: 1 }, Edit::Swap, Edit::Mirror];
    assert_eq!(edits(&mut h), expected.map(EditCommand::Step));
}

#[test]
fn the_position_is_copied_in_each_of_its_forms_once_it_can_be_played() {
    let mut h = open(None);
    click(&mut h, "Copy the position as");
    h.get_by_label("Hub").click();
    h.step();
    let copied = |command: &egui::OutputCommand| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    };
    let texts: Vec<String> =
        h.output().platform_output.commands.iter().filter_map(copied).collect();
    assert_eq!(texts, ["W".repeat(51)]);
    let mut view = editing(&FEW, Some("White has 21 pieces"));
    view.texts = Vec::new();
    h.state_mut().snapshot.editor = Some(view);
    h.run();
    click(&mut h, "Copy the position as");
    assert!(h.query_by_label("FEN").is_none());
    // A draughts board has no mirror image, and says so.
    let mirror = h.get_by_label("Show the mirror image").accesskit_node();
    assert!(mirror.is_disabled());
    assert_eq!(mirror.description().as_deref(), Some(NO_MIRROR));
}

#[test]
fn a_position_is_typed_or_pasted_as_text() {
    // What is judged at each letter is another test's matter.
    let edits = |h: &mut Window| {
        let mut done = edits(h);
        done.retain(|edit| !matches!(edit, EditCommand::Typed(_)));
        done
    };
    let mut h = open(None);
    h.event(Event::Paste("B:WK3:B50".to_owned()));
    h.run();
    h.get_by_label("Position as text").focus();
    h.run();
    key(&mut h, CTRL, Key::A);
    h.get_by_label("Position as text").type_text("W:W31:B20");
    h.run();
    key(&mut h, NONE, Key::Enter);
    let expected = ["B:WK3:B50", "W:W31:B20"].map(|text| EditCommand::Text(text.to_owned()));
    assert_eq!(edits(&mut h), expected);
    // The keys that end the editor take what is typed along.
    h.get_by_label("Position as text").focus();
    h.run();
    key(&mut h, CTRL.plus(Modifiers::SHIFT), Key::Enter);
    assert_eq!(edits(&mut h), [EditCommand::Play]);
    h.get_by_label("Position as text").focus();
    h.run();
    key(&mut h, CTRL, Key::A);
    h.get_by_label("Position as text").type_text("W:W32:B20");
    h.run();
    key(&mut h, CTRL, Key::Enter);
    assert_eq!(edits(&mut h), [EditCommand::Text("W:W32:B20".to_owned()), EditCommand::Done]);
    // The field shows the position when it has become another.
    let mut view = editing(&FEW, None);
    view.text = "B:W1:B2".to_owned();
    view.scene = Arc::new(FEW.scene());
    h.state_mut().snapshot.editor = Some(view);
    h.run();
    let field = h.get_by_label("Position as text");
    assert_eq!(field.accesskit_node().value().as_deref(), Some("B:W1:B2"));
    assert_ne!(STUDY_FEN, "B:W1:B2");
}

#[test]
fn what_is_wrong_with_the_typed_text_is_said_in_whole_in_place_of_the_position() {
    let reason = "square 51 does not exist; write the squares as numbers from 1 to 50, and the side to move \
                  before them";
    for (typed, words, can_end) in [
        (None, "The kings are missing.".to_owned(), false),
        (
            Some(TypedView::Playable),
            "The typed position can be played: Enter puts it on the board.".to_owned(),
            true,
        ),
        (
            Some(TypedView::Unplayable(reason.to_owned())),
            format!("The typed position cannot be played: {reason}"),
            false,
        ),
        (
            Some(TypedView::Unreadable(reason.to_owned())),
            format!("The text cannot be read: {reason}"),
            false,
        ),
    ] {
        // The second is a window of 1280 by 800 pixels at 200 %.
        for size in [SIZE, [640.0, 400.0]] {
            let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
            let editor = editing(&FEW, Some("The kings are missing."));
            snapshot.editor = Some(EditorView { typed: typed.clone(), ..editor });
            let mut h = show(snapshot, size);
            h.run();
            let said = h.get_by_label(&words).rect();
            let cancel = h.get_by_label("Cancel").rect();
            assert!(!said.intersects(cancel), "{size:?}: {said:?} {cancel:?}");
            assert!(said.width() > 60.0, "{size:?}: {said:?}");
            assert_eq!(!h.get_by_label("Done").accesskit_node().is_disabled(), can_end, "{words}");
        }
    }
}

#[test]
fn nothing_moves_while_the_words_about_the_position_change() {
    let long = "square 51 does not exist; ".repeat(12);
    // The second is a window of 1280 by 800 pixels at 200 %.
    for size in [SIZE, [640.0, 400.0]] {
        let places = [
            None,
            Some(TypedView::Empty),
            Some(TypedView::Playable),
            Some(TypedView::Unreadable("it has no side".to_owned())),
            Some(TypedView::Unplayable(long.clone())),
        ]
        .map(|typed| {
            let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
            snapshot.editor = Some(EditorView { typed, ..editing(&FEW, None) });
            let mut h = show(snapshot, size);
            h.run();
            ["Position as text", "Cancel", "White to move"].map(|name| h.get_by_label(name).rect())
        });
        assert!(places.iter().all(|place| *place == places[0]), "{size:?}: {places:?}");
    }
}

#[test]
fn an_empty_text_says_what_the_field_takes() {
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    let view = EditorView { typed: Some(TypedView::Empty), ..editing(&FEW, None) };
    snapshot.editor = Some(view);
    let h = show(snapshot, SIZE);
    assert!(h.query_by_label_contains("The field is empty: type or paste a position").is_some());
    assert!(!h.get_by_label("Done").accesskit_node().is_disabled());
}

#[test]
fn every_letter_that_is_typed_is_judged() {
    let mut h = open(None);
    h.get_by_label("Position as text").focus();
    h.run();
    h.get_by_label("Position as text").type_text("x");
    h.run();
    let asked = edits(&mut h);
    assert!(matches!(&asked[..], [EditCommand::Typed(text)] if text.contains('x')), "{asked:?}");
}

#[test]
fn what_was_typed_is_forgotten_when_the_editor_is_closed() {
    let mut h = open(None);
    h.get_by_label("Position as text").focus();
    h.run();
    h.get_by_label("Position as text").type_text("x");
    h.run();
    let shown = |h: &Window| h.get_by_label("Position as text").accesskit_node().value();
    assert_ne!(shown(&h).as_deref(), Some(STUDY_FEN));
    h.state_mut().snapshot.editor = None;
    h.run();
    h.state_mut().snapshot.editor = Some(editing(&FEW, None));
    h.run();
    assert_eq!(shown(&h).as_deref(), Some(STUDY_FEN));
}

#[test]
fn what_ends_the_editor_is_in_sight_in_the_lowest_window_and_the_variant_can_be_read() {
    let mut snapshot = draughts(Mode::Analyse, Theme::Dark);
    snapshot.editor = Some(editing(&FEW, Some("The kings are missing.")));
    // A window of 1280 by 800 pixels at 200 %.
    let mut h = show(snapshot, [640.0, 400.0]);
    h.run();
    for label in ["Done", "Play from here", "Cancel", "Position as text", "The kings are missing."]
    {
        assert!(is_seen(&h, label), "{label}: {:?}", h.get_by_label(label).rect());
    }
    let variant = h.get_by_label("Variant of the position");
    assert!(variant.rect().width() > 110.0, "{:?}", variant.rect());
    assert!(is_seen(&h, "Variant of the position"));
    let text = h.get_by_label("Position as text").rect();
    assert!(h.get_by_label("Variant of the position").rect().bottom() <= text.top());
}
