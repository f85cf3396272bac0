//! How the chosen engine is started, and its time limits.
//!
//! Writes nothing: typed texts stay until the list has them.

use egui::{Key, Rect, ScrollArea, Ui, vec2};

use crate::app::{
    Command, EngineChange, EngineCommand, EngineEntryView, LookedFor, RestartPolicy, split_command,
};
use crate::ui::dialogs::{NOTHING_CHANGED, PROTOCOLS};
use crate::ui::kit::{Cut, Kit, L, W};
use crate::ui::root::View;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, FieldLook};

use super::done_ui;
use super::fields::{
    ADDRESS, COMMAND, ENVIRONMENT, FOLDER, Field, FieldId, GAMES, NAME, PROTOCOL, RESTART, TAGS,
    TIMEOUTS, VARIANTS, changes, current, is_changed, read,
};

const ROW: f32 = 58.0;
/// Height of the words below the fields.
const NOTE: f32 = 50.0;
/// Height of what applies the changes.
const APPLY: f32 = 40.0;

/// The actions after a failure of an engine, in words.
fn policy_words(policy: RestartPolicy) -> (&'static str, &'static str) {
    match policy {
        RestartPolicy::Ask => ("ask", "a restart is offered"),
        RestartPolicy::Automatic => ("automatic", "with its state restored"),
        RestartPolicy::Off => ("off", "it stays away"),
    }
}

/// Shows the tab, filling `rect`.
pub(super) fn start_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect, entry: &EngineEntryView) {
    let is_socket = !entry.details.address.is_empty();
    if !is_socket {
        look_for(view, entry);
    }
    let fields: &[Field] = match is_socket {
        true => &[NAME, PROTOCOL, ADDRESS, GAMES, VARIANTS, TAGS],
        false => &[NAME, PROTOCOL, COMMAND, FOLDER, ENVIRONMENT, GAMES, VARIANTS, TAGS],
    };
    form_ui(
        ui,
        view,
        rect,
        entry,
        fields,
        "The program is searched in its folder, then in PATH; no shell is used.",
    );
}

/// Shows the tab, filling `rect`.
pub(super) fn limits_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect, entry: &EngineEntryView) {
    let secs = |secs: f64| match secs {
        secs if secs >= 10.0 || secs.fract() == 0.0 => format!("{secs:.0} s"),
        secs => format!("{secs:.1} s"),
    };
    let [start, ready, stop, quit] = entry.details.deadlines.map(secs);
    let words = format!(
        "Now: {start} to start, {ready} to say that it is ready, {stop} to answer a stop, {quit} \
         to quit. 2 waits twice as long; 0.01 to 100."
    );
    form_ui(ui, view, rect, entry, &[TIMEOUTS, RESTART], &words);
}

fn form_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    rect: Rect,
    entry: &EngineEntryView,
    fields: &[Field],
    words: &str,
) {
    let mut entered = false;
    let mut r = rect;
    // What applies the changes stays where it is seen, below what it applies.
    let whole = ROW * fields.len() as f32 + NOTE;
    let list = r.cut_top(whole.min((rect.height() - APPLY).max(ROW)));
    ui.scope_builder(egui::UiBuilder::new().id_salt("form").max_rect(list), |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let kit = view.kit(ui);
            for (field, row) in fields.iter().zip(card_rows(ui, &kit, fields.len())) {
                entered |= field_ui(ui, view, &kit, row, entry, field);
            }
            let width = ui.available_width();
            let (_, note) = ui.allocate_space(vec2(width, NOTE));
            widgets::note(ui, &kit, note.shrink2(vec2(2.0, 4.0)), words, 12.0, kit.t.text3, 2);
        });
    });
    let kit = view.kit(ui);
    let row = r.cut_top(APPLY);
    apply_ui(ui, view, &kit, row, entry, fields, entered);
}

/// Draws a card with this many rows and lines between them; returns the rows.
pub(super) fn card_rows(ui: &mut Ui, kit: &Kit<'_>, n_rows: usize) -> Vec<Rect> {
    let (_, card) = ui.allocate_space(vec2(ui.available_width(), ROW * n_rows as f32));
    kit.card(card);
    let mut c = card.shrink2(vec2(16.0, 0.0));
    let rows: Vec<Rect> = (0..n_rows).map(|_| c.cut_top(ROW)).collect();
    for row in rows.iter().skip(1) {
        kit.hline(row.left(), row.right(), row.top());
    }
    rows
}

/// Shows a field; says whether Enter was pressed in it.
fn field_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    row: Rect,
    entry: &EngineEntryView,
    field: &Field,
) -> bool {
    let mut r = row;
    let left = r.cut_left((row.width() * 0.36).min(200.0));
    let y = left.center().y;
    let at = egui::pos2(left.left(), y - 9.0);
    kit.fit(at, L, field.name, W::Medium, font::BODY, kit.t.text, left.width());
    let (note, ink) = match missing(view, entry, field) {
        Some(words) => (words, kit.t.warn),
        None => (field.note, kit.t.text3),
    };
    let at = egui::pos2(left.left(), y + 9.0);
    kit.fit(at, L, note, W::Regular, font::SMALL, ink, left.width() - 6.0);
    let place = Rect::from_center_size(r.center(), vec2(r.width(), size::CONTROL + 2.0));
    if let Some(words) = bound(view, entry, field) {
        let (at, ink) = (r.left_center(), kit.t.text2);
        widgets::label(ui, kit, at, L, &words, W::Regular, font::BODY, ink, r.width());
        return false;
    }
    if field.name == RESTART.name {
        restart_ui(ui, view, kit, place, entry);
        return false;
    }
    if field.id == FieldId::Protocol {
        protocol_ui(ui, view, kit, place, entry);
        return false;
    }
    let now = current(entry, field.id);
    let snapshot = view.snapshot;
    let forms = view.state.engines.forms(&entry.name);
    let mut text = forms.texts.get(&field.id).cloned().unwrap_or_else(|| now.clone());
    let fault = match is_changed(entry, field, &text) {
        true => read(snapshot, entry, &forms.texts, field).err(),
        false => None,
    };
    let look = if fault.is_some() { FieldLook::Wrong } else { field.look };
    let response = widgets::text_field(ui, kit, place, &mut text, field.name, field.hint, look);
    if forms.wants_keys == Some(field.name) {
        forms.wants_keys = None;
        response.request_focus();
    }
    // Otherwise a screen reader would only speak the name.
    let spoken = fault.as_deref().unwrap_or(note);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(spoken));
    if text == now || (response.lost_focus() && !is_changed(entry, field, &text)) {
        forms.texts.remove(&field.id);
    } else {
        forms.texts.insert(field.id, text);
    }
    response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

/// Program with arguments, and folder, as typed; `None` while they are invalid.
fn typed(view: &mut View<'_>, entry: &EngineEntryView) -> Option<(Vec<String>, String)> {
    let texts = &view.state.engines.forms(&entry.name).texts;
    let text =
        |field: &Field| texts.get(&field.id).cloned().unwrap_or_else(|| current(entry, field.id));
    let command = split_command(&text(&COMMAND)).ok().filter(|command| !command.is_empty())?;
    Some((command, text(&FOLDER).trim().to_owned()))
}

/// Requests a check that the typed program exists, once.
fn look_for(view: &mut View<'_>, entry: &EngineEntryView) {
    let typed = typed(view, entry);
    if typed.is_none() || view.state.engines.looked_for == typed {
        return;
    }
    view.state.engines.looked_for.clone_from(&typed);
    if let Some((command, dir)) = typed {
        view.push(Command::Engine(EngineCommand::LookFor(command, dir)));
    }
}

/// What is missing of the typed values, in few words; until that is known, of the list's values.
fn missing(view: &mut View<'_>, entry: &EngineEntryView, field: &Field) -> Option<&'static str> {
    if field.name != FOLDER.name && field.name != COMMAND.name {
        return None;
    }
    const NOT_THERE: &str = "it is not there now";
    let is_folder = field.name == FOLDER.name;
    let typed = typed(view, entry);
    let is_it = |found: &&LookedFor| {
        typed.as_ref().is_some_and(|(command, dir)| (command, dir) == (&found.command, &found.dir))
    };
    if let Some(found) = view.snapshot.looked_for.as_ref().filter(is_it) {
        return match is_folder {
            true => found.dir_is_missing.then_some(NOT_THERE),
            false => found.program_fault,
        };
    }
    let is_typed = view.state.engines.forms(&entry.name).texts.contains_key(&field.id);
    (is_folder && entry.details.dir_is_missing && !is_typed).then_some(NOT_THERE)
}

/// What cannot be changed of an engine that comes with the program, in words.
fn bound(view: &View<'_>, entry: &EngineEntryView, field: &Field) -> Option<String> {
    if field.id == FieldId::Name && entry.builtin {
        return Some(format!("{} (comes with the program)", entry.name));
    }
    (field.id == FieldId::Protocol && is_bound(view, entry))
        .then(|| format!("{} (as it comes with the program)", entry.protocol))
}

/// Its protocol is that of an engine that comes with the program: it is that engine, or a profile
/// of it.
pub(super) fn is_bound(view: &View<'_>, entry: &EngineEntryView) -> bool {
    let base = entry.details.profile_of.as_ref();
    let is_base = |other: &EngineEntryView| other.builtin && Some(&other.name) == base;
    entry.builtin || view.snapshot.engines.iter().any(is_base)
}

/// Its protocol: chosen, and saved when applied.
fn protocol_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    place: Rect,
    entry: &EngineEntryView,
) {
    let known = &PROTOCOLS[1..];
    let items: Vec<(&str, &str)> = known.iter().map(|(_, title)| (*title, "")).collect();
    let now = current(entry, FieldId::Protocol);
    let texts = &mut view.state.engines.forms(&entry.name).texts;
    let wished = texts.get(&FieldId::Protocol).unwrap_or(&now);
    let on = known.iter().position(|(name, _)| name == wished).unwrap_or(usize::MAX);
    let chosen = widgets::choice(ui, kit, place, PROTOCOL.name, &items, on);
    match chosen.map(|i| known[i].0) {
        Some(name) if name == now => drop(texts.remove(&FieldId::Protocol)),
        Some(name) => drop(texts.insert(FieldId::Protocol, name.to_owned())),
        None => {}
    }
}

/// The action when it fails: chosen, and saved at once.
fn restart_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    place: Rect,
    entry: &EngineEntryView,
) {
    let items = RestartPolicy::ALL.map(policy_words);
    let on = RestartPolicy::ALL.iter().position(|policy| *policy == entry.details.restart);
    let chosen = widgets::choice(ui, kit, place, RESTART.name, &items, on.unwrap_or_default());
    if let Some(i) = chosen {
        let change = EngineChange::Restart(RestartPolicy::ALL[i]);
        view.push(Command::Engine(EngineCommand::Change(entry.name.clone(), vec![change])));
    }
}

fn apply_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    row: Rect,
    entry: &EngineEntryView,
    fields: &[Field],
    entered: bool,
) {
    let snapshot = view.snapshot;
    let read = changes(snapshot, entry, &view.state.engines.forms(&entry.name).texts, fields);
    let some = read.as_ref().map_or(true, |all| !all.is_empty());
    let unchanged = (!some).then_some(NOTHING_CHANGED);
    let why_not = [read.as_ref().err().map(String::as_str).or(unchanged), unchanged];
    let done = done_ui(ui, kit, row.right_center(), ("check", "Apply"), why_not);
    let (words, ink) = match &read {
        Err(why) => (why.as_str(), kit.t.danger),
        Ok(all) if all.is_empty() => ("", kit.t.text3),
        Ok(_) if entry.sessions.is_empty() => ("Apply keeps it in engines.toml.", kit.t.text3),
        Ok(_) => ("Apply keeps it in engines.toml, for the next start.", kit.t.text3),
    };
    let max = done.left - row.left() - 12.0;
    widgets::label(ui, kit, row.left_center(), L, words, W::Regular, font::SMALL, ink, max);
    let of_these = |id: FieldId| fields.iter().any(|field| field.id == id);
    if done.discard {
        view.state.engines.forms(&entry.name).texts.retain(|id, _| !of_these(*id));
    }
    let Ok(all) = read else { return };
    if !(done.apply || entered) || all.is_empty() {
        return;
    }
    // The typed text stays until the list has it: it may be refused.
    let renamed = all.iter().any(|change| matches!(change, EngineChange::Name(_)));
    let to = view.state.engines.forms(&entry.name).send(entry, of_these);
    if let Some(to) = to.filter(|_| renamed) {
        view.state.engines.awaits_name = Some((entry.name.clone(), to));
    }
    view.push(Command::Engine(EngineCommand::Change(entry.name.clone(), all)));
}
