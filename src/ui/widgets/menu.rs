//! Menus, their entries, and fields that open a list of choices.
//!
//! Knows no command, like the other controls.

use egui::accesskit::Role;
use egui::response::Flags;
use egui::{
    Context, CornerRadius, Frame, Id, Key, LayerId, Margin, Order, PointerButton, Popup,
    PopupCloseBehavior, Pos2, Rect, Response, SetOpenCommand, Shape, Stroke, Ui, WidgetInfo, vec2,
};

use super::{calm, dimmed, hit, lift, ring, tip_unless};
use crate::ui::kit::{self, Kit, L, R, W};
use crate::ui::theme::{Theme, font, mix, size};

const MENU_RADIUS: u8 = 10;

/// The frame of menus; their shadow is painted apart.
fn popover(theme: &Theme) -> Frame {
    Frame {
        inner_margin: Margin::same(6),
        fill: theme.raised,
        stroke: Stroke::new(1.0, theme.line2),
        corner_radius: CornerRadius::same(MENU_RADIUS),
        ..Frame::NONE
    }
}

/// A menu at the pointer, for a click with the second button on `place`.
pub(in crate::ui) fn context_menu(
    place: &Response,
    theme: &Theme,
    name: &str,
    width: f32,
    content: impl FnOnce(&mut Ui),
) {
    let popup = Popup::context_menu(place)
        .accessible_name(name)
        .frame(popover(theme))
        .width(width)
        .close_behavior(PopupCloseBehavior::CloseOnClick);
    popup.show(|ui| {
        calm(ui);
        ui.set_width(width);
        content(ui);
    });
}

/// A menu under `button`. It opens as soon as the mouse button goes down, as the menus of the
/// system do; an entry is chosen by a click, or by letting go over it after the press that opened.
pub(in crate::ui) fn menu(
    button: &Response,
    theme: &Theme,
    name: &str,
    width: f32,
    content: impl FnOnce(&mut Ui),
) {
    menu_until(PopupCloseBehavior::CloseOnClick, button, theme, (name, width), content);
}

/// A menu under `button` that a click on its entries that stay ([`MenuItem::stays`]) does not close.
pub(in crate::ui) fn lasting_menu(
    button: &Response,
    theme: &Theme,
    name: &str,
    width: f32,
    content: impl FnOnce(&mut Ui),
) {
    menu_until(PopupCloseBehavior::CloseOnClickOutside, button, theme, (name, width), content);
}

fn menu_until(
    end: PopupCloseBehavior,
    button: &Response,
    theme: &Theme,
    (name, width): (&str, f32),
    content: impl FnOnce(&mut Ui),
) {
    let ctx = &button.ctx;
    let id = Popup::default_response_id(button);
    let was_open = Popup::is_id_open(ctx, id);
    let pressed = ctx.input(|i| i.pointer.primary_pressed())
        && (button.is_pointer_button_down_on() || button.clicked_by(PointerButton::Primary));
    let enters = was_open && enters_only_entry(button, id);
    if enters {
        ctx.data_mut(|data| data.insert_temp(entered_id(), true));
    }
    let by_key = button.clicked() && !button.clicked_by(PointerButton::Primary) && !enters;
    let chosen_by_key = ctx.input(|i| i.key_pressed(Key::Enter) || i.key_pressed(Key::Space));
    let popup = Popup::menu(button)
        .open_memory((pressed || by_key).then_some(SetOpenCommand::Toggle))
        .accessible_name(name)
        .frame(popover(theme))
        .gap(4.0)
        .width(width)
        .close_behavior(end);
    // Below everything in the layer of the menu, which egui names after the popup.
    let layer = LayerId::new(Order::Foreground, id);
    let ground = ctx.layer_painter(layer);
    let places = was_open.then(|| [(); 4].map(|()| ground.add(Shape::Noop)));
    let shown = popup.show(|ui| {
        calm(ui);
        ui.set_width(width);
        let most = room_beside(button);
        ui.set_max_height(most);
        // What does not fit is seen to be there.
        ui.spacing_mut().scroll.dormant_handle_opacity = 0.6;
        let area = egui::ScrollArea::vertical().max_height(most);
        // It opens scrolled to its beginning.
        let area = if was_open { area } else { area.vertical_scroll_offset(0.0) };
        ui.data_mut(|data| data.insert_temp(count_id(), 0_usize));
        area.show(ui, content);
        ui.data_mut(|data| {
            let n_entries = data.get_temp::<usize>(count_id()).unwrap_or_default();
            data.insert_temp(id.with("entries"), n_entries);
        });
    });
    let Some(shown) = shown else { return };
    if was_open && chosen_by_key && !Popup::is_id_open(ctx, id) {
        // The keyboard goes on from where it came.
        button.request_focus();
    }
    // A press on a dialog raises the dialog: in that frame a list of its that was shown before
    // would open behind it.
    ctx.move_to_top(layer);
    let r = shown.response.rect;
    let shadow = kit::shadow(r, MENU_RADIUS, 24, if theme.dark { 150 } else { 60 });
    let parts = kit::around(shadow.visual_bounding_rect(), r.shrink(MENU_RADIUS.into()));
    for (place, part) in places.into_iter().flatten().zip(parts) {
        ground.with_clip_rect(part).set(place, shadow.clone());
    }
    if !was_open {
        // egui only measures a menu when it opens. It is shown in the same frame, not in the next.
        ctx.request_discard("a menu has opened");
        ctx.data_mut(|data| {
            data.insert_temp(held_id(), pressed && button.is_pointer_button_down_on())
        });
    } else if let Some(at) = let_go(ctx) {
        let inside = shown.response.rect.contains(at) || button.rect.contains(at);
        if !inside {
            Popup::close_id(ctx, id);
        }
        ctx.data_mut(|data| data.remove_temp::<bool>(held_id()));
    }
}

/// Where it is noted that a list that was opened by keyboard begins at its current value.
fn start_id() -> Id {
    Id::unique("the list begins at its current value")
}

/// What is noted there, once.
fn take_note(ctx: &Context, id: Id) -> bool {
    ctx.data_mut(|data| data.remove_temp::<bool>(id)).unwrap_or_default()
}

/// Enter is pressed in a menu with one entry, which need not be reached with the arrow keys first.
fn enters_only_entry(button: &Response, menu: Id) -> bool {
    let ctx = &button.ctx;
    let is_only = ctx.data(|data| data.get_temp::<usize>(menu.with("entries"))) == Some(1);
    let is_free = ctx.memory(|memory| memory.focused()).is_none_or(|id| id == button.id);
    is_only && is_free && ctx.input(|input| input.key_pressed(Key::Enter))
}

/// Where the entries of the menu that is being shown are counted.
fn count_id() -> Id {
    Id::unique("entries of the menu")
}

/// Where it is noted that Enter chooses the only entry.
fn entered_id() -> Id {
    Id::unique("Enter chooses the only entry")
}

/// Where it is noted that the press that opened a menu still lasts.
fn held_id() -> Id {
    Id::unique("the press that opened a menu")
}

/// Where the press that opened a menu ends, in the frame in which it does.
fn let_go(ctx: &Context) -> Option<Pos2> {
    let held = ctx.data(|data| data.get_temp::<bool>(held_id()).unwrap_or_default());
    ctx.input(|i| i.pointer.interact_pos().filter(|_| held && i.pointer.primary_released()))
}

/// An entry of a menu.
#[derive(Clone, Copy, Debug)]
pub(in crate::ui) struct MenuItem<'a> {
    pub icon: &'a str,
    pub words: &'a str,
    /// Written at the right: a key, a protocol.
    pub right: &'a str,
    pub on: Option<bool>,
    /// Why it is disabled now, as a sentence for its tooltip; `None` if it is enabled.
    pub why_not: Option<&'a str>,
    /// A lasting menu stays open when it is clicked.
    pub stays: bool,
}

impl<'a> MenuItem<'a> {
    pub(in crate::ui) fn new(words: &'a str) -> Self {
        Self { icon: "", words, right: "", on: None, why_not: None, stays: false }
    }

    pub(in crate::ui) fn show(self, ui: &mut Ui, kit: &Kit<'_>) -> Response {
        let kit = kit.on(ui);
        // By its place, too: two entries may have the same words.
        let (place, rect) = ui.allocate_space(vec2(ui.available_width(), size::CONTROL));
        let enabled = self.why_not.is_none();
        ui.data_mut(|data| *data.get_temp_mut_or_default::<usize>(count_id()) += 1);
        let mut response = hit(ui, rect, ("item", self.words, place), enabled);
        let seen = rect.intersect(ui.clip_rect());
        let chosen = let_go(ui.ctx()).is_some_and(|at| seen.contains(at));
        let entered = take_note(ui.ctx(), entered_id());
        if (chosen || entered) && enabled && !response.clicked() {
            response.flags |= Flags::FAKE_PRIMARY_CLICKED;
        }
        // egui closes a menu after a click of the pointer only, and a lasting one after none.
        if response.clicked() && !self.stays {
            ui.close();
        }
        if self.on == Some(true) && !ui.is_sizing_pass() && take_note(ui.ctx(), start_id()) {
            response.request_focus();
            response.scroll_to_me(None);
        }
        if enabled && (response.hovered() || response.has_focus()) {
            kit.fill(rect, size::R_CONTROL, kit.t.hover);
        }
        let kit = if enabled { kit } else { dimmed(&kit) };
        let icon = if self.on == Some(true) { "check" } else { self.icon };
        let ink = if self.on == Some(true) { kit.t.accent_text } else { kit.t.text2 };
        if !icon.is_empty() {
            kit.icon(rect.left_center() + vec2(17.0, 0.0), icon, 15.0, ink);
        }
        let mut max = rect.width() - 44.0;
        if !self.right.is_empty() {
            let at = rect.right_center() - vec2(10.0, 0.0);
            let r = kit.text(at, R, self.right, W::Regular, font::SMALL, kit.t.text3);
            max -= r.width() + 10.0;
        }
        let at = rect.left_center() + vec2(34.0, 0.0);
        kit.fit(at, L, self.words, W::Regular, font::BODY, kit.t.text, max);
        ring(&kit, &response, rect.shrink(2.0), size::R_CONTROL);
        let (words, on) = (self.words.to_owned(), self.on);
        response.widget_info(|| match on {
            Some(on) => WidgetInfo::selected(Role::MenuItemCheckBox, enabled, on, &words),
            None => WidgetInfo::labeled(Role::MenuItem, enabled, &words),
        });
        tip_unless(response, kit.t, "", self.why_not)
    }
}

/// A line between groups of a menu.
pub(in crate::ui) fn menu_line(ui: &mut Ui, kit: &Kit<'_>) {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 9.0));
    kit.on(ui).hline(rect.left() + 8.0, rect.right() - 8.0, rect.center().y);
}

/// A field that shows a choice and opens the others. Returns the one clicked.
pub(in crate::ui) fn choice(
    ui: &mut Ui,
    kit: &Kit<'_>,
    rect: Rect,
    name: &str,
    items: &[(&str, &str)],
    on: usize,
) -> Option<usize> {
    let shown = items.get(on).map_or("", |(words, _)| *words);
    let response = hit(ui, rect, ("choice", name), true);
    let up = lift(&response);
    kit.fill(rect, size::R_CONTROL, mix(kit.t.raised, kit.t.hover, up));
    kit.frame(rect, size::R_CONTROL, kit.t.line);
    let at = rect.left_center() + vec2(12.0, 0.0);
    kit.fit(at, L, shown, W::Medium, font::BODY, kit.t.text, rect.width() - 42.0);
    kit.icon(rect.right_center() - vec2(15.0, 0.0), "down", 14.0, kit.t.text2);
    ring(kit, &response, rect, size::R_CONTROL);
    let (name, value) = (name.to_owned(), shown.to_owned());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, true, &name);
        info.current_text_value = Some(value.clone());
        info
    });
    let mut clicked = None;
    let needed = items.iter().map(|(words, right)| {
        let gap = if right.is_empty() { 0.0 } else { 10.0 };
        kit.width(words, W::Regular, font::BODY) + kit.width(right, W::Regular, font::SMALL) + gap
    });
    let width = needed.fold(rect.width().max(160.0), |most, needed| most.max(needed + 46.0));
    if response.clicked() && !response.clicked_by(PointerButton::Primary) {
        let begins = on < items.len();
        response.ctx.data_mut(|data| data.insert_temp(start_id(), begins));
    }
    menu(&response, kit.t, &name, width, |ui| {
        for (i, (words, right)) in items.iter().enumerate() {
            let item = MenuItem { right, on: Some(i == on), ..MenuItem::new(words) };
            if item.show(ui, kit).clicked() {
                clicked = Some(i);
            }
        }
    });
    clicked
}

/// Height of what may open above or below a button: over it the release of the press that opens a list
/// would choose an entry.
fn room_beside(button: &Response) -> f32 {
    let all = button.ctx.content_rect();
    let (above, below) = (button.rect.top() - all.top(), all.bottom() - button.rect.bottom());
    // Gap, frame and shadow.
    (above.max(below) - 28.0).max(120.0)
}
