//! Choosing an engine of the list: in a menu, and the default choice.
//!
//! Starts none; the caller decides what a choice means.

use egui::Ui;

use crate::app::{ChipTone, EngineEntryView, Snapshot};
use crate::ui::kit::Kit;
use crate::ui::widgets::MenuItem;

/// An engine of the list in a menu; returns whether it was chosen. One that cannot play the game on
/// the board says why.
pub(in crate::ui) fn engine_item_ui(
    ui: &mut Ui,
    kit: &Kit<'_>,
    entry: &EngineEntryView,
    on: Option<bool>,
) -> bool {
    let unfit = entry.unfit.as_ref().map(|unfit| format!("{} {unfit}", entry.name));
    let (icon, right, why_not) = ("engine", entry.protocol.title(), unfit.as_deref());
    let item = MenuItem { icon, right, on, why_not, ..MenuItem::new(&entry.name) };
    item.show(ui, kit).clicked()
}

/// The default engine for the game on the board: one that can play it, preferably one that comes
/// with the program; one that has failed or is not installed only if there is no other.
pub(in crate::ui) fn first_choice(snapshot: &Snapshot) -> Option<&EngineEntryView> {
    let game = &snapshot.game;
    let can_play = |entry: &&EngineEntryView| {
        entry.unfit.is_none() && entry.games.iter().any(|name| name == game.info.name)
    };
    let has_failed = |entry: &EngineEntryView| {
        let mut failed = snapshot.problems.iter().filter_map(|problem| problem.seat);
        entry.chip.tone == ChipTone::Danger
            || failed.any(|seat| game.seats[seat.min(1)].engine.as_ref() == Some(&entry.name))
    };
    let engines = snapshot.engines.iter().filter(can_play);
    engines.min_by_key(|entry| (has_failed(entry), entry.missing.is_some(), !entry.builtin))
}
