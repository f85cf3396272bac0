//! Menus of the top bar, side by side or folded into one button.
//!
//! Has no list of its own: entries come from the action table.

use egui::accesskit::Role;
use egui::{Pos2, Rect, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use super::actions::{ACTIONS, Action, ActionId, Menu, action};
use super::kit::{Kit, L, W};
use super::root::View;
use super::text;
use super::theme::{fade, font, size};
use super::widgets::{self, Button, MenuItem, lift};

const WIDTH: f32 = 320.0;
/// Width of a column of the folded menus, at least.
const LEAST_COLUMN: f32 = 260.0;
/// The folded menus in so many columns as fit.
const COLUMNS: [&[&[Menu]]; 3] = [
    &[&[Menu::File, Menu::Edit, Menu::Game, Menu::Engines, Menu::View, Menu::Help]],
    &[&[Menu::File, Menu::Edit, Menu::Engines, Menu::Help], &[Menu::Game, Menu::View]],
    &[&[Menu::File, Menu::Edit, Menu::Help], &[Menu::Game, Menu::Engines], &[Menu::View]],
];

/// Shows the menus from `left` on; returns where they end.
pub(super) fn menu_bar_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, left: Pos2) -> f32 {
    let mut x = left.x;
    for (menu, words) in Menu::ALL {
        let w = kit.width(words, W::Regular, font::BODY) + 16.0;
        let rect = Rect::from_min_size(pos2(x, left.y - 14.0), vec2(w, size::CONTROL));
        let response = widgets::hit(ui, rect, ("menu", words), true);
        kit.fill(rect, size::R_CONTROL, fade(kit.t.hover, lift(&response)));
        kit.text(pos2(x + 8.0, left.y), L, words, W::Regular, font::BODY, kit.t.text2);
        widgets::ring(kit, &response, rect, size::R_CONTROL);
        let name = format!("{words} menu");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        widgets::menu(&response, kit.t, words, WIDTH, |ui| items_ui(ui, view, kit, menu));
        x += w;
    }
    x
}

/// Shows one button that opens all menus; returns where it ends.
pub(super) fn folded_menus_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, left: Pos2) -> f32 {
    let button = Button::icon("menu", text::MENU).show(ui, kit, left);
    // The frame of the menu and a gap at its sides need room, too.
    let room = ui.ctx().content_rect().width() - 40.0;
    let n_columns = ((room / LEAST_COLUMN) as usize).clamp(1, COLUMNS.len());
    let columns = COLUMNS[n_columns - 1];
    let width = WIDTH.min(room / n_columns as f32);
    let whole = width * n_columns as f32;
    widgets::menu(&button, kit.t, text::MENU, whole, |ui| {
        let top = ui.cursor().min;
        let mut lowest = top.y;
        for (i, menus) in columns.iter().enumerate() {
            let min = pos2(top.x + width * i as f32, top.y);
            let rect = Rect::from_min_size(min, vec2(width - 8.0, 3000.0));
            let mut column = ui.new_child(UiBuilder::new().id_salt(i).max_rect(rect));
            for menu in *menus {
                heading_ui(&mut column, kit, *menu);
                items_ui(&mut column, view, kit, *menu);
                column.add_space(6.0);
            }
            lowest = lowest.max(column.min_rect().bottom());
        }
        ui.allocate_space(vec2(whole, lowest - top.y));
    });
    button.rect.right()
}

fn heading_ui(ui: &mut Ui, kit: &Kit<'_>, menu: Menu) {
    let words = Menu::ALL.iter().find(|(known, _)| *known == menu).map_or("", |(_, words)| words);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 24.0));
    let at = rect.left_center() + vec2(10.0, 0.0);
    kit.on(ui).text(at, L, words, W::Semi, font::SMALL, kit.t.text3);
}

fn items_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, menu: Menu) {
    let has_dice = view.snapshot.game.info.has_dice;
    let can_be_drawn = view.snapshot.game.info.can_be_drawn;
    let stands = |action: &&Action| {
        action.menu == menu
            && (has_dice || !action.with_dice)
            && (can_be_drawn || !action.with_draws)
    };
    let ids = ACTIONS.iter().filter(stands).map(|action| action.id);
    for (i, id) in ids.enumerate() {
        if action(id).starts_group && i > 0 {
            widgets::menu_line(ui, kit);
        }
        action_item_ui(ui, view, kit, id);
    }
}

/// Shows an action as an entry of a menu, and runs it when it is clicked.
pub(super) fn action_item_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, id: ActionId) {
    let action = action(id);
    let key = action.key_text();
    let item = MenuItem {
        icon: action.icon,
        right: &key,
        on: action.is_on(view.snapshot),
        why_not: action.why_not(view.snapshot),
        ..MenuItem::new(action.words_now(view.snapshot))
    };
    if item.show(ui, kit).clicked() {
        let ctx = ui.ctx().clone();
        view.act(&ctx, id);
    }
}
