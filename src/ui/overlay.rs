//! What floats above the window and takes the keyboard: the frame of dialogs, and which is shown.
//!
//! Knows no dialog's content.

use egui::{
    Align2, Color32, Context, CornerRadius, Frame, Id, Margin, Modal, Popup, Stroke, Ui, vec2,
};

use super::dialogs;
use super::palette;
use super::root::View;
use super::state::Overlay;
use super::theme::Theme;
use super::widgets;

/// Where something floats.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Place {
    /// In the middle.
    Middle,
    /// Near the upper edge, so that it does not move when it grows.
    Top,
}

/// Shows a floating frame of this width; everything behind it waits. Returns whether it shall
/// close: somebody pressed Escape or clicked beside it.
pub(super) fn floating(
    ctx: &Context,
    theme: &Theme,
    name: &str,
    width: f32,
    place: Place,
    content: impl FnOnce(&mut Ui),
) -> bool {
    let id = Id::unique(("floating", name));
    let frame = Frame {
        inner_margin: Margin::same(16),
        fill: theme.panel,
        stroke: Stroke::new(1.0, theme.line2),
        corner_radius: CornerRadius::same(10),
        shadow: egui::Shadow {
            offset: [0, 10],
            blur: 40,
            spread: 0,
            color: Color32::from_black_alpha(if theme.dark { 170 } else { 70 }),
        },
        ..Frame::NONE
    };
    let area = match place {
        Place::Middle => Modal::default_area(id),
        Place::Top => Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, 72.0)),
    };
    let backdrop = Color32::from_black_alpha(if theme.dark { 130 } else { 70 });
    let response =
        Modal::new(id).area(area).frame(frame).backdrop_color(backdrop).show(ctx, |ui| {
            widgets::calm(ui);
            ui.set_width(width);
            ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
                node.set_role(egui::accesskit::Role::Dialog);
                node.set_label(name);
            });
            let most = ui.ctx().content_rect().height() - 120.0;
            ui.set_max_height(most);
            egui::ScrollArea::vertical().max_height(most).show(ui, |ui| {
                // Room for the focus rings of what stands at the edges.
                ui.set_clip_rect(ui.clip_rect().expand(4.0));
                content(ui);
            });
        });
    response.should_close()
}

/// Shows what floats, if anything.
pub(super) fn overlay_ui(ctx: &Context, view: &mut View<'_>) {
    let Some(overlay) = view.state.overlay.take() else { return };
    let kept = match overlay {
        Overlay::Palette(palette) => palette::palette_ui(ctx, view, palette).map(Overlay::Palette),
        Overlay::Keys => dialogs::keys_ui(ctx, view).then_some(Overlay::Keys),
        Overlay::About => dialogs::about_ui(ctx, view).then_some(Overlay::About),
        Overlay::NewGame(form) => dialogs::new_game_ui(ctx, view, form).map(Overlay::NewGame),
        Overlay::Options(form) => dialogs::options_ui(ctx, view, form).map(Overlay::Options),
        Overlay::AddEngine(form) => dialogs::add_engine_ui(ctx, view, form).map(Overlay::AddEngine),
        Overlay::Path(form) => dialogs::path_ui(ctx, view, form).map(Overlay::Path),
        Overlay::Confirm(form) => dialogs::confirm_ui(ctx, view, form).map(Overlay::Confirm),
    };
    if kept.is_none() {
        // A list that was open in it must not count as open when the dialog comes again.
        Popup::close_all(ctx);
    }
    // What the overlay did may have opened another one, which stays.
    if view.state.overlay.is_none() {
        view.state.overlay = kept;
    }
}
