//! About the program: version, licence, and the licences of the fonts.
//!
//! Holds no licence text; those are next to the fonts.

use egui::{Context, Ui, vec2};

use super::{heading_ui, paragraph_ui};
use crate::ui::kit::{Kit, W};
use crate::ui::overlay::{Place, floating, room_above};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::size;
use crate::ui::widgets::{Button, say};

const INTER: &str = include_str!("../../../assets/fonts/Inter-OFL.txt");
const MONO: &str = include_str!("../../../assets/fonts/JetBrainsMono-OFL.txt");

/// Shows the dialog. Returns whether it stays open.
pub(in crate::ui) fn about_ui(ctx: &Context, view: &View<'_>) -> bool {
    let mut done = false;
    let closed = floating(ctx, view.cx.theme, text::ABOUT, 560.0, Place::Middle, |ui| {
        let kit = view.kit(ui);
        let head = heading_ui(ui, &kit, concat!("Quintet ", env!("CARGO_PKG_VERSION")));
        kit.on(ui).icon(head.right_center() - vec2(14.0, 2.0), "logo", 24.0, kit.t.accent);
        paragraph_ui(ui, &kit, env!("CARGO_PKG_DESCRIPTION"));
        ui.add_space(8.0);
        paragraph_ui(ui, &kit, concat!("Licence: ", env!("CARGO_PKG_LICENSE"), "."));
        ui.add_space(12.0);
        let foot = 12.0 + size::CONTROL;
        // Two lines and a gap stand above the licences.
        licences_ui(ui, &kit, (room_above(ui, foot) - 44.0).min(260.0));
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), foot));
        let right = row.right_bottom() - vec2(0.0, size::CONTROL / 2.0);
        done = Button::words("", text::CLOSE).show_right(ui, &kit.on(ui), right).clicked();
    });
    !(closed || done)
}

/// The fonts' names and licences, scrolled within `height` points.
pub(in crate::ui) fn licences_ui(ui: &mut Ui, kit: &Kit<'_>, height: f32) {
    paragraph_ui(ui, kit, text::OFL_NOTE);
    ui.add_space(8.0);
    let width = ui.available_width();
    egui::ScrollArea::vertical()
        .id_salt("licences")
        .max_height(height)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for licence in [INTER, MONO] {
                let kit = kit.on(ui);
                let at = ui.cursor().min;
                let ink = kit.t.text3;
                let rect = kit.para(at, licence.trim(), W::Mono, 11.0, ink, width - 16.0);
                ui.allocate_space(vec2(width - 16.0, rect.height() + 16.0));
                say(ui, rect, licence.lines().next().unwrap_or_default());
            }
        });
}
