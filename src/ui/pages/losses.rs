//! The losses from which moves of each game are marked, on the page of settings.
//!
//! Keeps only what is being typed.

use egui::{Key, Rect, Ui, pos2, vec2};

use super::settings::{caption, card};
use crate::app::board::GameInfo;
use crate::app::{Command, SettingsCommand, are_loss_marks};
use crate::ui::kit::{C, Kit, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button, FieldLook};

const FIELD: f32 = 64.0;
const MARKS: [&str; 3] = ["?!", "?", "??"];
/// What the marks call a move.
const CLASSES: [&str; 3] = ["inaccuracy", "mistake", "blunder"];
/// Height of the heads of the columns.
const HEADS: f32 = 36.0;

/// Shows a row for each game, below the heads of the columns.
pub(super) fn losses_ui(ui: &mut Ui, view: &mut View<'_>) {
    let games = view.snapshot.games.clone();
    let (_, heads) = ui.allocate_space(vec2(ui.available_width(), HEADS));
    let rows = card(ui, view, games.len());
    let kit = view.kit(ui);
    let mut columns = None;
    for (info, row) in games.into_iter().zip(rows) {
        columns = Some(game_ui(ui, view, &kit, info, row));
    }
    for (idx, x) in columns.into_iter().flatten().enumerate() {
        let (mark, class) = (pos2(x, heads.top() + 10.0), pos2(x, heads.top() + 24.0));
        kit.text(mark, C, MARKS[idx], W::Semi, font::BODY, kit.t.text2);
        let max = FIELD + size::GAP;
        let words = CLASSES[idx];
        widgets::label(ui, &kit, class, C, words, W::Regular, font::SMALL, kit.t.text3, max);
    }
}

/// Shows the row of a game; returns the middles of its columns.
fn game_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    info: &GameInfo,
    row: Rect,
) -> [f32; 3] {
    let marks = view.snapshot.settings.loss_marks_of(info);
    let mut right = row.right_center();
    let same = (marks == info.loss_marks).then_some(text::OWN_LOSSES);
    let name = format!("{}: {}", info.title, text::RESET_LOSSES);
    let reset = Button::icon("reset", &name).unless(same).show_right(ui, kit, right);
    if reset.clicked() {
        view.push(Command::Settings(SettingsCommand::LossMarks(info.name.to_owned(), None)));
    }
    right.x = reset.rect.left() - size::GAP;
    let left = right.x - (FIELD + size::GAP) * MARKS.len() as f32;
    let mut is_wrong = false;
    for (idx, mark) in MARKS.into_iter().enumerate() {
        let min =
            pos2(left + (FIELD + size::GAP) * idx as f32, row.center().y - size::CONTROL / 2.0);
        let rect = Rect::from_min_size(min, vec2(FIELD, size::CONTROL));
        let name = format!("{}: {} {mark}", info.title, text::MARKED_FROM);
        is_wrong |= field_ui(ui, view, kit, (info, idx, &name), rect);
    }
    let note = match is_wrong {
        true => text::WRONG_LOSSES.to_owned(),
        false => format!("from so many {} on", info.score_unit),
    };
    caption(kit, row, info.title, &note);
    widgets::say(ui, row.with_max_x(left), &note);
    [0.0, 1.0, 2.0].map(|idx| left + (FIELD + size::GAP) * idx + FIELD / 2.0)
}

/// One number; says whether what is typed there cannot be one.
fn field_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    (info, idx, name): (&GameInfo, usize, &str),
    rect: Rect,
) -> bool {
    let marks = view.snapshot.settings.loss_marks_of(info);
    let typed = view.state.typed_losses.remove(name);
    let mut text = typed.unwrap_or_else(|| marks[idx].to_string());
    let with = |text: &str| {
        let mut marks = marks;
        marks[idx] = text.trim().replace(',', ".").parse().ok()?;
        are_loss_marks(marks).then_some(marks)
    };
    let look = if with(&text).is_none() { FieldLook::Wrong } else { FieldLook::Plain };
    let response = widgets::text_field(ui, kit, rect, &mut text, name, "", look);
    let new = with(&text);
    // With a mistake in it the field keeps the keyboard after Enter, and what was typed.
    let is_entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let stays = response.has_focus() || is_entered && new.is_none();
    if stays {
        view.state.typed_losses.insert(name.to_owned(), text);
    } else if response.lost_focus()
        && let Some(new) = new.filter(|new| *new != marks)
    {
        let command = SettingsCommand::LossMarks(info.name.to_owned(), Some(new));
        view.push(Command::Settings(command));
    }
    stays && new.is_none()
}
