//! The options of the chosen engine: levels and what it declares, as typed controls.
//!
//! Checks values only for showing what is wrong; the application decides.

use egui::{Rect, ScrollArea, Ui, vec2};

use crate::app::{Command, DeclaredOption, EngineCommand, EngineEntryView, Protocol};
use crate::ui::dialogs::{
    NO_OPTION, NOTHING_CHANGED, all_options, option_rows_ui, option_ui, with_choices,
};
use crate::ui::kit::{Cut, Kit, L, W};
use crate::ui::root::View;
use crate::ui::theme::{fade, font, mix, size};
use crate::ui::widgets::{self, Button, FieldLook};

use super::detail::facts_ui;
use super::done_ui;

const ROW: f32 = 50.0;
/// Height of what applies changes.
pub(super) const STRIP: f32 = 54.0;
/// Options that are shown at least.
const LEAST_ROWS: usize = 2;

/// Height without which the tab cannot be used, what applies its changes left out.
pub(super) fn least_height(entry: &EngineEntryView) -> f32 {
    let n_rows = all_options(entry).len().min(LEAST_ROWS) as f32;
    let list = if n_rows > 0.0 { 44.0 + n_rows * ROW } else { 0.0 };
    let unknown = if entry.declared.is_none() || n_rows == 0.0 { 58.0 } else { 0.0 };
    list + unknown + 24.0
}

/// How many options it has; 0 while it has not said so.
pub(super) fn n_options(entry: &EngineEntryView) -> usize {
    entry.declared.as_ref().map_or(0, |_| all_options(entry).len())
}

/// What applies the changes of the tab wants a place.
pub(super) fn wants_strip(view: &mut View<'_>, entry: &EngineEntryView) -> bool {
    let all = all_options(entry);
    let form = &view.state.engines.forms(&entry.name).options;
    form.differs(&all) || form.read(&all, entry.protocol).is_err()
}

/// Shows the tab, filling `rect`; `applies` with what applies its changes.
pub(super) fn options_tab_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    rect: Rect,
    entry: &EngineEntryView,
    applies: bool,
) {
    let all = all_options(entry);
    let wants_strip = applies && wants_strip(view, entry);
    let kit = view.kit(ui);
    let mut r = rect;
    r.cut_bottom(12.0);
    let known = entry.declared.is_some();
    if all.is_empty() {
        nothing_ui(ui, view, &kit, &mut r, entry, known);
    } else {
        r.cut_top(2.0);
        let tools = r.cut_top(32.0);
        tools_ui(ui, view, &kit, tools, entry, &all);
        r.cut_top(10.0);
        let mut below = STRIP * f32::from(u8::from(wants_strip));
        if !known {
            below += 50.0;
        }
        let list = r.cut_top((all.len() as f32 * ROW).min((r.height() - below - 8.0).max(ROW)));
        kit.card(list);
        widgets::area(ui, list, "options of the engine", |ui| rows_ui(ui, view, entry, &all));
        if wants_strip {
            r.cut_top(10.0);
            let strip = r.cut_top(STRIP);
            strip_ui(ui, view, strip, entry);
        }
        if !known {
            r.cut_top(8.0);
            nothing_ui(ui, view, &kit, &mut r, entry, known);
        }
    }
    r.cut_top(12.0);
    if r.height() >= 114.0 {
        let tags = entry.details.tags.join(", ");
        let dir = match entry.details.dir.as_str() {
            "" if entry.details.address.is_empty() => "the folder of the program",
            "" => "\u{2013}",
            dir => dir,
        };
        let said = if entry.details.dir.is_empty() { W::Regular } else { W::Mono };
        let mut facts = vec![("Command", entry.target.as_str(), W::Mono), ("Folder", dir, said)];
        if !tags.is_empty() {
            facts.push(("Tags", &tags, W::Regular));
        }
        facts_ui(ui, &kit, &mut r, &facts);
    } else if r.height() >= 38.0 || !known {
        facts_ui(ui, &kit, &mut r, &[("Command", &entry.target, W::Mono)]);
    }
}

fn nothing_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    r: &mut Rect,
    entry: &EngineEntryView,
    known: bool,
) {
    let row = r.cut_top(42.0);
    let words = match known {
        true => "This engine has declared no options.",
        false => "The engine has not been asked for its options yet.",
    };
    let mut max = row.width();
    if !known {
        let ask = Button::words("bolt", "Ask for its options");
        let ask = ask.show_right(ui, kit, row.right_center());
        max = ask.rect.left() - row.left() - 12.0;
        if ask.clicked() {
            let name = entry.name.clone();
            view.push(Command::Engine(EngineCommand::AskOptions(name)));
        }
    }
    let place = row.with_max_x(row.left() + max);
    widgets::note(ui, kit, place, words, font::BODY, kit.t.text2, 2);
}

fn tools_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    row: Rect,
    entry: &EngineEntryView,
    all: &[DeclaredOption],
) {
    let form = &mut view.state.engines.forms(&entry.name).options;
    let n_changed = form.n_changed(all);
    let field = row.with_max_x(row.left() + (row.width() * 0.4).max(120.0));
    let (name, hint) = ("Search options", "Find an option");
    widgets::text_field(ui, kit, field, &mut form.filter, name, hint, FieldLook::Search);
    let reset =
        Button::words("reset", "Reset all").unless((n_changed == 0).then_some(NOTHING_CHANGED));
    let reset = reset.show_right(ui, kit, row.right_center());
    if reset.clicked() {
        form.reset(all);
    }
    if n_changed > 0 {
        let at = field.right_center() + vec2(14.0, 0.0);
        let words = format!("{n_changed} changed");
        let max = reset.rect.left() - at.x - 8.0;
        let ink = kit.t.accent_text;
        widgets::label(ui, kit, at, L, &words, W::Medium, font::BODY, ink, max);
    }
}

fn rows_ui(ui: &mut Ui, view: &mut View<'_>, entry: &EngineEntryView, all: &[DeclaredOption]) {
    let shown = view.state.engines.forms(&entry.name).options.shown(all);
    if shown.is_empty() {
        let kit = view.kit(ui);
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
        let (at, ink) = (row.left_center() + vec2(16.0, 0.0), kit.t.text2);
        let (words, max) = (NO_OPTION, row.width() - 32.0);
        widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, ink, max);
        return;
    }
    let mut entered = false;
    let area = ScrollArea::vertical().auto_shrink([false, false]).animated(false);
    option_rows_ui(ui, area, ROW, &shown, |ui, row, option| {
        let kit = view.kit(ui);
        kit.hline(row.left() + 12.0, row.right() - 12.0, row.bottom() - 1.0);
        let form = &mut view.state.engines.forms(&entry.name).options;
        let row = row.shrink2(vec2(14.0, 0.0));
        entered |= option_ui(ui, &kit, row, form, option, entry.protocol);
    });
    if entered {
        apply(view, entry);
    }
}

/// Requests the changed options, if all of them can be sent.
fn apply(view: &mut View<'_>, entry: &EngineEntryView) {
    let all = all_options(entry);
    let form = &mut view.state.engines.forms(&entry.name).options;
    let Ok(values) = form.read(&all, entry.protocol) else { return };
    if !form.differs(&all) {
        return;
    }
    // The requested value stays until it is set: it may be refused.
    form.tidy();
    let values = with_choices(entry, values);
    view.push(Command::Engine(EngineCommand::SetOptions(entry.name.clone(), values)));
}

/// What applying will do, and the button that does it.
pub(super) fn strip_ui(ui: &mut Ui, view: &mut View<'_>, strip: Rect, entry: &EngineEntryView) {
    let kit = &view.kit(ui);
    let t = kit.t;
    let read = &view.state.engines.forms(&entry.name).options;
    let read = read.read(&all_options(entry), entry.protocol);
    let runs = !entry.sessions.is_empty();
    let ink = if read.is_ok() { t.warn } else { t.danger };
    kit.fill(strip, size::R_CARD, mix(t.card, ink, 0.08));
    kit.frame(strip, size::R_CARD, fade(ink, 0.5));
    kit.icon(strip.left_center() + vec2(20.0, 0.0), "info", 16.0, ink);
    let (head, words) = match (&read, runs, entry.protocol) {
        (Err(wrong), _, _) => (wrong.as_str(), "It cannot be sent like this."),
        (Ok(_), true, Protocol::Hub) => (
            "Hub takes parameters before init only.",
            "It is started again and its position set again.",
        ),
        (Ok(_), true, _) => {
            ("The engine is running.", "It is started again where it cannot take them live.")
        }
        (Ok(_), false, _) => ("Not applied yet.", "Apply keeps it in engines.toml."),
    };
    let label = if runs { "Apply and restart" } else { "Apply" };
    let right = strip.right_center() - vec2(8.0, 0.0);
    let done =
        done_ui(ui, kit, right, ("", label), [read.as_ref().err().map(String::as_str), None]);
    let left = strip.left() + 38.0;
    let max = done.left - left - 10.0;
    for (y, words, w, ink) in [
        (strip.center().y - 9.0, head, W::Semi, t.text),
        (strip.center().y + 9.0, words, W::Regular, t.text2),
    ] {
        widgets::label(ui, kit, egui::pos2(left, y), L, words, w, font::BODY, ink, max);
    }
    if done.discard {
        view.state.engines.forms(&entry.name).options.discard();
    }
    if done.apply {
        apply(view, entry);
    }
}
