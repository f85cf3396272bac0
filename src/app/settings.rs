//! Settings as the window sees them, and as they are written down.
//!
//! Reads and writes no file; the store does.

use super::{DrawRules, Judge, Settings, Theme};
use crate::store::{SavedDrawRules, SavedJudge, SavedSettings, SavedTheme};

/// Settings as they are written down.
pub(super) fn to_saved(settings: &Settings) -> SavedSettings {
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
        animate: settings.animate,
        sounds: settings.sounds,
        ..SavedSettings::default()
    }
}

/// Settings as the window sees them.
pub(super) fn from_saved(saved: &SavedSettings) -> Settings {
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
        animate: saved.animate,
        sounds: saved.sounds,
    }
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
                draw_rules: DrawRules::Ask,
                judge: Judge::Engine,
                play_forced: false,
                candidates: false,
                sounds: true,
                ..Settings::default()
            };
            assert_eq!(from_saved(&to_saved(&settings)), settings);
        }
    }
}
