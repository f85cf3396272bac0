//! The page of engines: the list, one of them in detail, and what a probe says.
//!
//! Writes no file and starts nothing: adding, changing and probing are commands.

mod checks;
mod detail;
mod dialect;
mod fields;
mod known;
mod list;
mod options;
mod probe;
mod start;

use std::collections::{BTreeMap, BTreeSet};

use egui::{Pos2, Rect, Ui, vec2};

use fields::{FieldId, Texts, current};

use crate::app::{
    CheckView, Command, EngineCommand, EngineEntryView, Mode, NewEngine, ProbeView, Protocol,
    Snapshot,
};
use crate::ui::dialogs::{AddEngineForm, OptionsForm, all_options, players};
use crate::ui::kit::{Cut, Kit, Look};
use crate::ui::root::View;
use crate::ui::state::{Page, UiState};
use crate::ui::widgets::{self, Button};

/// Minimum width for list, detail and probe side by side.
const SIDE_BY_SIDE: f32 = 980.0;
/// Below this height there is no room for steps of a check above a transcript.
const LOW: f32 = 560.0;

/// The screen state of the page of engines.
#[derive(Debug, Default)]
pub struct EnginesState {
    /// Shows only entries that contain this.
    pub filter: String,
    /// The chosen entry.
    pub chosen: Option<String>,
    /// The chosen tab of its detail.
    pub tab: EngineTab,
    /// An engine is being added: select it once it exists.
    awaited: Option<Awaited>,
    /// The last input that was not added, and the length of the list then: the dialog begins with
    /// it.
    unadded: Option<(AddEngineForm, usize)>,
    /// A profile or an engine without a probe was requested: select it once it exists.
    awaits_entry: Option<AwaitedEntry>,
    /// The engine being renamed, and its new name: its drafts move along.
    awaits_name: Option<(String, String)>,
    /// The probe is unfolded where there is no room for it and the rest.
    is_probe_open: bool,
    /// The last probe shown, by its request and whether it ran: a new one unfolds.
    seen_probe: Option<String>,
    /// The probe, by its number, and the protocol whose transcript alone is shown.
    transcript_of: Option<(u64, Protocol)>,
    /// The page is shown.
    is_shown: bool,
    /// Bring the selected entry into view.
    brings_chosen: bool,
    /// The program with its arguments and the folder that were last checked for existence.
    looked_for: Option<(Vec<String>, String)>,
    /// What is being changed, by engine.
    forms: BTreeMap<String, EngineForms>,
}

/// The probe that adds an engine.
#[derive(Debug)]
struct Awaited {
    /// Number of the newest probe when it was requested.
    after: u64,
    /// What is probed, as it was written.
    source: String,
}

/// An entry that is added without a probe.
#[derive(Debug)]
struct AwaitedEntry {
    /// The engine that it is a profile of; `None` for an engine of its own.
    base: Option<String>,
    /// The names in the list when it was requested.
    known: BTreeSet<String>,
}

impl Awaited {
    /// This is the probe, or one that came after it.
    fn has_begun(&self, probe: &ProbeView) -> bool {
        probe.number > self.after
    }
}

/// A tab of an engine's detail.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum EngineTab {
    /// Its options.
    #[default]
    Options,
    /// How it is started.
    Start,
    /// Its time limits.
    Limits,
    /// Where it deviates from its protocol.
    Dialect,
    /// What a check of it has found.
    Checks,
}

/// Drafts of changes of one engine.
#[derive(Debug, Default)]
struct EngineForms {
    options: OptionsForm,
    /// The typed texts; each stays until the list has it.
    texts: Texts,
    /// The applied texts, and the texts before them.
    sent: BTreeMap<FieldId, (String, String)>,
    /// The field to be focused.
    wants_keys: Option<&'static str>,
    /// The step of its check that is unfolded.
    open_step: Option<&'static str>,
    /// The step of its check that was brought into view last.
    seen_step: Option<&'static str>,
    /// The view followed the running steps.
    follows: bool,
}

impl EngineForms {
    /// The texts of these fields are being applied; the name among them is returned.
    fn send(
        &mut self,
        entry: &EngineEntryView,
        is_sent: impl Fn(FieldId) -> bool,
    ) -> Option<String> {
        for (&field, text) in self.texts.iter().filter(|(field, _)| is_sent(**field)) {
            self.sent.insert(field, (text.clone(), current(entry, field)));
        }
        self.sent.get(&FieldId::Name).map(|(text, _)| text.trim().to_owned())
    }

    /// An applied text that is in the list is no longer a draft; a refused one stays a draft.
    fn settle(&mut self, entry: &EngineEntryView) {
        let texts = &mut self.texts;
        self.sent.retain(|field, (text, before)| {
            let is_taken = current(entry, *field) != *before;
            if is_taken && texts.get(field) == Some(text) {
                texts.remove(field);
            }
            !is_taken
        });
        self.options.settle(&all_options(entry));
    }
}

impl EnginesState {
    /// Select the engine that the probe of this text finds; `after` is the number of the newest
    /// probe at the request.
    pub(in crate::ui) fn await_probe(&mut self, after: u64, text: &str) {
        self.awaited = Some(Awaited { after, source: text.trim().to_owned() });
        self.awaits_entry = None;
    }

    /// Select what is added to this list without a probe: a profile of `base`, or a separate
    /// engine.
    pub(in crate::ui) fn await_entry(&mut self, listed: &[EngineEntryView], base: Option<String>) {
        let known = listed.iter().map(|entry| entry.name.clone()).collect();
        self.awaits_entry = Some(AwaitedEntry { base, known });
    }

    /// This is being added to a list of this length: until it has grown, the dialog begins with it.
    pub(in crate::ui) fn keep_unadded(&mut self, form: AddEngineForm, n_listed: usize) {
        self.unadded = Some((form, n_listed));
    }

    /// The last input that was not added.
    pub(in crate::ui) fn unadded(&self) -> AddEngineForm {
        self.unadded.as_ref().map(|(form, _)| form.clone()).unwrap_or_default()
    }

    /// The changed options of an engine that were not accepted, for a dialog to begin with.
    pub(in crate::ui) fn options_draft(&mut self, entry: &EngineEntryView) -> OptionsForm {
        let forms = self.forms(&entry.name);
        forms.settle(entry);
        let mut draft = forms.options.clone();
        draft.filter.clear();
        draft
    }

    /// These options are being applied: they stay until the list has them.
    pub(in crate::ui) fn keep_options(&mut self, form: &OptionsForm) {
        let options = &mut self.forms(&form.engine).options;
        let filter = std::mem::take(&mut options.filter);
        options.clone_from(form);
        options.filter = filter;
    }

    fn forms(&mut self, engine: &str) -> &mut EngineForms {
        let fresh = || EngineForms { options: OptionsForm::new(engine), ..EngineForms::default() };
        self.forms.entry(engine.to_owned()).or_insert_with(fresh)
    }
}

/// Goes to the page, for the visible game: an engine that plays it is selected and in view.
pub(in crate::ui) fn open_engines(snapshot: &Snapshot, state: &mut UiState) {
    if state.page == Page::Engines {
        return;
    }
    state.page = Page::Engines;
    let page = &mut state.engines;
    page.filter.clear();
    page.brings_chosen = true;
    let matching = snapshot.matching.as_ref().filter(|_| snapshot.mode == Mode::Match);
    let (game, variant) = match matching {
        Some(found) => (found.info.name, found.variant_name.as_deref()),
        None => (snapshot.game.info.name, snapshot.game.variant_name.as_deref()),
    };
    let fitting = players(snapshot, game, variant);
    if fitting.iter().any(|entry| page.chosen.as_ref() == Some(&entry.name)) {
        return;
    }
    let seats = || snapshot.game.seats.iter().filter_map(|seat| seat.engine.as_ref());
    let sits = |entry: &&&EngineEntryView| seats().any(|name| *name == entry.name);
    if let Some(entry) = fitting.iter().find(sits).or(fitting.first()) {
        page.chosen = Some(entry.name.clone());
    }
}

/// Another page is shown: a probe ends with its page.
pub(in crate::ui) fn engines_left(view: &mut View<'_>) {
    let was_shown = std::mem::take(&mut view.state.engines.is_shown);
    if was_shown && view.snapshot.probe.as_ref().is_some_and(|probe| probe.running) {
        view.push(Command::Engine(EngineCommand::LeaveProbe));
    }
}

/// Shows the page, filling `rect`.
pub(in crate::ui) fn engines_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    view.state.engines.is_shown = true;
    follow_probe(view);
    follow_entry(view);
    follow_name(view);
    // Coming back resets the page.
    let listed = &view.snapshot.engines;
    let forms = &mut view.state.engines.forms;
    forms.retain(|name, _| listed.iter().any(|entry| entry.name == *name));
    for entry in listed {
        if let Some(forms) = forms.get_mut(&entry.name) {
            forms.settle(entry);
        }
    }
    view.state.engines.unadded.take_if(|(_, n_listed)| *n_listed < listed.len());
    let kit = view.kit(ui);
    let mut r = rect;
    let wide = rect.width() >= SIDE_BY_SIDE;
    let list = r.cut_left((rect.width() * 0.24).clamp(230.0, 332.0));
    kit.fill(list, 0.0, kit.t.panel);
    kit.vline(list.right() - 1.0, list.top(), list.bottom());
    widgets::area(ui, list, "engine list", |ui| list::list_ui(ui, view, list));
    let probe = match wide {
        true => r.cut_right((rect.width() * 0.31).clamp(340.0, 432.0)),
        // There is room for only one of them: the probe shows its head, or covers the area below
        // the tabs.
        false if r.height() < LOW => match view.state.engines.is_probe_open {
            true => r.cut_bottom(r.height() - detail::ABOVE_TABS),
            false => r.cut_bottom(probe::HEAD),
        },
        false => r.cut_bottom(r.height() * 0.4),
    };
    // Fields and places of one engine are not those of another.
    let detail = format!("detail of {}", chosen(view).map_or("", |entry| entry.name.as_str()));
    widgets::area(ui, r, &detail, |ui| detail::detail_ui(ui, view, r));
    kit.fill(probe, 0.0, kit.t.panel);
    match wide {
        true => kit.vline(probe.left(), probe.top(), probe.bottom()),
        false => kit.hline(probe.left(), probe.right(), probe.top()),
    }
    let folds = !wide && rect.height() < LOW;
    widgets::area(ui, probe, "probe", |ui| probe::probe_ui(ui, view, probe, folds));
}

/// The profile, or the engine without a probe, that was asked for is chosen once it is in the list.
fn follow_entry(view: &mut View<'_>) {
    let Some(AwaitedEntry { base, known }) = &view.state.engines.awaits_entry else { return };
    let is_it = |entry: &&EngineEntryView| {
        entry.details.profile_of == *base && !known.contains(&entry.name)
    };
    if let Some(entry) = view.snapshot.engines.iter().find(is_it) {
        view.state.engines.chosen = Some(entry.name.clone());
        view.state.engines.awaits_entry = None;
    }
}

/// The engine that was renamed stays chosen, with what is typed for it, once it has its new name.
fn follow_name(view: &mut View<'_>) {
    let state = &mut view.state.engines;
    let is_listed = |name: &str| view.snapshot.engines.iter().any(|entry| entry.name == name);
    let renamed = |(from, to): &mut (String, String)| !is_listed(from) && is_listed(to);
    let Some((from, to)) = state.awaits_name.take_if(renamed) else { return };
    if let Some(mut forms) = state.forms.remove(&from) {
        // All fields were applied together.
        for (field, (text, _)) in std::mem::take(&mut forms.sent) {
            if forms.texts.get(&field) == Some(&text) {
                forms.texts.remove(&field);
            }
        }
        forms.options.engine.clone_from(&to);
        state.forms.insert(to.clone(), forms);
    }
    if state.chosen.as_deref().is_none_or(|chosen| chosen == from) {
        state.chosen = Some(to);
    }
}

/// Adds an engine by probing what the text means; it is chosen once it is in the list.
pub(in crate::ui) fn add_engine(
    snapshot: &Snapshot,
    state: &mut UiState,
    commands: &mut Vec<Command>,
    new: NewEngine,
) {
    // While a probe runs another is refused: the one that runs is waited for.
    if !snapshot.probe.as_ref().is_some_and(|probe| probe.running) {
        let after = snapshot.probe.as_ref().map_or(0, |probe| probe.number);
        state.engines.await_probe(after, new.text.trim());
    }
    commands.push(Command::Engine(EngineCommand::Add(new)));
}

/// The engine that was added is chosen once it is in the list.
fn follow_probe(view: &mut View<'_>) {
    let running = view.snapshot.probe.as_ref().filter(|probe| probe.running);
    let seen = running.map(|probe| probe.source.clone());
    let state = &mut view.state.engines;
    if seen != state.seen_probe {
        state.is_probe_open |= seen.is_some();
        state.seen_probe = seen;
    }
    let (Some(awaited), Some(probe)) = (&state.awaited, &view.snapshot.probe) else { return };
    if !awaited.has_begun(probe) || (probe.running && probe.source == awaited.source) {
        return;
    }
    if probe.source == awaited.source && probe.entry.is_some() {
        state.chosen.clone_from(&probe.entry);
    }
    // Found, not found, or replaced by another probe.
    state.awaited = None;
}

fn chosen<'a>(view: &View<'a>) -> Option<&'a EngineEntryView> {
    let engines = &view.snapshot.engines;
    let wanted = view.state.engines.chosen.as_deref();
    engines.iter().find(|e| Some(e.name.as_str()) == wanted).or_else(|| engines.first())
}

/// Which of Apply and Discard was clicked, and their left edge.
struct Done {
    apply: bool,
    discard: bool,
    left: f32,
}

/// Apply, with this icon and these words, and Discard before it, ending at `right`.
fn done_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    right: Pos2,
    (icon, words): (&str, &str),
    // Why Apply and Discard cannot be pressed now.
    [no_apply, no_discard]: [Option<&str>; 2],
) -> Done {
    // From left to right, as the Tab key goes.
    let before = right - vec2(kit.button_width(icon, words) + 6.0, 0.0);
    let discard = Button::words("", "Discard").unless(no_discard).show_right(ui, kit, before);
    let apply = Button::words(icon, words).look(Look::Primary).unless(no_apply);
    let apply = apply.show_right(ui, kit, right);
    Done { apply: apply.clicked(), discard: discard.clicked(), left: discard.rect.left() }
}

/// The check of this engine that runs or has run last.
fn check_of<'a>(view: &View<'a>, engine: &str) -> Option<&'a CheckView> {
    view.snapshot.checks.iter().find(|check| check.engine == engine)
}

/// Shows the checks of the chosen engine, this step unfolded.
fn show_step(view: &mut View<'_>, engine: &str, step: &'static str) {
    let state = &mut view.state.engines;
    state.chosen = Some(engine.to_owned());
    state.tab = EngineTab::Checks;
    let forms = state.forms(engine);
    (forms.open_step, forms.seen_step) = (Some(step), None);
}

/// Starts a probe of an engine of the list.
fn probe_engine(view: &mut View<'_>, name: &str) {
    view.push(Command::Engine(EngineCommand::Probe(name.to_owned())));
}
