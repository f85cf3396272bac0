//! Where the chosen engine deviates from its protocol: settings to choose from.
//!
//! Changes nothing itself: a choice is pushed at once.

use egui::{Rect, ScrollArea, Ui, vec2};

use crate::app::{
    Command, DialectView, EngineChange, EngineCommand, EngineEntryView, NoteKind, Protocol,
};
use crate::ui::kit::{Cut, Kit, L, W};
use crate::ui::root::View;
use crate::ui::theme::{font, size};
use crate::ui::widgets;

use super::start::card_rows;

/// What a dialect setting is about.
fn about(protocol: Protocol, name: &str) -> &'static str {
    match (protocol, name) {
        (Protocol::Hub, "history") => "what it gets of the game so far",
        (Protocol::Hub, "captures") => "how a capture of one piece is written",
        (_, "score") => "whose view its scores have",
        (Protocol::Hub, "ping") => "it answers ping",
        (Protocol::Hub, "info") => "when it tells what it thinks",
        (Protocol::NBoard, "stop") => "it ends a search when told to",
        (Protocol::NBoard, "deepen") => {
            "it lists its lines only at the end, so it is asked step by step"
        }
        (Protocol::NBoard, "hint-end") => "its status says when it is finished",
        (Protocol::Guide, "game") => "how the game is given to it",
        (Protocol::Uhp, "position") => "positions step by step, or as a whole game",
        (Protocol::Uhp, "analysis") => "depth by depth, or by time",
        (Protocol::Uhp, "finished") => "its word on the end of a game",
        (Protocol::Ubgi, "position") => "how positions are written",
        (Protocol::Ubgi, "analysis") => "it lists ranked plays",
        (Protocol::Ubgi, "stop") => "it knows stop",
        (Protocol::Ubgi, "go") => "go role chequer, or go chequer",
        (Protocol::Ubgi, "take") => "what it decides where it cannot be asked",
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

/// The findings of this engine's last probe about its dialect.
fn detected(view: &View<'_>, entry: &EngineEntryView) -> String {
    let probe = view.snapshot.probe.as_ref();
    let probe = probe.filter(|probe| probe.entry.as_deref() == Some(entry.name.as_str()));
    let notes = probe.and_then(|probe| probe.verdict.as_ref()).map(|verdict| &verdict.notes);
    let found = notes.into_iter().flatten().filter(|note| note.kind == NoteKind::Deviation);
    found.map(|note| note.text.as_str()).collect::<Vec<_>>().join("; ")
}

fn set_dialect(view: &mut View<'_>, entry: &EngineEntryView, name: &str, value: Option<&str>) {
    let others = entry.details.dialect.iter().filter(|setting| setting.name != name);
    let mut pairs: Vec<(String, String)> =
        others.filter_map(|other| Some((other.name.to_owned(), other.value.clone()?))).collect();
    pairs.extend(value.map(|value| (name.to_owned(), value.to_owned())));
    let change = EngineChange::Dialect(pairs);
    view.push(Command::Engine(EngineCommand::Change(entry.name.clone(), vec![change])));
}
