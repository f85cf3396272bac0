//! Controls of the window: each is allocated, interacts, is painted and sets its spoken name.
//!
//! Knows no command; the caller decides what a click means.

use egui::accesskit::Role;
use egui::{
    Align2, Color32, Frame, Id, Margin, Pos2, Rect, RectAlign, Response, RichText, Sense, TextEdit,
    Tooltip, Ui, Vec2, WidgetInfo, pos2, vec2,
};

mod menu;

pub(super) use menu::{MenuItem, choice, context_menu, lasting_menu, menu, menu_line};

use super::kit::{C, Kit, Look, R, W};
use super::theme::{Theme, fade, font, size};

/// A button to be shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Button<'a> {
    pub icon: &'a str,
    /// Its label; empty for an icon alone.
    pub label: &'a str,
    /// Spoken, and the tooltip's words.
    pub name: &'a str,
    /// Shown while the pointer rests; empty for `name` on icons, otherwise no tooltip.
    pub tooltip: &'a str,
    pub look: Look,
    /// Why it is disabled now, as a sentence for the tooltip; `None` if it is enabled.
    pub why_not: Option<&'a str>,
    /// For switches.
    pub on: Option<bool>,
}

impl<'a> Button<'a> {
    /// A button with words, and an icon before them unless it is empty.
    pub(super) fn words(icon: &'a str, label: &'a str) -> Self {
        Self { icon, label, name: label, tooltip: "", look: Look::Plain, why_not: None, on: None }
    }

    /// An icon that is spoken as `name`.
    pub(super) fn icon(icon: &'a str, name: &'a str) -> Self {
        Self { label: "", name, look: Look::Ghost, ..Self::words(icon, "") }
    }

    pub(super) fn look(self, look: Look) -> Self {
        Self { look, ..self }
    }

    pub(super) fn name(self, name: &'a str) -> Self {
        Self { name, ..self }
    }

    pub(super) fn tooltip(self, tooltip: &'a str) -> Self {
        Self { tooltip, ..self }
    }

    /// It is disabled if there is a reason, which its tooltip shows.
    pub(super) fn unless(self, why_not: Option<&'a str>) -> Self {
        Self { why_not, ..self }
    }

    pub(super) fn on(self, on: bool) -> Self {
        Self { on: Some(on), ..self }
    }

    /// Shows it with its left edge's middle at `left`.
    pub(super) fn show(self, ui: &Ui, kit: &Kit<'_>, left: Pos2) -> Response {
        let w = kit.button_width(self.icon, self.label);
        let rect =
            Rect::from_min_size(left - vec2(0.0, size::CONTROL / 2.0), vec2(w, size::CONTROL));
        self.show_in(ui, kit, rect)
    }

    /// Shows it with its right edge's middle at `right`.
    pub(super) fn show_right(self, ui: &Ui, kit: &Kit<'_>, right: Pos2) -> Response {
        let w = kit.button_width(self.icon, self.label);
        self.show(ui, kit, pos2((right.x - w).round(), right.y))
    }

    /// Shows it filling `rect`.
    pub(super) fn show_in(self, ui: &Ui, kit: &Kit<'_>, rect: Rect) -> Response {
        let enabled = self.why_not.is_none();
        let response = hit(ui, rect, ("button", self.name), enabled);
        let lift = if enabled { lift(&response) } else { 0.0 };
        let look = if self.on == Some(true) { Look::On } else { self.look };
        let kit = if enabled { kit.clone() } else { dimmed(kit) };
        kit.button_in(rect, self.icon, self.label, look, lift);
        ring(&kit, &response, rect, size::R_CONTROL);
        let name = self.name.to_owned();
        response.widget_info(|| match self.on {
            Some(on) => WidgetInfo::selected(Role::Button, enabled, on, &name),
            None => WidgetInfo::labeled(Role::Button, enabled, &name),
        });
        let tooltip = match (self.tooltip, self.label) {
            ("", "") => self.name,
            ("", label) if label == self.name => "",
            ("", _) => self.name,
            (tooltip, _) => tooltip,
        };
        tip_unless(response, kit.t, tooltip, self.why_not)
    }
}

/// A clickable place; the caller paints it and sets its spoken name.
pub(super) fn hit(
    ui: &Ui,
    rect: Rect,
    salt: impl std::hash::Hash + std::fmt::Debug,
    enabled: bool,
) -> Response {
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with(salt), sense);
    follow_keyboard(ui, &response, rect);
    response
}

/// A focused control is scrolled into view.
pub(super) fn follow_keyboard(ui: &Ui, response: &Response, rect: Rect) {
    if response.gained_focus() {
        ui.scroll_to_rect(rect.expand(4.0), None);
    }
}

/// A clickable row: lights up, shows the focus ring, speaks.
///
/// `salt` distinguishes it from the other rows and stays the same as long as the row stands for the
/// same thing; the spoken name may change at any time. A press and release on two identities isn't
/// a click, and the focus stays with an identity.
pub(super) fn row_button(
    ui: &Ui,
    kit: &Kit<'_>,
    rect: Rect,
    salt: impl std::hash::Hash + std::fmt::Debug,
    name: &str,
    on: bool,
) -> Response {
    let response = hit(ui, rect, ("row", salt), true);
    if on {
        kit.fill(rect, 5.0, kit.t.accent_soft);
        kit.frame(rect, 5.0, fade(kit.t.accent, 0.5));
    } else if response.hovered() {
        kit.fill(rect, 5.0, fade(kit.t.text, 0.07));
    }
    ring(kit, &response, rect, 5.0);
    let name = name.to_owned();
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &name));
    response
}

/// It was clicked so that what it opens comes into a tab behind the one that is shown: with Ctrl held,
/// or by the middle button.
pub(super) fn opens_behind(response: &Response) -> bool {
    let with_ctrl = response.clicked() && response.ctx.input(|input| input.modifiers.command);
    with_ctrl || response.clicked_by(egui::PointerButton::Middle)
}

/// How far a control lights up under the pointer.
pub(super) fn lift(response: &Response) -> f32 {
    match (response.is_pointer_button_down_on(), response.hovered()) {
        (true, _) => 1.0,
        (false, true) => 0.75,
        (false, false) => 0.0,
    }
}

/// The focus ring, when the keyboard is here.
pub(super) fn ring(kit: &Kit<'_>, response: &Response, rect: Rect, radius: f32) {
    if response.has_focus() {
        kit.focus_ring(rect, radius);
    }
}

/// No dialog is above it: egui leaves a tooltip that was open before the dialog came.
fn is_uncovered(response: &Response) -> bool {
    response.ctx.memory(|memory| memory.is_above_modal_layer(response.layer_id))
}

/// A tooltip in the window's look.
pub(super) fn tip(response: Response, theme: &Theme, text: &str) -> Response {
    if !is_uncovered(&response) {
        return response;
    }
    response.on_hover_text(RichText::new(text).font(W::Regular.id(12.5)).color(theme.text))
}

/// A tooltip, which may be empty, followed by why the control is disabled now, which is also
/// spoken.
pub(super) fn tip_unless(
    response: Response,
    theme: &Theme,
    text: &str,
    why_not: Option<&str>,
) -> Response {
    if let Some(why_not) = why_not {
        let node = |node: &mut egui::accesskit::Node| node.set_description(why_not);
        response.ctx.accesskit_node_builder(response.id, node);
    }
    let lines: Vec<&str> =
        [text].into_iter().chain(why_not).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() { response } else { tip(response, theme, &lines.join("\n")) }
}

/// The same kit in colours of disabled controls.
fn dimmed<'a>(kit: &Kit<'a>) -> Kit<'a> {
    let mut kit = kit.clone();
    kit.p.multiply_opacity(0.4);
    kit
}

/// A line of text that a screen reader finds; returns its rectangle.
#[expect(clippy::too_many_arguments, reason = "a line of text needs each of them")]
pub(super) fn label(
    ui: &Ui,
    kit: &Kit<'_>,
    at: Pos2,
    anchor: Align2,
    s: &str,
    w: W,
    size: f32,
    c: Color32,
    max: f32,
) -> Rect {
    let rect = kit.fit(at, anchor, s, w, size, c, max);
    say(ui, rect, s);
    rect
}

/// Shows an engine's own name in a tooltip over its name, painted at `rect`, and the whole name if
/// it `is_cut` off.
pub(super) fn engine_tip(
    ui: &Ui,
    kit: &Kit<'_>,
    rect: Rect,
    (name, own_name): (&str, &str),
    is_cut: bool,
) {
    let own = Some(own_name).filter(|own| !own.is_empty() && *own != name);
    let own = own.map(|own| format!("{}{own}", super::text::CALLS_ITSELF));
    let whole = is_cut.then(|| name.to_owned());
    let lines: Vec<String> = whole.into_iter().chain(own).collect();
    if !lines.is_empty() {
        let id = ui.scope_id().with(("engine", rect.min.x as i32, rect.min.y as i32, name));
        let response = ui.interact(rect, id, Sense::hover());
        if !is_uncovered(&response) {
            return;
        }
        // Above the name: what is below it belongs to the engine.
        let mut shown = Tooltip::for_enabled(&response);
        shown.popup = shown.popup.align(RectAlign::TOP_START);
        let words = RichText::new(lines.join("\n")).font(W::Regular.id(12.5)).color(kit.t.text);
        shown.show(|ui| ui.label(words));
    }
}

/// A text of at most `rows` lines in `rect`, its middle in the middle; a screen reader finds it,
/// and the tooltip has it completely if it does not fit. Returns the response of its place.
pub(super) fn note(
    ui: &Ui,
    kit: &Kit<'_>,
    rect: Rect,
    s: &str,
    size: f32,
    c: Color32,
    rows: usize,
) -> Response {
    let (shown, cut) = kit.block(rect, s, W::Regular, size, c, rows);
    let response = ui.interact(shown, ui.scope_id().with(("note", s)), Sense::hover());
    let words = s.to_owned();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    if cut { tip(response, kit.t, s) } else { response }
}

/// A state chip at most `max` points wide, complete in a tooltip if its words are cut off; returns
/// its right edge.
pub(super) fn chip(ui: &Ui, kit: &Kit<'_>, left: Pos2, s: &str, c: Color32, max: f32) -> f32 {
    let right = kit.chip_within(left, s, c, max);
    if kit.chip_width(s) > max {
        let half = vec2(0.0, size::CHIP / 2.0);
        let place = Rect::from_min_max(left - half, pos2(right, left.y) + half);
        let id = ui.scope_id().with(("chip", left.x as i32, left.y as i32));
        tip(ui.interact(place, id, Sense::hover()), kit.t, s);
    }
    right
}

/// Lets a screen reader find a text that is painted at `rect`.
pub(super) fn say(ui: &Ui, rect: Rect, s: &str) {
    let salt = ("text", rect.min.x as i32, rect.min.y as i32, s);
    let response = ui.interact(rect, ui.scope_id().with(salt), Sense::hover());
    let s = s.to_owned();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &s));
}

/// Lets a screen reader say a text that is painted at `rect` as soon as it is there.
pub(super) fn alert(ui: &Ui, rect: Rect, s: &str) {
    let response = ui.interact(rect, ui.scope_id().with(("alert", s)), Sense::hover());
    let s = s.to_owned();
    response.widget_info(|| WidgetInfo::labeled(Role::Alert, true, &s));
}

/// A row of exclusive choices; returns the one clicked and the rectangle.
pub(super) fn segmented(
    ui: &Ui,
    kit: &Kit<'_>,
    left: Pos2,
    items: &[&str],
    on: usize,
) -> (Option<usize>, Rect) {
    let rect = kit.segmented(left, items, on);
    let (_, parts) = kit.segments(left, items);
    let mut clicked = None;
    for (i, (item, part)) in items.iter().zip(parts).enumerate() {
        let response = hit(ui, part, ("segment", item), true);
        if response.hovered() && i != on {
            kit.fill(part, 5.0, fade(kit.t.text, 0.06));
        }
        ring(kit, &response, part, 5.0);
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, i == on, *item));
        if response.clicked() {
            clicked = Some(i);
        }
    }
    (clicked, rect)
}

/// A tab: its icon (or none), its words, a count behind them, and what is spoken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tab<'a> {
    pub icon: &'a str,
    pub words: &'a str,
    pub count: usize,
}

impl<'a> Tab<'a> {
    pub(super) fn new(icon: &'a str, words: &'a str) -> Self {
        Self { icon, words, count: 0 }
    }

    pub(super) fn count(self, count: usize) -> Self {
        Self { count, ..self }
    }
}

/// Tabs in words, the chosen one underlined, shorter if they are wider than `room`; omitted words
/// are in the tooltip. Returns the one clicked and the right edge.
pub(super) fn tabs(
    ui: &Ui,
    kit: &Kit<'_>,
    left: Pos2,
    bottom: f32,
    items: &[Tab<'_>],
    on: usize,
    room: f32,
) -> (Option<usize>, f32) {
    let words: Vec<String> = items
        .iter()
        .map(|tab| match tab.count {
            0 => tab.words.to_owned(),
            n => format!("{}  {n}", tab.words),
        })
        .collect();
    let painted: Vec<(&str, &str)> =
        items.iter().zip(&words).map(|(tab, words)| (tab.icon, words.as_str())).collect();
    let rects = kit.tabs(left, bottom, &painted, on, room);
    let mut clicked = None;
    for (i, (tab, rect)) in items.iter().zip(&rects).enumerate() {
        // Half of the smallest gap: no click hits two of them.
        let response = hit(ui, rect.expand2(vec2(6.0, 0.0)), ("tab", tab.words), true);
        ring(kit, &response, rect.expand2(vec2(6.0, -4.0)), size::R_CONTROL);
        let spoken = tab.words.to_owned();
        response.widget_info(|| WidgetInfo::selected(Role::Tab, true, i == on, &spoken));
        let is_cut = rect.width() < kit.width(&words[i], W::Medium, font::SMALL);
        let response = if is_cut { tip(response, kit.t, &words[i]) } else { response };
        if response.clicked() {
            clicked = Some(i);
        }
    }
    (clicked, rects.last().map_or(left.x, |r| r.right()))
}

/// A field for a line of text that fills `rect`. `name` is spoken, `hint` stands in it while empty.
pub(super) fn text_field(
    ui: &mut Ui,
    kit: &Kit<'_>,
    rect: Rect,
    text: &mut String,
    name: &str,
    hint: &str,
    look: FieldLook,
) -> Response {
    kit.fill(rect, size::R_CONTROL, kit.t.card);
    let (font, ink) = match look {
        FieldLook::Plain | FieldLook::Search | FieldLook::Wrong => {
            (W::Regular.id(font::BODY), kit.t.text)
        }
        FieldLook::Mono => (W::Mono.id(12.0), kit.t.text),
    };
    let hint = RichText::new(hint).font(font.clone()).color(kit.t.text3);
    // The line stands exactly in the middle; a click beside it is meant for it, too.
    let line = ui.fonts_mut(|fonts| fonts.row_height(&font));
    let around = ui.interact(rect, ui.scope_id().with(("around", name)), Sense::CLICK);
    let mut place = rect.shrink2(vec2(12.0, 0.0));
    if look == FieldLook::Search {
        kit.icon(pos2(rect.left() + 18.0, rect.center().y), "search", 14.0, kit.t.text3);
        place.min.x += 20.0;
    }
    let edit = TextEdit::singleline(text)
        .id(field_id(ui, name))
        .font(font)
        .text_color(ink)
        .hint_text(hint)
        .frame(Frame::NONE)
        .margin(Margin::ZERO)
        .desired_width(place.width());
    let inner = Rect::from_center_size(place.center(), vec2(place.width(), line));
    // In a child: `put` would move the cursor of the surrounding layout.
    let builder = egui::UiBuilder::new().id_salt(("line", name)).max_rect(inner);
    let response = ui.new_child(builder).add(edit).accessible_name(name);
    follow_keyboard(ui, &response, rect);
    // The next keys correct the mistake: they aren't shortcuts.
    let is_entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if around.clicked() || (is_entered && look == FieldLook::Wrong) {
        response.request_focus();
    }
    let edge = match look {
        FieldLook::Wrong => kit.t.danger,
        FieldLook::Plain | FieldLook::Search | FieldLook::Mono => kit.t.line,
    };
    kit.frame(rect, size::R_CONTROL, edge);
    if response.has_focus() {
        kit.focus_ring(rect, size::R_CONTROL);
    }
    response
}

/// How a field looks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum FieldLook {
    /// Ordinary text.
    Plain,
    /// Search text, with a search icon.
    Search,
    /// What engines read.
    Mono,
    /// Its content is invalid.
    Wrong,
}

/// A number with buttons to make it less or more; each may have a reason why it is disabled.
/// Returns the requested step.
pub(super) fn stepper(
    ui: &Ui,
    kit: &Kit<'_>,
    rect: Rect,
    name: &str,
    shown: &str,
    why_not: [Option<&str>; 2],
) -> Option<i32> {
    kit.fill(rect, size::R_CONTROL, kit.t.raised);
    kit.frame(rect, size::R_CONTROL, kit.t.line);
    let at = rect.center();
    label(ui, kit, at, C, shown, W::Medium, font::BODY, kit.t.text, rect.width() - 52.0);
    let mut wish = None;
    let sides =
        [("less", "minus", -1, rect.left() + 14.0), ("more", "plus", 1, rect.right() - 14.0)];
    for ((word, icon, by, x), why_not) in sides.into_iter().zip(why_not) {
        let can = why_not.is_none();
        let part = Rect::from_center_size(pos2(x, at.y), vec2(24.0, rect.height() - 4.0));
        let spoken = format!("{name}: {word}");
        let response = hit(ui, part, ("step", &spoken), can);
        if can && response.hovered() {
            kit.fill(part, 5.0, kit.t.hover);
        }
        let ink = if can { kit.t.text2 } else { fade(kit.t.text3, 0.5) };
        if icon == "plus" {
            kit.icon(part.center(), icon, 13.0, ink);
        } else {
            kit.fill(Rect::from_center_size(part.center(), vec2(8.0, 1.5)), 0.0, ink);
        }
        ring(kit, &response, part, 5.0);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, can, &spoken));
        if tip_unless(response, kit.t, "", why_not).clicked() {
            wish = Some(by);
        }
    }
    wish
}

/// A switch, its right edge's middle at `right`, with its state in words before it; it is disabled
/// if there is a reason. Returns whether it was clicked.
pub(super) fn switch(
    ui: &Ui,
    kit: &Kit<'_>,
    right: Pos2,
    name: &str,
    on: bool,
    why_not: Option<&str>,
) -> bool {
    let can = why_not.is_none();
    let kit = &if can { kit.clone() } else { dimmed(kit) };
    let rect = Rect::from_min_size(right - vec2(36.0, 10.0), vec2(36.0, 20.0));
    let response = hit(ui, rect.expand(4.0), ("switch", name), can);
    kit.fill(rect, 10.0, if on { kit.t.accent } else { kit.t.hover });
    let (knob, ink) = if on {
        (rect.right_center() - vec2(10.0, 0.0), kit.t.on_accent)
    } else {
        (rect.left_center() + vec2(10.0, 0.0), kit.t.text2)
    };
    kit.p.circle_filled(knob, 7.0, ink);
    let word = if on { "on" } else { "off" };
    kit.text(rect.left_center() - vec2(10.0, 0.0), R, word, W::Regular, font::BODY, kit.t.text2);
    ring(kit, &response, rect, 10.0);
    let name = name.to_owned();
    response.widget_info(|| WidgetInfo::selected(Role::Switch, can, on, &name));
    tip_unless(response, kit.t, "", why_not).clicked()
}

/// A child that may only use `rect`, with an identity of its own.
pub(super) fn area<T>(
    ui: &mut Ui,
    rect: Rect,
    salt: &str,
    content: impl FnOnce(&mut Ui) -> T,
) -> T {
    let builder =
        egui::UiBuilder::new().id_salt(salt).max_rect(rect).layout(egui::Layout::default());
    let mut child = ui.new_child(builder);
    child.set_clip_rect(rect.expand(3.0).intersect(ui.clip_rect()));
    calm(&mut child);
    content(&mut child)
}

/// Places are measured here: no spacing of its own, no shadows at the edges of what scrolls.
pub(super) fn calm(ui: &mut Ui) {
    let spacing = ui.spacing_mut();
    spacing.item_spacing = Vec2::ZERO;
    spacing.scroll.fade.strength = 0.0;
}

/// The identity of a text field of this name, to give it the keyboard.
pub(super) fn field_id(ui: &Ui, name: &str) -> Id {
    ui.scope_id().with(("field", name))
}
