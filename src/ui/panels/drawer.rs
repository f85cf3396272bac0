//! The drawer below the board: graph, console, problems, game info.
//!
//! Opens and closes by the action table; knows only its own tabs.

use egui::{Pos2, Rect, ScrollArea, Ui, pos2, vec2};

use super::{console, dice_study, problems, rolls, summary};
use crate::app::board::Counter;
use crate::app::{Command, EngineCommand, GameCommand, GameView, MatchView, Mode, Snapshot};
use crate::ui::actions::{ActionId, action, mode_idx};
use crate::ui::graph;
use crate::ui::kit::{Cut, Kit, L, W};
use crate::ui::root::View;
use crate::ui::state::DrawerTab;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, Tab};

/// If a tab's own tools and keys have less room than this, the key of the drawer is left out.
const LEAST_TOOLS: f32 = 260.0;

/// Width of the button that closes the drawer, with the gaps around it.
const AT_RIGHT: f32 = 50.0;

/// Height of the row with the keys of the graph, where the head has no room for them.
const LEGEND: f32 = 20.0;

/// The tabs of a mode, from left to right; that of the dice only in games with dice, that of the
/// summary only where moves were judged.
///
/// Of the games of a match there is no graph: the one of the game that is not seen would be taken
/// for it.
fn tabs(snapshot: &Snapshot) -> Vec<DrawerTab> {
    use DrawerTab::{Console, Dice, Graph, Info, Problems, Rollout, Summary};
    if snapshot.mode == Mode::Match {
        return vec![Console, Problems, Info];
    }
    let mut tabs = vec![Graph];
    tabs.extend(snapshot.game.summary.as_ref().map(|_| Summary));
    tabs.extend([Console, Problems, Info]);
    tabs.extend(snapshot.game.rolls.as_ref().map(|_| Dice));
    let studies = snapshot.dice_study.as_ref().filter(|_| snapshot.mode == Mode::Analyse);
    tabs.extend(studies.map(|_| Rollout));
    tabs
}

/// The chosen tab; if the mode does not have it, another one.
fn shown_tab(view: &View<'_>) -> DrawerTab {
    let chosen = view.state.drawer.tab;
    let instead = match view.snapshot.mode {
        Mode::Match => DrawerTab::Info,
        Mode::Play | Mode::Analyse => DrawerTab::Graph,
    };
    if tabs(view.snapshot).contains(&chosen) { chosen } else { instead }
}

/// Shows the drawer in `rect`; when it is closed, `rect` has room for its head only.
pub(in crate::ui) fn drawer_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect, open: bool) {
    let kit = view.kit(ui);
    kit.fill(rect, 0.0, kit.t.panel);
    kit.hline(rect.left(), rect.right(), rect.top());
    if view.state.drawer.tab == DrawerTab::Dice && view.snapshot.game.rolls.is_none() {
        view.state.drawer.tab = DrawerTab::Graph;
    }
    console::release(view);
    let mut body = rect;
    let head = body.cut_top(size::DRAWER_HEAD);
    let has_legend = head_ui(ui, view, &kit, head, open, body.height());
    watch(view, open);
    if !open {
        return;
    }
    match shown_tab(view) {
        DrawerTab::Graph => {
            let game = &view.snapshot.game;
            let strips = graph::strips_words(game, body.height());
            if !has_legend && graph::legend_width(&kit, game, &strips) > 0.0 {
                let row = body.cut_top(LEGEND);
                let strips = graph::strips_words(game, body.height());
                let right = row.right_center() - vec2(size::PAD, 0.0);
                legend_ui(ui, &kit, (row.left() + 44.0, right), game, &strips);
            }
            let loss_marks = view.snapshot.settings.loss_marks_of(game.info);
            if let Some(node) = graph::graph_ui(ui, &kit, body, game, loss_marks) {
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
        DrawerTab::Rollout => {
            widgets::area(ui, body, "dice study", |ui| dice_study::dice_study_ui(ui, view, body));
        }
        DrawerTab::Summary => {
            widgets::area(ui, body, "summary", |ui| summary::summary_ui(ui, view, body));
        }
    }
}

fn tab(snapshot: &Snapshot, tab: DrawerTab) -> Tab<'static> {
    match tab {
        DrawerTab::Graph => Tab::new("graph", text::GRAPH),
        DrawerTab::Console => Tab::new("console", text::CONSOLE),
        DrawerTab::Problems => Tab::new("warn", text::PROBLEMS).count(snapshot.problems.len()),
        DrawerTab::Info => Tab::new("info", text::GAME_INFO),
        DrawerTab::Dice => Tab::new("dice", text::DICE),
        DrawerTab::Rollout => Tab::new("dice", text::ROLLOUT),
        DrawerTab::Summary => Tab::new("filter", text::SUMMARY),
    }
}

/// Shows the tabs, and the keys of the graph where what is below has this height and they have room;
/// says whether they have.
fn head_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    head: Rect,
    open: bool,
    height: f32,
) -> bool {
    kit.hline(head.left(), head.right(), head.bottom() - 1.0);
    let y = head.center().y;
    let tabs = tabs(view.snapshot);
    let items: Vec<Tab<'_>> = tabs.iter().map(|known| tab(view.snapshot, *known)).collect();
    let shown = shown_tab(view);
    let on = if open { tabs.iter().position(|tab| *tab == shown) } else { None };
    let at = pos2(head.left() + 14.0, y);
    let foot = head.bottom() - 1.0;
    let on = on.unwrap_or(tabs.len());
    let key = action(ActionId::Drawer).key_text();
    let room = head.width() - 14.0 - AT_RIGHT;
    let (clicked, end) = widgets::tabs(ui, kit, at, foot, &items, on, room);
    if let Some(i) = clicked {
        let again = open && shown == tabs[i];
        view.state.drawer.tab = tabs[i];
        view.state.drawer.wish[mode_idx(view.snapshot.mode)] = Some(!again);
    }
    let (icon, name) = if open { ("down", "Close the drawer") } else { ("up", "Open the drawer") };
    let button = Button::icon(icon, name).show_right(ui, kit, pos2(head.right() - 6.0, y));
    if button.clicked() {
        view.act(ui.ctx(), ActionId::Drawer);
    }
    // What the tab itself shows there comes first.
    let at = pos2(head.right() - 38.0, y);
    let has_key = at.x - kit.key_width(&key) - end > LEAST_TOOLS;
    let right = pos2(if has_key { kit.key(at, &key).left() - 14.0 } else { at.x }, y);
    match shown_tab(view) {
        DrawerTab::Graph if open => {
            let game = &view.snapshot.game;
            let strips = graph::strips_words(game, height);
            let room = (end + 16.0, right);
            let fits = graph::legend_width(kit, game, &strips) <= room.1.x - room.0;
            if fits {
                legend_ui(ui, kit, room, game, &strips);
            }
            return fits;
        }
        DrawerTab::Console if open => console::tools_ui(ui, view, kit, right, end),
        DrawerTab::Graph
        | DrawerTab::Console
        | DrawerTab::Problems
        | DrawerTab::Info
        | DrawerTab::Dice
        | DrawerTab::Rollout
        | DrawerTab::Summary => {}
    }
    false
}

/// The keys of the graph between `room.0` and `room.1`.
fn legend_ui(ui: &Ui, kit: &Kit<'_>, room: (f32, Pos2), game: &GameView, strips: &str) {
    let (left, right) = room;
    let end = graph::legend_ui(ui, kit, room, &game.series, &game.series_own_names);
    graph::strips_legend_ui(ui, kit, (left, pos2(end, right.y)), strips);
}

/// Requests the lines of one engine while its console is visible, and no lines otherwise.
fn watch(view: &mut View<'_>, open: bool) {
    let is_match = view.snapshot.mode == Mode::Match;
    let seen = open && !is_match && shown_tab(view) == DrawerTab::Console;
    let sessions = &view.snapshot.sessions;
    let lives = |id: &u64| sessions.iter().any(|known| known.id == *id);
    let asked = view.state.console.asked;
    let wanted = if seen {
        // A restarted engine is watched under its new number.
        let watched = view.snapshot.console.as_ref().map(|console| console.session);
        let first = sessions.first().map(|known| known.id);
        asked.flatten().filter(lives).or(watched.filter(lives)).or(first)
    } else {
        None
    };
    if asked != Some(wanted) && !(asked.is_none() && wanted.is_none()) {
        view.state.console.asked = Some(wanted);
        view.push(Command::Engine(EngineCommand::Watch(wanted)));
    }
}

/// Facts of the visible game, each with its name.
fn facts(snapshot: &Snapshot) -> Vec<(String, String)> {
    let game = &snapshot.game;
    if snapshot.mode == Mode::Match {
        return snapshot.matching.as_deref().map(match_facts).unwrap_or_default();
    }
    let counter = |c: &Counter| (c.title.clone(), format!("{} of {}", c.value, c.limit));
    let claim = (!game.claim.is_empty()).then(|| ("Can be claimed".to_owned(), game.claim.clone()));
    game.facts.iter().cloned().chain(game.counters.iter().map(counter)).chain(claim).collect()
}

fn match_facts(found: &MatchView) -> Vec<(String, String)> {
    let mut facts = vec![("Match", found.title.clone()), ("Conditions", found.conditions.clone())];
    let row = found.games.iter().find(|row| Some(row.number) == found.shown);
    if let Some(row) = row {
        facts.push(("Game", format!("{} of {}", row.number, found.total)));
        let sides = found.info.sides.iter().zip(&row.players);
        facts.extend(sides.map(|(side, player)| (*side, player.clone())));
        facts.push(("Length", row.length.clone()));
        facts.push(("Result", row.state.text().to_owned()));
        facts.push(("Reason", row.reason.clone()));
    }
    let told = facts.into_iter().filter(|(_, value)| !value.is_empty());
    told.map(|(name, value)| (name.to_owned(), value)).collect()
}

fn info_ui(ui: &mut Ui, view: &View<'_>, rect: Rect) {
    let kit = view.kit(ui);
    let facts = facts(view.snapshot);
    if facts.is_empty() {
        let at = rect.min + vec2(16.0, 20.0);
        let words = match view.snapshot.mode {
            Mode::Match => text::NO_MATCH,
            Mode::Play | Mode::Analyse => text::NO_FACTS,
        };
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

/// Stops requesting console lines, because the drawer is hidden.
pub(in crate::ui) fn unwatch(view: &mut View<'_>) {
    watch(view, false);
}
