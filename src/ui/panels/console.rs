//! The dialogue with one engine: what was sent and received, and a line to send.
//!
//! Understands no protocol.

use egui::{Key, Rect, ScrollArea, Sense, Ui, pos2, vec2};

use crate::app::{Command, ConsoleLine, ConsoleView, Direction, EngineCommand, Mode, Snapshot};
use crate::count::counted;
use crate::ui::actions;
use crate::ui::kit::{C, Cut, Kit, L, R, W};
use crate::ui::root::View;
use crate::ui::state::{ConsoleMark, ConsoleState, HeldLines};
use crate::ui::text;
use crate::ui::theme::{fade, font, mix, size};
use crate::ui::widgets::{self, Button, FieldLook};

const ROW: f32 = 19.0;
/// Width of the field that chooses the engine.
const PICKER: f32 = 190.0;

/// Shows the lines and the field, filling `rect`.
pub(super) fn console_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let snapshot = view.snapshot;
    let Some(console) = shown_console(snapshot) else {
        let kit = view.kit(ui);
        let place = Rect::from_min_size(rect.min, vec2(rect.width(), 40.0));
        let words = match snapshot.mode {
            Mode::Match => text::NO_MATCH_CONSOLE,
            Mode::Play | Mode::Analyse => text::NO_CONSOLE,
        };
        let place = place.shrink2(vec2(16.0, 0.0));
        let (shown, _) = kit.block(place, words, W::Regular, font::BODY, kit.t.text3, 2);
        widgets::say(ui, shown, words);
        return;
    };
    let mut r = rect;
    let foot = r.cut_bottom(38.0);
    widgets::area(ui, r, "lines", |ui| lines_ui(ui, view, console));
    send_ui(ui, view, foot, console);
}

/// The visible console; engines of a match have none.
fn shown_console(snapshot: &Snapshot) -> Option<&ConsoleView> {
    snapshot.console.as_ref().filter(|_| snapshot.mode != Mode::Match)
}

/// Lines held still of an engine that is not looked at any more go on.
pub(super) fn release(view: &mut View<'_>) {
    let shown = view.snapshot.console.as_ref().map(|console| console.session);
    let state = &mut view.state.console;
    if state.held.as_ref().is_some_and(|held| Some(held.session) != shown) {
        state.held = None;
    }
    let sessions = &view.snapshot.sessions;
    state.cleared.retain(|session, _| sessions.iter().any(|known| known.id == *session));
}

fn shown_lines(state: &ConsoleState, console: &ConsoleView) -> Vec<ConsoleLine> {
    let (first, lines) = match &state.held {
        Some(held) => (held.first, &held.lines),
        None => (console.first, &console.lines),
    };
    let mark = state.cleared.get(&console.session).copied().unwrap_or_default();
    let skipped = usize::try_from(mark.line.saturating_sub(first)).unwrap_or(usize::MAX);
    let wanted = |line: &&ConsoleLine| match line.direction {
        Direction::Sent => state.sent,
        Direction::Received => state.received,
        Direction::Error | Direction::Note => true,
    };
    lines.iter().skip(skipped).filter(wanted).cloned().collect()
}

fn lines_ui(ui: &mut Ui, view: &mut View<'_>, console: &ConsoleView) {
    let lines = shown_lines(&view.state.console, console);
    let area = ScrollArea::vertical().auto_shrink([false, false]).animated(false);
    area.stick_to_bottom(view.state.console.held.is_none()).show_rows(
        ui,
        ROW,
        lines.len(),
        |ui, range| {
            let kit = view.kit(ui);
            for line in &lines[range] {
                let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
                line_ui(ui, &kit, row, line, &format!("{:.3}", line.secs));
            }
        },
    );
}

/// A line of a transcript, with its time as it is to be written.
pub(in crate::ui) fn line_ui(ui: &Ui, kit: &Kit<'_>, row: Rect, line: &ConsoleLine, time: &str) {
    let t = kit.t;
    let (sign, ink) = match line.direction {
        Direction::Sent => (">", t.send),
        Direction::Received => ("<", t.receive),
        Direction::Error => ("!", t.error),
        Direction::Note => ("\u{2013}", t.note),
    };
    if line.direction == Direction::Sent {
        kit.fill(row, 0.0, fade(t.send, 0.055));
    }
    let y = row.center().y;
    kit.text(pos2(row.left() + 68.0, y), R, time, W::Mono, 11.0, t.text3);
    let faint = if line.direction == Direction::Received { 0.5 } else { 0.0 };
    kit.text(pos2(row.left() + 84.0, y), C, sign, W::Mono, 12.0, mix(ink, t.text3, faint));
    let at = pos2(row.left() + 98.0, y);
    let max = row.width() - 110.0;
    let shown = kit.fit(at, L, &line.text, W::Mono, 12.0, ink, max);
    widgets::say(ui, shown, &format!("{sign} {}", line.text));
    // The painted width says too little about the full text.
    if line.text.len() > 20 && kit.width(&line.text, W::Mono, 12.0) > max {
        let place =
            ui.interact(row, ui.scope_id().with(("line", row.top() as i32)), Sense::hover());
        widgets::tip(place, t, &line.text);
    }
}

fn send_ui(ui: &mut Ui, view: &mut View<'_>, foot: Rect, console: &ConsoleView) {
    let ConsoleView { session, name, .. } = console;
    let kit = view.kit(ui);
    let mut left = foot.left() + 12.0;
    if view.state.console.picker_below && view.snapshot.sessions.len() > 1 {
        let min = pos2(left, foot.top() + 2.0);
        let max = pos2(left + PICKER, foot.bottom() - 8.0);
        picker_ui(ui, view, &kit, Rect::from_min_max(min, max), *session);
        left = max.x + size::GAP;
    }
    let rect = Rect::from_min_max(
        pos2(left, foot.top() + 2.0),
        pos2(foot.right() - 96.0, foot.bottom() - 8.0),
    );
    let at = pos2(rect.right() + 8.0, rect.center().y);
    let dropped = dropped_text(view, console);
    let dropped_ui = |ui: &Ui| {
        if dropped.is_empty() {
            return;
        }
        let (at, ink) = (rect.right_center() - vec2(12.0, 0.0), kit.t.text3);
        widgets::label(ui, &kit, at, R, &dropped, W::Regular, font::SMALL, ink, 150.0);
    };
    if !console.alive {
        let words = format!("{name} has ended; nothing can be sent.");
        let at = rect.left_center();
        let max = rect.width() - if dropped.is_empty() { 0.0 } else { 170.0 };
        widgets::label(ui, &kit, at, L, &words, W::Regular, font::BODY, kit.t.text3, max);
        dropped_ui(ui);
        return;
    }
    let mut input = std::mem::take(&mut view.state.console.input);
    let words = format!("Send a line to {name}");
    let field =
        widgets::text_field(ui, &kit, rect, &mut input, "Line to send", &words, FieldLook::Mono);
    if input.len() < 60 {
        dropped_ui(ui);
    }
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let why_not = input.trim().is_empty().then_some("Type a line first.");
    let send = Button::words("send", text::SEND).unless(why_not);
    let clicked = send.show(ui, &kit, at).clicked();
    if (entered || clicked) && !input.trim().is_empty() {
        view.push(Command::Engine(EngineCommand::Send(*session, input.trim_end().to_owned())));
        input.clear();
        field.request_focus();
    }
    view.state.console.input = input;
}

/// `3 lines dropped`, of those that would be seen; empty where none were.
fn dropped_text(view: &View<'_>, console: &ConsoleView) -> String {
    let mark = view.state.console.cleared.get(&console.session).copied().unwrap_or_default();
    match console.dropped.saturating_sub(mark.dropped) {
        0 => String::new(),
        n => format!("{} dropped", counted(usize::try_from(n).unwrap_or(usize::MAX), "line")),
    }
}

/// Picker, filters and buttons in the drawer's head, ending at `right`, not before `left`.
pub(super) fn tools_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    right: egui::Pos2,
    left: f32,
) {
    let snapshot = view.snapshot;
    let Some(console) = shown_console(snapshot) else { return };
    let y = right.y;
    let mut x = right.x;
    let tool = |ui: &Ui, x: &mut f32, button: Button<'_>| {
        let response = button.show_right(ui, kit, pos2(*x, y));
        *x = response.rect.left();
        response.clicked()
    };
    if tool(ui, &mut x, Button::icon("trash", text::CLEAR_CONSOLE)) {
        let line = console.first + console.lines.len() as u64;
        let mark = ConsoleMark { line, dropped: console.dropped };
        view.state.console.cleared.insert(console.session, mark);
        view.state.console.held = None;
    }
    if tool(ui, &mut x, Button::icon("copy", text::COPY_CONSOLE)) {
        ui.ctx().copy_text(as_text(&shown_lines(&view.state.console, console)));
    }
    if tool(ui, &mut x, Button::icon("save", text::SAVE_TRANSCRIPT)) {
        actions::save_transcript(ui.ctx(), view.state, console.session, &console.name);
    }
    let held = view.state.console.held.is_some();
    if tool(ui, &mut x, Button::icon("pause", text::HOLD).on(held)) {
        let (session, first, lines) = (console.session, console.first, console.lines.clone());
        view.state.console.held = (!held).then_some(HeldLines { session, first, lines });
    }
    filters_ui(ui, view, kit, &mut x, y, left);
    view.state.console.picker_below = x - left <= 150.0;
    if !view.state.console.picker_below {
        let w = (x - left - 28.0).min(PICKER);
        let rect = Rect::from_min_size(pos2(x - w - 8.0, y - 12.0), vec2(w, 24.0));
        picker_ui(ui, view, kit, rect, console.session);
    }
}

/// Chooses the engine whose lines are shown.
fn picker_ui(ui: &mut Ui, view: &mut View<'_>, kit: &Kit<'_>, rect: Rect, shown: u64) {
    let sessions = &view.snapshot.sessions;
    let items: Vec<(&str, &str)> = sessions.iter().map(|known| (known.name.as_str(), "")).collect();
    let on = sessions.iter().position(|known| known.id == shown).unwrap_or(usize::MAX);
    if let Some(i) = widgets::choice(ui, kit, rect, "Engine of the console", &items, on) {
        let id = sessions[i].id;
        view.state.console.asked = Some(Some(id));
        view.state.console.held = None;
        view.push(Command::Engine(EngineCommand::Watch(Some(id))));
    }
    if let Some(known) = sessions.get(on) {
        widgets::engine_tip(ui, kit, rect, (&known.name, &known.own_name), false);
    }
}

fn filters_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, x: &mut f32, y: f32, left: f32) {
    let state = &mut view.state.console;
    for (on, words, ink) in [
        (&mut state.sent, text::SENT, kit.t.send),
        (&mut state.received, text::RECEIVED, kit.t.receive),
    ] {
        if *x - left < 90.0 {
            break;
        }
        let ink = if *on { ink } else { fade(kit.t.text3, 0.6) };
        let rect = kit.text(pos2(*x - 14.0, y), R, words, W::Medium, font::SMALL, ink);
        let place = rect.expand2(vec2(5.0, 5.0));
        let response = widgets::hit(ui, place, ("filter", words), true);
        widgets::ring(kit, &response, place, size::R_CONTROL);
        let name = format!("Show {}", &words[2..]);
        let now = *on;
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::accesskit::Role::CheckBox, true, now, &name)
        });
        if response.clicked() {
            *on = !*on;
        }
        *x = rect.left();
    }
}

/// Lines as they are copied.
pub(in crate::ui) fn as_text(lines: &[ConsoleLine]) -> String {
    let mut all = String::new();
    for line in lines {
        let sign = match line.direction {
            Direction::Sent => '>',
            Direction::Received => '<',
            Direction::Error => '!',
            Direction::Note => '-',
        };
        all.push_str(&format!("{:9.3} {sign} {}\n", line.secs, line.text));
    }
    all
}
