//! The page of a position with dice: all its rolls with their replies, the cube, a rollout.
//!
//! Plays and values nothing: numbers and sentences come ready from the snapshot.

use egui::accesskit::Role;
use egui::{Rect, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use super::tables::{Flow, LINE};
use crate::app::{
    AnalysisCommand, Command, DiceStudyView, RollCellView, RollChartView, RolloutCommand,
    RolloutRowView, RolloutView,
};
use crate::ui::kit::{C, Cut, Kit, L, Look, R, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{fade, font, size};
use crate::ui::widgets::{self, Button};

/// A roll in the square of all rolls.
const CELL: egui::Vec2 = vec2(43.0, 18.0);
/// The column of dice beside the square.
const DIE: f32 = 18.0;
/// The columns of a rollout: play, equity, error, five chances, games, behind.
const PLAY: f32 = 128.0;
const EQUITY: f32 = 66.0;
const CHANCE: f32 = 76.0;
const GAMES: f32 = 52.0;
const ROLLOUT: f32 = PLAY + 2.0 * EQUITY + 5.0 * CHANCE + 2.0 * GAMES;
/// The columns of facts about the cube.
const NAMES: f32 = 190.0;
const VALUES: f32 = 230.0;
/// Numbers of plays that can be rolled out side by side.
const CHOICES: [(&str, u32); 3] = [("3 plays", 3), ("5 plays", 5), ("10 plays", 10)];

/// Shows the page in `rect`.
pub(super) fn dice_study_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let Some(study) = view.snapshot.dice_study.clone() else { return };
    let area = ScrollArea::both().id_salt("dice study").auto_shrink([false, false]).animated(false);
    area.show(ui, |ui| {
        let kit = view.kit(ui);
        let origin = ui.max_rect().min + vec2(16.0, 8.0);
        let mut flow = Flow::new(origin, rect.width() - 32.0);
        if let Some(chart) = &study.rolls {
            let place = flow.place(vec2(DIE + 6.0 * CELL.x, LINE + 6.0 * CELL.y));
            chart_ui(ui, view, &kit, place, chart);
        }
        // Beside the square, so that a low drawer shows it, too.
        let n_words = study.rolls.as_ref().map_or(0, |_| 2) + study.cube.len();
        if n_words > 0 {
            let mut place = flow.place(vec2(NAMES + VALUES, LINE * n_words as f32));
            if let Some(chart) = &study.rolls {
                roll_ui(ui, view, &kit, place.cut_top(2.0 * LINE), chart);
            }
            facts_ui(ui, &kit, place, &study.cube);
        }
        let n_rows = study.rollout.as_ref().map_or(1, |rollout| rollout.rows.len() + 1);
        let place = flow.place(vec2(ROLLOUT, size::CONTROL + LINE * (n_rows + 1) as f32));
        rollout_ui(ui, view, &kit, place, &study);
        let size = vec2(flow.right - origin.x + 8.0, flow.bottom - origin.y + 12.0);
        ui.allocate_space(size);
    });
}

/// The rolls as a square: one die down, the other across. A click keeps the reply in view.
fn chart_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, place: Rect, chart: &RollChartView) {
    let mut p = place;
    let head = p.cut_top(LINE);
    let dice = |one: u8, other: u8| [one.max(other), one.min(other)];
    for one in 1..=6_u8 {
        let x = place.left() + DIE + (f32::from(one) - 0.5) * CELL.x;
        kit.text(pos2(x, head.center().y), C, &one.to_string(), W::Semi, font::SMALL, kit.t.text3);
        let y = p.top() + (f32::from(one) - 0.5) * CELL.y;
        kit.text(
            pos2(place.left() + 4.0, y),
            L,
            &one.to_string(),
            W::Semi,
            font::SMALL,
            kit.t.text3,
        );
        for other in 1..=6_u8 {
            let Some(roll) = chart.rolls.iter().find(|roll| roll.dice == dice(one, other)) else {
                continue;
            };
            let left = place.left() + DIE + f32::from(other - 1) * CELL.x;
            let at = pos2(left, p.top() + f32::from(one - 1) * CELL.y);
            let cell = Rect::from_min_size(at, CELL).shrink(1.0);
            cell_ui(ui, view, kit, cell, [one, other], roll);
        }
    }
}

/// The chosen roll with its best reply, and the mean of all.
fn roll_ui(ui: &Ui, view: &View<'_>, kit: &Kit<'_>, place: Rect, chart: &RollChartView) {
    let mut p = place;
    let chosen = view.state.drawer.roll;
    let shown = chart.rolls.iter().find(|roll| Some(roll.dice) == chosen);
    let row = p.cut_top(LINE);
    let words = match shown {
        Some(roll) => spoken(roll),
        None => text::CHOOSE_ROLL.to_owned(),
    };
    let ink = if shown.is_some() { kit.t.text } else { kit.t.text3 };
    let at = row.left_center() + vec2(4.0, 0.0);
    widgets::label(ui, kit, at, L, &words, W::Medium, font::BODY, ink, place.width());
    let row = p.cut_top(LINE);
    let at = row.left_center() + vec2(4.0, 0.0);
    let before = if chart.is_before { ", before this one was rolled" } else { "" };
    let words = format!("Mean of all rolls{before} {}", chart.mean);
    widgets::label(ui, kit, at, L, &words, W::Regular, font::SMALL, kit.t.text2, place.width());
}

fn cell_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    cell: Rect,
    at: [u8; 2],
    roll: &RollCellView,
) {
    let ground = if roll.heat < 0.0 { kit.t.mistake } else { kit.t.best };
    kit.fill(cell, 3.0, fade(ground, 0.08 + 0.5 * roll.heat.abs()));
    let response = widgets::hit(ui, cell, ("roll", at), true);
    if view.state.drawer.roll == Some(roll.dice) {
        kit.frame(cell, 3.0, kit.t.accent);
    }
    kit.text(cell.center(), C, &roll.equity, W::Regular, font::SMALL, kit.t.text);
    let [one, other] = at;
    let name = format!("{one} and {other}: {}", spoken(roll));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    widgets::ring(kit, &response, cell, 3.0);
    let clicked = response.clicked();
    widgets::tip(response, kit.t, &format!("{}, luck {}", spoken(roll), roll.luck));
    if clicked {
        view.state.drawer.roll = Some(roll.dice);
    }
}

/// `31: 8/5 6/5, +0.159`.
fn spoken(roll: &RollCellView) -> String {
    let [high, low] = roll.dice;
    format!("{high}{low}: {}, {}", roll.reply, roll.equity)
}

/// Names with their values; the first is what to do.
fn facts_ui(ui: &Ui, kit: &Kit<'_>, place: Rect, facts: &[(String, String)]) {
    let mut p = place;
    for (i, (name, value)) in facts.iter().enumerate() {
        let row = p.cut_top(LINE);
        let (weight, ink) = if i == 0 { (W::Semi, kit.t.text) } else { (W::Regular, kit.t.text2) };
        let at = row.left_center() + vec2(4.0, 0.0);
        kit.fit(at, L, name, weight, font::BODY, ink, NAMES - 12.0);
        let at = row.left_center() + vec2(NAMES, 0.0);
        kit.fit(at, L, value, W::Medium, font::BODY, kit.t.text, VALUES);
        widgets::say(ui, row, &format!("{name}: {value}"));
    }
}

/// The rollout with what begins, stops and resumes it.
fn rollout_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, place: Rect, study: &DiceStudyView) {
    let mut p = place;
    tools_ui(ui, view, kit, p.cut_top(size::CONTROL), study);
    let Some(rollout) = &study.rollout else {
        let at = p.cut_top(LINE).left_center() + vec2(4.0, 0.0);
        let words = if study.can_roll_out { text::ROLLOUT_HOW } else { text::NO_ROLLOUT };
        widgets::label(ui, kit, at, L, words, W::Regular, font::BODY, kit.t.text3, ROLLOUT);
        return;
    };
    let row = p.cut_top(LINE);
    heads_ui(ui, kit, row);
    kit.hline(place.left(), place.right(), row.bottom());
    for rolled in &rollout.rows {
        row_ui(ui, kit, p.cut_top(LINE), rolled);
    }
}

fn tools_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, row: Rect, study: &DiceStudyView) {
    let y = row.center().y;
    let labels = CHOICES.map(|(label, _)| label);
    let on = CHOICES.iter().position(|(_, n)| *n == view.state.drawer.n_rolled_out());
    let left = pos2(row.left(), y);
    let (clicked, segments) = widgets::segmented(ui, kit, left, &labels, on.unwrap_or(1));
    if let Some(i) = clicked {
        view.state.drawer.rolled_out = Some(CHOICES[i].1);
    }
    let push = |view: &mut View<'_>, command| {
        view.push(Command::Analysis(AnalysisCommand::Rollout(command)));
    };
    let why_not = (!study.can_roll_out).then_some(text::NO_ROLLOUT);
    let begin = Button::words("play", text::ROLL_OUT).look(Look::Primary).unless(why_not);
    let begin = begin.show(ui, kit, pos2(segments.right() + 12.0, y));
    let mut x = begin.rect.right() + 8.0;
    if begin.clicked() {
        let n = view.state.drawer.n_rolled_out();
        push(view, RolloutCommand::Begin(n));
    }
    let Some(rollout) = &study.rollout else { return };
    if !rollout.is_done {
        let (icon, words) = if rollout.is_running {
            ("stop", text::STOP_ROLLOUT)
        } else {
            ("play", text::RESUME_ROLLOUT)
        };
        let button = Button::words(icon, words).show(ui, kit, pos2(x, y));
        x = button.rect.right() + 12.0;
        if button.clicked() {
            push(view, RolloutCommand::Run(!rollout.is_running));
        }
    }
    progress_ui(ui, kit, Rect::from_min_max(pos2(x, row.top()), row.max), rollout);
}

fn progress_ui(ui: &Ui, kit: &Kit<'_>, place: Rect, rollout: &RolloutView) {
    let meter =
        Rect::from_center_size(pos2(place.left() + 45.0, place.center().y), vec2(90.0, 4.0));
    kit.meter(meter, rollout.part, kit.t.accent);
    let at = pos2(meter.right() + 10.0, place.center().y);
    let max = (place.right() - at.x).max(0.0);
    let words = &rollout.progress;
    widgets::label(ui, kit, at, L, words, W::Regular, font::SMALL, kit.t.text2, max);
}

/// The right edges of the columns after the play.
fn edges(left: f32) -> [f32; 9] {
    let mut x = left + PLAY;
    let widths = [EQUITY, EQUITY, CHANCE, CHANCE, CHANCE, CHANCE, CHANCE, GAMES, GAMES];
    widths.map(|width| {
        x += width;
        x - 8.0
    })
}

fn heads_ui(ui: &Ui, kit: &Kit<'_>, row: Rect) {
    for (x, (words, meaning)) in edges(row.left()).into_iter().zip(text::ROLLOUT_COLUMNS) {
        let at = pos2(x, row.center().y);
        let shown = kit.text(at, R, words, W::Semi, font::SMALL, kit.t.text3);
        let id = ui.scope_id().with(("rollout column", words));
        widgets::tip(ui.interact(shown, id, Sense::hover()), kit.t, meaning);
    }
}

fn row_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, rolled: &RolloutRowView) {
    let RolloutRowView { play, equity, error, chances, games, behind, is_given_up } = rolled;
    let ink = if *is_given_up { kit.t.text3 } else { kit.t.text };
    let at = row.left_center() + vec2(4.0, 0.0);
    kit.fit(at, L, play, W::Medium, font::BODY, ink, PLAY - 8.0);
    let values = [equity, error].into_iter().chain(chances).chain([games, behind]);
    for (x, words) in edges(row.left()).into_iter().zip(values) {
        kit.text(pos2(x, row.center().y), R, words, W::Regular, font::BODY, ink);
    }
    let given_up = if *is_given_up { ", given up" } else { "" };
    let words =
        format!("{play}: equity {equity} {error}, wins {} %, {games} games{given_up}", chances[0]);
    widgets::say(ui, row, &words);
}
