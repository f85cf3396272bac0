//! Available engines: where each comes from and how it is installed.
//!
//! Fetches nothing and opens no site; an address is copied.

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use crate::app::Suggestion;
use crate::ui::kit::{Kit, L, W};
use crate::ui::root::View;
use crate::ui::theme::font;
use crate::ui::widgets::{self, Button};

const ROW: f32 = 76.0;

/// Shows the engines that are not in the list yet.
pub(super) fn known_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let snapshot = view.snapshot;
    let has = |known: &&Suggestion| {
        !snapshot
            .engines
            .iter()
            .any(|entry| entry.name.to_lowercase().starts_with(&known.name.to_lowercase()))
    };
    let rows: Vec<&Suggestion> = snapshot.suggestions.iter().filter(has).collect();
    widgets::area(ui, rect, "known engines", |ui| {
        let area = ScrollArea::vertical().auto_shrink([false, false]);
        area.show_rows(ui, ROW, rows.len(), |ui, range| {
            for known in &rows[range] {
                let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
                let kit = view.kit(ui);
                row_ui(ui, &kit, row.shrink2(vec2(16.0, 0.0)), known);
            }
        });
    });
}

fn row_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, known: &Suggestion) {
    let t = kit.t;
    kit.hline(row.left(), row.right(), row.bottom() - 1.0);
    let spoken = format!("Copy the address of {}", known.name);
    let copy = Button::icon("copy", &spoken).show_right(ui, kit, row.right_center());
    if copy.clicked() {
        ui.ctx().copy_text(known.site.to_owned());
    }
    let max = copy.rect.left() - row.left() - 8.0;
    let y = row.top() + 16.0;
    let name = format!("{}  {}", known.name, known.about);
    let at = pos2(row.left(), y);
    let end = kit.fit(at, L, known.name, W::Semi, font::BODY, t.text, max * 0.6).right();
    widgets::say(ui, Rect::from_min_max(at, pos2(end, y + 8.0)), &name);
    let x = kit.badge(pos2(end + 8.0, y), known.protocol.title());
    let words = format!("{}; {}", known.game, known.about);
    let left = row.left() + max - x - 8.0;
    if left > 40.0 {
        kit.fit(pos2(x + 8.0, y), L, &words, W::Regular, font::SMALL, t.text3, left);
    }
    let at = pos2(row.left(), row.top() + 37.0);
    widgets::label(ui, kit, at, L, known.site, W::Mono, font::SMALL, t.accent_text, max);
    let at = pos2(row.left(), row.top() + 57.0);
    widgets::label(ui, kit, at, L, known.install, W::Regular, font::SMALL, t.text2, max);
}
