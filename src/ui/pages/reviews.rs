//! The reviews of many games on the page of a file's games: how far they are, and what has come of each game.
//!
//! Analyses nothing; it pushes commands.

use egui::accesskit::Role;
use egui::{Rect, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::app::{
    BatchCommand, BatchGameState, BatchGameView, BatchMeasure, BatchState, BatchView, Command,
};
use crate::count::counted;
use crate::time_left::{TENTHS, clock_text};
use crate::ui::dialogs::{self, PathUse};
use crate::ui::kit::{Kit, L, Look, R, W};
use crate::ui::root::View;
use crate::ui::state::Overlay;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button};

/// Width of what has come of a game, beside its title.
pub(super) const RESULT: f32 = 300.0;

/// Height of the row of one review.
const ROW: f32 = size::CONTROL + 8.0;
/// So many reviews are seen at once.
const MOST_SEEN: usize = 3;

/// Height of the rows of so many reviews; those that have no room are scrolled to.
pub(super) fn batches_height(n: usize) -> f32 {
    ROW * n.min(MOST_SEEN) as f32
}

/// All reviews in the order in which they were begun.
pub(super) fn batches_ui(ui: &mut Ui, view: &mut View<'_>, r: Rect) {
    let batches = &view.snapshot.batches;
    widgets::area(ui, r, "reviews of many games", |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).animated(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for batch in batches {
                ui.push_id(batch.id, |ui| {
                    let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
                    let kit = view.kit(ui);
                    batch_ui(ui, view, &kit, row, batch);
                });
            }
        });
    });
}

/// What has come of the game in this place of the list: what runs goes before what is known, and
/// a later review before an earlier one.
pub(super) fn game_of(batches: &[BatchView], place: usize) -> Option<&BatchGameView> {
    let weight = |game: &&BatchGameView| match game.state {
        BatchGameState::Left => 0,
        BatchGameState::Waiting => 1,
        BatchGameState::Reviewed(_) => 2,
        BatchGameState::Running(..) => 3,
    };
    batches.iter().filter_map(|batch| batch.games.get(&place)).max_by_key(weight)
}

/// How far the review is, and the buttons to pause, stop and save it.
fn batch_ui(ui: &Ui, view: &mut View<'_>, kit: &Kit<'_>, r: Rect, batch: &BatchView) {
    let mut right = r.right_center();
    let mut buttons = Vec::new();
    let (stop, go_on) = (BatchCommand::Stop(batch.id), BatchCommand::GoOn(batch.id));
    match batch.state {
        BatchState::Running => {
            buttons.push(("stop", "Stop", Some(stop)));
            buttons.push(("pause", "Pause", Some(BatchCommand::Pause(batch.id))));
        }
        BatchState::Ending => {}
        BatchState::Waiting(_) => buttons.push(("close", "Remove", Some(stop))),
        BatchState::Interrupted => {
            let is_done = batch.progress.0 == batch.progress.1;
            let (icon, words) = if is_done { ("games", "List them") } else { ("play", "Go on") };
            buttons.push(("close", "Leave it", Some(stop)));
            buttons.push((icon, words, Some(go_on)));
        }
        BatchState::Paused | BatchState::Resting => {
            buttons.push(("stop", "Stop", Some(stop)));
            buttons.push(("play", "Go on", Some(go_on)));
        }
        BatchState::Over => buttons.push(("close", "Leave it", Some(stop))),
    }
    // Last, at the left: the others stay where they are when it comes.
    if batch.save_as.is_some() {
        buttons.push(("save", text::SAVE_REVIEWS, None));
    }
    for (icon, words, command) in buttons {
        let name = format!("{} (analysis of {})", words.trim_end_matches('\u{2026}'), batch.name);
        let button = Button::words(icon, words).name(&name).look(Look::Plain);
        let response = button.show_right(ui, kit, right);
        right.x = response.rect.left() - 4.0;
        if !response.clicked() {
            continue;
        }
        match command {
            Some(command @ BatchCommand::Stop(_))
                if batch.state == BatchState::Interrupted
                    && batch.progress.0 < batch.progress.1 =>
            {
                let question = dialogs::Confirm::leave_review(&batch.name, command);
                view.state.overlay = Some(Overlay::Confirm(question));
            }
            Some(command) => {
                // Its file is opened first, where it is not.
                if matches!(command, BatchCommand::GoOn(_)) && !batch.is_listed {
                    view.state.games.before = Some(view.snapshot.file_games.clone());
                }
                view.push(Command::Batch(command));
            }
            None => {
                let what = PathUse::Reviews(batch.id);
                dialogs::ask_path(ui.ctx(), view.state, what, batch.save_as.clone());
            }
        }
    }
    let room = (right.x - 8.0 - r.left()).max(40.0);
    let at = pos2(r.left(), r.center().y - 6.0);
    let words = match batch.left {
        Some(left) if left < TENTHS => format!("{}; less than 2 minutes left", batch.text),
        Some(left) => format!("{}; about {} left", batch.text, clock_text(left)),
        None => batch.text.clone(),
    };
    kit.fit(at, L, &words, W::Medium, font::BODY, kit.t.text2, room);
    let meter = Rect::from_min_size(pos2(r.left(), r.center().y + 8.0), vec2(room, 4.0));
    kit.meter(meter, batch.part, kit.t.accent);
    let all = Rect::from_min_max(r.min, pos2(r.left() + room, r.max.y));
    let response = ui.interact(all, ui.scope_id().with("review of games"), Sense::hover());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ProgressIndicator, true, &words);
        info.value = Some(f64::from(batch.part));
        info
    });
    widgets::tip(response, kit.t, &words);
}

/// Where it stands what has come of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GamePlace {
    /// The row of the game, or the line under its title.
    pub(super) row: Rect,
    /// It is the line under the title.
    pub(super) is_under: bool,
}

/// What has come of a game, at the right end of its row or under its title; the width that it takes.
pub(super) fn game_ui(
    ui: &Ui,
    view: &View<'_>,
    kit: &Kit<'_>,
    at: GamePlace,
    place: usize,
    game: &BatchGameView,
) -> f32 {
    let info = view.snapshot.games_kind.as_ref().map(|(info, _)| *info);
    let words = info.map(|info| words(game, info.sides)).unwrap_or_default();
    let ink = if game.fault.is_some() { kit.t.warn } else { kit.t.text2 };
    let GamePlace { row, is_under } = at;
    let width = if is_under { row.width() - 64.0 } else { RESULT.min(row.width() / 2.0) };
    let cell = row.with_min_x(row.right() - width);
    let (at, anchor) = match is_under {
        true => (cell.left_center() - vec2(0.0, 3.0), L),
        false => (row.right_center() - vec2(10.0, 0.0), R),
    };
    kit.fit(at, anchor, &words, W::Regular, font::SMALL, ink, width - 10.0);
    let response = ui.interact(cell, ui.scope_id().with(("reviewed", place)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let tip = match &game.fault {
        Some(fault) => format!("{words}. {fault}."),
        None => words,
    };
    widgets::tip(response, kit.t, &tip);
    width
}

/// `White 91 %, 1 mistake; Black 84 %, 3 mistakes`
fn words(game: &BatchGameView, names: [&str; 2]) -> String {
    let words = match game.state {
        BatchGameState::Waiting => "waits".to_owned(),
        BatchGameState::Left => "not analysed".to_owned(),
        BatchGameState::Running(at, of) => format!("position {at} of {of}"),
        BatchGameState::Reviewed(sides) => {
            let side = |((measure, n), name): (&(Option<BatchMeasure>, usize), &str)| {
                let n = counted(*n, "mistake");
                match measure {
                    Some(BatchMeasure::Accuracy(share)) => format!("{name} {share:.0} %, {n}"),
                    Some(BatchMeasure::ErrorRate(rate)) => {
                        format!("{name} error rate {rate:.1}, {n}")
                    }
                    None => format!("{name} not judged"),
                }
            };
            sides.iter().zip(names).map(side).collect::<Vec<_>>().join("; ")
        }
    };
    match (&game.fault, game.state) {
        (Some(_), BatchGameState::Reviewed(_)) => format!("{words} (not in full)"),
        (Some(_) | None, _) => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_of_a_game_says_how_both_sides_played() {
        let accuracy = |share| Some(BatchMeasure::Accuracy(share));
        for (state, fault, said) in [
            (BatchGameState::Waiting, None, "waits"),
            (BatchGameState::Left, None, "not analysed"),
            (
                BatchGameState::Reviewed([(Some(BatchMeasure::ErrorRate(7.36)), 2), (None, 0)]),
                None,
                "White error rate 7.4, 2 mistakes; Black not judged",
            ),
            (BatchGameState::Running(3, 60), None, "position 3 of 60"),
            (
                BatchGameState::Reviewed([(accuracy(91.2), 1), (None, 0)]),
                None,
                "White 91 %, 1 mistake; Black not judged",
            ),
            (
                BatchGameState::Reviewed([(accuracy(100.0), 0), (accuracy(4.4), 3)]),
                Some("Scan: it did not answer"),
                "White 100 %, 0 mistakes; Black 4 %, 3 mistakes (not in full)",
            ),
        ] {
            let fault = fault.map(str::to_owned);
            assert_eq!(words(&BatchGameView { state, fault }, ["White", "Black"]), said);
        }
    }
}
