//! The page of engines: the list, one of them in detail, and what a probe says.
//!
//! Writes no file and starts nothing: adding, changing and probing is asked for.

mod checks;
mod detail;
mod known;
mod list;
mod options;
mod probe;
mod start;

use std::collections::BTreeMap;

use egui::{Rect, Ui};

use crate::app::{CheckView, Command, EngineCommand, EngineEntryView};
use crate::ui::dialogs::OptionsForm;
use crate::ui::kit::Cut;
use crate::ui::root::View;
use crate::ui::widgets;

/// Where list, detail and probe stand side by side.
const SIDE_BY_SIDE: f32 = 980.0;
/// Below this height there is no room for steps of a check above a transcript.
const LOW: f32 = 560.0;

/// The page of engines, as the screen remembers it.
#[derive(Debug, Default)]
pub struct EnginesState {
    /// Shows only entries that contain this.
    pub filter: String,
    /// The chosen entry.
    pub chosen: Option<String>,
    /// The chosen tab of its detail.
    pub tab: EngineTab,
    /// An engine is being added: it is to be chosen when it is there.
    pub awaits_probe: bool,
    /// What is being changed, by engine.
    forms: BTreeMap<String, EngineForms>,
}

/// A tab of an engine's detail.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum EngineTab {
    /// Its options.
    #[default]
    Options,
    /// How it is started.
    Start,
    /// How long it is waited for.
    Limits,
    /// Where it deviates from its protocol.
    Dialect,
    /// What a check of it has found.
    Checks,
}

/// Half-made changes of one engine.
#[derive(Debug, Default)]
struct EngineForms {
    options: OptionsForm,
    /// Texts by the field's name.
    texts: BTreeMap<&'static str, String>,
    /// The field that wants the keyboard.
    wants_keys: Option<&'static str>,
    /// The step of its check that is unfolded.
    open_step: Option<&'static str>,
    /// The step of its check that was brought into view last.
    seen_step: Option<&'static str>,
    /// The steps were followed as they were taken.
    follows: bool,
}

impl EnginesState {
    fn forms(&mut self, engine: &str) -> &mut EngineForms {
        let fresh = || EngineForms { options: OptionsForm::new(engine), ..EngineForms::default() };
        self.forms.entry(engine.to_owned()).or_insert_with(fresh)
    }
}

/// Shows the page, filling `rect`.
pub(in crate::ui) fn engines_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    follow_probe(view);
    let kit = view.kit(ui);
    let mut r = rect;
    let wide = rect.width() >= SIDE_BY_SIDE;
    let list = r.cut_left((rect.width() * 0.24).clamp(230.0, 332.0));
    kit.fill(list, 0.0, kit.t.panel);
    kit.vline(list.right() - 1.0, list.top(), list.bottom());
    widgets::area(ui, list, "engine list", |ui| list::list_ui(ui, view, list));
    let probe = match wide {
        true => r.cut_right((rect.width() * 0.31).clamp(340.0, 432.0)),
        // Steps need the height more than a transcript does.
        false if r.height() < LOW && view.state.engines.tab == EngineTab::Checks => {
            r.cut_bottom(probe::HEAD)
        }
        false => r.cut_bottom(r.height() * 0.4),
    };
    widgets::area(ui, r, "engine detail", |ui| detail::detail_ui(ui, view, r));
    kit.fill(probe, 0.0, kit.t.panel);
    match wide {
        true => kit.vline(probe.left(), probe.top(), probe.bottom()),
        false => kit.hline(probe.left(), probe.right(), probe.top()),
    }
    widgets::area(ui, probe, "probe", |ui| probe::probe_ui(ui, view, probe));
}

/// The engine that was added is chosen once it is in the list.
fn follow_probe(view: &mut View<'_>) {
    if !view.state.engines.awaits_probe {
        return;
    }
    let Some(probe) = view.snapshot.probe.as_ref().filter(|probe| !probe.running) else { return };
    if let Some(entry) = &probe.entry {
        view.state.engines.chosen = Some(entry.clone());
        view.state.engines.awaits_probe = false;
    }
}

fn chosen<'a>(view: &View<'a>) -> Option<&'a EngineEntryView> {
    let engines = &view.snapshot.engines;
    let wanted = view.state.engines.chosen.as_deref();
    engines.iter().find(|e| Some(e.name.as_str()) == wanted).or_else(|| engines.first())
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
