//! Finds programs that are installed on this machine.
//!
//! Starts nothing.

use std::env;
use std::path::{Path, PathBuf};

/// Where systems install games and package managers install programs; not in `PATH` for some users
/// and for programs that were not started from a shell.
const FOLDERS: [&str; 5] =
    ["/usr/games", "/usr/local/games", "/usr/local/bin", "/opt/homebrew/bin", "/opt/local/bin"];

/// Finds a program by its bare name: at the path in its environment variable (`QUINTET_GNUBG` for
/// gnubg), in `PATH`, or where systems install games.
#[must_use]
pub fn find_program(name: &str) -> Option<PathBuf> {
    if let Some(named) = env::var_os(variable_of(name)) {
        return Some(PathBuf::from(named)).filter(|file| file.is_file());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(FOLDERS.map(PathBuf::from));
    find_in(folders, name)
}

fn find_in(folders: impl Iterator<Item = PathBuf>, name: &str) -> Option<PathBuf> {
    let folders = env::join_paths(folders).ok()?;
    which::which_in_global(name, Some(folders)).ok()?.next()
}

/// The variable with the path of a program.
#[must_use]
pub fn variable_of(name: &str) -> String {
    let letter = |ch: char| if ch.is_ascii_alphanumeric() { ch.to_ascii_uppercase() } else { '_' };
    let name: String = name.chars().map(letter).collect();
    format!("QUINTET_{name}")
}

/// A sentence if the variable of this program is set but names no file.
pub(super) fn wrong_variable(name: &str) -> Option<String> {
    let variable = variable_of(name);
    let named = env::var_os(&variable)?;
    let is_file = Path::new(&named).is_file();
    (!is_file).then(|| format!("{variable} names no program: there is no file {named:?}."))
}

/// It is a file that the user may run; `file` is a path, not a bare name. On Windows the ending may be
/// left out.
pub(super) fn is_program(file: &Path) -> bool {
    which::which(file).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_program_is_found_in_the_first_folder_that_has_one_that_can_be_run() {
        use std::fs::{self, Permissions};
        use std::os::unix::fs::PermissionsExt;
        let place = tempfile::tempdir().unwrap();
        let folders = ["none", "plain", "good", "later"].map(|name| place.path().join(name));
        for (folder, mode) in folders.iter().zip([0, 0o644, 0o755, 0o755]).skip(1) {
            fs::create_dir(folder).unwrap();
            let file = folder.join("gnubg");
            fs::write(&file, "").unwrap();
            fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
        }
        let found = find_in(folders.iter().cloned(), "gnubg");
        assert_eq!(found, Some(folders[2].join("gnubg")));
        assert_eq!(find_in(folders.iter().cloned(), "gnubg-cli"), None);
    }

    #[test]
    fn the_variable_has_the_programs_name_in_capitals() {
        assert_eq!(variable_of("gnubg-cli"), "QUINTET_GNUBG_CLI");
    }
}
