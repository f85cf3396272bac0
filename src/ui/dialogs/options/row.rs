//! One option of an engine in a row: its words, the control of its kind, and the values it takes.
//!
//! Does not send anything; the form that it is given has the changes.

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use super::OptionsForm;
use crate::app::{DeclaredOption, OptionKind, Protocol, text_fault};
use crate::ui::kit::{Cut, Kit, L, W};
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

/// Width of a control.
const CONTROL: f32 = 230.0;

/// Up to this many options are all reachable by the Tab key, also those out of sight.
const MOST_AT_ONCE: usize = 100;

/// Shows rows of this height, one for each option.
pub(in crate::ui) fn option_rows_ui(
    ui: &mut Ui,
    area: ScrollArea,
    height: f32,
    shown: &[&DeclaredOption],
    mut row_ui: impl FnMut(&mut Ui, Rect, &DeclaredOption),
) {
    let mut all = |ui: &mut Ui, options: &[&DeclaredOption]| {
        for option in options {
            let (_, row) = ui.allocate_space(vec2(ui.available_width(), height));
            row_ui(ui, row, option);
        }
    };
    if shown.len() <= MOST_AT_ONCE {
        area.show(ui, |ui| all(ui, shown));
    } else {
        area.show_rows(ui, height, shown.len(), |ui, range| all(ui, &shown[range]));
    }
}

/// An option with its control, filling `row`; `protocol` limits its values. Returns whether Enter
/// was pressed in it.
pub(in crate::ui) fn option_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    row: Rect,
    form: &mut OptionsForm,
    option: &DeclaredOption,
    protocol: Protocol,
) -> bool {
    let changed = form.is_changed(option);
    let mut r = row;
    let reset = r.cut_right(size::CONTROL);
    r.cut_right(6.0);
    // In a narrow place the words have their half.
    let control = r.cut_right(CONTROL.min((r.width() - 12.0) * 0.5));
    r.cut_right(12.0);
    let weight = if changed { W::Bold } else { W::Regular };
    let at = pos2(r.left(), r.center().y - 8.0);
    // Spoken with its control.
    kit.fit(at, L, &option.name, weight, font::BODY, kit.t.text, r.width());
    let note = note(option);
    let at = pos2(r.left(), r.center().y + 10.0);
    kit.fit(at, L, &note, W::Regular, font::SMALL, kit.t.text3, r.width());
    if kit.width(&note, W::Regular, font::SMALL) > r.width() {
        let id = ui.scope_id().with(("note", &option.name));
        let words = ui.interact(r, id, egui::Sense::hover());
        widgets::tip(words, kit.t, &format!("{}: {note}", option.name));
    }
    let row_of = Rect::from_center_size(control.center(), vec2(control.width(), size::CONTROL));
    let (value, entered) = control_ui(ui, kit, row_of, option, form.value(option), protocol);
    if let Some(value) = value {
        form.edits.insert(option.name.clone(), value);
    }
    if changed {
        // The mark of what was changed, at the edge of the card.
        let bar = pos2(row.left() - 14.0, row.top() + 9.0);
        kit.fill(Rect::from_min_size(bar, vec2(3.0, row.height() - 18.0)), 1.5, kit.t.accent);
        let name = format!("Reset {}", option.name);
        let at = reset.left_center();
        if Button::icon("reset", &name).show(ui, kit, at).clicked() {
            form.edits.insert(option.name.clone(), option.default.clone());
        }
    }
    entered
}

/// The allowed values of the option, and its default.
fn note(option: &DeclaredOption) -> String {
    let values = range(&option.kind);
    let default = match (&option.kind, option.default.as_str()) {
        (_, "") => "empty",
        (OptionKind::Bool, "true") => "on",
        (OptionKind::Bool, "false") => "off",
        (_, default) => default,
    };
    match values.as_str() {
        "" => format!("default {default}"),
        values => format!("{values}, default {default}"),
    }
}

/// The control of an option; returns the value when it was changed, and whether Enter was pressed in
/// its field.
fn control_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    rect: Rect,
    option: &DeclaredOption,
    value: &str,
    protocol: Protocol,
) -> (Option<String>, bool) {
    match &option.kind {
        OptionKind::Bool => {
            let on = value == "true";
            let clicked = widgets::switch(ui, kit, rect.right_center(), &option.name, on, None);
            (clicked.then(|| (!on).to_string()), false)
        }
        OptionKind::Choice(choices) => {
            let items: Vec<(&str, &str)> = choices.iter().map(|c| (c.as_str(), "")).collect();
            let on = choices.iter().position(|choice| choice == value).unwrap_or(usize::MAX);
            let clicked = widgets::choice(ui, kit, rect, &option.name, &items, on);
            (clicked.map(|i| choices[i].clone()), false)
        }
        OptionKind::Int { min, max } if (1..=MOST_STEPS).contains(&max.saturating_sub(*min)) => {
            let mut r = rect;
            let field = r.cut_right(NUMBER);
            r.cut_right(12.0);
            let bounds = *min..=*max;
            let name = format!("{} slider", option.name);
            let moved = slider(ui, kit, r, &name, value.trim().parse().ok(), bounds);
            let (typed, entered) = typed_ui(ui, kit, field, option, value, protocol);
            (moved.map(|n| n.to_string()).or(typed), entered)
        }
        OptionKind::Int { .. } | OptionKind::Real { .. } => {
            let field = rect.with_min_x(rect.right() - WIDE_NUMBER.min(rect.width()));
            typed_ui(ui, kit, field, option, value, protocol)
        }
        OptionKind::Text => typed_ui(ui, kit, rect, option, value, protocol),
    }
}

/// A whole number with more steps than this between its bounds has no slider.
const MOST_STEPS: i64 = 100_000;
/// Width of a number beside its slider.
const NUMBER: f32 = 76.0;
/// Width of one without a slider, which may have more digits.
const WIDE_NUMBER: f32 = 120.0;

fn typed_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    rect: Rect,
    option: &DeclaredOption,
    value: &str,
    protocol: Protocol,
) -> (Option<String>, bool) {
    let mut typed = value.to_owned();
    let wrong = check(&option.kind, value, protocol).is_err();
    let look = if wrong { FieldLook::Wrong } else { FieldLook::Plain };
    let response = widgets::text_field(ui, kit, rect, &mut typed, &option.name, "", look);
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    ((typed != value).then_some(typed), entered)
}

/// A whole number as a place on a line: dragged, clicked, or moved with the arrow keys.
fn slider(
    ui: &Ui,
    kit: &Kit<'_>,
    rect: Rect,
    name: &str,
    value: Option<i64>,
    bounds: std::ops::RangeInclusive<i64>,
) -> Option<i64> {
    let (min, max) = (*bounds.start(), *bounds.end());
    let span = (max - min) as f32;
    let line = Rect::from_center_size(rect.center(), vec2(rect.width() - 14.0, 4.0));
    let id = ui.scope_id().with(("slider", name));
    let response = ui.interact(rect, id, egui::Sense::click_and_drag());
    widgets::follow_keyboard(ui, &response, rect);
    let now = value.unwrap_or(min).clamp(min, max);
    let mut wished = None;
    if let Some(at) = response.interact_pointer_pos() {
        let part = ((at.x - line.left()) / line.width()).clamp(0.0, 1.0);
        wished = Some(min + (part * span).round() as i64);
    }
    if response.has_focus() {
        let filter = egui::EventFilter { horizontal_arrows: true, ..Default::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        let step = ((max - min) / 50).max(1);
        ui.input(|input| {
            if input.key_pressed(egui::Key::ArrowLeft) {
                wished = Some((now - step).max(min));
            }
            if input.key_pressed(egui::Key::ArrowRight) {
                wished = Some((now + step).min(max));
            }
        });
    }
    let part = (wished.unwrap_or(now) - min) as f32 / span;
    kit.fill(line, 2.0, kit.t.hover);
    kit.fill(line.with_max_x(line.left() + line.width() * part), 2.0, kit.t.accent);
    let knob = pos2(line.left() + line.width() * part, line.center().y);
    kit.p.circle_filled(knob, 7.0, kit.t.text);
    widgets::ring(kit, &response, Rect::from_center_size(knob, vec2(18.0, 18.0)), 9.0);
    let (name, shown) = (name.to_owned(), now.to_string());
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::accesskit::Role::Slider, true, &name);
        info.current_text_value = Some(shown.clone());
        info
    });
    wished.filter(|wished| Some(*wished) != value)
}

/// The error of a value of this kind for an engine of this protocol, in words.
pub(super) fn check(kind: &OptionKind, value: &str, protocol: Protocol) -> Result<(), String> {
    let value = value.trim();
    match kind {
        OptionKind::Bool if matches!(value, "true" | "false") => Ok(()),
        OptionKind::Bool => Err(format!("{value:?} is neither true nor false")),
        OptionKind::Int { min, max } => match value.parse::<i64>() {
            Ok(n) if (*min..=*max).contains(&n) => Ok(()),
            Ok(n) => Err(format!("{n} is not {}", range(kind))),
            Err(_) => Err(format!("{value:?} is not a whole number")),
        },
        OptionKind::Real { min, max } => match value.parse::<f64>() {
            Ok(n) if n >= *min && n <= *max => Ok(()),
            Ok(n) => Err(format!("{n} is not {}", range(kind))),
            Err(_) => Err(format!("{value:?} is not a number")),
        },
        OptionKind::Choice(choices) if choices.iter().any(|choice| choice == value) => Ok(()),
        OptionKind::Choice(choices) => {
            Err(format!("{value:?} is not one of {}", choices.join(", ")))
        }
        OptionKind::Text => text_fault(protocol, value).map_or(Ok(()), Err),
    }
}

/// The values of a kind, in words: `from 1 to 64`.
fn range(kind: &OptionKind) -> String {
    let words = |low: Option<String>, high: Option<String>| match (low, high) {
        (Some(low), Some(high)) => format!("from {low} to {high}"),
        (Some(low), None) => format!("{low} or more"),
        (None, Some(high)) => format!("{high} or less"),
        (None, None) => String::new(),
    };
    match kind {
        OptionKind::Bool | OptionKind::Choice(_) | OptionKind::Text => String::new(),
        OptionKind::Int { min, max } => words(
            (*min > i64::from(i32::MIN)).then(|| min.to_string()),
            (*max < i64::from(i32::MAX)).then(|| max.to_string()),
        ),
        OptionKind::Real { min, max } => {
            words((*min > -1e9).then(|| min.to_string()), (*max < 1e9).then(|| max.to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_says_what_it_cannot_take() {
        let open = OptionKind::Int { min: i64::MIN, max: i64::MAX };
        let wrong = |kind: &OptionKind, value: &str| {
            check(kind, value, Protocol::Hub).expect_err("it is wrong")
        };
        assert_eq!(check(&open, "-7", Protocol::Hub), Ok(()));
        assert_eq!(range(&open), "");
        assert_eq!(range(&OptionKind::Int { min: 0, max: i64::MAX }), "0 or more");
        assert_eq!(wrong(&open, "x"), "\"x\" is not a whole number");
        let real = OptionKind::Real { min: 0.0, max: 1.5 };
        assert_eq!(wrong(&real, "2"), "2 is not from 0 to 1.5");
        assert_eq!(wrong(&OptionKind::Bool, "on"), "\"on\" is neither true nor false");
        let choice = OptionKind::Choice(vec!["low".to_owned(), "high".to_owned()]);
        assert_eq!(wrong(&choice, "mid"), "\"mid\" is not one of low, high");
        assert_eq!(check(&OptionKind::Text, "", Protocol::Hub), Ok(()));
        let quoted = check(&OptionKind::Text, "my \"file\"", Protocol::Hub).unwrap_err();
        assert_eq!(quoted, "Hub takes text without quotation marks, on one line");
        assert!(check(&OptionKind::Text, "a;b", Protocol::Uhp).is_err());
    }
}
