//! The list of engines, grouped by their game.
//!
//! Shows what the snapshot has; the order is that of the list.

use egui::style::ScrollAnimation;
use egui::{Align, Rect, ScrollArea, Ui, pos2, vec2};

use crate::app::board::GameInfo;
use crate::app::{Command, EngineCommand, EngineEntryView, RemovedView};
use crate::ui::actions::ActionId;
use crate::ui::dialogs::ask_engine;
use crate::ui::kit::{Cut, L, Look, R, W};
use crate::ui::panels::notice_foot_ui;
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

use super::chosen;

const ROW: f32 = 56.0;
const GROUP: f32 = 30.0;
/// Below this width the button that adds has no words.
const NARROW: f32 = 260.0;

/// Shows head, filter and rows, and a message below them.
pub(super) fn list_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let mut r = rect;
    let head = r.cut_top(52.0).shrink2(vec2(size::PAD, 0.0));
    let at = head.left_center();
    let t = kit.t;
    // The title is whole in a narrow list, too.
    let words = if rect.width() < NARROW { "" } else { text::ADD_ENGINE };
    let add = Button::words("plus", words).name(text::ADD_ENGINE).look(Look::Primary);
    let add = add.show_right(ui, &kit, head.right_center());
    if add.clicked() {
        ask_engine(view.state);
    }
    let reload = Button::icon("reset", text::RELOAD_ENGINES);
    let reload = reload.show_right(ui, &kit, add.rect.left_center() - vec2(4.0, 0.0));
    if reload.clicked() {
        view.act(ui.ctx(), ActionId::ReloadEngines);
    }
    let max = reload.rect.left() - at.x - 4.0;
    widgets::label(ui, &kit, at, L, text::RAIL_ENGINES, W::Semi, font::TITLE, t.text, max);
    let find = r.cut_top(32.0).shrink2(vec2(size::PAD, 0.0));
    let mut filter = std::mem::take(&mut view.state.engines.filter);
    let hint = "Filter by name, game, tag";
    let look = FieldLook::Search;
    widgets::text_field(ui, &kit, find, &mut filter, "Filter of engines", hint, look);
    view.state.engines.filter = filter;
    r.cut_top(8.0);
    said_ui(ui, view, &mut r);
    widgets::area(ui, r, "rows", |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| groups_ui(ui, view));
    });
}

/// The newest message, and the undo of the last removal, at the foot.
fn said_ui(ui: &mut Ui, view: &mut View<'_>, r: &mut Rect) {
    let kit = view.kit(ui);
    notice_foot_ui(ui, view, r);
    let Some(RemovedView { name, was_reset }) = &view.snapshot.removed_engine else { return };
    let row = r.cut_bottom(40.0).shrink2(vec2(size::PAD, 0.0));
    kit.hline(r.left(), r.right(), r.bottom());
    let spoken = match was_reset {
        true => format!("Bring the values of {name} back"),
        false => format!("Bring {name} back"),
    };
    let undo = Button::words("undo", "Undo").name(&spoken);
    let undo = undo.show_right(ui, &kit, row.right_center());
    if undo.clicked() {
        view.state.engines.chosen = Some(name.clone());
        view.push(Command::Engine(EngineCommand::UndoRemove));
    }
    let words = if *was_reset { format!("As it came: {name}") } else { format!("Removed: {name}") };
    let max = undo.rect.left() - row.left() - 8.0;
    let (at, ink) = (row.left_center(), kit.t.text2);
    widgets::label(ui, &kit, at, L, &words, W::Regular, font::SMALL, ink, max);
}

/// Every word of the filter occurs in the engine's facts.
fn matches_filter(entry: &EngineEntryView, title: &str, filter: &str) -> bool {
    let tags = entry.details.tags.join(" ");
    let all = format!("{} {title} {} {} {tags}", entry.name, entry.protocol, entry.target);
    let all = all.to_lowercase();
    filter.split_whitespace().all(|word| all.contains(word))
}

fn groups_ui(ui: &mut Ui, view: &mut View<'_>) {
    let snapshot = view.snapshot;
    let filter = view.state.engines.filter.trim().to_lowercase();
    let mut n_shown = 0;
    for info in &snapshot.games {
        let matches = |e: &&EngineEntryView| {
            let first = e.games.first().map(String::as_str) == Some(info.name);
            first && matches_filter(e, info.title, &filter)
        };
        let rows: Vec<&EngineEntryView> = snapshot.engines.iter().filter(matches).collect();
        if rows.is_empty() {
            continue;
        }
        n_shown += rows.len();
        group_ui(ui, view, info, &rows);
    }
    if n_shown == 0 {
        let kit = view.kit(ui);
        let (_, row) = ui.allocate_space(vec2(ui.available_width(), 48.0));
        let at = row.left_center() + vec2(size::PAD, 0.0);
        let words = "No engine of the list matches.";
        let max = row.width() - 2.0 * size::PAD;
        widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, kit.t.text3, max);
    }
}

fn group_ui(ui: &mut Ui, view: &mut View<'_>, info: &GameInfo, rows: &[&EngineEntryView]) {
    let kit = view.kit(ui);
    let (_, head) = ui.allocate_space(vec2(ui.available_width(), GROUP));
    let y = head.center().y + 2.0;
    let at = pos2(head.left() + size::PAD, y);
    kit.text(at, L, info.title, W::Semi, font::SMALL, kit.t.text3);
    let at = pos2(head.right() - size::PAD - 4.0, y);
    kit.text(at, R, &rows.len().to_string(), W::Medium, font::SMALL, kit.t.text3);
    for entry in rows {
        entry_ui(ui, view, entry);
    }
}

fn entry_ui(ui: &mut Ui, view: &mut View<'_>, entry: &EngineEntryView) {
    let kit = view.kit(ui);
    let t = kit.t;
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let row = row.shrink2(vec2(8.0, 2.0));
    let on = chosen(view).is_some_and(|chosen| chosen.name == entry.name);
    let name = format!("{}, {}, {}", entry.name, entry.protocol, entry.chip.text);
    if widgets::row_button(ui, &kit, row, &entry.name, &name, on).clicked() {
        view.state.engines.chosen = Some(entry.name.clone());
    }
    if on && std::mem::take(&mut view.state.engines.brings_chosen) {
        ui.scroll_to_rect_animation(row, Some(Align::Center), ScrollAnimation::none());
    }
    // The name has at least half of the row; the whole of a long state is in the detail.
    let most = row.width() * 0.5;
    let w = kit.chip_width(&entry.chip.text).min(most);
    let badge = kit.width(entry.protocol.title(), W::Medium, font::MICRO) + 12.0;
    let left = row.left() + 12.0;
    let name_w = kit.width(&entry.name, W::Semi, font::BODY);
    let x = row.right() - w - 8.0;
    // In the middle of the row where name and protocol end before it, else beside the second line.
    let beside = left + name_w + badge + 20.0 > x;
    let chip = pos2(x, if beside { row.top() + 36.0 } else { row.center().y });
    widgets::chip(ui, &kit, chip, &entry.chip.text, t.tone(entry.chip.tone), most);
    let y = row.top() + 16.0;
    let room = row.width() - badge - 32.0;
    let at = pos2(left, y);
    let end = kit.fit(at, L, &entry.name, W::Semi, font::BODY, t.text, room).right();
    kit.badge(pos2(end + 8.0, y), entry.protocol.title());
    let at = pos2(left, row.top() + 36.0);
    kit.fit(at, L, &note(entry), W::Regular, 12.0, t.text3, chip.x - left - 8.0);
}

/// Its special properties, in few words.
fn note(entry: &EngineEntryView) -> String {
    match (&entry.details.profile_of, entry.builtin) {
        (Some(base), _) => format!("profile of {base}"),
        (None, true) if entry.details.own => "built in, changed".to_owned(),
        (None, true) => "built in".to_owned(),
        (None, false) => without_folder(entry),
    }
}

/// The command without the folder of its program, which is the same for many and says little; the
/// whole stands in the detail.
fn without_folder(entry: &EngineEntryView) -> String {
    let Some(program) = entry.details.command.first() else { return entry.target.clone() };
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    match entry.target.strip_prefix(program.as_str()) {
        Some(rest) if !name.is_empty() => format!("{name}{rest}"),
        Some(_) | None => entry.target.clone(),
    }
}
