//! The coach: the sign that it is on, and the card with what it says of the last move and what can be done
//! about it.
//!
//! Judges nothing: sentences come ready from the snapshot.

use egui::{Pos2, Rect, Ui};

use super::failures::{Offer, Said, card_ui};
use crate::app::{CoachView, CoachWish, Command, GameCommand};
use crate::ui::kit::{Cut as _, Kit};
use crate::ui::root::View;
use crate::ui::state::Page;
use crate::ui::text;
use crate::ui::theme::size;
use crate::ui::widgets::{self, Button};

/// Shows the card at the top of `r`, which it cuts off, where the coach advises against a move.
pub(super) fn coach_ui(ui: &mut Ui, view: &mut View<'_>, r: &mut Rect) {
    let Some(CoachView::Advises { text, why }) = view.snapshot.game.coach.clone() else { return };
    let words = match &why {
        Some(why) => format!("{text} {why}"),
        None => text.clone(),
    };
    let mut offers = vec![Offer::new(text::TAKE_BACK, "", text::TAKE_BACK_MOVE.to_owned())];
    // The button stays where it is while its answer is shown, and so do the others.
    offers.push(Offer::new(text::WHY, "", text::WHY.to_owned()));
    let done = if view.snapshot.game.playing { text::PLAY_ON } else { text::CLOSE };
    offers.push(Offer::new(done, "", done.to_owned()));
    let n = offers.len();
    let said = Said {
        spoken: &words,
        shown: &text,
        error_output: &[],
        below: why.as_deref().unwrap_or_default(),
    };
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

/// The sign, at the left of `right`, while a person plays against an engine: a click opens the setting.
pub(super) fn coach_sign_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, right: Pos2) {
    let game = &view.snapshot.game;
    let one_person = game.seats.iter().filter(|seat| seat.human).count() == 1;
    if !view.snapshot.settings.coach || !game.playing || !one_person {
        return;
    }
    let is_timed = game.clocks.iter().any(|clock| clock.shown);
    let tip = if is_timed { text::COACH_RESTS } else { text::COACH_TIP };
    let sign = Button::icon("coach", text::COACH_IS_ON).tooltip(tip).on(!is_timed);
    if sign.show_right(ui, kit, right).clicked() {
        view.state.setting_wanted = Some(text::COACH);
        view.state.page = Page::Settings;
    }
}
