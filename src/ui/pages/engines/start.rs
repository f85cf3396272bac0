//! How the chosen engine is started, how long it is waited for, and where it deviates.
//!
//! What is written here is read by the list's own reader, which says what is wrong with it.

use egui::{Key, Rect, ScrollArea, Ui, vec2};

use crate::app::{
    Command, DialectView, EngineChange, EngineCommand, EngineEntryView, RestartPolicy,
    join_command, split_command,
};
use crate::ui::kit::{Cut, Kit, L, W};
use crate::ui::root::View;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, FieldLook};

use super::done_ui;

const ROW: f32 = 58.0;

/// A field of the tab: name, what it means, and whether engines read it.
struct Field {
    name: &'static str,
    note: &'static str,
    hint: &'static str,
    look: FieldLook,
}

impl Field {
    const fn new(
        name: &'static str,
        note: &'static str,
        hint: &'static str,
        look: FieldLook,
    ) -> Self {
        Self { name, note, hint, look }
    }
}

const NAME: Field = Field::new("Name", "as it stands in lists", "Scan 3.1", FieldLook::Plain);
const COMMAND: Field =
    Field::new("Command", "with its arguments", "/home/me/scan_31/scan hub", FieldLook::Mono);
const ADDRESS: Field =
    Field::new("Address", "where it listens", "localhost:27531", FieldLook::Mono);
const FOLDER: Field =
    Field::new("Folder", "it is started there", "the folder of the program", FieldLook::Mono);
const ENVIRONMENT: Field =
    Field::new("Environment", "NAME=value, added", "OMP_NUM_THREADS=4", FieldLook::Mono);
const TAGS: Field = Field::new("Tags", "between commas", "strong, reference", FieldLook::Plain);
const TIMEOUTS: Field = Field::new("Timeouts", "waits so much longer", "1", FieldLook::Plain);
const RESTART: Field = Field::new("Restart", "when it has failed", "ask", FieldLook::Plain);

/// What may become of an engine that has failed, in words.
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
    let fields: &[Field] = match is_socket {
        true => &[NAME, ADDRESS, TAGS],
        false => &[NAME, COMMAND, FOLDER, ENVIRONMENT, TAGS],
    };
    form_ui(
        ui,
        view,
        rect,
        entry,
        fields,
        "The program is looked for in its folder, else in PATH; no shell is used.",
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

/// What stands in a field while nobody has changed it.
fn current(entry: &EngineEntryView, field: &str) -> String {
    let details = &entry.details;
    match field {
        "Name" => entry.name.clone(),
        "Command" => join_command(&details.command),
        "Address" => details.address.clone(),
        "Folder" => details.dir.clone(),
        "Environment" => {
            let pairs: Vec<String> =
                details.env.iter().map(|(name, value)| format!("{name}={value}")).collect();
            join_command(&pairs)
        }
        "Tags" => details.tags.join(", "),
        "Timeouts" => details.timeouts.to_string(),
        _ => String::new(),
    }
}

/// What a text in a field means.
fn change(field: &str, text: &str) -> Result<EngineChange, String> {
    let text = text.trim();
    Ok(match field {
        "Name" => EngineChange::Name(text.to_owned()),
        "Command" => EngineChange::Command(split_command(text).map_err(|err| err.to_string())?),
        "Address" => EngineChange::Address(text.to_owned()),
        "Folder" => EngineChange::Dir(text.to_owned()),
        "Environment" => {
            let words = split_command(text).map_err(|err| err.to_string())?;
            let pairs = words.iter().map(|word| match word.split_once('=') {
                Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
                Some(_) | None => Err(format!("{word:?} is not NAME=value")),
            });
            EngineChange::Env(pairs.collect::<Result<_, _>>()?)
        }
        "Tags" => {
            let tags = text.split(',').map(str::trim).filter(|tag| !tag.is_empty());
            EngineChange::Tags(tags.map(str::to_owned).collect())
        }
        _ => {
            let scale = text.replace(',', ".").parse::<f64>();
            EngineChange::Timeouts(scale.map_err(|_error| format!("{text:?} is not a number"))?)
        }
    })
}

/// The changes of these fields, the name last since the others go by the old one.
fn changes(
    view: &mut View<'_>,
    entry: &EngineEntryView,
    fields: &[Field],
) -> Result<Vec<EngineChange>, String> {
    let texts = &view.state.engines.forms(&entry.name).texts;
    let mut all = Vec::new();
    for field in fields.iter().rev() {
        let Some(text) = texts.get(field.name) else { continue };
        if is_changed(entry, field, text) {
            all.push(change(field.name, text).map_err(|why| format!("{}: {why}", field.name))?);
        }
    }
    Ok(all)
}

/// The text means something else than what holds now; `a,b` is the same as `a, b`.
fn is_changed(entry: &EngineEntryView, field: &Field, text: &str) -> bool {
    let now = current(entry, field.name);
    text.trim() != now && change(field.name, text) != change(field.name, &now)
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
    ui.scope_builder(egui::UiBuilder::new().id_salt("form").max_rect(rect), |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let kit = view.kit(ui);
            for (field, row) in fields.iter().zip(card_rows(ui, &kit, fields.len())) {
                entered |= field_ui(ui, view, &kit, row, entry, field);
            }
            let width = ui.available_width();
            let (_, note) = ui.allocate_space(vec2(width, 50.0));
            widgets::note(ui, &kit, note.shrink2(vec2(2.0, 4.0)), words, 12.0, kit.t.text3, 2);
            let (_, row) = ui.allocate_space(vec2(width, 40.0));
            apply_ui(ui, view, &kit, row, entry, fields, entered);
        });
    });
}

/// Draws a card of so many rows with lines between them; where its rows are.
fn card_rows(ui: &mut Ui, kit: &Kit<'_>, n_rows: usize) -> Vec<Rect> {
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
    let at = egui::pos2(left.left(), y + 9.0);
    kit.fit(at, L, field.note, W::Regular, font::SMALL, kit.t.text3, left.width() - 6.0);
    let place = Rect::from_center_size(r.center(), vec2(r.width(), size::CONTROL + 2.0));
    if entry.builtin && matches!(field.name, "Name") {
        let words = format!("{} (comes with the program)", entry.name);
        let (at, ink) = (r.left_center(), kit.t.text2);
        widgets::label(ui, kit, at, L, &words, W::Regular, font::BODY, ink, r.width());
        return false;
    }
    if field.name == RESTART.name {
        restart_ui(ui, view, kit, place, entry);
        return false;
    }
    let now = current(entry, field.name);
    let forms = view.state.engines.forms(&entry.name);
    let mut text = forms.texts.get(field.name).cloned().unwrap_or_else(|| now.clone());
    let look = match change(field.name, &text) {
        Ok(_) => field.look,
        Err(_) => FieldLook::Wrong,
    };
    let response = widgets::text_field(ui, kit, place, &mut text, field.name, field.hint, look);
    if forms.wants_keys == Some(field.name) {
        forms.wants_keys = None;
        response.request_focus();
    }
    // A reader would else only hear the name.
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(field.note));
    if text == now || (response.lost_focus() && !is_changed(entry, field, &text)) {
        forms.texts.remove(field.name);
    } else {
        forms.texts.insert(field.name, text);
    }
    response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

/// What becomes of it when it has failed: chosen, and kept at once.
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
        view.push(Command::Engine(EngineCommand::Change(entry.name.clone(), change)));
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
    let read = changes(view, entry, fields);
    let some = read.as_ref().map_or(true, |all| !all.is_empty());
    let done = done_ui(ui, kit, row.right_center(), ("check", "Apply"), some && read.is_ok(), some);
    let (words, ink) = match &read {
        Err(why) => (why.as_str(), kit.t.danger),
        Ok(all) if all.is_empty() => ("", kit.t.text3),
        Ok(_) if entry.sessions.is_empty() => ("Kept in engines.toml.", kit.t.text3),
        Ok(_) => ("Kept in engines.toml; used when the engine is started again.", kit.t.text3),
    };
    let max = done.left - row.left() - 12.0;
    widgets::label(ui, kit, row.left_center(), L, words, W::Regular, font::SMALL, ink, max);
    if done.discard {
        view.state.engines.forms(&entry.name).texts.clear();
    }
    let Ok(all) = read else { return };
    if !(done.apply || entered) {
        return;
    }
    let texts = &mut view.state.engines.forms(&entry.name).texts;
    texts.retain(|name, _| !fields.iter().any(|field| field.name == *name));
    for change in all {
        if let EngineChange::Name(to) = &change {
            view.state.engines.chosen = Some(to.clone());
        }
        view.push(Command::Engine(EngineCommand::Change(entry.name.clone(), change)));
    }
}

/// What a dialect setting is about.
fn about(protocol: &str, name: &str) -> &'static str {
    match (protocol, name) {
        ("Hub", "history") => "what it is told of the game so far",
        ("Hub", "captures") => "how a capture of one piece is written",
        (_, "score") => "whose view its scores have",
        ("Hub", "ping") => "it answers ping",
        ("Hub", "info") => "when it tells what it thinks",
        ("NBoard", "stop") => "it ends a search when told to",
        ("NBoard", "deepen") => "it lists its lines only at the end, so it is asked step by step",
        ("NBoard", "hint-end") => "its status says when it is finished",
        ("GUIDE", "game") => "how the game is given to it",
        ("UHP", "position") => "positions step by step, or as a whole game",
        ("UHP", "analysis") => "depth by depth, or by time",
        ("UHP", "finished") => "its word on the end of a game",
        ("UBGI", "position") => "how positions are written",
        ("UBGI", "analysis") => "it lists ranked plays",
        ("UBGI", "stop") => "it knows stop",
        ("UBGI", "go") => "go role chequer, or go chequer",
        ("UBGI", "take") => "what it decides where it cannot be asked",
        (_, _) => "",
    }
}

/// Shows the tab, filling `rect`.
pub(super) fn dialect_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect, entry: &EngineEntryView) {
    let settings = &entry.details.dialect;
    widgets::area(ui, rect, "dialect", |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let kit = view.kit(ui);
            for (setting, row) in settings.iter().zip(card_rows(ui, &kit, settings.len())) {
                setting_ui(ui, view, &kit, row, entry, setting);
            }
            let width = ui.available_width();
            let found = detected(view, entry);
            let words = match found.as_str() {
                "" => "For engines that deviate from the document of their protocol. A probe says \
                       what it has found."
                    .to_owned(),
                found => format!("Found by the last probe: {found}"),
            };
            let (_, place) = ui.allocate_space(vec2(width, 60.0));
            let place = place.shrink2(vec2(0.0, 8.0));
            widgets::note(ui, &kit, place, &words, 12.0, kit.t.text3, 2);
        });
    });
}

/// A dialect setting with its values to choose from, filling `row`.
fn setting_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    row: Rect,
    entry: &EngineEntryView,
    setting: &DialectView,
) {
    let mut row = row;
    let place = row.cut_right((row.width() * 0.42).min(220.0));
    let place = Rect::from_center_size(place.center(), vec2(place.width(), size::CONTROL));
    let weight = if setting.value.is_some() { W::Bold } else { W::Medium };
    let y = row.center().y;
    let at = egui::pos2(row.left(), y - 9.0);
    kit.fit(at, L, setting.name, weight, font::BODY, kit.t.text, row.width() - 10.0);
    let at = egui::pos2(row.left(), y + 9.0);
    let words = about(entry.protocol, setting.name);
    let shown = kit.fit(at, L, words, W::Regular, font::SMALL, kit.t.text3, row.width() - 10.0);
    widgets::say(ui, shown, words);
    let usual = format!("as found ({})", setting.values.first().copied().unwrap_or_default());
    let mut items = vec![(usual.as_str(), "")];
    items.extend(setting.values.iter().map(|value| (*value, "")));
    let set = setting.value.as_deref();
    let on = setting.values.iter().position(|value| Some(*value) == set).map_or(0, |i| i + 1);
    let spoken = format!("Dialect {}", setting.name);
    if let Some(i) = widgets::choice(ui, kit, place, &spoken, &items, on) {
        let wished = i.checked_sub(1).map(|i| setting.values[i]);
        set_dialect(view, entry, setting.name, wished);
    }
}

/// What the last probe of this engine has found of its dialect.
fn detected(view: &View<'_>, entry: &EngineEntryView) -> String {
    let probe = view.snapshot.probe.as_ref();
    let probe = probe.filter(|probe| probe.entry.as_deref() == Some(entry.name.as_str()));
    let notes = probe.and_then(|probe| probe.verdict.as_ref()).map(|verdict| &verdict.notes);
    let found = notes.into_iter().flatten().filter_map(|note| note.strip_prefix("detected: "));
    found.collect::<Vec<_>>().join("; ")
}

fn set_dialect(view: &mut View<'_>, entry: &EngineEntryView, name: &str, value: Option<&str>) {
    let others = entry.details.dialect.iter().filter(|setting| setting.name != name);
    let mut pairs: Vec<(String, String)> =
        others.filter_map(|other| Some((other.name.to_owned(), other.value.clone()?))).collect();
    pairs.extend(value.map(|value| (name.to_owned(), value.to_owned())));
    let change = EngineChange::Dialect(pairs);
    view.push(Command::Engine(EngineCommand::Change(entry.name.clone(), change)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_becomes_a_change_or_says_what_is_wrong() {
        let texts = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        assert_eq!(
            change("Command", "ssh host 'scan hub'"),
            Ok(EngineChange::Command(texts(&["ssh", "host", "scan hub"])))
        );
        let pairs = vec![("A".to_owned(), "1".to_owned()), ("B".to_owned(), "x y=z".to_owned())];
        assert_eq!(change("Environment", "A=1 \"B=x y=z\""), Ok(EngineChange::Env(pairs)));
        assert_eq!(change("Environment", "A"), Err("\"A\" is not NAME=value".to_owned()));
        assert_eq!(change("Tags", " a, ,b "), Ok(EngineChange::Tags(texts(&["a", "b"]))));
        assert_eq!(change("Timeouts", "1,5"), Ok(EngineChange::Timeouts(1.5)));
        assert_eq!(change("Timeouts", "x"), Err("\"x\" is not a number".to_owned()));
        assert!(change("Command", "scan 'hub").is_err_and(|why| why.contains("not closed")));
    }
}
