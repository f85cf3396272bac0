//! Overlays above the window that take the keyboard: the frame of dialogs, and which one is shown.
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

/// The place of an overlay.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Place {
    /// In the middle.
    Middle,
    /// Near the upper edge, so that it does not move when it grows.
    Top,
}

/// Between a floating frame and the edges of the window.
const EDGE: f32 = 12.0;
/// From the frame to what is in it.
const MARGIN: f32 = 16.0;
/// From the upper edge of the window to a frame at [`Place::Top`].
const TOP: f32 = 72.0;
/// Height of a scrolled middle at least; below that the frame is cut off by the window.
const LEAST_MIDDLE: f32 = 80.0;

/// Shows a floating frame of this width, or as wide as the window; everything behind it waits. Long
/// content is in [`scrolled`], so that the rest is always visible. Returns whether to close it: the
/// user pressed Escape or clicked beside it.
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
        inner_margin: Margin::same(MARGIN as i8),
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
        Place::Top => Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, TOP)),
    };
    let backdrop = Color32::from_black_alpha(if theme.dark { 130 } else { 70 });
    let response =
        Modal::new(id).area(area).frame(frame).backdrop_color(backdrop).show(ctx, |ui| {
            widgets::calm(ui);
            let window = ui.ctx().content_rect().size() - 2.0 * vec2(EDGE + MARGIN, EDGE + MARGIN);
            ui.set_width(width.min(window.x));
            ui.set_max_height(match place {
                Place::Middle => window.y,
                Place::Top => window.y - TOP + EDGE,
            });
            ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
                node.set_role(egui::accesskit::Role::Dialog);
                node.set_label(name);
            });
            content(ui);
        });
    response.should_close()
}

/// The height that is left in a floating frame when `below` points are kept for what follows.
pub(super) fn room_above(ui: &Ui, below: f32) -> f32 {
    (ui.available_height() - below).max(LEAST_MIDDLE)
}

/// The middle of a floating frame: scrolls where the window is too low for it and for the `below`
/// points that follow it.
pub(super) fn scrolled(ui: &mut Ui, below: f32, content: impl FnOnce(&mut Ui)) {
    // The bar stands beside the fields, not over them.
    let bar = &mut ui.spacing_mut().scroll;
    bar.floating_allocated_width = bar.bar_width + bar.bar_outer_margin;
    let area = egui::ScrollArea::vertical().id_salt("middle").max_height(room_above(ui, below));
    area.auto_shrink([false, true]).show(ui, |ui| {
        widgets::calm(ui);
        // Room for the focus rings of controls at the edges.
        let clip = ui.clip_rect();
        ui.set_clip_rect(clip.expand2(vec2(4.0, 0.0)));
        content(ui);
    });
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
        Overlay::Review(form) => dialogs::review_ui(ctx, view, form).map(Overlay::Review),
        Overlay::Pasted => dialogs::pasted_ui(ctx, view).then_some(Overlay::Pasted),
        Overlay::Rating(form) => dialogs::rating_ui(ctx, view, form).map(Overlay::Rating),
        Overlay::Longer(form) => dialogs::longer_ui(ctx, view, form).map(Overlay::Longer),
    };
    if kept.is_none() {
        // A list that was open in it must not count as open when the dialog comes again.
        Popup::close_all(ctx);
    }
    // An action of the overlay may have opened another one, which stays.
    if view.state.overlay.is_none() {
        view.state.overlay = kept;
    }
}
