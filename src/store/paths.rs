//! The places of the program's own files.
//!
//! Creates nothing; writing a file creates its folder.

use std::env;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::session::Target;

/// The folders and programs that the files are found from. Fields are public so that tests can
/// point them at a folder of their own.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Places {
    /// The user's configuration; `None` if the system has no home folder.
    pub config_dir: Option<PathBuf>,
    /// This program, started for the engines that come with it.
    pub program: PathBuf,
}

impl Places {
    /// The places of this user on this system. `QUINTET_CONFIG_DIR` names another folder for the
    /// configuration.
    #[must_use]
    pub fn of_user() -> Self {
        let config_dir = match env::var_os("QUINTET_CONFIG_DIR") {
            Some(dir) if !dir.is_empty() => Some(PathBuf::from(dir)),
            Some(_) | None => {
                ProjectDirs::from("", "", "quintet").map(|dirs| dirs.config_dir().to_owned())
            }
        };
        // If the system does not report the running program, the name may still be found through
        // PATH.
        let program = env::current_exe().unwrap_or_else(|_| PathBuf::from("quintet"));
        Self { config_dir, program }
    }

    /// The command runs one of the program's own engines.
    #[must_use]
    pub fn is_own_engine(&self, target: &Target) -> bool {
        let command = target.command().unwrap_or_default();
        let [program, verb, ..] = command else { return false };
        Path::new(program) == self.program && verb == "engine"
    }

    /// The user's list of engines, whether it exists or not.
    #[must_use]
    pub fn engines_file(&self) -> Option<PathBuf> {
        self.in_config("engines.toml")
    }

    /// The settings, whether they exist or not.
    #[must_use]
    pub fn settings_file(&self) -> Option<PathBuf> {
        self.in_config("settings.toml")
    }

    /// The files of games that are not finished, one each, whether they exist or not; empty if
    /// there is no configuration.
    #[must_use]
    pub fn unfinished_games(&self) -> Vec<PathBuf> {
        let names = ["", "-2", "-3", "-4"].map(|number| format!("unfinished-game{number}.json"));
        names.iter().filter_map(|name| self.in_config(name)).collect()
    }

    /// The program's own log ([`super::open_log`]), whether it exists or not.
    #[must_use]
    pub fn log_file(&self) -> Option<PathBuf> {
        self.in_config("quintet.log")
    }

    /// The game that was on the board when the program ended, whether the file exists or not.
    #[must_use]
    pub fn last_game_file(&self) -> Option<PathBuf> {
        self.in_config("last-game.json")
    }

    /// The list of the tabs of the window, whether it exists or not.
    #[must_use]
    pub fn tabs_file(&self) -> Option<PathBuf> {
        self.in_config("tabs.json")
    }

    /// The game of the tab of this number, whether the file exists or not.
    #[must_use]
    pub fn tab_file(&self, number: u64) -> Option<PathBuf> {
        self.in_config(&format!("tab-{number}.json"))
    }

    /// The exercises that come back in practice, whether the file exists or not.
    #[must_use]
    pub fn practice_file(&self) -> Option<PathBuf> {
        self.in_config("practice.json")
    }

    /// The games that count for the ratings of the adaptive opponent, whether the file exists or not.
    #[must_use]
    pub fn ratings_file(&self) -> Option<PathBuf> {
        self.in_config("ratings.json")
    }

    /// The folder of the matches played in the window, whether it exists or not.
    #[must_use]
    pub fn matches_folder(&self) -> Option<PathBuf> {
        self.in_config("matches")
    }

    /// The review of many games that was begun last, whether the file exists or not.
    #[must_use]
    pub fn batch_file(&self) -> Option<PathBuf> {
        self.in_config("reviews.json")
    }

    /// The folder of what reviews of many games have found out, whether it exists or not.
    #[must_use]
    pub fn reviews_folder(&self) -> Option<PathBuf> {
        self.in_config("reviews")
    }

    fn in_config(&self, name: &str) -> Option<PathBuf> {
        self.config_dir.as_deref().map(|dir: &Path| dir.join(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_program_in_the_part_of_an_engine_is_an_engine_of_its_own() {
        let places = Places { config_dir: None, program: PathBuf::from("/opt/quintet") };
        let is_own = |words: &[&str]| {
            let command = words.iter().map(|word| (*word).to_owned()).collect();
            places.is_own_engine(&Target::Command { command, dir: None, env: Vec::new() })
        };
        assert!(is_own(&["/opt/quintet", "engine", "uhp"]));
        assert!(!is_own(&["/opt/quintet", "bridge", "gnubg"]));
        assert!(!is_own(&["/opt/nokamute", "engine", "uhp"]));
        assert!(!is_own(&[]));
    }
}
