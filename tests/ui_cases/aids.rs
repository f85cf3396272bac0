//! What the board and the cards show besides in analysis: pinned lines, the menu of a line, switches.

use egui::PointerButton;
use quintet::app::{Aid, Aids, DifferencesView, ElsewhereView, EngineCardView, PinnedView};
use quintet::ui::LineId;

use super::support::draughts_view::draughts;
use super::support::hive_view::hive;
use super::*;

const ALT: Modifiers = Modifiers::ALT;
const LINE: &str = "Line 2 of Edax 4.6";

/// The card is low, so that all below it is seen.
fn few_lines(snapshot: &mut Snapshot) {
    let card = &mut snapshot.analysis.cards[0];
    card.lines.truncate(2);
    card.n_lines = 2;
}

/// The window with a line that is pinned after the fifth node.
fn pinned() -> Window {
    window_with(Mode::Analyse, |s| {
        few_lines(s);
        let line = s.analysis.cards[0].lines[0].clone();
        let position_text = s.game.position_text.clone();
        s.analysis.pinned = vec![PinnedView {
            id: 3,
            who: "Scan".to_owned(),
            depth: "19".to_owned(),
            title: "3. d3".to_owned(),
            node: 5,
            position_text,
            is_shown: false,
            line,
        }];
    })
}

#[test]
fn a_pinned_line_is_played_from_its_position_and_let_go() {
    let mut h = pinned();
    assert!(h.query_by_label("Pinned lines").is_some());
    let name = "Line 1 of Scan: +2.00 b3";
    click(&mut h, name);
    // The middle of the line is one of its later moves.
    let played = taken(&mut h);
    let [Command::Game(GameCommand::PlayLine(5, moves))] = &played[..] else {
        panic!("{played:?}")
    };
    assert_eq!(moves[0], "b3");
    h.get_by_label(name).hover();
    h.run();
    assert_eq!(h.state().ui.preview.map(|look| look.of), Some(LineId::Pinned(3)));
    click(&mut h, "Unpin b3 of Scan");
    assert_eq!(taken(&mut h), [Command::Analysis(AnalysisCommand::Unpin(3))]);
    assert!(window(Mode::Analyse).query_by_label("Pinned lines").is_none());
}

#[test]
fn a_key_pins_the_line_under_the_pointer_or_else_the_best_one() {
    let pin = |h: &Window, line: usize| {
        let card = &h.state().snapshot.analysis.cards[0];
        [Command::Analysis(AnalysisCommand::Pin(card.id, card.lines[line].moves.clone()))]
    };
    let mut h = window(Mode::Analyse);
    key(&mut h, ALT, Key::K);
    let best = pin(&h, 0);
    assert_eq!(taken(&mut h), best);
    h.get_by_label_contains(LINE).hover();
    h.run();
    key(&mut h, ALT, Key::K);
    let second = pin(&h, 1);
    assert_eq!(taken(&mut h), second);
}

#[test]
fn the_second_button_on_a_line_offers_to_pin_to_copy_and_to_insert_it() {
    for (words, is_copied) in
        [("Pin this line", false), ("Insert this line", false), ("Copy this line", true)]
    {
        let mut h = window(Mode::Analyse);
        let at = h.get_by_label_contains(LINE).rect().center();
        h.event(Event::PointerMoved(at));
        for pressed in [true, false] {
            let button = PointerButton::Secondary;
            h.event(Event::PointerButton { pos: at, button, pressed, modifiers: NONE });
        }
        h.run();
        h.get_by_label(words).click();
        h.step();
        let card = &h.state().snapshot.analysis.cards[0];
        let (id, moves) = (card.id, card.lines[1].moves.clone());
        let text = format!("Edax 4.6, depth 24, {}: {}", card.lines[1].score, moves.join(" "));
        if is_copied {
            assert!(super::actions::copied(&h, &text), "{text}");
            continue;
        }
        h.run();
        let [pin, insert] = [
            Command::Analysis(AnalysisCommand::Pin(id, moves.clone())),
            Command::Game(GameCommand::InsertLine(24, moves)),
        ];
        let expected = if words == "Pin this line" { pin } else { insert };
        assert_eq!(taken(&mut h), [expected]);
    }
}

#[test]
fn keys_show_and_hide_what_helps_in_analysis() {
    let show = |aid, on| [Command::Settings(SettingsCommand::Show(aid, on))];
    let keys = [
        (Key::M, Aid::MainLine),
        (Key::A, Aid::EngineArrows),
        (Key::D, Aid::Differences),
        (Key::R, Aid::Regions),
    ];
    for (pressed, aid) in keys {
        let mut h = window(Mode::Analyse);
        key(&mut h, ALT, pressed);
        assert_eq!(taken(&mut h), show(aid, true));
    }
    let mut h = window_with(Mode::Analyse, |s| {
        s.settings.aids = Aids { main_line: true, ..Aids::default() };
    });
    key(&mut h, ALT, Key::M);
    assert_eq!(taken(&mut h), show(Aid::MainLine, false));
    let mut h = super::show(draughts(Mode::Analyse, Theme::Dark), SIZE);
    h.state_mut().commands.clear();
    key(&mut h, ALT, Key::R);
    assert_eq!(taken(&mut h), [], "draughts have no regions");
}

#[test]
fn a_line_of_another_tab_is_played_here() {
    let mut h = window_with(Mode::Analyse, |s| {
        few_lines(s);
        let line = s.analysis.cards[0].lines[1].clone();
        let (tab, who) = ("Final".to_owned(), "Scan".to_owned());
        s.elsewhere = vec![ElsewhereView { desk: 9, tab, who, depth: String::new(), line }];
    });
    assert!(h.query_by_label("The same position in other tabs").is_some());
    click(&mut h, "Line 1 of Scan: +1.00 g2");
    let played = taken(&mut h);
    let [Command::Game(GameCommand::PlayLine(24, moves))] = &played[..] else {
        panic!("{played:?}")
    };
    assert_eq!(moves[0], "g2");
}

/// How often exactly this text is painted.
fn n_painted(h: &Window, text: &str) -> usize {
    fn count(shape: &egui::Shape, text: &str) -> usize {
        match shape {
            egui::Shape::Text(shown) => usize::from(shown.galley.text() == text),
            egui::Shape::Vec(shapes) => shapes.iter().map(|shape| count(shape, text)).sum(),
            _ => 0,
        }
    }
    h.output().shapes.iter().map(|clipped| count(&clipped.shape, text)).sum()
}

/// A game of Hive in analysis, with a line of two placements in the first card.
fn hive_window(aids: Aids) -> Window {
    let start = "Base+MLP;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
    let mut snapshot = hive(start, Mode::Analyse, Theme::Dark);
    snapshot.analysis = sample(Mode::Analyse).analysis;
    snapshot.analysis.cards.truncate(1);
    few_lines(&mut snapshot);
    snapshot.analysis.cards[0].lines[0].moves = ["wA1 -wQ", "bA1 bQ-"].map(str::to_owned).to_vec();
    snapshot.settings.aids = aids;
    super::show(snapshot, SIZE)
}

#[test]
fn the_line_under_the_pointer_stands_on_the_board_in_numbers() {
    let mut h = hive_window(Aids::default());
    let before = n_painted(&h, "2");
    let card = h.state().snapshot.analysis.cards[0].name.clone();
    h.get_by_label_contains(&format!("Line 1 of {card}")).hover();
    h.run();
    assert_eq!(n_painted(&h, "2"), before + 1);
    h.get_by_label("Engines page").hover();
    h.run();
    assert_eq!(n_painted(&h, "2"), before);
}

#[test]
fn the_main_line_is_followed_on_the_board_where_that_is_wanted() {
    let without = hive_window(Aids::default());
    let with = hive_window(Aids { main_line: true, ..Aids::default() });
    assert_eq!(n_painted(&with, "2"), n_painted(&without, "2") + 1);
}

#[test]
fn whose_values_are_compared_stands_below_the_board() {
    let shown = |differences: DifferencesView| {
        window_with(Mode::Analyse, |s| s.analysis.differences = differences)
    };
    let pair = ["Edax 4.6", "Quintet"].map(str::to_owned);
    let h = shown(DifferencesView::Of(pair));
    let words = h
        .get_by_label_contains("Edax 4.6 less Quintet: blue + where Edax 4.6 sees more for Black")
        .rect();
    let board = h.get_by_label_contains("square a1").rect();
    let h8 = h.get_by_label_contains("square h8").rect();
    assert!(!board.union(h8).intersects(words), "{words:?}");
    let h = shown(DifferencesView::Alone(Some("Edax 4.6".to_owned())));
    assert!(h.query_by_label_contains("only Edax 4.6 is at work here").is_some());
    let h = shown(DifferencesView::Alone(None));
    assert!(h.query_by_label_contains("none is at work here: add two").is_some());
    let h = shown(DifferencesView::Off);
    assert!(h.query_by_label_contains("\u{394}").is_none());
}

#[test]
fn a_line_that_is_pinned_comes_into_view() {
    let mut snapshot = sample(Mode::Analyse);
    let line = snapshot.analysis.cards[0].lines[0].clone();
    let position_text = snapshot.game.position_text.clone();
    // Two cards with all their lines fill the panel.
    let second =
        EngineCardView { id: 8, name: "Scan".to_owned(), ..snapshot.analysis.cards[0].clone() };
    snapshot.analysis.cards.push(second);
    let mut h = super::show(snapshot, [1280.0, 700.0]);
    h.run();
    let pin = |id: u64| PinnedView {
        id,
        who: "Edax".to_owned(),
        depth: "19".to_owned(),
        title: "3. d3".to_owned(),
        node: 5,
        position_text: position_text.clone(),
        is_shown: false,
        line: line.clone(),
    };
    h.state_mut().snapshot.analysis.pinned = vec![pin(1)];
    h.run();
    assert!(is_seen(&h, "Line 1 of Edax: +2.00 b3"));
    // It was below the cards, the first of which has given way.
    let first = h.query_by_label("Line 1 of Edax 4.6: +2.00 b3");
    assert!(first.is_none() || !is_seen(&h, "Line 1 of Edax 4.6: +2.00 b3"));
}
