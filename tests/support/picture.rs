//! Draws one picture of painted things on the CPU and compares it with the stored one.

use egui::{Rect, Ui, UiBuilder};
use egui_kittest::Harness;
use quintet::app::Theme as ThemeSetting;
use quintet::ui::art::Art;
use quintet::ui::kit::Kit;
use quintet::ui::theme::Themes;
use quintet::ui::window;

use crate::support::cpu_renderer::CpuRenderer;

/// Paints one picture of `size` points and compares it with the stored one of this name.
pub(crate) fn picture(
    name: &str,
    theme: ThemeSetting,
    scale: f32,
    size: [f32; 2],
    mut paint: impl FnMut(&mut Ui, &Kit<'_>, Rect),
) {
    let theme = Themes::builtin().chosen(theme, true).clone();
    let mut art = None;
    let setup = theme.clone();
    let mut harness = Harness::builder()
        .with_size(size)
        .with_pixels_per_point(scale)
        .renderer(CpuRenderer::default())
        .with_context_setup(move |ctx| {
            window::prepare(ctx);
            setup.apply(ctx);
        })
        .build_ui(move |ui| {
            let art = &*art.get_or_insert_with(|| Art::immediate(ui.ctx()));
            let kit = Kit::new(ui, &theme, art);
            // The whole window: the harness leaves a margin around its own `Ui`.
            let area = ui.ctx().content_rect();
            let mut ui = ui.new_child(UiBuilder::new().max_rect(area));
            ui.set_clip_rect(area);
            let kit = kit.on(&ui);
            kit.fill(area, 0.0, theme.canvas);
            paint(&mut ui, &kit, area);
        });
    harness.run();
    harness.snapshot(name);
}
