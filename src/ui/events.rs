//! The events of a frame, as far as they can be understood in the order in which they came.
//!
//! The keys of actions are looked for once a frame, in the order of the table of actions, and Escape
//! and Tab take the focus from a field before the field reads what was typed before them. So a key that does
//! something ends the frame for what comes after it, and for what was typed before it. Handles no
//! event.

use egui::{Event, Key, Modifiers};

/// Events that wait for the next frame.
#[derive(Debug, Default)]
pub(super) struct Waiting(Vec<Event>);

impl Waiting {
    /// Leaves in `events` those of this frame; says whether others wait for the next one.
    pub(super) fn share_out(&mut self, events: &mut Vec<Event>) -> bool {
        self.0.append(events);
        let n = n_of_this_frame(&self.0);
        events.extend(self.0.drain(..n));
        !self.0.is_empty()
    }
}

/// What was pressed so far in a frame.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Pressed {
    Nothing,
    /// Something that a field reads.
    Text,
    /// A key that does something.
    Action(Key, Modifiers),
}

/// How many of these events are understood together.
fn n_of_this_frame(events: &[Event]) -> usize {
    let mut before = Pressed::Nothing;
    for (idx, event) in events.iter().enumerate() {
        let now = match event {
            Event::Key { key, pressed: true, modifiers, .. } if acts(*key, *modifiers) => {
                Pressed::Action(*key, *modifiers)
            }
            // The text of a key comes behind the key.
            Event::Key { pressed: true, .. } => Pressed::Text,
            _ => continue,
        };
        match (before, now) {
            (Pressed::Nothing, _) => {}
            (before, now) if before == now => {}
            _ => return idx,
        }
        before = now;
    }
    events.len()
}

/// It does something rather than to write.
fn acts(key: Key, modifiers: Modifiers) -> bool {
    modifiers.command || modifiers.ctrl || modifiers.alt || matches!(key, Key::Escape | Key::Tab)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CTRL: Modifiers = Modifiers::CTRL;

    fn press(key: Key, modifiers: Modifiers) -> Event {
        Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
    }

    fn text(text: &str) -> Event {
        Event::Text(text.to_owned())
    }

    /// The events of each frame, where all of them come before the first one.
    fn frames(events: &[Event]) -> Vec<Vec<Event>> {
        let mut waiting = Waiting::default();
        let mut all = events.to_vec();
        let mut frames = Vec::new();
        while waiting.share_out(&mut all) {
            frames.push(std::mem::take(&mut all));
        }
        frames.push(all);
        frames
    }

    #[test]
    fn what_was_typed_before_escape_is_read_first() {
        let typed = [press(Key::A, Modifiers::NONE), text("a"), press(Key::B, Modifiers::NONE)];
        let typed = [&typed[..], &[text("b")]].concat();
        let escape = press(Key::Escape, Modifiers::NONE);
        let all = [&typed[..], std::slice::from_ref(&escape)].concat();
        assert_eq!(frames(&all), [typed.clone(), vec![escape.clone()]]);
    }

    #[test]
    fn keys_that_act_are_read_one_after_another_and_a_held_one_at_once() {
        let new = press(Key::T, CTRL);
        let analyse = press(Key::Num2, CTRL);
        let space = [press(Key::Space, Modifiers::NONE), text(" ")];
        let close = press(Key::W, CTRL);
        let all = [&[new.clone(), analyse.clone()][..], &space, std::slice::from_ref(&close)];
        let expected = [vec![new], vec![analyse], space.to_vec(), vec![close.clone()]];
        assert_eq!(frames(&all.concat()), expected);
        let held = vec![press(Key::ArrowLeft, CTRL); 4];
        assert_eq!(frames(&held), std::slice::from_ref(&held));
    }

    #[test]
    fn pointer_and_releases_wait_for_nothing() {
        let release = Event::Key {
            key: Key::T,
            physical_key: None,
            pressed: false,
            repeat: false,
            modifiers: CTRL,
        };
        let all = [press(Key::T, CTRL), release, Event::PointerMoved(egui::pos2(1.0, 2.0))];
        assert_eq!(frames(&all), [all.to_vec()]);
    }
}
