//! The folders in which a program may find its data.
//!
//! Checks whether folders exist; starts nothing.

use std::path::{Path, PathBuf};

use super::sources::at_home;
use super::{EngineSource, KnownEngine};

/// Where the data of an unknown engine is searched.
const DATA: &str = "data";
/// The number of folders above the program's that may hold its data.
const LEVELS: usize = 3;

/// The folders to run a program in, besides its own.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Folders {
    /// The one that the user named: no other is tried.
    pub said: Option<PathBuf>,
    /// The one that holds the data of a known engine: it is tried before the program's own.
    pub likely: Option<PathBuf>,
    /// Others, the likeliest first; tried only if the program exits at once in its own.
    pub others: Vec<PathBuf>,
}

impl Folders {
    /// The folders for the program of a source. `said` is what the user wrote, or empty.
    #[must_use]
    pub fn of(source: &EngineSource, said: &str) -> Self {
        if !said.trim().is_empty() {
            let said = at_home(said.trim());
            let said = std::path::absolute(&said).unwrap_or(said);
            return Self { said: Some(said), ..Self::default() };
        }
        let EngineSource::Program(command) = source else { return Self::default() };
        let own = command.first().map(Path::new).and_then(Path::parent);
        let Some(own) = own.filter(|own| !own.as_os_str().is_empty()) else {
            return Self::default();
        };
        let known = command.first().and_then(|program| KnownEngine::of_program(program));
        let data = known.and_then(|known| known.data.as_deref());
        let near = || own.ancestors().take(LEVELS);
        let holder = |data: &str| near().find(|folder| folder.join(data).is_dir());
        let likely = data.and_then(holder).filter(|folder| *folder != own);
        let mut others: Vec<PathBuf> = Vec::new();
        for folder in holder(DATA).into_iter().chain(own.parent()) {
            if folder != own && Some(folder) != likely && !others.iter().any(|it| it == folder) {
                others.push(folder.to_owned());
            }
        }
        Self { said: None, likely: likely.map(Path::to_owned), others }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn program(path: &Path) -> EngineSource {
        EngineSource::Program(vec![path.to_string_lossy().into_owned()])
    }

    #[test]
    fn the_folder_with_the_data_of_a_known_engine_comes_first() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("edax/bin")).unwrap();
        let edax = program(&dir.path().join("edax/bin/lEdax-x86-64-v3"));
        let above = dir.path().join("edax");
        let found = Folders::of(&edax, "");
        assert_eq!((found.likely, found.others), (None, vec![above.clone()]), "no data is there");
        fs::create_dir(above.join("data")).unwrap();
        let found = Folders::of(&edax, "");
        assert_eq!((found.likely, found.others), (Some(above.clone()), Vec::new()));
        let other = Folders::of(&program(&above.join("bin/x")), "");
        assert_eq!((other.likely, other.others), (None, vec![above]), "its own is tried before");
    }

    #[test]
    fn what_the_user_names_is_the_only_folder() {
        let found = Folders::of(&program(Path::new("/opt/x/bin/edax")), " /srv/edax ");
        let only = Folders { said: Some(PathBuf::from("/srv/edax")), ..Folders::default() };
        assert_eq!(found, only);
        assert_eq!(
            Folders::of(&EngineSource::Program(vec!["edax".to_owned()]), ""),
            Folders::default()
        );
        assert_eq!(Folders::of(&EngineSource::Socket("h:1".to_owned()), ""), Folders::default());
    }
}
