//! The list of problems: one row each, with details to unfold and copy, and a restart if it helps.
//!
//! Explains nothing itself; the sentences come with the problems.

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
        for problem in snapshot.problems.iter().rev() {
            problem_ui(ui, view, problem);
        }
    });
}

fn problem_ui(ui: &mut Ui, view: &mut View<'_>, problem: &ProblemView) {
    let kit = view.kit(ui);
    let t = kit.t;
    let open = view.state.problems_open.contains(&problem.number);
    let width = ui.available_width();
    // Where there is little room the buttons stand below the text.
    let more = if problem.bundle.is_some() { 120.0 } else { 0.0 }
        + if problem.seat.is_some() { 110.0 } else { 0.0 };
    let below = width < 620.0 + more;
    let wrap = if below { width - 110.0 } else { width - 330.0 - more };
    let galley = kit.p.layout(problem.text.clone(), W::Regular.id(font::BODY), t.text, wrap);
    let words = (galley.size().y + 14.0).max(34.0);
    let room = if below { width - 26.0 } else { f32::INFINITY };
    let deeds = deeds(&kit, problem, room);
    let n_rows = deeds.last().map_or(0, |placed| placed.row + 1);
    let head = words + if below { 34.0 * n_rows as f32 } else { 0.0 };
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
    buttons_ui(ui, view, pos2(row.right() - 12.0, y), problem, &deeds);
    for (i, line) in problem.details.iter().take(n).enumerate() {
        let at = pos2(row.left() + 92.0, row.top() + head + (i as f32 + 0.5) * DETAIL - 4.0);
        let ink = fade(t.text2, 0.95);
        widgets::label(ui, &kit, at, L, line, W::Mono, font::SMALL, ink, width - 110.0);
    }
}

/// The actions of a row.
#[derive(Clone, Copy)]
enum Deed {
    Copy,
    Restart(u64),
    WhatNow(usize),
    SaveBundle(u64),
    Details,
}

impl Deed {
    /// Icon, label, and the spoken name before the number of the problem.
    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Copy => ("copy", "", "Copy"),
            Self::Restart(_) => ("reset", text::RESTART, "Restart after"),
            Self::WhatNow(_) => ("", text::WHAT_NOW, "What to do about"),
            Self::SaveBundle(_) => ("save", text::SAVE_BUNDLE, "Save the bundle of"),
            Self::Details => ("", "Details", "Details of"),
        }
    }
}

/// A button of a row and its place.
struct Placed {
    deed: Deed,
    row: usize,
    /// From the right edge to the left.
    x: f32,
}

/// The buttons of a row from the right to the left, in as many rows as they need in so much room.
fn deeds(kit: &Kit<'_>, problem: &ProblemView, room: f32) -> Vec<Placed> {
    let details = (!problem.details.is_empty()).then_some(Deed::Details);
    let wanted = [
        Some(Deed::Copy),
        problem.restart.map(Deed::Restart),
        problem.seat.map(Deed::WhatNow),
        problem.bundle.map(Deed::SaveBundle),
        details,
    ];
    let (mut row, mut x) = (0, 0.0);
    let place = |deed: Deed| {
        let (icon, words, _) = deed.words();
        let width = kit.button_width(icon, words);
        let gap = if words.is_empty() { 4.0 } else { 8.0 };
        if x > 0.0 && x + width > room {
            (row, x) = (row + 1, 0.0);
        }
        let placed = Placed { deed, row, x };
        x += width + gap;
        placed
    };
    wanted.into_iter().flatten().map(place).collect()
}

/// Copy, restart, details, ending at `right`.
fn buttons_ui(ui: &Ui, view: &mut View<'_>, right: Pos2, problem: &ProblemView, deeds: &[Placed]) {
    let kit = view.kit(ui);
    for Placed { deed, row, x } in deeds {
        let (icon, words, spoken) = deed.words();
        let name = format!("{spoken} problem {}", problem.number);
        let button = match deed {
            Deed::Copy => Button::icon(icon, &name),
            Deed::Details => Button::words(icon, words)
                .name(&name)
                .on(view.state.problems_open.contains(&problem.number)),
            Deed::Restart(_) | Deed::WhatNow(_) | Deed::SaveBundle(_) => {
                Button::words(icon, words).name(&name)
            }
        };
        let response = button.show_right(ui, &kit, right + vec2(-x, 34.0 * *row as f32));
        if let Deed::WhatNow(seat) = deed {
            remedies_menu(&response, view, &kit, *seat);
        } else if response.clicked() {
            done(ui, view, *deed, problem);
        }
    }
}

fn done(ui: &Ui, view: &mut View<'_>, deed: Deed, problem: &ProblemView) {
    match deed {
        Deed::Copy => {
            let mut all = problem.text.clone();
            for line in &problem.details {
                all.push('\n');
                all.push_str(line);
            }
            ui.ctx().copy_text(all);
        }
        Deed::Restart(session) => view.push(Command::Engine(EngineCommand::Restart(session))),
        Deed::WhatNow(_) => {}
        Deed::SaveBundle(bundle) => actions::save_bundle(ui.ctx(), view.state, bundle),
        Deed::Details => {
            if !view.state.problems_open.remove(&problem.number) {
                view.state.problems_open.insert(problem.number);
            }
        }
    }
}

/// All actions for an engine of the game that has failed or does not answer.
fn remedies_menu(button: &Response, view: &mut View<'_>, kit: &Kit<'_>, seat: usize) {
    let found = of_seat(view.snapshot, seat);
    let now = button.ctx.input(|i| i.time);
    // Analysis is always possible; the rest only while the engine still has a problem.
    let can = |remedy: Remedy| {
        remedy == Remedy::Analyse || found.is_some_and(|found| found.remedies.contains(&remedy))
    };
    widgets::menu(button, kit.t, text::WHAT_NOW, 240.0, |ui| {
        for remedy in Remedy::ALL.into_iter().filter(|remedy| *remedy != Remedy::Remove) {
            let (words, icon) = failures::words(remedy);
            let why_not =
                (!can(remedy)).then_some("The engine has no problem that this would end.");
            let item = MenuItem { icon, why_not, ..MenuItem::new(words) };
            if !item.show(ui, kit).clicked() {
                continue;
            }
            match found {
                Some(found) => failures::apply(view, now, found, remedy),
                None => view.push(Command::Game(GameCommand::SetMode(Mode::Analyse))),
            }
        }
    });
}
