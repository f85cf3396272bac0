//! What can be set beside the pieces and the side to move: lists to choose from, in rows.
//!
//! Knows no game: the fields and their words come with the snapshot.

use egui::{Rect, Ui, vec2};

use super::push;
use crate::app::board::Edit;
use crate::app::{EditCommand, EditorView};
use crate::ui::kit::Kit;
use crate::ui::root::View;
use crate::ui::theme::size;
use crate::ui::widgets;

/// Width of a list, at least.
const LEAST: f32 = 132.0;
const GAP: f32 = 6.0;

/// Lists beside each other, and rows of them.
fn grid(n: usize, width: f32) -> (usize, usize) {
    let most = (((width + GAP) / (LEAST + GAP)) as usize).max(1);
    let rows = n.div_ceil(most).max(1);
    (n.div_ceil(rows).max(1), rows)
}

/// The height that all fields take; `None` if there is none.
pub(super) fn height(editor: &EditorView, width: f32) -> Option<f32> {
    let n = editor.fields.len();
    let (_, rows) = grid(n, width);
    (n > 0).then_some(rows as f32 * (size::CONTROL + GAP) - GAP)
}

/// Shows the fields in `area`.
pub(super) fn fields_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    editor: &EditorView,
    area: Rect,
) {
    let (columns, _) = grid(editor.fields.len(), area.width());
    let width = (area.width() + GAP) / columns as f32 - GAP;
    for (idx, field) in editor.fields.iter().enumerate() {
        let step = vec2(width + GAP, size::CONTROL + GAP);
        let at = area.min + step * vec2((idx % columns) as f32, (idx / columns) as f32);
        let rect = Rect::from_min_size(at, vec2(width, size::CONTROL));
        let items: Vec<(&str, &str)> = field.items.iter().map(|item| (item.as_str(), "")).collect();
        let chosen = widgets::choice(ui, kit, rect, field.title, &items, field.on);
        if let Some(item) = chosen.filter(|item| *item != field.on) {
            push(view, EditCommand::Step(Edit::Choose { field: idx, item }));
        }
    }
}
