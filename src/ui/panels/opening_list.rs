//! How balanced the openings of a match turned out to be, in a list.
//!
//! Counts nothing: the snapshot has the figures.

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use crate::app::{OpeningLine, OpeningsView};
use crate::count::counted;
use crate::ui::kit::{C, Cut, Kit, L, R, W};
use crate::ui::theme::{fade, font, size};
use crate::ui::widgets;

const HEAD: f32 = 30.0;
const ROW: f32 = 28.0;
/// Width of the cell of a result of pairs.
const CELL: f32 = 30.0;
/// Room of the games and of the score.
const GAMES: f32 = 50.0;
const SCORE: f32 = 52.0;
/// The results of a pair from the first side's view.
const PAIRS: [&str; 5] = ["0", "\u{bd}", "1", "1\u{bd}", "2"];
/// If there is less room for the openings, the pairs are left out.
const LEAST_NAME: f32 = 110.0;

/// Shows the openings, the least balanced first; `side` is the name of the side that moves first.
pub(super) fn openings_ui(ui: &mut Ui, kit: &Kit<'_>, found: &OpeningsView, side: &str) {
    let kit = &kit.on(ui);
    if found.lines.is_empty() {
        let at = ui.max_rect().left_top() + vec2(size::PAD, 20.0);
        kit.text(at, L, "No game is over.", W::Regular, font::BODY, kit.t.text3);
        return;
    }
    let width = ui.available_width() - 2.0 * size::PAD;
    let has_pairs = width - GAMES - SCORE - CELL * 5.0 >= LEAST_NAME;
    let (_, head) = ui.allocate_space(vec2(ui.available_width(), HEAD));
    head_ui(ui, kit, head.shrink2(vec2(size::PAD, 0.0)), side, has_pairs);
    let n_left_out = found.n_left_out;
    let n_rows = found.lines.len() + usize::from(n_left_out > 0);
    let area = ScrollArea::vertical().auto_shrink([false, false]).animated(false);
    area.show_rows(ui, ROW, n_rows, |ui, range| {
        for place in range {
            let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
            let row = row.shrink2(vec2(size::PAD, 0.0));
            let kit = kit.on(ui);
            match found.lines.get(place) {
                Some(line) => line_ui(ui, &kit, row, place, line, side, has_pairs),
                None => {
                    let words = format!("{} in the report", counted(n_left_out, "more opening"));
                    kit.text(row.left_center(), L, &words, W::Regular, 12.0, kit.t.text3);
                }
            }
        }
    });
}

fn head_ui(ui: &Ui, kit: &Kit<'_>, head: Rect, side: &str, has_pairs: bool) {
    let t = kit.t;
    let mut rest = head;
    if has_pairs {
        let cells = rest.cut_right(CELL * 5.0);
        for (idx, words) in PAIRS.into_iter().enumerate() {
            let at = pos2(cells.left() + CELL * (idx as f32 + 0.5), head.center().y);
            kit.text(at, C, words, W::Medium, font::SMALL, t.text3);
        }
        let tip = format!(
            "Pairs of games with the opening, by what {side} made in both: where they end 0 or 2, \
             the opening decides and not the players"
        );
        let id = ui.scope_id().with("pairs of an opening");
        widgets::tip(ui.interact(cells, id, egui::Sense::hover()), t, &tip);
    }
    let score = rest.cut_right(SCORE);
    let at = score.right_center() - vec2(8.0, 0.0);
    kit.fit(at, R, side, W::Medium, font::SMALL, t.text3, SCORE - 4.0);
    let games = rest.cut_right(GAMES);
    kit.text(games.right_center(), R, "Games", W::Medium, font::SMALL, t.text3);
    kit.text(rest.left_center(), L, "Opening", W::Medium, font::SMALL, t.text3);
    kit.hline(head.left(), head.right(), head.bottom());
}

fn line_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    row: Rect,
    place: usize,
    line: &OpeningLine,
    side: &str,
    has_pairs: bool,
) {
    let t = kit.t;
    if place > 0 {
        kit.hline(row.left(), row.right(), row.top());
    }
    let OpeningLine { name, games, score, results: [won, drawn, lost], pairs } = line;
    let mut rest = row;
    if has_pairs {
        let cells = rest.cut_right(CELL * 5.0);
        let most = pairs.iter().sum::<u32>().max(1);
        for (idx, count) in pairs.iter().enumerate() {
            let min = pos2(cells.left() + CELL * idx as f32 + 2.0, row.top() + 4.0);
            let cell = Rect::from_min_size(min, vec2(CELL - 4.0, ROW - 8.0));
            let ink = if idx == 0 || idx == 4 { t.warn } else { t.line2 };
            kit.fill(cell, 4.0, fade(ink, 0.10 + 0.5 * *count as f32 / most as f32));
            if *count > 0 {
                kit.text(cell.center(), C, &count.to_string(), W::Semi, 12.0, t.text);
            }
        }
    }
    let share = rest.cut_right(SCORE);
    let percent = format!("{:.0} %", 100.0 * score);
    let ink = if (score - 0.5).abs() >= 0.25 { t.warn } else { t.text };
    kit.text(share.right_center() - vec2(8.0, 0.0), R, &percent, W::Semi, 12.5, ink);
    let count = rest.cut_right(GAMES);
    kit.text(count.right_center(), R, &games.to_string(), W::Regular, 12.5, t.text2);
    let shown = rest.shrink2(vec2(4.0, 0.0));
    kit.fit(shown.left_center(), L, name, W::Mono, 12.0, t.text, shown.width());
    let [won, drawn, lost] = [(*won, "win"), (*drawn, "draw"), (*lost, "loss")]
        .map(|(n, noun)| counted(n as usize, noun));
    let of_pairs = pairs.iter().zip(PAIRS).filter(|(count, _)| **count > 0);
    let of_pairs: Vec<String> = of_pairs.map(|(count, made)| format!("{made}: {count}")).collect();
    let mut said = format!("{name}: {percent} for {side}; {won}, {drawn}, {lost}");
    if !of_pairs.is_empty() {
        said.push_str(&format!("; pairs by its points {}", of_pairs.join(", ")));
    }
    widgets::say(ui, row, &said);
    let id = ui.scope_id().with(("opening", place));
    widgets::tip(ui.interact(row, id, egui::Sense::hover()), t, &said);
}
