//! Undoing changes made by hand, and doing them again.
//!
//! A move of a game that is played is taken back, by the same key: that is another action. Where
//! something was just drawn on the board shown, the key undoes that first.

use egui::Key;

use super::table::k;
use super::{Action, ActionId as Id, Menu};
use crate::app::GameCommand;
use crate::ui::text;

const CTRL: egui::Modifiers = egui::Modifiers::COMMAND;

pub(super) const UNDO: Action =
    Action::new(Id::UndoEdit, Menu::Edit, text::UNDO_EDIT, "undo", |r| {
        r.game(GameCommand::UndoEdit);
    })
    .keys(&[k(CTRL, Key::Z)])
    .of_game()
    .group()
    .when(|s| s.game.can_undo_edit, "Nothing was changed here that can be undone.");

pub(super) const REDO: Action =
    Action::new(Id::RedoEdit, Menu::Edit, text::REDO_EDIT, "redo", |r| {
        r.game(GameCommand::RedoEdit);
    })
    .keys(&[k(CTRL, Key::Y)])
    .of_game()
    .when(|s| s.game.can_redo_edit, "No change was undone.");
