//! The row above the board: what can be put on a cell, and the steps that change all of it.
//!
//! Knows no game: pieces in hand and forms of text come with the snapshot.

use egui::accesskit::Role;
use egui::{Pos2, Rect, Ui, WidgetInfo, pos2, vec2};

use super::{brushes, push};
use crate::app::board::{Art, Brush, Edit};
use crate::app::{EditCommand, EditorView};
use crate::ui::board;
use crate::ui::kit::{C, Kit, R, W};
use crate::ui::root::View;
use crate::ui::theme::{fade, font, size};
use crate::ui::widgets::{self, Button, MenuItem, lift};

const BRUSH: f32 = 40.0;
const STEP: f32 = BRUSH + 4.0;
const GAP: f32 = 6.0;
/// Room for the steps beside the brushes, as icons.
const STEPS: f32 = 7.0 * (size::CONTROL + GAP);

/// The brushes that the position has a use for, with their indices, and how many pieces of the kind
/// are left where they are counted: in games with pieces in hand a kind may not be in play.
pub(super) fn shown(editor: &EditorView) -> Vec<(usize, &'static Brush, Option<u8>)> {
    let counted = editor.scene.hands.iter().any(|hand| !hand.is_empty());
    let left = |brush: &Brush| {
        let mut all = editor.scene.hands.iter().flatten();
        Some(all.find(|piece| Some(piece.art) == brush.art)?.count)
    };
    let brushes = editor.brushes.iter().enumerate();
    let brushes = brushes.map(|(idx, brush)| (idx, brush, left(brush)));
    brushes.filter(|(_, brush, left)| !counted || brush.art.is_none() || left.is_some()).collect()
}

/// The row and the column of each brush. Where one row beside the steps has not room for all, they
/// begin below the steps, in rows as long as the palette is wide; where one of those has not room for all
/// either, the pieces of each side begin a row.
fn places(brushes: &[(usize, &Brush, Option<u8>)], width: f32) -> Vec<(usize, usize)> {
    let fit = |width: f32| ((width / STEP) as usize).max(1);
    let (beside, below) = (fit(width - STEPS), fit(width + GAP));
    let is_below = brushes.len() > beside;
    let most = if is_below { below } else { beside };
    let has_rows = is_below && brushes.len() > below;
    let (mut row, mut column, mut before) = (usize::from(is_below), 0, None);
    let place = |brush: &(usize, &Brush, Option<u8>)| {
        let colour = brush.1.art.map(is_white);
        let turns = has_rows && before.is_some() && colour.is_some() && colour != before;
        if column > 0 && (turns || column >= most) {
            (row, column) = (row + 1, 0);
        }
        before = colour.or(before);
        column += 1;
        (row, column - 1)
    };
    brushes.iter().map(place).collect()
}

fn is_white(art: Art) -> bool {
    match art {
        Art::Stone { black } => !black,
        Art::Man { white }
        | Art::King { white }
        | Art::Checker { white }
        | Art::Rim { white }
        | Art::Tile { white, .. } => white,
    }
}

/// The height of the palette.
pub(super) fn height(editor: &EditorView, width: f32) -> f32 {
    let rows = places(&shown(editor), width).last().map_or(1, |(row, _)| row + 1);
    rows as f32 * STEP - (STEP - BRUSH)
}

/// Shows the palette in `area`.
pub(super) fn palette_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    editor: &EditorView,
    area: Rect,
) {
    let brushes = shown(editor);
    let places = places(&brushes, area.width());
    let columns = places.iter().filter(|(row, _)| *row == 0).count();
    for (n, ((row, column), (idx, brush, left))) in (1..).zip(places.into_iter().zip(brushes)) {
        let at = vec2(column as f32, row as f32) * STEP;
        let rect = Rect::from_min_size(area.min + at, vec2(BRUSH, BRUSH));
        if brush_ui(ui, kit, rect, (n, brush, left), view.state.editor.brush == idx) {
            view.state.editor.brush = idx;
        }
    }
    let right = pos2(area.right(), area.top() + BRUSH / 2.0);
    let room = area.width() - columns as f32 * STEP;
    steps_ui(ui, view, kit, editor, right, room);
}

/// The steps that change the whole position, and the texts of it, from right to left.
fn steps_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    editor: &EditorView,
    mut right: Pos2,
    room: f32,
) {
    let nothing_done = (!editor.can_undo).then_some("Nothing has been changed yet.");
    let nothing_undone = (!editor.can_redo).then_some("Nothing has been undone.");
    let step = |edit| EditCommand::Step(edit);
    let steps = [
        ("redo", "Redo", "Do the step again", nothing_undone, EditCommand::Redo),
        ("undo", "Undo", "Undo the last step", nothing_done, EditCommand::Undo),
        ("reset", "Start", "Set up the normal start", None, step(Edit::Start)),
        ("trash", "Clear", "Empty the board", None, step(Edit::Clear)),
        ("flip", "Swap", "Exchange the sides", None, step(Edit::Swap)),
        ("mirror", "Mirror", "Show the mirror image", editor.no_mirror, step(Edit::Mirror)),
    ];
    let copy = ("copy", "Copy");
    let all: f32 = steps
        .iter()
        .map(|(icon, words, ..)| (*icon, *words))
        .chain([copy])
        .map(|(icon, words)| kit.button_width(icon, words) + GAP)
        .sum();
    // Where it is narrow the icons alone say it.
    let words_fit = all <= room;
    let of = |icon, words| {
        if words_fit { Button::words(icon, words) } else { Button::icon(icon, words) }
    };
    for (icon, words, name, why_not, command) in steps {
        let response = of(icon, words).name(name).unless(why_not).show_right(ui, kit, right);
        right.x = response.rect.left() - GAP;
        if response.clicked() {
            push(view, command);
        }
    }
    let why_not = editor.texts.is_empty().then_some("The position cannot be played yet.");
    let button = of(copy.0, copy.1).name("Copy the position as").unless(why_not);
    let response = button.show_right(ui, kit, right);
    if editor.texts.is_empty() {
        return;
    }
    widgets::menu(&response, kit.t, "Copy the position as", 220.0, |ui| {
        for (name, text) in &editor.texts {
            if MenuItem::new(name).show(ui, kit).clicked() {
                ui.ctx().copy_text(text.clone());
            }
        }
    });
}

fn brush_ui(
    ui: &Ui,
    kit: &Kit<'_>,
    rect: Rect,
    (n, brush, left): (usize, &Brush, Option<u8>),
    on: bool,
) -> bool {
    let t = kit.t;
    let response = widgets::hit(ui, rect, ("brush", brush.title), true);
    kit.fill(rect, size::R_CONTROL, if on { t.accent_soft } else { t.card });
    kit.fill(rect, size::R_CONTROL, fade(t.hover, lift(&response)));
    kit.frame(rect, size::R_CONTROL, if on { t.accent } else { t.line });
    match brush.art {
        Some(art) => board::sample(kit, rect.shrink(6.0), art),
        None => kit.icon(rect.center(), "close", 18.0, t.text2),
    }
    let (key, key_in_words) = match brushes::key_of(n) {
        Some((digit, false)) => (digit.to_string(), digit.to_string()),
        Some((digit, true)) => (format!("\u{2191}{digit}"), format!("Shift {digit}")),
        None => (String::new(), String::new()),
    };
    kit.text(rect.right_bottom() - vec2(3.0, 8.0), R, &key, W::Medium, font::MICRO, t.text3);
    if let Some(left) = left {
        let at = rect.right_top() + vec2(-6.0, 8.0);
        kit.text(at, C, &left.to_string(), W::Medium, font::MICRO, t.text2);
    }
    widgets::ring(kit, &response, rect, size::R_CONTROL);
    let count = left.map(|left| format!(", {left} left")).unwrap_or_default();
    let name = format!("Brush {n}: {}{count}", brush.title);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, &name));
    let clicked = response.clicked();
    let tip = format!("{}{count}   {key_in_words}", brush.title);
    widgets::tip(response, t, tip.trim_end());
    clicked
}
