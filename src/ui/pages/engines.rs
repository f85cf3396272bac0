//! The page of engines: the list, one of them in detail, and what is wrong with `engines.toml`.
//!
//! Writes no file; starting and stopping is asked for.

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use crate::app::{Command, EngineCommand, EngineEntryView};
use crate::ui::actions::{ActionId, mode_idx};
use crate::ui::dialogs::{Confirm, ask_options};
use crate::ui::kit::{Cut, Kit, L, Look, R, W};
use crate::ui::panels::problems_ui;
use crate::ui::root::View;
use crate::ui::state::{DrawerTab, Overlay, Page};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

const LIST: f32 = 332.0;
const PROBLEMS: f32 = 432.0;
const ROW: f32 = 56.0;
const GROUP: f32 = 30.0;

/// Shows the page, filling `rect`.
pub(in crate::ui) fn engines_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let mut r = rect;
    let list = r.cut_left(LIST.min(rect.width() * 0.35));
    kit.fill(list, 0.0, kit.t.panel);
    kit.vline(list.right() - 1.0, list.top(), list.bottom());
    widgets::area(ui, list, "engine list", |ui| list_ui(ui, view, list));
    let wide = r.width() > 900.0;
    let problems = if wide { r.cut_right(PROBLEMS) } else { r.cut_bottom(r.height() * 0.36) };
    widgets::area(ui, r, "engine detail", |ui| detail_ui(ui, view, r));
    kit.fill(problems, 0.0, kit.t.panel);
    if wide {
        kit.vline(problems.left(), problems.top(), problems.bottom());
    } else {
        kit.hline(problems.left(), problems.right(), problems.top());
    }
    let mut p = problems;
    let head = p.cut_top(52.0);
    let at = head.left_center() + vec2(size::PAD + 4.0, 0.0);
    let words = text::PROBLEMS;
    widgets::label(ui, &kit, at, L, words, W::Semi, font::TITLE, kit.t.text, 200.0);
    kit.hline(p.left(), p.right(), p.top());
    widgets::area(ui, p, "engine problems", |ui| problems_ui(ui, view, p));
}

fn list_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let mut r = rect;
    let head = r.cut_top(52.0).shrink2(vec2(size::PAD, 0.0));
    let at = head.left_center();
    let t = kit.t;
    widgets::label(ui, &kit, at, L, text::RAIL_ENGINES, W::Semi, font::TITLE, t.text, 160.0);
    let reload = Button::words("reset", "Reload").name(text::RELOAD_ENGINES);
    if reload.show_right(ui, &kit, head.right_center()).clicked() {
        view.act(ui.ctx(), ActionId::ReloadEngines);
    }
    let find = r.cut_top(32.0).shrink2(vec2(size::PAD, 0.0));
    let mut filter = std::mem::take(&mut view.state.engines.filter);
    let hint = "Filter by name, game, protocol";
    let look = FieldLook::Plain;
    widgets::text_field(ui, &kit, find, &mut filter, "Filter of engines", hint, look);
    view.state.engines.filter = filter;
    r.cut_top(8.0);
    widgets::area(ui, r, "rows", |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| groups_ui(ui, view));
    });
}

fn groups_ui(ui: &mut Ui, view: &mut View<'_>) {
    let snapshot = view.snapshot;
    let filter = view.state.engines.filter.trim().to_lowercase();
    for info in &snapshot.games {
        let matches = |e: &&EngineEntryView| {
            let first = e.games.first().map(String::as_str) == Some(info.name);
            let all = format!("{} {} {} {}", e.name, info.title, e.protocol, e.target);
            first && all.to_lowercase().contains(&filter)
        };
        let rows: Vec<&EngineEntryView> = snapshot.engines.iter().filter(matches).collect();
        if rows.is_empty() {
            continue;
        }
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
}

fn entry_ui(ui: &mut Ui, view: &mut View<'_>, entry: &EngineEntryView) {
    let kit = view.kit(ui);
    let t = kit.t;
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let row = row.shrink2(vec2(8.0, 2.0));
    let on = chosen(view).is_some_and(|chosen| chosen.name == entry.name);
    let name = format!("{}, {}, {}", entry.name, entry.protocol, entry.chip.text);
    if widgets::row_button(ui, &kit, row, &name, on).clicked() {
        view.state.engines.chosen = Some(entry.name.clone());
    }
    let w = kit.chip_width(&entry.chip.text);
    let chip = pos2(row.right() - w - 8.0, row.center().y);
    kit.chip(chip, &entry.chip.text, t.tone(entry.chip.tone));
    let room = chip.x - row.left() - 80.0;
    let at = pos2(row.left() + 12.0, row.top() + 17.0);
    let end = kit.fit(at, L, &entry.name, W::Semi, font::BODY, t.text, room).right();
    kit.badge(pos2(end + 8.0, row.top() + 17.0), entry.protocol);
    let note = if entry.builtin { "built in" } else { &entry.target };
    let at = pos2(row.left() + 12.0, row.top() + 37.0);
    kit.fit(at, L, note, W::Regular, 12.0, t.text3, chip.x - row.left() - 24.0);
}

fn chosen<'a>(view: &View<'a>) -> Option<&'a EngineEntryView> {
    let engines = &view.snapshot.engines;
    let wanted = view.state.engines.chosen.as_deref();
    engines.iter().find(|e| Some(e.name.as_str()) == wanted).or_else(|| engines.first())
}

fn detail_ui(ui: &mut Ui, view: &mut View<'_>, area: Rect) {
    let kit = view.kit(ui);
    let t = kit.t;
    let mut r = area.shrink2(vec2(24.0, 0.0));
    let Some(entry) = chosen(view) else {
        let at = r.min + vec2(0.0, 32.0);
        let words = "The list is empty. engines.toml in the configuration folder fills it.";
        widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, t.text3, r.width());
        return;
    };
    let head = r.cut_top(84.0);
    let y = head.top() + 33.0;
    let start = Button::words("play", "Start").look(Look::Primary);
    let name = format!("Start {}", entry.name);
    let start = start.name(&name).show_right(ui, &kit, pos2(r.right(), y));
    if start.clicked() {
        view.push(Command::Engine(EngineCommand::Start(entry.name.clone())));
    }
    let name = format!("Options of {}", entry.name);
    let left = start.rect.left_center() - vec2(8.0, 0.0);
    let options = Button::words("settings", text::OPTIONS).name(&name);
    let options = options.show_right(ui, &kit, left);
    if options.clicked() {
        ask_options(view.snapshot, view.state, view.commands, &entry.name);
    }
    let at = pos2(r.left(), y - 1.0);
    let room = options.rect.left() - r.left() - 190.0;
    let end = widgets::label(ui, &kit, at, L, &entry.name, W::Semi, 20.0, t.text, room).right();
    let x = kit.badge(pos2(end + 12.0, y), entry.protocol);
    kit.chip(pos2(x + 8.0, y), &entry.chip.text, t.tone(entry.chip.tone));
    let plays: Vec<&str> = entry
        .games
        .iter()
        .map(|game| {
            let known = view.snapshot.games.iter().find(|info| info.name == game);
            known.map_or(game.as_str(), |info| info.title)
        })
        .collect();
    let mut words = format!("Plays {}", plays.join(", "));
    if let Some(variants) = &entry.variants {
        words = format!("{words} ({})", variants.join(", "));
    }
    let at = pos2(r.left(), head.top() + 60.0);
    widgets::label(ui, &kit, at, L, &words, W::Regular, font::BODY, t.text2, r.width());
    kit.hline(area.left(), area.right(), head.bottom());
    r.cut_top(14.0);
    if let Some(missing) = &entry.missing {
        let at = r.min + vec2(2.0, 0.0);
        let para = kit.para(at, missing, W::Medium, font::BODY, t.text, r.width());
        widgets::say(ui, para, missing);
        r.cut_top(para.height() + 14.0);
    }
    sessions_ui(ui, view, &kit, &mut r, entry);
    let rows = 2 + entry.options.len();
    let card = r.cut_top(38.0 * rows as f32);
    kit.card(card);
    let mut c = card.shrink2(vec2(16.0, 0.0));
    let origin = if entry.builtin { "comes with the program" } else { "engines.toml" };
    fact_ui(ui, &kit, c.cut_top(38.0), "From", origin, true);
    fact_ui(ui, &kit, c.cut_top(38.0), "Command", &entry.target, false);
    for option in &entry.options {
        let value = if option.choices.is_empty() {
            option.value.clone()
        } else {
            format!("{}   (of {})", option.value, option.choices.join(", "))
        };
        fact_ui(ui, &kit, c.cut_top(38.0), &option.name, &value, false);
    }
    let words = "Options are chosen with each new game or match; their usual values stand in \
                 engines.toml.";
    let para = kit.para(r.min + vec2(2.0, 10.0), words, W::Regular, 12.0, t.text3, r.width());
    widgets::say(ui, para, words);
}

fn fact_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, name: &str, value: &str, first: bool) {
    if !first {
        kit.hline(row.left(), row.right(), row.top());
    }
    kit.fit(row.left_center(), L, name, W::Medium, font::BODY, kit.t.text2, 104.0);
    let at = row.left_center() + vec2(110.0, 0.0);
    let shown = kit.fit(at, L, value, W::Mono, 12.0, kit.t.text, row.width() - 110.0);
    widgets::say(ui, shown, &format!("{name}: {value}"));
}

/// The running sessions of this engine, each with what can be done with it.
fn sessions_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    r: &mut Rect,
    entry: &EngineEntryView,
) {
    let snapshot = view.snapshot;
    let mine = snapshot.sessions.iter().filter(|(id, _)| entry.sessions.contains(id));
    for (id, name) in mine {
        let row = r.cut_top(44.0);
        kit.card(row);
        let mut right = row.right_center() - vec2(8.0, 0.0);
        for (icon, words) in [
            ("trash", "Kill\u{2026}"),
            ("reset", "Restart"),
            ("stop", "Stop"),
            ("console", "Console"),
        ] {
            let spoken = format!("{words} session {id}");
            let button = Button::words(icon, words).name(&spoken);
            let response = button.show_right(ui, kit, right);
            right.x = response.rect.left() - 6.0;
            if response.clicked() {
                session_action(view, *id, name, words);
            }
        }
        let words = format!("Session {id}: {name}");
        let at = row.left_center() + vec2(16.0, 0.0);
        let max = right.x - at.x - 10.0;
        widgets::label(ui, kit, at, L, &words, W::Medium, font::BODY, kit.t.text, max);
        r.cut_top(size::GAP);
    }
}

fn session_action(view: &mut View<'_>, id: u64, name: &str, words: &str) {
    match words {
        "Restart" => view.push(Command::Engine(EngineCommand::Restart(id))),
        "Stop" => view.push(Command::Engine(EngineCommand::Stop(id))),
        "Console" => {
            view.push(Command::Engine(EngineCommand::Watch(Some(id))));
            view.state.console.asked = Some(Some(id));
            view.state.drawer.tab = DrawerTab::Console;
            view.state.drawer.wish[mode_idx(view.snapshot.mode)] = Some(true);
            view.state.page = Page::Board;
        }
        _ => view.state.overlay = Some(Overlay::Confirm(Confirm::kill(id, name))),
    }
}
