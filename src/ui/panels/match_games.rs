//! The list of the games of a match: each with its state, who plays, and how it ended.
//!
//! Counts nothing.

use std::time::Instant;

use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use super::match_files::{open, open_words};
use super::matching::told_apart;
use crate::app::{Command, MatchCommand, MatchGameRow, MatchGameState, MatchView, SlowStart};
use crate::ui::kit::{C, Cut, L, R, W};
use crate::ui::root::View;
use crate::ui::theme::{font, size};
use crate::ui::widgets::{self, Button};

const ROW: f32 = 28.0;
/// From the left edge of a row to the result and to the reason.
const RESULT: f32 = 36.0;
const REASON: f32 = 104.0;
/// Room of the dash between the names.
const DASH: f32 = 18.0;
/// Share of a row's width that the names take at most.
const NAMES: f32 = 0.42;

/// Shows the games, newest first.
pub(super) fn games_ui(
    ui: &mut Ui,
    view: &mut View<'_>,
    found: &MatchView,
    games: &[&MatchGameRow],
) {
    if games.is_empty() && !found.games.is_empty() {
        let kit = view.kit(ui);
        let at = ui.max_rect().left_top() + vec2(size::PAD, 20.0);
        kit.text(at, L, "No engine has failed.", W::Regular, font::BODY, kit.t.text3);
        return;
    }
    let area = ScrollArea::vertical().auto_shrink([false, false]).animated(false);
    area.show_rows(ui, ROW, games.len(), |ui, range| {
        for game in &games[range] {
            let (_, row) = ui.allocate_space(vec2(ui.available_width(), ROW));
            game_ui(ui, view, row, game, found);
        }
    });
}

fn game_ui(ui: &Ui, view: &mut View<'_>, row: Rect, game: &MatchGameRow, found: &MatchView) {
    let kit = view.kit(ui);
    let t = kit.t;
    let on = found.shown == Some(game.number);
    let mut row = row;
    if let Some(bundle) = &game.bundle {
        let at = row.cut_right(size::PAD + 24.0).left_center();
        let name =
            open_words(found, &format!("all that is known of the failure in game {}", game.number));
        if Button::icon("open", &name).show(ui, &kit, at).clicked() {
            open(ui, view, found, bundle);
        }
    }
    let (left, right) = (row.left() + size::PAD, row.right() - size::PAD);
    if !on {
        kit.hline(left, right, row.top());
    }
    let inner = row.shrink2(vec2(6.0, 1.0));
    let [first, second] = &game.players;
    let starting = starting_words(found, game.number, view.cx.now);
    let said = if starting.is_empty() { &game.reason } else { &starting };
    let name = format!("Game {}: {first} - {second}, {} {said}", game.number, game.state.text());
    let response = widgets::row_button(ui, &kit, inner, game.number, name.trim_end(), on);
    if widgets::opens_behind(&response) {
        view.push(Command::Match(MatchCommand::OpenBehind(game.number)));
    } else if response.double_clicked() {
        view.push(Command::Match(MatchCommand::Open(game.number)));
    } else if response.clicked() {
        view.push(Command::Match(MatchCommand::Show(game.number)));
    }
    let y = row.center().y;
    let number = game.number.to_string();
    kit.text(pos2(left + 26.0, y), R, &number, W::Regular, font::SMALL, t.text3);
    let (short_first, short_second) = told_apart(first, second);
    // Both names are shown, however little room there is.
    let max = (right - left) * NAMES;
    let name_ui = |right: f32, name: &str, max: f32| {
        kit.fit(pos2(right, y), R, name, W::Medium, 12.0, t.text2, max).left()
    };
    let most = (max - DASH) / 2.0;
    let room_of_second = (max - DASH - kit.width(short_first, W::Medium, 12.0)).max(most);
    let second_left = name_ui(right, short_second, room_of_second);
    kit.text(pos2(second_left - DASH / 2.0, y), C, "\u{2013}", W::Medium, 12.0, t.text2);
    let first_right = second_left - DASH;
    let shown_left = name_ui(first_right, short_first, first_right - (right - max));
    let at = pos2(left + RESULT, y);
    let is_running = game.state == MatchGameState::Running;
    let (reason, ink) = match (is_running, game.failed) {
        (true, _) if !starting.is_empty() => (&starting, t.warn),
        (true, _) => (&game.length, t.text3),
        (false, Some(_)) => (&game.reason, t.danger),
        (false, None) => (&game.reason, t.text2),
    };
    if is_running {
        kit.p.circle_filled(pos2(at.x + 4.0, y), 3.0, t.busy);
        kit.text(pos2(at.x + 13.0, y), L, game.state.text(), W::Medium, 12.0, t.accent_text);
    } else {
        kit.fit(at, L, game.state.text(), W::Semi, 12.5, t.text, REASON - RESULT - 6.0);
    }
    let room = shown_left - left - REASON - 12.0;
    if room > 24.0 {
        kit.fit(pos2(left + REASON, y), L, reason, W::Regular, 12.0, ink, room);
    }
    // Nothing of a row is lost where it is cut.
    let names = format!("{first} \u{2013} {second}");
    let kept = bundle_words(game);
    let parts = [names, starting, game.length.clone(), game.reason.clone(), kept];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    widgets::tip(response, t, &parts.join("\n"));
}

/// Where all that is known of a failure is: `all of it in game-3.bundle.txt`; empty without one.
pub(super) fn bundle_words(game: &MatchGameRow) -> String {
    let file = game.bundle.as_ref().and_then(|path| path.file_name());
    file.map_or(String::new(), |file| format!("all of it in {}", file.display()))
}

/// Which engines of a running game are not ready, and for how long: `12 s: Edax is starting`; nothing
/// while no start takes long.
fn starting_words(found: &MatchView, number: u32, now: Instant) -> String {
    let of_game = found.slow_starts.iter().filter(|start| start.number == number);
    let of = |start: &SlowStart| {
        let secs = start.lasts(now).as_secs();
        format!("{secs} s: {} is starting{}", start.who(), start.wrote_text())
    };
    of_game.map(of).collect::<Vec<_>>().join("; ")
}
