//! Checks that the program and the folder of an engine exist.
//!
//! Starts nothing, and does not know what the program does.

use std::path::{MAIN_SEPARATOR, Path};

use toml_edit::Table;

use super::{EngineTarget, formatting, read};
use crate::protocol::Protocol;
use crate::store::programs::is_program;
use crate::store::{Places, find_program};

/// What is missing to start an engine.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct NotThere {
    /// What is wrong with the program, in few words.
    pub program: Option<&'static str>,
    /// The working directory isn't a folder.
    pub dir: bool,
}

impl NotThere {
    /// Looks for the program of this command and for this working directory (if not empty), as the
    /// list of engines at `list` would resolve them. A text that isn't a command is not judged.
    #[must_use]
    pub fn of(command: &[String], dir: &str, list: &Path, places: &Places) -> Self {
        // The value of a choice is not known here.
        let Some(program) = command.first().filter(|program| !program.contains('{')) else {
            return Self::default();
        };
        let mut table = Table::new();
        table.insert("name", "x".into());
        table.insert("protocol", Protocol::Hub.name().into());
        table.insert("command", formatting::list(std::slice::from_ref(program)).into());
        if !dir.trim().is_empty() {
            table.insert("dir", dir.trim().into());
        }
        let text = formatting::block("engine", &table);
        let entries = read::read_list(&text, list, &places.program).entries;
        let Some(EngineTarget::Command { command, dir, .. }) =
            entries.into_iter().next().map(|entry| entry.target)
        else {
            return Self::default();
        };
        Self {
            program: command.first().and_then(|program| fault_of(program)),
            dir: dir.is_some_and(|dir| !dir.is_dir()),
        }
    }
}

/// What is wrong with a program that is given as a path, or as a bare name for `PATH`.
fn fault_of(program: &str) -> Option<&'static str> {
    if !program.contains('/') && !program.contains(MAIN_SEPARATOR) {
        return find_program(program).is_none().then_some("not found in PATH");
    }
    let path = Path::new(program);
    match path {
        path if path.is_dir() => Some("it is a folder"),
        path if is_program(path) => None,
        path if path.exists() => Some("it may not be executed"),
        _ => Some("it is not there now"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn what_is_not_there_is_named_as_the_list_would_mean_it() {
        use std::fs::{self, Permissions};
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let places = Places { config_dir: None, program: "/opt/quintet".into() };
        fs::create_dir(dir.path().join("scan")).unwrap();
        for (name, mode) in [("scan/scan", 0o755), ("scan/book", 0o644)] {
            let file = dir.path().join(name);
            fs::write(&file, "").unwrap();
            fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
        }
        let list = dir.path().join("engines.toml");
        for (program, folder, fault, is_dir_missing) in [
            ("scan/scan", "", None, false),
            ("./scan", "scan", None, false),
            ("scan/scan", "scan", Some("it is not there now"), false),
            ("scan/scan", "gone", Some("it is not there now"), true),
            ("scan/book", "", Some("it may not be executed"), false),
            ("./scan", "", Some("it is a folder"), false),
            ("/no/such/program", "/", Some("it is not there now"), false),
            ("no-such-program-anywhere", "", Some("not found in PATH"), false),
            ("sh", "", None, false),
        ] {
            let found = NotThere::of(&[program.to_owned()], folder, &list, &places);
            let wanted = NotThere { program: fault, dir: is_dir_missing };
            assert_eq!(found, wanted, "{program} in {folder:?}");
        }
        assert_eq!(NotThere::of(&[], "", &list, &places), NotThere::default());
    }
}
