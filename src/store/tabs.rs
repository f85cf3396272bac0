//! The tabs of the window as they are kept on disk: a list of them in one file, and the game of each in
//! a file of its own.
//!
//! Knows no rules; the keeper's thread writes the files.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::atomic::read_json_if_there;
use super::{FileError, SavedCard};

/// The version that is written; files of newer versions are left alone.
const VERSION: u32 = 1;

/// The tabs from left to right.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct SavedTabs {
    /// Version of this form.
    version: u32,
    /// The place of the one that is shown, from 0.
    pub shown: usize,
    /// All of them.
    pub tabs: Vec<SavedTab>,
    /// Tabs that were closed with changes that are not saved, the newest last.
    #[serde(default)]
    pub closed: Vec<SavedTab>,
}

/// A game of a file of several games.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct SavedListed {
    /// The file.
    pub path: PathBuf,
    /// Its place there, from 0.
    pub place: usize,
    /// It has what a review of many games has found out.
    pub is_reviewed: bool,
}

/// A tab. Its game is in [`Places::tab_file`](super::Places::tab_file).
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedTab {
    /// The number that its file has.
    pub number: u64,
    /// The name that the user has given it; `None` where it is called by its players.
    pub name: Option<String>,
    /// Its engines go on analysing while other tabs are shown.
    pub pinned: bool,
    /// It has a window of its own.
    pub floats: bool,
    /// The engines that analyse there.
    pub cards: Vec<SavedCard>,
    /// It shows the game for analysis.
    pub analyses: bool,
    /// How often the board was turned from its usual orientation.
    pub turned: u8,
    /// How many moves of the main line are on the board; `None` where a variation is.
    pub ply: Option<usize>,
    /// The number in its title, behind the game; `None` where its title does not begin with the game.
    pub title_number: Option<u32>,
    /// The number of the game of a match that stands there; `None` for any other game.
    pub match_game: Option<u32>,
    /// The game of a file of several games that stands there; `None` for any other game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<SavedListed>,
    /// The match or tournament that is shown there.
    pub matching: Option<SavedMatch>,
    /// The lines that are pinned there, the oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pins: Vec<SavedPin>,
}

/// A line of analysis that the user keeps. It belongs to the game of its tab.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct SavedPin {
    /// The engine that found it.
    pub who: String,
    /// The moves from the start to the position that it begins in.
    pub at: Vec<String>,
    /// Its own moves.
    pub moves: Vec<String>,
    /// Its value, as the side to move has it, and as the first player has it.
    pub scores: [Option<f64>; 2],
    /// `exact` or `winner` where the value is proved; else empty.
    pub proof: String,
    /// How deep it was searched; empty when unknown.
    pub depth: String,
    /// The value comes from a book.
    pub book: bool,
    /// The probabilities of a win and, as far as they are known, of gammons and backgammons won and lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<(f64, [Option<f64>; 4])>,
    /// The standard error of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub std_error: Option<f64>,
    /// The answer that the line is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}

/// A match or tournament that runs or has run.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct SavedMatch {
    /// As its tab says it.
    pub title: String,
    /// Where its games are.
    pub folder: PathBuf,
    /// It is a tournament.
    pub is_tournament: bool,
    /// Its tab shows it, and not the game that stands there, too.
    #[serde(default = "yes")]
    pub is_shown: bool,
    /// It was running.
    #[serde(default = "yes")]
    pub runs: bool,
    /// Games at once, as they were wished last; `None` where an older program has written it.
    #[serde(default)]
    pub at_once: Option<NonZeroU32>,
}

fn yes() -> bool {
    true
}

impl SavedTabs {
    /// Tabs in the current version of this form.
    #[must_use]
    pub fn new(shown: usize, tabs: Vec<SavedTab>, closed: Vec<SavedTab>) -> Self {
        Self { version: VERSION, shown, tabs, closed }
    }

    /// The numbers of all tabs, which their files have.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        self.tabs.iter().chain(&self.closed).map(|tab| tab.number)
    }

    /// The text of the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("plain texts and numbers can always be written as JSON")
    }

    /// Reads the tabs of the last time; `None` if there are none, or a newer program wrote them.
    ///
    /// # Errors
    ///
    /// When the file is there but cannot be read, or is damaged. It is left where it is.
    pub fn read(path: &Path) -> Result<Option<Self>, FileError> {
        let saved: Option<Self> = read_json_if_there(path)?;
        Ok(saved.filter(|saved| saved.version == VERSION))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_are_read_as_they_were_written_and_newer_ones_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tabs.json");
        assert_eq!(SavedTabs::read(&path).unwrap(), None);
        let pin = SavedPin {
            who: "Edax".to_owned(),
            at: vec!["f5".to_owned()],
            moves: vec!["d6".to_owned(), "c3".to_owned()],
            scores: [Some(-0.25), Some(0.25)],
            chances: Some((0.5, [Some(0.125), None, None, None])),
            ..SavedPin::default()
        };
        let (name, pins) = (Some("Final".to_owned()), vec![pin]);
        let tab = SavedTab { number: 7, name, pins, ..SavedTab::default() };
        let tabs = SavedTabs::new(1, vec![SavedTab::default()], vec![tab]);
        std::fs::write(&path, tabs.to_text()).unwrap();
        assert_eq!(SavedTabs::read(&path).unwrap(), Some(tabs.clone()));
        std::fs::write(&path, SavedTabs { version: 2, ..tabs }.to_text()).unwrap();
        assert_eq!(SavedTabs::read(&path).unwrap(), None);
        std::fs::write(&path, "{").unwrap();
        assert!(SavedTabs::read(&path).unwrap_err().to_string().contains("tabs.json"));
    }
}
