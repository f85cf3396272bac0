//! Persistent settings, as in `settings.toml`.
//!
//! Does not act on them: the application does.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::atomic::{FileError, is_damage, read_text, set_aside, write_atomically};
use crate::io_words::io_reason;

/// The version that is written; a file of a newer version is read as far as possible.
const VERSION: u32 = 1;

/// The settings. A key that is missing has its default; an unknown key belongs to a newer program.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedSettings {
    /// Version of the format.
    pub version: u32,
    /// Theme.
    pub theme: SavedTheme,
    /// Zoom, 0.75 to 2.0.
    pub zoom: f32,
    /// Mark legal moves on the board.
    pub show_legal: bool,
    /// Write values on the squares in analysis.
    pub show_values: bool,
    /// Write the numbers of the cells on them.
    pub show_numbers: bool,
    /// Show regions of empty cells with their parity in analysis.
    pub show_regions: bool,
    /// Show the best move of every engine in its colour.
    pub engine_arrows: bool,
    /// Show what two engines differ by.
    pub show_differences: bool,
    /// Show the next moves of the main line.
    pub follow_main_line: bool,
    /// What happens when a rule allows a draw.
    pub draw_rules: SavedDrawRules,
    /// Who decides if an engine keeps the game and disagrees with the referee.
    pub judge: SavedJudge,
    /// Play a move at once if the dice leave only one.
    pub play_forced: bool,
    /// Show what an engine would have played.
    pub candidates: bool,
    /// Look at a person's moves before an engine answers.
    pub coach: bool,
    /// Animate moves.
    pub animate: bool,
    /// Sounds.
    pub sounds: bool,
    /// Pause a game while its tab is not shown.
    pub pause_hidden: bool,
    /// The number of engines that may analyse at once; `None` for the number of processors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_analysing: Option<usize>,
    /// The losses from which moves are marked `?!`, `?` and `??`, by the game's short name, where they
    /// are not the game's own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub loss_marks: BTreeMap<String, [f64; 3]>,
    /// The height of the drawer, in points; `None` for the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawer_height: Option<f32>,
    /// How long a film shows a move, in seconds.
    pub film_pace: f32,
    /// The width of films in pixels.
    pub film_width: u32,
    /// The last engines that analysed each game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<SavedCard>,
}

/// The last engine that analysed a game.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedCard {
    /// Short name of the game.
    pub game: String,
    /// The engine's name in the list.
    pub engine: String,
    /// Values of its options that differ from those of the list.
    pub options: Vec<(String, String)>,
    /// So many moves are compared one by one; `None` for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_compared: Option<u32>,
    /// What limits its search of a position.
    #[serde(flatten)]
    pub limits: SavedLimits,
    /// The moves from the start to the position that it is locked to; `None` where it follows the board.
    /// Only the list of tabs has it, since it is a place in the game of a tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lock: Option<Vec<String>>,
    /// It shows what the other side would play; kept with a tab, too.
    #[serde(skip_serializing_if = "is_false")]
    pub threat: bool,
}

/// What limits the search of a position: at most one of these.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedLimits {
    /// To this depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_limit: Option<u32>,
    /// So many nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_limit: Option<u64>,
    /// So many milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit_ms: Option<u64>,
}

fn is_false(value: &bool) -> bool {
    !*value
}

impl SavedCard {
    /// Without what belongs to the game of a tab.
    #[must_use]
    pub fn of_any_game(self) -> Self {
        Self { lock: None, threat: false, ..self }
    }
}

impl Default for SavedSettings {
    fn default() -> Self {
        Self {
            version: VERSION,
            theme: SavedTheme::System,
            zoom: 1.0,
            show_legal: true,
            show_values: true,
            show_numbers: true,
            show_regions: false,
            engine_arrows: false,
            show_differences: false,
            follow_main_line: false,
            draw_rules: SavedDrawRules::Automatic,
            judge: SavedJudge::Referee,
            play_forced: true,
            candidates: true,
            coach: false,
            animate: true,
            sounds: false,
            pause_hidden: false,
            most_analysing: None,
            loss_marks: BTreeMap::new(),
            drawer_height: None,
            film_pace: 1.0,
            film_width: 480,
            cards: Vec::new(),
        }
    }
}

/// What happens when a rule allows a draw, as written.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SavedDrawRules {
    /// The game ends.
    #[default]
    Automatic,
    /// The user is asked.
    Ask,
    /// Nothing.
    Off,
}

/// Who decides, as written.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SavedJudge {
    /// The program's referee.
    #[default]
    Referee,
    /// The engine.
    Engine,
}

/// The theme as written.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SavedTheme {
    /// As the system is set.
    #[default]
    System,
    /// Dark.
    Dark,
    /// Light.
    Light,
    /// High contrast.
    Contrast,
}

/// The result of reading the settings: always usable.
#[derive(Debug)]
pub struct LoadedSettings {
    /// The settings, or the defaults.
    pub settings: SavedSettings,
    /// A message for the user: the file could not be read, or was damaged and where it is now.
    pub problem: Option<String>,
}

impl SavedSettings {
    /// Reads the settings. A missing file gives the defaults; a damaged one is set aside with a
    /// timestamp, so that it is not overwritten, and gives the defaults and a problem.
    #[must_use]
    pub fn load(path: &Path) -> LoadedSettings {
        let text = match read_text(path).map_err(|error| error.source) {
            Ok(text) => Ok(text),
            Err(err) if err.kind() == io::ErrorKind::NotFound => {
                return LoadedSettings { settings: Self::default(), problem: None };
            }
            Err(err) if is_damage(&err) => Err(err.to_string()),
            Err(err) => {
                let problem = format!(
                    "The settings cannot be read ({}): {}. Defaults are used.",
                    io_reason(&err),
                    path.display()
                );
                return LoadedSettings { settings: Self::default(), problem: Some(problem) };
            }
        };
        match text.and_then(|text| Self::parse(&text)) {
            Ok(settings) => LoadedSettings { settings, problem: None },
            Err(reason) => LoadedSettings {
                settings: Self::default(),
                problem: Some(set_aside_and_tell(path, &reason)),
            },
        }
    }

    /// Reads the text of a settings file; numbers out of their range are brought into it.
    ///
    /// # Errors
    ///
    /// The fault and its line, if it is damaged.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parsed = toml::from_str::<Self>(text);
        parsed.map(Self::in_range).map_err(|err| describe(text, &err))
    }

    /// Writes the settings in place of the old ones.
    ///
    /// # Errors
    ///
    /// When the file cannot be written; the old one then stays.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        write_atomically(path, self.to_text().as_bytes())
    }

    /// The text of a settings file, as [`SavedSettings::save`] writes it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let body = toml::to_string(self).expect("plain values can always be written as TOML");
        format!("# Written by Quintet; changes made by hand are kept.\n{body}")
    }

    fn in_range(mut self) -> Self {
        self.version = VERSION;
        self.zoom = if self.zoom.is_finite() { self.zoom.clamp(0.75, 2.0) } else { 1.0 };
        self
    }
}

fn describe(text: &str, err: &toml::de::Error) -> String {
    let line = err
        .span()
        .and_then(|span| text.get(..span.start))
        .map(|before| before.matches('\n').count() + 1);
    let reason = err.message().split_whitespace().collect::<Vec<_>>().join(" ");
    match line {
        Some(line) => format!("line {line}: {reason}"),
        None => reason,
    }
}

fn set_aside_and_tell(path: &Path, reason: &str) -> String {
    let shown = |path: &PathBuf| path.display().to_string();
    match set_aside(path, SystemTime::now()) {
        Ok(aside) => format!(
            "The settings were damaged ({reason}); they are kept as {}. Defaults are used.",
            shown(&aside)
        ),
        Err(err) => format!("The settings are damaged ({reason}), and: {err}. Defaults are used."),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn file_with(text: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("settings.toml");
        fs::write(&path, text).unwrap();
        (dir, path)
    }

    #[test]
    fn settings_are_read_back_as_written() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new folder/settings.toml");
        let settings = SavedSettings {
            theme: SavedTheme::Contrast,
            zoom: 1.5,
            sounds: true,
            cards: vec![SavedCard {
                game: "othello".to_owned(),
                engine: "Edax 4.6".to_owned(),
                options: vec![("level".to_owned(), "9".to_owned())],
                n_compared: Some(4),
                limits: SavedLimits { node_limit: Some(20_000), ..SavedLimits::default() },
                lock: Some(vec!["f5".to_owned()]),
                threat: true,
            }],
            loss_marks: [("othello".to_owned(), [1.0, 2.5, 4.0])].into(),
            ..SavedSettings::default()
        };
        settings.save(&path).unwrap();
        let loaded = SavedSettings::load(&path);
        assert_eq!(loaded.settings, settings);
        assert_eq!(loaded.problem, None);
    }

    #[test]
    fn no_file_is_no_problem() {
        let dir = tempfile::tempdir().unwrap();
        let loaded = SavedSettings::load(&dir.path().join("settings.toml"));
        assert_eq!(loaded.settings, SavedSettings::default());
        assert_eq!(loaded.problem, None);
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_the_user_is_told_where() {
        for damage in [&b"theme = \"purple\"\n"[..], b"zoom = [\n", b"\xff\xfe", b"zoom = \"big\""]
        {
            let (dir, path) = file_with(damage);
            let loaded = SavedSettings::load(&path);
            assert_eq!(loaded.settings, SavedSettings::default());
            let problem = loaded.problem.unwrap();
            assert!(!path.exists(), "{problem}");
            let aside = fs::read_dir(dir.path()).unwrap().next().unwrap().unwrap();
            assert!(problem.contains(&aside.file_name().into_string().unwrap()), "{problem}");
            assert_eq!(fs::read(aside.path()).unwrap(), damage);
        }
    }

    #[test]
    fn keys_of_a_newer_program_and_missing_keys_do_no_harm() {
        let (_dir, path) =
            file_with(b"version = 9\ntheme = \"dark\"\nnext_thing = 3\nzoom = 700.0\n");
        let loaded = SavedSettings::load(&path);
        assert_eq!(loaded.problem, None);
        assert_eq!(
            loaded.settings,
            SavedSettings { theme: SavedTheme::Dark, zoom: 2.0, ..SavedSettings::default() }
        );
    }
}
