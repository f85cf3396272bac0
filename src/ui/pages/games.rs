//! The games of the opened file.
//!
//! Reads no file.

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use crate::app::{Command, FileCommand};
use crate::ui::kit::{Cut, L, R, W};
use crate::ui::root::View;
use crate::ui::state::Page;
use crate::ui::theme::{font, size};
use crate::ui::widgets;

const ROW: f32 = 32.0;
const WIDTH: f32 = 760.0;

/// Shows the list, filling `rect`; a click opens a game.
pub(in crate::ui) fn games_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let games = &view.snapshot.file_games;
    let mut r = rect.shrink2(vec2(24.0, 0.0));
    r.max.x = r.max.x.min(r.min.x + WIDTH);
    let head = r.cut_top(64.0);
    let t = kit.t;
    let at = head.left_center();
    let words = "Games of the file";
    let end = widgets::label(ui, &kit, at, L, words, W::Semi, 20.0, t.text, 300.0).right();
    let count =
        if games.len() == 1 { "1 game".to_owned() } else { format!("{} games", games.len()) };
    let at = pos2(end + 12.0, head.center().y + 2.0);
    widgets::label(ui, &kit, at, L, &count, W::Regular, font::BODY, t.text3, 120.0);
    if let Some(path) = &view.snapshot.game.path {
        let at = pos2(head.right(), head.center().y + 2.0);
        let words = path.display().to_string();
        widgets::label(ui, &kit, at, R, &words, W::Mono, font::SMALL, t.text3, 300.0);
    }
    kit.hline(rect.left(), rect.right(), head.bottom());
    if games.is_empty() {
        let at = r.min + vec2(0.0, 24.0);
        let words = "No file with several games is open.";
        widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, t.text3, r.width());
        return;
    }
    r.cut_top(size::GAP);
    widgets::area(ui, r, "list", |ui| {
        let area = ScrollArea::vertical().auto_shrink([false, false]).animated(false);
        area.show_rows(ui, ROW, games.len(), |ui, range| {
            for i in range {
                let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
                let kit = view.kit(ui);
                let name = format!("Game {}: {}", i + 1, games[i]);
                let clicked =
                    widgets::row_button(ui, &kit, row.shrink(1.0), &name, false).clicked();
                let at = row.left_center() + vec2(44.0, 0.0);
                let number = (i + 1).to_string();
                kit.text(at, R, &number, W::Regular, font::SMALL, t.text3);
                let at = row.left_center() + vec2(60.0, 0.0);
                let max = row.width() - 72.0;
                kit.fit(at, L, &games[i], W::Medium, font::BODY, t.text, max);
                if clicked {
                    view.push(Command::File(FileCommand::Choose(i)));
                    view.state.page = Page::Board;
                }
            }
        });
    });
}
