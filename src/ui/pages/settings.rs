//! The page of settings.
//!
//! Keeps nothing: every change is pushed at once.

use super::losses::losses_ui;
use egui::{Rect, ScrollArea, Ui, pos2, vec2};

use crate::app::{Command, DrawRules, Judge, MOST_ANALYSING, SettingsCommand, Theme};
use crate::ui::actions::{ActionId, action};
use crate::ui::dialogs::licences_ui;
use crate::ui::kit::{Kit, L, W};
use crate::ui::root::View;
use crate::ui::text;
use crate::ui::theme::{font, size};
use crate::ui::widgets;

const WIDTH: f32 = 640.0;
const ROW: f32 = 52.0;

/// Shows the page, filling `rect`.
pub(in crate::ui) fn settings_ui(ui: &mut Ui, view: &mut View<'_>, rect: Rect) {
    let inner = rect.shrink2(vec2(24.0, 0.0));
    widgets::area(ui, inner, "page", |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.set_width(WIDTH.min(inner.width() - 16.0));
            title_ui(ui, view, text::SETTINGS, 20.0);
            look_ui(ui, view);
            title_ui(ui, view, "Board", font::TITLE);
            board_ui(ui, view);
            title_ui(ui, view, "Rules", font::TITLE);
            rules_ui(ui, view);
            title_ui(ui, view, text::MARKED_LOSSES, font::TITLE);
            losses_ui(ui, view);
            title_ui(ui, view, text::TABS_AND_ENGINES, font::TITLE);
            tabs_ui(ui, view);
            title_ui(ui, view, "Films", font::TITLE);
            films_ui(ui, view);
            title_ui(ui, view, text::ABOUT, font::TITLE);
            let kit = view.kit(ui);
            let version = concat!(
                "Quintet ",
                env!("CARGO_PKG_VERSION"),
                ", licensed ",
                env!("CARGO_PKG_LICENSE"),
                "."
            );
            let (_, row) = ui.allocate_space(vec2(ui.available_width(), 28.0));
            let at = row.left_center();
            let ink = kit.t.text2;
            widgets::label(ui, &kit, at, L, version, W::Regular, font::BODY, ink, row.width());
            licences_ui(ui, &kit, 180.0);
            ui.add_space(24.0);
        });
    });
}

fn title_ui(ui: &mut Ui, view: &View<'_>, words: &str, font_size: f32) {
    let kit = view.kit(ui);
    let height = if font_size > font::TITLE { 64.0 } else { 44.0 };
    let (_, row) = ui.allocate_space(vec2(ui.available_width(), height));
    let at = row.left_center();
    widgets::label(ui, &kit, at, L, words, W::Semi, font_size, kit.t.text, row.width());
}

/// Rows of a card, one below the other.
pub(super) fn card(ui: &mut Ui, view: &View<'_>, rows: usize) -> Vec<Rect> {
    let kit = view.kit(ui);
    let (_, card) = ui.allocate_space(vec2(ui.available_width(), ROW * rows as f32));
    kit.card(card);
    (0..rows)
        .map(|i| {
            let min = pos2(card.left() + 16.0, card.top() + ROW * i as f32);
            let row = Rect::from_min_size(min, vec2(card.width() - 32.0, ROW));
            if i > 0 {
                kit.hline(row.left(), row.right(), row.top());
            }
            row
        })
        .collect()
}

pub(super) fn caption(kit: &Kit<'_>, row: Rect, words: &str, note: &str) {
    let at = pos2(row.left(), row.center().y - 8.0);
    kit.text(at, L, words, W::Medium, font::BODY, kit.t.text);
    let at = pos2(row.left(), row.center().y + 10.0);
    kit.text(at, L, note, W::Regular, font::SMALL, kit.t.text3);
}

fn look_ui(ui: &mut Ui, view: &mut View<'_>) {
    const THEMES: [(Theme, &str); 4] = [
        (Theme::System, "System"),
        (Theme::Dark, "Dark"),
        (Theme::Light, "Light"),
        (Theme::Contrast, "Contrast"),
    ];
    let rows = card(ui, view, 2);
    let kit = view.kit(ui);
    let settings = &view.snapshot.settings;
    caption(&kit, rows[0], text::THEME, "as the system wishes, or always the same");
    let words = THEMES.map(|(_, words)| words);
    let on = THEMES.iter().position(|(theme, _)| *theme == settings.theme).unwrap_or(0);
    let (whole, _) = kit.segments(pos2(0.0, 0.0), &words);
    let left = pos2(kit.snap(rows[0].right() - whole.width()), rows[0].center().y);
    if let (Some(i), _) = widgets::segmented(ui, &kit, left, &words, on) {
        view.push(Command::Settings(SettingsCommand::Theme(THEMES[i].0)));
    }
    caption(&kit, rows[1], text::ZOOM, "of everything in the window, 75 to 200 %");
    let shown = format!("{:.0} %", settings.zoom * 100.0);
    let why_not = [ActionId::ZoomOut, ActionId::ZoomIn].map(|id| action(id).why_not(view.snapshot));
    let rect = Rect::from_min_size(
        pos2(rows[1].right() - 130.0, rows[1].center().y - size::CONTROL / 2.0),
        vec2(130.0, size::CONTROL),
    );
    match widgets::stepper(ui, &kit, rect, text::ZOOM, &shown, why_not) {
        Some(by) if by > 0 => view.act(ui.ctx(), ActionId::ZoomIn),
        Some(_) => view.act(ui.ctx(), ActionId::ZoomOut),
        None => {}
    }
}

fn rules_ui(ui: &mut Ui, view: &mut View<'_>) {
    const CHOICES: [(DrawRules, &str); 3] =
        [(DrawRules::Automatic, "Automatic"), (DrawRules::Ask, "Ask"), (DrawRules::Off, "Off")];
    let rows = card(ui, view, 2);
    let row = rows[0];
    let kit = view.kit(ui);
    let on_now = view.snapshot.settings.draw_rules;
    let note = match on_now {
        DrawRules::Automatic => "the game ends when a rule makes it a draw",
        DrawRules::Ask => "the game goes on until a player claims the draw",
        DrawRules::Off => "the game goes on; nothing is counted against it",
    };
    caption(&kit, row, text::DRAW_RULES, note);
    let words = CHOICES.map(|(_, words)| words);
    let on = CHOICES.iter().position(|(rules, _)| *rules == on_now).unwrap_or(0);
    let (whole, _) = kit.segments(pos2(0.0, 0.0), &words);
    let left = pos2(kit.snap(row.right() - whole.width()), row.center().y);
    if let (Some(i), _) = widgets::segmented(ui, &kit, left, &words, on) {
        view.push(Command::Settings(SettingsCommand::DrawRules(CHOICES[i].0)));
    }
    judge_ui(ui, view, rows[1]);
}

/// What tabs that are not shown do, and how many engines analyse in all of them.
fn tabs_ui(ui: &mut Ui, view: &mut View<'_>) {
    let rows = card(ui, view, 2);
    let kit = view.kit(ui);
    let settings = &view.snapshot.settings;
    let (on, most) = (settings.pause_hidden, settings.most_analysing);
    caption(&kit, rows[0], text::PAUSE_HIDDEN, "it goes on when its tab is shown again");
    if widgets::switch(ui, &kit, rows[0].right_center(), text::PAUSE_HIDDEN, on, None) {
        view.push(Command::Settings(SettingsCommand::PauseHidden(!on)));
    }
    let note = "in all tabs together; as many as there are processors until you change it";
    caption(&kit, rows[1], text::MOST_ANALYSING, note);
    let rect = Rect::from_min_size(
        pos2(rows[1].right() - 130.0, rows[1].center().y - size::CONTROL / 2.0),
        vec2(130.0, size::CONTROL),
    );
    let why_not = [
        (most <= 1).then_some("One engine can always analyse."),
        (most >= MOST_ANALYSING).then_some("More engines cannot analyse at once."),
    ];
    let by = widgets::stepper(ui, &kit, rect, text::MOST_ANALYSING, &most.to_string(), why_not);
    if let Some(by) = by {
        let most = most.saturating_add_signed(by as isize);
        view.push(Command::Settings(SettingsCommand::MostAnalysing(most)));
    }
}

/// How the film of a game is made.
fn films_ui(ui: &mut Ui, view: &mut View<'_>) {
    const PACES: [(f32, &str); 4] = [(0.5, "0.5 s"), (1.0, "1 s"), (2.0, "2 s"), (4.0, "4 s")];
    const WIDTHS: [(u32, &str); 3] = [(320, "320"), (480, "480"), (720, "720")];
    let rows = card(ui, view, 2);
    let kit = view.kit(ui);
    let (pace, width) = (view.snapshot.settings.film_pace, view.snapshot.settings.film_width);
    let choice = |row: Rect, words: &[&str], on: usize| {
        let (whole, _) = kit.segments(pos2(0.0, 0.0), words);
        let left = pos2(kit.snap(row.right() - whole.width()), row.center().y);
        let (chosen, _) = widgets::segmented(ui, &kit, left, words, on);
        chosen
    };
    let note = "dice are shown for half as long, the end three times as long";
    caption(&kit, rows[0], text::FILM_PACE, note);
    let on = PACES.iter().position(|(secs, _)| *secs == pace).unwrap_or(PACES.len());
    let pace = choice(rows[0], &PACES.map(|(_, words)| words), on);
    caption(&kit, rows[1], text::FILM_WIDTH, "in pixels; a wide film is a large file");
    let on = WIDTHS.iter().position(|(known, _)| *known == width).unwrap_or(WIDTHS.len());
    let width = choice(rows[1], &WIDTHS.map(|(_, words)| words), on);
    if let Some(i) = pace {
        view.push(Command::Settings(SettingsCommand::FilmPace(PACES[i].0)));
    }
    if let Some(i) = width {
        view.push(Command::Settings(SettingsCommand::FilmWidth(WIDTHS[i].0)));
    }
}

/// Who decides if an engine keeps the game.
fn judge_ui(ui: &Ui, view: &mut View<'_>, row: Rect) {
    const CHOICES: [(Judge, &str); 2] = [(Judge::Referee, "Referee"), (Judge::Engine, "Engine")];
    let kit = view.kit(ui);
    let on_now = view.snapshot.settings.judge;
    let note = match on_now {
        Judge::Referee => {
            "where a UHP engine differs, both opinions are shown; the rules here hold"
        }
        Judge::Engine => "a UHP engine that keeps the game says what is valid and who has won",
    };
    caption(&kit, row, text::WHO_DECIDES, note);
    let words = CHOICES.map(|(_, words)| words);
    let on = CHOICES.iter().position(|(judge, _)| *judge == on_now).unwrap_or(0);
    let (whole, _) = kit.segments(pos2(0.0, 0.0), &words);
    let left = pos2(kit.snap(row.right() - whole.width()), row.center().y);
    if let (Some(i), _) = widgets::segmented(ui, &kit, left, &words, on) {
        view.push(Command::Settings(SettingsCommand::Judge(CHOICES[i].0)));
    }
}

fn board_ui(ui: &mut Ui, view: &mut View<'_>) {
    let settings = &view.snapshot.settings;
    let mut switches = vec![
        (
            text::SHOW_LEGAL,
            "small marks where one may play",
            settings.show_legal,
            SettingsCommand::ShowLegal(!settings.show_legal),
        ),
        (
            text::SHOW_VALUES,
            "while engines analyse",
            settings.show_values,
            SettingsCommand::ShowValues(!settings.show_values),
        ),
        (
            text::SHOW_NUMBERS,
            "where the game numbers its squares",
            settings.show_numbers,
            SettingsCommand::ShowNumbers(!settings.show_numbers),
        ),
        (
            text::PLAY_FORCED,
            "where the dice leave a person only one play",
            settings.play_forced,
            SettingsCommand::PlayForced(!settings.play_forced),
        ),
        (
            text::CANDIDATES,
            "rank what you could have played with dice, once you have",
            settings.candidates,
            SettingsCommand::Candidates(!settings.candidates),
        ),
        (
            text::COACH,
            "in games with an engine and without a clock, before it answers",
            settings.coach,
            SettingsCommand::Coach(!settings.coach),
        ),
        (
            text::ANIMATE,
            "pieces move and turn instead of jumping",
            settings.animate,
            SettingsCommand::Animate(!settings.animate),
        ),
    ];
    if cfg!(feature = "sound") {
        switches.push((
            text::SOUNDS,
            "for moves, the end, and little time",
            settings.sounds,
            SettingsCommand::Sounds(!settings.sounds),
        ));
    }
    let rows = card(ui, view, switches.len());
    let kit = view.kit(ui);
    for ((words, note, on, command), row) in switches.into_iter().zip(rows) {
        if view.state.setting_wanted.take_if(|wanted| *wanted == words).is_some() {
            ui.scroll_to_rect(row, Some(egui::Align::Center));
        }
        caption(&kit, row, words, note);
        if widgets::switch(ui, &kit, row.right_center(), words, on, None) {
            view.push(Command::Settings(command));
        }
    }
}
