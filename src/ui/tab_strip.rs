//! The row of tabs above the board: which there are, what happens in each, and all that is done to
//! them with the mouse.
//!
//! Opens no game itself; a tab is a desk of the application.

use std::collections::BTreeMap;

use egui::accesskit::Role;
use egui::{Key, PointerButton, Rect, Response, Sense, Ui, WidgetInfo, pos2, vec2};

use super::board::BoardState;
use super::kit::{Kit, L, W};
use super::panels::TextDraft;
use super::root::View;
use super::state::{Page, PanelTab, UiState};
use super::text;
use super::theme::fade;
use super::widgets::{self, Button, FieldLook, MenuItem};
use crate::app::{Command, TabCommand, TabView};

/// The widest that a title gets.
const WIDEST: f32 = 240.0;
/// The narrowest that a tab gets; where more are open than fit, the row moves.
const NARROWEST: f32 = 112.0;
/// Room for the dot and the clock before a title: a tab is as wide with them as without.
const MARKS: f32 = 30.0;
/// Room for the buttons behind the tabs.
const BUTTONS: f32 = 72.0;

/// What the screen keeps of a tab while another one is shown.
#[derive(Debug, Default)]
pub(super) struct TabMemory {
    typed: String,
    typed_at: Option<u64>,
    comment: TextDraft,
    panel_tab: PanelTab,
    board: BoardState,
}

/// The screen state of the row.
#[derive(Debug, Default)]
pub struct TabStrip {
    /// The tab that is given a name, and the name so far.
    renaming: Option<(u64, String)>,
    /// The tab that was shown in the frame before.
    shown: Option<u64>,
    /// By how many points the row is moved to the left.
    moved: f32,
    memory: BTreeMap<u64, TabMemory>,
}

impl TabStrip {
    /// Begins to give a tab a name.
    pub(super) fn rename(&mut self, tab: &TabView) {
        let name = if tab.named { tab.title.clone() } else { String::new() };
        self.renaming = Some((tab.id, name));
    }
}

/// Where another tab is shown than before, what was half done in that one is put away, and what was
/// half done in this one comes back.
pub(super) fn follow_tab(view: &mut View<'_>) {
    let Some(shown) = view.snapshot.tabs.iter().find(|tab| tab.shown).map(|tab| tab.id) else {
        return;
    };
    let state = &mut *view.state;
    let Some(before) = state.tab_strip.shown.replace(shown).filter(|before| *before != shown)
    else {
        return;
    };
    let left = TabMemory {
        typed: std::mem::take(&mut state.typed),
        typed_at: state.typed_at.take(),
        comment: std::mem::take(&mut state.comment),
        panel_tab: state.panel_tab,
        board: std::mem::take(&mut state.board),
    };
    let tabs = &view.snapshot.tabs;
    state.tab_strip.memory.insert(before, left);
    state.tab_strip.memory.retain(|id, _| tabs.iter().any(|tab| tab.id == *id));
    let memory = state.tab_strip.memory.remove(&shown).unwrap_or_default();
    restore(state, memory);
}

fn restore(state: &mut UiState, memory: TabMemory) {
    (state.typed, state.typed_at) = (memory.typed, memory.typed_at);
    (state.comment, state.panel_tab) = (memory.comment, memory.panel_tab);
    state.board = memory.board;
    (state.preview, state.scrolled_to, state.held_hand) = (None, None, None);
    state.page = Page::Board;
}

/// Shows the row. `least` is the width that it has in the mode with the widest panel.
pub(super) fn tab_strip_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, row: Rect, least: f32) {
    let t = kit.t;
    kit.fill(row, 0.0, t.window);
    kit.hline(row.left(), row.right(), row.bottom() - 1.0);
    let tabs = &view.snapshot.tabs;
    let room = row.with_max_x(row.right() - BUTTONS);
    let (rects, moved) = places(kit, room, least - BUTTONS, tabs, view.state.tab_strip.moved);
    view.state.tab_strip.moved = moved;
    let mut child = ui.new_child(egui::UiBuilder::new().id_salt("tabs").max_rect(room));
    child.set_clip_rect(room.intersect(ui.clip_rect()));
    let kit_inside = kit.on(&child);
    for (place, tab) in tabs.iter().enumerate() {
        if rects[place].intersects(room) {
            tab_ui(&mut child, view, &kit_inside, rects[place], tab, &rects);
        }
    }
    buttons_ui(ui, view, kit, row.with_min_x(room.right()));
}

/// Where the tabs stand: as wide as their titles where there is room, else narrower, else moved so that
/// the one that is shown can be seen, and no further than before where it can: a second click falls on
/// the same tab as the first. They share `steady`, which is the same in all modes. The second value is
/// by how much they are moved.
fn places(
    kit: &Kit<'_>,
    room: Rect,
    steady: f32,
    tabs: &[TabView],
    moved: f32,
) -> (Vec<Rect>, f32) {
    let wish =
        |tab: &TabView| (kit.width(&tab.title, W::Medium, 12.5).min(WIDEST) + 46.0 + MARKS).round();
    let wishes: Vec<f32> = tabs.iter().map(wish).collect();
    let fair = (steady / tabs.len() as f32).max(NARROWEST).floor();
    let is_crowded = wishes.iter().sum::<f32>() > steady;
    let widths: Vec<f32> =
        wishes.iter().map(|wish| if is_crowded { wish.min(fair) } else { *wish }).collect();
    let shown = tabs.iter().position(|tab| tab.shown).unwrap_or_default();
    let right = widths.iter().take(shown + 1).sum::<f32>();
    let left = right - widths.get(shown).copied().unwrap_or_default();
    let most = (widths.iter().sum::<f32>() - room.width()).max(0.0);
    let moved = moved.min(left).max(right - room.width()).clamp(0.0, most);
    let mut x = room.left() - moved;
    let rect = |width: &f32| {
        let rect = Rect::from_min_size(pos2(x, room.top()), vec2(*width, room.height()));
        x += width;
        rect
    };
    (widths.iter().map(rect).collect(), moved)
}

fn tab_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    rect: Rect,
    tab: &TabView,
    all: &[Rect],
) {
    let t = kit.t;
    let seen = rect.intersect(ui.clip_rect());
    let response = ui.interact(seen, ui.scope_id().with(("tab", tab.id)), Sense::click_and_drag());
    if tab.shown {
        kit.fill(rect, 0.0, t.canvas);
        kit.fill(Rect::from_min_size(rect.min, vec2(rect.width(), 2.0)), 0.0, t.accent);
    } else if response.hovered() {
        kit.fill(rect.with_max_y(rect.bottom() - 1.0), 0.0, fade(t.hover, 0.7));
    }
    kit.vline(rect.right() - 1.0, rect.top(), rect.bottom() - 1.0);
    if renaming_ui(ui, view, kit, rect, tab) {
        return;
    }
    let mut at = pos2(rect.left() + 14.0, rect.center().y);
    if tab.own_turn {
        kit.p.circle_filled(at + vec2(3.0, 0.0), 3.5, t.accent);
        at.x += 14.0;
    }
    if tab.own_clock || tab.live && !tab.own_turn {
        kit.icon(at + vec2(4.0, 0.0), "clock", 12.0, t.busy);
        at.x += 16.0;
    }
    if tab.paused && !tab.shown {
        kit.icon(at + vec2(4.0, 0.0), "pause", 12.0, t.text3);
        at.x += 16.0;
    }
    if tab.pinned {
        kit.icon(at + vec2(4.0, 0.0), "pin", 12.0, t.text3);
        at.x += 16.0;
    }
    let close = Rect::from_center_size(pos2(rect.right() - 17.0, at.y), vec2(22.0, 22.0));
    let has_cross = tab.shown || response.hovered();
    let ink = if tab.shown { t.text } else { t.text2 };
    // The cross of another tab is there only while the pointer is.
    let end = if has_cross { close.left() - 4.0 } else { rect.right() - 8.0 };
    let most = (end - at.x).max(0.0);
    kit.fit(at, L, &tab.title, W::Medium, 12.5, ink, most);
    widgets::ring(kit, &response, rect.shrink(2.0), 4.0);
    let spoken = spoken(tab);
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, tab.shown, &spoken));
    let closes = close_ui(ui, view, kit, close, tab, response.hovered());
    if !closes {
        moved_ui(view, &response, tab, all);
    }
    let response = widgets::tip(response, t, &spoken);
    widgets::context_menu(&response, t, "Tab", 240.0, |ui| menu_ui(ui, view, kit, tab));
}

/// What a screen reader says of a tab, and what its tip says.
fn spoken(tab: &TabView) -> String {
    let what = match state_words(tab) {
        "" => String::new(),
        words => format!(", {words}"),
    };
    let pinned = if tab.pinned { ", pinned" } else { "" };
    format!("{}{what}{pinned}", tab.title)
}

/// What happens in a tab, in words; empty for nothing.
fn state_words(tab: &TabView) -> &'static str {
    match (tab.own_turn, tab.own_clock, tab.live) {
        (true, true, _) => "your move, your clock runs",
        (true, false, _) => "your move",
        (false, _, true) => "running",
        (false, _, false) if tab.paused => "paused",
        (false, _, false) => "",
    }
}

/// The cross of a tab. Says whether the pointer is at it.
fn close_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    rect: Rect,
    tab: &TabView,
    is_near: bool,
) -> bool {
    let response = widgets::hit(ui, rect, ("close tab", tab.id), true);
    if is_near || tab.shown || response.hovered() || response.has_focus() {
        kit.fill(rect, 5.0, fade(kit.t.hover, widgets::lift(&response)));
        kit.icon(rect.center(), "close", 12.0, kit.t.text3);
    }
    widgets::ring(kit, &response, rect, 5.0);
    let name = format!("Close {}", tab.title);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    // The second click of a double click is not meant for the tab that has come there.
    if response.clicked() && !response.double_clicked() {
        view.push(Command::Tab(TabCommand::Close(tab.id)));
    }
    response.hovered()
}

/// A click shows a tab, a middle click closes it, a double click renames it, and it can be dragged to
/// another place.
fn moved_ui(view: &mut View<'_>, response: &Response, tab: &TabView, all: &[Rect]) {
    if response.double_clicked() {
        view.state.tab_strip.rename(tab);
    } else if response.clicked() && !tab.shown {
        view.push(Command::Tab(TabCommand::Show(tab.id)));
    } else if response.clicked_by(PointerButton::Middle) {
        view.push(Command::Tab(TabCommand::Close(tab.id)));
    }
    let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) else {
        return;
    };
    let Some(own) = view.snapshot.tabs.iter().position(|known| known.id == tab.id) else { return };
    if let Some(place) = place_for(all, own, pointer.x) {
        view.push(Command::Tab(TabCommand::Move(tab.id, place)));
    }
}

/// Where a tab that is dragged goes when the pointer is there; `None` where it stays. One that has moved
/// lies under the pointer, however wide the others are.
fn place_for(all: &[Rect], own: usize, pointer: f32) -> Option<usize> {
    let here = all.get(own)?;
    if pointer > here.right() {
        let past = |place: &usize| pointer > all[*place].right() - here.width();
        return (own + 1..all.len()).rev().find(past);
    }
    let past = |place: &usize| pointer < all[*place].left() + here.width();
    if pointer < here.left() { (0..own).find(past) } else { None }
}

/// The field for a name, where this tab is being named. Says whether it is.
fn renaming_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, rect: Rect, tab: &TabView) -> bool {
    let Some((id, mut name)) = view.state.tab_strip.renaming.take() else { return false };
    if id != tab.id {
        view.state.tab_strip.renaming = Some((id, name));
        return false;
    }
    let field = rect.shrink2(vec2(6.0, 4.0));
    let words = "Name of the tab";
    let response =
        widgets::text_field(ui, kit, field, &mut name, words, &tab.title, FieldLook::Plain);
    let is_entered = ui.input(|input| input.key_pressed(Key::Enter));
    let is_left = ui.input(|input| input.key_pressed(Key::Escape));
    if response.lost_focus() || is_entered || is_left {
        if !is_left {
            view.push(Command::Tab(TabCommand::Rename(id, name)));
        }
        return true;
    }
    if !response.has_focus() {
        response.request_focus();
    }
    view.state.tab_strip.renaming = Some((id, name));
    true
}

fn menu_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, tab: &TabView) {
    let is_only = view.snapshot.tabs.len() == 1;
    if MenuItem::new(text::RENAME_TAB).show(ui, kit).clicked() {
        view.state.tab_strip.rename(tab);
    }
    let mut pin = MenuItem::new(text::PIN_TAB);
    pin.on = Some(tab.pinned);
    if pin.show(ui, kit).clicked() {
        view.push(Command::Tab(TabCommand::Pin(tab.id, !tab.pinned)));
    }
    let mut float = MenuItem::new(text::FLOAT_TAB);
    float.why_not = is_only.then_some(text::ONLY_TAB);
    if float.show(ui, kit).clicked() {
        view.push(Command::Tab(TabCommand::Float(tab.id, true)));
    }
    if !tab.shown && MenuItem::new(text::MERGE_THIS_TAB).show(ui, kit).clicked() {
        view.push(Command::Tab(TabCommand::Merge(tab.id)));
    }
    let mut close = MenuItem::new(text::CLOSE_TAB);
    close.why_not = is_only.then_some(text::ONLY_TAB);
    if close.show(ui, kit).clicked() {
        view.push(Command::Tab(TabCommand::Close(tab.id)));
    }
    let mut others = MenuItem::new(text::CLOSE_OTHER_TABS);
    others.why_not = is_only.then_some(text::ONLY_TAB);
    if others.show(ui, kit).clicked() {
        for other in view.snapshot.tabs.iter().filter(|other| other.id != tab.id) {
            view.push(Command::Tab(TabCommand::Close(other.id)));
        }
    }
}

/// A new tab, and the list of all.
fn buttons_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, rect: Rect) {
    let left = rect.left_center() + vec2(4.0, 0.0);
    let new = Button::icon("plus", text::NEW_TAB).tooltip(text::NEW_TAB).show(ui, kit, left);
    if new.clicked() {
        view.push(Command::Tab(TabCommand::New));
    }
    let left = pos2(new.rect.right() + 2.0, left.y);
    let all = Button::icon("down", text::ALL_TABS).tooltip(text::ALL_TABS).show(ui, kit, left);
    widgets::menu(&all, kit.t, text::ALL_TABS, 440.0, |ui| {
        for tab in &view.snapshot.tabs {
            let mut item = MenuItem::new(&tab.title);
            item.on = Some(tab.shown);
            item.right = state_words(tab);
            if item.show(ui, kit).clicked() {
                view.push(Command::Tab(TabCommand::Show(tab.id)));
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dragged_tab_goes_where_it_then_lies_under_the_pointer() {
        let widths = [100.0, 300.0, 200.0];
        let mut x = 0.0;
        let all = widths.map(|width| {
            let rect = Rect::from_min_size(pos2(x, 0.0), vec2(width, 30.0));
            x += width;
            rect
        });
        // The narrow one goes past the wide one only where it will be under the pointer.
        assert_eq!(place_for(&all, 0, 250.0), None);
        assert_eq!(place_for(&all, 0, 310.0), Some(1));
        assert_eq!(place_for(&all, 0, 550.0), Some(2));
        assert_eq!(place_for(&all, 2, 390.0), None);
        assert_eq!(place_for(&all, 2, 250.0), Some(1));
        assert_eq!(place_for(&all, 2, 50.0), Some(0));
        assert_eq!(place_for(&all, 1, 250.0), None);
    }
}
