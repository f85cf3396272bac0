//! The room of settings: what the user has set, and which engines analyse at the next start.
//!
//! Reads and writes no file: what is to be written is an effect.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::command::SettingsCommand;
use super::effect::Effect;
use super::shared::Shared;
use super::views::{
    Aids, DrawRules, Judge, LEAST_DRAWER, MOST_ANALYSING, MOST_DRAWER, Settings, Theme,
    are_loss_marks,
};
use crate::store::{SavedCard, SavedDrawRules, SavedJudge, SavedSettings, SavedTheme};

/// Settings, and where they are written.
#[derive(Debug)]
pub(super) struct Preferences {
    settings: Shared<Settings>,
    cards: Vec<SavedCard>,
    file: Option<PathBuf>,
    /// The number of processors of this machine.
    processors: usize,
}

impl Preferences {
    /// The settings of the last time; `file` is where they are kept, where they can be. Gives what is
    /// wrong with the file, in a sentence, too. As many engines may analyse at once as the machine has
    /// `processors`, unless the user has set another limit.
    pub(super) fn load(file: Option<PathBuf>, processors: usize) -> (Self, Option<String>) {
        let loaded = file.as_deref().map(SavedSettings::load);
        let (saved, problem) =
            loaded.map_or_else(Default::default, |loaded| (loaded.settings, loaded.problem));
        let settings = from_saved(&saved, processors).into();
        (Self { settings, cards: saved.cards, file, processors }, problem)
    }

    /// The settings as they are now.
    pub(super) fn settings(&self) -> Shared<Settings> {
        self.settings.clone()
    }

    /// The engines that analysed last.
    pub(super) fn cards(&self) -> &[SavedCard] {
        &self.cards
    }

    /// The user changes a setting.
    pub(super) fn handle_command(&mut self, command: SettingsCommand) -> Option<Effect> {
        let settings = &mut *self.settings;
        match command {
            SettingsCommand::Theme(theme) => settings.theme = theme,
            SettingsCommand::Zoom(zoom) => settings.zoom = zoom.clamp(0.75, 2.0),
            SettingsCommand::ShowLegal(on) => settings.show_legal = on,
            SettingsCommand::ShowValues(on) => settings.show_values = on,
            SettingsCommand::ShowNumbers(on) => settings.show_numbers = on,
            SettingsCommand::Show(aid, on) => settings.aids.set(aid, on),
            SettingsCommand::DrawRules(rules) => settings.draw_rules = rules,
            SettingsCommand::Judge(judge) => settings.judge = judge,
            SettingsCommand::PlayForced(on) => settings.play_forced = on,
            SettingsCommand::Candidates(on) => settings.candidates = on,
            SettingsCommand::Coach(on) => settings.coach = on,
            SettingsCommand::Animate(on) => settings.animate = on,
            SettingsCommand::Sounds(on) => settings.sounds = on,
            SettingsCommand::PauseHidden(on) => settings.pause_hidden = on,
            SettingsCommand::MostAnalysing(most) => {
                settings.most_analysing = most.clamp(1, MOST_ANALYSING);
            }
            SettingsCommand::LossMarks(game, Some(marks)) if are_loss_marks(marks) => {
                settings.loss_marks.insert(game, marks);
            }
            SettingsCommand::LossMarks(_, Some(_)) => {}
            SettingsCommand::LossMarks(game, None) => {
                settings.loss_marks.remove(&game);
            }
            SettingsCommand::DrawerHeight(height) => settings.drawer_height = drawer_height(height),
            SettingsCommand::FilmPace(secs) => settings.film_pace = pace(secs),
            SettingsCommand::FilmWidth(width) => settings.film_width = film_width(width),
        }
        self.written()
    }

    /// Other engines analyse.
    pub(super) fn handle_cards(&mut self, cards: Vec<SavedCard>) -> Option<Effect> {
        self.cards = cards;
        self.written()
    }

    fn written(&self) -> Option<Effect> {
        let saved = SavedSettings {
            cards: self.cards.clone(),
            ..to_saved(&self.settings, self.processors)
        };
        Some(Effect::Write(self.file.clone()?, saved.to_text()))
    }
}

/// A pace of films that a GIF can hold; the usual one for what is no number.
fn pace(secs: f32) -> f32 {
    if secs.is_finite() { secs.clamp(0.05, 60.0) } else { 1.0 }
}

/// A height that the drawer can have; the usual one for what is no number.
fn drawer_height(height: Option<f32>) -> Option<f32> {
    let height = height.filter(|height| height.is_finite())?;
    Some(height.clamp(LEAST_DRAWER, MOST_DRAWER))
}

/// A width that can be drawn.
fn film_width(width: u32) -> u32 {
    width.clamp(64, 8_192)
}

/// Settings as they are written down.
fn to_saved(settings: &Settings, processors: usize) -> SavedSettings {
    let most_analysing = Some(settings.most_analysing).filter(|most| *most != processors);
    SavedSettings {
        theme: match settings.theme {
            Theme::System => SavedTheme::System,
            Theme::Dark => SavedTheme::Dark,
            Theme::Light => SavedTheme::Light,
            Theme::Contrast => SavedTheme::Contrast,
        },
        zoom: settings.zoom,
        show_legal: settings.show_legal,
        show_values: settings.show_values,
        show_numbers: settings.show_numbers,
        show_regions: settings.aids.regions,
        engine_arrows: settings.aids.engine_arrows,
        show_differences: settings.aids.differences,
        follow_main_line: settings.aids.main_line,
        draw_rules: match settings.draw_rules {
            DrawRules::Automatic => SavedDrawRules::Automatic,
            DrawRules::Ask => SavedDrawRules::Ask,
            DrawRules::Off => SavedDrawRules::Off,
        },
        judge: match settings.judge {
            Judge::Referee => SavedJudge::Referee,
            Judge::Engine => SavedJudge::Engine,
        },
        play_forced: settings.play_forced,
        candidates: settings.candidates,
        coach: settings.coach,
        animate: settings.animate,
        sounds: settings.sounds,
        pause_hidden: settings.pause_hidden,
        most_analysing,
        loss_marks: settings.loss_marks.clone(),
        drawer_height: settings.drawer_height,
        film_pace: settings.film_pace,
        film_width: settings.film_width,
        ..SavedSettings::default()
    }
}

/// Settings as the window sees them.
fn from_saved(saved: &SavedSettings, processors: usize) -> Settings {
    Settings {
        theme: match saved.theme {
            SavedTheme::System => Theme::System,
            SavedTheme::Dark => Theme::Dark,
            SavedTheme::Light => Theme::Light,
            SavedTheme::Contrast => Theme::Contrast,
        },
        zoom: saved.zoom,
        show_legal: saved.show_legal,
        show_values: saved.show_values,
        show_numbers: saved.show_numbers,
        aids: Aids {
            regions: saved.show_regions,
            engine_arrows: saved.engine_arrows,
            differences: saved.show_differences,
            main_line: saved.follow_main_line,
        },
        draw_rules: match saved.draw_rules {
            SavedDrawRules::Automatic => DrawRules::Automatic,
            SavedDrawRules::Ask => DrawRules::Ask,
            SavedDrawRules::Off => DrawRules::Off,
        },
        judge: match saved.judge {
            SavedJudge::Referee => Judge::Referee,
            SavedJudge::Engine => Judge::Engine,
        },
        play_forced: saved.play_forced,
        candidates: saved.candidates,
        coach: saved.coach,
        animate: saved.animate,
        sounds: saved.sounds,
        pause_hidden: saved.pause_hidden,
        most_analysing: saved.most_analysing.unwrap_or(processors).clamp(1, MOST_ANALYSING),
        loss_marks: of_valid(&saved.loss_marks),
        drawer_height: drawer_height(saved.drawer_height),
        film_pace: pace(saved.film_pace),
        film_width: film_width(saved.film_width),
    }
}

/// What was written by hand and cannot be losses to mark from is left out.
fn of_valid(marks: &BTreeMap<String, [f64; 3]>) -> BTreeMap<String, [f64; 3]> {
    let valid = marks.iter().filter(|(_, marks)| are_loss_marks(**marks));
    valid.map(|(game, marks)| (game.clone(), *marks)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were_written() {
        for theme in [Theme::System, Theme::Dark, Theme::Light, Theme::Contrast] {
            let settings = Settings {
                theme,
                zoom: 1.25,
                show_values: false,
                show_numbers: false,
                aids: Aids { regions: true, main_line: true, ..Aids::default() },
                draw_rules: DrawRules::Ask,
                judge: Judge::Engine,
                play_forced: false,
                candidates: false,
                sounds: true,
                pause_hidden: true,
                most_analysing: 3,
                loss_marks: [("othello".to_owned(), [1.0, 2.5, 4.0])].into(),
                drawer_height: Some(250.0),
                film_pace: 0.5,
                film_width: 720,
                ..Settings::default()
            };
            assert_eq!(from_saved(&to_saved(&settings, 8), 8), settings);
        }
    }

    #[test]
    fn losses_that_do_not_grow_mark_nothing() {
        let wrong = [[2.0, 1.0, 4.0], [0.0, 1.0, 2.0], [1.0, 2.0, f64::NAN]];
        let (mut room, _) = Preferences::load(None, 1);
        for marks in wrong {
            let saved = SavedSettings {
                loss_marks: [("hive".to_owned(), marks)].into(),
                ..SavedSettings::default()
            };
            assert!(from_saved(&saved, 1).loss_marks.is_empty(), "{marks:?}");
            room.handle_command(SettingsCommand::LossMarks("hive".to_owned(), Some(marks)));
            assert!(room.settings().loss_marks.is_empty(), "{marks:?}");
        }
        for (marks, n) in [(Some([1.0, 1.0, 2.0]), 1), (None, 0)] {
            room.handle_command(SettingsCommand::LossMarks("hive".to_owned(), marks));
            assert_eq!(room.settings().loss_marks.len(), n);
        }
    }

    #[test]
    fn as_many_engines_analyse_as_there_are_processors_unless_another_limit_is_set() {
        let usual = from_saved(&SavedSettings::default(), 6);
        assert_eq!(usual.most_analysing, 6);
        assert_eq!(to_saved(&usual, 6).most_analysing, None);
        let set = SavedSettings { most_analysing: Some(0), ..SavedSettings::default() };
        assert_eq!(from_saved(&set, 6).most_analysing, 1);
        let set = SavedSettings { film_pace: f32::NAN, film_width: 1, ..SavedSettings::default() };
        let read = from_saved(&set, 6);
        assert_eq!((read.film_pace, read.film_width), (1.0, 64));
        for (written, read) in [(None, None), (Some(f32::NAN), None), (Some(3.0), Some(120.0))] {
            let set = SavedSettings { drawer_height: written, ..SavedSettings::default() };
            assert_eq!(from_saved(&set, 6).drawer_height, read);
        }
    }
}
