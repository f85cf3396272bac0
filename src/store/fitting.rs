//! Finds engines of the list for a game to be played.
//!
//! Knows neither games nor variants: the caller decides what is suitable.

use super::{EngineEntry, EngineList, FindEngineError, FoundEngine};

/// Why no engine was found.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum FitError {
    /// There is no engine of this name.
    #[error(transparent)]
    Find(#[from] FindEngineError),
    /// There is one, but it is unsuitable.
    #[error("{engine}: {reason}")]
    Unfit {
        /// Its name.
        engine: String,
        /// Why, in words.
        reason: String,
    },
}

impl EngineList {
    /// As [`EngineList::find`], among the suitable engines: several may share a short name. `fault`
    /// says why one is unsuitable.
    ///
    /// # Errors
    ///
    /// As [`EngineList::find`], and when the only engine of this name is unsuitable.
    pub fn find_fitting(
        &self,
        reference: &str,
        game: Option<&str>,
        fault: impl Fn(&EngineEntry) -> Option<String>,
    ) -> Result<FoundEngine<'_>, FitError> {
        let fitting = self.entries.iter().filter(|entry| fault(entry).is_none()).cloned();
        let fitting = Self { entries: fitting.collect(), problems: Vec::new() };
        if let Ok(FoundEngine { entry, chosen }) = fitting.find(reference, game)
            && let Some(entry) = self.entries.iter().find(|known| *known == entry)
        {
            return Ok(FoundEngine { entry, chosen });
        }
        let found = self.find(reference, game)?;
        match fault(found.entry) {
            Some(reason) => Err(FitError::Unfit { engine: found.entry.name.clone(), reason }),
            None => Ok(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::store::Places;

    #[test]
    fn a_shared_short_name_finds_the_engine_that_fits() {
        let places = Places { config_dir: None, program: PathBuf::from("quintet") };
        let mut list = EngineList::shipped(&places);
        let first = list.find("builtin", None).unwrap().entry.clone();
        let mut second = first.clone();
        second.name = "Another".to_owned();
        list.entries = vec![first.clone(), second];
        let find = |reference: &str, unfit: &str| {
            let fault = |entry: &EngineEntry| (entry.name == unfit).then(|| "it is ill".to_owned());
            let found = list.find_fitting(reference, None, fault);
            found.map(|found| found.entry.name.clone()).map_err(|error| error.to_string())
        };
        assert_eq!(find("builtin:3", "Another"), Ok(first.name.clone()));
        assert_eq!(find("builtin:3", &first.name), Ok("Another".to_owned()));
        assert_eq!(find("another", "Another"), Err("Another: it is ill".to_owned()));
        assert!(find("nobody", "").unwrap_err().contains("no engine is named"));
    }
}
