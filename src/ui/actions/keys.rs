//! Keys and the clipboard's events of a frame, as actions.
//!
//! Knows no action by name but those for copying and those that step.

use egui::{Event, Key, KeyboardShortcut};

use super::{ACTIONS, Action, ActionId as Id, Menu, Run, action};
use crate::app::{Command, EngineCommand, FileCommand, PracticeCommand};
use crate::ui::state::{Page, PasteUse};

/// Turns the keys and the clipboard's events of this frame into actions.
///
/// Does nothing while a dialog or a menu is open, and leaves editing keys to a text field.
pub(in crate::ui) fn dispatch(run: &mut Run<'_>) {
    let ctx = run.ctx;
    if run.state.overlay.is_some() || egui::Popup::is_any_open(ctx) {
        return;
    }
    let editing = ctx.text_edit_focused();
    let focused = ctx.memory(|memory| memory.focused().is_some());
    if !editing {
        clipboard(run);
        undo_removal(run);
    }
    let is_seen = run.state.page == Page::Board;
    // The most specific keys first: Ctrl+Shift+Z is also a Ctrl+Z.
    let mut keys: Vec<(&Action, &KeyboardShortcut)> = ACTIONS
        .iter()
        .flat_map(|action| action.keys.iter().map(move |key| (action, key)))
        .filter(|(_, key)| !(editing && edits_text(key) || focused && moves_focus(key)))
        .collect();
    keys.sort_by_key(|(_, key)| !key.modifiers.shift);
    let mut with_shift: Vec<&KeyboardShortcut> = Vec::new();
    for (action, key) in keys {
        if key.modifiers.shift {
            with_shift.push(key);
        } else {
            // What rests has taken no press: Ctrl+Shift+T must not do what Ctrl+T does.
            for key in std::mem::take(&mut with_shift) {
                let _pressed = ctx.input_mut(|input| input.consume_shortcut(key));
            }
        }
        let rests = action.of_game && !is_seen || run.snapshot.editor.is_some() && plays(action);
        if rests || !action.is_enabled(run.snapshot) {
            continue;
        }
        let presses =
            ctx.input_mut(|input| input.count_and_consume_key(key.modifiers, key.logical_key));
        // A held key repeats several times in a long frame.
        let most = if steps(action.id) { usize::MAX } else { 1 };
        for _ in 0..presses.min(most) {
            action.run(run);
        }
    }
}

/// Each press of the key goes one step on; other actions are done once a frame.
fn steps(id: Id) -> bool {
    matches!(
        id,
        Id::Previous
            | Id::Next
            | Id::NextMistake
            | Id::PreviousMistake
            | Id::TakeBack
            | Id::UndoEdit
    )
}

/// An action on the game, which is disabled while a position is being edited.
fn plays(action: &Action) -> bool {
    match action.menu {
        Menu::Edit | Menu::Game => true,
        Menu::File | Menu::Engines | Menu::View | Menu::Help => false,
    }
}

/// On the page of engines, undo restores the engine removed last.
fn undo_removal(run: &mut Run<'_>) {
    let Some(removed) = &run.snapshot.removed_engine else { return };
    if run.state.page != Page::Engines {
        return;
    }
    let take_back = action(Id::TakeBack);
    let is_pressed = run.ctx.input_mut(|input| {
        let pressed = |key: &KeyboardShortcut| input.consume_shortcut(key);
        take_back.keys.iter().any(pressed)
    });
    if is_pressed {
        run.state.engines.chosen = Some(removed.name.clone());
        run.commands.push(Command::Engine(EngineCommand::UndoRemove));
    }
}

/// Copying takes what the board shows; without a visible board it copies nothing.
fn clipboard(run: &mut Run<'_>) {
    let is_seen = run.state.page == Page::Board;
    let mut events = Vec::new();
    run.ctx.input_mut(|input| {
        let shift = input.modifiers.shift;
        input.events.retain(|event| match event {
            Event::Copy if is_seen => {
                events.push(if shift { Id::CopyGame } else { Id::CopyPosition });
                false
            }
            Event::Paste(text) => {
                run.commands.push(match std::mem::take(&mut run.state.pastes) {
                    PasteUse::Practice => Command::Practice(PracticeCommand::Paste(text.clone())),
                    PasteUse::Merge => Command::File(FileCommand::MergePasted(text.clone())),
                    PasteUse::Open => Command::File(FileCommand::Paste(text.clone())),
                });
                false
            }
            _ => true,
        });
    });
    for id in events {
        action(id).run(run);
    }
}

/// A key that a text field needs itself.
fn edits_text(keys: &KeyboardShortcut) -> bool {
    let plain = !keys.modifiers.command && !keys.modifiers.alt;
    plain && !is_function(keys.logical_key)
        || matches!(
            keys.logical_key,
            Key::Z
                | Key::C
                | Key::V
                | Key::X
                | Key::A
                | Key::Delete
                | Key::Home
                | Key::End
                | Key::ArrowLeft
                | Key::ArrowRight
        )
}

/// `F1` and the like, which write nothing.
fn is_function(key: Key) -> bool {
    let number = key.name().strip_prefix('F');
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// A key that a focused square, button or list needs itself.
fn moves_focus(keys: &KeyboardShortcut) -> bool {
    let plain = !keys.modifiers.command && !keys.modifiers.alt;
    plain
        && matches!(
            keys.logical_key,
            Key::Space | Key::Enter | Key::ArrowLeft | Key::ArrowRight | Key::Home | Key::End
        )
}
