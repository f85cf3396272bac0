//! The upper edge of the drawer, which is dragged to make it higher or lower.
//!
//! The height is a setting; while it is dragged the screen has it.

use egui::accesskit::Role;
use egui::{CursorIcon, Rect, Sense, Ui, WidgetInfo};

use crate::app::{Command, LEAST_DRAWER, SettingsCommand};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::size;
use crate::ui::widgets;

/// Height of the part that can be dragged, in points; half of it lies above the edge.
const EDGE: f32 = 8.0;

/// The height of the open drawer, where it has no more room than `most` points: a low window takes from the
/// drawer first.
pub(in crate::ui) fn drawer_height(view: &View<'_>, most: f32) -> f32 {
    let wanted = view.state.drawer.dragged.or(view.snapshot.settings.drawer_height);
    wanted.unwrap_or(size::DRAWER).min(most).max(LEAST_DRAWER)
}

/// Lets the user drag the upper edge of the drawer; two clicks give it its usual height. Where it has no room
/// to be higher the edge stays.
pub(in crate::ui) fn drawer_edge_ui(ui: &Ui, view: &mut View<'_>, drawer: Rect, most: f32) {
    let edge = drawer.with_max_y(drawer.top() + EDGE / 2.0).expand2(egui::vec2(0.0, EDGE / 4.0));
    if most <= LEAST_DRAWER {
        view.state.drawer.dragged = None;
        return;
    }
    let id = ui.scope_id().with("edge of the drawer");
    let response = ui.interact(edge, id, Sense::CLICK | Sense::DRAG);
    response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, text::DRAWER_EDGE));
    if response.hovered() || response.dragged() {
        ui.ctx().set_cursor_icon(CursorIcon::ResizeVertical);
    }
    let kit = view.kit(ui);
    if response.hovered() || response.dragged() {
        kit.fill(edge.with_max_y(drawer.top() + 2.0).with_min_y(drawer.top()), 0.0, kit.t.accent);
    }
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        let height = (drawer.bottom() - at.y).min(most).max(LEAST_DRAWER);
        if view.state.drawer.dragged.replace(height) != Some(height) {
            ui.ctx().request_repaint();
        }
    }
    let height = if response.double_clicked() {
        view.state.drawer.dragged = None;
        None
    } else if response.drag_stopped() {
        view.state.drawer.dragged.take().map(f32::round)
    } else {
        widgets::tip(response, kit.t, text::DRAWER_EDGE_TIP);
        return;
    };
    view.push(Command::Settings(SettingsCommand::DrawerHeight(height)));
}
