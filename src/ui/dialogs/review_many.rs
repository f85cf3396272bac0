//! Which games of the opened file are to be analysed, and how many at once: the part of the dialog of a review
//! that is about many games.
//!
//! Analyses nothing.

use std::sync::{Arc, Weak};

use egui::Ui;

use super::ReviewForm;
use super::review::row_ui;
use crate::app::{BatchCommand, GameSelection, ReviewWish, Snapshot};
use crate::count::counted;
use crate::ui::kit::{Cut, Kit, L, W};
use crate::ui::state::{Overlay, UiState};
use crate::ui::theme::font;
use crate::ui::widgets::{self, FieldLook};

/// Which games, and how many at once.
#[derive(Clone, Debug)]
pub struct ManyForm {
    /// Numbers of games in the list: `3-10`; empty for all.
    pub games: String,
    /// So many games the list has.
    pub n_games: usize,
    /// Games at once.
    pub workers: String,
    /// The list that the numbers are of.
    list: Weak<[String]>,
}

impl PartialEq for ManyForm {
    fn eq(&self, other: &Self) -> bool {
        let said = |many: &Self| (many.games.clone(), many.n_games, many.workers.clone());
        said(self) == said(other)
    }
}

/// The most games at once.
const MOST_AT_ONCE: usize = 64;

/// Opens the dialog for the games of the opened file; those that the user has chosen there
/// are meant, else those that its filter shows, else those that were meant last.
pub(in crate::ui) fn ask_review_of_many(snapshot: &Snapshot, state: &mut UiState) {
    let Some((info, variant)) = &snapshot.games_kind else { return };
    let n_games = snapshot.file_games.len();
    state.games.find(&snapshot.file_games);
    let kept = state.last_reviews.get(&(info.name.to_owned(), true));
    let kept = kept.and_then(|form| form.many.clone());
    // Numbers mean the same games only in the same list.
    let is_same = |many: &ManyForm| Weak::ptr_eq(&many.list, &Arc::downgrade(&snapshot.file_games));
    let before = kept.clone().filter(is_same).map(|many| many.games).unwrap_or_default();
    let games = state.games.wanted().map_or(before, |places| {
        GameSelection::of(places.into_iter().map(|place| place + 1)).to_string()
    });
    // As many at once as for another kind of game: that is for the computer to say.
    let others = || state.last_reviews.values().find_map(|form| form.many.clone());
    let workers = kept.or_else(others).map_or_else(|| "1".to_owned(), |many| many.workers);
    let list = Arc::downgrade(&snapshot.file_games);
    let many = ManyForm { games, n_games, workers, list };
    let form = ReviewForm::new(snapshot, state, (info, variant.as_deref()), Some(many));
    state.overlay = Some(Overlay::Review(Box::new(form)));
}

impl ManyForm {
    /// The places of the chosen games, from 0.
    fn places(&self) -> Result<Vec<usize>, String> {
        let text = self.games.trim();
        if text.is_empty() {
            return Ok((0..self.n_games).collect());
        }
        let chosen: GameSelection = text.parse().map_err(|why: String| format!("{why}."))?;
        let places: Vec<usize> = (0..self.n_games).filter(|place| chosen.has(place + 1)).collect();
        match places.is_empty() {
            true => Err(format!(
                "The list has {}; none of these is in it.",
                counted(self.n_games, "game")
            )),
            false => Ok(places),
        }
    }

    fn at_once(&self) -> Result<usize, String> {
        let number = self.workers.trim().parse().ok();
        number.filter(|number| (1..=MOST_AT_ONCE).contains(number)).ok_or_else(|| {
            format!(
                "{:?} games at once are not possible; write a number from 1 to {MOST_AT_ONCE}.",
                self.workers
            )
        })
    }

    /// The command, or what is wrong with the form, in words.
    pub(super) fn command(&self, wish: ReviewWish) -> Result<BatchCommand, String> {
        Ok(BatchCommand::Begin { games: self.places()?, workers: self.at_once()?, wish })
    }
}

/// The rows about games.
pub(super) fn many_ui(ui: &mut Ui, kit: &Kit<'_>, many: &mut ManyForm) {
    let kit = kit.on(ui);
    let look = |is_right: bool| if is_right { FieldLook::Plain } else { FieldLook::Wrong };
    let mut row = row_ui(ui, &kit, "Games");
    let field = row.cut_left(200.0);
    let is_right = many.places().is_ok();
    let hint = format!("all: 1-{}", many.n_games);
    widgets::text_field(ui, &kit, field, &mut many.games, "Games", &hint, look(is_right));
    row.cut_left(12.0);
    let words = match many.places() {
        Ok(places) => format!("{}; write 3-10 or 1,4-6", counted(places.len(), "game")),
        Err(_) => "write 3-10, 12- or 1,4-6".to_owned(),
    };
    let (at, max, ink) = (row.left_center(), row.width(), kit.t.text3);
    widgets::label(ui, &kit, at, L, &words, W::Regular, font::BODY, ink, max);
    let mut row = row_ui(ui, &kit, "Games at once");
    let field = row.cut_left(64.0);
    let is_right = many.at_once().is_ok();
    widgets::text_field(ui, &kit, field, &mut many.workers, "Games at once", "1", look(is_right));
    row.cut_left(12.0);
    let words = "each with its own copy of every engine";
    let (at, max) = (row.left_center(), row.width());
    widgets::label(ui, &kit, at, L, words, W::Regular, font::BODY, ink, max);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn no_list() -> Weak<[String]> {
        Arc::downgrade(&Arc::from([]))
    }

    fn form(games: &str, workers: &str) -> ManyForm {
        ManyForm {
            games: games.to_owned(),
            n_games: 9,
            workers: workers.to_owned(),
            list: no_list(),
        }
    }

    #[test]
    fn numbers_of_games_become_places_in_the_list() {
        for (games, places) in
            [("", (0..9).collect()), ("3-5", vec![2, 3, 4]), ("1, 8-", vec![0, 7, 8])]
        {
            let command = form(games, "2").command(ReviewWish::default()).unwrap();
            let wish = ReviewWish::default();
            assert_eq!(command, BatchCommand::Begin { games: places, workers: 2, wish }, "{games}");
        }
    }

    #[test]
    fn games_that_are_not_there_are_refused_in_words() {
        for (games, workers, said) in [
            ("12-", "1", "The list has 9 games; none of these is in it."),
            ("x", "1", "\"x\" is no range of games: 3-10, 5, 12-."),
            ("", "0", "\"0\" games at once are not possible; write a number from 1 to 64."),
        ] {
            assert_eq!(form(games, workers).command(ReviewWish::default()).unwrap_err(), said);
        }
    }
}
