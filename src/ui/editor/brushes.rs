//! The keys that choose a brush, and those that lead to the board, where Enter and Space apply it.
//!
//! Draws nothing: the palette shows which key belongs to which brush.

use egui::{Context, Event, FocusDirection, Key, Modifiers};

use super::{EditorState, palette};
use crate::app::EditorView;

/// In the order of the brushes: the first ten, and with Shift the next ten.
const DIGITS: [Key; 10] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
    Key::Num0,
];
const ARROWS: [Key; 4] = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];

/// The digit of the `n`th brush of those that are shown, counted from 1, and whether Shift is held with it;
/// `None` where it has no key.
pub(super) fn key_of(n: usize) -> Option<(usize, bool)> {
    match n {
        1..=10 => Some((n % 10, false)),
        11..=20 => Some((n % 10, true)),
        _ => None,
    }
}

/// Takes the digits of a frame, and an arrow key that belongs to nothing else.
pub(super) fn keys(ctx: &Context, state: &mut EditorState, editor: &EditorView) {
    let shown = palette::shown(editor);
    let mut chosen = None;
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            let n = digit(event);
            chosen = n.and_then(|n| shown.get(n)).map(|(idx, ..)| *idx).or(chosen);
            n.is_none()
        });
    });
    state.brush = chosen.unwrap_or(state.brush);
    if ctx.memory(|memory| memory.focused().is_none()) {
        let is_pressed = ctx.input_mut(|input| {
            let of_key = |key| input.consume_key(Modifiers::NONE, key);
            ARROWS.map(of_key).contains(&true)
        });
        if is_pressed {
            // egui must not also look for a neighbour itself.
            ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            state.board.take_focus();
        }
    }
}

/// The place in the palette that a press of a digit means. The key counts and not its sign: with Shift the
/// sign is another, and on some keyboards without.
fn digit(event: &Event) -> Option<usize> {
    let Event::Key { key, physical_key, pressed: true, modifiers, .. } = event else { return None };
    if modifiers.command || modifiers.alt || modifiers.ctrl {
        return None;
    }
    let key = physical_key.unwrap_or(*key);
    let at = DIGITS.iter().position(|digit| *digit == key)?;
    Some(at + if modifiers.shift { DIGITS.len() } else { 0 })
}
