//! The editor of a low window: the board has all of its height, and everything else stands beside it.
//!
//! Measures only; the parts are those of the editor below the board.

use egui::{Rect, ScrollArea, Ui, vec2};

use super::{EDGE, ROW, edited_ui, fields, foot_ui, legality, palette, side_rows, side_ui};
use crate::app::EditorView;
use crate::ui::kit::{Cut, Kit};
use crate::ui::panels;
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::size;

/// In a lower place the board and everything else that belongs to it do not stand above each other, in
/// points.
const LOW: f32 = 420.0;
/// A board beside everything else is not narrower than this, in points.
const LEAST_BOARD: f32 = 200.0;
/// All steps of the palette stand in a row of this width, in points.
const LEAST_COLUMN: f32 = 244.0;

/// The editor takes this place and that of the panel and drawer, and divides it otherwise.
pub(in crate::ui) fn is_beside(kit: &Kit<'_>, place: Rect) -> bool {
    place.height() < LOW && place.width() >= column_width(kit) + LEAST_BOARD + 3.0 * EDGE
}

/// Room for the buttons that end the editor, and for the steps of the palette.
fn column_width(kit: &Kit<'_>) -> f32 {
    let buttons = kit.button_width("check", text::DONE)
        + kit.button_width("", text::PLAY_FROM_HERE)
        + kit.button_width("", text::CANCEL)
        + 16.0;
    buttons.max(LEAST_COLUMN).ceil()
}

/// Shows the board and, beside it, everything else. What has no room above the side to move, the text, the words
/// and the buttons is scrolled.
pub(super) fn beside_ui(ui: &mut Ui, view: &mut View<'_>, editor: &EditorView, area: Rect) {
    let kit = view.kit(ui);
    let mut left = area.shrink(EDGE);
    // A board that is as wide as it can be needs no more than its height; the lists get the rest.
    let most = left.width() - left.height() - 2.0 * EDGE;
    let width = column_width(&kit).max(most.min(2.0 * LEAST_COLUMN));
    let mut column = left.cut_right(width);
    left.cut_right(EDGE);
    edited_ui(ui, view, &kit, editor, left);
    let foot = 2.0 * ROW + legality::height(&kit, width) + EDGE - size::GAP;
    let foot = column.cut_bottom(foot - EDGE).with_max_y(area.bottom());
    panels::notice_foot_ui(ui, view, &mut column);
    view.state.notice_in_panel = false;
    let side = column.cut_bottom(side_rows(editor, width) * ROW);
    let rows = fields::height(editor, width).map_or(0.0, |rows| rows + size::GAP);
    let heights = [palette::height(editor, width) + size::GAP, rows];
    let wanted = heights.iter().sum();
    let mut child = ui.new_child(egui::UiBuilder::new().id_salt("beside").max_rect(column));
    let scroll = ScrollArea::vertical().id_salt("beside").auto_shrink([false, false]);
    scroll.animated(false).show(&mut child, |ui| {
        let (_, mut all) = ui.allocate_space(vec2(width, wanted));
        // What is scrolled away is not painted over what stands below.
        let kit = view.kit(ui);
        let brushes = all.cut_top(heights[0]);
        palette::palette_ui(ui, view, &kit, editor, brushes);
        let lists = all.cut_top(rows);
        if rows > 0.0 {
            fields::fields_ui(ui, view, &kit, editor, lists);
        }
    });
    let _ = side_ui(ui, view, &kit, editor, side);
    foot_ui(ui, view, editor, foot, width);
}
