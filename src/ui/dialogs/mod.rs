//! Dialogs: a new game, options of an engine, paths, questions, keys, about.
//!
//! Each is shown by [`super::overlay`] and returns whether it stays open.

mod about;
mod add_engine;
mod confirm;
mod keys;
mod longer;
mod new_game;
mod options;
mod pasted;
mod path;
mod rating;
mod review;
mod review_many;
mod seat;

pub(super) use about::{about_ui, licences_ui};
pub use add_engine::AddEngineForm;
pub(super) use add_engine::{PROTOCOLS, add_engine_ui, ask_engine};
pub use confirm::Confirm;
pub(super) use confirm::confirm_ui;
pub(super) use keys::keys_ui;
pub use longer::LongerForm;
pub(super) use longer::{ask_longer, longer_ui};
pub use new_game::NewGameForm;
pub(super) use new_game::{ask_new_game, ask_new_game_from, ask_new_game_of, new_game_ui, players};
pub use options::OptionsForm;
pub(super) use options::{
    NO_OPTION, NOTHING_CHANGED, all_options, ask_options, option_rows_ui, option_ui, options_ui,
    with_choices,
};
pub(super) use pasted::{ask_pasted, pasted_ui};
pub use path::{FileDialogs, PathForm, PathUse};
pub(super) use path::{ask_path, ask_replace, path_ui, poll_file_dialogs};
pub use rating::RatingForm;
pub(super) use rating::{ask_rating, rating_ui};
pub use review::ReviewForm;
pub(super) use review::{ask_review, review_ui};
pub use review_many::ManyForm;
pub(super) use review_many::ask_review_of_many;
pub use seat::{ClockForm, SeatForm};
pub(super) use seat::{
    SEAT_HEIGHT, Who, clock_among_ui, clock_in_parts_ui, clock_ui, seat_ui, time_note,
};

use egui::{Context, Key, Modifiers, Popup, Rect, Ui, vec2};

use super::kit::{Kit, L, W};
use super::theme::font;
use super::widgets;

/// Takes an Enter meant for the whole dialog: typed in a text field, or without any focus. On a
/// button Enter presses the button, in a list it chooses.
pub(super) fn take_enter(ctx: &Context) -> bool {
    let is_free = ctx.text_edit_focused() || ctx.memory(|memory| memory.focused().is_none());
    let is_meant = is_free && !Popup::is_any_open(ctx);
    is_meant && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
}

/// A dialog's heading.
fn heading_ui(ui: &mut Ui, kit: &Kit<'_>, words: &str) -> Rect {
    let kit = kit.on(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 28.0));
    let at = rect.left_center() - vec2(0.0, 4.0);
    widgets::label(ui, &kit, at, L, words, W::Semi, font::TITLE, kit.t.text, rect.width());
    rect
}

/// A paragraph in a dialog.
fn paragraph_ui(ui: &mut Ui, kit: &Kit<'_>, words: &str) {
    let kit = kit.on(ui);
    let width = ui.available_width();
    let at = ui.cursor().min;
    let rect = kit.para(at, words, W::Regular, font::BODY, kit.t.text2, width);
    ui.allocate_space(vec2(width, rect.height()));
    widgets::say(ui, rect, words);
}
