//! The menu of an engine's card: what it is given of the machine, how far it searches, and what becomes
//! of it.
//!
//! Sets nothing itself: it asks for it by commands.

use std::time::Duration;

use egui::{Id, Popup, Rect, Response, Ui, pos2, vec2};

use crate::app::{
    AnalysisCommand, Command, DeclaredOption, EngineCardView, EngineCommand, EngineEntryView,
    ReviewEffort,
};
use crate::ui::actions::mode_idx;
use crate::ui::dialogs::{Confirm, all_options, ask_options, with_choices};
use crate::ui::kit::{Kit, L, W};
use crate::ui::root::View;
use crate::ui::state::{DrawerTab, Overlay};
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, MenuItem};

const WIDTH: f32 = 220.0;

/// Limits that the menu of a card offers, with their words.
const LIMITS: [(&str, ReviewEffort); 9] = [
    ("To depth 8", ReviewEffort::Depth(8)),
    ("To depth 14", ReviewEffort::Depth(14)),
    ("To depth 20", ReviewEffort::Depth(20)),
    ("To depth 26", ReviewEffort::Depth(26)),
    ("For 3 seconds", ReviewEffort::Time(Duration::from_secs(3))),
    ("For 10 seconds", ReviewEffort::Time(Duration::from_secs(10))),
    ("For 60 seconds", ReviewEffort::Time(Duration::from_secs(60))),
    ("100,000 nodes", ReviewEffort::Nodes(100_000)),
    ("10,000,000 nodes", ReviewEffort::Nodes(10_000_000)),
];

/// What else can be done with an engine, under its button.
pub(super) fn more_menu(
    button: &Response,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    card: &EngineCardView,
) {
    let (id, name) = (card.id, card.name.clone());
    let shows_limits = |ui: &Ui| ui.data(|data| data.get_temp(limits_id(id)).unwrap_or(false));
    if !Popup::is_id_open(&button.ctx, Popup::default_response_id(button)) {
        button.ctx.data_mut(|data| data.remove_temp::<bool>(limits_id(id)));
    }
    widgets::lasting_menu(button, kit.t, "Engine", WIDTH, |ui| {
        if shows_limits(ui) {
            return limits_ui(ui, view, kit, card);
        }
        // A second card with one engine has a number behind the name.
        let listed = view.snapshot.engines.iter().find(|entry| entry.has_session(id));
        let why_not = listed.is_none().then_some("It is not in the list of engines any more.");
        let options = MenuItem { icon: "settings", why_not, ..MenuItem::new(text::OPTIONS) };
        if options.show(ui, kit).clicked()
            && let Some(listed) = listed
        {
            ask_options(view.snapshot, view.state, view.commands, &listed.name);
        }
        if let Some(listed) = listed {
            let shares =
                all_options(listed).into_iter().filter(|option| option.resource().is_some());
            for option in shares {
                if let Some(wish) = share_ui(ui, kit, &option) {
                    let values = with_choices(listed, with_value(listed, &option.name, wish));
                    let command = EngineCommand::SetOptions(listed.name.clone(), values);
                    view.push(Command::Engine(command));
                }
            }
        }
        let words = if card.lock.is_some() { text::UNLOCK_IT } else { text::LOCK_IT };
        let lock = MenuItem { icon: "lock", ..MenuItem::new(words) };
        if lock.show(ui, kit).clicked() {
            view.push(Command::Analysis(AnalysisCommand::Lock(id, card.lock.is_none())));
        }
        let words = if card.threat.is_some() { text::NO_THREAT } else { text::SHOW_THREAT };
        if (MenuItem { icon: "bolt", ..MenuItem::new(words) }).show(ui, kit).clicked() {
            view.push(Command::Analysis(AnalysisCommand::Threat(id, card.threat.is_none())));
        }
        let limit = card.limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string());
        let item = MenuItem { right: &limit, stays: true, ..MenuItem::new(text::LIMIT) };
        if item.show(ui, kit).clicked() {
            ui.data_mut(|data| data.insert_temp(limits_id(id), true));
        }
        let restart = MenuItem { icon: "reset", ..MenuItem::new(text::RESTART) };
        if restart.show(ui, kit).clicked() {
            view.push(Command::Engine(EngineCommand::Restart(id)));
        }
        let console = MenuItem { icon: "console", ..MenuItem::new(text::SHOW_CONSOLE) };
        if console.show(ui, kit).clicked() {
            view.push(Command::Engine(EngineCommand::Watch(Some(id))));
            view.state.console.asked = Some(Some(id));
            view.state.drawer.tab = DrawerTab::Console;
            view.state.drawer.wish[mode_idx(view.snapshot.mode)] = Some(true);
        }
        if card.has_window {
            for (words, on) in [(text::SHOW_ITS_WINDOW, true), (text::HIDE_ITS_WINDOW, false)] {
                if MenuItem::new(words).show(ui, kit).clicked() {
                    view.push(Command::Engine(EngineCommand::ShowWindow(id, on)));
                }
            }
        }
        let remove = MenuItem { icon: "close", ..MenuItem::new(text::REMOVE) };
        if remove.show(ui, kit).clicked() {
            view.push(Command::Analysis(AnalysisCommand::RemoveEngine(id)));
        }
        widgets::menu_line(ui, kit);
        let has_ended = listed.is_some_and(|listed| listed.ended.contains(&id));
        let why_not = has_ended.then_some("It has ended already.");
        let kill = MenuItem { icon: "trash", why_not, ..MenuItem::new("Kill\u{2026}") };
        if kill.show(ui, kit).clicked() {
            view.state.overlay = Some(Overlay::Confirm(Confirm::kill(id, &name)));
        }
    });
}

/// Where it is noted that the menu of this card shows its limits.
fn limits_id(card: u64) -> Id {
    Id::unique("the menu of a card shows its limits").with(card)
}

/// The limits that an engine may be given, in place of the menu.
fn limits_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, card: &EngineCardView) {
    let back = MenuItem { icon: "prev", stays: true, ..MenuItem::new(text::BACK) };
    if back.show(ui, kit).clicked() {
        ui.data_mut(|data| data.remove_temp::<bool>(limits_id(card.id)));
    }
    widgets::menu_line(ui, kit);
    let listed = view.snapshot.engines.iter().find(|entry| entry.has_session(card.id));
    let counts_nodes = listed.is_none_or(|listed| listed.protocol.may_limit_nodes());
    let limits = LIMITS
        .into_iter()
        .filter(|(_, limit)| counts_nodes || !matches!(limit, ReviewEffort::Nodes(_)));
    let limits = limits.map(|(words, limit)| (words, Some(limit)));
    for (words, limit) in std::iter::once((text::NO_LIMIT, None)).chain(limits) {
        let item = MenuItem { on: Some(limit == card.limit), ..MenuItem::new(words) };
        if item.show(ui, kit).clicked() {
            view.push(Command::Analysis(AnalysisCommand::Limit(card.id, limit)));
        }
    }
}

/// A share of the machine: the engine's word for it, and its value between two buttons. Returns the value
/// that is wished.
fn share_ui(ui: &mut Ui, kit: &Kit<'_>, option: &DeclaredOption) -> Option<String> {
    let kit = &kit.on(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), size::CONTROL));
    let field = Rect::from_min_max(pos2(rect.right() - 104.0, rect.top() + 2.0), rect.max);
    let at = rect.left_center() + vec2(34.0, 0.0);
    let room = field.left() - at.x - 6.0;
    widgets::label(ui, kit, at, L, &option.name, W::Regular, font::BODY, kit.t.text, room);
    let next = [-1, 1].map(|by| option.stepped(by));
    let ends = ["It cannot have less.", "It cannot have more."];
    let why_not = [0, 1].map(|idx| next[idx].is_none().then_some(ends[idx]));
    let by = widgets::stepper(ui, kit, field, &option.name, option.current(), why_not)?;
    let [less, more] = next;
    if by < 0 { less } else { more }
}

/// The values that are set of this engine, and this one in place of what the option has.
fn with_value(entry: &EngineEntryView, name: &str, value: String) -> Vec<(String, String)> {
    let declared = entry.declared.iter().flat_map(|all| all.iter());
    let others = declared.filter(|option| option.name != name);
    let set = others.filter_map(|option| Some((option.name.clone(), option.value.clone()?)));
    set.chain([(name.to_owned(), value)]).collect()
}
