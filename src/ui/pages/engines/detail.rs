//! One engine in detail: its head, its sessions, and the tabs.
//!
//! Changes nothing itself.

use egui::{Popup, Rect, Response, Ui, pos2, vec2};

use crate::app::{Command, EngineCommand, EngineEntryView};
use crate::ui::actions::mode_idx;
use crate::ui::dialogs::Confirm;
use crate::ui::kit::{Cut, Kit, L, Look, W};
use crate::ui::root::View;
use crate::ui::state::{DrawerTab, Overlay, Page};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, MenuItem, Tab};

use super::{EngineTab, check_of, checks, chosen, options, probe_engine, start};

const TABS: [EngineTab; 5] = [
    EngineTab::Options,
    EngineTab::Start,
    EngineTab::Limits,
    EngineTab::Dialect,
    EngineTab::Checks,
];

/// Shows the chosen engine, filling `area`.
pub(super) fn detail_ui(ui: &mut Ui, view: &mut View<'_>, area: Rect) {
    let kit = view.kit(ui);
    let mut r = area.shrink2(vec2(24.0, 0.0));
    let Some(entry) = chosen(view) else {
        let at = r.min + vec2(0.0, 32.0);
        let words = "The list is empty. Add engine fills it.";
        widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, kit.t.text3, r.width());
        return;
    };
    let head = r.cut_top(80.0);
    head_ui(ui, view, &kit, head, entry);
    let tabs = r.cut_top(36.0);
    kit.hline(area.left(), area.right(), tabs.bottom());
    tabs_ui(ui, view, &kit, tabs, entry);
    r.cut_top(14.0);
    if let Some(missing) = &entry.missing {
        let at = r.min + vec2(2.0, 0.0);
        let para = kit.para(at, missing, W::Medium, font::BODY, kit.t.text, r.width());
        widgets::say(ui, para, missing);
        r.cut_top(para.height() + 14.0);
    }
    sessions_ui(ui, view, &kit, &mut r, entry);
    let tab = view.state.engines.tab;
    match tab {
        EngineTab::Options => options::options_tab_ui(ui, view, r, entry),
        EngineTab::Start => start::start_ui(ui, view, r, entry),
        EngineTab::Limits => start::limits_ui(ui, view, r, entry),
        EngineTab::Dialect => start::dialect_ui(ui, view, r, entry),
        EngineTab::Checks => checks::checks_ui(ui, view, r, entry),
    }
}

fn head_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, head: Rect, entry: &EngineEntryView) {
    let t = kit.t;
    let y = head.top() + 33.0;
    let spoken = format!("More about {}", entry.name);
    let more = Button::icon("more", &spoken).show_right(ui, kit, pos2(head.right(), y));
    more_ui(ui, view, kit, &more, entry);
    let spoken = format!("Duplicate {} as a profile", entry.name);
    let copy = Button::icon("duplicate", &spoken);
    let copy = copy.show_right(ui, kit, more.rect.left_center() - vec2(2.0, 0.0));
    if copy.clicked() {
        view.push(Command::Engine(EngineCommand::Duplicate(entry.name.clone())));
    }
    let spoken = format!("Start {}", entry.name);
    let begin = Button::words("play", "Start").look(Look::Primary).name(&spoken);
    let begin = begin.show_right(ui, kit, copy.rect.left_center() - vec2(6.0, 0.0));
    if begin.clicked() {
        view.push(Command::Engine(EngineCommand::Start(entry.name.clone())));
    }
    let badge = kit.width(entry.protocol, W::Medium, font::MICRO) + 12.0;
    let chip = kit.chip_width(&entry.chip.text).min(150.0);
    let room = begin.rect.left() - head.left() - badge - chip - 32.0;
    let at = pos2(head.left(), y - 1.0);
    let max = room.max(80.0);
    let end = widgets::label(ui, kit, at, L, &entry.name, W::Semi, 20.0, t.text, max).right();
    let x = kit.badge(pos2(end + 12.0, y), entry.protocol);
    let left = begin.rect.left() - x - 16.0;
    if left > 24.0 {
        kit.chip_within(pos2(x + 8.0, y), &entry.chip.text, t.tone(entry.chip.tone), left);
    }
    let at = pos2(head.left(), head.top() + 60.0);
    let words = description(view, entry);
    widgets::label(ui, kit, at, L, &words, W::Regular, font::BODY, t.text2, head.width());
}

/// What it plays, what it is a profile of, its tags.
fn description(view: &View<'_>, entry: &EngineEntryView) -> String {
    let mut plays: Vec<&str> = Vec::new();
    for game in &entry.games {
        let known = view.snapshot.games.iter().find(|info| info.name == game);
        plays.push(known.map_or(game.as_str(), |info| info.title));
    }
    let mut words = format!("Plays {}", plays.join(", "));
    if let Some(variants) = &entry.variants {
        words = format!("{words} ({})", variants.join(", "));
    }
    if let Some(base) = &entry.details.profile_of {
        words = format!("Profile of {base}.  {words}");
    }
    if !entry.details.tags.is_empty() {
        words = format!("{words}.  Tags: {}", entry.details.tags.join(", "));
    }
    words
}

fn more_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    button: &Response,
    entry: &EngineEntryView,
) {
    let mut wish = None;
    let can_go = entry.details.own;
    let remove = match (entry.builtin, can_go) {
        (true, true) => "Back to how it came",
        (true, false) | (false, _) => "Remove from the list",
    };
    let theme = view.cx.theme;
    widgets::menu(button, theme, "More about the engine", 240.0, |ui| {
        for (icon, words, enabled) in [
            ("bolt", "Probe", true),
            ("check", text::CHECK, true),
            ("edit", "Rename\u{2026}", !entry.builtin),
            ("duplicate", "Duplicate as a profile", true),
            ("settings", "Command and folder", true),
            ("trash", remove, can_go),
        ] {
            let item = MenuItem { icon, enabled, ..MenuItem::new(words) };
            if item.show(ui, kit).clicked() {
                wish = Some(icon);
            }
        }
    });
    let name = entry.name.clone();
    match wish {
        Some("bolt") => probe_engine(view, &name),
        Some("check") => {
            view.state.engines.tab = EngineTab::Checks;
            view.push(Command::Engine(EngineCommand::Check(name)));
        }
        Some("edit" | "settings") => {
            view.state.engines.tab = EngineTab::Start;
            let field = if wish == Some("edit") { "Name" } else { "Command" };
            view.state.engines.forms(&name).wants_keys = Some(field);
        }
        Some("duplicate") => view.push(Command::Engine(EngineCommand::Duplicate(name))),
        Some("trash") => view.push(Command::Engine(EngineCommand::Remove(name))),
        Some(_) | None => {}
    }
    if wish.is_some() {
        Popup::close_all(ui.ctx());
    }
}

fn tabs_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, row: Rect, entry: &EngineEntryView) {
    let n_options = entry.options.len() + entry.declared.as_ref().map_or(0, |all| all.len());
    let n_set = entry.details.dialect.iter().filter(|setting| setting.value.is_some()).count();
    let n_troubled = check_of(view, &entry.name).map_or(0, |check| check.troubled().count());
    let items = [
        Tab::new("", "Options").count(n_options),
        Tab::new("", "Start"),
        Tab::new("", "Limits"),
        Tab::new("", "Dialect").count(n_set),
        Tab::new("", text::CHECKS).count(n_troubled),
    ];
    let on = TABS.iter().position(|tab| *tab == view.state.engines.tab).unwrap_or(0);
    let left = pos2(row.left(), row.center().y);
    let (clicked, _) = widgets::tabs(ui, kit, left, row.bottom(), &items, on, row.width());
    if let Some(i) = clicked {
        view.state.engines.tab = TABS[i];
    }
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
            // Where there is little room the icons stand alone.
            let button = if row.width() < 520.0 { Button { label: "", ..button } } else { button };
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

/// A card of facts: each a name and a value in what engines read.
pub(super) fn facts_ui(ui: &Ui, kit: &Kit<'_>, r: &mut Rect, facts: &[(&str, &str)]) {
    let card = r.cut_top(38.0 * facts.len() as f32);
    kit.card(card);
    let mut c = card.shrink2(vec2(16.0, 0.0));
    for (i, (name, value)) in facts.iter().enumerate() {
        let row = c.cut_top(38.0);
        if i > 0 {
            kit.hline(row.left(), row.right(), row.top());
        }
        kit.fit(row.left_center(), L, name, W::Medium, font::BODY, kit.t.text2, 104.0);
        let at = row.left_center() + vec2(110.0, 0.0);
        let shown = kit.fit(at, L, value, W::Mono, 12.0, kit.t.text, row.width() - 110.0);
        widgets::say(ui, shown, &format!("{name}: {value}"));
    }
}
