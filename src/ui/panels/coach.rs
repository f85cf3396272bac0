//! The card of the coach: what it says of the last move, and what can be done about it.
//!
//! Judges nothing: sentences come ready from the snapshot.

use egui::{Rect, Ui};

use super::failures::{Offer, Said, card_ui};
use crate::app::{CoachView, CoachWish, Command, GameCommand};
use crate::ui::kit::Cut as _;
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::size;
use crate::ui::widgets;

/// Shows the card at the top of `r`, which it cuts off, where the coach advises against a move.
pub(super) fn coach_ui(ui: &mut Ui, view: &mut View<'_>, r: &mut Rect) {
    let Some(CoachView::Advises { text, why }) = view.snapshot.game.coach.clone() else { return };
    let words = match &why {
        Some(why) => format!("{text} {why}"),
        None => text,
    };
    let mut offers = vec![Offer::new(text::TAKE_BACK, "undo", text::TAKE_BACK_MOVE.to_owned())];
    if why.is_none() {
        offers.push(Offer::new(text::WHY, "hint", text::WHY.to_owned()));
    }
    let done = if view.snapshot.game.playing { text::PLAY_ON } else { text::CLOSE };
    let icon = if view.snapshot.game.playing { "play" } else { "close" };
    offers.push(Offer::new(done, icon, done.to_owned()));
    let n = offers.len();
    let said = Said { spoken: &words, shown: &words, error_output: &[] };
    let clicked = widgets::area(ui, *r, "coach", |ui| card_ui(ui, view, r, &said, &offers, false));
    r.cut_top(size::GAP);
    match clicked {
        Some(0) => view.push(Command::Game(GameCommand::TakeBack)),
        Some(last) if last + 1 == n => {
            view.push(Command::Game(GameCommand::Coach(CoachWish::PlayOn)));
        }
        Some(_) => view.push(Command::Game(GameCommand::Coach(CoachWish::Why))),
        None => {}
    }
}
