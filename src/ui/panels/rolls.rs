//! The page of dice: how often each roll came, what that means, and which rolls mattered.
//!
//! Counts nothing: numbers and sentences come ready from the snapshot.

use egui::accesskit::Role;
use egui::{Align2, Rect, ScrollArea, Ui, WidgetInfo, pos2, vec2};

use super::tables::{self, Flow, LINE};
use crate::app::{Command, GameCommand, LuckView, RollCountView, RollsView};
use crate::ui::kit::{C, Cut, Kit, L, R, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::font;
use crate::ui::widgets;

/// Width of a roll with its two bars, in points.
const ROLL: f32 = 18.0;
/// Height of the bars.
const BARS: f32 = 92.0;
const LUCKY: f32 = 190.0;

/// Shows the page in `rect`.
pub(super) fn rolls_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let Some(rolls) = view.snapshot.game.rolls.clone() else { return };
    let area = ScrollArea::both().id_salt("rolls").auto_shrink([false, false]).animated(false);
    area.show(ui, |ui| {
        let kit = view.kit(ui);
        let origin = ui.max_rect().min + vec2(16.0, 8.0);
        let bars = vec2(ROLL * rolls.counts.len() as f32, BARS + 46.0);
        let expected = Some(text::EXPECTED);
        let table = tables::table_size(&rolls.statistics, expected);
        let mut flow = Flow::new(origin, rect.width() - 32.0);
        counts_ui(ui, view, &kit, flow.place(bars), &rolls);
        tables::table_ui(ui, view, &kit, flow.place(table), &rolls.statistics, expected);
        if !rolls.lucky.is_empty() {
            let lucky = flow.place(vec2(LUCKY, LINE * (rolls.lucky.len() + 1) as f32));
            lucky_ui(ui, view, &kit, lucky, &rolls.lucky);
        }
        let notes = flow.rest();
        let foot = tables::notes_ui(ui, &kit, notes, &rolls.notes).max(flow.bottom);
        ui.allocate_space(vec2(flow.right - origin.x + 8.0, foot - origin.y + 12.0));
    });
}

/// A colour for the bars of each side; they differ in brightness as the pieces do.
fn inks(kit: &Kit<'_>) -> [egui::Color32; 2] {
    [kit.t.engine(0), kit.t.engine(1)]
}

/// Two bars for each roll, a stroke where fair dice would have each.
fn counts_ui(ui: &Ui, view: &View<'_>, kit: &Kit<'_>, place: Rect, rolls: &RollsView) {
    let top = |count: &RollCountView| {
        let counts = count.counts.map(f64::from).into_iter();
        counts.chain(count.expected).fold(0.0, f64::max)
    };
    let most = rolls.counts.iter().map(top).fold(1.0, f64::max);
    let mut p = place;
    legend(kit, p.cut_top(22.0), view.snapshot.game.info.sides);
    let foot = p.top() + BARS;
    kit.hline(place.left(), place.right(), foot);
    for (i, count) in rolls.counts.iter().enumerate() {
        let x = place.left() + ROLL * i as f32;
        for side in 0..2 {
            let part = (f64::from(count.counts[side]) / most) as f32;
            let left = kit.snap(x + 2.0 + 7.0 * side as f32);
            let bar = Rect::from_min_max(pos2(left, foot - BARS * part), pos2(left + 6.0, foot));
            kit.fill(bar, 1.0, inks(kit)[side]);
            let wanted = kit.snap(foot - BARS * (count.expected[side] / most) as f32);
            if count.expected[side] > 0.0 {
                let stroke = Rect::from_min_size(pos2(left - 1.0, wanted), vec2(8.0, 1.5));
                kit.fill(stroke, 0.0, kit.t.text);
            }
        }
        let middle = pos2(x + ROLL / 2.0, foot + 10.0);
        kit.text(middle, C, &count.text, W::Regular, font::MICRO, kit.t.text2);
        say_count(ui, view, Rect::from_min_size(pos2(x, p.top()), vec2(ROLL, BARS + 18.0)), count);
    }
}

fn say_count(ui: &Ui, view: &View<'_>, rect: Rect, count: &RollCountView) {
    let sides = view.snapshot.game.info.sides;
    let of = |side: usize| {
        let (n, expected) = (count.counts[side], count.expected[side]);
        format!("{} {n} ({expected:.1} expected)", sides[side])
    };
    let words = format!("{}: {}, {}", count.text, of(0), of(1));
    let salt = ("roll", count.text.as_str());
    let response = ui.interact(rect, ui.scope_id().with(salt), egui::Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let kit = view.kit(ui);
    widgets::tip(response, kit.t, &words);
}

/// The legend of the bars and strokes.
fn legend(kit: &Kit<'_>, row: Rect, sides: [&str; 2]) {
    let mut x = row.left();
    let y = row.center().y;
    for (side, ink) in sides.into_iter().zip(inks(kit)) {
        kit.fill(Rect::from_min_size(pos2(x, y - 4.0), vec2(8.0, 8.0)), 2.0, ink);
        let at = pos2(x + 13.0, y);
        x = kit.text(at, L, side, W::Regular, font::SMALL, kit.t.text2).right() + 16.0;
    }
    kit.fill(Rect::from_min_size(pos2(x, y - 1.0), vec2(9.0, 1.5)), 0.0, kit.t.text);
    let at = pos2(x + 14.0, y);
    kit.text(at, L, text::FAIR_DICE, W::Regular, font::SMALL, kit.t.text2);
}

/// The rolls that mattered most; a click goes there.
fn lucky_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, place: Rect, rolls: &[LuckView]) {
    if rolls.is_empty() {
        return;
    }
    let mut p = place;
    let head = p.cut_top(LINE);
    let at = head.left_center() + vec2(4.0, 0.0);
    kit.text(at, L, text::LUCKIEST, W::Semi, font::SMALL, kit.t.text3);
    kit.hline(place.left(), place.right(), head.bottom());
    for roll in rolls {
        let row = p.cut_top(LINE);
        let LuckView { node, number, side, roll, luck, is_good } = roll;
        let kind = if *is_good { "lucky" } else { "unlucky" };
        let name = format!("{kind} {number} {side} {roll}, {luck}");
        let on = *node == view.snapshot.game.current;
        let clicked = widgets::row_button(ui, kit, row, node, &name, on).clicked();
        let y = row.center().y;
        let cell = |x: f32, anchor: Align2, words: &str, ink| {
            kit.text(pos2(place.left() + x, y), anchor, words, W::Medium, font::BODY, ink);
        };
        cell(34.0, R, number, kit.t.text3);
        cell(42.0, L, side, kit.t.text2);
        cell(92.0, L, roll, kit.t.text);
        let ink = if *is_good { kit.t.best } else { kit.t.mistake };
        cell(LUCKY - 8.0, R, luck, ink);
        if clicked {
            view.push(Command::Game(GameCommand::GoTo(*node)));
        }
    }
}
