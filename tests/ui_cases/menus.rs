//! Menus: what opens them, what chooses an entry, what closes them.

use egui::{PointerButton, Pos2, pos2};

use super::*;

const BUTTON: &str = "Size";

fn button(h: &mut Window, at: Pos2, pressed: bool) {
    let button = PointerButton::Primary;
    h.event(Event::PointerMoved(at));
    h.event(Event::PointerButton { pos: at, button, pressed, modifiers: NONE });
    h.step();
}

fn place(h: &Window, label: &str) -> Pos2 {
    h.get_by_label(label).rect().center()
}

fn is_open(h: &Window) -> bool {
    h.query_by_label("Larger").is_some()
}

#[test]
fn a_menu_is_there_in_the_frame_of_the_press_and_letting_go_over_the_button_leaves_it_open() {
    let mut h = window(Mode::Play);
    let at = place(&h, BUTTON);
    button(&mut h, at, true);
    let seen = |h: &Window| {
        let entry = h.get_by_label("Larger").rect();
        h.output().shapes.iter().any(|shape| match &shape.shape {
            egui::Shape::Text(text) => {
                entry.contains(text.pos)
                    && text.opacity_factor > 0.0
                    && text.galley.text() == "Larger"
            }
            _ => false,
        })
    };
    assert!(is_open(&h) && seen(&h), "the first frame shows it");
    button(&mut h, at, false);
    h.run();
    assert!(is_open(&h), "letting go leaves it");
    button(&mut h, at, true);
    button(&mut h, at, false);
    h.run();
    assert!(!is_open(&h), "a second click closes it");
}

#[test]
fn press_drag_and_let_go_over_an_entry_chooses_it_and_closes_the_menu() {
    let mut h = window(Mode::Play);
    let at = place(&h, BUTTON);
    button(&mut h, at, true);
    h.run();
    let entry = place(&h, "Larger");
    h.event(Event::PointerMoved(entry));
    h.run();
    button(&mut h, entry, false);
    h.run();
    assert!(matches!(taken(&mut h)[..], [Command::Settings(SettingsCommand::Zoom(_))]));
    assert!(!is_open(&h));
}

#[test]
fn letting_go_beside_the_menu_closes_it_and_chooses_nothing() {
    let mut h = window(Mode::Play);
    let at = place(&h, BUTTON);
    button(&mut h, at, true);
    h.run();
    let beside = pos2(20.0, 600.0);
    h.event(Event::PointerMoved(beside));
    h.run();
    button(&mut h, beside, false);
    h.run();
    assert!(!is_open(&h));
    assert_eq!(taken(&mut h), []);
}

#[test]
fn a_press_elsewhere_that_ends_over_an_entry_chooses_nothing() {
    let mut h = window(Mode::Play);
    click(&mut h, BUTTON);
    let entry = place(&h, "Larger");
    button(&mut h, entry + egui::vec2(0.0, 28.0), true);
    h.event(Event::PointerMoved(entry));
    h.run();
    button(&mut h, entry, false);
    h.run();
    assert_eq!(taken(&mut h), []);
    assert!(is_open(&h));
}

#[test]
fn enter_opens_a_menu_and_escape_closes_it() {
    let mut h = window(Mode::Play);
    h.get_by_label(BUTTON).focus();
    h.run();
    key(&mut h, NONE, Key::Enter);
    assert!(is_open(&h));
    key(&mut h, NONE, Key::Escape);
    assert!(!is_open(&h));
}

#[test]
fn a_list_of_a_dialog_that_was_closed_and_opened_again_is_in_front_of_it() {
    let mut h = window(Mode::Play);
    for _ in 0..2 {
        key(&mut h, CTRL, Key::N);
        let at = place(&h, "White: player");
        button(&mut h, at, true);
        button(&mut h, at, false);
        h.run();
        let entry = place(&h, "Person");
        let front = h.ctx.layer_id_at(entry).expect("something is there");
        button(&mut h, entry, true);
        button(&mut h, entry, false);
        h.run();
        assert!(h.query_by_label("White: name").is_some(), "{front:?} takes the click");
        key(&mut h, NONE, Key::Escape);
        assert!(h.state().ui.overlay.is_none());
    }
}

#[test]
fn an_entry_chosen_by_keyboard_closes_its_menu_and_the_keyboard_goes_on_at_the_button() {
    let mut h = window(Mode::Play);
    h.get_by_label(BUTTON).focus();
    h.run();
    for pressed in [Key::Enter, Key::ArrowDown, Key::Enter] {
        key(&mut h, NONE, pressed);
    }
    assert!(matches!(taken(&mut h)[..], [Command::Settings(SettingsCommand::Zoom(_))]));
    assert!(!is_open(&h));
    assert!(h.get_by_label(BUTTON).is_focused());
}

#[test]
fn a_list_opened_by_keyboard_begins_at_its_value_and_closes_with_the_choice() {
    let mut h = window(Mode::Play);
    key(&mut h, CTRL, Key::N);
    h.get_by_label("White: player").focus();
    h.run();
    let value = |h: &Window| h.get_by_label("White: player").accesskit_node().value();
    let before = value(&h).expect("a value");
    key(&mut h, NONE, Key::Enter);
    let first = h.get_all_by_role(Role::MenuItemCheckBox).position(|item| item.is_focused());
    let on = h
        .get_all_by_role(Role::MenuItemCheckBox)
        .position(|item| item.accesskit_node().toggled() == Some(Toggled::True));
    assert!(on.is_some_and(|on| on > 0) && first == on, "{first:?} of {on:?}");
    key(&mut h, NONE, Key::ArrowUp);
    key(&mut h, NONE, Key::Enter);
    assert_eq!(h.query_all_by_role(Role::MenuItemCheckBox).count(), 0, "it has closed");
    assert_ne!(value(&h), Some(before));
    assert!(h.state().ui.overlay.is_some(), "Enter chose and did not start the game");
}

#[test]
fn enter_chooses_the_only_entry_of_a_menu() {
    for by_key in [false, true] {
        let mut h = window_with(Mode::Analyse, |s| {
            s.engines.retain(|entry| entry.name == "Quintet Othello");
        });
        if by_key {
            h.get_by_label("Add engine").focus();
            h.run();
            key(&mut h, NONE, Key::Enter);
        } else {
            click(&mut h, "Add engine");
        }
        taken(&mut h);
        key(&mut h, NONE, Key::Enter);
        let added = Command::Analysis(AnalysisCommand::AddEngine("Quintet Othello".to_owned()));
        assert_eq!(taken(&mut h), [added]);
        assert_eq!(h.query_all_by_role(Role::MenuItem).count(), 0, "the menu has closed");
    }
}
