//! Options that were set for engines in the window, as they stand in `options.toml`.
//!
//! Knows no engine and judges no value; the list of engines that a person writes is left alone.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::atomic::{FileError, set_aside, write_atomically};
use super::{EngineEntry, Places};

/// The version that is written; a file of a newer version is read as far as it is understood.
const VERSION: u32 = 1;

/// Options by the name of the engine and their own.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedOptions {
    version: u32,
    engine: BTreeMap<String, BTreeMap<String, String>>,
}

impl Default for SavedOptions {
    fn default() -> Self {
        Self { version: VERSION, engine: BTreeMap::new() }
    }
}

impl SavedOptions {
    /// Reads the options, and says what the user must be told: a damaged file is set aside, and no
    /// options are set then.
    #[must_use]
    pub fn load(path: &Path) -> (Self, Option<String>) {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(err) if err.kind() == io::ErrorKind::NotFound => return (Self::default(), None),
            Err(err) => {
                let path = path.display();
                let problem =
                    format!("The engines\u{2019} options cannot be read ({err}): {path}.");
                return (Self::default(), Some(problem));
            }
        };
        match toml::from_str::<Self>(&text) {
            Ok(options) => (Self { version: VERSION, ..options }, None),
            Err(err) => {
                let reason = err.message();
                let kept = match set_aside(path, SystemTime::now()) {
                    Ok(aside) => format!("they are kept as {}", aside.display()),
                    Err(err) => format!("and: {err}"),
                };
                let problem = format!(
                    "The engines\u{2019} options were damaged ({reason}); {kept}. Every engine has \
                     its defaults again."
                );
                (Self::default(), Some(problem))
            }
        }
    }

    /// Writes the options in place of the old ones.
    ///
    /// # Errors
    ///
    /// When the file cannot be written; the old one then stands.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let body = toml::to_string(self).expect("plain texts can always be written as TOML");
        let text = format!("# Written by Quintet: options set in the window, by engine.\n{body}");
        write_atomically(path, text.as_bytes())
    }

    /// What is set for the engine of this name, by option.
    #[must_use]
    pub fn of(&self, engine: &str) -> Vec<(String, String)> {
        let set = self.engine.get(engine).into_iter().flatten();
        set.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// Sets these options of an engine and no others.
    pub fn set(&mut self, engine: &str, options: Vec<(String, String)>) {
        if options.is_empty() {
            self.engine.remove(engine);
        } else {
            self.engine.insert(engine.to_owned(), options.into_iter().collect());
        }
    }

    /// The entry as it is to be started: values set here take the place of its defaults. A value
    /// that a choice of the entry no longer offers is passed over.
    #[must_use]
    pub fn applied(&self, entry: &EngineEntry) -> EngineEntry {
        let mut entry = entry.clone();
        for (name, value) in self.of(&entry.name) {
            if let Some(choice) = entry.choices.iter_mut().find(|choice| choice.name == name) {
                if choice.values.contains(&value) {
                    choice.default = value;
                }
                continue;
            }
            entry.options.retain(|(known, _)| *known != name);
            entry.options.push((name, value));
        }
        entry
    }
}

impl Places {
    /// The options set for engines, whether the file exists or not.
    #[must_use]
    pub fn options_file(&self) -> Option<PathBuf> {
        self.config_dir.as_deref().map(|dir| dir.join("options.toml"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::EngineList;

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn options_come_back_as_they_were_written_and_can_all_be_reset() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("new/options.toml");
        let mut options = SavedOptions::default();
        let set = vec![pair("bb-size", "5"), pair("odd \"name\"", "a = b\\c")];
        options.set("Scan 3.1 [x]", set.clone());
        options.set("Other", vec![pair("hash", "1")]);
        options.set("Other", Vec::new());
        options.save(&path).unwrap();
        let (read, problem) = SavedOptions::load(&path);
        assert_eq!((read.of("Scan 3.1 [x]"), problem), (set, None));
        assert_eq!(read, options);
        assert!(!fs::read_to_string(&path).unwrap().contains("Other"));
        assert_eq!(SavedOptions::load(&dir.path().join("none.toml")), Default::default());
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_the_user_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("options.toml");
        fs::write(&path, "engine = 3\n").unwrap();
        let (read, problem) = SavedOptions::load(&path);
        assert_eq!(read, SavedOptions::default());
        assert!(problem.unwrap().contains("damaged"));
        assert!(!path.exists() && fs::read_dir(dir.path()).unwrap().count() == 1);
    }

    #[test]
    fn values_take_the_place_of_the_entrys_own() {
        let places = Places { config_dir: None, program: "quintet".into() };
        let entry = &EngineList::shipped(&places).entries[0];
        let choice = entry.choices[0].clone();
        let mut options = SavedOptions::default();
        options.set(&entry.name, vec![pair(&choice.name, &choice.values[0]), pair("extra", "7")]);
        let applied = options.applied(entry);
        assert_eq!(applied.choices[0].default, choice.values[0]);
        assert!(applied.options.contains(&pair("extra", "7")));
        options.set(&entry.name, vec![pair(&choice.name, "no such value")]);
        assert_eq!(options.applied(entry), *entry);
    }
}
