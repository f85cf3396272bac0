//! What is wrong with the position of the editor, or with the one that is being typed, in words.
//!
//! Judges nothing: reasons come with the snapshot.

use egui::accesskit::{Live, Role};
use egui::{Rect, Sense, Ui, WidgetInfo};

use crate::app::{EditorView, TypedView};
use crate::ui::kit::{Kit, W};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets;

/// Between the words and the buttons, in points.
pub(super) const GAP: f32 = 12.0;
/// The words stand beside the buttons if they have so much room there, else in rows of their own, in
/// points.
const ENOUGH_ROOM: f32 = 420.0;
/// Rows of their own that are kept free for words: nothing moves while they change.
const OWN_ROWS: usize = 3;

/// Why neither the position nor the text that is being typed in its place can be played.
pub(super) fn problem(editor: &EditorView) -> Option<String> {
    match &editor.typed {
        None | Some(TypedView::Empty) => editor.problem.clone(),
        Some(TypedView::Playable) => None,
        Some(TypedView::Unplayable(reason)) => {
            Some(format!("The typed position cannot be played: {reason}"))
        }
        Some(TypedView::Unreadable(reason)) => Some(format!("The text cannot be read: {reason}")),
    }
}

fn words(editor: &EditorView) -> String {
    let fine = match editor.typed {
        None => text::CAN_BE_PLAYED.to_owned(),
        Some(TypedView::Empty) => empty_text(editor),
        Some(TypedView::Playable | TypedView::Unplayable(_) | TypedView::Unreadable(_)) => {
            text::TYPED_CAN_BE_PLAYED.to_owned()
        }
    };
    problem(editor).unwrap_or(fine)
}

/// What the empty field of the text takes.
fn empty_text(editor: &EditorView) -> String {
    let forms: Vec<&str> = editor.texts.iter().map(|(form, _)| *form).collect();
    let forms = match forms.is_empty() {
        true => "in any form".to_owned(),
        false => format!("in any form ({})", forms.join(", ")),
    };
    format!(
        "The field is empty: type or paste a position {forms}, or a game, of which the end is taken. Without a \
         text the position on the board stays."
    )
}

/// Height of one row of words.
fn row_height(kit: &Kit<'_>) -> f32 {
    let font = W::Regular.id(font::SMALL);
    kit.p.layout_no_wrap("X".to_owned(), font, kit.t.text).size().y
}

/// Height that the words take in rows of their own, with the gap to the next row; 0 where they stand beside
/// the buttons. It depends on no words.
pub(super) fn height(kit: &Kit<'_>, width: f32) -> f32 {
    let buttons = kit.button_width("check", text::DONE)
        + kit.button_width("", text::PLAY_FROM_HERE)
        + kit.button_width("", text::CANCEL)
        + 16.0;
    match width - buttons - GAP >= ENOUGH_ROOM {
        true => 0.0,
        false => (OWN_ROWS as f32 * row_height(kit)).ceil() + size::GAP,
    }
}

/// Shows the words in `place`; those that have no room there are in the tip.
pub(super) fn legality_ui(ui: &Ui, kit: &Kit<'_>, editor: &EditorView, place: Rect) {
    let words = words(editor);
    let ink = if problem(editor).is_some() { kit.t.danger } else { kit.t.text3 };
    let rows = (place.height() / row_height(kit)).floor().max(1.0) as usize;
    let (shown, cut) = kit.block(place, &words, W::Regular, font::SMALL, ink, rows);
    let id = ui.scope_id().with("problem of the position");
    let response = ui.interact(shown, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &words));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
    if cut {
        widgets::tip(response, kit.t, &words);
    }
}
