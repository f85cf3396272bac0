//! One engine in detail: its head, its sessions, and the tabs.
//!
//! Changes nothing itself.

use egui::{Popup, Rect, Response, ScrollArea, Sense, Ui, pos2, vec2};

use crate::app::{Command, EngineCommand, EngineEntryView, GameCommand, Mode, SessionView};
use crate::ui::actions::mode_idx;
use crate::ui::dialogs::Confirm;
use crate::ui::kit::{Cut, Kit, L, Look, W};
use crate::ui::root::View;
use crate::ui::state::{DrawerTab, Overlay, Page};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, MenuItem, Tab};

use super::{EngineTab, check_of, checks, chosen, dialect, options, probe_engine, start};

/// Height of what stands above a tab's content, in points.
pub(super) const ABOVE_TABS: f32 = 116.0;
/// Below this width the head has icons alone, and two lines.
const NARROW: f32 = 420.0;

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
    let Some(entry) = chosen(view) else {
        let at = area.min + vec2(24.0, 32.0);
        let words = "The list is empty. Add engine fills it.";
        widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, kit.t.text3, area.width());
        return;
    };
    let is_options = view.state.engines.tab == EngineTab::Options;
    let strip = match is_options && options::wants_strip(view, entry) {
        true => options::STRIP + 10.0,
        false => 0.0,
    };
    let least = least_height(view, &kit, area.width() - 2.0 * SIDE, entry);
    // Whether there are changes or not: a field would lose the keyboard with the first letter.
    let room = if is_options { options::STRIP + 10.0 } else { 0.0 };
    if area.height() >= least + room {
        return whole_ui(ui, view, area, entry, true);
    }
    // The buttons that apply changes stay visible; everything else scrolls.
    let mut rest = area;
    if strip > 0.0 {
        let mut place = rest.cut_bottom(strip).shrink2(vec2(SIDE, 0.0));
        place.cut_bottom(6.0);
        options::strip_ui(ui, view, place, entry);
    }
    widgets::area(ui, rest, "whole detail", |ui| {
        let scroll = ScrollArea::vertical().auto_shrink([false, false]).animated(false);
        scroll.show(ui, |ui| {
            let height = least.max(rest.height());
            let (_, place) = ui.allocate_space(vec2(ui.available_width(), height));
            whole_ui(ui, view, place, entry, false);
        });
    });
}

/// Between what the tabs show and the edges at both sides.
const SIDE: f32 = 24.0;
const HEAD: f32 = 80.0;
const TABS_HEIGHT: f32 = 36.0;
const BELOW_TABS: f32 = 14.0;
const SESSION: f32 = 44.0;
/// Height without which forms cannot be used.
const LEAST_FORM: f32 = 150.0;

/// Height without which not everything of the tab can be seen or scrolled to.
fn least_height(view: &View<'_>, kit: &Kit<'_>, width: f32, entry: &EngineEntryView) -> f32 {
    let n_sessions = sessions(view, entry).count() as f32;
    let missing = entry.missing.as_ref().map_or(0.0, |words| {
        let font = W::Medium.id(font::BODY);
        kit.p.layout(words.clone(), font, kit.t.text, width).size().y + BELOW_TABS
    });
    let tab = match view.state.engines.tab {
        EngineTab::Options => options::least_height(entry),
        EngineTab::Start | EngineTab::Limits | EngineTab::Dialect | EngineTab::Checks => LEAST_FORM,
    };
    HEAD + TABS_HEIGHT + BELOW_TABS + missing + n_sessions * (SESSION + size::GAP) + tab
}

/// The sessions of the engine by number and name, those that have ended as well.
fn sessions<'a>(
    view: &View<'a>,
    entry: &'a EngineEntryView,
) -> impl Iterator<Item = &'a SessionView> {
    view.snapshot.sessions.iter().filter(|known| entry.has_session(known.id))
}

/// Head, tabs and the chosen tab, filling `area`; `applies` with what applies its changes.
fn whole_ui(ui: &mut Ui, view: &mut View<'_>, area: Rect, entry: &EngineEntryView, applies: bool) {
    let kit = view.kit(ui);
    let mut r = area.shrink2(vec2(SIDE, 0.0));
    let head = r.cut_top(HEAD);
    head_ui(ui, view, &kit, head, entry);
    let tabs = r.cut_top(TABS_HEIGHT);
    kit.hline(area.left(), area.right(), tabs.bottom());
    tabs_ui(ui, view, &kit, tabs, entry);
    r.cut_top(BELOW_TABS);
    if let Some(missing) = &entry.missing {
        let at = r.min + vec2(2.0, 0.0);
        let para = kit.para(at, missing, W::Medium, font::BODY, kit.t.text, r.width());
        widgets::say(ui, para, missing);
        r.cut_top(para.height() + BELOW_TABS);
    }
    sessions_ui(ui, view, &kit, &mut r, entry);
    let tab = view.state.engines.tab;
    if tab != EngineTab::Start {
        // Coming back to the page searches again.
        view.state.engines.looked_for = None;
    }
    match tab {
        EngineTab::Options => options::options_tab_ui(ui, view, r, entry, applies),
        EngineTab::Start => start::start_ui(ui, view, r, entry),
        EngineTab::Limits => start::limits_ui(ui, view, r, entry),
        EngineTab::Dialect => dialect::dialect_ui(ui, view, r, entry),
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
        duplicate(view, &entry.name);
    }
    let narrow = head.width() < NARROW;
    let spoken = format!("Start {}", entry.name);
    let words = if narrow { "" } else { "Start" };
    let unfit = entry.unfit.as_ref().map(|unfit| format!("It {unfit}."));
    // Also spoken: a screen reader shows no tooltip.
    let spoken = match &entry.unfit {
        Some(unfit) => format!("{spoken}: it {unfit}"),
        None => spoken,
    };
    let begin = Button::words("play", words).look(Look::Primary).name(&spoken);
    let begin = begin.unless(unfit.as_deref());
    let begin = begin.show_right(ui, kit, copy.rect.left_center() - vec2(6.0, 0.0));
    if begin.clicked() {
        view.push(Command::Engine(EngineCommand::Start(entry.name.clone())));
    }
    let badge = kit.width(entry.protocol.title(), W::Medium, font::MICRO) + 12.0;
    let chip = kit.chip_width(&entry.chip.text).min(150.0);
    // If there is little room, protocol and state are on the line below, with the rest.
    let beside = if narrow { 0.0 } else { badge + chip + 20.0 };
    let max = (begin.rect.left() - head.left() - beside - 12.0).max(80.0);
    let at = pos2(head.left(), y - 1.0);
    let end = widgets::label(ui, kit, at, L, &entry.name, W::Semi, 20.0, t.text, max).right();
    let below = pos2(head.left(), head.top() + 60.0);
    let (badge, right) = match narrow {
        true => (below, head.right()),
        false => (pos2(end + 12.0, y), begin.rect.left()),
    };
    let x = kit.badge(badge, entry.protocol.title());
    let left = right - x - 16.0;
    let mut end = x;
    if left > 24.0 {
        let at = pos2(x + 8.0, badge.y);
        end = widgets::chip(ui, kit, at, &entry.chip.text, t.tone(entry.chip.tone), left);
    }
    let words = description(view, entry);
    let at = if narrow { pos2(end + 10.0, below.y) } else { below };
    let max = head.right() - at.x;
    if max > 40.0 {
        let shown = widgets::label(ui, kit, at, L, &words, W::Regular, font::BODY, t.text2, max);
        if shown.width() + 1.0 >= max {
            let id = ui.scope_id().with("description");
            widgets::tip(ui.interact(shown, id, Sense::hover()), t, &words);
        }
    }
}

/// Requests a profile, which is selected once it exists.
fn duplicate(view: &mut View<'_>, name: &str) {
    view.state.engines.await_entry(&view.snapshot.engines, Some(name.to_owned()));
    view.push(Command::Engine(EngineCommand::Duplicate(name.to_owned())));
}

/// Removes it; the entry that takes its place is selected.
fn take_out(view: &mut View<'_>, name: &str) {
    let engines = &view.snapshot.engines;
    let game = |entry: &EngineEntryView| entry.games.first().cloned();
    if let Some(at) = engines.iter().position(|entry| entry.name == name && !entry.builtin) {
        let is_near = |entry: &&EngineEntryView| game(entry) == game(&engines[at]);
        let (before, after) = (&engines[..at], &engines[at + 1..]);
        let near = after.iter().find(is_near).or_else(|| before.iter().rev().find(is_near));
        view.state.engines.chosen = near.map(|entry| entry.name.clone());
    }
    view.push(Command::Engine(EngineCommand::Remove(name.to_owned())));
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
    // There is one probe at a time.
    let probes = view.snapshot.probe.as_ref().is_some_and(|probe| probe.running);
    let of_program = "It comes with the program and keeps its name; duplicate it for another.";
    let not_own = match entry.builtin {
        true => "It is as it came.",
        false => "It stands in the list that comes with the program.",
    };
    let theme = view.cx.theme;
    widgets::menu(button, theme, "More about the engine", 240.0, |ui| {
        for (icon, words, why_not) in [
            ("bolt", "Probe", probes.then_some(text::PROBE_BUSY)),
            ("check", text::CHECK, None),
            ("edit", "Rename\u{2026}", entry.builtin.then_some(of_program)),
            ("duplicate", "Duplicate as a profile", None),
            ("settings", "Command and folder", None),
            ("trash", remove, (!can_go).then_some(not_own)),
        ] {
            let item = MenuItem { icon, why_not, ..MenuItem::new(words) };
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
        Some("duplicate") => duplicate(view, &name),
        Some("trash") => take_out(view, &name),
        Some(_) | None => {}
    }
    if wish.is_some() {
        Popup::close_all(ui.ctx());
    }
}

fn tabs_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, row: Rect, entry: &EngineEntryView) {
    let n_options = options::n_options(entry);
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
        // If there is no room for both, the user now wants a tab.
        view.state.engines.is_probe_open = false;
    }
}

/// The sessions of this engine, each with its actions.
fn sessions_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    r: &mut Rect,
    entry: &EngineEntryView,
) {
    let mine: Vec<_> = sessions(view, entry).collect();
    for SessionView { id, name, own_name } in mine {
        let runs = entry.sessions.contains(id);
        let row = r.cut_top(SESSION);
        kit.card(row);
        let mut right = row.right_center() - vec2(8.0, 0.0);
        for (icon, words) in [
            ("trash", "Kill\u{2026}"),
            ("reset", "Restart"),
            ("stop", "Stop"),
            ("console", "Console"),
        ] {
            // An ended session can only be viewed and started again.
            if !runs && matches!(icon, "trash" | "stop") {
                continue;
            }
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
        let state = if runs { "" } else { " (ended)" };
        let words = format!("Session {id}: {name}{state}");
        let at = row.left_center() + vec2(16.0, 0.0);
        let max = right.x - at.x - 10.0;
        let shown = widgets::label(ui, kit, at, L, &words, W::Medium, font::BODY, kit.t.text, max);
        if !own_name.is_empty() {
            let over = ui.interact(shown, ui.scope_id().with(("session", id)), Sense::hover());
            widgets::tip(over, kit.t, own_name);
        }
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
            let mode = match view.snapshot.mode {
                // Below the board of a match there is no console.
                Mode::Match => view.state.board_mode,
                mode @ (Mode::Play | Mode::Analyse) => mode,
            };
            if mode != view.snapshot.mode {
                view.push(Command::Game(GameCommand::SetMode(mode)));
            }
            view.state.drawer.wish[mode_idx(mode)] = Some(true);
            view.state.page = Page::Board;
        }
        _ => view.state.overlay = Some(Overlay::Confirm(Confirm::kill(id, name))),
    }
}

/// A card of facts: each a name and a value, in the monospaced or the normal font.
pub(super) fn facts_ui(ui: &Ui, kit: &Kit<'_>, r: &mut Rect, facts: &[(&str, &str, W)]) {
    let card = r.cut_top(38.0 * facts.len() as f32);
    kit.card(card);
    let mut c = card.shrink2(vec2(16.0, 0.0));
    for (i, (name, value, letters)) in facts.iter().enumerate() {
        let row = c.cut_top(38.0);
        if i > 0 {
            kit.hline(row.left(), row.right(), row.top());
        }
        kit.fit(row.left_center(), L, name, W::Medium, font::BODY, kit.t.text2, 104.0);
        let at = row.left_center() + vec2(110.0, 0.0);
        let size = if *letters == W::Mono { 12.0 } else { font::BODY };
        let shown = kit.fit(at, L, value, *letters, size, kit.t.text, row.width() - 110.0);
        widgets::say(ui, shown, &format!("{name}: {value}"));
    }
}
