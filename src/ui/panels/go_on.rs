//! The ways on for a match or tournament that runs no more: the rest, a longer one, its late games again.
//!
//! Plays nothing: it pushes commands.

use egui::{Pos2, Ui};

use super::matching::is_decided;
use crate::app::{Command, MatchCommand, MatchOutcome, MatchView};
use crate::ui::dialogs::ask_longer;
use crate::ui::kit::Kit;
use crate::ui::root::View;
use crate::ui::widgets::Button;

/// Goes on with a match or tournament that was stopped, or makes one longer that is over, between
/// `left` and `right`; where there is no room for its words the button has its icon alone. Returns the right edge of what is left.
pub(super) fn longer_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    (left, right): (f32, Pos2),
    found: &MatchView,
) -> f32 {
    let Some(folder) = found.folder.clone() else { return right.x };
    // A game that could not be kept is still missing where all were played.
    let is_missing = found.finished < found.total && !is_decided(found);
    let is_whole = !is_missing && found.outcome != Some(MatchOutcome::Stopped);
    let longer = "Make longer\u{2026}";
    let (words, command) = match (is_whole, &found.tournament) {
        (true, Some(_)) if is_decided(found) => return right.x,
        (true, Some(_)) => (longer, Some(MatchCommand::ReadTournament(folder.clone()))),
        (true, None) => (longer, None),
        (false, _) => ("Go on", Some(MatchCommand::Resume(folder.clone()))),
    };
    let icon = if is_whole { "plus" } else { "play" };
    let fits = kit.button_width(icon, words) <= right.x - left;
    let button = Button::words(icon, if fits { words } else { "" }).name(words);
    let response = button.show_right(ui, kit, right);
    if response.clicked() {
        match command {
            Some(command) => view.push(Command::Match(command)),
            None => ask_longer(view.state, folder, found.total),
        }
    }
    response.rect.left() - 8.0
}

/// Plays the games again that were lost while the machine was late, in `width` points from `left` on.
pub(super) fn late_ui(
    ui: &Ui,
    view: &mut View<'_>,
    kit: &Kit<'_>,
    left: Pos2,
    width: f32,
    found: &MatchView,
) {
    let Some(folder) = found.folder.clone().filter(|_| found.late > 0) else { return };
    let late = match found.late {
        1 => "1 late game".to_owned(),
        n => format!("{n} late games"),
    };
    let name = format!("Play {late} again");
    // Words go where there is no room for them; the tip and the spoken name have all of them.
    let words = [name.clone(), format!("{late} again"), format!("{} late", found.late)];
    let fitting = words.iter().find(|words| kit.button_width("undo", words) <= width);
    let why_not = found.keeps_late.as_deref();
    let button = Button::words("undo", fitting.map_or("", String::as_str)).name(&name);
    if button.unless(why_not).show(ui, kit, left).clicked() {
        view.push(Command::Match(MatchCommand::ReplayLate(folder)));
    }
}
