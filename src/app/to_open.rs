//! A record that is to be shown, with where it comes from.
//!
//! Shows nothing: a desk does.

use std::path::{Path, PathBuf};

use crate::games::Record;
use crate::store::SavedListed;

/// A record that is to be shown.
#[derive(Debug)]
pub(super) struct OpenRecord {
    /// The game.
    pub(super) record: Record,
    /// The file that it came from; `true` where that file holds nothing else.
    pub(super) source: Option<(PathBuf, bool)>,
    /// What was pasted, in words, where it was.
    pub(super) pasted: Option<String>,
    /// Where it is shown.
    pub(super) place: OpenPlace,
    /// The game of the match that it is, where it is one.
    pub(super) from_match: Option<MatchGame>,
    /// The game of the list of games that it is, where it is one.
    pub(super) from_list: Option<ListedGame>,
    /// Its file was read just now: a tab with the game as it was takes it again.
    pub(super) is_read_again: bool,
    /// It is being played, and its moves are shown as they are made.
    pub(super) follows: bool,
}

/// A game of a match of the window.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct MatchGame {
    /// Which of the matches since the program was started; 0 for one before.
    pub(super) of: u64,
    /// Its number in the match, from 1.
    pub(super) number: u32,
}

/// A game of a list of games.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct ListedGame {
    /// Which list.
    pub(super) list: ListOfGames,
    /// Its place there, from 0.
    pub(super) place: usize,
    /// It has what a review of many games has found out.
    pub(super) is_reviewed: bool,
}

impl ListedGame {
    /// As it is kept with its tab; `None` where it is in no file.
    pub(super) fn saved(&self) -> Option<SavedListed> {
        let ListOfGames::File(path) = &self.list else { return None };
        let (path, place, is_reviewed) = (path.clone(), self.place, self.is_reviewed);
        Some(SavedListed { path, place, is_reviewed })
    }

    /// The game that was kept so.
    pub(super) fn of_saved(saved: &SavedListed) -> Self {
        let SavedListed { path, place, is_reviewed } = saved.clone();
        Self { list: ListOfGames::File(path), place, is_reviewed }
    }

    /// Both are the same game, reviewed or not.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        (&self.list, self.place) == (&other.list, other.place)
    }
}

/// Which list of games.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum ListOfGames {
    /// The games of this file.
    File(PathBuf),
    /// Those that were pasted, by a number that each text has of its own.
    Pasted(u64),
}

/// Where a record is shown.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum OpenPlace {
    /// On the board that is shown, in place of what is there.
    Here,
    /// In a tab of its own, which comes into view.
    Tab,
    /// In a tab of its own behind the one that is shown.
    Behind,
}

impl OpenRecord {
    /// A record that comes from no file.
    pub(super) fn new(record: Record) -> Self {
        Self {
            record,
            source: None,
            pasted: None,
            place: OpenPlace::Here,
            from_match: None,
            from_list: None,
            is_read_again: false,
            follows: false,
        }
    }

    /// A record from this file, which holds nothing else where it is `whole`.
    pub(super) fn from_file(record: Record, path: &Path, whole: bool) -> Self {
        Self { source: Some((path.to_owned(), whole)), ..Self::new(record) }
    }
}
