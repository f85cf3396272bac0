//! The files of a match: its report, the folder of its games, the bundles of its failures.
//!
//! Opens nothing itself: it pushes commands, or copies a path where the desktop opens nothing.

use std::path::Path;

use egui::{Pos2, Ui};

use crate::app::{Command, MatchCommand, MatchView};
use crate::ui::kit::Kit;
use crate::ui::root::View;
use crate::ui::widgets::{self, Button, MenuItem};

/// The words for a file or folder that is opened, or whose path is copied.
pub(super) fn open_words(found: &MatchView, what: &str) -> String {
    match found.opens_outside {
        true => format!("Open {what}"),
        false => format!("Copy the path of {what}"),
    }
}

/// Opens a file or folder of the match, or copies its path where the desktop has no program for it.
pub(super) fn open(ui: &Ui, view: &mut View<'_>, found: &MatchView, path: &Path) {
    match found.opens_outside {
        true => view.push(Command::Match(MatchCommand::OpenOutside(path.to_owned()))),
        false => ui.ctx().copy_text(path.display().to_string()),
    }
}

/// A button with a menu of the match's files, whose right edge is there; its left edge.
pub(super) fn files_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    right: Pos2,
    found: &MatchView,
) -> f32 {
    let button = Button::icon("more", "Report and files of the match");
    let response = button.show_right(ui, kit, right);
    let left = response.rect.left();
    let none = "Its games are not kept, or not yet.";
    let why_not = found.folder.is_none().then_some(none);
    widgets::menu(&response, kit.t, "Report and files of the match", 250.0, |ui| {
        let item =
            MenuItem { icon: "graph", why_not, ..MenuItem::new("Write and open the report") };
        if item.show(ui, kit).clicked() {
            view.push(Command::Match(MatchCommand::Report));
        }
        let item = MenuItem { icon: "games", why_not, ..MenuItem::new("List its games") };
        if item.show(ui, kit).clicked() {
            view.push(Command::Match(MatchCommand::ListGames));
            view.state.games.before = Some(view.snapshot.file_games.clone());
        }
        let words = open_words(found, "the folder of its games");
        let item = MenuItem { icon: "open", why_not, ..MenuItem::new(&words) };
        if item.show(ui, kit).clicked()
            && let Some(folder) = &found.folder
        {
            open(ui, view, found, folder);
        }
    });
    left
}
