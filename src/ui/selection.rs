//! What is selected in a text field, so that the next key replaces it.
//!
//! Shows no field; `widgets` does.

use std::ops::Range;

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Response, Ui};

/// Selects this part of the text, in characters.
pub(super) fn select(ui: &Ui, field: &Response, part: Range<usize>) {
    let Some(mut state) = TextEditState::load(ui.ctx(), field.id) else { return };
    let range = CCursorRange::two(CCursor::new(part.start), CCursor::new(part.end));
    state.cursor.set_char_range(Some(range));
    state.store(ui.ctx(), field.id);
}

/// Selects the whole text.
pub(super) fn select_all(ui: &Ui, field: &Response, text: &str) {
    select(ui, field, 0..text.chars().count());
}
