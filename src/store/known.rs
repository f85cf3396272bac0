//! Engines that are known by name: how each is started and where it comes from.
//!
//! Starts nothing and searches no disk; the facts are in a file of the program.

use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::protocol::Protocol;

/// The facts.
const FILE: &str = include_str!("../../assets/known-engines.toml");

/// An engine that is known by name.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct KnownEngine {
    /// Its name.
    pub name: String,
    /// The short name of its protocol; see [`KnownEngine::speaks`].
    protocol: String,
    /// The games it plays, by short name.
    pub games: Vec<String>,
    /// The variants it plays; empty if the engine declares them itself.
    #[serde(default)]
    pub variants: Vec<String>,
    /// Beginnings of the names of its files, in small letters.
    pub files: Vec<String>,
    /// Beginnings of its own names, in small letters.
    pub ids: Vec<String>,
    /// Arguments that make it speak its protocol.
    #[serde(default)]
    pub args: Vec<String>,
    /// The command started in its place, such as a bridge.
    #[serde(default)]
    pub command: Option<Vec<String>>,
    /// Settings for where it deviates from its protocol.
    #[serde(default)]
    dialect: std::collections::BTreeMap<String, String>,
    /// Files that must be in the folder that it is started in.
    #[serde(default)]
    pub data: Option<String>,
    /// Its author, or its speciality.
    pub about: String,
    /// Where it comes from.
    pub site: String,
    /// How it is installed.
    pub install: String,
    /// The source of these facts.
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    engine: Vec<KnownEngine>,
}

/// All of them.
#[must_use]
pub fn known_engines() -> &'static [KnownEngine] {
    static KNOWN: LazyLock<Vec<KnownEngine>> = LazyLock::new(|| {
        let file: File = toml::from_str(FILE).expect("a test reads the list");
        file.engine
    });
    &KNOWN
}

impl KnownEngine {
    /// Its protocol.
    #[must_use]
    pub fn speaks(&self) -> Protocol {
        Protocol::find(&self.protocol).expect("a test looks at every entry")
    }

    /// Its dialect settings.
    #[must_use]
    pub fn dialect(&self) -> Vec<(String, String)> {
        self.dialect.iter().map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// The engine for a program of this name: `lEdax-x86-64-v3` is Edax. The longest matching name
    /// wins.
    #[must_use]
    pub fn of_program(program: &str) -> Option<&'static Self> {
        let file = Path::new(program).file_name()?.to_string_lossy().to_lowercase();
        let file = file.strip_suffix(".exe").unwrap_or(&file);
        find(file, |known| &known.files)
    }

    /// The engine with this name of its own: `Scan 3.1`.
    #[must_use]
    pub fn of_id(id: &str) -> Option<&'static Self> {
        find(&id.trim().to_lowercase(), |known| &known.ids)
    }
}

fn find(text: &str, names: impl Fn(&KnownEngine) -> &Vec<String>) -> Option<&'static KnownEngine> {
    // `scan31` and `scan_linux` are Scan, `scanner` is not.
    let fits = |name: &&String| {
        let rest = text.strip_prefix(name.as_str());
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    };
    let best = |known: &KnownEngine| names(known).iter().filter(fits).map(String::len).max();
    known_engines().iter().filter(|known| best(known).is_some()).max_by_key(|known| best(known))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn every_fact_is_one_that_the_program_understands() {
        for known in known_engines() {
            let protocol = known.speaks();
            for game in &known.games {
                let info = games::find(game).unwrap().info();
                assert!(info.protocols.contains(&protocol.name()), "{}", known.name);
                for variant in &known.variants {
                    assert!(info.find_variant(variant).is_some(), "{variant}");
                }
            }
            for (name, value) in known.dialect() {
                protocol.check_dialect(&name, &value).unwrap();
            }
            for text in known.files.iter().chain(&known.ids) {
                assert_eq!(*text, text.to_lowercase());
            }
            assert!(known.site.starts_with("https://") && !known.source.is_empty());
            assert!(!known.games.is_empty() && !known.install.is_empty());
        }
    }

    #[test]
    fn engines_are_recognised_by_their_file_and_by_their_name() {
        let file = |name: &str| KnownEngine::of_program(name).map(|known| known.name.as_str());
        assert_eq!(file("/opt/scan_31/scan"), Some("Scan"));
        assert_eq!(file("Scan_Linux"), Some("Scan"));
        assert_eq!(file("scanner"), None);
        assert_eq!(file("bin/lEdax-x86-64-v3"), Some("Edax"));
        assert_eq!(file("MzingaEngine.exe"), Some("Mzinga"));
        assert_eq!(file("gnubg-ubgi"), Some("GNU Backgammon, UBGI fork"));
        assert_eq!(file(""), None);
        let id = |name: &str| KnownEngine::of_id(name).map(|known| known.name.as_str());
        assert_eq!(id("Scan 3.1"), Some("Scan"));
        assert_eq!(id("GNU Backgammon 1.07"), Some("GNU Backgammon"));
        assert_eq!(id("Quintet"), None);
    }
}
