//! The list of marked moves, by what they lost or in the order of play.
//!
//! Judges nothing: it lists moves with a mark.

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use super::moves::spoken_mark;
use super::practice::practise_foot_ui;
use crate::app::{Command, GameCommand, MistakeView};
use crate::ui::kit::{Cut, Kit, L, R, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::font;
use crate::ui::widgets;

const ROW: f32 = 28.0;
const HEAD: f32 = 38.0;

/// Shows every marked move of the main line; a click goes to it.
pub(super) fn mistakes_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let mistakes = view.snapshot.game.mistakes.clone();
    let kit = view.kit(ui);
    if mistakes.is_empty() {
        let at = rect.min + vec2(12.0, 12.0);
        let width = rect.width() - 24.0;
        let words = text::NO_MISTAKES;
        let para = kit.para(at, words, W::Regular, font::BODY, kit.t.text3, width);
        widgets::say(ui, para, words);
        return;
    }
    let mut list = rect;
    practise_foot_ui(ui, view, &mut list);
    let mut order: Vec<&MistakeView> = mistakes.iter().collect();
    if mistakes.iter().any(|mistake| !mistake.loss_text.is_empty()) {
        let head = list.cut_top(HEAD);
        if order_ui(ui, view, &kit, head) {
            order.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        }
    }
    widgets::area(ui, list, "mistake list", |ui| {
        let area = ScrollArea::vertical().id_salt("mistakes").auto_shrink([false, false]);
        area.animated(false).show_rows(ui, ROW, order.len(), |ui, range| {
            for mistake in &order[range] {
                row_ui(ui, view, mistake);
            }
        });
    });
}

/// The choice of the order; returns whether the greatest loss comes first. With a cube, that is the
/// default.
fn order_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, head: Rect) -> bool {
    let by_loss = view.state.mistakes_by_loss.unwrap_or(view.snapshot.game.info.has_cube);
    let left = pos2(head.left() + 8.0, head.center().y);
    let items = [text::BY_LOSS, text::IN_ORDER];
    let (clicked, _) = widgets::segmented(ui, kit, left, &items, usize::from(!by_loss));
    if let Some(chosen) = clicked {
        view.state.mistakes_by_loss = Some(chosen == 0);
    }
    by_loss
}

fn row_ui(ui: &mut Ui, view: &mut View<'_>, mistake: &MistakeView) {
    let kit = view.kit(ui);
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let MistakeView { shown, number, text, mark, better, score, loss_text, .. } = mistake;
    let lost = if loss_text.is_empty() { String::new() } else { format!(", {loss_text}") };
    let better = if better.is_empty() { String::new() } else { format!("better: {better}") };
    let instead = if better.is_empty() { String::new() } else { format!(", {better}") };
    let name = format!("mistake {number} {text}, {}{lost}{instead}", spoken_mark(mark));
    let inner = row.shrink2(vec2(4.0, 1.0));
    let on = *shown == view.snapshot.game.current;
    let clicked = widgets::row_button(ui, &kit, inner, (mistake.node, text), &name, on).clicked();
    let y = row.center().y;
    kit.text(pos2(row.left() + 48.0, y), R, number, W::Regular, font::SMALL, kit.t.text3);
    let quality = kit.quality(mark);
    let mut right = row.right() - 16.0;
    for (words, ink, least) in [(score, kit.t.text3, 44.0), (loss_text, quality, 52.0)] {
        if !words.is_empty() {
            let at = pos2(right, y);
            let text = kit.text(at, R, words, W::Medium, font::SMALL, ink);
            right -= text.width().max(least) + 10.0;
        }
    }
    let left = pos2(row.left() + 58.0, y);
    let max = right - left.x - 24.0;
    let end = kit.fit(left, L, text, W::Medium, font::BODY, kit.t.text, max).right();
    let end = kit.text(pos2(end + 6.0, y), L, mark, W::Bold, font::BODY, quality).right();
    let room = right - end - 14.0;
    if !better.is_empty() && room > 40.0 {
        let at = pos2(end + 10.0, y);
        kit.fit(at, L, &better, W::Regular, font::SMALL, kit.t.best, room);
    }
    if clicked {
        view.push(Command::Game(GameCommand::GoTo(*shown)));
    }
}
