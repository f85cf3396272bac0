//! The games of a match or session that one record holds.
//!
//! Counts no points: the snapshot has the results.

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use crate::app::{Command, GameCommand, GamePart, GameView};
use crate::count::counted;
use crate::ui::board::{cube_sample, side_disc};
use crate::ui::kit::{Kit, L, R, W};
use crate::ui::root::View;
use crate::ui::theme::{font, size};
use crate::ui::widgets;

/// Shows a row for each game; a click goes to where it begins.
pub(super) fn parts_ui(ui: &mut Ui, view: &mut View<'_>) {
    let parts = view.snapshot.game.parts.clone();
    let area = ScrollArea::vertical().id_salt("parts").auto_shrink([false, false]);
    area.animated(false).show_rows(ui, size::ROW_GAMES, parts.len(), |ui, range| {
        let kit = view.kit(ui);
        for part in &parts[range] {
            let (_, row) = ui.allocate_space(vec2(ui.available_width(), size::ROW_GAMES));
            let game = &view.snapshot.game;
            let on = part.number == game.part;
            let inner = row.shrink2(vec2(4.0, 1.0));
            let name = spoken(part, game);
            let clicked = widgets::row_button(ui, &kit, inner, part.number, &name, on).clicked();
            row_ui(&kit, row, part, game);
            if clicked {
                view.push(Command::Game(GameCommand::GoTo(part.node)));
            }
        }
    });
}

fn row_ui(kit: &Kit<'_>, row: Rect, part: &GamePart, game: &GameView) {
    let (t, y) = (kit.t, row.center().y);
    let number = part.number.to_string();
    kit.text(pos2(row.left() + 30.0, y), R, &number, W::Regular, font::SMALL, t.text3);
    let score = format!("{} \u{2013} {}", part.score[0], part.score[1]);
    kit.text(pos2(row.left() + 44.0, y), L, &score, W::Medium, font::BODY, t.text2);
    let mut x = row.left() + 104.0;
    let words = match part.won {
        Some((side, points)) => {
            let seat = &game.seats[side.idx()];
            side_disc(kit, pos2(x + 6.0, y), 5.5, seat.side_name, game.scene.surface);
            x += 20.0;
            format!("{} {}", seat.side_name, points_text(points))
        }
        None => "being played".to_owned(),
    };
    let ink = if part.won.is_some() { t.text } else { t.text3 };
    let end = kit.text(pos2(x, y), L, &words, W::Medium, font::BODY, ink).right();
    let mut right = row.right() - 12.0;
    if part.cube > 1 {
        let face = Rect::from_center_size(pos2(right - 9.0, y), vec2(18.0, 18.0));
        cube_sample(kit, face, part.cube);
        right -= 26.0;
    }
    let max = (right - end - 12.0).max(0.0);
    kit.fit(pos2(right, y), R, part.note, W::Regular, font::SMALL, t.text3, max);
}

fn points_text(points: u32) -> String {
    counted(points as usize, "point")
}

/// `Game 2, 1 to 0: Black wins 2 points, cube 2`.
fn spoken(part: &GamePart, game: &GameView) -> String {
    let [first, second] = part.score;
    let won = match part.won {
        Some((side, points)) => {
            format!("{} wins {}", game.seats[side.idx()].side_name, points_text(points))
        }
        None => "being played".to_owned(),
    };
    let cube = if part.cube > 1 { format!(", cube {}", part.cube) } else { String::new() };
    let note = if part.note.is_empty() { String::new() } else { format!(", {}", part.note) };
    format!("Game {}, {first} to {second}: {won}{cube}{note}", part.number)
}
