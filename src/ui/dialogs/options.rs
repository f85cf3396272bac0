//! The options declared by an engine: typed controls, changed values bold.
//!
//! Sets nothing itself: it pushes `SetOptions`, and `AskOptions` while nothing is known.

mod row;

use std::collections::BTreeMap;

use egui::{Context, Rect, ScrollArea, Ui, pos2, vec2};

pub(in crate::ui) use row::{option_rows_ui, option_ui};

use row::check;

use super::heading_ui;
use crate::app::{
    Command, DeclaredOption, EngineCommand, EngineEntryView, OptionKind, OptionView, ProblemView,
    Protocol, Snapshot,
};
use crate::ui::kit::{Kit, Look};
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

/// Why there is nothing to reset or to apply.
pub(in crate::ui) const NOTHING_CHANGED: &str = "No value has been changed.";

const WIDTH: f32 = 620.0;
const ROW: f32 = 46.0;
/// Height of the row of buttons, with the gap above it.
const FOOT: f32 = 18.0 + size::CONTROL;
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
}
