//! The page that sums a review up: how both sides played, in which part of the game, and which moves
//! turned it.
//!
//! Judges nothing: numbers come ready from the snapshot.

use egui::{Align2, Rect, ScrollArea, Ui, pos2, vec2};

use super::moves::spoken_mark;
use super::tables::{self, Flow, LINE};
use crate::app::{Command, GameCommand, MistakeView};
use crate::ui::kit::{Cut, Kit, L, R, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::font;
use crate::ui::widgets;

/// Between a table and the list below it.
const GAP: f32 = 12.0;

/// Shows the page in `rect`.
pub(super) fn summary_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let Some(summary) = view.snapshot.game.summary.clone() else { return };
    let mistakes = view.snapshot.game.mistakes.clone();
    let turns: Vec<&MistakeView> =
        summary.turns.iter().filter_map(|place| mistakes.get(*place)).collect();
    let area = ScrollArea::both().id_salt("summary").auto_shrink([false, false]).animated(false);
    area.show(ui, |ui| {
        let kit = view.kit(ui);
        let origin = ui.max_rect().min + vec2(16.0, 8.0);
        let mut flow = Flow::new(origin, rect.width() - 32.0);
        let all = flow.place(tables::table_size(&summary.statistics, None));
        tables::table_ui(ui, view, &kit, all, &summary.statistics, None);
        // The parts of the game, the cube and the turning points share a column.
        let rows: Vec<_> = summary.phases.iter().chain(&summary.cube).cloned().collect();
        let table = tables::table_size(&rows, None);
        let height = LINE * (turns.len().max(1) + 1) as f32;
        let mut column = flow.place(table + vec2(0.0, GAP + height));
        tables::table_ui(ui, view, &kit, column.cut_top(table.y), &rows, None);
        column.cut_top(GAP);
        turns_ui(ui, view, &kit, column, &turns);
        let mut foot = flow.bottom;
        if !summary.facts.is_empty() {
            let place = flow.rest();
            foot = foot.max(tables::notes_ui(ui, &kit, place, &summary.facts));
        }
        ui.allocate_space(vec2(flow.right - origin.x + 8.0, foot - origin.y + 12.0));
    });
}

/// The moves that turned the game; a click goes there.
fn turns_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, place: Rect, turns: &[&MistakeView]) {
    let mut p = place;
    let head = p.cut_top(LINE);
    let at = head.left_center() + vec2(4.0, 0.0);
    kit.text(at, L, text::TURNING_POINTS, W::Semi, font::SMALL, kit.t.text3);
    kit.hline(place.left(), place.right(), head.bottom());
    if turns.is_empty() {
        let at = p.cut_top(LINE).left_center() + vec2(4.0, 0.0);
        let words = text::NO_TURNING_POINTS;
        let (ink, max) = (kit.t.text3, place.width() - 8.0);
        widgets::label(ui, kit, at, L, words, W::Regular, font::BODY, ink, max);
    }
    for turn in turns {
        let row = p.cut_top(LINE);
        let MistakeView { shown, number, text, mark, loss_text, .. } = turn;
        let name = format!("turning point {number} {text}, {}, {loss_text}", spoken_mark(mark));
        let on = *shown == view.snapshot.game.current;
        let clicked = widgets::row_button(ui, kit, row, ("turn", turn.node), &name, on).clicked();
        let y = row.center().y;
        let cell = |x: f32, anchor: Align2, words: &str, ink| {
            kit.text(pos2(place.left() + x, y), anchor, words, W::Medium, font::BODY, ink)
        };
        cell(40.0, R, number, kit.t.text3);
        let loss = cell(place.width() - 8.0, R, loss_text, kit.quality(mark));
        let left = pos2(place.left() + 48.0, y);
        let max = loss.left() - left.x - 30.0;
        let end = kit.fit(left, L, text, W::Medium, font::BODY, kit.t.text, max).right();
        kit.text(pos2(end + 6.0, y), L, mark, W::Bold, font::BODY, kit.quality(mark));
        if clicked {
            view.push(Command::Game(GameCommand::GoTo(*shown)));
        }
    }
}
