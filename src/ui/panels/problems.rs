//! What went wrong: one row each, with details to unfold, to copy, and a restart where it helps.
//!
//! Explains nothing itself; the sentences come from whoever noticed.

use egui::{Pos2, Rect, Response, ScrollArea, Ui, pos2, vec2};

use super::failures::{self, of_seat};
use crate::app::{Command, EngineCommand, GameCommand, Mode, ProblemView, Remedy};
use crate::ui::actions;
use crate::ui::kit::{Kit, L, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{fade, font};
use crate::ui::widgets::{self, Button, MenuItem};

const DETAIL: f32 = 18.0;

/// Shows the list, newest first, filling `rect`.
pub(in crate::ui) fn problems_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let snapshot = view.snapshot;
    if snapshot.problems.is_empty() {
        let kit = view.kit(ui);
        let at = rect.min + vec2(16.0, 20.0);
        let words = text::NO_PROBLEMS;
        let max = rect.width() - 32.0;
        widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, kit.t.text3, max);
        return;
    }
    let area = ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]);
    area.show(ui, |ui| {
        for (i, problem) in snapshot.problems.iter().enumerate().rev() {
            problem_ui(ui, view, i, problem);
        }
    });
}

fn problem_ui(ui: &mut Ui, view: &mut View<'_>, idx: usize, problem: &ProblemView) {
    let kit = view.kit(ui);
    let t = kit.t;
    let open = view.state.problems_open.contains(&idx);
    let width = ui.available_width();
    // Where there is little room the buttons stand below the text.
    let more = if problem.bundle.is_some() { 120.0 } else { 0.0 }
        + if problem.seat.is_some() { 110.0 } else { 0.0 };
    let below = width < 620.0 + more;
    let wrap = if below { width - 110.0 } else { width - 330.0 - more };
    let galley = kit.p.layout(problem.text.clone(), W::Regular.id(font::BODY), t.text, wrap);
    let words = (galley.size().y + 14.0).max(34.0);
    let head = words + if below { 34.0 } else { 0.0 };
    let n = if open { problem.details.len() } else { 0 };
    let (_, row) = ui.allocate_space(vec2(width, head + n as f32 * DETAIL));
    kit.hline(row.left() + 14.0, row.right() - 14.0, row.bottom() - 1.0);
    let y = row.top() + 17.0;
    kit.icon(pos2(row.left() + 24.0, y), "warn", 15.0, t.warn);
    let time = format!("{:.0} s", problem.secs);
    kit.text(pos2(row.left() + 42.0, y), L, &time, W::Regular, font::SMALL, t.text3);
    let at = pos2(row.left() + 92.0, y - 9.0);
    let shown = kit.para(at, &problem.text, W::Regular, font::BODY, t.text, wrap);
    widgets::say(ui, shown, &problem.text);
    let y = if below { row.top() + words + 14.0 } else { y };
    buttons_ui(ui, view, pos2(row.right() - 12.0, y), idx, problem, open);
    for (i, line) in problem.details.iter().take(n).enumerate() {
        let at = pos2(row.left() + 92.0, row.top() + head + (i as f32 + 0.5) * DETAIL - 4.0);
        let ink = fade(t.text2, 0.95);
        widgets::label(ui, &kit, at, L, line, W::Mono, font::SMALL, ink, width - 110.0);
    }
}

/// Copy, restart, details, ending at `right`.
fn buttons_ui(
    ui: &Ui,
    view: &mut View<'_>,
    mut right: Pos2,
    idx: usize,
    problem: &ProblemView,
    open: bool,
) {
    let kit = view.kit(ui);
    let number = idx + 1;
    let name = format!("Copy problem {number}");
    let copy = Button::icon("copy", &name).show_right(ui, &kit, right);
    if copy.clicked() {
        let mut all = problem.text.clone();
        for line in &problem.details {
            all.push('\n');
            all.push_str(line);
        }
        ui.ctx().copy_text(all);
    }
    right.x = copy.rect.left() - 4.0;
    if let Some(session) = problem.restart {
        let name = format!("Restart after problem {number}");
        let button = Button::words("reset", text::RESTART).name(&name);
        let restart = button.show_right(ui, &kit, right);
        if restart.clicked() {
            view.push(Command::Engine(EngineCommand::Restart(session)));
        }
        right.x = restart.rect.left() - 8.0;
    }
    if let Some(seat) = problem.seat {
        let name = format!("What to do about problem {number}");
        let button = Button::words("", text::WHAT_NOW).name(&name);
        let what_now = button.show_right(ui, &kit, right);
        remedies_menu(&what_now, view, &kit, seat);
        right.x = what_now.rect.left() - 8.0;
    }
    if let Some(bundle) = problem.bundle {
        let name = format!("Save the bundle of problem {number}");
        let button = Button::words("save", text::SAVE_BUNDLE).name(&name);
        let save = button.show_right(ui, &kit, right);
        if save.clicked() {
            actions::save_bundle(ui.ctx(), view.state, bundle);
        }
        right.x = save.rect.left() - 8.0;
    }
    if problem.details.is_empty() {
        return;
    }
    let name = format!("Details of problem {number}");
    let details = Button::words("", "Details").name(&name).on(open);
    if details.show_right(ui, &kit, right).clicked() && !view.state.problems_open.remove(&idx) {
        view.state.problems_open.insert(idx);
    }
}

/// All that can be done about an engine of the game that has failed or does not answer.
fn remedies_menu(button: &Response, view: &mut View<'_>, kit: &Kit<'_>, seat: usize) {
    let found = of_seat(view.snapshot, seat);
    // Analysis is always possible; the rest where the engine is still in trouble.
    let can = |remedy: Remedy| {
        remedy == Remedy::Analyse || found.is_some_and(|found| found.remedies.contains(&remedy))
    };
    widgets::menu(button, kit.t, text::WHAT_NOW, 240.0, |ui| {
        for remedy in Remedy::ALL.into_iter().filter(|remedy| *remedy != Remedy::Remove) {
            let (words, icon) = failures::words(remedy);
            let item = MenuItem { icon, enabled: can(remedy), ..MenuItem::new(words) };
            if !item.show(ui, kit).clicked() {
                continue;
            }
            match found {
                Some(found) => failures::apply(view, found, remedy),
                None => view.push(Command::Game(GameCommand::SetMode(Mode::Analyse))),
            }
        }
    });
}
