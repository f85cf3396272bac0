//! The comment on the move shown, to be read and written.
//!
//! Keeps no comment: every change is pushed at once, so that none is lost on the way elsewhere.

use egui::{Frame, Margin, Rect, ScrollArea, TextEdit, Ui, vec2};

use crate::app::board::NodeId;
use crate::app::{Command, GameCommand, TreeRow};
use crate::ui::kit::{Cut, Kit, L, W};
use crate::ui::root::View;
use crate::ui::state::Focus;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, FieldLook};

/// A text being edited, and the node it belongs to.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct TextDraft {
    /// Number of the game.
    pub game: u64,
    /// The node.
    pub node: NodeId,
    /// The text.
    pub text: String,
}

/// Shows the comment at the current node, or at the one whose comment is being typed.
pub(super) fn comments_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let mut r = rect.shrink2(vec2(8.0, 4.0));
    before_ui(ui, view, &kit, &mut r);
    let head = r.cut_top(24.0);
    let id = widgets::field_id(ui, text::COMMENT_LABEL);
    let game = &view.snapshot.game;
    let editing = ui.memory(|memory| memory.has_focus(id));
    let mut draft = std::mem::take(&mut view.state.comment);
    // A typed comment stays with its move, even if the game goes on meanwhile.
    if !editing || draft.game != game.number {
        let (game, node, text) = (game.number, game.current, game.comment.clone());
        draft = TextDraft { game, node, text };
    }
    let words = if draft.node == game.current {
        text::COMMENT_LABEL.to_owned()
    } else {
        format!("Comment on {}", name_of(&game.rows, draft.node))
    };
    let at = head.left_center();
    kit.fit(at, L, &words, W::Medium, font::SMALL, kit.t.text3, head.width());
    kit.fill(r, size::R_CONTROL, kit.t.card);
    kit.frame(r, size::R_CONTROL, kit.t.line);
    let inner = r.shrink2(vec2(8.0, 8.0_f32.min(r.height() / 8.0)));
    let response = widgets::area(ui, inner, "comment", |ui| {
        let area = ScrollArea::vertical().auto_shrink([false, false]);
        area.show(ui, |ui| {
            let edit = TextEdit::multiline(&mut draft.text)
                .id(id)
                .font(W::Regular.id(font::BODY))
                .text_color(kit.t.text)
                .frame(Frame::NONE)
                .margin(Margin::ZERO)
                .desired_width(inner.width() - 8.0)
                .min_size(inner.size() - vec2(8.0, 4.0));
            ui.add(edit).accessible_name(words)
        })
        .inner
    });
    if view.state.focus == Some(Focus::Comment) {
        view.state.focus = None;
        response.request_focus();
    }
    widgets::ring(&kit, &response, r, size::R_CONTROL);
    if response.changed() {
        view.push(Command::Game(GameCommand::Comment(draft.node, draft.text.clone())));
    }
    view.state.comment = draft;
}

/// The line for what is said before the move shown, or before the one for which it is being typed.
fn before_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, r: &mut Rect) {
    let game = &view.snapshot.game;
    let name = text::COMMENT_BEFORE;
    let editing = ui.memory(|memory| memory.has_focus(widgets::field_id(ui, name)));
    if game.current == 0 && !editing {
        return;
    }
    let row = r.cut_top(size::CONTROL);
    r.cut_top(4.0);
    let mut draft = std::mem::take(&mut view.state.comment_before);
    if !editing || draft.game != game.number {
        let (game, node, text) = (game.number, game.current, game.comment_before.clone());
        draft = TextDraft { game, node, text };
    }
    let hint = text::COMMENT_BEFORE_HINT;
    let response = widgets::text_field(ui, kit, row, &mut draft.text, name, hint, FieldLook::Plain);
    if response.changed() {
        let command = GameCommand::CommentBefore(draft.node, draft.text.clone());
        view.push(Command::Game(command));
    }
    view.state.comment_before = draft;
}

/// A move of the list in words: `12. 32-28`.
fn name_of(rows: &[TreeRow], node: NodeId) -> String {
    let found = rows.iter().find_map(|row| match row {
        TreeRow::Pair { number, moves } => {
            let dots = [".", "\u{2026}"];
            let mut cells =
                moves.iter().zip(dots).filter_map(|(cell, dots)| Some((cell.as_ref()?, dots)));
            let (cell, dots) = cells.find(|(cell, _)| cell.node == node)?;
            Some(format!("{number}{dots} {}", cell.text))
        }
        TreeRow::Variation { lead, moves, .. } => {
            let idx = moves.iter().position(|cell| cell.node == node)?;
            let text = &moves[idx].text;
            Some(if idx == 0 { format!("{lead} {text}") } else { text.clone() })
        }
        TreeRow::Game { .. } | TreeRow::Comment(_) => None,
    });
    found.unwrap_or_else(|| if node == 0 { "the start" } else { "a move before" }.to_owned())
}
