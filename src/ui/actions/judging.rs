//! The actions about good and bad moves: marks, by their numbers in PGN, and the coach.
//!
//! Judges nothing.

use egui::Key;

use super::table::{ALT, k};
use super::{Action, ActionId as Id, Menu, Run};
use crate::app::{CoachView, CoachWish, GameCommand, MoveMark, SettingsCommand, Snapshot};
use crate::ui::text;

/// The actions, behind the others of their menus.
pub(super) static JUDGING: &[Action] = &[
    Action::new(Id::MarkGood, Menu::Edit, text::MARK_GOOD, "", |r| mark(r, MoveMark::Good))
        .keys(&[k(ALT, Key::Num1)])
        .group()
        .when(is_move, NO_MOVE)
        .of_game(),
    Action::new(Id::MarkMistake, Menu::Edit, text::MARK_MISTAKE, "", |r| {
        mark(r, MoveMark::Mistake);
    })
    .keys(&[k(ALT, Key::Num2)])
    .when(is_move, NO_MOVE)
    .of_game(),
    Action::new(Id::MarkVeryGood, Menu::Edit, text::MARK_VERY_GOOD, "", |r| {
        mark(r, MoveMark::VeryGood);
    })
    .keys(&[k(ALT, Key::Num3)])
    .when(is_move, NO_MOVE)
    .of_game(),
    Action::new(Id::MarkBlunder, Menu::Edit, text::MARK_BLUNDER, "", |r| {
        mark(r, MoveMark::Blunder);
    })
    .keys(&[k(ALT, Key::Num4)])
    .when(is_move, NO_MOVE)
    .of_game(),
    Action::new(Id::MarkInteresting, Menu::Edit, text::MARK_INTERESTING, "", |r| {
        mark(r, MoveMark::Interesting);
    })
    .keys(&[k(ALT, Key::Num5)])
    .when(is_move, NO_MOVE)
    .of_game(),
    Action::new(Id::MarkDubious, Menu::Edit, text::MARK_DUBIOUS, "", |r| {
        mark(r, MoveMark::Dubious);
    })
    .keys(&[k(ALT, Key::Num6)])
    .when(is_move, NO_MOVE)
    .of_game(),
    Action::new(Id::MarkNone, Menu::Edit, text::MARK_NONE, "", |r| {
        r.game(GameCommand::Mark(r.snapshot.game.current, None));
    })
    .keys(&[k(ALT, Key::Num0)])
    .when(is_move, NO_MOVE)
    .of_game(),
    Action::new(Id::Coach, Menu::Game, text::COACH, "coach", |r| {
        r.settings(SettingsCommand::Coach(!r.snapshot.settings.coach));
    })
    .group()
    .on(|s| s.settings.coach),
    Action::new(Id::CoachWhy, Menu::Game, text::COACH_WHY, "", |r| {
        r.game(GameCommand::Coach(CoachWish::Why));
    })
    .when(advises, NO_ADVICE)
    .when(|s| !is_explained(s), "The coach has shown it."),
    Action::new(Id::CoachPlayOn, Menu::Game, text::COACH_PLAY_ON, "", |r| {
        r.game(GameCommand::Coach(CoachWish::PlayOn));
    })
    .when(advises, NO_ADVICE),
];

const NO_ADVICE: &str = "The coach advises against no move now.";

fn advises(snapshot: &Snapshot) -> bool {
    matches!(snapshot.game.coach, Some(CoachView::Advises { .. }))
}

fn is_explained(snapshot: &Snapshot) -> bool {
    matches!(snapshot.game.coach, Some(CoachView::Advises { why: Some(_), .. }))
}

const NO_MOVE: &str = "The start is no move.";

fn is_move(snapshot: &Snapshot) -> bool {
    snapshot.game.current != 0
}

fn mark(r: &mut Run<'_>, mark: MoveMark) {
    r.game(GameCommand::Mark(r.snapshot.game.current, Some(mark)));
}
