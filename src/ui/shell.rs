//! What every page shares: top bar, rail, tabs; and where the parts of the window lie.
//!
//! Knows no page's content.

use std::sync::Arc;

use egui::accesskit::{Live, Role};
use egui::{Pos2, Rect, Sense, Ui, WidgetInfo, pos2, vec2};

use super::actions::{ActionId, LOW_WINDOW, action, drawer_open};
use super::centre;
use super::dialogs;
use super::editor::is_beside;
use super::game_list::playables;
use super::kit::{C, Cut, Kit, L, W};
use super::menus::{action_item_ui, folded_menus_ui, menu_bar_ui};
use super::pages;
use super::panels;
use super::root::View;
use super::state::Page;
use super::tab_strip;
use super::text;
use super::theme::{font, mix, size};
use super::widgets::{self, Button, MenuItem, lift};
use crate::app::{Command, GameCommand, Mode, NoticeKind, Snapshot};

/// Below this width the menus fold into one button.
const FOLD: f32 = 1360.0;

/// The minimum width of a panel, whatever the board needs.
const LEAST_PANEL: f32 = 280.0;

/// Above an open drawer the centre is not lower than this, as long as the drawer keeps its own least height.
const LEAST_CENTRE: f32 = 250.0;

/// Width of a message below a page, at most.
const NOTICE: f32 = 760.0;

/// Shows everything that does not float.
pub(super) fn shell_ui(ui: &mut Ui, view: &mut View<'_>) {
    let mut all = ui.ctx().content_rect();
    ui.set_clip_rect(all);
    let kit = view.kit(ui);
    follow_mode(view);
    let top = all.cut_top(size::TOPBAR);
    top_bar_ui(ui, view, &kit, top);
    let rail = all.cut_left(size::RAIL);
    rail_ui(ui, view, &kit, rail);
    announce(ui, view);
    if view.state.page != Page::Engines {
        pages::engines_left(view);
    }
    if matches!(view.state.page, Page::Openings | Page::Games | Page::Settings) {
        // Board and engines have places of their own for it.
        let mut column = all.with_max_x(all.right().min(all.left() + NOTICE));
        panels::notice_foot_ui(ui, view, &mut column);
        all.max.y = column.bottom();
    }
    match view.state.page {
        Page::Board => board_page_ui(ui, view, &kit, all),
        Page::Engines => widgets::area(ui, all, "engines", |ui| pages::engines_ui(ui, view, all)),
        Page::Openings => {
            widgets::area(ui, all, "openings", |ui| pages::openings_ui(ui, view, all));
        }
        Page::Games => widgets::area(ui, all, "games", |ui| pages::games_ui(ui, view, all)),
        Page::Settings => {
            widgets::area(ui, all, "settings", |ui| pages::settings_ui(ui, view, all));
        }
    }
}

/// Any change of mode brings its board back into view.
fn follow_mode(view: &mut View<'_>) {
    tab_strip::follow_tab(view);
    leave_refusals(view);
    let mode = view.snapshot.mode;
    if mode != Mode::Match {
        view.state.board_mode = mode;
    }
    if view.state.seen_mode != Some(mode) {
        if view.state.seen_mode.is_some() {
            view.state.page = Page::Board;
        }
        view.state.seen_mode = Some(mode);
        view.state.scrolled_to = None;
    }
    // A list of games that was asked for comes into view, and not the first of its games.
    let games = &view.snapshot.file_games;
    if view.state.games.before.take_if(|before| !Arc::ptr_eq(before, games)).is_some() {
        view.state.page = Page::Games;
    }
}

/// What was refused on the board belongs there: it goes when another page comes into view.
fn leave_refusals(view: &mut View<'_>) {
    let page = view.state.page;
    let before = view.state.seen_page.replace(page);
    if before != Some(Page::Board) || page == Page::Board {
        return;
    }
    let notices = view.snapshot.notices.iter();
    let refused = notices.filter(|notice| notice.kind == NoticeKind::Refused);
    let ids: Vec<u64> = refused.map(|notice| notice.id).collect();
    ids.into_iter().for_each(|id| view.push(Command::DismissNotice(id)));
}

/// Tells a screen reader the last move.
fn announce(ui: &Ui, view: &View<'_>) {
    let words = view.snapshot.game.announcement.as_str();
    if words.is_empty() {
        return;
    }
    let place = Rect::from_min_size(ui.ctx().content_rect().min, vec2(1.0, 1.0));
    let response = ui.interact(place, ui.scope_id().with("announcement"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Status, true, words));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
}

fn board_page_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, mut all: Rect) {
    let whole = all;
    let is_edited = view.snapshot.editor.is_some() && view.snapshot.mode != Mode::Match;
    // In a low window the editor has the room of the panel and of the drawer as well.
    let tabs = if view.snapshot.tabs.len() > 1 { size::TABS } else { 0.0 };
    let alone = is_edited && is_beside(kit, whole.with_min_y(whole.top() + tabs));
    let width = if alone { 0.0 } else { panel_width(ui, view.snapshot.mode, all) };
    let panel = all.cut_right(width);
    if view.snapshot.tabs.len() > 1 {
        let row = all.cut_top(size::TABS);
        let modes = [Mode::Play, Mode::Analyse, Mode::Match];
        let panels = modes.map(|mode| panel_width(ui, mode, whole));
        // Tabs keep their widths when the panel has another one in another mode.
        let least = whole.width() - panels.into_iter().fold(0.0, f32::max);
        widgets::area(ui, row, "tabs", |ui| {
            tab_strip::tab_strip_ui(ui, view, kit, row, least);
        });
    }
    if alone {
        panels::unwatch(view);
        return widgets::area(ui, all, "centre", |ui| centre::centre_ui(ui, view, all));
    }
    let open = drawer_open(ui.ctx(), view.snapshot, view.state);
    let low = ui.ctx().content_rect().height() < LOW_WINDOW;
    let most_drawer = all.height() - LEAST_CENTRE;
    let drawer = all.cut_bottom(match (open, low) {
        // In a low window the board keeps its room first.
        (true, _) => panels::drawer_height(view, most_drawer),
        (false, false) => size::DRAWER_HEAD,
        (false, true) => 0.0,
    });
    widgets::area(ui, all, "centre", |ui| centre::centre_ui(ui, view, all));
    kit.fill(panel, 0.0, kit.t.panel);
    kit.vline(panel.left(), panel.top(), panel.bottom());
    let inner = panel.with_min_x(panel.left() + 1.0);
    let practice = view.snapshot.practice.clone();
    widgets::area(ui, inner, "panel", |ui| match (view.snapshot.mode, practice) {
        (Mode::Play, Some(practice)) => panels::practice_panel_ui(ui, view, &practice, inner),
        (Mode::Play, None) => panels::play_panel_ui(ui, view, inner),
        (Mode::Analyse, _) => panels::analyse_panel_ui(ui, view, inner),
        (Mode::Match, _) => panels::match_panel_ui(ui, view, inner),
    });
    if open || !low {
        widgets::area(ui, drawer, "drawer", |ui| panels::drawer_ui(ui, view, drawer, open));
        if open {
            panels::drawer_edge_ui(ui, view, drawer, most_drawer);
        }
    } else {
        panels::unwatch(view);
    }
    panels::preview_ui(ui, view, panel);
}

/// Width of the panel beside the board: narrower if the board would otherwise not have half of the
/// window.
fn panel_width(ui: &Ui, mode: Mode, all: Rect) -> f32 {
    let usual = match mode {
        Mode::Play => size::PANEL_PLAY,
        Mode::Analyse => size::PANEL,
        Mode::Match => size::PANEL_MATCH,
    };
    let board = (ui.ctx().content_rect().width() * 0.5).min(centre::board_height(all.height()));
    let rest = (all.width() - centre::around_board(board)).max(LEAST_PANEL);
    usual.min((all.width() * 0.5).round()).min(rest.floor())
}

fn top_bar_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, r: Rect) {
    kit.fill(r, 0.0, kit.t.window);
    kit.hline(r.left(), r.right(), r.bottom() - 1.0);
    let y = r.center().y - 0.5;
    kit.icon(pos2(28.0, y), "logo", 22.0, kit.t.accent);
    let left = pos2(56.0, y);
    let end = if r.width() < FOLD {
        folded_menus_ui(ui, view, kit, left)
    } else {
        menu_bar_ui(ui, view, kit, left)
    };
    let middle = kit.snap(r.center().x - 122.0);
    picker_ui(ui, view, kit, pos2(end + 12.0, y), middle - end - 24.0);

    let modes = [text::MODE_PLAY, text::MODE_ANALYSE, text::MODE_MATCH];
    let ids = [ActionId::ModePlay, ActionId::ModeAnalyse, ActionId::ModeMatch];
    let on = super::actions::mode_idx(view.snapshot.mode);
    let at = pos2(middle, y);
    let (clicked, segments) = widgets::segmented(ui, kit, at, &modes, on);
    if let Some(i) = clicked {
        view.act(ui.ctx(), ids[i]);
    }
    let mut x = segments.right() + 16.0;
    // The menus also have them: entries without room are left out.
    let most = r.right() - 12.0 - 3.0 * 30.0;
    let ids = [ActionId::NewGame, ActionId::Open, ActionId::Save, ActionId::Paste];
    // A window of its own has no tabs to drag: this is the way back.
    let back = (view.snapshot.window != 0).then_some(ActionId::DockTab);
    for id in back.into_iter().chain(ids) {
        if x + 30.0 > most {
            break;
        }
        x = icon_ui(ui, view, kit, pos2(x, y), id) + 2.0;
    }
    let mut x = r.right() - 12.0;
    let sun = if kit.t.dark { "moon" } else { "sun" };
    for (icon, name) in [("zoom", text::ZOOM), (sun, text::THEME)] {
        x -= 30.0;
        let button = Button::icon(icon, name).show(ui, kit, pos2(x, y));
        let zoom = icon == "zoom";
        widgets::menu(&button, kit.t, name, 260.0, |ui| setting_menu_ui(ui, view, kit, zoom));
    }
    x -= 30.0;
    icon_ui(ui, view, kit, pos2(x, y), ActionId::Keys);
    search_ui(ui, view, kit, pos2(x - 10.0, y), segments.right() + 16.0 + 4.0 * 30.0 + 8.0);
}

fn icon_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, left: Pos2, id: ActionId) -> f32 {
    let action = action(id);
    let tooltip = action.tooltip();
    let button = Button::icon(action.icon, action.words).tooltip(&tooltip);
    let response = button.unless(action.why_not(view.snapshot)).show(ui, kit, left);
    if response.clicked() {
        view.act(ui.ctx(), id);
    }
    response.rect.right()
}

fn setting_menu_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, zoom: bool) {
    if zoom {
        let words = format!("Size {:.0} %", view.snapshot.settings.zoom * 100.0);
        let why_not = Some("The entries below change it.");
        MenuItem { why_not, ..MenuItem::new(&words) }.show(ui, kit);
    }
    let themes =
        [ActionId::ThemeSystem, ActionId::ThemeDark, ActionId::ThemeLight, ActionId::ThemeContrast];
    let zooms = [ActionId::ZoomIn, ActionId::ZoomOut, ActionId::ZoomReset];
    for id in if zoom { &zooms[..] } else { &themes[..] } {
        action_item_ui(ui, view, kit, *id);
    }
}

/// The game on the board, up to `max` points wide; choosing another begins a new game of it.
fn picker_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, left: Pos2, max: f32) {
    let t = kit.t;
    let title = picker_title(view.snapshot);
    let w = (kit.width(&title, W::Semi, font::BODY) + 46.0).min(max);
    let rect = Rect::from_min_size(pos2(left.x, left.y - 14.0), vec2(w, size::CONTROL));
    let response = widgets::hit(ui, rect, "game picker", true);
    kit.fill(rect, size::R_CONTROL, mix(t.raised, t.hover, lift(&response)));
    kit.frame(rect, size::R_CONTROL, t.line);
    let at = rect.left_center() + vec2(12.0, 0.0);
    kit.fit(at, L, &title, W::Semi, font::BODY, t.text, w - 42.0);
    kit.icon(rect.right_center() - vec2(15.0, 0.0), "down", 14.0, t.text2);
    widgets::ring(kit, &response, rect, size::R_CONTROL);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, true, "Game on the board");
        info.current_text_value = Some(title.clone());
        info
    });
    widgets::menu(&response, t, "Game on the board", 350.0, |ui| {
        let game = &view.snapshot.game;
        for playable in playables(&view.snapshot.games) {
            let on = playable.is(game.info.name, game.variant_name.as_deref());
            // The user confirms before the game leaves the board.
            let words = format!("{}\u{2026}", playable.title);
            let item = MenuItem { on: Some(on), ..MenuItem::new(&words) };
            if item.show(ui, kit).clicked() {
                dialogs::ask_new_game_of(view.snapshot, view.state, &playable);
            }
        }
    });
}

/// What is played; in Match mode the board shows the match. If a position has its own stakes, those
/// are shown.
fn picker_title(snapshot: &Snapshot) -> String {
    let game = &snapshot.game;
    let matching = snapshot.matching.as_ref().filter(|_| snapshot.mode == Mode::Match);
    match (matching, &game.scene.table) {
        (Some(matching), _) => matching.info.listed(matching.variant_name.as_deref()).to_owned(),
        (None, Some(table)) => format!("{}  {}", game.info.title, table.stakes.title),
        (None, None) => game.info.listed(game.variant_name.as_deref()).to_owned(),
    }
}

/// The width of icon, a few letters and the key.
const SEARCH_LEAST: f32 = 130.0;

/// The field that opens the palette; as wide as there is room, an icon alone where it is narrow.
fn search_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, right: Pos2, least: f32) {
    let t = kit.t;
    let left = (right.x - 230.0).max(least);
    if right.x - left < size::CONTROL {
        return;
    }
    if right.x - left < SEARCH_LEAST {
        icon_ui(ui, view, kit, pos2(right.x - size::CONTROL, right.y), ActionId::Palette);
        return;
    }
    let rect = Rect::from_min_max(pos2(left, right.y - 14.0), pos2(right.x, right.y + 14.0));
    let response = widgets::hit(ui, rect, "search", true);
    kit.fill(rect, size::R_CONTROL, mix(t.window, t.raised, 0.6 + 0.4 * lift(&response)));
    kit.frame(rect, size::R_CONTROL, t.line0);
    kit.icon(rect.left_center() + vec2(16.0, 0.0), "search", 14.0, t.text3);
    let palette = action(ActionId::Palette);
    let cap = kit.key(rect.right_center() - vec2(8.0, 0.0), &palette.key_text());
    let at = rect.left_center() + vec2(30.0, 0.0);
    let max = cap.left() - at.x - 6.0;
    kit.fit(at, L, palette.words, W::Regular, font::BODY, t.text3, max);
    widgets::ring(kit, &response, rect, size::R_CONTROL);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, palette.words));
    if response.clicked() {
        view.act(ui.ctx(), ActionId::Palette);
    }
}

/// From the foot of the rail to the middle of the upper of the two entries there.
const RAIL_FOOT: f32 = 88.0;

fn rail_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, r: Rect) {
    kit.fill(r, 0.0, kit.t.window);
    kit.vline(r.right() - 1.0, r.top(), r.bottom());
    let matching = view.snapshot.mode == Mode::Match;
    let page = view.state.page;
    // In the lowest windows the five upper entries stand closer.
    let room = r.height() - 34.0 - (RAIL_FOOT + 24.0) - 24.0;
    let step = (room / 4.0).min(54.0);
    let mut y = r.top() + 34.0;
    let item = |y: f32, icon: &str, words: &str, on: bool| {
        rail_item_ui(ui, kit, r, (y, step), icon, words, on)
    };
    if item(y, "target", text::RAIL_BOARD, page == Page::Board && !matching) {
        view.state.page = Page::Board;
        if matching {
            let mode = view.state.board_mode;
            view.push(Command::Game(GameCommand::SetMode(mode)));
        }
    }
    y += step;
    if item(y, "engine", text::RAIL_ENGINES, page == Page::Engines) {
        pages::open_engines(view.snapshot, view.state);
    }
    y += step;
    // Always the same entries in the same places: an empty page says so.
    if item(y, "book", text::RAIL_OPENINGS, page == Page::Openings) {
        view.state.page = Page::Openings;
    }
    y += step;
    if item(y, "games", text::RAIL_GAMES, page == Page::Games) {
        view.state.page = Page::Games;
    }
    y += step;
    if item(y, "match", text::RAIL_MATCH, page == Page::Board && matching) {
        view.act(ui.ctx(), ActionId::ModeMatch);
    }
    if item(r.bottom() - RAIL_FOOT, "graph", text::RAIL_DRAWER, false) {
        view.act(ui.ctx(), ActionId::Drawer);
    }
    if item(r.bottom() - 34.0, "settings", text::RAIL_SETTINGS, page == Page::Settings) {
        view.state.page = Page::Settings;
    }
}

fn rail_item_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    r: Rect,
    (y, step): (f32, f32),
    icon: &str,
    words: &str,
    on: bool,
) -> bool {
    let t = kit.t;
    let q = Rect::from_center_size(pos2(r.center().x - 0.5, y), vec2(48.0, step.min(48.0)));
    let response = widgets::hit(ui, q, ("rail", words), true);
    if on {
        kit.fill(q, 8.0, t.accent_soft);
        let mark = Rect::from_min_size(pos2(r.left(), q.top() + 12.0), vec2(3.0, 24.0));
        kit.fill(mark, 1.0, t.accent);
    } else if response.hovered() {
        kit.fill(q, 8.0, super::theme::fade(t.hover, 0.7));
    }
    let ink = if on { t.accent_text } else { mix(t.text2, t.text, lift(&response)) };
    kit.icon(q.center() - vec2(0.0, 8.0), icon, 20.0, ink);
    kit.text(q.center() + vec2(0.0, 14.0), C, words, W::Medium, 10.0, ink);
    widgets::ring(kit, &response, q, 8.0);
    let name = format!("{words} page");
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &name));
    response.clicked()
}
