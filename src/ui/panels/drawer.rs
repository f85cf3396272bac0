//! The drawer below the board: graph, console, problems, game info.
//!
//! Opens and closes by the action table; knows only its own tabs.

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use super::{console, problems, rolls};
use crate::app::board::Counter;
use crate::app::{Command, EngineCommand, GameCommand};
use crate::ui::actions::{ActionId, action, mode_idx};
use crate::ui::graph;
use crate::ui::kit::{Cut, Kit, L, W};
use crate::ui::root::View;
use crate::ui::state::DrawerTab;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, Tab};

/// The last one only in games with dice.
const TABS: [DrawerTab; 5] =
    [DrawerTab::Graph, DrawerTab::Console, DrawerTab::Problems, DrawerTab::Info, DrawerTab::Dice];

/// Shows the drawer in `rect`; when it is closed, `rect` has room for its head only.
pub(in crate::ui) fn drawer_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect, open: bool) {
    let kit = view.kit(ui);
    kit.fill(rect, 0.0, kit.t.panel);
    kit.hline(rect.left(), rect.right(), rect.top());
    if view.state.drawer.tab == DrawerTab::Dice && view.snapshot.game.rolls.is_none() {
        view.state.drawer.tab = DrawerTab::Graph;
    }
    let mut body = rect;
    let head = body.cut_top(size::DRAWER_HEAD);
    head_ui(ui, view, &kit, head, open);
    watch(view, open);
    if !open {
        return;
    }
    match view.state.drawer.tab {
        DrawerTab::Graph => {
            if let Some(node) = graph::graph_ui(ui, &kit, body, &view.snapshot.game) {
                view.push(Command::Game(GameCommand::GoTo(node)));
            }
        }
        DrawerTab::Console => {
            widgets::area(ui, body, "console", |ui| console::console_ui(ui, view, body));
        }
        DrawerTab::Problems => {
            widgets::area(ui, body, "problems", |ui| problems::problems_ui(ui, view, body));
        }
        DrawerTab::Info => widgets::area(ui, body, "info", |ui| info_ui(ui, view, body)),
        DrawerTab::Dice => widgets::area(ui, body, "dice", |ui| rolls::rolls_ui(ui, view, body)),
    }
}

fn head_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, head: Rect, open: bool) {
    kit.hline(head.left(), head.right(), head.bottom() - 1.0);
    let y = head.center().y;
    let items = [
        Tab::new("graph", text::GRAPH),
        Tab::new("console", text::CONSOLE),
        Tab::new("warn", text::PROBLEMS).count(view.snapshot.problems.len()),
        Tab::new("info", text::GAME_INFO),
        Tab::new("dice", text::DICE),
    ];
    let items = &items[..if view.snapshot.game.rolls.is_some() { 5 } else { 4 }];
    let on = if open { TABS.iter().position(|tab| *tab == view.state.drawer.tab) } else { None };
    let at = pos2(head.left() + 14.0, y);
    let foot = head.bottom() - 1.0;
    let on = on.unwrap_or(TABS.len());
    let room = head.width() - 60.0;
    let (clicked, end) = widgets::tabs(ui, kit, at, foot, items, on, room);
    if let Some(i) = clicked {
        let again = open && view.state.drawer.tab == TABS[i];
        view.state.drawer.tab = TABS[i];
        view.state.drawer.wish[mode_idx(view.snapshot.mode)] = Some(!again);
    }
    let (icon, name) = if open { ("down", "Close the drawer") } else { ("up", "Open the drawer") };
    let button = Button::icon(icon, name).show_right(ui, kit, pos2(head.right() - 6.0, y));
    if button.clicked() {
        view.act(ui.ctx(), ActionId::Drawer);
    }
    let cap = kit.key(pos2(head.right() - 38.0, y), &action(ActionId::Drawer).key_text());
    let right = pos2(cap.left() - 14.0, y);
    match view.state.drawer.tab {
        DrawerTab::Graph if open => {
            if right.x - end > 160.0 {
                graph::legend(kit, right, &view.snapshot.game.series);
            }
        }
        DrawerTab::Console if open => console::tools_ui(ui, view, kit, right, end),
        DrawerTab::Graph
        | DrawerTab::Console
        | DrawerTab::Problems
        | DrawerTab::Info
        | DrawerTab::Dice => {}
    }
}

/// Asks for the lines of one engine while its console is seen, and for none otherwise.
fn watch(view: &mut View<'_>, open: bool) {
    let seen = open && view.state.drawer.tab == DrawerTab::Console;
    let sessions = &view.snapshot.sessions;
    let asked = view.state.console.asked;
    let wanted = match (seen, asked.flatten()) {
        (false, _) => None,
        (true, Some(id)) if sessions.iter().any(|(session, _)| *session == id) => Some(id),
        (true, _) => sessions.first().map(|(id, _)| *id),
    };
    if asked != Some(wanted) && !(asked.is_none() && wanted.is_none()) {
        view.state.console.asked = Some(wanted);
        view.push(Command::Engine(EngineCommand::Watch(wanted)));
    }
}

fn info_ui(ui: &mut Ui, view: &View<'_>, rect: Rect) {
    let game = &view.snapshot.game;
    let kit = view.kit(ui);
    let counter = |c: &Counter| (c.title.clone(), format!("{} of {}", c.value, c.limit));
    let claim = (!game.claim.is_empty()).then(|| ("Can be claimed".to_owned(), game.claim.clone()));
    let facts: Vec<(String, String)> =
        game.facts.iter().cloned().chain(game.counters.iter().map(counter)).chain(claim).collect();
    if facts.is_empty() {
        let at = rect.min + vec2(16.0, 20.0);
        let words = text::NO_FACTS;
        widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, kit.t.text3, rect.width());
        return;
    }
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(
        ui,
        size::ROW,
        facts.len(),
        |ui, range| {
            let kit = view.kit(ui);
            for (name, value) in &facts[range] {
                let (_, row) = ui.allocate_space(vec2(ui.available_width(), size::ROW));
                let at = row.left_center() + vec2(16.0, 0.0);
                kit.fit(at, L, name, W::Regular, font::BODY, kit.t.text3, 130.0);
                let at = row.left_center() + vec2(156.0, 0.0);
                let max = row.width() - 180.0;
                let shown = kit.fit(at, L, value, W::Medium, font::BODY, kit.t.text, max);
                widgets::say(ui, shown, &format!("{name}: {value}"));
            }
        },
    );
}

/// Asks for no console's lines any more, because the drawer is not seen.
pub(in crate::ui) fn unwatch(view: &mut View<'_>) {
    watch(view, false);
}
