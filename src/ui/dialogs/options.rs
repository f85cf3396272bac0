//! The options declared by an engine: typed controls, changed values bold.
//!
//! Sets nothing itself: it pushes `SetOptions`, and `AskOptions` while nothing is known.

use std::collections::BTreeMap;

use egui::{Context, Rect, ScrollArea, Ui, pos2, vec2};

use super::heading_ui;
use crate::app::{
    Command, DeclaredOption, EngineCommand, EngineEntryView, OptionKind, OptionView, ProblemView,
    Protocol, Snapshot, text_fault,
};
use crate::ui::kit::{Cut, Kit, L, Look, W};
use crate::ui::overlay::{Place, floating, room_above};
use crate::ui::root::View;
use crate::ui::state::{Focus, Overlay, UiState};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

/// The form for the options of an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionsForm {
    /// The engine's name in the list.
    pub engine: String,
    /// Shows only options whose name contains this.
    pub filter: String,
    /// The changes, by name; a default value means "not set".
    edits: BTreeMap<String, String>,
    /// Number of the newest problem when the engine was last asked; a later one of this engine says
    /// why it failed.
    asked: u64,
}

impl OptionsForm {
    /// Nothing is changed.
    pub(in crate::ui) fn new(engine: &str) -> Self {
        Self { engine: engine.to_owned(), ..Self::default() }
    }

    /// How many options differ from their defaults.
    pub(in crate::ui) fn n_changed(&self, declared: &[DeclaredOption]) -> usize {
        declared.iter().filter(|option| self.is_changed(option)).count()
    }

    /// Every option has its default again.
    pub(in crate::ui) fn reset(&mut self, declared: &[DeclaredOption]) {
        self.edits = declared.iter().map(|o| (o.name.clone(), o.default.clone())).collect();
    }

    /// The values to be sent.
    pub(in crate::ui) fn tidy(&mut self) {
        for value in self.edits.values_mut() {
            *value = value.trim().to_owned();
        }
    }

    /// A value that is already set is no longer a change.
    pub(in crate::ui) fn settle(&mut self, declared: &[DeclaredOption]) {
        self.edits.retain(|name, value| {
            let option = declared.iter().find(|option| option.name == *name);
            option.is_none_or(|option| option.value.as_ref().unwrap_or(&option.default) != value)
        });
    }

    /// Drops all changes.
    pub(in crate::ui) fn discard(&mut self) {
        self.edits.clear();
    }

    /// The option's value in the form.
    pub(in crate::ui) fn value<'a>(&'a self, option: &'a DeclaredOption) -> &'a str {
        let set = option.value.as_ref().unwrap_or(&option.default);
        self.edits.get(&option.name).unwrap_or(set)
    }

    /// The options that the search finds.
    pub(in crate::ui) fn shown<'a>(
        &self,
        declared: &'a [DeclaredOption],
    ) -> Vec<&'a DeclaredOption> {
        let filter = self.filter.trim().to_lowercase();
        declared.iter().filter(|option| option.name.to_lowercase().contains(&filter)).collect()
    }

    fn is_changed(&self, option: &DeclaredOption) -> bool {
        self.value(option) != option.default
    }

    /// The values to send over this protocol: all that are not the default, by name; or the error
    /// of the first one that cannot be sent.
    ///
    /// # Errors
    ///
    /// As a message for the user.
    pub fn read(
        &self,
        declared: &[DeclaredOption],
        protocol: Protocol,
    ) -> Result<Vec<(String, String)>, String> {
        let mut values = Vec::new();
        for option in declared.iter().filter(|option| self.is_changed(option)) {
            let value = self.value(option);
            check(&option.kind, value, protocol)
                .map_err(|why| format!("{}: {why}", option.name))?;
            values.push((option.name.clone(), value.trim().to_owned()));
        }
        Ok(values)
    }

    pub(in crate::ui) fn differs(&self, declared: &[DeclaredOption]) -> bool {
        declared.iter().any(|option| {
            let set = option.value.as_ref().unwrap_or(&option.default);
            self.value(option) != set
        })
    }
}

/// Opens the dialog; asks the engine when nothing is known of its options.
pub(in crate::ui) fn ask_options(
    snapshot: &Snapshot,
    state: &mut UiState,
    commands: &mut Vec<Command>,
    engine: &str,
) {
    let asked = newest_problem(snapshot);
    let known = entry(snapshot, engine).is_some_and(|entry| entry.declared.is_some());
    if !known {
        commands.push(Command::Engine(EngineCommand::AskOptions(engine.to_owned())));
    }
    // It begins with the changes that were last refused.
    let draft = entry(snapshot, engine).map(|entry| state.engines.options_draft(entry));
    let form = draft.unwrap_or_else(|| OptionsForm::new(engine));
    let form = OptionsForm { asked, ..form };
    state.overlay = Some(Overlay::Options(Box::new(form)));
    state.focus = Some(Focus::Dialog);
}

fn newest_problem(snapshot: &Snapshot) -> u64 {
    snapshot.problems.last().map_or(0, |problem| problem.number)
}

/// Levels, which hold for the whole engine, then what it has declared.
pub(in crate::ui) fn all_options(entry: &EngineEntryView) -> Vec<DeclaredOption> {
    // A choice that is also declared has the engine's name for it.
    let is = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
    let declared = || entry.declared.iter().flat_map(|all| all.iter());
    let name_of = |name: &str| declared().find(|option| is(&option.name, name));
    let choice = |option: &OptionView| DeclaredOption {
        name: name_of(&option.name).map_or(&option.name, |declared| &declared.name).clone(),
        kind: match option.choices.is_empty() {
            true => OptionKind::Text,
            false => OptionKind::Choice(option.choices.clone()),
        },
        // The current value is the one that was set: the original is unknown.
        default: option.value.clone(),
        value: None,
    };
    // A choice that affects the start of the engine need not be declared.
    let is_choice = |name: &str| entry.options.iter().any(|choice| is(&choice.name, name));
    let others = declared().filter(|option| !is_choice(&option.name)).cloned();
    entry.options.iter().map(choice).chain(others).collect()
}

/// The values, and the other choices of the entry: otherwise an unchanged level would be reset.
pub(in crate::ui) fn with_choices(
    entry: &EngineEntryView,
    mut values: Vec<(String, String)>,
) -> Vec<(String, String)> {
    for choice in &entry.options {
        // The case of the engine's name may differ.
        match values.iter_mut().find(|(name, _)| name.eq_ignore_ascii_case(&choice.name)) {
            Some((name, _)) => name.clone_from(&choice.name),
            None => values.push((choice.name.clone(), choice.value.clone())),
        }
    }
    values
}

fn entry<'a>(snapshot: &'a Snapshot, name: &str) -> Option<&'a EngineEntryView> {
    snapshot.engines.iter().find(|entry| entry.name == name)
}

/// The error of a value of this kind for an engine of this protocol, in words.
fn check(kind: &OptionKind, value: &str, protocol: Protocol) -> Result<(), String> {
    let value = value.trim();
    match kind {
        OptionKind::Bool if matches!(value, "true" | "false") => Ok(()),
        OptionKind::Bool => Err(format!("{value:?} is neither true nor false")),
        OptionKind::Int { min, max } => match value.parse::<i64>() {
            Ok(n) if (*min..=*max).contains(&n) => Ok(()),
            Ok(n) => Err(format!("{n} is not {}", range(kind))),
            Err(_) => Err(format!("{value:?} is not a whole number")),
        },
        OptionKind::Real { min, max } => match value.parse::<f64>() {
            Ok(n) if n >= *min && n <= *max => Ok(()),
            Ok(n) => Err(format!("{n} is not {}", range(kind))),
            Err(_) => Err(format!("{value:?} is not a number")),
        },
        OptionKind::Choice(choices) if choices.iter().any(|choice| choice == value) => Ok(()),
        OptionKind::Choice(choices) => {
            Err(format!("{value:?} is not one of {}", choices.join(", ")))
        }
        OptionKind::Text => text_fault(protocol, value).map_or(Ok(()), Err),
    }
}

/// The values of a kind, in words: `from 1 to 64`.
fn range(kind: &OptionKind) -> String {
    let words = |low: Option<String>, high: Option<String>| match (low, high) {
        (Some(low), Some(high)) => format!("from {low} to {high}"),
        (Some(low), None) => format!("{low} or more"),
        (None, Some(high)) => format!("{high} or less"),
        (None, None) => String::new(),
    };
    match kind {
        OptionKind::Bool | OptionKind::Choice(_) | OptionKind::Text => String::new(),
        OptionKind::Int { min, max } => words(
            (*min > i64::from(i32::MIN)).then(|| min.to_string()),
            (*max < i64::from(i32::MAX)).then(|| max.to_string()),
        ),
        OptionKind::Real { min, max } => {
            words((*min > -1e9).then(|| min.to_string()), (*max < 1e9).then(|| max.to_string()))
        }
    }
}

/// Why there is nothing to reset or to apply.
pub(in crate::ui) const NOTHING_CHANGED: &str = "No value has been changed.";

const WIDTH: f32 = 620.0;
const ROW: f32 = 46.0;
/// Height of the row of buttons, with the gap above it.
const FOOT: f32 = 18.0 + size::CONTROL;
const CONTROL: f32 = 230.0;
const MOST_ROWS: f32 = 9.0;

/// Shows the dialog. Returns it while it stays open.
pub(in crate::ui) fn options_ui(
    ctx: &Context,
    view: &mut View<'_>,
    mut form: Box<OptionsForm>,
) -> Option<Box<OptionsForm>> {
    let title = format!("Options of {}", form.engine);
    let (mut done, mut entered) = (false, false);
    let closed = floating(ctx, view.cx.theme, &title, WIDTH, Place::Middle, |ui| {
        let kit = view.kit(ui);
        heading_ui(ui, &kit, &title);
        let found = entry(view.snapshot, &form.engine);
        let Some(found) = found.filter(|entry| entry.declared.is_some()) else {
            done = unknown_ui(ui, view, &kit, &mut form);
            return;
        };
        let all = all_options(found);
        if all.is_empty() {
            say(ui, &kit, "This engine has declared no options.");
        } else {
            tools_ui(ui, view, &kit, &mut form, &all);
            entered = list_ui(ui, view, &mut form, &all, found.protocol);
        }
        done = end_ui(ui, view, &kit, &mut form, found, (&all, entered));
    });
    (!closed && !done).then_some(form)
}

fn say(ui: &mut Ui, kit: &Kit<'_>, words: &str) {
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), 40.0));
    widgets::note(ui, &kit.on(ui), row, words, font::BODY, kit.t.text2, 2);
}

/// Shown while the options are unknown: the engine is being asked, or could not be. Returns whether
/// to close.
fn unknown_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, form: &mut OptionsForm) -> bool {
    let why = |problem: &&ProblemView| {
        problem.number > form.asked && problem.engine.as_ref() == Some(&form.engine)
    };
    let problem = view.snapshot.problems.iter().rev().find(why);
    match problem {
        Some(problem) => say(ui, kit, &problem.text),
        None => say(ui, kit, "Asking the engine\u{2026}"),
    }
    let kit = kit.on(ui);
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), 16.0 + size::CONTROL));
    let at = row.right_bottom() - vec2(0.0, size::CONTROL / 2.0);
    let close = Button::words("", text::CLOSE).show_right(ui, &kit, at);
    if problem.is_some() {
        let left = close.rect.left_center() - vec2(8.0, 0.0);
        if Button::words("reset", "Ask again").show_right(ui, &kit, left).clicked() {
            form.asked = newest_problem(view.snapshot);
            view.push(Command::Engine(EngineCommand::AskOptions(form.engine.clone())));
        }
    }
    close.clicked()
}

fn tools_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    form: &mut OptionsForm,
    declared: &[DeclaredOption],
) {
    let kit = kit.on(ui);
    let (_, block) = ui.allocate_space(vec2(ui.available_width(), size::CONTROL + 10.0));
    let row = block.with_max_y(block.top() + size::CONTROL);
    let any = declared.iter().any(|option| form.is_changed(option));
    let reset = Button::words("reset", "Reset all").unless((!any).then_some(NOTHING_CHANGED));
    let reset = reset.show_right(ui, &kit, row.right_center());
    if reset.clicked() {
        form.reset(declared);
    }
    let field = row.with_max_x(reset.rect.left() - 8.0);
    let (name, hint) = ("Search options", "Search");
    widgets::text_field(ui, &kit, field, &mut form.filter, name, hint, FieldLook::Search);
    if view.state.focus == Some(Focus::Dialog) {
        view.state.focus = None;
        ui.memory_mut(|memory| memory.request_focus(widgets::field_id(ui, name)));
    }
}

/// Shows the options; says whether Enter was pressed in one of them.
fn list_ui(
    ui: &mut Ui,
    view: &View<'_>,
    form: &mut OptionsForm,
    declared: &[DeclaredOption],
    protocol: Protocol,
) -> bool {
    let shown = form.shown(declared);
    let kit = view.kit(ui);
    if shown.is_empty() {
        say(ui, &kit, NO_OPTION);
        return false;
    }
    let rows = (declared.len() as f32).min(MOST_ROWS);
    let height = (rows * ROW).min(room_above(ui, FOOT));
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), height));
    kit.on(ui).card(rect);
    let mut entered = false;
    widgets::area(ui, rect, "options", |ui| {
        let area = ScrollArea::vertical().auto_shrink([false, false]).animated(false);
        option_rows_ui(ui, area, ROW, &shown, |ui, row, option| {
            let kit = view.kit(ui);
            kit.hline(row.left() + 12.0, row.right() - 12.0, row.bottom() - 1.0);
            let row = row.shrink2(vec2(14.0, 0.0));
            entered |= option_ui(ui, &kit, row, form, option, protocol);
        });
    });
    entered
}

/// Shown if the search finds nothing.
pub(in crate::ui) const NO_OPTION: &str = "No option has this name.";

/// Up to this many options are all reachable by the Tab key, also those out of sight.
const MOST_AT_ONCE: usize = 100;

/// Shows rows of this height, one for each option.
pub(in crate::ui) fn option_rows_ui(
    ui: &mut Ui,
    area: ScrollArea,
    height: f32,
    shown: &[&DeclaredOption],
    mut row_ui: impl FnMut(&mut Ui, Rect, &DeclaredOption),
) {
    let mut all = |ui: &mut Ui, options: &[&DeclaredOption]| {
        for option in options {
            let (_, row) = ui.allocate_space(vec2(ui.available_width(), height));
            row_ui(ui, row, option);
        }
    };
    if shown.len() <= MOST_AT_ONCE {
        area.show(ui, |ui| all(ui, shown));
    } else {
        area.show_rows(ui, height, shown.len(), |ui, range| all(ui, &shown[range]));
    }
}

/// An option with its control, filling `row`; `protocol` limits its values. Returns whether Enter
/// was pressed in it.
pub(in crate::ui) fn option_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    row: Rect,
    form: &mut OptionsForm,
    option: &DeclaredOption,
    protocol: Protocol,
) -> bool {
    let changed = form.is_changed(option);
    let mut r = row;
    let reset = r.cut_right(size::CONTROL);
    r.cut_right(6.0);
    // In a narrow place the words have their half.
    let control = r.cut_right(CONTROL.min((r.width() - 12.0) * 0.5));
    r.cut_right(12.0);
    let weight = if changed { W::Bold } else { W::Regular };
    let at = pos2(r.left(), r.center().y - 8.0);
    // Spoken with its control.
    kit.fit(at, L, &option.name, weight, font::BODY, kit.t.text, r.width());
    let note = note(option);
    let at = pos2(r.left(), r.center().y + 10.0);
    kit.fit(at, L, &note, W::Regular, font::SMALL, kit.t.text3, r.width());
    if kit.width(&note, W::Regular, font::SMALL) > r.width() {
        let id = ui.scope_id().with(("note", &option.name));
        let words = ui.interact(r, id, egui::Sense::hover());
        widgets::tip(words, kit.t, &format!("{}: {note}", option.name));
    }
    let row_of = Rect::from_center_size(control.center(), vec2(control.width(), size::CONTROL));
    let (value, entered) = control_ui(ui, kit, row_of, option, form.value(option), protocol);
    if let Some(value) = value {
        form.edits.insert(option.name.clone(), value);
    }
    if changed {
        // The mark of what was changed, at the edge of the card.
        let bar = pos2(row.left() - 14.0, row.top() + 9.0);
        kit.fill(Rect::from_min_size(bar, vec2(3.0, row.height() - 18.0)), 1.5, kit.t.accent);
        let name = format!("Reset {}", option.name);
        let at = reset.left_center();
        if Button::icon("reset", &name).show(ui, kit, at).clicked() {
            form.edits.insert(option.name.clone(), option.default.clone());
        }
    }
    entered
}

/// The allowed values of the option, and its default.
fn note(option: &DeclaredOption) -> String {
    let values = range(&option.kind);
    let default = match (&option.kind, option.default.as_str()) {
        (_, "") => "empty",
        (OptionKind::Bool, "true") => "on",
        (OptionKind::Bool, "false") => "off",
        (_, default) => default,
    };
    match values.as_str() {
        "" => format!("default {default}"),
        values => format!("{values}, default {default}"),
    }
}

/// The control of an option; returns the value when it was changed, and whether Enter was pressed in
/// its field.
fn control_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    rect: Rect,
    option: &DeclaredOption,
    value: &str,
    protocol: Protocol,
) -> (Option<String>, bool) {
    match &option.kind {
        OptionKind::Bool => {
            let on = value == "true";
            let clicked = widgets::switch(ui, kit, rect.right_center(), &option.name, on, None);
            (clicked.then(|| (!on).to_string()), false)
        }
        OptionKind::Choice(choices) => {
            let items: Vec<(&str, &str)> = choices.iter().map(|c| (c.as_str(), "")).collect();
            let on = choices.iter().position(|choice| choice == value).unwrap_or(usize::MAX);
            let clicked = widgets::choice(ui, kit, rect, &option.name, &items, on);
            (clicked.map(|i| choices[i].clone()), false)
        }
        OptionKind::Int { min, max } if (1..=MOST_STEPS).contains(&max.saturating_sub(*min)) => {
            let mut r = rect;
            let field = r.cut_right(NUMBER);
            r.cut_right(12.0);
            let bounds = *min..=*max;
            let name = format!("{} slider", option.name);
            let moved = slider(ui, kit, r, &name, value.trim().parse().ok(), bounds);
            let (typed, entered) = typed_ui(ui, kit, field, option, value, protocol);
            (moved.map(|n| n.to_string()).or(typed), entered)
        }
        OptionKind::Int { .. } | OptionKind::Real { .. } => {
            let field = rect.with_min_x(rect.right() - WIDE_NUMBER.min(rect.width()));
            typed_ui(ui, kit, field, option, value, protocol)
        }
        OptionKind::Text => typed_ui(ui, kit, rect, option, value, protocol),
    }
}

/// A whole number with more steps than this between its bounds has no slider.
const MOST_STEPS: i64 = 100_000;
/// Width of a number beside its slider.
const NUMBER: f32 = 76.0;
/// Width of one without a slider, which may have more digits.
const WIDE_NUMBER: f32 = 120.0;

fn typed_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    rect: Rect,
    option: &DeclaredOption,
    value: &str,
    protocol: Protocol,
) -> (Option<String>, bool) {
    let mut typed = value.to_owned();
    let wrong = check(&option.kind, value, protocol).is_err();
    let look = if wrong { FieldLook::Wrong } else { FieldLook::Plain };
    let response = widgets::text_field(ui, kit, rect, &mut typed, &option.name, "", look);
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    ((typed != value).then_some(typed), entered)
}

/// A whole number as a place on a line: dragged, clicked, or moved with the arrow keys.
fn slider(
    ui: &Ui,
    kit: &Kit<'_>,
    rect: Rect,
    name: &str,
    value: Option<i64>,
    bounds: std::ops::RangeInclusive<i64>,
) -> Option<i64> {
    let (min, max) = (*bounds.start(), *bounds.end());
    let span = (max - min) as f32;
    let line = Rect::from_center_size(rect.center(), vec2(rect.width() - 14.0, 4.0));
    let id = ui.scope_id().with(("slider", name));
    let response = ui.interact(rect, id, egui::Sense::click_and_drag());
    widgets::follow_keyboard(ui, &response, rect);
    let now = value.unwrap_or(min).clamp(min, max);
    let mut wished = None;
    if let Some(at) = response.interact_pointer_pos() {
        let part = ((at.x - line.left()) / line.width()).clamp(0.0, 1.0);
        wished = Some(min + (part * span).round() as i64);
    }
    if response.has_focus() {
        let filter = egui::EventFilter { horizontal_arrows: true, ..Default::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        let step = ((max - min) / 50).max(1);
        ui.input(|input| {
            if input.key_pressed(egui::Key::ArrowLeft) {
                wished = Some((now - step).max(min));
            }
            if input.key_pressed(egui::Key::ArrowRight) {
                wished = Some((now + step).min(max));
            }
        });
    }
    let part = (wished.unwrap_or(now) - min) as f32 / span;
    kit.fill(line, 2.0, kit.t.hover);
    kit.fill(line.with_max_x(line.left() + line.width() * part), 2.0, kit.t.accent);
    let knob = pos2(line.left() + line.width() * part, line.center().y);
    kit.p.circle_filled(knob, 7.0, kit.t.text);
    widgets::ring(kit, &response, Rect::from_center_size(knob, vec2(18.0, 18.0)), 9.0);
    let (name, shown) = (name.to_owned(), now.to_string());
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::accesskit::Role::Slider, true, &name);
        info.current_text_value = Some(shown.clone());
        info
    });
    wished.filter(|wished| Some(*wished) != value)
}

/// What applying will do, and the buttons. Returns whether to close.
fn end_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    form: &mut OptionsForm,
    entry: &EngineEntryView,
    (declared, entered): (&[DeclaredOption], bool),
) -> bool {
    let kit = kit.on(ui);
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), FOOT));
    let at = row.right_bottom() - vec2(0.0, size::CONTROL / 2.0);
    let read = form.read(declared, entry.protocol);
    let ready = read.is_ok() && form.differs(declared);
    let unchanged = (!ready).then_some(NOTHING_CHANGED);
    let why_not = read.as_ref().err().map(String::as_str).or(unchanged);
    // From left to right, as the Tab key goes.
    let left = at - vec2(kit.button_width("check", "Apply") + 8.0, 0.0);
    let cancel = Button::words("", text::CANCEL).show_right(ui, &kit, left);
    let apply = Button::words("check", "Apply").look(Look::Primary).unless(why_not);
    let apply = apply.show_right(ui, &kit, at);
    let place = Rect::from_min_max(
        pos2(row.left(), at.y - 18.0),
        pos2(cancel.rect.left() - 12.0, at.y + 18.0),
    );
    let runs = !entry.sessions.is_empty();
    let (words, ink) = match &read {
        Err(wrong) => (wrong.as_str(), kit.t.danger),
        Ok(_) if runs && ready => (
            "It is running: it is started again where it cannot take these values at once.",
            kit.t.warn,
        ),
        Ok(_) => ("Changed values are bold and kept for this engine.", kit.t.text3),
    };
    widgets::note(ui, &kit, place, words, font::SMALL, ink, 2);
    if let (true, Ok(values)) = (apply.clicked() || entered && ready, read) {
        let values = with_choices(entry, values);
        form.tidy();
        view.state.engines.keep_options(form);
        let command = EngineCommand::SetOptions(form.engine.clone(), values);
        view.push(Command::Engine(command));
        return true;
    }
    cancel.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, kind: OptionKind, default: &str, value: Option<&str>) -> DeclaredOption {
        let value = value.map(str::to_owned);
        DeclaredOption { name: name.to_owned(), kind, default: default.to_owned(), value }
    }

    #[test]
    fn only_values_that_are_not_the_default_are_sent() {
        let int = OptionKind::Int { min: 1, max: 64 };
        let declared = [
            option("threads", int.clone(), "1", Some("4")),
            option("book", OptionKind::Bool, "true", None),
            option("hash", int, "16", Some("32")),
        ];
        let mut form = OptionsForm::default();
        assert!(!form.differs(&declared));
        form.edits.insert("hash".to_owned(), "16".to_owned());
        form.edits.insert("book".to_owned(), "false".to_owned());
        assert!(form.differs(&declared));
        let sent = [("threads", "4"), ("book", "false")];
        let sent = sent.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(form.read(&declared, Protocol::Hub), Ok(sent.to_vec()));
        form.edits.insert("threads".to_owned(), "65".to_owned());
        assert_eq!(
            form.read(&declared, Protocol::Hub),
            Err("threads: 65 is not from 1 to 64".to_owned())
        );
    }

    #[test]
    fn every_kind_says_what_it_cannot_take() {
        let open = OptionKind::Int { min: i64::MIN, max: i64::MAX };
        let wrong = |kind: &OptionKind, value: &str| {
            check(kind, value, Protocol::Hub).expect_err("it is wrong")
        };
        assert_eq!(check(&open, "-7", Protocol::Hub), Ok(()));
        assert_eq!(range(&open), "");
        assert_eq!(range(&OptionKind::Int { min: 0, max: i64::MAX }), "0 or more");
        assert_eq!(wrong(&open, "x"), "\"x\" is not a whole number");
        let real = OptionKind::Real { min: 0.0, max: 1.5 };
        assert_eq!(wrong(&real, "2"), "2 is not from 0 to 1.5");
        assert_eq!(wrong(&OptionKind::Bool, "on"), "\"on\" is neither true nor false");
        let choice = OptionKind::Choice(vec!["low".to_owned(), "high".to_owned()]);
        assert_eq!(wrong(&choice, "mid"), "\"mid\" is not one of low, high");
        assert_eq!(check(&OptionKind::Text, "", Protocol::Hub), Ok(()));
        let quoted = check(&OptionKind::Text, "my \"file\"", Protocol::Hub).unwrap_err();
        assert_eq!(quoted, "Hub takes text without quotation marks, on one line");
        assert!(check(&OptionKind::Text, "a;b", Protocol::Uhp).is_err());
    }
}
