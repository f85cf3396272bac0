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
const LEAST_ROOM: f32 = 240.0;
/// Rows that are kept free for words in rows of their own: the board keeps its size while they change.
const USUAL_ROWS: f32 = 2.0;

/// Why neither the position nor the text that is being typed in its place can be played.
pub(super) fn problem(editor: &EditorView) -> Option<String> {
    match &editor.typed {
        None => editor.problem.clone(),
        Some(TypedView::Playable) => None,
        Some(TypedView::Unplayable(reason)) => {
            Some(format!("The typed position cannot be played: {reason}"))
        }
        Some(TypedView::Unreadable(reason)) => Some(format!("The text cannot be read: {reason}")),
    }
}

fn words(editor: &EditorView) -> String {
    let fine = match editor.typed {
        None => text::CAN_BE_PLAYED,
        Some(_) => text::TYPED_CAN_BE_PLAYED,
    };
    problem(editor).unwrap_or_else(|| fine.to_owned())
}

/// Height that the words take in rows of their own, with the gap to the next row; 0 where they stand beside
/// the buttons.
pub(super) fn height(kit: &Kit<'_>, editor: &EditorView, width: f32) -> f32 {
    let buttons = kit.button_width("check", text::DONE)
        + kit.button_width("", text::PLAY_FROM_HERE)
        + kit.button_width("", text::CANCEL)
        + 16.0;
    let lines = |width: f32| {
        let font = W::Regular.id(font::SMALL);
        kit.p.layout(words(editor), font, kit.t.text, width.max(1.0))
    };
    let beside = width - buttons - GAP;
    if beside >= LEAST_ROOM && lines(beside).rows.len() <= 2 {
        return 0.0;
    }
    let all = lines(width);
    let row = all.size().y / all.rows.len().max(1) as f32;
    all.size().y.max(USUAL_ROWS * row).ceil() + size::GAP
}

/// Shows the words in `place`, which has room for all of them.
pub(super) fn legality_ui(ui: &Ui, kit: &Kit<'_>, editor: &EditorView, place: Rect) {
    let words = words(editor);
    let ink = if problem(editor).is_some() { kit.t.danger } else { kit.t.text3 };
    let (shown, cut) = kit.block(place, &words, W::Regular, font::SMALL, ink, usize::MAX);
    let id = ui.scope_id().with("problem of the position");
    let response = ui.interact(shown, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, &words));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
    if cut {
        widgets::tip(response, kit.t, &words);
    }
}
